"""From a mechanism for all queries to one for some columns."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import sums
from audits.ledger import WRONG, claims
from proofs_tests.properties.measured import curve_of, furthest, law_of, slack
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed
from proofs_tests.strategies.queries import Answers, Bits, Queries, added, every
from reference.data.adjacency import one_answer
from reference.probability.coins import Coins, Mechanism
from reference.reductions.restricted_columns import OnColumns

claims()
WIDTH = 3
COUNTS = range(2)
EVERYONE = list(product(COUNTS, repeat=WIDTH))
"""The histograms on all columns."""

ERRORS = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(0)), (Fraction(-1), Fraction(2))]
QUERIES = st.tuples(*[st.sampled_from(every(WIDTH))] * 2)
REVERSED = "the columns of S in reverse"
FILLED = "users outside of S are as many as the first in S"
SHOWN = "the exact last count is published"


@property_of(
    OnColumns,
    {mistake: WRONG[OnColumns][mistake] for mistake in (REVERSED, FILLED, SHOWN)},
    queries=QUERIES,
    noise=listed(EVERYONE, ERRORS) | listed(EVERYONE, ERRORS, everywhere=True),
    columns=st.lists(st.sampled_from(range(WIDTH)), min_size=1, unique=True),
)
def test_it_is_as_private_and_as_accurate(
    made: type[OnColumns[Answers, Fraction]],
    queries: Queries,
    noise: Listed[Bits, Answers],
    columns: list[int],
) -> Fraction:
    """No more is lost, and answers are off by alpha as rarely as those to Q in the worst case."""

    def answering(histogram: Bits, coins: Coins[Fraction]) -> Answers:
        return added(sums(queries, histogram), coins.run(noise, histogram))

    def far(
        mechanism: Mechanism[Bits, Answers, Fraction], asked: Queries, x: Bits, alpha: int
    ) -> Fraction:
        exact = sums(asked, x)
        return law_of(mechanism, x).probability_that(lambda y: furthest(y, exact) >= alpha)

    built, universe = made(answering, WIDTH, tuple(columns)), one_answer(COUNTS, len(columns))
    some = tuple(tuple(query[j] for j in columns) for query in queries)
    spare = [
        at_most(
            max(far(built, some, x, alpha) for x in universe.databases()),
            max(far(answering, queries, x, alpha) for x in EVERYONE),
            f"to be off by {alpha} or more: the chance on the worst database",
        )
        for alpha in (1, 2, 3)
    ]
    return min(
        slack(curve_of(built, universe), curve_of(answering, one_answer(COUNTS, WIDTH))), *spare
    )
