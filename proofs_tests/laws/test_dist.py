"""Distributions obey the laws of a probability monad, and of probability."""

from fractions import Fraction
from math import copysign
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.laws import OUTCOMES, kernels, laws, symbolic_laws
from proofs_tests.strategies.numbers import LOSSES, POSITIVE
from reference.exact.rational_function import RationalFunction
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

R = RationalFunction.r()

Law = Dist[int, Fraction]
Kernel = tuple[Law, Law, Law, Law]


@given(OUTCOMES, kernels())
def test_point_is_a_left_unit(x: int, kernel: Kernel) -> None:
    """Drawing from a point and going on is going on from it."""
    assert Dist.point(x).bind(lambda y: kernel[y]) == kernel[x]


@given(laws())
def test_point_is_a_right_unit(law: Law) -> None:
    """Drawing and then returning what was drawn is drawing."""
    assert law.bind(Dist.point) == law


@given(laws(), kernels(), kernels())
def test_bind_is_associative(law: Law, first: Kernel, second: Kernel) -> None:
    """Three draws, one after the other, can be bracketed either way."""
    left = law.bind(lambda x: first[x]).bind(lambda y: second[y])
    right = law.bind(lambda x: first[x].bind(lambda y: second[y]))
    assert left == right


@given(laws())
def test_map_is_bind_to_a_point(law: Law) -> None:
    """A function of the outcome is a draw that is certain."""
    assert law.map(lambda x: x % 2) == law.bind(lambda x: Dist.point(x % 2))


@given(laws(), kernels(), OUTCOMES)
def test_bind_is_the_law_of_total_probability(law: Law, kernel: Kernel, y: int) -> None:
    """Pr[y] is the sum over x of Pr[x] Pr[y | x]."""
    total = sum((law.probability(x) * kernel[x].probability(y) for x in law), Fraction(0))
    assert law.bind(lambda x: kernel[x]).probability(y) == total


@given(laws(), laws())
def test_product_is_independence(first: Law, second: Law) -> None:
    """The probability of a pair is the product, and both marginals come back."""
    pair = first.product(second)
    assert all(
        pair.probability((x, y)) == first.probability(x) * second.probability(y)
        for x in first
        for y in second
    )
    assert pair.map(lambda xy: xy[0]) == first
    assert pair.map(lambda xy: xy[1]) == second


@given(laws(), st.sets(OUTCOMES))
def test_conditioning_is_bayes(law: Law, event: set[int]) -> None:
    """Pr[x | event] Pr[event] = Pr[x and event]; an impossible event is refused."""
    chance = law.probability_that(lambda x: x in event)
    if not chance:
        with pytest.raises(ValueError, match="positive weight"):
            law.condition(lambda x: x in event)
        return
    given_event = law.condition(lambda x: x in event)
    for x in range(4):
        joint = law.probability(x) if x in event else 0
        assert given_event.probability(x) * chance == joint


@given(laws())
def test_probabilities_sum_to_one(law: Law) -> None:
    """The whole space has probability one."""
    assert sum(law.probability(x) for x in law) == 1
    assert law.probability_that(lambda _: True) == 1


@given(laws(), laws())
def test_expectation_is_linear(first: Law, second: Law) -> None:
    """E[x + y] = E[x] + E[y]."""
    both = first.product(second).expectation(lambda xy: xy[0] + xy[1])
    assert both == first.expectation(lambda x: x) + second.expectation(lambda y: y)


@given(laws(), laws())
def test_total_variation_is_the_worst_event(a: Law, b: Law) -> None:
    """It is the greatest difference of the probabilities of an event, over all 16 events."""
    events = [{x for x in range(4) if mask >> x & 1} for mask in range(16)]
    gaps = [sum(a.probability(x) - b.probability(x) for x in event) for event in events]
    assert a.total_variation(b) == max(gaps)


@given(laws(), POSITIVE)
def test_equality_is_of_distributions(law: Law, factor: Fraction) -> None:
    """Weights may differ by a factor; equal laws have equal hashes."""
    again = Dist.weighted((x, law.probability(x) * factor) for x in reversed(list(law)))
    assert again == law
    assert hash(again) == hash(law)


@given(laws())
def test_a_law_equals_laws_only(law: Law) -> None:
    """Nothing else, not even its own weights."""
    others: list[object] = [dict(law.weights), None]
    assert law not in others


@given(laws(), laws())
def test_equality_is_equality_of_all_probabilities(a: Law, b: Law) -> None:
    """Two laws are equal exactly if every outcome is equally likely under both."""
    assert (a == b) == all(a.probability(x) == b.probability(x) for x in range(4))


@given(laws(), symbolic_laws())
def test_pickling_keeps_a_law(law: Law, symbolic: Dist[int, RationalFunction]) -> None:
    """Laws of numbers and of functions survive a round trip, field and order included."""
    for before in (law, symbolic):
        after = pickled(before)
        assert after == before
        assert list(after) == list(before)
        assert after.field is before.field


