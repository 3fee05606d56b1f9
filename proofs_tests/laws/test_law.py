"""`law` is a homomorphism: composing mechanisms composes their laws."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import gcd
from operator import neg
from typing import Any, Generic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.laws import kernels, laws, symbolic_laws
from proofs_tests.strategies.numbers import LOSSES
from proofs_tests.strategies.tables import a_fifth_of_the_examples
from proofs_tests.strategies.trees import TREES, Tree
from reference.exact.field import RATIONAL_FUNCTIONS, RATIONALS, R
from reference.exact.rational_function import RationalFunction
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import exponential_weights
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.law import examine, law
from reference.probability.law import laws as laws_of
from reference.probability.outcome import NoValueError
from reference.probability.purity import OutsideSourceError
from reference.probability.replay import (
    ImpureMechanismError,
    Laws,
    UnfinishedError,
    UnsettledTailError,
)

Law = Dist[int, Fraction]
HALF = Fraction(1, 2)
HEADS = Dist.uniform((0, 1))
Toss = Callable[[int, Coins[Fraction]], int]


@a_fifth_of_the_examples
@given(TREES)
def test_replay_is_bind(tree: Tree) -> None:
    """The law of a mechanism with draws in every nesting is the bind of its draws."""
    assert law(tree, ()) == tree.expected()


@a_fifth_of_the_examples
@given(laws(), kernels())
def test_a_returned_draw_is_a_draw(first: Law, kernel: tuple[Law, ...]) -> None:
    """A draw that is returned, and one that is kept in a variable first, give the same law."""

    def returned(_: tuple[int, ...], coins: Coins[Fraction]) -> int:
        return coins.draw(kernel[coins.draw(first)])

    def kept(_: tuple[int, ...], coins: Coins[Fraction]) -> int:
        outcome = coins.draw(kernel[coins.draw(first)])
        return outcome  # noqa: RET504 - the point of the test

    expected = first.bind(lambda x: kernel[x])
    assert law(returned, ()) == law(kept, ()) == expected


@a_fifth_of_the_examples
@given(laws(), laws())
def test_draws_inside_a_builtin_are_replayed(first: Law, second: Law) -> None:
    """What a function written in C does with outcomes, before they are returned, is seen."""
    both = (first, second)

    def digits(_: object, coins: Coins[Fraction]) -> str:
        return "".join(map(coins.draw, (first.map(str), second.map(str))))

    def failing(_: object, coins: Coins[Fraction]) -> str:
        return "".join(map(coins.draw, both))  # type: ignore[arg-type]  # fails anyway

    pair = first.product(second)
    assert law(lambda _, coins: tuple(map(coins.draw, both)), ()) == pair
    assert law(lambda _, coins: max(map(coins.draw, both)), ()) == pair.map(max)
    assert law(lambda _, coins: min(map(coins.draw, both[:1]), key=neg), ()) == first
    assert law(lambda _, coins: sum(map(coins.draw, both)), ()) == pair.map(sum)
    assert law(digits, ()) == pair.map(lambda xy: f"{xy[0]}{xy[1]}")
    with pytest.raises(TypeError, match="expected str instance, int found"):
        law(failing, ())


@a_fifth_of_the_examples
@given(laws())
def test_a_draw_in_a_finally_block_is_not_the_last(first: Law) -> None:
    """A draw whose value a `finally` block replaces does not end the mechanism."""

    def mechanism(_: tuple[int, ...], coins: Coins[Fraction]) -> int:
        x = 7
        try:
            x = coins.draw(first)
        finally:
            x += coins.draw(first)
        return x

    assert law(mechanism, ()) == first.product(first).map(sum)


def test_the_law_of_a_constant_is_a_point() -> None:
    """A mechanism without draws has one outcome; laws can be made while a tuple is being made."""
    assert law(lambda database, _: len(database), (1, 2)) == Dist.point(2)
    assert len(tuple(law(lambda bit, coins: bit ^ coins.draw(HEADS), each) for each in (0,))) == 1


@dataclass(frozen=True, slots=True)
class CountedToss:
    """A toss that counts how often it is followed."""

    calls: list[int]

    def __call__(self, database: int, coins: Coins[Fraction], /) -> int:
        self.calls.append(database)
        return coins.draw(HEADS) + database

    @override
    def __hash__(self) -> int:
        return 0


def test_sub_mechanisms_are_remembered() -> None:
    """The law of a sub-mechanism on a database is computed once, for many databases too."""
    toss = CountedToss([])

    def twice(database: int, coins: Coins[Fraction]) -> int:
        return coins.run(toss, database) + coins.run(toss, database) + coins.run(toss, 5)

    shared = Laws[Fraction]()
    both = [shared.of(twice, database) for database in (0, 0, 1)]
    assert both[0] == both[1]
    assert both[0] == Dist.weighted([(5 + k, Fraction(w)) for k, w in enumerate((1, 3, 3, 1))])
    assert sorted(set(toss.calls)) == [0, 1, 5]
    assert len(toss.calls) == 2 * 3


@given(st.integers(-3, 3), st.integers(0, 3), st.integers(0, 3))
def test_settled_tails_are_summed_exactly(shift: int, low: int, high: int) -> None:
    """The law of a comparison with unbounded noise has its closed form."""
    noise = TwoSidedGeometric(HALF)

    def mechanism(_: tuple[int, ...], coins: Coins[Fraction]) -> bool:
        settled = Settled(min(-low, shift), max(high, shift), HALF, 0)
        return coins.draw_noise(noise, settled) > shift

    assert law(mechanism, ()).probability(True) == noise.at_least(shift + 1)


@given(st.integers(1, 3), st.integers(1, 3))
def test_the_order_of_the_tail_may_exceed_the_need(power: int, extra: int) -> None:
    """A promise of a higher degree, or of a later range, than needed is true, and as exact."""
    noise = TwoSidedGeometric(HALF)

    def mechanism(settled: Settled[Fraction], coins: Coins[Fraction]) -> bool:
        z = abs(coins.draw_noise(noise, settled))
        return coins.draw(
            Dist.weighted([(True, HALF ** (power * z)), (False, 1 - HALF ** (power * z))])
            if z
            else Dist.point(True)
        )

    exact = sum(
        (noise.probability(z) * HALF ** (power * abs(z)) for z in range(-200, 201)), Fraction(0)
    )
    tight = law(mechanism, Settled(0, 0, HALF, power))
    loose = law(mechanism, Settled(-extra, extra, HALF, power + extra))
    assert tight == loose
    assert 0 < tight.probability(True) - exact < HALF**200


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "broken",
    [
        Settled(0, 0, HALF, 0),
        Settled(-1, 1, HALF, 0),
        Settled(-5, 5, HALF**2, 2),
        Settled(-3, 3, HALF, 1),
    ],
)
def test_a_broken_promise_is_found(broken: Settled[Fraction], sign: int) -> None:
    """Tails that are no polynomial of the stated degree, on either side, are refused."""
    noise = TwoSidedGeometric(HALF)

    def mechanism(_: tuple[int, ...], coins: Coins[Fraction]) -> bool:
        z = max(sign * coins.draw_noise(noise, broken), 0)
        p = (HALF**z + HALF ** (3 * z)) / 2
        return coins.draw(Dist.weighted([(True, p), (False, 1 - p)]) if z else Dist.point(True))

    with pytest.raises(UnsettledTailError, match="not a polynomial of the stated degree"):
        law(mechanism, ())


@dataclass(frozen=True, slots=True)
class Response(Generic[R]):
    """Randomized response, then noise that is compared with a bit, then a fair toss."""

    eps: Epsilon[R]

    def __call__(self, bit: int, coins: Coins[R], /) -> tuple[int, bool, int]:
        told = bit ^ coins.draw(exponential_weights([(0, 1), (1, 0)], self.eps.exp()))
        noise = TwoSidedGeometric(self.eps.exp(-1))
        above = coins.draw_noise(noise, Settled(0, 1, noise.ratio, 0)) > bit
        return told, above, coins.draw(HEADS)


@a_fifth_of_the_examples
@given(LOSSES, st.integers(0, 1))
def test_the_law_for_every_eps(root: Fraction, bit: int) -> None:
    """The law as a function of r is, at every root, the law at that root."""
    every = law(Response(Epsilon.indeterminate()), bit)
    assert every.at(root) == law(Response(Epsilon(root)), bit)
    told = RationalFunction.r() / (RationalFunction.r() + 1)
    assert every.map(lambda output: output[0]).probability(bit) == told
    assert every.field is RATIONAL_FUNCTIONS


@dataclass(frozen=True, slots=True)
class Silent(Generic[R]):
    """A mechanism that draws nothing."""

    eps: Epsilon[R]

    def __call__(self, bit: int, coins: Coins[R], /) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Confused:
    """A mechanism whose loss is none."""

    eps: Wrong

    def __call__(self, bit: int, coins: Coins[Fraction], /) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something whose field is none."""

    field: int = 0


