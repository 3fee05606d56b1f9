"""No floating point between a mechanism and its verdict, and no way out of the type system."""

import ast
import re
from collections.abc import Iterator

import pytest

from proofs_tests.architecture.tree import TRUSTED, Module, imports, modules

EXACT_MATH = frozenset({"comb", "factorial", "gcd", "isqrt", "lcm", "perm"})
"""The functions of `math` from integers to integers."""

FLOATING_MODULES = frozenset({"cmath", "decimal", "statistics"})
FLOATING_NAMES = frozenset(
    {"float", "complex", "from_float", "from_decimal", "__float__", "__complex__"}
)

INTEGER_FUNCTIONS = frozenset({"len", "int", "ord", "hash"}) | EXACT_MATH
"""Calls whose value is an integer whatever the arguments."""

INTEGER_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)


def inexact(module: Module) -> list[str]:
    """Each place where a floating-point number could arise, as a sentence."""
    return [f"{module.name}:{line} {what}" for line, what in floating(module)]


def floating(module: Module) -> Iterator[tuple[int, str]]:
    """Line and description of each place where a floating-point number could arise."""
    for line, target in imports(module):
        library, _, name = target.partition(".")
        if library in FLOATING_MODULES or (library == "math" and name not in {"", *EXACT_MATH}):
            yield line, f"imports {target}"
    for node in ast.walk(module.syntax):
        match node:
            case ast.Constant(value=float() | complex() as value):
                yield node.lineno, f"has the literal {value}"
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in EXACT_MATH:
                yield node.lineno, f"says math.{name}"
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
                if name in FLOATING_NAMES:
                    yield node.lineno, f"says {name}"
            case ast.BinOp(left=left, op=operator, right=right) if is_integer(left):
                if is_inexact(operator, right):
                    yield node.lineno, f"is no integer: {ast.unparse(node)}"
            case _:
                pass


def is_inexact(operator: ast.operator, right: ast.expr) -> bool:
    """Whether an integer, combined like this with another one, need not give an integer."""
    match operator, right:
        case ast.Div(), _:
            return is_integer(right)
        case ast.Pow(), ast.UnaryOp(op=ast.USub()):
            return True
        case _:
            return False


def is_integer(node: ast.expr) -> bool:
    """Whether an expression is an integer by its form alone."""
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            return is_integer(operand)
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, INTEGER_OPERATORS):
            return is_integer(left) and is_integer(right)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return is_integer(left) and is_integer(right) and not isinstance(right, ast.UnaryOp)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in INTEGER_FUNCTIONS
        case _:
            return False


def test_trusted_layers_are_exact() -> None:
    """No float literal, no `float`, no inexact `math`, no quotient of integers."""
    assert [text for m in modules(*TRUSTED) for text in inexact(m)] == []


@pytest.mark.parametrize(
    "snippet",
    [
        *("x = 0.5", "x = 1e6", "x = 2j", "Fraction(0.1)", "def f(p: float) -> None: ..."),
        *("isinstance(x, float)", "x = 1 / 2", "x = -1 / (2 + 3)", "x = len(rows) / 2"),
        *("x = math.comb(4, 2) / len(rows)", "x = 2 ** -1", "math.log(2)", "math.inf"),
        *("from math import sqrt", "import decimal", "from statistics import mean"),
        "Fraction.from_float(x)",
        "class X:\n    def __float__(self): ...",
        "def f(x):\n    def g(y):\n        return y < 0.5",
    ],
)
def test_floating_point_is_found(snippet: str) -> None:
    """Each way to let a float in is reported."""
    assert inexact(Module("reference.snippet", snippet))


@pytest.mark.parametrize(
    "snippet",
    [
        *("x = Fraction(1, 2) / 3", "x = p / 2", "x = 1 / p", "x = 7 // 2", "x = 2 ** 3"),
        "x = r ** -k",
        "import math\nx = math.isqrt(9) + math.lcm(4, 6)",
        "from math import comb, gcd",
        '"""At 0.5 it is a float."""',
    ],
)
def test_exact_arithmetic_is_allowed(snippet: str) -> None:
    """The checker refuses nothing exact."""
    assert inexact(Module("reference.snippet", snippet)) == []


ESCAPES = frozenset({"Any", "cast", "no_type_check"})
IGNORE = re.compile(r"type:\s*ignore|mypy:|pyright:")
REASONED = re.compile(r"# type: ignore\[[a-z, -]+\]  # \S.*")
"""An ignore with its code and, after it, its reason."""


def escapes(module: Module) -> Iterator[str]:
    """Each escape from the type system, as a sentence."""
    named = any(name in module.text for name in ESCAPES)
    for node in ast.walk(module.syntax) if named else ():
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                if name in ESCAPES:
                    yield f"{module.name}:{node.lineno} says {name}"
            case _:
                pass
    for line, comment in ignores(module):
        yield f"{module.name}:{line} says {comment}"


def ignores(module: Module) -> Iterator[tuple[int, str]]:
    """Line and text of each comment that a checker of types reads."""
    if IGNORE.search(module.text):
        yield from (each for each in module.comments if IGNORE.search(each[1]))


def unreasoned(module: Module) -> Iterator[str]:
    """Each ignore without its code or without its reason, as a sentence."""
    for line, comment in ignores(module):
        if not REASONED.fullmatch(comment):
            yield f"{module.name}:{line} says {comment}"


def test_trusted_layers_have_no_escape() -> None:
    """No `Any`, no `cast`, no `type: ignore` in the specification and in the kernel."""
    assert [text for module in modules(*TRUSTED) for text in escapes(module)] == []


def test_every_ignore_has_its_code_and_its_reason() -> None:
    """Elsewhere an ignore is written `# type: ignore[code]  # reason`."""
    tree = modules("audits", "proofs_tests")
    assert [text for module in tree for text in unreasoned(module)] == []


@pytest.mark.parametrize(
    "snippet",
    [
        *("from typing import Any", "import typing\nx: typing.Any = 1", "from typing import cast"),
        *("x = typing.cast(int, y)", "x = f()  # type: ignore", "# mypy: ignore-errors"),
        *("x = f()  # type:ignore[misc]  # stubs are wrong", "@no_type_check\ndef f(): ..."),
    ],
)
def test_an_escape_is_found(snippet: str) -> None:
    """Each way out of the type system is reported."""
    assert list(escapes(Module("reference.snippet", snippet)))


@pytest.mark.parametrize(
    ("snippet", "reasons"),
    [
        ("x = f()  # type: ignore", 0),
        ("x = f()  # type: ignore[misc]", 0),
        ("x = f()  # type: ignore  # the stubs are wrong", 0),
        ("x = f()  # type: ignore[misc]  # the stubs are wrong", 1),
        ("x = 'type: ignore'", 1),
    ],
)
def test_an_ignore_without_reason_is_found(snippet: str, reasons: int) -> None:
    """Code and reason are both asked for."""
    assert len(list(unreasoned(Module("audits.snippet", snippet)))) == 1 - reasons
