"""Interior points from a proper learner of thresholds, and the other way round.

The threshold f_u labels x with 1 if x <= u and with 0 otherwise; u = -1 labels everything with 0.
A labelled database consists of rows (x, label).  Its empirical error under f_u is the fraction of
rows that f_u labels otherwise.

From a learner to an interior point: label the smaller half of the rows with 1 and the larger half
with 0, and release the threshold that is learnt.  If its empirical error is below 1/2, it is an
interior point.

From an interior point to a learner: f_y, for an interior point y of the q largest rows with label
1 and the q smallest with label 0.

Padded, both ways keep the number of rows that the other mechanism wants, whatever the labels: rows
that are missing are the least point with label 1 and the greatest with label 0.  Then the class
has no function that is 0 everywhere, u >= 0.

From answers to threshold queries to an interior point: where they pass half of the rows.

Source: KLMNS20, section 1 (equivalence of four problems); BNSV15, Lemma 5.7, section 5.2.

>>> from reference.probability.law import law
>>> halves = InteriorPointFromLearner(lambda database, coins: max(x for x, y in database if y))
>>> law(halves, (2, 5, 6, 7))
Dist({5: 1})
>>> empirical_error(((2, 1), (5, 1), (6, 0), (7, 0)), 6)
Fraction(1, 4)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

Labelled: TypeAlias = tuple[int, int]
"""A point and its label, 0 or 1."""


def empirical_error(database: Database[Labelled], threshold: int) -> Fraction:
    """The fraction of rows that the threshold labels otherwise.

    Raises:
        ZeroDivisionError: for an empty database.
    """
    wrong = sum((x <= threshold) != bool(label) for x, label in database)
    return Fraction(wrong, len(database))


def halves(database: Database[int]) -> Database[Labelled]:
    """The rows, the smaller half labelled with 1, the larger with 0; a middle one is left out."""
    rows = sorted(database)
    half = len(rows) // 2
    ones, zeros = rows[:half], rows[len(rows) - half :]
    return (*((x, 1) for x in ones), *((x, 0) for x in zeros))


def is_realizable(database: Database[Labelled]) -> bool:
    """Whether some threshold labels every row as the database does."""
    ones, zeros = _split(database)
    return not ones or not zeros or max(ones) < min(zeros)


def point_from_counts(counts: Sequence[Fraction], rows: int) -> int:
    """The largest point x with an answer below rows/2 to the query "how many rows are below x".

    It is an interior point if every answer is off by less than rows/2.

    Args:
        counts: the answer for each point of the domain, in order.
        rows: how many rows there are.

    Raises:
        ValueError: if no answer is below rows/2: then the first is off by more.
    """
    return max(x for x, count in enumerate(counts) if 2 * count < rows)


@dataclass(frozen=True, slots=True)
class InteriorPointFromLearner(Generic[R]):
    """A solver of the interior-point problem, made from a proper learner of thresholds.

    Neighbouring databases become labelled ones that differ in at most two rows, one of each label.

    Pseudo-code:
        1  D <- the rows of S in order, the smaller half labelled 1, the larger half 0
        2  return the threshold that the learner learns from D

    Degenerate inputs: of an odd number of rows the middle one is not used; if the two rows in the
    middle are equal, no threshold labels D correctly.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "from a learner to interior points", "1")

    learner: Mechanism[Database[Labelled], int, R]
    """A mechanism from labelled databases to thresholds u >= -1."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A point, or -1."""
        labelled = halves(database)  # 1
        return coins.delegate(self.learner, labelled)  # 2


