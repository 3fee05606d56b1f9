"""The point audit, against closed forms and against the definition over all events."""

from fractions import Fraction
from itertools import chain, combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy import filtered
from audits.engines.privacy.point import audit_point, tight_delta, tight_exp_eps
from audits.evidence.table import LawTable, from_laws
from audits.evidence.verdict import Holds, Refuted, confirmed
from proofs_tests.units.audits.engines.privacy.tables import weighted
from reference.data.adjacency import replace_one
from reference.probability.families import bernoulli

WEIGHTS = st.lists(st.integers(0, 12), min_size=4, max_size=4).filter(any)
EXP_EPS = st.builds(
    lambda top, bottom: 1 + Fraction(top, bottom), st.integers(1, 9), st.integers(1, 4)
)


def worst_event(table: LawTable[int, int, Fraction], x: Fraction) -> Fraction:
    """The definition: the largest P(E) - x Q(E) over all pairs and all events."""
    outcomes = range(len(table.outcomes))
    events = list(chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1)))
    return max(
        table.probability(i, event) - x * table.probability(j, event)
        for i, j in permutations(range(len(table.databases)), 2)
        for event in events
    )


@given(st.lists(WEIGHTS, min_size=2, max_size=3), EXP_EPS)
def test_verdicts_agree_with_all_events_and_with_the_kernel(
    weights: list[list[int]], x: Fraction
) -> None:
    """The hockey-stick sum is the maximum over events; the kernel accepts either verdict."""
    table = weighted(weights)
    worst, excess = tight_delta(table, x), worst_event(table, x)
    assert (worst.value if worst else 0) == excess
    for delta in {excess, excess / 2, Fraction(0)} - {Fraction(1)}:
        verdict = confirmed(audit_point(table, x, delta, "random laws"))
        assert isinstance(verdict, Holds if excess <= delta else Refuted)


@given(st.lists(WEIGHTS, min_size=2, max_size=5), EXP_EPS)
def test_the_filter_finds_the_same_delta(weights: list[list[int]], x: Fraction) -> None:
    """Discarding pairs in floats never discards the worst one."""
    exact, found = tight_delta(weighted(weights), x), filtered.tight_delta(weighted(weights), x)
    assert (exact.value if exact else 0) == (found.value if found else 0)


def test_randomized_response_has_the_known_curve() -> None:
    """A bit kept with probability r / (1 + r): the tight delta at x <= r is (r - x) / (1 + r)."""
    table, r = weighted([(3, 1), (1, 3)]), 3
    for x in map(Fraction, ("1", "5/2", "3")):
        worst = tight_delta(table, x)
        assert worst is not None
        assert worst.value == (r - x) / (1 + r)
    ratio, infinite = tight_exp_eps(table)
    assert ratio is not None
    assert (ratio.value, infinite) == (r, False)


def test_an_impossible_outcome_makes_the_loss_infinite() -> None:
    """An outcome that one neighbour never has: no e^eps bounds the ratio."""
    assert tight_exp_eps(weighted([[1, 1, 0, 0], [1, 0, 0, 0]]))[1]


def test_many_pairs_take_the_filtered_path_to_the_same_verdict() -> None:
    """A universe of over 100,000 pairs is decided like a small one."""
    universe = replace_one(range(350), rows=1)
    laws = [bernoulli(Fraction(v + 350, 1000)) for v in range(350)]
    table = from_laws(universe, list(universe.databases()), laws)
    assert universe.pair_count >= 100_000
    worst, x = tight_delta(table, Fraction(3, 2)), Fraction(3, 2)
    assert worst is not None
    assert isinstance(audit_point(table, x, worst.value, "coins"), Holds)
    assert isinstance(audit_point(table, x, worst.value - Fraction(1, 10**30), "coins"), Refuted)
