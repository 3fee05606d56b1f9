"""Runs that cost too much become numbers, whose probabilities are those of the mechanism."""

import json
from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, fmpq

from audits.engines.streams.deciding import audit_stream
from audits.engines.streams.numbers import Example, example
from audits.evidence.verdict import Refuted
from audits.kernel import check
from audits.rendering.decimals import at_exp
from proofs_tests.conformance.attacks import FALSE, Attack
from proofs_tests.streams import Coins, Held
from proofs_tests.units.audits.engines.streams.test_deciding import Threshold, sums
from reference.data.bottom import Bottom
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.interval import exact
from reference.mechanisms.selection.foreseen_max import ForeseenMax
from reference.mechanisms.stream.continuous_sparse_values import ContinuousSparseVector3
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.automaton import Automaton, Branch, Step
from reference.probability.coins import Mechanism
from reference.probability.continuous import Laplace
from reference.probability.law import law
from reference.probability.tracing import trace

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

E = ExponentialFunction
Eps = Epsilon[E]
Build = Callable[[Eps], Mechanism[tuple[int, ...], Hashable, E]]
EPS = Epsilon.continuous(parts=4)
ONE = Fraction(1)


def found(stream: object, claim: Fraction | int, adjacency: str = "all") -> Example:
    """An example of what the audit refutes."""
    automaton = trace(stream)
    audit = audit_stream(automaton, "x", Fraction(claim), adjacency)
    shown = audit.verdict.certificate if isinstance(audit.verdict, Refuted) else None
    numbers = example(automaton, "x", Fraction(claim), shown, adjacency)
    assert isinstance(numbers, Example), numbers
    return numbers


def exceeds(numbers: Example) -> bool:
    """P > e^(K eps) Q, by other intervals than those of the engine."""
    u = numbers.eps / numbers.parts
    values = []
    for chance in numbers.probabilities:
        top, bottom = (
            sum(
                (
                    arb(fmpq(c.numerator, c.denominator))
                    * arb(fmpq(u.numerator, u.denominator)) ** j
                    * arb(fmpq((u * k).numerator, (u * k).denominator)).exp()
                    for (j, k), c in part.terms.items()
                ),
                arb(0),
            )
            for part in chance.polynomials
        )
        values.append(top / bottom)
    if numbers.claim is None:
        return bool(values[0] > 0 and values[1] == 0)
    power = numbers.claim * numbers.eps
    return bool(values[0] > arb(fmpq(power.numerator, power.denominator)).exp() * values[1])


def bit(symbol: str) -> Hashable:
    """What a symbol stands for."""
    return Bottom.BOTTOM if symbol == "bottom" else int(symbol)


@pytest.mark.parametrize(
    ("build", "claim"),
    [
        (lambda eps: ContinuousSparseVector3(0, 1, eps), 1),
        (lambda eps: ContinuousSparseVector3(2, 1, eps), 1),
        (lambda eps: ContinuousSparseVector4(0, 1, eps), 1),
        (lambda eps: ContinuousSparseVector4(0, 2, eps), 3),
        (lambda eps: ContinuousSparseVector5(0, eps), 1),
        (lambda eps: ContinuousSparseVector6(0, eps), 1),
        (lambda eps: ContinuousSparseVector6(100, eps), 2),
        (lambda eps: ContinuousSparseVector1(0, 1, eps), Fraction(9, 10)),
    ],
)
def test_probabilities_are_those_of_the_mechanism(build: Build, claim: Fraction | int) -> None:
    """By replay of the mechanism, on both databases; the kernel accepts the certificate."""
    numbers = found(build(EPS), claim)
    stream = build(Epsilon.continuous(parts=numbers.parts))
    output = tuple(map(bit, numbers.output))
    for answers, chance in zip(
        (numbers.answers, numbers.others), numbers.probabilities, strict=True
    ):
        assert law(stream, tuple(map(int, answers))).probability(output) == chance
    assert exceeds(numbers)
    moved = [a - b for a, b in zip(numbers.answers, numbers.others, strict=True)]
    assert {*map(abs, moved)} <= {0, 1}
    statement = check(json.dumps(numbers.verdict.certificate))
    assert statement.kind == "refutation"
    wanted = "inf" if numbers.claim is None else numbers.verdict.witness["exp_eps"]
    assert str(statement).startswith("not private")
    assert wanted == "inf" or numbers.claim == claim


