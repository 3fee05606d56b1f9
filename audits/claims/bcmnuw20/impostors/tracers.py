"""Wrong variants of tracing attacks, of what they are asked, and of what they must find."""

from operator import itemgetter
from typing import Self

from audits.claims.prelude import *
from reference.lower_bounds.tracing_attacks import (
    MeanTracer,
    OneReferenceTracer,
    ReferencesTracer,
    Threshold,
)
from reference.lower_bounds.tracing_experiment import Accused, Experiment


class Inclusive(Threshold):
    """A sum that equals the threshold is above it."""

    __slots__ = ()

    @override
    def exceeded_by(self, total: Fraction) -> bool:
        """Whether the sum counts as above."""
        return total >= 0 and not (-self.squared).certainly_less(-total * total)


class BothSides(Threshold):
    """A sum far below zero is above it, too."""

    __slots__ = ()

    @override
    def exceeded_by(self, total: Fraction) -> bool:
        """Whether the sum counts as above."""
        return Threshold(self.square, self.odds).exceeded_by(abs(total))


def tie_is_in(means: tuple[Fraction, ...], clip: Fraction, threshold: Threshold) -> MeanTracer:
    """IN iff the sum is at least the threshold."""
    return MeanTracer(means, clip, Inclusive(threshold.square, threshold.odds))


def either_sign(means: tuple[Fraction, ...], clip: Fraction, threshold: Threshold) -> MeanTracer:
    """IN iff the absolute value of the sum is above the threshold."""
    return MeanTracer(means, clip, BothSides(threshold.square, threshold.odds))


class NoMeans(MeanTracer):
    """<y, q>: nothing is centred."""

    __slots__ = ()

    @property
    @override
    def centre(self) -> tuple[Fraction, ...]:
        """What is subtracted from the row."""
        return (Fraction(0),) * len(self.means)

    @override
    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The weight of a coordinate."""
        return min(max(answer, -self.clip), self.clip)


class RowNotCentred(MeanTracer):
    """<y, q - mu>."""

    __slots__ = ()

    @property
    @override
    def centre(self) -> tuple[Fraction, ...]:
        """What is subtracted from the row."""
        return (Fraction(0),) * len(self.means)


class MeansAdded(MeanTracer):
    """<y - mu, q + mu>."""

    __slots__ = ()

    @override
    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The weight of a coordinate."""
        return min(max(answer + self.means[place], -self.clip), self.clip)


class NotClipped(MeanTracer):
    """<y - mu, q - mu>."""

    __slots__ = ()

    @override
    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The weight of a coordinate."""
        return answer - self.means[place]


class HalfVariance(MeanTracer):
    """The threshold eta sqrt(2 p ln S)."""

    __slots__ = ()

    @classmethod
    @override
    def sound(cls, means: tuple[Fraction, ...], clip: Fraction, samples: int) -> Self:
        """With this threshold."""
        square = 2 * len(means) * clip**2
        return cls(means, clip, Threshold.root_of_log(square, samples))


class ThreeQuartersVariance(MeanTracer):
    """The threshold eta sqrt(3 p ln S)."""

    __slots__ = ()

    @classmethod
    @override
    def sound(cls, means: tuple[Fraction, ...], clip: Fraction, samples: int) -> Self:
        """With this threshold."""
        square = 3 * len(means) * clip**2
        return cls(means, clip, Threshold.root_of_log(square, samples))


class NoLogarithm(MeanTracer):
    """The threshold eta sqrt(p)."""

    __slots__ = ()

    @classmethod
    @override
    def sound(cls, means: tuple[Fraction, ...], clip: Fraction, samples: int) -> Self:
        """With this threshold."""
        del samples
        return cls(means, clip, Threshold(len(means) * clip**2))


class NoReference(OneReferenceTracer):
    """<y, q>: the reference row is not subtracted."""

    __slots__ = ()

    @property
    @override
    def centre(self) -> tuple[Fraction, ...]:
        """What is subtracted from the row."""
        return (Fraction(0),) * self.attributes


class QuarterThreshold(OneReferenceTracer):
    """The threshold sqrt(p ln(1/delta)/2)."""

    __slots__ = ()

    @property
    @override
    def threshold(self) -> Threshold:
        """What the sum has to exceed."""
        return Threshold.root_of_log(Fraction(self.attributes, 2), 1 / self.delta)


class LogForgotten(OneReferenceTracer):
    """The threshold sqrt(8 p/delta)."""

    __slots__ = ()

    @property
    @override
    def threshold(self) -> Threshold:
        """What the sum has to exceed."""
        return Threshold(8 * self.attributes / self.delta)


class ReferenceNotCounted(ReferencesTracer):
    """The threshold for y - mu in place of y - z: 2 alpha_0 sqrt(2 p ln(1/delta))."""

    __slots__ = ()

    @property
    @override
    def threshold(self) -> Threshold:
        """What the sum has to exceed."""
        return Threshold.root_of_log(8 * self.spread**2 * self.attributes, 1 / self.delta)


class ClipForgotten(ReferencesTracer):
    """The errors of the answers are not clipped."""

    __slots__ = ()

    @override
    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The weight of a coordinate."""
        total = sum(2 * (row >> place & 1) - 1 for row in self.others)
        return answer - Fraction(total, len(self.others))


