"""The law of an automaton for a number of answers: what its runs say, computed run by run.

A run of an automaton on given answers is an event of its draws: an order of theirs, if each guard
compares two draws, or one with a number, as those of mechanisms do.  Its probability is that of
the order (`reference.probability.orders`); what is put out is the list of its symbols.  A released
number is told by its cell, which is one more comparison.

A prophecy is a number that an equation of the run determines; it is put in.  A run with a prophecy
that no equation of it determines is possible if some value keeps the guards: it is between the
greatest of its lower and the least of its upper bounds, so that each of those is below each of
these.

Ties of noise have probability 0; of numbers without noise, a guard that is to be above 0 is told
from one that may be 0.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> from reference.probability.tracing import trace
>>> __name__ = "mine"  # the module of the class
>>> class Threshold:
...     eps = Epsilon.continuous(parts=1)
...
...     def begin(self, coins):
...         return coins.draw_real(Laplace(1 / self.eps))
...
...     def step(self, state, answer, coins):
...         return state, answer >= state
>>> sorted(fixed(trace(Threshold()), (0,), 1))
[('()', 'False'), ('()', 'True')]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final, TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import EXPONENTIAL_FUNCTIONS
from reference.probability.automaton import Automaton, Form
from reference.probability.continuous import Exponential, Laplace, Scale
from reference.probability.differences import CONSTANT
from reference.probability.orders import Known, Order, measure
from reference.probability.runs import Number, Run, Symbols, put_in, runs

Guard: TypeAlias = tuple[Form, bool]
"""A form that is >= 0, or above 0, which is told."""

NOTHING: Final = ExponentialFunction.of_polynomial(0)


class NoOrderError(ValueError):
    """A run is no order of draws."""


def fixed(
    automaton: Automaton,
    answers: Sequence[Number],
    parts: int,
    cuts: Sequence[Number] = (),
    known: Known | None = None,
) -> dict[Symbols, ExponentialFunction]:
    """The probability of each list of symbols, and of cells of released numbers.

    Runs with the same output are added, and are to exclude each other.

    Args:
        automaton: of a stream.
        answers: those that are read.
        parts: u = eps/parts is the unit of the probabilities.
        cuts: the cell of a released number is how many of them are below it.
        known: probabilities that were found before.

    Raises:
        NoOrderError: if a guard compares anything but two draws, or a draw and a number.
        ValueError: if a rate is no whole number of parts.
    """
    known = {} if known is None else known
    law: dict[Symbols, ExponentialFunction] = {}
    for run in runs(automaton, answers):
        guards, released = _without_prophecies(run)
        for cells, among in _cells(released, sorted(cuts)):
            chance = _chance(run, [*guards, *among], parts, known)
            if chance != NOTHING:
                output = run.symbols + cells
                law[output] = law.get(output, NOTHING) + chance
    return law


Cell: TypeAlias = tuple[Number, Number]
"""Numbers above the first one, up to the second."""


def probability(
    automaton: Automaton,
    answers: Sequence[Number],
    parts: int,
    output: Symbols,
    cells: Sequence[Cell] = (),
    known: Known | None = None,
) -> ExponentialFunction:
    """The probability of one list of symbols, with each released number in its cell.

    Runs that put it out are to exclude each other.

    Args:
        automaton: of a stream.
        answers: those that are read.
        parts: u = eps/parts is the unit of the probability.
        output: the symbols; without that of the end, whatever is put out there.
        cells: of the released numbers, in their order.
        known: probabilities that were found before.

    Raises:
        NoOrderError: if a guard compares anything but two draws, or a draw and a number.
        ValueError: if a rate is no whole number of parts, or cells are not as many as released
            numbers.
    """
    known = {} if known is None else known
    events = _events(automaton, answers, output, cells)
    return sum((_chance(run, guards, parts, known) for run, guards in events), NOTHING)


def parts_of(
    automaton: Automaton, answers: Sequence[Number], output: Symbols, cells: Sequence[Cell] = ()
) -> int:
    """Into how many parts eps is divided so that `probability` has whole powers of e^(eps/parts).

    Raises:
        NoOrderError: as `probability`.
    """
    rates, numbers = [1], [1]
    for run, guards in _events(automaton, answers, output, cells):
        rates += [rate.denominator for _, rate in run.draws]
        numbers += [Fraction(k).denominator for _, _, k in _orders(guards) or ()]
    return lcm(*rates) * lcm(*numbers)


def _events(
    automaton: Automaton, answers: Sequence[Number], output: Symbols, cells: Sequence[Cell]
) -> Iterator[tuple[Run, list[Guard]]]:
    """The runs that put out one list of symbols, and what their draws keep."""
    for run in runs(automaton, answers, output):
        guards, released = _without_prophecies(run)
        for form, cell in zip(released, cells, strict=True):
            guards += _between(form, *cell)
        yield run, guards


def _cells(
    released: Sequence[Form], cuts: Sequence[Number]
) -> Iterator[tuple[Symbols, list[Guard]]]:
    """Each choice of cells of numbers, and their guards."""
    if not released:
        yield (), []
        return
    first, *others = released
    for rest, guards in _cells(others, cuts):
        for i, (low, high) in enumerate(pairwise((None, *cuts, None))):
            yield (f"cell {i}", *rest), [*guards, *_between(first, low, high)]


def _between(form: Form, low: Number | None, high: Number | None) -> list[Guard]:
    """The form is above a number, and up to another."""
    above = [(_plus(form, {"": -Fraction(low)}), True)] if low is not None else []
    below = [(_plus({"": Fraction(high)}, form, -1), False)] if high is not None else []
    return above + below


def _plus(form: Form, other: Form, factor: Number = 1) -> Form:
    """Form + factor * other."""
    return put_in({"a": Fraction(1), "b": Fraction(factor)}, {"a": form, "b": other})


def _without_prophecies(run: Run) -> tuple[list[Guard], list[Form]]:
    """Guards and released numbers, prophecies replaced, or eliminated if nothing tells them."""
    guards, equations, released = list(run.guards), list(run.equations), list(run.released)
    while equations:
        form = equations.pop(0)
        name = next((name for name in form if name.startswith("p")), None)
        if name is None:
            raise NoOrderError("an equation of draws, which determines no prophecy")
        value = _plus({}, {x: c for x, c in form.items() if x != name}, -1 / form[name])
        guards, equations, released = (
            [put_in(each, {name: value}) for each in forms]
            for forms in (guards, equations, released)
        )
    kept = list(zip(guards, run.strict, strict=True))
    while left := {name for form, _ in kept for name in form if name.startswith("p")}:
        name = min(left)
        lower = [guard for guard in kept if guard[0].get(name, 0) > 0]
        upper = [guard for guard in kept if guard[0].get(name, 0) < 0]
        kept = [guard for guard in kept if name not in guard[0]]
        kept += [
            (_plus(a, b, -a[name] / b[name]), strict or also)
            for a, strict in lower
            for b, also in upper
        ]
    return kept, released


def _chance(run: Run, guards: Sequence[Guard], parts: int, known: Known) -> ExponentialFunction:
    """The probability that a run's draws keep guards."""
    if run.weight is None:
        raise NoOrderError("what is drawn from a finite law has probabilities that depend on eps")
    orders = _orders(guards)
    if orders is None:
        return NOTHING
    noises: list[Laplace[ExponentialFunction] | Exponential[ExponentialFunction]] = []
    for kind, rate in run.draws:
        if (rate * parts).denominator != 1:
            raise ValueError(f"a rate of {rate} eps is no whole number of eps/{parts}")
        scale = Scale((rate * parts).numerator, ExponentialFunction.r())
        noises.append(Laplace(scale) if kind == "laplace" else Exponential(scale))
    top, bottom = measure(noises, orders, known) if orders else (1, 1)
    return EXPONENTIAL_FUNCTIONS.quotient(top, bottom) * run.weight


def _orders(guards: Sequence[Guard]) -> list[Order] | None:
    """Guards as comparisons of two draws; None if one without draws is false."""
    orders: list[Order] = []
    for form, strict in guards:
        names = [name for name in form if name]
        constant = form.get("", Fraction(0))
        if not names and (constant < 0 or (constant == 0 and strict)):
            return None
        if not names:
            continue
        size = abs(form[names[0]])
        signs = {form[name] / size: int(name[1:]) for name in names}
        if len(signs) != len(names) or not {*signs} <= {1, -1}:
            raise NoOrderError(f"{dict(form)} >= 0 is no order of two draws")
        orders.append(
            (signs.get(Fraction(-1), CONSTANT), signs.get(Fraction(1), CONSTANT), -constant / size)
        )
    return orders
