"""Whether all laws of a mechanism depend on the one eps that it is said to have.

In every loss that is not a number the root is the same r.  Code that makes a loss of its own, at
another eps, would have laws in which r stands for two numbers.  So the mechanism is called once
more with twice its eps, in place of eps, and its laws have to be those at r^2 in place of r.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from types import CellType, FunctionType
from typing import Any

from audits.table import LawTable, tabulate
from reference.data.adjacency import Adjacency
from reference.privacy.epsilon import Epsilon
from reference.probability.densities import recorded
from reference.probability.outcome import key

TRIED = Fraction(3, 2)
"""The number in the place of r, and of u where laws depend on u = eps/parts too."""


def refuse_another_loss(
    mechanism: Any,
    universe: Adjacency[Any],
    table: LawTable[Any, Any, Any],
    loss: Epsilon[Any] | None,
    name: str,
) -> None:
    """Refuse a mechanism whose laws, functions of r, are not all about the same eps.

    Args:
        mechanism: a dataclass with a field for the loss, or a function that uses a variable.
        universe: its databases.
        table: the laws.
        loss: the `Epsilon` that it is said to have, if any.
        name: of the mechanism.

    Raises:
        ValueError: says what to write.
    """
    if loss is None:
        raise ValueError(f"{name}: its laws depend on r: say of which eps, `at=eps`")
    twice = Epsilon(loss.root, 2 * loss.parts, loss.unit)
    other = _with(mechanism, loss, twice)
    if other is None or _at(tabulate(recorded(other), universe), 1) != _at(table, 2):
        raise ValueError(
            f"{name}: its laws are not those of eps = {loss} alone: make it a dataclass with a "
            "field eps, or a function that uses the one variable eps, and no other loss"
        )


def _with(given: Any, old: Epsilon[Any], new: Epsilon[Any]) -> Any:
    """The same with another loss in place of one; None if it is nowhere."""
    if isinstance(given, Epsilon):
        return new if _is(given, old) else None
    if isinstance(given, FunctionType):
        return _function_with(given, old, new)
    if not is_dataclass(given) or isinstance(given, type):
        return None
    values = {each.name: getattr(given, each.name) for each in fields(given) if each.init}
    changed = {name: _with(value, old, new) for name, value in values.items()}
    found = {name: value for name, value in changed.items() if value is not None}
    return replace(given, **found) if found else None


def _function_with(given: FunctionType, old: Epsilon[Any], new: Epsilon[Any]) -> Any:
    """A function with another loss in its variables."""
    names = {*given.__code__.co_names} & given.__globals__.keys()
    losses = {name for name in names if _is(given.__globals__[name], old)}
    cells = [cell.cell_contents for cell in given.__closure__ or ()]
    if not losses and not any(_is(value, old) for value in cells):
        return None
    variables = given.__globals__ | dict.fromkeys(losses, new)
    closure = tuple(CellType(new if _is(value, old) else value) for value in cells)
    made = FunctionType(given.__code__, variables, given.__name__, given.__defaults__, closure)
    made.__kwdefaults__ = given.__kwdefaults__
    return made


def _is(given: object, loss: Epsilon[Any]) -> bool:
    """Whether it is this loss, or the same for every eps."""
    return isinstance(given, Epsilon) and given in {loss, Epsilon(loss.root, loss.parts)}


def _at(table: LawTable[Any, Any, Any], times: int) -> list[dict[Any, Fraction]]:
    """The laws with numbers in place of r and u, those of so many times an eps."""
    if table.field.continuous:
        table = table.at_unit(times * TRIED)
    numbers: LawTable[Any, Any, Any] = table.at(TRIED**times) if table.field.symbolic else table
    return [
        {
            key(numbers.outcomes[y]): numbers.field.quotient(w, numbers.totals[i])
            for y, w in row.items()
            if w
        }
        for i, row in enumerate(numbers.rows)
    ]