def test_the_field_is_that_of_the_loss() -> None:
    """A law without draws is a function of r if eps is; a loss without field is refused."""
    assert law(Silent(Epsilon.indeterminate()), 0).field is RATIONAL_FUNCTIONS
    assert law(Silent(Epsilon(Fraction(2))), 0).field is RATIONALS
    with pytest.raises(TypeError, match="is not the field of a privacy loss"):
        law(Confused(Wrong()), 0)


@given(symbolic_laws())
def test_symbolic_draws_make_a_symbolic_law(dist: Dist[int, RationalFunction]) -> None:
    """Even a certain outcome of a law that depends on r does."""

    def mechanism(_: int, coins: Coins[RationalFunction]) -> int:
        return coins.draw(dist) + 1

    found = law(mechanism, 0)
    assert found == dist.map(lambda x: x + 1)
    assert found.field is RATIONAL_FUNCTIONS


@given(symbolic_laws(), laws())
def test_reduced_weights_are_the_same_law(
    symbolic: Dist[int, RationalFunction], number: Law
) -> None:
    """Dividing weights by their common divisor changes no probability."""
    assert symbolic.reduced() == symbolic
    assert number.reduced() == number
    weights = [w for w in number.reduced().weights.values() if isinstance(w, int)]
    assert len(weights) == len(number)
    assert gcd(*weights) == 1


