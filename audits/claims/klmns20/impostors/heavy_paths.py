"""Wrong variants of OneRandomPath, LevelUp and HeavyPaths."""

from __future__ import annotations

from typing import Generic

from audits.claims.prelude import *
from audits.claims.klmns20.impostors.tree_log import in_trimmed, nodes_of_all_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.level_up import LevelToPoint, LevelUp
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.path_embedding import PathEmbedding, levels_of
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.interior_point.weighted_tree import trimmed
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue


@dataclass(frozen=True, slots=True)
class HeaviestPath(OneRandomPath[R]):
    """OneRandomPath along the heaviest path: a level is chosen from the next database."""

    @override
    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        outputs = ConstructPaths(self.domain, self.trim, self.halt, 4, emit_last=True)(database)
        if len(outputs) <= self.index:
            return Bottom.BOTTOM
        output, following = outputs[self.index - 1 : self.index + 1]
        choose = ChoosingFrequentValue(levels_of(output.domain), self.path_threshold, self.eps)
        level = coins.run(choose, following.database)
        if isinstance(level, Bottom):
            return level
        climb = LevelToPoint(output.domain, self.trim, self.threshold, level, self.eps)
        return coins.run(climb, output.database)


@dataclass(frozen=True, slots=True)
class OtherPath(OneRandomPath[R]):
    """OneRandomPath that embeds other rows."""

    embedded: Callable[[Rows, int], Rows] = trimmed

    @override
    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        outputs = ConstructPaths(self.domain, self.trim, self.halt, 4)(database)
        if len(outputs) < self.index:
            return Bottom.BOTTOM
        output = outputs[self.index - 1]
        rows = self.embedded(output.database, self.trim)
        embedding = coins.run(PathEmbedding(output.domain, self.trim, self.eps), rows)
        choose = ChoosingFrequentValue(levels_of(output.domain), self.path_threshold, self.eps)
        level = coins.run(choose, embedding)
        if isinstance(level, Bottom):
            return level
        climb = LevelToPoint(output.domain, self.trim, self.threshold, level, self.eps)
        return coins.run(climb, output.database)


@dataclass(frozen=True, slots=True)
class OtherUp(LevelUp[R]):
    """LevelUp that climbs back in another way."""

    climb: Callable[..., Any] = LevelToPoint

    @override
    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        outputs = ConstructPaths(self.domain, self.trim, self.halt, 4)(database)
        output = outputs[self.index - 1]
        climb = self.climb(output.domain, self.trim, self.threshold, self.level, self.eps)
        point: int | Bottom = coins.run(climb, output.database)
        return point


EMBEDS_ALL_ROWS = partial(OtherPath, embedded=lambda rows, _: tuple(sorted(rows)))
UP_IN_TRIMMED = partial(OtherUp, climb=in_trimmed)
UP_BY_ALL_ROWS = partial(OtherUp, climb=nodes_of_all_rows)


def swapped(
    domain: Domain[int], trim: int, halt: int, index: int, first: int, second: int, eps: Epsilon[R]
) -> OneRandomPath[R]:
    """OneRandomPath with the threshold of each choice at the other one."""
    return OneRandomPath(domain, trim, halt, index, second, first, eps)


def one_level_lower(build: Callable[..., Any]) -> Callable[..., Any]:
    """A mechanism of an index d that is given d + 1."""

    def lower(domain: object, trim: int, halt: int, index: int, *more: object) -> object:
        return build(domain, trim, halt, index + 1, *more)

    return lower


def next_level(
    domain: Domain[int],
    trim: int,
    halt: int,
    index: int,
    threshold: int,
    level: int,
    eps: Epsilon[Any],
) -> LevelUp[Any]:
    """LevelUp from the level below the one that it is given."""
    return LevelUp(domain, trim, halt, index, threshold, level + 1, eps)


@dataclass(frozen=True, slots=True)
class OtherPaths(Generic[R]):
    """HeavyPaths from OneRandomPath at d - `back`, or a variant of it, up to level `last`."""

    domain: Domain[int]
    trim: int
    cutoff: int
    halt: int
    path_threshold: int
    threshold: int
    eps: Epsilon[R]
    path: Callable[..., Any] = OneRandomPath
    lift: Callable[..., Any] = LevelUp
    lifted_by: str = "threshold"
    """Which threshold LevelUp is given."""

    first_by: str = "path_threshold"
    """Which threshold the choice for d = 1 is given."""

    search: Callable[..., Any] = StoppingPoint
    back: int = 1
    last: int = 1
    spared: int = 0
    """By how much the trim is smaller after the stopping point."""

    printed: bool = False
    """Algorithm 6 as printed: the last database is not put out, and index 0 has no outcome."""

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        if self.domain.size <= 4:
            return coins.run(ExponentialInteriorPoint(self.domain, self.eps), database)
        emit_last = not self.printed
        stop = self.search(self.domain, self.trim, self.cutoff, self.halt, self.eps, 4, emit_last)
        found = coins.run(stop, database)
        if isinstance(found, Bottom):
            return found
        return coins.run(self.stopped(found), database)

    def stopped(self, stop: int) -> Stopped[R]:
        """The mechanism with a fixed stopping point."""
        return Stopped(self, stop)


@dataclass(frozen=True, slots=True)
class Stopped(Generic[R]):
    """`OtherPaths` with a fixed stopping point."""

    paths: OtherPaths[R]
    stop: int

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        m, index = self.paths, self.stop - self.paths.back
        if index < 1 and m.printed:
            return Bottom.BOTTOM
        if index < 1:
            heavy = ChoosingFrequentValue(m.domain, getattr(m, m.first_by), m.eps)
            return coins.run(heavy, database)
        threshold: int = getattr(m, m.lifted_by)
        trim = m.trim - m.spared
        path = m.path(m.domain, trim, m.halt, index, m.path_threshold, m.threshold, m.eps)
        point: int | Bottom = coins.run(path, database)
        for j in range(index - 1, m.last - 1, -1):
            if isinstance(point, Bottom):
                return point
            up = m.lift(m.domain, trim, m.halt, j, threshold, point, m.eps)
            point = coins.run(up, database)
        return point


LIFTED_TWICE = partial(OtherPaths, lift=twice_eps(LevelUp))
STOPPED_BY_TWICE = partial(OtherPaths, search=twice_eps(StoppingPoint))
TRIMMED_LESS = partial(OtherPaths, spared=1)
LIFTED_BY_OTHER = partial(OtherPaths, lifted_by="path_threshold")
