"""The point audit, against closed forms and against the definition over all events."""

from fractions import Fraction
from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy import filtered
from audits.engines.privacy.point import audit_point, tight_delta, tight_exp_eps
from audits.evidence.table import LawTable, from_laws
from audits.evidence.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

WEIGHTS = st.lists(st.integers(0, 12), min_size=4, max_size=4).filter(any)


def random_table(weights: list[list[int]]) -> LawTable[int, int, Fraction]:
    """Laws on listed databases, all of which are neighbours."""
    names = tuple(range(len(weights)))
    universe = ListedAdjacency(names, tuple(combinations(names, 2)))
    laws = [Dist.weighted((y, Fraction(w)) for y, w in enumerate(row)) for row in weights]
    return from_laws(universe, names, laws)


def worst_event(table: LawTable[int, int, Fraction], x: Fraction) -> Fraction:
    """The definition: the largest P(E) - x Q(E) over all pairs and all events."""
    outcomes = range(len(table.outcomes))
    events = list(chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1)))
    pairs = list(table.universe.index_pairs())
    return max(
        table.probability(i, event) - x * table.probability(j, event)
        for a, b in pairs
        for i, j in ((a, b), (b, a))
        for event in events
    )


@given(st.lists(WEIGHTS, min_size=2, max_size=3), st.integers(1, 9), st.integers(1, 4))
def test_the_tight_delta_is_the_largest_excess_of_an_event(
    weights: list[list[int]], top: int, bottom: int
) -> None:
    """The hockey-stick sum is the maximum over events, by enumeration of all events."""
    table, x = random_table(weights), Fraction(bottom + top, bottom)
    worst = tight_delta(table, x)
    expected = worst_event(table, x)
    assert (Fraction(0) if worst is None else worst.value) == expected


@given(st.lists(WEIGHTS, min_size=2, max_size=5), st.integers(1, 9), st.integers(1, 4))
def test_the_filter_finds_the_same_delta(weights: list[list[int]], top: int, bottom: int) -> None:
    """Discarding pairs in floats never discards the worst one."""
    table, x = random_table(weights), Fraction(bottom + top, bottom)
    exact, found = tight_delta(table, x), filtered.tight_delta(table, x)
    assert (Fraction(0) if exact is None else exact.value) == (
        Fraction(0) if found is None else found.value
    )


@given(st.lists(WEIGHTS, min_size=2, max_size=3), st.integers(1, 9), st.integers(1, 4))
def test_verdicts_agree_with_all_events_and_with_the_kernel(
    weights: list[list[int]], top: int, bottom: int
) -> None:
    """Holds if no event exceeds delta < 1, else Refuted; the kernel accepts either."""
    table, x = random_table(weights), Fraction(bottom + top, bottom)
    excess = worst_event(table, x)
    for delta in {excess, excess / 2, Fraction(0)} - {Fraction(1)}:
        verdict = confirmed(audit_point(table, x, delta, "random laws"))
        assert isinstance(verdict, Holds if excess <= delta else Refuted)


def test_randomized_response_has_the_known_curve() -> None:
    """A bit kept with probability r / (1 + r): the tight delta at x <= r is (r - x) / (1 + r)."""
    r = Fraction(3)
    universe = replace_one(range(2), rows=1)
    laws = [bernoulli((r if bit else 1) / (1 + r)) for bit in range(2)]
    table = from_laws(universe, list(universe.databases()), laws)
    for x in (Fraction(1), Fraction(5, 2), r):
        worst = tight_delta(table, x)
        assert worst is not None
        assert worst.value == (r - x) / (1 + r)
    ratio, infinite = tight_exp_eps(table)
    assert ratio is not None
    assert (ratio.value, infinite) == (r, False)


def test_an_impossible_outcome_makes_the_loss_infinite() -> None:
    """An outcome that one neighbour never has: no e^eps bounds the ratio."""
    table = random_table([[1, 1, 0, 0], [1, 0, 0, 0]])
    _, infinite = tight_exp_eps(table)
    assert infinite


def test_many_pairs_take_the_filtered_path_to_the_same_verdict() -> None:
    """A universe of over 100,000 pairs is decided like a small one."""
    universe = replace_one(range(350), rows=1)
    databases = list(universe.databases())
    laws = [bernoulli(Fraction(v + 350, 1000)) for v in range(350)]
    table = from_laws(universe, databases, laws)
    assert universe.pair_count >= 100_000
    worst = tight_delta(table, Fraction(3, 2))
    assert worst is not None
    assert isinstance(audit_point(table, Fraction(3, 2), worst.value, "coins"), Holds)
    just_less = worst.value - Fraction(1, 10**30)
    assert isinstance(audit_point(table, Fraction(3, 2), just_less, "coins"), Refuted)
