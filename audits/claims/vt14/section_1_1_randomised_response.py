"""Section 1.1: randomised response and what can be estimated from it (Example 1.1.2)."""

from audits.claims.prelude import *
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse

BIASES = (TENTH, QUARTER, HALF)
RATE = "bernoulli((1 - self.bias) / 2)"
FLIPPED = "tuple(1 - x if coins.draw(flip) else x for x in database)"
SUM = "sum(shifted, Fraction(0))"
LOSS = "Guarantee((1 + self.bias) / (1 - self.bias), "


def a_fixed_number(made: Any, x: Rows, coins: Any) -> Rows:
    """Random rows are flipped, n (1 - b)/2 of them, rounded to an integer with this mean."""
    size, rest = divmod(len(x) * (1 - made.bias) / 2, 1)
    more = bool(rest) and coins.draw(bernoulli(rest))
    flipped = coins.draw(Dist.uniform(combinations(range(len(x)), int(size) + more)))
    return tuple(1 - y if i in flipped else y for i, y in enumerate(x))


WRONG[BiasedResponse] = {
    "one coin for all rows": (
        f"{RATE} => coins.draw({RATE})",
        f"{FLIPPED} => tuple(1 - x if flip else x for x in database)",
    ),
    "a fixed number of rows is flipped": wrong(
        BiasedResponse, f"{FLIPPED} => fixed(self, database, coins)", fixed=a_fixed_number
    ),
    "the first row is published": f"{FLIPPED} => "
    "(*database[:1], *(1 - x if coins.draw(flip) else x for x in database[1:]))",
    "kept with probability b": f"{RATE} => bernoulli(1 - self.bias)",
    "flipped with probability e^-eps": f"{RATE} => bernoulli((1 - self.bias) / (1 + self.bias))",
    "half the bias": f"{RATE} => bernoulli((1 - self.bias / 2) / 2)",
    "zeros are published": "if coins.draw(flip) => if x and coins.draw(flip)",
    "1 + b": f"{LOSS} => Guarantee(1 + self.bias, ",
    "twice the loss": f"{LOSS} => Guarantee(((1 + self.bias) / (1 - self.bias)) ** 2, ",
    "clamped": f"{SUM} / self.bias / len(answers) => "
    f"min(max({SUM} / self.bias / len(answers), Fraction(0)), Fraction(1))",
    "not shifted": "x - (1 - self.bias) / 2 => x",
    "not divided by b": f"{SUM} / self.bias => {SUM}",
    "shifted by (1 + b)/2": "x - (1 - self.bias) / 2 => x - (1 + self.bias) / 2",
}
HEADS, TAILS = "answers.append(x)\n", "x if coins.draw(heads) else 1 - x"
AGAIN = f"{HEADS} => answers.append(x if coins.draw(heads) else {{}})\n"
WRONG[WarnerResponse] = {
    "false after the first tails": f"{TAILS} => 1 - x",
    "true only after two heads": (AGAIN.format("1 - x"), f"append({TAILS})  # 2 => append(1 - x)"),
    "true if the coins agree": (
        AGAIN.format("1 - x"),
        f"append({TAILS})  # 2 => append(1 - x if coins.draw(heads) else x)",
    ),
    "always true": f"{TAILS} => x",
    "the coins of one for all": "for x in database: => once = coins.draw(heads) or "
    "coins.draw(heads)\n        return tuple(x if once else 1 - x for x in database)\n"
    "        for x in database:",
    "1 after the first tails": f"{TAILS} => 1",
    "promises ln 2": "Guarantee(Fraction(3) => Guarantee(Fraction(2)",
    "promises ln 4": "Guarantee(Fraction(3) => Guarantee(Fraction(4)",
}


@claim(
    "VT14.ALG.RR",
    over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)), b=BIASES),
    about=BiasedResponse,
)
def kept_or_flipped(build: Build, n: int, b: Fraction) -> Check:
    """Every bit is kept with probability (1 + b)/2 and flipped with (1 - b)/2, independently; the
    estimate of the mean is (1/n) sum of (x'_i - (1 - b)/2)/b.

    Cases: All databases of n bits and all answers, by the number of bits that differ.
    """
    made = build(b)
    for x, y in product(bit_strings(n), repeat=2):
        flips = differing(x, y)
        expected = ((1 - b) / 2) ** flips * ((1 + b) / 2) ** (n - flips)
        yield eq(f"{x}, {y}", law(made, x).probability(y), expected)
    for y in bit_strings(n):
        yield eq(f"estimate from {y}", made.estimate(y), (2 * sum(y) - n * (1 - b)) / (2 * b * n))


