"""Values, functions and annotations of a file that declares only; see `declared`.

None of them calls a function of the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import MappingProxyType, ModuleType
from typing import Final

from audits.inputs.executed import (
    COMPUTING,
    HOLDING,
    OF_METHODS,
    has_names,
    is_constant,
    is_decorator,
    is_one_of,
    is_ours,
    is_type,
)
from audits.inputs.names import ALONE, CALLS, NOTHING, RUNS, VARIES, Names, WrongError
from reference.probability.allowed import is_stable

_OF_TYPES: Final = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Tuple, ast.List, ast.BinOp),
    *(ast.BitOr, ast.UnaryOp, ast.USub, ast.expr_context, ast.Starred),
)
_CONTAINERS: Final = (*(ast.Subscript, ast.Tuple, ast.List, ast.Starred, ast.Slice, ast.Dict),)
_OPERATIONS: Final = (ast.UnaryOp, ast.BinOp, ast.Compare, ast.BoolOp, ast.IfExp)
_TARGETS: Final = (ast.Tuple, ast.List, ast.Starred, ast.expr_context)


class Values:
    """Refuses expressions of a file in which code of it may be executed."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def assigned(self, node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.Name, bool]]:
        """The names that are set, and whether to what is plain."""
        if isinstance(node, ast.AnnAssign):
            self.note(node.annotation)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from self._set(target, node.value)

    def _set(self, target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.Name, bool]]:
        if isinstance(target, ast.Name):
            yield target, value is not None and self.value(value)
        elif isinstance(target, ast.Tuple | ast.List):
            parts = _parts(value)
            several = parts if len(parts) == len(target.elts) else [value] * len(target.elts)
            for each, part in zip(target.elts, several, strict=True):
                yield from self._set(each, part)
        else:
            raise WrongError(target, f"it is changed after it is made: {ALONE}")

    # ---------------------------------------------------------------- functions and annotations

    def function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, *, is_method: bool = False
    ) -> None:
        """Look at the defaults, the decorators and the annotations of a function."""
        given = node.args
        for default in (*given.defaults, *given.kw_defaults):
            if default is not None:
                self.value(default)
        if isinstance(node, ast.Lambda):
            return
        self.decorators(node.decorator_list, most=int(is_method))
        self.variables(node)
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            self.note(each.annotation)
        for other in (given.vararg, given.kwarg):
            self.note(other.annotation if other else None)
        self.note(node.returns)

    def variables(self, node: ast.AST) -> set[str]:
        """The variables of types in brackets, which Python has from 3.12 on."""
        found: Sequence[ast.AST] = getattr(node, "type_params", ())
        for each in found:
            self.note(getattr(each, "bound", None))
            self.note(getattr(each, "default_value", None))
        return {str(getattr(each, "name", "")) for each in found}

    def decorators(self, nodes: Sequence[ast.expr], *, most: int = 0) -> None:
        """Refuse decorators that may call what they decorate.

        Args:
            nodes: in the order in which they are written.
            most: how many of them may make a method another one, such as `property`.
        """
        for node in nodes:
            called = node.func if isinstance(node, ast.Call) else node
            known = is_decorator(self._names.of_library(called))
            most -= is_one_of(self._names.of_library(called), OF_METHODS)
            if most < 0:
                raise WrongError(node, "a method has one such decorator, and nothing else has one")
            if not known or (isinstance(node, ast.Call) and not self.given(node)):
                raise WrongError(
                    node, "it calls a decorator while the file is loaded: leave it out"
                )

    def note(self, node: ast.expr | None) -> None:
        """Refuse an annotation that may call something."""
        for part in () if node is None else ast.walk(node):
            if node is not None and not self._is_of_type(part):
                raise WrongError(node, "an annotation is a type, such as int")
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                self.note(_parsed(part))

    def field(self, node: ast.expr) -> Iterator[str]:
        """The names in the type of a field, which is evaluated if it leads to a text.

        They stand for types of Python, libraries and ours, and for classes and variables of types
        of the file.
        """
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield from self.field(_parsed(part))
            elif isinstance(part, ast.Name):
                yield part.id
            if not self._is_of_field(part):
                raise WrongError(node, "a field has a type of Python, or a class of the file")

    def _is_of_field(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Starred):
            return False
        if not isinstance(node, ast.Name | ast.Attribute):
            return True
        if isinstance(node, ast.Name) and node.id in self._names.types:
            return True
        found = self._names.of_library(node)
        return self._names.class_of(node) is not None or is_type(found) or has_names(found)

    def _is_of_type(self, node: ast.AST) -> bool:
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.operand, ast.Constant)
        if isinstance(node, ast.Attribute) and self._names.of_library(node) is NOTHING:
            return self._names.is_own(node.value)
        return isinstance(node, _OF_TYPES)

    # ---------------------------------------------------------------- values

    def value(self, node: ast.expr) -> bool:
        """Whether a value is plain.

        Raises:
            WrongError: if code of the file may be executed where it is made.
        """
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name | ast.Attribute):
            return self._named(node)
        if isinstance(node, ast.Lambda):
            self.function(node)
            return False
        if isinstance(node, ast.Call):
            return self._called(node)
        if isinstance(node, ast.ListComp | ast.DictComp):
            return self._comprehension(node)
        if isinstance(node, ast.Set | ast.SetComp | ast.GeneratorExp):
            raise WrongError(node, "write a tuple, which has an order and stays")
        if isinstance(node, ast.JoinedStr) or _is_rest(node):
            raise WrongError(node, "write the text, or the number")
        if isinstance(node, ast.Dict) and None in node.keys:
            return self._must_be_plain(node)
        if isinstance(node, ast.Subscript):
            self._item(node)
        either = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
        if either or isinstance(node, _CONTAINERS):
            return self._is_plain(node)
        if isinstance(node, _OPERATIONS):
            return self._must_be_plain(node)
        raise WrongError(node, ALONE)

    def _is_plain(self, node: ast.AST) -> bool:
        parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        return self._are_plain(parts)

    def _must_be_plain(self, node: ast.AST) -> bool:
        if not self._is_plain(node):
            raise WrongError(node, RUNS)
        return True

    def _item(self, node: ast.Subscript) -> None:
        """Of a library only types have items that are the same in every process."""
        found = self._names.of_library(node.value)
        if found is not NOTHING and not (is_constant(found) or is_type(found)):
            raise WrongError(node, VARIES.format("it"))

    def _named(self, node: ast.Name | ast.Attribute) -> bool:
        found = self._names.of_library(node)
        if found is not NOTHING:
            owner = self._names.of_library(node.value) if isinstance(node, ast.Attribute) else None
            named = owner.__name__ if isinstance(owner, ModuleType) else ""
            module = str(owner.__module__) if isinstance(owner, type) else named
            known = is_constant(found) or callable(found) or is_type(found)
            if not (known or isinstance(found, ModuleType)):
                raise WrongError(node, VARIES.format("it"))
            if module and not is_stable(module, found):
                raise WrongError(node, VARIES.format("it"))
            return is_constant(found)
        if isinstance(node, ast.Name):
            is_plain = self._names.is_plain(node.id)
            if is_plain is None:
                raise WrongError(node, "nothing of this name stands above")
            return is_plain
        if node.attr.startswith("_"):
            raise WrongError(node, "a private name is not read while a file is loaded")
        owner = node.value
        if self._names.is_own(owner):
            return False
        self._must_be_plain(node)
        return is_constant(self._names.of_library(owner))

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp) -> bool:
        """Its variables are plain if what it goes through is."""
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        first = self.value(node.generators[0].iter)
        with self._names.inside():
            for each in node.generators:
                is_plain = first if each is node.generators[0] else self.value(each.iter)
                for part in ast.walk(each.target):
                    if isinstance(part, ast.Name):
                        self._names.bind_inside(part, part.id, is_plain=is_plain)
                    elif not isinstance(part, _TARGETS):
                        raise WrongError(each.target, ALONE)
                if not self._are_plain(each.ifs):
                    raise WrongError(node, RUNS)
            return self._are_plain(made)

    def _called(self, node: ast.Call) -> bool:
        found = self._names.of_library(node.func)
        goes_through = is_one_of(found, (*COMPUTING, tuple, list))
        is_plain = self.given(node, goes_through=goes_through)
        if found is MappingProxyType and not is_plain:
            if not (node.args and isinstance(node.args[0], ast.Dict | ast.DictComp)):
                raise WrongError(node, "write MappingProxyType({...})")
        elif self._names.class_of(node.func) is not None:
            raise WrongError(node, CALLS.format("a class of the file"))
        if is_one_of(found, HOLDING):
            return is_plain
        if not (is_one_of(found, COMPUTING) or is_ours(found)):
            if found is NOTHING:
                raise WrongError(node, CALLS.format("a function"))
            name = ast.unparse(node.func)
            raise WrongError(node, f"no file of streams calls {name}: leave it out")
        if not is_plain:
            raise WrongError(node, RUNS)
        return True

    def given(self, node: ast.Call, *, goes_through: bool = False) -> bool:
        """Whether all that is given to a call is plain."""
        for name in node.keywords:
            if name.arg is None or name.arg.startswith("_"):
                raise WrongError(node, "write what is given by its name")
        found = [
            self._comprehension(each)
            if goes_through and isinstance(each, ast.GeneratorExp)
            else self.value(each)
            for each in (*node.args, *(keyword.value for keyword in node.keywords))
        ]
        return all(found)

    def _are_plain(self, nodes: Sequence[ast.expr]) -> bool:
        found = [self.value(each) for each in nodes]
        return all(found)


def _parts(value: ast.expr | None) -> Sequence[ast.expr]:
    """What stands in a tuple, if it is known which part is which."""
    parts = value.elts if isinstance(value, ast.Tuple) else []
    return [] if any(isinstance(each, ast.Starred) for each in parts) else parts


def _is_rest(node: ast.expr) -> bool:
    """Whether it is x % y, in which x may be a text."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)


def _parsed(node: ast.Constant) -> ast.expr:
    """A text in an annotation, which is one as well.

    Raises:
        WrongError: if it is none.
    """
    try:
        tree = ast.parse(str(node.value), mode="eval")
    except (SyntaxError, ValueError, RecursionError):
        raise WrongError(node, "a text in an annotation is a type") from None
    return ast.increment_lineno(tree, node.lineno - 1).body