def by_calls(does: Callable[[int, int, Coins[Fraction]], int]) -> Toss:
    """A mechanism that knows how often it has been called."""
    calls = count()
    return lambda bit, coins: does(next(calls), bit, coins)


def by_memory(does: Callable[[list[int], int, Coins[Fraction]], int]) -> Toss:
    """A mechanism that keeps something."""
    kept: list[int] = []
    return lambda bit, coins: does(kept, bit, coins)


def noisy(calls: int, _: int, coins: Coins[Fraction]) -> int:
    """Noise of another ratio at every other call."""
    ratio = Fraction(1, 2 + calls % 2)
    return int(coins.draw_noise(TwoSidedGeometric(ratio), Settled(0, 0, ratio, 0)) > 0)


def first_answer(kept: list[int], _: int, coins: Coins[Fraction]) -> int:
    """A draw whose first answer is kept for good looks like no draw at all."""
    kept.append(coins.draw(HEADS))
    return kept[0]


def row_and_call(calls: int, bit: int, coins: Coins[Fraction]) -> int:
    """What looks like a fair bit is the row, added to the number of the call."""
    coins.draw(HEADS)
    return (bit + calls) % 2


def bounds(kept: list[int], row: int, coins: Coins[Fraction]) -> int:
    """A bound that is learnt from the data: those of the first and of the last row are alike."""
    kept.append(1 + row % 2)
    return coins.draw(Dist.uniform(range(kept[0])))


def before(kept: list[int], bit: int, coins: Coins[Fraction]) -> int:
    """The database that came before."""
    kept.append(bit)
    coins.draw(HEADS)
    return kept[-2] if len(kept) > 1 else 0


def one_comes_first(kept: list[int], bit: int, coins: Coins[Fraction]) -> int:
    """It raises what only another process sees."""
    kept.append(bit)
    if kept[0]:
        raise ValueError("one comes first")
    return coins.draw(HEADS)


AGAIN = "has another law when it is computed again"
OUTPUT = "the same draws with another output"


