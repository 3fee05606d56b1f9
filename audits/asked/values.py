"""Values, functions and annotations of a file that declares only; see `declared`.

None of them calls a function of the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import MappingProxyType, ModuleType
from typing import Final

from audits.asked.executed import (
    COMPUTING,
    HOLDING,
    is_constant,
    is_decorator,
    is_one_of,
    is_ours,
    is_stable,
    is_type,
)
from audits.asked.names import ALONE, CALLS, NOTHING, VARIES, Names, WrongError

_OF_TYPES: Final = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Tuple, ast.List, ast.BinOp),
    *(ast.BitOr, ast.UnaryOp, ast.USub, ast.expr_context, ast.Starred),
)
_CONTAINERS: Final = (*(ast.Subscript, ast.Tuple, ast.List, ast.Starred, ast.Slice, ast.Dict),)
_OPERATIONS: Final = (*(ast.UnaryOp, ast.BinOp, ast.Compare, ast.BoolOp, ast.IfExp),)
_TARGETS: Final = (ast.Tuple, ast.List, ast.Starred, ast.expr_context)


class Values:
    """Refuses expressions of a file in which code of it may be executed."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def assigned(self, node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.Name, bool]]:
        """The names that are set, and whether to what is plain."""
        if isinstance(node, ast.AnnAssign):
            self.note(node.annotation)
        is_plain = node.value is not None and self.value(node.value)
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else []
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            several = target.elts if isinstance(target, ast.Tuple | ast.List) else []
            each_plain = [is_plain] * len(several)
            if len(parts) == len(several):
                each_plain = [self.value(part) for part in parts]
            for each, plain in zip(several or [target], each_plain or [is_plain], strict=True):
                if not isinstance(each, ast.Name):
                    raise WrongError(each, f"it is changed after it is made: {ALONE}")
                yield each, plain

    # ---------------------------------------------------------------- functions and annotations

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        """Look at the defaults, the decorators and the annotations of a function."""
        given = node.args
        for default in (*given.defaults, *given.kw_defaults):
            if default is not None:
                self.value(default)
        if isinstance(node, ast.Lambda):
            return
        self.decorators(node.decorator_list)
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            self.note(each.annotation)
        for other in (given.vararg, given.kwarg):
            self.note(other.annotation if other else None)
        self.note(node.returns)

    def decorators(self, nodes: Sequence[ast.expr]) -> None:
        """Refuse decorators that may call what they decorate."""
        for node in nodes:
            called = node.func if isinstance(node, ast.Call) else node
            known = is_decorator(self._names.of_library(called))
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
                self.note(_parsed(part.value))

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
            raise WrongError(node, CALLS.format("what may be a method"))
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
            module = owner.__name__ if isinstance(owner, ModuleType) else ""
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
                    raise WrongError(node, CALLS.format("what may be a method"))
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
            raise WrongError(node, CALLS.format("what may be a method"))
        return True

    def given(self, node: ast.Call, *, goes_through: bool = False) -> bool:
        """Whether all that is given to a call is plain."""
        for name in node.keywords:
            if name.arg is None or name.arg.startswith("_"):
                raise WrongError(node, "write what is given by its name")
        streams = [each for each in node.args if isinstance(each, ast.GeneratorExp)]
        if goes_through and len(streams) == len(node.args) == 1:
            return self._comprehension(streams[0])
        return self._are_plain([*node.args, *(each.value for each in node.keywords)])

    def _are_plain(self, nodes: Sequence[ast.expr]) -> bool:
        found = [self.value(each) for each in nodes]
        return all(found)


def _is_rest(node: ast.expr) -> bool:
    """Whether it is x % y, in which x may be a text."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)


def _parsed(text: str) -> ast.expr | None:
    """A text in an annotation, which is one as well; None if it is no expression."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
