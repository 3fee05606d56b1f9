"""Numbers and functions of r, small: shrinking shows the smallest counterexample."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from reference.exact.polynomial import polynomial
from reference.exact.rational_function import RationalFunction

SMALL = st.integers(-6, 6)
FRACTIONS = st.builds(Fraction, st.integers(-12, 12), st.integers(1, 12))
POSITIVE = st.builds(Fraction, st.integers(1, 12), st.integers(1, 12))
PROBABILITIES = st.integers(1, 12).flatmap(
    lambda n: st.builds(Fraction, st.integers(0, n), st.just(n))
)
LOSSES = POSITIVE.map(lambda q: 1 + q)
"""Values of e^eps above 1."""

POLYNOMIALS = st.lists(SMALL, max_size=4).map(polynomial)
RATIONAL_FUNCTIONS = st.builds(RationalFunction, POLYNOMIALS, POLYNOMIALS.filter(bool))
POSITIVE_FUNCTIONS = st.builds(
    RationalFunction,
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(polynomial),
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(polynomial),
)
"""Functions of r that are positive for r >= 1."""
