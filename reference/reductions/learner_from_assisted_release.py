"""A learner with public data from a release with public data, on as many public rows.

For a distribution D of labelled examples let D' be the law of x if y = 1 and of a fixed point p
if not, D'' that with the labels exchanged.  In terms of functions and labels -1 and +1,

    E_D[y h(x)] = E_D'[h] - E_D''[h] + h(p) E_D[y],

so that two releases, for D' and D'', and the fraction of ones tell the error of every concept.
Public rows are padded like private ones: w of D gives a sample of D' and one of D'', and each run
sees public and private rows of one distribution.  If both releases are off by at most alpha and
the estimate of E[y] by at most alpha_c, the excess error is at most 2 alpha + alpha_c.

Pseudo-code:
    1  G1 <- A(pi1(x), pi1(w)), where pi1 puts p for the points with label 0
    2  G2 <- A(pi0(x), pi0(w)), where pi0 puts p for the points with label 1
    3  K <- the number of labels 1 of x plus two-sided geometric noise, clamped to 0..n
    4  return the first h with least (1 - [G1(h) - G2(h) + h(p) (2K/n - 1)])/2

The variant that the proof of Lemma 17 seems to have in mind fixes the public rows, without their
labels, and hands private rows to the two runs label by label:

    G1 <- A(points of x with label 1, points of w), G2 <- A(points with label 0, points of w),
    h is the first with least (1 - [(K/n) G1(h) - (1 - K/n) G2(h)])/2.

Its runs see private rows of D given y = 1 and y = 0, and public rows of D: nothing is promised.

Notation: A release, x private and w public examples, p padding, K number of ones, G answers.
Source: BCMNUW20, Lemma 17, section 5 (Beimel, Nissim and Stemmer, Theorem 5.5).
Guarantees: BCMNUW20.ALG.QR2Learner.pad, BCMNUW20.L17R, BCMNUW20.TXT.puretoapprox,
    BCMNUW20.ALG.QR2Learner.split, CORE.assisted-transcript-law.
Deviations: the paper cites the reduction, and says that public rows are hard-wired; here they are
    padded.  Labels and concepts are 0 and 1, answers in [-1, 1].
Degenerate inputs: without private rows both runs see none, and K is 0; without concepts there is
    nothing to learn, which is refused.

>>> from reference.data.concept import intervals
>>> from reference.data.domain import Domain
>>> from reference.mechanisms.noise.noisy_counts import NoisyCounts
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> concepts, eps = intervals(2), Epsilon(Fraction(2))
>>> def counts(public):
...     return NoisyCounts(concepts, Domain.of_size(2), eps)
>>> learner = LearnerFromAssistedRelease(counts, ((1, 0),), concepts, 0, eps)
>>> law(learner, ((1, 1),)).probability(concepts[2])
Fraction(8, 27)
>>> learner.guarantee.exp_eps
Fraction(8, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database, Row
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.privacy.composition import composed_guarantee
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.privacy.public_rows import Assisted
from reference.probability.coins import Coins
from reference.reductions.learner_from_release import (
    Concept,
    LabelledAnswers,
    Transcript,
    fitting_concept,
    padded_by_label,
)
from reference.reductions.padded_release import Answers
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class Fractions(Generic[Row, R]):
    """A release with answers in [-1, 1], read as fractions of rows: (G + 1)/2."""

    release: PrivateMechanism[Database[Row], Answers, R]

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Answers:
        """The fraction of the rows that each concept labels 1."""
        return tuple((g + 1) / 2 for g in coins.run(self.release, database))


@dataclass(frozen=True, slots=True)
class AssistedTranscript(Generic[Row, R]):
    """All that the learner sees of the private examples; call it on them."""

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Lemma 17, transcript", "5")

    release: Assisted[Row, Answers, R]
    """A: for public points, a release with an answer in [-1, 1] for each concept."""

    public: Database[tuple[Row, int]]
    """w."""

    padding: Row
    """p."""

    count_eps: Epsilon[R]
    """The privacy loss of K."""

    @property
    def releases(
        self,
    ) -> tuple[
        PrivateMechanism[Database[Row], Answers, R], PrivateMechanism[Database[Row], Answers, R]
    ]:
        """A with the public rows of either run."""
        ones, zeros = padded_by_label(self.public, self.padding)
        return self.release(ones), self.release(zeros)

    @property
    def guarantee(self) -> Guarantee[R]:
        """Both runs and the count: with (eps, delta) each, (2 eps + eps_c, 2 delta)."""
        first, second = self.releases
        return composed_guarantee(
            [first.guarantee, second.guarantee, Guarantee.pure(self.count_eps)]
        )

    def __call__(self, database: Database[tuple[Row, int]], coins: Coins[R], /) -> Transcript:
        """Fractions for the ones and for the zeros, and K."""
        first, second = self.releases
        runs = Fractions(first), Fractions(second)  # 1, 2
        told = LabelledAnswers(runs, self.padding, self.count_eps)
        return coins.run(told, database)  # 3


@dataclass(frozen=True, slots=True)
class LearnerFromAssistedRelease(Generic[Row, R]):
    """Parameters of the learner; call it on private labelled examples.

    Raises:
        ValueError: for no concept.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Lemma 17, padded", "5")

    release: Assisted[Row, Answers, R]
    """A: for public points, a release with an answer in [-1, 1] for each concept."""

    public: Database[tuple[Row, int]]
    """w."""

    concepts: tuple[Concept[Row], ...]
    """H, in the order of the answers."""

    padding: Row
    """p."""

    count_eps: Epsilon[R]
    """The privacy loss of K."""

    def __post_init__(self) -> None:
        _refuse_nothing(self.concepts)

    @property
    def transcript(self) -> AssistedTranscript[Row, R]:
        """All that the choice rests on."""
        return AssistedTranscript(self.release, self.public, self.padding, self.count_eps)

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the transcript."""
        return self.transcript.guarantee

    def __call__(self, database: Database[tuple[Row, int]], coins: Coins[R], /) -> Concept[Row]:
        """A concept."""
        told = coins.run(self.transcript, database)
        return fitting_concept(self.concepts, self.padding, len(database), told)  # 4


@dataclass(frozen=True, slots=True)
class LearnerByLabels(Generic[Row, R]):
    """The variant with fixed public rows; call it on private labelled examples.

    One replaced example may change both lists of points, and their lengths; what A promises for
    replaced rows says nothing about that, so that there is no promise.

    Raises:
        ValueError: for no concept; at a call, for no examples.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Lemma 17, label by label", "5")

    release: Assisted[Row, Answers, R]
    """A."""

    public: Database[tuple[Row, int]]
    """w; its labels are not looked at."""

    concepts: tuple[Concept[Row], ...]
    """H, in the order of the answers."""

    count_eps: Epsilon[R]
    """The privacy loss of K."""

    def __post_init__(self) -> None:
        _refuse_nothing(self.concepts)

    def __call__(self, database: Database[tuple[Row, int]], coins: Coins[R], /) -> Concept[Row]:
        """A concept."""
        n = len(database)
        if not n:
            raise ValueError("an empty database has no labels: at least 1 example is needed")
        wired = self.release(tuple(x for x, _ in self.public))
        by_label = (tuple(x for x, y in database if y == label) for label in (1, 0))
        nothing = (Fraction(0),) * len(self.concepts)
        g1, g2 = (coins.run(wired, rows) if rows else nothing for rows in by_label)
        noisy = NoisyInteger(self.count_eps.exp(-1), (0, n))
        k = coins.run(noisy, sum(y for _, y in database))
        fits = [k * a - (n - k) * b for a, b in zip(g1, g2, strict=True)]
        return self.concepts[fits.index(max(fits))]


def _refuse_nothing(concepts: tuple[Concept[Row], ...]) -> None:
    if not concepts:
        raise ValueError("a learner chooses among at least one concept")
