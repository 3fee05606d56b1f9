"""Small faults: a constant off by one, `<` for `<=`, `+` for `-`, `min` for `max`, a dead branch.

>>> [str(fault) for fault in faults("def f(x, y): return min(x, y + 1)", "m.py")]
['m.py:1 f: max for min', 'm.py:1 f: - for +', 'm.py:1 f: 2 for 1']

Only what a call of a function computes is changed: no defaults, no decorators, no constants of
modules and classes, nothing that is raised and no condition whose only effect is to raise, as
`strict` of a `zip` has.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

from reference.override import override

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
RELATIONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.And: "and",
    ast.Or: "or",
}
EXTREMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNSEEN = frozenset({"__post_init__", "__repr__", "__str__", "__hash__", "__reduce__"})
"""What checks arguments and spells values changes no law."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of one expression."""

    file: str
    """From the root of the repository."""

    line: int
    statement: int
    """The line on which the innermost statement begins that has it."""

    function: str
    """The qualified name of the outermost function that has it."""

    was: str
    now: str
    turn: int
    """How many faults of the same words the function has before it."""

    place: int
    """Which node of the module, in the order of `ast.walk`."""

    @property
    def name(self) -> str:
        """What it is called as long as its function is not changed."""
        return f"{self.file} {self.function}: {self.now} for {self.was} ({self.turn})"

    def listed(self, entry: Mapping[str, object]) -> bool:
        """Whether an entry of the harmless faults names it: by its words, or by its turn too."""
        words = (f"{self.file} {self.function}", f"{self.now} for {self.was}")
        return words == (entry["in"], entry["says"]) and entry.get("turn") in {None, self.turn}

    @override
    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.now} for {self.was}"

    def planted(self, module: ast.Module) -> ast.Module:
        """A copy of the module with the fault in it."""
        changed = deepcopy(module)
        node = next(node for i, node in enumerate(ast.walk(changed)) if i == self.place)
        _change(node)
        return changed


def faults(source: str, file: str) -> Iterator[Fault]:
    """Every fault of a module, function by function."""
    module = ast.parse(source)
    place = {id(node): i for i, node in enumerate(ast.walk(module))}
    for name, function in functions_of(module):
        turns = Counter[tuple[str, str]]()
        for statement in function.body:
            for node, begins in _computed(statement, statement.lineno):
                if words := _words(node):
                    line = getattr(node, "lineno", begins)
                    yield Fault(file, line, begins, name, *words, turns[words], place[id(node)])
                    turns[words] += 1


def functions_of(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions that have faults, by qualified name."""
    yield from _functions(module, "")


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, not what is inside of them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.FunctionDef) and child.name not in UNSEEN:
            yield f"{prefix}{child.name}", child


def _computed(node: ast.AST, begins: int) -> Iterator[tuple[ast.AST, int]]:
    """The nodes below that take part in what is computed, with the line of their statement."""
    if isinstance(node, ast.stmt):
        begins = node.lineno
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.If) and all(isinstance(each, ast.Raise) for each in node.body):
        for other in node.orelse:
            yield from _computed(other, begins)
        return
    yield node, begins
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "args", "decorator_list"} and isinstance(
            node, ast.FunctionDef | ast.AnnAssign
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _computed(child, begins)


def _words(node: ast.AST) -> tuple[str, str] | None:
    """What a node says, and what it would say instead; None if it is left alone."""
    match node:
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            words = SIGNS[type(op)], SIGNS[OPERATORS[type(op)]]
        case ast.Compare(ops=[op]) if type(op) in RELATIONS:
            words = SIGNS[type(op)], SIGNS[RELATIONS[type(op)]]
        case ast.BoolOp(op=op):
            words = SIGNS[type(op)], "or" if isinstance(op, ast.And) else "and"
        case ast.UnaryOp(op=ast.Not()):
            words = "not x", "x"
        case ast.UnaryOp(op=ast.USub()):
            words = "-x", "x"
        case ast.Constant(value=bool(value)):
            words = str(value), str(not value)
        case ast.Constant(value=int(value)):
            words = str(value), str(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in EXTREMES:
            words = name, EXTREMES[name]
        case ast.If() | ast.IfExp():
            words = "if x", "if False"
        case _:
            return None
    return words


def _change(node: ast.AST) -> None:
    """Make a node say what it would say instead."""
    match node:
        case ast.BinOp(op=op):
            node.op = OPERATORS[type(op)]()
        case ast.Compare(ops=[relation]):
            node.ops = [RELATIONS[type(relation)]()]
        case ast.BoolOp(op=joint):
            node.op = ast.Or() if isinstance(joint, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node)
        case ast.UnaryOp(op=ast.USub()):
            node.op = ast.UAdd()
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.Call(func=ast.Name(id=name) as function):
            function.id = EXTREMES[name]
        case ast.If() | ast.IfExp():
            node.test = ast.copy_location(ast.Constant(False), node.test)
        case _:
            raise TypeError(f"{ast.dump(node)}: no fault is made of it")