class OthersForgotten(ReferencesTracer):
    """The answers are not centred by the further rows."""

    __slots__ = ()

    @override
    def weight(self, place: int, answer: Fraction, /) -> Fraction:
        """The weight of a coordinate."""
        return min(max(answer, -2 * self.spread), 2 * self.spread)


class PublicForgotten(Experiment[Any]):
    """The tracer is not asked about the public rows."""

    @override
    def accused(self) -> Dist[Accused, Any]:
        """Who is accused."""
        n = self.private
        return super().accused().map(lambda a: (*a[:n], *(False for _ in a[n:-1]), a[-1]))


class OnePublicHit(Experiment[Any]):
    """Of the public rows at most one is counted."""

    @property
    @override
    def expected_hits(self) -> Any:
        """E[K]."""
        n = self.private
        return self.accused().expectation(lambda a: sum(a[:n]) + any(a[n:-1]))


class OutsiderIsARow(Experiment[Any]):
    """The further row is a row of the database."""

    @override
    def accused(self) -> Dist[Accused, Any]:
        """Who is accused."""
        return super().accused().map(lambda a: (*a[:-1], a[0]))


class AskedOnce(Experiment[Any]):
    """Every row is asked about with answers of its own."""

    @override
    def accused(self) -> Dist[Accused, Any]:
        """Who is accused."""
        whole = super().accused()
        found: Dist[Accused, Any] = Dist.point(())
        for place in range(self.private + self.public + 1):
            one = whole.map(itemgetter(place))
            found = found.product(one).map(lambda pair: (*pair[0], pair[1]))
        return found


def counted_again(total: Fraction, rows: int, tau: Fraction, z: Fraction, v: Fraction) -> Fraction:
    """The rows that are not accused add nothing."""
    del rows, tau
    return max(total, Fraction(0)) ** 2 / (z * v)


def one_threshold(total: Fraction, rows: int, tau: Fraction, z: Fraction, v: Fraction) -> Fraction:
    """All the rows that are not accused add tau together."""
    del rows
    return max(total - tau, Fraction(0)) ** 2 / (z * v)


def not_squared(total: Fraction, rows: int, tau: Fraction, z: Fraction, v: Fraction) -> Fraction:
    """The ratio is not squared: |Z|^2 for |Z|, |v|^2 for |v|."""
    return max(total - rows * tau, Fraction(0)) / (z * v)


def negative_too(total: Fraction, rows: int, tau: Fraction, z: Fraction, v: Fraction) -> Fraction:
    """A negative rest is squared as well."""
    return (total - rows * tau) ** 2 / (z * v)
