"""What a shell offers for a word that is not typed to its end; what is offered is loaded then."""

from __future__ import annotations

from collections.abc import Iterable

import typer


def mechanisms() -> list[str]:
    """The mechanisms that have a name."""
    from audits.inputs.registry import mechanisms as known

    return [*known()]


def claims() -> list[str]:
    """The papers, and the ids of their claims."""
    from audits.ledger import inventory, works

    return [*works(), *inventory()]


def listed(context: typer.Context) -> list[str]:
    """The names of what `list` lists."""
    what = str(context.params.get("listed", ""))
    return mechanisms() if what == "mechanisms" else claims() if what == "claims" else []


def parameters(context: typer.Context) -> list[str]:
    """The parameters of the mechanism, or of the problem, that was typed."""
    from audits.inputs.mechanisms import fields_of
    from audits.inputs.problems import CATALOGUE, parameters_of
    from audits.inputs.registry import mechanisms as known

    names = [name for name in context.args if not name.startswith("-")]  # a value is still missing
    found: Iterable[str] = ()
    if names and context.info_name == "optimum":
        found = parameters_of(names[0]) if names[0] in CATALOGUE else ()
    elif names and names[0] in known():
        found = (field.name for field in fields_of(known()[names[0]]))
    return [f"{each}=" for each in found]


def problems() -> list[str]:
    """The problems of `optimum`."""
    from audits.inputs.problems import CATALOGUE

    return [*CATALOGUE]


def libraries() -> list[str]:
    """The libraries of `conform`."""
    from audits.conformance.library import MODULES

    return [*MODULES]


def adjacencies() -> list[str]:
    """The neighbouring relations."""
    from audits.inputs.relations import ADJACENCIES, ALIASES

    return [*ADJACENCIES, *ALIASES]
