"""Small databases that answer all queries nearly as well: rows drawn at random, and their number.

If y consists of m independent uniform rows of x, then for each counting query q the fraction q(y)
is off q(x) by more than alpha with probability at most 2 e^(-2 m alpha^2) (Hoeffding).  So if
2 |Q| e^(-2 m alpha^2) < 1, some y answers all of Q within alpha.

Pseudo-code:
    1  y <- m independent uniform rows of x
    2  return y as a multiset

Notation: x database, m size, Q queries, X domain, alpha accuracy.
Source: VT14, proof of Theorem 3.1.1, section 3.1.
Guarantees: VT14.ALG.Occam, VT14.T3.1.1occam, VT14.ALG.BLR, VT14.T3.1.1acc.
Deviations: the notes print a sample from the universe, which does not work.
Degenerate inputs: m = 0 gives the empty database; an empty x has no rows and is refused.

>>> from reference.probability.law import law
>>> law(SampledRows(2), (0, 1))
Dist({(0, 0): 1/4, (0, 1): 1/2, (1, 1): 1/4})
>>> small_size(9, Fraction(1, 2)), enough_rows(9, 4, Fraction(1, 2), Fraction(1))
(6, 34)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.database import Database
from reference.exact.interval import check_exact, exp, ln
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class SampledRows:
    """Parameters; call it on a database.  It is not private.

    Raises:
        ValueError: for a negative size; when called, for an empty database.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "proof of Theorem 3.1.1", "3.1")

    size: int
    """m."""

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"size {self.size}: a number of rows is at least 0")

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        """A multiset of m rows."""
        if not database:
            raise ValueError("an empty database has no rows to draw")
        rows = Dist.uniform(range(len(database)))
        y = [database[coins.draw(rows)] for _ in range(self.size)]  # 1
        return tuple(sorted(y))  # 2


def small_size(queries: int, alpha: Fraction) -> int:
    """The least m with 2 |Q| e^(-2 m alpha^2) < 1: floor of ln(2 |Q|) / (2 alpha^2), plus 1.

    Raises:
        TypeError: for a float.
        ValueError: for no query, or alpha outside (0, 1].
    """
    check_exact(alpha=alpha)
    if queries < 1 or not 0 < alpha <= 1:
        raise ValueError(f"queries {queries}, alpha {alpha}: at least 1, and in (0, 1]")
    return (ln(2 * queries) / (2 * alpha * alpha)).floor() + 1


def enough_rows(queries: int, points: int, alpha: Fraction, eps: Fraction) -> int:
    """The least n with eps n alpha >= 2 m ln |X|, m the small size.

    Then the exponential mechanism with weights e^(-eps n max |q(y) - q(x)|) on X^m is off by more
    than 2 alpha with probability at most |X|^(-m).

    Raises:
        TypeError: for a float.
        ValueError: for no query or point, alpha outside (0, 1], or eps <= 0.
    """
    check_exact(eps=eps)
    if points < 1 or eps <= 0:
        raise ValueError(f"points {points}, eps {eps}: at least 1, and above 0")
    return (ln(points) * 2 * small_size(queries, alpha) / (eps * alpha)).ceil()


def most_queries(points: int, alpha: Fraction, eps: Fraction, rows: int) -> int:
    """The largest |Q| for which so many rows are enough; 0 if there is none.

    With M = floor of eps n alpha/(2 ln |X|) it is below e^(2 M alpha^2)/2: about half of
    e^(eps n alpha^3/ln |X|).

    Raises:
        ValueError: for fewer than two points: then every number of queries can be answered.
    """
    if points < 2:
        raise ValueError(f"points {points}: at least 2")
    m = (eps * rows * alpha / (2 * ln(points))).floor()
    return (exp(2 * m * alpha * alpha) / 2).ceil() - 1
