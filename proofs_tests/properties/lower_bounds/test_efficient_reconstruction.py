"""Efficient reconstruction: from any answers, of any mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.reconstruction import WRONG_ROUNDINGS
from audits.claims.vt14.impostors.rounding_errors import WRONG_HADAMARD_BOUNDS
from audits.claims.vt14.laws.reconstruction import apart, signs, sums
from proofs_tests.properties.attacked import recovered_beyond_good, refused
from proofs_tests.properties.inequalities import beyond_half, solvable, units, within
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.queries import (
    Answers,
    Bits,
    Queries,
    added,
    answering,
    answers,
    bits,
    doubled,
    errors,
    every,
    halves,
    pushes,
    queries,
)
from reference.data.bottom import Bottom
from reference.lower_bounds.efficient_reconstruction import (
    HadamardReconstruction,
    RoundedProgramme,
)

Pushed: TypeAlias = tuple[Bits, Answers]

ERRORS = st.sampled_from([Fraction(k, 8) for k in (1, 0, 2, 3, 4)])
FEW = st.integers(1, 2)
ANSWERED = queries(FEW).flatmap(
    lambda asked: st.tuples(st.just(asked), st.just(halves(asked)) | answers(asked, 6))
)


@property_of(
    RoundedProgramme,
    {
        "the first answers": "strict=True => strict=False",
        "slack 2E": "y + self.error => y + 2 * self.error",
        "slack E/2": "self.error - y => self.error / 2 - y",
        "answers from above only": "tuple(-a for a in query) => query",
        "the first query is left out": (
            "in zip(self.queries, answers, strict=True) => in [*zip(self.queries, answers)][1:]"
        ),
        "1/2 is rounded down": "coordinate >= HALF => coordinate > HALF",
        "rounded at 1/4": "coordinate >= HALF => coordinate >= HALF / 2",
        "nobody if none fits": "Bottom.BOTTOM if point is None => () if point is None",
    },
    answered=ANSWERED,
    error=ERRORS,
)
def test_the_point_fits_or_none_does(
    made: type[RoundedProgramme], answered: tuple[Queries, Answers], error: Fraction
) -> None:
    """It is in the box and within E of all answers, and is rounded; elimination says if any is."""
    asked, said = answered
    n = len(asked[0])
    attack = made(asked, error)
    assert refused(attack, (*said, error))
    point, guess = attack.point(said), attack(said)
    if point is None:
        rows = within(units(n), Fraction(1)) + [([-a for a in u], 0) for u in units(n)]
        for q, y in zip(asked, said, strict=True):
            rows += [(q, y + error), (tuple(-a for a in q), error - y)]
        assert guess is Bottom.BOTTOM
        assert not solvable(rows, strict=False)
        return
    assert all(0 <= p <= 1 for p in point)
    for q, y in zip(asked, said, strict=True):
        assert abs(y - sum(p for p, a in zip(point, q, strict=True) if a)) <= error
    assert guess == tuple(int(2 * p) if p < 1 else 1 for p in point)


@cache
def rounded_wrong(asked: Queries, error: Fraction) -> int:
    """In how many people a database and a rounded point differ at most that answers fit."""
    n, most = len(asked[0]), 0
    sides = within(asked, 2 * error) + within(units(n), Fraction(1))
    for z in signs(n):
        if solvable([*sides, *beyond_half(units(n), z)], strict=False):
            most = max(most, n - z.count(0))
    return most


@property_of(
    RoundedProgramme,
    {
        name: WRONG_ROUNDINGS[name]
        for name in ("rounded down", "slack E/2", "only the first query is asked")
    },
    answered=queries(FEW).flatmap(lambda asked: st.tuples(st.just(asked), answering(asked))),
    error=ERRORS,
    examples=25,
)
def test_rows_are_recovered_as_often_as_answers_are_good(
    made: type[RoundedProgramme],
    answered: tuple[Queries, Listed[Bits, Answers]],
    error: Fraction,
) -> Fraction:
    """All but as many as a database and a point may differ in, of any mechanism; 8E of subsets."""
    asked, mechanism = answered
    most = rounded_wrong(asked, error)
    if set(asked) >= set(every(len(asked[0]))[1:]):
        assert most <= 8 * error
    return recovered_beyond_good(
        mechanism,
        made(asked, error),
        lambda y, x: all(abs(a - b) <= error for a, b in zip(y, sums(asked, x), strict=True)),
        most,
    )


@property_of(
    HadamardReconstruction,
    {
        "v_i = y_i - y_0": "2 * y - first => y - first",
        "v_i = 2 y_i": "2 * y - first => 2 * y",
        "v_0 = 2 y_0": "(Fraction(first), => (Fraction(2 * first),",
        "divided by 2n": "/ self.people => / (2 * self.people)",
        "bits for signs": "(2 * q - 1) * a => q * a",
        "rounded at 1": "coordinate >= HALF => coordinate >= 1",
    },
    given=st.sampled_from([1, 2, 3, 0]).flatmap(
        lambda power: st.tuples(bits(2**power), pushes(2**power) | errors(2**power, 3))
    ),
)
def test_few_people_are_wrong(made: type[HadamardReconstruction], given: Pushed) -> Fraction:
    """The squared distance of the estimate, which is rounded, is (9n - 8) E^2/n at most."""
    x, off = given
    n = len(x)
    attack, queries = made(n), doubled(n.bit_length() - 1)
    said = added(sums(queries, x), off)
    assert refused(attack, (*said, said[0]))
    estimate, guess = attack.estimate(said), attack(said)
    assert attack.queries == queries
    assert guess == tuple(int(2 * c >= 1) for c in estimate)
    squared = sum(((c - a) ** 2 for c, a in zip(estimate, x, strict=True)), Fraction(0))
    assert apart(x, guess) <= 4 * squared
    return (9 * n - 8) * max(map(abs, off)) ** 2 / n - squared


@property_of(
    HadamardReconstruction.wrong_at_most,
    WRONG_HADAMARD_BOUNDS,
    power=st.integers(0, 4),
    error=st.integers(0, 40).map(lambda k: Fraction(k, 24)),
)
def test_errors_of_a_corner_move_it_most(
    made: Callable[[HadamardReconstruction, Fraction], int], power: int, error: Fraction
) -> None:
    """The first answer E too high, the others as low: a person is wrong by 1/2 or more."""
    n = 2**power
    attack = HadamardReconstruction(n)
    moved = attack.estimate([error, *[-error] * (n - 1)])
    squared = sum(d * d for d in moved)
    people = [m for m in range(n + 1) if m <= 4 * squared]
    assert made(attack, error) == max(people)
