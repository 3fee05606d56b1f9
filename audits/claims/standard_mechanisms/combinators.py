"""Combinators: post-processing, composition, groups."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from audits.evidence.table import tabulate
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.composition import (
    AdaptiveComposition,
    SequentialComposition,
    composed_curve,
    composed_guarantee,
)
from reference.privacy.curve import envelope
from reference.privacy.group import group_guarantee
from reference.privacy.parallel_composition import ParallelComposition
from reference.privacy.post_processing import PostProcessing

BITS = Domain.of_size(2)
RESPONSE = RandomizedResponse(BITS, every(1))


def count(rows: int) -> GeometricCount[RationalFunction]:
    """A noisy count of bits."""
    return GeometricCount(-1, rows + 1, every(1))


RUN = "coins.run(self.mechanism, database)"

WRONG[PostProcessing] = {
    "runs the mechanism twice": f"{RUN} => max({RUN}, {RUN}, key=repr)",
    "looks at the rows": "self.function(output) => self.function(output), len(set(database)) == 1",
}


@claim("CORE.post-processing", over(rows=sized((3,), (5,), (7,))), about=PostProcessing)
def post_processing(build: Build, rows: int) -> Check:
    """A function of the output of an (eps, delta)-private mechanism is as private.

    Cases: Functions that merge outcomes of positive probability; delta = 1/2 with every eps.
    """
    yield private(build(count(rows), lambda found: found % 2), bits(rows), pure(R))
    yield private(build(count(rows), lambda found: 2 * found > rows), bits(rows), pure(R))
    yield private(build(RESPONSE, any), bits(1), pure(R), name="bit")
    leaky = LeakyResponse(Guarantee(R, HALF + NOTHING))
    yield private(build(leaky, sum), bits(1), leaky.guarantee, name="leaky")


DELTAS = over(k=sized((2, 3), (2, 3, 4), (2, 3, 4, 5)), delta=(Fraction(0), TENTH))


WRONG[composed_guarantee] = {
    "one eps for all": "exp_eps * guarantee.exp_eps => guarantee.exp_eps",
    "the first delta for all": "delta + guarantee.delta => delta",
}
WRONG[SequentialComposition] = {
    "one is released": "in self.mechanisms) => in self.mechanisms[:1])"
}
WRONG[AdaptiveComposition] = {
    "chosen by the rows": "self.then(y) => self.then(len(set(database)) - 1)"
}
WRONG[composed_curve] = {
    "one mechanism less": "in guarantees: => in guarantees[:-1]:",
    "deltas forgotten": "silent * (1 - guarantee.delta) => silent",
}
WRONG[ParallelComposition] = {
    "all rows for each": "parts[self.part(row)].append(row) => "
    "_ = [part.append(row) for part in parts]",
    "parts exchanged": "parts[self.part(row)] => parts[1 - self.part(row)]",
}
WRONG[group_guarantee] = {
    "the deltas are added": "x * delta => delta",
    "delta is unchanged": " + x * delta => ",
    "eps is unchanged": ("exp_eps * x => x", "x * delta => delta"),
}


@claim("CORE.composition", DELTAS, about=composed_guarantee)
def composition(promise: Build, k: int, delta: Fraction) -> Check:
    """Mechanisms run one after another lose the sum of their eps and the sum of their deltas.

    Cases: k responses that leak with probability delta, for which both sums are needed (see
    CORE.composition-is-tight), and two noisy counts.
    """
    leaky = LeakyResponse(Guarantee(R, delta + NOTHING))
    together = SequentialComposition((leaky,) * k)
    yield private(together, bits(1), promise([leaky.guarantee] * k))
    counts = SequentialComposition((count(2), count(2)))
    yield private(counts, bits(2), promise([pure(R)] * 2), name="two noisy counts")


@claim(
    "CORE.composition-is-tight", over(k=sized((1, 2, 3), (4,), (6,))), about=SequentialComposition
)
def composition_is_tight(build: Build, k: int) -> Check:
    """The loss k eps of k responses is attained: basic composition is tight at delta = 0.

    Cases: One bit; all answers tell it.
    """
    together = build((RESPONSE,) * k)
    yield attained(together, (0,), (1,), lambda answers: set(answers) == {(0,)}, R**k)


@claim(
    "CORE.composition-is-not-free", over(rows=sized((1,), (2,), (3,))), about=SequentialComposition
)
def composition_is_not_free(build: Build, rows: int) -> Check:
    """Two outputs of one mechanism lose more than one, at every eps > 0.

    Cases: Two independent noisy counts; 2 eps is attained.
    """
    both, one_more = build((count(rows), count(rows))), (0,) * (rows - 1) + (1,)
    yield from exceeded(both, (0,) * rows, one_more, lambda y: max(y) <= 0, R)


@claim("CORE.adaptive-composition", over(rows=sized((2,), (3,), (4,))), about=AdaptiveComposition)
def adaptive_composition(build: Build, rows: int) -> Check:
    """Losses add up even if the second mechanism is chosen by the first output.

    Cases: The second mechanism really depends on the first output.
    """
    second = {True: GeometricCount(-1, rows + 1, every(1)), False: GeometricCount(-1, 1, every(1))}
    both = build(count(rows), lambda found: second[found > 0], pure(R))
    yield private(both, bits(rows), pure(R**2))


@claim(
    "CORE.optimal-composition",
    over(k=sized((2, 3), (4, 5), (6, 8)), delta=(Fraction(0), TENTH)),
    about=composed_curve,
)
def optimal_composition(curve: Build, k: int, delta: Fraction) -> Check:
    """The optimal composition curve holds for the composition of k mechanisms of the same eps and
    delta, and is attained by independent responses that leak with probability delta.

    Cases: e^eps = 2: every breakpoint of the exact curve, from the law of the composition.
    """
    leaky = LeakyResponse(Guarantee(Fraction(2), delta))
    together = SequentialComposition((leaky,) * k)
    expected = curve([leaky.guarantee] * k)
    found = envelope(tabulate(together, bits(1)).laws(), [(0, 1)]).curve
    for x, least in expected.breakpoints:
        yield private(together, bits(1), Guarantee(x, least), name=f"e^eps = {x}")
        yield eq(f"x = {x}", found.delta_at(x), least)
    yield eq("breakpoints", len(found.breakpoints), len(expected.breakpoints))


@claim("CORE.parallel-composition", over(rows=sized((2,), (2,), (3,))), about=ParallelComposition)
def parallel_composition(build: Build, rows: int) -> Check:
    """Mechanisms on disjoint parts of the rows lose the greatest of their losses, for added or
    removed rows.

    Cases: Histograms of two parts of four values, T = 2; databases of 0 to n rows.
    """
    part = StableHistogram(Domain.of_size(4), 2, rows + 1, every(1))
    both = build((part, part), lambda row: row % 2)
    guarantee = Guarantee(R, 1 / R / (1 + 1 / R))
    yield private(both, add_remove_one(range(4), rows), guarantee)


@claim(
    "CORE.parallel-composition-law",
    over(multisets(4, sized(2, 3, 4), least=0)),
    about=ParallelComposition,
)
def parallel_composition_law(build: Build, rows: Rows) -> Check:
    """The outputs of a parallel composition are independent, each on the rows of its part.

    Cases: Noisy totals of the even and of the odd rows.
    """
    noisy = GeometricCount(-1, 4, every(1))
    found = law(build((noisy, noisy), lambda row: row % 2), rows)
    even, odd = (law(noisy, tuple(row for row in rows if row % 2 == i)) for i in (0, 1))
    for outcome in even.product(odd):
        chance = even.probability(outcome[0]) * odd.probability(outcome[1])
        yield eq(outcome, found.probability(outcome), chance)


@claim("CORE.group-privacy", over(k=sized((2, 3), (2, 3), (2, 3, 4))), about=group_guarantee)
def group_privacy(promise: Build, k: int) -> Check:
    """For databases k moves apart: (k eps, delta (1 + e^eps + ... + e^((k-1) eps))).

    Cases: The stable histogram with T = k + 1, whose delta is attained; all pairs of databases of
    up to k + 1 bits at distance k, listed as neighbours.
    """
    threshold, rows = k + 1, k + 1
    universe = add_remove_one(BITS, rows)
    databases = tuple(universe.databases())
    places = [
        (i, j)
        for i, first in enumerate(databases)
        for j, second in enumerate(databases)
        if i < j and universe.distance(first, second) == k
    ]
    histogram = StableHistogram(BITS, threshold, rows + 1, every(1))
    one = Guarantee(R, R ** (1 - threshold) / (1 + 1 / R))
    yield private(histogram, ListedAdjacency(databases, tuple(places)), promise(one, k))


@dataclass(frozen=True, slots=True)
class Stairs:
    """On the i-th of k + 1 databases: yes with probability p_i, p_(i+1) = e^eps p_i + delta."""

    step: Guarantee[Fraction]
    least: Fraction

    def __call__(self, place: int, coins: Coins[Fraction], /) -> bool:
        chance = self.least
        for _ in range(place):
            chance = self.step.exp_eps * chance + self.step.delta
        return coins.draw(bernoulli(chance))


@claim("CORE.group-privacy-is-tight", over(k=(2, 3, 4)), about=group_guarantee)
def group_privacy_is_tight(promise: Build, k: int) -> Check:
    """What holds k moves apart is attained by a mechanism that is (eps, delta)-private for one.

    Cases: e^eps = 2, delta = 1/40; the probability of yes is twice as large and 1/40 more at each
    move. The slack shows that nothing less holds.
    """
    step = Guarantee(Fraction(2), Fraction(1, 40))
    stairs = Stairs(step, Fraction(1, 80))
    chain = ListedAdjacency(tuple(range(k + 1)), tuple((i, i + 1) for i in range(k)))
    yield private(stairs, pair(0, k), promise(step, k))
    yield private(stairs, chain, step, name="one move")


@dataclass(frozen=True, slots=True)
class Zeros:
    """The number of zeros."""

    def __call__(self, database: Rows, /) -> int:
        return len(database) - sum(database)
