"""Wrong variants of rows with random means, and of what answers tell of them."""

from audits.claims.prelude import *
from reference.lower_bounds.random_means import (
    Function,
    RandomMean,
    chance_of_signs,
    product_rows,
    sign,
)


class FreshMeans(RandomMean):
    """A mean of its own for every row."""

    @override
    def probability(self, bits: int, rows: int) -> Fraction:
        """The probability of these signs."""
        return Fraction(1, 1 << rows)

    @override
    def fingerprint(self, function: Function) -> Fraction:
        """What the answers tell of the rows."""
        rows = len(function).bit_length() - 1
        each = (1 - self.moment(2)) / (1 << rows)
        signs = ((number, bits) for bits, number in enumerate(function))
        total = (n * sum(sign(bits, i) for i in range(rows)) for n, bits in signs)
        return each * sum(total, Fraction(0))


class GridMeans(RandomMean):
    """The mean is -A, 0 or A."""

    @override
    def moment(self, power: int) -> Fraction:
        """E[mu^power]."""
        if not power:
            return Fraction(1)
        return Fraction(0) if power % 2 else self.width**power * Fraction(2, 3)


class WidthForgotten(RandomMean):
    """The mean is uniform on [-1, 1] whatever the width."""

    @override
    def moment(self, power: int) -> Fraction:
        """E[mu^power]."""
        return Fraction(0) if power % 2 else Fraction(1, power + 1)


class NotCentred(RandomMean):
    """The rows are added up with their means."""

    @override
    def fingerprint(self, function: Function) -> Fraction:
        """What the answers tell of the rows."""
        rows = len(function).bit_length() - 1
        total = Fraction(0)
        for bits, number in enumerate(function):
            signs = sum(sign(bits, i) for i in range(rows))
            total += number * signs * self.expectation(chance_of_signs(bits, rows))
        return total


class OneRowOnly(RandomMean):
    """Only the first row is looked at."""

    @override
    def fingerprint(self, function: Function) -> Fraction:
        """What the answers tell of the rows."""
        rows = len(function).bit_length() - 1
        return super().fingerprint(function) / max(rows, 1)


class Inexact(RandomMean):
    """The accuracy of the answers is forgotten."""

    @override
    def least_fingerprint(self, accuracy: Fraction) -> Fraction:
        """What a fingerprint is said to be at least."""
        return super().least_fingerprint(Fraction(0))


class HalfAccuracy(RandomMean):
    """Half of the accuracy is subtracted."""

    @override
    def least_fingerprint(self, accuracy: Fraction) -> Fraction:
        """What a fingerprint is said to be at least."""
        return super().least_fingerprint(accuracy / 2)


class NineTenths(RandomMean):
    """Of the accuracy nine tenths are subtracted, but for the ends."""

    @override
    def least_fingerprint(self, accuracy: Fraction) -> Fraction:
        """What a fingerprint is said to be at least."""
        return super().least_fingerprint(accuracy) + accuracy * self.width / 10


class ForWidthOne(RandomMean):
    """2/3 - alpha, the bound for the width 1, for every width."""

    @override
    def least_fingerprint(self, accuracy: Fraction) -> Fraction:
        """What a fingerprint is said to be at least."""
        return Fraction(2, 3) - accuracy


class NoEnds(RandomMean):
    """The ends of the interval lose nothing to the accuracy."""

    @override
    def least_fingerprint(self, accuracy: Fraction) -> Fraction:
        """What a fingerprint is said to be at least."""
        a = self.width
        return 1 - a * a + 2 * self.moment(2) - a * accuracy


def opposite_signs(means: Sequence[Fraction]) -> Dist[int, Fraction]:
    """-1 where +1 is meant."""
    return product_rows([-mean for mean in means])


def one_coin(means: Sequence[Fraction]) -> Dist[int, Fraction]:
    """One draw decides all coordinates: each has its mean, but they depend on each other."""
    ends = sorted({Fraction(-1), Fraction(1), *means})
    found: list[tuple[int, Fraction]] = []
    for low, high in pairwise(ends):
        row = sum(1 << j for j, mean in enumerate(means) if mean >= high)
        found.append((row, (high - low) / 2))
    return Dist.weighted(found)
