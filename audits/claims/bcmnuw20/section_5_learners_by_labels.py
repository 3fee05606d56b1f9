"""Section 5: the reduction of Lemma 17 with public rows that are fixed, label by label."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.bcmnuw20.laws.learners import (
    OnBothSamples,
    PublicMean,
    Sources,
    alone,
    excess,
    furthest,
    means,
    release_failure,
    spread,
)
from audits.ledger import Erratum, Form, Grade, accurate, claim, over, sized
from audits.ledger.forms import Item
from reference.data.concept import Values
from reference.privacy.epsilon import Epsilon
from reference.reductions.learner_from_assisted_release import LearnerByLabels

Build = Callable[..., Any]

SURE = Epsilon(Fraction(4096))
"""A loss for which a count is nearly always exact."""

HALF = Fraction(1, 2)

OPPOSITES = (Values((0, 1)), Values((1, 0)))
"""-h and h on two points."""


def _close(alpha: Fraction) -> Callable[[Sources, tuple[Fraction, ...]], bool]:
    return lambda given, g: furthest(g, means(OPPOSITES, given)) <= alpha


@claim(
    "BCMNUW20.ALG.QR2Learner.split",
    Form.PRINTED,
    over(m=sized((100,), (100,), (100, 400)), factor=(1, 2, 4)),
    about=LearnerByLabels,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5, proof of Lemma 17, last sentence (by hardwiring the public data set): with w "
        "fixed the release is accurate for rows of the distribution of w, not for those that the "
        "reduction asks about. The reduction of [6] is cited, not described; it is read as two "
        "runs, on the points with either label. The lemma is true: with public rows padded like "
        "private ones the same m will do (BCMNUW20.ALG.QR2Learner.pad, BCMNUW20.L17R)",
    ),
)
def learner_by_labels(build: Build, m: int, factor: int) -> Iterator[Item]:
    """Any release with public rows is, by hard-wiring them, a private algorithm on private rows,
    to which the reduction by labels applies: from accuracy (alpha, beta) a (C alpha, C beta)
    learner for some constant C.

    Fair: C = factor, H = {h, -h} on two points, and the release that answers with the means of m
    public rows: off by more than 1/5 with probability at most beta on all distributions with
    masses that are multiples of 1/8, beta the largest of them. Of D uniform on (0, 1) and (1, 0)
    the fixed rows say nothing: the excess error is 1 in more than half of all cases.
    """
    alpha, release = Fraction(1, 5), PublicMean(OPPOSITES)
    grid = [spread((0, 1), (Fraction(k, 8), Fraction(8 - k, 8))) for k in range(9)]
    beta = max(release_failure(release, OPPOSITES, points, (0, m), alpha) for points in grid)
    for k, points in enumerate(grid):
        yield accurate(
            OnBothSamples(release, 0, m), alone(points), _close(alpha), beta, name=f"release, {k}"
        )
    labelled = spread(((0, 1), (1, 0)), (HALF, HALF))
    yield accurate(
        OnBothSamples(lambda w: build(release, w, OPPOSITES, SURE), 2, m),
        alone(labelled),
        lambda given, h: excess(h, OPPOSITES, given) <= factor * alpha,
        factor * beta,
        name="the learner",
    )
