"""Randomized response and noise: private for every eps, exactly how private, and how accurate."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricCount,
    GeometricMechanism,
    Total,
)
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)

VALUES = sized((3,), (4,), (5,))
COUNTED = over(rows=sized((4,), (6,), (10,)))
FEW = over(rows=sized((3,), (5,), (8,)))
FAR = over(rows=sized((3,), (4,), (5,)), k=sized((1, 2, 3), range(1, 5), range(1, 7)))

BEYOND = 2 / R / (1 + 1 / R)
"""Pr[|Z| >= k] = BEYOND r^(1 - k)."""

TRUTHFUL = "exponential_weights(((v, int(v == row)) for v in self.domain), self.eps.exp())"

ODDS = (
    f"{TRUTHFUL} => Dist.weighted((v, (self.eps.exp() if v == row else self.eps.exp(0) / "
    "(len(self.domain) - 1)) / (1 + self.eps.exp())) for v in self.domain)"
)

WRONG[RandomizedResponse] = usual(RandomizedResponse) | {
    "the first row is published": (
        "answers: Database[int] = () => answers: Database[int] = database[:1]",
        "in database:  # 1 => in database[1:]:",
    ),
    "odds are against all others": ODDS,
    "odds of half the eps, against all others": given(
        wrong(RandomizedResponse, ODDS), eps=lambda eps: eps / 2
    ),
}


@claim(
    "VT14.ALG.RR.e",
    over(k=(2,), rows=sized((3,), (4,), (5,))),
    form=Form.CONCRETE,
    about=RandomizedResponse,
)
@claim(
    "CORE.randomized-response",
    over(k=VALUES, rows=sized((2,), (2,), (3,))),
    about=RandomizedResponse,
)
def randomized_response(build: Build, k: int, rows: int) -> Check:
    """k-ary randomized response, applied to each row, is (eps, 0)-private: a row is kept with
    probability e^eps / (e^eps + k - 1).

    Cases: Other rows are present; every eps; the loss is attained.
    """
    universe = replace_one(range(k), rows, ordered=True)
    yield private(build(Domain.of_size(k), every(1)), universe, pure(R))


@claim("CORE.randomized-response-is-tight", over(k=VALUES), about=RandomizedResponse)
def randomized_response_is_tight(build: Build, k: int) -> Check:
    """The loss of randomized response is eps: no smaller one holds for any eps > 0.

    Cases: An identity of two probabilities that are positive for every eps.
    """
    yield attained(build(Domain.of_size(k), every(1)), (0,), (1,), lambda y: y == (0,), R)


@claim("CORE.randomized-response.accuracy", over(k=VALUES, rows=(1, 2)), about=RandomizedResponse)
def randomized_response_tells(build: Build, k: int, rows: int) -> Check:
    """All of n rows are told as they are but with probability 1 - (e^eps / (e^eps + k - 1))^n.

    Cases: Every database; equality on each of them.
    """
    response = build(Domain.of_size(k), every(2))
    universe = replace_one(range(k), rows, ordered=True)
    yield accurate(response, universe, lambda d, y: y == d, 1 - (R**2 / (R**2 + k - 1)) ** rows)


DRAWN = "coins.draw_noise(noise, settled)"
SHOWN = "GeometricMechanism(Total(), 1, self.eps, shown)(database, coins)"
NOISY = "coins.delegate(NoisyInteger(self.eps.exp(-1), shown), {})".format
WRONG[GeometricCount] = usual_of_rows(GeometricCount) | {
    "noise is never negative": (
        f"value + {DRAWN} => value + abs({DRAWN})",
        "min(low - value, 0) => min(low - value, value - high, 0)",
    ),
    "noise is added twice": f"{SHOWN} => "
    f"{NOISY('coins.run(GeometricMechanism(Total(), 1, self.eps, shown), database)')}",
    "clamped before the noise": f"{SHOWN} => "
    f"{NOISY('min(max(sum(database), self.low), self.high - 1)')}",
    "zero is released as it is": f"{SHOWN} => {SHOWN} if any(database) else 0",
}


@claim("CORE.geometric-mechanism", COUNTED, about=GeometricCount)
def geometric_mechanism(build: Build, rows: int) -> Check:
    """A count plus two-sided geometric noise of ratio e^(-eps) is (eps, 0)-private, for replaced
    and for added or removed rows.

    Cases: Every database of so many bits; outcomes beyond the counts have one likelihood ratio.
    Shown in an interval that leaves out counts, it still is.
    """
    yield from either_way(build(-1, rows + 1, every(1)), (0, 1), rows, pure(R))
    yield private(build(1, rows - 1, every(1)), bits(rows), pure(R), name="fewer counts")


@claim(
    "CORE.geometric-mechanism-is-tight", over(rows=sized((2,), (4,), (8,))), about=GeometricCount
)
def geometric_mechanism_is_tight(build: Build, rows: int) -> Check:
    """The loss of the geometric mechanism is eps: no smaller one holds for any eps > 0.

    Cases: An identity of two probabilities that are positive for every eps > 0.
    """
    more = (*(0,) * (rows - 1), 1)
    yield attained(build(-1, rows + 1, every(1)), (0,) * rows, more, lambda y: y <= 0, R)


@dataclass(frozen=True, slots=True)
class Told:
    """Coins of which the noise is told beforehand; another ratio adds 1000."""

    noise: int
    ratio: RationalFunction

    def draw_noise(self, noise: TwoSidedGeometric[RationalFunction], settled: object) -> int:
        """The noise."""
        del settled
        return self.noise if noise.ratio == self.ratio else self.noise + 1000

    def delegate(self, mechanism: Build, database: object) -> object:
        """The output, with this noise."""
        return mechanism(database, self)


WITH_NOISE = "coins.delegate(NoisyInteger(self.ratio, self.shown), answer)"
WRONG[GeometricMechanism] = {
    "twice the eps": twice_eps(GeometricMechanism),
    "sensitivity taken for 1": "Fraction(-1, self.sensitivity) => -1",
    "clamped at 10": given(GeometricMechanism, shown=lambda _: (-10, 10)),
    "random sign": wrong(
        GeometricMechanism,
        f"return {WITH_NOISE} => low, high = self.shown\n"
        "        noise = coins.run(NoisyInteger(self.ratio, (-high, high)), 0)\n"
        "        if noise and not coins.draw(bernoulli(1 / (1 + self.ratio))):\n"
        "            noise = 0\n"
        "        return min(max(answer + noise, low), high)",
        bernoulli=bernoulli,
    ),
}


@claim(
    "CORE.geometric-mechanism-unbounded",
    over(d=(1, 2), z=(-100, -1, 0, 1, 100)),
    about=GeometricMechanism,
)
def geometric_mechanism_without_bounds(build: Build, d: int, z: int) -> Check:
    """If no interval is shown then the output is q(S) + Z, where the ratio of Z is e^(-eps/D).

    Cases: Each noise is told beforehand; answers from 0 to 3. Its law has no end, and `law` asks
    for an interval.
    """
    for rows in bits(3).databases():
        yield eq(rows, build(Total(), d, every(d))(rows, Told(z, 1 / R)), sum(rows) + z)


@dataclass(frozen=True, slots=True)
class Counted:
    """A query of sensitivity `factor`: so many times the number of ones."""

    factor: int

    def __call__(self, database: Rows, /) -> int:
        return self.factor * sum(database)


@claim(
    "VT14.P1.1.4",
    over(d=(1, 2, 3), rows=sized((2, 4), (6,), (10,))),
    form=Form.CONCRETE,
    about=GeometricMechanism,
)
def geometric_mechanism_of_a_query(build: Build, d: int, rows: int) -> Check:
    """A query of sensitivity D plus two-sided geometric noise of ratio e^(-eps/D) is eps-private.

    Cases: D times the number of ones; outcomes beyond the answers have one likelihood ratio.
    """
    mechanism = build(Counted(d), d, every(d), (-1, d * rows + 1))
    yield private(mechanism, bits(rows), pure(R**d))


def noisy_total(low: int, high: int, eps: Epsilon[Any]) -> Build:
    """The geometric mechanism for a sum."""
    return GeometricMechanism(Total(), 1, eps, (low, high))


WRONG[noisy_total] = {
    "noise is added twice": wrong(
        noisy_total,
        GeometricMechanism=wrong(
            GeometricMechanism,
            f"{WITH_NOISE} => coins.delegate(NoisyInteger(self.ratio, self.shown), "
            "coins.run(NoisyInteger(self.ratio, self.shown), answer))",
        ),
    ),
    "sees zeros, whatever the rows": sees_zeros(noisy_total),
}
WRONG[ClampedGeometricCount] = usual_of_rows(ClampedGeometricCount) | {
    "clamped too low": given(ClampedGeometricCount, high=lambda high: high - 1),
    "drawn again until inside": TruncatedAnswerCount,
    "noise is never negative": (
        "clamped(self.low - count, => clamped(count - self.high,",
        "count + z => count + abs(z)",
    ),
    "the range follows the count": "self.high - count => count",
}


@claim("CORE.geometric-count.accuracy", FAR, about=GeometricCount)
@claim("CORE.geometric-mechanism.accuracy", FAR, about=noisy_total)
@claim("CORE.clamped-geometric-count.accuracy", FAR, about=ClampedGeometricCount)
def counts_are_close(build: Build, rows: int, k: int) -> Check:
    """The noisy count is off by k or more with probability at most 2 e^(-k eps)/(1 + e^(-eps)).

    Cases: Every database of so many bits. Equality if values are shown, or clamped, from -k to
    n + k; from 0 to n all counts are still possible.
    """
    for low, high in ((-k, rows + k), (0, rows)):
        yield accurate(
            build(low, high, every(1)),
            bits(rows),
            lambda d, y: abs(y - sum(d)) < k,
            BEYOND * R ** (1 - k),
            name=f"from {low} to {high}",
        )


WRONG[TruncatedAnswerCount] = usual_of_rows(TruncatedAnswerCount) | {
    "the range is one too long": given(TruncatedAnswerCount, high=lambda high: high + 1),
    "noise is never negative": "range(self.low, => range(count,",
    "clamped": ClampedGeometricCount,
}
WRONG[TruncatedNoiseCount] = usual_of_rows(TruncatedNoiseCount) | {
    "the width is one more": given(TruncatedNoiseCount, width=lambda width: width + 1),
    "the width is one less": given(TruncatedNoiseCount, width=lambda width: width - 1),
    "clamped": lambda width, eps: ClampedGeometricCount(-width, width + 1, eps),
}


@claim(
    "CORE.truncated-answer-count.accuracy",
    over(rows=sized((3,), (4,), (5,)), k=(1, 2, 3), surely=("in [0, n]",)),
    about=TruncatedAnswerCount,
)
@claim(
    "CORE.truncated-noise-count.accuracy",
    over(rows=sized((3,), (4,), (5,)), k=(1, 2, 3), surely=("off by at most k",)),
    about=TruncatedNoiseCount,
)
def truncated_counts_are_close(build: Build, rows: int, k: int, surely: str) -> Check:
    """The noisy count is off by k or more with probability at most 2 e^(-k eps)/(1 + e^(-eps)).
    It is surely in [0, n], if answers are, or off by at most k, if noise is truncated to [-k, k].

    Cases: Every database of so many bits.
    """
    answer_is = surely == "in [0, n]"
    noisy = build(0, rows, every(1)) if answer_is else build(k, every(1))
    yield accurate(noisy, bits(rows), lambda d, y: abs(y - sum(d)) < k, BEYOND * R ** (1 - k))

    def allowed(database: Rows, y: int) -> bool:
        return 0 <= y <= rows if answer_is else abs(y - sum(database)) <= k

    yield accurate(noisy, bits(rows), allowed, NOTHING, name=surely)


@claim("VT14.ALG.ClampedGeometric", COUNTED, form=Form.CONCRETE, about=ClampedGeometricCount)
@claim("CORE.clamped-geometric-mechanism", COUNTED, about=ClampedGeometricCount)
def clamped_geometric_mechanism(build: Build, rows: int) -> Check:
    """The geometric mechanism with answers clamped to [0, n] is (eps, 0)-private, for replaced and
    for added or removed rows.

    Cases: Every database of so many bits; counts range from none to all.
    """
    yield from either_way(build(0, rows, every(1)), (0, 1), rows, pure(R))


def end_of_truncated_noise(width: int) -> RationalFunction:
    """Pr[Z = w]."""
    return R**-width / (1 + 2 * sum((R**-z for z in range(1, width + 1)), start=NOTHING))


@claim(
    "CORE.truncated-geometric-noise",
    over(width=sized((2,), (3,), (5,))),
    about=TruncatedNoiseCount,
)
def truncated_geometric_noise(build: Build, width: int) -> Check:
    """A count plus noise truncated to [-w, w] is (eps, Pr[Z = w])-private:
    Pr[Z = w] = e^(-w eps) / (1 + 2 (e^(-eps) + ... + e^(-w eps))).

    Cases: Every database of four bits; the ends of the noise occur. Rows may be added, too.
    """
    guarantee = Guarantee(R, end_of_truncated_noise(width))
    yield from either_way(build(width, every(1)), (0, 1), 4, guarantee)


@claim(
    "CORE.truncated-geometric-noise-is-not-pure",
    over(width=sized((2,), (3,), (5,))),
    about=TruncatedNoiseCount,
)
def truncated_geometric_noise_is_not_pure(build: Build, width: int) -> Check:
    """A count plus noise truncated to [-w, w] is (eps', 0)-private for no eps', and (eps',
    delta)-private for no delta < Pr[Z = w].

    Cases: One bit already has two neighbours with different counts.
    """
    noisy, end = build(width, every(1)), end_of_truncated_noise(width)
    yield from told_apart(noisy, (0,), (1,), lambda y: y == -width)
    yield attained(noisy, (0,), (1,), lambda y: y == -width, NOTHING, end)


@claim("CORE.truncated-geometric-answer", FEW, about=TruncatedAnswerCount)
def truncated_geometric_answer(build: Build, rows: int) -> Check:
    """Answers y in [low, high] of probability prop. to e^(-eps |y - a|): 2 eps-private.

    Cases: Every database of so many bits; counts range from none to all. For added or removed rows
    too.
    """
    yield from either_way(build(0, rows, every(1)), (0, 1), rows, pure(R**2))


@claim("CORE.truncated-geometric-answer", FEW, form=Form.CORRECTED, about=TruncatedAnswerCount)
def truncated_geometric_answer_loses_less(build: Build, rows: int) -> Check:
    """With the range [0, n] of the count, e^eps + 1 - e^(-eps) bounds the likelihood ratios.

    Cases: Every database of so many bits; n bits attain what tends to it for large n (see
    CORE.truncated-geometric-answer-costs-more).
    """
    yield private(build(0, rows, every(1)), bits(rows), pure(R + 1 - 1 / R))


@claim(
    "CORE.truncated-geometric-answer-costs-more",
    over(rows=sized((2,), (3,), (4,))),
    about=TruncatedAnswerCount,
)
def truncated_geometric_answer_costs_more(build: Build, rows: int) -> Check:
    """Answers y in [low, high] of probability prop. to e^(-eps |y - a|) lose more than eps, for
    every eps > 0: for n bits the likelihood ratio
    e^eps (1 + (1 - e^(-eps)) (e^(-eps) - e^(-n eps)) / (1 - e^(-(n+1) eps))) is attained.

    Cases: The range is that of the count, so that the condition depends on the data.
    """
    answer, g, more = build(0, rows, every(1)), 1 / R, (0,) * (rows - 1) + (1,)
    ratio = R * (1 + (1 - g) * (g - g**rows) / (1 - g ** (rows + 1)))
    yield from exceeded(answer, (0,) * rows, more, lambda y: y == 0, R)
    yield attained(answer, (0,) * rows, more, lambda y: y == 0, ratio)


@claim(
    "CORE.clamped-geometric-mechanism-on-one-bit", form=Form.CORRECTED, about=ClampedGeometricCount
)
def clamped_noise_is_randomized_response(build: Build) -> Check:
    """Clamped to [0, 1], a bit plus geometric noise is randomized response of loss eps.

    Cases: Both databases of one bit; the privacy of the one is that of the other.
    """
    noisy = build(0, 1, every(1))
    yield private(noisy, bits(1), pure(R))
    yield attained(noisy, (1,), (0,), lambda answer: answer == 1, R)
    yield attained(noisy, (1,), (0,), lambda answer: answer == 1, NOTHING, R / (1 + R))
