"""Parameters that are derived from a target: what is asked for, and what is found.

A target is a privacy loss of the whole, eps and delta, and for some mechanisms an accuracy alpha
and a failure probability beta.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from audits.evidence.verdict import Json
from audits.inputs.ledger import Ledger
from audits.inputs.literals import InputError, shortened
from audits.inputs.numbers import LARGEST_EPS, integer, rational
from reference.probability.coins import Mechanism

RANGES: Mapping[str, tuple[Fraction, bool, str]] = {
    "eps": (Fraction(LARGEST_EPS), True, f"above 0, and at most {LARGEST_EPS} here"),
    "delta": (Fraction(1), False, "above 0 and below 1"),
    "accuracy": (Fraction(1), True, "alpha, above 0 and at most 1"),
    "failure": (Fraction(1), False, "beta, above 0 and below 1"),
}
"""Of each target: its upper end, whether that may be, and what is allowed in words."""

LEAST_TARGET = Fraction(1, 10**50)
"""For smaller ones the numbers of rows are too long to read."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks for."""

    mechanism: str
    """Its command-line name."""

    parameters: Mapping[str, str]
    """What was given with `-p`."""

    targets: Mapping[str, str]
    """Those that were given, by name."""

    rows: int | None
    """How many there are; None: no database was given."""

    def target(self, name: str) -> Fraction:
        """A target as it was typed.

        Raises:
            InputError: if it is out of range.
        """
        number, (most, inclusive, words) = rational(self.targets[name], f"--{name}"), RANGES[name]
        if not 0 < number <= most or (number == most and not inclusive):
            raise self.refused(name, words)
        if number < LEAST_TARGET:
            raise self.refused(name, f"{words}; at least 1e-50 here")
        return number

    def integer(self, name: str, least: int, most: int | None = None) -> int:
        """A parameter that is an integer in a range.

        Raises:
            InputError: if it is none, or out of the range.
        """
        number = integer(self.parameters[name], name)
        if number < least or (most is not None and number > most):
            allowed = f"at least {least}" if most is None else f"from {least} to {most}"
            raise self.refused(name, allowed)
        return number

    def refused(self, name: str, reason: str) -> InputError:
        """The refusal of a target or parameter."""
        typed = self.targets.get(name) or self.parameters[name]
        between = " " if name in RANGES else "="
        return InputError(f"{option(name)}{between}{shortened(typed)}: {reason}")

    def refuse_long_powers(self, digits: int, most: int) -> None:
        """Refuse outputs for which powers of so many binary digits would be computed.

        Raises:
            InputError: names eps and the digits.
        """
        if self.rows is not None and digits > most:
            raise self.refused(
                "eps",
                f"too small for {self.mechanism} here: powers of {digits} binary digits, at most "
                f"{most} are computed; give a larger --eps, or no --database for the parameters",
            )

    def refuse_more_rows(self, most: int, name: str) -> None:
        """Refuse more rows than a public bound allows.

        Raises:
            InputError: names the parameter that sets the bound.
        """
        if self.rows is not None and self.rows > most:
            raise self.refused(name, f"at most {most} rows, and there are {self.rows}")


def option(name: str) -> str:
    """A target or parameter as it is typed."""
    return f"--{name}" if name in RANGES else f"-p {name}"


@dataclass(frozen=True, slots=True)
class Supply:
    """Rows of one kind."""

    rows: int | None
    """How many there are; None: no database was given, and none is needed."""

    needed: int | None
    """So many are enough, as calibrated; None: no accuracy is promised."""

    kind: str = "rows"
    key: str = "rows_needed"

    @property
    def short(self) -> bool:
        """Whether there are too few."""
        return self.needed is not None and self.rows is not None and self.rows < self.needed


