"""A learner without public data from one with public data: public rows that say nothing.

Let D0 be a distribution under which all concepts have the same error: a point with a uniform
label.  For any D the mixture D' = (1 - theta) D0 + theta D has the errors

    err_D'(h) = (1 - theta) err_D0(h) + theta err_D(h),

so that the excess error under D is that under D', divided by theta; and if theta is small all m
public rows of D' are of D0, with probability (1 - theta)^m.  So public rows are drawn from D0,
private ones from D', where the examples from D are those of the private sample, each used once.

What the learner loses is what A loses, since for fixed public rows and fixed places an example is
one row of A's input at most.  If example i can only come to place i, which takes a sample of n, it
is there with probability theta, and the loss is amplified to (ln(1 + theta (e^eps - 1)), theta
delta); if it is "the next unused one" that is not so, since early examples are nearly always used.

Pseudo-code:
    1  w <- m examples of D0
    2  for i = 1, ..., n: x_i <- an example of D0, with probability 1 - theta;
    3      else the next unused example of S; return the failure output if there is none
    4  return A(x, w)

Notation: A learner, S private sample, D0 base, n private and m public rows of A, theta share.
Source: BCMNUW20, Lemma 18, section 5 (Alon, Bassily and Moran, Theorem 4.1 and Lemma 4.4).
Guarantees: BCMNUW20.ALG.PublicDataReduction, BCMNUW20.ALG.PointMassMix, BCMNUW20.L18R,
    BCMNUW20.L18.mix-identity, BCMNUW20.L18.pubprob, BCMNUW20.T15.
Deviations: the paper cites the reduction; S has any number of rows.  With a point mass as D0 the
    public rows are fixed; the identity needs concepts that agree at it.
Degenerate inputs: theta in (0, 1); with an empty S every place must be of D0, or it fails.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount
>>> from reference.probability.law import law
>>> class OnesCounted:
...     guarantee = Guarantee(Fraction(2), Fraction(0))
...
...     def __call__(self, rows, coins):
...         count = ClampedGeometricCount(0, len(rows), Epsilon(Fraction(2)))
...         return coins.run(count, tuple(y for _, y in rows))
>>> mixed = MixedWithBase(lambda w: OnesCounted(), 2, 1, Fraction(1, 4), ((0, 0),), -1)
>>> law(mixed, ((0, 1),)).probability(-1)
Fraction(1, 16)
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar, Generic, TypeVar

from reference.data.database import Database, Row
from reference.exact.field import R
from reference.mechanisms.learning.on_sample import Distribution
from reference.privacy.guarantee import Guarantee
from reference.privacy.public_rows import Assisted
from reference.privacy.subsampling import amplified
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.source import Paper, Source

Y = TypeVar("Y", bound=Hashable)


@dataclass(frozen=True, slots=True)
class MixedWithBase(Generic[Row, Y, R]):
    """Parameters of the reduction; call it on a private sample, whose order counts.

    Raises:
        ValueError: for a share outside (0, 1), a negative number of rows, or no base.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Lemma 18, reduction", "5")

    learner: Assisted[Row, Y, R]
    """A."""

    rows: int
    """n."""

    public_rows: int
    """m."""

    share: Fraction
    """theta."""

    base: tuple[Row, ...]
    """D0 is uniform on these: a point with either label, or a single example."""

    failure: Y
    """What is returned if the sample is used up."""

    def __post_init__(self) -> None:
        _check(self.rows, self.public_rows, self.share, self.base)

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of A, for replaced rows.

        Raises:
            ValueError: if A does not promise the same for all public rows.
        """
        return _promise(self.learner, self.base, self.public_rows)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Y:
        """A hypothesis, or the failure output."""
        base, real = Dist.uniform(self.base), bernoulli(self.share)
        public = tuple(coins.draw(base) for _ in range(self.public_rows))  # 1
        rows: list[Row] = []
        used = 0
        for _ in range(self.rows):
            if not coins.draw(real):
                rows.append(coins.draw(base))  # 2
            elif used < len(database):
                rows.append(database[used])
                used += 1
            else:
                return self.failure  # 3
        return coins.run(self.learner(public), tuple(rows))  # 4


@dataclass(frozen=True, slots=True)
class MixedInPlace(Generic[Row, Y, R]):
    """The same on a sample of n examples, example i at place i or nowhere.

    Raises:
        ValueError: for a share outside (0, 1), a negative number of rows, or no base; at a call,
            for a sample of another size.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Lemma 18, reduction, in place", "5")

    learner: Assisted[Row, Y, R]
    """A."""

    rows: int
    """n."""

    public_rows: int
    """m."""

    share: Fraction
    """theta."""

    base: tuple[Row, ...]
    """D0 is uniform on these."""

    def __post_init__(self) -> None:
        _check(self.rows, self.public_rows, self.share, self.base)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(ln(1 + theta (e^eps - 1)), theta delta), for replaced rows.

        Raises:
            ValueError: if A does not promise the same for all public rows.
        """
        return amplified(_promise(self.learner, self.base, self.public_rows), self.share)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Y:
        """A hypothesis."""
        if len(database) != self.rows:
            raise ValueError(f"{len(database)} rows: this reduction takes {self.rows}")
        base, real = Dist.uniform(self.base), bernoulli(self.share)
        public = tuple(coins.draw(base) for _ in range(self.public_rows))
        rows = tuple(row if coins.draw(real) else coins.draw(base) for row in database)
        return coins.run(self.learner(public), rows)


def mixed(
    base: tuple[Row, ...], distribution: Distribution[Row], share: Fraction
) -> Distribution[Row]:
    """D' = (1 - theta) D0 + theta D, D0 uniform on the base; examples of D first."""
    masses = {row: share * mass for row, mass in distribution}
    for row in base:
        masses[row] = masses.get(row, Fraction(0)) + (1 - share) / len(base)
    return tuple(masses.items())


def _check(rows: int, public_rows: int, share: Fraction, base: tuple[Row, ...]) -> None:
    if rows < 0 or public_rows < 0 or not 0 < share < 1 or not base:
        raise ValueError(
            f"{rows} rows, {public_rows} public rows, share {share}, base {base}: "
            "at least 0, at least 0, in (0, 1), at least one example"
        )


def _promise(
    learner: Assisted[Row, Y, R], base: tuple[Row, ...], public_rows: int
) -> Guarantee[R]:
    """What A promises, for all public rows of D0."""
    first, *others = (learner(w).guarantee for w in product(base, repeat=public_rows))
    if any(other != first for other in others):
        raise ValueError("the learner promises more for some public rows than for others")
    return first
