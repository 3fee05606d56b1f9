"""NumericSparse: the answers that AboveThreshold finds, with noise of their own.

Like `sparse`, it runs AboveThreshold again and again, with a fresh noisy threshold each time; of
each answer found above it releases the answer plus fresh noise, and not the noisy answer that was
compared (that is `sparse_vector_values`, which is not private).  One value costs `test_eps` for
the tests before it, however many, and `answer_eps` for itself.

Pseudo-code:
    1  while fewer than c values are released and answers are left:
    2      i <- AboveThreshold with loss test_eps on the answers that are left
    3      release bottom for each answer before i (for all that are left, if i is bottom)
    4      release f_i + v, v two-sided geometric of ratio e^(-answer_eps)

Values are shown in an interval, larger ones as its upper end and smaller ones as its lower end; if
it contains the answers this changes no privacy loss.

The budget: with noise Lap(s_1) on thresholds and Lap(2 s_1) on tests, one run of AboveThreshold
costs 2/s_1, and one answer with noise Lap(s_2) costs 1/s_2.  For (eps, delta) the book takes
shares eps_1 and eps_2 of eps with eps_1 + eps_2 / 2 = eps and

    delta = 0:  eps_1 = 8/9 eps, eps_2 = 2/9 eps, s_j = 2c / eps_j;
    delta > 0:  eps_1 = t/(t + 1) eps, eps_2 = 2/(t + 1) eps, t = sqrt(512),
                s_j = sqrt(32 c ln(2/delta)) / eps_j.

`NumericSparse.of_budget` is the first, `Scales.of_budget` the noise of both.

Notation: T threshold, c count, f_0, ..., f_(n-1) answers, v noise, s_1 and s_2 scales.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Algorithm 3; used by
BCMNUW20, Algorithm 1, section 2.2.
Guarantees: BCMNUW20.MON.A3, BCMNUW20.MON.T3.27, BCMNUW20.MON.T3.27-every-n,
BCMNUW20.MON.T3.28.
Deviations: geometric noise on the integers for Laplace noise on the reals, at the same rates;
    answers are given as a vector, the threshold is an integer; values are clamped.
Degenerate inputs: no query gives the empty output.

>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=5)
>>> mechanism = NumericSparse(0, 1, eps * Fraction(4, 5), eps / 5)
>>> law(mechanism, (0,))  # above with probability 22/35, as for AboveThreshold
Dist({(-1,): 22/105, (0,): 22/105, (1,): 22/105, (bottom,): 13/35})
>>> NumericSparse.of_budget(0, 2, Epsilon(Fraction(2), parts=18)).guarantee.exp_eps == 2**18
True
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, Self, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.exact.interval import Interval, Real, exact, ln, sqrt
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.stream.above_threshold import ANSWERS, AboveThreshold
from reference.mechanisms.stream.sparse import check_count
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

Released: TypeAlias = tuple[int | Bottom, ...]

TEST_SHARE = Fraction(8, 9)
"""The part of eps that all tests take, for delta = 0."""


@dataclass(frozen=True, slots=True)
class NumericSparse(Generic[R]):
    """Parameters of the mechanism; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1 or low > high.
        InexactExponentError: at a call, unless `test_eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Algorithm 1 (NumericSparse)", "2.2")
    parts: ClassVar[int] = 4

    threshold: int
    """T: noisy answers are compared with it, noise added."""

    count: int
    """c: it stops after so many values."""

    test_eps: Epsilon[R]
    """The privacy loss of the tests up to one value; e^(test_eps/4) must be exact."""

    answer_eps: Epsilon[R]
    """The privacy loss of one value."""

    low: int = -1
    """Smaller values are released as this one."""

    high: int = 1
    """Larger values are released as this one."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        check_count(self.count)
        if self.low > self.high:
            raise ValueError(f"values from {self.low} to {self.high}: low is at most high")

    @classmethod
    def of_budget(
        cls, threshold: int, count: int, eps: Epsilon[R], low: int = -1, high: int = 1
    ) -> Self:
        """The mechanism of loss eps, of which all tests take 8/9 and all answers 1/9.

        Raises:
            InexactExponentError: unless `eps.parts` is a multiple of 9 count.
        """
        check_count(count)
        tests, answers = TEST_SHARE / count, (1 - TEST_SHARE) / count
        return cls(threshold, count, eps * tests, eps * answers, low, high)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(c (test_eps + answer_eps), 0) for answers that each change by at most one."""
        once = self.test_eps.exp() * self.answer_eps.exp()
        return Guarantee(once**self.count, once - once)

    universe = changed_answers

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Released:
        """A value or bottom for each answer, up to the count-th value."""
        once = AboveThreshold(self.threshold, self.test_eps)
        noisy = NoisyInteger(self.answer_eps.exp(-1), (self.low, self.high))
        released: Released = ()
        values = 0
        while values < self.count and len(released) < len(database):  # 1
            left = database[len(released) :]
            i = coins.run(once, left)  # 2
            silent = len(left) if isinstance(i, Bottom) else i
            released += (Bottom.BOTTOM,) * silent  # 3
            if not isinstance(i, Bottom):
                released += (coins.run(noisy, left[i]),)  # 4
                values += 1
        return released


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """The Laplace noise of the continuous mechanism: s_1 of tests and s_2 of answers."""

    tests: Interval
    """s_1: of the threshold; that of each test is twice as large."""

    answers: Interval
    """s_2."""

    @classmethod
    def of_budget(cls, eps: Fraction, delta: Fraction, count: int) -> Self:
        """The noise for c values with (eps, delta)-privacy.

        Raises:
            ValueError: unless eps > 0, 0 <= delta < 1 and count >= 1.
        """
        tests, answers = shares(eps, delta)
        half = delta * Fraction(1, 2)
        return cls(sparse_scale(tests, half, count), sparse_scale(answers, half, count))


def shares(eps: Fraction, delta: Fraction) -> tuple[Interval, Interval]:
    """eps_1 and eps_2.

    Raises:
        ValueError: unless eps > 0.
    """
    if eps <= 0:
        raise ValueError(f"eps {eps}: a budget is positive")
    if not delta:
        return exact(TEST_SHARE * eps), exact(2 * (1 - TEST_SHARE) * eps)
    t = sqrt(512)
    return t / (t + 1) * eps, 2 / (t + 1) * eps


def sparse_scale(eps: Real, delta: Fraction, count: int) -> Interval:
    """The scale of the noise of the thresholds of Sparse: (eps, delta)-privacy for c positives.

    It is 2c / eps for delta = 0, else sqrt(32 c ln(1/delta)) / eps.

    Raises:
        ValueError: unless 0 <= delta < 1 and count >= 1.
    """
    check_count(count)
    if not 0 <= delta < 1:
        raise ValueError(f"delta {delta}: it lies in [0, 1)")
    if not delta:
        return 2 * count / exact(eps)
    return sqrt(32 * count * ln(1 / delta)) / exact(eps)
