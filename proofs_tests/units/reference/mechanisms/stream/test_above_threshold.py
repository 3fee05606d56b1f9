"""AboveThreshold against sums over truncated noise and published values."""

from fractions import Fraction
from itertools import permutations, product

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


def point(ratio: Fraction, z: int) -> Fraction:
    """Pr[Z = z] for two-sided geometric noise."""
    return (1 - ratio) / (1 + ratio) * ratio ** abs(z)


def reaches(ratio: Fraction, gap: int) -> Fraction:
    """Pr[Z >= gap], from point probabilities and symmetry alone."""
    below = sum((point(ratio, z) for z in range(1, gap)), Fraction(0))
    if gap >= 1:
        return (1 - point(ratio, 0)) / 2 - below
    return 1 - reaches(ratio, 1 - gap)


def truncated(
    answers: tuple[int, ...], threshold: int, root: Fraction, most: int
) -> tuple[dict[int | Bottom, Fraction], Fraction]:
    """The law with the noise of the threshold in [-most, most], and the mass left out."""
    found: dict[int | Bottom, Fraction] = {}
    for rho in range(-most, most + 1):
        left = point(root**-2, rho)
        for i, answer in enumerate(answers):
            fires = left * reaches(1 / root, threshold + rho - answer)
            found[i] = found.get(i, Fraction(0)) + fires
            left -= fires
        found[Bottom.BOTTOM] = found.get(Bottom.BOTTOM, Fraction(0)) + left
    return found, 2 * root ** (-2 * (most + 1)) / (1 + root**-2)


@pytest.mark.parametrize("threshold", [-1, 0, 2])
@pytest.mark.parametrize("answers", [(0,), (2, -1), (0, 0, 0), (-3, 4, 1), (1, 0, 2, -1)])
def test_law_lies_between_truncated_sums(answers: tuple[int, ...], threshold: int) -> None:
    """Every probability is a sum over 101 values of the noise, but for less than 2^-100."""
    found = law(AboveThreshold(threshold, TWO), answers)
    sums, missing = truncated(answers, threshold, Fraction(2), 50)
    assert missing < Fraction(1, 2**100)
    assert all(sums[y] <= found.probability(y) <= sums[y] + missing for y in sums)


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


def test_only_the_multiset_of_earlier_answers_matters() -> None:
    """Pr[bottom] is a symmetric function of the answers."""
    mechanism = AboveThreshold(0, EVERY)
    chances = {
        law(mechanism, answers).probability(Bottom.BOTTOM) for answers in permutations((-1, 0, 2))
    }
    assert len(chances) == 1


def test_later_answers_do_not_matter() -> None:
    """It halts at the first positive."""
    mechanism = AboveThreshold(0, EVERY)
    assert law(mechanism, (0, 1, -2)).probability(1) == law(mechanism, (0, 1)).probability(1)


def test_threshold_and_answers_move_together() -> None:
    """Only gaps matter."""
    assert law(AboveThreshold(3, EVERY), (2, 4)) == law(AboveThreshold(0, EVERY), (-1, 1))


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
        (
            2,
            r * (r**4 + r**3 + r**2 + r + 1) / (r**3 + r**2 + 2 * r + 1),
            ((0, 0), (1, -1)),
            1,
        ),
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


def test_no_query_gives_bottom() -> None:
    """There is nothing to find."""
    assert law(AboveThreshold(0, TWO), ()).support == {Bottom.BOTTOM}


def test_it_runs_on_many_queries() -> None:
    """The first of a thousand answers that is clearly above is found."""
    answers = (0,) * 700 + (200,) * 300
    mechanism = AboveThreshold(100, TWO)
    assert {run(mechanism, answers, SeededBits(seed)) for seed in range(5)} == {700}


def test_universe_takes_the_given_answers() -> None:
    """Vectors of the answers named, every one of which moves by at most one."""
    mechanism = AboveThreshold(0, TWO, Domain((0, 1)))
    assert list(mechanism.universe(2).databases()) == list(product((0, 1), repeat=2))
