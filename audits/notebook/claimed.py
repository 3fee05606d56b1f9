"""Which (eps, delta) a person claims: numbers, texts and losses made a guarantee of some laws.

A function of r is no claim: it does not say of which eps its r is, and the r of a mechanism is
that of its own.  What depends on eps is claimed as a multiple of the eps of the mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from audits.engines.privacy.between import beside
from audits.inputs.claimed import LARGEST_CLAIM, delta_of
from audits.inputs.numbers import logarithm
from audits.notebook.number import Number
from reference.exact.decimals import exactly, read_rational
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Field, of_r, of_u_and_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee

LARGEST = 1000
"""Of an eps that is a number: beyond it numbers are too long to work with."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A guarantee, and the number for which r stands in it, if it stands for one."""

    guarantee: Guarantee[Any]
    exponent: Fraction | None

    loss: Fraction | None = None
    """The claimed loss, where its exponential is no power of r; the guarantee has one near it."""

    multiple: Fraction | None = None
    """That of eps that is claimed at every eps, where the guarantee has a power of r below it."""


@dataclass(frozen=True, slots=True)
class Asserted:
    """What a person says of a mechanism; None for what is not said."""

    exp_eps: object = None
    eps: object = None
    claim_eps: object = None
    delta: object = None

    @property
    def says_loss(self) -> bool:
        """Whether more is said than a delta."""
        return not self.exp_eps is self.eps is self.claim_eps is None


def claimed(
    field: Field[Any], loss: Epsilon[Any] | None, own: Guarantee[Any] | None, said: Asserted
) -> Claim | None:
    """The claim about laws, None if there is none: a delta alone claims nothing.

    Args:
        field: of the laws.
        loss: the eps of the mechanism, if it has one.
        own: what the mechanism itself promises.
        said: what is claimed.

    Raises:
        ValueError: for two losses at once, or one that is not known of these laws.
        InexactExponentError: for a power of e^eps that needs more parts of eps.
        TypeError: for floats, functions of r, and other things that are no exact numbers.
    """
    if sum(each is not None for each in (said.exp_eps, said.eps, said.claim_eps)) > 1:
        raise ValueError("exp_eps, eps and claim_eps: give one of them")
    unit = loss.unit if loss is not None and field.symbolic else None
    if own is not None and not field.symbolic and _depends(own.exp_eps, own.delta):
        raise ValueError(
            "its guarantee depends on r, and these laws are numbers: claim numbers, or an eps "
            "such as Epsilon.of(1)"
        )
    d: Any = Fraction(0) if said.delta is None else slack(said.delta, loss, unit)
    if _depends(d) and not field.symbolic:
        raise ValueError("delta depends on eps, and these laws are numbers: claim a number")
    if said.exp_eps is not None:
        return Claim(Guarantee(number(said.exp_eps, "exp_eps", unit), d), unit)
    if said.claim_eps is not None:
        return _multiple(said.claim_eps, d, loss, unit)
    if said.eps is not None:
        return _of_eps(said.eps, d, field, loss)
    if own is not None:
        return Claim(own if said.delta is None else Guarantee(own.exp_eps, d), unit)
    return None


def _depends(*values: object) -> bool:
    return any(isinstance(x, RationalFunction | ExponentialFunction) for x in values)


def _multiple(
    given: object, delta: Any, loss: Epsilon[Any] | None, unit: Fraction | None
) -> Claim:
    """The claim of a multiple of the eps of the mechanism."""
    if loss is None:
        raise ValueError("claim_eps: a multiple of the eps of the mechanism: say which, at=eps")
    times = number(given, "claim_eps")
    if not 0 <= times <= LARGEST_CLAIM:
        raise ValueError(f"claim_eps {times}: a multiple of eps from 0 to {LARGEST_CLAIM}")
    return _power(loss, times, delta, unit)


