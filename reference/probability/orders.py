"""The probability that independent draws of continuous noise keep an order.

Draws that have densities are eliminated one after the other (`reference.probability.differences`);
Gumbel noise is a race of clocks (`reference.probability.clocks`).  Numbers that are no integers
are taken in a finer unit.  Equal problems, whatever their draws are called, are solved once.

Notation: u = eps/parts, r = e^u; u/m the finer unit.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> noise = Laplace(1 / Epsilon.continuous())
>>> measure([noise, noise], [(0, 1, 0)], {})
(ExponentialPolynomial('1/2'), 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.field import R
from reference.exact.polynomial import Weight
from reference.probability.clocks import check_powers, order_probability
from reference.probability.continuous import Gumbel, Noise, UndrawnError, Uniform
from reference.probability.differences import Below, Number, canonical, probability

Known: TypeAlias = dict[object, ExponentialPolynomial]
"""Probabilities by what they are known by."""

Order: TypeAlias = tuple[int, int, Number]
"""Numbers low and high of two draws, or CONSTANT, and k: x_low + k < x_high."""


def measure(
    noises: Sequence[Noise[R]], orders: Iterable[Order], known: Known
) -> tuple[Weight, Weight]:
    """The probability that independent draws keep an order, as a numerator and a denominator.

    Args:
        noises: their laws, by number.
        orders: which of them are below others, or below numbers.
        known: probabilities that were found before.

    Raises:
        ValueError: if r = e^u has a power in it that is no integer.
        ShiftsError: if Gumbel noise is compared with two different shifts.
        UndrawnError: if Gumbel noise is compared with anything but such noise of its scale.
    """
    rates = {i: x.scale.rate for i, x in enumerate(noises) if isinstance(x, Gumbel)}
    among: dict[bool, list[Order]] = {False: [], True: []}
    for low, high, k in orders:
        if rates.get(low) != rates.get(high):
            raise UndrawnError("Gumbel noise is compared with such noise of the same scale only")
        among[low in rates].append((low, high, k))
    value = _of_densities(noises, among[False], known)
    if not among[True]:
        return value, 1
    top, bottom = order_probability(rates, among[True]).polynomials
    return value * top, bottom


def _of_densities(
    noises: Sequence[Noise[R]], orders: Iterable[Order], known: Known
) -> ExponentialPolynomial:
    """The probability of an order of draws that have densities."""
    asked = tuple(orders)
    numbers = [Fraction(k) for _, _, k in asked]
    numbers += [Fraction(end) for x in noises if isinstance(x, Uniform) for end in (x.low, x.high)]
    m = lcm(*(number.denominator for number in numbers))
    given = [Below(low, high, int(k * m)) for low, high, k in asked]
    key = m, canonical({i: noise.known_by for i, noise in enumerate(noises)}, given)
    if key not in known:
        named = {low for low, _, _ in given} | {high for _, high, _ in given}
        compared = {i: x for i, x in enumerate(noises) if i in named}
        draws = {i: x.density(m) for i, x in compared.items() if not isinstance(x, Gumbel)}
        known[key] = _in_unit(probability(draws, given), m)
    return known[key]


def _in_unit(value: ExponentialPolynomial, m: int) -> ExponentialPolynomial:
    """A function of u/m and e^(u/m) as one of u and e^u."""
    terms = value.terms
    check_powers(Fraction(k, m) for _, k in terms)
    unit = Fraction(1, m)
    return ExponentialPolynomial.of_terms(
        {(j, k // m): c * unit**j for (j, k), c in terms.items()}
    )
