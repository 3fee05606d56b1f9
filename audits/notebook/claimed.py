"""Which (eps, delta) a person claims: numbers, texts and losses made a guarantee of some laws."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reference.exact.decimals import exactly, read_rational
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Field
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

LARGEST = 1000
"""Of an eps that is a number: beyond it numbers are too long to work with."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A guarantee, and the number for which r stands in it, if it stands for one."""

    guarantee: Guarantee[Any]
    exponent: Fraction | None


def claimed(
    field: Field[Any],
    unit: Fraction | None,
    own: Guarantee[Any] | None,
    exp_eps: object = None,
    eps: object = None,
    delta: object = None,
) -> Claim | None:
    """The claim about laws, None if there is none.

    Args:
        field: of the laws.
        unit: the number whose exponential r is, where laws are functions of r at one eps.
        own: what the mechanism itself promises.
        exp_eps: e^eps, a number or a function of r.
        eps: a number, or an `Epsilon`; about every eps it is made of that of the mechanism, so
            that r is the same.
        delta: a number or a function of r.

    Raises:
        ValueError: for e^eps and eps at once, or an eps that is no multiple of the unit.
        TypeError: for floats and other things that are no exact numbers.
    """
    if exp_eps is not None and eps is not None:
        raise ValueError("exp_eps and eps: give one of them")
    if not field.symbolic:
        stated = (exp_eps, delta) if own is None else (exp_eps, delta, own.exp_eps, own.delta)
        every = isinstance(eps, Epsilon) and eps.eps is None and eps.field.symbolic
        if every or any(isinstance(x, RationalFunction | ExponentialFunction) for x in stated):
            raise ValueError(
                "a claim that depends on r, and these laws are numbers: claim numbers, or an eps "
                "such as Epsilon.of(1)"
            )
    d: Any = Fraction(0) if delta is None else slack(delta)
    if exp_eps is not None:
        return Claim(Guarantee(scalar(exp_eps, "exp_eps"), d), unit)
    if eps is None:
        if own is None:
            if delta is not None:
                raise ValueError(
                    "delta without eps: give exp_eps or eps too; or no claim, and then "
                    "`least_exp_eps_at(delta)` of the answer"
                )
            return None
        return Claim(own if delta is None else Guarantee(own.exp_eps, d), unit)
    if isinstance(eps, Epsilon):
        if unit is not None and eps.unit is None and eps.field.symbolic:
            raise ValueError(
                "eps: a claim about every eps, and these laws are at one: give a number"
            )
        if eps.eps is None or eps.unit == unit:
            return Claim(Guarantee(eps.exp(), d), unit)
        number: Any = eps.eps
    else:
        number = scalar(eps, "eps")
    if isinstance(number, RationalFunction | ExponentialFunction) or not 0 <= number <= LARGEST:
        raise ValueError(f"eps {number}: a number from 0 to {LARGEST}")
    return _at(number, d, field, unit)


def _at(number: Fraction, delta: Any, field: Field[Any], unit: Fraction | None) -> Claim:
    """The claim of an eps that is a number."""
    if number == 0:
        return Claim(Guarantee(Fraction(1), delta), unit)
    if not field.symbolic:
        return Claim(Guarantee(Epsilon.of(number).exp(), delta), number)
    if unit is None:
        raise ValueError(
            f"eps {number}: these laws are functions of r, for every eps: claim a multiple of the "
            f"eps of the mechanism, or make the mechanism with Epsilon.of({number})"
        )
    times = number / unit
    if times.denominator != 1:
        raise ValueError(
            f"eps {number}: it is no multiple of {unit} = eps/parts, to which laws are exact: "
            f"make the mechanism with {times.denominator} times as many parts"
        )
    root: Any = (Epsilon.continuous() if field.continuous else Epsilon.indeterminate()).root
    return Claim(Guarantee(root**times.numerator, delta), unit)


def slack(delta: object) -> Any:
    """A delta below 1.

    Raises:
        ValueError: for 1, with which everything is private; and the errors of `scalar`.
    """
    found = scalar(delta, "delta")
    if found == 1:
        raise ValueError("delta 1: everything is private with delta 1; it is less than 1")
    return found


def scalar(value: object, name: str) -> Any:
    """An exact number: an int, a Fraction, a text, or a function of r.

    Raises:
        TypeError: for a float, which is another number than the one that is written, or another
            object.
        ValueError: for a text that is no number.
    """
    if isinstance(value, str):
        return read_rational(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if not isinstance(value, Fraction | RationalFunction | ExponentialFunction):
        raise TypeError(f"{name} {value!r}: {exactly(value)}")
    return value
