"""Runs of a foreign program on branches of its random tape, under a guard, and runs once more.

A program that looks for chance or change outside its tape is stopped by the guard
(`reference.probability.purity`); one that does not do the same again for the same draws is found
out by `Runs.repeat`.  To open the guard takes time, so one guard is around a batch of runs.  This
module needs the standard library only: it also runs inside the environment of another library.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, suppress
from typing import Any, Final

from audits.conformance.branches import Again, Edge, Leaf, Other, Path
from audits.conformance.settled import settled
from audits.conformance.tape import Refused, Tape
from audits.conformance.uniform import UnboundedDrawError
from reference.probability.outcome import key
from reference.probability.outcome import outcome as value_of
from reference.probability.purity import OutsideSourceError, pure

LEAST_RUNS: Final = 200
ENOUGH_RUNS: Final = 1000
SECONDS_OF_REPETITION: Final = 1.0
"""Branches are followed again until there were enough runs, or the least number of runs after so
much time."""

BATCH: Final = 1024
SECONDS_OF_BATCH: Final = 0.1
"""Steps that are taken under one guard, at most, and how long that may take."""

Guard = Callable[[], AbstractContextManager[None]]

Step = Callable[[], bool]
"""Does something that runs the program, unless there is nothing left to do: then it is False."""


class ProgramEndsError(RuntimeError):
    """The program raised what would have ended the caller too, such as SystemExit."""


class NotRepeatableError(ValueError):
    """The program does not do the same again for the same draws."""


class Runs:
    """The runs of a program.

    Args:
        program: called on a tape.
    """

    def __init__(self, program: Callable[[Tape], Any]) -> None:
        self._program = program
        self._batch = 32
        """Steps of the next batch, at most."""

        self._repeated = self._times = 0
        """How many branches were repeated, and how many runs that took."""

    def run(self, path: Path | Other) -> tuple[Hashable] | None:
        """The key of the outcome on a branch, None where the branch is abandoned.

        Raises:
            UnboundedDrawError: if the program asks for a draw that cannot be followed.
            NotRepeatableError: if it does not make the draws of the branch.
            ProgramEndsError: if it raises what is no `Exception`, or skips a test.
            Exception: whatever else it raises.
        """
        __tracebackhide__ = True
        tape = Tape(path)
        known: Hashable = None
        try:
            known = key(settled(self._program(tape)))
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            if tape.ended is None:
                told = _ending(failure)
                if told is failure:
                    raise
                raise told from None
        ended, tape.ended = tape.ended, None
        if ended is not None:
            ended.__traceback__ = None  # it refers to every frame on its way, and this one to it
        if isinstance(ended, Refused):
            raise UnboundedDrawError(str(ended)) from None
        if isinstance(ended, Again):
            raise NotRepeatableError(_differs(str(ended))) from None
        if ended is not None:
            return None
        if path.is_short:
            raise NotRepeatableError(_differs("it draws less"))
        return (known,)

    def batch(self, step: Step, guard: Guard = pure) -> None:
        """Take steps under one guard; the next batch takes about as long as one may take."""
        __tracebackhide__ = True
        begun = time.perf_counter()
        _guarded(step, self._batch, guard)
        grows = time.perf_counter() - begun < SECONDS_OF_BATCH
        self._batch = min(self._batch * 2, BATCH) if grows else max(self._batch // 2, 1)

    def once(self, path: Other) -> None:
        """Run the program on one branch, of which nothing is kept, under a guard.

        What the program raises is not kept either: the branch may have next to no probability.
        """
        __tracebackhide__ = True

        def step() -> bool:
            __tracebackhide__ = True
            self.run(path)
            return False

        with suppress(Exception):
            _guarded(step, 1, pure)

    def repeat(self, leaves: list[Edge]) -> None:
        """Follow the branches that are new in the list a second time, the last one first.

        Raises:
            NotRepeatableError: if one of them ends otherwise than the first time.
        """
        __tracebackhide__ = True
        self._repeat_all(leaves[self._repeated :])
        self._repeated = len(leaves)

    def repeat_often(self, leaves: list[Edge], seconds: float) -> None:
        """Follow few branches many times, for so many seconds at most; raises as `repeat` does."""
        __tracebackhide__ = True
        begun = time.perf_counter()
        end = begun + seconds
        while leaves and time.perf_counter() < end:
            long = time.perf_counter() - begun >= SECONDS_OF_REPETITION
            if self._times >= (LEAST_RUNS if long else ENOUGH_RUNS):
                return
            self._repeat_all(leaves, end)

    def _repeat_all(self, leaves: list[Edge], end: float = math.inf) -> None:
        __tracebackhide__ = True
        waiting = list(leaves)

        def step() -> bool:
            __tracebackhide__ = True
            if waiting:
                self._again(waiting.pop())
            return bool(waiting)

        while waiting and time.perf_counter() < end:
            self.batch(step)

    def _again(self, edge: Edge) -> None:
        """Run the program on a branch that has ended before, and compare the outcomes."""
        __tracebackhide__ = True
        self._times += 1
        found = self.run(Path(None, edge, 0))
        first = edge[0].targets[edge[1]]
        assert isinstance(first, Leaf)
        assert found is not None
        if found[0] != first.outcome:
            ends = f"it returns {value_of(found[0])!r}, not {value_of(first.outcome)!r}"
            raise NotRepeatableError(_differs(ends))


def _guarded(step: Step, count: int, guard: Guard) -> None:
    """Take steps, at most so many; an outside source that was used counts more than a failure."""
    __tracebackhide__ = True
    failure: Exception | None = None
    try:
        with guard():
            try:
                for _ in range(count):
                    if not step():
                        break
            except RecursionError:
                raise  # it may have ended the guard too
            except Exception as raised:  # noqa: BLE001  # whatever the program raises
                failure = raised
    except OutsideSourceError as refusal:
        raise refusal.with_traceback(None) from None  # it names the line
    if isinstance(failure, UnboundedDrawError):
        raise failure.with_traceback(None) from None
    if failure is not None:
        raise failure


def _ending(failure: BaseException) -> BaseException:
    """What to raise for a failure: one that would end more than the search is told as an error."""
    ends = not isinstance(failure, Exception) or type(failure).__name__ == "SkipTest"
    if not ends or isinstance(failure, OutsideSourceError):
        return failure
    try:
        words = str(failure)
    except BaseException:  # noqa: BLE001 - the words of an exception are code as well
        words = ""
    kind = type(failure).__name__
    return ProgramEndsError(f"the program raised {kind}{': ' if words else ''}{words}")


def _differs(how: str) -> str:
    return (
        f"the program draws or returns differently when the same draws are made again: {how}; it "
        "depends on something else than its database and its random source"
    )
