"""Tracing attacks: from answers to all stumps, was this row among those that were used?

Answers q to the p stumps are estimates of the means of p coordinates.  A row y that was used is
correlated with their errors; one that was not is not.  An attack adds up, over the coordinates,
the row without its mean times the error of the answer, clipped, and says IN if the sum is above a
threshold so high that another row exceeds it with probability at most a given one, whatever the
answers are.

* `MeanTracer` knows the means mu; S with tau = eta sqrt(4 p ln S) errs with chance S^-2.
* `OneReferenceTracer` has one reference row z; tau = sqrt(8 p ln(1/delta)).
* `ReferencesTracer` has a reference row z and M more, with mean w; it clips at eta = 2/sqrt(M),
  and tau = 4 sqrt(p ln(1/delta)/M).

Pseudo-code:
    1  c <- the means of the coordinates, or the reference row
    2  v_j <- q_j - mu_j clipped to [-eta, eta]; q_j with one reference; q_j - w_j clipped
    3  IN iff sum_j (y_j - c_j) v_j > tau

Notation: q answers, y row, mu means, c centre, v weights, eta clip, tau threshold, p stumps.
Source: BCMNUW20, Theorem 14, section 4; figures 1 and 2 of Dwork et al., which it cites.
Guarantees: BCMNUW20.D.tracer, BCMNUW20.ALG.Tracer.mean, BCMNUW20.ALG.Tracer.fig1,
BCMNUW20.ALG.Tracer.fig2, BCMNUW20.T14.sound, BCMNUW20.T14.accounting.
Deviations: the number M of further references is a square, so that the clip is rational.
Degenerate inputs: a sum that equals the threshold is not above it; S = 1 and delta = 1 give the
    threshold 0.

>>> tracer = MeanTracer((Fraction(0), Fraction(0)), Fraction(1), Threshold.exactly(1))
>>> [tracer((Fraction(1), Fraction(1)), row) for row in range(4)]
[False, False, False, True]
>>> [Threshold.root_of_log(16, 2).exceeded_by(x) for x in (Fraction(10, 3), Fraction(3))]
[True, False]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import ClassVar, Protocol, Self

from reference.exact.interval import Interval, check_exact, exact, ln
from reference.lower_bounds.random_means import sign
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class Threshold:
    """tau = sqrt(square ln(odds)), or the root of the square alone where no odds are given.

    The logarithm of a rational number other than 1 is irrational, so no sum equals such a tau.

    Raises:
        ValueError: for a negative square, or odds below 1.
        TypeError: for what is no exact number.
    """

    square: Fraction
    odds: Fraction | None = None

    def __post_init__(self) -> None:
        check_exact(square=self.square, odds=1 if self.odds is None else self.odds)
        if self.square < 0 or (self.odds is not None and self.odds < 1):
            raise ValueError(f"square {self.square}, odds {self.odds}: square >= 0, odds >= 1")

    @classmethod
    def exactly(cls, tau: Fraction | int) -> Self:
        """A rational threshold >= 0.

        Raises:
            ValueError: for a negative one.
        """
        if tau < 0:
            raise ValueError(f"threshold {tau}: at least 0")
        return cls(Fraction(tau) ** 2)

    @classmethod
    def root_of_log(cls, square: Fraction | int, odds: Fraction | int) -> Self:
        """sqrt(square ln(odds))."""
        return cls(Fraction(square), Fraction(odds))

    @property
    def squared(self) -> Interval:
        """tau^2."""
        return exact(self.square) if self.odds is None else ln(self.odds) * self.square

    def exceeded_by(self, total: Fraction) -> bool:
        """Whether total > tau, strictly."""
        return total > 0 and self.squared.certainly_less(total * total)


class Tracer(Protocol):
    """A sum over coordinates, compared with a threshold."""

    @property
    def centre(self) -> tuple[Fraction, ...]:
        """What is subtracted from the row."""

    @property
    def threshold(self) -> Threshold:
        """What the sum has to exceed."""

    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The weight of a coordinate, from its answer."""


def clipped(number: Fraction, clip: Fraction) -> Fraction:
    """The nearest point of [-clip, clip]."""
    return min(max(number, -clip), clip)


def score(tracer: Tracer, answers: Sequence[Fraction], row: int) -> Fraction:
    """The sum that is compared with the threshold.

    Raises:
        ValueError: unless there is an answer for each coordinate.
    """
    centre = tracer.centre
    if len(answers) != len(centre):
        raise ValueError(f"{len(answers)} answers: {len(centre)} are wanted")
    parts = (
        (sign(row, j) - c) * tracer.weight(j, q)
        for j, (c, q) in enumerate(zip(centre, answers, strict=True))
    )
    return sum(parts, Fraction(0))


