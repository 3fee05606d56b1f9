"""Section 3.2: the hard databases, the reduction to one row fewer, and how domains grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from audits.claims.bnsv15.impostors.hard_distribution import (
    ComparedWithFreshRow,
    ComparedWithRowOne,
    HiddenRowTellsTheData,
    agreement_from_below,
    hidden_row_last,
    least_digit_first,
    one_digit_missed,
    one_digit_more,
    shared_tail,
)
from audits.claims.bnsv15.laws.hard_distribution import (
    Beyond,
    RowOne,
    Rows,
    exponential,
    given_lengths,
    hard_by_definition,
    spelled,
    spelled_agreement,
)
from audits.claims.vocabulary import eq, le
from audits.engines.comparisons import Comparison
from audits.ledger import Form, claim, over, sized
from reference.data.database import Database
from reference.exact.integers import log_star
from reference.lower_bounds.hard_distribution import (
    agreeing,
    agreement,
    domain_size,
    hard_distribution,
    success,
)
from reference.lower_bounds.iterated_exponentials import iterated_exponential, sizes
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.law import law

Prior = Dist[Database[int], Fraction]
Solver = Mechanism[Database[int], int, Fraction]
Reduction = Callable[[Solver, int, int], Mechanism[Database[int], int, Fraction]]
Agreement = Callable[[int, int, int, int], int]

SOLVERS: dict[str, Callable[[int], Solver]] = {
    "row one": lambda _: RowOne(),
    "exponential, e^(eps/2) = 5/4": lambda b: exponential(b, 2, Epsilon(Fraction(5, 4), 2)),
    "exponential, e^(eps/2) = 2": lambda b: exponential(b, 2, Epsilon(Fraction(2), 2)),
}
"""What is reduced: a solver that is always right, and two that are private."""


def one_level_more(height: int, top: int) -> int:
    """tower^(k+1)(x)."""
    return iterated_exponential(height + 1, top)


def powers_of_three(height: int, top: int) -> int:
    """A tower of threes."""
    for _ in range(height):
        top = 3**top
    return top


@claim(
    "BNSV15.D.tower",
    Form.PRINTED,
    over(height=range(5), top=range(5)),
    about=iterated_exponential,
    impostors={"one level more": one_level_more, "powers of three": powers_of_three},
)
def towers_are_undone_by_logarithms(
    tower: Callable[[int, int], int], height: int, top: int
) -> Iterator[Comparison]:
    """tower^(0)(x) = x and tower^(k)(x) = 2^(tower^(k-1)(x)): k logarithms to base 2 lead from
    tower^(k)(x) back to x, and log*(tower^(k)(1)) = k.

    Fair: All that has at most a million digits; a power of two has one bit that is set.
    """
    if height + top <= 5:
        value = tower(height, top)
        for level in range(height):
            yield eq(f"level {level} is a power of two", value & (value - 1), 0)
            value = value.bit_length() - 1
        yield eq("the top", value, top)
        if top == 1:
            yield eq("log*", log_star(tower(height, 1)), height)


def _wrong_way_up(first: int, bases: Sequence[int]) -> tuple[int, ...]:
    found = [first]
    for base in bases:
        found.append(found[-1] ** base)
    return tuple(found)


@claim(
    "BNSV15.D.S",
    Form.PRINTED,
    over(bases=((2,), (3,), (5,), (50,), (2, 2), (2, 3), (3, 2), (2, 2, 2))),
    about=sizes,
    impostors={
        "S(n)^b(n)": _wrong_way_up,
        "S(1) = 1": lambda first, bases: sizes(first - 1, bases),
        "b(n+1) for b(n)": lambda first, bases: sizes(first, (*bases[1:], bases[-1] + 1)),
    },
)
def sizes_count_digit_sequences(
    growth: Callable[[int, Sequence[int]], tuple[int, ...]], bases: tuple[int, ...]
) -> Iterator[Comparison]:
    """S(1) = 2 and S(n+1) = b(n)^S(n), b(n) = 1/delta(n): the points of the rows of D_(n+1) are
    the numbers with S(n) digits in base b(n).

    Fair: The largest of them, all digits b(n) - 1, is added up digit by digit, up to 2^16 digits.
    """
    found = growth(2, bases)
    digits_of_next = 2
    for n, base in enumerate(bases, start=1):
        largest = 0
        for _ in range(digits_of_next):
            largest = largest * base + base - 1
        digits_of_next = largest + 1
        yield eq(f"S({n + 1})", found[n], digits_of_next)
    yield eq("the hard distribution", found[-1], domain_size(bases))


@claim(
    "BNSV15.ALG.HardDist",
    Form.PRINTED,
    over(bases=((), (2,), (3,), (4,), (2, 2))),
    about=hard_distribution,
    impostors={
        "y + 1 digits agree": one_digit_more,
        "least digit first": least_digit_first,
        "the hidden row last": hidden_row_last,
        "one random tail for all": shared_tail,
    },
)
def hard_databases(
    build: Callable[[Sequence[int]], Prior], bases: tuple[int, ...]
) -> Iterator[Comparison]:
    """D_1 is uniform on the databases (0) and (1).  D_(n+1): y from D_n, x_0 uniform among the
    numbers of S(n) digits in base b(n), x_i with the same first y_i digits as x_0 and independent
    uniform digits thereafter; (x_0, ..., x_n).

    Fair: Each database of up to three rows has the chance that the definition gives it, summed
    over all y, digits read from the list of all sequences of digits.
    """
    found, expected = build(bases), hard_by_definition(bases)
    for rows, chance in expected.items():
        yield eq(f"{rows}", found.probability(rows), chance)
    yield eq("databases", len(found), len(expected))


@claim(
    "BNSV15.ALG.MHat",
    Form.PRINTED,
    over(solver=SOLVERS, base=(2, 3), rows=((0,), (1,), (0, 1), (1, 0), (1, 1))),
    about=OneRowFewer,
    impostors={
        "compares with x_1": ComparedWithRowOne,
        "compares with a new x_0": ComparedWithFreshRow,
        "x_0 tells a row of the data": HiddenRowTellsTheData,
    },
)
def reduction_to_one_row_fewer(
    build: Reduction, solver: str, base: int, rows: Rows
) -> Iterator[Comparison]:
    """Algorithm 1: draw (x_0, ..., x_n) as in D_(n+1), but from the given y; run the solver;
    return the length of the longest prefix of x_0, in base b(n), that agrees with its answer.

    Fair: Two digits; the law is that of the solver on each database that the definition allows,
    weighted by its chance.
    """
    inner = SOLVERS[solver](base)
    found = law(build(inner, base, 2), rows)
    words = spelled(base, 2)
    expected = [Fraction(0)] * 3
    for database, chance in given_lengths(rows, words, base).items():
        answers = law(inner, database)
        for x in answers:
            k = spelled_agreement(words[x], words[database[0]])
            expected[k] += chance * answers.probability(x)
    for k, chance in enumerate(expected):
        yield eq(f"{k} digits", found.probability(k), chance)


def _has_digits(base: int) -> Iterator[Comparison]:
    yield le("2 <= b", 2, base)


@claim(
    "BNSV15.ALG.MHat",
    Form.CONCRETE,
    over(solver=SOLVERS, base=sized((2, 3, 4), (2, 3, 4, 6), (2, 3, 4, 6, 8))),
    about=OneRowFewer,
    given=_has_digits,
    impostors={
        "compares with x_1": ComparedWithRowOne,
        "compares with a new x_0": ComparedWithFreshRow,
    },
)
def reduced_solver_succeeds(build: Reduction, solver: str, base: int) -> Iterator[Comparison]:
    """If the solver finds an interior point of a database from D_2 with probability p, and agrees
    with x_0 on more than max(y) digits with probability q, then the reduced mechanism finds an
    interior point of a database from D_1 with probability at least p - q.

    Fair: For the solver that names row one it is an equation: p = 1 and q = 1/b.
    """
    inner = SOLVERS[solver](base)
    reduced, one_row = build(inner, base, 2), hard_distribution(())
    beyond = Beyond(inner, base, 2)
    chances = [law(beyond, y).probability(True) for y in one_row]
    q = sum(chances, Fraction(0)) / len(chances)
    yield le("p - q", success(inner, hard_distribution((base,))) - q, success(reduced, one_row))


@claim(
    "BNSV15.TXT.agreeLower",
    Form.PRINTED,
    over(
        base=(2, 3),
        length=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4)),
        rows=(1, 2),
    ),
    about=agreement,
    impostors={
        "least digit first": agreement_from_below,
        "one digit is not counted": one_digit_missed,
    },
)
def interior_points_agree(
    agree: Agreement, base: int, length: int, rows: int
) -> Iterator[Comparison]:
    """Every interior point of (x_0, ..., x_n) agrees with x_0 on at least min(y_1, ..., y_n)
    digits, where x_i agrees with x_0 on the first y_i digits.

    Fair: All x_0, all y, and all rows that they allow; for two rows up to three digits of base 2
    and two of base 3.
    """
    if rows == 2 and base**length > 9:
        return
    for hidden in range(base**length):
        for y in product(range(length + 1), repeat=rows):
            worst = length
            for others in product(*(agreeing(hidden, k, base, length) for k in y)):
                ends = min(hidden, *others), max(hidden, *others)
                inner = range(ends[0], ends[1] + 1)
                worst = min(worst, *(agree(x, hidden, base, length) for x in inner), length)
            yield le(f"x_0 = {hidden}, y = {y}", min(y), worst)