def test_variant_5_by_hand() -> None:
    """Noise of rate eps/2 is from -1 to 1 with probability 1 - e^(-eps/2); from 0 to 0 with 0."""
    numbers = found(ContinuousSparseVector5(0, EPS), 1)
    assert numbers.claim is None
    assert [*map(int, numbers.answers + numbers.others)] == [1, -1, 0, 0]
    assert numbers.output == ("1", "0")
    assert [*numbers.probabilities] == [1 - E.r(-numbers.parts // 2), E.of_polynomial(0)]
    assert numbers.verdict.certificate["exp_eps"] == "inf"


def test_variant_3_with_the_value_itself() -> None:
    """A released number is in its cell: variant 3 with cuts at its ends has the same law."""
    numbers = _leak()
    assert len(numbers.cells) == 1
    assert exceeds(numbers)
    low, high = numbers.cells[0]
    stream: Mechanism[tuple[int, ...], Hashable, E] = ContinuousSparseVector3(
        0, 1, Epsilon.continuous(parts=numbers.parts), cuts=(int(low), int(high))
    )
    output = tuple(bit(symbol) if symbol == "bottom" else 1 for symbol in numbers.output)
    chances = [law(stream, tuple(map(int, x))) for x in (numbers.answers, numbers.others)]
    assert tuple(each.probability(output) for each in chances) == numbers.probabilities


def _leak() -> Example:
    """Variant 3 that puts out the value, with the noise of the published one."""
    automaton = Threshold(6, 6, 1, leak=True).automaton()
    numbers = example(automaton, "x", Fraction(1))
    assert isinstance(numbers, Example), numbers
    output = tuple("bottom" if symbol == "0" else "value" for symbol in numbers.output)
    return numbers._replace(output=output)


@pytest.mark.parametrize("attack", FALSE, ids=lambda attack: attack.name)
def test_attacks_have_numbers(attack: Attack) -> None:
    """Each stream that only looks private is refuted by numbers.

    Where it puts out no draws, their probabilities are those of the law by replay.
    """
    claim = Fraction(1, 2) if attack.loss is None else attack.loss - Fraction(1, 4)
    numbers = found(attack, claim, attack.adjacency)
    assert exceeds(numbers)
    if attack.releases:
        return
    for answers, chance in zip(
        (numbers.answers, numbers.others), numbers.probabilities, strict=True
    ):
        replayed = law(attack, tuple(map(int, answers)))
        same = [y for y in replayed if tuple(map(str, y)) == numbers.output]
        values = [replayed.probability(y).at(numbers.eps / attack.eps.parts) for y in same]
        expected = sum((at_exp(each, numbers.eps / attack.eps.parts) for each in values), exact(0))
        found_there = at_exp(chance.at(numbers.eps / numbers.parts), numbers.eps / numbers.parts)
        low, high = (expected - found_there).enclosure(100)
        assert low <= 0 <= high
        assert high - low < Fraction(1, 10**20)


def test_more_is_refuted_by_more_answers() -> None:
    """Where every positive costs, a larger claim needs more of them."""
    automaton = Threshold(6, 3, 0).automaton()
    sizes = []
    for claim in (1, 2, 3):
        numbers = example(automaton, "x", Fraction(claim))
        assert isinstance(numbers, Example)
        sizes.append(len(numbers.answers))
    assert sizes[0] < sizes[1] < sizes[2]


@pytest.mark.parametrize(
    ("adjacency", "size"),
    [("one", Fraction(1)), ("monotone", Fraction(2)), ("all", Fraction(1, 2))],
)
def test_answers_are_adjacent(adjacency: str, size: Fraction) -> None:
    """One answer moves, or all in one direction, by the sensitivity."""
    claim = Fraction(1, 10)
    numbers = example(Threshold(6, 3, 1).automaton(), "x", claim, None, adjacency, size)
    assert isinstance(numbers, Example)
    moved = [a - b for a, b in zip(numbers.answers, numbers.others, strict=True) if a != b]
    assert {*map(abs, moved)} == {size}
    assert adjacency != "one" or len(moved) == 1
    assert adjacency != "monotone" or len({*moved}) == 1
    relation = "replace-one" if adjacency == "one" else "replace-all"
    assert relation in str(check(json.dumps(numbers.verdict.certificate)))


def test_none() -> None:
    """Of what holds; and of what is no order of two draws, or is foreseen and not told."""
    assert "no run is known" in _none(Threshold(6, 3, 1).automaton(), 1)
    assert "and sums of draws are compared" in _none(sums(6, fresh=False), 1)
    assert "no run is known" in _none(trace(ForeseenMax(EPS, noise=Laplace)), 1)
    begin, asks, stopped = Threshold(6, 3, 1).automaton().states
    closing = Branch((), (), (), (), (), ({"0": ONE},), "closed", 1)
    steps = (*asks.steps, Step(reads=False, branches=(closing,)))
    closed = Automaton((begin, replace(asks, steps=steps), stopped))
    assert "parts of the stream are closed" in _none(closed, Fraction(1, 2))
    above, below = asks.steps[0].branches
    alike = Step(reads=True, branches=(above, replace(below, symbol="1", released=({"q": ONE},))))
    mixed = Automaton((begin, replace(asks, steps=(alike,)), stopped))
    assert "outputs with numbers and without" in _none(mixed, Fraction(1, 2))


class Thirds:
    """Three times a draw against an answer: it is compared with thirds of numbers."""

    eps = Epsilon.continuous(parts=1)

    def begin(self, _: Coins) -> Held:
        """Nothing is kept."""
        return ()

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """Above, any number of times."""
        return state, 3 * coins.draw_real(Laplace(1 / self.eps)) <= answer


def test_numbers_are_divided_as_their_forms_are() -> None:
    """P(x > 0) is 1/2, P(x > 1/3) is e^(-eps/3)/2: eps has three parts."""
    numbers = found(Thirds(), Fraction(1, 4))
    assert ([*map(int, numbers.answers)], [*map(int, numbers.others)]) == ([0], [1])
    assert numbers.output == ("False",)
    assert numbers.parts == 3
    assert numbers.probabilities == (E.of_polynomial(Fraction(1, 2)), E.r(-1) * Fraction(1, 2))


class ZeroTwice:
    """Three answers; for the third one (0, whether it is above 0), so that the loss is eps.

    Whether the first two are above 0 is kept, and seen nowhere: if both are, the 0 is x - x.
    """

    eps = Epsilon.continuous(parts=1)

    def begin(self, _: Coins) -> Held:
        """Nothing is kept."""
        return (1, True)

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """One more answer above 0, or not."""
        above = answer + coins.draw_real(Laplace(1 / self.eps)) >= 0
        if state[0] < 3:
            x = coins.draw_real(Laplace(1 / self.eps))
            return (state[0] + 1, state[1] and above, x, x), None
        return None, (state[2] - state[3] if state[1] else 0, above)


def test_a_number_may_be_what_another_run_puts_out() -> None:
    """Of such outputs no probability is told: it was that of one run, and refuted what is true."""
    automaton = trace(ZeroTwice())
    assert not automaton.observed
    assert "what others put out" in _none(automaton, Fraction(5, 2))


def _none(automaton: Automaton, claim: Fraction | int) -> str:
    """Why there is no example."""
    numbers = example(automaton, "x", Fraction(claim))
    assert isinstance(numbers, str)
    return numbers
