"""The published variants of noisy max, against products of distribution functions."""

from fractions import Fraction
from itertools import product

import pytest

from audits.engines.point import audit_finite_loss
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted, confirmed
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

EVERY = Epsilon.indeterminate(2)
THREE = Epsilon(Fraction(3), 2)
r = RationalFunction.r()


def is_private(
    mechanism: NoisyMax1[RationalFunction]
    | NoisyMax2[RationalFunction]
    | NoisyMax3[RationalFunction],
    queries: int,
    loss: RationalFunction,
) -> bool:
    """Whether loss bounds the likelihood ratios for every eps, by an accepted certificate."""
    bound = Guarantee(loss, 0 * loss)
    verdict = confirmed(audit_privacy(mechanism, mechanism.universe(queries), bound))
    assert isinstance(verdict, Holds | Refuted), verdict
    return isinstance(verdict, Holds)


@pytest.mark.parametrize("answers", list(product((-1, 0, 2), repeat=2)))
def test_greatest_of_two(answers: tuple[int, int]) -> None:
    """Pr[max <= v] is the product of Pr[f + Z <= v], summed here point by point from below."""
    g, most = Fraction(1, 3), 60

    def at_most(z: int, one_sided: bool) -> Fraction:
        points = range(0 if one_sided else -most, z + 1)
        front = (1 - g) if one_sided else (1 - g) / (1 + g)
        return sum((front * g ** abs(k) for k in points), Fraction(0))

    for mechanism, one_sided in (
        (NoisyMax3(THREE, low=-2, high=3), False),
        (NoisyMax4(THREE, low=-2, high=3), True),
    ):
        found = law(mechanism, answers)
        for v in range(-2, 3):
            a, b = answers
            expected = at_most(v - a, one_sided) * at_most(v - b, one_sided)
            gap = sum(found.probability(y) for y in range(-2, v + 1)) - expected
            assert 0 <= gap <= 2 * g ** (most - 4)
            assert not one_sided or gap == 0


@pytest.mark.parametrize("queries", [1, 2, 3])
def test_the_place_is_private(queries: int) -> None:
    """Variants 1 and 2 lose at most eps, for every eps."""
    assert is_private(NoisyMax1(EVERY), queries, r**2)
    assert is_private(NoisyMax2(EVERY), queries, r**2)


def test_loss_of_the_place_of_the_greater_of_two() -> None:
    """Variant 1 is loose on two answers, variant 2 is not."""
    loss = r**2 * (2 * r**2 + r + 1) / (4 * r**2 + r - 1)
    one, two = NoisyMax1(EVERY), NoisyMax2(EVERY)
    first, second = (law(one, pair).probability(1) for pair in ((0, 0), (1, -1)))
    assert first == loss * second
    assert is_private(one, 2, loss)
    first, second = (law(two, pair).probability(1) for pair in ((-1, 0), (0, -1)))
    assert first == r**2 * second


def test_answers_far_apart_stay_private() -> None:
    """Nine values for each of two answers."""
    wide = Domain(tuple(range(-4, 5)))
    assert is_private(NoisyMax1(EVERY, wide), 2, r**2)
    assert is_private(NoisyMax2(EVERY, wide), 2, r**2)


@pytest.mark.parametrize("queries", [1, 2, 3, 4])
def test_the_value_loses_half_eps_for_each_answer(queries: int) -> None:
    """Variant 3 loses exactly n eps/2: it breaks at three answers, with equality at two."""
    mechanism = NoisyMax3(EVERY)
    assert is_private(mechanism, queries, r**queries)
    assert is_private(mechanism, queries, r**2) == (queries <= 2)
    first, second = (law(mechanism, (a,) * queries).probability(-1) for a in (-1, 0))
    assert first == r**queries * second


@pytest.mark.parametrize(("low", "high"), [(-3, -1), (-1, 0), (-2, 4)])
def test_clamping_loses_nothing(low: int, high: int) -> None:
    """Wherever values are clamped below every answer, three answers lose 3 eps/2."""
    mechanism = NoisyMax3(EVERY, low=low, high=high)
    assert is_private(mechanism, 3, r**3)
    first, second = (law(mechanism, (a,) * 3).probability(low) for a in (-1, 0))
    assert first == r**3 * second


@pytest.mark.parametrize("queries", [1, 2])
def test_the_value_with_one_sided_noise_has_no_finite_loss(queries: int) -> None:
    """Variant 4 shows that no answer is greater than its value."""
    mechanism = NoisyMax4(THREE)
    table = tabulate(mechanism, mechanism.universe(queries))
    verdict = confirmed(audit_finite_loss(table, "noisy max, variant 4"))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["probabilities"] is not None
    assert law(mechanism, (0,) * queries).probability(-1) == 0
    assert law(mechanism, (-1,) * queries).probability(-1) > 0


def test_no_answer_is_refused() -> None:
    """There is no greatest of none."""
    for mechanism in (NoisyMax1(THREE), NoisyMax2(THREE), NoisyMax3(THREE), NoisyMax4(THREE)):
        with pytest.raises(ValueError, match="noisy max needs at least one answer"):
            law(mechanism, ())


def test_an_empty_interval_is_refused() -> None:
    """Values are clamped to at least one."""
    for kind in (NoisyMax3, NoisyMax4):
        with pytest.raises(ValueError, match="values from 1 to 0: low is at most high"):
            kind(THREE, low=1, high=0)


def test_they_run() -> None:
    """An answer far above the others wins, and its value is released."""
    answers = (0, 500, 0)
    assert run(NoisyMax1(THREE), answers, SeededBits(1)) == 1
    assert run(NoisyMax2(THREE), answers, SeededBits(1)) == 1
    assert run(NoisyMax3(THREE), answers, SeededBits(1)) == 1
    assert run(NoisyMax4(THREE), answers, SeededBits(1)) == 1
