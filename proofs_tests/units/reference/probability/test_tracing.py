"""Streams are traced to automata, which have their laws; what cannot be traced is refused."""

import re
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from reference.data.bottom import Bottom
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    GapNoisyMax,
)
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.continuous import Exponential, Gaussian, Gumbel, Laplace, Uniform
from reference.probability.dist import Dist
from reference.probability.fixed import NoOrderError, fixed, probability
from reference.probability.law import law
from reference.probability.shapes import Register, may_be_equal
from reference.probability.traced import Traced, TraceError
from reference.probability.traced_call import Path
from reference.probability.tracing import trace

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

E = ExponentialFunction
EPS = Epsilon.continuous(parts=4)
FINE = Epsilon.continuous(parts=16)
NINTHS = Epsilon.continuous(parts=36)
THIRDS = Epsilon.continuous(parts=6)

Answers = tuple[int, ...]
Read = Callable[[tuple[str, ...]], Hashable]


def numbers(symbols: tuple[str, ...]) -> Answers:
    """The bits of a run, which begins with ()."""
    return tuple(map(int, symbols[1:]))


def first(symbols: tuple[str, ...]) -> int | Bottom:
    """The place of the first True."""
    found = [symbol == "True" for symbol in symbols[1:]]
    return found.index(True) if True in found else Bottom.BOTTOM


def with_cells(symbols: tuple[str, ...]) -> tuple[int | Bottom, ...]:
    """Cells, in which the trace sees what is put out as a reader does."""
    return tuple(Bottom.BOTTOM if text == "bottom" else int(text) for text in symbols[1:])


def with_costs(symbols: tuple[str, ...]) -> tuple[tuple[int, int] | Bottom, ...]:
    """Costs and cells."""
    return tuple(
        Bottom.BOTTOM if text == "bottom" else (int(text[1]), int(text[4])) for text in symbols[1:]
    )


def summed(given: dict[tuple[str, ...], E], read: Read) -> dict[Hashable, E]:
    """The law of what is read off the symbols."""
    found: dict[Hashable, E] = {}
    for symbols, chance in given.items():
        output = read(symbols)
        found[output] = found.get(output, E.of_polynomial(0)) + chance
    return found


@pytest.mark.parametrize(
    ("stream", "parts", "read", "most"),
    [
        (ContinuousAboveThreshold(0, EPS), 4, first, 3),
        (ContinuousSparseVector1(0, 1, EPS), 4, numbers, 3),
        (ContinuousSparseVector2(0, 2, FINE), 16, numbers, 3),
        (ContinuousSparseVector4(0, 2, EPS), 4, numbers, 3),
        (ContinuousSparseVector5(0, EPS), 4, numbers, 3),
        (ContinuousSparseVector6(0, EPS), 4, numbers, 3),
        (ContinuousSparseVector3(0, 1, EPS, cuts=(0,)), 4, with_cells, 3),
        (NumericSparseVector(0, 1, THIRDS), 6, with_cells, 3),
        (ContinuousNumericSparse(0, 1, NINTHS, cuts=(0,)), 36, with_cells, 3),
        (GapSparseVector(0, 1, EPS, cuts=(1,)), 4, with_cells, 3),
        (AdaptiveSparseVector(0, 1, FINE), 16, with_costs, 3),
    ],
    ids=lambda given: type(given).__name__,
)
def test_the_automaton_has_the_law(
    stream: Mechanism[Answers, Hashable, E], parts: int, read: Read, most: int
) -> None:
    """What the runs of the automaton say has the law of the mechanism, computed by replay."""
    automaton = trace(stream)
    assert automaton.observed
    assert not automaton.foresight
    for n in range(most + 1):
        for answers in product((-1, 1), repeat=n):
            expected = law(stream, answers)
            found = summed(fixed(automaton, answers, parts), read)
            assert found.keys() == {*expected}
            assert all(found[y] == expected.probability(y) for y in expected)


HALVES = Epsilon.continuous(parts=2)


