"""From a disjunction of terms to a conjunction of clauses."""

from collections.abc import Callable
from math import prod

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.stated import property_of
from reference.reductions.dnf_to_cnf import clauses, conjunction_holds, disjunction_holds

LITERALS = st.sampled_from([1, -1, 2, -2, 3, -3])
FORMULAS = st.lists(st.lists(LITERALS, max_size=3).map(tuple), max_size=3).map(tuple)
ASSIGNMENTS = st.tuples(*[st.booleans()] * 3)

Term = tuple[int, ...]
Formula = tuple[Term, ...]
Holds = Callable[[Formula, tuple[bool, ...]], bool]


def true_literals(assignment: tuple[bool, ...]) -> set[int]:
    """The variables that are true, and the negations of the others."""
    return {i if value else -i for i, value in enumerate(assignment, 1)}


@property_of(
    clauses,
    {
        "clauses of two terms at most": "(*terms) => (*terms[:2])",
        "the terms themselves": lambda terms: terms,
        "the first literals only": lambda terms: tuple(zip(*terms, strict=False)),
    },
    terms=FORMULAS,
    assignment=ASSIGNMENTS,
)
def test_the_clauses_say_what_the_terms_say(
    made: Callable[[Formula], Formula], terms: Formula, assignment: tuple[bool, ...]
) -> None:
    """Some term is within the true literals if and only if all clauses meet them."""
    true, found = true_literals(assignment), made(terms)
    assert any(true.issuperset(term) for term in terms) == all(true & {*c} for c in found)
    assert len(found) == prod(map(len, terms))
    for clause in found:
        assert len(clause) == len(terms)
        assert all(x in term for x, term in zip(clause, terms, strict=True))


@property_of(
    (disjunction_holds, conjunction_holds),
    {
        "some literal of a term": "any(all( => any(any(",
        "every term": "any(all( => all(all(",
        "some clause": "all(any( => any(any(",
        "every literal of a clause": "all(any( => all(all(",
        "the next variable": (
            wrong(disjunction_holds, "abs(literal) - 1] => abs(literal) % 3]"),
            conjunction_holds,
        ),
        "negated": (disjunction_holds, wrong(conjunction_holds, "(literal > 0) => (literal < 0)")),
    },
    formula=FORMULAS,
    assignment=ASSIGNMENTS,
)
def test_formulas_hold_where_their_literals_are_true(
    made: tuple[Holds, Holds], formula: Formula, assignment: tuple[bool, ...]
) -> None:
    """A term holds within the true literals, a clause if it meets them."""
    true, (some_term, every_clause) = true_literals(assignment), made
    assert some_term(formula, assignment) == (True in [{*t} <= true for t in formula])
    assert every_clause(formula, assignment) == (False not in [bool({*t} & true) for t in formula])
