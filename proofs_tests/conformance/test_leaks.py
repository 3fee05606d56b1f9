"""Programs that leak and programs that do not, at e^eps = 2: the first fail, the others pass."""

import math
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np  # noqa: TID251  # its types are what some leaks are made of
import pytest

from audits.conformance.assertions import assert_private
from reference.data.bottom import Bottom

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


def unreduced(bit: int) -> Fraction:
    """One half, or two quarters."""
    found = Fraction(1, 2)
    vars(Fraction)["_numerator"].__set__(found, 1 + bit)
    vars(Fraction)["_denominator"].__set__(found, 2 + 2 * bit)
    return found


def renamed(bit: int, _: object) -> object:
    """A member of an enumeration of the reference that carries the bit."""
    vars(Bottom.BOTTOM)["_value_"] = bit
    return Bottom.BOTTOM


def unlucky(rng: Any) -> int:  # noqa: ANN401
    """Writes many digits with probability 1/8."""
    long = rng.randrange(8) == 3
    digits = str(10 ** (5000 if long else 1))
    return 0 * len(digits)


def fewer_digits(bit: int, rng: Any) -> int:  # noqa: ANN401
    """The same call fails after the interpreter was told to write less."""
    sys.set_int_max_str_digits(0)
    unlucky(rng)
    sys.set_int_max_str_digits(640)
    try:
        return unlucky(rng)
    except ValueError:
        return bit


LINKS: dict[str, Any] = {"f0": lambda: 0}
exec("".join(f"def f{i}(): return f{i - 1}()\n" for i in range(1, 41)), LINKS)  # noqa: S102  # forty
last_of_many = LINKS["f40"]


def deep(rng: Any) -> Any:  # noqa: ANN401
    """Calls forty functions, one in the other, with probability 1/8."""
    return last_of_many() if rng.randrange(8) == 3 else 0


def less_room(bit: int, rng: Any) -> Any:  # noqa: ANN401
    """The same call fails after the interpreter was told to nest less."""
    usual = sys.getrecursionlimit()
    deep(rng)
    for limit in range(1, usual):
        try:
            sys.setrecursionlimit(limit)
            break
        except RecursionError:
            continue
    sys.setrecursionlimit(limit + 35)
    try:
        return deep(rng)
    except RecursionError:
        return bit
    finally:
        sys.setrecursionlimit(usual)


NANS = [struct.pack("<Q", 0x7FF8_0000_0000_0001 + bit) for bit in (0, 1)]

LEAKS: dict[str, Program] = {
    "the bit": lambda bit, _: bit,
    "one in a thousand": lambda bit, rng: bit if rng.randrange(1000) == 0 else 0,
    "True or 1": lambda bit, rng: True if rng.randrange(2) < 2 * bit else 1,
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
    "a sign of a NaN": lambda bit, _: math.copysign(math.nan, -bit),
    "a bit of a NaN in a set": lambda bit, _: frozenset({struct.unpack("<d", NANS[bit])}),
    "a fraction that is not reduced": lambda bit, _: unreduced(bit),
    "a member that carries it": renamed,
    "fewer digits": fewer_digits,
    "less room": less_room,
    "what is stored": lambda bit, _: Rounded(bit),
}


def trying(bit: int, rng: Any) -> int:  # noqa: ANN401
    """Fails after two thousand tries: a branch of probability 2^-4000."""
    for _ in range(2000):
        k = rng.getrandbits(2)
        if k < 3:
            return bit if k else 1 - bit
    raise RuntimeError


def recursive(bit: int, rng: Any) -> int:  # noqa: ANN401
    """Calls itself while coins show heads: for ever, if they always do."""
    return recursive(bit, rng) if rng.getrandbits(1) else response(bit, rng)


RIGHT: dict[str, Program] = {
    "response": response,
    "a record": lambda bit, rng: Record(response(bit, rng)),
    "a set": lambda bit, rng: frozenset({response(bit, rng), "x"}),
    "a uniform": lambda bit, rng: bit if rng.random() < 0.625 else 1 - bit,
    "a choice": lambda bit, rng: rng.choice([bit, bit, 1 - bit]),
    "integers of numpy": lambda bit, rng: bool(rng.integers(3)) == bool(bit),
    "a limit of tries": lambda bit, rng: [trying(bit, rng)][0],
    "recursion": lambda bit, rng: [recursive(bit, rng)][0],
    "geometric noise": lambda bit, rng: bit + geometric(rng) - geometric(rng),
    "a large integer": lambda _, rng: rng.randrange(10**6) % 3,
    "a permutation": lambda _, rng: tuple(map(int, rng.permutation(3))),
    "a sample": lambda _, rng: tuple(sorted(rng.sample(range(5), 2))),
    "an array": lambda _, rng: int((rng.random(3) < 0.5).sum()),
}


REFUSALS = (
    r"not private|wrap around|continuous|differently|numpy loses the NUL|two integers of type int|"
    "its class keeps code|wrote into what|called first on another database or branch|"
    "stopped being watched"
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
