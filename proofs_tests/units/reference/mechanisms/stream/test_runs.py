"""One run on a thousand answers or bits, where no law is listed; shares of eps."""

from fractions import Fraction
from itertools import product

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_vector import ContinuousSparseVector2
from reference.mechanisms.stream.numeric_sparse import NumericSparse, Scales, shares, sparse_scale
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

TWO = Epsilon(Fraction(2), 4)
FAR = (-300, 300) * 500


def test_answers_far_from_the_threshold_are_told_apart() -> None:
    """Bits of all of them; or up to the first positive; values are clamped."""
    for mechanism in (SparseVector5(0, TWO), SparseVector6(0, TWO), SparseVector4(0, 500, TWO)):
        assert run(mechanism, FAR, SeededBits(1)) == (0, 1) * 500
    assert sum(run(SparseVector1(0, 1, TWO), FAR, SeededBits(1))) == 1
    found = run(SparseVector3(0, 2, TWO, low=-5, high=5), FAR, SeededBits(1))
    assert found == (Bottom.BOTTOM, 5, Bottom.BOTTOM, 5)


def test_sums() -> None:
    """A total that is clamped; one number for each answer; counts that are not clamped."""
    eps = Epsilon(Fraction(2))
    assert run(PartialSum(eps, reach=10), (1,) * 500, SeededBits(1)) == 10
    assert SmartSum(8, eps).guarantee.exp_eps == 4
    assert len(run(SmartSum(8, eps), (1,) * 100, SeededBits(1))) == 100
    counts = run(BinaryTreeCounter(1000, eps, 10**9), (1, 0) * 500, SeededBits(6))
    errors = [c - (t + 1) // 2 for t, c in enumerate(counts, 1)]
    assert max(map(abs, errors)) < 60
    assert min(errors) < 0 < max(errors)


def test_a_universe_takes_the_given_answers() -> None:
    """Vectors of the answers named, every one of which moves by at most one."""
    mechanism = AboveThreshold(0, TWO, Domain((0, 1)))
    assert list(mechanism.universe(2).databases()) == list(product((0, 1), repeat=2))


def test_no_answer_gives_no_bit() -> None:
    """Nothing is drawn for the bits."""
    every = Epsilon.continuous(4)
    assert law(ContinuousSparseVector2(0, 1, every), ()).probability(()) == 1


def test_shares_of_eps() -> None:
    """Eight parts of nine for the tests, the ninth for the answers; 2c/eps without delta."""
    every = Epsilon.indeterminate(18)
    mechanism = NumericSparse.of_budget(0, 2, every)
    assert mechanism.guarantee.exp_eps == every.exp()
    assert (mechanism.test_eps.parts, mechanism.answer_eps.parts) == (8, 1)
    parts = ContinuousNumericSparse(0, 2, Epsilon.continuous(36)).shares
    assert [share.parts for share in parts] == [16, 2]
    assert [share.exactly for share in shares(Fraction(3), Fraction(0))] == [
        Fraction(8, 3),
        Fraction(2, 3),
    ]
    pure = Scales.of_budget(Fraction(1), Fraction(0), 3)
    assert (pure.tests.exactly, pure.answers.exactly) == (Fraction(27, 4), Fraction(27))
    assert sparse_scale(Fraction(1, 2), Fraction(0), 3).exactly == 12
    both = Scales.of_budget(Fraction(1), Fraction(1, 100), 3)
    ratio = both.answers / both.tests
    assert abs((ratio * ratio).enclosure(80)[0] - 128) < Fraction(1, 2**60)
