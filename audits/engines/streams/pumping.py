"""Runs that are dear: what is repeated in them may have no bound.

The shortest run above a price repeats, if prices have no bound, what makes it dear: 0 0 0 0 1 1 1
is 0 repeated, then 1 repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from audits.engines.streams.moving import Letter, Option, Run, Shift, Shifts, Where
from audits.engines.streams.stretching import Part, branches_of
from audits.engines.streams.work_functions import CAP, WorkFunctions
from reference.override import override
from reference.probability.automaton import Automaton

PRICES = (*map(Fraction, (1, 2, 3, 4)), CAP)
"""What is asked of every run, one after the other; runs that need more are looked at."""

LONGEST_LOOP = 4
"""Letters of a turn."""


class _Free(Shifts):
    """Shifts that cost nothing."""

    @override
    def options(self, where: Where, letter: Letter, shift: Shift) -> dict[Shift, Option]:
        found = super().options(where, letter, shift)
        return {after: Option(0, option.draws) for after, option in found.items()}


def stuck(automaton: Automaton, adjacency: str) -> Run | None:
    """The shortest run that no shifts of the grid move, whatever they cost."""
    return WorkFunctions(_Free(automaton, adjacency, 1), Fraction(0)).dear


def folded(automaton: Automaton, run: Run, beside: int) -> tuple[Run, list[Part]]:
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
