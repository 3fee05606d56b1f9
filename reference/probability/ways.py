"""Which way a call takes through code that is not ours: its instructions, as they are executed.

A call on numbers takes the way of the traced branch.  Code that tells numbers from forms, and goes
another way, is so found on any number, and not on that which it looks for.

From Python 3.12 on the interpreter tells by `sys.monitoring` what is executed: a trace function
that asks for instructions is told none in the first call of a function.

>>> def sign(number):
...     return 1 if number > 0 else -1
>>> way, steps = Way(), []
>>> for number in (1, 2, -1):
...     with way.followed():
...         found = sign(number)
...     steps.append(way.steps)
>>> parted(steps[0], steps[1]) is None, parted(steps[0], steps[2])
(True, ('sign', 2))
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dis import findlinestarts
from enum import EnumType
from functools import cache
from types import CodeType, FrameType
from typing import Final, Literal, TypeAlias

from reference.probability.continuous import UndrawnError
from reference.probability.looks import compares_fields, looks
from reference.probability.provenance import LIBRARIES, OURS, belongs, frames, is_written
from reference.probability.purity import resume, suspended
from reference.probability.unread import UnreadError

Steps: TypeAlias = Sequence[tuple[CodeType, int]]
"""Code, and the places of its instructions."""

Event: TypeAlias = Literal["call", "line", "return", "exception", "opcode"]

Tracer: TypeAlias = "Callable[[FrameType, Event, object], Tracer | None]"


_OURS: Final = (UndrawnError, UnreadError)
"""Errors of ours, whose text names no types."""

_MAKES_ENUM: Final = vars(EnumType)["_create_"].__code__
"""Where an enumeration is made by a call, with special methods that are no functions."""


class Way:
    """What is executed of code that is neither ours nor a library's."""

    def __init__(self) -> None:
        self.steps: list[tuple[CodeType, int]] = []
        self.lines: set[tuple[int, str, str]] = set()
        """Where it may look at what numbers are: line, function, and what stands there."""

        self._known: set[CodeType] = set()
        self._before: Tracer | None = None

    @contextmanager
    def followed(self) -> Iterator[None]:
        """What is called inside is followed, from its first instruction."""
        self.steps = []
        watched = suspended()
        self._before = _tracer()
        self._watch(begins=True)
        if watched:
            resume()
        try:
            yield
        finally:
            watched = suspended()
            self._watch(begins=False)
            if watched:
                resume()

    def _watch(self, *, begins: bool) -> None:
        """Follow what is called from now on, or no longer."""
        if sys.version_info < (3, 12):
            sys.settrace(self._called if begins else self._before)
            return
        watch, events = sys.monitoring, sys.monitoring.events
        tool = _tool()
        entered = self._entered if begins else None
        for event in (events.PY_START, events.PY_RESUME):
            watch.register_callback(tool, event, entered)
        watch.register_callback(tool, events.PY_THROW, self._thrown if begins else None)
        watch.register_callback(tool, events.RAISE, self._raised if begins else None)
        watch.register_callback(tool, events.INSTRUCTION, self._reached if begins else None)
        entries = events.PY_START | events.PY_RESUME | events.PY_THROW | events.RAISE
        watch.set_events(tool, entries if begins else 0)

    def _entered(self, code: CodeType, _: int) -> object:
        """What `sys.monitoring` tells: a function is entered, or goes on."""
        if sys.version_info < (3, 12):
            return None
        if is_written(code, (*OURS, *LIBRARIES)) and code is not _MAKES_ENUM:
            return sys.monitoring.DISABLE
        if self._enters(sys._getframe(1)):  # noqa: SLF001 - the tool is told of code only
            sys.monitoring.set_local_events(_tool(), code, sys.monitoring.events.INSTRUCTION)
        return None

    def _thrown(self, code: CodeType, place: int, _: BaseException) -> None:
        """The same: something is raised inside of a function that goes on."""
        if not is_written(code, (*OURS, *LIBRARIES)):
            self._entered(code, place)

    def _raised(self, code: CodeType, place: int, error: BaseException) -> None:
        """The same: something is raised, of which the text may say what a number is."""
        if code in self._known and _tells(type(error)):
            at = next((n for a, b, n in code.co_lines() if a <= place < b), None)
            self.lines.add((at or code.co_firstlineno, code.co_name, type(error).__name__))

    def _reached(self, code: CodeType, place: int) -> None:
        """The same: an instruction is executed."""
        self.steps.append((code, place))

    def _enters(self, frame: FrameType) -> bool:
        """Whether a function that is entered is followed; what stands in it is looked at once."""
        code = frame.f_code
        if code is _MAKES_ENUM:
            chain = (each for each in frames(frame, None) if not belongs(each.f_code, LIBRARIES))
            maker = next(chain)
            self.lines.add((maker.f_lineno, maker.f_code.co_name, "Enum"))
        if _is_made(frame) or is_written(code, (*OURS, *LIBRARIES)):
            return False
        if compares_fields(frame):
            return False
        if code not in self._known:
            self._known.add(code)
            self.lines |= {(line, code.co_name, found) for line, found in looks(frame)}
        self.steps.append((code, -1))
        return True

    def _called(self, frame: FrameType, event: Event, argument: object) -> Tracer | None:
        if event != "call" or not self._enters(frame):
            return None if self._before is None else self._before(frame, event, argument)
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._executed

    def _executed(self, frame: FrameType, event: Event, argument: object) -> Tracer:
        if event == "opcode":
            self.steps.append((frame.f_code, frame.f_lasti))
        elif event == "exception" and isinstance(argument, tuple):
            kind: type = argument[0]
            if _tells(kind):
                self.lines.add((frame.f_lineno, frame.f_code.co_name, kind.__name__))
        return self._executed


@contextmanager
def unseen() -> Iterator[list[str]]:
    """The names of errors that are raised where nobody sees them, as by a generator that ends."""
    names, before = list[str](), sys.unraisablehook
    sys.unraisablehook = lambda raised: names.append(raised.exc_type.__name__)
    try:
        yield names
    finally:
        sys.unraisablehook = before


_TELLING: Final = (TypeError, AttributeError, RecursionError, MemoryError, NameError)


def _tells(kind: type) -> bool:
    """Whether an error may tell the type of a number, or of the process and not of the stream."""
    return issubclass(kind, _TELLING) and kind not in _OURS


@cache
def _tool() -> int:
    """The number under which the interpreter tells us of instructions."""
    if sys.version_info < (3, 12):
        return 0
    number = next(n for n in (3, 4, 2, 0, 1) if sys.monitoring.get_tool(n) is None)
    sys.monitoring.use_tool_id(number, __name__)
    return number


def _is_made(frame: FrameType) -> bool:
    """Whether `dataclass` made the function, for a class of ours."""
    module = sys.modules.get(str(frame.f_globals.get("__name__")))
    return (
        frame.f_code.co_filename == "<string>"
        and module is not None
        and vars(module) is frame.f_globals
        and str(getattr(module, "__file__", "")).startswith(OURS)
    )


def _tracer() -> Tracer | None:
    """Who follows the code already, such as a debugger."""
    found: Tracer | None = sys.gettrace()
    return found


def parted(one: Steps, other: Steps) -> tuple[str, int] | None:
    """Where two ways part: the function, and the last line that they share; None if nowhere."""
    if (*one,) == (*other,):
        return None
    pairs = enumerate(zip(one, other, strict=False))
    count = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    code, place = (one[:count] or other or one)[-1 if count else 0]
    lines = [line for start, line in findlinestarts(code) if start <= place and line]
    return code.co_name, lines[-1] if lines else code.co_firstlineno
