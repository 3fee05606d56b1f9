"""Pirates whose word is known, one that keeps the rule and one that breaks it."""

from typing import ClassVar

from audits.claims.prelude import *
from reference.lower_bounds.fingerprinting_code import Matrix, Word


@dataclass(frozen=True, slots=True)
class FirstCopy:
    """The first row of the coalition."""

    deterministic: ClassVar[bool] = True

    def __call__(self, rows: Matrix, coins: Coins[Any], /) -> Word:
        del coins
        return rows[0]


@dataclass(frozen=True, slots=True)
class DropsAMark:
    """The first row of the coalition, but 0 where it has its first 1."""

    deterministic: ClassVar[bool] = True

    def __call__(self, rows: Matrix, coins: Coins[Any], /) -> Word:
        del coins
        place = rows[0].index(1)
        return (*rows[0][:place], 0, *rows[0][place + 1 :])
