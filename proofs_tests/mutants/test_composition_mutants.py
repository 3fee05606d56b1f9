"""Plausible mistakes in compositions, groups and many counts, refuted with two neighbours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.klmns20.laws.compositions import BIT, LeakyResponses
from audits.claims.standard_mechanisms.combinators import Zeros
from audits.claims.vt14.impostors.compositions import ChosenByTheBit, SharedCoins
from audits.claims.vt14.impostors.group_privacy import by_histograms, deltas_added
from audits.claims.vt14.impostors.many_counts import WRONG_BUDGETS, gaussian_scale
from audits.claims.vt14.laws.compositions import CONSTANT, RIGHT
from audits.claims.vt14.laws.group_privacy import OnesChain
from audits.claims.vt14.laws.many_counts import alike
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.domain import Domain
from reference.exact.exponential import exp_bounds
from reference.exact.interval import exp, ln, sqrt
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism, Total
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.release.many_counts import LaplaceCounts
from reference.privacy.composition import AdaptiveComposition, SequentialComposition
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import guarantee_between
from reference.privacy.guarantee import Guarantee

TWO, ZERO = Fraction(2), Fraction(0)
BITS = Domain.of_size(2)


def refuted(mechanism: Any, universe: Any, guarantee: Guarantee[Fraction]) -> bool:  # noqa: ANN401
    """Whether the kernel accepts a refutation; if not, it accepts the guarantee."""
    found = confirmed(audit_privacy(mechanism, universe, guarantee))
    assert isinstance(found, Refuted | Holds)
    return isinstance(found, Refuted)


def two(*databases: tuple[int, ...]) -> ListedAdjacency[tuple[int, ...]]:
    """Two databases that are to be told apart."""
    return ListedAdjacency(databases, ((0, 1),))


def test_one_noise_for_ones_and_zeros() -> None:
    """One bit: the sum of both answers is the truth."""
    eps = Epsilon(TWO)
    counts = tuple(GeometricMechanism(query, 1, eps, (-1, 2)) for query in (Total(), Zeros()))
    promised = SequentialComposition(counts).guarantee
    assert promised == Guarantee(Fraction(4), ZERO)
    assert refuted(SharedCoins(counts), BIT, promised)
    assert not refuted(SequentialComposition(counts), BIT, promised)


def test_a_mechanism_chosen_by_the_rows() -> None:
    """A response or a constant: an output that one bit never has."""
    arguments = (RIGHT, lambda y: (RIGHT, CONSTANT)[y], RIGHT.guarantee)
    wrong, right = ChosenByTheBit(*arguments), AdaptiveComposition(*arguments)
    assert refuted(wrong, BIT, right.guarantee)
    assert not refuted(right, BIT, right.guarantee)


def test_deltas_that_are_not_added() -> None:
    """Two rounds of 1/4 need 7/16."""
    leaky = LeakyResponses(Epsilon(TWO), Fraction(1, 4), 2)
    assert refuted(leaky, BIT, Guarantee(Fraction(4), Fraction(1, 4)))
    assert refuted(leaky, BIT, Guarantee(Fraction(4), Fraction(7, 16) - Fraction(1, 10**9)))
    assert not refuted(leaky, BIT, Guarantee(Fraction(4), Fraction(7, 16)))


def test_groups() -> None:
    """The sum k delta is too little for two bits, and rows in another order are not equal."""
    step, ends = Guarantee(TWO, Fraction(1, 20)), ((0, 0), (1, 1))
    assert refuted(OnesChain(step), two(*ends), deltas_added(step, *ends))
    assert not refuted(OnesChain(step), two(*ends), guarantee_between(step, *ends))
    response, swapped = RandomizedResponse(BITS, Epsilon(TWO)), ((0, 1), (1, 0))
    one = Guarantee(TWO, ZERO)
    assert refuted(response, two(*swapped), by_histograms(one, *swapped))
    assert not refuted(response, two(*swapped), guarantee_between(one, *swapped))


@pytest.mark.parametrize(
    ("root", "rounds", "slack", "formula"),
    [
        (3, 7, Fraction(1, 10), "no mean"),
        (2, 15, Fraction(1, 10), "no mean"),
        (Fraction(3, 2), 9, Fraction(1, 100), "no logarithm"),
    ],
)
def test_advanced_composition_needs_all_of_it(
    root: Fraction, rounds: int, slack: Fraction, formula: str
) -> None:
    """Without the mean term, or without the logarithm, the formula is too small."""
    eps = ln(Fraction(root))
    loss = eps * sqrt(rounds)
    if formula == "no mean":
        loss = eps * sqrt(2 * rounds * ln(1 / slack))
    claimed = Guarantee(exp(loss).enclosure()[1], slack)
    assert refuted(LeakyResponses(Epsilon(Fraction(root)), ZERO, rounds), BIT, claimed)


def test_noise_for_many_counts() -> None:
    """Four answers about one row: too little noise, one draw for all, one answer without any."""
    eps, delta = TWO, Fraction(1, 100)
    arguments = (alike(4), BITS, eps, delta)
    universe = replace_one((0, 1), 1)
    promised = Guarantee(exp_bounds(eps)[0], delta)
    for name in ("eps / sqrt(k) each", "eps each", "the last one is exact"):
        assert refuted(WRONG_BUDGETS[name](*arguments), universe, promised)
    assert not refuted(LaplaceCounts(*arguments), universe, promised)
    assert gaussian_scale(4, eps, delta) == 1
