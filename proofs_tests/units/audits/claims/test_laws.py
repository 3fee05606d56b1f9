"""The claims' own laws: couplings, tails, recognised blocks, worst distributions, first above."""

from collections import defaultdict
from fractions import Fraction
from math import log

import pytest

from audits.claims.bbkn13.laws.exactly import failure, inaccurate
from audits.claims.bbkn13.laws.worst_distributions import (
    Case,
    Failures,
    centre,
    compared,
    pieces,
    worst_on_the_grid,
)
from audits.claims.bcmnuw20.laws.first_above import first_above_with_laplace_noise
from audits.claims.bnsv15.laws.counts import tail
from audits.claims.bnsv15.laws.noisy_blocks import AllRecognised, Recogniser
from audits.claims.bnsv15.laws.rec_prefix import Rows, coupled
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.evidence.verdict import Holds, Refuted, Scope, confirmed
from reference.data.concept import points
from reference.data.domain import Domain
from reference.exact.field import of_r
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.release.threshold_release import BlockPoints, NoisyCuts
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


def test_a_coupling_may_need_an_augmenting_path() -> None:
    """Two halves each; the first choice has to be undone."""
    one: dict[Rows, Fraction] = {(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 2)}
    other: dict[Rows, Fraction] = {(0, 2): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    assert coupled(one, other) == 1
    assert coupled({(0, 0): Fraction(1)}, {(1, 1): Fraction(1)}) == 0


def test_all_recognised_is_a_function_of_the_answers() -> None:
    """It has the probability that the blocks' answers are those for their own targets."""
    eps, targets = Epsilon(Fraction(2)), ((10,), (20, 30))
    cuts, solver = NoisyCuts(1, eps), Recogniser(targets, eps)
    for rows in ((10, 20), (20, 30), (10, 25)):
        answers = law(BlockPoints(cuts, 2, solver), rows)
        assert law(AllRecognised(cuts, solver), rows).probability(True) == answers.probability(
            (1, 3)
        )


RATIO, CLOSE = Fraction(1, 3), Fraction(1, 10**25)


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


QUARTER = Fraction(1, 4)


def _case(size: int, target: int, rows: int) -> Case:
    learner = PointLearner(Domain.of_size(size), Epsilon(Fraction(2), 2))
    return Case("sampler", learner, points(size)[target], size, rows)


def test_a_failure_is_a_mixture_of_failures_at_the_corners() -> None:
    """Half and half of two corners: the mean over which of them each example comes from."""
    case = _case(3, 1, 2)
    failures = Failures(case.learner, case.concept, 2)
    first, second = next(pieces(4, 2, 3))
    is_bad = inaccurate(case.concept, centre((first, second)), QUARTER)
    corners = [
        failures.mixed(pair, is_bad)
        for pair in ((first, first), (first, second), (second, first), (second, second))
    ]
    middle = centre((first, second))
    assert sum(corners) / 4 == failures.mixed((middle, middle), is_bad)
    assert failures.between(first, second, is_bad).at(Fraction(2)) == sum(corners) / 4
    assert sum(corners) / 4 == failure(case.learner, case.concept, middle, 2, is_bad)


def test_the_pieces_fill_the_triangle_and_no_error_is_alpha_inside() -> None:
    """Sixteen pieces of equal size, whose centres have no mass that is a multiple of 1/4."""
    found = list(pieces(4, 3, 4))
    sizes = []
    for a, b, c in found:
        u, v = ([y - x for x, y in zip(a, z, strict=True)] for z in (b, c))
        sizes.append(abs(u[0] * v[1] - u[1] * v[0]))
        assert all((4 * mass).denominator > 1 for mass in centre((a, b, c))[:3])
    assert len(set(found)) == 16
    assert set(sizes) == {Fraction(1, 16)}


def test_a_bound_that_is_too_small_is_refuted() -> None:
    """The same comparisons with 999/1000 of the worst failure on the right."""
    items = list(compared(worst_on_the_grid, _case(3, 1, 2), 2, 4, QUARTER))
    verdict = audit_comparisons(items, "two points", Scope("T=3, m=2"))
    assert isinstance(confirmed(verdict), Holds)
    smaller = [
        Comparison(x.name, x.left, "<=", of_r(x.right) * Fraction(999, 1000)) for x in items
    ]
    verdict = audit_comparisons(smaller, "two points", Scope("T=3, m=2"))
    assert isinstance(confirmed(verdict), Refuted)


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
