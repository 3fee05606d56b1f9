"""Privacy from parts of laws: what is said is true whatever the rest may be."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.conformance.covered import Decision, Rest, decided_from, law_with_rest
from audits.conformance.exact_law import neighbours
from audits.conformance.exhaustion import Exhausted
from audits.evidence.verdict import Holds, Refuted, Undecided

OUTCOMES = ("a", "b")
"""What the branches that were followed put out; the rest may put out "c", too."""


def part(*weights: Fraction) -> Exhausted[Any]:
    """What was followed on one database."""
    return Exhausted(dict(zip(OUTCOMES, weights, strict=True)), 1 - sum(weights, Fraction(0)), 1)


def decision(p: Exhausted[Any], q: Exhausted[Any], x: Fraction, delta: Fraction) -> Decision:
    """What is known from two parts."""
    universe = neighbours(0, 1)
    return decided_from(universe, (0, 1), (p, q), (x, x), delta, "two parts")


def excess(p: dict[str, Fraction], q: dict[str, Fraction], x: Fraction) -> Fraction:
    """The least delta of two laws, in both directions."""
    zero = Fraction(0)
    outcomes = p.keys() | q.keys()
    return max(
        sum((max(a.get(y, zero) - x * b.get(y, zero), zero) for y in outcomes), zero)
        for a, b in ((p, q), (q, p))
    )


def wholes(found: Exhausted[Any]) -> list[dict[str, Fraction]]:
    """Laws that a part may belong to: the rest on one outcome, known or not, or spread evenly."""
    known = {str(y): p for y, p in found.weights.items()}
    spreads = [{y: found.unexplored} for y in (*OUTCOMES, "c")]
    spreads.append(dict.fromkeys((*OUTCOMES, "c"), found.unexplored / 3))
    return [
        {y: known.get(y, Fraction(0)) + spread.get(y, Fraction(0)) for y in (*OUTCOMES, "c")}
        for spread in spreads
    ]


WEIGHTS = st.tuples(*[st.integers(0, 8)] * 3).filter(any)


def parts() -> st.SearchStrategy[Exhausted[Any]]:
    """Parts of laws with small numbers."""
    return WEIGHTS.map(lambda w: part(Fraction(w[0], sum(w)), Fraction(w[1], sum(w))))


@given(parts(), parts(), st.sampled_from((1, 2, 3)), st.integers(0, 8))
def test_no_rest_contradicts_a_verdict(
    p: Exhausted[Any], q: Exhausted[Any], x: int, eighths: int
) -> None:
    """What holds, holds for all laws with these parts; what is refuted, fails for all of them."""
    exp_eps, delta = Fraction(x), Fraction(eighths, 8)
    found = decision(p, q, exp_eps, delta)
    deltas = [excess(a, b, exp_eps) for a, b in product(wholes(p), wholes(q))]
    grain = Fraction(1, 2**60)  # probabilities are rounded down, by less
    assert found.left == 0 or found.delta[0] - grain <= min(deltas)
    assert found.left == 0 or max(deltas) <= found.delta[1] + grain
    if isinstance(found.verdict, Holds):
        assert max(deltas) <= delta
    if isinstance(found.verdict, Refuted):
        assert min(deltas) > delta


QUARTER, EIGHTH = Fraction(1, 4), Fraction(1, 8)


@pytest.mark.parametrize(
    ("delta", "kind"),
    [(EIGHTH, Holds), (EIGHTH - Fraction(1, 2**70), Undecided), (Fraction(0), Undecided)],
)
def test_what_is_left_needs_room_to_the_last_bit(delta: Fraction, kind: type) -> None:
    """Equal parts, and 1/8 left on both: delta = 1/8 holds, less is undecided."""
    same = part(Fraction(1, 2), Fraction(3, 8))
    assert type(decision(same, same, Fraction(1), delta).verdict) is kind


def test_a_refutation_counts_what_is_left_on_the_other_database() -> None:
    """1/2 against 1/8 + 1/8 at e^eps = 2 is no refutation; with less left it is, and is shown."""
    p = part(Fraction(1, 2), QUARTER)
    assert isinstance(
        decision(p, part(EIGHTH, Fraction(3, 4)), Fraction(2), Fraction(0)).verdict, Undecided
    )
    found = decision(p, part(EIGHTH, Fraction(13, 16)), Fraction(2), Fraction(0)).verdict
    assert isinstance(found, Refuted)
    assert found.witness["event"] == ["a"]
    assert found.witness["probabilities"] == ["1/2", "3/16"]


def test_the_outcome_of_the_rest_is_nobodys() -> None:
    """A program that puts it out is refused."""
    with pytest.raises(ValueError, match="stands for what was not followed"):
        law_with_rest(Exhausted({Rest(0): Fraction(1)}, Fraction(0), 1), 0)
