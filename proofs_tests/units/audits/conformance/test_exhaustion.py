"""What `exhaust` promises: nothing but the tape, every branch twice, what is left counted."""

import gc
import os
import random  # noqa: TID251  # an outside source
import secrets  # noqa: TID251  # an outside source
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest import SkipTest

import numpy as np  # noqa: TID251  # an outside source
import pytest

from audits.conformance.exhaustion import Limits, Search, exhaust
from audits.conformance.runs import NotRepeatableError, ProgramEndsError
from audits.conformance.tape import Tape
from audits.conformance.uniform import UnboundedDrawError
from proofs_tests.architecture.tree import ROOT
from reference.override import override
from reference.probability.purity import OutsideSourceError

HALF = Fraction(1, 2)
GENERATOR = np.random.default_rng(1)


def flip(bit: int, rng: Tape) -> int:
    """Randomized response on the tape."""
    return bit if rng.randrange(4) else 1 - bit


@pytest.mark.parametrize(
    ("outside", "source"),
    [
        (lambda: secrets.randbelow(1000) == 0, "secrets"),
        (lambda: random.random() < 0.01, "random"),  # noqa: S311
        (lambda: os.urandom(1) == b"x", "urandom"),
        (lambda: GENERATOR.random() < 0.01, "numpy"),  # it was there before
        (lambda: time.time_ns() % 1000 == 0, "time"),
    ],
)
@pytest.mark.parametrize("swallows", [False, True])
def test_outside_sources_are_refused(
    outside: Callable[[], bool], source: str, swallows: bool
) -> None:
    """Randomness that bypasses the tape is refused every time, with its name, file and line.

    Also if the refusal is caught.
    """

    def program(rng: Tape) -> object:
        try:
            return "leak" if outside() else flip(1, rng)
        except BaseException:
            if swallows:
                return flip(1, rng)
            raise

    gc.unfreeze()  # the session hides what was there before (`proofs_tests/conftest.py`)
    gc.collect()  # so that generators are searched for again
    with pytest.raises(OutsideSourceError, match=rf"{source}.*test_exhaustion\.py:\d+"):
        exhaust(program)


def swallows_everything(rng: Tape) -> object:
    """What follows a refused draw is no outcome."""
    try:
        return rng.gauss(0, 1) > 0
    except:  # noqa: E722  # to fool the tape
        return "private"


def swallows_errors(rng: Tape) -> object:
    """The handler of a user."""
    try:
        return rng.laplace()
    except Exception:  # noqa: BLE001  # to fool the tape
        return "private"


def goes_on(rng: Tape) -> object:
    """Further draws after a refused one."""
    with suppress(BaseException):
        float(rng.random())
    return rng.randrange(2)


@pytest.mark.parametrize(
    "program",
    [
        swallows_everything,
        swallows_errors,
        goes_on,
        lambda rng: str(rng.random()),
        lambda rng: rng.random() ** 2 < 0.5,
        lambda rng: np.log(rng.random()) < 1,
        lambda rng: rng.vonmises(1),
    ],
)
def test_a_refused_draw_ends_the_search(program: Callable[[Tape], Any]) -> None:
    """Nothing that a program does after a refused draw makes it an outcome."""
    with pytest.raises(UnboundedDrawError, match=r"test_exhaustion\.py"):
        exhaust(program)


STATE = {"calls": 0}


def alternating(rng: Tape) -> int:
    """The outcome depends on how often it was called."""
    STATE["calls"] += 1
    return int(rng.randrange(3) + STATE["calls"]) % 2


def first_time(rng: Tape) -> object:
    """A leak in the very first call, never again."""
    STATE["calls"] += 1
    return "leak" if STATE["calls"] == 1 else rng.randrange(2)


def remembered(rng: Tape) -> object:
    """What was returned before."""
    previous, STATE["calls"] = STATE["calls"], rng.randrange(3)
    return previous


def further_draws(rng: Tape) -> int:
    """One draw more every second time."""
    STATE["calls"] += 1
    return sum(rng.randrange(2) for _ in range(1 + STATE["calls"] % 2))


def later(rng: Tape) -> object:
    """A coin for the first hundred calls."""
    STATE["calls"] += 1
    return rng.randrange(2) if STATE["calls"] <= 100 else "leak"


@pytest.mark.parametrize("program", [alternating, first_time, remembered, further_draws, later])
def test_every_branch_must_repeat(program: Callable[[Tape], Any]) -> None:
    """A program that remembers earlier calls does not repeat in the opposite order."""
    STATE["calls"] = 0
    with pytest.raises(NotRepeatableError, match="same draws are made again"):
        exhaust(program)


def test_outcomes_are_told_apart_by_type_and_value() -> None:
    """1, True and 1.0 are three outcomes, 0.0 and -0.0 two, NaN and -NaN two."""
    values = (1, True, 1.0, 0.0, -0.0, float("nan"), -float("nan"), (1,), (True,))
    found = exhaust(lambda rng: values[rng.randrange(9)] if rng.randrange(2) else float("nan"))
    assert len(found.weights) == 9
    for value in (1, True, 1.0, 0.0, -0.0, (1,), (True,)):
        assert found.probability(value) == Fraction(1, 18)
    assert found.probability(float("nan")) == HALF + Fraction(1, 18)
    assert found.probability(-float("nan")) == Fraction(1, 18)


