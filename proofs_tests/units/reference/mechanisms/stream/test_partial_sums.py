"""The noisy total and smart sum."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law

EVERY = Epsilon.indeterminate(1)
r = RationalFunction.r()


def is_private(
    mechanism: PartialSum[RationalFunction] | SmartSum[RationalFunction],
    answers: int,
    loss: RationalFunction,
) -> bool:
    """Whether loss bounds the likelihood ratios for every eps, by an accepted certificate."""
    bound = Guarantee(loss, 0 * loss)
    verdict = confirmed(audit_privacy(mechanism, mechanism.universe(answers), bound))
    assert isinstance(verdict, Holds | Refuted), verdict
    return isinstance(verdict, Holds)


def test_the_total_is_a_noisy_integer() -> None:
    """The sum of the answers plus one noise."""
    noise = TwoSidedGeometric(Fraction(1, 3))
    found = law(PartialSum(Epsilon(Fraction(3)), reach=2), (1, 1, -1))
    shown = noise.clamped(-3, 1)
    assert {y: found.probability(y) for y in found} == {z + 1: shown.probability(z) for z in shown}


def test_smart_sum_adds_up_blocks() -> None:
    """N_2 is the noisy sum of two answers, N_1 and N_3 are noisy answers; all independent."""
    noise = TwoSidedGeometric(Fraction(1, 2))
    shown = [(c, noise.clamped(-2 - c, 2 - c)) for c in (1, 2, -1)]
    found = law(SmartSum(2, Epsilon(Fraction(2)), reach=2), (1, 1, -1))
    for numbers in product(range(-2, 3), repeat=3):
        chances = (z.probability(y - c) for y, (c, z) in zip(numbers, shown, strict=True))
        assert found.probability(numbers) == prod(chances)


@pytest.mark.parametrize("answers", [1, 2, 3])
def test_the_total_is_private_and_tight(answers: int) -> None:
    """Its loss is eps, neither more nor less."""
    mechanism = PartialSum(EVERY)
    assert is_private(mechanism, answers, r)
    first, second = (law(mechanism, (a,)).probability(-3) for a in (-1, 0))
    assert first == r * second


@pytest.mark.parametrize(
    ("block", "answers", "power"), [(1, 2, 1), (2, 1, 1), (2, 2, 2), (2, 3, 2), (3, 2, 1)]
)
def test_smart_sum_loses_two_eps_if_a_block_ends(block: int, answers: int, power: int) -> None:
    """2 eps, attained by an answer before the end of a complete block; else eps."""
    mechanism = SmartSum(block, EVERY)
    assert is_private(mechanism, answers, r**power)
    assert power == 1 or not is_private(mechanism, answers, r)


def test_bad_parameters_are_refused() -> None:
    """Each with the value and what is admissible."""
    with pytest.raises(ValueError, match="block 0: a block has at least 1 answer"):
        SmartSum(0, EVERY)
    with pytest.raises(ValueError, match="reach -1: it is at least 0"):
        SmartSum(1, EVERY, reach=-1)
    with pytest.raises(ValueError, match="reach -1: it is at least 0"):
        PartialSum(EVERY, reach=-1)


def test_they_run() -> None:
    """One number for each answer."""
    eps = Epsilon(Fraction(2))
    assert run(PartialSum(eps, reach=10), (1,) * 500, SeededBits(1)) == 10
    assert len(run(SmartSum(8, eps), (1,) * 100, SeededBits(1))) == 100
