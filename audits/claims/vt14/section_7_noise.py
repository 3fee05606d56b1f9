"""Section 7: Gaussian noise for all parities, and its privacy."""

from operator import sub

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.vt14.impostors.gaussian_samplers import WRONG_COINS, WRONG_SAMPLERS
from audits.claims.vt14.impostors.parity_noise import (
    ANY_D,
    FROM_TWO,
    OTHER_LAWS,
    PROMISES,
    PROMISES_FROM_TWO,
    WRONG_DEVIATIONS,
    WRONG_VARIANCES,
    printed_deviation,
)
from audits.claims.vt14.impostors.projections import nothing
from audits.claims.vt14.laws.gaussian_sampler import discrete_delta, followed
from audits.claims.vt14.laws.parity_hulls import at_most_rows
from audits.claims.vt14.laws.projections import weights
from reference.data.parities import column, row_parities
from reference.data.parity_hull import squared_radius
from reference.exact.nearest_point import inner
from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    ExponentialCoin,
    classical_deviation,
)
from reference.mechanisms.release.gaussian_projection import (
    TruncatedGaussianProjection,
    variance_of_parities,
)
from reference.privacy.gaussian import gaussian_delta

Deviation = Callable[[Fraction, Fraction, Fraction], Interval]

EPS = (Fraction(1, 100), Fraction(1, 10), HALF, Fraction(1))
DELTAS = sized(
    (Fraction(1, 10**2), Fraction(1, 10**4), Fraction(1, 10**9)),
    tuple(Fraction(1, 10**k) for k in range(2, 10)),
    tuple(Fraction(1, 10**k) for k in range(2, 13)),
)


def delta_of(deviation: Deviation, eps: Fraction, delta: Fraction, bits: int) -> Interval:
    """The least delta of Gaussian noise of this deviation on Q x."""
    radius = Fraction(bits)
    return gaussian_delta(eps, sensitivity=radius, deviation=deviation(eps, delta, radius))


@claim(
    "VT14.TXT.gauss-priv",
    over(eps=EPS, delta=DELTAS, bits=(1, 3)),
    about=printed_deviation,
    refuted=Erratum(
        Grade.CONSTANT,
        "Section 7, step 2: too little below the root, with natural logarithms as with binary "
        "ones, which are checked; sqrt(2 ln(1.25/delta)) is enough for eps <= 1",
        left="the least delta of the printed noise",
        right="delta",
    ),
)
def printed_noise_is_private(build: Deviation, eps: Fraction, delta: Fraction, bits: int) -> Check:
    """Q x plus independent Gaussian noise of deviation R sqrt(log(1/delta))/eps on each coordinate
    is (eps, delta)-private.

    Fair: The logarithm is binary; with natural ones there is less noise, and delta is larger. The
    exact privacy curve of Gaussian noise at Euclidean distance R = d.
    """
    yield le("least delta", low(delta_of(build, eps, delta, bits)), delta)


