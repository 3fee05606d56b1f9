"""The tracing experiment against query release with public rows, and its contradiction.

Private rows x and public rows w are drawn from one distribution, q is released from them, and a
tracer is asked about every row and about one more, y.  It has K hits and a false positive with
probability a.  If the release is (eps, delta)-private in its n private rows then each of them is
accused with probability at most e^eps a + delta, since x_i may be exchanged for a fresh row; so

    E[K] <= m + n (e^eps a + delta),

and a release with more expected hits is caught: it does not keep its promise.

Pseudo-code:
    1  x_1, ..., x_n, w_1, ..., w_m, y <- rows
    2  q <- A(x), run with the public rows w; who is accused: T(q, z) for each row z, and y
    3  the hybrid of row i: x_i is replaced by y, which is independent; the rest stays
    4  the excess E[K] - m - n (e^eps a + delta); above 0 it is a contradiction

Notation: x private rows, w public rows, z all of them, y further row, q answers, T tracer, K hits,
a false positives, A release, n and m numbers of private and public rows.
Source: BCMNUW20, proof of Theorem 13, section 4.
Guarantees: BCMNUW20.D.tracer, BCMNUW20.ALG.Hybrid, BCMNUW20.ALG.T13Distinguisher,
BCMNUW20.T13.hybrid, BCMNUW20.T13R.
Deviations: the paper accuses one row with probability at least 1/(2n); the sum over all of them is
    used, which loses nothing.
Degenerate inputs: no private rows leave E[K] <= m, which is always true.

>>> from reference.lower_bounds.random_means import product_rows
>>> from reference.lower_bounds.tracing_attacks import MeanTracer, Threshold
>>> tracer = MeanTracer((Fraction(0),), Fraction(1), Threshold.exactly(0))
>>> fair = product_rows((Fraction(0),))
>>> means = lambda public: lambda rows, coins: (Fraction(2 * sum(rows) - 1),)
>>> shown = Experiment(means, fair, 1, 0, tracer)
>>> shown.expected_hits, shown.false_positive
(Fraction(1, 1), Fraction(1, 2))
>>> excess(shown.expected_hits, shown.false_positive, Guarantee(Fraction(1), Fraction(0)), 1, 0)
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar

from reference.data.database import Database
from reference.exact.field import R
from reference.lower_bounds.random_means import many_rows
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist, mixture
from reference.probability.law import law
from reference.source import Paper, Source

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

Answers: TypeAlias = tuple[Fraction, ...]
"""An answer for each stump."""

Accused: TypeAlias = tuple[bool, ...]
"""For each row whether it is accused, private rows first; last for the further row."""

Pair: TypeAlias = tuple[Database[int], Database[int]]
"""Two databases, private rows first."""


class Accuser(Protocol):
    """A tracer; hashable."""

    def __call__(self, answers: Sequence[Fraction], row: int, /) -> bool:
        """Whether the row is accused, given the answers."""


Release: TypeAlias = Callable[[Database[int]], Mechanism[Database[int], Answers, R]]
"""For given public rows a mechanism on the private ones."""


def hybrid(
    row: Dist[int, Fraction], private: int, public: int, replaced: int
) -> Dist[Pair, Fraction]:
    """The law of the rows, and of the rows with one private row replaced by a fresh one.

    Raises:
        ValueError: unless the row that is replaced is a private one.
    """
    _check_private(replaced, private)
    rows = many_rows(row, private + public + 1)  # 1

    def exchanged(z: Database[int]) -> Pair:
        kept, fresh = z[:-1], z[-1]
        return kept, (*kept[:replaced], fresh, *kept[replaced + 1 :])

    return rows.map(exchanged)


def _check_private(place: int, private: int) -> None:
    if not 0 <= place < private:
        raise ValueError(f"row {place}: from 0 to {private - 1}, the private ones")


@dataclass(frozen=True)
class Experiment(Generic[R]):
    """Everything that the experiment is made of.

    Raises:
        ValueError: for a negative number of rows.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "proof of Theorem 13", "4")

    release: Release[R]
    row: Dist[int, Fraction]
    """The distribution of the rows."""
    private: int
    """n."""
    public: int
    """m."""
    tracer: Accuser

    def __post_init__(self) -> None:
        if self.private < 0 or self.public < 0:
            raise ValueError(f"{self.private} private, {self.public} public rows: at least 0")

    def answers(self, rows: Database[int]) -> Dist[Answers, R]:
        """The law of the answers, given all rows, private ones first."""
        return law(self.release(rows[self.private :]), rows[: self.private])

    def accused(self) -> Dist[Accused, R]:
        """The law of who is accused."""

        def given(rows: Database[int]) -> Dist[Accused, R]:
            asked = self.answers(rows[:-1])
            return asked.map(lambda q: tuple(self.tracer(q, z) for z in rows))  # 2

        return _mixed(many_rows(self.row, self.private + self.public + 1), given)

    @property
    def expected_hits(self) -> R:
        """E[K]."""
        return self.accused().expectation(lambda accused: sum(accused[:-1]))

    @property
    def false_positive(self) -> R:
        """The probability a that the further row is accused."""
        return self.accused().probability_that(lambda accused: accused[-1])

    def row_accused(self, place: int, *, replaced: bool = False) -> R:
        """Pr[T(q, x_i) = IN], where x_i is among the rows, or was replaced by a fresh one.

        Raises:
            ValueError: unless the row is a private one.
        """
        pairs = hybrid(self.row, self.private, self.public, place)  # 3

        def given(pair: Pair) -> Dist[bool, R]:
            asked = self.answers(pair[1] if replaced else pair[0])
            return asked.map(lambda q: self.tracer(q, pair[0][place]))

        return _mixed(pairs, given).probability(outcome=True)


def _mixed(first: Dist[X, Fraction], kernel: Callable[[X], Dist[Y, R]]) -> Dist[Y, R]:
    """The law of an outcome of the kernel at an outcome of the first law."""
    parts = [(weight, kernel(x)) for x, weight in first.weights.items()]
    return mixture(parts, parts[0][1].field)


@dataclass(frozen=True, slots=True)
class Distinguisher(Generic[R]):
    """Whether a tracer accuses a given row: an event of the answers, seen on any database."""

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "proof of Theorem 13", "4")

    release: PrivateMechanism[Database[int], Answers, R]
    tracer: Accuser
    row: int

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the release: the event is post-processing."""
        return self.release.guarantee

    def __call__(self, database: Database[int], coins: Coins[R], /) -> bool:
        """True for IN."""
        return self.tracer(coins.run(self.release, database), self.row)


def excess(hits: R, false_positive: R, guarantee: Guarantee[R], private: int, public: int) -> R:
    """E[K] - m - n (e^eps a + delta)."""
    each = guarantee.exp_eps * false_positive + guarantee.delta
    return hits - public - private * each  # 4
