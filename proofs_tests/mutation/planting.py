"""Functions of loaded modules that run other code than their files have: with a fault, or probes.

A probe notes that the statement after it is run.  It costs a store in a dictionary; to trace lines
takes three times as long as the claims themselves.
"""

import ast
import builtins
import gc
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType

from proofs_tests.mutation.faults import Fault
from reference.override import override

Place = tuple[str, str, int]
"""File, qualified name and first line of a function."""

Line = tuple[str, int]
"""File, from the root of the repository, and the line on which a statement begins."""

Living = Mapping[Place, list[FunctionType]]

NOTED = "__statements_that_were_run__"
"""The name of a dictionary among the builtin functions, while there are probes."""


def functions(root: Path, folder: str) -> dict[Place, list[FunctionType]]:
    """Every function of the modules below a folder of a checkout, all of which are imported.

    Objects that are frozen, as those of earlier test modules are, would not be listed.
    """
    for file in (root / folder).rglob("*.py"):
        import_module(".".join(file.relative_to(root).with_suffix("").parts))
    if gc.get_freeze_count():
        gc.unfreeze()
    found: dict[Place, list[FunctionType]] = {}
    place = str(root / folder)
    for item in gc.get_objects():
        if type(item) is FunctionType and item.__code__.co_filename.startswith(place):
            found.setdefault(_place(item.__code__), []).append(item)
    return found


def plant(fault: Fault, root: Path, living: Living) -> int:
    """Give each function of a file the code that it has with the fault; how many there are.

    A function that is made later, inside of another, is made from the new code of that one.
    """
    file = root / fault.file
    changed = fault.planted(ast.parse(file.read_text("utf-8")))
    return swap(_swaps(changed, file, living))


def check_that_it_lives(fault: Fault, root: Path, living: Living) -> None:
    """A fault that cannot be planted would be one that nobody notices.

    Raises:
        LookupError: if the function that has it does not exist.
    """
    place = str(root / fault.file), fault.function
    if not any(each[:2] == place for each in living):
        raise LookupError(f"{fault}: there is no such function")


class Probes:
    """What each function of a folder would run with a probe before each of its statements."""

    def __init__(self, files: Iterable[str], root: Path, living: Living) -> None:
        self._lines: list[Line] = []
        self._swaps: list[tuple[FunctionType, CodeType]] = []
        for file in files:
            probed = _Probed(file, self._lines)
            module = probed.visit(ast.parse((root / file).read_text("utf-8")))
            self._swaps += _swaps(ast.fix_missing_locations(module), root / file, living)

    def set(self) -> Iterable[int]:
        """Let the functions of this process note what they run, as places in `lines`."""
        noted: dict[int, int] = {}
        setattr(builtins, NOTED, noted)
        swap(self._swaps)
        return noted

    def lines(self, noted: Iterable[int]) -> dict[str, list[int]]:
        """The lines of the statements that were run, by file."""
        found: dict[str, list[int]] = {}
        for file, line in sorted({self._lines[each] for each in noted}):
            found.setdefault(file, []).append(line)
        return found


class _Probed(ast.NodeTransformer):
    """Puts a probe before each statement of each function."""

    def __init__(self, file: str, lines: list[Line]) -> None:
        self._file, self._lines, self._inside = file, lines, False

    @override
    def generic_visit(self, node: ast.AST) -> ast.AST:
        outside, self._inside = self._inside, self._inside or isinstance(node, ast.FunctionDef)
        super().generic_visit(node)
        if self._inside:
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list):
                    setattr(node, field, [part for each in block for part in self._after(each)])
        self._inside = outside
        return node

    def _after(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        self._lines.append((self._file, statement.lineno))
        (probe,) = ast.parse(f"{NOTED}[{len(self._lines) - 1}] = 1").body
        for node in ast.walk(probe):
            ast.copy_location(node, statement)
        yield probe
        yield statement


def swap(pairs: Iterable[tuple[FunctionType, CodeType]]) -> int:
    """Give each function its other code; how many there are."""
    count = 0
    for function, code in pairs:
        function.__code__ = code
        count += 1
    return count


def _swaps(
    module: ast.Module, file: Path, living: Living
) -> Iterator[tuple[FunctionType, CodeType]]:
    for code in _codes(compile(module, str(file), "exec", dont_inherit=True)):
        for function in living.get(_place(code), ()):
            if len(code.co_freevars) == len(function.__code__.co_freevars):
                yield function, code


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
