"""Public rows: an algorithm with two inputs, private rows x and public rows w.

It is (eps, delta)-private if for every w it is so in x: one private row is replaced, w never
changes and is not protected.  With w fixed ("hard-wired") it is an ordinary private mechanism.
What is promised for x and w of one distribution is not promised for w fixed and x of another one.

Pseudo-code:
    1  return A(x, w)

Notation: A algorithm, x private rows, w public rows.
Source: BCMNUW20, Definition 8, section 3, and Definition 16, section 5.
Guarantees: BCMNUW20.ALG.Hardwire, BCMNUW20.TXT.hardwire.
Deviations: none.
Degenerate inputs: without public rows nothing is fixed.

>>> from fractions import Fraction
>>> from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> class Count:
...     count = ClampedGeometricCount(0, 1, Epsilon(Fraction(2)))
...     guarantee = count.guarantee
...
...     def __call__(self, rows, coins):
...         private, public = rows
...         return coins.run(self.count, private) + sum(public)
>>> law(Hardwired(Count(), (1, 1)), (0,))
Dist({2: 2/3, 3: 1/3})
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar

from reference.data.database import Database, Row
from reference.exact.field import R
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins, X_co
from reference.probability.dist import X
from reference.source import Paper, Source

Row_contra = TypeVar("Row_contra", bound=Hashable, contravariant=True)


@dataclass(frozen=True, slots=True)
class Hardwired(Generic[Row, X, R]):
    """A with its public rows fixed; call it on private rows."""

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "proof of Lemma 17", "5")

    algorithm: PrivateMechanism[tuple[Database[Row], Database[Row]], X, R]
    """A, which promises for every w."""

    public: Database[Row]
    """w."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of A."""
        return self.algorithm.guarantee

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> X:
        """A(x, w)."""
        return coins.delegate(self.algorithm, (database, self.public))  # 1


class Assisted(Protocol[Row_contra, X_co, R]):
    """An algorithm assisted by public rows: for each w, a private mechanism on x."""

    def __call__(
        self, public: Database[Row_contra], /
    ) -> PrivateMechanism[Database[Row_contra], X_co, R]:
        """A(., w)."""
