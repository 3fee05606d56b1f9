"""The words of this paper: points, intervals and their learners, samples and laws.

`from audits.claims.bbkn13.words import *`, beside the prelude of all papers.
"""

from audits.claims.prelude import sized
from audits.claims.bbkn13.laws.exactly import binomial_range, code
from audits.claims.bbkn13.laws.exponential import exponential_law, same_law
from audits.claims.bbkn13.laws.learners import (
    EVERY,
    LN_4,
    PURE,
    THREE_HALVES,
    TWO_EPS,
    TWO_FIFTHS,
    chance_of,
    failure_on,
    listed,
    listed_intervals,
    listed_points,
    point_learner,
    zeros,
)
from audits.claims.bbkn13.laws.noisy_points import OneIn, a2_law, starred_law
from audits.claims.bbkn13.laws.programmes import one_of_two, point_targets
from audits.claims.bbkn13.laws.samples import (
    Learner,
    error_on,
    examples,
    half_half,
    on_grid,
    tasks,
    two_points,
    within,
)
from audits.claims.bbkn13.laws.toys import AnyPositive, NoisyIndicator, labels_of_a_point
from audits.ledger.quantifiers import Sized
from reference.data.concept import (
    IntervalFunction,
    Masses,
    disagreements,
    empirical_errors,
    error,
    points,
)
from reference.data.hypothesis_classes import as_hypotheses, projective_lines, steiner_dual
from reference.data.representation import representation_game, representation_value
from reference.data.star import Star
from reference.hardness.generated_points import generated_points
from reference.lower_bounds.learning_packing import averaged_bound, packing_bound, point_packing
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.confident_learner import EfficientPointLearner
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.noisy_point_learner import IndependentNoise, rows_with_stars
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.sample_sizes import rows_for_proper, rows_for_representing
from reference.mechanisms.learning.star_subsampling import StarSubsampling, keeping_rate
from reference.mechanisms.learning.subsampled_learner import noisy_learner


def ranges(start: int, *stops: int) -> Sized[range]:
    """A range from one start for each size of a scope."""
    tiny, small, full = (range(start, stop) for stop in stops)
    return sized(tiny, small, full)


__all__ = ["EVERY", "LN_4", "PURE", "THREE_HALVES", "TWO_EPS", "TWO_FIFTHS", "AnyPositive"]
__all__ += ["BoostedLearner", "EfficientPointLearner", "ExponentialLearner", "IndependentNoise"]
__all__ += ["IntervalFunction", "Learner", "Masses", "NoisyIndicator", "OneIn", "PointLearner"]
__all__ += ["Star", "StarSubsampling", "a2_law", "as_hypotheses", "averaged_bound"]
__all__ += ["binomial_range", "chance_of", "code", "disagreements", "empirical_errors", "error"]
__all__ += ["error_on", "examples", "exponential_law", "failure_on", "generated_points"]
__all__ += ["half_half", "keeping_rate", "labels_of_a_point", "listed", "listed_intervals"]
__all__ += ["listed_points", "noisy_learner", "on_grid", "one_of_two", "packing_bound"]
__all__ += ["point_learner", "point_packing", "point_targets", "points", "projective_lines"]
__all__ += ["ranges", "representation_game", "representation_value", "rows_for_proper"]
__all__ += ["rows_for_representing", "rows_with_stars", "same_law", "starred_law"]
__all__ += ["steiner_dual", "tasks", "two_points", "within", "zeros"]
