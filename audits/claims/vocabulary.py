"""Words that all ledgers share: comparisons of exact numbers, and bounds of irrational ones."""

from __future__ import annotations

from fractions import Fraction

from audits.engines.comparisons import Comparison, Value
from reference.exact.exponential import exp_bounds
from reference.exact.interval import Interval


def le(name: object, left: Value, right: Value) -> Comparison:
    """Left <= right."""
    return Comparison(str(name), _number(left), "<=", _number(right))


def chance(name: object, left: Fraction, right: Value) -> Comparison:
    """Left <= right, where the left side is a probability: a bound of 1 or more says nothing."""
    return Comparison(str(name), left, "<=", _number(right), most=1)


def lt(name: object, left: Value, right: Value) -> Comparison:
    """Left < right."""
    return Comparison(str(name), _number(left), "<", _number(right))


def eq(name: object, left: Value, right: Value) -> Comparison:
    """Left = right."""
    return Comparison(str(name), _number(left), "=", _number(right))


def true(name: object, fact: bool) -> Comparison:
    """The fact, as a truth value that equals 1."""
    return Comparison(str(name), int(fact), "=", 1)


def exp_low(exponent: Fraction | int) -> Fraction:
    """A rational that is at most e^exponent, by less than 2^-64 of it."""
    return exp_bounds(Fraction(exponent))[0]


def exp_high(exponent: Fraction | int) -> Fraction:
    """A rational that is at least e^exponent, by less than 2^-64 of it."""
    return exp_bounds(Fraction(exponent))[1]


def low(value: Interval) -> Fraction:
    """A rational that is at most the number, and close to it."""
    return value.enclosure()[0]


def high(value: Interval) -> Fraction:
    """A rational that is at least the number, and close to it."""
    return value.enclosure()[1]


def _number(value: Value) -> Value:
    """A truth value as 0 or 1."""
    return int(value) if isinstance(value, bool) else value
