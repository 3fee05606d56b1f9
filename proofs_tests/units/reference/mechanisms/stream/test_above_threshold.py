"""AboveThreshold: numbers by hand and published ones, and losses for every eps."""

from fractions import Fraction
from itertools import product

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, confirmed
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

TWO = Epsilon(Fraction(2), parts=4)
EVERY = Epsilon.indeterminate(parts=4)
r = RationalFunction.r()


@pytest.mark.parametrize(
    ("gap", "missed"),
    [
        (1, Fraction(1, 5)),
        (2, Fraction(29, 280)),
        (4, Fraction(17, 640)),
        (8, Fraction(1919, 1146880)),
    ],
)
def test_an_answer_above_the_threshold_is_missed(gap: int, missed: Fraction) -> None:
    """Pr[rho - nu > gap], by hand for e^(eps/4) = 2."""
    assert law(AboveThreshold(0, TWO), (gap,)).probability(Bottom.BOTTOM) == missed


def test_loss_on_two_counts() -> None:
    """Two rows, the counts of ones and of zeros, threshold 1: the largest ratio is 62/17."""
    mechanism = AboveThreshold(1, TWO)
    universe = replace_one((0, 1), 2)
    laws = [law(mechanism, (sum(d), 2 - sum(d))) for d in universe.databases()]
    ratios = [
        max_divergence(laws[i], laws[j])
        for a, b in universe.index_pairs()
        for i, j in ((a, b), (b, a))
    ]
    assert Fraction(62, 17) in ratios
    assert all(isinstance(x, Fraction) and x <= Fraction(62, 17) for x in ratios)


@pytest.mark.parametrize("queries", [1, 2, 3, 4])
def test_it_is_private_for_every_eps(queries: int) -> None:
    """(eps, 0) on all vectors of answers -1, 0, 1, with a certificate that the kernel accepts."""
    mechanism = AboveThreshold(0, EVERY)
    verdict = audit_privacy(mechanism, mechanism.universe(queries), mechanism.guarantee)
    assert isinstance(confirmed(verdict), Holds)


@pytest.mark.parametrize(
    ("queries", "loss", "pair", "output"),
    [
        (1, (r**3 + r**2 + 1) / (r**2 + r + 1), ((0,), (1,)), Bottom.BOTTOM),
        (2, r * (r**4 + r**3 + r**2 + r + 1) / (r**3 + r**2 + 2 * r + 1), ((0, 0), (1, -1)), 1),
    ],
)
def test_loss_for_every_eps(
    queries: int,
    loss: RationalFunction,
    pair: tuple[tuple[int, ...], tuple[int, ...]],
    output: int | Bottom,
) -> None:
    """The greatest likelihood ratio as a function of r: it is attained and never exceeded."""
    mechanism = AboveThreshold(0, EVERY)
    first, second = (law(mechanism, answers).probability(output) for answers in pair)
    assert first == loss * second
    verdict = audit_privacy(mechanism, mechanism.universe(queries), Guarantee(loss, 0 * loss))
    assert isinstance(confirmed(verdict), Holds)


def test_the_constant_is_best_possible() -> None:
    """With many queries below the threshold the loss comes close to eps and stays below."""
    mechanism = AboveThreshold(0, TWO)
    ratios = [
        law(mechanism, (0,) * n).probability(n - 1)
        / law(mechanism, (1,) * (n - 1) + (-1,)).probability(n - 1)
        for n in range(1, 11)
    ]
    assert ratios == sorted(ratios)
    assert Fraction(1599, 100) < ratios[-1] < 16


def test_half_of_eps_must_be_exact() -> None:
    """The noise of the answers has the ratio e^(-eps/4)."""
    with pytest.raises(InexactExponentError, match="parts must be a multiple of 4"):
        law(AboveThreshold(0, Epsilon(Fraction(2), parts=2)), (0,))


def test_it_runs_on_many_queries() -> None:
    """The first of a thousand answers that is clearly above is found."""
    answers = (0,) * 700 + (200,) * 300
    mechanism = AboveThreshold(100, TWO)
    assert {run(mechanism, answers, SeededBits(seed)) for seed in range(5)} == {700}


def test_universe_takes_the_given_answers() -> None:
    """Vectors of the answers named, every one of which moves by at most one."""
    mechanism = AboveThreshold(0, TWO, Domain((0, 1)))
    assert list(mechanism.universe(2).databases()) == list(product((0, 1), repeat=2))
