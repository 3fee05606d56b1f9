"""Numbers of rows and rates that are computed from targets, and steps that mechanisms share."""

from itertools import product as pairs

from audits.claims.prelude import *
from reference.mechanisms.interior_point.construct_paths import multiplicity
from reference.mechanisms.interior_point.path_embedding import followed
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.boosted_learner import repetitions
from reference.mechanisms.learning.function_family import field_product
from reference.mechanisms.learning.independent_noise_learner import (
    confident_noisy_learner,
    confident_rows,
)
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner, subsampled_exp_eps
from reference.mechanisms.release.exponential_sanitiser import enough_rows
from reference.probability.indices import BLOCKS, uniform_index

RATES = (Fraction(1), HALF, TENTH)


def least(number: int, value: Interval) -> Iterator[Comparison]:
    """The least integer that is not below the value."""
    yield le("enough", high(value), number)
    yield lt("one less", number - 1, low(value))


WRONG[enough_rows] = {"one row more": ".rounded_up() => .rounded_up() + 1"}


@claim(
    "CORE.rows-for-the-sanitiser",
    over(size=(2, 10), alpha=RATES, beta=(HALF, TENTH), root=(Fraction(3, 2), 3), parts=(1, 2)),
    about=enough_rows,
)
def rows_for_the_sanitiser(
    rows: Build, size: int, alpha: Fraction, beta: Fraction, root: int, parts: int
) -> Check:
    """The exponential sanitiser asks for (4/(eps alpha)) (k ln T + ln(1/beta)) rows, rounded up,
    where k is 2/alpha, rounded up.

    Cases: e^(eps/parts) = root; logarithms are enclosed.
    """
    eps, k = parts * ln(Fraction(root)), -(-2 // alpha)
    exact_rows = 4 / (eps * alpha) * (k * ln(size) + ln(1 / beta))
    yield from least(rows(size, alpha, beta, Epsilon(Fraction(root), parts)), exact_rows)


WRONG[confident_noisy_learner] = {
    "half the beta": given(confident_noisy_learner, beta=lambda beta: beta / 2),
    "half the alpha": given(confident_noisy_learner, alpha=lambda alpha: alpha / 2),
}


@claim(
    "CORE.rates-of-the-noisy-learner", over(alpha=RATES, beta=RATES), about=confident_noisy_learner
)
def rates_of_the_noisy_learner(build: Build, alpha: Fraction, beta: Fraction) -> Check:
    """A2 flips with probability mu = alpha beta/8, fails at once with probability beta/4, samples
    with the p of p/(1 - p) = 3 mu/(1 - mu), and asks for 2 ln(2/beta)/(p alpha) rows, rounded up.

    Cases: Rates up to 1.
    """
    learner, mu = build(3, alpha, beta), alpha * beta / 8
    inner = learner.inner
    assert isinstance(inner, SubsampledLearner)
    yield eq("mu", learner.flip, mu)
    yield eq("fails", inner.failure, beta / 4)
    yield eq("p", inner.sampling * (1 - mu), 3 * mu * (1 - inner.sampling))
    yield from least(confident_rows(alpha, beta), 2 * ln(2 / beta) / (inner.sampling * alpha))


WRONG[subsampled_exp_eps] = {
    "no division by 1 minus p": "gain / (1 - sampling) => gain",
    "the smaller one": "max((1 - failure => min((1 - failure",
}


@claim(
    "CORE.loss-of-a-subsample",
    over(p=(Fraction(0), TENTH, HALF), b=(TENTH, HALF, Fraction(1)), g=(TENTH, HALF, 3)),
    about=subsampled_exp_eps,
)
def loss_of_a_subsample(loss: Build, p: Fraction, b: Fraction, g: Fraction) -> Check:
    """e^eps = 1 + p max((1 - b)/b, g/(1 - p)).

    Cases: Either term is the greater one.
    """
    failed, sampled = p * (1 / b - 1), p * g / (1 - p)
    yield eq("e^eps", loss(p, b, Fraction(g)), 1 + max(failed, sampled))


WRONG[repetitions] = {"one run more": "return count => return count + 1"}


@claim("CORE.repetitions", over(n=(8, 9, 20)), about=repetitions)
def repetitions_are_least(count: Build, n: int) -> Check:
    """N is the least integer with (4/5)^N <= beta/5.

    Cases: beta = 5 (4/5)^N, and a little less.
    """
    beta = 5 * Fraction(4, 5) ** n
    yield eq("attained", count(beta), n)
    yield eq("a little less", count(beta * Fraction(99, 100)), n + 1)


WRONG[uniform_index] = {
    "first half": given(uniform_index, bound=lambda bound: max(1, bound // 2)),
    "one draw": given(uniform_index, bound=lambda bound: min(bound, BLOCKS)),
}


@claim(
    "CORE.uniform-integer",
    over(bound=(1, 2, 63, 64, 65, 127, 128, 600, 4096, 4097)),
    about=uniform_index,
)
def uniform_integers(drawn: Build, bound: int) -> Check:
    """An integer that is drawn by blocks is uniform.

    Cases: Bounds below, at and above 64, the number of blocks, and its square.
    """
    found = law(partial(_from, drawn), bound)
    chances = [found.probability(y) for y in range(bound)]
    yield eq("least", min(chances), Fraction(1, bound))
    yield eq("greatest", max(chances), Fraction(1, bound))


def _from(drawn: Build, bound: int, coins: Coins[Fraction]) -> int:
    return drawn(bound, coins)


WRONG[followed] = {
    "goes left": "int(right > 0) => 0",
    "trims one less": given(followed, trim=lambda trim: max(0, trim - 1)),
}


@claim("CORE.paths-of-one-row", over(x=range(4), copies=(1, 2)), about=followed)
def paths_of_one_row(walk: Build, x: int, copies: int) -> Check:
    """A path goes on while the node weighs more than t, to the only child that weighs anything.

    Cases: Equal rows; t is one less than their number, or equal to it.
    """
    tree = WeightedTree.of(2, (x,) * copies)
    on, stopped = walk(tree, copies - 1, max), walk(tree, copies, max)
    yield true("to the leaf", on == Node(2, x))
    yield true("to the root", stopped == Node(0, 0))
    yield eq("no rows", multiplicity(()), 0)


WRONG[AffinePointLearner] = {"two cases": given(AffinePointLearner, rule="two-cases")}


@claim("CORE.learners-without-a-centre", over(degree=(1, 2)), about=AffinePointLearner)
def learners_without_a_centre(build: Build, degree: int) -> Check:
    """Where no point function is consistent the learners of A4 put out bottom.

    Cases: Every point is labelled 0, or one is labelled 0 and 1.
    """
    affine = build(degree, 1)
    other: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner((), 1 << degree)
    zeros = tuple((x, 0) for x in range(1 << degree))
    for rows in (zeros, ((0, 0), (0, 1))):
        yield eq(f"affine, {rows}", law(affine, rows).probability(BOTTOM), 1)
        yield eq(f"other, {rows}", law(other, rows).probability(BOTTOM), 1)


WRONG[field_product] = {
    "adds one": "return result => return result ^ 1",
    "integers": "result ^= first => result += first",
}


@claim("CORE.field-product", over(degree=(1, 2, 3)), about=field_product)
def field_products(product: Build, degree: int) -> Check:
    """Polynomials over two elements multiply as in a field: with 0, with 1, sums, and no divisors
    of 0.

    Cases: All pairs and triples of up to eight elements.
    """
    elements = range(1 << degree)
    for x in elements:
        yield eq(f"0 {x}", product(0, x, degree), 0)
        yield eq(f"1 {x}", product(1, x, degree), x)
        multiples = {product(x, y, degree) for y in elements}
        yield eq(f"multiples of {x}", len(multiples), len(elements) if x else 1)
        yield eq(f"greatest of {x}", max(multiples), len(elements) - 1 if x else 0)
        for y, z in pairs(elements, repeat=2):
            both = product(x, y, degree) ^ product(x, z, degree)
            yield eq(f"{x} ({y} + {z})", product(x, y ^ z, degree), both)
