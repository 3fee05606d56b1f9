"""Numbers of section 2.2 against values that were found another way."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.multiplicative_weights import (
    first_firing,
    letters,
    losses,
    noisy_count,
    one_row_moved,
    uniform,
)
from audits.claims.bcmnuw20.laws.potential import databases, most_updates
from audits.claims.bcmnuw20.laws.weights_constants import (
    Setting,
    noise_fails,
    printed_noise,
    profile,
    pure_noise,
    rows_of_lemma_7,
)
from audits.claims.bcmnuw20.section_2_2_multiplicative_weights import WRONG
from audits.claims.vocabulary import high, low
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.weights import corrected
from reference.probability.law import law

TWO = Fraction(2)
HALF = Fraction(1, 2)
RIGHT = "as it is"
VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_multiplicative_weights.json").read_text(
        "utf-8"
    )
)


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize("case", VECTORS["updates"], ids=str)
def test_the_longest_sequence_of_updates(case: dict[str, Any]) -> None:
    """Sets of states, against a recursion over all databases."""
    rows, radius = case["rows"], case["radius"]

    def answers(truth: Fraction, mean: Fraction) -> set[Fraction]:
        if abs(truth - mean) * rows < radius:
            return set()
        moved = (truth + Fraction(z, rows) for z in range(1 - radius, radius))
        return {min(max(v, Fraction(0)), Fraction(1)) for v in moved}

    longest = max(
        most_updates(corrected, x, Fraction(case["rate"]), answers, 200)
        for x in databases(case["points"], rows)
    )
    assert longest == case["longest"]


def built(name: str, *given: Any) -> Any:  # noqa: ANN401
    """Multiplicative weights, or a wrong variant."""
    right = MultiplicativeWeights
    return (right if name == RIGHT else WRONG[right][name])(*given)


def loss(name: str, word: str, rows: int, threshold: int) -> Fraction:
    """The largest likelihood ratio when one row of eight points is moved, at r = 2."""
    mechanism = built(name, letters(word), uniform(8), Fraction(threshold), 1, *losses(TWO))
    p, q = (law(mechanism, d) for d in one_row_moved(rows).databases())
    ratios = [p.probability(y) / q.probability(y) for y in p]
    worst: Fraction = max(*ratios, *(1 / ratio for ratio in ratios))
    return worst


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize(
    ("name", "word", "rows", "threshold", "ratio"),
    [
        (RIGHT, "AAAB", 4, 0, "9.19"),
        ("no noise on the threshold", "AAAAB", 6, 2, "36.40"),
        ("noise of the tests as small as that of the threshold", "AAAB", 4, 0, "34.74"),
        ("errors twice as sensitive as the noise is made for", "AAAB", 4, 0, "48.07"),
        ("one correction more", "AABB", 4, 0, "13.63"),
    ],
)
def test_losses_on_large_domains(
    name: str, word: str, rows: int, threshold: int, ratio: str
) -> None:
    """32 are promised; the last, a correction more on four queries, does not exceed it."""
    assert round(loss(name, word, rows, threshold), 2) == Fraction(ratio)


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize(
    ("name", "rounds", "count", "distance"),
    [
        ("update by the test that fired", 2, 1, "1742/4725"),
        ("the noise of the threshold kept", 2, 2, "1748704/46139625"),
        ("one noise for both tests", 1, 1, "167/1575"),
        ("every query counts", 2, 1, "29582/188325"),
    ],
)
def test_distances_of_wrong_variants(name: str, rounds: int, count: int, distance: str) -> None:
    """In total variation, one row on two points, the same query again, T = 1/2."""
    laws = [
        law(built(each, letters("A" * rounds), uniform(2), HALF, count, *losses(TWO)), rows)
        for each in (RIGHT, name)
        for rows in ((0,), (1,))
    ]
    found = [
        sum((abs(p.probability(y) - q.probability(y)) for y in {*p, *q}), Fraction(0)) / 2
        for p, q in zip(laws[:2], laws[2:], strict=True)
    ]
    assert Fraction(distance) in found


def test_first_firing_against_sums() -> None:
    """Truncated sums over tau, in floating point."""
    gaps, a, b = (2, -1, 0, 3), Fraction(1, 4), HALF
    wanted = [0.0] * 5
    for tau in range(-60, 61):
        mass = (1 - 0.25) / 1.25 * 0.25 ** abs(tau)
        for j, t in enumerate(gaps):
            z = t + tau
            fires = 0.5**z / 1.5 if z >= 0 else 1 - 0.5 ** (1 - z) / 1.5
            wanted[j] += mass * fires
            mass *= 1 - fires
        wanted[4] += mass
    found = first_firing(gaps, a, b)
    assert sum(found) == 1
    assert list(map(float, found)) == pytest.approx(wanted)
    assert sum(noisy_count(1, 3, HALF)) == 1


@pytest.mark.paper("BCMNUW20")
def test_constants_of_laplace_noise() -> None:
    """In floating point, from the pseudo-code of NumericSparse."""
    s = Setting(16, 8, Fraction(1, 4), Fraction(1, 20), HALF, Fraction(1, 1000))
    c = 4 * log(16) * 16
    spread, length = sqrt(c * log(2000)), log(8) + log(4 * c * 20)
    noise = printed_noise(s)
    share = sqrt(512) / (sqrt(512) + 1) / 2
    assert float(low(noise.threshold_noise)) == pytest.approx(sqrt(32) * spread / share)
    assert float(low(noise.answer_noise)) == pytest.approx(
        sqrt(32) * spread / (1 / (sqrt(512) + 1))
    )
    assert float(high(noise.threshold)) == pytest.approx(
        (2 + 32 * sqrt(2)) * spread * length / 0.5
    )
    tails = (
        c * exp(-float(low(noise.threshold / 4 / noise.threshold_noise)))
        + 16 * exp(-float(low(noise.threshold / 4 / noise.test_noise)))
        + c * exp(-float(low(noise.threshold / 2 / noise.answer_noise)))
    )
    assert float(low(noise_fails(s, noise))) == pytest.approx(tails)
    assert tails > 1 / 20
    pure = pure_noise(s)
    assert float(low(pure.answer_noise)) == pytest.approx(9 * c * 2)
    rows = 200 * sqrt(log(16) * log(2000)) * (log(8) + log(128 * log(16) * 320)) * 32
    assert float(low(rows_of_lemma_7(s, Fraction(1, 4)))) == pytest.approx(rows)


def test_the_profile_is_a_sum_over_signs() -> None:
    """Odds 81 : 1 and 3 : 1, the ratios 243 and 27 with 243/328 and 81/328, and their inverses."""
    assert [profile(1, Fraction(3), Fraction(x)) for x in (1, 81, 243)] == [
        Fraction(320, 328),
        Fraction(162, 328),
        Fraction(0),
    ]
