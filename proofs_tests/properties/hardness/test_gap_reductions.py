"""Formulas, and the trivial reduction with a gap, for arbitrary circuits and synthetic data."""

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.stated import property_of
from reference.hardness.gap_reductions import (
    Bits,
    Formula,
    best_assignment,
    by_identity,
    clauses_of,
    satisfied,
)

VARIABLES = 3
BITS = st.tuples(*[st.booleans()] * VARIABLES)
LITERALS = st.integers(1, VARIABLES).flatmap(lambda i: st.sampled_from([i, -i]))
FORMULAS = st.lists(
    st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs).map(tuple), max_size=4
).map(tuple)


def fails(formula: Formula, row: Bits) -> int:
    """How many clauses fail: a row has all negated literals, a marginal."""
    return sum(all(row[abs(x) - 1] == (x < 0) for x in clause) for clause in formula)


@property_of(
    (satisfied, best_assignment),
    {
        "all literals": "any( => all(",
        "the fewest": "return max( => return min(",
        "the last of the best": "max(assignments, => max(assignments[::-1],",
    },
    formula=FORMULAS,
    rows=st.lists(BITS, min_size=1, max_size=4),
)
def test_the_best_row_has_as_many_clauses_as_the_average(
    made: Any, formula: Formula, rows: list[Bits]
) -> Fraction:
    """It is the first of those that fail the fewest."""
    count, best = made
    failed = [fails(formula, row) for row in rows]
    assert [count(formula, row) for row in rows] == [len(formula) - f for f in failed]
    found = rows.index(best(formula, rows))
    assert found == failed.index(min(failed))
    return Fraction(sum(failed), len(rows)) - failed[found]


@property_of(
    (by_identity, clauses_of),
    {
        "literals negated": "-i if bit else i => i if bit else -i",
        "without the input of zeros": "if not circuit(w) => if any(w) and not circuit(w)",
        "decoded to zeros": "lambda _, z: z => lambda _, z: (False,) * len(z)",
    },
    inputs=st.integers(1, VARIABLES),
    table=st.sets(BITS),
)
def test_reduction_has_a_gap(made: Any, inputs: int, table: set[Bits]) -> None:
    """Accepted inputs fail no clause, and each other one a clause of its own.

    So what satisfies more than m - 1 of m clauses is decoded to what is accepted: to itself.
    """
    identity, clauses = made
    accepted = {row[:inputs] for row in table}
    reduction = identity(clauses(inputs))
    formula = reduction.reduce(accepted.__contains__)
    assert len(formula) == 2**inputs - len(accepted)
    for z in product((False, True), repeat=inputs):
        assert fails(formula, z) == (z not in accepted)
        assert reduction.encode(accepted.__contains__, z) == z
        assert reduction.decode(accepted.__contains__, z) == z
