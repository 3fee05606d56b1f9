"""Bad parameters of lecture 1 are named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.domain import Domain
from reference.data.histograms import rows_replaced
from reference.data.queries import LinearQuery
from reference.mechanisms.noise.biased_response import BiasedResponse
from reference.mechanisms.release.random_row import RandomRow
from reference.mechanisms.release.suppressed_counts import SuppressedCounts
from reference.probability.law import law

MEAN: LinearQuery[int] = LinearQuery(Fraction)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: BiasedResponse(Fraction(1)), "bias 1: above 0 and below 1"),
        (lambda: BiasedResponse(Fraction(0)), "bias 0"),
        (lambda: BiasedResponse(Fraction(1, 2)).estimate(()), "at least 1 row"),
        (lambda: RandomRow(Domain.of_size(2), 0), "rows 0: at least 1"),
        (lambda: law(RandomRow(Domain.of_size(2), 2), (1,)), "the mechanism is for 2"),
        (lambda: SuppressedCounts((), -1), "least count -1"),
        (lambda: MEAN(()), "at least one row"),
        (lambda: rows_replaced((1,), ()), "argument 2 is shorter"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """In one line."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()
