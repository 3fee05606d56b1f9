"""Whether a stream says no more when it is called than its steps put out.

What is decided for every number of answers is what the steps put out.  A class with a `__call__`
of its own is tried on some answers: the call gets the draws that the steps got, and what it
returns is to be told by what they put out, whatever the answers are.  Numbers that are put out it
may return, but not compare: what is seen of them `output` says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import product
from typing import Any

from audits.asked.literals import InputError
from audits.asked.loading import code_of
from reference.probability.continuous import Gap, Noise, Real
from reference.probability.dist import Dist
from reference.probability.law import laws
from reference.probability.outcome import key
from reference.probability.streams import Stream, outputs

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
    known: dict[Hashable, Hashable] = {}
    with code_of(f"--all-n: {name}, `__call__` on the draws of `step`"):
        for vector, law in zip(vectors, laws(_Both(stream), vectors), strict=True):
            for put_out, returned in law:
                first = known.setdefault((len(vector), key(put_out)), returned)
                if OWN in (returned, first) or key(returned) != key(first):
                    others = "" if returned == OWN else f", elsewhere {first}"
                    raise InputError(
                        f"--all-n: {name}: `__call__` tells more than the outputs of `step`: on "
                        f"{vector} they are {put_out}, and it returns {returned}{others}"
                    )
    return True


@dataclass(frozen=True)
class _Both:
    """What the steps put out, and what the call returns for the same draws."""

    stream: Any

    def __call__(self, database: tuple[int, ...], coins: Any, /) -> tuple[Hashable, Hashable]:  # noqa: ANN401
        tape: Any = _Tape(coins)
        seen: Callable[[object], object] = getattr(self.stream, "output", lambda value: value)
        put_out = tuple(map(seen, outputs(self.stream, database, tape)))
        tape.again()
        numbers: list[object] = []
        told = _told(put_out, numbers)
        count = len(numbers)
        returned = _told(self.stream(database, tape), numbers)
        return told, returned if len(numbers) == count else OWN


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
