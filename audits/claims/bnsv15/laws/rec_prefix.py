"""RecPrefix by formulas: pairings one by one, prefixes as strings of digits, sums over both."""

from math import factorial
from typing import TypeVar

from audits.claims.prelude import *

Masses = dict[int, Fraction]
"""Probabilities of points."""

Blocks = tuple[tuple[int, int], ...]
"""Values, and how often each occurs."""

X = TypeVar("X", bound=Hashable)


def digits(x: int, depth: int) -> str:
    """The binary digits of a point, the leading one first."""
    return f"{x:b}".zfill(depth) if depth else ""


def agreement(one: str, other: str) -> int:
    """On how many leading digits two strings agree."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))


def pairings(items: Sequence[X]) -> Iterator[tuple[tuple[X, X], ...]]:
    """Every way to pair the items, one of them left out if they are odd in number."""
    if len(items) % 2:
        for i in range(len(items)):
            yield from pairings([*items[:i], *items[i + 1 :]])
    elif not items:
        yield ()
    else:
        first, *rest = items
        for i, other in enumerate(rest):
            for others in pairings([*rest[:i], *rest[i + 1 :]]):
                yield ((first, other), *others)


@cache
def lengths_law(pool: Rows, depth: int) -> dict[Rows, Fraction]:
    """The law of the sorted lengths on which random pairs agree."""
    found = Counter(
        tuple(sorted(agreement(a, b) for a, b in pairs))
        for pairs in pairings([digits(x, depth) for x in pool])
    )
    return {lengths: Fraction(count, found.total()) for lengths, count in found.items()}


def lengths_by_counts(counts: Blocks, depth: int) -> dict[Rows, Fraction]:
    """The law of the sorted lengths of many rows of few values, which are told apart by value."""
    rows = sum(count for _, count in counts)
    ways: list[tuple[Blocks, Rows, Fraction]] = [(counts, (), Fraction(1))]
    if rows % 2:
        ways = [(_without(counts, x), (), Fraction(count, rows)) for x, count in counts]
    for _ in range(rows // 2):
        merged: dict[tuple[Blocks, Rows], Fraction] = {}
        for left, lengths, p in ways:
            one = left[-1][0]
            rest = _without(left, one)
            total = sum(count for _, count in rest)
            for other, count in rest:
                z = agreement(digits(one, depth), digits(other, depth))
                state = _without(rest, other), tuple(sorted((*lengths, z)))
                merged[state] = merged.get(state, Fraction(0)) + p * Fraction(count, total)
        ways = [(*state, p) for state, p in merged.items()]
    found: dict[Rows, Fraction] = {}
    for _, lengths, p in ways:
        found[lengths] = found.get(lengths, Fraction(0)) + p
    return found


def _without(counts: Blocks, value: int) -> Blocks:
    """One row fewer of a value."""
    fewer = ((x, count - (x == value)) for x, count in counts)
    return tuple((x, count) for x, count in fewer if count)


def tail(u: Fraction, units: int) -> Fraction:
    """Pr[Lap(b) >= units], u = e^(1/b)."""
    return u**-units / 2 if units >= 0 else 1 - u**units / 2


def point_law(
    rows: Rows, depth: int, trim: int, threshold: int, length: int, s: Fraction, m: Fraction
) -> Masses:
    """The law of a point from a length, but for bottom; s = e^(eps/4)."""
    pool = sorted(rows)[: max(0, len(rows) - 2 * trim)]
    words = [digits(x, depth) for x in pool]
    counts = Counter(word[: length + 1] for word in words)
    total = sum(s**q for q in counts.values())
    masses: Masses = {}
    for prefix, q in counts.items():
        chosen = tail(s, threshold - max(counts.values())) * s**q / total
        low, high = (int(prefix.ljust(depth, sigma), 2) for sigma in "01")
        big = tail(s * s, int(2 * m * trim) - 2 * sum(x >= high for x in rows))
        for y, p in ((low, 1 - big), (high, big)):
            masses[y] = masses.get(y, Fraction(0)) + chosen * p
    return masses


@cache
def exponential_law(rows: Rows, points: int, s: Fraction) -> Masses:
    """The law of the base case; s = e^(eps/4)."""
    odds = {
        y: s ** (2 * min(sum(x <= y for x in rows), sum(x >= y for x in rows)))
        for y in range(points)
    }
    return {y: odd / sum(odds.values()) for y, odd in odds.items()}


@cache
def rec_prefix_law(
    rows: Rows, points: int, trim: int, threshold: int, s: Fraction, base: int, m: Fraction
) -> Masses:
    """The law of RecPrefix but for bottom, summed over pairings, lengths and prefixes."""
    if points <= base:
        return exponential_law(rows, points, s)
    depth, masses = (points - 1).bit_length(), Masses()
    pool = tuple(sorted(rows)[: max(0, len(rows) - 2 * trim)])
    for lengths, mass in lengths_law(pool, depth).items():
        inner = rec_prefix_law(lengths, depth + 1, trim, threshold, s, base, m)
        for z, p in inner.items():
            for y, q in point_law(rows, depth, trim, threshold, z, s, m).items():
                masses[y] = masses.get(y, Fraction(0)) + mass * p * q
    return masses


def coupled(one: Mapping[Rows, Fraction], other: Mapping[Rows, Fraction]) -> Fraction:
    """The greatest probability with which two databases with these laws can be neighbours.

    Equal ones count as neighbours.  A largest flow, by augmenting paths.
    """
    left, right = dict(one), dict(other)
    flow = {(a, b): Fraction(0) for a in one for b in other if at_most_one_apart(a, b)}
    total = Fraction(0)
    while path := _augmenting(left, right, flow):
        forward, backward = path[::2], path[1::2]
        amount = min(left[path[0][0]], right[path[-1][1]], *(flow[e] for e in backward))
        for edge in forward:
            flow[edge] += amount
        for edge in backward:
            flow[edge] -= amount
        left[path[0][0]] -= amount
        right[path[-1][1]] -= amount
        total += amount
    return total


def _augmenting(
    left: Mapping[Rows, Fraction],
    right: Mapping[Rows, Fraction],
    flow: Mapping[tuple[Rows, Rows], Fraction],
) -> list[tuple[Rows, Rows]]:
    """A path on which more can flow: edges, by turns forward and backward; empty if none."""
    paths: dict[Rows, list[tuple[Rows, Rows]]] = {a: [] for a, rest in left.items() if rest}
    queue, reached = list(paths), set[Rows]()
    for a in queue:
        for one, b in flow:
            if one == a and b not in reached:
                reached.add(b)
                path = [*paths[a], (a, b)]
                if right[b]:
                    return path
                for edge, amount in flow.items():
                    if edge[1] == b and amount and edge[0] not in paths:
                        paths[edge[0]] = [*path, edge]
                        queue.append(edge[0])
    return []


def at_most_one_apart(one: Rows, other: Rows) -> bool:
    """Whether two multisets of one size differ in one row at most."""
    return len(one) == len(other) and (Counter(one) - Counter(other)).total() <= 1


@cache
def close_pairs(rows: int, distance: int) -> dict[int, Fraction]:
    """The law of how many random pairs of 1, ..., rows (even) differ by at most `distance`.

    The ranks are scanned; a state is which of the last `distance` ranks are still open, and how
    many older ones are.
    """
    states: Counter[tuple[tuple[bool, ...], int, int]] = Counter({((), 0, 0): 1})
    for _ in range(rows):
        following: Counter[tuple[tuple[bool, ...], int, int]] = Counter()
        for (recent, old, close), ways in states.items():
            choices = [(((*recent, True)), old, close, ways)]
            for i, is_open in enumerate(recent):
                if is_open:
                    taken = (*recent[:i], False, *recent[i + 1 :], False)
                    choices.append((taken, old, close + 1, ways))
            if old:
                choices.append(((*recent, False), old - 1, close, ways * old))
            for window, older, found, count in choices:
                gone = len(window) > distance and window[0]
                kept = window[-distance:] if distance else ()
                following[kept, older + gone, found] += count
        states = following
    done = Counter[int]()
    for (recent, old, close), ways in states.items():
        done[close] += ways * (not old and not any(recent))
    count = factorial(rows) // factorial(rows // 2) // 2 ** (rows // 2)
    return {close: Fraction(ways, count) for close, ways in done.items() if ways}


@cache
def good_lengths(rows: Rows, depth: int, trim: int) -> set[int]:
    """Every z that is a good output of step 4 for some pairing of the n - 2k smallest rows."""
    pool = tuple(sorted(rows)[: max(0, len(rows) - 2 * trim)])
    return {
        z
        for lengths in lengths_law(pool, depth)
        for z in range(depth + 1)
        if is_good(lengths, z, trim)
    }


def is_good(rows: Rows, x: int, least: int) -> bool:
    """Whether a row is at most x, and at least `least` rows are at least x."""
    return any(y <= x for y in rows) and sum(y >= x for y in rows) >= least


@cache
def failure_of_two_calls(
    rows: int, depth: int, trim: int, threshold: int, between: int, s: Fraction
) -> Fraction:
    """What Lemma 3.11 adds up for N = 2: close pairs, both choices, and the comparison.

    A pair is close if at most `between` rows lie between its members, both included; the pool has
    an even number of rows.
    """
    pool, agreeing = rows - 2 * trim, -(-(between + 1) // 2)
    close = close_pairs(pool, between - 1)
    median = -(-(pool // 2) // 2)
    return (
        sum((p for pairs, p in close.items() if pairs >= trim), Fraction(0))
        + tail(s, agreeing - threshold)
        + tail(s**2, trim + 2)
        + (depth + 1) * s ** (-2 * (median - trim + 1))
    )
