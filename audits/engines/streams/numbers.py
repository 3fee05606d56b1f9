"""Runs that cost too much, as numbers: answers, an output, an eps, and exact probabilities.

A run with a difference d at each answer loses more the larger its answers are: they are
base + t s d against base + (t + 1) s d, t = 0, 1, ..., s the sensitivity.  On the base, guards are
small numbers if there is no noise.  The least t is taken at which, for one of a few eps, the
probability of what the run puts out is more than e^(K eps) times that on the other answers.  Both
are those of all runs that put it out (`reference.probability.fixed`), so that they are true of
outputs even where these do not tell the run.  Where the second one is 0, no number K will do.

Notation: K claim, in units of eps; P, Q the two probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

from audits.engines.streams.dear_runs import dear_runs
from audits.engines.streams.excess import Answers, Excess
from audits.engines.streams.moving import Run
from audits.engines.streams.stretching import branches_of
from audits.evidence.verdict import Certificate, Refuted, Undecided
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.interval import exp
from reference.probability.automaton import Automaton, Form
from reference.probability.fixed import Cell, NoOrderError, parts_of, probability
from reference.probability.orders import Known
from reference.probability.runs import Symbols, runs
from reference.probability.shapes import Register

EPS = tuple(map(Fraction, ("1", "1/2", "2", "4", "8")))
"""Tried in this order."""

MOST_STEPS = 16
"""The largest t."""

MOST_DRAWS = 16
"""That a run compares: what is longer is not computed."""

MOST_CIRCLES = 4
"""Of comparisons between draws: each is a split into cases, of which there are many together."""

NUMBER = str(Register(0))
"""The symbol of a number: with one released number it is that of no other output."""

PRECISION = 512
"""Binary digits, at most, in the search."""


class Example(NamedTuple):
    """An output that is too probable."""

    claim: Fraction | None
    """K: P > e^(K eps) Q; None where Q is 0."""

    eps: Fraction
    parts: int
    """Probabilities are functions of u = eps/parts and r = e^u."""

    answers: Answers
    others: Answers
    output: Symbols
    """Without what is put out before the first answer."""

    cells: tuple[Cell, ...]
    """Of the released numbers: above the first number, up to the second."""

    probabilities: tuple[ExponentialFunction, ExponentialFunction]
    verdict: Refuted
    """At this eps, confirmed by the kernel."""


def example(
    automaton: Automaton,
    subject: str,
    claim: Fraction,
    shown: Certificate | None = None,
    adjacency: str = "all",
    sensitivity: Fraction = Fraction(1),
) -> Example | str:
    """Numbers that refute the loss of a claim, or why there are none.

    Args:
        automaton: of a stream.
        subject: what the certificate is about.
        claim: in units of eps.
        shown: the certificate of a run that costs more, if one is known.
        adjacency: "all", "one" or "monotone".
        sensitivity: the most by which one answer differs, > 0.
    """
    if automaton.foresight and not automaton.observed:
        return "its runs are not told by its draws, nor by its outputs"
    if not _of_one_shape(automaton):
        return "outputs with numbers and without are alike"
    if not automaton.observed and _may_repeat(automaton):
        return "outputs do not tell the run, and numbers without noise may be what others put out"
    if _closes(automaton):
        return "its caller says where parts of the stream are closed"
    reason = "no run is known that costs as much"
    for run in dear_runs(automaton, claim, shown, adjacency, sensitivity):
        numbers = _Numbers(automaton, run, adjacency, sensitivity)
        if automaton.foresight and not numbers.ends:
            continue  # what is foreseen is told at the end only
        draws, circles = numbers.size()
        if draws > MOST_DRAWS or circles > MOST_CIRCLES:
            reason = "a run that costs as much has too many draws and comparisons"
            continue
        reason = f"none was found on answers that grow {MOST_STEPS} times by the sensitivity"
        try:
            found = numbers.least(claim, subject)
        except NoOrderError:
            return "probabilities are those of orders of draws, and sums of draws are compared"
        if isinstance(found, Example):
            return found
        if isinstance(found, Undecided):
            return found.reason
    return reason


def _closes(automaton: Automaton) -> bool:
    """Whether there are steps without answers that are not at the end."""
    ends = [[step for step in state.steps if not step.reads] for state in automaton.states[1:]]
    reached = {branch.to for steps in ends for step in steps for branch in step.branches}
    return any(automaton.states[to].steps for to in reached) or any(len(x) > 1 for x in ends)


def _of_one_shape(automaton: Automaton) -> bool:
    """Whether branches of a step with the same symbol release as many numbers."""
    steps = [step.branches for state in automaton.states for step in state.steps]
    return all(
        len({(branch.symbol, len(branch.released)) for branch in branches})
        == len({branch.symbol for branch in branches})
        for branches in steps
    )


def _may_repeat(automaton: Automaton) -> bool:
    """Whether a number without fresh noise is released: elsewhere it may be there as a constant.

    Symbols tell outputs of one step apart, and those of two steps if the run up to there is told.
    A stream that puts out one number after each answer, and nothing else, has no constants.
    """
    steps = (step for state in automaton.states[1:] for step in state.steps)
    branches = [branch for step in steps for branch in step.branches]
    forms = (form for branch in branches for form in branch.released)
    alone = {(branch.symbol, len(branch.released)) for branch in branches} == {(NUMBER, 1)}
    return not alone and any(all(name[:1] != "n" for name in form) for form in forms)


class _Numbers:
    """The probabilities of what a run puts out, on answers of different sizes."""

    def __init__(self, automaton: Automaton, run: Run, adjacency: str, size: Fraction) -> None:
        self._automaton, self._adjacency, self._size = automaton, adjacency, size
        self._branches = branches_of(automaton, run)
        self._reads, here = list[bool](), 0
        for letter, branch in zip(run[1], self._branches, strict=True):
            self._reads.append(automaton.states[here].steps[letter.step].reads)
            here = branch.to
        self._differences = [
            letter.difference for letter, reads in zip(run[1], self._reads, strict=True) if reads
        ]
        self._known: Known = {}
        self.ends = all(step.reads for step in automaton.states[here].steps)

    def size(self) -> tuple[int, int]:
        """Draws that are compared, and comparisons of two beyond those of a tree, at most."""
        symbols = tuple(branch.symbol for branch in self._branches)
        draws = circles = 0
        for run in runs(self._automaton, self._base(Fraction(0)), symbols):
            named = [frozenset(name for name in form if name) for form in run.guards]
            pairs = {names for names in named if len(names) == 2}
            parts: list[frozenset[str]] = []
            for pair in pairs:
                met = [part for part in parts if part & pair]
                parts = [part for part in parts if not part & pair] + [pair.union(*met)]
            draws = max(draws, len(frozenset[str]().union(*named)))
            circles = max(circles, len(pairs) - sum(len(part) - 1 for part in parts))
        return draws, circles

    def least(self, claim: Fraction, subject: str) -> Example | Undecided | None:
        """The example with the least t, if there is one for the first two t or the last one."""
        guards = (0,) if self._automaton.observed else (0, -1)
        tried = product(guards, (0, 1))
        bases = dict.fromkeys(self._base(slack * self._size, which) for which, slack in tried)
        ways = [*product(bases, (0, -1))]

        def found(t: int) -> Example | Undecided | None:
            tried = (self._at(base, t, low, claim, subject) for base, low in ways)
            return next((each for each in tried if each is not None), None)

        if all(found(t) is None for t in (0, 1, MOST_STEPS)):
            return None
        return next(each for t in range(MOST_STEPS + 1) if (each := found(t)) is not None)

    def _base(self, slack: Fraction, which: int = 0) -> Answers:
        """Answers at which, without noise, the first (0) or last (-1) guard on each is small."""
        answers, registers = list[Fraction](), [Fraction(0)] * self._automaton.prophecies
        for branch, reads in zip(self._branches, self._reads, strict=True):
            known = {str(i): value for i, value in enumerate(registers)}
            guards = [form for form in branch.guards if "q" in form] or [{"q": Fraction(1)}]
            guard = guards[which]
            known["q"] = (slack - _value(guard, known)) / guard["q"] if reads else Fraction(0)
            registers = [_value(form, known) for form in branch.updates]
            if reads:
                answers.append(known["q"])
        return tuple(answers)

    def _at(
        self, base: Answers, t: int, low: int, claim: Fraction, subject: str
    ) -> Example | Undecided | None:
        """The example with these answers, if it is one."""
        first, second = (
            tuple(q + step * self._size * d for q, d in zip(base, self._differences, strict=True))
            for step in (t, t + 1)
        )
        cells = self._cells(base, first, low)
        if cells is None or (low and not cells):
            return None
        symbols = tuple(branch.symbol for branch in self._branches)
        parts = lcm(
            *(parts_of(self._automaton, answers, symbols, cells) for answers in (first, second))
        )
        p, q = (
            probability(self._automaton, answers, parts, symbols, cells, self._known)
            for answers in (first, second)
        )
        eps = next((eps for eps in EPS if _exceeds(p, q, claim, eps, parts)), None)
        if eps is None:
            return None
        more = claim if q else None
        found = Excess(eps, parts, (first, second), (p, q), shown(symbols[1:], cells))
        verdict = found.verdict(more, self._adjacency, self._size, subject)
        if isinstance(verdict, Undecided):
            return verdict
        return Example(more, eps, parts, first, second, symbols[1:], cells, (p, q), verdict)

    def _cells(self, base: Answers, answers: Answers, low: int) -> tuple[Cell, ...] | None:
        """About the released numbers of the base without noise; or that one, if it has none.

        None: answers do not tell where the run has steps without.
        """
        symbols = tuple(branch.symbol for branch in self._branches)
        usual, run = (next(runs(self._automaton, x, symbols), None) for x in (base, answers))
        if usual is None or run is None:
            return None
        found: list[Cell] = []
        for one, form in zip(usual.released, run.released, strict=True):
            noisy = any(form)
            least = one.get("", Fraction(0)) + low if noisy else form.get("", Fraction(0)) - 1
            found.append((least, least + 1))
        return tuple(found)


def shown(output: Symbols, cells: Sequence[Cell]) -> str:
    """An output in words."""
    text = " ".join(output)
    if cells:
        text += f" with {', '.join(f'{low} < value <= {high}' for low, high in cells)}"
    return text


def _exceeds(
    p: ExponentialFunction, q: ExponentialFunction, claim: Fraction, eps: Fraction, parts: int
) -> bool:
    """P > e^(claim eps) Q, as far as intervals tell: the kernel has the last word."""
    (a, b), (c, d) = p.polynomials, q.polynomials
    u = eps / parts
    less = exp(claim * eps) * c.at(u) * b.at(u)
    return bool(p) and less.certainly_less(a.at(u) * d.at(u), limit=PRECISION)


def _value(form: Form, known: dict[str, Fraction]) -> Fraction:
    """A form without noise."""
    return sum(
        (c * (known.get(name, Fraction(0)) if name else 1) for name, c in form.items()),
        Fraction(0),
    )
