"""An automaton with noise on the integers has the law of the mechanism with geometric noise."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from reference.data.bottom import Bottom
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    GapNoisyMax,
)
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import ContinuousSparseVector3
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.mechanisms.stream.twins import tells_more, twin
from reference.privacy.epsilon import Epsilon
from reference.probability.automaton import Form
from reference.probability.coins import Mechanism
from reference.probability.continuous import Exponential
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law
from reference.probability.runs import Run, runs
from reference.probability.tracing import trace

PARTS = 8
REACH = 60
ROOT = Fraction(3)
EPS, EVERY = Epsilon(ROOT, parts=PARTS), Epsilon.continuous(parts=PARTS)


def noises(run: Run) -> list[TwoSidedGeometric[Fraction]]:
    """The noise of each draw, on the integers."""
    return [TwoSidedGeometric(ROOT ** -int(rate * PARTS)) for _, rate in run.draws]


def chance(run: Run) -> Fraction:
    """The probability of a run with every draw that two guards share in [-REACH, REACH].

    Draws that guards compare are put together; given the draw of most guards, the others are
    between numbers of their own.
    """
    listed = [*zip(run.guards, run.strict, strict=True)]
    if any(not {*form} - {""} and form[""] - strict < 0 for form, strict in listed if form):
        return Fraction(0)
    found, left = Fraction(1), {name for form, _ in listed for name in form if name}
    while left:
        shared = [form for form, _ in listed if len({*form} & left) == 2]
        count = Counter(name for form in shared for name in form if name)
        hub = max(sorted(left), key=count.__getitem__)
        mine = [(form, strict) for form, strict in listed if hub in form]
        others = {name for form, _ in mine for name in form if name not in {"", hub}}
        mine += [each for each in listed if each not in mine and {*each[0]} & others]
        assert {name for form, _ in mine for name in form if name} <= left
        found *= given_the_hub(run, hub, mine)
        left -= {hub, *others}
    return found


def given_the_hub(run: Run, hub: str, guards: Sequence[tuple[Form, bool]]) -> Fraction:
    """The probability of guards of a draw and others, of which each has one other at most."""
    drawn, total = noises(run), Fraction(0)
    for z in range(-REACH, REACH + 1):
        part = drawn[int(hub[1:])].probability(z)
        least: dict[int, int] = {}
        most: dict[int, int] = {}
        for form, strict in guards:
            fixed = int(form.get("", 0) + z * form.get(hub, 0)) - strict
            free = [name for name in form if name not in {"", hub}]
            assert len(free) <= 1
            if not free:
                part *= fixed >= 0
            elif form[free[0]] == 1:
                i = int(free[0][1:])
                least[i] = max(least.get(i, -fixed), -fixed)
            else:
                i = int(free[0][1:])
                most[i] = min(most.get(i, fixed), fixed)
        for i in {*least, *most}:
            low = drawn[i].at_least(least[i]) if i in least else Fraction(1)
            high = drawn[i].at_least(most[i] + 1) if i in most else Fraction(0)
            part *= max(low - high, Fraction(0))
        total += part
    return total


def bits(run: Run) -> Hashable:
    """What it puts out."""
    return tuple(map(int, run.symbols[1:]))


def first(run: Run) -> Hashable:
    """The place of the first True."""
    found = run.symbols[1:]
    return found.index("True") if "True" in found else Bottom.BOTTOM


def cells(run: Run) -> Hashable:
    """Values, of which the least is -1, or bottom."""
    return tuple(Bottom.BOTTOM if each == "bottom" else int(each) - 1 for each in run.symbols[1:])


Named = Mechanism[tuple[int, ...], Hashable, Fraction]


CASES: list[tuple[object, Named, Callable[[Run], Hashable]]] = [
    (ContinuousAboveThreshold(0, EVERY), AboveThreshold(0, EPS), first),
    (ContinuousSparseVector1(0, 1, EVERY), SparseVector1(0, 1, EPS), bits),
    (ContinuousSparseVector4(0, 2, EVERY), SparseVector4(0, 2, EPS), bits),
    (ContinuousSparseVector5(0, EVERY), SparseVector5(0, EPS), bits),
    (ContinuousSparseVector6(0, EVERY), SparseVector6(0, EPS), bits),
    (ContinuousSparseVector2(0, 1, EVERY), Sparse(0, 1, EPS), bits),
    (ContinuousSparseVector2(0, 2, EVERY), Sparse(0, 2, EPS), bits),
    (ContinuousSparseVector3(0, 1, EVERY, cuts=(-1, 0)), SparseVector3(0, 1, EPS), cells),
]
"""Streams, the mechanisms that they are with geometric noise, and what is put out."""

THREE = ((0, 1, -1), (1, 0, 1), (1, 1, 1), (-1, -1, 0))
"""Vectors of three answers, equal ones among them."""


@pytest.mark.parametrize(("stream", "mechanism", "output"), CASES)
def test_laws(stream: object, mechanism: Named, output: Callable[[Run], Hashable]) -> None:
    """Sums over the draw that others are compared with, up to its tail, of closed tails."""
    automaton = trace(stream)
    for answers in (*product((-1, 0, 1), repeat=2), *THREE):
        expected = law(mechanism, answers)
        total: dict[Hashable, Fraction] = {}
        for run in runs(automaton, answers):
            total[output(run)] = total.get(output(run), Fraction(0)) + chance(run)
        assert total.keys() >= {*expected}
        for y, found in total.items():
            assert 0 <= expected.probability(y) - found < Fraction(1, 2**100)


def test_twins() -> None:
    """The streams of these tests are what the mechanisms name; another mechanism names none."""
    for stream, mechanism, _ in CASES:
        assert twin(mechanism) == stream
    assert twin(PartialSum(EPS)) == ContinuousPartialSum(EVERY)
    assert twin(SmartSum(2, EPS)) == ContinuousSmartSum(2, EVERY)
    assert twin(BinaryTreeCounter(3, EPS)) == ContinuousTreeCounter(3, EVERY)
    assert twin(ContinuousNoisyMax1(EVERY)) == twin(NoisyMax1(EPS))
    assert twin(NoisyMax1(EPS)) == ForeseenMax(EVERY)
    assert twin(ContinuousNoisyMax2(EVERY)) == twin(NoisyMax2(EPS))
    assert twin(NoisyMax2(EPS)) == ForeseenMax(EVERY, noise=Exponential)
    lead = twin(GapNoisyMax(EVERY))
    assert lead == ForeseenGap(EVERY)
    assert tells_more(lead)
    assert not tells_more(twin(NoisyMax1(EPS)))
    numeric = twin(NumericSparse(0, 2, EPS, EPS))
    assert isinstance(numeric, ContinuousNumericSparse)
    assert (numeric.count, numeric.share, numeric.eps.parts) == (2, Fraction(1, 2), 4 * PARTS)
    assert twin(NumericSparse(0, 1, EPS, Epsilon(ROOT + 1, parts=PARTS))) is None
    assert twin(NoisyMax3(EPS)) is None
    assert twin(object()) is None
