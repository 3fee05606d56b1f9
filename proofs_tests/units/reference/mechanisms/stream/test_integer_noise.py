"""An automaton with noise on the integers has the law of the mechanism with geometric noise."""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from reference.data.bottom import Bottom
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.twins import twin
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.fixed import Run, runs
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law
from reference.probability.tracing import trace

PARTS = 4
CONTINUOUS = Epsilon.continuous(parts=PARTS)
REACH = 150
ROOTS = (Fraction(2), Fraction(3))


def noises(run: Run, root: Fraction) -> list[TwoSidedGeometric[Fraction]]:
    """The noise of each draw, on the integers."""
    return [TwoSidedGeometric(root ** -int(rate * PARTS)) for _, rate in run.draws]


def chance(run: Run, root: Fraction, reach: int) -> Fraction:
    """The probability of a run with its first draw in [-reach, reach]."""
    noise = noises(run, root)

    def factor(z: int) -> Iterable[Fraction]:
        for form, strict in zip(run.guards, run.strict, strict=True):
            fixed = int(form.get("", 0) + z * form.get("x0", 0)) - strict
            free = [name for name in form if name not in {"", "x0"}]
            assert len(free) <= 1
            if free:  # above -fixed, or below fixed: the noise is symmetric
                yield noise[int(free[0][1:])].at_least(-fixed)
            else:
                yield Fraction(fixed >= 0)

    return sum(
        (noise[0].probability(z) * prod(factor(z)) for z in range(-reach, reach + 1)), Fraction(0)
    )


def bits(run: Run) -> Hashable:
    """What it puts out."""
    return tuple(map(int, run.symbols[1:]))


def first(run: Run) -> Hashable:
    """The place of the first True."""
    found = run.symbols[1:]
    return found.index("True") if "True" in found else Bottom.BOTTOM


def cases(root: Fraction) -> list[tuple[object, Mechanism[tuple[int, ...], Hashable, Fraction]]]:
    """Streams, and the mechanisms that they are with geometric noise."""
    eps = Epsilon(root, parts=PARTS)
    return [
        (ContinuousAboveThreshold(0, CONTINUOUS), AboveThreshold(0, eps)),
        (ContinuousSparseVector1(0, 1, CONTINUOUS), SparseVector1(0, 1, eps)),
        (ContinuousSparseVector4(0, 2, CONTINUOUS), SparseVector4(0, 2, eps)),
        (ContinuousSparseVector5(0, CONTINUOUS), SparseVector5(0, eps)),
        (ContinuousSparseVector6(0, CONTINUOUS), SparseVector6(0, eps)),
    ]


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("case", range(5))
def test_noisy_tests(case: int, root: Fraction) -> None:
    """Sums over the noise of the threshold, up to its tail, of closed tails of the others."""
    stream, mechanism = cases(root)[case]
    automaton = trace(stream)
    for n in (1, 2, 3):
        for answers in product((-1, 0, 1), repeat=n) if n < 3 else [(0, 1, -1), (1, 0, 1)]:
            expected = law(mechanism, answers)
            for run in runs(automaton, answers):
                tail = 2 * noises(run, root)[0].at_least(REACH + 1)
                output = first(run) if case == 0 else bits(run)
                found = chance(run, root, REACH)
                assert 0 <= expected.probability(output) - found <= tail < Fraction(1, 2**100)


def clamped(
    noise: TwoSidedGeometric[Fraction], centre: int, low: int, high: int
) -> list[Fraction]:
    """The law of centre + noise shown in [low, high]."""
    inner = [noise.probability(abs(y - centre)) for y in range(low + 1, high)]
    return [noise.at_least(centre - low), *inner, noise.at_least(high - centre)]


def shown(run: Run, root: Fraction, ranges: Sequence[tuple[int, int]]) -> dict[object, Fraction]:
    """The law of the released numbers, each shown in a range."""
    listed = []
    for (low, high), form, noise in zip(ranges, run.released, noises(run, root), strict=True):
        centre = int(form.get("", 0))
        assert [c for name, c in form.items() if name] == [1]
        chances = clamped(noise, centre, low, high)
        listed.append([*zip(range(low, high + 1), chances, strict=True)])
    return {
        tuple(y for y, _ in each): prod((p for _, p in each), start=Fraction(1))
        for each in product(*listed)
    }


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("answers", [(1,), (1, 0), (1, 1, 0), (0, 1, 1)])
def test_sums(answers: tuple[int, ...], root: Fraction) -> None:
    """Total, smart sum and tree: integers around the centres that the automaton releases."""
    eps, n = Epsilon(root**PARTS), len(answers)
    [total] = runs(trace(ContinuousPartialSum(CONTINUOUS)), answers)
    expected = law(PartialSum(eps, reach=2), answers)
    found = shown(total, root, [(-2, 2)])
    assert all(found[y,] == expected.probability(y) for y in range(-2, 3))
    [blocks] = runs(trace(ContinuousSmartSum(2, CONTINUOUS)), answers)
    several = law(SmartSum(2, eps, reach=1), answers)
    found = shown(blocks, root, [(-1, 1)] * n)
    assert all(found[y] == several.probability(y) for y in several)
    [nodes] = runs(trace(ContinuousTreeCounter(3, CONTINUOUS)), answers)
    counts = law(BinaryTreeCounter(3, eps, reach=1), answers)
    found = shown(nodes, root, [(-1, 2), (-1, 3), (-1, 2)][:n])
    for y, chance_of_nodes in found.items():
        assert isinstance(y, tuple)
        prefix = tuple(y[t] + (y[t - 1] if t == 2 else 0) for t in range(n))
        assert counts.probability(prefix) == chance_of_nodes


@pytest.mark.parametrize("root", ROOTS)
def test_twins(root: Fraction) -> None:
    """The streams of these tests are what the mechanisms name; another mechanism names none."""
    for stream, mechanism in cases(root):
        assert twin(mechanism) == stream
    eps = Epsilon(root, parts=PARTS)
    assert twin(PartialSum(eps)) == ContinuousPartialSum(CONTINUOUS)
    assert twin(SmartSum(2, eps)) == ContinuousSmartSum(2, CONTINUOUS)
    assert twin(BinaryTreeCounter(3, eps)) == ContinuousTreeCounter(3, CONTINUOUS)
    assert twin(Sparse(0, 1, eps)) is None
