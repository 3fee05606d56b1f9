"""Section 1.1: randomised response and what can be estimated from it (Example 1.1.2)."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import these
from audits.claims.vt14.impostors.biased_response import (
    LEAKING,
    WRONG_COINS,
    WRONG_ESTIMATES,
    WRONG_PROMISES,
    WRONG_WARNER,
)
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse

BIASES = (TENTH, QUARTER, HALF)


@claim(
    "VT14.ALG.RR",
    over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)), b=BIASES),
    about=BiasedResponse,
    impostors=WRONG_COINS | WRONG_ESTIMATES,
)
def kept_or_flipped(build: Build, n: int, b: Fraction) -> Check:
    """Every bit is kept with probability (1 + b)/2 and flipped with (1 - b)/2, independently; the
    estimate of the mean is (1/n) sum of (x'_i - (1 - b)/2)/b.

    Fair: All databases of n bits and all answers, by the number of bits that differ.
    """
    made = build(b)
    for x in product((0, 1), repeat=n):
        found = law(made, x)
        for answers in product((0, 1), repeat=n):
            flipped = sum(u != v for u, v in zip(x, answers, strict=True))
            expected = ((1 - b) / 2) ** flipped * ((1 + b) / 2) ** (n - flipped)
            yield eq(f"{x}, {answers}", found.probability(answers), expected)
    for answers in product((0, 1), repeat=n):
        expected = (2 * sum(answers) - n * (1 - b)) / (2 * b * n)
        yield eq(f"estimate from {answers}", made.estimate(answers), expected)


@claim(
    "VT14.ALG.Warner",
    over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))),
    about=WarnerResponse,
    impostors=WRONG_WARNER,
)
@claim(
    "VT14.TXT.warner",
    over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    about=WarnerResponse,
    impostors=WRONG_WARNER,
)
def two_coins(build: Callable[[], Any], n: int) -> Check:
    """Toss a coin; if heads answer truthfully, else toss again, and answer truthfully if heads and
    falsely if tails: a truthful answer has the probability 3/4, as for b = 1/2, and ln 3 is lost.

    Fair: All databases of n bits, by the number of bits that differ; the loss is attained, and is
    what is promised.
    """
    made = build()
    universe = WarnerResponse().universe(n)
    yield eq("promised", made.guarantee.exp_eps, 3)
    yield private(made, universe, made.guarantee, name="as promised")
    for x in product((0, 1), repeat=n):
        found = law(made, x)
        for answers in product((0, 1), repeat=n):
            kept = sum(u == v for u, v in zip(x, answers, strict=True))
            yield eq(f"{x}, {answers}", found.probability(answers), Fraction(3**kept, 4**n))


@claim(
    "VT14.E1.1.2a",
    over(b=BIASES, n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=BiasedResponse,
    impostors=LEAKING | WRONG_PROMISES,
)
def what_a_bit_loses(build: Build, b: Fraction, n: int) -> Check:
    """X_i affects x'_i alone, and Pr[x'_i = x_i]/Pr[x'_i = not x_i] = (1 + eps)/(1 - eps) =
    e^O(eps): the mechanism is ln((1 + eps)/(1 - eps))-private, and that is at most 2 ln(3) eps.

    Fair: Eps = b up to 1/2, where 2 ln(3) eps is attained; all databases of n bits.
    """
    made = build(b)
    yield private(made, replace_one((0, 1), n, ordered=True), made.guarantee)
    yield eq("promised", made.guarantee.exp_eps, (1 + b) / (1 - b))
    yield le("e^O(eps)", made.guarantee.exp_eps**b.denominator, 3 ** (2 * b.numerator))


@claim(
    "VT14.E1.1.2a",
    over(b=BIASES, n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=BiasedResponse,
    impostors=LEAKING
    | WRONG_PROMISES
    | {name: WRONG_COINS[name] for name in ("half the bias", "flipped with probability e^-eps")},
)
def no_less_than_twice(build: Build, b: Fraction, n: int) -> Check:
    """The mechanism loses exactly ln((1 + eps)/(1 - eps)) > 2 eps: it is not eps-private.

    Fair: One bit is changed, the others are the same; e^(2 eps) < 1 + 2 eps + 2 eps^2 + 2 eps^3 <
    (1 + eps)/(1 - eps) for eps up to 1/2.
    """
    made = build(b)
    yield private(made, replace_one((0, 1), n, ordered=True), made.guarantee)
    ones, others = (1,) * n, (0, *(1,) * (n - 1))
    left, right = law(made, ones).probability(ones), law(made, others).probability(ones)
    yield eq("attained", left * (1 - b), right * (1 + b))
    yield eq("promised", made.guarantee.exp_eps * right, left)
    yield lt("e^(2 eps)", exp_high(2 * b), 1 + 2 * b + 2 * b**2 + 2 * b**3)
    yield lt("eps = b", (1 + 2 * b + 2 * b**2 + 2 * b**3) * right, left)


@claim(
    "VT14.E1.1.2b",
    over(n=sized((1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)), b=(QUARTER, HALF)),
    about=BiasedResponse,
    impostors=WRONG_COINS | WRONG_ESTIMATES,
)
def unbiased_estimate(build: Build, n: int, b: Fraction) -> Check:
    """E[x'_i] = eps x_i + (1 - eps)/2, so that the estimate has the mean of the bits for its mean;
    its variance is (1 - eps^2)/(4 n eps^2), whatever the bits are.

    Fair: Eps = b; all databases of n bits; moments of the law of all answers.
    """
    made = build(b)
    for x in product((0, 1), repeat=n):
        found = law(made, x)
        for i in range(n):
            mean = sum(found.probability(y) for y in found if y[i])
            yield eq(f"{x}: E[x'_{i}]", mean, b * x[i] + (1 - b) / 2)
        first = sum((found.probability(y) * made.estimate(y) for y in found), Fraction(0))
        second = sum((found.probability(y) * made.estimate(y) ** 2 for y in found), Fraction(0))
        yield eq(f"{x}: mean", first, Fraction(sum(x), n))
        yield eq(f"{x}: variance", second - first**2, (1 - b**2) / (4 * n * b**2))


def ones_first(n: int) -> list[Rows]:
    """A database for each number of ones."""
    return [(1,) * k + (0,) * (n - k) for k in range(n + 1)]


def close(build: Any, distance_squared: Fraction) -> Callable[[Rows, Rows], bool]:
    """Whether the estimate is within a distance of the mean, which it may not reach."""

    def good(x: Rows, answers: Rows) -> bool:
        off = build.estimate(answers) - Fraction(sum(x), len(x))
        return bool(off**2 < distance_squared)

    return good


TIMES = (HALF, Fraction(1), Fraction(3, 2))


@claim(
    "VT14.E1.1.2c",
    over(n=sized((4, 6), (4, 6, 8), (4, 6, 8, 10)), b=(Fraction(1, 5), HALF), t=TIMES),
    about=BiasedResponse,
    impostors={
        "one coin for all rows": WRONG_COINS["one coin for all rows"],
        "kept with probability b": WRONG_COINS["kept with probability b"],
        **WRONG_ESTIMATES,
    },
)
def probably_close(build: Build, n: int, b: Fraction, t: Fraction) -> Check:
    """By the Chernoff bound the estimate minus the mean is at most O(1/(sqrt(n) eps)): it is off
    by t/(eps sqrt(n)) or more with probability at most 2 e^(-2 t^2).  Surely it is off by at most
    (1 + eps)/(2 eps) only: all zeros may be answered by ones.

    Fair: Eps = b; a database for each number of ones; also for 20 and 60 rows, by binomial sums.
    """
    made = build(b)
    bound = 2 * exp_low(-2 * t**2)
    good = close(made, t**2 / (b**2 * n))
    yield eq("ones for zeros", made.estimate((1,) * n), (1 + b) / (2 * b))
    if bound < 1:
        yield accurate(made, these(ones_first(n)), good, bound)
    for rows in (20, 60) if n == 4 else ():
        for ones in (0, rows // 2, rows):
            tail = beyond(rows, ones, b, t)
            yield le(f"{rows} rows, {ones} ones", tail, bound)


def beyond(n: int, ones: int, b: Fraction, t: Fraction) -> Fraction:
    """Pr[|est - mean| >= t/(b sqrt(n))]: kept ones and flipped zeros are binomial."""
    keep, tail = (1 + b) / 2, Fraction(0)
    for kept in range(ones + 1):
        of_ones = comb(ones, kept) * keep**kept * (1 - keep) ** (ones - kept)
        for flipped in range(n - ones + 1):
            off = (Fraction(kept + flipped, n) - (1 - b) / 2) / b - Fraction(ones, n)
            if off**2 * b**2 * n >= t**2:
                zeros = n - ones
                tail += (
                    of_ones
                    * comb(zeros, flipped)
                    * (1 - keep) ** flipped
                    * keep ** (zeros - flipped)
                )
    return tail
