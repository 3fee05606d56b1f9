"""Selection: the exponential mechanism, noisy maxima, permute-and-flip."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMaxFrequentValue
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlipFrequentValue
from reference.mechanisms.selection.report_noisy_max import (
    NoisyMaxFrequentValue,
    OneSidedNoisyMaxFrequentValue,
)

VALUES = sized((3,), (4,), (4,))
SELECTED = over(k=VALUES, rows=sized((4,), (5,), (6,)))
MAXIMA = over(k=VALUES, rows=sized((3,), (4,), (5,)))


SCORES = "qualities.items(), base"
MAX = "max(self.domain, key=database.count)"
EXPONENTIAL_MAX = "ExponentialNoisyMax(Frequency(self.domain), self.eps)(database, coins)"
MET = "return candidate  # 4"

WRONG[ExponentialFrequentValue] = usual(ExponentialFrequentValue) | {
    "only values that occur": wrong(
        ExponentialFrequentValue,
        "Frequency(self.domain) => Frequency(Domain(tuple(sorted({*database} or self.domain))))",
        Domain=Domain,
    ),
    "the sign is forgotten": f"{SCORES} => ((f, -q) for f, q in qualities.items()), base",
    "half the exponent": given(ExponentialFrequentValue, eps=lambda eps: eps / 2),
}
WRONG[NoisyMaxFrequentValue] = usual(NoisyMaxFrequentValue) | {
    "one noise for all": "ReportNoisyMax(Frequency(self.domain), self.eps)(database, coins) => "
    f"{MAX}",
    "the sign is forgotten": "winner(qualities, => winner({f: -q for f, q in qualities.items()},",
    "one sided noise": OneSidedNoisyMaxFrequentValue,
}
WRONG[OneSidedNoisyMaxFrequentValue] = usual(OneSidedNoisyMaxFrequentValue) | {
    "one noise for all": f"mechanism(database, coins) => {MAX}",
    "the sign is forgotten": "winner(qualities, => winner({f: -q for f, q in qualities.items()},",
}
WRONG[ExponentialNoisyMaxFrequentValue] = usual(ExponentialNoisyMaxFrequentValue) | {
    "one noise for all": f"{EXPONENTIAL_MAX} => {MAX}",
    "the exponential mechanism": ExponentialFrequentValue,
}
WRONG[PermuteAndFlipFrequentValue] = usual(PermuteAndFlipFrequentValue) | {
    "flips with the weight of all rows": (
        "max(qualities.values()) => len(database)",
        "while True => while len(left) > 1",
        f"{MET} => {MET}\n        return left[0]",
    ),
    "the candidates are not permuted": "coins.draw(Dist.uniform(range(len(left)))) => 0",
}


@claim(
    "CORE.exponential-mechanism",
    over(k=VALUES, rows=sized((4,), (5,), (7,))),
    about=ExponentialFrequentValue,
)
@claim("CORE.report-noisy-max", MAXIMA, about=NoisyMaxFrequentValue)
@claim("CORE.report-one-sided-noisy-max", MAXIMA, about=OneSidedNoisyMaxFrequentValue)
@claim("CORE.exponential-noisy-max", SELECTED, about=ExponentialNoisyMaxFrequentValue)
@claim("CORE.permute-and-flip", SELECTED, about=PermuteAndFlipFrequentValue)
def selection(build: Build, k: int, rows: int) -> Check:
    """The mechanism (see the label) that selects a frequent value with weights e^(eps q / 2), or
    with noise of rate eps/2, is (eps, 0)-private for replaced rows, and (eps/2, 0)-private for
    added or removed ones, which move one frequency only.

    Cases: Every database of the size: one best value, ties, values that do not occur. Noise has no
    bound; its tails are summed exactly.
    """
    found = build(Domain.of_size(k), every(2))
    yield private(found, replace_one(range(k), rows), pure(R**2))
    yield private(found, add_remove_one(range(k), rows), pure(R), name="added or removed")


@claim(
    "CORE.exponential-frequent-value.accuracy",
    over(rows=sized((4,), (5,), (6,)), t=(1, 2, 3), noise=("none",)),
    about=ExponentialFrequentValue,
)
@claim(
    "CORE.noisy-max-frequent-value.accuracy",
    over(
        rows=sized((3,), (3, 4), (4,)), t=sized((1, 2), (1, 2, 3), (1, 2, 3)), noise=("two-sided",)
    ),
    about=NoisyMaxFrequentValue,
)
@claim(
    "CORE.one-sided-noisy-max-frequent-value.accuracy",
    over(
        rows=sized((3,), (3, 4), (4,)), t=sized((1, 2), (1, 2, 3), (1, 2, 3)), noise=("one-sided",)
    ),
    about=OneSidedNoisyMaxFrequentValue,
)
@claim(
    "CORE.exponential-noisy-max-frequent-value.accuracy",
    over(rows=sized((4,), (5,), (6,)), t=(1, 2, 3), noise=("exponential",)),
    about=ExponentialNoisyMaxFrequentValue,
)
@claim(
    "CORE.permute-and-flip-frequent-value.accuracy",
    over(rows=sized((4,), (5,), (6,)), t=(1, 2, 3), noise=("exponential",)),
    about=PermuteAndFlipFrequentValue,
)
def selection_is_good(build: Build, rows: int, t: int, noise: str) -> Check:
    """Of three values one that occurs t times less often than another is selected with probability
    at most 2 T(t). With g = e^(-eps/2): T(t) = g^t for the exponential mechanism, g^t / 2 with
    exponential noise and by permute-and-flip, g^t / (1 + g) with one-sided geometric noise, and
    g^t ((t (1-g) + g) (1+g) + 1 + g^2) / (1+g)^3 with two-sided geometric noise.

    Cases: Every database; some have no value or two values that are so much worse. The chances of
    two rivals are added, each the chance against the best alone; of two values T(t) is enough.
    """
    found = build(Domain.of_size(3), every(2))
    yield accurate(found, replace_one(range(3), rows), far(t), 2 * TAILS[noise](t))
    found = build(Domain.of_size(2), every(2))
    universe = replace_one(range(2), rows)
    yield accurate(found, universe, far(t), TAILS[noise](t), name="two values")


@claim(
    "CORE.report-noisy-max-of-two",
    over(rows=sized((2, 3), (3, 4), (5, 6))),
    about=NoisyMaxFrequentValue,
)
def report_noisy_max_of_two(build: Build, rows: int) -> Check:
    """Of two values, on n rows, two-sided noise loses at most ln(T(n-1) / T(n+1)) < eps, with the
    T of CORE.exponential-frequent-value.accuracy.

    Cases: Every database; attained by the second value, which must be strictly greater, if all
    rows are the first or all but one. One-sided noise loses eps.
    """
    tail = TAILS["two-sided"]
    found, ratio = build(Domain.of_size(2), every(2)), tail(rows - 1) / tail(rows + 1)
    one_other = (*(0,) * (rows - 1), 1)
    yield attained(found, one_other, (0,) * rows, lambda y: y == 1, ratio)
    yield private(found, replace_one(range(2), rows), pure(ratio))


@claim(
    "CORE.exponential-mechanism-loss",
    over(rows=sized((3, 4), (5,), (7,))),
    about=ExponentialFrequentValue,
)
def exponential_mechanism_loss(build: Build, rows: int) -> Check:
    """The loss of the exponential mechanism on frequencies is less than eps: over |F| candidates
    and n rows, (e^(n eps/2) + |F| - 1) / (e^((n-1) eps/2) + e^(eps/2) + |F| - 2) e^(eps/2) is
    attained, and the largest likelihood ratio.

    Cases: |F| = 3; attained by the databases with all rows equal, and with one row replaced.
    """
    mechanism = build(Domain.of_size(3), every(2))
    one_other = (*(0,) * (rows - 1), 1)
    ratio = R * (R**rows + 2) / (R ** (rows - 1) + R + 1)
    yield attained(mechanism, one_other, (0,) * rows, lambda y: y == 1, ratio)
    yield private(mechanism, replace_one(range(3), rows), pure(ratio))


WRONG[ExponentialInteriorPoint] = usual(ExponentialInteriorPoint) | {
    "only points between the rows": "for y in self.domain) => "
    "for y in self.domain if min(database) <= y <= max(database))",
    "rows on the left only": ", sum(x >= y for x in database)) => , len(database))",
}


@claim(
    "CORE.exponential-interior-point",
    over(k=sized((4,), (6,), (8,)), rows=sized((4,), (6,), (6,))),
    about=ExponentialInteriorPoint,
)
def exponential_interior_point(build: Build, k: int, rows: int) -> Check:
    """The exponential mechanism for interior points is (eps, 0)-private.

    Cases: Every database of the size, every pair of neighbours.
    """
    yield private(build(Domain.of_size(k), every(2)), replace_one(range(k), rows), pure(R**2))


@claim(
    "CORE.exponential-interior-point.accuracy",
    over(k=sized((4,), (6,), (8,)), rows=sized((3, 4), (5, 6), (6,))),
    about=ExponentialInteriorPoint,
)
def exponential_interior_point_is_inside(build: Build, k: int, rows: int) -> Check:
    """The output is no interior point with probability at most (|X| - 1) e^(-ceil(n/2) eps/2).
    If ceil(n/2) rows are 0 and the others 1 it is none with probability (|X| - 2) / (r^ceil(n/2) +
    r^floor(n/2) + |X| - 2), r = e^(eps/2), which for odd n and large eps is (|X| - 2)/(|X| - 1) of
    the bound.

    Cases: Every database; all rows may be equal, so that all other points are outside.
    """
    yield accurate(
        build(Domain.of_size(k), every(2)),
        replace_one(range(k), rows),
        lambda d, y: min(d) <= y <= max(d),
        (k - 1) / R ** (-(-rows // 2)),
    )
    split = (0,) * (rows - rows // 2) + (1,) * (rows // 2)
    outside = law(build(Domain.of_size(k), every(2)), split).probability_that(lambda y: y > 1)
    others = R ** (rows - rows // 2) + R ** (rows // 2) + k - 2
    yield eq("nearly attained", outside, (k - 2) / others)


@claim(
    "CORE.permute-and-flip-is-exponential-noisy-max",
    over(multisets(3, sized(3, 4, 6), least=0)),
    about=PermuteAndFlipFrequentValue,
)
def permute_and_flip_is_exponential_noisy_max(build: Build, rows: Rows) -> Check:
    """Permute-and-flip and the noisy max with exponential noise have the same law.

    Cases: Every candidate; the one follows its coins, the other integrates over the noise.
    """
    flip = law(build(Domain.of_size(3), every(2)), rows)
    noisy = law(ExponentialNoisyMaxFrequentValue(Domain.of_size(3), every(2)), rows)
    for y in range(3):
        yield eq(y, flip.probability(y), noisy.probability(y))


@claim(
    "CORE.permute-and-flip-beats-exponential",
    over(multisets(3, sized(4, 5, 6))),
    about=PermuteAndFlipFrequentValue,
)
def permute_and_flip_beats_exponential(build: Build, rows: Rows) -> Check:
    """The expected frequency that permute-and-flip selects is never lower than that of the
    exponential mechanism.  They are the same if all frequencies are; of two values of which one
    occurs t times less often, permute-and-flip selects it with probability e^(-t eps/2) / 2, which
    for large eps is half of the chance of the exponential mechanism, e^(-t eps/2) / (1 + e^(-t
    eps/2)).

    Cases: Frequencies differ on most databases; both probabilities are those by hand.
    """
    flip = law(build(Domain.of_size(3), every(2)), rows)
    exponential = law(ExponentialFrequentValue(Domain.of_size(3), every(2)), rows)
    yield le("quality", exponential.expectation(rows.count), flip.expectation(rows.count))
    if len({rows.count(y) for y in range(3)}) == 1:
        yield eq("equal", exponential.expectation(rows.count), flip.expectation(rows.count))
    bits = tuple(min(x, 1) for x in rows)
    often = int(2 * sum(bits) >= len(bits))
    gap = R ** -abs(len(bits) - 2 * sum(bits))
    flip, exponential = (
        law(kind(Domain.of_size(2), every(2)), bits) for kind in (build, ExponentialFrequentValue)
    )
    yield eq("of two", flip.probability(1 - often), gap / 2)
    yield eq("of two, exponential", exponential.probability(1 - often), gap / (1 + gap))


@claim(
    "CORE.exponential-mechanism-half-exponent",
    over(rows=sized((3,), (4,), (5,))),
    about=ExponentialFrequentValue,
)
def exponent_is_halved_for_a_reason(build: Build, rows: int) -> Check:
    """With weights e^(eps q), not e^(eps q / 2), more than eps is lost for replaced rows, at
    every eps > 0.

    Cases: Frequencies move in opposite directions when a row is replaced.
    """
    one_other = (*(0,) * (rows - 1), 1)
    doubled = build(Domain.of_size(3), every(4))
    yield from exceeded(doubled, one_other, (0,) * rows, lambda y: y == 1, R**2, order=2)