@given(symbolic_laws(), symbolic_laws(), LOSSES)
def test_evaluation_commutes_with_products(
    first: Dist[int, RationalFunction], second: Dist[int, RationalFunction], root: Fraction
) -> None:
    """A law at r = root is the law of the probabilities at r = root, before or after."""
    pair = first.product(second)
    assert pair.at(root) == first.at(root).product(second.at(root))
    assert all(pair.at(root).probability(x) == pair.probability(x).at(root) for x in pair)


@given(symbolic_laws())
def test_symbolic_probabilities_sum_to_one(law: Dist[int, RationalFunction]) -> None:
    """Identically in r."""
    assert sum((law.probability(x) for x in law), RationalFunction(0)) == 1


def test_outcomes_differ_by_type() -> None:
    """`True`, `1`, `1.0` and `Fraction(1)` are four outcomes in everything that a law does."""
    four = (True, 1, 1.0, Fraction(1))
    dist: Dist[object, Fraction] = Dist.uniform([*four, 1])
    assert len(dist) == len(dist.weights) == 4
    assert [dist.probability(x) * 5 for x in four] == [1, 2, 1, 1]
    assert [type(x) for x in dist] == [type(x) for x in four]
    assert [dist.weights[x] for x in four] == [1, 2, 1, 1]
    assert Dist.point(True) != Dist.point(1)
    assert dist.map(lambda x: (x, 0)).probability((1, 0)) == Fraction(2, 5)
    assert dist.condition(lambda x: isinstance(x, bool)) == Dist.point(True)
    assert dist.bind(Dist.point) == dist
    assert dist.product(dist).probability((True, 1)) == Fraction(2, 25)
    assert pickled(dist) == dist
    assert dist.weights == Dist.uniform([1, *four]).weights
    assert dist.weights != {True: 5}
    assert hash(dist.weights) == hash(Dist.uniform([1, *four]).weights)


def test_zeros_and_nans_differ_by_sign() -> None:
    """`0.0` is not `-0.0`, and a NaN is the same outcome as another NaN with its bits."""
    zeros = Dist.uniform([0.0, -0.0, 0.0])
    assert [str(zeros.probability(x)) for x in (0.0, -0.0)] == ["2/3", "1/3"]
    nan = float("nan")
    negative = copysign(nan, -1)
    nans = Dist.uniform([nan, negative, float("nan")])
    assert [str(nans.probability(x)) for x in (nan, negative)] == ["2/3", "1/3"]


@pytest.mark.parametrize("weight", [R - 2, 1 - 2 * R, -R])
def test_a_weight_that_is_negative_at_one_is_refused(weight: RationalFunction) -> None:
    """At eps = 0 there is no such law."""
    with pytest.raises(ValueError, match="a weight is >= 0"):
        Dist.weighted([(0, weight), (1, R + 3)])


@pytest.mark.parametrize("chance", [2 * R / (R + 1) + 1, -1 / R])
def test_a_chance_outside_of_zero_and_one_is_refused(chance: RationalFunction) -> None:
    """One of the sides of the coin would be negative."""
    with pytest.raises(ValueError, match="a weight is >= 0"):
        bernoulli(chance)


@given(laws())
def test_a_law_is_a_mapping_to_probabilities(law: Law) -> None:
    """Items, keys, values and a look-up say the probabilities, which are those of `weighted`."""
    assert dict(law) == {x: law.probability(x) for x in law.support}
    assert list(law.items()) == list(zip(law.keys(), law.values(), strict=True))
    assert all(x in law and law[x] == law.probability(x) for x in law.support)
    assert len(law) == len(law.support)
    assert Dist.weighted(law) == Dist.weighted(list(law.items())) == law


def test_what_is_impossible_is_in_no_mapping() -> None:
    """An outcome of probability 0 is not found; 1 and True are two outcomes."""
    law = Dist.uniform([True, 1, 1])
    assert (law[True], law[1]) == (Fraction(1, 3), Fraction(2, 3))
    assert False not in law
    assert True not in Dist.point(1)
    assert law.get(0) is None
    with pytest.raises(KeyError, match="0 has probability 0"):
        law[0]


def test_integers_are_weights() -> None:
    """Weights may be integers, beside each other, beside fractions, and beside functions of r."""
    ints: dict[str, Any] = {"a": 1, "b": 3}
    assert Dist.weighted(ints)["b"] == Fraction(3, 4)
    assert Dist.weighted(ints | {"b": Fraction(1, 2)})["b"] == Fraction(1, 3)
    assert str(Dist.weighted(ints | {"b": RationalFunction.r()})["a"]) == "1 / (r + 1)"
    for weight, message in ((0.5, r"write Fraction\(1, 2\)"), ("x", "not a rational number")):
        for first in (1, Fraction(1)):
            with pytest.raises((TypeError, ValueError), match=message):
                Dist.weighted({"a": first, "b": weight})  # type: ignore[type-var]  # refused
