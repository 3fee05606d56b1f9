"""Section 7: the error of the projection after the noise."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.parity_hulls import greatest_by_hand
from audits.claims.vt14.laws.projections import beyond, nearest_by_hand, noises, some_noise
from reference.data.parities import Vector, pair_parities, row_parities
from reference.data.parity_hull import best_vertex
from reference.exact.nearest_point import inner
from reference.mechanisms.release.gaussian_projection import TruncatedGaussianProjection, projected

NEAREST = "nearest_point(noisy, best).point"
WRONG[projected] = {
    "on K, not n K": "rows * z for z in map => z for z in map",
    "on 2 n K": "rows * z for z in map => 2 * rows * z for z in map",
    "entries clamped": f"{NEAREST} => "
    "tuple(min(max(z, Fraction(-rows)), Fraction(rows)) for z in noisy)",
    "not projected": f"{NEAREST} => noisy",
    "the nearest vertex": f"{NEAREST} => "
    "tuple(rows * Fraction(z) for z in best_vertex(noisy, bits))",
    "half way": f"{NEAREST} => tuple((a + b) / 2 for a, b in zip(noisy, {NEAREST}, strict=True))",
    "scaled down": f"return {NEAREST} => size, most = sum(map(abs, noisy)), rows * bits**2\n"
    "    return noisy if size <= most else tuple(z * most / size for z in noisy)",
    "between the best vertex and its negative": f"return {NEAREST} => "
    "v = best_vertex(noisy, bits)\n"
    "    along = sum(a * z for a, z in zip(noisy, v, strict=True)) / bits**2\n"
    "    return tuple(min(along, Fraction(rows)) * z for z in v)",
    "always 0": f"{NEAREST} => (Fraction(0),) * bits**2",
}
NOT_RELAXED = {
    name: WRONG[projected][name]
    for name in ("not projected", "half way", "always 0", "the nearest vertex", "scaled down")
}
"""Those that are not nearest in n L, either."""

WITNESS = (1, 1, 1, 1)
"""y of one row; with w = (0, 5, -6, 0), y^ is the foot."""


@claim(
    "VT14.TXT.proj",
    over(noise=((0, 5, -6, 0), (-5, -5, -5, -5), (1, -7, 2, -3))),
    about=projected,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7, 'We know |p - y~| <= |y - p|': y~ is printed for y^. True, for y^ is no "
        "further from y~ than y is, and what the next line needs, is |p - y^| <= |y - p|",
        left="|p - y~|^2",
        right="|y - p|^2",
    ),
)
def printed_step(build: Build, noise: tuple[Fraction, ...]) -> Check:
    """Let p be the foot of the perpendicular from y~ to the line through y and y^: then |p - y~|
    <= |y - p|.

    Cases: d = 2, n = 1, y the parities of one row (1, 1); y^ differs from y.
    """
    y = tuple(map(Fraction, WITNESS))
    noisy = tuple(a + b for a, b in zip(y, noise, strict=True))
    z = build(noisy, 2, 1)
    way = tuple(a - b for a, b in zip(z, y, strict=True))
    t = inner(noise, way) / inner(way, way)
    p = tuple(a + t * b for a, b in zip(y, way, strict=True))
    far = tuple(a - b for a, b in zip(p, noisy, strict=True))
    yield le("foot", inner(far, far), t**2 * inner(way, way))


@claim(
    "VT14.TXT.proj",
    over(
        part=sized(
            ("laws", "tight", *range(12)),
            ("laws", "tight", *range(60)),
            ("laws", "tight", *range(200)),
        )
    ),
    form=Form.CORRECTED,
    about=projected,
)
def error_of_the_projection(build: Build, part: object) -> Check:
    """For y in n K, w = y~ - y and y^ the point of n K nearest to y~: |y^ - y|^2 <= <y^ - y, w> <=
    2 max over n K of <z, w>, and not 4; the foot p of y~ on the line through y and y^ has |y^ - y|
    <= |p - y|. So E |y^ - y|^2 is at most 2 n times the mean of the maximum over K of <z, w>, and
    |y^ - y|^2 exceeds 2 n t with at most the probability that this maximum exceeds t.

    Cases: d = 2, 3, n = 1, 2, 3, y of n rows and of mixtures with real weights, in turn, w in
    general position and on the integers, y~ = (1/2, 5, 0, 0) for y = 0, too; that y^ is in n K and
    nearest to y~ by all vertices. Attained, for y the negative of a column. Laws: d = 2, noise in
    {-1, 0, 1}, databases of one row, t = 1, and of three, t = 0.
    """
    if part == "laws":
        for n, t in ((1, 1), (3, 0)):
            found = TruncatedGaussianProjection(2, n, 1, 1, Epsilon(Fraction(2)), build)
            yield accurate(
                found,
                replace_one(range(4), n),
                _within(2 * n * t),
                beyond(Fraction(2), 1, t),
                name=f"n = {n}, t = {t}",
            )
            width = sum(p * greatest_by_hand(w, 2) for w, p in noises(Fraction(2), 1, 4))
            mean = _mean_square(found, (0, 1, 1)[:n])
            yield le(f"n = {n}: mean square", mean, 2 * n * Fraction(width))
        return
    if part == "tight":
        for n in (1, 2):
            v = best_vertex((Fraction(1),) * 4, 2)
            y, w = tuple(Fraction(-n * z) for z in v), tuple(Fraction(2 * n * z) for z in v)
            z = build(tuple(a + b for a, b in zip(y, w, strict=True)), 2, n)
            off = tuple(a - b for a, b in zip(z, y, strict=True))
            yield eq(f"n = {n}: |y^ - y|^2", inner(off, off), inner(off, w))
            yield eq(f"n = {n}: 2 max", inner(off, w), 2 * n * greatest_by_hand(w, 2))
        yield from _bounded(
            build, (Fraction(0),) * 4, (HALF, Fraction(5), Fraction(0), Fraction(0)), 2, 1
        )
        return
    number = int(str(part))
    bits, n = 2 + number % 2, 1 + number % 3
    x = {(number * 3 + k) % 2**bits: Fraction(n, 3) for k in range(3)}
    if number % 4:
        x = {(number + k * k) % 2**bits: Fraction(0) for k in range(n)}
        for k in range(n):
            x[(number + k * k) % 2**bits] += 1
    w = some_noise(number, bits**2)
    if number % 2:
        w = tuple(Fraction(z.numerator // z.denominator) for z in w)
    yield from _bounded(build, pair_parities(x, bits), w, bits, n)


def _bounded(build: Build, y: Vector, w: Vector, bits: int, n: int) -> Iterator[Comparison]:
    """All inequalities at one point, and that the projection is one."""
    noisy = tuple(a + b for a, b in zip(y, w, strict=True))
    z = build(noisy, bits, n)
    way = tuple(a - b for a, b in zip(noisy, z, strict=True))
    for g in (way, z, w):
        yield le(f"in n K, {g}", inner(g, z), n * greatest_by_hand(g, bits))
    yield le("nearest", n * greatest_by_hand(way, bits), inner(way, z))
    off = tuple(a - b for a, b in zip(z, y, strict=True))
    yield le("error", inner(off, off), inner(off, w))
    yield le("width", inner(off, w), 2 * n * greatest_by_hand(w, bits))
    if any(off):
        t = inner(w, off) / inner(off, off)
        yield le("p beyond y^", 1, t)
    if bits == 2:
        yield true("by hand", nearest_by_hand(noisy, bits, n) == z)


def _mean_square(release: Any, database: tuple[int, ...]) -> Fraction:
    """E |y^ - y|^2 for d = 2."""
    y, found = row_parities(database, 2), law(release, database)
    total = Fraction(0)
    for z in found:
        off = [a - b for a, b in zip(z, y, strict=True)]
        total += inner(off, off) * found.probability(z)
    return total


def _within(most: int) -> Callable[[tuple[int, ...], Vector], bool]:
    def good(database: tuple[int, ...], answers: Vector) -> bool:
        y = row_parities(database, 2)
        off = [a - b for a, b in zip(answers, y, strict=True)]
        return inner(off, off) <= most

    return good


def fourth_powers(n: int, d: int) -> tuple[int, int]:
    """Of the errors of independent noise, d, and of multiplicative weights, sqrt(n) d^(1/4)."""
    return d**4, n**2 * d


POWERS = "d**4, n**2 * d"
WRONG[fourth_powers] = {
    "independent noise of error d^2": f"{POWERS} => d**8, n**2 * d",
    "independent noise of error sqrt(d)": f"{POWERS} => d**2, n**2 * d",
    "multiplicative weights of error sqrt(n d)": f"{POWERS} => d**4, n**2 * d**2",
    "multiplicative weights of error n^(1/4) d^(1/4)": f"{POWERS} => d**4, n * d",
    "exchanged": f"{POWERS} => n**2 * d, d**4",
}


@claim(
    "VT14.TXT.regimes",
    over(c=(2, 3, 5), n=(1, 2, 4, 8, 9, 16, 27, 64, 81, 125, 625)),
    about=fourth_powers,
)
def regimes(build: Build, c: int, n: int) -> Check:
    """With k = d^2 queries independent noise has error sqrt(k) = d; private multiplicative
    weights, and the projection, have error sqrt(n) d^(1/4); a constant relative error is reached
    at n = sqrt(d), while independent noise needs n = d.

    Cases: Logarithms, eps and delta dropped, as in print; d = c^4, so that the roots are integers.
    From the statements with other normalisation: noise of deviation sqrt(k) in each of k answers;
    relative error a of multiplicative weights from n = sqrt(log |X|)/a^2 rows, log |X| = d; mean
    square n sigma d^(3/2)/d^2 of the projection with sigma = d. Fewer than d^(3/2) rows are those
    for which the projection is better.
    """
    d, k = c**4, c**8
    independent, weights_error = build(n, d)
    yield eq("independent", independent, k**2)
    yield eq("weights", Fraction(weights_error, n**4), (Fraction(c**2, n)) ** 2)
    yield eq("projection", weights_error, Fraction(n * d * c**6, d**2) ** 2)
    yield true("better", (weights_error < independent) == (n < c**6))
    yield true("constant relative error", (weights_error <= n**4) == (n >= c**2))
    yield true("of independent noise", (independent <= n**4) == (n >= d))
