"""Calls that keep nothing are one draw each, and no law is another one by that."""

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.conformance import calls
from audits.conformance.exhaustion import Exhausted, Limits, exhaust
from audits.conformance.instructions import TESTED
from audits.conformance.tape import Tape
from proofs_tests.conformance.published import two_sided as noise

Program = Callable[[Any], Any]

HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)

TOGETHER = pytest.mark.skipif(
    sys.version_info[:2] not in TESTED, reason="no call is recognised on this interpreter"
)


def is_above(answer: int, threshold: int, rng: Tape) -> bool:
    """A noisy comparison."""
    return answer + noise(0.5, rng) >= threshold


def four_answers(rng: Tape) -> tuple[int, ...]:
    """Noise on each of four answers, in a program with a list."""
    return tuple([answer + noise(0.25, rng) for answer in (3, 1, 4, 1)])


def four_comparisons(rng: Tape) -> tuple[bool, ...]:
    """The same, each compared with a noisy threshold."""
    threshold = 2 + noise(0.5, rng)
    return tuple([is_above(answer, threshold, rng) for answer in (3, 1, 4, 1)])


def chance_of(k: int, p: Fraction) -> Fraction:
    """The closed form."""
    return (1 - p) / (1 + p) * p ** abs(k)


def alone(program: Program, limits: Limits, monkeypatch: pytest.MonkeyPatch) -> Exhausted[Any]:
    """What is found where no call is one draw."""
    with monkeypatch.context() as patched:
        patched.setattr(calls.Calls, "begun", lambda *_: None)
        return exhaust(program, limits)


@TOGETHER
def test_noise_on_many_answers_has_its_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the values found has the probability of the closed form, but for what is left."""
    limits = Limits(branches=500, further=0)
    found = exhaust(four_answers, limits)
    for values, chance in found.pairs():
        truth = math.prod(
            chance_of(x - a, QUARTER) for x, a in zip(values, (3, 1, 4, 1), strict=True)
        )
        assert truth - found.unexplored <= chance <= truth
    assert found.unexplored < alone(four_answers, limits, monkeypatch).unexplored / 2


@TOGETHER
def test_noisy_comparisons_are_draws_of_two_values() -> None:
    """Given the threshold the comparisons are independent: a sum over its values, by hand."""
    found = exhaust(four_comparisons, Limits(target=Fraction(1, 1000), further=0))
    assert found.unexplored <= Fraction(1, 1000)
    assert found.branches < 1000
    for above in ((True, False, True, False), (True, True, True, True)):
        truth = Fraction(0)
        for t in range(-60, 60):
            given = chance_of(t - 2, HALF)
            for answer, is_so in zip((3, 1, 4, 1), above, strict=True):
                p = sum(chance_of(k, HALF) for k in range(t - answer, t - answer + 120))
                given *= p if is_so else 1 - p
            truth += given
        known = found.probability(above)
        assert known <= truth + HALF**50
        assert truth <= known + found.unexplored + HALF**50


def changing(odds: str, first: str, then: str) -> Program:
    """Two coins by one function, whose bias is another one for the second coin."""
    names: dict[str, Any] = {"math": math, "FLOOR": math.floor}
    source = f"""
def known():
    return 2
def coin(rng, odds=2):
    return rng.randrange(4) < {odds}
def program(rng):
    global ODDS
    {first}
    one = coin(rng)
    {then}
    other = coin(rng)
    math.floor = FLOOR
    return one, other
