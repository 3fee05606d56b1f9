"""Probabilities as an answer prints them, functions of r included, as decimals for people.

>>> in_decimals("(2 r^2 + 1) / (r^3 + 1)", Fraction(0)), in_decimals("7/8", None)
('1.5', '0.875')
"""

from __future__ import annotations

import ast
import re
from fractions import Fraction

from audits.shown.decimals import about
from reference.exact.field import of_r
from reference.exact.rational_function import RationalFunction


def in_decimals(text: str, exponent: Fraction | None) -> str:
    """A printed function of r at r = e^exponent, as `about` has it; empty if it is no such thing.

    Args:
        text: such as `(r) / (r + 1)` or `2/3`.
        exponent: q; None if it is not known.
    """
    typed = re.sub(r"(?<=\d) r", "*r", text).replace("^", "**")
    try:
        value = _value(ast.parse(typed, mode="eval").body)
        return about(value, exponent) if value.constant is None else about(value.constant)
    except (ArithmeticError, SyntaxError, ValueError):
        return ""


def _value(node: ast.expr) -> RationalFunction:
    match node:
        case ast.Constant(value=int(number)):
            return of_r(Fraction(number))
        case ast.Name(id="r"):
            return RationalFunction.r()
        case ast.BinOp(left=ast.Name(id="r"), op=ast.Pow(), right=ast.Constant(value=int(power))):
            return RationalFunction.r(power)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left) + _value(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _value(left) - _value(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _value(left) * _value(right)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _value(left) / _value(right)
        case _:
            raise ValueError("no function of r")
