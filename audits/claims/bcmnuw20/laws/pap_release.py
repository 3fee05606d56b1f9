"""The release that public rows assist, written down a second time: tables, sums and series.

Concepts are rows of values, the cover and the representatives are found from these tables, and
the law of multiplicative weights is a sum over the corrections: the chance that the tests are
silent up to one is a series in the noise on the threshold, a sum of geometric series.
"""

from math import factorial

from audits.claims.prelude import *
from reference.data.concept import Hypothesis

Table = tuple[tuple[int, ...], ...]
"""Concepts, each with its values at all points."""

Masses = tuple[Fraction, ...]
Answers = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Parameters:
    """Of the release: b = e^(-eps/5)."""

    threshold: Fraction
    count: int
    rate: Fraction
    b: Fraction


def table(concepts: Sequence[Hypothesis], size: int) -> Table:
    """The values of functions at 0, ..., size - 1."""
    return tuple(tuple(h(x) for x in range(size)) for h in concepts)


def kept(concepts: Table, public: Rows) -> list[int]:
    """For each concept the number of the first that agrees with it on the public rows."""
    return [
        next(k for k, g in enumerate(concepts) if all(g[x] == h[x] for x in public))
        for h in concepts
    ]


def columns(concepts: Table, size: int) -> list[int]:
    """For each point the first that the concepts do not tell apart from it."""
    return [
        next(y for y in range(size) if all(h[y] == h[x] for h in concepts)) for x in range(size)
    ]


def at_least(b: Fraction, z: int) -> Fraction:
    """Pr[noise of ratio b >= z]."""
    return b**z / (1 + b) if z >= 0 else 1 - b ** (1 - z) / (1 + b)


def clamped(b: Fraction, true: int, rows: int) -> dict[int, Fraction]:
    """The law of a count with noise of ratio b, clamped to 0, ..., rows."""
    inner = {v: (1 - b) / (1 + b) * b ** abs(v - true) for v in range(1, rows)}
    return {0: b**true / (1 + b), **inner, rows: b ** (rows - true) / (1 + b)}


def _series(
    factors: list[tuple[Fraction, Fraction]], a: Fraction, b: Fraction, low: int
) -> Fraction:
    """The sum over s >= low of a^s times the product of c + d b^s."""
    polynomial = [Fraction(1)]
    for c, d in factors:
        polynomial = [
            c * x + d * y
            for x, y in zip([*polynomial, Fraction(0)], [Fraction(0), *polynomial], strict=True)
        ]
    return sum(
        (x * (a * b**k) ** low / (1 - a * b**k) for k, x in enumerate(polynomial)), Fraction(0)
    )


def first_firing(tests: Sequence[int], b: Fraction) -> list[Fraction]:
    """The chance that test j is the first to fire, for each j, and then that none does.

    A test t fires if noise of ratio b is at least t + tau; tau has ratio b^2.
    """
    a = b * b
    high = max([0, *(-t for t in tests)])
    low = max([1, *(t - 1 for t in tests)])
    chances = []
    for j in range(len(tests) + 1):
        seen = [(t, False) for t in tests[:j]] + [(t, True) for t in tests[j : j + 1]]
        up = [
            (Fraction(0), f) if s else (Fraction(1), -f) for t, s in seen for f in [b**t / (1 + b)]
        ]
        down = [
            (Fraction(1), -f) if s else (Fraction(0), f)
            for t, s in seen
            for f in [b ** (1 - t) / (1 + b)]
        ]
        total = _series(up, a, b, high) + _series(down, a, b, low)
        for tau in range(-low + 1, high):
            term = a ** abs(tau)
            for t, s in seen:
                fires = at_least(b, t + tau)
                term *= fires if s else 1 - fires
            total += term
        chances.append((1 - a) / (1 + a) * total)
    return chances


