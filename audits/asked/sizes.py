"""Mechanisms that would list too much: refused by their numbers alone, before any work."""

from __future__ import annotations

from math import comb, isqrt
from typing import Any

from audits.asked.lengths import LONGEST_SAMPLED, longest_power
from audits.asked.literals import InputError, shortened
from reference.mechanisms.learning.parity_learner import PrivateParityLearner
from reference.mechanisms.release.gaussian_projection import TruncatedGaussianProjection
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.sensitivity.smooth_median import SmoothMedian

LONGEST_WEIGHT = 20_000
"""Binary digits of the least weight of truncated noise."""

MOST_OUTCOMES = 10_000
"""Of an exact law."""

MOST_POINTS = 3_000
"""Of the domain of an exact law of the median."""

MOST_KEPT, MOST_PARITY_BITS = 16, 12
"""Examples and bits of an exact law of the learner of parities."""

MOST_COEFFICIENTS, MOST_COUNTED = 10_000, 30_000_000
"""Of a summary: coefficients, and rows that are counted, once for each."""


def refuse_by_size(mechanism: object, rows: int, longest: int) -> None:
    """Refuse a mechanism that would list too many outcomes, or compute too many counts.

    Args:
        mechanism: with all its parameters.
        rows: of the database, or of each database.
        longest: binary digits of a power of the root; `LONGEST_SAMPLED` if outputs are drawn.

    Raises:
        InputError: names the parameters, and what they may be.
    """
    if isinstance(mechanism, PolynomialSummary):
        _refuse_summary(mechanism, rows, longest)
    if isinstance(mechanism, TruncatedGaussianProjection):
        _refuse_noise(mechanism)
    if longest == LONGEST_SAMPLED:
        return
    if isinstance(mechanism, PrivateMultiplicativeWeights):
        _refuse_transcripts(mechanism, rows)
    if isinstance(mechanism, SmoothMedian) and mechanism.domain.size > MOST_POINTS:
        raise InputError(
            f"-p domain={shortened(str(mechanism.domain.size))}: at most {MOST_POINTS} points in "
            "an exact law"
        )
    if isinstance(mechanism, PrivateParityLearner):
        if mechanism.bits > MOST_PARITY_BITS:
            raise InputError(
                f"-p bits={mechanism.bits}: at most {MOST_PARITY_BITS} in an exact law"
            )
        if rows > MOST_KEPT:
            raise InputError(
                f"{rows} rows: at most {MOST_KEPT} in an exact law, for their subsets are listed"
            )


def _refuse_summary(summary: PolynomialSummary[Any], rows: int, longest: int) -> None:
    d, k = summary.attributes, min(summary.degree, summary.most)
    given = (f"-p {name}={getattr(summary, name)}" for name in ("attributes", "most", "degree"))
    words = shortened(" ".join(given))
    coefficients = 0
    for a in range(1, k + 1):
        coefficients += comb(d, a)
        if coefficients > MOST_COEFFICIENTS:
            raise InputError(
                f"{words}: there are more than {MOST_COEFFICIENTS} sets of 1 to degree attributes"
            )
    if coefficients * rows > MOST_COUNTED:
        raise InputError(
            f"{words}: {coefficients} coefficients of {rows} rows; coefficients times rows is at "
            f"most {MOST_COUNTED}"
        )
    most = longest_power(summary.eps.root, longest)
    if summary.sensitivity > most:
        raise InputError(
            f"{words}: the coefficients of neighbours are "
            f"{shortened(str(summary.sensitivity))} units apart, at most {most} here, since e^eps "
            "is raised to this power exactly"
        )
    if longest == LONGEST_SAMPLED:
        return
    c, outcomes = summary.polynomial.differences, 1
    for a in range(1, len(c)):
        for _ in range(comb(d, a)):
            outcomes *= int(abs(c[a]) / summary.unit) * rows + 1
            if outcomes > MOST_OUTCOMES:
                raise InputError(
                    f"{words}: more than {MOST_OUTCOMES} outcomes for {rows} rows, which is the "
                    "limit in an exact law"
                )


def _refuse_noise(mechanism: TruncatedGaussianProjection[Any]) -> None:
    d, w = mechanism.bits, mechanism.width
    if d > 3 or (2 * w + 1) ** (d * d) > MOST_OUTCOMES:
        words = shortened(f"-p bits={d} -p width={w}")
        raise InputError(
            f"{words}: bits is at most 3 and (2 width + 1)^(bits^2) at most {MOST_OUTCOMES}, for "
            "so many values of noise are listed"
        )
    most = longest_power(mechanism.base, LONGEST_WEIGHT)
    if w * w > most:
        raise InputError(
            f"-p width={w}: at most {isqrt(most)} at this eps and spread, since e^(eps/spread) is "
            "raised to width^2 exactly"
        )


def _refuse_transcripts(release: PrivateMultiplicativeWeights[Any], rows: int) -> None:
    """Each transcript is the queries that are asked, and the answer to each of them."""
    queries = len(release.listed)
    listed = 0
    for epochs in range(min(release.epochs, queries) + 1):
        listed += comb(queries, epochs) * (rows + 1) ** epochs * queries
        if listed > MOST_OUTCOMES:
            raise InputError(
                f"-p epochs={shortened(str(release.epochs))}: transcripts of {queries} queries "
                f"with {rows} rows have more than {MOST_OUTCOMES} answers in all, which is the "
                "limit in an exact law"
            )
