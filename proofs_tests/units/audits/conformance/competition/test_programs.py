"""Laws and losses of published programs, against values found by hand, by others, or by integrals.

With r = e^(eps/4) and u = eps/4.  The probabilities of sparse vector are integrals over the level
of products of two tails; the one of variant 4 is also in the authors' hand check of DiPC.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import acb, arb, fmpq

from audits.conformance.competition.entry import Answers, Private, Recipe, recipe
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.noises import Kind
from audits.conformance.competition.programs.ranges import Between, Range
from audits.conformance.competition.programs.responses import CappedGeometric
from audits.conformance.competition.programs.sparse_vectors import (
    AdaptiveSparseVector,
    SparseVector,
)
from audits.conformance.competition.programs.sums import (
    BlockCounter,
    CountedCopies,
    NoisyCounts,
    NoisySum,
)
from audits.conformance.competition.suites.dip_approx_gaussian import MAX, MIN, SVT
from audits.conformance.competition.suites.dipc import (
    NMAX2,
    NMAX3,
    SVT4,
    SVT5,
    SVT6,
    flipped,
    svt1,
    svt3,
)
from audits.conformance.competition.suites.neighbours import pair
from audits.evidence.verdict import Holds, Refuted, confirmed
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.enclosed import Grid, enclosed_law
from reference.probability.law import law

U, R = ExponentialFunction.u(), ExponentialFunction.r()
NEARLY = Fraction(9, 10)


@pytest.mark.parametrize(
    ("program", "answers", "output", "probability"),
    [
        (svt1(1), (-1,), (1,), (4 * R - 1) / (6 * R**2)),
        (svt1(1), (-1, -1), (0, 1), (32 * R - 12 * U - 22) / (48 * R**2)),
        (SVT4, (-1, 0), (0, 1), (56 - 63 / R + 26 / R**3 - 9 / R**4) / 112),
        (SVT5, (-1, 0), (0, 1), (1 - 1 / R**2) / 2),
        (SVT5, (-1, -1), (0, 1), R - R),
        (SVT6, (-1, 1), (1, 0), 1 / (4 * R**4) - 1 / (12 * R**6)),
        (svt3((0,)), (0,), (1,), R / R / 12),
        (recipe(NoisySum, scale=1, cuts=(0,)), (1, 1), 0, 1 / (2 * R**8)),
        (recipe(NoisyMax, scale=2), (0, 0, 0), 1, R / R / 3),
        (recipe(NoisyMax, scale=2, least=True), (0, 0, 0), 2, R / R / 3),
        (recipe(Between, noise=Kind.LAPLACE), (1, 1, 1, 1), 2, R / R / 3),
        (recipe(Between, noise=Kind.LAPLACE), (1, 1, 1, 1), 3, R / R / 12),
    ],
)
def test_probabilities(
    program: Recipe, answers: Answers, output: object, probability: ExponentialFunction
) -> None:
    """Of the one that puts out a value: rho <= nu <= 0, the integral of e^nu/2 e^(2 nu)/2."""
    found = law(program.made(Epsilon.continuous(4)), answers)
    assert sum((found.probability(y) for y in found if y == output), R - R) == probability


@pytest.mark.parametrize(
    ("program", "first", "second", "parts", "loss"),
    [
        (svt3((0, 1)), (0, 0), (1, 1), 40, Fraction(1, 2)),
        (NMAX3, (0, 0, 0), (-1, -1, -1), 20, Fraction(3, 2)),
        (NMAX2, (0, 0, 0), (1, 0, 0), 20, Fraction(1, 2)),
        (recipe(flipped), (0, 0, 0), (1, 1, 1), 10, Fraction(3)),
        (recipe(NoisyCounts, scale=1, cuts=(0,)), (0, 0), (1, 1), 10, Fraction(2)),
        (recipe(NoisySum, scale=Fraction(1, 2), cuts=(0,)), (0, 0), (1, 0), 10, Fraction(2)),
        (recipe(BlockCounter, block=2, cuts=(0,)), (0, 0), (1, 0), 10, Fraction(2)),
        (recipe(BlockCounter, block=2, cuts=(0,)), (0, 0), (0, 1), 10, Fraction(1)),
    ],
)
def test_losses(
    program: Recipe, first: Answers, second: Answers, parts: int, loss: Fraction
) -> None:
    """The loss of a pair: it is claimed with success, and a tenth less of it is refuted."""
    asked = Private(program, pair(first, second), parts, claim=loss)
    assert isinstance(confirmed(asked.answered("x").verdict), Holds)
    less = replace(asked, claim=loss * NEARLY)
    assert isinstance(confirmed(less.answered("x").verdict), Refuted)


def test_counting_copies_is_counting_them_one_by_one() -> None:
    """The law of the number above the cut, from each copy by itself."""
    eps = Epsilon.continuous(1)
    one_by_one = law(NoisyCounts(eps, 1, (1,)), (0,) * 4).map(sum)
    assert law(CountedCopies(eps, 4, 1), (0,)) == one_by_one


def test_the_leak_of_the_adaptive_technique_grows_with_the_answers() -> None:
    """A low value far above means a low level: n - 1 answers below it cost 3/8 each, it 1/8."""
    near = recipe(AdaptiveSparseVector, stop=1, leaks=True, margin=2, cuts=(0,))
    for n, loss in ((1, 1), (2, 4), (3, 7)):
        less = Private(near, pair((0,) * n, (1,) * n), 8, claim=Fraction(loss - 1, 8))
        assert isinstance(confirmed(less.answered("x").verdict), Refuted)


def test_the_capped_geometric_law_is_that_of_the_printed_sampler() -> None:
    """It draws D uniform in 1, ..., d and puts out the least z with F(z) >= D, in integers."""
    n, k = 5, 3
    d = (2 ** (k + 1) + 1) * (2**k + 1) ** (n - 1)
    for c in range(n + 1):
        steps = [
            *(2 ** (k * (c - z)) * (2**k + 1) ** (n - c + z) for z in range(c)),
            *(d - 2 ** (k * (z - c + 1)) * (2**k + 1) ** (n - 1 - z + c) for z in range(c, n)),
            d,
        ]
        found = law(CappedGeometric(n, Fraction(2**k, 2**k + 1)), (c,))
        below = 0
        for z, step in enumerate(steps):
            assert found.probability(z) == Fraction(step - below, d)
            below = step


def test_a_value_without_noise_is_not_put_out() -> None:
    """It would be no draw."""
    bare = replace(svt3((0,)), parameters=(*svt3((0,)).parameters, ("queries", None)))
    with pytest.raises(TypeError, match="has noise"):
        law(bare.made(Epsilon.continuous(4)), (1,))


def test_programs_in_words() -> None:
    """The parameters are those that were given."""
    assert svt1(2).words == "SparseVector(threshold=2, queries=8, stop=2)"
    assert "released=value, cuts=(0, 1)" in svt3((0, 1)).words
    assert recipe(SparseVector, threshold=Fraction(9, 4)).words == "SparseVector(threshold=9/4)"


def test_answers_below_are_answers_above_with_the_signs_changed() -> None:
    """Noise and level are symmetric about 0."""
    eps = Epsilon.continuous(4)
    above, below = (SparseVector(eps, 2, 4, 1, below=side) for side in (False, True))
    assert law(below, (1, 0, -1)) == law(above, (-1, 0, 1))
    assert law(below, (1, 0, -1)) != law(above, (1, 0, -1))


def test_one_answer_in_a_range_loses_nothing() -> None:
    """By 1 - x for x 0 and 1 are exchanged, and the ends; with two answers it does not help."""
    program = Range(Epsilon.continuous(4), noise=Kind.LAPLACE)
    assert law(program, (0,)) == law(program, (1,))
    assert law(program, (0, 0)) != law(program, (0, 1))


def normal(x: acb, deviation: int) -> acb:
    """The probability that a Gaussian draw is below x."""
    return (-x / (acb(2).sqrt() * deviation)).erfc() / 2


def density(x: acb, deviation: int) -> acb:
    """That of a Gaussian draw."""
    root = (2 * acb.pi()).sqrt() * deviation
    return (-x * x / (2 * deviation**2)).exp() / root


@pytest.mark.parametrize(
    ("program", "answers", "output", "given"),
    [
        (MAX, (1, 0, 1, 1, 1), 1, lambda x: density(x, 4) * normal(x - 1, 4) ** 4),
        (MIN, (1, 1, 0), 2, lambda x: density(x, 4) * (1 - normal(x - 1, 4)) ** 2),
        (
            *(recipe(Range), (1,), 1),
            lambda x: density(x - 1, 4) * normal(x, 8) * (1 - normal(x - 1, 8)),
        ),
        (
            *(recipe(Between), (0, 0, 1), 2),
            lambda x: density(x - 1, 4) * normal(x, 4) * (1 - normal(x, 4)) * 2,
        ),
        (*(SVT, (0, 1), (0, 0)), lambda x: density(x, 4) * normal(x, 8) * normal(x - 1, 8)),
    ],
)
def test_enclosed_probabilities(
    program: Recipe, answers: Answers, output: object, given: Callable[[acb], acb]
) -> None:
    """At eps = 1/2, given one of the draws: integrals by arb, from -80 to 80."""
    exact = acb.integral(lambda x, _: given(x), -80, 80).real
    made = program.made(Epsilon.continuous(4))
    found = enclosed_law(made, answers, Grid(Fraction(1, 8), Fraction(1, 8)))
    low, high = next(ends for y, ends in found.items() if y == output)
    assert arb(fmpq(low.numerator, low.denominator)) < exact
    assert exact < arb(fmpq(high.numerator, high.denominator))
    assert high - low < Fraction(3, 100)