@dataclass(frozen=True, slots=True)
class MeanTracer:
    """The attack that knows the means.

    Raises:
        ValueError: for a mean outside of [-1, 1], or a clip <= 0.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Theorem 14", "4")

    means: tuple[Fraction, ...]
    clip: Fraction
    threshold: Threshold

    def __post_init__(self) -> None:
        check_exact(clip=self.clip)
        if self.clip <= 0 or any(abs(mean) > 1 for mean in self.means):
            means = tuple(map(str, self.means))
            raise ValueError(f"means {means}, clip {self.clip}: in [-1, 1], and > 0")

    @classmethod
    def sound(cls, means: tuple[Fraction, ...], clip: Fraction, samples: int) -> Self:
        """With the threshold eta sqrt(4 p ln S), for a chance of error of S^-2."""
        square = 4 * len(means) * Fraction(clip) ** 2
        return cls(means, Fraction(clip), Threshold.root_of_log(square, samples))

    @property
    def centre(self) -> tuple[Fraction, ...]:
        """The means."""
        return self.means  # 1

    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The error of the answer, clipped."""
        return clipped(answer - self.means[place], self.clip)  # 2

    def __call__(self, answers: Sequence[Fraction], row: int, /) -> bool:
        return accuses(self, answers, row)


@dataclass(frozen=True, slots=True)
class OneReferenceTracer:
    """The attack with one reference row (figure 1).

    Raises:
        ValueError: unless 0 < delta <= 1.
    """

    reference: int
    attributes: int
    """p."""
    delta: Fraction

    def __post_init__(self) -> None:
        _check_delta(self.delta)

    @property
    def threshold(self) -> Threshold:
        """sqrt(8 p ln(1/delta))."""
        return Threshold.root_of_log(8 * self.attributes, 1 / self.delta)

    @property
    def centre(self) -> tuple[Fraction, ...]:
        """The reference row."""
        return _signs(self.reference, self.attributes)

    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The answer."""
        del place
        return answer

    def __call__(self, answers: Sequence[Fraction], row: int, /) -> bool:
        return accuses(self, answers, row)


@dataclass(frozen=True, slots=True)
class ReferencesTracer:
    """The attack with a reference row and many more, and with a clip (figure 2).

    Raises:
        ValueError: unless 0 < delta <= 1, and the number of further rows is a square >= 1.
    """

    reference: int
    others: tuple[int, ...]
    attributes: int
    """p."""
    delta: Fraction

    def __post_init__(self) -> None:
        _check_delta(self.delta)
        if not self.others or isqrt(len(self.others)) ** 2 != len(self.others):
            raise ValueError(f"{len(self.others)} further rows: a square >= 1 is wanted")

    @property
    def spread(self) -> Fraction:
        """alpha_0 = 1/sqrt(M)."""
        return Fraction(1, isqrt(len(self.others)))

    @property
    def threshold(self) -> Threshold:
        """4 alpha_0 sqrt(p ln(1/delta))."""
        return Threshold.root_of_log(16 * self.spread**2 * self.attributes, 1 / self.delta)

    @property
    def centre(self) -> tuple[Fraction, ...]:
        """The reference row."""
        return _signs(self.reference, self.attributes)

    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The answer without the mean of the further rows, clipped."""
        mean = Fraction(sum(sign(row, place) for row in self.others), len(self.others))
        return clipped(answer - mean, 2 * self.spread)

    def __call__(self, answers: Sequence[Fraction], row: int, /) -> bool:
        return accuses(self, answers, row)


def accuses(tracer: Tracer, answers: Sequence[Fraction], row: int) -> bool:
    """Whether the tracer says IN."""
    return tracer.threshold.exceeded_by(score(tracer, answers, row))  # 3


def _signs(row: int, attributes: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(sign(row, j)) for j in range(attributes))


def _check_delta(delta: Fraction) -> None:
    check_exact(delta=delta)
    if not 0 < delta <= 1:
        raise ValueError(f"delta {delta}: it lies in (0, 1]")


def least_hits(
    total: Fraction, rows: int, tau: Fraction, stretch: Fraction, length: Fraction
) -> Fraction:
    """A number that the accused rows are at least, for one attack with the sums of all rows.

    With Z the rows minus their means and v the weights: all that is not accused adds at most tau
    each, and what k accused rows add is at most sqrt(k) |Z| |v|.

    Args:
        total: the sum over all rows of what is compared with the threshold.
        rows: s.
        tau: the threshold, rational.
        stretch: |Z|^2, the square of the greatest singular value, or more.
        length: |v|^2.

    Raises:
        ValueError: if |Z|^2 |v|^2 is not positive.
    """
    if stretch * length <= 0:
        raise ValueError(f"|Z|^2 = {stretch}, |v|^2 = {length}: both are > 0")
    return max(total - rows * tau, Fraction(0)) ** 2 / (stretch * length)
