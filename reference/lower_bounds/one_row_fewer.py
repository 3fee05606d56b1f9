"""A solver of the interior-point problem for n rows from one for n + 1 rows.

The solver on many points and n + 1 rows is run on a hidden row x_0 and, for each row y_i of the
database, a row that agrees with x_0 on its first y_i digits and is random beyond.  What it answers
agrees with x_0 on some number of digits: that is the answer.  A row of the database changes one
row of the solver's, so the privacy is the solver's.

Pseudo-code:
    1  x_0 <- a uniform number of k digits in base b; for each row y_i of the database, x_i <- a
       uniform number among those that agree with x_0 on their first y_i digits
    2  x <- the solver on (x_0, x_1, ..., x_n)
    3  return the length of the longest prefix of x that agrees with x_0

Notation: y database, b base, k digits, x_0 hidden row.
Source: BNSV15, Algorithm 1, section 3.2.
Guarantees: BNSV15.TXT.MHatDP, BNSV15.ALG.MHat.
Deviations: none; the answer k, if the solver names the hidden row itself, is no point of the
    smaller domain {0, ..., k - 1}, and is no interior point of any database over it.
Degenerate inputs: an empty database runs the solver on the hidden row alone; a solver that
    answers with bottom is answered with bottom, any other answer has k digits or is refused.

>>> from reference.probability.law import law
>>> def row_one(database, coins):
...     return database[1]
>>> reduced = OneRowFewer(row_one, base=2, length=2)
>>> law(reduced, (1,))
Dist({2: 1/2, 1: 1/2})
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.lower_bounds.hard_distribution import agreement, rows_around
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class OneRowFewer(Generic[R]):
    """A mechanism on databases over {0, ..., length - 1}.

    Raises:
        ValueError: for a base below 2 or no digits.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Algorithm 1", "3.2")

    solver: Mechanism[Database[int], int | Bottom, R]
    """Of one row more, over {0, ..., base^length - 1}; its promise is kept."""

    base: int
    """b(n): 1 over the probability that a digit is guessed."""

    length: int
    """S(n): the digits of a row of the solver, and the points of this mechanism."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        if self.base < 2 or self.length < 1:
            raise ValueError(f"{self.length} digits in base {self.base}: >= 1 digits, base >= 2")

    @property
    def domain(self) -> Domain[int]:
        """The points 0, ..., length - 1."""
        return Domain.of_size(self.length)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A number of digits, from 0 to length."""
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))  # 1
        rows = coins.draw(rows_around(hidden, database, self.base, self.length))
        x = coins.run(self.solver, rows)  # 2
        return x if isinstance(x, Bottom) else agreement(x, hidden, self.base, self.length)  # 3
