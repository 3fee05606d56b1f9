"""The worst distribution of examples for a learner of points, found exactly.

Examples are drawn from a mixture of distributions v_0, ..., v_k by drawing first which v_j, so

    failure(sum t_j v_j) = sum over (i_0, ..., i_k) with sum m of
        multinomial(i) t_0^i_0 ... t_k^i_k failure(i_j examples from v_j, for each j),

where the error is counted under one fixed distribution.  On a piece of the distributions, the
convex hull of the v_j, on which the same hypotheses are bad, the failure is therefore at most
the greatest of these finitely many numbers, and if that belongs to an (m, 0, ..., 0), it is the
failure at v_j itself.  A grid of step 1/steps of which alpha is a multiple gives such pieces.

Bad is an error > alpha; on the closed pieces that reads >= alpha at the ends, so the maximum is
the greatest failure in the sense of >= alpha, and the supremum of those in the sense of > alpha.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Generic, TypeVar

from audits.certificates import Range
from audits.claims.bbkn13.exactly import at
from audits.claims.vocabulary import decide, eq, le
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.ledger import Form, Kind, Size, claim
from audits.verdict import Evidence, Scope, Undecided, Verdict
from reference.data.concept import (
    Hypothesis,
    LabelledExample,
    Masses,
    error,
    labelled,
    points,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.law import Laws

H = TypeVar("H", bound=Hashable)

Learner = Mechanism[Database[LabelledExample], Hypothesis, Fraction]
Piece = tuple[Masses, ...]
"""The corners of a convex set of distributions."""

UNIT = Range(Fraction(0), Fraction(1))
"""The range of a mass."""


@dataclass(slots=True)
class Failures:
    """How often a learner fails on examples of a concept, some from each of several corners."""

    learner: Learner
    concept: Hypothesis
    alpha: Fraction
    laws: Laws[Fraction] = field(default_factory=Laws)

    def bad(self, masses: Masses, hypotheses: Sequence[Hypothesis]) -> frozenset[Hypothesis]:
        """The hypotheses with error > alpha."""
        return frozenset(h for h in hypotheses if error(self.concept, h, masses) > self.alpha)

    def given(self, sample: Sequence[int], bad: frozenset[Hypothesis]) -> Fraction:
        """The probability of a bad output on a sample, whose order does not matter."""
        found = self.laws.remembered(self.learner, labelled(sorted(sample), self.concept))
        return found.probability_that(bad.__contains__)

    def mixed(self, drawn_from: Sequence[Masses], bad: frozenset[Hypothesis]) -> Fraction:
        """The probability of a bad output, the i-th example drawn from the i-th distribution."""
        samples: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
        for masses in drawn_from:
            grown: dict[tuple[int, ...], Fraction] = {}
            for sample, chance in samples.items():
                for x, mass in enumerate(masses):
                    if mass:
                        larger = tuple(sorted((*sample, x)))
                        grown[larger] = grown.get(larger, Fraction(0)) + chance * mass
            samples = grown
        return sum((p * self.given(sample, bad) for sample, p in samples.items()), Fraction(0))


def pieces(steps: int, support: int, size: int) -> Iterator[Piece]:
    """The distributions on the first 2 or 3 of `size` points, cut along a grid of 1/steps.

    Every sum of masses of the support that is a multiple of 1/steps is so on edges only.
    """
    cells: list[tuple[tuple[int, ...], ...]]
    if support == 2:
        cells = [((i, steps - i), (i + 1, steps - i - 1)) for i in range(steps)]
    else:
        upward = _sums(steps - 1)
        downward = _sums(steps - 2)
        cells = [((i + 1, j, k), (i, j + 1, k), (i, j, k + 1)) for i, j, k in upward]
        cells += [((i, j + 1, k + 1), (i + 1, j, k + 1), (i + 1, j + 1, k)) for i, j, k in downward]
    for cell in cells:
        yield tuple(
            tuple(Fraction(c, steps) for c in corner) + (Fraction(0),) * (size - support)
            for corner in cell
        )


def _sums(total: int) -> list[tuple[int, int, int]]:
    return [(i, j, total - i - j) for i in range(total + 1) for j in range(total + 1 - i)]


def centre(piece: Piece) -> Masses:
    """The mean of the corners, where no error equals a multiple of the step, but 0 and 1."""
    return [sum(masses, Fraction(0)) / len(piece) for masses in zip(*piece, strict=True)]
