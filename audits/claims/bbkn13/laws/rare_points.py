"""Databases and failures of the hard family of Lemma 3.9."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import binomial_range
from audits.claims.bbkn13.laws.samples import Learner, examples
from reference.data.concept import LabelledExample, points
from reference.lower_bounds.learning_packing import hard_distribution
from reference.mechanisms.learning.on_sample import OnSample


def full_of_rare_points(m: int, alpha: Fraction) -> Database[LabelledExample]:
    """The good database for the point 1 with as many copies of it as there may be."""
    k = int(2 * alpha * m)
    return ((0, 0),) * (m - k) + ((1, 1),) * k


def missed(learner: Learner, t: int, m: int, mass: Fraction) -> Fraction:
    """Pr[the output is not c_1] on the hard distribution of the point 1."""
    task = examples(points(t)[1], hard_distribution(t, 1, mass))
    return Fraction(1 - law(OnSample(learner, m), task).probability(points(t)[1]))


def by_hand(t: int, m: int, mass: Fraction, root: Fraction) -> Fraction:
    """The failure of the exponential learner on the hard distribution, by sums."""
    missed = Fraction(0)
    for k in range(m + 1):
        wrong = root**-m + (t - 2) * root**-k
        missed += binomial_range(m, mass, k, k) * wrong / (1 + wrong)
    return missed
