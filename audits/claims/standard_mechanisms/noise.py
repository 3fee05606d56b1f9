"""Randomized response and noise: private for every eps, exactly how private, and how accurate."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    R,
    about,
    about_accuracy,
    about_either_way,
    about_privacy,
    attained,
    bits,
    either_way,
    every,
    exceeded,
    pure,
    told_apart,
)
from audits.claims.standard_mechanisms.impostors.noise import (
    ClampedFirst,
    FirstRowTold,
    NoiseTwice,
    NoiseUpwards,
    OddsAgainstAllOthers,
    RandomSign,
    SensitivityTakenForOne,
)
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricCount,
    GeometricMechanism,
    Total,
)
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)
from reference.probability.geometric import TwoSidedGeometric

VALUES = sized((3,), (4,), (5,))
COUNTED = over(rows=sized((4,), (6,), (10,)))
FEW = over(rows=sized((3,), (5,), (8,)))
FAR = over(rows=sized((3,), (4,), (5,)), k=sized((1, 2, 3), range(1, 5), range(1, 7)))

BEYOND = 2 / R / (1 + 1 / R)
"""Pr[|Z| >= k] = BEYOND r^(1 - k)."""


@claim(
    "VT14.ALG.RR.e",
    over(k=(2,), rows=sized((3,), (4,), (5,))),
    form=Form.CONCRETE,
    **about_privacy(RandomizedResponse, the_first_row_is_published=FirstRowTold),
)
@claim(
    "CORE.randomized-response",
    over(k=VALUES, rows=sized((2,), (2,), (3,))),
    **about_privacy(
        RandomizedResponse,
        odds_are_against_all_others=OddsAgainstAllOthers,
        the_first_row_is_published=FirstRowTold,
    ),
)
def randomized_response(build: Build, k: int, rows: int) -> Check:
    """k-ary randomized response, applied to each row, is (eps, 0)-private: a row is kept with
    probability e^eps / (e^eps + k - 1).

    Fair: Other rows are present; every eps; the loss is attained.
    """
    universe = replace_one(range(k), rows, ordered=True)
    yield private(build(Domain.of_size(k), every(1)), universe, pure(R))


@claim(
    "CORE.randomized-response-is-tight",
    over(k=VALUES),
    **about_privacy(RandomizedResponse, odds_are_against_all_others=OddsAgainstAllOthers),
)
def randomized_response_is_tight(build: Build, k: int) -> Check:
    """The loss of randomized response is eps: no smaller one holds for any eps > 0.

    Fair: An identity of two probabilities that are positive for every eps.
    """
    yield attained(build(Domain.of_size(k), every(1)), (0,), (1,), lambda y: y == (0,), R)


@claim(
    "CORE.randomized-response.accuracy",
    over(k=VALUES, rows=(1, 2)),
    **about_accuracy(
        RandomizedResponse,
        odds_are_against_all_others=lambda domain, eps: OddsAgainstAllOthers(domain, eps / 2),
    ),
)
def randomized_response_tells(build: Build, k: int, rows: int) -> Check:
    """All of n rows are told as they are but with probability 1 - (e^eps / (e^eps + k - 1))^n.

    Fair: Every database; equality on each of them.
    """
    response = build(Domain.of_size(k), every(2))
    universe = replace_one(range(k), rows, ordered=True)
    yield accurate(response, universe, lambda d, y: y == d, 1 - (R**2 / (R**2 + k - 1)) ** rows)


@claim(
    "CORE.geometric-mechanism",
    COUNTED,
    **about_either_way(GeometricCount, noise_is_never_negative=NoiseUpwards),
)
def geometric_mechanism(build: Build, rows: int) -> Check:
    """A count plus two-sided geometric noise of ratio e^(-eps) is (eps, 0)-private, for replaced
    and for added or removed rows.

    Fair: Every database of so many bits; outcomes beyond the counts have one likelihood ratio.
    Shown in an interval that leaves out counts, it still is.
    """
    yield from either_way(build(-1, rows + 1, every(1)), (0, 1), rows, pure(R))
    yield private(build(1, rows - 1, every(1)), bits(rows), pure(R), name="fewer counts")


@claim(
    "CORE.geometric-mechanism-is-tight",
    over(rows=sized((2,), (4,), (8,))),
    **about_privacy(GeometricCount),
)
def geometric_mechanism_is_tight(build: Build, rows: int) -> Check:
    """The loss of the geometric mechanism is eps: no smaller one holds for any eps > 0.

    Fair: An identity of two probabilities that are positive for every eps > 0.
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


