"""Families of distributions have the probabilities of their closed forms."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb, factorial, perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.strategies.numbers import LOSSES, PROBABILITIES
from reference.exact.rational_function import RationalFunction
from reference.probability.dist import Dist
from reference.probability.families import (
    bernoulli,
    binomial,
    exponential_weights,
    independent_subset,
    permutation,
    sample_with_replacement,
    subset,
)


@given(PROBABILITIES)
def test_bernoulli(p: Fraction) -> None:
    """True has probability p, False the rest."""
    assert bernoulli(p).probability(True) == p
    assert bernoulli(p).probability(False) == 1 - p


@given(st.integers(0, 6), PROBABILITIES)
def test_binomial_is_a_sum_of_tosses(trials: int, p: Fraction) -> None:
    """The number of successes among independent tosses."""
    total: Dist[int, Fraction] = Dist.point(0)
    for _ in range(trials):
        total = total.product(bernoulli(p)).map(sum)
    assert binomial(trials, p) == total
    assert binomial(trials, p).expectation(lambda k: k) == trials * p


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4), LOSSES)
def test_exponential_weights(scores: list[int], base: Fraction) -> None:
    """Pr[x] is base^score(x), normalised; for every base at once too."""
    dist = exponential_weights(enumerate(scores), base)
    total = sum(base**score for score in scores)
    assert all(dist.probability(i) == base**score / total for i, score in enumerate(scores))
    assert exponential_weights(enumerate(scores), RationalFunction.r()).at(base) == dist
    assert exponential_weights(enumerate(scores), 1 / base) == exponential_weights(
        enumerate([-score for score in scores]), base
    )


@given(st.integers(0, 5), st.integers(0, 5))
def test_samples_without_replacement(rows: int, size: int) -> None:
    """All choices of rows are equally likely, in their order."""
    if size > rows:
        with pytest.raises(ValueError, match="positive weight"):
            subset(range(rows), size)
        return
    dist = subset(range(rows), size)
    assert len(dist) == comb(rows, size)
    assert all(dist.probability(s) == Fraction(1, comb(rows, size)) for s in dist)
    assert all(list(s) == sorted(s) for s in dist)


@given(st.integers(1, 3), st.integers(0, 4))
def test_samples_with_replacement(rows: int, size: int) -> None:
    """Independent uniform draws."""
    dist = sample_with_replacement(range(rows), size)
    assert len(dist) == rows**size
    assert all(dist.probability(s) == Fraction(1, rows**size) for s in dist)


@given(st.integers(0, 5), PROBABILITIES)
def test_independent_subsets(rows: int, p: Fraction) -> None:
    """The size is binomial, and given the size all subsets are equally likely."""
    dist = independent_subset(range(rows), p)
    assert dist.map(len) == binomial(rows, p)
    by_size = {size: dist.condition(partial(has_size, size)) for size in dist.map(len)}
    assert all(by_size[size] == subset(range(rows), size) for size in by_size)


def has_size(size: int, sample: tuple[int, ...]) -> bool:
    """Whether a sample has the size."""
    return len(sample) == size


@given(st.integers(0, 4))
def test_permutations(size: int) -> None:
    """Every order is equally likely, and so is every first element."""
    dist = permutation(range(size))
    assert len(dist) == factorial(size) == perm(size)
    if size:
        assert dist.map(lambda order: order[0]) == Dist.uniform(range(size))


def test_equal_elements_are_merged() -> None:
    """Equal elements at different places are different draws with one outcome."""
    assert subset(("a", "a", "b"), 1) == Dist.uniform([("a",), ("a",), ("b",)])
    assert permutation(("a", "a", "b")).probability(("b", "a", "a")) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: bernoulli(Fraction(-1, 2)), r"it lies in \[0, 1\]"),
        (lambda: bernoulli(Fraction(3, 2)), r"it lies in \[0, 1\]"),
        (lambda: exponential_weights([], Fraction(2)), "at least one outcome"),
        (lambda: Dist.uniform(()), "positive weight"),
        (lambda: Dist.weighted([]), "positive weight"),
        (lambda: Dist.weighted([(0, Fraction(0))]), "positive weight"),
        (lambda: Dist.weighted([(0, Fraction(-1)), (1, Fraction(2))]), "weight -1 of outcome 0"),
    ],
)
def test_impossible_parameters_are_refused(wrong: Callable[[], object], words: str) -> None:
    """Probabilities outside [0, 1], and choices among nothing."""
    with pytest.raises(ValueError, match=words):
        wrong()
