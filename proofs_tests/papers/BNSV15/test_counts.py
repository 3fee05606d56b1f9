"""Tails of sums of noise, against the sums themselves."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from audits.claims.bnsv15.laws.counts import some_count_strays, tail
from reference.mechanisms.stream.binary_tree import failure_probability

RATIO = Fraction(1, 3)
CLOSE = Fraction(1, 10**25)


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_tails_of_sums(terms: int) -> None:
    """By convolution of noise up to 60, beyond which little is left."""
    noise = {z: (1 - RATIO) / (1 + RATIO) * RATIO ** abs(z) for z in range(-60, 61)}
    law = {0: Fraction(1)}
    for _ in range(terms):
        longer: dict[int, Fraction] = defaultdict(Fraction)
        for s, mass in law.items():
            for z, more in noise.items():
                longer[s + z] += mass * more
        law = longer
    for least in (1, 2, 7):
        summed = sum(mass for s, mass in law.items() if s >= least)
        assert summed <= tail(terms, least, RATIO) <= summed + CLOSE


def test_the_bound_of_all_counts() -> None:
    """It is one for the tree, and exact for one count."""
    for counts in range(1, 8):
        for error in range(5):
            true = failure_probability(counts, error, RATIO)
            bound = some_count_strays(counts, error, RATIO)
            assert true <= bound
            assert counts > 1 or bound <= true + CLOSE
