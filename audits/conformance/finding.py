"""What a comparison with another implementation ends in, with its strength always named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from audits.evidence.verdict import Json


class Strength(Enum):
    """How strong a verdict the interface of the other implementation allowed."""

    EXACT_LAW = "exact law"
    """Its own output law was exhausted and decided."""

    DECLARED = "declared number"
    """A number that it declares was compared with an exact one."""

    STATISTICAL = "statistical"
    """Its samples were tested, with a stated false-alarm probability."""


class Outcome(Enum):
    """The verdict, in one word."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"

    UNREFUTED = "not-refuted"
    """Samples were tested against an exact law, and do not refute it: no sample proves a law."""

    UNFINISHED = "unfinished"
    """The time was over before there was a verdict, or samples admit no test: nothing is known."""

    ERROR = "error"
    """There is no verdict: the code that is judged failed, or there is none."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Which mechanism of which release, and what it claims."""

    library: str
    version: str
    mechanism: str
    """With its parameters, in the library's own words."""

    relation: str
    """The neighbouring relation: the library's words, and ours in parentheses."""

    claimed: str
    """What the library says."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the code of a mechanism is."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a conformance table."""

    subject: Subject
    strength: Strength
    outcome: Outcome
    truth: str
    """The exact or bounded truth."""

    seconds: float
    witness: Mapping[str, Json] = field(default_factory=dict)
    """Databases, event, probabilities: what a reader needs to see it for himself."""

    note: str = ""
    """What remains open, or that the behaviour is documented."""

    place: Place | None = None
    """The code that was tested, if it is in a file at hand."""

    def json(self) -> dict[str, Json]:
        """The finding as a JSON object."""
        return {
            "library": self.subject.library,
            "version": self.subject.version,
            "mechanism": self.subject.mechanism,
            "relation": self.subject.relation,
            "claimed": self.subject.claimed,
            "truth": self.truth,
            "verdict": self.outcome.value,
            "strength": self.strength.value,
            "milliseconds": round(self.seconds * 1000),
            "witness": dict(self.witness),
            "note": self.note,
        }

    def cells(self) -> tuple[str, ...]:
        """The finding as cells of a table, in the order of `COLUMNS`."""
        return (
            f"{self.subject.library} {self.subject.version}",
            self.subject.mechanism,
            self.subject.relation,
            self.subject.claimed,
            self.truth,
            self.outcome.value,
            self.strength.value,
            f"{self.seconds:.2f}",
            self.note,
        )

    def shown_witness(self) -> str:
        """The witness in one line, long events cut."""
        return "; ".join(f"{key}: {_short(value)}" for key, value in self.witness.items())


COLUMNS = (
    "library",
    "mechanism",
    "relation",
    "claimed",
    "truth",
    "verdict",
    "strength",
    "seconds",
    "note",
)
"""The columns of a conformance table."""


def _short(value: Json) -> str:
    if isinstance(value, list):
        rest = f" and {len(value) - 6} more" if len(value) > 6 else ""
        return ", ".join(map(str, value[:6])) + rest
    return str(value)
