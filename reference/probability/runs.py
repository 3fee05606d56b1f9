"""The runs of an automaton on given answers: branch by branch, as forms of all their draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from reference.probability.automaton import Automaton, Branch, Form, State, Step, times

Symbols: TypeAlias = tuple[str, ...]
"""What a run puts out; the cells of released numbers stand after all symbols."""

Number: TypeAlias = Fraction | int


@dataclass(frozen=True, slots=True)
class Run:
    """What is known of the draws of a run: forms of draws, called x0, x1, ..., and prophecies."""

    symbols: Symbols = ()
    draws: tuple[tuple[str, Fraction], ...] = ()
    guards: tuple[Form, ...] = ()
    strict: tuple[bool, ...] = ()
    """Which guards are above 0."""

    equations: tuple[Form, ...] = ()
    registers: tuple[Form, ...] = ()
    released: tuple[Form, ...] = ()
    weight: Fraction | None = Fraction(1)
    """The probability of what was drawn from finite laws, if that does not depend on eps."""


def runs(
    automaton: Automaton, answers: Sequence[Number], only: Symbols | None = None
) -> Iterator[Run]:
    """All runs that read the answers, or stop before, with the end if there is one.

    Args:
        automaton: of a stream.
        answers: those that are read.
        only: what the runs put out, all or without what is put out at the end; None for all runs.
    """
    registers: tuple[Form, ...] = tuple(
        {f"p{i}": Fraction(1)} for i in range(automaton.prophecies)
    )
    here = automaton.states[0]
    for branch in _possible(here.steps[:1], 0, only):
        begun = _taken(Run(registers=registers), branch, None)
        yield from _onward(automaton, automaton.states[branch.to], begun, answers, only)


def _onward(
    automaton: Automaton, state: State, run: Run, answers: Sequence[Number], only: Symbols | None
) -> Iterator[Run]:
    steps = [step for step in state.steps if step.reads == bool(answers)]
    done = not answers and only is not None and len(run.symbols) == len(only)
    if done or (not steps and (only is None or len(run.symbols) == len(only))):
        yield run
        return
    for branch in _possible(steps, len(run.symbols), only):
        if answers:
            taken = _taken(run, branch, answers[0])
            yield from _onward(automaton, automaton.states[branch.to], taken, answers[1:], only)
        else:
            yield _taken(run, branch, None)


def _possible(steps: Sequence[Step], place: int, only: Symbols | None) -> Iterator[Branch]:
    for step in steps:
        for branch in step.branches:
            if only is None or only[place : place + 1] == (branch.symbol,):
                yield branch


def _taken(run: Run, branch: Branch, answer: Number | None) -> Run:
    """The run with one branch more."""
    known: dict[str, Form] = {"": {"": Fraction(1)}}
    known |= {str(i): form for i, form in enumerate(run.registers)}
    first = len(run.draws)
    known |= {f"n{i}": {f"x{first + i}": Fraction(1)} for i in range(len(branch.draws))}
    if answer is not None:
        known["q"] = {"": Fraction(answer)}

    def put(forms: Sequence[Form]) -> tuple[Form, ...]:
        return tuple(put_in(form, known) for form in forms)

    return Run(
        (*run.symbols, branch.symbol),
        run.draws + branch.draws,
        run.guards + put(branch.guards),
        run.strict + branch.strict,
        run.equations + put(branch.equations),
        put(branch.updates),
        run.released + put(branch.released),
        times(run.weight, branch.weight),
    )


def put_in(form: Form, known: Mapping[str, Form]) -> Form:
    """The form, other forms put in for its names."""
    found: dict[str, Fraction] = {}
    for name, c in form.items():
        for other, d in known.get(name, {name: Fraction(1)}).items():
            found[other] = found.get(other, Fraction(0)) + c * d
    return {name: c for name, c in found.items() if c}
