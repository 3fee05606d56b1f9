"""Sparse: AboveThreshold again and again, until it has found c answers above the threshold.

After each answer found above the threshold the noise of the threshold is redrawn, so that this
is the c-fold adaptive composition of AboveThreshold with loss eps/c, each run on the answers
that come after the last one found.  It is the second of the six published variants of the sparse
vector technique, and private.

Pseudo-code:
    1  while fewer than c positives are found and answers are left:
    2      i <- AboveThreshold with loss eps/c on the answers that are left
    3      release 0 for each answer before i (for all that are left, if i is bottom), 1 for i

AboveThreshold has noise of ratio e^(-eps/(2c)) on the threshold, e^(-eps/(4c)) on the answers.

Notation: T threshold, c count, f_0, ..., f_(n-1) answers, n number of queries.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Algorithm 2 with
delta = 0; Lyu, Su and Li, PVLDB 10(6), 2017, Algorithm 2.
Guarantees: BCMNUW20.MON.A2, BCMNUW20.MON.T3.25, BCMNUW20.MON.T3.25-every-n, BCMNUW20.MON.T3.26,
CORE.sparse-vector-2, CORE.sparse-vector-2-is-variant-1.
Deviations: as `above_threshold`.
Degenerate inputs: no query gives the empty output.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> mechanism = Sparse(0, 1, Epsilon(Fraction(2), parts=4))
>>> law(mechanism, (0,)).probability((1,))
Fraction(22, 35)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import ANSWERS, AboveThreshold
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class UpToCount(Generic[R]):
    """Parameters of a mechanism that stops after so many positives.

    Raises:
        ValueError: if count < 1.
    """

    parts: ClassVar[int] = 8

    threshold: int
    """T: noisy answers are compared with it, noise added."""

    count: int
    """c: it stops after so many positives; 1 or 2 on the command line."""

    eps: Epsilon[R]
    """Privacy loss; the mechanisms say which of its powers must be exact."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        check_count(self.count)

    guarantee = PureLoss()
    """The claim, true or not: (eps, 0) for answers that each change by at most one."""
    universe = changed_answers


@dataclass(frozen=True, slots=True)
class Sparse(UpToCount[R]):
    """Parameters of the mechanism; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "Sparse (sparse vector, variant 2)")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """A bit for each answer, up to the count-th positive."""
        once = AboveThreshold(self.threshold, self.eps / self.count)
        bits: tuple[int, ...] = ()
        while sum(bits) < self.count and len(bits) < len(database):  # 1
            left = database[len(bits) :]
            i = coins.run(once, left)  # 2
            bits += (0,) * len(left) if isinstance(i, Bottom) else (0,) * i + (1,)  # 3
        return bits


SparseVector2 = Sparse
"""Its name among the six published variants of the sparse vector technique."""


def check_count(count: int) -> None:
    """Refuse a count of positives that is too small.

    Raises:
        ValueError: if count < 1.
    """
    if count < 1:
        raise ValueError(f"count {count}: the number of positives is at least 1")
