"""Section 1.1: Laplace noise, and its discrete version (Example 1.1.3, Proposition 1.1.4)."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, bits, every
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount, GeometricCount
from reference.mechanisms.noise.laplace_mechanism import LaplaceCells, LaplaceVectorCells
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.noise.truncated_geometric import TruncatedAnswerCount

A = 1 / R
"""e^-eps."""

ROWS = sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6))


def ones(count: int, n: int) -> Rows:
    """So many ones among n bits."""
    return (1,) * count + (0,) * (n - count)


MASS, TAIL, OTHER_TAIL = (
    "(1 - g) / (1 + g) * g ** abs(value)",
    "g**value / (1 + g)",
    "1 - g ** (1 - value) / (1 + g)",
)
ONE_SIDED = (
    f"{MASS} => (1 - g) * g**value if value >= 0 else 0 * g",
    f"{TAIL} => g**value",
    f"{OTHER_TAIL} => g / g",
    "self.at_least(-value) => 1 - self.at_least(value + 1)",
)
SIGNED = (
    f"{MASS} => (1 - g) * g ** abs(value) / (2 if value else 1)",
    f"{TAIL} => g**value / 2",
    f"{OTHER_TAIL} => 1 - g ** (1 - value) / 2",
)
WRONG[TwoSidedGeometric] = {
    "one-sided": ONE_SIDED,
    "a random sign, 0 counted twice": SIGNED,
    "ratio e^(-2 eps)": given(TwoSidedGeometric, ratio=lambda a: a * a),
    "ratio e^(-eps)/2": given(TwoSidedGeometric, ratio=lambda a: a / 2),
}


@claim("VT14.ALG.Geometric", over(reach=sized((3,), (6,), (20,))), about=TwoSidedGeometric)
def proportional_to_the_density(build: Build, reach: int) -> Check:
    """The discrete version has a mass at each integer multiple of 1/n that is proportional to the
    density of Lap(1/(eps n)): to e^(-eps |k|) at k/n.

    Cases: Every eps, k from -reach to reach; with the mass at 0 all masses add up to 1: the tails
    are what is left.
    """
    noise = build(A)
    for k in range(-reach, reach + 1):
        yield eq(f"mass at {k}", noise.probability(k), noise.probability(0) * A ** abs(k))
    inside = sum((noise.probability(k) for k in range(-reach, reach + 1)), start=NOTHING)
    tails = 2 * noise.probability(0) * A ** (reach + 1) / (1 - A)
    yield eq("in all", inside + tails, 1)
    yield eq("tail", noise.at_least(reach + 1) * 2, tails)


def with_noise(build: Build, other: Build) -> Build:
    """A noisy count with other noise."""
    drawn = "coins.draw_noise(noise, settled)"
    instead = "coins.draw(noise.clamped(low - value, high - value))"
    return wrong(build, f"value + {drawn} => value + {instead}", TwoSidedGeometric=other)


WRONG[GeometricCount] = {
    "one-sided noise": with_noise(GeometricCount, wrong(TwoSidedGeometric, *ONE_SIDED)),
    "a random sign, 0 counted twice": with_noise(
        GeometricCount, wrong(TwoSidedGeometric, *SIGNED)
    ),
    "noise twice": wrong(
        GeometricCount,
        "answer = self.query(database)  # 1 => "
        "answer = coins.run(NoisyInteger(self.ratio, self.shown), self.query(database))",
    ),
    "half the noise": "Total(), 1, self.eps, shown => Total(), 1, self.eps * 2, shown",
    "drawn again until it can be shown": TruncatedAnswerCount,
    "moved into [0, n] before it is shown": given(
        ClampedGeometricCount, low=lambda low: low + 1, high=lambda high: high - 1
    ),
}


@claim("VT14.ALG.Geometric", over(n=ROWS), form=Form.CONCRETE, about=GeometricCount)
def noisy_count(build: Build, n: int) -> Check:
    """The number of ones plus noise with Pr[Z = k] = (1 - a)/(1 + a) a^|k|, a = e^-eps, is
    eps-private.

    Cases: Every eps, all databases of n bits; shown from -2 to n + 2: the ends have the tails.
    """
    made = build(-2, n + 2, every(2))
    b = R**-2
    yield private(made, bits(n), pure(R**2))
    for count in range(n + 1):
        found = law(made, ones(count, n))
        for y in range(-1, n + 2):
            expected = (1 - b) / (1 + b) * b ** abs(y - count)
            yield eq(f"{count} ones, {y}", found.probability(y), expected)
        yield eq(f"{count} ones, low end", found.probability(-2), b ** (count + 2) / (1 + b))
        yield eq(
            f"{count} ones, high end", found.probability(n + 2), b ** (n + 2 - count) / (1 + b)
        )


@claim(
    "VT14.E1.1.3a",
    over(z=(1, 2, 3)),
    about=TwoSidedGeometric,
    refuted=Erratum(
        Grade.WORDING,
        "Section 1.1, Example 1.1.3, last display but one: 'e^(1/(n sigma)) = e^(-eps)' lacks a "
        "minus sign in the exponent; above, 'density of M(x') at q(x)' is that at q(x') + z",
        left="the density at z + 1/n",
        right="e^(1/(n sigma)) times the density at z, sigma = 1/(eps n)",
    ),
)
def ratio_of_densities_printed(build: Build, z: int) -> Check:
    """For z > 0 and sigma = 1/(eps n) the density at z + 1/n is e^(1/(n sigma)) times that at z,
    which is the density of M(x') at q(x).

    Cases: The discrete version, every eps; in units of 1/n, q(x') = q(x) + 1/n.
    """
    noise = build(A)
    yield eq(f"{z}", noise.probability(z + 1), R * noise.probability(z))
    yield eq(f"M(x') at q(x), {z}", noise.probability(-1), noise.probability(z))


@claim("VT14.E1.1.3a", over(n=ROWS), form=Form.CORRECTED, about=GeometricCount)
def ratio_of_densities(build: Build, n: int) -> Check:
    """A counting query changes by 1/n at most between neighbours, so its noisy value needs noise
    with a density at z + 1/n within e^-eps and e^eps times that at z: for sigma = 1/(eps n) and z
    >= 0 it is e^(-1/(n sigma)) = e^-eps times it, and for z < 0 e^eps times.

    Cases: The discrete version in units of 1/n, every eps: ratios at each y of the laws for
    neighbouring counts, the ends included; and all databases of n bits.
    """
    made = build(-2, n + 2, every(2))
    yield private(made, bits(n), pure(R**2))
    for count in range(n):
        here, there = law(made, ones(count, n)), law(made, ones(count + 1, n))
        for y in range(-2, n + 3):
            name = f"{count} and {count + 1} ones at {y}"
            p, q = here.probability(y), there.probability(y)
            yield eq(name, p, (R**2 if y <= count else R**-2) * q)


LAPLACE = "half * self.base**-value if value >= 0 else 1 - half * self.base**value"
ONE_SIDED_LAPLACE = f"{LAPLACE} => self.base ** -max(value, 0)"
WRONG[LaplaceNoise] = {
    "exponential noise": ONE_SIDED_LAPLACE,
    "tails not halved": f"{LAPLACE} => "
    "self.base**-value if value > 0 else self.base**0 / (1 if value else 2)",
    "half the scale": given(LaplaceNoise, base=lambda s: s * s),
}
TIMES = over(t=sized(range(1, 6), range(1, 10), range(1, 30)))


@claim("VT14.E1.1.3b", TIMES, about=LaplaceNoise)
def tail_of_laplace_noise(build: Build, t: int) -> Check:
    """Pr[|Lap(sigma)| > sigma t] <= e^(-Omega(t)): it is e^-t.

    Cases: Every sigma = b/g for integers b and g: noise of base s = e^(1/b), s^t for e^t.
    """
    noise = build(R)
    yield eq("both tails", noise.at_least(t) + 1 - noise.at_least(-t), R**-t)
    yield eq("alike", noise.at_least(t), 1 - noise.at_least(-t))


@claim("VT14.E1.1.3b", TIMES, form=Form.CONCRETE, about=TwoSidedGeometric)
def tail_of_geometric_noise(build: Build, t: int) -> Check:
    """Pr[|Z| >= t] = 2 a^t/(1 + a) for t >= 1; E|Z| = 2a/(1 - a^2) and Var Z = 2a/(1 - a)^2.

    Cases: Every eps; masses up to t - 1 against the tails; E|Z| as the sum of Pr[|Z| >= j], of
    which those from t on are a geometric series; squares from t on by their series.
    """
    noise = build(A)
    inside = sum((noise.probability(k) for k in range(1 - t, t)), start=NOTHING)
    yield eq("masses", 1 - inside, 2 * A**t / (1 + A))
    yield eq("tails", noise.at_least(t) + 1 - noise.at_least(1 - t), 2 * A**t / (1 + A))
    tails = sum((2 * noise.at_least(j) for j in range(1, t)), start=NOTHING)
    whole = tails * (1 - A) + 2 * noise.at_least(t)
    yield eq("E|Z| (1 - a)", whole, 2 * A / (1 + A))
    squares = sum((2 * k * k * noise.probability(k) for k in range(1, t)), start=NOTHING)
    series = t * t * (1 - A) ** 2 + 2 * t * A * (1 - A) + A * (1 + A)
    rest = 2 * A**t / (1 + A) * series
    yield eq("Var Z (1 - a)^2", squares * (1 - A) ** 2 + rest, 2 * A)


WRONG[LaplaceCells] = {
    "exponential noise": wrong(LaplaceCells, LaplaceNoise=wrong(LaplaceNoise, ONE_SIDED_LAPLACE)),
    "half the scale": "self.eps.exp() => self.eps.exp(2)",
}


@claim("VT14.ALG.Laplace", over(n=ROWS), about=LaplaceCells)
def laplace_mechanism(build: Build, n: int) -> Check:
    """M(x) = q(x) + Lap(GS_q/eps), seen between integers: a unit interval at the distance j from
    the count has (1 - e^-eps) e^(-j eps)/2, and what lies beyond a distance j has e^(-j eps)/2.

    Cases: Every eps, all databases of n bits, cuts at -1, ..., n + 1: the laws and the privacy.
    """
    cuts = tuple(range(-1, n + 2))
    made = build(cuts, every(1))
    yield private(made, bits(n), pure(R))
    for count in range(n + 1):
        found = law(made, ones(count, n))
        yield eq(f"{count}: below", found.probability(0), A ** (count + 1) / 2)
        yield eq(f"{count}: above", found.probability(n + 3), A ** (n + 1 - count) / 2)
        for i, start in enumerate(cuts[:-1], 1):
            distance = start - count if start >= count else count - start - 1
            expected = (1 - A) * A**distance / 2
            yield eq(f"{count}: from {start}", found.probability(i), expected)


def changed(n: int, answers: Mapping[Rows, int]) -> Iterator[tuple[int, Rows, Rows]]:
    """By how much the answer grows between neighbours."""
    for x, i in product(bit_strings(n), range(n)):
        other = (*x[:i], 1 - x[i], *x[i + 1 :])
        yield answers[other] - answers[x], x, other


SHARE = "self.eps.exp(Fraction(1, self.sensitivity))"
WRONG[LaplaceVectorCells] = {
    "the sensitivity is forgotten": f"{SHARE} => self.eps.exp()",
    "half the scale": f"{SHARE} => self.eps.exp(Fraction(2, self.sensitivity))",
    "eps GS for GS/eps": f"{SHARE} => self.eps.exp(self.sensitivity)",
    "twice the noise": f"{SHARE} => self.eps.exp(Fraction(1, 2 * self.sensitivity))",
    "sees no rows": blind(LaplaceVectorCells, lambda rows: (0,) * len(rows)),
}


@claim(
    "VT14.P1.1.4", over(n=(1, 2), gs=sized((1, 2), (1, 2, 3), (1, 2, 3))), about=LaplaceVectorCells
)
def laplace_mechanism_is_private(build: Build, n: int, gs: int) -> Check:
    """For every query q, q(x) + Lap(GS_q/eps) is eps-private.

    Cases: Every eps; all q from n bits to 0, ..., GS_q that attain it between neighbours; cuts
    at every answer show all of the loss, which is attained.
    """
    for values in product(range(gs + 1), repeat=2**n):
        answers = {x[::-1]: v for x, v in zip(bit_strings(n), values, strict=True)}
        most, low, high = max(changed(n, answers))
        if most != gs:
            continue
        asked = build(lambda x, a=answers: (a[x],), gs, tuple(range(gs + 1)), every(gs))
        universe = replace_one((0, 1), n, ordered=True)
        yield private(asked, universe, pure(R**gs), name=f"{values}")
        p, q = (law(asked, x).probability((0,)) for x in (low, high))
        yield eq(f"{values}: attained", p, R**gs * q)
