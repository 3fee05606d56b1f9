"""Section 3.2: the hard databases, the reduction to one row fewer, and how domains grow."""

from audits.claims.prelude import *
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

Solver = Mechanism[Database[int], int | Bottom, Fraction]

NONE = Fraction(0)

SOLVERS: dict[str, Callable[[int], Solver]] = {
    "row one": lambda _: RowOne(),
    "row one, if even": lambda _: RowOneIfEven(),
    "exponential, e^(eps/2) = 5/4": lambda b: exponential(b, 2, Epsilon(Fraction(5, 4), 2)),
    "exponential, e^(eps/2) = 2": lambda b: exponential(b, 2, Epsilon(Fraction(2), 2)),
}
"""What is reduced: one that is always right, one that may answer bottom, two private ones."""


WRONG[iterated_exponential] = {
    "one level more": given(iterated_exponential, height=lambda k: k + 1),
    "powers of three": "1 << value => 3**value",
}


@claim("BNSV15.D.tower", over(height=range(5), top=range(5)), about=iterated_exponential)
def towers_are_undone_by_logarithms(tower: Build, height: int, top: int) -> Check:
    """tower^(0)(x) = x and tower^(k)(x) = 2^(tower^(k-1)(x)): k logarithms to base 2 lead from
    tower^(k)(x) back to x, and log*(tower^(k)(1)) = k.

    Cases: All that has at most a million digits; a power of two has one bit that is set.
    """
    if height + top <= 5:
        value = tower(height, top)
        for level in range(height):
            yield eq(f"level {level} is a power of two", value & (value - 1), 0)
            value = value.bit_length() - 1
        yield eq("the top", value, top)
        if top == 1:
            yield eq("log*", log_star(tower(height, 1)), height)


WRONG[sizes] = {
    "S(n)^b(n)": "base ** found[-1] => found[-1] ** base",
    "S(1) = 1": given(sizes, first=1),
    "b(n+1) for b(n)": given(sizes, bases=lambda bases: (*bases[1:], bases[-1] + 1)),
}


