"""Classes of a file that declares only; see `declared`."""

from __future__ import annotations

import abc
import ast
from dataclasses import dataclass
from typing import Final

from audits.inputs.executed import BASES, ENUMS, INHERIT, NAMED_TUPLES, is_one_of, is_ours
from audits.inputs.names import ALONE, TAKEN, TWICE, Kind, Names, WrongError
from audits.inputs.values import Values
from reference.probability.classes import RECORDS, SPECIAL, TEXTS, is_sunder
from reference.probability.reached import ONLY
from reference.probability.rewriting import is_special

PROMISES: Final = frozenset({"adjacency", "guarantee", "continuous", "parts", "eps"})
"""What a class says of itself."""

PROMISED: Final = (
    "what a class says of itself is a value, or `return Guarantee(...)` of numbers and self.eps"
)
_OF_PROMISES: Final = (
    *(ast.Call, ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator),
    *(ast.unaryop, ast.expr_context),
)


def declared_class(node: ast.ClassDef, names: Names, values: Values) -> Kind:
    """What is known of a class, if making it calls nothing of the file.

    Raises:
        WrongError: if it does more.
    """
    return _Class(names, values).kind(node)


class _Class:
    """What a class declares."""

    def __init__(self, names: Names, values: Values) -> None:
        self._names, self._values = names, values
        self._own: set[str] = set()
        self._used: set[str] = set()
        """Names in the types of fields, which are looked up in the class, too."""

        self._is_enum = False
        self._special: str | None = None

    def kind(self, node: ast.ClassDef) -> Kind:
        """What the class is, once all that it declares is looked at."""
        self._values.decorators(node.decorator_list)
        called = [
            each.func if isinstance(each, ast.Call) else each for each in node.decorator_list
        ]
        if any(self._names.of_library(each) is dataclass for each in called):
            self._special = "fields of a dataclass"
        for base in node.bases:
            self._inherit(base)
        for keyword in node.keywords:
            found = self._names.of_library(keyword.value)
            if keyword.arg != "metaclass" or found is not abc.ABCMeta:
                raise WrongError(node, "a class has no metaclass but those of Enum and ABC")
        with self._names.inside():
            self._names.types |= self._values.variables(node)
            for statement in node.body:
                self._statement(statement)
        for name in sorted(self._own & self._used):
            raise WrongError(node, f"{name} is a type of a field, and a name in the class")
        if self._is_enum and self._special is not None:
            raise WrongError(node, f"an enumeration has no {self._special}: write a method")
        return Kind(self._is_enum, self._special)

    def _inherit(self, node: ast.expr) -> None:
        named = node
        if isinstance(node, ast.Subscript):
            named = node.value
            self._values.note(node.slice)
        own, found = self._names.class_of(named), self._names.of_library(named)
        if own is not None:
            self._special = self._special or own.special
            self._is_enum = self._is_enum or own.is_enum
        elif isinstance(node, ast.Call):
            known = is_one_of(self._names.of_library(node.func), NAMED_TUPLES)
            if not known or not self._values.given(node):
                raise WrongError(node, INHERIT)
        elif is_one_of(found, ENUMS):
            self._is_enum = True
        elif not (is_one_of(found, BASES) or (isinstance(found, type) and is_ours(found))):
            raise WrongError(node, INHERIT)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._method(node)
            case ast.ClassDef():
                raise WrongError(node, "a class stands at the top of a file")
            case ast.Assign() | ast.AnnAssign():
                if isinstance(node, ast.AnnAssign):
                    self._used |= {*self._values.field(node.annotation)}
                for target, is_plain in self._values.assigned(node):
                    if is_special(target.id) and not _is_text(target.id, node.value):
                        raise WrongError(target, ONLY)
                    value = node.value
                    if self._is_enum and value and not (is_plain and _is_fixed(value)):
                        raise WrongError(node, "an Enum has numbers, texts or tuples as values")
                    if target.id in PROMISES and value and not is_plain:
                        raise WrongError(node, PROMISED)
                    self._bind(target, target.id, is_plain=is_plain)
            case _:
                raise WrongError(node, ALONE)

    def _bind(self, node: ast.AST, name: str, *, is_plain: bool) -> None:
        taken = self._is_enum and name in {"name", "value"}
        if name in RECORDS or is_sunder(name) or taken:
            raise WrongError(node, TAKEN.format(name))
        if name in self._own:
            raise WrongError(node, TWICE.format(name))
        self._own.add(name)
        self._names.bind_inside(node, name, is_plain=is_plain, of_class=True)

    def _promises(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Whether a guarantee is told of numbers and eps, by functions of ours."""
        last = node.body[-1]
        words = all(ast.get_docstring(node) and each is node.body[0] for each in node.body[:-1])
        alone = words and ast.unparse(node.args) == "self"
        if not alone or not isinstance(last, ast.Return) or last.value is None:
            return False
        parts = [*ast.walk(last.value)]
        known = all(isinstance(part, _OF_PROMISES) for part in parts)
        return known and all(self._is_of_promise(part) for part in parts)

    def _is_of_promise(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Call):
            power = isinstance(node.func, ast.Attribute) and node.func.attr == "exp"
            return power or is_ours(self._names.of_library(node.func))
        if isinstance(node, ast.Attribute):
            return _is_eps(node) or (_is_eps(node.value) and node.attr in {"exp", "parts"})
        if isinstance(node, ast.Name):
            ours = is_ours(self._names.of_library(node))
            return ours or node.id == "self" or self._names.plain.get(node.id) is True
        return True

    def _method(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._values.function(node, is_method=True)
        if is_special(node.name):
            self._special = node.name
            if node.name not in SPECIAL | TEXTS:
                raise WrongError(node, ONLY)
            if node.decorator_list:
                raise WrongError(node, f"{node.name} has no decorator")
        if node.name in PROMISES and not (node.name == "guarantee" and self._promises(node)):
            raise WrongError(node, PROMISED)
        self._bind(node, node.name, is_plain=False)


def _is_eps(node: ast.expr) -> bool:
    """Whether it is `self.eps`."""
    of_self = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return of_self and ast.unparse(node) == "self.eps"


def _is_fixed(node: ast.expr) -> bool:
    """Whether no list or dictionary is written in a value."""
    changing = ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp
    return not any(isinstance(each, changing) for each in ast.walk(node))


def _is_text(name: str, node: ast.expr | None) -> bool:
    """Whether `__doc__` or `__slots__` is set to texts."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    texts = all(isinstance(each, ast.Constant) and type(each.value) is str for each in parts)
    return name in {"__slots__", "__doc__"} and texts
