"""Who is wrong after rounding: of any queries, answers and databases."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.rounding_errors import WRONG_DEVIATIONS, WRONG_SUBSETS
from audits.claims.vt14.laws.reconstruction import signs, sums
from audits.claims.vt14.laws.reconstruction import wrong as wrong_people
from proofs_tests.properties.inequalities import beyond_half, solvable, units, within
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.queries import (
    Answers,
    Bits,
    Queries,
    added,
    bits,
    pushes,
    queries,
)
from reference.lower_bounds.efficient_reconstruction import HadamardReconstruction
from reference.lower_bounds.rounding_errors import (
    hadamard_deviations,
    hadamard_errs,
    most_wrong,
    programme_errs,
)

Signs: TypeAlias = tuple[int, ...]

LIMITS = st.sampled_from([Fraction(k, 16) for k in (4, 2, 3, 5, 6, 8, 9, 12)])


def with_signs(asked: Queries) -> st.SearchStrategy[tuple[Queries, Signs]]:
    """Queries, and who is wrong."""
    z = st.sampled_from(list(signs(len(asked[0])))[::-1])
    return st.tuples(st.just(asked), z)


@property_of(
    programme_errs,
    WRONG_SUBSETS,
    given=queries(st.integers(1, 2)).flatmap(with_signs),
    error=LIMITS,
)
def test_a_point_may_be_wrong_there(
    made: Callable[[Queries, Fraction, Signs], bool],
    given: tuple[Queries, Signs],
    error: Fraction,
) -> None:
    """If some differences are within 2E of 0 and above 1/2 there, by elimination."""
    asked, z = given
    n = len(z)
    rows = within(asked, 2 * error) + within(units(n), Fraction(1)) + beyond_half(units(n), z)
    assert made(asked, error, z) == solvable(rows, strict=True)


def moved(people: int) -> list[list[Fraction]]:
    """How each person is moved by each answer: that of H v/n, with v by definition."""
    found = []
    for j in range(people):
        row = []
        for i in range(people):
            v = [Fraction(2 * (k == i) - (i == 0)) for k in range(people)]
            v[0] = Fraction(i == 0)
            total = sum(c * (-1) ** (j & k).bit_count() for k, c in enumerate(v))
            row.append(total / people)
        found.append(row)
    return found


@property_of(
    hadamard_deviations,
    {
        "the first person as the others": "int(i == j == 0) => 0",
        "the first answer counts once": "i == j == 0 => i == 0",
        "signs of -1": "2 * q - 1 => 1 - 2 * q",
        "half of it": "2 * (2 * q - 1) => 2 * q - 1",
    },
    power=st.integers(0, 3),
)
def test_errors_move_the_estimate(made: Callable[[int], list[list[Fraction]]], power: int) -> None:
    """By H v/n, for the v that they make."""
    assert made(2**power) == moved(2**power)


@property_of(
    hadamard_errs,
    {
        name: errs
        for name, errs in WRONG_DEVIATIONS.items()
        if name not in {"corners of the box only", "each person alone"}
    },
    z=st.sampled_from([z for n in (2, 1) for z in list(signs(n))[::-1]]),
    error=LIMITS,
)
def test_errors_may_make_them_wrong(
    made: Callable[[int, Fraction, Signs], bool], z: Signs, error: Fraction
) -> None:
    """If some errors below E move each of them by more than 1/2, by elimination."""
    n = len(z)
    rows = within(units(n), error) + beyond_half(moved(n), z)
    assert made(n, error, z) == solvable(rows, strict=True)


PUSHED = st.sampled_from([2, 4]).flatmap(lambda n: st.tuples(bits(n), pushes(n)))


@property_of(
    hadamard_errs,
    {
        "all people at once": WRONG_DEVIATIONS["all people at once"],
        "errors below E/2": WRONG_DEVIATIONS["errors below E/2"],
        "nobody": lambda *_: False,
    },
    given=PUSHED,
)
def test_whoever_is_wrong_may_be(
    made: Callable[[int, Fraction, Signs], bool], given: tuple[Bits, Answers]
) -> Fraction:
    """For the attack on any answers; and most of all no more than its bound says."""
    x, off = given
    n = len(x)
    attack = HadamardReconstruction(n)
    error = max(map(abs, off)) + Fraction(1, 64)
    guess = attack(added(sums(attack.queries, x), off))
    z = tuple(a - b for a, b in zip(guess, x, strict=True))
    assert not any(z) or made(n, error, z)
    return Fraction(attack.wrong_at_most(error) - wrong_people(x, guess))


@property_of(
    most_wrong,
    {
        "the least number": "range(people, 0, -1) => range(1, people + 1)",
        "all of that number": "if any(errs => if all(errs",
        "never everybody": "range(people, => range(people - 1,",
        "never one": "0, -1) => 1, -1)",
        "1 for nobody": "return 0 => return 1",
        "ones only": "product((1, 0, -1) => product((1, 0)",
    },
    given=st.integers(1, 3).flatmap(
        lambda n: st.tuples(
            st.just(n), st.sets(st.sampled_from([z for z in signs(n) if any(z)]), max_size=3)
        )
    ),
)
def test_the_largest_number_of_people(
    made: Callable[[int, Callable[[Signs], bool]], int], given: tuple[int, set[Signs]]
) -> None:
    """Of all for whom it is possible, whichever these are."""
    n, possible = given
    both = possible | {tuple(-s for s in z) for z in possible}
    assert made(n, both.__contains__) == max((n - z.count(0) for z in both), default=0)
