"""One way from a mechanism to a privacy verdict."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from audits.engines.privacy.all_epsilon import NegativeError, audit_all_epsilon
from audits.engines.privacy.every_unit import audit_every_unit
from audits.engines.privacy.pairs import Direction
from audits.engines.privacy.point import audit_point
from audits.engines.privacy.released import audit_values
from audits.evidence.certificates import EVERY_EPSILON, Range, enclosures
from audits.evidence.table import LawTable, tabulate
from audits.evidence.values import value_table
from audits.evidence.verdict import Holds, Refuted, Verdict
from reference.data.adjacency import Adjacency
from reference.exact.field import R, of_r, of_u_and_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.densities import recorded
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


def audit_privacy(
    mechanism: Mechanism[D, X, R],
    universe: Adjacency[D],
    guarantee: Guarantee[R],
    subject: str = "",
    over: Range = EVERY_EPSILON,
    direction: Direction = Direction.BOTH,
) -> Verdict:
    """Whether the mechanism keeps the guarantee on every database of the universe.

    At one e^eps if its probabilities are numbers, for every r of the range if they are
    functions of r.

    Args:
        mechanism: the mechanism.
        universe: the databases and which are neighbours.
        guarantee: e^eps and delta.
        subject: what the certificate calls the mechanism; its repr() by default.
        over: the range of r, for functions of r.
        direction: which ordered pairs of neighbours are meant.

    Raises:
        TypeError: for a guarantee of another type, such as a pair of numbers.
    """
    found: object = guarantee
    if not isinstance(found, Guarantee):
        raise TypeError(f"guarantee {found!r}: a Guarantee(exp_eps, delta) is wanted")
    table = tabulate(recorded(mechanism), universe)
    return audit_table(table, guarantee, subject or repr(mechanism), over, direction)


def audit_table(
    table: LawTable[D, X, R],
    guarantee: Guarantee[R],
    subject: str,
    over: Range = EVERY_EPSILON,
    direction: Direction = Direction.BOTH,
) -> Verdict:
    """The same for laws that are tabulated already."""
    exp_eps: object = guarantee.exp_eps
    delta: object = guarantee.delta
    numbers: object = table
    if isinstance(exp_eps, Fraction) and isinstance(delta, Fraction) and not table.field.symbolic:
        assert isinstance(numbers, LawTable)
        return audit_point(numbers, exp_eps, delta, subject, direction)
    values = value_table(table)
    if values is not None:
        if over != EVERY_EPSILON or direction is not Direction.BOTH or guarantee.delta != 0:
            raise ValueError("continuous values: every eps, both directions and delta = 0 only")
        return audit_values(values, of_u_and_r(guarantee.exp_eps), subject)
    if table.field.continuous:
        if over != EVERY_EPSILON:
            raise ValueError(f"{over}: laws with continuous noise are audited for every eps")
        every = Guarantee(of_u_and_r(guarantee.exp_eps), of_u_and_r(guarantee.delta))
        assert isinstance(numbers, LawTable)
        return audit_every_unit(numbers, every, subject, direction)
    functions = Guarantee(of_r(guarantee.exp_eps), of_r(guarantee.delta))
    assert isinstance(numbers, LawTable)
    return audit_all_epsilon(numbers, functions, subject, over, direction)


def audit_real_epsilon(
    table: LawTable[D, X, RationalFunction],
    guarantee: Guarantee[RationalFunction],
    exponent: Fraction,
    subject: str,
) -> Verdict:
    """The audit at r = e^exponent, an irrational number, by ever smaller intervals around it.

    Args:
        table: laws as functions of r.
        guarantee: e^eps and delta as functions of r.
        exponent: eps / parts > 0.
        subject: what is audited, in words.

    Raises:
        ValueError: if exp_eps or delta is negative on every interval.
    """
    found: Verdict | NegativeError | None = None
    for over in enclosures(exponent):
        try:
            found = audit_all_epsilon(table, guarantee, subject, over)
        except NegativeError as negative:  # it may be positive on a smaller one
            found = negative
        if isinstance(found, Holds | Refuted):
            return found
    if isinstance(found, NegativeError):
        raise found
    assert found is not None
    return found
