"""How private a table of laws is, for a person and for a script: numbers and what attains them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from audits.commands.witness import root_words, witness_json
from audits.engines.privacy.least_multiple import Multiple, least_multiple
from audits.engines.privacy.loss_rates import impossible
from audits.engines.privacy.tightest import Least, Tightest
from audits.evidence.labels import label, labels
from audits.evidence.table import LawTable
from audits.evidence.verdict import Certificate, Holds, Json, Refuted
from audits.rendering.facts import listed
from audits.rendering.multiples import multiple_json, multiple_words, times
from audits.rendering.numbers import in_words, loss_json, loss_words, number_json, number_words
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import PrivacyCurve
from reference.privacy.divergence import Infinity

ATTAINED = ("databases", "event", "probabilities")
"""What attains a number."""

PROBABILITIES = ("P(E) on the first", "P(E) on the second")
"""What the two probabilities are, for a person."""

NOT_CONFIRMED = "no less is enough; that this is enough was not confirmed"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which numbers are wanted."""

    deltas: tuple[Any, ...]
    """Where the least e^eps is."""

    exp_eps: Any | None
    """Where the least delta is, if anywhere."""

    exponent: Fraction | None
    """q if r stands for e^q."""

    parts: int
    """Into how many eps is divided."""


@dataclass(frozen=True, slots=True)
class HowPrivate:
    """The numbers."""

    json: dict[str, Json]
    rows: tuple[tuple[str, str], ...]
    """For a person."""

    certificate: Certificate | None
    """That the least e^eps at the first delta is enough, or that none is."""

    curve: PrivacyCurve | None
    """Of laws that are numbers; or, of laws at one real eps, that of numbers near them."""


@dataclass(slots=True)
class Found:
    """What is found of the numbers, one after another."""

    losses: list[tuple[Any, Least[Any]]] = field(default_factory=list)
    """The least e^eps at each delta."""

    delta: Least[Any] | None = None
    """The least delta."""

    multiple: Multiple | None = None
    """Where laws are for every eps at once: the least multiple of eps, in place of the others."""

    curve: PrivacyCurve | None = None
    """Of laws that are numbers; or, of laws at one real eps, that of numbers near them."""


def find(
    table: LawTable[Any, Any, Any], wanted: Wanted, tightest: Tightest[Any], found: Found
) -> None:
    """Look for the least e^eps and the least delta.

    Args:
        table: the laws.
        wanted: which numbers.
        tightest: the questions to these laws.
        found: is given each of the numbers as soon as it is known.

    Raises:
        ValueError: if no two databases are neighbours.
    """
    if wanted.exponent is None and table.field.symbolic:
        found.multiple = least_multiple(table, wanted.parts, tightest.subject)
        return
    if wanted.exponent is None:
        wanted = _as_numbers(wanted)
    for delta in wanted.deltas:
        found.losses.append((delta, tightest.exp_eps(delta)))
    if wanted.exp_eps is not None:
        found.delta = tightest.delta(wanted.exp_eps)
    found.curve = next((near.envelope.curve for near in tightest.curves()), None)


def how_private(table: LawTable[Any, Any, Any], wanted: Wanted, found: Found) -> HowPrivate:
    """The numbers that are found, of those that are wanted."""
    if found.multiple is not None:
        return _of_multiple(table, found.multiple, wanted.parts)
    rows: list[tuple[str, str]] = []
    for delta, loss in found.losses:
        rows += _loss_rows(table, delta, loss, wanted.exponent)
    answer: dict[str, Json] = {
        "least_eps": [_loss_json(table, d, loss, wanted.exponent) for d, loss in found.losses],
        "least_delta": None,
    }
    if found.delta is not None and wanted.exp_eps is not None:
        known = number_json(wanted.exp_eps, wanted.exponent)
        value = number_json(found.delta.value, wanted.exponent)
        event = _attained_json(table, found.delta, wanted.exponent)
        answer["least_delta"] = {"exp_eps": known, "delta": value, **event}
        rows += [
            ("least delta", number_words(found.delta.value, wanted.exponent)),
            ("  at e^eps", number_words(wanted.exp_eps, wanted.exponent)),
        ]
        rows += _attained_rows(table, found.delta, wanted.exponent)
    verdict = found.losses[0][1].verdict if found.losses else None
    proof = verdict.certificate if isinstance(verdict, Holds | Refuted) else None
    return HowPrivate(answer, tuple(rows), proof, found.curve)


def _root(table: LawTable[Any, Any, Any]) -> Any:
    return (ExponentialFunction if table.field.continuous else RationalFunction).r()


def _as_numbers(wanted: Wanted) -> Wanted:
    """The same for laws that do not depend on eps: a function of r is no number to ask about."""
    deltas = map(_number, wanted.deltas)
    known = tuple(delta for delta in deltas if delta is not None)
    return Wanted(known, _number(wanted.exp_eps), None, wanted.parts)


def _number(value: Any) -> Fraction | None:
    """The number that a function of r is, if it is one."""
    if value is None or isinstance(value, Fraction):
        return value
    at = value.at(Fraction(1))
    at = at if isinstance(at, Fraction) else at.at(Fraction(1))
    return at if value == at else None


