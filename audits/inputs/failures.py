"""What code that is not ours does when it fails: one line, with its file and its line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import walk_tb

from audits.evidence.table import TooManyDatabasesError
from audits.inputs.declared import DoesMoreError
from audits.inputs.limits import NoTimerError
from reference.privacy.epsilon import InexactExponentError
from reference.probability.continuous import NoExactLawError, UndrawnError
from reference.probability.law import DeterministicMechanismError
from reference.probability.outcome import NoValueError
from reference.probability.provenance import LIBRARIES, OURS, belongs
from reference.probability.purity import OutsideSourceError, reach_outside
from reference.probability.replay import ImpureMechanismError, UnfinishedError
from reference.probability.traced import TraceError
from reference.probability.unread import OtherLossError


def failure_words(failure: BaseException) -> str:
    """What code raised, in one line, with the place in the user's own code.

    A refusal of a value, or one of ours, speaks for itself.
    """
    try:
        lines = str(failure).splitlines() or [""]
    except BaseException:  # noqa: BLE001 - the words of an exception are code as well
        lines = [""]
    kind = type(failure)
    words = lines[0]
    if kind not in SPEAK_FOR_THEMSELVES or not words:
        words = f"{kind.__name__}: {words}" if words else kind.__name__
    place = None if kind is OutsideSourceError else foreign_place(failure)
    return f"{words} ({place})" if place else words


SPEAK_FOR_THEMSELVES = {
    ValueError,
    InexactExponentError,
    OutsideSourceError,
    UnfinishedError,
    ImpureMechanismError,
    DeterministicMechanismError,
    NoValueError,
    UndrawnError,
    OtherLossError,
    NoExactLawError,
    NoTimerError,
    TooManyDatabasesError,
    TraceError,
    DoesMoreError,
}


def foreign_place(failure: BaseException) -> str | None:
    """File and line in the innermost code that is neither ours nor a library's."""
    if isinstance(failure, SyntaxError) and failure.filename:
        return f"{failure.filename}:{failure.lineno}"
    places = [
        f"{frame.f_code.co_filename}:{line}"
        for frame, line in walk_tb(failure.__traceback__)
        if not belongs(frame.f_code, (*OURS, *LIBRARIES, "<string>"))  # methods of dataclasses
    ]
    return places[-1] if places else None


class ProcessExitError(BaseException):
    """Code asked to end the process at once."""


@contextmanager
def exits_refused() -> Iterator[None]:
    """Let `os._exit` and `os.abort` raise, in this process."""
    process = os.getpid()

    def refusing(name: str, end: Callable[..., object]) -> Callable[..., object]:
        def refuse(*arguments: object) -> None:
            reach_outside(f"os.{name}")
            if os.getpid() != process:
                end(*arguments)
            raise ProcessExitError(f"os.{name}: the process is not the code's to end")

        return refuse

    names = [(module, name) for module in _ENDING_MODULES for name in ("_exit", "abort")]
    before = [(module, name, getattr(module, name)) for module, name in names]
    try:
        for module, name, end in before:
            setattr(module, name, refusing(name, end))
        yield
    finally:
        for module, name, end in before:
            setattr(module, name, end)


_ENDING_MODULES = [os, *[sys.modules[name] for name in ("posix", "nt") if name in sys.modules]]
