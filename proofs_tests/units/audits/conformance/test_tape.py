"""The random tape: every draw branches, and the law is the program's own."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import floor, log
from typing import Any, NamedTuple

import numpy as np  # noqa: TID251  # what `choice` is compared with
import pytest

from audits.conformance.exhaustion import Limits, Search, exhaust
from audits.conformance.tape import Tape
from audits.conformance.uniform import UnboundedDrawError

Program = Callable[[Any], Any]

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.fixture(autouse=True)
def _once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few branches are followed once: these programs keep nothing from call to call."""
    monkeypatch.setattr(Search, "repeat_often", lambda *_: None)


PAIRS = ((0, 1), (0, 2), (1, 2))


def law(program: Program) -> dict[Any, Fraction]:
    """The law of a program that draws finitely often."""
    found = exhaust(program)
    assert not found.unexplored
    assert sum(found.weights.values()) == 1
    return dict(found.pairs())


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (lambda rng: rng.randrange(2, 5), {2: THIRD, 3: THIRD, 4: THIRD}),
        (lambda rng: rng.randint(1, 2), {1: HALF, 2: HALF}),
        (lambda rng: rng.getrandbits(1), {0: HALF, 1: HALF}),
        (lambda rng: rng.choice("ab"), {"a": HALF, "b": HALF}),
        (lambda rng: rng.choice(["a", "b"], p=[0.25, 0.75]), {"a": HALF**2, "b": 3 * HALF**2}),
        (lambda rng: rng.integers(3), {0: THIRD, 1: THIRD, 2: THIRD}),
        (lambda rng: sum(rng.integers(0, 2, size=2)), {0: HALF**2, 1: HALF, 2: HALF**2}),
        (lambda rng: rng.integers(0, 1, endpoint=True), {0: HALF, 1: HALF}),
        (lambda rng: rng.binomial(2, 0.5), {0: HALF**2, 1: HALF, 2: HALF**2}),
        (lambda rng: rng.bernoulli(Fraction(1, 3)), {False: 2 * THIRD, True: THIRD}),
        (lambda rng: tuple(rng.permutation(3)), dict.fromkeys(permutations(range(3)), THIRD / 2)),
        (lambda rng: tuple(sorted(rng.sample(range(3), 2))), dict.fromkeys(PAIRS, THIRD)),
    ],
)  # fmt: skip
def test_finite_draws(program: Program, expected: dict[Any, Fraction]) -> None:
    """Draws of `random.Random` and of a numpy generator have their stated laws."""
    assert law(program) == expected


