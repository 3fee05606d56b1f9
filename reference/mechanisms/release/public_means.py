"""The means of the public rows alone: a release that never looks at a private row.

The answer to a concept, read with values -1 and +1, is its mean over the public rows.  It is the
same for all private databases, so that nothing is lost; the public rows are not protected.  For
k concepts 2 ln(2 k/beta)/alpha^2 public rows from D leave every answer within alpha of the mean
under D, but with probability at most beta.

Pseudo-code:
    1  return G(h) = (1/m) sum over j of h(w_j) for every concept h, in the order of the class

Notation: H concepts, w public rows, m their number, G data structure.
Source: BCMNUW20, section 1.1, items 1 and 2 (release without private samples).
Guarantees: BCMNUW20.ALG.PublicOnly, BCMNUW20.TXT.uc, BCMNUW20.TXT.stumps-public.
Deviations: values are 0 and 1 where the paper has -1 and +1; the answers are its answers.
Degenerate inputs: no public rows are refused; no concept has no answer.

>>> from reference.data.concept import intervals
>>> from reference.probability.law import law
>>> law(PublicMeans(intervals(2), Domain.of_size(2), (0, 0, 1, 0)), (1, 1))
Dist({(Fraction(-1, 1), Fraction(1, 2), Fraction(1, 1)): 1})
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class PublicMeans(Generic[H]):
    """Parameters of the mechanism; call it on a database of private rows.

    Raises:
        ValueError: for no public rows.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "release without private samples", "1.1")
    guarantee: ClassVar[Guarantee[Fraction]] = Guarantee(Fraction(1), Fraction(0))

    concepts: tuple[H, ...]
    """H, each a function from points to {0, 1}."""

    domain: Domain[int]
    """The points 0, ..., size - 1."""

    public: Database[int]
    """w."""

    def __post_init__(self) -> None:
        if not self.public:
            raise ValueError("means of no public rows: at least one")

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Fraction, ...]:
        """G(h) in [-1, 1] for each concept, in order."""
        del database, coins
        m = len(self.public)
        return tuple(Fraction(2 * sum(map(h, self.public)), m) - 1 for h in self.concepts)  # 1
