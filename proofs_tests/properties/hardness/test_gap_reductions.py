"""Formulas, and the trivial reduction with a gap, for arbitrary circuits and synthetic data."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from audits.claims.vt14.impostors.gap_reductions import (
    WRONG_REDUCTIONS,
    OfInputs,
    failing,
    trivial,
)
from proofs_tests.properties.stated import property_of
from reference.hardness.gap_reductions import Bits, Formula, best_assignment, clauses_of, satisfied

VARIABLES = 3
BITS = st.tuples(*[st.booleans()] * VARIABLES)
LITERALS = st.integers(1, VARIABLES).flatmap(lambda i: st.sampled_from([i, -i]))
FORMULAS = st.lists(
    st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs).map(tuple), max_size=4
).map(tuple)

CIRCUITS = st.integers(1, VARIABLES).flatmap(
    lambda inputs: st.tuples(
        st.just(inputs), st.frozensets(st.sampled_from([*product((False, True), repeat=inputs)]))
    )
)
"""A number of inputs, and those that are accepted."""


def fails(formula: Formula, row: Bits) -> int:
    """How many conjunctions of negated literals hold."""
    number = sum(bit << i for i, bit in enumerate(row))
    return sum(failing(clause)(number) for clause in formula)


@property_of(
    satisfied,
    {
        "all literals": "any( => all(",
        "clauses that fail": "sum(any( => sum(not any(",
        "variables for literals": (
            "literal_holds(x, assignment) => literal_holds(abs(x), assignment)"
        ),
    },
    formula=FORMULAS,
    row=BITS,
)
def test_a_clause_is_one_minus_a_conjunction(
    count: Callable[[Formula, Bits], int], formula: Formula, row: Bits
) -> None:
    """What is not satisfied has its negated literals, a marginal."""
    assert count(formula, row) == len(formula) - fails(formula, row)


@property_of(
    best_assignment,
    {
        "the fewest": "return max( => return min(",
        "the first": lambda _, rows: rows[0],
        "the last of the best": "max(assignments, => max(assignments[::-1],",
    },
    formula=FORMULAS,
    rows=st.lists(BITS, min_size=1, max_size=4),
)
def test_some_row_has_many_clauses(
    best: Callable[[Formula, Sequence[Bits]], Bits], formula: Formula, rows: list[Bits]
) -> Fraction:
    """The best row satisfies as many clauses as the rows on average, and no row has more."""
    found = best(formula, rows)
    failed = [fails(formula, row) for row in rows]
    assert rows.index(found) == failed.index(min(failed))
    return Fraction(sum(failed), len(rows)) - fails(formula, found)


@property_of(trivial, WRONG_REDUCTIONS, circuit=CIRCUITS)
def test_reduction_has_a_gap(build: OfInputs, circuit: tuple[int, frozenset[Bits]]) -> None:
    """Accepted inputs are encoded with all m clauses; what has more than m - 1 is decoded to one.

    There is a clause of each input that is refused, which no other one fails.
    """
    inputs, accepted = circuit
    reduction = build(inputs)
    formula = reduction.reduce(accepted.__contains__)
    assert len(formula) == 2**inputs - len(accepted)
    assert all(len(clause) <= VARIABLES for clause in formula)
    for z in product((False, True), repeat=inputs):
        assert fails(formula, z) == (z not in accepted)
        if z in accepted:
            assert fails(formula, reduction.encode(accepted.__contains__, z)) == 0
        if len(formula) - fails(formula, z) > len(formula) - 1:
            assert reduction.decode(accepted.__contains__, z) in accepted


@property_of(
    best_assignment,
    {
        "the fewest": "return max( => return min(",
        "the first": lambda _, rows: rows[0],
        "the last": lambda _, rows: rows[-1],
    },
    key=st.tuples(*[st.booleans()] * 4),
    messages=st.lists(st.integers(0, 3), min_size=4, max_size=5),
    first=st.lists(BITS, max_size=1),
    last=st.lists(BITS, max_size=1),
)
def test_accurate_marginals_give_a_signed_message(
    best: Callable[[Formula, Sequence[Bits]], Bits],
    key: tuple[bool, ...],
    messages: list[int],
    first: list[Bits],
    last: list[Bits],
) -> None:
    """Synthetic data in which each clause fails in less than 1/m of the rows has a signed row.

    Messages have two bits and signatures one, so that of eight pairs m = 4 are refused.
    """
    signed = [(bool(i // 2), bool(i % 2), bit) for i, bit in enumerate(key)]
    formula = clauses_of(VARIABLES)(signed.__contains__)
    rows = [*first, *(signed[m] for m in messages), *last]
    worst = max(
        Fraction(sum(fails((clause,), row) for row in rows), len(rows)) for clause in formula
    )
    if worst < Fraction(1, len(formula)):
        assert best(formula, rows) in signed
