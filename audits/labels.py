"""Outcomes, rows and databases as text, the same in certificates, tables and JSON answers.

>>> from fractions import Fraction
>>> label((0, Fraction(1, 2), "stop")), label((5,))
('(0,1/2,stop)', '(5)')
"""

from collections.abc import Hashable, Iterable

from audits.verdict import Json
from reference.exact.field import R
from reference.exact.polynomial import coefficients
from reference.exact.rational_function import RationalFunction


def label(value: Hashable) -> str:
    """One outcome, row or database as text; a tuple in parentheses."""
    if isinstance(value, tuple):
        return f"({','.join(label(item) for item in value)})"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def labels(values: Iterable[Hashable]) -> list[str]:
    """Distinct labels for distinct values: where two would agree, repr() instead."""
    known = list(values)
    texts = [label(value) for value in known]
    repeated = {text for text in texts if texts.count(text) > 1} if _clash(texts) else set()
    return [repr(v) if t in repeated else t for v, t in zip(known, texts, strict=True)]


def scalar(value: R) -> Json:
    """A number as "p/q", a function of r as its numerator and denominator coefficients."""
    exact: object = value
    if isinstance(exact, RationalFunction):
        return {
            "num": list(coefficients(exact.numerator)),
            "den": list(coefficients(exact.denominator)),
        }
    return str(exact)


def _clash(texts: list[str]) -> bool:
    return len(set(texts)) < len(texts)