@pytest.mark.parametrize("n", [1, 3])
def test_the_foreseen_winner(n: int) -> None:
    """Noisy max with foresight has the law of noisy max, for both kinds of noise."""
    for noise, mechanism in (
        (Laplace, ContinuousNoisyMax1(HALVES)),
        (Exponential, ContinuousNoisyMax2(HALVES)),
    ):
        automaton = trace(ForeseenMax(HALVES, noise=noise))
        assert automaton.observed
        assert automaton.foresight
        for answers in product((0, 1), repeat=n):
            expected = law(mechanism, answers)
            found = summed(fixed(automaton, answers, 2), lambda run: run.index("1") - 1)
            assert all(found[y] == expected.probability(y) for y in range(n))


def test_the_foreseen_lead() -> None:
    """The lead with foresight has the law of the gap, the runner-up forgotten."""
    automaton = trace(ForeseenGap(HALVES))
    assert automaton.observed
    assert automaton.prophecies == 2
    for answers in ((0, 1), (1, 1), (0, 1, 0), (1, 0, 1), (1, 1, 1)):
        expected = law(GapNoisyMax(HALVES), answers)
        found = summed(
            fixed(automaton, answers, 2, (1,)), lambda run: (run.index("1") - 1, int(run[-1][5:]))
        )
        assert found.keys() == {*expected}
        assert all(found[y] == expected.probability(y) for y in expected)


class Steps:
    """A stream; what its steps return is told."""

    eps = EPS

    def __init__(self, does: Callable[[Any, Any, Any], object]) -> None:
        self.does = does

    def begin(self, coins: object) -> object:
        """A noisy number."""
        return drawn(coins, Laplace(1 / EPS))

    def step(self, state: object, answer: Traced, coins: object) -> object:
        """What it does."""
        return self.does(state, answer, coins)


class Wrong(Steps):
    """A stream that keeps its noisy number; what it puts out is told."""

    @override
    def step(self, state: object, answer: Traced, coins: object) -> object:
        """The number, and what it does."""
        return state, self.does(state, answer, coins)


def drawn(coins: object, noise: object) -> Traced:
    """A draw."""
    method: Callable[[object], Traced] = getattr(coins, "draw_real")  # noqa: B009
    return method(noise)


OLD: list[Traced] = []
OTHER = Epsilon(ExponentialFunction.r() ** 2, 4)


@pytest.mark.parametrize(
    ("does", "words"),
    [
        (lambda _, __, coins: drawn(coins, Gaussian(1 / EPS)), "Gaussian noise"),
        (lambda _, __, coins: drawn(coins, Gumbel(1 / EPS)), "Gumbel noise"),
        (lambda _, __, coins: drawn(coins, Uniform(0, 1)), "Uniform noise"),
        (lambda _, __, coins: drawn(coins, Laplace(1 / OTHER)), "an eps of its own"),
        (lambda _, __, coins: coins.draw_noise(), "coins.draw_noise"),
        (lambda _, __, coins: coins.foretell(), "by begin only"),
        (lambda state, answer, _: state * answer, "product of two"),
        (lambda state, _, __: bool(state), "no truth value"),
        (lambda state, answer, _: state == answer, "for a == k"),
        (lambda state, _, __: {state: 1}, "index of a"),
        (lambda state, _, __: int(state), "not rounded"),
        (lambda state, _, __: state + True, "True with an answer"),
        (lambda state, _, __: state / 0, "a quotient of integers is rounded"),
        (lambda state, _, __: state.digits, "the attributes of a real number"),
        (lambda _, __, ___: [1], r"a list: states and outputs are tuples .*\(in step, line"),
        (lambda state, _, __: repr(state), "no text"),
        (lambda state, _, __: f"{state!r}", "no text"),
        (lambda state, _, __: f"{state}", "no text"),
        (lambda state, _, __: str((state, "seen")), "no text"),
        (lambda state, _, __: "%s" % [state], r'% with a text: write f"..."'),
        (lambda state, _, __: float(state), "^of an answer or a draw only"),
        (lambda state, _, __: abs(state), "a > k or a < -k"),
        (lambda state, _, __: state + {}, "a dict with an answer"),
        (lambda _, __, ___: OLD, "OLD is a list: a call could change it"),
    ],
)
def test_refused(does: Callable[[Any, Any, Any], object], words: str) -> None:
    """What is no linear comparison of Laplace and exponential noise is refused in one line."""
    with pytest.raises(TraceError) as refusal:
        trace(Wrong(does))
    line = str(refusal.value)
    assert "\n" not in line
    assert re.search(words, re.sub(r"(?<=, line )\d+: .*", "", line))  # the row itself is quoted