@dataclass(frozen=True, slots=True)
class LearnerFromInteriorPoint(Generic[R]):
    """A proper learner of thresholds, made from a solver of the interior-point problem.

    Pseudo-code:
        1  q <- floor(|D| / parts of D); if fewer than q rows have label 1, return f_(-1);
           if fewer than q have label 0, return f_u with u the largest point
        2  S <- the q largest points with label 1 and the q smallest points with label 0
        3  return f_y, for the answer y of the solver on S

    With `shifted`, S has x - 1 in place of every point x with label 0, over the domain from -1
    on; then points with equal labels may coincide.  The solver sees that domain as 0, 1, ....
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "from interior points to a learner", "1")

    solver: Mechanism[Database[int], int | Bottom, R]
    """Solves the interior-point problem over the domain; over one point more if `shifted`."""

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    divisor: int = 10
    """q is the number of rows divided by this, rounded down."""

    shifted: bool = False
    """Whether points with label 0 are moved down by one."""

    def __post_init__(self) -> None:
        if self.divisor < 2:
            raise ValueError(f"divisor {self.divisor}: 2 q rows are used of divisor q, so >= 2")

    def __call__(self, database: Database[Labelled], coins: Coins[R], /) -> int | Bottom:
        """A threshold u from -1 to the largest point, or bottom if the solver says so."""
        ones, zeros = _split(database)  # 1
        q = len(database) // self.divisor
        if len(ones) < q:
            return -1
        if len(zeros) < q:
            return self.domain.size - 1
        largest: list[int] = sorted(ones)[len(ones) - q :]  # 2
        smallest: list[int] = sorted(zeros)[:q]
        if not self.shifted:
            return coins.delegate(self.solver, (*largest, *smallest))  # 3
        answer = coins.run(self.solver, tuple(sorted([*(x + 1 for x in largest), *smallest])))
        return answer if isinstance(answer, Bottom) else answer - 1


def padded_middle(
    database: Database[Labelled], half: int, points: int, *, shifted: bool = False
) -> Database[int]:
    """The `half` largest points with label 1 and the `half` smallest with label 0, padded.

    Args:
        database: labelled rows.
        half: how many of either label.
        points: the domain is 0, ..., points - 1; missing ones are 0, missing zeros the last.
        shifted: whether points with label 0 are moved down by one (0 stays); padding is not.
    """
    ones, zeros = _split(database)
    largest: list[int] = sorted(ones)[max(len(ones) - half, 0) :]
    smallest: list[int] = sorted(max(x - int(shifted), 0) for x in zeros)[:half]
    least, last = [0] * (half - len(largest)), [points - 1] * (half - len(smallest))
    return tuple(sorted([*least, *largest, *smallest, *last]))


def padded_halves(
    database: Database[int], rows: int, points: int, *, shifted: bool = False
) -> Database[Labelled]:
    """The rows, the smaller half labelled 1 and the larger 0, and as much padding of either label.

    Args:
        database: an even number of rows.
        rows: how many there are with the padding (0, 1) and (the last point, 0).
        points: the domain is 0, ..., points - 1.
        shifted: whether points with label 0 are moved up by one, padding too: one point more.

    Raises:
        ValueError: unless the padding is even, and none of it negative.
    """
    padding, odd = divmod(rows - len(database), 2)
    if padding < 0 or odd or len(database) % 2:
        raise ValueError(f"{len(database)} of {rows} rows: as many are added with either label")
    up = int(shifted)
    moved = ((x, y) if y else (x + up, y) for x, y in halves(database))
    return (*moved, *((0, 1),) * padding, *((points - 1 + up, 0),) * padding)


@dataclass(frozen=True, slots=True)
class PaddedLearner(Generic[R]):
    """A proper learner of thresholds, u >= 0, made from a solver of the interior-point problem.

    Pseudo-code:
        1  S <- the n/2 largest points with label 1 and the n/2 smallest points with label 0;
           the least point for each missing 1, the greatest for each missing 0
        2  return f_y, for the answer y of the solver on S

    With `shifted`, S has x - 1 in place of every point x with label 0 (that is not the least, and
    padding stays); then points with equal labels may coincide.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Lemma 5.7, item 1", "5.2")

    solver: Mechanism[Database[int], int, R]
    """Solves the interior-point problem over the domain on n rows."""

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    half: int
    """n/2, >= 1."""

    shifted: bool = False
    """Whether points with label 0 are moved down by one."""

    def __post_init__(self) -> None:
        if self.half < 1:
            raise ValueError(f"half {self.half}: the solver sees at least 1 row of either label")

    def __call__(self, database: Database[Labelled], coins: Coins[R], /) -> int:
        """A threshold u >= 0."""
        middle = padded_middle(database, self.half, self.domain.size, shifted=self.shifted)  # 1
        return coins.delegate(self.solver, middle)  # 2


@dataclass(frozen=True, slots=True)
class PaddedInteriorPoint(Generic[R]):
    """A solver of the interior-point problem, made from a proper learner of thresholds, u >= 0.

    Pseudo-code:
        1  D <- the rows of S in order, the smaller half labelled 1, the larger half 0, and equally
           many least points with label 1 and greatest points with label 0
        2  return the threshold that the learner learns from D

    With `shifted`, D has x + 1 in place of every point x with label 0, and the learner has one
    point more; then the rows in the middle may coincide.

    Degenerate inputs: if the two rows in the middle are equal, no threshold labels D correctly,
    unless it is `shifted`.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Lemma 5.7, item 2", "5.2")

    learner: Mechanism[Database[Labelled], int, R]
    """A mechanism from labelled databases to thresholds u >= 0."""

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    rows: int
    """How many the learner sees."""

    shifted: bool = False
    """Whether points with label 0 are moved up by one."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A point; if `shifted`, one more may be returned."""
        size = self.domain.size
        labelled = padded_halves(database, self.rows, size, shifted=self.shifted)  # 1
        return coins.delegate(self.learner, labelled)  # 2


def _split(database: Iterable[Labelled]) -> tuple[list[int], list[int]]:
    """The points with label 1 and the points with label 0."""
    ones: list[int] = []
    zeros: list[int] = []
    for x, label in database:
        (ones if label else zeros).append(x)
    return ones, zeros
