"""Parameters of the release that public rows assist, and how many rows are enough.

Public rows such that every concept is within alpha/4 of its projection, which costs alpha/2, but
for beta/2 (the cover lemma, or as few as the number of pairs of concepts needs); private rows such
that multiplicative weights are off by alpha/2 on the cover, but for beta/2 (`weights_plan`).
`sample_sizes` are rows that suffice for every distribution, from the dimensions of the class
alone.  `plan_for_corrections` and `plan_for_accuracy` take public rows that are there, and derive
parameters for a privacy loss of all corrections together.

Notation: H concepts, d VC and p dual VC dimension, w public rows, m and n numbers of public and
private rows, k queries of the cover, X~ representatives, T = 2 A threshold, c corrections, rho
rate, eps' loss of a correction, alpha accuracy, beta failure probability.
Source: BCMNUW20, Theorem 10 and Lemmas 7 and 11, sections 2.2 and 3.
Guarantees: BCMNUW20.T10R (`sample_sizes`), BCMNUW20.A3 (`plan_for_accuracy`), BCMNUW20.A2
    (`plan_for_corrections`).
Deviations: explicit constants, which the paper hides.
Degenerate inputs: with one representative no private row is needed.

>>> found = sample_sizes(1, 1, Fraction(1, 4), Fraction(1, 20), Fraction(1), Fraction(1, 10**6))
>>> found.public_rows, found.private.queries, found.points, found.private.corrections
(1433, 1434, 1435, 1434)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.data.public_cover import representative_domain
from reference.exact.interval import check_exact
from reference.mechanisms.release.double_sampling import (
    rows_for_pairs,
    sauer_bound,
    sufficient_public_rows,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights import StumpWeights
from reference.mechanisms.release.weights_plan import (
    WeightsPlan,
    correction_root,
    enough_rows,
    noise_radius,
)
from reference.privacy.epsilon import Epsilon

NOISE_FAILURE = Fraction(1, 20)
"""How often noise may exceed what the threshold allows for, where no accuracy is asked for."""


@dataclass(frozen=True, slots=True)
class SampleSizes:
    """Rows that are enough for a class of these dimensions."""

    public_rows: int
    """m."""

    points: int
    """|X~|: at most so many representatives."""

    private: WeightsPlan
    """Multiplicative weights for k queries, at most the concepts of the cover, and n rows."""


def sample_sizes(
    vc: int,
    dual_vc: int,
    accuracy: Fraction,
    failure_probability: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> SampleSizes:
    """Rows that suffice for an error of alpha, but with probability beta, at (eps, delta).

    Args:
        vc: d, at least 0.
        dual_vc: p, at least 0.
        accuracy: alpha, in (0, 1].
        failure_probability: beta, in (0, 1).
        eps: of the whole, > 0.
        delta: of the whole, in [0, 1).

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(accuracy=accuracy)
    if min(vc, dual_vc) < 0 or not 0 < accuracy <= 1:
        raise ValueError(
            f"dimensions {vc} and {dual_vc}, accuracy {accuracy}: at least 0, and in (0, 1]"
        )
    m = public_rows_needed(vc, accuracy, failure_probability)
    k = sauer_bound(m, vc)
    points = sauer_bound(k, dual_vc)
    private = enough_rows(points, k, accuracy / 2, failure_probability / 2, eps, delta)
    return SampleSizes(m, points, private)


def public_rows_needed(vc: int, accuracy: Fraction, failure_probability: Fraction) -> int:
    """M: every concept is within alpha/4 of its projection, but with probability beta/2."""
    return sufficient_public_rows(vc, accuracy / 4, failure_probability / 2)


@dataclass(frozen=True)
class PAPPlan:
    """The release for a target, and what it needs."""

    concepts: ConceptClass
    domain: Domain[int]
    public: tuple[int, ...]
    rows: int
    root: Fraction
    """e^(eps'/5), rounded down."""

    threshold: Fraction
    count: int
    rate: Fraction
    rows_needed: int
    """So many private rows are enough, as calibrated; 0 where no accuracy is asked for."""

    public_needed: int = 0
    """So many public rows are enough."""

    @property
    def suffices(self) -> bool:
        """Whether there are as many rows of both kinds as needed."""
        return self.rows >= self.rows_needed and len(self.public) >= self.public_needed

    @cached_property
    def mechanism(self) -> PAPRelease[Fraction]:
        """The release with these parameters."""
        loss = Epsilon(self.root, PAPRelease.parts)
        return PAPRelease(
            self.concepts, self.domain, self.public, self.threshold, self.count, self.rate, loss
        )


def _size_of(release: PAPRelease[Fraction]) -> tuple[int, int]:
    """K and |X~|."""
    k = len(release.cover)
    if isinstance(release.inner.start, StumpWeights):
        return k, 1 << k
    return k, len(representative_domain(release.cover, release.domain.size))


def _started(
    concepts: ConceptClass, domain: Domain[int], public: tuple[int, ...]
) -> PAPRelease[Fraction]:
    """A release with these public rows, before its parameters are known."""
    half = Fraction(1, 2)
    return PAPRelease(
        concepts, domain, public, half, 1, half, Epsilon(Fraction(2), PAPRelease.parts)
    )


def plan_for_corrections(
    eps: Fraction,
    delta: Fraction,
    concepts: ConceptClass,
    domain: Domain[int],
    public: tuple[int, ...],
    count: int,
    rows: int,
) -> PAPPlan:
    """The release with so many corrections that are (eps, delta)-private together.

    The threshold is 2 A, A such that noise exceeds it with probability at most 1/20; the rate is
    1/(1 + A/n), but at least 1/2.
    """
    queries, _ = _size_of(_started(concepts, domain, public))
    root = correction_root(eps, delta, count)
    radius = noise_radius(root, count, queries, NOISE_FAILURE)
    rate = 1 / (1 + min(Fraction(1), Fraction(radius, max(1, rows))))
    return PAPPlan(concepts, domain, public, rows, root, Fraction(2 * radius), count, rate, 0)


def plan_for_accuracy(
    eps: Fraction,
    delta: Fraction,
    accuracy: Fraction,
    failure_probability: Fraction,
    concepts: ConceptClass,
    domain: Domain[int],
    public: tuple[int, ...],
    rows: int,
) -> PAPPlan:
    """The release with an error of at most alpha, but with probability beta, on enough rows.

    Its corrections together are (eps, delta)-private. Whatever the public rows are, the cover has
    no more concepts than the class, and no more points than the domain: so many rows are needed.
    """
    vc, many = dimension(concepts, domain.size), len(concepts.on(domain.size))
    m = public_rows_needed(vc, accuracy, failure_probability)
    m = min(m, rows_for_pairs(many, accuracy / 4, failure_probability / 2))
    enough = enough_rows(domain.size, many, accuracy / 2, failure_probability / 2, eps, delta)
    plan = enough.with_rows(max(rows, enough.rows))
    return PAPPlan(
        concepts,
        domain,
        public,
        rows,
        plan.root,
        Fraction(plan.threshold),
        plan.corrections,
        plan.rate,
        enough.rows,
        m,
    )


def dimension(concepts: ConceptClass, size: int) -> int:
    """The VC dimension of a class by name."""
    attributes = size.bit_length() - 1
    match concepts:
        case ConceptClass.THRESHOLDS:
            return 1
        case ConceptClass.POINTS:
            return min(1, size - 1)
        case ConceptClass.STUMPS:
            return max(0, attributes.bit_length() - 1)
        case ConceptClass.PARITIES:
            return attributes
