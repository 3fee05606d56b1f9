"""What an accepted certificate proves: a line to read, and the numbers in it."""

import json
import re
from typing import Self

from audits.kernel.reading import Json

Facts = dict[str, Json]


class Statement(str):
    """A line that says what is true of the numbers in a certificate, and those numbers."""

    __slots__ = ("facts", "kind", "subject")

    kind: str
    subject: str
    facts: Facts

    def __new__(cls, kind: str, subject: str, line: str, facts: Facts) -> Self:
        """The line names facts in braces."""
        said = line.format_map({key: shown(value) for key, value in facts.items()})
        self = super().__new__(cls, f"{said}: {json.dumps(subject)}")
        self.kind, self.subject, self.facts = kind, subject, facts
        return self


def shown(value: Json) -> str:
    """A number as `3/4`, `(r^2 + 1)/(2 r)`; a range as `all r >= 1`; long ones are shortened."""
    match value:
        case {"num": num, "den": den}:
            top, bottom = _polynomial(num), _polynomial(den)
            text = top if bottom == "1" else f"({top})/({bottom})"
        case {"from": low, "to": high, "exp": exp}:
            text = f"all r >= {low}" if high is None else f"all r from {low} to {high}"
            text = text if exp is None else f"r = e^({exp})"
        case _:
            text = value if isinstance(value, str) else json.dumps(value)
    return re.sub("([0-9]{20})[0-9]{21,}([0-9]{20})", r"\1...\2", text)


def _polynomial(value: Json) -> str:
    coefficients = value if isinstance(value, list) else [value]
    powers = ("", " r", *(f" r^{i}" for i in range(2, len(coefficients))))
    terms = [f"{c}{power}" for c, power in zip(coefficients, powers, strict=False) if c]
    text = " + ".join(reversed(terms)).replace("+ -", "- ") or "0"
    return re.sub("(?<![0-9])1 r", "r", text)
