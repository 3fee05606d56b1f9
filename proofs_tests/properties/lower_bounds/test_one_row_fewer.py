"""From a solver for some rows to one for a row less."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors import hard_distribution as impostors
from audits.claims.bnsv15.laws.hard_distribution import given_lengths, spelled, spelled_agreement
from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import answers, grouped
from proofs_tests.strategies.mechanisms import mechanisms, sequences
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Solver = Mechanism[Database[int], int | Bottom, Fraction]
Reduction = Callable[[Solver, int, int], Solver]

CASES = [(3, (0,)), (3, (1,)), (3, (2,)), (2, (1, 0)), (2, (0, 1)), (2, (1, 1))]
"""Binary digits, and lengths."""


@property_of(
    OneRowFewer,
    {
        "compared with a new x_0": impostors.ComparedWithFreshRow,
        "bottom is no digit": impostors.BottomIsZero,
        "x_0 is no large number": "self.base**self.length)) => self.length))",
    },
    case=st.sampled_from(CASES).flatmap(
        lambda case: st.tuples(
            st.just(case), grouped(2 ** case[0], len(case[1]) + 1, answers(2 ** case[0]))
        )
    ),
)
def test_success_of_the_step(build: Reduction, case: tuple[Any, Solver]) -> Fraction:
    """Its law is that of the digits named; it fails as the solver, or names one nobody knows."""
    (digits, lengths), solver = case
    words, found, least = spelled(2, digits), [], Fraction(0)
    for rows, chance in given_lengths(lengths, words, 2).items():
        law = law_of(solver, rows)
        for x in law:
            k = x if isinstance(x, Bottom) else spelled_agreement(words[x], words[rows[0]])
            found.append((k, chance * law.probability(x)))
            if not isinstance(x, Bottom) and min(rows) <= x <= max(rows):
                least += found[-1][1] * (k in range(max(lengths) + 1))
    built = law_of(build(solver, 2, digits), lengths)
    assert built == Dist.weighted(found)
    return built.probability_that(lambda k: k in range(min(lengths), max(lengths) + 1)) - least


@property_of(
    OneRowFewer,
    {
        "cut at the largest row": impostors.CutAtTheLargestRow,
        "x_0 tells the data": impostors.HiddenRowTellsTheData,
    },
    solver=mechanisms(range(4), 2, answers(4)),
)
def test_privacy_is_that_in_the_known_rows(build: Reduction, solver: Solver) -> Fraction:
    """The privacy curve is at most that of the solver, for a replaced row that is not hidden."""
    pairs = combinations(sequences(range(4), 2), 2)
    found = curve_of(build(solver, 2, 2), replace_one(range(2), 1, ordered=True))
    return slack(found, curve_between(solver, [(a, b) for a, b in pairs if a[0] == b[0]]))