def test_no_stream() -> None:
    """A mechanism without steps, and an eps that is a number, are refused."""
    with pytest.raises(TraceError, match="no stream"):
        trace(ContinuousNoisyMax1(EPS))
    with pytest.raises(TraceError, match="every eps"):
        trace(ContinuousSparseVector5(0, Epsilon(Fraction(2), parts=2)))


class Counting(Steps):
    """It begins with a number without noise."""

    @override
    def begin(self, coins: object) -> object:
        """No answers."""
        return 0


def test_unbounded_control() -> None:
    """What counts its answers has no finite control."""
    with pytest.raises(TraceError, match="more than 5 states"):
        trace(Counting(lambda state, *_: (state + 1, 0)), most_states=5)


def true_or_one(_: object, __: object, coins: Any) -> tuple[object, object]:  # noqa: ANN401
    """A fair choice, put out and kept."""
    found = 1 if coins.draw(Dist.uniform((0, 1))) else True
    return found, found


def test_true_is_not_one() -> None:
    """States and symbols are told apart by type, as outputs are."""
    automaton = trace(Steps(true_or_one))
    assert [state.name for state in automaton.states[2:]] == ["1", "True"]
    assert automaton.observed


class Changing(Wrong):
    """It does something else when it is traced again."""

    calls: list[int] = []  # noqa: RUF012

    @override
    def step(self, state: object, answer: Traced, coins: object) -> object:
        """The number of calls before."""
        del answer, coins
        self.calls.append(0)
        return state, len(self.calls)


def test_an_impure_stream() -> None:
    """A stream that could remember its calls is refused before it does."""
    with pytest.raises(TraceError, match=r"^Changing.calls is a list: .*write a tuple"):
        trace(Changing(lambda *_: 0))
    assert not Changing.calls


def test_no_order() -> None:
    """A guard on the sum of two draws has no law here."""

    def sums(state: Traced, answer: Traced, coins: object) -> object:
        return drawn(coins, Laplace(1 / EPS)) + state + answer >= 0

    with pytest.raises(NoOrderError, match="no order of two draws"):
        fixed(trace(Wrong(sums)), (0,), 4)


def shown(yes: object, no: Callable[[Traced, object], object]) -> Wrong:
    """It puts out the one if the answer and noise are at least 0, else the other."""

    def does(_: Traced, answer: Traced, coins: object) -> object:
        above = answer + drawn(coins, Laplace(1 / EPS)) >= 0
        return yes if above else no(answer, coins)

    return Wrong(does)


@pytest.mark.parametrize(
    ("yes", "no", "told"),
    [
        (3, lambda q, _: q - q + 3, False),
        (3, lambda q, _: q, False),
        ((3, 1), lambda q, _: (q, 1), False),
        ((3, 1), lambda q, _: (q, 2), True),
        (3, lambda q, coins: q + drawn(coins, Laplace(1 / EPS)), True),
        (True, lambda q, _: q, True),
        (3, lambda _, __: 4, True),
        (Fraction(3), lambda q, _: q - q + 3, False),
    ],
)
def test_outputs_that_may_be_equal(
    yes: object, no: Callable[[Traced, object], object], *, told: bool
) -> None:
    """A number without noise may be the constant of another branch: outputs do not tell which."""
    assert trace(shown(yes, no)).observed == told


def test_two_numbers_may_be_equal() -> None:
    """Whatever they are."""
    answer, noisy = {"q": Fraction(1)}, {"n0": Fraction(1)}
    assert may_be_equal(Register(0), Register(0), [answer], [noisy])
    assert not may_be_equal(Register(0), (Register(0),), [answer], [noisy])


@pytest.mark.parametrize("answers", [(), (1,), (0, 1)])
def test_the_probability_of_one_output(answers: Answers) -> None:
    """Is that of the law, of whole outputs and of what is put out before the end."""
    for stream in (ContinuousSparseVector6(0, HALVES), ForeseenMax(HALVES, noise=Laplace)):
        automaton = trace(stream)
        for output, chance in fixed(automaton, answers, 2).items():
            assert probability(automaton, answers, 2, output) == chance
    automaton = trace(NumericSparseVector(0, 1, THIRDS, itself=True))
    law_of = fixed(automaton, answers, 6, (0, 1))
    for output, chance in law_of.items():
        if "cell 1" in output:
            symbols = tuple(text for text in output if not text.startswith("cell"))
            assert probability(automaton, answers, 6, symbols, ((0, 1),)) == chance