@claim(
    "CORE.geometric-mechanism-unbounded",
    over(d=(1, 2), z=(-100, -1, 0, 1, 100)),
    **about(
        lambda d: GeometricMechanism(Total(), d, every(d)),
        clamped_at_10=lambda d: GeometricMechanism(Total(), d, every(d), (-10, 10)),
        sensitivity_taken_for_1=lambda d: GeometricMechanism(Total(), 1, every(d)),
    ),
)
def geometric_mechanism_without_bounds(build: Build, d: int, z: int) -> Check:
    """If no interval is shown then the output is q(S) + Z, where the ratio of Z is e^(-eps/D).

    Fair: Each noise is told beforehand; answers from 0 to 3. Its law has no end, and `law` asks
    for an interval.
    """
    for rows in bits(3).databases():
        yield eq(rows, build(d)(rows, Told(z, 1 / R)), sum(rows) + z)


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
    **about_privacy(
        GeometricMechanism, random_sign=RandomSign, sensitivity_taken_for_1=SensitivityTakenForOne
    ),
)
def geometric_mechanism_of_a_query(build: Build, d: int, rows: int) -> Check:
    """A query of sensitivity D plus two-sided geometric noise of ratio e^(-eps/D) is eps-private.

    Fair: D times the number of ones; outcomes beyond the answers have one likelihood ratio.
    """
    mechanism = build(Counted(d), d, every(d), (-1, d * rows + 1))
    yield private(mechanism, bits(rows), pure(R**d))


@claim(
    "CORE.geometric-count.accuracy",
    FAR,
    **about_accuracy(
        lambda low, high: GeometricCount(low, high, every(1)),
        noise_is_added_twice=lambda low, high: NoiseTwice(low, high, every(1)),
        clamped_before_the_noise=lambda low, high: ClampedFirst(low, high - 1, every(1)),
    ),
)
@claim(
    "CORE.geometric-mechanism.accuracy",
    FAR,
    **about_accuracy(
        lambda low, high: GeometricMechanism(Total(), 1, every(1), (low, high)),
        noise_is_added_twice=lambda low, high: NoiseTwice(low, high, every(1)),
    ),
)
@claim(
    "CORE.clamped-geometric-count.accuracy",
    FAR,
    **about_accuracy(
        lambda low, high: ClampedGeometricCount(low, high, every(1)),
        clamped_too_low=lambda low, high: ClampedGeometricCount(low, high - 1, every(1)),
    ),
)
def counts_are_close(build: Build, rows: int, k: int) -> Check:
    """The noisy count is off by k or more with probability at most 2 e^(-k eps)/(1 + e^(-eps)).

    Fair: Every database of so many bits. Equality if values are shown, or clamped, from -k to
    n + k; from 0 to n all counts are still possible.
    """
    for low, high in ((-k, rows + k), (0, rows)):
        yield accurate(
            build(low, high),
            bits(rows),
            lambda d, y: abs(y - sum(d)) < k,
            BEYOND * R ** (1 - k),
            name=f"from {low} to {high}",
        )


@claim(
    "CORE.truncated-answer-count.accuracy",
    over(rows=sized((3,), (4,), (5,)), k=(1, 2, 3), surely=("in [0, n]",)),
    **about_accuracy(
        lambda rows, _: TruncatedAnswerCount(0, rows, every(1)),
        the_range_is_one_too_long=lambda rows, _: TruncatedAnswerCount(0, rows + 1, every(1)),
    ),
)
@claim(
    "CORE.truncated-noise-count.accuracy",
    over(rows=sized((3,), (4,), (5,)), k=(1, 2, 3), surely=("off by at most k",)),
    **about_accuracy(
        lambda _, k: TruncatedNoiseCount(k, every(1)),
        the_width_is_one_more=lambda _, k: TruncatedNoiseCount(k + 1, every(1)),
    ),
)
def truncated_counts_are_close(build: Build, rows: int, k: int, surely: str) -> Check:
    """The noisy count is off by k or more with probability at most 2 e^(-k eps)/(1 + e^(-eps)).
    It is surely in [0, n], if answers are, or off by at most k, if noise is truncated to [-k, k].

    Fair: Every database of so many bits.
    """
    noisy = build(rows, k)
    yield accurate(noisy, bits(rows), lambda d, y: abs(y - sum(d)) < k, BEYOND * R ** (1 - k))

    def allowed(database: Rows, y: int) -> bool:
        return 0 <= y <= rows if surely == "in [0, n]" else abs(y - sum(database)) <= k

    yield accurate(noisy, bits(rows), allowed, NOTHING, name=surely)


@claim(
    "VT14.ALG.ClampedGeometric",
    COUNTED,
    form=Form.CONCRETE,
    **about_either_way(ClampedGeometricCount, drawn_again_until_inside=TruncatedAnswerCount),
)
@claim(
    "CORE.clamped-geometric-mechanism",
    COUNTED,
    **about_either_way(ClampedGeometricCount, truncated_not_clamped=TruncatedAnswerCount),
)
def clamped_geometric_mechanism(build: Build, rows: int) -> Check:
    """The geometric mechanism with answers clamped to [0, n] is (eps, 0)-private, for replaced and
    for added or removed rows.

    Fair: Every database of so many bits; counts range from none to all.
    """
    yield from either_way(build(0, rows, every(1)), (0, 1), rows, pure(R))


