"""Outcomes looked at alone, where all databases are adjacent, against pairs one by one.

The second way is the same pairs as a list: the engines do not see that it has all of them.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from audits.conformance.competition.entry import Answers, Recipe
from audits.conformance.competition.suites.dipc import NMAX1, NMAX3, SVT4, SVT5, SVT6, svt1, svt3
from audits.conformance.competition.suites.neighbours import every_pair
from audits.engines.privacy.audit import audit_real_epsilon, audit_table
from audits.engines.privacy.pairs import are_all_adjacent, lone_outcomes
from audits.evidence.table import LawTable, tabulate
from audits.evidence.verdict import Holds, Refuted, Verdict, confirmed
from reference.data.adjacency import (
    ListedAdjacency,
    RowAdjacency,
    add_remove_one,
    all_answers,
    one_answer,
    replace_one,
)
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

Table = LawTable[Answers, object, ExponentialFunction]
EPS = Epsilon.continuous(4)
U = Fraction(1, 8)
PROGRAMS = {
    "svt1": (svt1(1), Holds),
    "svt3": (svt3((0,)), Holds),
    "svt4": (SVT4, Refuted),
    "svt5": (SVT5, Refuted),
    "svt6": (SVT6, Refuted),
    "nmax1": (NMAX1, Holds),
    "nmax3": (NMAX3, Refuted),
}


def tables(program: Recipe) -> tuple[Table, Table]:
    """The laws on three bits, all adjacent by a rule, and by a list."""
    ruled: Table = tabulate(program.made(EPS), every_pair((0, 1), 3))
    links = tuple(ruled.universe.index_pairs())
    return ruled, replace(ruled, universe=ListedAdjacency(ruled.databases, links))


def at_one(table: Table) -> Verdict:
    """The verdict at u = 1/8."""
    exp_eps = EPS.exp().at(U)
    return audit_real_epsilon(table.at_unit(U), Guarantee(exp_eps, exp_eps - exp_eps), U, "x")


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_ways_agree(name: str) -> None:
    """For every eps and at one, and the kernel confirms them."""
    program, expected = PROGRAMS[name]
    for table in tables(program):
        assert isinstance(confirmed(audit_table(table, Guarantee.pure(EPS), "x")), expected)
        assert isinstance(confirmed(at_one(table)), expected)


def test_the_values_of_each_outcome_are_met_in_all_pairs() -> None:
    """Each two laws with different probabilities of y occur with this y, in both orders."""
    table, _ = tables(svt1(1))
    seen = {
        (y, table.probability(i, [y]), table.probability(j, [y]))
        for y, i, j in lone_outcomes(table)
    }
    for y in range(len(table.outcomes)):
        values = {table.probability(i, [y]) for i in range(8)}
        assert {(y, p, q) for p in values for q in values if p != q} <= seen


@pytest.mark.parametrize(
    ("universe", "expected"),
    [
        (every_pair((0, 1, 2), 2), True),
        (replace_one((0, 1, 2), 1), True),
        (replace_one((0, 1, 2), 2), False),
        (add_remove_one((0, 1), 1), False),
        (all_answers((0, 1, 2), 2), False),
        (one_answer((0, 1, 2), 1), False),
    ],
)
def test_where_all_databases_are_adjacent(universe: RowAdjacency[int], expected: bool) -> None:
    """If it says so, there are as many pairs as that."""
    assert are_all_adjacent(universe) is expected
    count = universe.database_count
    assert not expected or universe.pair_count == count * (count - 1)
