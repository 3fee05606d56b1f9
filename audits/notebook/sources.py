"""Chance from elsewhere than the coins, as an ordinary error of Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from audits.notebook.mistakes import explained, refuse_no_mechanism
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.law import law as exact_law
from reference.probability.purity import OutsideSourceError

D = TypeVar("D", bound=Hashable)
X = TypeVar("X", bound=Hashable)


class ForeignChanceError(RuntimeError):
    """A mechanism used chance, a clock or the like, and not its coins only."""


@contextmanager
def outside_is_an_error() -> Iterator[None]:
    """Raise what a mechanism itself must not catch as an `Exception`, once it has ended.

    Raises:
        ForeignChanceError: if code inside reached for another source.
    """
    try:
        yield
    except OutsideSourceError as outside:
        raise ForeignChanceError(str(outside)) from None


def law(mechanism: Mechanism[D, X, Any], database: D) -> Dist[X, Any]:
    """The exact law of the output of a mechanism on a database: y -> P(M(database) = y).

    Args:
        mechanism: called as mechanism(database, coins).
        database: what it is called on, such as a tuple of rows.

    Returns:
        A mapping from outcomes to probabilities: fractions, or functions of r, where the
        mechanism is made with an `Epsilon` that is no rational number.

    Raises:
        TypeError: for what is no mechanism.
        ForeignChanceError: if it takes chance from elsewhere than its coins; and the errors of
            `reference.probability.law.law`.
    """
    refuse_no_mechanism(mechanism)
    with outside_is_an_error(), explained():
        return exact_law(mechanism, database)