def counted(rng: Tape) -> int:
    """A loop in which the generator hides the state."""
    return sum(iter(lambda: rng.getrandbits(1), 0))


def test_the_most_probable_branches_come_first() -> None:
    """With branches for ten outcomes only, the rest is known exactly."""
    found = exhaust(counted, Limits(branches=10))
    assert found.stopped == "after 10 branches"
    assert found.unexplored == 1 - sum(found.weights.values())
    assert found.unexplored <= HALF**5
    assert found.probability(0) == HALF


def test_a_rare_branch_of_a_finite_program_is_followed() -> None:
    """Below the target a finite rest is exhausted: the law is exact."""
    found = exhaust(lambda rng: sum(rng.bernoulli(Fraction(1, 1000)) for _ in range(10)))
    assert found.unexplored == 0
    assert found.probability(10) == Fraction(1, 1000) ** 10


def endless(rng: Tape) -> int:
    """Draws for ever, and learns nothing."""
    while True:
        rng.random()


def hopeless(rng: Tape) -> int:
    """The same where the state is not recognised."""
    while [rng.random()]:
        pass
    return 0


@pytest.mark.parametrize("program", [endless, hopeless])
def test_a_program_without_an_end_is_all_unexplored(program: Callable[[Tape], int]) -> None:
    """A branch is left after so many draws."""
    found = exhaust(program, Limits(draws=100))
    assert found.weights == {}
    assert found.unexplored == 1


def hard(rng: Tape) -> int:
    """Thousands of branches."""
    return sum([rng.getrandbits(1) for _ in range(40)])


def test_time_is_limited() -> None:
    """The message says after how many seconds and branches."""
    found = exhaust(hard, Limits(seconds=0.2))
    assert found.stopped.startswith("after 0.2 seconds, ")
    assert found.unexplored > 0


def test_an_error_of_the_program_is_its_own() -> None:
    """What a program raises reaches the caller."""
    with pytest.raises(ZeroDivisionError):
        exhaust(lambda rng: 1 // rng.randrange(2))


@dataclass(frozen=True)
class Ends:
    """An outcome that ends the program when somebody looks at it."""

    number: int

    @override
    def __getattribute__(self, name: str) -> object:
        if name == "__class__":
            raise SystemExit(0)
        return super().__getattribute__(name)


def exits(rng: Tape) -> int:
    """Success, it says."""
    sys.exit(rng.randrange(1))


def skips(rng: Tape) -> int:
    """A test that is skipped is no failure."""
    pytest.skip(f"no reason {rng.randrange(1)}")


def skips_as_unittest(rng: Tape) -> int:
    """The same."""
    raise SkipTest(rng.randrange(1))


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        (lambda rng: Ends(rng.randrange(2)), "SystemExit"),
        (exits, "SystemExit"),
        (skips, "Skipped"),
        (skips_as_unittest, "SkipTest"),
    ],
)
def test_a_program_ends_nothing_but_itself(program: Callable[[Tape], Any], kind: str) -> None:
    """What would end or skip the caller, in a hash too, is one error that names it."""
    with pytest.raises(ProgramEndsError, match=f"the program raised {kind}"):
        exhaust(program)


def test_repetition_ends_with_its_time() -> None:
    """Two hundred calls would take a second: of many databases, minutes."""
    calls: list[int] = []

    def program(rng: Tape) -> int:
        calls.append(len(calls))
        for _ in range(4 * 10**5):
            pass
        return int(rng.randrange(2))

    search = Search(program)
    search.follow()
    search.repeat_often(0.1)
    assert len(calls) < 100


def nesting(rng: Tape) -> int:
    """Catches the exception for calls that nest too deep."""
    try:
        return nesting(rng) + 1
    except RecursionError:
        return int(rng.randrange(2))


def test_calls_that_nest_too_deep_are_named() -> None:
    """They end the guard: an exception, where it is not caught, and a refusal, where it is."""

    def unending() -> int:
        return unending()

    with pytest.raises(RecursionError):
        exhaust(lambda _: unending())
    with pytest.raises(OutsideSourceError, match=r"nest too deep \(RecursionError\)"):
        exhaust(nesting)


LOOPS = """
from audits.conformance.exhaustion import exhaust
def program(rng):
    while True:
        try:
            return {draw}
        except BaseException:
            pass
exhaust(program)
"""


@pytest.mark.parametrize("draw", ["rng.gauss(0, 1)", "float(rng.random())", "rng.undo()"])
def test_a_program_that_catches_everything_ends(draw: str) -> None:
    """A loop around a refused draw that catches `BaseException`: exit status 2, with a line."""
    done = subprocess.run(
        [sys.executable, "-c", LOOPS.format(draw=draw)],
        cwd=ROOT, capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("exactdp: the program at <string>:6 catches BaseException")
