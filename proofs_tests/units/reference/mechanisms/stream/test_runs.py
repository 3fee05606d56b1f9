"""One run on a thousand answers or bits, where no law is listed."""

from fractions import Fraction
from itertools import product

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run

TWO, EIGHT = Epsilon(Fraction(2), 4), Epsilon(Fraction(2), 8)
FAR = (-300, 300) * 500


def test_the_first_answer_above_is_found() -> None:
    """Of a thousand, the first that is clearly above."""
    answers, mechanism = (0,) * 700 + (200,) * 300, AboveThreshold(100, TWO)
    assert {run(mechanism, answers, SeededBits(seed)) for seed in range(5)} == {700}


def test_two_answers_above_are_found() -> None:
    """Of a thousand, the two that are far above the threshold."""
    bits = run(Sparse(500, 2, EIGHT), (0,) * 500 + (1000,) + (0,) * 498 + (1000,), SeededBits(3))
    assert [i for i, bit in enumerate(bits) if bit] == [500, 999]


def test_answers_far_from_the_threshold_are_told_apart() -> None:
    """Bits of all of them; or up to the first positive."""
    for mechanism in (SparseVector5(0, TWO), SparseVector6(0, TWO), SparseVector4(0, 500, TWO)):
        assert run(mechanism, FAR, SeededBits(1)) == (0, 1) * 500
    assert sum(run(SparseVector1(0, 1, TWO), FAR, SeededBits(1))) == 1


def test_values_are_clamped() -> None:
    """Values are released where they are clearly above."""
    found = run(SparseVector3(0, 2, TWO, low=-5, high=5), FAR, SeededBits(1))
    assert found == (Bottom.BOTTOM, 5, Bottom.BOTTOM, 5)


def test_sums() -> None:
    """A total that is clamped; one number for each answer; counts that are not clamped."""
    eps = Epsilon(Fraction(2))
    assert run(PartialSum(eps, reach=10), (1,) * 500, SeededBits(1)) == 10
    assert len(run(SmartSum(8, eps), (1,) * 100, SeededBits(1))) == 100
    counts = run(BinaryTreeCounter(1000, eps, 10**9), (1, 0) * 500, SeededBits(6))
    errors = [c - (t + 1) // 2 for t, c in enumerate(counts, 1)]
    assert max(map(abs, errors)) < 60
    assert min(errors) < 0 < max(errors)


def test_a_universe_takes_the_given_answers() -> None:
    """Vectors of the answers named, every one of which moves by at most one."""
    mechanism = AboveThreshold(0, TWO, Domain((0, 1)))
    assert list(mechanism.universe(2).databases()) == list(product((0, 1), repeat=2))
