"""Wrong local and smooth sensitivities, medians, and noise by them."""

from audits.claims.prelude import *
from reference.data.adjacency import Adjacency
from reference.data.local_sensitivity import smooth_sensitivities
from reference.data.sensitivity import change, global_sensitivity, local_sensitivities
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.sensitivity.median import (
    local_sensitivity_within,
    median_smooth_sensitivity,
)


def _largest(
    query: Callable[[Rows], int],
    universe: Adjacency[Rows],
    gap: Callable[[Any, Any], Fraction],
    pick: Callable[..., Fraction] = max,
) -> dict[Rows, Fraction]:
    databases = list(universe.databases())
    gaps: dict[Rows, list[Fraction]] = {d: [] for d in databases}
    for i, j in universe.index_pairs():
        first, second = databases[i], databases[j]
        gaps[first].append(gap(query(first), query(second)))
        gaps[second].append(gap(query(second), query(first)))
    return {d: pick(found) for d, found in gaps.items()}


def _everywhere(query: Callable[[Rows], int], universe: Adjacency[Rows]) -> dict[Rows, Fraction]:
    return dict.fromkeys(universe.databases(), global_sensitivity(query, universe))


def _around(query: Callable[[Rows], int], universe: Adjacency[Rows]) -> dict[Rows, Fraction]:
    near = smooth_sensitivities(query, universe, Fraction(1000))
    return {d: max(v, Fraction(1)) for d, v in near.items()}


def largest_change(first: Any, second: Any) -> Fraction:
    """Of a number, or of a component of two."""
    if isinstance(first, int):
        return change(first, second)
    return max(change(a, b) for a, b in zip(first, second, strict=True))


WRONG_LOCAL: Mapping[str, Build] = {
    "the global sensitivity": _everywhere,
    "the least change": lambda q, u: _largest(q, u, change, min),
    "the sum of the changes": lambda q, u: _largest(q, u, change, sum),
    "increases only": lambda q, u: _largest(q, u, lambda a, b: change(a, b) * (b > a)),
    "decreases only": lambda q, u: _largest(q, u, lambda a, b: change(a, b) * (a > b)),
    "at least 1": _around,
    "one more": lambda q, u: {d: v + 1 for d, v in local_sensitivities(q, u).items()},
    "squared": lambda q, u: {d: v * v for d, v in local_sensitivities(q, u).items()},
    "always 0": lambda _, u: dict.fromkeys(u.databases(), Fraction(0)),
    "the component that changes most": lambda q, u: _largest(q, u, largest_change),
}


def _one_step(
    query: Callable[[Rows], int], universe: Adjacency[Rows], base: Fraction
) -> dict[Rows, Fraction]:
    """Databases at distance one only."""
    found = local_sensitivities(query, universe)
    databases = list(universe.databases())
    most = dict(found)
    for i, j in universe.index_pairs():
        for a, b in ((i, j), (j, i)):
            most[databases[a]] = max(most[databases[a]], found[databases[b]] / base)
    return most


WRONG_SMOOTH: Mapping[str, Build] = {
    "databases at distance one only": _one_step,
    "the local sensitivity": lambda q, u, _: local_sensitivities(q, u),
    "the global sensitivity": lambda q, u, _: _everywhere(q, u),
    "base b^2": lambda q, u, b: smooth_sensitivities(q, u, b * b),
    "base (1 + b)/2": lambda q, u, b: smooth_sensitivities(q, u, (1 + b) / 2),
    "one distance too many": lambda q, u, b: {
        d: v / b for d, v in smooth_sensitivities(q, u, b).items()
    },
    "twice as much": lambda q, u, b: {d: 2 * v for d, v in smooth_sensitivities(q, u, b).items()},
    "always 0": lambda _, u, __: dict.fromkeys(u.databases(), Fraction(0)),
}


@dataclass(frozen=True)
class At:
    """The row at another place."""

    place: Callable[[int], int]
    sort: bool = True

    def __call__(self, database: Rows, /) -> int:
        rows = sorted(database) if self.sort else list(database)
        return rows[self.place(len(rows))]


WRONG_MEDIANS: Mapping[str, Build] = {
    "one place too low": lambda: At(lambda n: n // 2 - 1),
    "one place too high": lambda: At(lambda n: (n // 2 + 1) % n),
    "rows not sorted": lambda: At(lambda n: n // 2, sort=False),
    "the largest row": lambda: max,
    "the least row": lambda: min,
    "the mean, rounded down": lambda: lambda rows: sum(rows) // len(rows),
    "between the extremes": lambda: lambda rows: (min(rows) + max(rows)) // 2,
    "always 0": lambda: lambda _: 0,
}


def smooth_median_but(
    *,
    fewer: bool = False,
    outside: bool = True,
    later: int = 0,
    shift: int = 0,
    first: int = 0,
    last: int | None = None,
) -> Build:
    """The formula max over k of b^(-k) max over t of x_(m+t) - x_(m+t-k-1), with a mistake.

    Args:
        fewer: t stops at k.
        outside: rows outside are 0 and D; else they are the extreme rows.
        later: added to the exponent k.
        shift: added to m.
        first: where t starts.
        last: the last k; None for n.
    """

    def wrong(database: Rows, largest: int, base: Fraction) -> Fraction:
        rows, n = sorted(database), len(database)
        low, high = (0, largest) if outside else (rows[0], rows[-1])
        m = (n + 1) // 2 + shift

        def x(i: int) -> int:
            return low if i < 1 else high if i > n else rows[i - 1]

        found = Fraction(0)
        for k in range((n if last is None else last) + 1):
            widest = max(x(m + t) - x(m + t - k - 1) for t in range(first, k + 2 - fewer))
            found = max(found, widest / base ** (k + later))
        return found

    return wrong


WRONG_SMOOTH_MEDIANS: Mapping[str, Build] = {
    "t stops at k": smooth_median_but(fewer=True),
    "t starts at 1": smooth_median_but(first=1),
    "extreme rows outside": smooth_median_but(outside=False),
    "exponent k + 1": smooth_median_but(later=1),
    "exponent k - 1": smooth_median_but(later=-1),
    "m = (n - 1)/2": smooth_median_but(shift=-1),
    "m = (n + 3)/2": smooth_median_but(shift=1),
    "k = 0 only": smooth_median_but(last=0),
    "k up to 1": smooth_median_but(last=1),
    "base b^2": lambda rows, top, b: median_smooth_sensitivity(rows, top, b * b),
    "the local sensitivity": lambda rows, top, _: Fraction(
        local_sensitivity_within(tuple(sorted(rows)), 0, top)
    ),
    "the global sensitivity": lambda _, top, __: Fraction(top),
    "rows not sorted": lambda rows, top, b: max(
        Fraction(local_sensitivity_within(rows, k, top)) / b**k for k in range(len(rows))
    ),
}


@dataclass(frozen=True)
class ByScale:
    """Geometric noise of a scale that depends on the local sensitivity."""

    query: Callable[[Rows], int]
    local_sensitivity: Callable[[Rows], int]
    eps: Epsilon[Any]
    shown: tuple[int, int]
    scale: Callable[[int], int]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        scale, answer = self.scale(self.local_sensitivity(database)), self.query(database)
        if not scale:
            return min(max(answer, self.shown[0]), self.shown[1])
        ratio = self.eps.exp(Fraction(-1, scale))
        return coins.delegate(NoisyInteger(ratio, self.shown), answer)


def by_scale(scale: Callable[[int], int]) -> Build:
    """Noise of a scale that is found from LS."""
    return lambda query, sensitivity, eps, shown: ByScale(query, sensitivity, eps, shown, scale)