def end_of_truncated_noise(width: int) -> RationalFunction:
    """Pr[Z = w]."""
    return R**-width / (1 + 2 * sum((R**-z for z in range(1, width + 1)), start=NOTHING))


@claim(
    "CORE.truncated-geometric-noise",
    over(width=sized((2,), (3,), (5,))),
    **about_either_way(
        TruncatedNoiseCount,
        the_width_is_one_less=lambda width, eps: TruncatedNoiseCount(width - 1, eps),
    ),
)
def truncated_geometric_noise(build: Build, width: int) -> Check:
    """A count plus noise truncated to [-w, w] is (eps, Pr[Z = w])-private:
    Pr[Z = w] = e^(-w eps) / (1 + 2 (e^(-eps) + ... + e^(-w eps))).

    Fair: Every database of four bits; the ends of the noise occur. Rows may be added, too.
    """
    guarantee = Guarantee(R, end_of_truncated_noise(width))
    yield from either_way(build(width, every(1)), (0, 1), 4, guarantee)


@claim(
    "CORE.truncated-geometric-noise-is-not-pure",
    over(width=sized((2,), (3,), (5,))),
    **about(
        TruncatedNoiseCount,
        clamped=lambda width, eps: ClampedGeometricCount(-width, width + 1, eps),
    ),
)
def truncated_geometric_noise_is_not_pure(build: Build, width: int) -> Check:
    """A count plus noise truncated to [-w, w] is (eps', 0)-private for no eps', and (eps',
    delta)-private for no delta < Pr[Z = w].

    Fair: One bit already has two neighbours with different counts.
    """
    noisy, end = build(width, every(1)), end_of_truncated_noise(width)
    yield from told_apart(noisy, (0,), (1,), lambda y: y == -width)
    yield attained(noisy, (0,), (1,), lambda y: y == -width, NOTHING, end)


@claim(
    "CORE.truncated-geometric-answer",
    FEW,
    **about_either_way(TruncatedAnswerCount, noise_is_never_negative=NoiseUpwards),
)
def truncated_geometric_answer(build: Build, rows: int) -> Check:
    """Answers y in [low, high] of probability prop. to e^(-eps |y - a|): 2 eps-private.

    Fair: Every database of so many bits; counts range from none to all. For added or removed rows
    too.
    """
    yield from either_way(build(0, rows, every(1)), (0, 1), rows, pure(R**2))


@claim(
    "CORE.truncated-geometric-answer",
    FEW,
    form=Form.CORRECTED,
    **about_privacy(TruncatedAnswerCount),
)
def truncated_geometric_answer_loses_less(build: Build, rows: int) -> Check:
    """With the range [0, n] of the count, e^eps + 1 - e^(-eps) bounds the likelihood ratios.

    Fair: Every database of so many bits; n bits attain what tends to it for large n (see
    CORE.truncated-geometric-answer-costs-more).
    """
    yield private(build(0, rows, every(1)), bits(rows), pure(R + 1 - 1 / R))


@claim(
    "CORE.truncated-geometric-answer-costs-more",
    over(rows=sized((2,), (3,), (4,))),
    **about(TruncatedAnswerCount, clamped=ClampedGeometricCount),
)
def truncated_geometric_answer_costs_more(build: Build, rows: int) -> Check:
    """Answers y in [low, high] of probability prop. to e^(-eps |y - a|) lose more than eps, for
    every eps > 0: for n bits the likelihood ratio
    e^eps (1 + (1 - e^(-eps)) (e^(-eps) - e^(-n eps)) / (1 - e^(-(n+1) eps))) is attained.

    Fair: The range is that of the count, so that the condition depends on the data.
    """
    answer, g, more = build(0, rows, every(1)), 1 / R, (0,) * (rows - 1) + (1,)
    ratio = R * (1 + (1 - g) * (g - g**rows) / (1 - g ** (rows + 1)))
    yield from exceeded(answer, (0,) * rows, more, lambda y: y == 0, R)
    yield attained(answer, (0,) * rows, more, lambda y: y == 0, ratio)


@claim(
    "CORE.clamped-geometric-mechanism-on-one-bit",
    form=Form.CORRECTED,
    **about_privacy(ClampedGeometricCount, noise_is_never_negative=NoiseUpwards),
)
def clamped_noise_is_randomized_response(build: Build) -> Check:
    """Clamped to [0, 1], a bit plus geometric noise is randomized response of loss eps.

    Fair: Both databases of one bit; the privacy of the one is that of the other.
    """
    noisy = build(0, 1, every(1))
    yield private(noisy, bits(1), pure(R))
    yield attained(noisy, (1,), (0,), lambda answer: answer == 1, R)
    yield attained(noisy, (1,), (0,), lambda answer: answer == 1, NOTHING, R / (1 + R))
