"""What the claims about continuous noise have in common: every eps > 0 at once."""

from audits.claims.prelude import *
from audits.ledger import stream_loses, stream_private
from reference.exact.exponential_function import ExponentialFunction

D = TypeVar("D", bound=Hashable)
X = TypeVar("X", bound=Hashable)

R = ExponentialFunction.r()
"""e^u."""

U = ExponentialFunction.u()
"""eps/parts."""

NOTHING = 0 * R


def every_unit(parts: int) -> Epsilon[ExponentialFunction]:
    """Every eps > 0 at once, u = eps/parts."""
    return Epsilon.continuous(parts)


def loses_just(stream: object, loss: Fraction | int, adjacency: str = "all") -> Iterator[Item]:
    """The loss for every number of real answers, and no less; on integers at most that."""
    yield stream_private(stream, loss, adjacency=adjacency, integers=True)
    yield stream_loses(stream, loss, adjacency=adjacency)


def exactly_lost(
    mechanism: Mechanism[D, X, ExponentialFunction],
    first: D,
    second: D,
    event: X,
    ratio: ExponentialFunction,
) -> Iterator[Item]:
    """Pr[event on the first] = ratio Pr[event on the second]; no event loses more on the pair."""
    p, q = (law(mechanism, each).probability(event) for each in (first, second))
    yield private(mechanism, pair(first, second), pure(ratio), name=f"{first}, {second}")
    yield eq(f"{first}, {second}: {event}", p, ratio * q)


def exceeded(
    mechanism: Mechanism[D, X, ExponentialFunction],
    first: D,
    second: D,
    event: Callable[[X], bool],
    exp_eps: ExponentialFunction,
) -> Comparison:
    """Pr[event on the first] > exp_eps Pr[event on the second], for every eps > 0."""
    p, q = (law(mechanism, each).probability_that(event) for each in (first, second))
    return lt(f"{first}, {second}", exp_eps * q, p)


def told_apart(
    mechanism: Mechanism[D, X, ExponentialFunction],
    first: D,
    second: D,
    event: Callable[[X], bool],
) -> tuple[Comparison, Comparison]:
    """Pr[event on the first] > 0 = Pr[event on the second], for every eps > 0."""
    p, q = (law(mechanism, each).probability_that(event) for each in (first, second))
    return lt(f"{first}", NOTHING, p), eq(f"{second}", q, NOTHING)
