"""What the papers say of the standard mechanisms, under the ids that the papers have.

The other statements of BNSV15, VT14 and BCMNUW20 have no claims yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    Build,
    R,
    Rows,
    about,
    about_accuracy,
    about_privacy,
    bits,
    equal_queries,
    every,
    pure,
    these,
)
from audits.claims.standard_mechanisms.impostors.in_the_papers import (
    Choosing,
    DrawnAgainBelowZero,
    RandomSign,
    SensitivityTakenForOne,
    SharedNoise,
    over_the_mode,
    prior_forgotten,
)
from audits.claims.standard_mechanisms.impostors.noise import (
    FirstRowTold,
    NoSign,
)
from audits.claims.standard_mechanisms.impostors.selection import SensitivityOne
from audits.claims.standard_mechanisms.impostors.sparse_vector import (
    EpsForEachPositive,
    NoiseReused,
    half_the_answer_noise,
    half_the_threshold_noise,
    no_threshold_noise,
)
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from audits.claims.vocabulary import eq, le
from audits.ledger import Form, accurate, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.adjacency import all_answers, replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricMechanism,
)
from reference.mechanisms.noise.laplace_mechanism import LaplaceCells
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.noise.truncated_geometric import TruncatedAnswerCount
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse import Sparse
from reference.privacy.composition import SequentialComposition
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law

ANSWERS = (-1, 0, 1)


@claim(
    "BNSV15.T2.1",
    Form.CONCRETE,
    over(rows=sized((3,), (5,), (8,))),
    **about_privacy(
        LaplaceCells,
        noise_is_never_negative=NoSign,
        negative_counts_are_drawn_again=DrawnAgainBelowZero,
    ),
)
def laplace_mechanism(build: Build, rows: int) -> Iterator[Item]:
    """A count plus Laplace noise of scale 1/eps, seen through integer cuts, is (eps, 0)-private.

    Fair: Every database of bits. A cut at every count shows the whole loss.
    """
    yield private(build(tuple(range(rows + 1)), every(1)), bits(rows), pure(R))


@dataclass(frozen=True, slots=True)
class Multiples:
    """A quality: so many times the number of times that each of three values occurs."""

    factor: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        return {x: self.factor * database.count(x) for x in range(3)}


@claim(
    "BNSV15.P3.5",
    Form.PRINTED,
    over(factor=(1, 2), rows=sized((4,), (5,), (7,))),
    **about_privacy(
        ExponentialMechanism,
        sensitivity_forgotten=lambda q, eps, d: SensitivityOne(
            ExponentialMechanism, q, eps * 2, d
        ),
    ),
)
def exponential_mechanism(build: Build, factor: int, rows: int) -> Iterator[Item]:
    """(1) The exponential mechanism is (eps, 0)-private.

    Fair: Qualities of sensitivity D = 1 and 2, weights e^(eps q / (2D)); every database over three
    values.
    """
    mechanism = build(Multiples(factor), every(2 * factor), factor)
    yield private(mechanism, replace_one(range(3), rows), pure(R ** (2 * factor)))


@claim(
    "BNSV15.P3.5",
    Form.CONCRETE,
    over(rows=sized((4,), (6,), (8,))),
    **about_accuracy(
        ExponentialMechanism,
        the_sign_is_forgotten=lambda _, eps: ExponentialMechanism(Multiples(-1), eps),
    ),
)
def exponential_mechanism_is_accurate(build: Build, rows: int) -> Iterator[Item]:
    """(2) Pr[q(S, output) <= OPT - t] <= |F| e^(-eps t / 2) for every t >= 1; more sharply (|F| -
    1) e^(-eps t / 2).

    Fair: Three values; every t up to the number of rows. The sharper bound implies the other.
    """
    mechanism = build(Multiples(1), every(2))
    for t in range(1, rows + 1):
        yield accurate(
            mechanism,
            replace_one(range(3), rows),
            lambda d, y, t=t: d.count(y) > max(map(d.count, d)) - t,
            2 * R**-t,
            name=f"t = {t}",
        )


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


@claim(
    "BNSV15.L3.6",
    Form.CONCRETE,
    over(k=(1, 2), threshold=(2, 3), rows=sized((4,), (6,), (8,))),
    **about_privacy(
        ChoosingMechanism,
        no_noise_in_the_test=lambda *args: Choosing(*args, noiseless=True),
        draws_even_if_the_test_fails=lambda *args: Choosing(*args, draws_always=True),
        only_candidates_at_the_threshold=lambda q, t, eps, k: Choosing(q, t, eps, k, least=t),
    ),
)
def choosing_mechanism(build: Build, k: int, threshold: int, rows: int) -> Iterator[Item]:
    """The choosing mechanism with integer threshold T >= 1 and growth k is (eps, k e^(-(T-1)
    eps/4) / 2)-private: eps <= 2 is not needed, and beta does not matter. On this scope the loss
    is at most eps/2 if k = 1.

    Fair: The number of rows at a value, or in a window of two. Frequencies on both sides of the
    threshold. The smaller loss implies the larger one.
    """
    mechanism = build(Windows(k), threshold, every(4), k)
    guarantee = Guarantee(R ** (2 * k), Fraction(k, 2) * R ** (1 - threshold))
    yield private(mechanism, replace_one(range(3), rows), guarantee)


@claim(
    "BNSV15.L3.7",
    Form.CONCRETE,
    over(k=(1, 2), rows=sized((4,), (6,), (8,)), above=(0, 1, 2)),
    **about_accuracy(
        ChoosingMechanism,
        the_threshold_is_doubled=lambda q, t, eps, k: ChoosingMechanism(q, 2 * t, eps, k),
        candidates_of_quality_zero=lambda q, t, eps, k: Choosing(WithZeros(q), t, eps, k, least=0),
    ),
)
def choosing_mechanism_answers(build: Build, k: int, rows: int, above: int) -> Iterator[Item]:
    """If some quality is OPT >= T then Pr[bottom] = e^(-(OPT - T) eps/4) / 2, and any other output
    has quality >= 1.

    Fair: T = 2, OPT = T, T + 1 and T + 2; every database over three values with this OPT.
    """
    mechanism, quality = build(Windows(k), 2, every(4), k), Windows(k)
    databases = [
        d for d in replace_one(range(3), rows).databases() if max(quality(d).values()) == 2 + above
    ]

    def good(database: Rows, y: int | Bottom) -> bool:
        return not isinstance(y, Bottom) and quality(database).get(y, 0) >= 1

    if databases:
        yield accurate(mechanism, these(databases), good, R**-above / 2)
        for d in databases:
            yield eq(d, law(mechanism, d).probability(Bottom.BOTTOM), R**-above / 2)


@claim(
    "VT14.ALG.RR.e",
    Form.CONCRETE,
    over(rows=sized((3,), (4,), (5,))),
    **about_privacy(RandomizedResponse, the_first_row_is_told=FirstRowTold),
)
def randomized_response(build: Build, rows: int) -> Iterator[Item]:
    """Randomized response that keeps a bit with probability e^eps / (1 + e^eps) is (eps,
    0)-private.

    Fair: Every sequence of bits.
    """
    universe = replace_one((0, 1), rows, ordered=True)
    response = build(Domain.of_size(2), every(1))
    yield private(response, universe, pure(R))
    yield accurate(response, bits(1), lambda row, y: y == row, 1 / (1 + R), name="kept")


@dataclass(frozen=True, slots=True)
class Counted:
    """A query of sensitivity `factor`: so many times the number of ones."""

    factor: int

    def __call__(self, database: Rows, /) -> int:
        return self.factor * sum(database)


@claim(
    "VT14.P1.1.4",
    Form.CONCRETE,
    over(d=(1, 2, 3), rows=sized((2, 4), (6,), (10,))),
    **about_privacy(
        GeometricMechanism, random_sign=RandomSign, sensitivity_taken_for_1=SensitivityTakenForOne
    ),
)
def geometric_mechanism(build: Build, d: int, rows: int) -> Iterator[Item]:
    """A query of sensitivity D plus two-sided geometric noise of ratio e^(-eps/D) is eps-private.

    Fair: D times the number of ones; outcomes beyond the answers have one likelihood ratio.
    """
    mechanism = build(Counted(d), d, every(d), (-1, d * rows + 1))
    yield private(mechanism, bits(rows), pure(R**d))


@claim(
    "VT14.ALG.ClampedGeometric",
    Form.CONCRETE,
    over(rows=sized((4,), (6,), (10,))),
    **about_privacy(ClampedGeometricCount, drawn_again_until_inside=TruncatedAnswerCount),
)
def clamped_geometric_mechanism(build: Build, rows: int) -> Iterator[Item]:
    """The geometric mechanism clamped to the range of the count is eps-private.

    Fair: Every database of bits.
    """
    yield private(build(0, rows, every(1)), bits(rows), pure(R))


Beliefs = Mapping[int, Fraction]


def posterior(
    prior: Beliefs, likelihood: Mapping[int, RationalFunction]
) -> Mapping[int, RationalFunction]:
    """The posterior of a row by the rule of Bayes, from Pr[y | row]."""
    total = sum((prior[v] * likelihood[v] for v in prior), start=NOTHING)
    return {v: prior[v] * likelihood[v] / total for v in prior}


@dataclass(frozen=True, slots=True)
class RowAndOutput:
    """A row drawn from the prior, and the output on it and on the rest."""

    ones: Fraction
    mechanism: ClampedGeometricCount[RationalFunction]

    def __call__(self, rest: Rows, coins: Coins[RationalFunction], /) -> tuple[int, int]:
        row = coins.draw(Dist.weighted([(0, 1 - self.ones), (1, self.ones)]))
        return row, coins.run(self.mechanism, (row, *rest))


@claim(
    "VT14.D1.POST",
    Form.CONCRETE,
    over(rest=((), (0,), (0, 1)), ones=(Fraction(1, 2), Fraction(1, 4))),
    **about(posterior, divided_by_the_mode=over_the_mode, the_prior_is_forgotten=prior_forgotten),
)
def prior_and_posterior(rule: Build, rest: Rows, ones: Fraction) -> Iterator[Item]:
    """The posterior of row X_i given y is its law under the condition M(X_i, x_-i) = y: with the
    rule of Bayes Pr[y | v] prior(v) / Pr[y], and between e^(-eps) and e^eps times the prior if M
    is eps-private.

    Fair: A clamped noisy count, whose outputs are not alike; priors that are and are not uniform,
    every output and every eps.
    """
    count = ClampedGeometricCount(0, len(rest) + 1, every(1))
    prior = {0: 1 - ones, 1: ones}
    joint = law(RowAndOutput(ones, count), rest)
    for y in range(len(rest) + 2):
        given = joint.condition(lambda both, y=y: both[1] == y)
        found = rule(prior, {v: law(count, (v, *rest)).probability(y) for v in prior})
        for v, chance in prior.items():
            yield eq(f"{v} given {y}", found[v], given.probability((v, y)))
            yield le(f"{v} given {y}, above", found[v], R * chance)
            yield le(f"{v} given {y}, below", chance + NOTHING, R * found[v])


@dataclass(frozen=True, slots=True)
class Zeros:
    """The number of zeros."""

    def __call__(self, database: Rows, /) -> int:
        return len(database) - sum(database)


@claim(
    "VT14.T2.1.2",
    Form.CONCRETE,
    over(rows=sized((2,), (2,), (3,)), k=sized((2, 3), (2, 3), (2, 3, 4))),
    **about(SequentialComposition, one_noise_for_both=lambda _: SharedNoise(every(1))),
)
def basic_composition(build: Build, rows: int, k: int) -> Iterator[Item]:
    """k independent (eps, delta)-private mechanisms are (k eps, k delta)-private together.

    Fair: Noisy numbers of ones and of zeros on the same bits; k responses that leak with
    probability delta = 1/10.
    """
    shown = (-1, rows + 1)
    both = (
        GeometricMechanism(Counted(1), 1, every(1), shown),
        GeometricMechanism(Zeros(), 1, every(1), shown),
    )
    yield private(build(both), bits(rows), pure(R**2))
    delta = Fraction(1, 10) + NOTHING
    leaky = LeakyResponse(Guarantee(R, delta))
    yield private(build((leaky,) * k), bits(1), Guarantee(R**k, k * delta), name="leaky")


@claim(
    "BCMNUW20.MON.T3.23",
    Form.CONCRETE,
    over(most=sized((3,), (4,), (4,)), long=sized((5,), (5, 6), range(5, 9))),
    **about_privacy(
        AboveThreshold,
        no_noise_on_the_threshold=no_threshold_noise,
        half_the_noise_on_the_threshold=half_the_threshold_noise,
        half_the_noise_on_the_answers=half_the_answer_noise,
        one_noise_for_all_answers=NoiseReused,
    ),
)
def above_threshold(build: Build, most: int, long: int) -> Iterator[Item]:
    """AboveThreshold with geometric noise of ratios e^(-eps/2) and e^(-eps/4) is (eps, 0)-private.

    Fair: All vectors of answers -1, 0, 1, every answer moving by at most one, and five and more
    queries of which all but the last are equal.
    """
    yield private(build(0, every(4)), equal_queries(long), pure(R**4), name="equal queries")
    yield private(build(0, every(4)), all_answers(ANSWERS, most), pure(R**4))


@claim(
    "BCMNUW20.MON.T3.25",
    Form.CONCRETE,
    over(n=sized((2,), (3,), (3,)), long=(5,)),
    **about_privacy(Sparse, eps_for_each_positive=EpsForEachPositive),
)
def sparse(build: Build, n: int, long: int) -> Iterator[Item]:
    """Sparse with c positives and delta = 0, with geometric noise, is (eps, 0)-private.

    Fair: c = 2; all answers -1, 0, 1, and three equal answers before two equal ones.
    """
    mechanism = build(0, 2, every(8))
    yield private(mechanism, equal_queries(long, last=2), pure(R**8), name="equal queries")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**8))