def test_the_probability_of_what_comes_first() -> None:
    """Where answers have ended, an output without that of the end stands for all ends."""
    automaton = trace(WithEnd(lambda *_: 0))
    ends = [probability(automaton, (0,), 4, ("()", "0", end)) for end in ("False", "True")]
    assert probability(automaton, (0,), 4, ("()", "0")) == ends[0] + ends[1] == 1


class WithEnd(Wrong):
    """A coin at the end."""

    def end(self, state: Traced, coins: object) -> bool:
        """Whether the number is at least 1."""
        del coins
        return state >= 1


def caught(does: Callable[[Traced], object], kind: type[BaseException]) -> Wrong:
    """What it does may fail, and then it puts out 0."""

    def step(_: Traced, answer: Traced, __: object) -> object:
        try:
            return does(answer)
        except kind:
            return 0

    return Wrong(step)


@pytest.mark.parametrize("kind", [TypeError, Exception, BaseException])
@pytest.mark.parametrize(
    "does",
    [
        lambda answer: ("low", "mid", "high")[answer],
        int,
        float,
        lambda answer: answer * answer,
        lambda answer: answer == 0,
        lambda answer: answer + 0.5,
        repr,
        hash,
    ],
)
def test_a_refusal_that_is_caught(
    does: Callable[[Traced], object], kind: type[BaseException]
) -> None:
    """Is a refusal all the same: with numbers nothing would be refused."""
    with pytest.raises(TraceError):
        trace(caught(does, kind))


def path() -> Path:
    """Coins of one call."""
    return Path([], EPS.root, 4, [], begins=False)


@pytest.mark.parametrize(
    "does", [lambda old, new: new + old, lambda old, new: new - old, lambda old, _: old >= 0]
)
def test_a_number_of_an_earlier_call(does: Callable[[Any, Any], object]) -> None:
    """It is neither added nor compared: what is kept is in the state."""
    first, second = path(), path()
    old, new = (Traced(each, {"q": Fraction(1)}) for each in (first, second))
    first.over = True
    with pytest.raises(TraceError, match="of another call"):
        does(old, new)


def redrawn(answer: Traced, state: Traced, coins: object, *, positive: bool) -> int:
    """It draws until a draw is at least 0, or below: a loop without a known end."""
    while (answer + drawn(coins, Laplace(1 / EPS)) > state) == positive:
        pass
    return 0


@pytest.mark.parametrize("positive", [True, False])
def test_loops_end(*, positive: bool) -> None:
    """After 100 draws, with the line, or after 200 comparisons."""
    with pytest.raises(
        TraceError, match=r"more than 100 draws in one call \(in drawn, line \d+: ret"
    ):
        trace(Wrong(lambda state, q, coins: redrawn(q, state, coins, positive=positive)))

    def counted(_: Traced, answer: Traced, __: object) -> int:
        k = 0
        while answer > k:
            k += 1
        return k

    with pytest.raises(TraceError, match="more than 200 comparisons in one call"):
        trace(Wrong(counted))


class NoSteps:
    """It begins."""

    eps = EPS

    def begin(self, coins: object) -> object:
        """Nothing is known."""
        del coins
        return ()


@pytest.mark.parametrize(
    ("stream", "words"),
    [
        (NoSteps(), r"it has no step\(self, state, answer, coins\)"),
        (Steps(lambda _, answer, __: answer), "step returns a real number: write"),
        (Steps(lambda *_: 3), r"step returns 3: write `return state, out.*\(in step, line"),
        (Steps(lambda *_: (1, 2, 3)), "step returns 3 values"),
        (Steps(lambda *_: (0 for _ in ())), "step returns a generator"),
        (Steps(lambda *_: ({}, 3)), r"a dict: .*: use a tuple, .*\(in step, line \d+\)"),
    ],
)
def test_what_is_no_step(stream: object, words: str) -> None:
    """The method is named, and what it returns."""
    with pytest.raises(TraceError, match=words):
        trace(stream)


def test_unary_plus() -> None:
    """A number is itself."""
    plus, itself = shown(3, lambda q, _: +q), shown(3, lambda q, _: q)
    assert trace(plus) == trace(itself)