def _of_eps(given: object, delta: Any, field: Field[Any], loss: Epsilon[Any] | None) -> Claim:
    """The claim of an eps: a number, or a loss."""
    unit = loss.unit if loss is not None and field.symbolic else None
    if (exp_eps := exponential(given, "eps")) is not None:
        return Claim(Guarantee(exp_eps, delta), unit)
    if not isinstance(given, Epsilon):
        return _at(number(given, "eps"), delta, field, loss)
    if isinstance(given.root, Fraction):
        return Claim(Guarantee(given.exp(), delta), unit)
    if given.eps is not None:
        return _at(given.eps, delta, field, loss)
    if not field.symbolic or unit is not None:
        raise ValueError("eps: a claim about every eps, and these laws are at one: give a number")
    if given != loss:
        raise ValueError(
            "eps: another loss than that of the mechanism: claim a multiple of its own, such as "
            "claim_eps=1"
        )
    return Claim(Guarantee(given.exp(), delta), None)


def _at(eps: Fraction, delta: Any, field: Field[Any], loss: Epsilon[Any] | None) -> Claim:
    """The claim of an eps that is a number."""
    if not 0 <= eps <= LARGEST:
        raise ValueError(f"eps {eps}: a number from 0 to {LARGEST}")
    if not field.symbolic:
        if eps == 0:
            return Claim(Guarantee(Fraction(1), delta), None)
        return Claim(Guarantee(Epsilon.of(eps).exp(), delta), eps)
    if loss is None or loss.eps is None:
        raise ValueError(
            f"eps {eps}: these laws are functions of r, for every eps: claim a multiple of the "
            "eps of the mechanism, such as claim_eps=1, or make the mechanism with "
            f"{(loss or Epsilon.indeterminate()).at(eps or 1).spelled()}"
        )
    return _power(loss, eps / loss.eps, delta, loss.unit)


def _power(loss: Epsilon[Any], times: Fraction, delta: Any, unit: Fraction | None) -> Claim:
    """The claim of e^(times eps), which need be no power of r unless that is a number."""
    try:
        return Claim(Guarantee(loss.exp(times), delta), unit)
    except InexactExponentError:
        if isinstance(loss.root, Fraction):
            raise
        if unit is None or loss.eps is None:
            below = loss.exp(Fraction(floor(times * loss.parts), loss.parts))
            lift: Any = of_u_and_r if isinstance(below, ExponentialFunction) else of_r
            return Claim(Guarantee(below, lift(delta)), unit, None, times)
        meant = times * loss.eps
        return Claim(Guarantee(beside(meant)[0], delta), unit, meant)


def slack(delta: object, loss: Epsilon[Any] | None = None, unit: Fraction | None = None) -> Any:
    """A delta below 1: a number, or a text such as "1/2 e^(-1/4 eps)", of the eps of a mechanism.

    Raises:
        ValueError: for 1, with which everything is private; and the errors of `number`.
    """
    if isinstance(delta, str) and "eps" in delta and loss is not None:
        return delta_of(delta, loss)
    found = number(delta, "delta", unit)
    if found == 1:
        raise ValueError("delta 1: everything is private with delta 1; it is less than 1")
    return found


def exponential(eps: object, name: str) -> Fraction | None:
    """X where an eps is ln(x): a text, or a number of an answer; None for any other eps."""
    if isinstance(eps, Number):
        return eps.power
    return logarithm(eps, name) if isinstance(eps, str) else None


def number(value: object, name: str, unit: Fraction | None = None) -> Any:
    """An exact number: an int, a Fraction, a text; or one that an answer at the same eps gave.

    Args:
        value: the number.
        name: of the argument.
        unit: ln r, where r stands for a number.

    Raises:
        TypeError: for a float, which is another number than the one that is written, a function
            of r, of which nobody knows which eps is meant, or another object.
        ValueError: for a text that is no number.
    """
    if isinstance(value, Number):
        if value.exponent is not None and value.exponent != unit:
            raise TypeError(f"{name} {value}: it is a number of other laws: give a number")
        if value.exact is None:
            raise TypeError(f"{name} {value}: only decimals of it are known: give one of them")
        return value.exact
    if isinstance(value, str):
        return read_rational(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, RationalFunction | ExponentialFunction):
        raise TypeError(
            f"{name} {value}: a function of r does not say which eps is meant: give a number, or "
            "claim_eps=K, a multiple of the eps of the mechanism"
        )
    if not isinstance(value, Fraction):
        raise TypeError(f"{name} {value!r}: {exactly(value)}")
    return value
