"""From a mechanism for all queries to one for some columns."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors.restriction import WRONG_RESTRICTIONS
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import listed
from proofs_tests.strategies.scattered import scattered
from reference.data.adjacency import one_answer
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.reductions.restricted_columns import Histogram, OnColumns

WIDTH = 3
COUNTS = range(2)
EVERYONE = list(product(COUNTS, repeat=WIDTH))
"""The histograms on all columns."""

Answers = tuple[int, int]
Answering = Mechanism[Histogram, Answers, Fraction]
Build = Callable[..., Any]

OUTCOMES = ((0, 0), (1, 0), (0, 1), (2, 1))
MECHANISMS: st.SearchStrategy[Answering] = st.one_of(
    listed(EVERYONE, OUTCOMES[:3]), listed(EVERYONE, OUTCOMES[:2], everywhere=True)
)
COLUMNS = st.lists(st.sampled_from(range(WIDTH)), min_size=1, unique=True).map(tuple)
QUERIES = st.tuples(*[st.tuples(*[st.integers(0, 1)] * WIDTH)] * 2)

PLACED = (
    "the first columns, whatever S",
    "the last columns, whatever S",
    "one user of each other type",
    "the columns of S in reverse",
    "the last user of S is dropped",
)


@property_of(
    OnColumns,
    {name: WRONG_RESTRICTIONS[name] for name in PLACED},
    mechanism=scattered(range(3)),
    columns=COLUMNS,
    inner=st.sampled_from(range(WIDTH)),
    counts=st.tuples(*[st.integers(0, 2)] * WIDTH),
)
def test_users_of_other_types_are_not_there(
    made: Build,
    mechanism: Mechanism[Histogram, int, Fraction],
    columns: tuple[int, ...],
    inner: int,
    counts: Histogram,
) -> None:
    """And those in S keep their types; columns of columns are columns."""
    users = [j for j, count in zip(columns, counts, strict=False) for _ in range(count)]
    restricted = made(mechanism, WIDTH, columns)
    found = law_of(restricted, counts[: len(columns)])
    assert found == law_of(mechanism, tuple(map(users.count, range(WIDTH))))
    one = inner % len(columns)
    again = law_of(made(restricted, len(columns), (one,)), counts[:1])
    assert again == law_of(made(mechanism, WIDTH, columns[one : one + 1]), counts[:1])


@property_of(
    OnColumns,
    {
        name: WRONG_RESTRICTIONS[name]
        for name in (
            "users outside of S are as many as the first in S",
            "the exact answers are shown",
        )
    },
    mechanism=MECHANISMS,
    columns=COLUMNS,
)
def test_it_is_as_private(made: Build, mechanism: Answering, columns: tuple[int, ...]) -> Fraction:
    """The privacy curve is at most that of the mechanism for all."""
    built = curve_of(made(mechanism, WIDTH, columns), one_answer(COUNTS, len(columns)))
    return slack(built, curve_of(mechanism, one_answer(COUNTS, WIDTH)))


@property_of(
    OnColumns,
    {name: WRONG_RESTRICTIONS[name] for name in PLACED},
    queries=QUERIES,
    errors=distributions([(0, 0), (1, 0), (-1, 2)]),
    columns=COLUMNS,
)
def test_it_is_as_accurate(
    made: Build,
    queries: tuple[Histogram, ...],
    errors: Dist[Answers, Fraction],
    columns: tuple[int, ...],
) -> None:
    """For Q_S: Q x = Q_S x_S, and the errors are those for Q."""

    def answers(rows: Sequence[Histogram], x: Histogram, error: Answers) -> Answers:
        exact = [sum(q * c for q, c in zip(row, x, strict=True)) for row in rows]
        return exact[0] + error[0], exact[1] + error[1]

    def erring(histogram: Histogram, coins: Coins[Fraction], /) -> Answers:
        return answers(queries, histogram, coins.draw(errors))

    some = [tuple(query[j] for j in columns) for query in queries]
    for x in product(COUNTS, repeat=len(columns)):
        found = law_of(made(erring, WIDTH, columns), x)
        assert found == errors.map(partial(answers, some, x))
