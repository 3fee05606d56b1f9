"""A witness of a refutation as JSON."""

from __future__ import annotations

import re
from fractions import Fraction

from audits.evidence.verdict import Json, Refuted
from audits.rendering.numbers import number_json
from reference.exact.field import Scalar
from reference.exact.polynomial import polynomial
from reference.exact.rational_function import RationalFunction
from reference.privacy.divergence import Infinity

NUMBERS = ("root", "u", "loss", "claim")
"""Parts of a witness that are rational numbers, or "inf"."""


def witness_json(verdict: Refuted, exponent: Fraction | None, parts: int) -> dict[str, Json]:
    """The witness, with numbers as they are elsewhere in the answer.

    Args:
        verdict: the refutation.
        exponent: q if r stands for e^q.
        parts: into how many eps is divided.
    """
    found, proof = dict(verdict.witness), verdict.certificate
    at = found.get("u")
    if at is not None:
        exponent = _exponent(found)
        found |= {"eps": number_json(parts * Fraction(str(at))), "r": f"e^({exponent})"}
    if proof["kind"] == "refutation" and isinstance(chances := proof["probabilities"], list):
        found["probabilities"] = [number_json(_read(p), exponent) for p in chances]
        found |= {name: number_json(_read(proof[name]), exponent) for name in ("exp_eps", "delta")}
    found |= {name: number_json(_read(found[name])) for name in NUMBERS if name in found}
    if isinstance(cell := found.pop("cell", None), list):
        output, *ends = cell
        low, high = (number_json(_read(end)) if end else None for end in ends)
        found["cell"] = {"output": output, "above": low, "below": high}
    return found


def _exponent(witness: dict[str, Json]) -> Fraction:
    """q, if r stands for e^q in the formulas of a witness at one u."""
    power = re.fullmatch(r"e\^\((.+)\)", str(witness.get("r")))
    return Fraction(power[1] if power else str(witness["u"]))  # a cell is in a unit of its own


def root_words(witness: dict[str, Json], parts: int) -> str | None:
    """What r is in the formulas of a witness; None where it is e^(eps/parts), as elsewhere.

    Args:
        witness: as `witness_json` has it.
        parts: into how many eps is divided elsewhere in the answer.
    """
    eps = witness.get("eps")
    if not isinstance(eps, dict):
        return None
    exponent = _exponent(witness)
    finer = Fraction(str(eps["exact"])) / exponent
    return None if finer == parts else f"e^(eps/{finer}) = {_power(exponent)}"


def _read(value: Json) -> Scalar | Infinity:
    """A number as it stands in a certificate."""
    if value == "inf":
        return Infinity.INFINITE
    if not isinstance(value, dict):
        return Fraction(str(value))
    top, bottom = (_coefficients(value[key]) for key in ("num", "den"))
    return RationalFunction(polynomial(top), polynomial(bottom))


def _coefficients(value: Json) -> list[int]:
    found = value if isinstance(value, list) else [value]
    return [int(str(c)) for c in found]


def _power(exponent: Fraction) -> str:
    """A power of e with a whole number in no brackets."""
    if exponent == 1:
        return "e"
    return f"e^{exponent}" if exponent.denominator == 1 else f"e^({exponent})"
