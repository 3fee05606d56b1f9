"""Section 7: Gaussian noise for all parities, its privacy, and the projection after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.vocabulary import eq, exp_high, exp_low, high, le, low, lt, true
from audits.claims.vt14.impostors.projections import (
    ANY_D,
    FROM_TWO,
    OTHER_LAWS,
    PAIRED,
    PROMISES,
    PROMISES_FROM_TWO,
    ROWS_SHOWN,
    WRONG_COINS,
    WRONG_DEVIATIONS,
    WRONG_PROJECTIONS,
    WRONG_RELAXED,
    WRONG_SAMPLED,
    WRONG_SAMPLERS,
    WRONG_VARIANCES,
    nothing,
    printed_deviation,
)
from audits.claims.vt14.impostors.weighted_projections import WRONG_WEIGHTED
from audits.claims.vt14.laws.gaussian_sampler import discrete_delta, followed
from audits.claims.vt14.laws.parity_hulls import at_most_rows, greatest_by_hand
from audits.claims.vt14.laws.projections import (
    beyond,
    least_delta,
    nearest_by_hand,
    noises,
    released,
    some_noise,
    weights,
)
from audits.engines.comparisons import Comparison
from audits.engines.relaxed_hull import relaxed_projection, relaxed_width, rounded_projection
from audits.ledger import Erratum, Form, Grade, accurate, claim, over, private, sized
from audits.ledger.forms import Item
from audits.ledger.impostors import Parts
from reference.data.adjacency import replace_one
from reference.data.parities import Vector, column, pair_parities, row_parities
from reference.data.parity_hull import best_vertex, squared_radius
from reference.data.universes import added_rows
from reference.exact.interval import Interval, exp, ln, sqrt
from reference.exact.nearest_point import inner
from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    ExponentialCoin,
    TruncatedGaussian,
    classical_deviation,
)
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    TruncatedGaussianProjection,
    projected,
    projected_for,
    variance_of_parities,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.gaussian import gaussian_delta
from reference.probability.law import law

Build = Callable[..., Any]
Project = Callable[[Vector, int, int], Vector]
Deviation = Callable[[Fraction, Fraction, Fraction], Interval]

HALF = Fraction(1, 2)
EPS = (Fraction(1, 100), Fraction(1, 10), HALF, Fraction(1))
DELTAS = sized(
    (Fraction(1, 10**2), Fraction(1, 10**4), Fraction(1, 10**9)),
    tuple(Fraction(1, 10**k) for k in range(2, 10)),
    tuple(Fraction(1, 10**k) for k in range(2, 13)),
)

Setting = tuple[int, int, int, int]
"""Bits d, rows n, width w, spread 2 eps V."""

ONE_BIT: tuple[Setting, ...] = ((1, 4, 1, 1), (1, 3, 2, 2), (1, 1, 1, 3))
TWO_BITS: tuple[Setting, ...] = ((2, 1, 1, 4), (2, 2, 1, 2))


def delta_of(deviation: Deviation, eps: Fraction, delta: Fraction, bits: int) -> Interval:
    """The least delta of Gaussian noise of this deviation on Q x."""
    radius = Fraction(bits)
    return gaussian_delta(eps, sensitivity=radius, deviation=deviation(eps, delta, radius))


@claim(
    "VT14.TXT.gauss-priv",
    Form.PRINTED,
    over(eps=EPS, delta=DELTAS, bits=(1, 3)),
    about=printed_deviation,
    refuted=Erratum(
        Grade.CONSTANT,
        "Section 7, step 2: a factor 2 below the root is missing; sqrt(2 ln(1.25/delta)) is "
        "enough for eps <= 1",
        left="the least delta of the printed noise",
        right="delta",
    ),
)
def printed_noise_is_private(
    build: Deviation, eps: Fraction, delta: Fraction, bits: int
) -> Iterator[Comparison]:
    """Q x plus independent Gaussian noise of deviation R sqrt(log(1/delta))/eps on each coordinate
    is (eps, delta)-private.

    Fair: The natural logarithm; the exact privacy curve of Gaussian noise at Euclidean distance
    R = d.
    """
    yield le("least delta", low(delta_of(build, eps, delta, bits)), delta)


@claim(
    "VT14.ALG.GeoProject",
    Form.PRINTED,
    over(delta=DELTAS, bits=(1, 2)),
    about=printed_deviation,
    refuted=Erratum(
        Grade.CONSTANT,
        "Section 7, step 2",
        left="the least delta of the printed noise",
        right="delta",
        same_as="VT14.TXT.gauss-priv",
    ),
)
def printed_release_is_private(
    build: Deviation, delta: Fraction, bits: int
) -> Iterator[Comparison]:
    """Steps 1 to 3, with noise of deviation R sqrt(log(1/delta))/eps, are (eps, delta)-private.

    Fair: eps = 1/2; one row v or none, and n large: the projection is no help, for in the limit it
    keeps the sum of all y~_ij v_i v_j, which is Gaussian and shows the whole shift.
    """
    yield le("least delta", low(delta_of(build, HALF, delta, bits)), delta)


STEP_TWO = Parts(
    (
        classical_deviation,
        TruncatedGaussianProjection,
        squared_radius,
        DiscreteGaussian,
        ExponentialCoin,
        variance_of_parities,
    )
)


@claim(
    "VT14.TXT.gauss-priv",
    Form.CORRECTED,
    over(
        part=(
            "noise",
            "radius",
            "sampler",
            "coin",
            "variance",
            (1, 1, 2, 1),
            (2, 1, 1, 4),
            (2, 1, 1, 2),
        )
    ),
    about=STEP_TWO,
    impostors={
        **{name: STEP_TWO.but(0, wrong) for name, wrong in WRONG_DEVIATIONS.items()},
        **{
            name: STEP_TWO.but(1, wrong)
            for name, wrong in (ANY_D | FROM_TWO | PROMISES | PROMISES_FROM_TWO).items()
        },
        "R^2 = 1": STEP_TWO.but(2, lambda _: 1),
        "R^2 = d": STEP_TWO.but(2, lambda bits: bits),
        **{name: STEP_TWO.but(3, wrong) for name, wrong in WRONG_SAMPLERS.items()},
        **{name: STEP_TWO.but(4, wrong) for name, wrong in WRONG_COINS.items()},
        **{f"variance: {name}": STEP_TWO.but(5, w) for name, w in WRONG_VARIANCES.items()},
    },
)
def noise_is_private(parts: Parts, part: object) -> Iterator[Item]:
    """Q x plus independent Gaussian noise of deviation R sqrt(2 ln(1.25/delta))/eps, R = d, is
    (eps, delta)-private for eps <= 1; with truncated noise on the integers, of weights e^(-eps z^2
    / s), it is (eps, delta)-private for every eps, delta that of a shift of all d^2 coordinates by
    one, and for no smaller delta.

    Fair: Continuous noise by its exact privacy curve, d = 1 and 3, eps up to 1; the length of all
    differences of neighbours by enumeration. Discrete noise: a first try ends with z with a
    probability in proportion to e^(-z^2/(2V)), as an identity in e (2 in place of e^(1/L)), all
    paths; coins of e^-x, all paths above 10^-9; the variance for a target solves (eps - rho)^2 = 4
    rho ln(1/delta), rho = R^2/(2V), up to a sixteenth of V, and at d = 1 the exact delta is below.
    (d, n, w, s) else: databases of at most one row, step 3 left out, every eps.
    """
    if part == "noise":
        for eps, delta, d in product(EPS, DELTAS.tiny, (1, 3)):
            name, deviation = (
                f"eps {eps}, delta {delta}, d = {d}",
                parts(0, eps, delta, Fraction(d)),
            )
            yield from nearly(name, exp((deviation * eps / d) ** 2 / 2), Fraction(5, 4) / delta)
            found = gaussian_delta(eps, sensitivity=Fraction(d), deviation=deviation)
            yield le(name, high(found), delta)
        return
    if part == "radius":
        for d in (1, 2, 3):
            longest = max(inner(column(v, d), column(v, d)) for v in range(2**d))
            yield eq(f"R^2, d = {d}", parts(2, d), longest)
        return
    if part == "sampler":
        for variance, parts_of_e in ((Fraction(1, 3), 6), (Fraction(9, 2), 36)):
            yield from first_try(parts(3, variance), variance, parts_of_e)
        return
    if part == "coin":
        for x in (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2)):
            sides, left = followed(partial(parts(4, x), ()), least=Fraction(1, 10**9))
            p = sides.get(True, Fraction(0))
            yield le(f"x = {x}, at least", exp_low(-x), p + left)
            yield le(f"x = {x}, at most", p, exp_high(-x))
            yield le(f"x = {x}, left", left, Fraction(1, 10**5))
        return
    if part == "variance":
        for eps, delta, d in product((HALF, Fraction(3)), DELTAS.tiny, (1, 3)):
            yield from enough_variance(parts(5, d, eps, delta), eps, delta, d)
        return
    assert isinstance(part, tuple)
    bits, rows, width, spread = part
    build = parts(1, bits, rows, width, spread, Epsilon.indeterminate(parts=spread), nothing)
    yield private(build, added_rows(_domain(bits), 1), build.guarantee)


def first_try(noise: Any, variance: Fraction, parts_of_e: int) -> Iterator[Comparison]:  # noqa: ANN401
    """The outcomes of the tries that reject nothing, with 2^-L for e^-1, V/(2t^2) = c/L."""
    t = DiscreteGaussian(variance).scale

    def power(x: Fraction) -> Fraction:
        return Fraction(1, 2 ** int(x * parts_of_e))

    found, _ = followed(lambda coins: noise(5, coins) - 5, power, t, most=8)
    constant = (1 - power(Fraction(1))) / (2 * t) * power(variance / (2 * t * t))
    for z in range(-4, 5):
        expected = constant * power(Fraction(z * z) / (2 * variance))
        yield eq(f"V = {variance}: {z}", found.get(z, Fraction(0)), expected)


def enough_variance(
    variance: Fraction, eps: Fraction, delta: Fraction, bits: int
) -> Iterator[Comparison]:
    """The variance solves the condition of concentrated privacy, and a little less does not."""
    longest = max(inner(column(v, bits), column(v, bits)) for v in range(2**bits))
    name, most = f"eps {eps}, delta {delta}, d = {bits}", ln(1 / delta)
    rho = longest / (2 * variance)
    yield le(f"{name}: rho", rho, eps)
    yield le(f"{name}: enough", high(4 * rho * most), (eps - rho) ** 2)
    less = longest / (2 * (variance - Fraction(1, 16)))
    yield lt(f"{name}: no less", (eps - less) ** 2, low(4 * less * most))
    if bits == 1:
        reach = (variance * (eps + 2)).__ceil__()
        yield le(f"{name}: exact delta", discrete_delta(eps, variance, reach), delta)


def _domain(bits: int) -> Any:  # noqa: ANN401
    """Something with the rows of d bits."""
    return TruncatedGaussianProjection(bits, 0, 0, 1, Epsilon(Fraction(2)))


RELEASES = Parts((TruncatedGaussianProjection, GaussianProjection))


@claim(
    "VT14.ALG.GeoProject",
    Form.CORRECTED,
    over(
        case=sized(
            (*ONE_BIT, *TWO_BITS),
            (*ONE_BIT, *TWO_BITS, (2, 1, 2, 4)),
            (*ONE_BIT, *TWO_BITS, (2, 1, 2, 4)),
        )
    ),
    about=RELEASES,
    impostors={
        **{
            name: RELEASES.but(0, wrong)
            for name, wrong in (
                ANY_D | FROM_TWO | PAIRED | ROWS_SHOWN | OTHER_LAWS | PROMISES | PROMISES_FROM_TWO
            ).items()
        },
        **{f"sampled: {name}": RELEASES.but(1, wrong) for name, wrong in WRONG_SAMPLED.items()},
    },
    uses=("VT14.TXT.gauss-priv",),
)
def release_of_parities(parts: Parts, case: Setting) -> Iterator[Item]:
    """y = Q x; y~ = y plus Gaussian noise, here truncated to -w, ..., w, with weights e^(-eps z^2
    / s); released is the point of n K nearest to y~, n a public bound. It keeps the declared (eps,
    delta) for a row that is added or removed, at every eps.

    Fair: (d, n, w, s) = case; databases of at most two rows (one for d = 2). The declared delta is
    that of all noisy answers, noise by noise, at e^eps = 2^s and (3/2)^s; at d = 1 with n > w + 2
    nothing is lost by the projection, so that no smaller delta is kept. The law against the
    projection by hand: for d = 1 the nearest point of [-n, n], for d = 2 two means of two
    coordinates moved into [-n, n]; also of what is run on many rows, with truncated noise.
    """
    bits, rows, width, spread = case
    symbolic = parts(0, bits, rows, width, spread, Epsilon.indeterminate(parts=spread))
    universe = added_rows(_domain(bits), 2 if bits == 1 else 1)
    yield private(symbolic, universe, symbolic.guarantee)
    for base in (Fraction(2), Fraction(3, 2)):
        found = parts(0, bits, rows, width, spread, Epsilon(base, spread))
        exp_eps = base**spread
        yield eq("e^eps", found.guarantee.exp_eps, exp_eps)
        wanted = least_delta(base, width, (1,) * bits**2, exp_eps)
        yield eq("delta", found.guarantee.delta, wanted)
    numeric = parts(0, bits, rows, width, spread, Epsilon(Fraction(2), spread))
    for x in universe.databases():
        known = released(row_parities(x, bits), bits, rows, Fraction(2), width)
        release = law(numeric, x)
        for z in {**known, **dict.fromkeys(release)}:
            yield eq(f"{x}: {z}", release.probability(z), known.get(z, Fraction(0)))
        if bits > 1 and rows > 1:
            continue
        sampled = law(parts(1, bits, rows, TruncatedGaussian(Fraction(2), width)), x)
        for z in {**known, **dict.fromkeys(sampled)}:
            yield eq(f"{x}: {z}, one by one", sampled.probability(z), known.get(z, Fraction(0)))


RELAXED = Parts((relaxed_projection, TruncatedGaussianProjection))


@claim(
    "VT14.ALG.GeoProjectSDP",
    Form.PRINTED,
    over(
        part=sized(
            ((1, 4, 1, 1), *range(4)),
            ((1, 4, 1, 1), (2, 1, 1, 4), *range(12)),
            ((1, 4, 1, 1), (2, 1, 1, 4), *range(40)),
        )
    ),
    about=RELAXED,
    impostors={
        **{name: RELAXED.but(0, wrong) for name, wrong in WRONG_RELAXED.items()},
        **{name: RELAXED.but(1, wrong) for name, wrong in ANY_D.items()},
    },
    uses=("VT14.ALG.GeoProject", "VT14.TXT.relax"),
)
def projection_on_the_relaxation(parts: Parts, part: object) -> Iterator[Item]:
    """Step 3 with L in place of K: the point of n L nearest to y~, by a semidefinite programme;
    the release is as private as before, and the error bound is that with the maximum over L.

    Fair: d = 2 and 3, n = 1, 2, 3, databases of n rows and noise in general position, in turn.
    That the point is in n L: inner products of rational vectors of length at most sqrt(n); that it
    is nearest up to n/1000: <y~ - z, h - z> for all h in n L, by a dual solution that is checked
    exactly; |z - y|^2 <= <z - y, w> + n/1000 <= 2 n max over L + n/1000. Privacy for
    every eps, (d, n, w, s) else.
    """
    if isinstance(part, tuple):
        bits, n, width, spread = part
        eps = Epsilon.indeterminate(parts=spread)
        found = parts(1, bits, n, width, spread, eps, rounded_projection)
        yield private(found, added_rows(_domain(bits), 1), found.guarantee)
        return
    number = int(str(part))
    bits, n = 2 + number % 2, 1 + number % 3
    rows = tuple((5 * number + 3 * k) % 2**bits for k in range(n))
    y = tuple(map(Fraction, row_parities(rows, bits)))
    w = some_noise(number, bits**2)
    noisy = tuple(a + b for a, b in zip(y, w, strict=True))
    z = parts(0, noisy, bits, n)
    small = Fraction(n, 1000)
    way = tuple(a - b for a, b in zip(noisy, z, strict=True))
    most = relaxed_width(way, bits)
    yield le("nearest", n * most.at_most - inner(way, z), small)
    off = tuple(a - b for a, b in zip(z, y, strict=True))
    yield le("error", inner(off, off), inner(off, w) + small)
    yield le("width", inner(off, w), 2 * n * relaxed_width(w, bits).at_most + small)
    for g in (w, off, way, column(1, bits), tuple(-a for a in column(2, bits))):
        yield le(f"in n L, {g}", inner(g, z), n * relaxed_width(g, bits).at_most)


def _noisy_law(build: Build, bits: int, width: int, base: Fraction) -> Any:  # noqa: ANN401
    return build(bits, 1, width, 1, Epsilon(base))


@claim(
    "VT14.TXT.noise-large",
    Form.PRINTED,
    over(bits=(1, 2), width=sized((1, 2), (1, 2, 3), (1, 2, 3))),
    about=TruncatedGaussianProjection,
    impostors=ANY_D
    | OTHER_LAWS
    | {
        name: FROM_TWO[name]
        for name in ("no noise on pairs (i, i)", "noise on pairs i <= j only", "as if R were 1")
    },
)
def noise_is_large(build: Build, bits: int, width: int) -> Iterator[Comparison]:
    """The noise is of length about R d, while y is of length at most n d: E |y~ - y|^2 = d^2
    sigma^2, which for sigma = R c is (R d c)^2.

    Fair: The mean square over all noise of d^2 coordinates, from the law of the noisy parities,
    against d^2 times the variance of one; y by enumeration of databases of up to three rows, where
    n d is attained. c is the factor sqrt(2 ln(1.25/delta))/eps.
    """
    base = Fraction(2)
    made = _noisy_law(build, bits, width, base)
    variance = sum((p * z * z for z, p in weights(base, width).items()), Fraction(0))
    some: tuple[tuple[int, ...], ...] = ((), (1,))
    for x in some:
        y, noisy = row_parities(x, bits), made.noisy(x)
        total = Fraction(0)
        for each in noisy:
            step = [a - b for a, b in zip(each, y, strict=True)]
            total += inner(step, step) * noisy.probability(each)
        yield eq(f"{x}: mean square", total, bits**2 * variance)
    lengths: dict[int, Fraction] = {}
    for x in at_most_rows(bits, 3):
        y = row_parities(x, bits)
        lengths[len(x)] = max(lengths.get(len(x), Fraction(0)), inner(y, y))
    for n, longest in lengths.items():
        yield eq(f"n = {n}: greatest |y|^2", longest, (n * bits) ** 2)
    unit = classical_deviation(HALF, Fraction(1, 1000), Fraction(bits))
    c = sqrt(2 * ln(Fraction(1250))) * 2
    squared = unit**2 * bits**2
    yield le("(R d c)^2", abs(low(squared) - high((c * bits * bits) ** 2)), Fraction(1, 10**6))


WITNESS = (1, 1, 1, 1)
"""y of one row; w = (0, 5, -6, 0)."""


@claim(
    "VT14.TXT.proj",
    Form.PRINTED,
    over(noise=((HALF, 5, 0, 0), (0, 5, -6, 0), (1, 2, 3, 4))),
    about=projected,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 7, 'We know |p - y~| <= |y - p|', which is false; true, and what the next line "
        "needs, is |p - y^| <= |p - y|, p being beyond y^",
        left="|p - y~|^2",
        right="|y - p|^2",
    ),
)
def printed_step(build: Project, noise: tuple[Fraction, ...]) -> Iterator[Comparison]:
    """Let p be the foot of the perpendicular from y~ to the line through y and y^: then |p - y~|
    <= |y - p|.

    Fair: d = 2, n = 1, y the parities of one row (1, 1); y^ differs from y.
    """
    y = tuple(map(Fraction, WITNESS))
    noisy = tuple(a + b for a, b in zip(y, noise, strict=True))
    z = build(noisy, 2, 1)
    if z == y:
        return
    way = tuple(a - b for a, b in zip(z, y, strict=True))
    t = inner(noise, way) / inner(way, way)
    p = tuple(a + t * b for a, b in zip(y, way, strict=True))
    far = tuple(a - b for a, b in zip(p, noisy, strict=True))
    yield le("foot", inner(far, far), t**2 * inner(way, way))


@claim(
    "VT14.TXT.proj",
    Form.CORRECTED,
    over(
        part=sized(
            ("laws", "tight", *range(12)),
            ("laws", "tight", *range(60)),
            ("laws", "tight", *range(200)),
        )
    ),
    about=projected,
    impostors=WRONG_PROJECTIONS,
)
def error_of_the_projection(build: Project, part: object) -> Iterator[Item]:
    """For y in n K, w = y~ - y and y^ the point of n K nearest to y~: |y^ - y|^2 <= <y^ - y, w> <=
    2 max over n K of <z, w>, and not 4; the foot p of y~ on the line through y and y^ has |y^ - y|
    <= |p - y|. So the error exceeds 2 n t with at most the probability that the maximum over K
    exceeds t.

    Fair: d = 2, 3, n = 1, 2, 3, y of n rows and of mixtures with real weights, in turn, w in
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


