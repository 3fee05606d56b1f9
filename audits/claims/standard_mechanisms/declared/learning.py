"""Of `reference.mechanisms.learning`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import TWO_EPS, UNIT, Declared, at, number
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.data.star import Star
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.confident_learner import (
    ConfidentPointLearner,
    EfficientPointLearner,
)
from reference.mechanisms.learning.exponential_learner import ExponentialLearner, IntervalLearner
from reference.mechanisms.learning.noisy_point_learner import rows_with_stars
from reference.mechanisms.learning.parity_learner import FirstAnswer, PrivateParityLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.star_subsampling import StarSubsampling
from reference.mechanisms.learning.subsampled_learner import SubsampledNoisyLearner

CONSTANTS = Values((0,)), Values((1,))
"""The hypotheses on one point."""


def examples(size: int, rows: int, *, ordered: bool = False) -> RowAdjacency[LabelledExample]:
    """One labelled example replaced."""
    return replace_one(labelled_examples(size), rows, ordered=ordered)


BY_ITS_PARTS = (
    "it takes millions of examples; its laws are those of its runs and its choice, which the "
    "claims on BBKN13.C4.5 audit"
)
SMALL = Fraction(2, 5), Fraction(1, 2), Epsilon(Fraction(3, 2), 2)
"""Alpha, beta and eps."""

ON_BITS: tuple[Any, ...] = (0, 1, Star.STAR)

INSTANCES: dict[str, Declared] = {
    "exponential learner": Declared(
        ExponentialLearner(CONSTANTS, 1, every(2)), at(R**2), examples(1, 2)
    ),
    "learner of intervals": Declared(IntervalLearner(TWO_EPS, every(2)), at(R**2), examples(2, 2)),
    "learner of points": Declared(PointLearner(TWO_EPS, every(2)), at(R**2), examples(2, 2)),
    "boosted learner": Declared(
        BoostedLearner(ExponentialLearner(CONSTANTS, 1, every(2)), 1, 2, 1, every(2)),
        at(R**2),
        examples(1, 3, ordered=True),
        rows=3,
    ),
    "confident learner of points": Declared(
        ConfidentPointLearner(UNIT, *SMALL),
        number(Fraction(9, 4)),
        examples(1, 2, ordered=True),
        listed=False,
        keeps_half_of_eps=BY_ITS_PARTS,
    ),
    "efficient learner of points": Declared(
        EfficientPointLearner(1, *SMALL),
        number(Fraction(9, 4)),
        examples(2, 2, ordered=True),
        listed=False,
        keeps_half_of_eps=BY_ITS_PARTS,
    ),
    "private learner of parities": Declared(
        PrivateParityLearner(1, every(1)), at(R), examples(2, 2)
    ),
    "first answer of two": Declared(
        FirstAnswer(PrivateParityLearner(1, every(1)), 2), at(R), few=examples(2, 2, ordered=True)
    ),
    "subsampling with stars": Declared(
        StarSubsampling(RandomizedResponse(Domain(ON_BITS), every(2)), every(1), R**2, ON_BITS),
        at(R),
        replace_one(ON_BITS, 1),
        rows=1,
    ),
    "subsampled noisy learner": Declared(
        SubsampledNoisyLearner(UNIT, Fraction(1)), number(4), replace_one(rows_with_stars(1), 2)
    ),
}
