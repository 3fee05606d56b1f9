"""Numbers of the claims about stream algorithms, composition and noisy counts."""

import json
from fractions import Fraction
from math import comb, exp, log, log1p, sqrt
from pathlib import Path
from typing import TypedDict

import pytest

from audits.claims.bcmnuw20.laws.first_above import first_above, first_above_with_laplace_noise
from audits.claims.bcmnuw20.section_2_2_sparse_vector import four_silent_tests
from audits.claims.bcmnuw20.section_2_2_sparse_vector_accuracy import numeric_error
from audits.claims.bcmnuw20.section_3_sizes_of_theorem_10 import near_one, sizes_of_theorem_10
from audits.claims.bcmnuw20.section_4_noisy_stumps import failing, profile
from reference.data.adjacency import replace_one
from reference.exact.interval import ln
from reference.mechanisms.release.noisy_stumps import NoisyStumps, loss_of_a_count
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.numeric_sparse import Scales, sparse_scale
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_stream.json").read_text("utf-8")
)


class Delta(TypedDict):
    """A point of the privacy curve of p counts."""

    root: str
    attributes: int
    multiple: int
    delta: str


STUMPS: list[Delta] = VECTORS["stumps"]


def responses(loss: float, count: int, eps: float) -> float:
    """The delta of so many randomized responses, in floating point."""
    losses = [(loss * (2 * i - count), i) for i in range(count + 1)]
    terms = (
        comb(count, i) * exp(loss * i) / (1 + exp(loss)) ** count * (1 - exp(eps - here))
        for here, i in losses
        if here > eps
    )
    return sum(terms)


@pytest.mark.parametrize("case", STUMPS)
def test_profile_of_noisy_counts(case: Delta) -> None:
    """The closed form is the sum over all outcomes, and so is the mechanism."""
    root, p, j = Fraction(case["root"]), case["attributes"], case["multiple"]
    assert profile(p, j).at(root) == Fraction(case["delta"])
    mechanism = NoisyStumps(p, Epsilon(root))
    databases = list(replace_one(range(1 << p), 1).databases())
    laws = [law(mechanism, d) for d in databases]
    worst = max(hockey_stick(a, b, root**j) for a in laws for b in laws)
    assert worst == Fraction(case["delta"])


def test_first_positions_by_hand() -> None:
    """Two counts of two rows, b = 1/2: 62/17 is the ratio for the second count."""
    half = Fraction(1, 2)
    p, q = (first_above(gaps, half**2, half)[1] for gaps in ([0, 0], [-1, 1]))
    assert p / q == Fraction(62, 17)
    found = law(AboveThreshold(1, Epsilon(Fraction(2), 4)), (1, 1))
    assert found.probability(1) == p


def test_laplace_noise_by_a_sum() -> None:
    """The midpoint rule on a fine grid, in floating point."""
    gaps, s, steps, reach = (1, -1, 0), 1.5, 40000, 60.0
    width = 2 * reach / steps
    found = [0.0] * 4
    for k in range(steps):
        z = -reach + (k + 0.5) * width
        left = width * log(s) * s ** (-2 * abs(z))
        for i, gap in enumerate(gaps):
            x = gap + z
            fires = left * (s**-x / 2 if x >= 0 else 1 - s**x / 2)
            found[i], left = found[i] + fires, left - fires
        found[3] += left
    exact = first_above_with_laplace_noise(gaps, Fraction(3, 2))
    for here, there in zip(exact, found, strict=True):
        assert abs(float(here.value(Fraction(3, 2)).enclosure()[0]) - there) < 1e-5
    one = first_above_with_laplace_noise((2,), Fraction(2))[0]  # (4 s^-2 - s^-4) / 6
    assert (one.rational, one.logs) == (Fraction(15, 96), Fraction(0))


@pytest.mark.parametrize("count", [1, 4, 16, 64])
@pytest.mark.parametrize("delta", [1e-6, 0.01, 0.5])
def test_corollary_3_21_in_floating_point(count: int, delta: float) -> None:
    """The share of the budget is enough; sqrt(c ln(1/delta)) for sqrt(8c ln(1/delta)) is not."""
    share = 1 / sqrt(8 * count * log(1 / delta))
    assert responses(share, count, 1.0) <= delta
    exact = loss_of_a_count(count, Fraction(1), Fraction(delta).limit_denominator(10**6))
    assert abs(float(exact.enclosure()[0]) - share) < 1e-9
    if (count, delta) == (16, 1e-6):
        assert 1.8e-6 < responses(1 / sqrt(count * log(1 / delta)), count, 1.0) < 2e-6


