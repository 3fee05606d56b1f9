"""Tables of laws for the tests of the engines."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from audits.evidence.table import LawTable, from_laws
from reference.data.adjacency import Adjacency, ListedAdjacency, all_answers
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.densities import Recorded
from reference.probability.dist import Dist, X
from reference.probability.replay import Laws

Answers: TypeAlias = tuple[int, ...]
Continuous: TypeAlias = Coins[ExponentialFunction]

EPS = Epsilon.continuous(parts=4)
ON_GRID = all_answers((-1, 0, 1), 2)
BIT = ListedAdjacency(((0,), (1,)), ((0, 1),))


def adjacent(laws: Iterable[Dist[X, R]]) -> LawTable[int, X, R]:
    """Databases 0, 1, ... with these laws, each two of which are neighbours."""
    found = tuple(laws)
    names = tuple(range(len(found)))
    return from_laws(ListedAdjacency(names, tuple(combinations(names, 2))), names, found)


def dist(weights: Sequence[int]) -> Dist[int, Fraction]:
    """Outcomes 0, 1, ... with these weights."""
    return Dist.weighted((y, Fraction(w)) for y, w in enumerate(weights) if w)


def weighted(weights: Iterable[Sequence[int]]) -> LawTable[int, int, Fraction]:
    """Neighbours with laws of these weights."""
    return adjacent(map(dist, weights))


def functions(*weights: Sequence[RationalFunction]) -> LawTable[int, int, RationalFunction]:
    """The same with functions of r."""
    return adjacent(Dist.weighted(enumerate(each)) for each in weights)


def response(odds: RationalFunction) -> LawTable[int, int, RationalFunction]:
    """Randomised response with these odds of the truth, which are the e^eps that it needs."""
    one = odds / odds
    return functions((odds, one), (one, odds))


def tabled(
    mechanism: Mechanism[Answers, X, ExponentialFunction], universe: Adjacency[Answers]
) -> LawTable[Answers, X, ExponentialFunction]:
    """The laws on all databases, computed once: the mechanism is known to be pure."""
    laws, databases = Laws[ExponentialFunction](), tuple(universe.databases())
    return from_laws(universe, databases, [laws.of(mechanism, rows) for rows in databases])


def branches(
    mechanism: Callable[[Answers, Continuous], Hashable], universe: Adjacency[Answers]
) -> LawTable[Answers, Hashable, ExponentialFunction]:
    """The same of its branches, where it puts out continuous values."""
    return tabled(Recorded(mechanism), universe)


def pure(multiple: int | Fraction) -> Guarantee[ExponentialFunction]:
    """(multiple eps, 0)."""
    return Guarantee(EPS.exp(multiple), ExponentialFunction.of(0))
