"""Declared numbers against exact ones: privacy maps and accountants.

For finite laws P, Q with weights from which the likelihood ratio P/Q takes few values, outcomes
of one ratio are lumped (a sufficient statistic: no divergence changes), and a k-fold composition
is the k-fold convolution of the classes, exactly.  For Gaussian noise the curve is a closed form,

    delta(eps) = Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m),   m = sqrt(k) sensitivity / sigma,

enclosed by balls of python-flint.

A declared (eps, delta) is an upper bound if delta is at least the exact delta(eps); how loose it
is, is reported.  The declared numbers are floats and stand for the rationals that they are.

Notation: P, Q laws, k folds, x = e^eps, (p, q) class masses.

>>> flip = classes({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)})
>>> composed(flip, 2)
{(9, 1): (Fraction(9, 16), Fraction(1, 16)), (1, 1): (Fraction(3, 8), Fraction(3, 8)), \
(1, 9): (Fraction(1, 16), Fraction(9, 16))}
>>> exact_delta(composed(flip, 2), Fraction(3))
Fraction(3, 8)
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import gcd
from typing import TypeVar

from flint import arb, ctx, fmpq

from audits.conformance.finding import Outcome
from reference.exact.exponential import exp_bounds

K = TypeVar("K", bound=Hashable)

Masses = tuple[Fraction, Fraction]
Classes = dict[tuple[int, int], Masses]
"""For each likelihood ratio a : b in lowest terms, the masses under P and Q."""

BITS = 200


def classes(first: Mapping[K, Fraction], second: Mapping[K, Fraction]) -> Classes:
    """The outcomes of two laws, lumped by their likelihood ratio."""
    found: Classes = {}
    for outcome in [*first, *(y for y in second if y not in first)]:
        p, q = first.get(outcome, Fraction(0)), second.get(outcome, Fraction(0))
        if p or q:
            _add(found, p, q)
    return found


def composed(single: Classes, folds: int) -> Classes:
    """The classes of the `folds`-fold product, by repeated squaring.

    Args:
        single: the classes of one pair.
        folds: k >= 1.
    """
    result: Classes | None = None
    for digit in f"{folds:b}":
        if result is not None:
            result = _product(result, result)
        if digit == "1":
            result = single if result is None else _product(result, single)
    assert result is not None
    return dict(sorted(result.items(), key=_ratio))


def exact_delta(pair: Classes, exp_eps: Fraction) -> Fraction:
    """The least delta for which P(T) <= x Q(T) + delta for all events T."""
    return sum((max(p - exp_eps * q, Fraction(0)) for p, q in pair.values()), Fraction(0))


def swapped(pair: Classes) -> Classes:
    """The classes of (Q, P)."""
    return {(b, a): (q, p) for (a, b), (p, q) in pair.items()}


def delta_bounds(pair: Classes, eps: Fraction) -> Masses:
    """Rationals low <= delta(eps) <= high for a real eps, both directions considered."""
    low, high = exp_bounds(eps, BITS) if eps else (Fraction(1), Fraction(1))
    both = (pair, swapped(pair))
    return max(exact_delta(c, high) for c in both), max(exact_delta(c, low) for c in both)


def gaussian_delta(sigma: Fraction, sensitivity: Fraction, folds: int, eps: Fraction) -> Masses:
    """Rationals low <= delta(eps) <= high for `folds` Gaussian mechanisms together."""
    with ctx.workprec(BITS):
        e = _ball(eps)
        m = _ball(sensitivity / sigma) * arb(folds).sqrt()
        value = _phi(m / 2 - e / m) - e.exp() * _phi(-m / 2 - e / m)
        return _rational(value.lower()), _rational(value.upper())


def laplace_delta(scale: Fraction, eps: Fraction) -> Masses:
    """Rationals low <= delta(eps) <= high for Laplace noise and sensitivity 1.

    delta(eps) = 1 - e^((eps - 1/scale) / 2) for eps <= 1/scale, and 0 beyond.
    """
    gap = (eps - 1 / scale) / 2
    if gap >= 0:
        return Fraction(0), Fraction(0)
    low, high = exp_bounds(gap, BITS)
    return 1 - high, 1 - low


def loss_above(odds: Fraction) -> Fraction:
    """A rational number at least ln(odds), and hardly greater.

    >>> loss_above(Fraction(1)), 0 < loss_above(Fraction(3)) - Fraction("1.0986122886") < 10**-9
    (Fraction(0, 1), True)
    """
    with ctx.workprec(BITS):
        return max(_rational(_ball(odds).log().upper()), Fraction(0))


def judged(declared: Fraction, exact: Masses, allowance: Fraction) -> tuple[Outcome, Fraction]:
    """Whether a declared delta bounds the exact one, and by how much it exceeds it.

    Args:
        declared: the delta that is declared.
        exact: an enclosure of the exact delta.
        allowance: how much less the declared one may be: room for rounding errors.
    """
    low, high = exact
    if declared + allowance >= high:
        return Outcome.HOLDS, declared - high
    return (Outcome.REFUTED if declared + allowance < low else Outcome.UNDECIDED), declared - low


def _product(one: Classes, other: Classes) -> Classes:
    found: Classes = {}
    for (a, b), (p, q) in one.items():
        for (c, d), (u, v) in other.items():
            common = gcd(a * c, b * d)
            if common:
                key = (a * c // common, b * d // common)
                old = found.get(key, (Fraction(0), Fraction(0)))
                found[key] = (old[0] + p * u, old[1] + q * v)
    return found


def _add(found: Classes, p: Fraction, q: Fraction) -> None:
    a, b = p.numerator * q.denominator, q.numerator * p.denominator
    common = gcd(a, b)
    key = (a // common, b // common)
    old = found.get(key, (Fraction(0), Fraction(0)))
    found[key] = (old[0] + p, old[1] + q)


def _ratio(item: tuple[tuple[int, int], Masses]) -> tuple[int, Fraction]:
    (a, b), _ = item
    return (0, Fraction(0)) if not b else (1, -Fraction(a, b))


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _phi(x: arb) -> arb:
    """The distribution function of the standard normal law."""
    return (-x / arb(2).sqrt()).erfc() / 2


def _rational(end: arb) -> Fraction:
    exact = end.fmpq()
    return Fraction(int(exact.p), int(exact.q))
