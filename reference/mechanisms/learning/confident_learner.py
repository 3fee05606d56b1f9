"""Private improper learners of points from eps, alpha and beta: Claim 4.5 and Theorem 4.8.

A3 (star subsampling of A2, or of A5) is run with accuracy a = alpha/8 on N blocks, and one of the
results is chosen on further examples.  All sizes are certified roundings of the printed ones.

Pseudo-code:
    1  b <- min(beta, 1/100)
    2  N <- the least integer with (4/5)^N <= b / 5
    3  n <- 384 ln(4) / (eps a^2), rounded up
    4  m <- 24 ln(3 / b^2) / (eps alpha), rounded up
    5  return what boosting A3 with N runs of n examples chooses on m examples

Notation: alpha accuracy, beta failure probability, a accuracy of a run, N runs of n examples.
Source: BBKN13, Claim 4.5, section 4.2, and Theorem 4.8, section 4.2.1.
Guarantees: BBKN13.C4.5, BBKN13.T4.8.
Deviations: the proof needs beta <= 1/100 (N <= 1/beta), hence step 1.  For Theorem 4.8 the bias
    a/4 is a multiple of 2^-d: a is alpha/8 rounded down, and alpha below 2^(5 - d) is refused.
Degenerate inputs: more examples than N n + m all serve the choice.

>>> learner = ConfidentPointLearner(
...     Domain.of_size(2), Fraction(2, 5), Fraction(1, 2), Epsilon(Fraction(3, 2), 2)
... )
>>> learner.sizes.runs, learner.sizes.block, learner.sizes.choice
(28, 262581, 763)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeVar

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.interval import Interval, Real, exact, ln
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.boosted_learner import BoostedLearner, repetitions
from reference.mechanisms.learning.function_family import AffineFunction
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow
from reference.mechanisms.learning.star_subsampling import StarSubsampling
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner, noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)

LARGEST_BETA = Fraction(1, 100)
"""Up to here N <= 1/beta."""

EXP_BASE = Fraction(4)
"""e^eps* of A2 and A5."""


def run_examples(accuracy: Fraction, eps: Real) -> int:
    """n: so many examples, each kept with f(eps, ln 4), leave A2 enough for that accuracy."""
    return (ln(4) * 384 / (exact(eps) * accuracy**2)).ceil()


def choice_examples(alpha: Fraction, beta: Fraction, eps: Real) -> int:
    """m: so many examples tell hypotheses of error alpha/8 from those of error alpha."""
    return (ln(3 / beta**2) * 24 / (exact(eps) * alpha)).ceil()


@dataclass(frozen=True, slots=True)
class BoostedSizes:
    """How many examples the proof of Claim 4.5 asks for.

    Raises:
        ValueError: unless 0 < alpha < 1/2, 0 < beta <= 1, 0 < eps < 1 and 0 < accuracy.
    """

    alpha: Fraction
    beta: Fraction
    eps: Epsilon[Fraction]

    accuracy: Fraction
    """a, of a run; alpha/8 in print."""

    def __post_init__(self) -> None:
        if not (0 < self.alpha < Fraction(1, 2) and 0 < self.beta <= 1 and self.accuracy > 0):
            raise ValueError(
                f"alpha {self.alpha}, beta {self.beta}, accuracy {self.accuracy} of a run: "
                "0 < alpha < 1/2, 0 < beta <= 1, the accuracy above 0"
            )
        if self.eps.root == 1 or not self.loss.certainly_less(1):
            raise ValueError(f"e^(eps/{self.eps.parts}) = {self.eps.root}: 0 < eps < 1")

    @property
    def loss(self) -> Interval:
        """The number eps."""
        return ln(self.eps.root) * self.eps.parts

    @property
    def runs(self) -> int:
        """N."""
        return repetitions(min(self.beta, LARGEST_BETA))  # 1, 2

    @property
    def block(self) -> int:
        """n: the number of examples of each run."""
        return run_examples(self.accuracy, self.loss)  # 3

    @property
    def choice(self) -> int:
        """m: the number of examples of the choice."""
        return choice_examples(self.alpha, min(self.beta, LARGEST_BETA), self.loss)  # 4

    @property
    def rows(self) -> int:
        """The number of examples in all."""
        return self.runs * self.block + self.choice

    def boosted(
        self, base: Mechanism[Database[SubsampleRow], H | Bottom, Fraction], size: int
    ) -> BoostedLearner[H, Fraction]:
        """The learner of `size` points that boosts star subsampling of a ln 4 private one."""
        starred: StarSubsampling[LabelledExample, H | Bottom, Fraction] = StarSubsampling(
            base, self.eps, EXP_BASE, ()
        )
        return BoostedLearner(starred, self.runs, self.block, size, self.eps)


@dataclass(frozen=True, slots=True)
class ConfidentPointLearner:
    """Claim 4.5: eps-private, error at most alpha but with probability beta, for every domain."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Claim 4.5", "4.2")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """The points, 0..T-1."""

    alpha: Fraction
    """Accuracy, below 1/2."""

    beta: Fraction
    """Failure probability, at most 1."""

    eps: Epsilon[Fraction]
    """Privacy loss, below 1; e^(eps/2) must be exact."""

    @property
    def sizes(self) -> BoostedSizes:
        """The numbers of runs and examples."""
        return BoostedSizes(self.alpha, self.beta, self.eps, self.alpha / 8)

    @property
    def learner(self) -> BoostedLearner[Values, Fraction]:
        """Boosting over A3, with these numbers."""
        size, sizes = self.domain.size, self.sizes
        return sizes.boosted(noisy_learner(size, sizes.accuracy), size)

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(eps, 0) for replaced labelled examples."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All sequences of `rows` labelled examples, one replaced."""
        return replace_one(labelled_examples(self.domain.size), rows, ordered=True)

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Fraction], /
    ) -> Values | Bottom:
        """A hypothesis, or bottom."""
        return self.learner(database, coins)  # 5


