"""Wrong variants of padding a database, and of making one of a fixed size."""

from audits.claims.prelude import *

Counts = Mechanism[Rows, tuple[int, ...], Any]


def last_below(counts: Sequence[int], size: int) -> int:
    """The largest t with an answer of at most one half."""
    return max((t for t, c in enumerate(counts) if 2 * c <= size), default=0)


def last_with_half_below(counts: Sequence[int], size: int) -> int:
    """The largest t below which the answer is at most one half."""
    return max(t for t, c in enumerate((0, *counts[:-1])) if 2 * c <= size)


def nearest(counts: Sequence[int], size: int) -> int:
    """The t with the answer that is nearest to one half."""
    return min(range(len(counts)), key=lambda t: abs(2 * counts[t] - size))


def first_above(counts: Sequence[int], size: int) -> int:
    """The least t with an answer of at least one half."""
    return next((t for t, c in enumerate(counts) if 2 * c >= size), len(counts) - 1)


def right_rule(counts: Sequence[int], size: int) -> int:
    """The largest t below which the answer is less than one half."""
    return max(t for t, c in enumerate((0, *counts[:-1])) if 2 * c < size)


@dataclass(frozen=True)
class OtherPoint:
    """An interior point from a release of thresholds by another rule, or other padding."""

    release: Counts
    domain: Domain[int]
    size: int
    rule: Callable[[Sequence[int], int], int] = right_rule
    low: int = 1
    """Of two padded rows so many are the least point."""

    own: bool = False
    """Whether the least and the largest row are copied, not points of the domain."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        half = (self.size - len(database)) // 2
        least, top = (min(database), max(database)) if self.own else (0, self.domain.size - 1)
        padded = (least,) * (self.low * half) + database + (top,) * ((2 - self.low) * half)
        counts: tuple[int, ...] = coins.run(self.release, padded)
        return self.rule(counts, self.size)


def other_point(
    rule: Callable[[Sequence[int], int], int] = right_rule, low: int = 1, *, own: bool = False
) -> Callable[..., OtherPoint]:
    """Another rule or padding."""
    return partial(OtherPoint, rule=rule, low=low, own=own)


@dataclass(frozen=True)
class OtherSize:
    """A mechanism for m rows on other rows than the first m and copies of a fixed one."""

    mechanism: Mechanism[Rows, Any, Any]
    size: int
    filler: int
    choose: Callable[[Rows, int, int], Rows]
    ordered: bool = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> object:
        rows = tuple(sorted(database)) if self.ordered else database
        chosen = self.choose(rows, self.size, self.filler)
        return coins.run(self.mechanism, chosen)


def other_size(choose: Callable[[Rows, int, int], Rows]) -> Callable[..., OtherSize]:
    """With other rows."""
    return partial(OtherSize, choose=choose)


def repeated(rows: Rows, size: int, filler: int) -> Rows:
    """The rows, again and again."""
    return ((rows or (filler,)) * size)[:size]


def largest_added(rows: Rows, size: int, filler: int) -> Rows:
    """Copies of the largest row are added."""
    return (rows + (max(rows, default=filler),) * size)[:size]


def thinned(rows: Rows, size: int, filler: int) -> Rows:
    """Equally spaced rows are kept."""
    if len(rows) < size:
        return rows + (filler,) * (size - len(rows))
    return tuple(rows[len(rows) * i // size] for i in range(size))


def filler_first(rows: Rows, size: int, filler: int) -> Rows:
    """One row is always the fixed one."""
    return ((filler,) + rows + (filler,) * size)[:size]


def first_rows(rows: Rows, size: int, filler: int) -> Rows:
    """The first rows, which is right if they are in order."""
    return (rows + (filler,) * size)[:size]


def last_rows(rows: Rows, size: int, filler: int) -> Rows:
    """The last rows are kept."""
    return first_rows(rows[max(0, len(rows) - size) :], size, filler)


def middle_rows(rows: Rows, size: int, filler: int) -> Rows:
    """Rows in the middle are kept."""
    return first_rows(rows[max(0, len(rows) - size) // 2 :], size, filler)


def padded_by_zero(rows: Rows, size: int, filler: int) -> Rows:
    """The least point is added, whatever the fixed row is."""
    del filler
    return first_rows(rows, size, 0)
