"""Wrong variants of StoppingPoint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from audits.claims.klmns20.impostors.above_threshold import NOISE
from audits.claims.klmns20.laws.exactly import Rows
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins


@dataclass(frozen=True, slots=True)
class OtherStop(Generic[R]):
    """StoppingPoint with another search than AboveThreshold, or other queries."""

    domain: Domain[int]
    trim: int
    cutoff: int
    halt: int
    eps: Epsilon[R]
    search: Callable[..., Any] = AboveThreshold
    offset: int = 1
    twice: bool = False

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        paths = ConstructPaths(self.domain, self.trim, self.halt, 4, emit_last=True)
        answers = paths.largest_multiplicities(database)
        if self.twice:
            answers = tuple(2 * answer for answer in answers)
        found = coins.run(self.search(self.cutoff, self.eps), answers)
        return found if isinstance(found, Bottom) else found + self.offset


COUNTS_FROM_ZERO = partial(OtherStop, offset=0)
NO_THRESHOLD_NOISE = partial(OtherStop, search=NOISE["no noise on the threshold"])
TWICE_THE_COUNTS = partial(OtherStop, twice=True)
