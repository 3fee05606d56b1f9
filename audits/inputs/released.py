"""Outputs that are continuous values: what can be decided of them, and how to ask for the rest."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from audits.inputs.literals import InputError
from audits.inputs.loading import code_of
from reference.data.adjacency import Adjacency
from reference.probability.coins import Mechanism
from reference.probability.continuous import NoExactLawError
from reference.probability.densities import Branch, Recorded
from reference.probability.law import examine

CELLS = (
    "for one eps, a delta or a picture, return cell(value, cuts), which says between which of "
    "the cuts the value lies (from exactdp import cell)"
)
"""What to do instead."""


def are_released(outcomes: Iterable[Hashable]) -> bool:
    """Whether one of the outcomes of `Recorded` mechanisms has a continuous value."""
    return any(isinstance(x, Branch) for x in outcomes)


def released(name: str, instead: str = "give --all-eps") -> InputError:
    """What is said where eps is one, or delta above 0.

    Args:
        name: of the mechanism.
        instead: what to give, to decide such values for every eps at once.
    """
    return InputError(
        f"{name}: its output is a continuous value, which is decided for every eps at once, "
        f"with delta 0: {instead}; {CELLS}"
    )


def refuse_released(
    mechanism: Mechanism[Any, Any, Any], databases: Adjacency[Any], name: str, most_draws: int
) -> None:
    """Refuse such a mechanism before its laws on all databases are computed: on the first.

    Raises:
        InputError: if it releases a continuous value there, or fails.
    """
    first = next(iter(databases.databases()))
    with code_of(name):
        try:
            found = examine(Recorded(mechanism), [first], most_draws=most_draws)
        except NoExactLawError:
            return  # its law is enclosed
    if are_released(found.laws[0]):
        raise released(name)
