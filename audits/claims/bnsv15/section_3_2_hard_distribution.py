"""Section 3.2: the hard databases, the reduction to one row fewer, and how domains grow."""

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.hard_distribution import (
    BottomIsZero,
    ComparedWithFreshRow,
    ComparedWithRowOne,
    HiddenRowTellsTheData,
    agreement_from_below,
    bases_reversed,
    hidden_row_last,
    least_digit_first,
    one_digit_missed,
    one_digit_more,
    shared_tail,
)
from audits.claims.bnsv15.laws.hard_distribution import (
    Beyond,
    RowOne,
    RowOneIfEven,
    exponential,
    given_lengths,
    hard_by_definition,
    spelled,
    spelled_agreement,
)
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

Prior = Dist[Database[int], Fraction]
Solver = Mechanism[Database[int], int | Bottom, Fraction]
Reduction = Callable[[Solver, int, int], Mechanism[Database[int], int | Bottom, Fraction]]
Agreement = Callable[[int, int, int, int], int]

NONE = Fraction(0)

SOLVERS: dict[str, Callable[[int], Solver]] = {
    "row one": lambda _: RowOne(),
    "row one, if even": lambda _: RowOneIfEven(),
    "exponential, e^(eps/2) = 5/4": lambda b: exponential(b, 2, Epsilon(Fraction(5, 4), 2)),
    "exponential, e^(eps/2) = 2": lambda b: exponential(b, 2, Epsilon(Fraction(2), 2)),
}
"""What is reduced: one that is always right, one that may answer bottom, two private ones."""


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
    over(height=range(5), top=range(5)),
    about=iterated_exponential,
    impostors={"one level more": one_level_more, "powers of three": powers_of_three},
)
def towers_are_undone_by_logarithms(
    tower: Callable[[int, int], int], height: int, top: int
) -> Check:
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
) -> Check:
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
    over(
        bases_and_first=(
            *(((), 2), ((2,), 2), ((3,), 2), ((4,), 2), ((5,), 2), ((2, 2), 2)),
            *(((2, 3), 1), ((3, 2), 1), ((), 3), ((2,), 3)),
        )
    ),
    about=hard_distribution,
    impostors={
        "the bases reversed": bases_reversed,
        "y + 1 digits agree": one_digit_more,
        "least digit first": least_digit_first,
        "the hidden row last": hidden_row_last,
        "one random tail for all": shared_tail,
    },
)
def hard_databases(
    build: Callable[[Sequence[int], int], Prior], bases_and_first: tuple[tuple[int, ...], int]
) -> Check:
    """D_1 is uniform on the databases (0) and (1).  D_(n+1): y from D_n, x_0 uniform among the
    numbers of S(n) digits in base b(n), x_i with the same first y_i digits as x_0 and independent
    uniform digits thereafter; (x_0, ..., x_n).

    Fair: Each database of up to three rows has the chance that the definition gives it, summed
    over all y, digits read from the list of all sequences of digits.  Two different bases need
    S(1) = 1, or there are too many databases; the recursion does not depend on S(1).
    """
    found, expected = build(*bases_and_first), hard_by_definition(*bases_and_first)
    for rows, chance in expected.items():
        yield eq(f"{rows}", found.probability(rows), chance)
    yield eq("databases", len(found), len(expected))


@claim(
    "BNSV15.ALG.MHat",
    over(solver=SOLVERS, base=(2, 3), rows=((0,), (1,), (0, 1), (1, 0), (1, 1))),
    about=OneRowFewer,
    impostors={
        "compares with x_1": ComparedWithRowOne,
        "compares with a new x_0": ComparedWithFreshRow,
        "x_0 tells a row of the data": HiddenRowTellsTheData,
        "bottom is no digit": BottomIsZero,
    },
)
def reduction_to_one_row_fewer(build: Reduction, solver: str, base: int, rows: Rows) -> Check:
    """Algorithm 1: draw (x_0, ..., x_n) as in D_(n+1), but from the given y; run the solver;
    return the length of the longest prefix of x_0, in base b(n), that agrees with its answer.

    Fair: Two digits; the law is that of the solver on each database that the definition allows,
    weighted by its chance.  A solver that answers bottom is answered with bottom.
    """
    inner = SOLVERS[solver](base)
    found = law(build(inner, base, 2), rows)
    words = spelled(base, 2)
    expected: dict[int | Bottom, Fraction] = dict.fromkeys((0, 1, 2, Bottom.BOTTOM), Fraction(0))
    for database, chance in given_lengths(rows, words, base).items():
        answers = law(inner, database)
        for x in answers:
            hidden = words[database[0]]
            k = x if isinstance(x, Bottom) else spelled_agreement(words[x], hidden)
            expected[k] += chance * answers.probability(x)
    for k, chance in expected.items():
        yield eq(f"{k} digits", found.probability(k), chance)


