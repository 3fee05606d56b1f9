"""Synthetic data that are searched for, or counted, with one thing wrong."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.impostors.pap_release import promised
from reference.data.query_release import data_means, furthest
from reference.reductions.synthetic_data import SyntheticData, matching_data

Data = Rows | Bottom


def half_the_tolerance(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """Within alpha of the answers."""
    return matching_data(concepts, answers, size, rows, tolerance / 2)


def below_the_tolerance(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """Within less than 2 alpha of the answers."""
    for v in combinations_with_replacement(range(size), rows):
        if furthest(data_means(concepts, v), answers) < tolerance:
            return v
    return Bottom.BOTTOM


def twice_the_tolerance(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """Within 4 alpha of the answers."""
    return matching_data(concepts, answers, size, rows, 2 * tolerance)


def all_but_the_last(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """The last concept is not looked at."""
    few = concepts[:-1] or concepts
    return matching_data(few, answers[: len(few)], size, rows, tolerance)


def above_only(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """Means may be too small by any number."""
    for v in combinations_with_replacement(range(size), rows):
        found = zip(data_means(concepts, v), answers, strict=True)
        if max(a - b for a, b in found) <= tolerance:
            return v
    return Bottom.BOTTOM


def one_row_less(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """n' - 1 rows."""
    return matching_data(concepts, answers, size, max(1, rows - 1), tolerance)


def one_order(
    concepts: Sequence[Any], answers: Sequence[Fraction], size: int, rows: int, tolerance: Fraction
) -> Data:
    """The last one, not the first."""
    for v in reversed([*combinations_with_replacement(range(size), rows)]):
        if furthest(data_means(concepts, v), answers) <= tolerance:
            return v
    return Bottom.BOTTOM


class NearestToTheRows(SyntheticData[Any, Any]):
    """Of all data sets that match, the nearest to the private rows."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Data:
        """Synthetic rows, or bottom."""
        answers = coins.run(self.release, database)
        means = data_means(self.concepts, database)
        found = [
            v
            for v in combinations_with_replacement(range(self.size), self.rows)
            if furthest(data_means(self.concepts, v), answers) <= self.tolerance
        ]
        key = lambda v: furthest(data_means(self.concepts, v), means)  # noqa: E731
        return min(found, key=key, default=Bottom.BOTTOM)


class MatchesTheRows(SyntheticData[Any, Any]):
    """The rows are matched, not the answers."""

    deterministic = True

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Data:
        """Synthetic rows, or bottom."""
        del coins
        answers = data_means(self.concepts, database)
        return matching_data(self.concepts, answers, self.size, self.rows, self.tolerance)


class HalfOfTheRelease(SyntheticData[Any, Any]):
    """Four fifths of the loss of the release is promised."""

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        release: Any = self.release
        full = promised(release)
        return Guarantee(release.eps.exp(Fraction(4 * release.count, 5)), full.delta)


class LeakingRelease(SyntheticData[Any, Any]):
    """The release has half of the noise."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Data:
        """Synthetic rows, or bottom."""
        inner: Any = self.release
        release: Any = replace(inner, eps=inner.eps * 2)
        answers = coins.run(release, database)
        return matching_data(self.concepts, answers, self.size, self.rows, self.tolerance)


def rows_by_half(concepts: Sequence[Any], alpha: Fraction) -> int:
    """ln(2k)/alpha^2: the square of the length of a range [0, 1]."""
    return int((ln(2 * len(concepts)) / alpha**2).rounded_up())


def rows_without_two(concepts: Sequence[Any], alpha: Fraction) -> int:
    """2 ln(k)/alpha^2: one side of the deviation only."""
    return max(1, int((2 * ln(max(1, len(concepts))) / alpha**2).rounded_up()))


def rows_by_one_alpha(concepts: Sequence[Any], alpha: Fraction) -> int:
    """2 ln(2k)/alpha."""
    return int((2 * ln(2 * len(concepts)) / alpha).rounded_up())
