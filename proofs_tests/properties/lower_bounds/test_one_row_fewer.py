"""From a solver for some rows to one for a row less."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors import hard_distribution as impostors
from audits.claims.bnsv15.laws.hard_distribution import (
    RowOne,
    given_lengths,
    spelled,
    spelled_agreement,
)
from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import answers, grouped
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import mechanisms, sequences
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Answer = int | Bottom
Solver = Mechanism[Database[int], Answer, Fraction]
Reduction = Callable[[Solver, int, int], Solver]

CASES = [(3, (0,)), (3, (1,)), (3, (2,)), (2, (1, 0)), (2, (0, 1)), (2, (1, 1))]
"""Binary digits, and lengths."""

SOLVERS = mechanisms(range(4), 2, answers(4))
"""For two rows of two binary digits."""

KNOWN_ROW = [(a, b) for a, b in combinations(sequences(range(4), 2), 2) if a[0] == b[0]]


def experiment(
    solver: Solver, digits: int, lengths: Database[int]
) -> Iterator[tuple[Database[int], Answer, Answer, Fraction]]:
    """Every database of these lengths, every answer and how many digits it names, with chances."""
    words = spelled(2, digits)
    for rows, chance in given_lengths(lengths, words, 2).items():
        law = law_of(solver, rows)
        for x in law:
            k = x if isinstance(x, Bottom) else spelled_agreement(words[x], words[rows[0]])
            yield rows, x, k, chance * law.probability(x)


@property_of(
    OneRowFewer,
    {
        "compared with x_1": impostors.ComparedWithRowOne,
        "compared with a new x_0": impostors.ComparedWithFreshRow,
        "x_0 tells the data": impostors.HiddenRowTellsTheData,
        "bottom is no digit": impostors.BottomIsZero,
        "x_0 is no large number": "self.base**self.length)) => self.length))",
    },
    case=st.sampled_from(CASES).flatmap(
        lambda case: st.tuples(
            st.just(case), grouped(2 ** case[0], len(case[1]) + 1, answers(2 ** case[0]))
        )
    ),
)
def test_law_of_the_reduction(
    build: Reduction, case: tuple[tuple[int, Database[int]], Solver]
) -> None:
    """It is that of the digits that the solver names, over all databases of these lengths."""
    (digits, lengths), solver = case
    expected = dict.fromkeys([*range(digits + 1), Bottom.BOTTOM], Fraction(0))
    for _, _, k, chance in experiment(solver, digits, lengths):
        expected[k] += chance
    found = law_of(build(solver, 2, digits), lengths)
    assert {k: found.probability(k) for k in expected} == expected


@property_of(
    OneRowFewer,
    {
        "cut at the largest row": impostors.CutAtTheLargestRow,
        "counts the data where x_0 is named": impostors.RowsAsTheyAre,
        "x_0 tells the data": impostors.HiddenRowTellsTheData,
        "counts the data": "agreement(x, hidden, => database[0] + agreement(x, hidden,",
    },
    solver=SOLVERS,
)
def test_privacy_is_that_in_the_known_rows(build: Reduction, solver: Solver) -> Fraction:
    """The privacy curve is at most that of the solver, for a replaced row that is not hidden."""
    found = curve_of(build(solver, 2, 2), replace_one(range(2), 1, ordered=True))
    return slack(found, curve_between(solver, KNOWN_ROW))


@property_of(
    OneRowFewer,
    {
        "compared with x_1": impostors.ComparedWithRowOne,
        "compared with a new x_0": impostors.ComparedWithFreshRow,
        "one digit more": "agreement(x, hidden, => 1 + agreement(x, hidden,",
    },
    solver=SOLVERS | st.builds(RowOne),
    prior=distributions(range(2)),
)
def test_success_of_the_step(
    build: Reduction, solver: Solver, prior: Dist[int, Fraction]
) -> Fraction:
    """It is at least p - q, whatever the law of the lengths is.

    The solver succeeds with p, and with q names a digit that no other row knows.
    """
    gained = Fraction(0)
    for y in prior:
        found = law_of(build(solver, 2, 2), (y,)).probability(y)
        for rows, x, k, chance in experiment(solver, 2, (y,)):
            if not isinstance(x, Bottom) and not isinstance(k, Bottom):
                found -= chance * ((min(rows) <= x <= max(rows)) - (k > y))
        gained += prior.probability(y) * found
    return gained
