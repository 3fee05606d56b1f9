"""Numbers in the claims on section 3.2 and Appendix B, and what the text leaves open."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audits.claims.bnsv15.laws.hard_distribution import FAMILIES, stated_bound
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.order import interior_point_average
from audits.engines.overclaims import contradiction, pairs_of_hidden_row, pairs_of_known_row
from reference.data.domain import Domain
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingCode,
    Goal,
    best_pirate,
)
from reference.lower_bounds.success_recurrence import success_bound
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon

VECTORS = Path(__file__).parents[2] / "vectors" / "bnsv15_hard_distribution.json"
OPTIMA: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["optima"]


def test_one_step_needs_more_than_the_bound_grows() -> None:
    """b(n) = 1/delta(n), r = 5/4, n = 1: 9/800 < 3/100; P'_n, which is proved, stays below P_n."""
    root = Fraction(5, 4)
    deltas = [FAMILIES["1/(50 n^2)"](n) for n in (1, 2)]
    grows = stated_bound(root, deltas) - stated_bound(root, deltas[:1])
    needed = root * deltas[0] + deltas[1]
    assert (grows, needed) == (Fraction(9, 800), Fraction(3, 100))
    base = int(1 / deltas[0])
    assert success_bound(root, deltas, [base]) <= stated_bound(root, deltas)
    slack = root * deltas[0] / (1 + root) + root * deltas[1]
    assert stated_bound(root, deltas) - success_bound(root, deltas, [base]) == slack


def test_a_base_of_two_bounds_nothing() -> None:
    """(r + delta)/(1 + r) + r/2 + delta >= 1 for every r >= 1."""
    assert success_bound(Fraction(1), [Fraction(0)] * 2, [2]) == 1


@pytest.mark.parametrize("case", OPTIMA, ids=str)
def test_best_mechanisms(case: dict[str, Any]) -> None:
    """Those of one row and of two, with and without delta."""
    problem = interior_point_average(case["base"], case["rows"])
    found = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert found.value == Fraction(case["optimum"])


@pytest.mark.parametrize(
    ("base", "rows", "words"), [(9, 2, "from 2 to 8"), (1, 1, "from 2 to 8"), (2, 3, "1 or 2")]
)
def test_averages_that_are_not_solved_are_refused(base: int, rows: int, words: str) -> None:
    """With what is allowed."""
    with pytest.raises(ValueError, match=words):
        interior_point_average(base, rows)


def test_modest_claims_are_no_contradiction() -> None:
    """The exponential mechanism keeps what it says."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(16), Epsilon(Fraction(9, 8), 2))
    assert contradiction(mechanism, 4, mechanism.eps.exp(), Fraction(0)) is None


def test_pairs_of_the_proof_are_neighbours() -> None:
    """One row differs; where it is x_0, in the first digit that x_1 does not know for sure."""
    for base in (2, 3):
        hidden, known = list(pairs_of_hidden_row(base)), list(pairs_of_known_row(base))
        one, square = base - 1, base**2
        assert len(hidden) == square * (base * one * square + one * base)
        assert len(known) == 2 * square * base * (square - 1)
        for first, second in (*hidden, *known):
            assert sum(a != b for a, b in zip(first, second, strict=True)) == 1


@pytest.mark.parametrize(
    ("bases", "escape"),
    [((2, 3), "1/6"), ((2, 2), "1/4"), ((3, 2), "1/3"), ((1, 3), "0"), ((1, 2, 2), "0")],
)
def test_chance_costs_completeness(bases: tuple[int, ...], escape: str) -> None:
    """M with digits that agree by chance: not if one user has one word."""
    code = FingerprintingCode(bases, by_chance=True)
    assert best_pirate(code, code.users, Goal.ESCAPE).chance == Fraction(escape)


@pytest.mark.parametrize("base", [2, 4, 8])
def test_one_word_for_one_user_is_not_sound(base: int) -> None:
    """User 2 alone has user 1 accused, whatever the base."""
    code = FingerprintingCode((1, base), by_chance=True)
    assert best_pirate(code, (2,), Goal.FRAME).chance == 1
    assert best_pirate(code, (2,), Goal.FRAME_FEASIBLY).chance == Fraction(1, base)