@pytest.mark.parametrize(
    ("mechanism", "words"),
    [
        (by_calls(lambda n, _, coins: 1 + coins.draw(Dist.uniform(range(2 + n)))), "among 2 .* 3"),
        (by_calls(lambda n, _, coins: sum([coins.draw(HEADS) for _ in range(2 - n)])), "left out"),
        (by_calls(noisy), "when repeated"),
        (by_memory(first_answer), AGAIN),
        (by_calls(row_and_call), OUTPUT),
        (by_calls(lambda *given: -1 - row_and_call(*given)), OUTPUT),  # hash(-1) is hash(-2)
        (by_memory(bounds), f"on database 1 {AGAIN}"),
        (by_memory(before), AGAIN),
        (by_memory(one_comes_first), r"cannot be computed again: ValueError: one comes first$"),
    ],
)
def test_hidden_state_is_found(mechanism: Toss, words: str) -> None:
    """Of what draws, or puts out, something else when it is called again, or in another order."""
    with pytest.raises(ImpureMechanismError, match=words):
        list(laws_of(mechanism, (0, 1, 2)))


def test_state_that_the_draws_do_not_show_is_found() -> None:
    """The same draws and another output, when the law is computed again."""
    later = by_calls(lambda n, bit, coins: bit if n > 2 else coins.draw(HEADS) + 0)
    with pytest.raises(ImpureMechanismError, match="on database 7 "):
        law(later, 7)


def weighted(weight: int) -> Law:
    """True with this weight, against 1."""
    return Dist({True: weight, False: 1}, RATIONALS)


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (weighted(3), weighted(999), "other weights"),
        (weighted(3), Dist({False: 1, True: 3}, RATIONALS), "in another order"),
        (weighted(3), Dist({2: 3, 4: 1}, RATIONALS), "other outcomes"),
        (weighted(3), Dist({True: 3, 0: 1}, RATIONALS), "other outcomes"),
    ],
)
def test_a_repeated_draw_is_the_same_draw(first: Law, then: Law, words: str) -> None:
    """The same outcomes in the same order, with the same weights: not only as many."""
    calls = count()

    def mechanism(_: tuple[int, ...], coins: Coins[Fraction]) -> int:
        return coins.draw(then if next(calls) % 2 else first) + 0

    with pytest.raises(ImpureMechanismError, match=f"a draw had .*{words}.* when repeated"):
        law(mechanism, ())


def test_laws_of_sub_mechanisms_list_their_outcomes_anyhow() -> None:
    """Followed backwards they list them in another order: that is no other output."""

    def inner(bit: int, coins: Coins[Fraction]) -> int:
        return 2 * coins.draw(HEADS) + bit

    def outer(bit: int, coins: Coins[Fraction]) -> int:
        return coins.run(inner, bit) + 4 * coins.draw(HEADS)

    assert [len(each) for each in laws_of(outer, (0, 1))] == [4, 4]


def test_coins_are_for_one_call() -> None:
    """Those of a mechanism that has ended, and those of one that waits, draw nothing.

    Code of others that runs one mechanism in another may use either: both are one run.
    """
    ended: list[Coins[Fraction]] = []

    def inner(_: int, coins: Coins[Fraction]) -> int:
        ended.append(coins)
        return coins.draw(HEADS)

    def late(bit: int, coins: Coins[Fraction]) -> int:
        try:
            return bit & coins.run(inner, bit) & ended[-1].draw(HEADS)
        except ArithmeticError:
            return 0  # it cannot hide the error

    def outer(bit: int, coins: Coins[Fraction]) -> int:
        return coins.run(lambda _, __: coins.draw(HEADS), bit)

    for mechanism in (late, outer):
        with pytest.raises(ImpureMechanismError, match="with the coins of another call"):
            Laws[Fraction]().of(mechanism, 1)
    assert law(late, 1) == Dist.weighted([(0, Fraction(3)), (1, Fraction(1))])
    assert law(outer, 1) == HEADS


def test_no_coins_outlive_their_law() -> None:
    """Those that were kept from another database draw nothing."""
    kept: list[Coins[Fraction]] = []

    def mechanism(_: int, coins: Coins[Fraction]) -> int:
        kept.append(coins)
        try:
            return kept[0].draw(HEADS)
        except ArithmeticError:
            return 0  # it cannot hide the error

    with pytest.raises(ImpureMechanismError, match="with the coins of another call"):
        list(laws_of(mechanism, (0, 1)))


