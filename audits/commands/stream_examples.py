"""Numbers that refute, as `privacy --all-n` says them: answers, output, eps, probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log
from pathlib import Path
from typing import TypeAlias

from audits.commands.output import write_json
from audits.engines.streams.numbers import Example, shown
from audits.engines.streams.on_integers import IntegerExample
from audits.evidence.verdict import Json, proved
from audits.rendering.decimals import about, at_exp
from audits.rendering.numbers import number_json
from reference.privacy.divergence import Infinity

AnyExample: TypeAlias = Example | IntegerExample

MOST_OUTPUTS = 3
"""Of an event that are named."""


def written(certificate: str | None, examples: Sequence[AnyExample]) -> list[str | None]:
    """The files with the certificates of examples: beside that of the verdict, if it is written.

    Raises:
        InputError: if one of them cannot be written to.
    """
    if certificate is None:
        return [None] * len(examples)
    files: list[str | None] = []
    for i, found in enumerate(examples, 1):
        number = "" if len(examples) == 1 else f"-{i}"
        file = beside(certificate, f"example{number}")
        write_json(file, found.verdict.certificate)
        files.append(file)
    return files


def beside(certificate: str, what: str) -> str:
    """The file of another certificate than that of the verdict."""
    place = Path(certificate)
    return str(place.with_name(f"{place.stem}.{what}{place.suffix}"))


def example_json(found: AnyExample, file: str | None) -> dict[str, Json]:
    """One example, probabilities as functions of u = eps/parts and r = e^u and as decimals.

    With geometric noise they are numbers, at a rational r.
    """
    if isinstance(found, IntegerExample):
        witness = found.verdict.witness
        return {
            "claim": number_json(Infinity.INFINITE if found.claim is None else found.claim),
            "root": number_json(found.root),
            "parts": found.parts,
            "answers": [number_json(q) for q in found.answers],
            "neighbours": [number_json(q) for q in found.others],
            "output": witness["event"],
            "probabilities": [number_json(chance) for chance in _chances(found)],
            "proved": proved(found.verdict)[1],
            "certificate": file,
        }
    return {
        "claim": number_json(Infinity.INFINITE if found.claim is None else found.claim),
        "eps": number_json(found.eps),
        "parts": found.parts,
        "answers": [number_json(q) for q in found.answers],
        "neighbours": [number_json(q) for q in found.others],
        "output": shown(found.output, found.cells),
        "probabilities": [
            number_json(chance, found.eps / found.parts) for chance in found.probabilities
        ],
        "proved": proved(found.verdict)[1],
        "certificate": file,
    }


def example_words(found: AnyExample) -> str:
    """One example, in a sentence."""
    first, second = (", ".join(map(str, each)) for each in (found.answers, found.others))
    if isinstance(found, IntegerExample):
        p, q = map(about, _chances(found))
        unit = "eps" if found.parts == 1 else f"(eps/{found.parts})"
        text = f"answers {first} against {second} at e^{unit} = {found.root}: output "
        text += f"{_event(found)} has probability {p} against {q}"
        more = None if found.claim is None else str(found.claim)
    else:
        p, q = (about(chance, found.eps / found.parts) for chance in found.probabilities)
        text = f"answers {first} against {second} at eps = {found.eps}: output "
        text += f"{shown(found.output, found.cells)} has probability {p} against {q}"
        more = None if found.claim is None else _times(found)
    if more is None:
        return f"{text}: more than e^(K eps) times as much, whatever K is"
    return f"{text}, more than e^({more} eps) times as much"


def _event(found: IntegerExample) -> str:
    listed = found.verdict.witness["event"]
    outputs = [*map(str, listed)] if isinstance(listed, list) else []
    more = len(outputs) - MOST_OUTPUTS
    return " or ".join([*outputs[:MOST_OUTPUTS], *([f"{more} others"] if more > 0 else [])])


def _chances(found: IntegerExample) -> list[Fraction]:
    listed = found.verdict.witness["probabilities"]
    return [Fraction(str(each)) for each in listed] if isinstance(listed, list) else []


def _times(found: Example) -> str:
    """A number of two digits, less than the loss on these answers; or the claim, if that is more.

    It is for reading: the certificate shows the claim.
    """
    u = found.eps / found.parts
    p, q = (sum(at_exp(chance.at(u), u).enclosure()) for chance in found.probabilities)
    loss = log(p.numerator) - log(p.denominator) - log(q.numerator) + log(q.denominator)
    hundredths = Fraction(floor(loss / float(found.eps) * 100), 100)
    if found.claim is not None and hundredths <= found.claim:
        return str(found.claim)
    return f"{float(hundredths):.2f}"
