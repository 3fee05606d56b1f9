"""Mechanisms that would compute too long numbers, or list too much: refused before any work."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import comb, isqrt
from typing import Any

from audits.inputs.literals import InputError, shortened
from audits.inputs.mechanisms import is_continuous
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.learning.parity_learner import PrivateParityLearner
from reference.mechanisms.release.gaussian_projection import TruncatedGaussianProjection
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights_plan import MOST_COMPOSED
from reference.mechanisms.sensitivity.noisy_bound import TriangleCount
from reference.mechanisms.sensitivity.smooth_median import SmoothMedian
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse_vector import SparseVector5
from reference.probability.provenance import ours

LONGEST_EXACT, LONGEST_SAMPLED = 5_000, 10_000_000
"""Binary digits of a power of e^eps: in an exact law, and where outputs are drawn."""

DEGREE = 25
"""What a power of the indeterminate counts for, in binary digits."""

LONGEST_WEIGHT = 20_000
"""Binary digits of the least weight of truncated noise."""

LARGEST_INTEGER = {LONGEST_EXACT: 100_000, LONGEST_SAMPLED: 10**12}
"""Of the parameters of a mechanism, in absolute value: it may count up to it, or list so much."""

MOST_OUTCOMES = (1 << 14) + 1
"""Of an exact law, where a mechanism says how many there may be."""

LONGEST_TESTED, LONGEST_COMPARED = 2_500_000, 400_000
"""Binary digits of a power of a root, where a drawn output is compared with a threshold: by
`AboveThreshold`, and by others, which reduce fractions."""

NO_POWER = (PAPRelease, PrivateMultiplicativeWeights, SparseVector5)
"""They raise e^eps to no power of their threshold, or say themselves to which."""

MOST_CORRECTIONS = MOST_COMPOSED
"""Corrections whose loss is derived from a privacy loss of all of them."""

MOST_EXACT_THRESHOLD, MOST_ANSWERS = 64, 10_000
"""In an exact law of private multiplicative weights: rows, and answers in all its transcripts."""

MOST_VALUES = {False: 3_000, True: 500}
"""Of noise in an exact law that lists them: where eps is a number, and for all eps."""

MOST_POINTS = 3_000
"""Of the domain of an exact law of the median."""

MOST_KEPT = 16
"""Examples of an exact law of the learner of parities."""

MOST_COUNTED = 30_000_000
"""Rows that are counted for a summary, once for each coefficient."""


def refuse_by_size(mechanism: object, rows: int, longest: int) -> None:
    """Refuse a mechanism that would compute too long numbers, or list too much.

    Args:
        mechanism: with all its parameters.
        rows: of the database, or of each database.
        longest: `LONGEST_EXACT`, or `LONGEST_SAMPLED` if outputs are drawn.

    Raises:
        InputError: names the parameters, and what they may be.
    """
    exact = longest == LONGEST_EXACT
    if isinstance(mechanism, PAPRelease):
        _refuse_release(mechanism, longest)
    if isinstance(mechanism, PolynomialSummary):
        _refuse_summary(mechanism, rows, longest)
    if isinstance(mechanism, TruncatedGaussianProjection):
        _refuse_weights(mechanism)
    if isinstance(mechanism, PrivateMultiplicativeWeights) and exact:
        _refuse_transcripts(mechanism, rows)
    if isinstance(mechanism, TriangleCount) and exact:
        _refuse_values(mechanism)
    if isinstance(mechanism, SmoothMedian) and exact and mechanism.domain.size > MOST_POINTS:
        domain = shortened(str(mechanism.domain.size))
        raise InputError(f"-p domain={domain}: at most {MOST_POINTS} points in an exact law")
    if isinstance(mechanism, PrivateParityLearner) and exact and rows > MOST_KEPT:
        raise InputError(
            f"{rows} rows: at most {MOST_KEPT} in an exact law, for their subsets are listed"
        )
    if ours(type(mechanism)) and is_dataclass(mechanism):
        _refuse_reach(mechanism) if exact else _refuse_thresholds(mechanism)
    if exact:
        _refuse_long_law(mechanism, rows)
    _refuse_integers(mechanism, longest)


def longest_power(root: Fraction | RationalFunction, longest: int) -> int:
    """The largest exponent of the root that is computed exactly.

    Args:
        root: r, a number or the indeterminate.
        longest: binary digits that its power may have.
    """
    each = max(1, root.numerator.bit_length() - 1) if isinstance(root, Fraction) else DEGREE
    return longest // each


def _refuse_integers(mechanism: object, longest: int) -> None:
    """Refuse what is too large for any mechanism of ours."""
    if not (ours(type(mechanism)) and is_dataclass(mechanism)):
        return
    most = LARGEST_INTEGER[longest]
    for each in fields(mechanism):
        value: object = getattr(mechanism, each.name)
        numbers: tuple[object, ...] = value if isinstance(value, tuple) else (value,)
        for number in numbers:
            if isinstance(number, int | Fraction) and abs(Fraction(number)) > most:
                where = "in an exact law" if longest == LONGEST_EXACT else "here"
                raise InputError(
                    f"-p {each.name}={shortened(str(number))}: from -{most} to {most} {where}"
                )


def _refuse_long_law(mechanism: object, rows: int) -> None:
    count = getattr(mechanism, "most_outcomes", None)
    if not (ours(type(mechanism)) and callable(count)):
        return
    found = count(rows)
    if found > MOST_OUTCOMES:
        raise InputError(
            f"{type(mechanism).__name__} on {rows} rows: a law of 2^{found.bit_length() - 1} "
            f"outcomes or more, the limit is {MOST_OUTCOMES}; `exactdp sample` draws one"
        )


def _given(mechanism: object, *names: str) -> str:
    """Parameters as they are typed."""
    return shortened(" ".join(f"-p {name}={getattr(mechanism, name)}" for name in names))


def _refuse_release(release: PAPRelease[Any], longest: int) -> None:
    if release.count > MOST_CORRECTIONS:
        raise InputError(f"{_given(release, 'count')}: from 0 to {MOST_CORRECTIONS} here")
    most = longest_power(release.eps.root, longest)
    if abs(release.threshold) > most:
        raise InputError(
            f"{_given(release, 'threshold')}: from -{most} to {most} at this eps, since e^(eps/5) "
            "is raised to this power exactly"
        )


def _refuse_thresholds(mechanism: object) -> None:
    """Refuse those that a noisy number is compared with, if a power of e^eps is as long."""
    root = getattr(getattr(mechanism, "eps", None), "root", None)
    if not isinstance(root, Fraction) or isinstance(mechanism, NO_POWER):
        return
    if is_continuous(type(mechanism)):
        return  # its noise is compared digit by digit
    tested = isinstance(mechanism, AboveThreshold)
    most = longest_power(root, LONGEST_TESTED if tested else LONGEST_COMPARED)
    for name in ("threshold", "path_threshold"):
        if abs(getattr(mechanism, name, 0)) > most:
            raise InputError(
                f"{_given(mechanism, name)}: from -{most} to {most} at this eps, since "
                "a part of e^eps is raised to this power exactly"
            )


def _refuse_reach(mechanism: object) -> None:
    """Refuse noise that is listed, so far beyond what is counted."""
    root = getattr(getattr(mechanism, "eps", None), "root", None)
    limit = MOST_VALUES[not isinstance(root, Fraction)] // 2
    if getattr(mechanism, "reach", 0) > limit:
        raise InputError(
            f"{_given(mechanism, 'reach')}: from 0 to {limit} in an exact law at this eps, for "
            "twice as many values of noise are listed; `exactdp sample` draws one"
        )


def _refuse_summary(summary: PolynomialSummary[Any], rows: int, longest: int) -> None:
    words, coefficients = _given(summary, "attributes", "most", "degree"), len(summary.sets)
    if coefficients * rows > MOST_COUNTED:
        raise InputError(
            f"{words}: {coefficients} coefficients of {rows} rows; coefficients times rows is at "
            f"most {MOST_COUNTED}"
        )
    most = longest_power(summary.eps.root, longest)
    if summary.sensitivity > most:
        apart = shortened(str(summary.sensitivity))
        raise InputError(
            f"{words}: the coefficients of neighbours are {apart} units apart, at most {most} "
            "here, since e^eps is raised to this power exactly"
        )


def _refuse_weights(release: TruncatedGaussianProjection[Any]) -> None:
    most = longest_power(release.base, LONGEST_WEIGHT)
    if release.width**2 > most:
        raise InputError(
            f"{_given(release, 'width')}: at most {isqrt(most)} at this eps and spread, since "
            "e^(eps/spread) is raised to width^2 exactly"
        )


def _refuse_transcripts(release: PrivateMultiplicativeWeights[Any], rows: int) -> None:
    """Each transcript is the queries that are asked, and the answer to each of them."""
    if abs(release.threshold) > MOST_EXACT_THRESHOLD:
        raise InputError(
            f"{_given(release, 'threshold')}: at most {MOST_EXACT_THRESHOLD} rows in an exact "
            "law, for noise up to it is listed"
        )
    queries, answers = len(release.listed), 0
    for epochs in range(min(release.epochs, queries) + 1):
        answers += comb(queries, epochs) * (rows + 1) ** epochs * queries
        if answers > MOST_ANSWERS:
            raise InputError(
                f"{_given(release, 'epochs')}: transcripts of {queries} queries with {rows} rows "
                f"have more than {MOST_ANSWERS} answers in all, which is the limit in an exact law"
            )


def _refuse_values(count: TriangleCount[Any]) -> None:
    limit = MOST_VALUES[isinstance(count.eps.root, RationalFunction)]
    if count.shift + count.most * count.highest > limit:
        raise InputError(
            f"{_given(count, 'shift', 'most', 'highest')}: shift + most * highest is at most "
            f"{limit} in an exact law at this eps, for so many values of noise are listed"
        )
