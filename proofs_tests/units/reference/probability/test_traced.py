"""What the trace of a call knows, told by the lines of each stream, read by a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest

from proofs_tests.streams import Coins, Held
from reference.exact.exponential_function import ExponentialFunction
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.automaton import Automaton
from reference.probability.continuous import Laplace, Real
from reference.probability.control import Control
from reference.probability.dist import Dist
from reference.probability.fixed import NoOrderError, fixed, probability
from reference.probability.law import law
from reference.probability.streams import Stream
from reference.probability.traced import Traced
from reference.probability.traced_call import Impossible, Path
from reference.probability.tracing import trace

E: TypeAlias = ExponentialFunction
EPS = Epsilon.continuous(parts=1)
R = E.r()


@dataclass(frozen=True)
class Told:
    """A stream without noise; what it puts out for an answer is told."""

    does: Callable[[Held, Coins], object]
    eps: Epsilon[E] = EPS

    def begin(self, coins: Coins) -> int:
        """Nothing is known."""
        del coins
        return 0

    def step(self, state: int, answer: Held, coins: Coins) -> tuple[int, object]:
        """What is told."""
        return state, self.does(answer, coins)


def traced(does: Callable[[Held, Coins], object]) -> Automaton:
    """The automaton of what is told."""
    return trace(Told(does))


@pytest.mark.parametrize(
    "at_zero",
    [
        lambda q, _: q >= 0 and not q > 0,
        lambda q, _: q <= 0 and not q < 0,
        lambda q, _: not q > 0 and q >= 0,
        lambda q, _: not q < 0 and q <= 0,
        lambda q, _: 2 * q >= 4 and not 3 * q > 6,
        lambda q, _: 4 - 2 * q >= 0 and not 3 * q < 6,
        lambda q, _: q >= 1 and 2 - q >= 0,
    ],
)
def test_a_boundary_is_asked_for(at_zero: Callable[[Held, Coins], object]) -> None:
    """That q >= 0 does not tell whether q > 0: the branch of equality is followed, and happens."""
    automaton = traced(at_zero)
    for answer in (-1, 0, 1, 2):
        expected = str(bool(at_zero(answer, None)))
        assert fixed(automaton, (answer,), 1) == {("()", expected): 1}


@pytest.mark.parametrize(
    "never",
    [
        lambda q, _: q > 0 and not q >= 0,
        lambda q, _: q < 0 and not q <= 0,
        lambda q, _: q > 0 and q <= 0,
        lambda q, _: q >= 0 and q < 0,
        lambda q, _: q >= 1 and 2 * q <= 1,
    ],
)
def test_what_is_implied_is_not_asked(never: Callable[[Held, Coins], object]) -> None:
    """A branch that no answer takes is not there."""
    [step] = traced(never).states[1].steps
    assert {branch.symbol for branch in step.branches} == {"False"}


def test_chances_that_depend_on_eps() -> None:
    """They are in no weight, and no law is made of it; others are multiplied."""
    fair = Dist.uniform((0, 1))
    [step] = traced(lambda _, coins: (coins.draw(fair), coins.draw(fair))).states[1].steps
    assert [branch.weight for branch in step.branches] == [Fraction(1, 4)] * 4
    answered = Dist.weighted([(True, R), (False, 1 + 0 * R)])
    stream = Told(lambda _, coins: (coins.draw(fair), coins.draw(answered)))
    automaton = Control(stream, EPS.root, EPS.parts, 100).automaton()  # as if it were of ours
    [step] = automaton.states[1].steps
    assert [branch.weight for branch in step.branches] == [None] * 4
    with pytest.raises(NoOrderError, match="depend on eps"):
        fixed(automaton, (0,), 1)


def equated(distance: int) -> Callable[[Held, Coins], object]:
    """Guesses that a number is equal to one at a distance."""

    def does(answer: Held, coins: Coins) -> bool:
        guessed: bool = coins.guess()
        if guessed:
            coins.equate(answer, answer + distance)
        return guessed

    return does


def test_equations_without_a_name() -> None:
    """Numbers at a distance are never equal; at the distance 0 they are, and nothing is kept."""
    for distance, symbols in ((0, {"False", "True"}), (1, {"False"}), (-1, {"False"})):
        [step] = traced(equated(distance)).states[1].steps
        assert {branch.symbol for branch in step.branches} == symbols
        assert not any(branch.equations for branch in step.branches)


@pytest.mark.parametrize(
    ("does", "foresight"),
    [
        (lambda _, coins: coins.guess(), True),
        (lambda q, coins: coins.require(holds=q >= 0), True),
        (lambda q, coins: coins.equate(q, 2 * q), True),
        (lambda q, coins: q >= coins.draw_real(Laplace(1 / EPS)), False),
    ],
)
def test_what_is_foresight(does: Callable[[Held, Coins], object], foresight: bool) -> None:
    """Each of guess, require and equate tells a run by more than its draws."""
    assert traced(does).foresight == foresight


class Foretold(Told):
    """It foretells a number, and asks for nothing."""

    @override
    def begin(self, coins: Coins) -> int:
        """A number."""
        coins.foretell()
        return 0


def test_what_is_foretold_is_foresight() -> None:
    """Whether or not it is used."""
    assert trace(Foretold(lambda *_: 0)).foresight


@dataclass(frozen=True)
class Last(Stream[Real, "bool | Real", E]):
    """A number, told at answers below 0 and at the end; it stops at an answer above 0."""

    eps: Epsilon[E] = EPS

    @override
    def begin(self, coins: Coins, /) -> Real | None:
        """A noisy number."""
        drawn: Real = coins.draw_real(Laplace(1 / self.eps))
        return drawn

    @override
    def step(self, state: Real, answer: int, _: Coins, /) -> tuple[Real | None, bool | Real]:
        """The number for an answer below 0."""
        return (None if answer > 0 else state), state if answer < 0 else False

    def end(self, state: Real, _: Coins, /) -> bool | Real:
        """The number."""
        return state

    @override
    def output(self, released: bool | Real, /) -> bool | Real:
        """Whether it is at least 1."""
        return released if isinstance(released, bool) else released >= 1


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((), {(True,): 1 / (2 * R), (False,): 1 - 1 / (2 * R)}),
        ((0,), {(False, True): 1 / (2 * R), (False, False): 1 - 1 / (2 * R)}),
        ((-1,), {(True, True): 1 / (2 * R), (False, False): 1 - 1 / (2 * R)}),
        ((1,), {(False,): 1 + 0 * R}),
        ((0, 1), {(False, False): 1 + 0 * R}),
        ((1, 0), {(False,): 1 + 0 * R}),
    ],
)
def test_the_end_of_a_stream(
    answers: tuple[int, ...], expected: dict[tuple[bool, ...], E]
) -> None:
    """It is seen as other outputs are, and not after a stop: Pr[noise >= 1] = 1/(2r)."""
    exact = law(Last(), answers)
    assert {y: exact.probability(y) for y in exact} == expected
    symbols = {("()", *map(str, y)): chance for y, chance in expected.items()}
    assert fixed(trace(Last()), answers, 1) == symbols


@dataclass(frozen=True)
class Between:
    """It foretells a number, of which every answer requires something."""

    requires: Callable[[Held, Held], bool]
    eps: Epsilon[ExponentialFunction] = EPS

    def begin(self, coins: Coins) -> Held:
        """The number."""
        return coins.foretell()

    def step(self, state: Held, answer: Held, coins: Coins) -> tuple[Held, int]:
        """What is required."""
        coins.require(holds=self.requires(state, answer))
        return state, 0


@pytest.mark.parametrize(
    ("requires", "highest"),
    [
        (lambda p, q: q < p <= 0, -1),
        (lambda p, q: q <= p < 0, -1),
        (lambda p, q: q < p < 0, -1),
        (lambda p, q: q <= p <= 0, 0),
    ],
)
def test_a_prophecy_between_bounds(requires: Callable[[Held, Held], bool], highest: int) -> None:
    """There is a real number from q to 0, or between them, up to the highest q."""
    automaton = trace(Between(requires))
    for answer in (-2, -1, 0, 1):
        expected = {("()", "0"): 1} if answer <= highest else {}
        assert fixed(automaton, (answer,), 1) == expected


def test_every_bound_of_a_prophecy_counts() -> None:
    """A number at least all answers and at most those plus 2: they differ by 2 at most."""
    automaton = trace(Between(lambda p, q: q <= p <= q + 2))
    for answers in ((0, 2, 1), (1, 2, 0), (2, 0, 0), (0, 3, 1), (1, 1, -2), (-2, 1, 1), (3, 0, 2)):
        possible = max(answers) - min(answers) <= 2
        expected = {("()", "0", "0", "0"): 1} if possible else {}
        assert fixed(automaton, answers, 1) == expected


@pytest.mark.parametrize(("answer", "cell"), [(-1, 0), (0, 0), (1, 1), (2, 1), (3, 2)])
def test_the_cell_of_a_plain_number(answer: int, cell: int) -> None:
    """It is the number of cuts below it: a number that is a cut is in one cell, the lower one."""
    automaton = traced(lambda q, _: q)
    assert fixed(automaton, (answer,), 1, (0, 2)) == {("()", "value", f"cell {cell}"): 1}
    inside = probability(automaton, (answer,), 1, ("()", "value"), ((0, 2),))
    assert inside == (cell == 1)


LINES = [*product((-2, -1, 1, 2), (-2, -1, 0, 1))]
"""a and b, for a x + b."""

VALUES = [Fraction(k, 8) for k in range(-20, 21)]
"""Where a form changes its sign, and between any two of these places."""


def path() -> Path:
    """A branch at its beginning."""
    return Path((), Fraction(2), 1, [], begins=False)


def where(line: tuple[int, int], *, strictly: bool) -> set[Fraction]:
    """The values of x for which a x + b is above 0, or at least 0."""
    a, b = line
    return {x for x in VALUES if a * x + b > 0 or (a * x + b == 0 and not strictly)}


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("strictly", [False, True])
def test_a_comparison_is_decided_by_one_before(above: bool, strictly: bool) -> None:
    """If and only if all values that are left give the same answer; else both are followed."""
    for before, asked in product(LINES, LINES):
        branch = path()
        branch.guards.append((form(before), above))
        left, holds = where(before, strictly=above), where(asked, strictly=strictly)
        found = branch.at_least(form(asked), strictly=strictly)
        assert left & holds if found else left - holds
        assert (len(branch.guards) == 1) == (left <= holds or not left & holds)


def form(line: tuple[int, int]) -> dict[str, Fraction]:
    """As a branch has it."""
    return {name: Fraction(c) for name, c in zip(("q", ""), line, strict=True) if c}


@pytest.mark.parametrize("strictly", [False, True])
@pytest.mark.parametrize("c", [-1, 0, 1])
def test_numbers_are_compared(c: int, strictly: bool) -> None:
    """Nothing is followed two ways; two numbers that differ are not made equal."""
    branch = path()
    known = {"": Fraction(c)} if c else {}
    assert branch.at_least(known, strictly=strictly) == (c > 0 if strictly else c >= 0)
    assert not branch.guards
    number, zero = Traced(branch, known), Traced(branch, {})
    if c:
        with pytest.raises(Impossible):
            branch.equate(number, zero)
    else:
        branch.equate(number, zero)
    assert not branch.equations
