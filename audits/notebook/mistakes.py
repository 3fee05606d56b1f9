"""What is said of a mechanism that is none, and of the mistakes that a newcomer makes in one."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction

from audits.evidence.table import TooManyDatabasesError
from reference.privacy.epsilon import NO_NUMBER, Epsilon
from reference.probability.coins import PlainCoins
from reference.probability.dist import Dist
from reference.probability.law import DeterministicMechanismError

FORM = (
    "a mechanism is a function mechanism(database, coins), or an object with "
    "__call__(self, database, coins)"
)

COINS = (
    'coins.draw(law) draws, such as coins.draw(bernoulli("1/2")); '
    "coins.draw_real(Laplace(1 / eps)) draws continuous noise; "
    "coins.run(mechanism, database) runs a sub-mechanism"
)

IN_PYTHON = {
    " (--max-databases raises it)": ": take fewer rows or fewer values",
    "use --deterministic, or say `deterministic = True` in the class": (
        "say `deterministic = True` in the class, or `f.deterministic = True` of a function f"
    ),
}
"""Options of the command that a refusal names, and what there is in their place."""


def refuse_no_mechanism(mechanism: object) -> None:
    """Refuse what cannot be called as mechanism(database, coins).

    Raises:
        TypeError: says what it is, and what to write.
    """
    if isinstance(mechanism, type):
        raise TypeError(f"{mechanism.__name__} is a class: give a mechanism: {_made(mechanism)}")
    if hasattr(mechanism, "index_pairs"):
        raise TypeError("a universe in place of the mechanism: the mechanism comes first")
    if isinstance(mechanism, Dist):
        raise TypeError("a law in place of a mechanism: draw from it: coins.draw(law)")
    if isinstance(mechanism, Mapping):
        raise TypeError(
            "a table of laws in place of a mechanism: write "
            "lambda database, coins: coins.draw(table[database])"
        )
    if not callable(mechanism):
        raise TypeError(f"{_shown(mechanism)} is no mechanism: {FORM}")
    plain = inspect.isroutine(mechanism)
    name = getattr(mechanism, "__name__", "") if plain else f"{type(mechanism).__name__}.__call__"
    code: object = mechanism if plain else type(mechanism).__call__
    if inspect.isgeneratorfunction(code) or inspect.isasyncgenfunction(code):
        raise TypeError(f"{name} has a `yield`: a mechanism returns its output")
    if inspect.iscoroutinefunction(code):
        raise TypeError(f"{name} is `async`: a mechanism returns its output: write `def`")
    try:
        found = inspect.signature(mechanism)
    except ValueError:  # it is not known
        return
    try:
        found.bind(None, None)
    except TypeError:
        raise TypeError(f"{name} takes {found}: {FORM}") from None


@contextmanager
def explained() -> Iterator[None]:
    """Inside, some failures of a mechanism say what to write.

    Raises:
        TypeError: for a number where an eps is needed, and for coins that are used as others are.
        TooManyDatabasesError: and DeterministicMechanismError, in words for Python.
    """
    try:
        yield
    except AttributeError as failure:
        words = _words(failure)
        if words is None:
            raise
        raise TypeError(words) from failure
    except TypeError as failure:
        if re.search("not '?Epsilon'?$", str(failure)) is None:
            raise
        raise TypeError(f"{failure}: {NO_NUMBER}") from failure
    except (TooManyDatabasesError, DeterministicMechanismError) as failure:
        words = str(failure)
        for option, instead in IN_PYTHON.items():
            words = words.replace(option, instead)
        raise type(failure)(words) from None


def refuse_nothing(outcomes: tuple[object, ...], name: str) -> None:
    """Refuse a mechanism that puts out None, and nothing else.

    Raises:
        ValueError: names it.
    """
    if outcomes == (None,):
        raise ValueError(f"{name} returns None on every database: is a `return` missing?")


def _words(failure: AttributeError) -> str | None:
    """What to write, None if that is not known."""
    value: object = failure.obj
    if isinstance(value, PlainCoins):
        return f"coins.{failure.name}: there is none: {COINS}"
    if isinstance(value, int | float | Fraction | str) and hasattr(Epsilon, failure.name or ""):
        return (
            f"{value!r}.{failure.name}: a number, where an eps is needed: make the mechanism with "
            f"eps = Epsilon.of({_shown(value)}); for every eps, Epsilon.indeterminate(); for "
            f"continuous noise, Epsilon.continuous(), or Epsilon.continuous().at({_shown(value)})"
        )
    return None


def _made(kind: type) -> str:
    """How a mechanism of a class is made."""
    needed = [
        f.name
        for f in (fields(kind) if is_dataclass(kind) else ())
        if f.init and f.default is MISSING and f.default_factory is MISSING
    ]
    values = (f"{name}=Epsilon.of(1)" if name == "eps" else f"{name}=..." for name in needed)
    return f"{kind.__name__}({', '.join(values)})"


def _shown(value: object) -> str:
    """A value in a few letters; a float as the text that is read exactly."""
    text = f'"{value}"' if isinstance(value, float) else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
