"""The exponential mechanism against weights written down."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import add_remove_one, all_answers
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.selection.exponential import (
    ExponentialFrequentValue,
    ExponentialMechanism,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law


@dataclass(frozen=True)
class Answers:
    """The quality of a candidate is an answer; the database is the vector of answers."""

    factor: int = 1

    def __call__(self, database: Database[int], /) -> Mapping[int, int]:
        return {i: self.factor * answer for i, answer in enumerate(database)}


@dataclass(frozen=True)
class Depth:
    """The quality of an interior point."""

    domain: Domain[int]

    def __call__(self, database: Database[int], /) -> Mapping[int, int]:
        return {
            y: min(sum(x <= y for x in database), sum(x >= y for x in database))
            for y in self.domain
        }


@pytest.mark.parametrize("answers", [(0,), (3, 3), (0, -2, 5), (1, 2, 3, 4)])
@pytest.mark.parametrize("base", [Fraction(1), Fraction(3, 2), Fraction(4)])
def test_law_is_proportional_to_powers(answers: tuple[int, ...], base: Fraction) -> None:
    """Pr[f] is base^q(f) over the sum of these, base = e^(eps/2)."""
    found = law(ExponentialMechanism(Answers(), Epsilon(base, 2)), answers)
    total = sum((base**a for a in answers), Fraction(0))
    assert [found.probability(i) for i in range(len(answers))] == [
        base**a / total for a in answers
    ]


def test_the_interior_point_mechanism_is_an_instance() -> None:
    """With the depth of a point as quality it is the interior-point mechanism."""
    domain, eps = Domain.of_size(4), Epsilon.indeterminate(2)
    special = ExponentialInteriorPoint(domain, eps)
    for database in special.universe(3).databases():
        general = law(ExponentialMechanism(Depth(domain), eps), database)
        assert general == law(special, database)


@pytest.mark.parametrize("sensitivity", [1, 2])
def test_private_for_every_eps_at_any_sensitivity(sensitivity: int) -> None:
    """Answers that all move by D are covered by weights e^(eps q / (2 D)), for every eps."""
    eps = Epsilon.indeterminate(2 * sensitivity)
    mechanism = ExponentialMechanism(Answers(sensitivity), eps, sensitivity)
    universe = all_answers(range(3), 3)
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)


def test_the_loss_is_below_eps_but_no_less_will_do_in_general() -> None:
    """With k candidates, one up and the others down, the loss at r = e^(eps/2) -> oo tends to eps.

    The ratio is r^2 (r^2 + k - 1) / (r^2 (1 + (k - 1))) at answers (1, 0, ..., 0) against
    (0, 1, ..., 1): exact value compared, and strictly below e^eps.
    """
    r, k = Fraction(3), 4
    mechanism = ExponentialMechanism(Answers(), Epsilon(r, 2))
    high, low = law(mechanism, (1, 0, 0, 0)), law(mechanism, (0, 1, 1, 1))
    ratio = high.probability(0) / low.probability(0)
    assert ratio == r * (1 + (k - 1) * r) / (r + k - 1) < r**2


def test_frequencies_are_monotone() -> None:
    """For added or removed rows, frequencies cost eps/2 only, for every eps."""
    mechanism = ExponentialFrequentValue(Domain.of_size(3), Epsilon.indeterminate(2))
    root = mechanism.eps.exp(Fraction(1, 2))
    half = Guarantee(root, root - root)
    universe = add_remove_one(range(3), 4)
    assert isinstance(audit_privacy(mechanism, universe, half), Holds)
    assert isinstance(audit_privacy(mechanism, mechanism.universe(4), half), Refuted)
    whole = audit_privacy(mechanism, mechanism.universe(4), mechanism.guarantee)
    assert isinstance(whole, Holds)


def test_parameters_are_checked() -> None:
    """Sensitivity 0 is refused at construction, no candidate at a call."""
    eps = Epsilon(Fraction(2), 2)
    with pytest.raises(ValueError, match="sensitivity 0"):
        ExponentialMechanism(Answers(), eps, 0)
    with pytest.raises(ValueError, match="at least one"):
        law(ExponentialMechanism(Answers(), eps), ())
