"""The words in which claims are written: `from audits.claims.prelude import *`."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import ceil, comb, prod
from operator import itemgetter
from typing import Any, Generic, TypeVar

from audits.claims.vocabulary import chance, eq, exp_high, exp_low, high, le, low, lt, true
from audits.engines.comparisons import Comparison
from audits.engines.optimum.problem import Problem, Score
from audits.ledger import (
    WRONG,
    Erratum,
    Form,
    Grade,
    Parts,
    above,
    accurate,
    between,
    blind,
    box,
    claim,
    drawn,
    exactly,
    exactly_between,
    given,
    not_finitely_checkable,
    optimal,
    over,
    private,
    sized,
    step,
    twice_eps,
    wrong,
)
from audits.ledger.forms import Item
from audits.ledger.scopes import added, multisets
from reference.data.adjacency import (
    ListedAdjacency,
    RowAdjacency,
    add_remove_one,
    all_answers,
    replace_one,
)
from reference.data.bottom import Bottom
from reference.data.concept import (
    Hypothesis,
    LabelledExample,
    PointFunction,
    Values,
    all_functions,
    grid_distributions,
    intervals,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.dimensions import vc_dimension
from reference.data.domain import Domain
from reference.exact.field import R
from reference.exact.interval import Interval, exact, exp, ln, sqrt
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.release.weights import PointWeights
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law

Build = Callable[..., Any]
"""What a claim is about, or a wrong variant of it: from its parameters to what is checked."""

Rows = tuple[Any, ...]
"""A database."""

Check = Iterator[Item]
"""What a claim says of a case."""

D = TypeVar("D", bound=Hashable)

BOTTOM = Bottom.BOTTOM
ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
HALF, THIRD, QUARTER, EIGHTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 8)
TENTH, HUNDREDTH, MILLIONTH = Fraction(1, 10), Fraction(1, 100), Fraction(1, 10**6)


def bit_strings(n: int) -> list[Rows]:
    """All databases of n bits, in order."""
    return [*product((0, 1), repeat=n)]


def differing(x: Sequence[object], y: Sequence[object]) -> int:
    """In how many places two sequences of one length differ."""
    return sum(u != v for u, v in zip(x, y, strict=True))


def expectation(found: Dist[Any, Fraction], value: Callable[[Any], Fraction | int]) -> Fraction:
    """E[value(Y)] for Y of a law."""
    return sum((found.probability(y) * value(y) for y in found), Fraction(0))


def pure(exp_eps: R) -> Guarantee[R]:
    """(eps, 0)-privacy."""
    return Guarantee(exp_eps, exp_eps - exp_eps)


def pair(first: D, second: D) -> ListedAdjacency[D]:
    """Two neighbours, and nothing else."""
    return ListedAdjacency((first, second), ((0, 1),))


def these(databases: Iterable[D]) -> ListedAdjacency[D]:
    """Databases of which none are neighbours: what a claim of accuracy ranges over."""
    return ListedAdjacency(tuple(databases), ())


def sees_zeros(build: Build) -> Build:
    """What is built in the same way, and is blind to the rows."""
    return blind(build, lambda rows: (0,) * len(rows))


def usual(build: Build) -> dict[str, Build]:
    """The mistakes that can be made in any mechanism: twice the eps, and blindness."""
    return {"twice the eps": twice_eps(build), "sees zeros, whatever the rows": sees_zeros(build)}


def binomial_mass(n: int, k: int, p: Fraction) -> Fraction:
    """Pr[Bin(n, p) = k]."""
    return comb(n, k) * p**k * (1 - p) ** (n - k)


__all__ = [
    "BOTTOM",
    "EIGHTH",
    "HALF",
    "HUNDREDTH",
    "MILLIONTH",
    "ONE",
    "QUARTER",
    "TENTH",
    "THIRD",
    "TWO",
    "WRONG",
    "ZERO",
    "Any",
    "Bottom",
    "Build",
    "Callable",
    "Check",
    "Coins",
    "Comparison",
    "Counter",
    "Database",
    "Dist",
    "Domain",
    "Epsilon",
    "Erratum",
    "ExponentialInteriorPoint",
    "Form",
    "Fraction",
    "Generic",
    "Grade",
    "Guarantee",
    "Hashable",
    "Hypothesis",
    "Interval",
    "Item",
    "Iterable",
    "Iterator",
    "LabelledExample",
    "ListedAdjacency",
    "Mapping",
    "Mechanism",
    "NoisyInteger",
    "OnSample",
    "Parts",
    "PointFunction",
    "PointWeights",
    "Problem",
    "RandomizedResponse",
    "RationalFunction",
    "RowAdjacency",
    "Rows",
    "Score",
    "Sequence",
    "TwoSidedGeometric",
    "TypeVar",
    "Values",
    "above",
    "accurate",
    "add_remove_one",
    "added",
    "all_answers",
    "all_functions",
    "bernoulli",
    "between",
    "binomial_mass",
    "bit_strings",
    "blind",
    "box",
    "cache",
    "ceil",
    "chance",
    "claim",
    "comb",
    "combinations",
    "combinations_with_replacement",
    "dataclass",
    "defaultdict",
    "differing",
    "drawn",
    "eq",
    "exact",
    "exactly",
    "exactly_between",
    "exp",
    "exp_high",
    "exp_low",
    "expectation",
    "given",
    "grid_distributions",
    "high",
    "intervals",
    "is_interior_point",
    "itemgetter",
    "labelled_examples",
    "law",
    "le",
    "ln",
    "low",
    "lt",
    "multisets",
    "not_finitely_checkable",
    "optimal",
    "over",
    "override",
    "pair",
    "pairwise",
    "partial",
    "permutations",
    "private",
    "prod",
    "product",
    "pure",
    "replace",
    "replace_one",
    "sees_zeros",
    "sized",
    "sqrt",
    "step",
    "these",
    "true",
    "twice_eps",
    "usual",
    "vc_dimension",
    "wrong",
]