def weighted(
    queries: Table, points: Sequence[int], rows: Rows, p: Parameters
) -> dict[Answers, Fraction]:
    """The law of the fractions that multiplicative weights answer on points with equal weights."""
    n, found = len(rows), defaultdict[Answers, Fraction](Fraction)
    counts = [sum(h[x] for x in rows) for h in queries]

    def go(
        start: int, weights: dict[int, Fraction], used: int, said: Answers, mass: Fraction
    ) -> None:
        whole = sum(weights.values())
        means = [
            sum((w for x, w in weights.items() if h[x]), Fraction(0)) / whole
            for h in queries[start:]
        ]
        if not n or used == p.count or not means:
            found[(*said, *means)] += mass
            return
        errors = [f - n * u for f, u in zip(counts[start:], means, strict=True)]
        tests = [ceil(p.threshold - s * e) for e in errors for s in (1, -1)]
        *fires, silent = first_firing(tests, p.b)
        found[(*said, *means)] += mass * silent
        for k in range(len(means)):
            here, u = start + k, means[k]
            chance = mass * (fires[2 * k] + fires[2 * k + 1])
            for shown, part in clamped(p.b, counts[here], n).items():
                down = int(Fraction(shown, n) < u)
                after = {
                    x: w * (p.rate if queries[here][x] == down else 1) for x, w in weights.items()
                }
                answered = (*said, *means[:k], Fraction(shown, n))
                go(here + 1, after, used + 1, answered, chance * part)

    go(0, {x: Fraction(1) for x in points}, 0, (), Fraction(1))
    return dict(found)


@cache
def release_law(
    concepts: Table, size: int, public: Rows, rows: Rows, p: Parameters
) -> dict[Answers, Fraction]:
    """The law of the answers to all concepts, given the public and the private rows."""
    chosen = kept(concepts, public)
    cover = sorted(set(chosen))
    queries = tuple(concepts[k] for k in cover)
    stands = columns(queries, size)
    points = sorted(set(stands))
    if len(points) == 1:
        p = Parameters(p.threshold, 0, p.rate, p.b)
    found = defaultdict[Answers, Fraction](Fraction)
    for said, mass in weighted(queries, points, tuple(stands[x] for x in rows), p).items():
        value = dict(zip(cover, said, strict=True))
        found[tuple(2 * value[k] - 1 for k in chosen)] += mass
    return dict(found)


def samples(masses: Masses, rows: int) -> Iterator[tuple[Rows, Fraction]]:
    """Multisets of rows drawn from a distribution, and how probable they are."""
    inside = [x for x, mass in enumerate(masses) if mass]
    for drawn in combinations_with_replacement(inside, rows):
        chance = Fraction(factorial(rows))
        for x, times in Counter(drawn).items():
            chance *= masses[x] ** times / factorial(times)
        yield drawn, chance


def means(concepts: Table, masses: Masses) -> Answers:
    """E[h] for each concept, as a function with values -1 and +1."""
    return tuple(
        sum((m if v else -m for v, m in zip(h, masses, strict=True)), Fraction(0))
        for h in concepts
    )


def furthest(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    """The largest difference of two lists of numbers."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


def radius(concepts: Table, public: Rows, masses: Masses) -> Fraction:
    """The mass on which a concept and the one kept in its place differ, at most."""
    pairs = zip(concepts, kept(concepts, public), strict=True)
    return max(
        sum((m for x, m in enumerate(masses) if h[x] != concepts[k][x]), Fraction(0))
        for h, k in pairs
    )


def failure(
    concepts: Table,
    size: int,
    masses: Masses,
    many: tuple[int, int],
    p: Parameters,
    alpha: Fraction,
) -> Fraction:
    """Pr[error > alpha] over private rows, public rows and coins; many = (private, public)."""
    exact, total = means(concepts, masses), Fraction(0)
    for public, here in samples(masses, many[1]):
        for rows, there in samples(masses, many[0]):
            law = release_law(concepts, size, tuple(sorted(set(public))), rows, p)
            bad = sum((q for g, q in law.items() if furthest(g, exact) > alpha), Fraction(0))
            total += here * there * bad
    return total


def supports(size: int) -> Iterator[Rows]:
    """Every set of points, the empty one first."""
    for chosen in product((0, 1), repeat=size):
        yield tuple(x for x in range(size) if chosen[x])
