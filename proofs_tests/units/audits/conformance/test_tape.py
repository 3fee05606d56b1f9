"""The random tape: every draw branches, and the law is the program's own."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import floor, log
from typing import Any

import pytest

from audits.conformance.tape import Tape, TooManyBranchesError, exhaust
from audits.conformance.uniform import UnboundedDrawError

Program = Callable[[Any], Any]

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


PAIRS = ((0, 1), (0, 2), (1, 2))


def law(program: Program) -> dict[Any, Fraction]:
    """The law of a program that draws finitely often."""
    found = exhaust(program)
    assert not found.unexplored
    assert sum(found.weights.values()) == 1
    return found.weights


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

    found = exhaust(program, least_probability=Fraction(1, 2**30))
    assert sum(found.weights.values()) + found.unexplored == 1
    assert 0 < found.unexplored <= Fraction(1, 2**30)
    low = found.weights[1]
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


def test_too_many_branches_are_refused() -> None:
    """The number of runs is bounded."""
    with pytest.raises(TooManyBranchesError):
        exhaust(lambda rng: rng.getrandbits(8), most_branches=100)


def test_a_program_that_is_not_deterministic_is_refused() -> None:
    """Draws that depend on something else than the tape are noticed."""
    state = [1]

    def program(rng: Tape) -> int:
        state[0] += 1
        return rng.randrange(state[0])

    with pytest.raises(ValueError, match="differently"):
        exhaust(program)


def test_a_wide_draw_is_an_unbounded_one() -> None:
    """The refusal is an error of its own."""
    with pytest.raises(UnboundedDrawError):
        exhaust(lambda rng: rng.getrandbits(53))


def _factorial(n: int) -> int:
    return 1 if n < 2 else n * _factorial(n - 1)
