"""Efficient reconstruction: from any answers, of any mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.reconstruction import WRONG_HADAMARD, WRONG_ROUNDINGS
from audits.claims.vt14.impostors.rounding_errors import WRONG_HADAMARD_BOUNDS
from audits.claims.vt14.laws.reconstruction import signs, sums
from audits.claims.vt14.laws.reconstruction import wrong as wrong_people
from audits.ledger.edits import wrong
from proofs_tests.properties.attacked import recovered_beyond_good
from proofs_tests.properties.inequalities import solvable
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


def box(people: int) -> list[tuple[Bits, int]]:
    """The inequalities of [0, 1]^n."""
    units = [tuple(int(i == j) for i in range(people)) for j in range(people)]
    return [(u, 1) for u in units] + [(tuple(-a for a in u), 0) for u in units]


@property_of(
    RoundedProgramme,
    {
        "slack 2E": wrong(RoundedProgramme, "y + self.error => y + 2 * self.error"),
        "slack E/2": wrong(RoundedProgramme, "self.error - y => self.error / 2 - y"),
        "answers from above only": wrong(RoundedProgramme, "tuple(-a for a in query) => query"),
        "the first query is left out": wrong(
            RoundedProgramme,
            "in zip(self.queries, answers, strict=True) => in [*zip(self.queries, answers)][1:]",
        ),
        "1/2 is rounded down": wrong(RoundedProgramme, "coordinate >= HALF => coordinate > HALF"),
        "rounded at 1/4": wrong(RoundedProgramme, "coordinate >= HALF => coordinate >= HALF / 2"),
        "nobody if none fits": wrong(
            RoundedProgramme, "Bottom.BOTTOM if point is None => () if point is None"
        ),
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
    point, guess = attack.point(said), attack(said)
    if point is None:
        off = [(q, y + error) for q, y in zip(asked, said, strict=True)]
        off += [(tuple(-a for a in q), error - y) for q, y in zip(asked, said, strict=True)]
        assert guess is Bottom.BOTTOM
        assert not solvable([*box(n), *off], strict=False)
        return
    assert all(0 <= p <= 1 for p in point)
    for q, y in zip(asked, said, strict=True):
        assert abs(y - sum(p for p, a in zip(point, q, strict=True) if a)) <= error
    assert guess == tuple(int(2 * p) if p < 1 else 1 for p in point)


@cache
def rounded_wrong(asked: Queries, error: Fraction) -> int:
    """In how many people a database and a rounded point differ at most that answers fit."""
    n, most = len(asked[0]), 0
    sides = [(tuple(s * a for a in q), 2 * error) for q in asked for s in (1, -1)]
    sides += [
        (tuple(s * int(i == j) for i in range(n)), Fraction(1)) for j in range(n) for s in (1, -1)
    ]
    for z in signs(n):
        far = [
            (tuple(-s * int(i == j) for i in range(n)), -Fraction(1, 2))
            for j, s in enumerate(z)
            if s
        ]
        if solvable([*sides, *far], strict=False):
            most = max(most, len(far))
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


@cache
def hadamard(people: int) -> Queries:
    """The rows of Sylvester's matrix, by doubling."""
    if people == 1:
        return ((1,),)
    half = hadamard(people // 2)
    return (*(q + q for q in half), *(q + tuple(1 - a for a in q) for q in half))


def pushed(people: list[int]) -> st.SearchStrategy[Pushed]:
    """A database, and errors of as many answers."""
    return st.sampled_from(people).flatmap(lambda n: st.tuples(bits(n), pushes(n) | errors(n, 3)))


@property_of(
    HadamardReconstruction,
    {
        "v_i = y_i - y_0": wrong(HadamardReconstruction, "2 * y - first => y - first"),
        "v_i = 2 y_i": wrong(HadamardReconstruction, "2 * y - first => 2 * y"),
        "v_0 = 2 y_0": wrong(HadamardReconstruction, "(Fraction(first), => (Fraction(2 * first),"),
        "divided by 2n": wrong(HadamardReconstruction, "/ self.people => / (2 * self.people)"),
        "bits for signs": wrong(HadamardReconstruction, "(2 * q - 1) * a => q * a"),
        "rounded at 1": wrong(HadamardReconstruction, "coordinate >= HALF => coordinate >= 1"),
    },
    given=pushed([2, 4, 8, 1]),
)
def test_the_estimate_is_near(made: type[HadamardReconstruction], given: Pushed) -> Fraction:
    """Its squared distance is (9n - 8) E^2/n at most; it is rounded."""
    x, off = given
    n = len(x)
    attack, said = made(n), added(sums(hadamard(n), x), off)
    estimate = attack.estimate(said)
    assert attack.queries == hadamard(n)
    assert attack(said) == tuple(int(2 * c >= 1) for c in estimate)
    squared = sum(((c - a) ** 2 for c, a in zip(estimate, x, strict=True)), Fraction(0))
    return (9 * n - 8) * max(map(abs, off)) ** 2 / n - squared


@property_of(
    HadamardReconstruction,
    WRONG_HADAMARD,
    given=pushed([2, 4]),
)
def test_few_people_are_wrong(
    made: Callable[[int], Callable[[Answers], Bits]], given: Pushed
) -> Fraction:
    """4 (9n - 8) E^2/n of n at most, for answers within E."""
    (x, off), n = given, len(given[0])
    attack, slack = made(n), Fraction(n)
    for size in (Fraction(k, 16) for k in (2, 3, 4, 6)):
        for turned in (tuple(1 - bit for bit in x), x):
            each = tuple(size if e > 0 else -size for e in off)
            guess = attack(added(sums(hadamard(n), turned), each))
            few = 4 * (9 * n - 8) * size**2 / n
            slack = min(slack, few - wrong_people(turned, guess))
    return slack


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