@claim(
    "VT14.ALG.Warner", over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))), about=WarnerResponse
)
@claim("VT14.TXT.warner", over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))), about=WarnerResponse)
def two_coins(build: Build, n: int) -> Check:
    """Toss a coin; if heads answer truthfully, else toss again, and answer truthfully if heads and
    falsely if tails: a truthful answer has the probability 3/4, as for b = 1/2, and ln 3 is lost.

    Cases: All databases of n bits, by the number of bits that differ; the loss is attained, and is
    what is promised.
    """
    made = build()
    yield eq("promised", made.guarantee.exp_eps, 3)
    yield private(made, WarnerResponse().universe(n), made.guarantee, name="as promised")
    for x, y in product(bit_strings(n), repeat=2):
        kept = n - differing(x, y)
        yield eq(f"{x}, {y}", law(made, x).probability(y), Fraction(3**kept, 4**n))


@claim(
    "VT14.E1.1.2a",
    over(b=BIASES, n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=BiasedResponse,
)
def what_a_bit_loses(build: Build, b: Fraction, n: int) -> Check:
    """X_i affects x'_i alone, and Pr[x'_i = x_i]/Pr[x'_i = not x_i] = (1 + eps)/(1 - eps) =
    e^O(eps): the mechanism is ln((1 + eps)/(1 - eps))-private, and that is at most 2 ln(3) eps.

    Cases: Eps = b up to 1/2, where 2 ln(3) eps is attained; all databases of n bits.
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
)
def no_less_than_twice(build: Build, b: Fraction, n: int) -> Check:
    """The mechanism loses exactly ln((1 + eps)/(1 - eps)) > 2 eps: it is not eps-private.

    Cases: One bit is changed, the others are the same; e^(2 eps) < 1 + 2 eps + 2 eps^2 + 2 eps^3 <
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
)
def unbiased_estimate(build: Build, n: int, b: Fraction) -> Check:
    """E[x'_i] = eps x_i + (1 - eps)/2, so that the estimate has the mean of the bits for its mean;
    its variance is (1 - eps^2)/(4 n eps^2), whatever the bits are.

    Cases: Eps = b; all databases of n bits; moments of the law of all answers.
    """
    made = build(b)
    for x in bit_strings(n):
        y = law(made, x)
        for i in range(n):
            yield eq(f"{x}: E[x'_{i}]", expectation(y, itemgetter(i)), b * x[i] + (1 - b) / 2)
        first = expectation(y, made.estimate)
        second = expectation(y, lambda answers: made.estimate(answers) ** 2)
        yield eq(f"{x}: mean", first, Fraction(sum(x), n))
        yield eq(f"{x}: variance", second - first**2, (1 - b**2) / (4 * n * b**2))


@claim(
    "VT14.E1.1.2c",
    over(
        n=sized((4, 6), (4, 6, 8), (4, 6, 8, 10)),
        b=(Fraction(1, 5), HALF),
        t=(HALF, ONE, Fraction(3, 2)),
    ),
    about=BiasedResponse,
)
def probably_close(build: Build, n: int, b: Fraction, t: Fraction) -> Check:
    """By the Chernoff bound the estimate minus the mean is at most O(1/(sqrt(n) eps)): it is off
    by t/(eps sqrt(n)) or more with probability at most 2 e^(-2 t^2).  Surely it is off by at most
    (1 + eps)/(2 eps) only: all zeros may be answered by ones.

    Cases: Eps = b; a database for each number of ones; also for 20 and 60 rows, by binomial sums.
    """
    made, bound = build(b), 2 * exp_low(-2 * t**2)

    def good(x: Rows, y: Rows) -> bool:
        return bool((made.estimate(y) - Fraction(sum(x), n)) ** 2 < t**2 / (b**2 * n))

    yield eq("ones for zeros", made.estimate((1,) * n), (1 + b) / (2 * b))
    if bound < 1:
        yield accurate(made, these([(1,) * k + (0,) * (n - k) for k in range(n + 1)]), good, bound)
    for rows in (20, 60) if n == 4 else ():
        for ones in (0, rows // 2, rows):
            yield le(f"{rows} rows, {ones} ones", beyond(rows, ones, b, t), bound)


def beyond(n: int, ones: int, b: Fraction, t: Fraction) -> Fraction:
    """Pr[|est - mean| >= t/(b sqrt(n))]: kept ones and flipped zeros are binomial."""
    keep, zeros, tail = (1 + b) / 2, n - ones, Fraction(0)
    for kept, flipped in product(range(ones + 1), range(zeros + 1)):
        off = (Fraction(kept + flipped, n) - (1 - b) / 2) / b - Fraction(ones, n)
        if off**2 * b**2 * n >= t**2:
            tail += binomial_mass(ones, kept, keep) * binomial_mass(zeros, flipped, 1 - keep)
    return tail
