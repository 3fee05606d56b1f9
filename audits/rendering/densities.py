"""Laws of outputs with continuous values as text, piece by piece, and as JSON.

>>> from reference.probability.piecewise import laplace
>>> shown_piece(laplace(2, 1).pieces[1], ExponentialPolynomial.of(1))
'(r^2) e^(-2 s)'
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from audits.evidence.labels import labels
from audits.evidence.verdict import Json
from audits.rendering.numbers import number_json
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.densities import Part, ReleasedLaw
from reference.probability.outcome import outcome
from reference.probability.piecewise import Piece, Piecewise


def _named(law: ReleasedLaw) -> Iterator[tuple[str, Part]]:
    return zip(labels(map(outcome, law.parts)), law.parts.values(), strict=True)


def chances(law: ReleasedLaw) -> dict[str, ExponentialFunction]:
    """The probability of each output, whatever its value."""
    return {
        name: _over(part.total() if isinstance(part, Piecewise) else part, law.total)
        for name, part in _named(law)
    }


def density_rows(law: ReleasedLaw) -> list[list[str]]:
    """Each output with a value, a range of values z, and the density of s = u z there, if any.

    A free value has the same density everywhere.
    """
    rows: list[list[str]] = []
    for name, part in _named(law):
        if isinstance(part, Piecewise):
            ends = [None, *(str(Fraction(b, law.unit)) for b in part.breaks), None]
            for (low, high), piece in zip(pairwise(ends), part.pieces, strict=True):
                where = ("" if low is None else f"{low} < ") + "z"
                where += "" if high is None else f" < {high}"
                if piece:
                    rows.append([name, where, shown_piece(piece, law.total)])
    for name, free in zip(labels(map(outcome, law.free)), law.free.values(), strict=True):
        for number, (rate, centre) in enumerate(free):
            density = f"{Fraction(rate, 2)} e^(-{rate} |s - {Fraction(centre, law.unit)} u|)"
            rows.append([name, f"free value {number}", density])
    return rows


def shown_piece(piece: Piece, total: ExponentialPolynomial) -> str:
    """The sum of c s^j e^(m s), divided by the total, as text; c is a function of u and r."""
    terms: list[str] = []
    for (j, m), c in sorted(piece.items(), reverse=True):
        power = "" if not j else "s" if j == 1 else f"s^{j}"
        rate = {1: "", -1: "-"}.get(m, f"{m} ")
        shown = c / total if len(total.terms) == 1 else _over(c, total)
        terms.append(" ".join(x for x in (f"({shown})", power, f"e^({rate}s)" if m else "") if x))
    return " + ".join(terms)


def densities_json(law: ReleasedLaw) -> dict[str, Json]:
    """Probabilities of outputs and densities of values; break points in units of 1/unit.

    A density is, on each piece, terms c s^j e^(m s).  Free values are their rates and centres.
    """
    densities: dict[str, Json] = {}
    for name, part in _named(law):
        if isinstance(part, Piecewise):
            pieces: list[Json] = [
                [
                    {"j": j, "m": m, "c": number_json(_over(c, law.total))}
                    for (j, m), c in piece.items()
                ]
                for piece in part.pieces
            ]
            densities[name] = {"breaks": [*part.breaks], "pieces": pieces}
    probabilities: dict[str, Json] = {name: number_json(x) for name, x in chances(law).items()}
    free: dict[str, Json] = {
        name: [[rate, centre] for rate, centre in law.free[y]]
        for name, y in zip(labels(map(outcome, law.free)), law.free, strict=True)
        if law.free[y]
    }
    known = {"law": probabilities, "densities": densities, "free": free}
    return {"unit": law.unit, **known}


def _over(value: ExponentialPolynomial, total: ExponentialPolynomial) -> ExponentialFunction:
    return ExponentialFunction.of_polynomial(value) / ExponentialFunction.of_polynomial(total)
