"""Mechanisms whose delta pays for a huge domain: choosing, stable histogram."""

from __future__ import annotations

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    R,
    attains,
    every,
    keeps,
    keeps_its_guarantee,
)
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.group import group_guarantee

EVERY_DATABASE = "Every database of the size, every pair of neighbours, every eps >= 0."


@claim("CORE.choosing-mechanism")
def choosing_mechanism(size: Size) -> Verdict:
    """The choosing mechanism with integer threshold T on multiplicities is (eps, e^(-(T-1) eps/4)
    / 2)-private for replaced rows.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0. More rows than the
    threshold: both tests matter.
    """
    mechanism = ChoosingFrequentValue(Domain.of_size(3), size.pick(3, 3, 4), every(4))
    return keeps_its_guarantee(mechanism, size.pick(4, 6, 8))


@claim("CORE.choosing-mechanism-loss", Form.CORRECTED)
def choosing_mechanism_loss(size: Size) -> Verdict:
    """With that delta the loss of the choosing mechanism is at most 3 eps / 4.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    mechanism = ChoosingFrequentValue(Domain.of_size(3), size.pick(3, 3, 4), every(4))
    return keeps(mechanism, size.pick(4, 6, 8), R**3, mechanism.guarantee.delta)


@claim("CORE.choosing-mechanism-delta-is-attained")
def choosing_mechanism_delta_is_attained(size: Size) -> Verdict:
    """On one row the delta of the choosing mechanism is exactly e^(-(T-1) eps/4) / 2.

    Fair: Two databases of one row: each releases only its own value.
    """
    threshold = size.pick(3, 5, 9)
    mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, every(4))
    delta = 1 / (2 * R ** (threshold - 1))
    return attains(mechanism, (0,), (1,), lambda y: y == 0, NOTHING, delta)


@claim("CORE.choosing-mechanism-is-not-pure", refuted=UNGRADED)
def choosing_mechanism_is_not_pure(size: Size) -> Verdict:
    """The choosing mechanism is (eps, 0)-private.

    Fair: A value that occurs in one database and not in its neighbour.
    """
    mechanism = ChoosingFrequentValue(Domain.of_size(3), size.pick(2, 3, 4), every(4))
    return keeps(mechanism, 2, R**4, NOTHING)


@claim("CORE.stable-histogram")
def stable_histogram(size: Size) -> Verdict:
    """The stable histogram with threshold T is (eps, e^(-(T-1) eps) / (1 + e^(-eps)))-private for
    added or removed rows.

    Fair: Databases of 0 to n rows over two or more values, every eps >= 0.
    """
    rows = size.pick(3, 4, 5)
    mechanism = StableHistogram(Domain.of_size(size.pick(2, 2, 3)), 3, rows + 1, every(1))
    return keeps_its_guarantee(mechanism, rows)


@claim("CORE.stable-histogram-delta-is-attained")
def stable_histogram_delta_is_attained(size: Size) -> Verdict:
    """The delta of the stable histogram is exactly the probability of a lone value.

    Fair: The empty database against one row.
    """
    threshold = size.pick(3, 5, 8)
    mechanism = StableHistogram(Domain.of_size(2), threshold, threshold + 2, every(1))
    delta = 1 / R ** (threshold - 1) / (1 + 1 / R)
    return attains(mechanism, (0,), (), bool, NOTHING, delta)


@claim("CORE.stable-histogram-replace-one")
def stable_histogram_replace_one(size: Size) -> Verdict:
    """For replaced rows the stable histogram is (2 eps, delta (1 + e^eps))-private.

    Fair: A replaced row changes two frequencies, and the scope has such pairs.
    """
    rows = size.pick(3, 4, 5)
    mechanism = StableHistogram(Domain.of_size(3), 3, rows + 1, every(1))
    promised = group_guarantee(mechanism.guarantee, 2)
    return audit_privacy(mechanism, replace_one(range(3), rows), promised)


@claim("CORE.stable-histogram-threshold", refuted=UNGRADED)
def stable_histogram_threshold_off_by_one(size: Size) -> Verdict:
    """With threshold T the delta is that of threshold T + 1.

    Fair: The empty database against one row.
    """
    del size
    mechanism = StableHistogram(Domain.of_size(2), 3, 4, every(1))
    more = StableHistogram(Domain.of_size(2), 4, 4, every(1))
    return keeps(mechanism, 1, R, more.guarantee.delta)
