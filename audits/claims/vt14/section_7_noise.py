"""Section 7: Gaussian noise for all parities, and its privacy."""

from operator import sub

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.vt14.laws.gaussian_sampler import discrete_delta, followed
from audits.claims.vt14.laws.parity_hulls import at_most_rows
from audits.claims.vt14.laws.projections import weights
from reference.data.parities import Vector, column, row_parities
from reference.data.parity_hull import squared_radius
from reference.exact.nearest_point import inner
from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    ExponentialCoin,
    classical_deviation,
    truncated_gaussian,
)
from reference.mechanisms.release.gaussian_projection import (
    TruncatedGaussianProjection,
    variance_of_parities,
)
from reference.privacy.gaussian import gaussian_delta

EPS = (Fraction(1, 100), TENTH, HALF, ONE)
DELTAS = sized(
    (Fraction(1, 10**2), Fraction(1, 10**4), Fraction(1, 10**9)),
    tuple(Fraction(1, 10**k) for k in range(2, 10)),
    tuple(Fraction(1, 10**k) for k in range(2, 13)),
)


def printed_deviation(eps: Fraction, delta: Fraction, sensitivity: Fraction) -> Interval:
    """Without the factor 2, for binary logarithms: the natural one is smaller still."""
    return sqrt(ln(1 / delta) / ln(2)) * sensitivity / eps