def test_a_uniform_is_drawn_by_comparison() -> None:
    """`random() < p` holds for exactly the multiples of 2^-53 below p."""
    assert law(lambda rng: rng.random() < 0.1)[True] == Fraction(
        -(-Fraction(0.1) * 2**53 // 1), 2**53
    )


def test_what_is_known_of_a_uniform_is_kept() -> None:
    """Comparing the same uniform again gives no new randomness, and narrows what is left."""

    def program(rng: Tape) -> tuple[bool, bool, bool]:
        u = rng.random()
        return u < 0.5, u < 0.25, u >= 0.5

    quarter = Fraction(1, 4)
    assert law(program) == {
        (True, True, False): quarter,
        (True, False, False): quarter,
        (False, False, True): HALF,
    }


@pytest.mark.parametrize("sign", [1, -1])
def test_expressions_are_those_of_the_program(sign: int) -> None:
    """Scaling and shifting is done in floating point, as the program does it: brute force."""
    expression: Program = {1: lambda u: u * 3.0 + 0.1, -1: lambda u: 0.1 - 3.0 * u}[sign]
    counts: dict[int, int] = {}
    for k in range(1024):
        value = floor(expression(k / 1024))
        counts[value] = counts.get(value, 0) + 1
    found = law(lambda rng: floor(expression(rng.random())))
    assert set(found) == set(counts)
    for value, count in counts.items():
        assert abs(found[value] - Fraction(count, 1024)) <= Fraction(1, 512)


@pytest.mark.parametrize(
    ("program", "steps"),
    [
        (lambda rng: int(rng.random() * 4), [0, 1, 2, 3]),
        (lambda rng: int(rng.uniform(-2, 2)), [-2, -1, 0, 1]),
        (lambda rng: round(rng.random() * 2), [0, 1, 2]),
        (lambda rng: rng.choices("ab", [1, 3])[0], ["a", "b"]),
        (lambda rng: [rng.random() < 0.5] * 2 == [True, True], [False, True]),
        (lambda rng: any(rng.random() <= [0.25, 0.75]), [False, True]),
    ],
)
def test_steps_of_a_uniform(program: Program, steps: list[object]) -> None:
    """Rounded uniforms have finitely many values, all of them found."""
    assert sorted(law(program)) == steps


def test_an_unbounded_loop_is_cut_and_counted() -> None:
    """What is abandoned is exactly what is missing: Bernoulli(1/e) by the factorial series."""

    def program(rng: Tape) -> int:
        k = 1
        while rng.bernoulli(Fraction(1, k)):
            k += 1
        return k % 2

    found = exhaust(program, Limits(target=Fraction(1, 2**30)))
    assert sum(found.weights.values()) + found.unexplored == 1
    assert 0 < found.unexplored <= Fraction(1, 2**30)
    low = found.probability(1)
    partial = [sum(Fraction((-1) ** i, _factorial(i)) for i in range(n)) for n in (20, 21)]
    assert low <= max(partial)
    assert min(partial) <= low + found.unexplored


@pytest.mark.parametrize(
    "program",
    [
        lambda rng: rng.gauss(0, 1),
        lambda rng: rng.laplace(),
        lambda rng: rng.expovariate(1),
        lambda rng: log(rng.random()),
        lambda rng: rng.random() + rng.random(),
        lambda rng: rng.randrange(2**40),
        lambda rng: float(rng.random()),
        lambda rng: {rng.random()},
    ],
)
def test_what_cannot_be_exhausted_is_refused(program: Program) -> None:
    """Continuous, opaque and enormous draws are refused, not guessed."""
    with pytest.raises(TypeError):
        exhaust(program)


DRAWS: dict[str, Program] = {
    "random": lambda rng: rng.random() < 0.5,
    "uniform": lambda rng: rng.uniform(0, 1) < 0.5,
    "getrandbits": lambda rng: rng.getrandbits(1),
    "randbytes": lambda rng: rng.randbytes(1),
    "randrange": lambda rng: rng.randrange(2),
    "randint": lambda rng: rng.randint(0, 1),
    "choice": lambda rng: rng.choice("ab"),
    "choices": lambda rng: tuple(rng.choices("ab", k=1)),
    "sample": lambda rng: tuple(rng.sample("ab", 1)),
    "shuffle": lambda rng: rng.shuffle([0, 1]),
    "integers": lambda rng: rng.integers(2),
    "binomial": lambda rng: rng.binomial(1, 0.5),
    "permutation": lambda rng: tuple(rng.permutation(2)),
}


def test_a_draw_that_is_not_followed_says_which_are() -> None:
    """Each draw that is named is followed; a binomial one of Python has a way out, which is."""
    with pytest.raises(TypeError, match=r"^hypergeometric of a random source is not") as said:
        exhaust(lambda rng: rng.hypergeometric(3, 3, 2))
    listed = str(said.value).partition("give a draw that is: ")[2].partition(" (at ")[0]
    names = re.findall(
        r"\w+", re.sub(r"shuffle of random\.Random, or|of numpy", "shuffle", listed)
    )
    assert {*names} == {*DRAWS}
    for draw in DRAWS.values():
        assert sum(law(draw).values()) == 1
    with pytest.raises(
        TypeError, match=r"^binomialvariate\(4, 0\.5\) is not followed, .*sum\(rng"
    ):
        exhaust(lambda rng: rng.binomialvariate(4, 0.5))
    sums = law(lambda rng: sum(rng.random() < 0.5 for _ in range(2)))
    assert sums == {0: HALF**2, 1: HALF, 2: HALF**2}


def test_a_program_that_is_not_deterministic_is_refused() -> None:
    """Draws that depend on something else than the tape are noticed."""
    state = [1]

    def program(rng: Tape) -> int:
        state[0] += 1
        return int(rng.randrange(state[0]))

    with pytest.raises(ValueError, match="differently"):
        exhaust(program)


def test_a_wide_draw_is_an_unbounded_one() -> None:
    """The refusal is an error of its own, and names the line that asked for it."""
    with pytest.raises(UnboundedDrawError, match=r"one draw with 9007199254740992 .*test_tape.py"):
        exhaust(lambda rng: rng.getrandbits(53))


SIXTEENTH, ONE = Fraction(1, 16), np.float32(1)


@pytest.mark.parametrize(
    ("program", "chance"),
    [
        (lambda rng: rng.getrandbits(64) < 2**62, HALF**2),
        (lambda rng: rng.getrandbits(64) & 1 == 1, HALF),
        (lambda rng: rng.getrandbits(64) & 3 == 1, HALF**2),
        (lambda rng: rng.getrandbits(64) >> 62 == 3, HALF**2),
        (lambda rng: rng.getrandbits(64) >> 60 == 3, SIXTEENTH),
        (lambda rng: rng.getrandbits(64) % 2**4 == 3, SIXTEENTH),
        (lambda rng: rng.getrandbits(33) == 7, HALF**33),
        (lambda rng: rng.randrange(3 * 10**12) % 3 == 2, THIRD),
        (lambda rng: rng.randrange(10**12) % 3 == 0, Fraction((10**12 + 2) // 3, 10**12)),
        (lambda rng: (rng.randrange(6 * 10**9) < 3 * 10**9) + 0 == 1, HALF),
        (lambda rng: rng.randrange(10**12, 3 * 10**12, 2) >= 2 * 10**12, HALF),
        (lambda rng: rng.randint(-(10**9), 10**9) < 0, Fraction(10**9, 2 * 10**9 + 1)),
        (lambda rng: rng.integers(0, 2**63) // 2**61 == 1, HALF**2),
        (lambda rng: rng.integers(10**6, size=3)[2] < 10**5, Fraction(1, 10)),
        (lambda rng: all(rng.random(size=2) < 0.25), SIXTEENTH),
        (lambda rng: bool((rng.random(size=(2, 1)) < 0.25).all()), SIXTEENTH),
        (lambda rng: bool((rng.random(2) * 2.0 + 1.0 < 1.5).any()), 7 * SIXTEENTH),
        (lambda rng: all(rng.uniform(-1, 1, size=2) < -0.5), SIXTEENTH),
        (lambda rng: rng.randbytes(1) == b"a", Fraction(1, 256)),
        (lambda rng: isinstance(rng.getrandbits(64), int), Fraction(1)),
        (lambda rng: isinstance(rng.random(), float), Fraction(1)),
        (lambda rng: rng.randrange(1000) in {1, 2}, Fraction(1, 500)),
        (lambda rng: f"{rng.randrange(1000):03d}" == "007", Fraction(1, 1000)),
        (lambda rng: list(range(300))[rng.randrange(300)] == 5, Fraction(1, 300)),
        # draws of a numpy generator have its types, and arithmetic with numpy numbers its rounding
        (lambda rng: isinstance(rng.integers(5), np.integer), Fraction(1)),
        (lambda rng: isinstance(rng.integers(10**6), np.integer), Fraction(1)),
        (lambda rng: type(rng.integers(3) * 2) is np.int64, Fraction(1)),
        (lambda rng: type(rng.integers(5, dtype=int)) is int, Fraction(1)),
        (lambda rng: rng.integers(5, size=2).dtype == np.int64, Fraction(1)),
        (lambda rng: type(rng.choice([1, 2], p=[0.5, 0.5])) is np.int64, Fraction(1)),
        (lambda rng: type(rng.permutation(3)) is np.ndarray, Fraction(1)),
        (lambda rng: type(rng.binomial(2, 0.5)) is int, Fraction(1)),
        (lambda rng: rng.integers(-(2**63), 2**63) // 2**62 == -2, HALF**2),
        (lambda rng: bool(ONE * rng.random() == 1), HALF**25),
        (lambda rng: bool(rng.random() * ONE == 1), HALF**25),
        (lambda rng: bool((np.array([ONE]) * rng.random() == 1).any()), HALF**25),
        (lambda rng: bool((rng.random() * np.array([ONE]) == 1).any()), HALF**25),
        (lambda rng: bool((np.array([0.5]) < rng.random()).any()), HALF - HALF**53),
        (lambda rng: bool(np.float64(0.5) < rng.random()), HALF - HALF**53),
    ],
)
def test_draws_that_are_not_drawn_whole(program: Program, chance: Fraction) -> None:
    """Large integers and arrays of uniforms are drawn as far as the program looks at them.

    A double k / 2^53 is rounded to the float32 1 from 1 - 2^-25 on (a tie goes to the even one).
    """
    assert law(program).get(True) == chance


def test_knowing_a_residue_is_kept() -> None:
    """A large integer is known modulo 3 and by its size at once, exactly."""

    def program(rng: Tape) -> tuple[int, bool, int]:
        x = rng.getrandbits(40)
        residue = x % 3
        return residue, bool(x < 10), int(x % 6)

    found = law(program)
    assert sum(p for (r, small, _), p in found.items() if small) == Fraction(10, 2**40)
    assert found[0, True, 0] == Fraction(2, 2**40)  # 0 and 6
    assert found[1, True, 4] == Fraction(1, 2**40)  # 4
    assert all(s % 3 == r for r, _, s in found)


@pytest.mark.parametrize("p", [[0.1] * 10, [0.3, 0.3, 0.4], [1 / 3] * 3, [0.0, 0.7, 0.3]])
def test_choice_is_what_numpy_computes(p: list[float]) -> None:
    """Inverse transform sampling with sums in floating point, at the ends of every step."""
    sums = np.cumsum(p)
    sums /= sums[-1]
    found = exhaust(lambda rng: rng.choice(len(p), p=p))
    end = 0
    for i in range(len(p)):
        first, end = end, end + int(found.probability(i) * 2**53)
        for k in {first, end - 1} if first < end else ():
            assert sums.searchsorted(k / 2**53, side="right") == i
    assert end == 2**53


def test_one_draw_of_five_thousand_values() -> None:
    """A draw with many values costs no more than its values."""
    found = exhaust(lambda rng: rng.randrange(5_000))
    assert found.branches == 5_000
    assert set(found.weights.values()) == {Fraction(1, 5_000)}


def _factorial(n: int) -> int:
    return 1 if n < 2 else n * _factorial(n - 1)


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(
    "program",
    [
        lambda rng: rng.integers(0, 2**62) * 4 < 0,
        lambda rng: rng.integers(0, 2**63) + 1 < 0,
        lambda rng: rng.integers(0, 2**62) << 2 < 0,
        lambda rng: -rng.integers(-(2**63), 2**63) < 0,
    ],
)
def test_arithmetic_that_wraps_around_is_refused(program: Program) -> None:
    """A product that exceeds 64 bits is negative in numpy: an error that says so, no law."""
    with pytest.raises(UnboundedDrawError, match=r"wrap around.*test_tape\.py"):
        exhaust(program)


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    rest: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A number under a name."""

    number: int


@dataclass(frozen=True, slots=True)
class Slotted:
    """The same in a slot, within another one."""

    inner: Record


@pytest.mark.parametrize(
    "made",
    [
        lambda n: Pair(n, (n,)),
        Record,
        lambda n: Slotted(Record(n)),
        lambda n: frozenset({n}),
        lambda n: (frozenset({(n, 1)}), Record(n)),
    ],
)
def test_integers_inside_an_outcome_are_drawn(made: Callable[[Any], Any]) -> None:
    """A large integer that nobody looked at is known when it is released, wherever it is."""
    found = law(lambda rng: made(rng.randrange(300)))
    assert len(found) == 300
    assert found[made(7)] == Fraction(1, 300)


def test_a_power_modulo_a_number() -> None:
    """`pow` with three arguments draws what it needs: squares modulo 7, of 0, ..., 699."""
    assert law(lambda rng: pow(rng.randrange(700), 2, 7)) == {
        value: Fraction(count, 7) for value, count in ((0, 1), (1, 2), (2, 2), (4, 2))
    }
