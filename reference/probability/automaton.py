"""Automata with registers: what is known of a stream mechanism for every number of answers.

In each state some registers hold real numbers.  A step reads an answer, or none.  It is taken in
one of several branches: fresh draws are made, and of the forms, which are linear in registers,
draws and the answer, the guards are >= 0 (or above 0), the equations 0; numbers are released and
registers set.  Which step of a state is taken is the choice of whoever asks; which branch, is told
by the draws.  The registers of the first state are *prophecies*: a run happens if some values of
them make it possible.

Notation: q answer, n0, n1, ... fresh draws of a branch, 0, 1, ... registers; rates in units of
eps, so that Laplace noise of the rate a has the density (a eps/2) e^(-a eps |x|).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Form: TypeAlias = Mapping[str, Fraction]
"""The coefficients, other than 0, of registers, draws and "q"; that of "" is the constant."""

Json: TypeAlias = "int | str | list[Json] | dict[str, Json]"


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to go on."""

    draws: tuple[tuple[str, Fraction], ...]
    """The kind of each fresh draw, "laplace" or "exponential", and its rate."""

    guards: tuple[Form, ...]
    """These are >= 0."""

    strict: tuple[bool, ...]
    """Which of the guards are above 0: it matters for noise on the integers only."""

    equations: tuple[Form, ...]
    """These are 0; each determines a prophecy."""

    released: tuple[Form, ...]
    updates: tuple[Form, ...]
    """The registers of the next state."""

    symbol: str
    """What is put out, the released numbers left out."""

    to: int
    """The number of the next state."""

    weight: Fraction | None = Fraction(1)
    """The probability of what is drawn from finite laws; None if it depends on eps.  It is the
    same for all answers, so that certificates do without it."""

    @property
    def json(self) -> dict[str, Json]:
        """As it stands in certificates."""
        forms = {
            "guards": self.guards,
            "equations": self.equations,
            "released": self.released,
            "updates": self.updates,
        }
        return {
            "draws": [[kind, str(rate)] for kind, rate in self.draws],
            **{name: [form_json(form) for form in listed] for name, listed in forms.items()},
            "symbol": self.symbol,
            "to": self.to,
        }


@dataclass(frozen=True, slots=True)
class Step:
    """What happens at a call, in all its branches."""

    reads: bool
    """Whether it reads an answer."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What is known between two calls, the values of its registers left out."""

    name: str
    registers: int
    steps: tuple[Step, ...]
    """None of them: it has stopped."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """States by number, of which the first is where it begins."""

    states: tuple[State, ...]

    foresight: bool = False
    """Whether more than the draws tells its run, so that a number of them may be possible."""

    @property
    def prophecies(self) -> int:
        """The number of registers of the first state."""
        return self.states[0].registers

    @property
    def observed(self) -> bool:
        """Whether in each step the branches have different symbols: outputs tell the run."""
        steps = (step for state in self.states for step in state.steps)
        listed = ([branch.symbol for branch in step.branches] for step in steps)
        return all(len({*symbols}) == len(symbols) for symbols in listed)

    @property
    def json(self) -> dict[str, Json]:
        """As it stands in certificates."""
        return {"states": [_state_json(state) for state in self.states]}


def times(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    """The product of two weights."""
    return None if one is None or other is None else one * other


def form_json(form: Form) -> dict[str, Json]:
    """A form as it stands in certificates."""
    return {name: str(c) for name, c in sorted(form.items())}


def _state_json(state: State) -> dict[str, Json]:
    steps: list[Json] = [
        {"reads": int(step.reads), "branches": [branch.json for branch in step.branches]}
        for step in state.steps
    ]
    return {"registers": state.registers, "steps": steps}
