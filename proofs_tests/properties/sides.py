"""Bounds that know their two sides: of several, the one that fails is named."""

from fractions import Fraction

from proofs_tests.properties.stated import Gap


def at_most(found: Fraction | int, bound: Fraction | int, what: str) -> Gap:
    """The bound less what is found."""
    return Gap(Fraction(bound) - found, f"{what} is {found}, and at most {bound} is allowed")


def at_least(found: Fraction | int, bound: Fraction | int, what: str) -> Gap:
    """What is found less the bound."""
    return Gap(Fraction(found) - bound, f"{what} is {found}, and at least {bound} is needed")


def named(gap: Gap, what: str) -> Gap:
    """The same slack, and what it is about."""
    return Gap(gap, f"{what}, {gap.where}", gap.kind)
