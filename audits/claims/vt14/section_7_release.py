"""Section 7: the release of all parities, on the hull and on its relaxation."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.projections import least_delta, released, some_noise
from audits.claims.vt14.section_7_noise import ANY_D, PROMISES, TO_ALL, noise
from audits.claims.vt14.section_7_projection import NOT_RELAXED
from audits.engines.relaxed_hull import relaxed_projection, relaxed_width, rounded_projection
from reference.data.parities import Vector, column, row_parities
from reference.exact.nearest_point import inner
from reference.mechanisms.noise.discrete_gaussian import TruncatedGaussian
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    TruncatedGaussianProjection,
)

Setting = tuple[int, int, int, int]
"""Bits d, rows n, width w, spread 2 eps V."""

ONE_BIT: tuple[Setting, ...] = ((1, 4, 1, 1), (1, 3, 2, 2), (1, 1, 1, 3))
TWO_BITS: tuple[Setting, ...] = ((2, 1, 1, 4), (2, 2, 1, 2))


RELEASES = Parts(law=TruncatedGaussianProjection, sampled=GaussianProjection)
NEAREST = "self.noisy(database).map(self._nearest)"
OTHER_LAWS = {
    "one noise for (i, j) and (j, i)": noise(
        "return found => return found.map(lambda w: tuple(a + w[m] - y[m] for k, a in enumerate(y)"
        " for m in [max(k, k % self.bits * self.bits + k // self.bits)]))"
    ),
    "n is counted": noise(
        f"{NEAREST} => self.noisy(database).map(lambda y: "
        "self.adjust(tuple(map(Fraction, y)), self.bits, len(database)))"
    ),
}
DRAWN = "coins.run(self.noise, a)"
NOISY = "noisy: Vector = ()"
SAMPLED: dict[str, str | tuple[str, ...]] = {
    "one noise for all": (
        f"{NOISY} => {NOISY}\n        z = coins.run(self.noise, 0)",
        f"{DRAWN} => a + z",
    ),
    "no noise on the last pair": f"{DRAWN} => "
    f"a if 0 < len(noisy) == self.bits**2 - 1 else {DRAWN}",
    "n is counted": "(noisy, self.bits, self.rows) => (noisy, self.bits, len(database))",
    "noise twice": f"{DRAWN} => coins.run(self.noise, {DRAWN})",
}
WRONG[RELEASES] = {
    **{
        name: RELEASES.but(law=each)
        for name, each in {
            **WRONG[TruncatedGaussianProjection],
            **TO_ALL,
            **OTHER_LAWS,
            **PROMISES,
        }.items()
    },
    **{f"sampled: {name}": RELEASES.but(sampled=edit) for name, edit in SAMPLED.items()},
}


@claim(
    "VT14.ALG.GeoProject",
    over(
        case=sized(
            (*ONE_BIT, *TWO_BITS),
            (*ONE_BIT, *TWO_BITS, (2, 1, 2, 4)),
            (*ONE_BIT, *TWO_BITS, (2, 1, 2, 4)),
        )
    ),
    form=Form.CORRECTED,
    about=RELEASES,
    uses=("VT14.TXT.gauss-priv",),
)
def release_of_parities(parts: Parts, case: Setting) -> Check:
    """y = Q x; y~ = y plus Gaussian noise, here truncated to -w, ..., w, with weights e^(-eps z^2
    / s); released is the point of n K nearest to y~, n a public bound. It keeps the declared (eps,
    delta) for a row that is added or removed, at every eps.

    Cases: (d, n, w, s) = case; databases of at most two rows (one for d = 2). The declared delta
    is that of all noisy answers, noise by noise, at e^eps = 2^s and (3/2)^s; at d = 1 with n > w +
    2 nothing is lost by the projection, so that no smaller delta is kept. The law against the
    projection by hand: for d = 1 the nearest point of [-n, n], for d = 2 two means of two
    coordinates moved into [-n, n]; also of what is run on many rows, with truncated noise.
    """
    bits, rows, width, spread = case
    symbolic = parts.law(bits, rows, width, spread, Epsilon.indeterminate(parts=spread))
    universe = add_remove_one(range(2**bits), 2 if bits == 1 else 1)
    yield private(symbolic, universe, symbolic.guarantee)
    for base in (TWO, Fraction(3, 2)):
        found = parts.law(bits, rows, width, spread, Epsilon(base, spread))
        exp_eps = base**spread
        yield eq("e^eps", found.guarantee.exp_eps, exp_eps)
        wanted = least_delta(base, width, (1,) * bits**2, exp_eps)
        yield eq("delta", found.guarantee.delta, wanted)
    numeric = parts.law(bits, rows, width, spread, Epsilon(TWO, spread))
    for x in universe.databases():
        known = released(row_parities(x, bits), bits, rows, TWO, width)
        release = law(numeric, x)
        for z in {**known, **dict.fromkeys(release)}:
            yield eq(f"{x}: {z}", release.probability(z), known.get(z, Fraction(0)))
        if bits > 1 and rows > 1:
            continue
        sampled = law(parts.sampled(bits, rows, TruncatedGaussian(TWO, width)), x)
        for z in {**known, **dict.fromkeys(sampled)}:
            yield eq(f"{x}: {z}, one by one", sampled.probability(z), known.get(z, Fraction(0)))


RELAXED = Parts(
    nearest=relaxed_projection, release=TruncatedGaussianProjection, shown=rounded_projection
)


def one_family(noisy: Vector, _bits: int, rows: int) -> Vector:
    """On matrices of inner products of one family, d = 2: the diagonal is n."""
    n = Fraction(rows)
    b = min(max((noisy[1] + noisy[2]) / 2, -n), n)
    return (n, b, b, n)


ROUNDED = "Fraction(round(z * SHOWN), SHOWN)"
WRONG[RELAXED] = {
    "on L, not n L": RELAXED.but(nearest=given(relaxed_projection, rows=1)),
    "one family of vectors": RELAXED.but(nearest=one_family),
    **{name: RELAXED.but(nearest=each) for name, each in NOT_RELAXED.items()},
    **{name: RELAXED.but(release=each) for name, each in ANY_D.items()},
    "rounded down": RELAXED.but(shown=f"{ROUNDED} => Fraction(z * SHOWN // 1, SHOWN)"),
    "rounded to integers": RELAXED.but(shown=f"{ROUNDED} => Fraction(round(z))"),
    "not rounded": RELAXED.but(shown=relaxed_projection),
}


@claim(
    "VT14.ALG.GeoProjectSDP",
    over(
        part=sized(
            ((1, 4, 1, 1), *range(4)),
            ((1, 4, 1, 1), (2, 1, 1, 4), *range(12)),
            ((1, 4, 1, 1), (2, 1, 1, 4), *range(40)),
        )
    ),
    about=RELAXED,
    uses=("VT14.ALG.GeoProject", "VT14.TXT.relax"),
)
def projection_on_the_relaxation(parts: Parts, part: object) -> Check:
    """Step 3 with L in place of K: the point of n L nearest to y~, by a semidefinite programme;
    the release is as private as before, and the error bound is that with the maximum over L.

    Cases: d = 2 and 3, n = 1, 2, 3, databases of n rows and noise in general position, in turn.
    That the point is in n L: inner products of rational vectors of length at most sqrt(n); that it
    is nearest up to n/1000: <y~ - z, h - z> for all h in n L, by a dual solution that is checked
    exactly; |z - y|^2 <= <z - y, w> + n/1000 <= 2 n max over L + n/1000. What is released is
    rounded to multiples of 1/16, by at most 1/32 an entry, or d/32 in length. Privacy for every
    eps, (d, n, w, s) else.
    """
    if isinstance(part, tuple):
        bits, n, width, spread = part
        eps = Epsilon.indeterminate(parts=spread)
        found = parts.release(bits, n, width, spread, eps, rounded_projection)
        yield private(found, add_remove_one(range(2**bits), 1), found.guarantee)
        return
    number = int(str(part))
    bits, n = 2 + number % 2, 1 + number % 3
    rows = tuple((5 * number + 3 * k) % 2**bits for k in range(n))
    y = tuple(map(Fraction, row_parities(rows, bits)))
    w = some_noise(number, bits**2)
    noisy = tuple(a + b for a, b in zip(y, w, strict=True))
    z = parts.nearest(noisy, bits, n)
    small = Fraction(n, 1000)
    way = tuple(a - b for a, b in zip(noisy, z, strict=True))
    most = relaxed_width(way, bits)
    yield le("nearest", n * most.at_most - inner(way, z), small)
    off = tuple(a - b for a, b in zip(z, y, strict=True))
    yield le("error", inner(off, off), inner(off, w) + small)
    yield le("width", inner(off, w), 2 * n * relaxed_width(w, bits).at_most + small)
    for g in (w, off, way, column(1, bits), tuple(-a for a in column(2, bits))):
        yield le(f"in n L, {g}", inner(g, z), n * relaxed_width(g, bits).at_most)
    shown = parts.shown(noisy, bits, n)
    yield le("rounded", max(abs(a - b) for a, b in zip(shown, z, strict=True)), Fraction(1, 32))
    yield true("multiples of 1/16", all((16 * a).denominator == 1 for a in shown))
