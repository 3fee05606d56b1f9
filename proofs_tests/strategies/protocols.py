"""Functions on a few points, masses of points, and protocols with one message."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.strategies.laws import distributions
from reference.data.concept import Values
from reference.data.one_way_protocol import OneWayProtocol


def functions(size: int) -> st.SearchStrategy[Values]:
    """Functions to {0, 1}."""
    return st.tuples(*[st.integers(0, 1)] * size).map(Values)


def masses(size: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Distributions on so many points."""
    return distributions(range(size)).map(
        lambda law: tuple(law.probability(x) for x in range(size))
    )


def public_coins(
    concepts: tuple[Values, ...], size: int
) -> st.SearchStrategy[tuple[tuple[OneWayProtocol, Fraction], ...]]:
    """One or two deterministic protocols, without errors or arbitrary, with any probabilities."""
    without_errors = OneWayProtocol(tuple(range(len(concepts))), concepts)
    arbitrary = st.integers(1, 2).flatmap(
        lambda count: st.builds(
            OneWayProtocol,
            st.tuples(*[st.integers(0, count - 1)] * len(concepts)),
            st.tuples(*[functions(size)] * count),
        )
    )
    weighted = st.tuples(st.just(without_errors) | arbitrary, st.integers(1, 4))
    return st.lists(weighted, min_size=1, max_size=2).map(
        lambda found: tuple((p, Fraction(w, sum(v for _, v in found))) for p, w in found)
    )
