"""A claimed loss whose exponential is no power of r: decided at a number or a power beside it.

Privacy for some e^eps is privacy for every larger one.  So with rationals low <= e^loss <= high
and one delta, a claim of the loss holds if that of low does, and is refuted if that of high is.

At a real eps more digits always decide it.  Laws are rational functions of r = e^(eps/parts), a
transcendental number (Lindemann 1882), and so is the least e^eps at a delta.  It is not e^loss:
r^k is no rational function of r unless k is an integer.

>>> [str(end) for end in beside(Fraction(1, 3), 2)]
['139/100', '7/5']
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Final

from audits.evidence.verdict import Holds, Refuted, Undecided, Verdict
from reference.exact.exponential import exp_bounds
from reference.exact.interval import Ends
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

Claim = Guarantee[RationalFunction]

DIGITS: Final = (20, 50, 100, 200, 400)
"""Behind the point, of the numbers that are tried."""


def beside(loss: Fraction, digits: int = DIGITS[0]) -> Ends:
    """Decimals that enclose e^loss, rounded outward; the lower one is at least 1.

    Args:
        loss: >= 0.
        digits: behind the point.
    """
    low, high = exp_bounds(loss, 4 * digits + 2 * ceil(loss))  # e^loss < 4^loss
    one = 10**digits
    return max(Fraction(1), Fraction(floor(low * one), one)), Fraction(ceil(high * one), one)


def in_full(decimal: Fraction) -> str:
    """One of these numbers with all its digits.

    >>> in_full(Fraction(1401, 1000)), in_full(Fraction(1)), in_full(Fraction(1, 20))
    ('1.401', '1', '0.05')
    """
    places = 0
    while (decimal * 10**places).denominator > 1:
        places += 1
    digits = str(decimal * 10**places).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def audit_beside(
    audit: Callable[[Claim], Verdict], loss: Fraction, delta: RationalFunction
) -> tuple[Verdict, Claim]:
    """Whether the loss is kept with delta, and the claim with a rational e^eps that was decided.

    Args:
        audit: whether a claim is true, confirmed by the kernel.
        loss: >= 0.
        delta: of the claim.
    """
    tried: list[tuple[Verdict, Claim]] = []
    for digits in DIGITS:
        low, high = (Guarantee(RationalFunction.of(end), delta) for end in beside(loss, digits))
        below = audit(low)
        if isinstance(below, Holds):
            return below, low
        above = audit(high)
        if isinstance(above, Refuted):
            return above, high
        tried = [(below, low), (above, high)]
        unknown = [each for each in tried if isinstance(each[0], Undecided)]
        if unknown:  # more digits are no help
            return unknown[0]
    (below, low), _ = tried
    reason = f"the least e^eps agrees with e^({loss}) in {DIGITS[-1]} digits behind the point"
    return Undecided(below.scope, reason), low


def audit_beside_delta(
    audit: Callable[[Claim], Verdict], claim: Claim, enclosed: Ends
) -> tuple[Verdict, Claim] | None:
    """Whether a claim is true at one eps, and that with a rational delta that was decided.

    What holds for a smaller delta holds for it, and what refutes a larger one refutes it.  None if
    neither of the two decimals beside it decides it.

    Args:
        audit: whether a claim is true, confirmed by the kernel.
        claim: its delta is a function of r.
        enclosed: numbers between which this delta is, at this eps.
    """
    low, high = enclosed
    one = 10 ** DIGITS[0]
    ends = Fraction(floor(max(Fraction(0), low) * one), one), Fraction(ceil(high * one), one)
    for end, deciding in zip(ends, (Holds, Refuted), strict=True):
        near = Guarantee(claim.exp_eps, RationalFunction.of(end))
        verdict = audit(near)
        if isinstance(verdict, deciding):
            return verdict, near
    return None


def audit_between(
    audit: Callable[[int], Verdict], multiple: Fraction, parts: int
) -> tuple[Verdict, int] | None:
    """Whether a multiple of eps is enough for every eps, and the k of the loss k/parts eps.

    As r >= 1, what holds for less holds for it, and what refutes more refutes it.  None if neither
    loss beside it decides it.

    Args:
        audit: of the loss k/parts eps, with the delta of the claim; confirmed by the kernel.
        multiple: what is claimed.
        parts: into how many eps is divided.
    """
    for k, deciding in ((floor(multiple * parts), Holds), (ceil(multiple * parts), Refuted)):
        verdict = audit(k)
        if isinstance(verdict, deciding):
            return verdict, k
    return None
