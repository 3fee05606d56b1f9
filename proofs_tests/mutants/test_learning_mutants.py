"""Plausible mistakes in the learners, each refuted with a concrete witness."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from audits.engines.accuracy import audit_accuracy
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    LabelledExample,
    PointFunction,
    Values,
    empirical_errors,
    error,
    points,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.learning.exponential_learner import (
    ExponentialLearner,
    by_empirical_error,
)
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.star_subsampling import keeping_rate
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.families import bernoulli

ALPHA = Fraction(2, 5)
TWO = Epsilon(Fraction(2), 2)


@dataclass(frozen=True, slots=True)
class DeletingSubsample:
    """Randomised response on a row kept with probability q; a constant if it is deleted.

    On one row it is ln E private; on no row it outputs 2 always.  Both are ln E private for
    databases of their size, and deletion is no replacement.
    """

    keeping: Fraction
    exp_eps: Fraction

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        """2 if the row is deleted, else the row or its opposite."""
        if not coins.draw(bernoulli(self.keeping)):
            return 2
        return database[0] ^ coins.draw(bernoulli(1 / (1 + self.exp_eps)))


@pytest.mark.parametrize(("divisor", "kind"), [(8, Holds), (4, Refuted)])
def test_a_flip_rate_of_a_quarter_is_inaccurate(
    divisor: int, kind: type[Holds] | type[Refuted]
) -> None:
    """Five equal points: error >= alpha/2 with probability <= 1/4 at alpha/8, not at alpha/4."""
    size = 5
    masses, zero = [Fraction(1, size)] * size, Values((0,) * size)
    learner = NoisyPointLearner(size, ALPHA / divisor)
    table = tabulate(learner, learner.universe(0))
    verdict = audit_accuracy(
        table,
        lambda _d, h: not isinstance(h, Bottom) and error(zero, h, masses) < ALPHA / 2,
        Fraction(1, 4),
        "noise",
    )
    assert isinstance(confirmed(verdict), kind)


@pytest.mark.parametrize(
    ("sampling", "failure", "kind"),
    [
        (ALPHA / 4, ALPHA / 8, Holds),
        (ALPHA / 2, ALPHA / 8, Refuted),
        (ALPHA / 4, ALPHA / 160, Refuted),
        (ALPHA / 4, Fraction(0), Refuted),
    ],
)
def test_a_wrong_sampling_or_failure_rate_is_not_private(
    sampling: Fraction, failure: Fraction, kind: type[Holds] | type[Refuted]
) -> None:
    """A2 is ln 4 private; with twice the sampling, or a smaller failure rate, it is not."""
    learner = replace(noisy_learner(2, ALPHA), sampling=sampling, failure=failure)
    verdict = audit_privacy(learner, learner.universe(2), Guarantee(Fraction(4), Fraction(0)))
    assert isinstance(confirmed(verdict), kind)


def test_deleting_the_rows_instead_of_stars_is_not_private() -> None:
    """One row, E = 4: the keeping rate for R = 2 does not give e^eps = 2."""
    mutant = DeletingSubsample(keeping_rate(Fraction(2), Fraction(4)), Fraction(4))
    verdict = audit_privacy(mutant, replace_one((0, 1), 1), Guarantee(Fraction(2), Fraction(0)))
    assert isinstance(confirmed(verdict), Refuted)


@pytest.mark.parametrize(("count", "kind"), [("distinct", Holds), ("printed", Refuted)])
def test_counting_repeated_points_is_not_private(
    count: str, kind: type[Holds] | type[Refuted]
) -> None:
    """T - m unseen points: two copies of one example change the weight of all others."""
    learner = PointLearner(Domain.of_size(3), Epsilon(Fraction(3, 2), 2), count)
    verdict = audit_privacy(learner, learner.universe(3), learner.guarantee)
    assert isinstance(confirmed(verdict), kind)


@dataclass(frozen=True, slots=True)
class FullExponent:
    """The exponential learner with e^(-eps m) for e^(-eps m / 2)."""

    size: int
    eps: Epsilon[Fraction]

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Fraction], /
    ) -> PointFunction:
        """Choose with the exponent doubled."""
        errors = [empirical_errors(h, database) for h in points(self.size)]
        return coins.draw(by_empirical_error(points(self.size), errors, self.eps.exp()))


def test_the_full_exponent_is_not_private() -> None:
    """Twice the exponent: the ratio exceeds e^eps on two rows already."""
    learner = ExponentialLearner(points(3), 3, TWO)
    sound = audit_privacy(learner, learner.universe(2), learner.guarantee)
    assert isinstance(confirmed(sound), Holds)
    mutant = audit_privacy(FullExponent(3, TWO), learner.universe(2), learner.guarantee)
    assert isinstance(confirmed(mutant), Refuted)