def _bounded(build: Project, y: Vector, w: Vector, bits: int, n: int) -> Iterator[Comparison]:
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


def _within(most: int) -> Callable[[tuple[int, ...], Vector], bool]:
    def good(database: tuple[int, ...], answers: Vector) -> bool:
        y = row_parities(database, 2)
        off = [a - b for a, b in zip(answers, y, strict=True)]
        return inner(off, off) <= most

    return good


@dataclass(frozen=True)
class Weighted:
    """The projection for some weights, as step 3."""

    build: Callable[..., Vector]
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


def fourth_powers(n: int, d: int) -> tuple[int, int]:
    """Of the errors of independent noise, d, and of multiplicative weights, sqrt(n) d^(1/4)."""
    return d**4, n**2 * d


@claim(
    "VT14.TXT.regimes",
    Form.PRINTED,
    over(c=(2, 3, 5), n=(1, 2, 4, 8, 9, 16, 27, 64, 81, 125, 625)),
    about=fourth_powers,
    impostors={
        "independent noise of error d^2": lambda n, d: (d**8, n**2 * d),
        "independent noise of error sqrt(d)": lambda n, d: (d**2, n**2 * d),
        "multiplicative weights of error sqrt(n d)": lambda n, d: (d**4, n**2 * d**2),
        "multiplicative weights of error n^(1/4) d^(1/4)": lambda n, d: (d**4, n * d),
        "exchanged": lambda n, d: (n**2 * d, d**4),
    },
)
def regimes(build: Callable[[int, int], tuple[int, int]], c: int, n: int) -> Iterator[Comparison]:
    """With k = d^2 queries independent noise has error sqrt(k) = d; private multiplicative
    weights, and the projection, have error sqrt(n) d^(1/4); a constant relative error is reached
    at n = sqrt(d), while independent noise needs n = d.

    Fair: Logarithms, eps and delta dropped, as in print; d = c^4, so that the roots are integers.
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


ROOTS: tuple[Vector, ...] = (
    (HALF, HALF, HALF, HALF),
    (Fraction(2, 5), Fraction(2, 5), Fraction(4, 5), Fraction(1, 5)),
    (Fraction(0), Fraction(3, 5), Fraction(4, 5), Fraction(0)),
    (Fraction(1), Fraction(0), Fraction(0), Fraction(0)),
)
"""Square roots of distributions on the pairs, d = 2."""


@claim(
    "VT14.TXT.dist-err",
    Form.PRINTED,
    over(number=range(len(ROOTS)), n=(1, 2, 3), some=sized(range(4), range(20), range(60))),
    about=projected_for,
    impostors=WRONG_WEIGHTED,
    uses=("VT14.TXT.proj",),
)
def error_under_a_distribution(
    build: Callable[..., Vector], number: int, n: int, some: int
) -> Iterator[Item]:
    """For every distribution D on the pairs there is a release with mean error E over D of |y^_ij
    - y_ij| at most sqrt(n) d^(1/4), up to what depends on eps and delta.

    Fair: (In print both symbols lack the hat.) The projection in the norm weighted by D, d = 2:
    scaled by sqrt(D_ij) every column of Q has length exactly 1, so noise of one level is private
    whatever D is; the square of the mean error is at most the mean square, and that at most 2 n
    times the maximum of <z, w> over the scaled K, the mean of which is at most sqrt(2 ln 2^d)
    sigma (here for w of signs). Nearest by all vertices. Laws: shares 4 : 4 : 16 : 1, noise in
    {-1, 0, 1}, one row.
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
