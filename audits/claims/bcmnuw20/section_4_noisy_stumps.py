"""Section 4, first paragraph: the release of decision stumps from private rows alone."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.responses import promised, responses
from audits.claims.klmns20.laws.compositions import BIT
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, attained, every
from reference.mechanisms.release.noisy_stumps import (
    NoisyStumps,
    gaussian_variance,
    loss_of_a_count,
    rows_needed,
    squared_sensitivity,
)

not_finitely_checkable(
    "BCMNUW20.ALG.StumpNoise",
    statement="Gaussian noise of variance 2 p ln(1.25/delta) / eps^2 on the p counts of the "
    "attributes is (eps, delta)-private, and gives the answers 2 (c_j + N_j) / n - 1.",
    reason="its law is a density; its exact privacy is a difference of two values of the normal "
    "distribution function, which is none of the functions that are decided here. Sensitivity and "
    "a sufficient tail bound are in the concrete form, geometric noise in BCMNUW20.ALG.StumpGeom.",
)

GAUSSIAN = Parts(sensitivity=squared_sensitivity, variance=gaussian_variance)
WRONG[GAUSSIAN] = {
    "the sensitivity of one count": GAUSSIAN.but(sensitivity="return attributes => return 1"),
    "the l1 sensitivity, squared": GAUSSIAN.but(
        sensitivity="return attributes => return attributes**2"
    ),
    "ln(5/(4 delta)) without the factor 2": GAUSSIAN.but(variance="return 2 * ln => return ln"),
    "noise for one count": GAUSSIAN.but(variance="* squared_sensitivity(attributes) => * 1"),
}


@claim(
    "BCMNUW20.ALG.StumpNoise",
    over(
        p=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)),
        eps=(Fraction(1), TENTH),
        delta=(HALF, HUNDREDTH, Fraction(1, 10**6)),
    ),
    form=Form.CONCRETE,
    about=GAUSSIAN,
)
def gaussian_noise(parts: Parts, p: int, eps: Fraction, delta: Fraction) -> Check:
    """The counts of p attributes have the l2 sensitivity D = sqrt(p) for a replaced row (2 sqrt(p)
    for sums of -1 and +1), and for the variance v = 2 D^2 ln(1.25/delta) / eps^2, u = sqrt(v) / D,
    Pr[Z >= t] <= e^(-t^2/2) / (t sqrt(2 pi)) <= delta for a standard normal Z, t = eps u - 1/(2u):
    this suffices for (eps, delta)-privacy.

    Cases: All pairs of two vectors of bits. The loss of a shift by D is normal, and exceeds eps
    with the probability of Z >= t; this is the classical proof, with sqrt(2 pi) > 5/2.
    """
    rows = range(1 << p)
    distances = [
        sum((x >> j & 1) != (y >> j & 1) for j in range(p)) for x, y in combinations(rows, 2)
    ]
    yield eq("squared sensitivity", parts.sensitivity(p), max(distances))
    u = sqrt(parts.variance(p, eps, delta) / max(distances))
    t = eps * u - 1 / (2 * u)
    yield le("t > 0", HUNDREDTH, low(t))
    tail = exp(-t * t / 2) / (t * Fraction(5, 2))
    yield chance("the tail", high(tail), delta)


SHOWN = "shown: tuple[int, ...] = ()"
NOISY = "coins.run(noisy, count)"
COUNTS: dict[str, str | tuple[str, ...]] = {
    "one noise for all counts": (
        (
            f"{SHOWN} => most = len(database) + self.reach\n"
            "        z = coins.run(NoisyInteger(noisy.ratio, (-most, most)), 0)\n"
            f"        {SHOWN}"
        ),
        f"{NOISY} => min(max(count + z, -self.reach), most)",
    ),
    "the last count is exact": "return shown => return (*shown[:-1], counts[-1])",
    "the noise is clamped": f"{NOISY} => count + coins.run(NoisyInteger(noisy.ratio, (-1, 1)), 0)",
    "half of the noise": "self.eps.exp(-1) => self.eps.exp(-2)",
}
WRONG[NoisyStumps] = COUNTS


@claim(
    "BCMNUW20.ALG.StumpGeom",
    over(multisets(4, sized(2, 3, 3)), reach=(0, 1)),
    form=Form.CONCRETE,
    about=NoisyStumps,
)
def noisy_counts(build: Build, rows: Rows, reach: int) -> Check:
    """Each of p counts has two-sided geometric noise of ratio b = e^-eps of its own, and is moved
    to [-m, n + m]; one replaced row costs p eps.

    Cases: Every eps, p = 2, all databases of up to two rows; probabilities are products of tails.
    For n = 2 the privacy of all pairs of databases against the promise.
    """
    n, mechanism = len(rows), build(2, every(1), reach)
    found = law(mechanism, rows)
    counts = [sum(x >> j & 1 for x in rows) for j in range(2)]
    shown = range(-reach, n + reach + 1)
    for first in shown:
        for second in shown:
            mass = _shown(first - counts[0], first, shown) * _shown(
                second - counts[1], second, shown
            )
            yield eq(f"({first}, {second})", found.probability((first, second)), mass)
    if rows == (0, 3):
        promise = NoisyStumps(2, every(1)).guarantee
        yield eq("e^(p eps)", promise.exp_eps, R**2)
        yield private(mechanism, replace_one(range(4), 2), promise)


def _shown(gap: int, value: int, shown: range) -> RationalFunction:
    """The probability of a value, so much above the count; ends of the range have a tail."""
    b = 1 / R
    if value in {shown[0], shown[-1]}:
        return b ** abs(gap) / (1 + b)
    return (1 - b) / (1 + b) * b ** abs(gap)


def profile(p: int, j: int) -> RationalFunction:
    """The sum over 2i - p > j of C(p, i) (r^i - r^(j + p - i)) / (1 + r)^p."""
    terms = (comb(p, i) * (R**i - R ** (j + p - i)) for i in range(p + 1) if 2 * i - p > j)
    return sum(terms, NOTHING) / (1 + R) ** p


STUMPS = Parts(mechanism=NoisyStumps, profile=profile)
WRONG[STUMPS] = {
    **{name: STUMPS.but(mechanism=edit) for name, edit in COUNTS.items()},
    "the profile of one count less": STUMPS.but(profile=given(profile, p=lambda p: max(1, p - 1))),
    "2i - p >= j + 2": STUMPS.but(profile="- p > j) => - p > j + 1)"),
}


@claim(
    "BCMNUW20.L.StumpGeom",
    over(p=(1, 2, 3), n=sized((1,), (1, 2), (1, 2)), reach=(0, 1)),
    form=Form.CONCRETE,
    about=STUMPS,
)
def privacy_profile(parts: Parts, p: int, n: int, reach: int) -> Check:
    """With loss eps for each of p counts, delta(e^(j eps)) = sum over 2i - p > j of C(p, i) (r^i -
    r^(j + p - i)) / (1 + r)^p, r = e^eps: that of p randomized responses. It is attained if all p
    counts change, whatever interval from [0, n] on counts are shown in.

    Cases: Every eps, all pairs of databases, j = 0, ..., p; at j = p delta is 0. Attained by rows
    of zeros and one row of ones, and the event that more than (p + j)/2 counts are 0 or less.
    """
    mechanism = parts.mechanism(p, every(1), reach)
    for j in range(p + 1):
        delta = parts.profile(p, j)
        universe = replace_one(range(1 << p), n)
        yield private(mechanism, universe, Guarantee(R**j, delta), name=f"j = {j}")
        zeros, ones = (0,) * n, ((0,) * (n - 1)) + ((1 << p) - 1,)

        def mostly_zero(shown: Rows, j: int = j) -> bool:
            return 2 * sum(c <= 0 for c in shown) - p > j

        yield attained(mechanism, zeros, ones, mostly_zero, R**j, delta)


ENOUGH = Parts(mechanism=NoisyStumps, rows=rows_needed, loss=loss_of_a_count)
LARGER = "max(sample.rounded_up(), noise.rounded_up())"
WRONG[ENOUGH] = {
    "sees rows of zeros": ENOUGH.but(mechanism=sees_zeros(NoisyStumps)),
    "a quarter of the eps": ENOUGH.but(mechanism="exp(-1) => exp(Fraction(-1, 4))"),
    "a twelfth of the rows": ENOUGH.but(rows=f"{LARGER} => {LARGER} // 12"),
    "rows without sqrt(p)": ENOUGH.but(rows=f"{LARGER} => sample.rounded_up()"),
    "the loss eps / sqrt(p)": ENOUGH.but(
        loss="sqrt(8 * attributes * ln(1 / delta)) => sqrt(attributes)"
    ),
}


@claim(
    "BCMNUW20.TXT.stumps-private",
    over(
        p=sized((1, 4), (1, 4, 16), (1, 4, 16, 64)),
        alpha=sized((HALF,), (HALF, QUARTER), (HALF, QUARTER)),
        delta=(HUNDREDTH,),
        beta=(QUARTER,),
    ),
    form=Form.CONCRETE,
    about=ENOUGH,
    uses=("BCMNUW20.MON.T3.21", "BCMNUW20.L.StumpGeom"),
)
def rows_that_are_enough(
    parts: Parts, p: int, alpha: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """With noise of loss eps / sqrt(8 p ln(1/delta)) on each count, eps <= 1, the release is (eps,
    delta)-private, and with max(8 ln(4p/beta) / alpha^2, 4 sqrt(8 p ln(1/delta)) ln(4p/beta) /
    (alpha eps)) rows all answers are within alpha of the means with probability 1 - beta.

    Cases: eps = 1; the exact privacy of p responses; the exact failure for independent attributes
    of mean 0 (bits of mean 1/2), which is a sum over all counts. For p = 1 and 4 the mechanism, on
    two rows: no count is off by z or more, but for 2p b^z / (1 + b), b = e^-4 and z = 2.
    """
    eps = Fraction(1)
    loss, n = parts.loss(p, eps, delta), parts.rows(p, alpha, beta, eps, delta)
    yield private(responses(loss, p), BIT, promised(eps, delta), name="privacy")
    one = failing(n, alpha / 2, (exp(-loss) * 2**PLACES).rounded_up())
    yield chance(f"n = {n}", high(1 - (1 - exact(one)) ** p), beta)
    if p <= 4:
        b, z, root = Fraction(1, 16), 2, Epsilon(Fraction(2), 4)
        mechanism = parts.mechanism(p, root, 2)
        pairs = replace_one((0, (1 << p) - 1), 2)
        bound = 2 * p * b**z / (1 + b)

        def no_noise_reaches_z(rows: Rows, shown: Rows) -> bool:
            counts = (sum(x >> j & 1 for x in rows) for j in range(p))
            return all(abs(c - n) < z for c, n in zip(shown, counts, strict=True))

        yield accurate(mechanism, pairs, no_noise_reaches_z, bound)


PLACES = 12
"""Binary digits of the ratio of the noise."""


def failing(n: int, error: Fraction, ratio: int) -> Fraction:
    """Pr[|min(max(C + N, 0), n) / n - 1/2| > error], C of n fair bits, N of ratio / 2^12."""
    least, most = -((n * error - HALF * n).__floor__()), (n * error + HALF * n).__floor__()
    power: list[int] = [ratio**k << PLACES * (n + 2 - k) for k in range(n + 3)]

    def at_least(v: int) -> int:
        """Pr[N >= v] (1 + g) 2^(12 (n + 2))."""
        return power[v] if v >= 1 else power[0] + power[1] - power[1 - v]

    lost = 0
    for k in range(n + 1):
        below = at_least(k + 1 - least) if least > 0 else 0
        above = at_least(most + 1 - k) if most < n else 0
        lost += comb(n, k) * (below + above)
    return Fraction(lost, power[0] + power[1] << n)
