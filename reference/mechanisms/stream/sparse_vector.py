"""Variants 1, 4, 5 and 6 of the sparse vector technique: one noisy threshold, many bits.

They have one skeleton and differ in the noise and in when they stop; all of them claim to be
eps-private.  (Variant 2 redraws the noise of the threshold: `sparse`.  Variant 3 releases noisy
answers: `sparse_vector_values`.)

    variant   ratio of rho   ratio of nu_i     stops after    as published by
    1         e^(-eps/2)     e^(-eps/(4c))     c positives    Lyu, Su and Li
    4         e^(-eps/4)     e^(-3 eps/4)      c positives    Lee and Clifton
    5         e^(-eps/2)     no noise          the last       Stoddard, Chen, Machanavajjhala
    6         e^(-eps/2)     e^(-eps/2)        the last       Chen, Xiao, Zhang, Xu

Variant 1 is private.  The others pay for fewer positives than they release, or for none: their
loss grows with the number of positives, and that of variant 5 is infinite.

Pseudo-code:
    1  T' <- T + rho, rho two-sided geometric
    2  for i = 0, ..., n - 1, until c positives are released:
    3      release 1 if f_i + nu_i >= T', nu_i two-sided geometric, else 0

Notation: T threshold, T' noisy threshold, c count, f_0, ..., f_(n-1) answers, rho and nu_i noise,
n number of queries, gap T' - f_i.
Source: Lyu, Su and Li, Understanding the Sparse Vector Technique for Differential Privacy,
PVLDB 10(6), 2017, Algorithms 1, 4, 5 and 6.
Guarantees: CORE.sparse-vector-1, CORE.sparse-vector-1-on-two-queries, CORE.sparse-vector-1-loss,
CORE.sparse-vector-1-constant, CORE.continuous-sparse-vector-1-every-n,
CORE.continuous-sparse-vector-4-every-n; what the others claim is false: CORE.sparse-vector-4,
CORE.sparse-vector-4-at-every-eps, CORE.sparse-vector-5, CORE.sparse-vector-5-some-loss,
CORE.sparse-vector-6, CORE.sparse-vector-6-at-every-eps, CORE.sparse-vector-6-growth.
Deviations: geometric noise on the integers for Laplace noise on the reals, at the same rates;
answers are given as a vector, the threshold is an integer; a comparison with nu_i is drawn as a
coin, for Pr[nu_i >= z] has a closed form.
Degenerate inputs: no query gives the empty output.

>>> from reference.probability.law import law
>>> mechanism = SparseVector5(0, Epsilon(Fraction(2), parts=2))
>>> law(mechanism, (0, 1)), law(mechanism, (0, 0)).probability((0, 1))
(Dist({(1, 1): 2/3, (0, 1): 1/6, (0, 0): 1/6}), Fraction(0, 1))
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeAlias

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import ANSWERS, settled
from reference.mechanisms.stream.sparse import UpToCount
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.probability.fold import Fold, Stop
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source

Bits: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SparseVector1(UpToCount[R]):
    """Parameters of variant 1, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 1")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        """A bit for each answer, up to the count-th positive."""
        rho = TwoSidedGeometric(self.eps.exp(Fraction(-1, 2)))
        nu = TwoSidedGeometric(self.eps.exp(Fraction(-1, 4 * self.count)))
        return noisy_bits(self.threshold, rho, NoisyTests(nu, self.count), database, coins)


@dataclass(frozen=True, slots=True)
class SparseVector4(UpToCount[R]):
    """Parameters of variant 4, which is not private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 4")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        """A bit for each answer, up to the count-th positive."""
        rho = TwoSidedGeometric(self.eps.exp(Fraction(-1, 4)))
        nu = TwoSidedGeometric(self.eps.exp(Fraction(-3, 4)))
        return noisy_bits(self.threshold, rho, NoisyTests(nu, self.count), database, coins)


@dataclass(frozen=True, slots=True)
class SparseVector5(Generic[R]):
    """Parameters of variant 5, which is not private; call it on a vector of integer answers.

    Raises:
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 5")
    parts: ClassVar[int] = 8

    threshold: int
    """T: answers are compared with it, noise added."""

    eps: Epsilon[R]
    """The privacy loss claimed; e^(eps/2) must be exact."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    guarantee = PureLoss()
    """The claim: (eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        """A bit for each answer."""
        ratio = self.eps.exp(Fraction(-1, 2))
        gaps: list[int] = [self.threshold - f for f in database]
        ends = Settled(min([0, *(1 - g for g in gaps)]), max([0, *(-g for g in gaps)]), ratio, 0)
        rho = coins.draw_noise(TwoSidedGeometric(ratio), ends)  # 1
        return tuple(int(gap + rho <= 0) for gap in gaps)  # 2-3


@dataclass(frozen=True, slots=True)
class SparseVector6(Generic[R]):
    """Parameters of variant 6, which is not private; call it on a vector of integer answers.

    Raises:
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 6")
    parts: ClassVar[int] = 8

    threshold: int
    """T: noisy answers are compared with it, noise added."""

    eps: Epsilon[R]
    """The privacy loss claimed; e^(eps/2) must be exact."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    guarantee = PureLoss()
    """The claim: (eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Bits:
        """A bit for each answer."""
        noise = TwoSidedGeometric(self.eps.exp(Fraction(-1, 2)))
        return noisy_bits(self.threshold, noise, NoisyTests(noise, len(database)), database, coins)


def noisy_bits(
    threshold: int,
    noise: TwoSidedGeometric[R],
    tests: "NoisyTests[R]",
    answers: Database[int],
    coins: Coins[R],
) -> Bits:
    """The outcomes of noisy tests of the answers against the noisy threshold."""
    gaps = tuple(threshold - answer for answer in answers)
    rho = coins.draw_noise(noise, settled(gaps, tests.noise.ratio))  # 1
    nothing: Bits = ()
    return coins.delegate(Fold(tests), (nothing, tuple(gap + rho for gap in gaps)))


@dataclass(frozen=True, slots=True)
class NoisyTests(Generic[R]):
    """Steps 2 and 3: the body of the loop over the gaps between threshold and answers."""

    noise: TwoSidedGeometric[R]
    """nu_i is drawn from it."""

    count: int
    """c: it stops after so many positives."""

    def __call__(self, bits: Bits, gap: int, coins: Coins[R], /) -> Bits | Stop[Bits]:
        """The bits released so far, and one for the gap."""
        bits = (*bits, int(coins.draw(bernoulli(self.noise.at_least(gap)))))  # 2-3
        return Stop(bits) if sum(bits) == self.count else bits

    def output(self, bits: Bits, /) -> Bits:
        """What was released."""
        return bits
