"""`exactdp schema`: the JSON Schema of what a command prints with `--json`."""

from __future__ import annotations

import json
from importlib import resources
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.output import print_json, print_table
from audits.evidence.verdict import Json
from audits.inputs.literals import InputError, shortened
from audits.near_names import hint

SHARED = "shared"
"""The schema that the others refer to."""


def command(
    name: Annotated[
        str | None,
        typer.Argument(metavar="COMMAND", help="A command, such as privacy.", show_default=False),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the JSON Schema of what a command prints with --json; without a name, list them."""
    if name is not None:
        found = schema(name)
        return print_json(found) if as_json else say(json.dumps(found, indent=2))
    titles: dict[str, Json] = {each: _read(each)["title"] for each in names()}
    if as_json:
        return print_json({"schemas": titles})
    return print_table(
        ["command", "title"], [[each, str(title)] for each, title in titles.items()]
    )


def names() -> list[str]:
    """The commands that have a schema, in alphabetical order."""
    files = (resources.files("audits") / "schemas").iterdir()
    found = (file.name.removesuffix(".json") for file in files if file.name.endswith(".json"))
    return sorted(name for name in found if name != SHARED)


def schema(name: str) -> dict[str, Json]:
    """The schema of a command, with what it refers to: a document that stands alone.

    Raises:
        InputError: for another word, with the nearest command.
    """
    if name not in names():
        others = hint(name, names()) or f": {', '.join(names())}"
        raise InputError(f"schema {shortened(name)}: no command that prints JSON{others}")
    found = _read(name)
    own = found.get("$defs")
    return found | {"$defs": {**(own if isinstance(own, dict) else {}), SHARED: _read(SHARED)}}


def _read(name: str) -> dict[str, Json]:
    file = resources.files("audits") / "schemas" / f"{name}.json"
    found: dict[str, Json] = json.loads(file.read_text(encoding="utf-8"))
    return found
