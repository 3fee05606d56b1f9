"""How private laws are for every eps at once: the least multiple of eps that is never exceeded.

With r = e^(eps/parts), P(y) <= r^k Q(y) for all neighbours, outcomes y and r >= 1 says that the
loss is at most k eps / parts.  The auditor decides it for a whole number k; if it holds for k,
it holds for every greater one.  So the least k is found by doubling, and then by halving.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from audits.engines.privacy import audit_table
from audits.table import LawTable
from audits.verdict import Holds, Refuted, Verdict, confirmed
from reference.exact.field import R
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

MOST = 64
"""Multiples of eps: beyond them it is said that none was found."""


@dataclass(frozen=True, slots=True)
class Multiple:
    """What is known of the least k, by verdicts that the kernel has confirmed."""

    enough: int | None
    """The least k for which it was shown; None if it was shown for none."""

    too_little: int | None
    """The greatest k for which it was refuted; None if it was refuted for none."""

    verdict: Holds | None
    """That `enough` is enough."""

    refutation: Refuted | None
    """That `too_little` is too little."""

    @property
    def is_exact(self) -> bool:
        """Whether `enough` is the least k >= 0."""
        return self.enough is not None and self.enough == (
            0 if self.too_little is None else self.too_little + 1
        )

    @property
    def is_unbounded(self) -> bool:
        """Whether no k is enough: it is refuted at r = 1, or by an event with Q(T) = 0."""
        if self.refutation is None:
            return False
        chances = self.refutation.witness.get("probabilities")
        impossible = isinstance(chances, list) and chances[-1] == "0"
        return impossible or self.refutation.witness.get("root") == "1"


def least_multiple(
    table: LawTable[D, X, R], root: R, parts: int, subject: str, most: int = MOST
) -> Multiple:
    """The least k for laws that are functions of r.

    Args:
        table: the laws.
        root: r, in the field of the laws.
        parts: into how many parts eps is divided.
        subject: what is audited, in words.
        most: multiples of eps that are tried.
    """
    known: dict[int, Verdict] = {}

    def holds(k: int) -> bool | None:
        bound = Guarantee(root**k, root - root)
        known[k] = confirmed(audit_table(table, bound, subject))
        return True if isinstance(known[k], Holds) else _refuted(known[k])

    low, high = -1, parts
    while (found := holds(high)) is False and 2 * high <= most * parts:
        if _of(known).is_unbounded:
            break
        low, high = high, 2 * high
    while found is True and high - low > 1:
        middle = (low + high) // 2  # 0 if low = -1 and high = 1
        decided = holds(middle)
        if decided is None:
            break
        low, high = (low, middle) if decided else (middle, high)
    return _of(known)


def _of(known: Mapping[int, Verdict]) -> Multiple:
    shown = {k: v for k, v in known.items() if isinstance(v, Holds)}
    false = {k: v for k, v in known.items() if isinstance(v, Refuted)}
    enough, too_little = min(shown, default=None), max(false, default=None)
    return Multiple(
        enough,
        too_little,
        None if enough is None else shown[enough],
        None if too_little is None else false[too_little],
    )


def _refuted(verdict: Verdict) -> bool | None:
    return False if isinstance(verdict, Refuted) else None
