"""An instance of a mechanism, what it is to promise, and the databases of its audit."""

from math import isqrt

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import ANSWERS, NOTHING, R, bits
from reference.data.adjacency import Adjacency, one_answer

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Declared:
    """A case of the claim about declared guarantees."""

    mechanism: Any
    """Small enough that its laws on all databases of the case are listed in a second."""

    promise: Guarantee[Any]
    """What its claim of privacy states, written down without the mechanism."""

    universe: Adjacency[Any] | None = None
    """What `universe(rows)` is to be, written down without the mechanism; None: it has none."""

    rows: int = 2

    few: Adjacency[Any] | None = None
    """Neighbours beside those of the universe, on which more than half of the promise is used."""

    listed: bool = True
    """Whether the promise is audited on the whole universe, besides the few."""

    broken: bool = False
    """Whether the mechanism is a variant that is known not to keep its promise."""

    keeps_half_of_eps: str = ""
    """Why half of the promised eps is not refuted on these databases; empty: it is."""

    keeps_half_of_delta: str = ""
    """The same of delta."""

    @property
    def audited(self) -> tuple[Adjacency[Any], ...]:
        """The databases on which the promise is audited."""
        return tuple(each for each in (self.universe if self.listed else None, self.few) if each)


UNIT, TWO_EPS, THREE, FOUR = map(Domain.of_size, (1, 2, 3, 4))
BITS = bits(2)
MOVED = all_answers(ANSWERS, 2)
ONE_MOVED = one_answer(ANSWERS, 2)
REPLACED = replace_one(range(3), 2)

NOTHING_LOST = pure(Fraction(1))


def at(exp_eps: Any, delta: Any = NOTHING) -> Guarantee[Any]:
    """(eps, delta), for every eps."""
    return Guarantee(exp_eps, delta)


def number(exp_eps: Fraction | int, delta: Fraction | int = 0) -> Guarantee[Fraction]:
    """(eps, delta), at one eps."""
    return Guarantee(Fraction(exp_eps), Fraction(delta))


def blocks(*counts: tuple[int, int]) -> tuple[int, ...]:
    """So many rows of each value."""
    return tuple(value for value, count in counts for _ in range(count))


def pairs(*databases: D) -> ListedAdjacency[D]:
    """Every second database is a neighbour of the one before it."""
    places = range(0, len(databases), 2)
    return ListedAdjacency(databases, tuple((i, i + 1) for i in places))


FAR = pairs((0, 0, 1, 0, 0, 1), (1, 1, 0, 1, 1, 0))
"""Vectors of answers."""


def root_above(value: Fraction) -> Fraction:
    """A number that is at least the square root, and exactly that of a square."""
    p, q = value.numerator, value.denominator
    if isqrt(p) ** 2 == p and isqrt(q) ** 2 == q:
        return Fraction(isqrt(p), isqrt(q))
    return Fraction(isqrt(p * 4**40 // q) + 1, 2**40)


DELTA = Fraction(1, 10) + NOTHING
ONCE = 1 + THIRD * (R - 1)
"""e^eps of a sample of one of three rows."""