@claim(
    "BNSV15.D.S",
    over(bases=((2,), (3,), (5,), (50,), (2, 2), (2, 3), (3, 2), (2, 2, 2))),
    about=sizes,
)
def sizes_count_digit_sequences(growth: Build, bases: tuple[int, ...]) -> Check:
    """S(1) = 2 and S(n+1) = b(n)^S(n), b(n) = 1/delta(n): the points of the rows of D_(n+1) are
    the numbers with S(n) digits in base b(n).

    Cases: The largest of them, all digits b(n) - 1, is added up digit by digit, up to 2^16 digits.
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


FIRST, HIDDEN = "(x,) for x in range(smallest)", "hidden = Dist.uniform(range(base**length))"
LEVEL, ROWS = "rows_from_lengths(y, base, size))", "(hidden, *rows) for rows in product(*blocks))"
WRONG[hard_distribution] = {
    "the bases reversed": given(hard_distribution, bases=lambda bases: bases[::-1]),
    "y + 1 digits agree": "agreeing(hidden, y, base => agreeing(hidden, min(y + 1, length), base",
    "least digit first": f"{LEVEL} => {LEVEL[:-1]}.map(lambda rows: tuple("
    "sum(d * base**i for i, d in enumerate(digits(x, base, size))) for x in rows)))",
    "the hidden row last": f"{LEVEL} => {LEVEL[:-1]}.map(lambda rows: (*rows[1:], rows[0])))",
    "one random tail for all": f"return Dist.uniform({ROWS} => tails = [*blocks]\n"
    "    return Dist.uniform("
    "(hidden, *(b[z % len(b)] for b in tails)) for z in range(base**length))",
    "x_0 is always the same": (
        f"{FIRST} => {FIRST.replace('smallest', 'smallest if bases else 1')}",
        f"{HIDDEN} => hidden = Dist.point(base**length // 2)",
    ),
    "the row 0 is three times as likely": (
        f"{FIRST} => [(0,), (0,), (0,), (1,)]",
        f"{HIDDEN} => hidden = Dist.point(0)",
    ),
}
ALWAYS_THE_SAME = WRONG[hard_distribution]["x_0 is always the same"]


@claim(
    "BNSV15.ALG.HardDist",
    over(
        bases_and_first=(
            *(((), 2), ((2,), 2), ((3,), 2), ((4,), 2), ((5,), 2), ((2, 2), 2)),
            *(((2, 3), 1), ((3, 2), 1), ((), 3), ((2,), 3)),
        )
    ),
    about=hard_distribution,
)
def hard_databases(build: Build, bases_and_first: tuple[tuple[int, ...], int]) -> Check:
    """D_1 is uniform on the databases (0) and (1).  D_(n+1): y from D_n, x_0 uniform among the
    numbers of S(n) digits in base b(n), x_i with the same first y_i digits as x_0 and independent
    uniform digits thereafter; (x_0, ..., x_n).

    Cases: Each database of up to three rows has the chance that the definition gives it, summed
    over all y, digits read from the list of all sequences of digits.  Two different bases need
    S(1) = 1, or there are too many databases; the recursion does not depend on S(1).
    """
    found, expected = build(*bases_and_first), hard_by_definition(*bases_and_first)
    for rows, chance in expected.items():
        yield eq(f"{rows}", found.probability(rows), chance)
    yield eq("databases", len(found), len(expected))


NUMBERS, FOUND = "range(self.base**self.length)", "agreement(x, hidden, "
WRONG[OneRowFewer] = {
    "compares with x_1": f"{FOUND} => agreement(x, rows[1], ",
    "compares with a new x_0": f"{FOUND} => agreement(x, coins.draw(Dist.uniform({NUMBERS})), ",
    "x_0 tells a row of the data": wrong(
        OneRowFewer,
        f"{NUMBERS} => agreeing(database[0] % self.base * self.base ** (self.length - 1), 1, "
        "self.base, self.length)",
        agreeing=agreeing,
    ),
    "bottom is no digit": "x if isinstance => 0 if isinstance",
}


@claim(
    "BNSV15.ALG.MHat",
    over(solver=SOLVERS, base=(2, 3), rows=((0,), (1,), (0, 1), (1, 0), (1, 1))),
    about=OneRowFewer,
)
def reduction_to_one_row_fewer(build: Build, solver: str, base: int, rows: Rows) -> Check:
    """Algorithm 1: draw (x_0, ..., x_n) as in D_(n+1), but from the given y; run the solver;
    return the length of the longest prefix of x_0, in base b(n), that agrees with its answer.

    Cases: Two digits; the law is that of the solver on each database that the definition allows,
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
)
def reduced_solver_succeeds(
    build: Build, solver: str, bases: tuple[int, ...], first: int
) -> Check:
    """If the solver finds an interior point of a database from D_(n+1) with probability p, and
    agrees with x_0 on more than max(y) digits with probability q, then the reduced mechanism
    finds an interior point of a database from D_n with probability at least p - q.

    Cases: Two digits; from D_2 to D_1, S(1) = 2, and from D_3 to D_2, S(1) = 1 (with S(1) = 2
    there are too many databases; the argument does not depend on S(1)).  For the solver that names
    row one it is an equation: p = 1 and q = 1/b.  For two rows p is found again from the
    definition of the databases.
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


EQUAL = "next((k for k, (a, b) in enumerate(pairs) if a != b), length)"
WRONG[agreement] = {
    "least digit first": "enumerate(pairs) => enumerate([*pairs][::-1])",
    "one digit is not counted": f"{EQUAL} => max(0, {EQUAL} - 1)",
    "one digit too many": f"{EQUAL} => {EQUAL} + 1",
}


@claim(
    "BNSV15.TXT.agreeLower",
    over(base=(2, 3), length=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4)), rows=(1, 2)),
    about=agreement,
)
def interior_points_agree(agree: Build, base: int, length: int, rows: int) -> Check:
    """Every interior point of (x_0, ..., x_n) agrees with x_0 on at least min(y_1, ..., y_n)
    digits, where x_i agrees with x_0 on the first y_i digits.

    Cases: All x_0, all y, and all rows that they allow; for two rows up to three digits of base 2
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
