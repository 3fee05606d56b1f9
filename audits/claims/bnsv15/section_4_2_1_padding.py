"""Section 4.2.1: interior points from a release, and solvers on databases of any size."""

from audits.claims.prelude import *
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.mechanisms.stream.binary_tree import failure_probability
from reference.reductions.fixed_size import OnFixedSize
from reference.reductions.interior_point_from_release import InteriorPointFromRelease


@dataclass(frozen=True, slots=True)
class Answers:
    """The exact counts, and errors: not private."""

    points: int
    errors: tuple[int, int] = (0, 0)
    """At even points, at odd points."""

    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[int, ...]:
        del coins
        exact = [sum(x <= t for x in database) for t in range(self.points)]
        return tuple(count + self.errors[t % 2] for t, count in enumerate(exact))


@dataclass(frozen=True, slots=True)
class Fixed:
    """Always these counts."""

    counts: tuple[int, ...]

    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[int, ...]:
        del database, coins
        return self.counts


def is_interior(rows: Rows, y: int | Bottom) -> bool:
    """Whether the point is between the least and the largest row."""
    return not isinstance(y, Bottom) and min(rows) <= y <= max(rows)


@claim(
    "BNSV15.ALG.PadIPP",
    over(box(points=(2, 3, 5), n=(1, 2, 4), pad=(1, 2, 6), tolerance=(0, 1))),
    about=InteriorPointFromRelease,
    given=lambda n, tolerance: [lt("tolerance", 2 * tolerance, n)],
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4.2.1, proof of Theorem 4.6, item 1, last sentence: no such point need exist "
        "if rows are equal; the largest point below which fewer than half of the rows are "
        "counted will do",
    ),
)
def any_point_near_one_half(build: Build, points: int, n: int, pad: int, tolerance: int) -> Check:
    """Pad D by equally many copies of min X and max X and run a release that answers within
    alpha; any point whose answer is 1/2 up to a tolerance is an interior point of D.

    Cases: Exact answers, all D of n rows, pad rows on either side, every tolerance below n/2 rows,
    as what the paper writes there is not in the text at hand. A point that is found is interior.
    """
    size = n + 2 * pad
    solver = build(Answers(points), Domain.of_size(points), size, tolerance)
    databases = replace_one(range(points), n)
    yield accurate(solver, databases, is_interior, Fraction(0))


RULE = "point_from_counts([*map(Fraction, (0, *counts[:-1]))], self.size) => {}".format
WRONG[InteriorPointFromRelease] = {
    "pads with the least point only": "(self.domain.size - 1,) * half => (0,) * half",
    "pads with the least and the largest row": (
        "(0,) * half => (min(database),) * half",
        "(self.domain.size - 1,) * half => (max(database),) * half",
    ),
    "the least point at which the answers reach one half": RULE(
        "next((t for t, c in enumerate(counts) if 2 * c >= self.size), len(counts) - 1)"
    ),
    "the largest point below which at most one half is counted": RULE(
        "max(t for t, c in enumerate((0, *counts[:-1])) if 2 * c <= self.size)"
    ),
    "the largest point with an answer of at most one half": RULE(
        "max((t for t, c in enumerate(counts) if 2 * c <= self.size), default=0)"
    ),
    "the point whose answer is nearest to one half": RULE(
        "min(range(len(counts)), key=lambda t: abs(2 * counts[t] - self.size))"
    ),
}


@claim(
    "BNSV15.ALG.PadIPP",
    over(case=sized(((2, 2, 1), (3, 2, 3), (4, 3, 2)), ((4, 4, 2), (5, 3, 3)), ((5, 4, 4),))),
    form=Form.CORRECTED,
    about=InteriorPointFromRelease,
)
def largest_point_before_one_half(build: Build, case: tuple[int, int, int]) -> Check:
    """The largest point below which the answers of an (alpha, beta)-accurate release on N rows
    count fewer than N/2 is an interior point of D with probability 1 - beta, if alpha N < n/2; it
    is as private as the release.

    Cases: All D of n rows, pad rows on either side; answers with any errors up to (n - 1)/2 rows,
    the same at all points or alternating; then the tree counter, whose errors are larger with the
    probability that is its own, at every eps for privacy. The rule itself, where the least
    point at which the answers reach one half is another, and where answers are one half: answers
    5, 3, 5, 8 and 3, 4, 4, 8 of 8.
    """
    points, n, pad = case
    size, domain = n + 2 * pad, Domain.of_size(points)
    databases = replace_one(domain, n)
    most = (n - 1) // 2
    for a, b in product(range(-most, most + 1), repeat=2):
        errors = a, b
        solver = build(Answers(points, errors), domain, size)
        yield accurate(solver, databases, is_interior, Fraction(0), name=f"errors {errors}")
    if points <= 3:
        counter = TreeCounter(domain, Epsilon[RationalFunction].indeterminate())
        yield private(build(counter, domain, size), databases, counter.guarantee)
        noisy = TreeCounter(domain, Epsilon(Fraction(4)), most + 1)
        failure = failure_probability(points - 1, most, Fraction(1, 4))
        yield accurate(build(noisy, domain, size), databases, is_interior, failure, name="noise")
    for answers, expected in (((5, 3, 5, 8), 2), ((3, 4, 4, 8), 1)):
        (point,) = law(build(Fixed(answers), Domain.of_size(4), 8), (1, 2)).support
        yield eq(f"answers {', '.join(map(str, answers))}", point, expected)


