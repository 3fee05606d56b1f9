"""Section 3.2: queries that are known: synthetic data, and badly answered ones first (MWEM)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import noisy_count, one_row_moved
from reference.mechanisms.release.mwem import MWEM, Errors, Measured

Pairs = tuple[Measured, ...]
R = RationalFunction.r()
QUERIES: tuple[Any, ...] = (PointFunction(0), PointFunction(1), Values((0, 1, 1, 0)))


def pairs(
    x: Rows, points: int, count: int, root: Fraction, weights: tuple[Fraction, ...], before: Pairs
) -> Iterator[tuple[Pairs, Fraction]]:
    """The law of the rounds, from dense weights: a choice, then a sum over noisy counts."""
    if len(before) == count:
        yield before, Fraction(1)
        return
    n, total = len(x), sum(weights, Fraction(0))
    means = [sum((w for i, w in enumerate(weights) if q(i)), Fraction(0)) / total for q in QUERIES]
    counts = [sum(map(q, x)) for q in QUERIES]
    chosen = [root ** (abs(c - n * u) // 1) for c, u in zip(counts, means, strict=True)]
    for i, q in enumerate(QUERIES):
        for y, chance in enumerate(noisy_count(counts[i], n, 1 / root**2)):
            above = Fraction(y, n) >= means[i]
            after = tuple(w * (1 if q(z) == above else HALF) for z, w in enumerate(weights))
            told = (*before, Measured(i, Fraction(y, n)))
            for rest, more in pairs(x, points, count, root, after, told):
                yield rest, chosen[i] / sum(chosen) * chance * more


def mechanism(build: Build, count: int, root: Any, queries: tuple[Any, ...] = QUERIES) -> Any:
    """So many rounds on four points."""
    return build(queries, Domain.of_size(4), count, HALF, Epsilon(root, 4))


ERROR = "abs(sum(map(q, database)) - n * self.weights.mean(q)) // 1"
MEASURED = "coins.run(noisy, sum(map(query, database)))"
WRONG[MWEM] = {
    "exact measurements": f"{MEASURED} => sum(map(query, database))",
    "measured with half the noise": "half.exp(-1) => half.exp(-2)",
    "qualities twice as sensitive": f"{ERROR} => 2 * ({ERROR})",
    "one round more": "range(self.rounds) => range(self.rounds + 1)",
    "the best answered query": f"{ERROR} => -({ERROR})",
    "the hypothesis stays uniform": "h = corrected(h, query, b) => pass",
}
LAWS = ((1, 1), (2, 2), (0, 1), (3, 2))


@claim("VT14.ALG.MWEM", over(case=sized(LAWS, LAWS, LAWS)), about=MWEM)
def law_of_the_rounds(build: Build, case: tuple[int, int]) -> Check:
    """If all queries are given, a badly answered one is picked by the exponential mechanism,
    answered with noise, and h is reweighted by it, again and again.

    Cases: (rounds, rows) = case, four points, three queries, rate 1/2, e^(eps/4) = 2, 3/2; errors
    of counts, rounded down; every output; rows at three of the points, for three rounds at one.
    """
    count, n = case
    for root in (TWO, Fraction(3, 2))[: 1 + (count < 2)]:
        for x in combinations_with_replacement((0, 1, 3) if count < 3 else (0,), n):
            found = law(mechanism(build, count, root), x)
            start = (Fraction(1),) * 4
            known = dict(pairs(x, 4, count, root, start, ()))
            for told in {**known, **dict.fromkeys(found)}:
                chance = known.get(told, Fraction(0))
                yield eq(f"x = {x}: {told}", found.probability(told), chance)


@claim("VT14.R3.2.3", clause="synthetic data")
def synthetic_data() -> Check:
    """Synthetic data can be had in the end: h is a function of what was released.

    Cases: After one update and after two.

    Routes: h of the mechanism; means computed by hand.
    """
    made, told = mechanism(MWEM, 1, TWO), (Measured(0, Fraction(1)),)
    yield eq("h", made.hypothesis(told).mean(QUERIES[0]), Fraction(1) / (1 + 3 * HALF))
    h = made.hypothesis((*told, Measured(1, Fraction(1))))
    yield eq("h after two", h.mean(QUERIES[0]), Fraction(1, 3))
    yield le("towards the answer", QUARTER, h.mean(QUERIES[0]))


ROWS = sized((1, 2), (1, 2, 3), (1, 2, 3))


@claim("VT14.R3.2.3", over(n=ROWS), about=MWEM, clause="the choice")
def badly_answered_queries_are_chosen(build: Build, n: int) -> Check:
    """If all queries are known, those that should generate an update are picked by the exponential
    mechanism.

    Cases: n rows on two of four points. In the first round a query whose error is 2 rows less than
    the largest is picked at most r^-2 times as often as that one, r = e^(eps/4).
    """
    x = (0,) * (4 * n)
    found = Errors(QUERIES, mechanism(MWEM, 1, TWO).start)(x)
    yield eq("errors", found[0] - found[1], 2 * n)

    def worst(_: Rows, told: Pairs) -> bool:
        return told[0].query == 0

    weights = [TWO**e for e in found.values()]
    likely = 1 - weights[0] / sum(weights)
    yield accurate(mechanism(build, 1, TWO), these([x]), worst, likely)


@claim("VT14.R3.2.3", over(n=ROWS, count=(0, 1, 2)), about=MWEM, clause="T rounds")
def known_queries_are_private(build: Build, n: int, count: int) -> Check:
    """T rounds of eps, half of it for the choice, are T eps-private.

    Cases: T = count; n rows on two of four points, every eps for one round, e^(eps/4) = 2 for two;
    five queries, one against the others, lose more than 3/4 of eps in a round.
    """
    universe, made = replace_one((0, 1), n), mechanism(build, count, TWO)
    yield eq("promised", made.guarantee.exp_eps, TWO ** (4 * count))
    if count == 1:
        symbolic = mechanism(build, 1, R)
        yield private(symbolic, universe, Guarantee(R**4, R - R), name="every eps")
    elif n <= 2:
        yield private(made, universe, pure(TWO ** (4 * count)))
    if n == count == 1:
        crowd = mechanism(build, 1, TWO, (PointFunction(0), *(PointFunction(1),) * 4))
        yield private(crowd, one_row_moved(4), pure(TWO**4), name="one of five")
