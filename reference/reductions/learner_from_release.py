"""A learner from a release of counting queries: which concept fits both halves of the labels?

A release answers, for every concept c of a class, which fraction of the rows c labels 1.  It is
run twice, on the points with label 1 and on those with label 0, a fixed point p in place of the
others.  With N b1 = #{c = 1 at label 1} + (N - k) c(p) and N b0 = #{c = 1 at label 0} + k c(p), k
the number of ones, the number of examples that c labels otherwise is

    k + N (b0 - b1) + (N - 2k) c(p).

If the answers are off by at most alpha and k by at most d, the concept that is found labels at
most 4 alpha N + 2 d examples more otherwise than the best one does.  If all concepts agree at p,
then k does not matter, and d = 0.

The numbers that decide are (b1, b0, k); the concept is a function of them.

Pseudo-code:
    1  D1 <- the points of D with label 1, p for the others;  D0 <- those with label 0, likewise
    2  (b1_c) <- A(D1);  (b0_c) <- A(D0)
    3  k <- the number of labels 1 plus two-sided geometric noise, clamped to 0..N
    4  return the first concept c with least k + N (b0_c - b1_c) + (N - 2k) c(p)

Notation: D database of N labelled examples, A release, p padding, k number of ones, b answers.
Source: BNSV15, Lemma 6.8 (after Gupta, Hardt, Roth and Ullman), section 6.
Guarantees: BNSV15.ALG.San2Learn, BNSV15.L6.8, BCMNUW20.S.composition-pad.
Deviations: the paper cites the lemma, and describes no reduction; this one loses the privacy of
    two releases and, if the concepts differ at p, of the count.
Degenerate inputs: without examples every concept is as good, and the first is returned.

>>> from fractions import Fraction
>>> from reference.data.concept import intervals
>>> from reference.probability.law import law
>>> concepts = intervals(3)
>>> def release(rows, coins):
...     return tuple(Fraction(sum(map(c, rows)), len(rows)) for c in concepts)
>>> learner = LearnerFromRelease(release, concepts, 0, Epsilon(Fraction(3)))
>>> law(learner, ((0, 1), (1, 1), (2, 0))).probability(concepts[2])
Fraction(3, 4)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from reference.data.database import Database, Row
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, Mechanism
from reference.reductions.padded_release import Answers
from reference.source import Paper, Source

Row_contra = TypeVar("Row_contra", bound=Hashable, contravariant=True)


class Concept(Protocol[Row_contra]):
    """A function from rows to {0, 1}, with a hash."""

    def __call__(self, point: Row_contra, /) -> int:
        """The label."""

    @override
    def __hash__(self) -> int: ...


class Transcript(NamedTuple):
    """What the release and the count say of a labelled database."""

    ones: Answers
    """b1."""

    zeros: Answers
    """b0."""

    labels_one: int
    """k."""


def padded_by_label(
    database: Database[tuple[Row, int]], padding: Row
) -> tuple[Database[Row], Database[Row]]:
    """The points with label 1, the padding for the others, and the same for label 0."""
    ones = tuple(x if y else padding for x, y in database)  # 1
    zeros = tuple(padding if y else x for x, y in database)
    return ones, zeros


@dataclass(frozen=True, slots=True)
class LabelledAnswers(Generic[Row, R]):
    """Both runs of the release, and the count; call it on labelled examples."""

    releases: tuple[Mechanism[Database[Row], Answers, R], Mechanism[Database[Row], Answers, R]]
    """A for the ones, and for the zeros."""

    padding: Row
    """p."""

    count_eps: Epsilon[R] | None
    """The privacy loss of k; None: k is 0, it is not looked at."""

    def __call__(self, database: Database[tuple[Row, int]], coins: Coins[R], /) -> Transcript:
        """(b1, b0, k)."""
        ones, zeros = padded_by_label(database, self.padding)
        for_ones, for_zeros = self.releases
        b1, b0 = coins.run(for_ones, ones), coins.run(for_zeros, zeros)  # 2
        k = 0
        if self.count_eps is not None:
            noisy = NoisyInteger(self.count_eps.exp(-1), (0, len(database)))
            k = coins.run(noisy, sum(y for _, y in database))  # 3
        return Transcript(b1, b0, k)


def fitting_concept(
    concepts: Sequence[Concept[Row]], padding: Row, rows: int, transcript: Transcript
) -> Concept[Row]:
    """The first concept with the least number of errors, as far as the transcript tells."""
    b1, b0, k = transcript
    errors = [
        k + rows * (b0[i] - b1[i]) + (rows - 2 * k) * c(padding) for i, c in enumerate(concepts)
    ]
    return concepts[errors.index(min(errors))]  # 4


@dataclass(frozen=True, slots=True)
class LearnerFromRelease(Generic[Row, R]):
    """Parameters of the learner; call it on labelled examples.

    Raises:
        ValueError: for no concept, or if they differ at the padding and there is no loss for k.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Lemma 6.8", "6")

    release: Mechanism[Database[Row], Answers, R]
    """A: the fraction of the rows that each concept labels 1."""

    concepts: tuple[Concept[Row], ...]
    """In the order of the answers."""

    padding: Row
    """p."""

    count_eps: Epsilon[R] | None = None
    """The privacy loss of k; None: k is not looked at, all concepts agree at p."""

    def __post_init__(self) -> None:
        if not self.concepts:
            raise ValueError("a learner chooses among at least one concept")
        if self.count_eps is None and len({c(self.padding) for c in self.concepts}) > 1:
            raise ValueError(
                f"the concepts differ at the padding {self.padding!r}: count_eps, a privacy loss "
                "for the number of ones, is needed"
            )

    def __call__(self, database: Database[tuple[Row, int]], coins: Coins[R], /) -> Concept[Row]:
        """A concept."""
        if not database:
            return self.concepts[0]
        told = LabelledAnswers((self.release, self.release), self.padding, self.count_eps)
        transcript = coins.run(told, database)
        return fitting_concept(self.concepts, self.padding, len(database), transcript)
