"""Section 5: the best learners with public examples, and what random subsets release."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_rows import Sizes, thresholds_bound
from audits.claims.bcmnuw20.section_3_scale import LINKS
from audits.engines.optimum.problems.public_data import public_thresholds
from reference.data.public_rows import multiset_chance
from reference.mechanisms.release.random_subset import RandomSubset

ROOT, NOTHING = RationalFunction.r(), RationalFunction.of(0)

Bound = Callable[[Any, int, int, Fraction, Any], Any]

THRESHOLDS: dict[tuple[Sizes, Fraction], Fraction] = {
    ((0, 0), ZERO): Fraction(1, 2),
    ((1, 0), ZERO): Fraction(13, 24),
    ((2, 0), ZERO): Fraction(37, 64),
    ((0, 1), ZERO): Fraction(5, 8),
    ((1, 1), ZERO): Fraction(21, 32),
    ((1, 2), ZERO): Fraction(95, 128),
    ((1, 0), Fraction(1, 10)): Fraction(11, 20),
    ((2, 0), Fraction(1, 10)): Fraction(19, 32),
    ((1, 1), Fraction(1, 10)): Fraction(53, 80),
}
"""By numbers of rows and delta: optima at r = 2 for three points and a rare example of mass 1/4,
from the programme over sequences of examples, with every constraint stated, in floating point."""


SYMMETRY = (
    '[Symmetry("reversal of the order", reversed_data, lambda t: points + 1 - t if t else 0)]'
)
NO_SYMMETRY = f"{SYMMETRY} => []"
WRONG[public_thresholds] = {
    name.replace("row", "example"): wrong(
        public_thresholds, NO_SYMMETRY, private_row_replaced=each
    )
    for name, each in LINKS.items()
    if "last pair" not in name
} | {
    "the learner does not see the public examples": given(public_thresholds, public=0),
    "the rare example has half of its mass": given(public_thresholds, rare=lambda a: a / 2),
    "the rare example is always positive": (
        "for each in targets], => for each in targets[::2]],",
        NO_SYMMETRY,
    ),
}


@claim(
    "BCMNUW20.LP.thr3", over(case=tuple(THRESHOLDS)), form=Form.CONCRETE, about=public_thresholds
)
def thresholds_programme(build: Build, case: tuple[Sizes, Fraction]) -> Check:
    """The largest t such that a proper private learner of thresholds on 3 points labels (1, +1)
    and a rare example right with probability t or more, for each rare example: of mass 1/4, at
    the points 2 and 3, positive or negative.

    Cases: With and without public examples and delta; e^eps = 2.  For one private and one public
    example, or two, also without the use of the symmetry.
    """
    (n, m), delta = case
    if n == 1 and m:
        yield exactly(
            replace(build(n, m, 3, QUARTER), symmetries=()), TWO, THRESHOLDS[case], delta
        )
    yield exactly(build(n, m, 3, QUARTER), TWO, THRESHOLDS[case], delta)


WRONG[thresholds_bound] = {
    "a public example counts twice": "** public => ** (2 * public)",
    "public examples are for nothing": given(thresholds_bound, public=0),
    "private examples are for nothing": given(thresholds_bound, private=0),
    "private examples are public": lambda r, n, m, *rest: thresholds_bound(r, 0, n + m, *rest),
    "half of delta": given(thresholds_bound, delta=lambda delta: delta / 2),
}


@claim(
    "BCMNUW20.L18.LP",
    over(
        sizes=sized(
            ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)),
            ((1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2)),
            ((3, 0), (4, 0), (2, 1), (3, 1), (2, 2)),
        ),
        rare=(QUARTER, Fraction(1, 10)),
    ),
    form=Form.CONCRETE,
    about=thresholds_bound,
)
def learning_from_public_examples(bound: Bound, sizes: Sizes, rare: Fraction) -> Check:
    """A proper learner of thresholds, private for n examples and with m public ones, labels a rare
    example of mass a right with probability at most 1 - (1-a)^m w, where w is the chance of the
    wrong label without public examples: the sum over s of the chance of s rare examples among n,
    times 1/2 r^(-s/2) for even s and r^(-(s-1)/2)/(1 + r) for odd s.  It is attained for every r.

    Cases: All learners on 3 points, at each r >= 1 at once; and delta = 1/50 at r = 3/2 and 2,
    each step of two then taking delta (r^(-1) + ...) from w.
    """
    n, m = sizes
    problem = public_thresholds(n, m, 3, rare)
    yield exactly_between(problem, ONE, None, bound(ROOT, n, m, rare, NOTHING))
    if n:
        for r in (Fraction(3, 2), TWO):
            small = Fraction(1, 50)
            yield exactly(problem, r, bound(r, n, m, rare, small), small)
            if n == 1:
                larger = public_thresholds(n, m, 4, rare)
                yield optimal(larger, r, bound(r, n, m, rare, small), small)


CASES = ((2, 3, 1), (2, 4, 2), (2, 4, 1), (3, 3, 2), (3, 3, 1))
"""Points, rows, and rows of the subset."""

SAMPLE = "return coins.delegate(self._sampled(), database)"
WRONG[RandomSubset] = {
    "each row is kept by a coin": wrong(
        RandomSubset,
        f"{SAMPLE} => kept = bernoulli(Fraction(self.size, self.rows))\n"
        "        return tuple(sorted(row for row in database if coins.draw(kept)))",
        bernoulli=bernoulli,
    ),
    "the smallest rows": f"{SAMPLE} => return tuple(sorted(database)[: self.size])",
    "rows in a run of their order": wrong(
        RandomSubset,
        f"{SAMPLE} => run = sorted(database)\n"
        "        first = coins.draw(bernoulli(Fraction(1, 2)))\n"
        "        return tuple(run[: self.size] if first else run[self.rows - self.size :])",
        bernoulli=bernoulli,
    ),
    "uniform rows, perhaps one twice": wrong(
        RandomSubset,
        f"{SAMPLE} => row = Dist.uniform(database)\n"
        "        return tuple(sorted(coins.draw(row) for _ in range(self.size)))",
        Dist=Dist,
    ),
    "one row more": given(RandomSubset, size=lambda k: k + 1),
    "one row less": given(RandomSubset, size=lambda k: k - 1),
}


@claim(
    "BCMNUW20.ALG.Subsample",
    over(case=sized(CASES, (*CASES, (2, 5, 2)), (*CASES, (2, 5, 2), (3, 5, 2)))),
    form=Form.CONCRETE,
    about=RandomSubset,
)
def law_of_a_random_subset(build: Build, case: tuple[int, int, int]) -> Check:
    """A random subset of k rows is a given multiset with the hypergeometric probability: the
    product over x of C(n_x, k_x), divided by C(n, k); and it is (0, k/n)-private.

    Cases: 0 < k < n, each database and each multiset, on two and three points.
    """
    points, n, k = case
    domain = Domain.of_size(points)
    mechanism = build(domain, n, k)
    universe = replace_one(domain, n)
    yield private(mechanism, universe, RandomSubset(domain, n, k).guarantee)
    for database in universe.databases():
        released = law(mechanism, database)
        for subset in replace_one(domain, k).databases():
            ways = prod(comb(database.count(x), subset.count(x)) for x in domain)
            chance = Fraction(ways, comb(n, k))
            yield eq(f"{subset} of {database}", released.probability(subset), chance)


@claim(
    "BCMNUW20.TXT.subsample",
    over(case=sized(CASES, (*CASES, (2, 5, 2)), (*CASES, (2, 5, 2), (3, 5, 2)))),
    form=Form.CONCRETE,
    about=RandomSubset,
)
def random_subsets_are_private(build: Build, case: tuple[int, int, int]) -> Check:
    """A random subset of k of the n rows is (0, k/n)-private, with no smaller delta, and of
    independent rows it is k independent rows: with delta = k/n nothing that k rows can do is out
    of reach, so that lower bounds have to assume delta < 1/n.

    Cases: The event that the subset contains the row that differs has probability k/n against 0;
    rows of two or three values, with masses that differ.
    """
    points, n, k = case
    domain = Domain.of_size(points)
    mechanism = build(domain, n, k)
    universe = replace_one(domain, n)
    promised = RandomSubset(domain, n, k).guarantee
    yield private(mechanism, universe, promised)
    told = [
        law(mechanism, database).probability_that(lambda subset: 1 in subset)
        for database in ((0,) * (n - 1) + (1,), (0,) * n)
    ]
    yield eq("the row that differs", told[0] - told[1], Fraction(k, n))
    yield eq("what is promised", told[0] - told[1], promised.delta)
    total = points * (points + 1) // 2
    masses = [Fraction(x + 1, total) for x in range(points)]
    mixed: dict[Database[int], Fraction] = {}
    for database in universe.databases():
        chance = multiset_chance(database, masses.__getitem__)
        released = law(mechanism, database)
        for subset in released:
            mixed[subset] = mixed.get(subset, ZERO) + chance * released.probability(subset)
    for rows in replace_one(domain, k).databases():
        wanted = multiset_chance(rows, masses.__getitem__)
        yield eq(f"{rows} from independent rows", mixed.get(rows, ZERO), wanted)
