"""Section 4.2: fewer types of users, and two normalisations."""

from audits.claims.prelude import *
from audits.engines.optimum.problems.histograms import histogram_answers
from reference.data.adjacency import one_answer
from reference.exact.field import R
from reference.lower_bounds.query_packing import Histogram, Queries, distance, exact_answers
from reference.reductions.restricted_columns import OnColumns

ROOT = RationalFunction.r()
BELOW_E, ABOVE_E = Fraction(2718, 1000), Fraction(2719, 1000)
"""E is between them."""

QUERIES: Queries = ((1, 0, 1), (0, 1, 1))
"""The last type of user is counted by both."""


@dataclass(frozen=True, slots=True)
class NoisyAnswers:
    """Noise of ratio 1/r on each answer of Q, with probability delta none."""

    ratio: Any
    delta: Fraction

    def __call__(self, database: Histogram, coins: Coins[R], /) -> tuple[int, ...]:
        true_answers = exact_answers(QUERIES, database)
        if self.delta and coins.draw(Dist.weighted([(1, self.delta), (0, 1 - self.delta)])):
            return true_answers
        noisy = NoisyInteger(self.ratio, (0, 2 * len(database)))
        return tuple(coins.run(noisy, answer) for answer in true_answers)


EVERYONE = "tuple(counts.get(j, 0) for j in range(self.width))"
WRONG[OnColumns] = {
    "each row counts twice": "counts.get(j, 0) => 2 * counts.get(j, 0)",
    "the first columns, whatever S": f"{EVERYONE} => "
    "(*database, *(0,) * (self.width - len(database)))",
    "the last columns, whatever S": f"{EVERYONE} => "
    "(*(0,) * (self.width - len(database)), *database)",
    "users outside of S are as many as the first in S": "counts.get(j, 0) => "
    "counts.get(j, database[0])",
    "one user of each other type": "counts.get(j, 0) => counts.get(j, 1)",
    "the columns of S in reverse": "zip(self.columns, database => "
    "zip(self.columns, database[::-1]",
    "the last user of S is dropped": "zip(self.columns, database => "
    "zip(self.columns, (*database[:-1], 0)",
    "the exact last count is published": "coins.delegate(self.mechanism, everyone) => "
    "(*coins.run(self.mechanism, everyone)[:-1], database[-1])",
}
COLUMNS = ((0,), (1,), (2,), (0, 1), (0, 2), (2, 0), (1, 2))


def loss(columns: tuple[int, ...]) -> int:
    """How many answers a user of these types changes, at most."""
    return max(sum(query[j] for query in QUERIES) for j in columns)


@claim(
    "VT14.ALG.Restrict", over(columns=COLUMNS, most=sized((1,), (1, 2), (1, 2))), about=OnColumns
)
def only_users_of_some_types(restrict: Build, columns: tuple[int, ...], most: int) -> Check:
    """A mechanism for Q is one for Q_S, the columns of Q in S: it runs on histograms that are 0
    outside of S, where Q x = Q_S x_S, and distances are the same.

    Cases: All sets S but the whole, one in another order; the law for every eps of the answers
    with noise, found from Q_S alone; and the distances of what a mechanism that tells all is
    shown.
    """
    width, eps = len(QUERIES[0]), Epsilon.indeterminate()
    restricted: Queries = tuple(tuple(query[j] for j in columns) for query in QUERIES)
    noisy = NoisyInteger(eps.exp(-1), (0, 2 * width))
    everything = restrict(lambda x, _coins: x, width, columns)
    seen: dict[Histogram, Histogram] = {}
    for x in product(range(most + 1), repeat=len(columns)):
        found = law(restrict(NoisyAnswers(eps.exp(-1), ZERO), width, columns), x)
        first, second = (
            law(noisy, sum(q * c for q, c in zip(row, x, strict=True))) for row in restricted
        )
        for y in product(range(3), repeat=2):
            chance = first.probability(y[0]) * second.probability(y[1])
            yield eq(f"{x}: {y}", found.probability(y), chance)
        seen[x] = next(iter(law(everything, x)))
    for x, y in product(seen, repeat=2):
        steps = sum(abs(a - b) for a, b in zip(x, y, strict=True))
        yield eq("distance", distance(seen[x], seen[y]), steps)


