"""From a disjunction of terms to a conjunction of clauses."""

from collections.abc import Callable
from math import prod
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.stated import property_of
from reference.reductions.dnf_to_cnf import clauses, conjunction_holds, disjunction_holds

LITERALS = st.sampled_from([1, -1, 2, -2, 3, -3])
FORMULAS = st.lists(st.lists(LITERALS, max_size=3).map(tuple), max_size=3).map(tuple)

Formula = tuple[tuple[int, ...], ...]


@property_of(
    (clauses, disjunction_holds, conjunction_holds),
    {
        "clauses of two terms at most": "(*terms) => (*terms[:2])",
        "some literal of a term": "any(all( => any(any(",
        "every literal of a clause": "all(any( => all(all(",
    },
    terms=FORMULAS,
    assignment=st.tuples(*[st.booleans()] * 3),
)
def test_the_clauses_say_what_the_terms_say(
    made: tuple[Callable[..., Any], ...], terms: Formula, assignment: tuple[bool, ...]
) -> None:
    """A term holds within the true literals, a clause if it meets them; one literal of each."""
    rewritten, disjunction, conjunction = made
    found = rewritten(terms)
    true = {i if value else -i for i, value in enumerate(assignment, 1)}
    holds = any(true.issuperset(term) for term in terms)
    assert disjunction(terms, assignment) == conjunction(found, assignment) == holds
    assert conjunction(terms, assignment) == all(true.intersection(clause) for clause in terms)
    assert len(found) == prod(map(len, terms))
    for clause in found:
        assert len(clause) == len(terms)
        assert all(x in term for x, term in zip(clause, terms, strict=True))
