"""How often private mechanisms succeed at most, against arbitrary mechanisms."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, product, takewhile

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors.hard_distribution import known_hidden_row, one_end_more_often
from proofs_tests.properties.measured import curve_between, curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import grouped
from proofs_tests.strategies.mechanisms import Listed, listed
from proofs_tests.strategies.numbers import LOSSES, PROBABILITIES
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.hard_distribution import hard_distribution
from reference.lower_bounds.success_recurrence import (
    digit_guessed,
    for_one_row,
    largest_base,
    largest_success,
    success_bound,
)
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Solver = Mechanism[Database[int], int, Fraction]
Guess = Callable[[Fraction, Fraction, int], Fraction]
Bound = Callable[[Fraction, Sequence[Fraction], Sequence[int]], Fraction]
Largest = Callable[[int, int, Fraction, Fraction], Fraction]
Build = Callable[[Sequence[int]], Dist[Database[int], Fraction]]

BASE = 3
POINTS = BASE**2
SOLVERS = grouped(POINTS, 2, (4, 0, 8, *(x for x in range(POINTS) if x % 4)))
"""Of the hard databases of two rows."""

ROWS = [*product(range(POINTS), repeat=2)]
KNOWN_ROW = [(a, b) for a, b in combinations(ROWS, 2) if a[0] == b[0]]
HIDDEN_ROW = [(a, b) for a, b in combinations(ROWS, 2) if a[1] == b[1]]


def succeeds(solver: Solver, databases: Dist[Database[int], Fraction]) -> Fraction:
    """How likely an interior point is named."""
    joint = databases.bind(lambda d: law_of(solver, d).map(lambda x: min(d) <= x <= max(d)))
    return joint.probability(True)


@property_of(
    for_one_row,
    {
        "without delta": lambda r, _: for_one_row(r, Fraction(0)),
        "r/(r + 1) for pure privacy": "exp_eps + delta) => exp_eps - delta)",
        "one more": "(exp_eps + 1) => (exp_eps + 2)",
    },
    solver=listed([(0,), (1,)], range(3)),
)
def test_one_of_two_points(
    bound: Callable[[Fraction, Fraction], Fraction], solver: Listed[Database[int], int]
) -> Fraction:
    """A mechanism for one row tells two points with at most (r + delta)/(1 + r), for every r."""
    found = succeeds(solver, Dist.uniform([(0,), (1,)]))
    curve = curve_of(solver, replace_one(range(2), 1))
    return min(bound(*point) for point in curve.breakpoints) - found


@property_of(
    digit_guessed,
    {
        "without delta": lambda r, _, b: digit_guessed(r, Fraction(0), b),
        "one digit more": "Fraction(1, base) => Fraction(1, base + 1)",
        "without e^eps": lambda _, delta, b: digit_guessed(Fraction(1), delta, b),
    },
    solver=st.integers(2, 4).flatmap(lambda b: listed([(z,) for z in range(b)], range(b))),
)
def test_a_digit_is_hard_to_guess(guess: Guess, solver: Listed[Database[int], int]) -> Fraction:
    """A uniform digit is named with probability at most r/b + delta, for every r."""
    base = len(solver.laws)
    found = sum((law.probability(z) for (z,), law in solver.laws.items()), Fraction(0)) / base
    curve = curve_of(solver, replace_one(range(base), 1))
    return min(guess(*point, base) for point in curve.breakpoints) - found


@property_of(
    hard_distribution,
    {
        "x_0 is always the same": known_hidden_row,
        "the row 0 is three times as likely": one_end_more_often,
    },
    solver=SOLVERS,
)
def test_success_on_two_rows(build: Build, solver: Solver) -> Fraction:
    """A mechanism succeeds on D_2 with at most (r + delta)/(1 + r) + r'/b + delta'.

    For every r of its curve in the known row, and every r' of that in the hidden row.
    """
    known = curve_between(solver, KNOWN_ROW).breakpoints
    hidden = curve_between(solver, HIDDEN_ROW).breakpoints
    bound = min(for_one_row(*point) for point in known)
    bound += min(digit_guessed(*point, BASE) for point in hidden)
    return bound - succeeds(solver, build((BASE,)))


@property_of(
    success_bound,
    {
        "deltas of the row before": "deltas[1:] => deltas[:-1]",
        "nothing for one row": "= for_one_row(exp_eps, deltas[0]) => = 0",
        "the first base again": "delta, base) => delta, bases[0])",
        "the last digit only": "total = total + => total =",
    },
    exp_eps=LOSSES,
    delta=PROBABILITIES,
    steps=st.lists(st.tuples(st.integers(2, 9), PROBABILITIES), max_size=3),
)
def test_bound_in_closed_form(
    bound: Bound, exp_eps: Fraction, delta: Fraction, steps: list[tuple[int, Fraction]]
) -> None:
    """P_n = 1 - (1 - delta(1))/(1 + r) + r (1/b(1) + ...) + delta(2) + ..."""
    told = 1 - (1 - delta) / (1 + exp_eps)
    guessed = exp_eps * sum(Fraction(1, base) for base, _ in steps) + sum(d for _, d in steps)
    assert bound(exp_eps, [delta, *(d for _, d in steps)], [b for b, _ in steps]) == told + guessed


def chains(size: int, rows: int, first: int = 2) -> Iterator[tuple[int, ...]]:
    """All bases for so many rows, of which the last domain is not larger."""
    if rows == 1:
        yield from [()] if first <= size else []
        return
    if first >= size.bit_length():
        return
    for base in takewhile(lambda b: b**first <= size, count(2)):
        yield from ((base, *rest) for rest in chains(size, rows - 1, base**first))


SIZES = st.integers(1, 40) | st.sampled_from([80, 81, 255, 256, 511, 512])
DOMAINS = st.tuples(SIZES, st.integers(1, 3)) | st.sampled_from([(7**9 - 1, 3), (7**9, 3)])
"""Sizes and rows; the last is the least domain for three rows with a bound below 1."""


@property_of(
    largest_success,
    {
        "one point is told": "size < SMALLEST => size < 1",
        "two digits at most": "floor_log2(size) + 1 => SMALLEST + 1",
        "as many rows": "rows - 1, exp_eps => max(rows - 2, 1), exp_eps",
        "one base more": "largest_base(size, digits)) => digits)",
        "more than 1": "return min(bound, Fraction(1)) => return bound",
        "one row in any case": "rows > 1 => rows > 2",
    },
    domain=DOMAINS,
    exp_eps=PROBABILITIES.map(lambda q: 1 + q / 20),
    delta=PROBABILITIES.map(lambda q: q / 40),
)
def test_least_bound_of_all_bases(
    largest: Largest, domain: tuple[int, int], exp_eps: Fraction, delta: Fraction
) -> None:
    """It is the least bound over all bases with S(n) <= |X|, or 1."""
    size, rows = domain
    deltas = [delta] * rows
    bounds = (success_bound(exp_eps, deltas, bases) for bases in chains(size, rows))
    assert largest(size, rows, exp_eps, delta) == min([*bounds, Fraction(1)])


@property_of(
    largest_base,
    {
        "one more": "return low => return low + 1",
        "less than the size": "middle**digits <= size => middle**digits < size",
        "too low a start": "// digits + 1) => // digits)",
    },
    base=st.integers(1, 9),
    digits=st.integers(1, 4),
    more=st.integers(0, 20) | st.just(0),
)
def test_largest_base(
    largest: Callable[[int, int], int], base: int, digits: int, more: int
) -> None:
    """The greatest b with b^digits <= size, found from below."""
    size = base**digits + more
    assert largest(size, digits) == max(b for b in range(1, size + 1) if b**digits <= size)