def test_corollary_3_21_needs_a_small_delta() -> None:
    """One response, eps' = 1, delta' = 999/1000."""
    loss = 1 / sqrt(8 * log(1000 / 999))
    assert responses(loss, 1, 1.0) > 0.999


def test_error_of_the_answers() -> None:
    """The error as printed is L / sqrt(8) scales of the noise of the answer, for delta > 0."""
    for delta in (Fraction(1, 10**6), Fraction(1, 100)):
        logs = ln(16)
        scales = Scales.of_budget(Fraction(1), delta, 1)
        part = numeric_error(Fraction(1), delta, 1, logs) / scales.answers
        assert abs(float(part.enclosure()[0]) - log(16) / sqrt(8)) < 1e-9
    assert 0.37 < exp(-log(16) / sqrt(8)) < 0.38


def test_failing_by_all_databases() -> None:
    """Six fair bits, noise of ratio 1/4, summed up to 60."""
    n, error = 6, Fraction(1, 4)
    expected = Fraction(0)
    for k in range(n + 1):
        for z in range(-60, 61):
            shown = min(max(k + z, 0), n)
            if abs(Fraction(shown, n) - Fraction(1, 2)) > error:
                chance = Fraction(3, 5) * Fraction(1, 4) ** abs(z)
                expected += Fraction(comb(n, k), 2**n) * chance
    found = failing(n, error, 2**12 // 4)
    assert 0 <= found - expected < Fraction(1, 2**100)


def below(x: float, scale: float) -> float:
    """Pr[Lap(scale) < x]."""
    return exp(x / scale) / 2 if x < 0 else 1 - exp(-x / scale) / 2


def found_last(answers: tuple[int, ...], s_1: float) -> float:
    """All but the last of the answers are below 1/2, and it is above; a sum over thresholds."""
    steps, total = 40_000, 0.0
    width = 40 * s_1 / steps
    for i in range(steps):
        u = -20 * s_1 + (i + 0.5) * width
        chance = width * exp(-abs(u) / s_1) / (2 * s_1)
        for f in answers[:-1]:
            chance *= below(0.5 + u - f, 2 * s_1)
        total += chance * (1 - below(0.5 + u - answers[-1], 2 * s_1))
    return total


@pytest.mark.parametrize("s", [Fraction(3, 2), Fraction(4), Fraction(1024)])
def test_four_silent_tests_and_one_that_finds(s: Fraction) -> None:
    """The exact law with noise on half units is a sum over the threshold, one by one."""
    s_1 = 1 / (4 * log(s))
    for answers, gaps in (
        ((0, 0, 0, 0, 1), (1, 1, 1, 1, -1)),
        ((1, 1, 1, 1, 0), (-1, -1, -1, -1, 1)),
    ):
        found = first_above_with_laplace_noise(gaps, s)[4].value(s).enclosure()[0]
        assert float(found) == pytest.approx(found_last(answers, s_1), rel=1e-4)


def test_a_budget_that_is_too_large_for_sparse() -> None:
    """For c = 64, delta = 1/2, eps = 1044 an event of one database needs more than 1/2."""
    count, s = 64, 1024
    eps = 4 * log(s) * sqrt(32 * count * log(2))
    assert 1044 < eps < 1045
    p, q = (found_last(a, 1 / (4 * log(s))) for a in ((0, 0, 0, 0, 1), (1, 1, 1, 1, 0)))
    assert p**count > 0.75
    assert eps + count * log(q) < -600
    case = (Fraction(s), count, Fraction(1, 2))
    (found,) = four_silent_tests(case, sparse_scale(1, Fraction(1, 2), count))
    assert isinstance(found.left, Fraction)
    assert float(found.left) == pytest.approx(p**count, rel=1e-3)


@pytest.mark.parametrize("constant", [1, 371, 10**6])
def test_rows_of_theorem_10_near_one(constant: int) -> None:
    """In floating point: fewer rows in all than -ln(3/4)/alpha^2 of which one is private."""
    alpha, delta = near_one(constant)
    n, m = sizes_of_theorem_10(1, 1, alpha, Fraction(1, 4), Fraction(1, 2), delta, constant)
    both = log(1 / alpha) + log(4)
    assert float(m.enclosure()[0]) == pytest.approx(constant * both / alpha)
    expected = constant * both**1.5 * sqrt(1 - delta) * 2 / float(alpha) ** 2
    assert float(n.enclosure(bits=200)[0]) == pytest.approx(expected, rel=1e-3)
    assert float(m.enclosure()[1]) + 2 < log(3 / 4) / log1p(-(float(alpha) ** 2))