@claim(
    "VT14.ALG.GeoProject",
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
def printed_release_is_private(build: Deviation, delta: Fraction, bits: int) -> Check:
    """Steps 1 to 3, with noise of deviation R sqrt(log(1/delta))/eps, are (eps, delta)-private.

    Fair: eps = 1, binary logarithms; as many rows of every kind, or a row v more, and n twice
    their number: y is far inside of n K, as there are more and more of them, so that in the limit
    the projection keeps the sum of all y~_ij v_i v_j, which is Gaussian and shows the whole shift;
    at d = 1 nothing is lost with more than sigma^2 + 1/2 rows, for then the best event, y~ > n/2 +
    sigma^2 + 1/2, is one of y^.
    """
    yield le("least delta", low(delta_of(build, Fraction(1), delta, bits)), delta)


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
    over(
        part=(
            "noise",
            "radius",
            (1, 1, 2, 1),
            (2, 1, 1, 4),
            (2, 1, 1, 2),
            "sampler",
            "variance",
            "coin",
        )
    ),
    form=Form.CORRECTED,
    about=STEP_TWO,
    impostors={
        **{name: STEP_TWO.but(0, wrong) for name, wrong in WRONG_DEVIATIONS.items()},
        **{
            name: STEP_TWO.but(1, wrong)
            for name, wrong in (ANY_D | FROM_TWO | PROMISES | PROMISES_FROM_TWO).items()
        },
        "R^2 = 1": STEP_TWO.but(2, lambda _: 1),
        "R^2 = d": STEP_TWO.but(2, lambda bits: bits),
        **{f"sampler: {name}": STEP_TWO.but(3, wrong) for name, wrong in WRONG_SAMPLERS.items()},
        **{f"coin: {name}": STEP_TWO.but(4, wrong) for name, wrong in WRONG_COINS.items()},
        **{f"variance: {name}": STEP_TWO.but(5, w) for name, w in WRONG_VARIANCES.items()},
    },
    uses=("VT14.ALG.GaussianNoise",),
)
def noise_is_private(parts: Parts, part: object) -> Check:
    """Q x plus independent Gaussian noise of deviation R sqrt(2 ln(1.25/delta))/eps, R = d, is
    (eps, delta)-private for eps <= 1; with truncated noise on the integers, of weights e^(-eps z^2
    / s), it is (eps, delta)-private for every eps, delta that of a shift of all d^2 coordinates by
    one, and for no smaller delta.

    Fair: Continuous noise by its exact privacy curve, d = 1 and 3, eps up to 1; the length of all
    differences of neighbours by enumeration; for a replaced row its square is at most 2 R^2.
    Discrete noise: a first try ends with z with a probability in proportion to e^(-z^2/(2V)), as
    an identity in e (2 in place of e^(1/L)), all paths; coins of e^-x, all paths above 10^-9; the
    variance for a target solves (eps - rho)^2 = 4 rho ln(1/delta), rho = R^2/(2V), up to a
    sixteenth of V, and at d = 1 the exact delta is below. (d, n, w, s) else: databases of at most
    one row, step 3 left out, every eps.
    """
    if part == "noise":
        for eps, delta, d in product(EPS, DELTAS.tiny, (1, 3)):
            name = f"eps {eps}, delta {delta}, d = {d}"
            deviation = parts(0, eps, delta, Fraction(d))
            yield from nearly(name, exp((deviation * eps / d) ** 2 / 2), Fraction(5, 4) / delta)
            found = gaussian_delta(eps, sensitivity=Fraction(d), deviation=deviation)
            yield le(name, high(found), delta)
        return
    if part == "radius":
        for d in (1, 2, 3):
            columns = [column(v, d) for v in range(2**d)]
            yield eq(f"R^2, d = {d}", parts(2, d), max(inner(q, q) for q in columns))
            ways = [tuple(map(sub, q, other)) for q, other in product(columns, repeat=2)]
            furthest = max(inner(way, way) for way in ways)
            yield eq(f"replaced, d = {d}", furthest, 2 * parts(2, d) - 2 * (d % 2))
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
    yield private(build, add_remove_one(range(2**bits), 1), build.guarantee)


def first_try(noise: Any, variance: Fraction, parts_of_e: int) -> Iterator[Comparison]:
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


@claim(
    "VT14.TXT.noise-large",
    over(bits=(1, 2), width=sized((1, 2), (1, 2, 3), (1, 2, 3))),
    about=TruncatedGaussianProjection,
    impostors=ANY_D
    | OTHER_LAWS
    | {
        name: FROM_TWO[name]
        for name in ("no noise on pairs (i, i)", "noise on pairs i <= j only", "as if R were 1")
    },
)
def noise_is_large(build: Build, bits: int, width: int) -> Check:
    """The noise is of length about R d, while y is of length at most n d: E |y~ - y|^2 = d^2
    sigma^2, which for sigma = R c is (R d c)^2.

    Fair: The mean square over all noise of d^2 coordinates, from the law of the noisy parities,
    against d^2 times the variance of one; y by enumeration of databases of up to three rows, where
    n d is attained. c is the factor sqrt(2 ln(1.25/delta))/eps.
    """
    base = Fraction(2)
    made = build(bits, 1, width, 1, Epsilon(base))
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
