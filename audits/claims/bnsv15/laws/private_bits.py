"""All private mechanisms with two outcomes on two databases, by their extreme points."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, Score

Chances = tuple[Fraction, Fraction]
"""Pr[1] on the first database and on the second."""


def extreme(guarantee: Guarantee[Fraction]) -> tuple[Chances, ...]:
    """The corners of the set of all (Pr[1], Pr'[1]) that keep a guarantee.

    Its sides are p <= x p' + d, p' <= x p + d, the same for 1 - p and 1 - p', and the unit square.
    """
    x, d = guarantee.exp_eps, guarantee.delta
    middle = (1 - d) / (1 + x)
    one = Fraction(1)
    half = ((0 * one, 0 * one), (0 * one, d), (middle, 1 - middle), (1 - d, one))
    return tuple(dict.fromkeys((*half, *((q, p) for p, q in half), (one, one))))


@dataclass(frozen=True, slots=True)
class Pair:
    """A first mechanism with two outcomes, and a second one for each of them."""

    first: Chances
    second: tuple[Chances, Chances]


Side = tuple[Pair, int]
"""Two mechanisms and one of the two databases."""


def every_pair(first: Guarantee[Fraction], second: Guarantee[Fraction]) -> ListedAdjacency[Side]:
    """All extreme first and second mechanisms; the two databases are neighbours."""
    then = extreme(second)
    pairs = [Pair(one, (y, z)) for one in extreme(first) for y, z in product(then, then)]
    sides = tuple((pair, side) for pair in pairs for side in (0, 1))
    links = tuple((2 * i, 2 * i + 1) for i in range(len(pairs)))
    return ListedAdjacency(sides, links, "extreme mechanisms with two outcomes")


@dataclass(frozen=True, slots=True)
class ThenSecond:
    """M_2(D, M_1(D)): the output of the second mechanism alone."""

    def __call__(self, database: Side, coins: Coins[Fraction], /) -> bool:
        pair, side = database
        z = coins.draw(bernoulli(pair.first[side]))
        return coins.draw(bernoulli(pair.second[z][side]))


def three_databases(chance: Fraction, step: Guarantee[Fraction]) -> Problem[int, int]:
    """Answer 1 on the first of three databases in a row, and 0 on the last.

    The two scores are equal if Pr[1] = `chance` on the last, and twice the step is attained.
    """
    x, d = step.exp_eps, step.delta
    most = x * (x * chance + d) + d
    row = ListedAdjacency((0, 1, 2), ((0, 1), (1, 2)), "three in a row")
    scores = (
        Score("1 on the first", ((0, (1,), Fraction(1)),)),
        Score("0 on the last", ((2, (0,), most / (1 - chance)),)),
    )
    return Problem(f"1 on the first of three, 0 on the last, {chance}", row, (0, 1), scores)
