"""Runs that cost more than a claim: the shortest one, and one whose loops are turned.

Where outputs do not tell the run, it is another one whose outputs differ for certain: those that
end otherwise than the shortest one, and what may follow these, are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.engines.streams.moving import Letter, Run, Shifts
from audits.engines.streams.stretching import branches_of
from audits.engines.streams.work_functions import WorkFunctions
from audits.evidence.verdict import Certificate
from audits.kernel.automaton import ADJACENT, Moves
from reference.probability.automaton import Automaton

TURNS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""Of a loop."""


def dear_runs(
    automaton: Automaton,
    claim: Fraction,
    shown: Certificate | None,
    adjacency: str,
    sensitivity: Fraction,
) -> Iterator[Run]:
    """The shortest run that no shifts move for the claim; that of a certificate, loops turned."""
    shortest = WorkFunctions(Shifts(automaton, adjacency, 1), claim / sensitivity).dear
    if shortest is not None:
        yield shortest
        if not automaton.observed:
            yield from (run for run in _beside(automaton, shortest) if run != shortest)
    for run in [] if shown is None else _turned(automaton, shown):
        if run != shortest:
            yield run


def _beside(automaton: Automaton, run: Run) -> Iterator[Run]:
    """The same with another end, and what may follow each of these."""
    ends = _followed(automaton, (run[0], run[1][:-1]))
    yield from ends
    for end in ends:
        yield from _followed(automaton, end)


def _followed(automaton: Automaton, run: Run) -> list[Run]:
    """The run and one more branch that reads an answer, with each difference."""
    start, letters = run
    here = branches_of(automaton, run)[-1].to if letters else 0
    moves = _moves(start)[letters[-1].mode if letters else start]
    return [
        (start, (*letters, Letter(i, j, word, difference, mode)))
        for i, step in enumerate(automaton.states[here].steps)
        if step.reads
        for j in range(len(step.branches))
        for word, (difference, mode) in enumerate(moves)
    ]


def _moves(mode: str) -> Moves:
    """The differences of each mode of the adjacency that may begin in this one."""
    return next(moves for starts, moves in ADJACENT.values() if mode in starts)


def _turned(automaton: Automaton, shown: Certificate) -> Iterator[Run]:
    """The run of a certificate, each of its loops taken once or more often."""
    mode, run, loops = shown.get("mode"), shown.get("run"), _loops(shown)
    if not isinstance(mode, str) or not isinstance(run, list):
        return
    moves = _moves(mode)
    letters, here, known = list[Letter](), 0, mode
    for position in run:
        step, branch, word = (_index(position, key) for key in ("step", "branch", "difference"))
        taken = automaton.states[here].steps[step]
        difference, known = moves[known][word] if taken.reads else (0, known)
        letters.append(Letter(step, branch, word, difference, known))
        here = taken.branches[branch].to
    for turns in TURNS if loops else TURNS[:1]:
        parts, at = list[Letter](), 0
        for i, j in loops:
            parts += [*letters[at:i], *letters[i:j] * turns]
            at = j
        yield mode, (*parts, *letters[at:])


def _loops(shown: Certificate) -> list[tuple[int, int]]:
    """Where the loops of a certificate are."""
    turns = shown.get("turns")
    loops = turns.get("loops") if isinstance(turns, dict) else None
    return [(_index(x, "from"), _index(x, "to")) for x in loops] if isinstance(loops, list) else []


def _index(item: object, key: str) -> int:
    value = item.get(key) if isinstance(item, dict) else None
    return value if isinstance(value, int) else 0
