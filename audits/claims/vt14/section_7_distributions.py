"""Section 7: the error under a distribution on the pairs."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.projections import noises, some_noise
from reference.data.parities import Vector, column, pair_parities, row_parities
from reference.exact.nearest_point import inner
from reference.mechanisms.release.gaussian_projection import (
    TruncatedGaussianProjection,
    projected_for,
)


@dataclass(frozen=True, slots=True)
class Weighted:
    """The projection for some weights, as step 3."""

    build: Build
    roots: Vector

    def __call__(self, noisy: Vector, bits: int, rows: int, /) -> Vector:
        return self.build(noisy, bits, rows, self.roots)


def _weighted_within(
    shares: Sequence[Fraction], most: Fraction
) -> Callable[[tuple[int, ...], Vector], bool]:
    def good(database: tuple[int, ...], answers: Vector) -> bool:
        y = row_parities(database, 2)
        off = [(a - b) ** 2 for a, b in zip(answers, y, strict=True)]
        return inner(shares, off) <= most

    return good


ROOTS: tuple[Vector, ...] = (
    (HALF, HALF, HALF, HALF),
    (Fraction(2, 5), Fraction(2, 5), Fraction(4, 5), Fraction(1, 5)),
    (Fraction(0), Fraction(3, 5), Fraction(4, 5), Fraction(0)),
    (Fraction(1), Fraction(0), Fraction(0), Fraction(0)),
)
"""Square roots of distributions on the pairs, d = 2."""


def error_as_printed(released: Vector, exact: Vector) -> list[Fraction]:
    """|y_ij - y_ij|, as printed."""
    del released
    return [abs(y - y) for y in exact]


@claim(
    "VT14.TXT.dist-err",
    over(),
    about=error_as_printed,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7, the display after 'We can update step 3', in the text at hand: |y_ij - y_ij| "
        "for |y^_ij - y_ij|, and sqrt(n d)^(1/4) for sqrt(n) d^(1/4), the error of steps 1 to 3",
        left="sqrt(n) d^(1/4) at n = d = 16",
        right="sqrt(n d)^(1/4)",
    ),
)
def error_of_no_release(build: Build) -> Check:
    """For all distributions D there is an algorithm, steps 1 to 3 with a similar error, such that
    the mean over D of |y_ij - y_ij| is at most sqrt(n d)^(1/4).

    Cases: The error of steps 1 to 3 is sqrt(n) d^(1/4), up to logarithms, n = d = 16; the mean
    error of a release that is off by 1 in each of two entries.
    """
    n = d = 16
    similar = sqrt(n) * sqrt(sqrt(d))
    yield le("similar error", low(similar), high(sqrt(sqrt(sqrt(n * d)))))
    off = build((Fraction(1), Fraction(2)), (Fraction(2), Fraction(1)))
    yield eq("the mean error", sum(off, Fraction(0)) / 2, 1)


GOAL = "goal = [a * z for a, z in zip(roots, noisy, strict=True)]"
WRONG[projected_for] = {
    "unweighted": f"{GOAL} => return projected(noisy, bits, rows)",
    "weights for their roots": f"{GOAL} => roots = tuple(a * a for a in roots)\n    {GOAL}",
    "on K, not n K": "rows * a * z for => a * z for",
    "not projected": f"{GOAL} => return noisy",
    "always 0": f"{GOAL} => return (Fraction(0),) * bits**2",
}


@claim(
    "VT14.TXT.dist-err",
    over(number=range(len(ROOTS)), n=(1, 2, 3), some=sized(range(4), range(20), range(60))),
    form=Form.CORRECTED,
    about=projected_for,
    uses=("VT14.TXT.proj",),
)
def error_under_a_distribution(build: Build, number: int, n: int, some: int) -> Check:
    """For every distribution D on the pairs there is a release with mean error E over D of |y^_ij
    - y_ij| at most sqrt(n) d^(1/4), up to what depends on eps and delta.

    Cases: Not the running time; d = 2. The projection in the
    norm weighted by D: scaled by sqrt(D_ij) every column of Q has length exactly 1, so noise of
    one level is private whatever D is; the square of the mean error is at most the mean square,
    and that at most 2 n times the maximum of <z, w> over the scaled K, the mean of which is at
    most sqrt(2 ln 2^d) sigma (here for w of signs). Nearest by all vertices. Laws: shares 4 : 4 :
    16 : 1, noise in {-1, 0, 1}, one row.
    """
    roots = ROOTS[number]
    shares = [a * a for a in roots]
    yield eq("shares", sum(shares, Fraction(0)), 1)
    columns = [[a * z for a, z in zip(roots, column(v, 2), strict=True)] for v in range(4)]
    corners = [*columns, *([-z for z in each] for each in columns)]
    for each in columns:
        yield eq("length of a scaled column", inner(each, each), 1)
    x: dict[int, Fraction] = {}
    for k in range(n):
        v = (some + 3 * k) % 4
        x[v] = x.get(v, Fraction(0)) + 1
    y, w = pair_parities(x, 2), some_noise(some + 11, 4)
    scaled_noise = [z / a if a else Fraction(0) for z, a in zip(w, roots, strict=True)]
    noisy = tuple(a + b for a, b in zip(y, scaled_noise, strict=True))
    z = build(noisy, 2, n, roots)
    off = [a - b for a, b in zip(z, y, strict=True)]
    square = sum((s * e * e for s, e in zip(shares, off, strict=True)), Fraction(0))
    mean = sum((s * abs(e) for s, e in zip(shares, off, strict=True)), Fraction(0))
    felt = [a * b for a, b in zip(roots, scaled_noise, strict=True)]
    most = max(inner(felt, v) for v in corners)
    yield le("mean error squared", mean**2, square)
    yield le("mean square", square, 2 * n * most)
    way = [a * (b - c) for a, b, c in zip(roots, noisy, z, strict=True)]
    here = [a * b for a, b in zip(roots, z, strict=True)]
    yield le("nearest", n * max(inner(way, v) for v in corners), inner(way, here))
    for g in (way, felt, here):
        yield le("in n K", inner(g, here), n * max(inner(g, v) for v in corners))
    if (number, some, n) == (1, 0, 1):
        project = Weighted(build, roots)
        release = TruncatedGaussianProjection(2, n, 1, 1, Epsilon(Fraction(2)), project)
        for t in (Fraction(0), Fraction(1)):
            far = [
                p
                for z, p in noises(Fraction(2), 1, 4)
                if max(inner([a * b for a, b in zip(roots, z, strict=True)], v) for v in corners)
                > t
            ]
            bound = sum(far, Fraction(0))
            good = _weighted_within(shares, 2 * n * t)
            yield accurate(release, replace_one(range(4), n), good, bound, name=f"t = {t}")
    if not some:
        widths = (max(inner(g, v) for v in corners) for g in product((1, -1), repeat=4))
        width = Fraction(sum(widths), 16)
        yield le("width", width**2, 2 * 2 * low(ln(2)))
