"""Plausible mistakes in NumericSparse and noisy counts, refuted with a pair of databases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.impostors.noisy_stumps import LastIsExact, OneNoise, twice_the_loss
from audits.claims.bcmnuw20.impostors.numeric_sparse import VARIANTS, ThresholdKept, of_budget
from audits.claims.standard_mechanisms.every_eps import equal_queries
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import ListedAdjacency
from reference.mechanisms.release.noisy_stumps import NoisyStumps
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

NINTHS = Epsilon(Fraction(2), 9)
EQUAL = equal_queries(5)
EIGHT = ListedAdjacency(((0, 0, 0, 0, 0, 0, 0, -1), (1, 1, 1, 1, 1, 1, 1, -2)), ((0, 1),))
TWO = ListedAdjacency(((-1, 1, 1), (0, 0, 0)), ((0, 1),))


def refuted(mechanism: Any, universe: ListedAdjacency[Any], guarantee: Any) -> bool:  # noqa: ANN401
    """Whether the kernel accepts a refutation."""
    return isinstance(confirmed(audit_privacy(mechanism, universe, guarantee)), Refuted)


@pytest.mark.parametrize(
    "name", [name for name, wrong in VARIANTS.items() if wrong is not ThresholdKept]
)
def test_a_mistake_is_refuted(name: str) -> None:
    """One value is paid for; some mistakes show on five queries, some on eight or three."""
    right = NumericSparse.of_budget(0, 1, NINTHS)
    wrong = of_budget(VARIANTS[name])(0, 1, NINTHS)
    pairs = (EQUAL, EIGHT, TWO)
    assert any(refuted(wrong, universe, right.guarantee) for universe in pairs)
    assert not any(refuted(right, universe, right.guarantee) for universe in pairs)


def test_half_of_the_promise_is_refuted() -> None:
    """Five queries need more than half of eps."""
    right = NumericSparse.of_budget(0, 1, Epsilon(Fraction(3, 2), 18))
    half = Guarantee.pure(Epsilon(Fraction(3, 2), 9))
    assert refuted(right, EQUAL, half)


@pytest.mark.parametrize("wrong", [OneNoise, LastIsExact, twice_the_loss])
def test_wrong_counts_are_refuted(wrong: Any) -> None:  # noqa: ANN401
    """One row: none or both of two attributes, or the one against the other."""
    pair = ListedAdjacency(((0,), (3,), (1,), (2,)), ((0, 1), (2, 3)))
    eps = Epsilon(Fraction(2))
    assert refuted(wrong(2, eps), pair, NoisyStumps(2, eps).guarantee)
    found = audit_privacy(NoisyStumps(2, eps), pair, NoisyStumps(2, eps).guarantee)
    assert isinstance(confirmed(found), Holds)
    assert refuted(NoisyStumps(2, eps), pair, Guarantee.pure(eps))
