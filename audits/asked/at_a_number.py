"""Whether somebody else's mechanism does with an eps that is a number what it does with every eps.

A law for every eps, or for an eps of which e^eps is no rational, is computed with r in place of
e^(eps/parts).  Code could tell r from a number, and then do something else.  So it is called with
a number too, and its laws must be what the functions of r are there.  Where it draws continuous
noise there is no such number: it is called with an eps that nobody can read.

What is not found: code that looks for one eps that is not tried.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from audits.asked.literals import InputError
from audits.asked.loading import code_of
from audits.asked.numbers import AnyEpsilon, Loss
from audits.table import LawTable
from reference.privacy.epsilon import Epsilon
from reference.probability.densities import Recorded
from reference.probability.dist import Dist
from reference.probability.law import examine
from reference.probability.outcome import Key, key
from reference.probability.unread import ROOT_READ, unread_root, was_read

TRIED: Final = Fraction(2)
"""The value of r, if every eps is meant."""

DIGITS: Final = 8
"""Binary digits of r, if one eps is meant."""


def refuse_other_at_a_number(
    make: Callable[[AnyEpsilon], Any],
    table: LawTable[Any, Any, Any],
    loss: Loss,
    parts: int,
    name: str,
    most_draws: int,
) -> None:
    """Refuse a mechanism whose laws are others where eps is a number.

    Args:
        make: the mechanism, with this eps.
        table: its laws, functions of r.
        loss: every eps, or one.
        parts: into which eps is divided.
        name: of the mechanism.
        most_draws: on one branch.

    Raises:
        InputError: names a database; or says that eps was read.
    """
    if table.field.continuous:
        root: Any = unread_root()
        with code_of(name):
            called = Recorded(make(Epsilon(root, parts))).__call__  # without its eps: law reads it
            examine(called, table.databases, most_draws=most_draws)
        if was_read(root):
            raise InputError(f"{name}: {ROOT_READ}")
        return
    eps = (loss.rounded_down(DIGITS) if loss.eps else Loss(TRIED, None)).epsilon(parts)
    with code_of(name):
        found = examine(make(eps), table.databases, most_draws=most_draws).laws
    given: Any = eps.root
    number: LawTable[Any, Any, Any] = table.at(given)
    for i, (database, law) in enumerate(zip(table.databases, found, strict=True)):
        known = {
            key(number.outcomes[y]): number.field.quotient(w, number.totals[i])
            for y, w in number.rows[i].items()
            if w
        }
        if known != _numbers(law):
            raise InputError(
                f"{name}: on {database} it does something else for e^(eps/{parts}) = {eps.root} "
                "than for r in its place: a mechanism may depend on the value of eps only"
            )


def _numbers(law: Dist[Any, Any]) -> dict[Key[Any], Fraction]:
    return {key(x): law.probability(x) for x in law if law.probability(x)}
