"""Bounds that know their two sides: of several, the one that fails is named; and refusals."""

from collections.abc import Callable
from fractions import Fraction
from typing import Self


class Gap(Fraction):
    """A slack that knows its two sides."""

    where: str
    """Both sides, in words."""

    kind: str
    """Of instances: the nearest of each kind is looked for; the main one is the empty text."""

    def __new__(cls, slack: Fraction, where: str, kind: str = "") -> Self:
        """A slack, its sides, and the kind of the instance."""
        made = super().__new__(cls, slack)
        made.where, made.kind = where, kind
        return made


def at_most(found: Fraction | int, bound: Fraction | int, what: str) -> Gap:
    """The bound less what is found."""
    return Gap(Fraction(bound) - found, f"{what} is {found}, and at most {bound} is allowed")


def at_least(found: Fraction | int, bound: Fraction | int, what: str) -> Gap:
    """What is found less the bound."""
    return Gap(Fraction(found) - bound, f"{what} is {found}, and at least {bound} is needed")


def named(gap: Gap, what: str) -> Gap:
    """The same slack, and what it is about."""
    return Gap(gap, f"{what}, {gap.where}", gap.kind)


def exactly(slack: Fraction, *equal: bool) -> Fraction:
    """The slack of a bound which, if it holds, is also equal to a formula, or implied by a law.

    That is asked last: what breaks the bound is refuted by the bound.
    """
    assert slack < 0 or all(equal), f"not exactly: {equal}"
    return slack


def refused(called: Callable[..., object], *given: object) -> bool:
    """Whether a call is refused."""
    try:
        called(*given)
    except ValueError:
        return True
    return False