@dataclass(frozen=True, slots=True)
class Plan:
    """A mechanism for a target, and what it needs."""

    mechanism: Mechanism[Any, Any, Any]
    parameters: Mapping[str, Json]
    """Those that were derived, by name."""

    supplies: tuple[Supply, ...]
    """Of each kind of rows."""

    declares: bool = False
    """Whether what the mechanism declares is shown, which may be less than the target; it may also
    be a power of so many digits that it is not computed."""

    @property
    def rows(self) -> int | None:
        """How many rows there are, of the kind that is protected."""
        return self.supplies[0].rows

    @property
    def rows_needed(self) -> int | None:
        """So many of them are enough; None: no accuracy is promised."""
        return self.supplies[0].needed

    @property
    def suffices(self) -> bool:
        """Whether there are enough rows of each kind for what is promised."""
        return not any(supply.short for supply in self.supplies)

    @property
    def json(self) -> dict[str, Json]:
        """The parameters by name, and the rows that they need."""
        needed = {each.key: each.needed for each in self.supplies if each.needed is not None}
        more: dict[str, Json] = {**needed, "suffices": self.suffices} if needed else {}
        return {**self.parameters, **more}

    @property
    def there(self) -> str:
        """The rows that there are, in words."""
        return " and ".join(
            f"{'any number of' if each.rows is None else each.rows} {each.kind}"
            for each in self.supplies
        )

    @property
    def missing(self) -> str:
        """How many rows are needed, of each kind of which there are too few."""
        return " and ".join(f"{each.needed} {each.kind}" for each in self.supplies if each.short)

    @property
    def summary(self) -> str:
        """The rows, whether they suffice, and the parameters, in one line."""
        few = f"too few: {self.missing} are needed" if self.missing else "enough"
        state = "no accuracy is promised" if self.rows_needed is None else few
        shown = {key: value for key, value in self.json.items() if key != "suffices"}
        listed = ", ".join(f"{key}={shortened(str(value))}" for key, value in shown.items())
        return f"{self.there} ({state}): {listed}"


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the parameters of a mechanism are derived, and how its outputs are explained."""

    plan: Callable[[Request], Plan]
    """Raises InputError or ValueError."""

    usage: str
    """What is given."""

    needs: tuple[str, ...]
    """The targets and parameters that must be given, in the order in which they are asked for."""

    takes: tuple[str, ...] = ()
    """Those that may be given."""

    least_rows: int = 1
    """Of a database."""

    explained: Callable[[Any, int, Sequence[Hashable]], list[str]] = lambda *_: []
    """From the mechanism, the number of rows and the outputs: what these are, in lines."""

    refuse: Callable[[Any, Sequence[Any]], None] = lambda *_: None
    """From the mechanism and the rows: raises InputError for rows that break a public bound."""

    ledger: Callable[[Any, Fraction], Ledger | None] = lambda *_: None
    """From the mechanism and a delta: what its corrections spend, if it keeps account of them."""

    def check(self, request: Request) -> None:
        """Refuse what is missing, or given and not read, and too few rows for any plan.

        Raises:
            InputError: names the first such thing.
        """
        name, given = request.mechanism, [*request.targets, *request.parameters]
        lines = [
            *(f"{option(each)} is missing" for each in self.needs if each not in given),
            *(
                f"{option(each)} is not read here"
                for each in given
                if each not in {*self.needs, *self.takes}
            ),
        ]
        if lines:
            raise InputError(f"{name}: {lines[0]}: give {self.usage}; the rest is derived")
        if request.rows is not None and request.rows < self.least_rows:
            least = self.least_rows
            raise InputError(f"--database: {request.rows} rows, {name} takes {least} or more")


class Sized(Protocol):
    """Parameters for a number of rows."""

    @property
    def rows(self) -> int:
        """How many there are."""

    @property
    def rows_needed(self) -> int:
        """So many are enough."""

    @property
    def suffices(self) -> bool:
        """Whether there are as many as needed."""

    @property
    def mechanism(self) -> Mechanism[Any, Any, Any]:
        """The mechanism with these parameters."""


S = TypeVar("S", bound=Sized)

LEAST_ROWS = 4
"""All calibrations take so many."""


def for_rows(calibrate: Callable[[int], S], rows: int | None) -> S:
    """The parameters for so many rows; for None, for a number of rows that suffices.

    That is raised to what is needed until it does.
    """
    found = calibrate(LEAST_ROWS if rows is None else rows)
    if rows is not None:
        return found
    while not found.suffices:
        found = calibrate(found.rows_needed)
    if found.rows_needed < found.rows:
        fewer = calibrate(found.rows_needed)
        return fewer if fewer.suffices else found
    return found


def plan_of(found: Sized, names: Sequence[str], **more: Json) -> Plan:
    """The plan with these attributes of what was found as parameters."""
    supply = Supply(found.rows, found.rows_needed)
    return Plan(found.mechanism, {**more, **listed(found, names)}, (supply,))


def listed(found: object, names: Sequence[str]) -> dict[str, Json]:
    """These attributes by name: integers, and other numbers as text."""
    values = {name: getattr(found, name) for name in names}
    return {name: x if isinstance(x, int) else str(x) for name, x in values.items()}
