"""The words in which claims are written: `from audits.claims.prelude import *`."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import ceil, comb, prod
from typing import Any

from audits.claims.vocabulary import chance, eq, exp_high, exp_low, high, le, low, lt, true
from audits.engines.comparisons import Comparison
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
)
from audits.ledger import edited as wrong
from audits.ledger.forms import Item
from audits.ledger.scopes import added, multisets
from reference.data.adjacency import ListedAdjacency, add_remove_one, replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.interval import Interval, exact, exp, ln, sqrt
from reference.exact.rational_function import RationalFunction
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.probability.law import law

Build = Callable[..., Any]
"""What a claim is about, or a wrong variant of it: from its parameters to what is checked."""

Rows = tuple[Any, ...]
"""A database."""

Check = Iterator[Item]
"""What a claim says of a case."""

BOTTOM = Bottom.BOTTOM
ONE, TWO = Fraction(1), Fraction(2)
HALF, QUARTER, TENTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)


def bit_strings(n: int) -> list[Rows]:
    """All databases of n bits, in order."""
    return [*product((0, 1), repeat=n)]


def differing(x: Sequence[object], y: Sequence[object]) -> int:
    """In how many places two sequences of one length differ."""
    return sum(u != v for u, v in zip(x, y, strict=True))


def expectation(found: Dist[Any, Fraction], value: Callable[[Any], Fraction | int]) -> Fraction:
    """E[value(Y)] for Y of a law."""
    return sum((found.probability(y) * value(y) for y in found), Fraction(0))


def binomial_mass(n: int, k: int, p: Fraction) -> Fraction:
    """Pr[Bin(n, p) = k]."""
    return comb(n, k) * p**k * (1 - p) ** (n - k)


__all__ = [
    "BOTTOM",
    "HALF",
    "ONE",
    "QUARTER",
    "TENTH",
    "TWO",
    "WRONG",
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
    "Form",
    "Fraction",
    "Grade",
    "Guarantee",
    "Hashable",
    "Interval",
    "Item",
    "Iterable",
    "Iterator",
    "ListedAdjacency",
    "Mapping",
    "Mechanism",
    "Parts",
    "RationalFunction",
    "Rows",
    "Sequence",
    "above",
    "accurate",
    "add_remove_one",
    "added",
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
    "high",
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
    "pairwise",
    "partial",
    "private",
    "prod",
    "product",
    "replace",
    "replace_one",
    "sized",
    "sqrt",
    "step",
    "true",
    "twice_eps",
    "wrong",
]
