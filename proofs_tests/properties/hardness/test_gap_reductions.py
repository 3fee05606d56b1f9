"""Formulas, and the trivial reduction with a gap, for arbitrary circuits and synthetic data."""

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.sides import at_least, refused
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
        "the last of the best": "max(assignments, => max(assignments[::-1],",
    },
    formula=FORMULAS,
    rows=st.lists(BITS, min_size=1, max_size=4),
)
def test_the_best_row_is_the_first_that_fails_the_fewest_clauses(
    made: Any, formula: Formula, rows: list[Bits]
) -> None:
    """Of several rows; a clause that does not fail is satisfied."""
    count, best = made
    failed = [fails(formula, row) for row in rows]
    assert [count(formula, row) for row in rows] == [len(formula) - f for f in failed]
    assert rows.index(best(formula, rows)) == failed.index(min(failed))


@property_of(
    (by_identity, clauses_of, best_assignment),
    {
        "literals negated": "-i if bit else i => i if bit else -i",
        "without the input of zeros": "if not circuit(w) => if any(w) and not circuit(w)",
        "no inputs": "not 1 <= inputs <= 3 => inputs > 3",
        "decoded to zeros": "lambda _, z: z => lambda _, z: (False,) * len(z)",
        "the worst row": "return max( => return min(",
    },
    inputs=st.integers(1, VARIABLES),
    table=st.sets(BITS),
    rows=st.lists(BITS, min_size=1, max_size=4),
)
def test_synthetic_data_betray_an_accepted_input(
    made: Any, inputs: int, table: set[Bits], rows: list[Bits]
) -> Fraction:
    """If rows fail less than one clause on average, the best is decoded to what is accepted.

    Accepted inputs fail no clause, each other one a clause of its own; all stand for themselves.
    There are as many inputs as a clause has literals.
    """
    identity, clauses, best = made
    accepted = {row[:inputs] for row in table}
    assert all(refused(clauses, n) for n in (0, VARIABLES + 1))
    reduction = identity(clauses(inputs))
    formula = reduction.reduce(accepted.__contains__)
    assert len(formula) == 2**inputs - len(accepted)
    for z in product((False, True), repeat=inputs):
        assert fails(formula, z) == (z not in accepted)
        assert reduction.encode(accepted.__contains__, z) == z
        assert reduction.decode(accepted.__contains__, z) == z
    synthetic = [row[:inputs] for row in rows]
    found = reduction.decode(accepted.__contains__, best(formula, synthetic))
    average = Fraction(sum(fails(formula, row) for row in synthetic), len(rows))
    return at_least(average, int(found not in accepted), f"for {found} the failed clauses per row")
