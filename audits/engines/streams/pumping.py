"""Runs that are dear: what is repeated in them may have no bound.

The shortest run above a price repeats, if prices have no bound, what makes it dear: 0 0 0 0 1 1 1
is 0 repeated, then 1 repeated.  Where exact sums leave the grid before anything is repeated, short
cycles are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from audits.engines.streams.moving import Letter, Option, Run, Shift, Shifts, Where
from audits.engines.streams.stretching import Part, branches_of
from audits.engines.streams.work_functions import CAP, WorkFunctions
from reference.override import override
from reference.probability.automaton import Automaton

PRICES = (*map(Fraction, (1, 2, 3, 4)), CAP)
"""What is asked of every run, one after the other; runs that need more are looked at."""

LONGEST_LOOP = 4
"""Letters of a turn."""

MOST_CYCLES = 60
"""Of an automaton, that are tried."""

Folded: TypeAlias = tuple[Run, list[Part]]
"""A run with one turn of each loop, and where the loops are."""


class _Free(Shifts):
    """Shifts that cost nothing."""

    @override
    def options(self, where: Where, letter: Letter, shift: Shift) -> dict[Shift, Option]:
        found = super().options(where, letter, shift)
        return {after: Option(0, option.draws) for after, option in found.items()}


def stuck(automaton: Automaton, adjacency: str) -> Run | None:
    """The shortest run that no shifts of the grid move, whatever they cost."""
    return WorkFunctions(_Free(automaton, adjacency, 1), Fraction(0)).dear


def folded(automaton: Automaton, run: Run, beside: int) -> Folded:
    """The run with one turn of each loop only, and where the loops are.

    Args:
        automaton: which has the run.
        run: that is dear.
        beside: turns of a loop that are kept before it, and after it.
    """
    mode, letters = run
    states = [0, *(branch.to for branch in branches_of(automaton, run))]
    kept, loops, at = list[Letter](), list[Part](), 0
    while at < len(letters):
        lengths = range(1, LONGEST_LOOP + 1)
        turns = {length: _turns(letters, states, at, length) for length in lengths}
        length = max(lengths, key=lambda n: n * turns[n] if turns[n] > 1 else 0)
        turn, before = letters[at : at + length], 0
        if turns[length] > 1:
            before = beside
            loops.append((len(kept) + before * length, len(kept) + (before + 1) * length))
        kept += turn * (1 + 2 * before)
        at += length * turns[length]
    return (mode, tuple(kept)), loops


def _turns(letters: Sequence[Letter], states: Sequence[int], at: int, length: int) -> int:
    """How many times the next so many letters come, one time after the other."""
    turn, turns = letters[at : at + length], 1
    while True:
        there = at + turns * length
        if (letters[there : there + length], states[there : there + 1]) != (turn, [states[at]]):
            return turns
        turns += 1


def cycles(shifts: Shifts) -> Iterator[Folded]:
    """Shortest ways back to each place, all answers moving one way; and with a letter more."""
    return islice(_cycles(shifts), MOST_CYCLES)


def _cycles(shifts: Shifts) -> Iterator[Folded]:
    for mode in shifts.starts:
        for where, before in _ways(shifts, (0, mode), (-1, 0, 1)).items():
            for direction in (-1, 1):
                turn = _ways(shifts, where, (direction,)).get(where)
                if turn is None:
                    continue
                loops = [(len(before), len(before) + len(turn))]
                yield (mode, (*before, *turn)), loops
                for last, _, _ in shifts.possible(where):
                    yield (mode, (*before, *turn, last)), loops


def _ways(
    shifts: Shifts, start: Where, differences: Sequence[int]
) -> dict[Where, tuple[Letter, ...]]:
    """A shortest way, of one letter or more, from a place to each other one."""
    found: dict[Where, tuple[Letter, ...]] = {}
    todo: list[tuple[Where, tuple[Letter, ...]]] = [(start, ())]
    for where, way in todo:  # it grows
        state = shifts.places.listed[where[0]].state
        for letter, _, there in shifts.possible(where):
            reads = shifts.automaton.states[state].steps[letter.step].reads
            if there not in found and (letter.difference in differences or not reads):
                found[there] = (*way, letter)
                todo.append((there, found[there]))
    return found
