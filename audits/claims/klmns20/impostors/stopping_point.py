"""Wrong variants of StoppingPoint."""

from typing import Generic

from audits.claims.prelude import *
from audits.claims.klmns20.impostors.above_threshold import NOISE
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.stream.above_threshold import AboveThreshold


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