def _has_rows_and_digits(bases: tuple[int, ...]) -> Iterator[Comparison]:
    """Of a reduction from D_(n+1) to D_n."""
    yield le("1 <= n", 1, len(bases))
    for n, base in enumerate(bases, start=1):
        yield le(f"2 <= b({n})", 2, base)


def _success_by_definition(solver: Solver, bases: Sequence[int]) -> Fraction:
    total = NONE
    for rows, chance in hard_by_definition(bases).items():
        answers = law(solver, rows)
        inner = range(min(rows), max(rows) + 1)
        total += chance * sum((answers.probability(x) for x in inner), NONE)
    return total


@claim(
    "BNSV15.ALG.MHat",
    over(
        solver=SOLVERS,
        bases=sized(
            ((2,), (3,), (4,), (2, 2), (2, 3)),
            ((2,), (3,), (4,), (6,), (2, 2), (2, 3)),
            ((2,), (3,), (4,), (6,), (8,), (2, 2), (2, 3)),
        ),
        first=(1, 2),
    ),
    form=Form.CONCRETE,
    about=OneRowFewer,
    given=_has_rows_and_digits,
    impostors={
        "compares with x_1": ComparedWithRowOne,
        "compares with a new x_0": ComparedWithFreshRow,
    },
)
def reduced_solver_succeeds(
    build: Reduction, solver: str, bases: tuple[int, ...], first: int
) -> Check:
    """If the solver finds an interior point of a database from D_(n+1) with probability p, and
    agrees with x_0 on more than max(y) digits with probability q, then the reduced mechanism
    finds an interior point of a database from D_n with probability at least p - q.

    Fair: Two digits; from D_2 to D_1, S(1) = 2, and from D_3 to D_2, S(1) = 1 (with S(1) = 2 there
    are too many databases; the argument does not depend on S(1)).  For the solver that names row
    one it is an equation: p = 1 and q = 1/b.  For two rows p is found again from the definition of
    the databases.
    """
    if first != 3 - len(bases):
        return
    *fewer, base = bases
    length = domain_size(fewer, first)
    inner = SOLVERS[solver](base)
    reduced, beyond = build(inner, base, length), Beyond(inner, base, length)
    easier, harder = hard_distribution(fewer, first), hard_distribution(bases, first)
    q = sum((easier.probability(y) * law(beyond, y).probability(True) for y in easier), NONE)
    p = success(inner, harder)
    if not fewer:
        yield eq("p", p, _success_by_definition(inner, bases))
    yield le("p - q", p - q, success(reduced, easier))


@claim(
    "BNSV15.TXT.agreeLower",
    over(base=(2, 3), length=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4)), rows=(1, 2)),
    about=agreement,
    impostors={
        "least digit first": agreement_from_below,
        "one digit is not counted": one_digit_missed,
        "one digit too many": lambda *given: agreement(*given) + 1,
    },
)
def interior_points_agree(agree: Agreement, base: int, length: int, rows: int) -> Check:
    """Every interior point of (x_0, ..., x_n) agrees with x_0 on at least min(y_1, ..., y_n)
    digits, where x_i agrees with x_0 on the first y_i digits.

    Fair: All x_0, all y, and all rows that they allow; for two rows up to three digits of base 2
    and two of base 3. It is attained for all x_0 and y.
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
            yield eq(f"x_0 = {hidden}, y = {y}", worst, min(y))