BITS = Dist.uniform((0, 1, 2, 3))
FIRST_AS_LAST = (0, 1, 1, 0)
"""A bit that is the same after the first outcome as after the last."""


@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("stored", [FIRST_AS_LAST, (0, 1, 0, 1)])
def test_what_a_sub_mechanism_leaves_is_seen_by_its_caller(
    stored: tuple[int, ...], negative: bool
) -> None:
    """The state of the branch that it was answered with, whatever its last branch would leave.

    Nor do outputs go unseen that Python gives one hash: that of -1 is that of -2.
    """
    state: list[int] = []

    def inner(_: int, coins: Coins[Fraction]) -> int:
        state[:] = [stored[coins.draw(BITS)]]
        return state[0]

    def leak(bit: int, coins: Coins[Fraction]) -> int:
        output = coins.run(inner, 0) ^ state[0] ^ bit
        return -1 - output if negative else output

    assert hash(-1) == hash(-2)
    bits = (-1, -2) if negative else (0, 1)
    assert [*laws_of(leak, (0, 1))] == [Dist.point(bit) for bit in bits]


def test_each_outcome_is_the_first_one_of_a_process() -> None:
    """What is remembered of the first answer is the same for the first and for the last one."""
    state: list[int] = []

    def mechanism(bit: int, coins: Coins[Fraction]) -> int:
        drawn = FIRST_AS_LAST[coins.draw(BITS)]
        if not state:
            state.append(drawn)
        return drawn ^ state[0] ^ bit

    with pytest.raises(ImpureMechanismError, match="the same draws with another output"):
        examine(mechanism, (0, 1), calls=1)


def test_noise_of_a_sub_mechanism_settles() -> None:
    """Followed with its caller it has the law that it has for itself."""
    noise = TwoSidedGeometric(HALF)

    def inner(shift: int, coins: Coins[Fraction]) -> bool:
        return coins.draw_noise(noise, Settled(min(0, shift), max(0, shift), HALF, 0)) > shift

    def outer(shift: int, coins: Coins[Fraction]) -> tuple[bool, int]:
        above = coins.run(inner, shift)
        return above, coins.draw(BITS) if above else coins.run(inner, -shift)

    for shift in (-1, 0, 2):
        assert law(outer, shift) == Laws[Fraction]().of(outer, shift)


def test_what_is_printed_is_printed_once(capfd: pytest.CaptureFixture[str]) -> None:
    """Not by each process that computes a law again."""

    def mechanism(bit: int, coins: Coins[Fraction]) -> int:
        for stream in (1, 2):
            os.write(stream, b"%d" % bit)
        return coins.draw(HEADS)

    list(laws_of(mechanism, (0, 1, 2)))
    assert capfd.readouterr() == ("001122",) * 2


def test_outcomes_that_are_equal_in_python_are_two() -> None:
    """`True` and `1` are two outputs, whether drawn, returned or made by a sub-mechanism."""

    def inner(bit: int, coins: Coins[Fraction], /) -> object:
        return True if coins.draw(Dist.uniform((0, 1, 2))) == bit else 1

    def outer(bit: int, coins: Coins[Fraction], /) -> tuple[object, ...]:
        return (coins.run(inner, bit),)

    found = law(outer, 0)
    third = Fraction(1, 3)
    assert [(type(x[0]), p) for x, p in zip(found, (third, 2 * third), strict=True)] == [
        (bool, third),
        (int, 2 * third),
    ]
    assert (found.probability((True,)), found.probability((1,))) == (third, 2 * third)


@dataclass(frozen=True, slots=True)
class Says:
    """Returns its parameter and its row; drawn, so that its law is remembered."""

    word: object

    def __call__(self, row: object, coins: Coins[Fraction], /) -> tuple[object, object]:
        coins.draw(HEADS)
        return self.word, row


