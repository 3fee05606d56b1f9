"""What a command prints with `--json`, judged by the schema that is published for it."""

from __future__ import annotations

from functools import cache

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from audits.commands.schema import schema
from audits.evidence.verdict import Json


@cache
def validator(command: str) -> Draft202012Validator:
    """That of the schema of a command, which is itself a JSON Schema."""
    found = schema(command)
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def objection(command: str, answer: Json) -> str | None:
    """Where an answer departs from the schema of the command; None if it does not."""
    worst = best_match(validator(command).iter_errors(answer))
    if worst is None:
        return None
    place = "/".join(map(str, worst.absolute_path))
    return f"{command}: at /{place}: {worst.message[:500]} (schema: {list(worst.schema_path)})"