FILLED, KEPT = "rows += (self.filler,) * (self.size - len(rows))", "rows[: self.size] => {}".format
WRONG[OnFixedSize] = {
    "keeps the last rows": KEPT("rows[-self.size :]"),
    "keeps the middle rows": KEPT("rows[(len(rows) - self.size) // 2 :][: self.size]"),
    "keeps equally spaced rows": KEPT(
        "tuple(rows[len(rows) * i // self.size] for i in range(self.size))"
    ),
    "keeps the first rows as they come": "tuple(sorted(database)) => database",
    "pads with the least point": given(OnFixedSize, filler=0),
    "repeats the rows": f"{FILLED} => rows = (rows or (self.filler,)) * self.size",
    "adds copies of the largest row": "(self.filler,) => (max(rows, default=self.filler),)",
    "always sees the fixed row": f"{FILLED} => "
    "rows = (self.filler, *rows) + (self.filler,) * self.size",
}


def _sees(build: Build, points: int, m: int, most: int) -> Iterator[Item]:
    """The first m rows in order, filled up, of all databases of up to `most` rows."""
    filler = points - 1
    seen = build(Shown(), m, filler)
    for n in range(most + 1):
        for rows in combinations_with_replacement(range(points), n):
            (found,) = law(seen, rows[::-1]).support
            wanted = (*rows, *(filler,) * m)[:m]
            yield eq(f"what is seen of {rows[::-1]}: rows", len(found), m)
            wrong = sum(x != y for x, y in zip(found, wanted, strict=False))
            yield eq(f"what is seen of {rows[::-1]}: other rows", wrong, 0)


@claim(
    "BNSV15.ALG.AddRemoveWrap",
    over(case=sized(((3, 2, 4), (4, 3, 5)), ((3, 2, 5), (4, 3, 6)), ((4, 3, 7),))),
    about=OnFixedSize,
)
def any_number_of_rows(build: Build, case: tuple[int, int, int]) -> Check:
    """From a solver for m rows: pad with a fixed row, or keep the first m rows in order. It solves
    the interior point problem with the same error on m rows or more, and is as private for an
    added or removed row as the solver is for a replaced one.

    Cases: The exponential mechanism, which does not look at the order; its error on all databases
    of m rows, against all of m to `most` rows, at e^(eps/2) = 2; privacy at every eps, from no row
    on. What it sees, of rows in decreasing order.
    """
    points, m, most = case
    domain = Domain.of_size(points)
    solver = ExponentialInteriorPoint(domain, Epsilon(Fraction(2), 2))
    failing = max(
        1 - law(solver, d).probability_that(partial(is_interior, d))
        for d in replace_one(domain, m).databases()
    )
    larger = add_remove_one(domain, most, at_least=m)
    yield accurate(build(solver, m, points - 1), larger, is_interior, failing)
    every = Epsilon[RationalFunction].indeterminate(2)
    wrapped = build(ExponentialInteriorPoint(domain, every), m, points - 1)
    yield private(wrapped, add_remove_one(domain, most), Guarantee.pure(every))
    yield from _sees(build, points, m, most)


@claim(
    "BNSV15.T4.6.wrap",
    over(m=(1, 2, 3)),
    about=OnFixedSize,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 4.2.1, proof of Theorem 4.6, item 2, first paragraph (We may actually assume): "
        "the solver does not look at the order of its rows; it may be assumed, as they can be "
        "shuffled first",
    ),
)
def first_rows_of_a_sequence(build: Build, m: int) -> Check:
    """An algorithm for m rows that is eps-private for a replaced row becomes eps-private for an
    added or removed one if short databases are padded with a fixed row and the first m rows of
    long ones are kept.

    Cases: Every row is told by itself with noise, in the order in which it comes, which is that of
    the points: a row that is added in front moves all others. One row is right, two are not.
    """
    every = Epsilon[RationalFunction].indeterminate()
    told = RandomizedResponse(Domain.of_size(m + 1), every)
    yield private(told, told.universe(m), Guarantee.pure(every), name="given")
    larger = add_remove_one(told.domain, m + 1)
    yield private(build(told, m, m), larger, Guarantee.pure(every), name="wrapped")


@dataclass(frozen=True, slots=True)
class Shown:
    """The rows that it sees."""

    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        del coins
        return database


@dataclass(frozen=True, slots=True)
class Ones:
    """The noisy number of ones: it does not look at the order."""

    eps: Epsilon[RationalFunction]

    def __call__(self, database: Rows, coins: Coins[RationalFunction], /) -> int:
        return coins.run(NoisyInteger(self.eps.exp(-1), (0, len(database))), sum(database))


@claim(
    "BNSV15.T4.6.wrap",
    over(case=sized(((5, 2, 5), (4, 3, 4)), ((5, 2, 6), (4, 3, 5)), ((5, 3, 7),))),
    form=Form.CORRECTED,
    about=OnFixedSize,
)
def first_rows_in_order(build: Build, case: tuple[int, int, int]) -> Check:
    """What the solver sees of two databases, one of which has one row more, differs in one row at
    most; so an (eps, delta)-private solver that does not look at the order stays so for an added
    or removed row. It sees the first m rows in order, filled up with a fixed row.

    Cases: All databases of up to `most` rows, in decreasing order, all rows to add; and the noisy
    number of ones at every eps.
    """
    points, m, most = case
    filler = points - 1
    seen = build(Shown(), m, filler)
    for n, x in product(range(most), range(points)):
        for rows in combinations_with_replacement(range(points), n):
            (a,), (b,) = law(seen, rows).support, law(seen, (x, *rows)).support
            yield eq(f"rows of {rows}", len(a), m)
            yield le(f"{rows}, and {x}", sum((Counter(a) - Counter(b)).values()), 1)
    every = Epsilon[RationalFunction].indeterminate()
    counted = build(Ones(every), 2, 0)
    yield private(counted, add_remove_one((0, 1), 4), Guarantee.pure(every))
    yield from _sees(build, points, m, most)
