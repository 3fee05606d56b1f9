"""Section 3: private and public rows on one scale, and its ends."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_rows import (
    MeanOfSubset,
    Sizes,
    release_bound,
    release_bound_with_delta,
)
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem, over_distributions
from audits.engines.optimum.problems.public_data import mean_release, public_thresholds
from reference.data.public_rows import multiset_chance, private_row_replaced
from reference.mechanisms.release.random_subset import RandomSubset

MEANS = (-ONE, ZERO, ONE)

TASKS: dict[str, Build] = {"a mean": mean_release, "a threshold": public_thresholds}


def problems(name: str, private_rows: int, public_rows: int) -> Problem[Any, Any]:
    """A problem by name, with so many rows."""
    return TASKS[name](private_rows, public_rows)


ROWS = "(private_rows, public_rows)"
WRONG[problems] = {
    "the mechanism does not see the public rows": f"{ROWS} => (private_rows, 0)",
    "private rows are public, and the other way round": f"{ROWS} => (public_rows, private_rows)",
    "a private row is weighed as two public ones": f"{ROWS} => "
    "(0, 2 * private_rows + public_rows)",
}


@claim(
    "BCMNUW20.S.monotone",
    over(
        case=sized(
            (*(("a mean", sizes) for sizes in ((1, 0), (2, 0), (1, 1))), ("a threshold", (1, 0))),
            tuple((name, sizes) for name in TASKS for sizes in ((2, 0), (3, 0), (2, 1), (1, 1))),
            tuple((name, sizes) for name in TASKS for sizes in ((3, 1), (2, 2), (1, 2))),
        ),
        privacy=((ONE, TENTH), (TWO, ZERO)),
    ),
    form=Form.CONCRETE,
    about=problems,
)
def more_rows_do_not_hurt(
    build: Callable[..., Problem[Any, Any]],
    case: tuple[str, Sizes],
    privacy: tuple[Fraction, Fraction],
) -> Check:
    """With one row more, private or public, with a public row in place of a private one, with a
    larger eps and with a larger delta the best private mechanism is no worse: V(n, m) is at most
    V(n+1, m), V(n, m+1), V(n-1, m+1), and is nondecreasing in r and delta.

    Cases: All mechanisms for each of the problems, n >= 1: the optimum with other rows or less
    privacy is proved to be one, with a mechanism that attains it, and to bound V(n, m).
    """
    (name, (n, m)), (r, delta) = case, privacy
    here = build(name, n, m)
    others = [(build(name, *more), r, delta) for more in ((n + 1, m), (n, m + 1), (n - 1, m + 1))]
    for problem, root, lost in (*others, (here, r + 1, delta), (here, r, delta + TENTH)):
        value = solve(problem, root, lost).lower
        yield exactly(problem, root, value, lost)
        yield optimal(here, r, value, delta)


def sign_mass(mean: Fraction) -> Callable[[int], Fraction]:
    """The masses of -1 and 1."""
    return lambda z: (1 + z * mean) / 2


def ordinary(rows: int) -> Problem[Database[int], Fraction]:
    """The release of a mean from private rows alone, as any other problem on signs."""

    def weight(mean: Fraction) -> Callable[[Database[int]], Fraction]:
        return lambda database: multiset_chance(database, sign_mass(mean))

    def near(mean: Fraction) -> Callable[[Database[int], Fraction], bool]:
        return lambda _, answer: abs(answer - mean) <= QUARTER

    return over_distributions(
        f"mean from {rows} rows, error at most 1/4",
        replace_one((-1, 1), rows),
        [Fraction(i, 2) for i in range(-2, 3)],
        [(f"mean {mean}", weight(mean), near(mean)) for mean in MEANS],
    )


def one_column(here: Rows, there: Rows) -> bool:
    """Whether the row that goes and the row that comes differ in one column."""
    gone, come = (*(Counter(here) - Counter(there)), *(Counter(there) - Counter(here)))
    return differing(gone, come) == 1


PLACES = "for place in range(width)\n        ),"
PUBLIC_PAIRS = (
    "tuple((a * width + i, a * width + j) for a in range(moving.database_count) "
    "for i, j in replace_one(moving.values, public).index_pairs())"
)
LINKS = {
    name: wrong(private_row_replaced, f"{PLACES} => {other}")
    for name, other in {
        "public rows are protected, too": f"{PLACES[:-1]} + {PUBLIC_PAIRS},",
        "with the last public rows nothing is protected": PLACES.replace("width", "width - 1"),
        "the last pair of neighbours is forgotten": f"{PLACES[:-1]}[:-1],",
    }.items()
}
"""Mistakes in the privacy of any problem."""

FOUND = "return Problem(name, universe, answers, distinct(scores), tuple(symmetries))"
SUMS = "if min(weights) < 0 or sum(weights) != 1"
WRONG[mean_release] = {
    name: wrong(mean_release, "sign_symmetries(columns) => ()", private_row_replaced=each)
    for name, each in LINKS.items()
} | {
    "the mechanism does not see the public rows": given(mean_release, public=0),
    "the mechanism does not see the private rows": given(mean_release, private=0),
    "a private row is dropped": given(mean_release, private=lambda n: max(n - 1, 0)),
    "private rows are public, and the other way round": "split_rows(rows, private, public) => "
    "split_rows(rows, public, private)",
    "the mean of the scores": wrong(
        mean_release,
        over_distributions=wrong(
            over_distributions,
            f"{FOUND} => each = Fraction(1, len(scores))\n"
            "    terms = tuple((i, e, w * each) for score in scores for i, e, w in score.terms)\n"
            '    return Problem(name, universe, answers, (Score("average", terms),))',
        ),
    ),
    "orders are not counted": wrong(
        mean_release,
        multiset_chance=wrong(multiset_chance, "Fraction(orders(rows)) => Fraction(1)"),
        over_distributions=wrong(over_distributions, f"{SUMS} => if min(weights) < 0"),
    ),
    "one column of a row changes": wrong(
        mean_release,
        private_row_replaced=wrong(
            private_row_replaced,
            "for a, b in moving.index_pairs() => for data in [list(moving.databases())] "
            "for a, b in moving.index_pairs() if one_column(data[a], data[b])",
            one_column=one_column,
        ),
    ),
}


@claim(
    "BCMNUW20.S.ends",
    over(
        sizes=sized(((1, 0), (2, 0), (1, 1), (2, 1), (1, 2)), ((3, 0), (3, 1)), ((4, 0), (3, 2)))
    ),
    form=Form.CONCRETE,
    about=mean_release,
)
def ends_of_the_scale(build: Build, sizes: Sizes) -> Check:
    """Without public rows the optimum is that of ordinary privacy; without private rows it does
    not depend on eps and delta, and for a mean of -1, 0 or 1 it is 1/(1 + 2^(1-m)); with eps =
    delta = 0 private rows are useless, and with delta = 1 they are as good as public ones.

    Cases: The release of one mean, all mechanisms; without private rows at every eps at once.
    """
    n, m = sizes
    free = release_bound(ONE, 0, m)
    yield exactly(build(n, m), ONE, free)
    yield exactly(build(n, m), ONE, release_bound(ONE, 0, n + m), ONE)
    yield exactly_between(build(0, m), ONE, None, RationalFunction.of(free))
    yield exactly(build(0, m), TWO, free, TENTH)
    if m == 0:
        for delta in (ZERO, TENTH):
            usual = solve(ordinary(n), TWO, delta)
            yield exactly(build(n, 0), TWO, usual.lower, delta)
            yield exactly(ordinary(n), TWO, usual.lower, delta)


SIGNS = Domain((-1, 1))


@claim(
    "BCMNUW20.S.delta-kn",
    over(
        rows_and_size=sized(
            ((2, 1), (3, 1), (4, 1), (3, 2), (4, 2)),
            ((4, 2), (5, 1), (5, 2), (4, 3)),
            ((6, 1), (6, 2), (6, 3)),
        )
    ),
    form=Form.CONCRETE,
    about=RandomSubset,
)
def delta_is_worth_rows(build: Build, rows_and_size: tuple[int, int]) -> Check:
    """With delta >= k/n, n private rows are worth as much as k rows without privacy: on a random
    subset of k rows the best release of a mean of -1, 0 or 1 is (0, k/n)-private and finds it with
    probability 1/(1 + 2^(1-k)), so that no bound for (0, k/n)-private mechanisms is below that.

    Cases: 0 < k < n.  The optimum for n rows, with a dual, is larger than that for k: it is 12/19
    at n = 4, k = 1, which is more than 1/2.
    """
    n, k = rows_and_size
    best = release_bound(ONE, 0, k)
    mechanism = MeanOfSubset(build(SIGNS, n, k), best)
    promised = RandomSubset(SIGNS, n, k).guarantee
    universe = replace_one(SIGNS, n)
    yield private(mechanism, universe, promised)
    for mean in MEANS:
        found = ZERO
        for database in universe.databases():
            drawn = multiset_chance(database, sign_mass(mean))
            found += drawn * law(mechanism, database).probability(int(mean))
        yield le(f"the mean {mean}", best, found)
    optimum = release_bound_with_delta(ONE, n, 0, promised.delta)
    yield exactly(mean_release(n, 0), ONE, optimum, promised.delta)
    yield le("k rows, n rows", best, optimum)
