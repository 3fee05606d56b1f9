"""Programs that leak and programs that do not, at e^eps = 2: the first fail, the others pass."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np  # noqa: TID251  # its types are what some leaks are made of
import pytest

from audits.conformance.assertions import assert_private

Program = Callable[[Any, Any], object]

ONE, EIGHT = np.float32(1), np.int64(8)
THREE: Any = np.int64(3)


def response(bit: int, rng: Any) -> int:  # noqa: ANN401  # a random source of any kind
    """Randomized response with odds 2 : 1."""
    return bit if rng.randrange(3) else 1 - bit


def geometric(rng: Any) -> int:  # noqa: ANN401
    """Pr[k] = 2^-(k+1)."""
    k = 0
    while rng.getrandbits(1):
        k += 1
    return k


def tail(bit: int, rng: Any) -> object:  # noqa: ANN401
    """A tail of probability 2^-15 tells the bit."""
    k = geometric(rng)
    return k if k < 15 else (k, bit)


def swallowing(bit: int, rng: Any) -> object:  # noqa: ANN401
    """The handler of a refused draw tells the bit."""
    try:
        return rng.gauss(0, 1)
    except Exception:  # noqa: BLE001  # to fool the tape
        return bit


def kept(bit: int, rng: Any, calls: list[int] = []) -> object:  # noqa: ANN401, B006
    """Right for fifty calls."""
    calls.append(bit)
    return response(bit, rng) if len(calls) < 50 else bit


def first(seen: Callable[[int, int], object], leaking: object) -> Program:
    """Right, but where the call that came first was another one."""
    kept: list[object] = []

    def program(bit: int, rng: Any) -> int:  # noqa: ANN401
        drawn: int = rng.randrange(2)
        kept.append(seen(bit, drawn))
        return bit if kept[0] == leaking else drawn

    return program


@dataclass(frozen=True)
class Record:
    """An answer under a name."""

    number: int


class Tens:
    """A field that stores what it is given, and answers with a tenth of it."""

    def __get__(self, holder: object, kind: type | None = None) -> int:
        return 0 if holder is None else vars(holder)["number"] // 10

    def __set__(self, holder: object, value: int) -> None:
        vars(holder)["number"] = value


@dataclass(frozen=True)
class Rounded:
    """A record whose attribute says less than it stores."""

    number: Tens = Tens()


def nan(bit: int) -> np.float32:
    """A quiet NaN of numpy's, or one that is not."""
    found: np.float32 = np.array([0x7FC00001 if bit else 0x7F800001], "u4").view("f4")[0]
    return found


LEAKS: dict[str, Program] = {
    "the bit": lambda bit, _: bit,
    "one in a thousand": lambda bit, rng: bit if rng.randrange(1000) == 0 else 0,
    "a type": lambda bit, rng: np.int64(rng.randrange(2)) if bit else rng.randrange(2),
    "a type of numpy": lambda bit, rng: bit if isinstance(rng.integers(2), np.integer) else 0,
    "overflow": lambda bit, rng: bit if rng.integers(2**62) * EIGHT < 0 else 0,
    "a sign of zero": lambda bit, rng: -0.0 if bit and rng.randrange(2) else 0.0,
    "rounding": lambda bit, rng: bit if ONE * rng.random() == 1 else 0,
    "a record": lambda bit, rng: Record(bit * rng.randrange(1000)),
    "a tail": tail,
    "a handler": swallowing,
    "later calls": kept,
    "the first database": first(lambda bit, _: bit, 1),
    "the first draw": first(lambda _, drawn: drawn, 1),
    "the first call": first(lambda *call: call, (0, 1)),
    "the other first call": first(lambda *call: call, (1, 0)),
    "NULs at the end": lambda bit, rng: np.str_("a" * rng.randrange(2) + "\0" * bit),
    "a type in a fraction": lambda bit, _: Fraction(THREE) if bit else Fraction(3),
    "a bit of a NaN": lambda bit, _: nan(bit),
    "what is stored": lambda bit, _: Rounded(bit),
}

RIGHT: dict[str, Program] = {
    "response": response,
    "a record": lambda bit, rng: Record(response(bit, rng)),
    "a set": lambda bit, rng: frozenset({response(bit, rng), "x"}),
    "a uniform": lambda bit, rng: bit if rng.random() < 0.625 else 1 - bit,
    "a choice": lambda bit, rng: rng.choice([bit, bit, 1 - bit]),
    "integers of numpy": lambda bit, rng: bool(rng.integers(3)) == bool(bit),
    "geometric noise": lambda bit, rng: bit + geometric(rng) - geometric(rng),
    "a large integer": lambda _, rng: rng.randrange(10**6) % 3,
    "a permutation": lambda _, rng: tuple(map(int, rng.permutation(3))),
    "a sample": lambda _, rng: tuple(sorted(rng.sample(range(5), 2))),
    "an array": lambda _, rng: int((rng.random(3) < 0.5).sum()),
}


REFUSALS = (
    r"not private|wrap around|continuous|differently|numpy loses the NUL|two integers of type int|"
    "its class keeps code|called first on another database or branch"
)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_does_not_pass(name: str) -> None:
    """Each is refuted, or refused in a line of its own."""
    with pytest.raises(BaseException, match=REFUSALS):
        assert_private(LEAKS[name], [(0, 1)], exp_eps=2, allowance=Fraction(1, 2**30))


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_passes(name: str) -> None:
    """With room for what is left of noise without an end."""
    assert_private(RIGHT[name], [(0, 1)], exp_eps=2, allowance=Fraction(1, 2**19))
