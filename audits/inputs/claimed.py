"""The guarantee that options of the command line state, or a mechanism of itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from audits.engines.privacy.between import beside
from audits.inputs.literals import InputError, as_bad_input, shortened
from audits.inputs.mechanisms import guarantee_of, is_continuous, takes_eps
from audits.inputs.numbers import TRIVIAL, AnyEpsilon, Loss, rational
from audits.kernel.polynomial import MOST_COEFFICIENTS
from reference.exact.field import Scalar, field_of, of_r, of_u_and_r
from reference.privacy.guarantee import Guarantee

LARGEST_CLAIM = 100
"""Of --claim-eps: laws as functions of r have powers of so many parts of eps."""

OF_ANOTHER_LOSS = "it depends on a loss that is not the eps of the mechanism: state it by this eps"


@dataclass(frozen=True, slots=True)
class Stated:
    """The guarantee that the options state."""

    exp_eps: str | None = None
    claim_eps: str | None = None
    delta: str | None = None


@dataclass(frozen=True, slots=True)
class Promise:
    """What is audited, or else what is found out; all in the field of the laws."""

    claim: Guarantee[Any] | None
    """None: nothing is claimed."""

    exp_eps: Any | None
    """e^eps of the mechanism's own eps, if it takes one."""

    delta: Any | None
    """As --delta states it."""

    loss: Fraction | None = None
    """The claimed loss, where its exponential is no power of r; the claim is of a number below."""

    multiple: Fraction | None = None
    """That of eps that is claimed at every eps, where the claim is of a power of r below it."""


def promise(mechanism: object, stated: Stated, loss: Loss, parts: int) -> Promise:
    """The guarantee to audit: what the options say, the rest from the mechanism itself.

    Raises:
        InputError: if a number is out of range.
    """
    kind = type(mechanism)
    eps = loss.epsilon(parts, continuous=is_continuous(kind))
    beyond = _loss_beyond_powers(stated, loss, eps)
    multiple = _multiple_beyond_powers(stated, loss, eps)
    if multiple is not None:
        x: Any = eps.exp(Fraction(floor(multiple * parts), parts))
    else:
        x = _factor(stated, eps) if beyond is None else beside(beyond)[0]
    d: Any = None if stated.delta is None else delta_of(stated.delta, eps)
    with as_bad_input():
        Guarantee(Fraction(1) if x is None else x, Fraction(0) if d is None else d)
    if d == 1:
        raise InputError(f"--delta 1: {TRIVIAL}; give less than 1")
    lift: Any = {"Q": lambda value: value, "Q(r)": of_r, "Q(u, r)": of_u_and_r}[eps.field.name]
    own = guarantee_of(mechanism) if x is None else None
    if own is not None:
        if any(field_of(value).rank > eps.field.rank for value in (own.exp_eps, own.delta)):
            raise InputError(f"{kind.__name__}.guarantee: {OF_ANOTHER_LOSS}")
        if d is None and own.delta == 1:
            raise InputError(f"{kind.__name__}.guarantee: {TRIVIAL}; give less than 1")
        x, d = own.exp_eps, own.delta if d is None else d
    if x is not None:
        return Promise(
            Guarantee(lift(x), lift(Fraction(0) if d is None else d)), None, None, beyond, multiple
        )
    own_eps = eps.exp() if takes_eps(kind) else None
    return Promise(None, own_eps, None if d is None else lift(d))


def _loss_beyond_powers(stated: Stated, loss: Loss, eps: AnyEpsilon) -> Fraction | None:
    """The loss that --claim-eps states, at one eps, if its exponential is no power of r."""
    if stated.exp_eps is not None or stated.claim_eps is None or loss.eps is None:
        return None
    multiple = _multiple(stated.claim_eps)
    return None if (multiple * eps.parts).denominator == 1 else multiple * loss.eps


def _multiple_beyond_powers(stated: Stated, loss: Loss, eps: AnyEpsilon) -> Fraction | None:
    """The multiple that --claim-eps states, at every eps, if it is that of no power of r."""
    every = loss.eps is None and loss.root is None
    if stated.exp_eps is not None or stated.claim_eps is None or not every:
        return None
    multiple = _multiple(stated.claim_eps)
    return None if (multiple * eps.parts).denominator == 1 else multiple


def refuse_parts(multiple: Fraction, parts: int, instead: str = "") -> None:
    """Refuse a multiple that divides eps into more parts than can be decided.

    Args:
        multiple: of eps.
        parts: into how many eps is divided without it.
        instead: what may be given besides a fraction with a smaller denominator.

    Raises:
        InputError: says how many they are.
    """
    parts *= (multiple * parts).denominator
    if parts > MOST_COEFFICIENTS:
        raise InputError(
            f"--claim-eps {shortened(str(multiple))}: it divides eps into {parts} parts, and "
            f"at most {MOST_COEFFICIENTS} can be decided: give a fraction with a smaller "
            f"denominator{instead}"
        )


def _factor(stated: Stated, eps: AnyEpsilon) -> Scalar | None:
    """e^eps as --exp-eps or --claim-eps state it."""
    if stated.exp_eps is not None and stated.claim_eps is not None:
        raise InputError("--exp-eps and --claim-eps: give one of them")
    if stated.exp_eps is not None:
        if "e^" in stated.exp_eps:
            raise InputError(
                f"--exp-eps {shortened(stated.exp_eps)!r}: give a rational such as 3/2, or the "
                "loss K eps as --claim-eps K"
            )
        return rational(stated.exp_eps, "--exp-eps")
    if stated.claim_eps is None:
        return None
    multiple = _multiple(stated.claim_eps)
    refuse_parts(multiple, eps.parts, instead=", or --exp-eps, a number near e^(K eps)")
    with as_bad_input("--claim-eps: "):
        return eps.exp(multiple)


def _multiple(text: str) -> Fraction:
    """A multiple of eps that --claim-eps states."""
    multiple = rational(text, "--claim-eps")
    if not 0 <= multiple <= LARGEST_CLAIM:
        raise InputError(
            f"--claim-eps {shortened(text)}: a multiple of eps from 0 to {LARGEST_CLAIM}"
        )
    return multiple


def delta_of(text: str, eps: AnyEpsilon) -> Scalar:
    """A rational, or a rational >= 0 times e^(-K eps), K from 0 to `LARGEST_CLAIM`.

    Raises:
        InputError: for anything else.
    """
    if "e^" not in text and "eps" not in text:
        return rational(text, "--delta")
    found = re.fullmatch(r"(.*?) *\*? *e\^(\()? *-(.*?) *\*? *eps *(?(2)\))", text)
    with as_bad_input("--delta: "):
        if found is not None:
            share, multiple = (rational(part or "1", "--delta") for part in found.group(1, 3))
            if share >= 0 and 0 <= multiple <= LARGEST_CLAIM:
                return eps.exp(-multiple) * share
    raise InputError(
        f"--delta {shortened(text)!r}: give P/Q, or P/Q times a power such as 'e^(-2 eps)', with "
        f"P/Q at least 0 and a multiple of eps from 0 to {LARGEST_CLAIM}"
    )
