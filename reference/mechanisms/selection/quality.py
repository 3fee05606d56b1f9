"""Quality functions: how good each candidate is for a database.

A quality function q gives a database S and a candidate f an integer q(S, f).  Here it is called
on S and returns the candidates with their qualities, so that a mechanism for which only
candidates of quality >= 1 matter never sees the others, however many there are.

* q has sensitivity D if |q(S, f) - q(S', f)| <= D for neighbours S, S' and every f.
* q has k-bounded growth if q is 0 on the empty database, an added row never lowers a quality,
  raises none by more than 1, and raises at most k of them.

Frequency, q(S, x) = #{rows of S equal to x}, has sensitivity 1 and 1-bounded growth.

>>> Frequency(Domain.of_size(3))((2, 0, 2))
{0: 1, 1: 0, 2: 2}
>>> OccurringFrequency()((2, 0, 2))
{2: 2, 0: 1}
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, Protocol, TypeVar

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import D
from reference.probability.dist import X

D_contra = TypeVar("D_contra", bound=Hashable, contravariant=True)


class Quality(Protocol[D_contra, X]):
    """A quality function; hashable, since mechanisms are."""

    def __call__(self, database: D_contra, /) -> Mapping[X, int]:
        """Candidates and their qualities, always in the same order for the same database."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """The number of times that each value of a domain occurs, 0 included."""

    domain: Domain[int]

    def __call__(self, database: Database[int], /) -> dict[int, int]:
        counts = Counter(database)
        return {x: counts[x] for x in self.domain}


@dataclass(frozen=True, slots=True)
class OccurringFrequency:
    """The number of times that each row occurs, for rows that do: the domain may be huge."""

    def __call__(self, database: Database[int], /) -> dict[int, int]:
        return dict(Counter(database))


@dataclass(frozen=True, slots=True)
class Selection(Generic[D, X, R]):
    """What a mechanism that selects by a quality is called with.

    Raises:
        ValueError: if the sensitivity is below 1.
    """

    parts: ClassVar[int] = 2

    quality: Quality[D, X]
    """q, listing every candidate."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/(2 D)) must be exact."""

    sensitivity: int = 1
    """D: by how much a quality differs between neighbours, at most."""

    def __post_init__(self) -> None:
        if self.sensitivity < 1:
            raise ValueError(f"sensitivity {self.sensitivity}: at least 1")

    guarantee = PureLoss()
    """(eps, 0) wherever the quality has the stated sensitivity."""

    def qualities(self, database: D) -> Mapping[X, int]:
        """Of every candidate.

        Raises:
            ValueError: if there is none.
        """
        found = self.quality(database)
        if not found:
            raise ValueError("a selection needs at least one candidate")
        return found

    def root(self, power: int) -> R:
        """e^(power eps/(2 D)).

        Raises:
            InexactExponentError: unless `eps.parts` is a multiple of 2 D.
        """
        return self.eps.exp(Fraction(power, 2 * self.sensitivity))


@dataclass(frozen=True, slots=True)
class OnFrequency(Generic[R]):
    """What a mechanism for the number of times that a value occurs is called with."""

    parts: ClassVar[int] = 2

    domain: Domain[int]
    """Candidates; rows come from it too."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact."""

    guarantee = PureLoss()
    """(eps, 0) for replaced rows."""
    universe = replaced_rows