def _loss_json(
    table: LawTable[Any, Any, Any], delta: Any, least: Least[Any], exponent: Fraction | None
) -> dict[str, Json]:
    return {
        "delta": number_json(delta, exponent),
        "exp_eps": number_json(least.value, exponent),
        "eps": loss_json(least.value, exponent),
        **_attained_json(table, least, exponent),
    }


def _loss_rows(
    table: LawTable[Any, Any, Any], delta: Any, least: Least[Any], exponent: Fraction | None
) -> Iterator[tuple[str, str]]:
    yield "least e^eps", number_words(least.value, exponent)
    yield "  at delta", number_words(delta, exponent)
    if not isinstance(least.value, Infinity):
        yield "  this eps", loss_words(least.value, exponent)
    yield from _attained_rows(table, least, exponent)


def _attained_json(
    table: LawTable[Any, Any, Any], least: Least[Any], exponent: Fraction | None
) -> dict[str, Json]:
    found: dict[str, Json] = dict.fromkeys(ATTAINED)
    if least.attained is not None:
        names = labels(table.outcomes)
        found = {
            "databases": [label(table.databases[i]) for i in least.attained.databases],
            "event": [names[y] for y in least.attained.event],
            "probabilities": [number_json(p, exponent) for p in least.attained.probabilities],
        }
    verdict = least.verdict
    confirmed = "yes" if least.is_confirmed else getattr(verdict, "reason", "no")
    return found | {"confirmed": confirmed}


def _attained_rows(
    table: LawTable[Any, Any, Any], least: Least[Any], exponent: Fraction | None
) -> Iterator[tuple[str, str]]:
    if least.attained is not None:
        yield from attained_rows(_attained_json(table, least, exponent))
    if not least.is_confirmed:
        yield "  note", NOT_CONFIRMED


def attained_rows(found: dict[str, Json], root: str | None = None) -> Iterator[tuple[str, str]]:
    """Two databases, an event, and its probability on each; what r is there, if it is another."""
    databases, event, chances = (found[name] for name in ATTAINED)
    if isinstance(databases, list):
        yield "  attained on", " and ".join(map(str, databases))
    if isinstance(event, list):
        yield "  by the event E", listed(event)
    if isinstance(chances, list):
        if root is not None:
            yield "  with r", root
        for name, chance in zip(PROBABILITIES, chances, strict=True):
            yield f"  {name}", in_words(chance) if isinstance(chance, dict) else str(chance)


def _of_multiple(table: LawTable[Any, Any, Any], found: Multiple, parts: int) -> HowPrivate:
    """The least multiple of eps, or what is known of it."""
    least: dict[str, Json] = {
        "delta": number_json(Fraction(0)),
        "exp_eps": None,
        "multiple_of_eps": multiple_json(found),
        **dict.fromkeys(ATTAINED),
        "confirmed": "yes" if found.enough is not None or found.is_unbounded else "no",
    }
    if found.enough is not None and (power := found.enough * parts).denominator == 1:
        least["exp_eps"] = number_json(_root(table) ** power.numerator)
    rows = [("least loss for every eps", multiple_words(found))]
    rate = found.rate
    if found.is_unbounded and (lone := impossible(table)) is not None:
        *pair, y = lone
        least |= {
            "databases": [label(table.databases[i]) for i in pair],
            "event": [labels(table.outcomes)[y]],
            "probabilities": [number_json(table.probability(i, (y,))) for i in pair],
            "where": "every eps at which P(E) on the first is not 0",
        }
        rows += [*attained_rows(least), ("  where", str(least["where"]))]
    elif found.is_least and rate is not None:
        seen = rate.seen_by(table)
        if seen is None:
            seen = labels(table.outcomes)[rate.outcome]
            chances = (table.probability(i, (rate.outcome,)) for i in rate.databases)
            least["probabilities"] = [number_json(chance) for chance in chances]
        rows.append(
            ("  why no less", f"{rate.where}, nothing less than {times(rate.multiple)} will do")
        )
        least |= {
            "databases": [label(table.databases[i]) for i in rate.databases],
            "event": [seen],
            "where": rate.where,
        }
        rows += attained_rows(least)
    elif found.refutation is not None:
        finer = parts * ((found.too_little or Fraction(0)) * parts).denominator
        witness = witness_json(found.refutation, None, finer)
        if not found.is_unbounded:
            share = times(found.too_little or Fraction(0))
            rows.append(("  why no less", f"a loss of {share} is exceeded"))
        least |= {key: witness[key] for key in (*ATTAINED, "r") if key in witness}
        least["where"] = place(witness, finer)
        rows += attained_rows(least, root_words(witness, parts))
        rows.append(("  where", str(least["where"])))
    verdict = found.refutation if found.verdict is None else found.verdict
    proof = None if verdict is None else verdict.certificate
    return HowPrivate({"least_eps": [least], "least_delta": None}, tuple(rows), proof, None)


def place(witness: dict[str, Json], parts: int) -> str:
    """The eps at which a witness is a witness."""
    if "eps" in witness:
        return f"eps = {_exact(witness['eps'])}"
    root = Fraction(str(_exact(witness["root"])))
    return f"eps = {loss_words(root**parts)}"


def _exact(number: Json) -> Json:
    return number["exact"] if isinstance(number, dict) else number
