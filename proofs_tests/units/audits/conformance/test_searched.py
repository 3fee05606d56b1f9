"""Laws that are computed again by processes that have not called the program."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from audits.conformance.exhaustion import Exhausted, Limits
from audits.conformance.runs import NotRepeatableError
from audits.conformance.searched import agree, searched
from audits.conformance.tape import Tape

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copies of this one")


@dataclass(frozen=True)
class Own:
    """An outcome of a type of one's own, which has another number in each process."""

    bit: int


def remembering(place: int, leaking: object) -> Callable[[int, Tape], object]:
    """Tells its database if the one that came first (or its draw) was another one."""
    kept: list[tuple[int, int]] = []

    def program(database: int, rng: Tape) -> object:
        drawn = int(rng.randrange(3))
        kept.append((database, drawn))
        return Own(database if kept[0][place] == leaking else drawn)

    return program


@needs_fork
@pytest.mark.parametrize("leaking", range(4))
def test_each_database_is_the_first_one_somewhere(leaking: int) -> None:
    """The one in the middle too, which is first neither in order nor in reverse order."""
    program = remembering(0, leaking)
    with pytest.raises(NotRepeatableError, match="called first on another database or branch"):
        searched(program, range(4), None, 60, isolated=True)


@needs_fork
@pytest.mark.parametrize("leaking", range(3))
def test_each_draw_begins_with_each_value_somewhere(leaking: int) -> None:
    """Of one database."""
    program = remembering(1, leaking)
    with pytest.raises(NotRepeatableError, match="the law on 7 is another one"):
        searched(program, [7], None, 60, isolated=True)


@pytest.mark.parametrize("isolated", [True, False])
def test_what_keeps_nothing_has_its_law(isolated: bool) -> None:
    """Outcomes whose types only the other process knows are the same ones again."""

    def program(database: int, rng: Tape) -> object:
        return [Own(database + int(rng.randrange(3)))][0]

    for found in searched(program, range(3), None, 60, isolated=isolated):
        assert sorted(found.weights.values()) == [Fraction(1, 3)] * 3


@needs_fork
def test_a_call_that_does_not_end_later_is_found() -> None:
    """Not before the law is known, but when its branches are followed many times."""
    kept: list[int] = []

    def program(database: int, rng: Tape) -> int:
        kept.append(database)
        while len(kept) > 50:
            pass
        return int(rng.randrange(2))

    with pytest.raises(NotRepeatableError, match="does not end, which ended before"):
        searched(program, [7], None, 2, isolated=True)


@needs_fork
def test_slow_calls_are_followed_again_as_long_as_there_is_time() -> None:
    """The law of calls of a twentieth of a second, on two databases, in four seconds."""

    def program(database: int, rng: Tape) -> int:
        for _ in range(database * 10**6):
            pass
        return [int(rng.randrange(2))][0]

    for found in searched(program, (1, 2), None, 4, isolated=True):
        assert not found.unexplored


def test_in_this_process_laws_are_computed_again_too() -> None:
    """In reverse order: a database that is seen after a later one."""
    kept: list[int] = []

    def program(database: int, rng: Tape) -> int:
        kept.append(database)
        return database if max(kept) > database else int(rng.randrange(2))

    with pytest.raises(NotRepeatableError):
        searched(program, range(2), None, None, isolated=False)


def test_a_search_that_was_stopped_has_a_part_of_the_law() -> None:
    """Parts agree if a law has both; whole laws if they are one."""
    half, third = Fraction(1, 2), Fraction(1, 3)

    def part(stopped: str, **weights: Fraction) -> Exhausted[Any]:
        return Exhausted(dict(weights.items()), 1 - sum(weights.values(), Fraction(0)), 0, stopped)

    assert agree(part("", a=half, b=half), part("", b=half, a=half))
    assert not agree(part("", a=half), part("", a=third))
    assert agree(part("late", a=half), part("", a=third, b=half))
    assert not agree(part("late", a=half), part("late", b=third, c=third))


def test_programs_that_draw_for_ever_are_compared_as_far_as_they_are_followed() -> None:
    """The branch that comes first ends at the limit of draws."""

    def program(database: int, rng: Tape) -> int:
        steps = [0]
        while rng.getrandbits(1):
            steps[0] += 1
        return min(steps[0], 1) + database

    limits = Limits(target=Fraction(1, 2**10), draws=30, further=0)
    for found in searched(program, (0, 1), limits, 60, isolated=True):
        assert found.unexplored <= Fraction(1, 2**10)


@pytest.mark.parametrize("isolated", [True, False])
def test_a_search_ends_when_enough_is_known(isolated: bool) -> None:
    """Databases are followed in step, and only those of which more must be known."""

    def program(database: int, rng: Tape) -> int:
        steps = [0]
        while rng.getrandbits(1):
            steps[0] += 1
        return database + steps[0]

    def unknown(found: list[Exhausted[Any]]) -> list[int]:
        return [1] if found[1].unexplored > Fraction(1, 2**40) else []

    first, then = searched(program, (0, 1), None, 60, isolated=isolated, unknown=unknown)
    assert first.branches == 32
    assert first.unexplored == Fraction(1, 2**32)
    assert then.branches == 64
    assert not first.stopped
    assert not then.stopped
