"""The least multiple of eps, as people and scripts read it.

>>> claim_words(RationalFunction.r(3), None, 2), claim_words(Fraction(2), None, 2)
('3/2 eps', 'ln(2) (0.6931471805 to 0.6931471806)')
>>> times(Fraction(3, 2)), times(Fraction(1)), times(Fraction(0))
('3/2 eps', 'eps', '0')
"""

from __future__ import annotations

from fractions import Fraction

from audits.engines.privacy.least_multiple import Multiple
from audits.evidence.verdict import Json
from audits.rendering.numbers import loss_words, number_json
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Scalar
from reference.exact.polynomial import degree
from reference.exact.rational_function import RationalFunction
from reference.privacy.divergence import Infinity


def multiple_json(found: Multiple) -> dict[str, Json]:
    """A multiple of eps, or two between which the least is."""
    if found.is_unbounded:
        return number_json(Infinity.INFINITE)
    if found.is_least:
        return number_json(found.enough or Fraction(0))
    low, high = (
        None if k is None else number_json(k)[end]
        for k, end in ((found.too_little, "low"), (found.enough, "high"))
    )
    return {"exact": None, "low": low, "high": high}


def multiple_words(found: Multiple) -> str:
    """The same for a person."""
    if found.is_unbounded:
        return "more than any multiple of eps"
    more = "" if found.too_little is None else f"more than {times(found.too_little)}"
    if found.enough is None:
        return f"{more}; no multiple was found" if more else "nothing was decided"
    enough = times(found.enough)
    if found.is_least:
        return enough
    return f"{more}, at most {enough}" if more else f"at most {enough}"


def times(multiple: Fraction) -> str:
    """So many times eps."""
    return {Fraction(0): "0", Fraction(1): "eps"}.get(multiple, f"{multiple} eps")


def claim_words(exp_eps: Scalar, exponent: Fraction | None, parts: int) -> str:
    """The eps of a claim: a multiple of eps, where the claim is one for every eps, or a number.

    Args:
        exp_eps: its exponential.
        exponent: q if r stands for e^q, and not for every number.
        parts: into how many eps is divided.
    """
    power = _power(exp_eps)
    if power is not None and exponent is None:
        return times(Fraction(power, parts))
    return loss_words(exp_eps, exponent)


def _power(value: Scalar) -> int | None:
    """The k > 0 of r^k; None for anything else."""
    known: object = value
    if isinstance(known, ExponentialFunction):
        known = known.at(Fraction(1))
    if not isinstance(known, RationalFunction):
        return None
    k = degree(known.numerator) - degree(known.denominator)
    kind = ExponentialFunction if isinstance(value, ExponentialFunction) else RationalFunction
    return k if k > 0 and value == kind.r() ** k else None
