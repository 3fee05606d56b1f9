"""Sample sizes of the release that public rows assist with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from reference.exact.interval import exact, ln, sqrt
from reference.mechanisms.release.public_assisted_calibration import (
    SampleSizes,
    private_rows_needed,
    sample_sizes,
)


def _sizes(given: tuple[Fraction, ...]) -> SampleSizes:
    """The right ones."""
    d, p, alpha, beta, eps, delta = given
    return sample_sizes(int(d), int(p), alpha, beta, eps, delta)


def half_of_the_public_rows(*given: Fraction) -> SampleSizes:
    """m/2."""
    found = _sizes(given)
    return replace(found, public_rows=found.public_rows // 2)


def half_of_the_private_rows(*given: Fraction) -> SampleSizes:
    """n/2."""
    found = _sizes(given)
    return replace(found, private_rows=found.private_rows // 2)


def _again(share: Fraction, beta: Fraction, least: int = 1) -> Callable[..., SampleSizes]:
    def sizes(*given: Fraction) -> SampleSizes:
        _, _, alpha, failure, eps, delta = given
        found = _sizes(given)
        spent = sqrt(ln(2 / delta)) / eps
        k = min(found.queries, least * found.queries)
        n, c, a = private_rows_needed(k, found.points, alpha * share, failure * beta, spent)
        return replace(found, private_rows=n, corrections=c, step=a)

    return sizes


whole_accuracy = _again(Fraction(1), Fraction(1, 2))
"""Multiplicative weights at alpha, not alpha/2."""


def one_concept_per_row(*given: Fraction) -> SampleSizes:
    """m concepts in the cover whatever the dimension is."""
    found = _sizes(given)
    return replace(found, queries=found.public_rows)


def constants_of_the_lemma(*given: Fraction) -> SampleSizes:
    """The numbers of Lemma 7 as printed, at alpha/2 and beta/2; corrections of alpha/4."""
    _, _, alpha, failure, eps, delta = given
    found = _sizes(given)
    if found.points == 1:
        return found
    a, b = alpha / 2, failure / 2
    step = a / 2
    spread = 200 * sqrt(ln(found.points) * ln(2 / delta)) / (exact(eps) * a**2)
    tests = ln(found.queries) + ln(128 * ln(found.points) / (a**2 * b))
    count = (4 * ln(found.points) / step**2).rounded_up()
    return replace(found, private_rows=(spread * tests).rounded_up(), corrections=count, step=step)
