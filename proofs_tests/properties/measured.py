"""What is measured of a mechanism: its laws, its privacy curve, the slack of a promise."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeVar

import pytest

from proofs_tests.properties.sides import Gap
from reference.data.adjacency import Adjacency
from reference.privacy.curve import PrivacyCurve, curve_of_guarantee, envelope
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.replay import Laws

D = TypeVar("D", bound=Hashable)
X = TypeVar("X", bound=Hashable)

NOTHING_LOST = curve_of_guarantee(Fraction(1), Fraction(0))
"""The curve of equal laws."""


def law_of(mechanism: Mechanism[D, X, Fraction], database: D) -> Dist[X, Fraction]:
    """The law, followed once: mechanisms of tests keep nothing."""
    return Laws[Fraction]().of(mechanism, database)


@contextmanager
def followed_once() -> Iterator[None]:
    """Inside, `law` follows mechanisms of tests once, as it does ours: they keep nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reference.probability.law.ours", lambda _: True)
        yield


def laws_of(
    mechanism: Mechanism[D, X, Fraction], databases: Iterable[D]
) -> list[Dist[X, Fraction]]:
    """The laws on many databases, those of sub-mechanisms shared."""
    shared = Laws[Fraction]()
    return [shared.of(mechanism, database) for database in databases]


def curve_of(mechanism: Mechanism[D, X, Fraction], universe: Adjacency[D]) -> PrivacyCurve:
    """The privacy curve over all neighbours, in both orders; nothing is lost if there are none."""
    if not universe.pair_count:
        return NOTHING_LOST
    return envelope(laws_of(mechanism, universe.databases()), universe.index_pairs()).curve


def curve_between(
    mechanism: Mechanism[D, X, Fraction], pairs: Sequence[tuple[D, D]]
) -> PrivacyCurve:
    """The privacy curve over pairs of databases, in both orders."""
    databases = list(dict.fromkeys(d for pair in pairs for d in pair))
    place = {d: i for i, d in enumerate(databases)}
    both = [(place[a], place[b]) for pair in pairs for a, b in (pair, pair[::-1])]
    return envelope(laws_of(mechanism, databases), both).curve


def slack(found: PrivacyCurve, promised: PrivacyCurve) -> Gap:
    """The least of promised delta - delta over all e^eps >= 1: negative if the promise is broken.

    Between breakpoints of the promised curve it is linear and the other one convex, beyond the
    last it is constant and the other one falls: so the breakpoints decide.  Of a promise that is
    kept only those with promised delta > 0 count, and rather those beyond e^eps = 1: where the
    promise is 0 so is the difference, and total variation often attains its bound.
    """
    return slack_at(found, promised.breakpoints)


def slack_at(found: PrivacyCurve, promised: Iterable[tuple[Fraction, Fraction]]) -> Gap:
    """The same of promises (e^eps, delta), one or more."""
    points = [(x, delta, delta - found.delta_at(x)) for x, delta in promised]
    x, delta, gap = min(points, key=lambda p: (min(p[2], 0), not p[1], p[0] == 1, p[2]))
    kind = "nothing may be lost" if not delta else "total variation" if x == 1 else ""
    return Gap(gap, f"at e^eps = {x} delta is {delta - gap}, and {delta} is promised", kind)


def furthest(first: Iterable[Fraction | int], second: Iterable[Fraction | int]) -> Fraction:
    """The greatest difference of two numbers in the same place."""
    return max(abs(Fraction(a) - b) for a, b in zip(first, second, strict=True))


def samples(
    source: Iterable[tuple[X, Fraction]], rows: int
) -> Iterator[tuple[tuple[X, ...], Fraction]]:
    """Every sequence of so many rows that can be drawn, and its probability."""
    for drawn in product(source, repeat=rows):
        if chance := prod((p for _, p in drawn), start=Fraction(1)):
            yield tuple(x for x, _ in drawn), chance
