"""What the claims about standard mechanisms have in common: all eps at once, small universes."""

from audits.claims.prelude import *

__all__ = ["ANSWERS", "NOISE", "NOTHING", "TAILS", "R", "attained"]
__all__ += ["bits", "either_way", "equal_queries", "every", "exceeded", "far"]
__all__ += ["size_told", "told_apart", "usual_of_rows"]

D = TypeVar("D", bound=Hashable)
X = TypeVar("X", bound=Hashable)


R = RationalFunction.r()
"""e^(eps/parts)."""

NOTHING = RationalFunction.of(0)
ANSWERS = (-1, 0, 1)
NOISE = TwoSidedGeometric(1 / R)
"""Two-sided geometric noise of ratio 1/r."""


def every(parts: int) -> Epsilon[RationalFunction]:
    """Every eps at once, in so many exact parts."""
    return Epsilon.indeterminate(parts)


def bits(rows: int) -> RowAdjacency[int]:
    """The databases of so many bits, one bit replaced."""
    return replace_one((0, 1), rows)


def either_way(
    mechanism: Mechanism[Rows, X, RationalFunction],
    values: Iterable[int],
    rows: int,
    guarantee: Guarantee[RationalFunction],
) -> Iterator[Item]:
    """The same guarantee for a replaced row, and for an added or removed one."""
    listed = tuple(values)
    yield private(mechanism, replace_one(listed, rows), guarantee)
    moved = add_remove_one(listed, rows)
    yield private(mechanism, moved, guarantee, name="added or removed")


@dataclass(frozen=True, slots=True)
class SizeTold:
    """A mechanism that also tells the number of rows."""

    mechanism: Build

    def __call__(self, database: Rows, coins: Coins[RationalFunction], /) -> tuple[object, int]:
        return coins.run(self.mechanism, database), len(database)


def size_told(build: Build) -> Build:
    """What is built in the same way, and also tells the number of rows."""
    return lambda *arguments: SizeTold(build(*arguments))


def equal_queries(n: int, last: int = 1) -> ListedAdjacency[Rows]:
    """Equal answers that move up and, at the end, equal answers that move down; neighbours."""
    pairs = [
        ((x,) * (n - last) + (y,) * last, (x + 1,) * (n - last) + (y - 1,) * last)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
    ]
    vectors = [*dict.fromkeys(vector for both in pairs for vector in both)]
    places = (sorted((vectors.index(first), vectors.index(second))) for first, second in pairs)
    return ListedAdjacency(tuple(vectors), tuple((i, j) for i, j in places))


def attained(
    mechanism: Mechanism[D, X, RationalFunction],
    first: D,
    second: D,
    event: Callable[[X], bool],
    ratio: RationalFunction,
    delta: RationalFunction = NOTHING,
) -> Comparison:
    """Pr[event on the first] = ratio Pr[event on the second] + delta, for every eps.

    With this event no smaller ratio and no smaller delta would do.
    """
    p, q = (law(mechanism, each).probability_that(event) for each in (first, second))
    return eq(f"{first}, {second}", p, ratio * q + delta)


def exceeded(
    mechanism: Mechanism[D, X, RationalFunction],
    first: D,
    second: D,
    event: Callable[[X], bool],
    exp_eps: RationalFunction,
    order: int = 1,
) -> Iterator[Comparison]:
    """Pr[event on the first] > exp_eps Pr[event on the second], for every eps > 0.

    The excess has a zero at r = 1, by whose order it is divided before it is compared with 0.
    """
    p, q = (law(mechanism, each).probability_that(event) for each in (first, second))
    yield le(f"{first}, {second}", exp_eps * q, p)
    yield lt(f"{first}, {second}: excess", NOTHING, (p - exp_eps * q) / (R - 1) ** order)


def told_apart(
    mechanism: Mechanism[D, X, RationalFunction],
    first: D,
    second: D,
    event: Callable[[X], bool],
    order: int = 0,
) -> tuple[Comparison, Comparison]:
    """Pr[event on the first] > 0 = Pr[event on the second], for every eps > 0: no loss is enough.

    Args:
        mechanism: for every eps.
        first: a database.
        second: its neighbour.
        event: what happens on the first only.
        order: of the zero that the probability has at eps = 0, where noise is infinite.
    """
    p, q = (law(mechanism, each).probability_that(event) for each in (first, second))
    return lt(f"{first}", NOTHING, p * (R / (R - 1)) ** order), eq(f"{second}", q, NOTHING)


TAILS: Mapping[str, Callable[[int], RationalFunction]] = {
    "none": lambda t: R**-t,
    "exponential": lambda t: R**-t / 2,
    "one-sided": lambda t: R**-t / (1 + 1 / R),
    "two-sided": lambda t: R**-t * ((t * (R - 1) + 1) * (R + 1) * R + R**3 + R) / (R + 1) ** 3,
}
"""What bounds the chance of a candidate t below the best, for each noise of ratio 1/r: Pr[Z_1 >=
Z_2 + t] for geometric noise, with g = 1/r: g^t ((t (1-g) + g)(1+g) + 1 + g^2) / (1+g)^3 if it is
two-sided."""


def far(gap: int) -> Callable[[Rows, int], bool]:
    """Whether a value of a database occurs less than `gap` times less often than another."""
    return lambda d, y: d.count(y) > max(map(d.count, d)) - gap


def usual_of_rows(build: Build) -> dict[str, Build]:
    """The same, and the one that shows if rows are added or removed."""
    return usual(build) | {"the number of rows is published": size_told(build)}
