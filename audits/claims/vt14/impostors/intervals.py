"""Wrong interval queries, releases, databases and bounds."""

from audits.claims.prelude import *
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.interval_release import (
    IntervalCells,
    IntervalTree,
    exact_count,
    suffix_blocks,
    tree_error,
)

WRONG_QUERIES: Mapping[str, Callable[[Rows, int], int]] = {
    "above t": lambda rows, t: sum(x > t for x in rows),
    "at most t": lambda rows, t: sum(x <= t for x in rows),
    "below t": lambda rows, t: sum(x < t for x in rows),
    "equal to t": lambda rows, t: rows.count(t),
    "each point once": lambda rows, t: exact_count(tuple(set(rows)), t),
    "at least t - 1": lambda rows, t: exact_count(rows, t - 1),
}


def rescaled(build: Build, share: Callable[[int], Fraction]) -> Build:
    """The same with a loss that is so many times as large.

    Args:
        build: a release.
        share: the factor, from the number of points.
    """

    def wrong(domain: Domain[int], eps: Epsilon[Any], *rest: Any) -> Any:
        return build(domain, eps * share(domain.size), *rest)

    return wrong


def levels(size: int) -> int:
    """D, of 2^d points."""
    return size.bit_length() - 1


@dataclass(frozen=True)
class Shared:
    """A release whose ranges share noise: one draw for each class of ranges."""

    inner: Any
    kind: Callable[[range], object]
    again: bool = False
    """Whether that is added to noise that each range has of its own."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        noisy = NoisyInteger(self.inner.eps.exp(-1), (-len(database), len(database)))
        drawn: dict[object, int] = {}
        values = []
        for block in self.inner.ranges:
            kind = self.kind(block)
            if kind not in drawn:
                drawn[kind] = coins.run(noisy, 0)
            own = coins.run(noisy, 0) if self.again else 0
            values.append(sum(x in block for x in database) + drawn[kind] + own)
        return tuple(values)


def shared(build: Build, kind: Callable[[range], object]) -> Build:
    """What is built, with one draw for each class of ranges."""
    return lambda *arguments: Shared(build(*arguments), kind)


def noisier(build: Build) -> Build:
    """What is built, with two draws for each range."""
    return lambda *arguments: Shared(build(*arguments), lambda block: block, again=True)


@dataclass(frozen=True)
class Silent:
    """A release without noise on some ranges."""

    inner: Any
    still: Callable[[range], bool]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        noisy = coins.run(self.inner, database)
        return tuple(
            sum(x in block for x in database) if self.still(block) else value
            for block, value in zip(self.inner.ranges, noisy, strict=True)
        )


def silent(build: Build, still: Callable[[range], bool]) -> Build:
    """What is built, some ranges counted exactly."""
    return lambda *arguments: Silent(build(*arguments), still)


@dataclass(frozen=True)
class Miscounted:
    """A release on changed rows."""

    inner: Any
    change: Callable[[Rows], Rows]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        seen: Rows = coins.delegate(self.inner, self.change(database))
        return seen


def miscounted(build: Build, change: Callable[[Rows], Rows]) -> Build:
    """What is built, called on changed rows."""
    return lambda *arguments: Miscounted(build(*arguments), change)


@dataclass(frozen=True, slots=True)
class LaterCells(IntervalCells[Any]):
    """The right counts, and answers without the cell of the query."""

    @override
    def answer(self, released: Rows, query: int, rows: int) -> int:
        """The sum of the cells after it."""
        return sum(released[query + 1 :]) if query else rows


@dataclass(frozen=True, slots=True)
class AllCells(IntervalCells[Any]):
    """The right counts, and noise on the number of all rows."""

    @override
    def answer(self, released: Rows, query: int, rows: int) -> int:
        """A sum of cells, for the first query, too."""
        return sum(released[query:])


@dataclass(frozen=True, slots=True)
class WrongSums(IntervalTree[Any]):
    """The right counts, and answers from other blocks."""

    chosen: Callable[[int, int], tuple[range, ...]] = suffix_blocks

    @override
    def answer(self, released: Rows, query: int, rows: int) -> int:
        """The sum of the wrong blocks."""
        if not query:
            return rows
        counts = dict(zip(self.ranges, released, strict=True))
        return sum(counts.get(block, 0) for block in self.chosen(query, self.domain.size))


def other_sums(chosen: Callable[[int, int], tuple[range, ...]]) -> Build:
    """The tree with answers from other blocks."""

    def build(
        domain: Domain[int], eps: Epsilon[Any], reach: int = 0, blocks: tuple[range, ...] = ()
    ) -> WrongSums:
        return WrongSums(domain, eps, reach, blocks, chosen)

    return build


WRONG_SUMS: dict[str, Build] = {
    "the leaf t is left out": other_sums(lambda t, size: suffix_blocks(t, size)[1:]),
    "the largest block is left out": other_sums(
        lambda t, size: suffix_blocks(t, size)[: max(1, len(suffix_blocks(t, size)) - 1)]
    ),
    "leaves only": other_sums(lambda t, size: tuple(range(x, x + 1) for x in range(t, size))),
    "from t + 1 on": other_sums(
        lambda t, size: suffix_blocks(t + 1, size) if t + 1 < size else ()
    ),
    "the prefix": other_sums(
        lambda t, size: tuple(
            range(size - block.stop, size - block.start)
            for block in suffix_blocks(size - 1 - t, size)
        )
    ),
}

ErrorBound = Callable[[int, Fraction, Fraction], int]

WRONG_ERRORS: Mapping[str, ErrorBound] = {
    "half of the error": lambda d, eps, beta: tree_error(d, eps, beta) // 2,
    "eps/d per block": lambda d, eps, beta: tree_error(d, 2 * eps, beta),
    "one query only": lambda d, eps, beta: tree_error(d, eps, min(beta * 2**d, Fraction(1))),
    "without the levels": lambda d, eps, beta: tree_error(1, d * eps, beta),
    "one off": lambda d, eps, beta: tree_error(d, eps, beta) - 1,
    "one more": lambda d, eps, beta: tree_error(d, eps, beta) + 1,
}
