"""One call of a stream, on forms or on numbers: how it is made, and what its trace says of it.

`begin(coins)` returns the first state, `step(state, answer, coins)` and `close(state, coins)` the
next one with an output, `end(state, coins)` an output; an output is seen through `output`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from reference.probability.automaton import Branch
from reference.probability.traced import TraceError, spoken

CALLS: Final = (("step", True), ("close", False), ("end", False))
"""The calls of a state, and whether they read an answer."""


NOW: Final[list[object]] = []
"""The coins of the call that is made, if one is."""


class Call(Protocol):
    """A method of a stream."""

    def __call__(self, *given: object) -> object:
        """What it returns."""


@dataclass(frozen=True, slots=True)
class TracedBranch:
    """What the trace says of one branch, with places where real numbers are."""

    branch: Branch
    picked: tuple[int, ...]
    """The places of the outcomes of finite laws."""

    output: Hashable
    state: Hashable


Calls: TypeAlias = Mapping[str, Sequence[TracedBranch]]
"""The branches of each call of a state, by the name of the method."""


def returned(stream: object, name: str, *given: object) -> tuple[object, object]:
    """The next state, and what is seen of the output; coins are given last.

    Raises:
        TraceError: if the method does not return these two.
    """
    NOW.append(given[-1])
    try:
        return _returned(stream, name, given)
    finally:
        NOW.pop()


def _returned(stream: object, name: str, given: Sequence[object]) -> tuple[object, object]:
    call: Call = getattr(stream, name)
    found = call(*given)
    if name == "begin":
        return found, ()
    seen: Call = getattr(stream, "output", _itself)
    if name == "end":
        return None, seen(found)
    if not (isinstance(found, tuple) and len(found) == 2):
        several = f"{len(found)} values" if isinstance(found, tuple) else spoken(found)
        raise TraceError(
            f"{name} returns {several}: write `return state, output`, where the state None ends "
            f"the stream ({place_of(call)})"
        )
    return found[0], seen(found[1])


def place_of(call: object) -> str:
    """The name of a method and its line."""
    code: object = getattr(call, "__code__", None)
    line: object = getattr(code, "co_firstlineno", None)
    name: object = getattr(call, "__name__", type(call).__name__)
    return f"in {name}, line {line}" if line else f"in {name}"


def _itself(*given: object) -> object:
    """What is seen of an output, if nothing else is said."""
    return given[0]
