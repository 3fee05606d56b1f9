"""Why a certificate is refused: one class for each reason, all of them `Refused`."""
# ruff: noqa: E701 - a table: one reason per line
# fmt: off


class Refused(Exception): """The certificate does not prove what it says."""
class NotJson(Refused): """The text is not one JSON value."""
class NotExact(Refused): """A number is not an integer: 1.5, 1e3, NaN, Infinity."""
class WrongFormat(Refused): """The first key is not `format`, or it names another format."""
class UnknownKind(Refused): """This kernel does not know the kind of certificate."""
class RepeatedKey(Refused): """An object has the same key twice."""
class MissingKey(Refused): """An object lacks a key."""
class UnknownKey(Refused): """An object has a key that does not belong there."""
class WrongType(Refused): """A value is of another type, or another word, than its place demands."""
class WrongLength(Refused): """A list does not have the length that its place demands."""
class NotCanonical(Refused): """A rational is not in lowest terms, or a polynomial ends in zero."""
class RepeatedLabel(Refused): """Two labels of one list are equal."""
class BadIndices(Refused): """Indices do not increase strictly within their bounds."""
class BadUniverse(Refused): """The description of the databases contradicts itself."""
class UnknownDatabase(Refused): """A database is not in the universe."""
class MissingDatabase(Refused): """A database of the universe has no law."""
class RepeatedDatabase(Refused): """A database, or a pair of databases, is listed twice."""
class NotAdjacent(Refused): """Two databases are not adjacent in the universe."""
class BadRange(Refused): """The range of r is empty or negative, or r occurs without a range."""
class ExponentialOutside(Refused): """The number e^(p/q) is not shown to be inside the range."""
class BadSplits(Refused): """Points of subdivision do not increase strictly inside the range."""
class NegativeWeight(Refused): """A weight is not shown to be non-negative."""
class TotalNotPositive(Refused): """A total or a denominator is not shown to be positive."""
class NotNormalised(Refused): """The weights of a law do not add up to its total."""
class TooAmbiguous(Refused): """Too many outcomes have P(y) - x Q(y) of unknown sign."""
class PrivacyNotShown(Refused): """P(E) <= x Q(E) + delta is not shown for every event E."""
class ViolationNotShown(Refused): """P(E) > x Q(E) + delta is not shown for the event E."""
class WrongProbability(Refused): """A stated probability is not that of the event."""
class FailureNotShown(Refused): """The bound on a failure probability is not shown."""
class ComparisonNotShown(Refused): """A comparison of two numbers is not shown."""


def require(condition: bool, reason: type[Refused], message: str) -> None:  # noqa: FBT001
    """Refuse for this reason unless the condition holds."""
    if not condition:
        raise reason(message)
