"""Whether all laws and promises of a mechanism are about the one eps that it is made with.

A law for every eps, or for an eps of which e^eps is no rational, is computed with r in place of
e^(eps/parts), and this r is the same in every loss that is no number.  So code that makes a loss
of its own would have laws in which r stands for two numbers; and code could tell r from a number,
and then do something else.  Therefore the mechanism is made again with a number in place of r: its
laws and its promise must be what the functions of r are there, and nothing that it draws may still
depend on an r.  Where every eps is meant this is done for a small one and for a large one, so that
a mechanism that does one thing below some eps and another above it is found.  Where it draws
continuous noise there is no such number: there it is made with a root that nobody can read, nor
the eps behind it where every eps is meant, and whatever it draws must depend on this root, or on
none.

What is not found: code that looks for an eps that is not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any, Final

from audits.evidence.enclosed_table import EnclosedTable, enclosed_table
from audits.evidence.table import LawTable
from audits.inputs.claimed import OF_ANOTHER_LOSS
from audits.inputs.literals import InputError
from audits.inputs.loading import code_of
from audits.inputs.mechanisms import guarantee_of
from audits.inputs.numbers import ONE
from reference.exact.exponential import exp_bounds
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Scalar, of_r
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.densities import Recorded
from reference.probability.law import examine
from reference.probability.outcome import Key, key
from reference.probability.replay import MOST_DRAWS
from reference.probability.unread import ROOT_READ, alone, unread_root, was_read

TRIED: Final = ((Fraction(9, 8), Fraction(1, 8)), (Fraction(4096), Fraction(8)))
"""The value of r, and a number near its logarithm, if every eps is meant."""

DIGITS: Final = 8
"""Binary digits of r behind the point, if one eps is meant, and of r - 1 if that is small."""


def refuse_another_loss(
    with_loss: Callable[[Epsilon[Any]], AbstractContextManager[Any]],
    table: LawTable[Any, Any, Any] | EnclosedTable[Any, Any],
    promise: Guarantee[Any] | None,
    loss: Epsilon[Any],
    exponent: Fraction | None,
    name: str,
    most_draws: int = MOST_DRAWS,
) -> None:
    """Refuse a mechanism that is about more than its eps, or does other things at a number.

    Args:
        with_loss: the mechanism, with another eps in place of its own.
        table: its laws, functions of r, or enclosed at one r.
        promise: its guarantee, if that is claimed.
        loss: the eps that it is made with.
        exponent: q if r stands for e^q, and not for every number.
        name: of the mechanism.
        most_draws: on one branch.

    Raises:
        InputError: says what depends on another loss, or where it does something else; or that
            eps was read.
    """
    tried = TRIED if exponent is None else ((_number(exponent), exponent),)
    numbers = [Epsilon(root, loss.parts, unit) for root, unit in tried]
    if promise is not None:
        for number in numbers:
            with code_of(name), with_loss(number) as made:
                stated = guarantee_of(made)
            known = tuple(_at(value, number.root) for value in (promise.exp_eps, promise.delta))
            if stated is None or known != (stated.exp_eps, stated.delta):
                raise InputError(f"{name}.guarantee: {OF_ANOTHER_LOSS}")
    if isinstance(table, EnclosedTable) or table.field.continuous:
        root: Any = unread_root()
        unread = Epsilon(root, loss.parts, root if exponent is None else exponent)
        with code_of(name), with_loss(unread) as made, alone(root):
            if isinstance(table, EnclosedTable):
                enclosed_table(made, table.universe, table.unit, most_draws)
            else:
                examine(Recorded(made), table.databases, most_draws=most_draws)
        if was_read(root):
            raise InputError(f"{name}: {ROOT_READ}")
        return
    for number in numbers:
        with code_of(name), with_loss(number) as made, alone(number.root):
            laws = examine(made, table.databases, most_draws=most_draws).laws
        there = table.at(number.root)
        for i, (database, law) in enumerate(zip(table.databases, laws, strict=True)):
            found: dict[Key[Hashable], Any] = {key(x): law.probability(x) for x in law}
            if {x: p for x, p in found.items() if p} != _law(there, i):
                raise InputError(
                    f"{name}: on {database} it does something else for e^(eps/{loss.parts}) = "
                    f"{number.root} than for r in its place: a mechanism may not ask how large "
                    "eps is, nor what r is"
                )


def _number(exponent: Fraction) -> Fraction:
    """A number > 1 near e^exponent."""
    bits = DIGITS + max(0, exponent.denominator.bit_length() - exponent.numerator.bit_length())
    return Fraction(exp_bounds(exponent, bits + 1)[0] * 2**bits // 1 + 1, 2**bits)


def _law(table: LawTable[Any, Any, Any], i: int) -> dict[Key[Hashable], Fraction]:
    """The law on the database at a place, by outcomes."""
    return {
        key(table.outcomes[y]): table.field.quotient(w, table.totals[i])
        for y, w in table.rows[i].items()
        if w
    }


def _at(value: Scalar, root: Fraction) -> Fraction:
    """A number or a function of r at r = root; one of u too at u = 1."""
    return of_r(value.at(ONE) if isinstance(value, ExponentialFunction) else value).at(root)
