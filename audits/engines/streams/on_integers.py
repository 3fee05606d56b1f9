"""Runs that cost too much, as numbers, for geometric noise: laws of the mechanism itself.

A run with a difference d at each answer is asked on t s d against (t + 1) s d, t = 0, -1, 1, s
the sensitivity, for a few rational r = e^(eps/parts): is there an event whose probability is more
than e^(K eps) times that on the other answers?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from audits.engines.privacy.pairs import WorstPair
from audits.engines.privacy.point import refuted
from audits.engines.streams.dear_runs import dear_runs
from audits.engines.streams.excess import Answers, of_every_loss, universe_of
from audits.evidence.labels import label
from audits.evidence.table import from_laws
from audits.evidence.verdict import Certificate, Refuted, Scope, confirmed
from reference.probability.automaton import Automaton
from reference.probability.coins import Mechanism
from reference.probability.law import law

ROOTS = tuple(map(Fraction, ("2", "3/2", "4")))
STEPS = (0, -1, 1)
"""The t that are tried; without noise on answers, what shows may be far from 0."""

MOST_ANSWERS = 6
"""Of a run: laws on more take long."""

Integers = tuple[int, ...]


class IntegerExample(NamedTuple):
    """An event that is too probable."""

    claim: Fraction | None
    """P > e^(claim eps) Q, at r; None where Q is 0."""

    parts: int
    root: Fraction
    """r = e^(eps/parts)."""

    answers: Answers
    others: Answers
    verdict: Refuted
    """Confirmed by the kernel; its witness has the event and the probabilities P and Q."""


def integer_example(
    at: Callable[[Fraction], tuple[Mechanism[Integers, Any, Fraction], int]],
    automaton: Automaton,
    subject: str,
    claim: Fraction,
    shown: Certificate | None,
    adjacency: str,
    size: Fraction,
) -> IntegerExample | str:
    """Numbers that refute the loss of a claim, or why there are none.

    Args:
        at: the mechanism at r, and its parts of eps.
        automaton: of its twin.
        subject: what the certificate is about.
        claim: in units of eps; the next whole power of r is refuted.
        shown: the certificate of a run that costs more, if one is known.
        adjacency: "all", "one" or "monotone".
        size: the sensitivity, a whole number.
    """
    reason = "no run is known that costs as much"
    for differences in _answered(automaton, claim, shown, adjacency, size):
        if len(differences) > MOST_ANSWERS:
            reason = f"a run that costs as much has more than {MOST_ANSWERS} answers"
            continue
        reason = f"none was found at r = {', '.join(map(str, ROOTS))}"
        for root, t in product(ROOTS, STEPS):
            first, second = (tuple(step * size * d for d in differences) for step in (t, t + 1))
            mechanism, parts = at(root)
            databases = sorted((first, second))
            laws = [law(mechanism, tuple(map(int, answers))) for answers in databases]
            table = from_laws(universe_of((first, second), adjacency, size), databases, laws)
            more = root ** ceil(claim * parts)
            pair = WorstPair(databases.index(first), databases.index(second), Fraction(0))
            scope = Scope(f"answers {label(first)} and {label(second)}, r = {root}", 2, 1)
            found = refuted(table, pair, more, Fraction(0), subject, scope, root)
            never = _second(found) == 0
            verdict = confirmed(of_every_loss(found) if never else found)
            if isinstance(verdict, Refuted):
                return IntegerExample(
                    None if never else claim, parts, root, first, second, verdict
                )
    return reason


def _second(found: Refuted) -> Fraction:
    """The probability on the other answers."""
    listed = found.witness["probabilities"]
    return Fraction(str(listed[1])) if isinstance(listed, list) else Fraction(1)


def _answered(
    automaton: Automaton,
    claim: Fraction,
    shown: Certificate | None,
    adjacency: str,
    size: Fraction,
) -> Iterator[Integers]:
    """The differences of the answers that dear runs read."""
    for _, letters in dear_runs(automaton, claim, shown, adjacency, size):
        here, found = 0, list[int]()
        for letter in letters:
            step = automaton.states[here].steps[letter.step]
            found += [letter.difference] * step.reads
            here = step.branches[letter.branch].to
        yield tuple(found)
