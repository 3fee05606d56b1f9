"""An automaton with noise on the integers has the law of the mechanism with geometric noise."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

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
CONTINUOUS = Epsilon.continuous(parts=PARTS)
REACH = 60
ROOTS = (Fraction(2), Fraction(3))


def noises(run: Run, root: Fraction) -> list[TwoSidedGeometric[Fraction]]:
    """The noise of each draw, on the integers; one-sided noise is its upper half."""
    return [TwoSidedGeometric(root ** -int(rate * PARTS)) for _, rate in run.draws]


def at_least(run: Run, root: Fraction, draw: int, z: int) -> Fraction:
    """Pr[draw >= z]."""
    noise = noises(run, root)[draw]
    return noise.ratio ** max(z, 0) if is_one_sided(run, draw) else noise.at_least(z)


def is_one_sided(run: Run, draw: int) -> bool:
    """Whether the noise is on 0, 1, 2, ..."""
    return run.draws[draw][0] == "exponential"


def foretold(run: Run) -> Run:
    """The run with the prophecy of a noisy maximum replaced by what it is equal to."""
    if not run.equations:
        return run
    [form] = run.equations
    value = {name: -c / form["p0"] for name, c in form.items() if name != "p0"}
    guards = []
    for guard in run.guards:
        c = guard.get("p0", Fraction(0))
        names = {*guard, *value} - {"p0"}
        known = {name: guard.get(name, 0) + c * value.get(name, 0) for name in names}
        guards.append({name: Fraction(d) for name, d in known.items() if d})
    return replace(run, guards=tuple(guards))


def chance(given: Run, root: Fraction, reach: int) -> Fraction:
    """The probability of a run with every draw that two guards share in [-reach, reach].

    Draws that guards compare are put together; given the draw of most guards, the others are
    between numbers of their own.
    """
    run = foretold(given)
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
        found *= given_the_hub(run, root, hub, mine, reach)
        left -= {hub, *others}
    return found


def given_the_hub(
    run: Run, root: Fraction, hub: str, guards: Sequence[tuple[Form, bool]], reach: int
) -> Fraction:
    """The probability of guards of a draw and others, of which each has one other at most."""
    h, total = int(hub[1:]), Fraction(0)
    weight = 2 if is_one_sided(run, h) else 1
    noise = noises(run, root)[h]
    for z in range(0 if weight == 2 else -reach, reach + 1):
        part = noise.ratio**z * (1 - noise.ratio) if weight == 2 else noise.probability(z)
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
            low = at_least(run, root, i, least[i]) if i in least else Fraction(1)
            high = at_least(run, root, i, most[i] + 1) if i in most else Fraction(0)
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


def place(run: Run) -> Hashable:
    """That of the winner."""
    return run.symbols.index("1") - 1


def cells(run: Run) -> Hashable:
    """Values, of which the least is -1, or bottom."""
    return tuple(Bottom.BOTTOM if each == "bottom" else int(each) - 1 for each in run.symbols[1:])


Named = Mechanism[tuple[int, ...], Hashable, Fraction]


def cases(root: Fraction) -> list[tuple[object, Named, Callable[[Run], Hashable]]]:
    """Streams, the mechanisms that they are with geometric noise, and what is put out."""
    eps, every = Epsilon(root, parts=PARTS), CONTINUOUS
    third = SparseVector3(0, 1, eps)
    return [
        (ContinuousAboveThreshold(0, every), AboveThreshold(0, eps), first),
        (ContinuousSparseVector1(0, 1, every), SparseVector1(0, 1, eps), bits),
        (ContinuousSparseVector4(0, 2, every), SparseVector4(0, 2, eps), bits),
        (ContinuousSparseVector5(0, every), SparseVector5(0, eps), bits),
        (ContinuousSparseVector6(0, every), SparseVector6(0, eps), bits),
        (ContinuousSparseVector2(0, 1, every), Sparse(0, 1, eps), bits),
        (ContinuousSparseVector2(0, 2, every), Sparse(0, 2, eps), bits),
        (ContinuousSparseVector3(0, 1, every, cuts=(-1, 0)), third, cells),
        (ForeseenMax(every), NoisyMax1(eps), place),
        (ForeseenMax(every, noise=Exponential), NoisyMax2(eps), place),
    ]


COUNT = 10
"""Of cases."""

THREE = ((0, 1, -1), (1, 0, 1), (1, 1, 1), (-1, -1, 0))
"""Vectors of three answers, equal ones among them."""


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("case", range(COUNT))
def test_laws(case: int, root: Fraction) -> None:
    """Sums over the draw that others are compared with, up to its tail, of closed tails."""
    stream, mechanism, output = cases(root)[case]
    automaton = trace(stream)
    for n in (1, 2, 3):
        for answers in product((-1, 0, 1), repeat=n) if n < 3 else THREE:
            expected = law(mechanism, answers)
            total: dict[Hashable, Fraction] = {}
            for run in runs(automaton, answers):
                if not output_is_one(run, case):
                    continue
                found = chance(run, root, REACH)
                total[output(run)] = total.get(output(run), Fraction(0)) + found
            assert total.keys() >= {*expected}
            for y, found in total.items():
                assert 0 <= expected.probability(y) - found < Fraction(1, 2**100)


def output_is_one(run: Run, case: int) -> bool:
    """Whether a maximum has been met."""
    return case < COUNT - 2 or "1" in run.symbols


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
@pytest.mark.parametrize("answers", [(1,), (1, 0), (1, -1, 0), (0, 1, 1)])
def test_values(answers: tuple[int, ...], root: Fraction) -> None:
    """NumericSparse: its tests, and integers around the answers that it finds."""
    eps = Epsilon(root, parts=PARTS)
    mechanism = NumericSparse(0, 2, eps, eps)
    stream = twin(mechanism)
    assert isinstance(stream, ContinuousNumericSparse)
    assert stream.eps.parts == 4 * PARTS
    expected = law(mechanism, answers)
    total = Fraction(0)
    for each in runs(trace(stream), answers):
        # eps has 4 PARTS parts, and the root is that of one: rates are multiplied by 4
        run = replace(each, draws=tuple((kind, 4 * rate) for kind, rate in each.draws))
        tests = chance(run, root, REACH)
        values = []
        for form in run.released:
            [name] = [name for name in form if name]
            noise = noises(run, root)[int(name[1:])]
            values.append(clamped(noise, int(form.get("", 0)), -1, 1))
        for which in product(range(3), repeat=len(values)):
            left = iter(which)
            output = tuple(
                Bottom.BOTTOM if symbol == "bottom" else next(left) - 1
                for symbol in run.symbols[1:]
            )
            shown_so = (chances[i] for chances, i in zip(values, which, strict=True))
            likely = prod(shown_so, start=tests)
            assert 0 <= expected.probability(output) - likely < Fraction(1, 2**100)
            total += likely
    assert 1 - total < Fraction(1, 2**90)


@pytest.mark.parametrize("root", ROOTS)
def test_twins(root: Fraction) -> None:
    """The streams of these tests are what the mechanisms name; another mechanism names none."""
    for stream, mechanism, _ in cases(root):
        assert twin(mechanism) == stream
    eps = Epsilon(root, parts=PARTS)
    assert twin(PartialSum(eps)) == ContinuousPartialSum(CONTINUOUS)
    assert twin(SmartSum(2, eps)) == ContinuousSmartSum(2, CONTINUOUS)
    assert twin(BinaryTreeCounter(3, eps)) == ContinuousTreeCounter(3, CONTINUOUS)
    assert twin(ContinuousNoisyMax1(CONTINUOUS)) == twin(NoisyMax1(eps))
    assert twin(ContinuousNoisyMax2(CONTINUOUS)) == twin(NoisyMax2(eps))
    lead = twin(GapNoisyMax(CONTINUOUS))
    assert lead == ForeseenGap(CONTINUOUS)
    assert tells_more(lead)
    assert not tells_more(twin(NoisyMax1(eps)))
    assert twin(NumericSparse(0, 1, eps, Epsilon(root + 1, parts=PARTS))) is None
    assert twin(NoisyMax3(eps)) is None
    assert twin(object()) is None
