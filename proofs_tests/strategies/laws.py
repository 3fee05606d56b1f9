"""Distributions, pairs of them, and stochastic maps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from proofs_tests.strategies.numbers import POSITIVE, POSITIVE_FUNCTIONS
from reference.exact.rational_function import RationalFunction
from reference.probability.dist import Dist

OUTCOMES = st.integers(0, 3)


def laws(outcomes: st.SearchStrategy[int] = OUTCOMES) -> st.SearchStrategy[Dist[int, Fraction]]:
    """Distributions of numbers."""
    return st.dictionaries(outcomes, POSITIVE, min_size=1, max_size=4).map(
        lambda masses: Dist.weighted(masses.items())
    )


def symbolic_laws() -> st.SearchStrategy[Dist[int, RationalFunction]]:
    """Distributions of functions of r."""
    return st.dictionaries(OUTCOMES, POSITIVE_FUNCTIONS, min_size=1, max_size=3).map(
        lambda masses: Dist.weighted(masses.items())
    )


def kernels() -> st.SearchStrategy[tuple[Dist[int, Fraction], ...]]:
    """Stochastic maps of the outcomes 0 to 3: one law for each."""
    return st.tuples(laws(), laws(), laws(), laws())


Pair: TypeAlias = tuple[Dist[int, Fraction], Dist[int, Fraction]]
PAIRS: st.SearchStrategy[Pair] = st.tuples(laws(), laws())


X = TypeVar("X")


def distributions(
    outcomes: Sequence[X], *, everywhere: bool = False, most: int = 6
) -> st.SearchStrategy[Dist[X, Fraction]]:
    """Distributions on some of the outcomes, or on all of them, with small integer weights.

    The simplest one puts everything on the first outcome, or the same on each.
    """
    if everywhere:
        weights = st.tuples(*[st.integers(1, most)] * len(outcomes))
    else:
        rest = [st.integers(0, most)] * (len(outcomes) - 1)
        weights = st.tuples(st.just(1) | st.integers(0, most), *rest).filter(any)
    return weights.map(
        lambda found: Dist.weighted(
            (x, Fraction(w)) for x, w in zip(outcomes, found, strict=True) if w
        )
    )


def masses(size: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Distributions on so many points."""
    points = range(size)
    return distributions(points).map(lambda law: tuple(map(law.probability, points)))