@dataclass(frozen=True, slots=True)
class EfficientPointLearner:
    """Theorem 4.8: the same in poly(d) time, for 2^d points.

    Raises:
        ValueError: at a call, if alpha/32 is below 2^-d.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 4.8", "4.2.1")
    parts: ClassVar[int] = 2

    degree: int
    """d."""

    alpha: Fraction
    """Accuracy, below 1/2."""

    beta: Fraction
    """Failure probability, at most 1."""

    eps: Epsilon[Fraction]
    """Privacy loss, below 1; e^(eps/2) must be exact."""

    @property
    def ones(self) -> int:
        """|K|: the bias of the noise is at most alpha/32."""
        return int(self.alpha * (1 << self.degree) / 32)

    @property
    def sizes(self) -> BoostedSizes:
        """The numbers of runs and examples."""
        return BoostedSizes(
            self.alpha, self.beta, self.eps, Fraction(4 * self.ones, 1 << self.degree)
        )

    @property
    def learner(self) -> BoostedLearner[AffineFunction, Fraction]:
        """Boosting over star-subsampled A5, with these numbers."""
        base = affine_subsampled_learner(self.degree, self.ones)
        return self.sizes.boosted(base, 1 << self.degree)

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(eps, 0) for replaced labelled examples."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All sequences of `rows` labelled examples, one replaced."""
        return replace_one(labelled_examples(1 << self.degree), rows, ordered=True)

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Fraction], /
    ) -> AffineFunction | Bottom:
        """A hypothesis by its key, or bottom."""
        return self.learner(database, coins)  # 5


def affine_subsampled_learner(
    degree: int, ones: int
) -> SubsampledLearner[AffineFunction | Bottom, Fraction]:
    """A5 over the affine family of bias q: accuracy 4 q, sampling rate q, failure rate q/2."""
    q = Fraction(ones, 1 << degree)
    return SubsampledLearner(AffinePointLearner(degree, ones), 1 << degree, q, q / 2)
