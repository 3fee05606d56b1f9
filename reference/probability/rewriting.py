"""Code of others, as a tree, with calls of guards in it.

A guard is called by a constant, a mark, for which `rewritten` puts a function once the tree is
compiled.  A statement that is not allowed, such as `try`, is preceded by a refusal, so that it is
refused where it is executed only.

>>> tree = Rewriting().module(ast.parse("def f(x): return x + HALF"))
>>> print(ast.unparse(tree).replace(repr(MARK)[1:-1], ""))
def f(x):
    return x + 'named HALF'()
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, Protocol, TypeVar

from reference.probability.scopes import Scope, bound, declared_global

MARK: Final = "\0guard "
"""How a constant begins in whose place a guard is put."""

NAMED, NOTED = "named", "noted"
"""Guards of a global name, which is part of the mark: where it is used, and in an annotation."""

INITIAL: Final = ("__init__", "__post_init__")
"""Methods in which an object gets its attributes."""

REFUSED: Final[Mapping[type[ast.AST], str]] = {
    ast.Try: "try: what is raised is not caught, since errors tell of objects: write `if`",
    ast.TryStar: "try: what is raised is not caught, since errors tell of objects: write `if`",
    ast.With: "with: what it does at its end is not followed: write `if`, or a call",
    ast.AsyncWith: "async: a stream is called, and returns",
    ast.AsyncFor: "async: a stream is called, and returns",
    ast.AsyncFunctionDef: "async: a stream is called, and returns",
    ast.ClassDef: "class: a class stands at the top of a file",
    ast.Import: "import: it stands at the top of a file",
    ast.ImportFrom: "import: it stands at the top of a file",
    ast.Assert: "assert: it is left out by `python -O`: write `if ...: raise`",
}
"""Statements that no stream may execute, and why."""

SETS: Final = (
    "a set: equal sets may be listed in another order: write it out after `in`, or a tuple"
)

NOTES: Final = (
    "an annotation in a function is a name: write `from __future__ import annotations`, or leave "
    "it out"
)

DEBUG: Final = "__debug__: it is another one under `python -O`: leave it out"

AWAITS: Final = "await: a stream is called, and returns"

LOCAL: Final = "the format n: it is another one in another country: leave it out"

PRIVATE: Final = "an argument that begins with _: it is of the library only"

STORED: Final = (
    "an attribute is set: only `__init__` and `__post_init__` set those of self: what changes is "
    "in the state, as in `return (threshold, count + 1), output`"
)

N = TypeVar("N", bound=ast.AST)


class _Rule(Protocol):
    def __call__(self, node: ast.AST, /) -> ast.AST: ...


class Rewriting:
    """Puts calls of guards into functions; what stands outside of them is left as it is."""

    def __init__(self) -> None:
        self._scopes: list[Scope] = []
        self._kept = 0

    def module(self, tree: ast.Module) -> ast.Module:
        """A file with guards in its functions."""
        return self._into(tree, "body")

    def visit(self, node: ast.AST) -> ast.AST:
        """The same node, with guards in it, or what stands for it."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return self._function(node)
        if isinstance(node, ast.ClassDef):
            return self._class(node)
        rule: _Rule | None = getattr(self, f"_on_{type(node).__name__.lower()}", None)
        if rule is None or not self._is_inside:
            return self._into(node, *node._fields)
        return rule(node)

    def _into(self, node: N, *names: str) -> N:
        """A node with guards in some of its parts."""
        for name in names:
            part: object = getattr(node, name, None)
            if isinstance(part, list):
                part[:] = [each for one in part for each in self._parts(one)]
            elif isinstance(part, ast.AST):
                setattr(node, name, self.visit(part))
        return node

    def _parts(self, node: object) -> list[object]:
        """A node, after what is executed before it."""
        if not isinstance(node, ast.AST):
            return [node]
        before = self._before(node) if self._is_inside and isinstance(node, ast.stmt) else []
        return [*before, self.visit(node)]

    # ---------------------------------------------------------------- scopes

    @property
    def _is_inside(self) -> bool:
        """Whether it is in a function: what is in a class is done when that is made."""
        return bool(self._scopes) and self._scopes[-1].is_function

    def _mangled(self, name: str) -> str:
        """The name as it is in a class: __x in C is _C__x."""
        kinds = [scope.function.lstrip("_") for scope in self._scopes if not scope.is_function]
        private = name.startswith("__") and not name.endswith("__")
        return f"_{kinds[-1]}{name}" if private and kinds and kinds[-1] else name

    def _is_global(self, name: str) -> bool:
        return not any(name in scope.bound for scope in self._scopes)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> ast.AST:
        """A function: its defaults are read outside of it, and its annotations are for readers."""
        given, nested = node.args, self._is_inside
        self._into(node, "decorator_list")
        self._into(given, "defaults", "kw_defaults")
        listed = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        arguments = [each for each in listed if each is not None]
        for each in arguments if nested else ():
            self._note(each, "annotation")
        if nested:
            self._note(node, "returns")
        body: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else [*node.body]
        stored = {*bound(body)} - {*declared_global(body)}
        first = next((each.arg for each in (*given.posonlyargs, *given.args)), None)
        in_class = bool(self._scopes) and not self._is_inside
        name = node.name if isinstance(node, ast.FunctionDef) and in_class else ""
        own = None if first in stored else first
        self._scopes.append(Scope({*stored, *(each.arg for each in arguments)}, name, own))
        self._into(node, "body")
        self._scopes.pop()
        return node

    def _note(self, node: ast.AST, name: str) -> None:
        """An annotation, which is for readers: a name is not looked up, and others are refused."""
        part: object = getattr(node, name, None)
        if isinstance(part, ast.Name) and self._is_global(part.id):
            _put(node, name, self._call(part, f"{NOTED} {self._mangled(part.id)}"))
        elif isinstance(part, ast.expr) and not isinstance(part, ast.Constant | ast.Name):
            _put(node, name, self._refused(self.visit(part), NOTES))

    def _class(self, node: ast.ClassDef) -> ast.AST:
        """Its bases are read outside of it; in its body nothing is guarded but functions."""
        self._into(node, "bases", "keywords", "decorator_list")
        self._scopes.append(Scope(set(), node.name, is_function=False))
        self._into(node, "body")
        self._scopes.pop()
        return node

    def _on_listcomp(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp
    ) -> ast.AST:
        """The first of its loops is over something that is read outside of it."""
        first, *others = node.generators
        self._into(first, "iter")
        self._scopes.append(Scope({*bound([each.target for each in node.generators])}))
        self._into(first, "target", "ifs")
        for each in others:
            self._into(each, "target", "iter", "ifs")
        self._into(node, "key", "value", "elt")
        self._scopes.pop()
        return self._refused(node, SETS) if isinstance(node, ast.SetComp) else node

    _on_generatorexp = _on_dictcomp = _on_setcomp = _on_listcomp

    # ---------------------------------------------------------------- what is executed before

    def _before(self, node: ast.stmt) -> list[ast.AST]:
        """Refusals of a statement, and what its patterns are compared with."""
        words = REFUSED.get(type(node))
        if isinstance(node, ast.AugAssign):
            whole = isinstance(node.op, ast.Mod) or isinstance(node.target, ast.Attribute)
            words = (
                "%=, or += of an attribute: write x = x % y, self.x = self.x + y"
                if whole
                else None
            )
        if getattr(node, "type_params", None):
            words = "type parameters of a function in a function: leave them out"
        if words is not None:
            return [self._alone(node, words)]
        if not isinstance(node, ast.Match):
            return []
        first: list[ast.AST] = []
        node.subject = self._keep(first, self.visit(node.subject))
        return first + [each for case in node.cases for each in self._of_pattern(case.pattern)]

    def _of_pattern(self, pattern: ast.pattern) -> list[ast.AST]:
        """The classes and values in a pattern, read before, and kept under names of ours."""
        found: list[ast.AST] = []
        for each in ast.walk(pattern):
            named = each.value if isinstance(each, ast.MatchValue) else getattr(each, "cls", None)
            if named is not None and not self._stays(named):
                found.append(self._alone(pattern, "a pattern names what is local: write `if`"))
            if isinstance(each, ast.MatchMapping):
                found.append(self._alone(each, "a pattern of a mapping: write `if`"))
            elif isinstance(each, ast.MatchClass):
                names: list[ast.expr] = [ast.Constant(name) for name in each.kwd_attrs]
                count = ast.Constant(len(each.patterns))
                asked = self.visit(each.cls), ast.Tuple(names, ast.Load()), count
                each.cls = self._keep(found, self._call(each, "pattern", *asked))
            elif isinstance(each, ast.MatchValue) and isinstance(each.value, ast.Attribute):
                kept = self._keep(found, self._call(each, "dotted", self.visit(each.value)))
                each.value = ast.copy_location(ast.Attribute(kept, "value", ast.Load()), each)
        return found

    def _stays(self, node: ast.AST) -> bool:
        """Whether it is a constant, or a global name with what follows dots."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return not isinstance(node, ast.Name) or self._is_global(node.id)

    def _keep(self, found: list[ast.AST], value: ast.AST) -> ast.Name:
        """The name under which it is kept."""
        self._kept += 1
        name = f"{MARK}{self._kept}"
        self._scopes[-1].bound.add(name)
        target = ast.copy_location(ast.Name(name, ast.Store()), value)
        kept = ast.Assign([target], ast.Constant(None))
        _put(kept, "value", value)
        found.append(ast.copy_location(kept, value))
        return ast.copy_location(ast.Name(name, ast.Load()), value)

    # ---------------------------------------------------------------- what is guarded

    def _on_match(self, node: ast.Match) -> ast.AST:
        """Its subject and its patterns are read before."""
        for case in node.cases:
            self._into(case, "guard", "body")
        return node

    def _on_annassign(self, node: ast.AnnAssign) -> ast.AST:
        """In a function nobody looks up an annotation."""
        return self._into(node, "target", "value")

    def _on_name(self, node: ast.Name) -> ast.AST:
        """What a name stands for that is bound nowhere in a function."""
        if not isinstance(node.ctx, ast.Load) or not self._is_global(node.id):
            return node
        if node.id == "super":
            return self._call(node, "inherits", node)
        if node.id == "__debug__":  # a constant, and no name
            return self._refused(node, DEBUG)
        return self._call(node, f"{NAMED} {self._mangled(node.id)}")

    def _on_attribute(self, node: ast.Attribute) -> ast.AST:
        """It is read under the eyes of a guard; it is set for self only, while that is made."""
        scope = self._scopes[-1]
        if isinstance(node.ctx, ast.Load):
            again = node.attr == scope.function and node.attr in INITIAL and scope.own is not None
            guard = "initial" if again and _is_super(node.value) else "attribute"
            name = ast.Constant(self._mangled(node.attr))
            return self._call(node, guard, self.visit(node.value), name)
        own = isinstance(node.value, ast.Name) and node.value.id == scope.own
        if own and scope.function in INITIAL and not is_special(node.attr):
            return node
        node.value = self._refused(self.visit(node.value), STORED)
        return node

    def _on_call(self, node: ast.Call) -> ast.AST:
        """`object.__setattr__` while self is made."""
        scope, called, given = self._scopes[-1], node.func, node.args
        if (
            isinstance(called, ast.Attribute)
            and called.attr == "__setattr__"
            and not node.keywords
        ):
            names = [each.id for each in (called.value, *given[:1]) if isinstance(each, ast.Name)]
            known = names == ["object", scope.own] and len(given) == 3
            starred = any(isinstance(each, ast.Starred) for each in given)
            if known and scope.function in INITIAL and not starred:
                return self._call(node, "stored", *map(self.visit, (called.value, *given)))
        self._into(node, "func", "args", "keywords")
        for each in node.keywords:
            if each.arg is None:
                each.value = self._call(each.value, "spread", each.value)
            elif each.arg.startswith("_"):
                each.value = self._refused(each.value, PRIVATE)
        return node

    def _on_subscript(self, node: ast.Subscript) -> ast.AST:
        """An item, which classes make of themselves."""
        self._into(node, "value", "slice")
        if isinstance(node.ctx, ast.Load):
            node.value = self._call(node.value, "item", node.value)
        return node

    def _on_binop(self, node: ast.BinOp) -> ast.AST:
        """The rest of a division; what stands left may be a text."""
        self._into(node, "left", "right")
        if isinstance(node.op, ast.Mod):
            node.left = self._call(node.left, "divided", node.left)
        return node

    def _on_formattedvalue(self, node: ast.FormattedValue) -> ast.AST:
        """A value in a text; n asks for the habits of a country."""
        if isinstance(node.format_spec, ast.JoinedStr) and "n" in ast.unparse(node.format_spec):
            node.value = self._refused(node.value, LOCAL)
        self._into(node, "value", "format_spec")
        node.value = self._call(node.value, "in_text", node.value)
        return node

    def _on_compare(self, node: ast.Compare) -> ast.AST:
        """`is` is asked of None, truth values and members; `in` of a set that is made for it."""
        self._into(node, "left")
        found = []
        for op, other in zip(node.ops, node.comparators, strict=True):
            set_of = isinstance(op, ast.In | ast.NotIn) and isinstance(other, ast.Set)
            found.append(self._into(other, "elts") if set_of else self.visit(other))
        _put(node, "comparators", found)
        asks = [isinstance(op, ast.Is | ast.IsNot) for op in node.ops]
        if not any(asks):
            return node
        if len(asks) > 1:
            return self._refused(node, "is: write one comparison by `is` at a time")
        same = self._call(node, "one", node.left, *node.comparators)
        if isinstance(node.ops[0], ast.Is):
            return same
        return ast.copy_location(ast.UnaryOp(ast.Not(), same), node)

    def _on_set(self, node: ast.Set) -> ast.AST:
        """Its order tells of more than its values."""
        return self._refused(self._into(node, "elts"), SETS)

    def _on_await(self, node: ast.Await) -> ast.AST:
        """Nothing waits."""
        node.value = self._refused(self.visit(node.value), AWAITS)
        return node

    # ---------------------------------------------------------------- calls of guards

    def _call(self, node: ast.AST, guard: str, *given: ast.AST) -> ast.expr:
        called = ast.Call(ast.Constant(MARK + guard), [], [])
        _put(called, "args", [*given])
        for part in (called, called.func, *given):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return called

    def _refused(self, node: ast.AST, words: str) -> ast.expr:
        """An expression, after a refusal."""
        pair = ast.Tuple([], ast.Load())
        _put(pair, "elts", [self._call(node, "refuse", ast.Constant(words)), node])
        return ast.copy_location(pair, node)

    def _alone(self, node: ast.AST, words: str) -> ast.AST:
        return ast.copy_location(ast.Expr(self._call(node, "refuse", ast.Constant(words))), node)


def is_special(name: str) -> bool:
    """Whether the interpreter knows the name."""
    return name[:2] == name[-2:] == "__"


def _put(node: ast.AST, name: str, value: object) -> None:
    """Put something into a node, whatever its type says."""
    setattr(node, name, value)


def _is_super(node: ast.AST) -> bool:
    called = node.func if isinstance(node, ast.Call) and not node.args else None
    return isinstance(called, ast.Name) and called.id == "super"
