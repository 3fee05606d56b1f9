"""Section 1.1: Gaussian noise does not quite work (Example 1.1.3)."""

from itertools import accumulate

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, bits
from reference.mechanisms.noise.discrete_gaussian import truncated_gaussian
from reference.privacy.gaussian import gaussian_delta

PI = Fraction(314159265358979, 10**14), Fraction(314159265358980, 10**14)


def density(z: Fraction, pi: Fraction) -> Interval:
    """The standard normal density at z, with this number for pi."""
    return exp(-exact(z * z) / 2) / sqrt(2 * pi)


def tail(z: Fraction) -> Interval:
    """Pr[N(0, 1) > z] for |z| <= 2, to 2^-40: 1/2 - (the sum of (-1)^k z^(2k+1) / (k! 2^k (2k+1)))
    / sqrt(2 pi).
    """
    powers = accumulate(range(1, 30), lambda p, k: -p * z * z / (2 * k), initial=z)
    total = sum((p / (2 * k + 1) for k, p in enumerate(powers)), Fraction(0))
    return HALF - total / sqrt(2 * PI[0])


TWO_TAILS = "normal_tail(distance - half) - exp(eps) * normal_tail(distance + half)"
WRONG[gaussian_delta] = {
    "the second tail left out": " - exp(eps) * normal_tail(distance + half) => ",
    "the second tail without e^eps": "exp(eps) * normal_tail => normal_tail",
    "sensitivity 2": given(gaussian_delta, sensitivity=2),
    "half the deviation": given(gaussian_delta, deviation=lambda s: s / 2),
    "no delta": f"{TWO_TAILS} => exact(0)",
    "the tail bound e^(-(eps s)^2/2)": f"{TWO_TAILS} => exp(-((exact(eps) * sigma) ** 2) / 2)",
}


@claim(
    "VT14.ALG.GaussianNoise",
    over(eps=(TENTH, HALF), deviation=(HALF, ONE, TWO)),
    about=gaussian_delta,
)
def gaussian_noise(curve: Build, eps: Fraction, deviation: Fraction) -> Check:
    """Q(x) + N(0, sigma^2) has the density f((z - q(x))/sigma)/sigma, f(z) = e^(-z^2/2)/sqrt(2
    pi): it is (eps, delta)-private, for answers that differ by 1, for the integral of what f
    exceeds e^eps times the other density by, and for no smaller delta.

    Cases: The integral by sums from above and below, over cells on which both densities are
    bounded by their values at the ends; delta is enclosed to a sixteenth. The two tails of which
    it is made, to 2^-30, by the series of f.
    """
    shift = 1 / deviation
    start = eps * deviation - shift / 2
    width, factor = Fraction(1, 16), exp(eps)
    cells = [start + i * width for i in range(16 * 4 + 1)]
    upper = lower = exact(0)
    for left, right in pairwise(cells):
        peak = density(min(max(Fraction(0), left), right), PI[0])
        least = min((density(left, PI[1]), density(right, PI[1])), key=low)
        upper += width * (peak - factor * density(right + shift, PI[1]))
        lower += width * (least - factor * density(left + shift, PI[0]))
    found = curve(eps, sensitivity=1, deviation=deviation)
    beyond = density(cells[-1], PI[0]) / 2
    yield le("from above", low(found), high(upper + beyond))
    yield le("from below", low(lower), high(found))
    yield lt("enclosed", high(upper + beyond), low(lower) + Fraction(1, 16))
    off = found - (tail(start) - factor * tail(start + shift))
    yield le("tails", high(off * off), Fraction(1, 2**60))


WRONG[truncated_gaussian] = {
    "two-sided geometric": "-z * z => -abs(z)",
    "all values alike": "-z * z => 0",
    "squares up to 4, then lines": "-z * z => -z * z if abs(z) < 2 else 2 - 3 * abs(z)",
    "half the variance": "-z * z => -2 * z * z",
    "not centred": "-z * z => -((z - 1) ** 2)",
    "one-sided": "range(-width, width + 1) => range(width + 1)",
}


@dataclass(frozen=True, slots=True)
class NoisyCount:
    """The number of ones plus noise."""

    noise: Build
    base: Any
    width: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        z: int = coins.draw(self.noise(self.base, self.width))
        return sum(database) + z


@claim(
    "VT14.ALG.GaussianNoise",
    over(n=(1, 2), width=sized((1, 3), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=truncated_gaussian,
)
def discrete_gaussian_noise(build: Build, n: int, width: int) -> Check:
    """The discrete form has masses in proportion to b^(-z^2), here on -w, ..., w: it is (eps,
    delta)-private for delta = Pr[Z = w], e^eps = b^(2w - 1), and for no smaller eps or delta.

    Cases: Every b > 1; the number of ones of n bits; the mass at z + 1 is b^-(2z+1) times that at
    z, and all add up to 1; the ends of two counts are apart, and the greatest other ratio is that
    of 1 - w and -w.
    """
    noise = build(R, width)
    for z in range(-width, width):
        ratio = R ** -(2 * z + 1)
        yield eq(f"{z + 1} and {z}", noise.probability(z + 1), ratio * noise.probability(z))
    whole = sum((noise.probability(z) for z in range(-width, width + 1)), start=NOTHING)
    yield eq("in all", whole, 1)
    total = sum((R ** -(z * z) for z in range(-width, width + 1)), start=NOTHING)
    delta = R ** -(width * width) / total
    made = NoisyCount(build, R, width)
    yield private(made, bits(n), Guarantee(R ** (2 * width - 1), delta))


@claim(
    "VT14.E1.1.3c",
    over(base=(Fraction(11, 10), Fraction(3, 2), TWO), exp_eps=(2, 1000)),
    about=truncated_gaussian,
)
def tail_of_gaussian_noise(build: Build, base: Fraction, exp_eps: int) -> Check:
    """The Gaussian distribution does not quite work: in the tail the densities of neighbours are
    no constant factor apart. For masses b^(-z^2) that at k is b^(2k+1) times that at k + 1, which
    is above e^eps from some k on, for every b > 1 and every eps.  Continuous noise of deviation
    sigma has a delta above 0 at every eps.

    Cases: The least such k, by trying all; the noise on -k-1, ..., k+1, so that both have mass,
    for the counts 0 and 1 and the answer -k; the ratio of the next smaller k is not above e^eps.
    """
    k = next(k for k in range(10**4) if base ** (2 * k + 1) > exp_eps)
    noise = build(base, k + 1)
    yield lt(f"k = {k}", exp_eps * noise.probability(-k - 1), noise.probability(-k))
    yield lt("has mass", 0, noise.probability(-k - 1))
    for deviation in (HALF, ONE):
        delta = gaussian_delta(ln(exp_eps), sensitivity=1, deviation=deviation)
        yield lt(f"sigma = {deviation}", 0, low(delta))
    if k:
        yield le(f"k = {k - 1}", noise.probability(1 - k), exp_eps * noise.probability(-k))
