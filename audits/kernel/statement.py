"""What an accepted certificate proves: a line to read, and the numbers in it."""

import json
import re
from typing import Self

from audits.kernel.reading import Json


class Statement(str):
    """A line that says what is true of the numbers in a certificate, and those numbers."""

    __slots__ = ("facts", "kind", "subject")

    kind: str
    subject: str
    facts: dict[str, Json]

    def __new__(cls, kind: str, subject: str, line: str, facts: dict[str, Json]) -> Self:
        """Facts are relation, databases, pairs, bounds, range: as the certificate has them."""
        self = super().__new__(cls, f"{line}: {json.dumps(subject)}")
        self.kind, self.subject, self.facts = kind, subject, facts
        return self


def sentence(template: str, facts: dict[str, Json]) -> str:
    """The template with the facts, for a person."""
    return template.format_map({key: shown(value) for key, value in facts.items()})


def shown(value: Json) -> str:
    """A number as `3/4`, `(r^2 + 1)/(2 r)`; a range as `all r >= 1`; long ones are shortened."""
    text = json.dumps(value) if isinstance(value, list) else str(value)
    if isinstance(value, dict) and "num" in value:
        num, den = (_polynomial(value[key]) for key in ("num", "den"))
        text = f"({num})/({den})" if den != "1" else num
    elif isinstance(value, dict):
        low, high = shown(value["from"]), shown(value["to"])
        text = f"all r >= {low}" if value["to"] is None else f"all r from {low} to {high}"
        text = text if value["exp"] is None else f"r = e^({value['exp']})"
    return re.sub("([0-9]{20})[0-9]{21,}([0-9]{20})", r"\1...\2", text)


def _polynomial(value: Json) -> str:
    coefficients = value if isinstance(value, list) else [value]
    powers = ("", " r", *(f" r^{i}" for i in range(2, len(coefficients))))
    terms = [f"{c}{power}" for c, power in zip(coefficients, powers, strict=False) if c]
    text = " + ".join(reversed(terms)).replace("+ -", "- ") or "0"
    return re.sub("(?<![0-9])1 r", "r", text)
