"""Whether a stream says no more when it is called than its steps put out.

What is decided for every number of answers is what the steps put out.  A class with a `__call__`
of its own is tried on some answers: the call gets the draws that the steps got, and what it
returns is to be told by what they put out, whatever the answers are.  Numbers that are put out it
may return, but not compare: what is seen of them `output` says.

Code of others is also called with answers that nobody can read, nor count, and without coins:
`outputs(self, database, coins)` is then what the steps put out.  If it returns the same, and takes
the same way, it knows no more, however many answers there are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import product
from typing import Any

from audits.asked.literals import InputError
from audits.asked.loading import code_of
from reference.probability import streams
from reference.probability.continuous import Gap, Noise, Real
from reference.probability.dist import Dist
from reference.probability.law import laws
from reference.probability.outcome import key
from reference.probability.provenance import ours
from reference.probability.streams import Stream, outputs
from reference.probability.unread import READ, Unread, was_read
from reference.probability.ways import Way, parted

MOST_ANSWERS = 2
"""The call is tried on all vectors of up to so many answers -1, 0, 1."""

OWN = "a number that no step puts out"


def retold(stream: object, name: str) -> bool:
    """Whether the class has a call of its own; one that tells more than the steps is refused.

    Raises:
        InputError: names the answers, and what the call returns; or says what goes wrong.
    """
    owner = next((each for each in type(stream).__mro__ if "__call__" in vars(each)), Stream)
    if owner is Stream:
        return False
    vectors = [v for n in range(MOST_ANSWERS + 1) for v in product((-1, 0, 1), repeat=n)]
    if not ours(stream) and getattr(type(stream), "output", Stream.output) is not Stream.output:
        raise InputError(
            f"--all-n: {name}: it has a `__call__` of its own; `output` belongs to that of Stream"
        )
    known: dict[Hashable, Hashable] = {}
    more = ""
    with code_of(f"--all-n: {name}, `__call__` on the draws of `step`"):
        for vector, law in zip(vectors, laws(_Both(stream), vectors), strict=True):
            for put_out, returned, other in law:
                first = known.setdefault((len(vector), key(put_out)), returned)
                if OWN in (returned, first) or key(returned) != key(first):
                    others = "" if returned == OWN else f", elsewhere {first}"
                    raise InputError(
                        f"--all-n: {name}: `__call__` tells more than the outputs of `step`: on "
                        f"{vector} they are {put_out}, and it returns {returned}{others}"
                    )
                more = more or other
    if more:
        raise InputError(f"--all-n: {name}: `__call__` does more than call `outputs`: {more}")
    return True


@dataclass(frozen=True)
class _Both:
    """What the steps put out, and what the call returns for the same draws."""

    stream: Any

    def __call__(
        self,
        database: tuple[int, ...],
        coins: Any,  # noqa: ANN401
        /,
    ) -> tuple[Hashable, Hashable, str]:
        tape: Any = _Tape(coins)
        seen: Callable[[object], object] = getattr(self.stream, "output", lambda value: value)
        released = (*outputs(self.stream, database, tape),)
        tape.again()
        numbers: list[object] = []
        told = _told(tuple(map(seen, released)), numbers)
        count = len(numbers)
        way = Way(streams.__file__)
        with way.followed():
            found = self.stream(database, tape)
        returned = _told(found, numbers)
        returned = returned if len(numbers) == count else OWN
        return told, returned, "" if ours(self.stream) else self._other(released, returned, way)

    def _other(self, released: tuple[Hashable, ...], returned: Hashable, way: Way) -> str:
        """What the call does if it cannot read the answers, if that is something else."""
        answers: Any = Unread(released, self.stream)
        steps = (*way.steps,)
        try:
            with way.followed():
                found = _told(self.stream(answers, None), [])
        except Exception as error:  # noqa: BLE001 - whatever the code raises
            return READ if was_read(answers) else f"without coins {type(error).__name__}: {error}"
        if was_read(answers):
            return READ
        if way.lines:
            line, function, what = min(way.lines)
            return f"it looks at what objects are ({what} in {function}, line {line})"
        parts = parted(steps, way.steps)
        if parts is not None:
            return "without answers it goes another way (in {}, line {})".format(*parts)
        return "" if returned == OWN or key(found) == key(returned) else f"without them {found}"


def _told(value: object, numbers: list[object]) -> Any:  # noqa: ANN401
    """The value, its real numbers replaced by their places among those met so far."""
    if isinstance(value, Real | Gap):
        number = value.taken_apart()[1:]
        if number not in numbers:
            numbers.append(number)
        return f"number {numbers.index(number)}"
    if isinstance(value, tuple):
        make: Callable[[list[object]], object] = getattr(type(value), "_make", tuple)
        return make([_told(part, numbers) for part in value])
    return value


class _Tape:
    """Coins that answer the same draws a second time."""

    def __init__(self, coins: Any) -> None:  # noqa: ANN401
        self._coins = coins
        self._drawn: list[tuple[object, Any]] = []
        self._place: int | None = None

    def again(self) -> None:
        """From the first draw."""
        self._place = 0

    def draw_real(self, noise: Noise[Any], /) -> Real:
        """A draw of continuous noise."""
        found: Real = self._next(noise, self._coins.draw_real)
        return found

    def draw(self, dist: Dist[Any, Any], /) -> Any:  # noqa: ANN401
        """An outcome of a finite law."""
        return self._next(dist, self._coins.draw)

    def _next(self, asked: Any, draw: Callable[[Any], Any]) -> Any:  # noqa: ANN401
        if self._place is None:
            self._drawn.append((asked, draw(asked)))
            return self._drawn[-1][1]
        if self._place == len(self._drawn) or self._drawn[self._place][0] != asked:
            raise TypeError("it makes other draws than the steps")
        self._place += 1
        return self._drawn[self._place - 1][1]