def delta_of(deviation: Build, eps: Fraction, delta: Fraction, bits: int) -> Interval:
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
def printed_noise_is_private(build: Build, eps: Fraction, delta: Fraction, bits: int) -> Check:
    """Q x plus independent Gaussian noise of deviation R sqrt(log(1/delta))/eps on each coordinate
    is (eps, delta)-private.

    Cases: The logarithm is binary; with natural ones there is less noise, and delta is larger. The
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
def printed_release_is_private(build: Build, delta: Fraction, bits: int) -> Check:
    """Steps 1 to 3, with noise of deviation R sqrt(log(1/delta))/eps, are (eps, delta)-private.

    Cases: eps = 1, binary logarithms; as many rows of every kind, or a row v more, and n twice
    their number: y is far inside of n K, as there are more and more of them, so that in the limit
    the projection keeps the sum of all y~_ij v_i v_j, which is Gaussian and shows the whole shift;
    at d = 1 nothing is lost with more than sigma^2 + 1/2 rows, for then the best event, y~ > n/2 +
    sigma^2 + 1/2, is one of y^.
    """
    yield le("least delta", low(delta_of(build, ONE, delta, bits)), delta)


def noise(*edits: str, **names: object) -> Build:
    """The release with other noise."""
    return wrong(TruncatedGaussianProjection, *edits, **names)


def law_of_noise(edit: str) -> Build:
    """With another law of each coordinate, and the same promise."""
    return noise(truncated_gaussian=wrong(truncated_gaussian, edit))


EACH = "each = truncated_gaussian(self.base, self.width)"
FIRST = "each.map(lambda z: (y[0] + z,))"
AGAIN = "found.product(each)"


def noise_where(condition: str) -> Build:
    """On some of the coordinates k only."""
    return noise(
        f"{EACH} => {EACH}\n        none = truncated_gaussian(self.base, 0)",
        f"{FIRST} => none.map(lambda z: ())",
        "for a in y[1:]: => for k, a in enumerate(y):",
        f"{AGAIN} => found.product(each if {condition} else none)",
    )


ANY_D = {
    "no noise": noise(f"{EACH} => each = truncated_gaussian(self.base, 0)"),
    "half of the variance": noise(f"{EACH} => {EACH.replace('base', 'base**2')}"),
    "one-sided noise": law_of_noise("range(-width, width + 1) => range(width + 1)"),
    "noise that is narrower by one": noise(f"{EACH} => {EACH.replace('width', 'width - 1')}"),
}
"""Too little noise, for every d."""

FROM_TWO = {
    "no noise on pairs (i, i)": noise_where("k % (self.bits + 1)"),
    "noise on pairs i <= j only": noise_where("k // self.bits <= k % self.bits"),
    "as if R were 1": noise(f"{EACH} => {EACH.replace('base', 'base ** (self.bits**2)')}"),
}
"""What is no mistake at d = 1."""

WRONG[TruncatedGaussianProjection] = {
    **ANY_D,
    **FROM_TWO,
    "two-sided geometric noise": law_of_noise("-z * z) => -abs(z))"),
    "a quarter of the variance": noise(f"{EACH} => {EACH.replace('base', 'base**4')}"),
}
TO_ALL = {
    "one noise for all coordinates": noise(
        f"found: Dist[tuple[int, ...], R] = {FIRST} => "
        "return each.map(lambda z: tuple(a + z for a in y))"
    )
}
DELTA = "truncated_delta(self.base, self.width, coordinates=k, multiple=self.spread)"
GIVEN = "Guarantee(self.eps.exp(), delta)"
END = "truncated_gaussian(self.base, self.width).probability(self.width)"
PROMISES = {
    "half of delta": noise(f"{GIVEN} => Guarantee(self.eps.exp(), delta * Fraction(1, 2))"),
    "99/100 of delta": noise(f"{GIVEN} => Guarantee(self.eps.exp(), delta * Fraction(99, 100))"),
    "delta at twice eps": noise("multiple=self.spread => multiple=2 * self.spread"),
    "delta of one coordinate": noise("k = self.bits**2 => k = 1"),
    "delta of d coordinates": noise("k = self.bits**2 => k = self.bits"),
    "delta of one end": noise(f"{DELTA} => {END}"),
    "delta of the ends alone": noise(
        f"delta = {DELTA} => one = self.base / self.base\n        delta = one - (one - {END}) ** k"
    ),
}
DEVIATION = "* sensitivity / eps"
LONGEST = "max(sum(z * z for z in vertex) for vertex in vertices(bits))"
REJECTED = "return off * off / (2 * self.variance)"
THINNED = "if not coins.run(ExponentialCoin(Fraction(low, scale)), ()):"
SAMPLERS = {
    "scale t + 1, rejected as for t": "t = self.scale  # 1 => t = self.scale + 1",
    "rejected too often": f"{REJECTED} => return off * off / self.variance",
    "rejected too seldom": f"{REJECTED} => return off * off / (4 * self.variance)",
    "rejected as if nothing had been": "size - self.variance / self.scale => Fraction(size)",
    "the part below t is not thinned": f"{THINNED} => if False:",
    "zero in two ways": "if size or not negative: => if True:",
    "no sign": "negative = coins.draw(bernoulli(Fraction(1, 2))) => negative = False",
    "nothing is rejected": "if coins.run(ExponentialCoin(self.rejected(abs(noise))), ()): => "
    "if True:",
    "no noise": "return value + noise  # 4 => return value",
    "negative noise is rejected as zero": "rejected(abs(noise)) => rejected(max(noise, 0))",
}
VARIANCE = "variance_for(eps, delta, bits * bits)"
VARIANCES = {
    "R^2 = d": f"{VARIANCE} => variance_for(eps, delta, bits)",
    "seven eighths of it": f"{VARIANCE} => {VARIANCE} * Fraction(7, 8)",
    "twice as much": f"{VARIANCE} => {VARIANCE} * 2",
    "for delta / 2": f"{VARIANCE} => variance_for(eps, delta / 2, bits * bits)",
    "for replaced rows": f"{VARIANCE} => variance_for(eps, delta, 2 * bits * bits)",
}
STEP_TWO = Parts(
    deviation=classical_deviation,
    release=TruncatedGaussianProjection,
    squared_radius=squared_radius,
    sampler=DiscreteGaussian,
    coin=ExponentialCoin,
    variance=variance_of_parities,
)
WRONG[STEP_TWO] = {
    "sqrt(log(1/delta)), as printed": STEP_TWO.but(deviation=printed_deviation),
    "R = 1": STEP_TWO.but(deviation=f"{DEVIATION} => / eps"),
    "sqrt(R)": STEP_TWO.but(deviation=f"{DEVIATION} => * sqrt(sensitivity) / eps"),
    "half": STEP_TWO.but(deviation=f"{DEVIATION} => {DEVIATION} / 2"),
    **{
        name: STEP_TWO.but(release=each)
        for name, each in (ANY_D | FROM_TWO | TO_ALL | PROMISES).items()
    },
    "R^2 = 1": STEP_TWO.but(squared_radius=f"{LONGEST} => 1"),
    "R^2 = d": STEP_TWO.but(squared_radius=f"{LONGEST} => bits"),
    **{f"sampler: {name}": STEP_TWO.but(sampler=edit) for name, edit in SAMPLERS.items()},
    "coin: the whole part of x left out": STEP_TWO.but(coin="range(whole) => range(0)"),
    "coin: an even number of heads is wanted": STEP_TWO.but(
        coin=(
            "_first_failure(Fraction(1), coins) % 2 => not _first_failure(Fraction(1), coins) % 2",
            "_first_failure(part, coins) % 2 => not _first_failure(part, coins) % 2",
        )
    ),
    "coin: all coins but the first have x/2": STEP_TWO.but(
        coin="bernoulli(exponent / k) => bernoulli(exponent / min(k, 2))"
    ),
    **{f"variance: {name}": STEP_TWO.but(variance=edit) for name, edit in VARIANCES.items()},
}


def not_projected(noisy: Vector, _bits: int, _rows: int) -> Vector:
    """Step 3 left out."""
    return noisy


@claim(
    "VT14.TXT.gauss-priv",
    over(eps=EPS, delta=DELTAS.tiny, d=(1, 3)),
    form=Form.CORRECTED,
    about=STEP_TWO,
    uses=("VT14.ALG.GaussianNoise",),
    clause="continuous noise",
)
def noise_is_private(parts: Parts, eps: Fraction, delta: Fraction, d: int) -> Check:
    """Q x plus independent Gaussian noise of deviation R sqrt(2 ln(1.25/delta))/eps, R = d, is
    (eps, delta)-private for eps <= 1.

    Cases: By its exact privacy curve.
    """
    deviation = parts.deviation(eps, delta, Fraction(d))
    yield from nearly("deviation", exp((deviation * eps / d) ** 2 / 2), Fraction(5, 4) / delta)
    found = gaussian_delta(eps, sensitivity=Fraction(d), deviation=deviation)
    yield le("delta", high(found), delta)


@claim(
    "VT14.TXT.gauss-priv",
    over(d=(1, 2, 3)),
    form=Form.CORRECTED,
    about=STEP_TWO,
    clause="the radius",
)
def radius_of_neighbours(parts: Parts, d: int) -> Check:
    """Here R is the greatest length of a difference of neighbours; for a replaced row its square
    is at most 2 R^2.

    Cases: By enumeration.
    """
    columns = [column(v, d) for v in range(2**d)]
    yield eq("R^2", parts.squared_radius(d), max(inner(q, q) for q in columns))
    ways = [tuple(map(sub, q, other)) for q, other in product(columns, repeat=2)]
    furthest = max(inner(way, way) for way in ways)
    yield eq("replaced", furthest, 2 * parts.squared_radius(d) - 2 * (d % 2))


@claim(
    "VT14.TXT.gauss-priv",
    over(shape=((1, 1, 2, 1), (2, 1, 1, 4), (2, 1, 1, 2))),
    form=Form.CORRECTED,
    about=STEP_TWO,
    clause="truncated noise",
)
def truncated_noise_is_private(parts: Parts, shape: tuple[int, int, int, int]) -> Check:
    """With truncated noise on the integers, of weights e^(-eps z^2 / s), it is (eps,
    delta)-private for every eps, delta that of a shift of all d^2 coordinates by one, and for no
    smaller delta.

    Cases: (d, n, w, s) = shape: databases of at most one row, step 3 left out.
    """
    bits, rows, width, spread = shape
    loss = Epsilon.indeterminate(parts=spread)
    made = parts.release(bits, rows, width, spread, loss, not_projected)
    yield private(made, add_remove_one(range(2**bits), 1), made.guarantee)


@claim(
    "VT14.TXT.gauss-priv",
    over(tries=((Fraction(1, 3), 6), (Fraction(9, 2), 36))),
    form=Form.CORRECTED,
    about=STEP_TWO,
    clause="the sampler",
)
def discrete_noise_is_drawn(parts: Parts, tries: tuple[Fraction, int]) -> Check:
    """Discrete noise: a first try ends with z with a probability in proportion to e^(-z^2/(2V)).

    Cases: (V, L) = tries: as an identity in e (2 in place of e^(1/L)), all paths of the tries that
    reject nothing; V/(2t^2) = c/L for the scale t.
    """
    variance, parts_of_e = tries
    noise, t = parts.sampler(variance), DiscreteGaussian(variance).scale

    def power(x: Fraction) -> Fraction:
        return Fraction(1, 2 ** int(x * parts_of_e))

    found, _ = followed(lambda coins: noise(5, coins) - 5, power, t, most=8)
    constant = (1 - power(Fraction(1))) / (2 * t) * power(variance / (2 * t * t))
    for z in range(-4, 5):
        expected = constant * power(Fraction(z * z) / (2 * variance))
        yield eq(f"{z}", found.get(z, Fraction(0)), expected)


@claim(
    "VT14.TXT.gauss-priv",
    over(x=(Fraction(0), Fraction(1, 3), ONE, Fraction(5, 2))),
    form=Form.CORRECTED,
    about=STEP_TWO,
    clause="the coins",
)
def coins_of_an_exponential(parts: Parts, x: Fraction) -> Check:
    """Its coins show heads with probability e^-x.

    Cases: All paths above 10^-9.
    """
    sides, left = followed(partial(parts.coin(x), ()), least=Fraction(1, 10**9))
    p = sides.get(True, Fraction(0))
    yield le("at least", exp_low(-x), p + left)
    yield le("at most", p, exp_high(-x))
    yield le("left", left, Fraction(1, 10**5))


@claim(
    "VT14.TXT.gauss-priv",
    over(eps=(HALF, Fraction(3)), delta=DELTAS.tiny, d=(1, 3)),
    form=Form.CORRECTED,
    about=STEP_TWO,
    clause="the variance",
)
def variance_is_enough(parts: Parts, eps: Fraction, delta: Fraction, d: int) -> Check:
    """The variance V for a target solves (eps - rho)^2 = 4 rho ln(1/delta), rho = R^2/(2V), and is
    enough.

    Cases: Up to a sixteenth of V; at d = 1 the exact delta is below.
    """
    variance, most = parts.variance(d, eps, delta), ln(1 / delta)
    longest = max(inner(column(v, d), column(v, d)) for v in range(2**d))
    rho = longest / (2 * variance)
    yield le("rho", rho, eps)
    yield le("enough", high(4 * rho * most), (eps - rho) ** 2)
    less = longest / (2 * (variance - Fraction(1, 16)))
    yield lt("no less", (eps - less) ** 2, low(4 * less * most))
    if d == 1:
        reach = (variance * (eps + 2)).__ceil__()
        yield le("exact delta", discrete_delta(eps, variance, reach), delta)


@claim(
    "VT14.TXT.noise-large",
    over(bits=(1, 2), width=sized((1, 2), (1, 2, 3), (1, 2, 3))),
    about=TruncatedGaussianProjection,
)
def noise_is_large(build: Build, bits: int, width: int) -> Check:
    """The noise is of length about R d, while y is of length at most n d: E |y~ - y|^2 = d^2
    sigma^2, which for sigma = R c is (R d c)^2.

    Cases: The mean square over all noise of d^2 coordinates, from the law of the noisy parities,
    against d^2 times the variance of one; y by enumeration of databases of up to three rows, where
    n d is attained. c is the factor sqrt(2 ln(1.25/delta))/eps.
    """
    made = build(bits, 1, width, 1, Epsilon(TWO))
    variance = sum((p * z * z for z, p in weights(TWO, width).items()), Fraction(0))
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
