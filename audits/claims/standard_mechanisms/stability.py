"""Mechanisms whose delta pays for a huge domain: choosing, stable histogram."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from reference.mechanisms.stability.choosing_mechanism import (
    ChoosingFrequentValue,
    ChoosingMechanism,
)
from reference.mechanisms.stability.stable_histogram import StableHistogram

CHOICES = over(threshold=sized((1, 3), (1, 3), (2, 4)), rows=sized((4,), (6,), (8,)))
LONG = 5
"""A threshold at which delta is small, and a frequency that reaches it."""

THRESHOLDS = over(threshold=sized((2, 3), (3, 4, 5), (5, 8, 9)))


def lone(threshold: int) -> RationalFunction:
    """Pr[1 + Z >= T] for noise of ratio 1/r: e^(-(T-1) eps) / (1 + e^(-eps))."""
    return R ** (1 - threshold) / (1 + 1 / R)


TEST = "if not coins.draw(bernoulli(enough)):"
EXACT_TEST = f"{TEST} => if best < self.threshold:"

WRONG[ChoosingFrequentValue] = usual_of_rows(ChoosingFrequentValue) | {
    "no noise in the test": EXACT_TEST,
    "no test": f"{TEST} => if not qualities:",
    "tests only": "coins.release(exponential_weights(good, step)) => "
    "max(good, key=lambda each: each[1])[0]",
    "the threshold is one too low": given(ChoosingFrequentValue, threshold=lambda t: t - 1),
    "the threshold is off": given(ChoosingFrequentValue, threshold=lambda t: t + 4),
}


@claim("CORE.choosing-mechanism", CHOICES, about=ChoosingFrequentValue)
def choosing_mechanism(build: Build, threshold: int, rows: int) -> Check:
    """The choosing mechanism with integer threshold T on multiplicities is (eps, e^(-(T-1) eps/4)
    / 2)-private for replaced and for added or removed rows.

    Cases: Every database over three values, the empty one too. More rows than the threshold: both
    tests matter.
    """
    guarantee = Guarantee(R**4, R ** (1 - threshold) / 2)
    mechanism = build(Domain.of_size(3), threshold, every(4))
    yield from either_way(mechanism, range(3), rows, guarantee)


@claim("CORE.choosing-mechanism-loss", CHOICES, form=Form.CORRECTED, about=ChoosingFrequentValue)
def choosing_mechanism_loss(build: Build, threshold: int, rows: int) -> Check:
    """With that delta the loss of the choosing mechanism is at most 3 eps / 4 (see the module),
    and at most eps / 2 on this scope.

    Cases: Every database over three values. The second bound implies the first.
    """
    guarantee = Guarantee(R**2, R ** (1 - threshold) / 2)
    yield private(
        build(Domain.of_size(3), threshold, every(4)), replace_one(range(3), rows), guarantee
    )


@claim("CORE.choosing-mechanism-delta-is-attained", THRESHOLDS, about=ChoosingFrequentValue)
def choosing_mechanism_delta_is_attained(build: Build, threshold: int) -> Check:
    """On one row the delta of the choosing mechanism is exactly e^(-(T-1) eps/4) / 2.

    Cases: Two databases of one row: each releases only its own value.
    """
    mechanism, delta = build(Domain.of_size(3), threshold, every(4)), R ** (1 - threshold) / 2
    yield attained(mechanism, (0,), (1,), lambda y: y == 0, NOTHING, delta)


@claim("CORE.choosing-mechanism-is-not-pure", THRESHOLDS, about=ChoosingFrequentValue)
def choosing_mechanism_is_not_pure(build: Build, threshold: int) -> Check:
    """The choosing mechanism is (eps', 0)-private for no eps'.

    Cases: A value that occurs in one database and not in its neighbour.
    """
    mechanism = build(Domain.of_size(3), threshold, every(4))
    yield from told_apart(mechanism, (0, 1), (1, 1), lambda y: y == 0)


@claim(
    "CORE.choosing-frequent-value.accuracy",
    over(threshold=(1, 2), rows=sized((4,), (5, 6), (8,)), t=(1, 2)),
    about=ChoosingFrequentValue,
)
def choosing_mechanism_chooses(build: Build, threshold: int, rows: int, t: int) -> Check:
    """If the best frequency is at least T + t then the output is bottom, or a value that occurs t
    times less often, with probability at most e^(-t eps/4) (1/2 + k - 1) for k values.

    Cases: k = 3; every database with such a frequency.
    """
    databases = [
        d for d in replace_one(range(3), rows).databases() if max(map(d.count, d)) >= threshold + t
    ]

    def good(database: Rows, y: int | Bottom) -> bool:
        if isinstance(y, Bottom):
            return False
        return database.count(y) > max(map(database.count, database)) - t

    found = build(Domain.of_size(3), threshold, every(4))
    yield accurate(found, these(databases), good, 5 * R**-t / 2)


FOUND = "(x, y))"

WRONG[StableHistogram] = usual(StableHistogram) | {
    "exact frequencies are released": f"{FOUND} => (x, count))",
    "fresh noise after the test": (
        f"{FOUND} => (x, coins.run(noisy, count)))",
        "shown=(self.threshold - 1 => shown=(0",
    ),
    "exact frequencies are tested": (
        "y >= self.threshold => count >= self.threshold",
        "shown=(self.threshold - 1 => shown=(0",
    ),
    "the threshold is one too low": given(StableHistogram, threshold=lambda t: t - 1),
    "the threshold is one too high": given(StableHistogram, threshold=lambda t: t + 1),
    "the most frequent value is first": "return histogram => "
    "return tuple(sorted(histogram, key=lambda each: -database.count(each[0])))",
}


@claim(
    "CORE.stable-histogram",
    over(k=sized((2,), (2,), (3,)), threshold=(2, 3), rows=sized((3,), (4,), (5,))),
    about=StableHistogram,
)
def stable_histogram(build: Build, k: int, threshold: int, rows: int) -> Check:
    """The stable histogram with threshold T is (eps, e^(-(T-1) eps) / (1 + e^(-eps)))-private for
    added or removed rows.

    Cases: Databases of 0 to n rows over two or more values; at T = 5, where delta is small, two
    values that occur five times each, and a row more.
    """
    histogram = build(Domain.of_size(k), threshold, rows + 1, every(1))
    yield private(histogram, add_remove_one(range(k), rows), Guarantee(R, lone(threshold)))
    fewer = (0,) * LONG + (1,) * LONG
    histogram = build(Domain.of_size(2), LONG, LONG + 2, every(1))
    yield private(histogram, pair(fewer, (*fewer, 1)), Guarantee(R, lone(LONG)), name="long")


@claim("CORE.stable-histogram-delta-is-attained", THRESHOLDS, about=StableHistogram)
def stable_histogram_delta_is_attained(build: Build, threshold: int) -> Check:
    """The delta of the stable histogram is exactly the probability of a lone value.

    Cases: The empty database against one row.
    """
    histogram = build(Domain.of_size(2), threshold, threshold + 2, every(1))
    yield attained(histogram, (0,), (), bool, NOTHING, lone(threshold))


@claim(
    "CORE.stable-histogram-replace-one",
    over(rows=(3,), long=((0,) * 5 + (1,) * 5,)),
    about=StableHistogram,
)
def stable_histogram_replace_one(build: Build, rows: int, long: Rows) -> Check:
    """For replaced rows the stable histogram is (2 eps, delta (1 + e^eps))-private.

    Cases: A replaced row changes two frequencies. T = 3 for every database over three values, and
    T = 5, where delta is small, for a long one with a row replaced.
    """
    histogram = build(Domain.of_size(3), 3, rows + 1, every(1))
    universe = replace_one(range(3), rows)
    yield private(histogram, universe, Guarantee(R**2, lone(3) * (1 + R)))
    histogram = build(Domain.of_size(2), 5, 7, every(1))
    replaced = pair(long, (0, *long[:-1]))
    yield private(histogram, replaced, Guarantee(R**2, lone(5) * (1 + R)), name="long")


@claim(
    "CORE.stable-histogram-replace-one",
    over(exp_eps=(Fraction(3, 2), Fraction(2), Fraction(4)), rows=sized((3,), (4,), (5,))),
    form=Form.CORRECTED,
    about=StableHistogram,
)
def stable_histogram_replace_one_at_the_same_delta(
    build: Build, exp_eps: Fraction, rows: int
) -> Check:
    """For replaced rows the stable histogram is (2 eps, delta)-private, with the delta for added
    or removed rows, and with no smaller one.

    Cases: T = 3 for every database over three values, T = 5 for a long one with a row replaced;
    the slack shows that delta is attained.
    """
    eps, long = Epsilon(exp_eps), (0,) * 5 + (1,) * 5
    guarantee = Guarantee(exp_eps**2, lone(3).at(exp_eps))
    yield private(
        build(Domain.of_size(3), 3, rows + 1, eps), replace_one(range(3), rows), guarantee
    )
    guarantee = Guarantee(exp_eps**2, lone(5).at(exp_eps))
    replaced = pair(long, (0, *long[:-1]))
    yield private(build(Domain.of_size(2), 5, 7, eps), replaced, guarantee, name="long")


@claim("CORE.stable-histogram-threshold", THRESHOLDS, about=StableHistogram)
def stable_histogram_threshold_off_by_one(build: Build, threshold: int) -> Check:
    """With threshold T the delta of threshold T + 1 is not enough, at any eps > 0.

    Cases: The empty database, which releases nothing, against one row.
    """
    histogram = build(Domain.of_size(2), threshold, threshold + 1, every(1))
    yield attained(histogram, (), (), bool, NOTHING)
    appears = law(histogram, (0,)).probability_that(bool)
    yield lt("delta", NOTHING, (appears - lone(threshold + 1)) * R / (R - 1))


@claim(
    "CORE.stable-histogram.accuracy",
    over(threshold=(1, 2), rows=sized((3,), (4,), (5,)), k=(1, 2)),
    about=StableHistogram,
)
def stable_histogram_is_close(build: Build, threshold: int, rows: int, k: int) -> Check:
    """Every released frequency is off by less than k, and every value that occurs T + k - 1 times
    is released, but with probability 1 - (1 - 2 g^k / (1 + g))^d, g = e^(-eps), for d values.

    Cases: Every database of n rows over two values; frequencies are shown up to n + k.
    """
    histogram = build(Domain.of_size(2), threshold, rows + k, every(1))

    def good(database: Rows, found: tuple[tuple[int, int], ...]) -> bool:
        released = dict(found)
        close = all(abs(y - database.count(x)) < k for x, y in found)
        often = (x for x, c in Counter(database).items() if c >= threshold + k - 1)
        return close and all(x in released for x in often)

    failure = 1 - (1 - 2 * R**-k / (1 + 1 / R)) ** 2
    yield accurate(histogram, replace_one(range(2), rows), good, failure)


@dataclass(frozen=True, slots=True)
class Windows:
    """A quality of `width`-bounded growth: the rows of a window that ends at the candidate."""

    width: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        ends = sorted({x + i for x in database for i in range(self.width)})
        return {y: sum(y - self.width < x <= y for x in database) for y in ends}


@dataclass(frozen=True, slots=True)
class WithZeros:
    """The same quality, with candidates of quality 0."""

    quality: Windows

    def __call__(self, database: Rows, /) -> dict[int, int]:
        return dict.fromkeys(range(-20, 0), 0) | self.quality(database)


WRONG[ChoosingMechanism] = usual(ChoosingMechanism) | {
    "no noise in the test": EXACT_TEST,
    "draws even if the test fails": f"{TEST} => if False:",
    "only candidates at the threshold": "q >= 1] => q >= self.threshold]",
    "candidates of quality zero": "q >= 1] => q >= 0]",
    "the threshold is doubled": given(ChoosingMechanism, threshold=lambda t: 2 * t),
    "sees no row": blind(ChoosingMechanism, lambda _: ()),
}


@claim(
    "BNSV15.L3.6",
    over(k=(1, 2), threshold=(2, 3), rows=sized((4,), (6,), (8,))),
    form=Form.CONCRETE,
    about=ChoosingMechanism,
)
def choosing_by_a_quality(build: Build, k: int, threshold: int, rows: int) -> Check:
    """The choosing mechanism with integer threshold T >= 1 and growth k is (eps, k e^(-(T-1)
    eps/4) / 2)-private: eps <= 2 is not needed, and beta does not matter. On this scope the loss
    is at most eps/2 if k = 1.

    Cases: The number of rows at a value, or in a window of two. Frequencies on both sides of the
    threshold. The smaller loss implies the larger one.
    """
    mechanism = build(Windows(k), threshold, every(4), k)
    guarantee = Guarantee(R ** (2 * k), Fraction(k, 2) * R ** (1 - threshold))
    yield private(mechanism, replace_one(range(3), rows), guarantee)


@claim(
    "BNSV15.L3.7",
    over(k=(1, 2), rows=sized((4,), (6,), (8,)), above=(0, 1, 2)),
    form=Form.CONCRETE,
    about=ChoosingMechanism,
)
def choosing_mechanism_answers(build: Build, k: int, rows: int, above: int) -> Check:
    """If some quality is OPT >= T then Pr[bottom] = e^(-(OPT - T) eps/4) / 2, and any other output
    has quality >= 1.

    Cases: T = 2, OPT = T, T + 1 and T + 2; every database over three values with this OPT. The
    quality function lists twenty candidates of quality 0, too.
    """
    quality = WithZeros(Windows(k))
    mechanism = build(quality, 2, every(4), k)
    databases = [
        d for d in replace_one(range(3), rows).databases() if max(quality(d).values()) == 2 + above
    ]

    def good(database: Rows, y: int | Bottom) -> bool:
        return not isinstance(y, Bottom) and quality(database).get(y, 0) >= 1

    if databases:
        yield accurate(mechanism, these(databases), good, R**-above / 2)
        for d in databases:
            yield eq(d, law(mechanism, d).probability(BOTTOM), R**-above / 2)