@claim("VT14.TXT.restrict", over(columns=COLUMNS), about=OnColumns)
def restricted_privacy_and_error(restrict: Build, columns: tuple[int, ...]) -> Check:
    """An (eps, delta)-private mechanism for Q is an (eps, delta)-private mechanism for Q_S, and so
    Error(Q) >= Error(Q_S).

    Cases: Every eps, and e^eps = 2 with delta = 1/10; histograms with counts up to 2, or 1 for two
    types.  The loss of all answers is that of Q, of the users of both; where S has none of them it
    is that of one answer.  Errors: the success of all mechanisms for Q with no error, or one of at
    most 1/2, is at most that for Q_S.
    """
    width, most = len(QUERIES[0]), 2 if len(columns) == 1 else 1
    universe = one_answer(range(most + 1), len(columns))
    made = restrict(NoisyAnswers(ROOT**-1, ZERO), width, columns)
    yield private(made, universe, Guarantee(ROOT ** loss(columns), ROOT - ROOT), name="every eps")
    two = Fraction(2) ** loss(columns)
    leaky = restrict(NoisyAnswers(HALF, TENTH), width, columns)
    yield private(leaky, universe, Guarantee(two, TENTH), name="with delta")
    if len(columns) == 1:
        wide, narrow = one_answer(range(2), width), one_answer(range(2), 1)
        restricted: Queries = tuple((query[columns[0]],) for query in QUERIES)
        for within in (ZERO, HALF):
            best = told(ROOT, 1, TENTH) if within == 0 else ROOT**0
            yield exactly_between(
                histogram_answers(restricted, narrow, within), ONE, None, best, TENTH
            )
            problem = histogram_answers(QUERIES, wide, within)
            yield optimal(problem, BELOW_E, best.at(BELOW_E), TENTH)


ANSWER = "sum(q * x for q, x in zip(query, histogram, strict=True))"
WRONG[exact_answers] = {
    "divided by the number of types": f"{ANSWER} => "
    f"Fraction({ANSWER} * sum(histogram), len(histogram))",
    "each type once": "sum(q * x for => sum(q * (x > 0) for",
    "a row more": f"{ANSWER} => {ANSWER} + 1",
    "divided by n": f"{ANSWER} => Fraction({ANSWER}, max(2, sum(histogram)))",
    "the other users": f"{ANSWER} => sum(histogram) - {ANSWER}",
}


@claim(
    "VT14.R4.2.1",
    over(queries=(QUERIES, ((1, 1, 0),)), rows=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    about=exact_answers,
)
def two_normalisations(answers: Build, queries: Queries, rows: int) -> Check:
    """<q, x> of Lecture 4 is n times the mean q(x) of the other lectures over the n rows: an
    absolute error of E is a relative one of E/n.

    Cases: All databases of n rows over three types, row by row.
    """
    for database in product(range(3), repeat=rows):
        histogram = tuple(database.count(x) for x in range(3))
        found = answers(queries, histogram)
        for query, answer in zip(queries, found, strict=True):
            mean = Fraction(sum(query[x] for x in database), rows)
            yield eq(f"{database}", answer, rows * mean)
            off = [abs(Fraction(k, 4) - mean) * rows for k in range(5)]
            by_answer = [abs(Fraction(k * rows, 4) - answer) for k in range(5)]
            yield true("errors", off == by_answer)


def told(exp_eps: Any, bits: int, delta: Any) -> Any:
    """Delta + (1 - delta) (r/(1 + r))^n: to tell n bits with an error of 0."""
    kept = exp_eps / (1 + exp_eps)
    return kept**bits * (1 - delta) + delta


TOLD = "kept**bits * (1 - delta) + delta"
WRONG[told] = {
    "without delta": given(told, delta=ZERO),
    "delta for each bit": f"{TOLD} => (kept * (1 - delta) + delta) ** bits if bits > 1 else kept",
    "delta is added": f"{TOLD} => kept**bits + delta",
    "delta/(1 + r)": f"{TOLD} => kept**bits + delta / (1 + exp_eps) / 2",
    "twice eps": given(told, exp_eps=lambda r: r * r),
    "one bit for all": given(told, bits=1),
    "a bit more": given(told, bits=lambda n: n + 1),
}


@claim(
    "VT14.R4.2.2", over(users=sized((1, 2), (1, 2, 3), (1, 2, 3)), delta=(ZERO, TENTH)), about=told
)
def few_users_can_be_told(success: Build, users: int, delta: Fraction) -> Check:
    """The restriction says nothing of blatant non-privacy, as S can be very small: a (1,
    0.1)-private mechanism tells the only bit of |S| = 1 with probability (r + delta)/(1 + r) >
    2/3, r = e.

    Cases: All mechanisms for |S| = 1, 2 and 3 users with a query for each, every e^eps >= 1:
    all bits are told with probability delta + (1 - delta) (r/(1 + r))^|S| at best; from |S| =
    2 on this is less than 2/3 at (1, 0.1).
    """
    single = tuple(tuple(int(i == j) for j in range(users)) for i in range(users))
    problem = histogram_answers(single, one_answer(range(2), users), ZERO)
    yield exactly_between(problem, ONE, None, success(ROOT, users, delta), delta)
    if users == 1:
        yield eq("(r + delta)/(1 + r)", success(ROOT, 1, delta), (ROOT + delta) / (ROOT + 1))
        yield lt("2/3 < (e + delta)/(1 + e)", Fraction(2, 3), success(BELOW_E, 1, delta))
    else:
        yield lt("below 2/3", success(ABOVE_E, users, delta), Fraction(2, 3))