def test_remembered_laws_tell_parameters_and_databases_apart() -> None:
    """The law on `True` is not taken for the law on `1`, nor one of `Says(1.0)` for `Says(1)`."""

    def mechanism(_: int, coins: Coins[Fraction], /) -> str:
        pairs = [(word, row) for word in (1, True, Fraction(1)) for row in (1, True)]
        return repr([coins.run(Says(word), row) for word, row in pairs])

    (output,) = law(mechanism, 0)
    assert output == (
        "[(1, 1), (1, True), (True, 1), (True, True), (Fraction(1, 1), 1), (Fraction(1, 1), True)]"
    )


@pytest.mark.parametrize("no_value", [lambda: 0, iter(()), object()])
def test_an_output_that_is_no_value_is_refused(no_value: object) -> None:
    """A function, an iterator, a plain object: nobody could tell it from another one."""

    def mechanism(_: int, coins: Coins[Fraction], /) -> object:
        return coins.draw(HEADS), no_value

    with pytest.raises(NoValueError, match="an outcome is a number"):
        law(mechanism, 0)


def failing(*_: object) -> int:
    """A mechanism that fails."""
    raise ValueError("the inner mechanism fails")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (lambda coins: coins.draw([0, 1]), r"draw\(\[0, 1\]\): a draw takes a Dist"),
        (lambda coins: coins.release([0, 1]), "takes a Dist"),
        (lambda coins: coins.draw_noise(0, 0), "object has no attribute"),
        (lambda coins: coins.run(failing, 0), "the inner mechanism fails"),
        (lambda coins: coins.delegate(failing, 0), "the inner mechanism fails"),
    ],
)
def test_no_handler_makes_an_outcome_of_a_refused_draw(
    step: Callable[[Any], int], words: str
) -> None:
    """What a draw raises ends the law and is told, whatever the mechanism catches or raises."""

    def catches(bit: int, coins: Coins[Fraction], /) -> int:
        try:
            return step(coins)
        except BaseException:  # noqa: BLE001 - what the test is about
            return bit

    def raises(bit: int, coins: Coins[Fraction], /) -> int:
        try:
            return step(coins)
        finally:
            raise KeyError(bit)

    for mechanism in (catches, raises):
        with pytest.raises((TypeError, ValueError, AttributeError), match=words):
            law(mechanism, 0)


def test_randomness_beside_the_coins_is_refused() -> None:
    """The clock decides: refused in one line, though the mechanism draws from its coins too."""

    def mechanism(bit: int, coins: Coins[Fraction], /) -> int:
        return coins.draw(HEADS) if time.time_ns() % 100 else bit

    with pytest.raises(OutsideSourceError, match=r"time\.time_ns at .*test_law\.py:[0-9]+: "):
        law(mechanism, 0)


@pytest.mark.parametrize("stop", [0, 1])
def test_a_loop_that_may_go_on_for_ever_is_ended(stop: int) -> None:
    """After the largest number of draws on one branch, with the name, the database, the branch."""

    def tossing(_: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        while True:
            try:
                if coins.draw(HEADS) == stop:
                    return 0
            except Exception:  # noqa: BLE001, S110 - an obstinate mechanism
                pass

    with pytest.raises(UnfinishedError) as ended:
        examine(tossing, [(5,)], most_draws=20)
    branch = {0: 21, 1: 1}[stop]
    assert str(ended.value).endswith(
        f"tossing on database (5,), branch {branch}: more than 20 draws (--max-draws raises that)"
    )
    assert str(pickled(ended.value)) == str(ended.value)


def test_who_draws_and_who_does_not() -> None:
    """A mechanism of others draws if it asks its coins for anything on any database."""

    def on_one(bit: int, coins: Coins[Fraction], /) -> int:
        return coins.draw(Dist.point(0)) if bit else 0

    def noisy(_: int, coins: Coins[Fraction], /) -> bool:
        return coins.draw_noise(TwoSidedGeometric(HALF), Settled(0, 0, HALF, 0)) > 0

    def through(bit: int, coins: Coins[Fraction], /) -> int:
        return coins.run(on_one, bit)

    assert examine(noisy, (0,)).draws
    assert examine(through, (0,)).draws
    assert examine(on_one, (0, 1)).draws
    assert not examine(on_one, (0, 0)).draws
