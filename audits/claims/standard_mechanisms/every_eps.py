"""What the claims about standard mechanisms have in common."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Protocol, TypeVar

from audits.claims.vocabulary import decide, eq
from audits.engines.point import audit_finite_loss
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Evidence, Verdict
from reference.data.adjacency import Adjacency
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.source import Paper, Source

D = TypeVar("D", bound=Hashable)
X_co = TypeVar("X_co", bound=Hashable, covariant=True)

R = RationalFunction.r()
"""e^(eps/parts)."""

ONE = RationalFunction.of(1)
NOTHING = RationalFunction.of(0)


class Standard(Protocol[D, X_co]):
    """A mechanism for every eps at once, with its guarantee and its universe."""

    @property
    def guarantee(self) -> Guarantee[RationalFunction]:
        """What it promises."""

    def universe(self, rows: int) -> Adjacency[D]:
        """What it is audited on."""

    def __call__(self, database: D, coins: Coins[RationalFunction], /) -> X_co:
        """The output."""


def folklore(label: str) -> Source:
    """A source older than the papers."""
    return Source(Paper.FOLKLORE, label)


def every(parts: int) -> Epsilon[RationalFunction]:
    """Every eps at once, in so many exact parts."""
    return Epsilon.indeterminate(parts)


def keeps_its_guarantee(mechanism: Standard[D, X_co], rows: int) -> Verdict:
    """Whether the mechanism keeps its own guarantee for every eps."""
    return audit_privacy(mechanism, mechanism.universe(rows), mechanism.guarantee)


def keeps(
    mechanism: Standard[D, X_co], rows: int, exp_eps: RationalFunction, delta: RationalFunction
) -> Verdict:
    """Whether the mechanism keeps another guarantee for every eps."""
    return audit_privacy(mechanism, mechanism.universe(rows), Guarantee(exp_eps, delta))


def attains(
    mechanism: Standard[D, X_co],
    first: D,
    second: D,
    event: Callable[[X_co], bool],
    ratio: RationalFunction,
    delta: RationalFunction = NOTHING,
) -> Verdict:
    """Whether Pr[event on the first] = ratio Pr[event on the second] + delta, for every eps.

    With this event no smaller ratio and no smaller delta would do.
    """
    p = law(mechanism, first).probability_that(event)
    q = law(mechanism, second).probability_that(event)
    return decide(
        f"{type(mechanism).__name__} on {first} and {second}",
        "one pair of neighbours, all eps >= 0",
        [eq("probability of the event", p, ratio * q + delta)],
        Evidence.ALL_EPSILON,
    )


def has_finite_loss(mechanism: Standard[D, X_co], rows: int, root: Fraction) -> Verdict:
    """Whether some finite e^eps bounds the likelihood ratios at r = root."""
    table = tabulate(mechanism, mechanism.universe(rows)).at(root)
    return audit_finite_loss(table, f"{type(mechanism).__name__} at r = {root}")
