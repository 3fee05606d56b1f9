"""Which way a call takes through code that is not ours: its instructions, as they are executed.

A call on numbers takes the way of the traced branch.  Code that tells numbers from forms, and goes
another way, is so found on any number, and not on that which it looks for.

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
from types import CodeType, FrameType
from typing import Literal, TypeAlias

from reference.probability.looks import looks
from reference.probability.provenance import LIBRARIES, OURS, belongs, frames
from reference.probability.purity import resume, suspended

Steps: TypeAlias = Sequence[tuple[CodeType, int]]
"""Code, and the places of its instructions."""

Event: TypeAlias = Literal["call", "line", "return", "exception", "opcode"]

Tracer: TypeAlias = "Callable[[FrameType, Event, object], Tracer | None]"


class Way:
    """What is executed of code that is neither ours nor a library's.

    Args:
        apart: what a file of ours calls is not followed.
    """

    def __init__(self, apart: str | None = None) -> None:
        self._apart = apart
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
        sys.settrace(self._called)
        if watched:
            resume()
        try:
            yield
        finally:
            watched = suspended()
            sys.settrace(self._before)
            if watched:
                resume()

    def _called(self, frame: FrameType, event: Event, argument: object) -> Tracer | None:
        code = frame.f_code
        if (
            event != "call"
            or _is_made(frame)
            or belongs(code, (*OURS, *LIBRARIES))
            or self._is_apart(frame)
        ):
            return None if self._before is None else self._before(frame, event, argument)
        if code not in self._known:
            self._known.add(code)
            self.lines |= {(line, code.co_name, found) for line, found in looks(frame)}
        self.steps.append((code, -1))
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._executed

    def _is_apart(self, frame: FrameType) -> bool:
        callers = () if self._apart is None else frames(frame, None)
        return any(each.f_code.co_filename == self._apart for each in callers)

    def _executed(self, frame: FrameType, event: Event, _: object) -> Tracer:
        if event == "opcode":
            self.steps.append((frame.f_code, frame.f_lasti))
        return self._executed


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
