"""Plausible mistakes with noise by local sensitivity, each refuted with a pair of neighbours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from audits.claims.vt14.impostors.heavy_tails import WRONG_NOISY_MEDIANS
from audits.claims.vt14.impostors.proposed_bounds import WRONG_DISTANCES
from audits.claims.vt14.impostors.triangles import WRONG_LOCAL
from audits.claims.vt14.section_2_2_3_noisy_bound import answer_of, sensitivity_of
from audits.claims.vt14.section_2_2_local_noise import SMALLER
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Json, Refuted, confirmed
from reference.data.adjacency import Adjacency, ListedAdjacency, replace_one
from reference.data.domain import Domain
from reference.data.graphs import exact_triangles
from reference.mechanisms.sensitivity.local_sensitivity_noise import LocalSensitivityNoise
from reference.mechanisms.sensitivity.median import Median
from reference.mechanisms.sensitivity.noisy_bound import NoisyBoundRelease, TriangleCount
from reference.mechanisms.sensitivity.propose_test_release import (
    ProposeTestRelease,
    distance_to_unstable,
)
from reference.mechanisms.sensitivity.smooth_median import SmoothMedian
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

Rows = tuple[int, ...]
TWO = Epsilon(Fraction(2))


def refutation(mechanism: Any, universe: Adjacency[Any], promised: Guarantee[Any]) -> list[Json]:  # noqa: ANN401
    """The neighbours that refute it, once the kernel has accepted the witness."""
    verdict = confirmed(audit_privacy(mechanism, universe, promised))
    assert isinstance(verdict, Refuted), verdict
    databases = verdict.witness["databases"]
    assert isinstance(databases, list)
    return databases


def holds(mechanism: Any, universe: Adjacency[Any]) -> bool:  # noqa: ANN401
    """Whether it keeps what it promises."""
    return isinstance(confirmed(audit_privacy(mechanism, universe, mechanism.guarantee)), Holds)


def test_noise_by_local_sensitivity_tells_neighbours_apart() -> None:
    """At (0,0) there is none, at (0,1) there is: no eps is enough."""
    noisy = LocalSensitivityNoise(
        SMALLER, lambda d: 2 * int(1 in d), Epsilon(Fraction(2), 2), (-1, 3)
    )
    pair = replace_one((0, 1), 2, ordered=True)
    found = refutation(noisy, pair, Guarantee(Fraction(100), Fraction(0)))
    assert "(0,0)" in found


def test_heavy_tails_do_not_help_without_smoothness() -> None:
    """The smooth median is private; with the local sensitivity for a scale it is not."""
    universe, eps = replace_one(range(4), 3), Epsilon(Fraction(5, 4), 6)
    assert holds(SmoothMedian(Domain.of_size(4), eps), universe)
    wrong = WRONG_NOISY_MEDIANS["scale c LS"](Domain.of_size(4), eps)
    assert refutation(wrong, universe, Guarantee.pure(eps)) == ["(1,1,3)", "(1,1,1)"]


def test_the_distance_to_large_sensitivity_has_to_grow_by_one() -> None:
    """Twice the distance makes the test lose twice as much."""
    universe = replace_one(range(4), 3)
    right = distance_to_unstable(Median(), universe, 1)
    assert holds(ProposeTestRelease(Median(), right, 1, 1, TWO, (0, 3)), universe)
    twice = WRONG_DISTANCES["twice the distance"](Median(), universe, 1)
    wrong = ProposeTestRelease(Median(), twice, 1, 3, TWO, (0, 3))
    assert set(refutation(wrong, universe, wrong.guarantee)) == {"(0,0,1)", "(0,1,3)"}


def test_unstable_databases_must_not_pass() -> None:
    """Where LS is 2 and B = 1, an answer tells (0,0,2) from (0,2,2)."""
    universe = replace_one(range(4), 3)
    more = WRONG_DISTANCES["LS > B + 1"](Median(), universe, 1)
    wrong = ProposeTestRelease(Median(), more, 1, 1, TWO, (0, 3))
    assert set(refutation(wrong, universe, wrong.guarantee)) == {"(0,0,2)", "(0,2,2)"}


def test_a_bound_without_shift_is_too_small() -> None:
    """The states (q, LS) = (0, 1) and (1, 1) are told apart where there is no noise."""
    universe = ListedAdjacency(((0, 1), (1, 1)), ((0, 1),))
    eps = Epsilon(Fraction(6, 5), 6)
    right = NoisyBoundRelease(answer_of, sensitivity_of, 1, 3, eps, (0, 1))
    assert holds(right, universe)
    wrong = NoisyBoundRelease(answer_of, sensitivity_of, 0, 3, eps, (0, 1))
    assert set(refutation(wrong, universe, right.guarantee)) == {"(0,1)", "(1,1)"}


def test_common_neighbours_count_for_vertices_that_are_not_adjacent() -> None:
    """A path of two edges has LS = 1: an edge more makes a triangle."""
    triangles = TriangleCount(1, 3, 1, TWO)
    graphs = triangles.universe(3)
    assert holds(triangles, graphs)
    wrong = NoisyBoundRelease(
        exact_triangles, WRONG_LOCAL["adjacent vertices only"], 1, 3, TWO, (0, 1)
    )
    first, second = refutation(wrong, graphs, Guarantee(Fraction(2), Fraction(1, 6)))
    assert {len(str(first)), len(str(second))} == {
        len("((0,1),(0,2))"),
        len("((0,1),(0,2),(1,2))"),
    }