"""
    exec(compile(source, "<two coins>", "exec"), names)  # noqa: S102  # our own text
    program: Program = names["program"]
    return program


CHANGING = {
    "a global name": changing("ODDS", "ODDS = 2", "ODDS = 1"),
    "a default": changing("odds", "coin.__defaults__ = (2,)", "coin.__defaults__ = (1,)"),
    "a function that is called": changing(
        "known()", "known.__code__ = (lambda: 2).__code__", "known.__code__ = (lambda: 1).__code__"
    ),
    "a module": changing("math.floor(2.5)", "math.floor = FLOOR", "math.floor = lambda _: 1"),
}


@pytest.mark.parametrize("name", CHANGING)
def test_what_a_call_reads_is_looked_at_each_time(name: str) -> None:
    """The first coin is fair, the second has bias 1/4, though both are the same call."""
    for _ in range(2):
        found = exhaust(CHANGING[name])
        assert dict(found.pairs()) == {
            (one, other): HALF * (QUARTER if other else 1 - QUARTER)
            for one in (True, False)
            for other in (True, False)
        }


def same_or_equal(number: float, rng: Tape) -> float:
    """A number, or another object that is equal to it."""
    return number if rng.getrandbits(1) else number + 0.0


def by_identity(rng: Tape) -> bool:
    """Whether it is the same object."""
    number = float("7.5")
    return same_or_equal(number, rng) is number


def constant_or_equal(rng: Tape) -> int:
    """A constant, or another object that is equal to it."""
    if rng.getrandbits(1):
        return 12345678
    return 12345677 + int(rng.getrandbits(0)) + 1


def by_constant(rng: Tape) -> bool:
    """Whether two constants are the same object."""
    return constant_or_equal(rng) is constant_or_equal(rng)


@pytest.mark.parametrize(("program", "chance"), [(by_identity, HALF), (by_constant, QUARTER)])
def test_identity_is_no_secret(program: Program, chance: Fraction) -> None:
    """Who asks which object was returned gets the answer that the function gives."""
    assert exhaust(program).probability(True) == chance


def two_draws(rng: Tape) -> int:
    """A bit and a number below 4, which is thrown away."""
    found = int(rng.getrandbits(1))
    rng.randrange(4)
    return found


def replacing_a_draw(rng: Any) -> tuple[int, bool]:  # noqa: ANN401  # a tape with a method of ours
    """The number below 4 is no draw, and another one comes after the call."""
    rng.randrange = lambda _: 0
    found = two_draws(rng)
    del rng.randrange
    return found, rng.randrange(4) == 0


def coin_of(odds: int) -> Callable[[Tape], bool]:
    """Functions of one code and one name, with a bias of their own."""

    def by_closure(rng: Tape) -> bool:
        return bool(rng.randrange(4) < odds)

    return by_closure


by_closure, by_another = coin_of(2), coin_of(1)


def of_a_thousand(rng: Tape) -> int:
    """An integer that is not yet known."""
    found: int = rng.randrange(1000)
    return found


def in_a_circle(n: int, rng: Tape) -> int:
    """A function that calls itself."""
    return in_a_circle(n - 1, rng) + int(rng.getrandbits(1)) if n else 0


def counting_down(n: int, rng: Tape) -> int:
    """A function that writes its argument."""
    found = 0
    while n:
        n -= 1
        found += rng.getrandbits(1)
    return found


def drawing_first(n: int, rng: Tape) -> bool:
    """One of `n`, though a loop comes first that draws one bit and throws it away."""
    i = 0
    while i < 2:
        rng.getrandbits(1)
        i += 1
    return bool(rng.randrange(n) == 0)


def failing(rng: Tape) -> int:
    """One of three, or an error."""
    return 1 // int(rng.randrange(3))


def caught(rng: Tape) -> int:
    """The error has an answer."""
    try:
        return failing(rng)
    except ZeroDivisionError:
        return 7


class Counting:
    """A random source that says how often it was asked."""

    def __init__(self, rng: Tape) -> None:
        self._rng = rng
        self.asked = 0

    def getrandbits(self, k: int) -> int:
        """So many bits."""
        self.asked += 1
        found: int = self._rng.getrandbits(k)
        return found


def until_heads(rng: Any) -> int:  # noqa: ANN401  # a random source of any kind
    """At most two bits."""
    return 0 if rng.getrandbits(1) else 1 - int(rng.getrandbits(1))


def asked(rng: Tape) -> int:
    """How many bits were drawn."""
    source = Counting(rng)
    until_heads(source)
    return source.asked


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (lambda rng: [of_a_thousand(rng) < 250][0], {True: QUARTER, False: 1 - QUARTER}),
        (lambda rng: [in_a_circle(2, rng)][0], {0: QUARTER, 1: HALF, 2: QUARTER}),
        (lambda rng: [counting_down(2, rng)][0], {0: QUARTER, 1: HALF, 2: QUARTER}),
        (lambda rng: [drawing_first(3, rng)][0], {True: THIRD, False: 1 - THIRD}),
        (lambda rng: sum([until_heads(rng) for _ in range(2)]),
         {0: Fraction(9, 16), 1: Fraction(6, 16), 2: Fraction(1, 16)}),
        (replacing_a_draw, {(b, z): HALF * (QUARTER if z else 1 - QUARTER)
                            for b in (0, 1) for z in (True, False)}),
        (lambda rng: [by_closure(rng), by_another(rng)][1], {True: QUARTER, False: 1 - QUARTER}),
        (caught, {7: THIRD, 1: THIRD, 0: THIRD}),
        (asked, {1: HALF, 2: HALF}),
    ],
)  # fmt: skip
def test_calls_of_every_kind_have_their_laws(
    program: Program, expected: dict[Any, Fraction]
) -> None:
    """Functions that are one draw, and functions that are not."""
    assert dict(exhaust(program).pairs()) == expected


@TOGETHER
def test_a_call_begins_at_its_first_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first draw had no room for a search, the second one is no first one."""
    monkeypatch.setattr(calls, "AT_ONCE", 0)
    monkeypatch.setattr(calls, "LEAST", 1)
    monkeypatch.setattr(calls, "TIMES", 1000)
    found = exhaust(lambda rng: [drawing_first(3, rng)][0])
    assert dict(found.pairs()) == {True: THIRD, False: 1 - THIRD}


def rarely(rng: Tape) -> int:
    """One of two, or a loop that ends with probability 2^-40 in each round."""
    if rng.getrandbits(1):
        return 1
    while rng.random() > 2.0**-40:
        pass
    return 0


@TOGETHER
def test_what_a_call_leaves_is_left() -> None:
    """Half of the calls have no end in sight: the other half is known, and nothing is lost."""
    found = exhaust(lambda rng: [rarely(rng)][0])
    assert found.probability(1) == HALF
    assert found.probability(0) + found.unexplored == HALF
