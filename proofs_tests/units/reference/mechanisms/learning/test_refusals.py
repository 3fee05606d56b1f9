"""Bad parameters and databases of learners are named."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from reference.data.domain import Domain
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.confident_learner import (
    BoostedSizes,
    ConfidentPointLearner,
    EfficientPointLearner,
)
from reference.mechanisms.learning.function_family import affine_family, random_functions
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner, consistent_centre
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    ParityLearner,
    PrivateParityLearner,
    loss_of_keeping,
)
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.sample_sizes import (
    rows_by_uniform_convergence,
    rows_for_parities,
    rows_for_proper,
    rows_for_representing,
)
from reference.mechanisms.learning.star_subsampling import StarSubsampling
from reference.mechanisms.learning.subsampled_learner import (
    SubsampledNoisyLearner,
    noisy_learner,
    subsampled_exp_eps,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.light_hypotheses import LightPointLearner

ALPHA, BETA, HALF = Fraction(2, 5), Fraction(1, 100), Fraction(1, 2)
NONE, ONE, FOUR = Fraction(0), Fraction(1), Fraction(4)
ROOT, EPS = Fraction(3, 2), Epsilon(Fraction(3, 2), 2)
BITS, THREE = Domain.of_size(2), Domain.of_size(3)
KEPT = loss_of_keeping(HALF)
NOISY, EFFICIENT = NoisyPointLearner(2, NONE), EfficientPointLearner(16, ALPHA, BETA, EPS)
NOTHING: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(
    random_functions(2, NONE), 2
)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        # Alpha < 1/2, 0 < beta <= 1 and 0 < eps < 1: e^(eps/2) = 5/3 is eps = 1.02.
        *(
            (lambda a=a, b=b, root=root: BoostedSizes(a, b, Epsilon(root, 2), a / 8), r"alpha|eps")
            for a, b, root in [
                *((HALF, BETA, ROOT), (NONE, BETA, ROOT), (ALPHA, NONE, ROOT)),
                *((ALPHA, Fraction(2), ROOT), (ALPHA, BETA, ONE), (ALPHA, BETA, Fraction(5, 3))),
            ]
        ),
        (lambda: law(ConfidentPointLearner(THREE, ALPHA, HALF, EPS), ((0, 1),)), "need 7352268"),
        (lambda: law(EFFICIENT, ()), "the runs need"),
        (lambda: law(EfficientPointLearner(4, ALPHA, BETA, EPS), ()), "ones 1 to"),
        (lambda: law(LightPointLearner(THREE, 4, HALF, HALF, EPS), ()), "the runs need"),
        (lambda: AffinePointLearner(11, 1), "degree"),
        (lambda: AffinePointLearner(2, 0), "degree"),
        (lambda: AffinePointLearner(2, 5), "degree"),
        (lambda: affine_family(11, 1), "degree"),
        (lambda: subsampled_exp_eps(ALPHA / 4, NONE, ONE), "b > 0"),
        (lambda: SubsampledNoisyLearner(BITS, NONE), "accuracy"),
        (lambda: SubsampledNoisyLearner(BITS, Fraction(9, 8)), "accuracy"),
        (lambda: consistent_centre((), 2, "other"), "literal or two-cases"),
        (
            lambda: StarSubsampling(noisy_learner(2, ALPHA), Epsilon(Fraction(17)), FOUR, ()),
            "keeping rate",
        ),
        (lambda: law(BoostedLearner(NOISY, 2, 2, 2, EPS), ((0, 1),) * 3), "the runs need 4"),
        (lambda: BoostedLearner(NOISY, 0, 2, 2, EPS), "drop or keep"),
        (lambda: law(NOTHING, ((0, 1),)), "no function"),
        (lambda: loss_of_keeping(ONE), "rate"),
        (lambda: ParityLearner(-1), "bits"),
        (lambda: PrivateParityLearner(-1, KEPT), "bits"),
        (lambda: PrivateParityLearner(64, KEPT).universe(1), "bits 64"),
        (lambda: FirstAnswer(PrivateParityLearner(1, KEPT), 0), "blocks"),
        (lambda: rows_for_parities(0, HALF, HALF, HALF), "bits"),
        (lambda: rows_for_parities(1, NONE, HALF, HALF), "bits"),
        (lambda: rows_for_parities(1, HALF, ONE, HALF), "bits"),
        (lambda: rows_by_uniform_convergence(3, ONE, HALF, HALF), r"e\^eps"),
        (lambda: law(PointLearner(BITS, EPS, "printed"), ((0, 0),) * 3), "N is negative"),
        (lambda: PointLearner(BITS, EPS, "other"), "distinct or printed"),
        *(
            (lambda rows=rows, given=given: rows(*given), r"at least one|above 1|lie in")
            for rows in (rows_for_proper, rows_for_representing)
            for given in ((0, FOUR, HALF, HALF), (1, ONE, HALF, HALF), (1, FOUR, FOUR, HALF))
        ),
    ],
)
def test_refused(wrong: Callable[[], object], words: str) -> None:
    """In one clear line."""
    with pytest.raises(ValueError, match=words):
        wrong()


@pytest.mark.parametrize("row", [(4, 0), (-1, 0), (1, 2), (1, True), (1,), 1])
def test_strange_rows_are_refused_even_if_they_are_forgotten(row: Any) -> None:  # noqa: ANN401
    """Whether a row is refused must not depend on coins."""
    with pytest.raises(ValueError, match="row"):
        law(PrivateParityLearner(2, loss_of_keeping(NONE)), (row,))
    with pytest.raises(ValueError, match="row"):
        ParityLearner(2)((row,), None)
