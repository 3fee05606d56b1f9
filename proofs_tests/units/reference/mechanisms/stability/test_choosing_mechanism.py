"""The choosing mechanism against its law written down, and against worked examples."""

from collections import Counter
from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import RowAdjacency, add_remove_one, replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import (
    ChoosingFrequentValue,
    ChoosingMechanism,
    choosing_threshold,
)
from reference.privacy.curve import envelope
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law, laws

BOTTOM = Bottom.BOTTOM
Table = dict["int | Bottom", Fraction]


class Prefixes:
    """How many rows of `bits` bits begin with each string of one or two bits: growth 2."""

    def __call__(self, database: Database[int], /) -> Counter[str]:
        texts = [f"{row:02b}" for row in database]
        return Counter(text[:length] for text in texts for length in (1, 2))


def written_down(database: Database[int], threshold: int, s: Fraction) -> Table:
    """Pr[pass] = s^(-gap)/2 or 1 - s^gap/2, then weights s^frequency."""
    counts = Counter(database)
    gap = threshold - max(counts.values(), default=0)
    passes = s**-gap / 2 if gap >= 0 else 1 - s**gap / 2
    if not counts:
        return {BOTTOM: Fraction(1)}
    total = sum((s**c for c in counts.values()), Fraction(0))
    table: Table = {x: passes * s**c / total for x, c in counts.items()}
    table[BOTTOM] = 1 - passes
    return table


def frequent(threshold: int, s: Fraction) -> ChoosingMechanism[Database[int], int, Fraction]:
    """The choosing mechanism for frequencies, at s = e^(eps/4)."""
    return ChoosingMechanism(OccurringFrequency(), threshold, Epsilon(s, 4))


def tight_delta(threshold: int, s: Fraction, universe: RowAdjacency[int], x: Fraction) -> Fraction:
    """The least delta at e^eps = x over all pairs of a universe of rows."""
    mechanism = frequent(threshold, s)
    found = list(laws(mechanism, universe.databases()))
    return envelope(found, universe.index_pairs()).curve.delta_at(x)


@pytest.mark.parametrize("s", [Fraction(1), Fraction(3, 2), Fraction(2)])
@pytest.mark.parametrize("threshold", [-1, 0, 1, 2, 5])
def test_law_equals_the_one_written_down(s: Fraction, threshold: int) -> None:
    """On every database of up to four rows over three values."""
    mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, Epsilon(s, 4))
    for database in add_remove_one(range(3), 4).databases():
        found = law(mechanism, database)
        assert {y: found.probability(y) for y in found} == written_down(database, threshold, s)


def test_the_worked_example() -> None:
    """S = (0, 0, 1), s = 2, T = 3: bottom 3/4, 0 has 1/6, 1 has 1/12."""
    found = law(frequent(3, Fraction(2)), (0, 0, 1))
    assert [found.probability(y) for y in (BOTTOM, 0, 1)] == [
        Fraction(3, 4),
        Fraction(1, 6),
        Fraction(1, 12),
    ]


@pytest.mark.parametrize(
    ("s", "threshold", "best", "delta"),
    [
        (Fraction(3, 2), 2, 3, Fraction(8, 39)),
        (Fraction(3, 2), 4, 4, Fraction(4, 35)),
        (Fraction(3, 2), 8, 8, Fraction(64, 2315)),
        (Fraction(2), 2, 2, Fraction(1, 6)),
        (Fraction(2), 4, 4, Fraction(1, 18)),
        (Fraction(5, 4), 4, 5, Fraction(768, 4405)),
    ],
)
def test_delta_of_removing_a_unique_row(
    s: Fraction, threshold: int, best: int, delta: Fraction
) -> None:
    """The largest Pr[pass] s / (s + s^M) over M, the frequency of the other value."""
    mechanism = frequent(threshold, s)
    gaps = [
        hockey_stick(law(mechanism, (0,) * m + (1,)), law(mechanism, (0,) * m), s**4)
        for m in range(1, 12)
    ]
    assert max(gaps) == delta
    assert gaps[best - 1] == delta


def test_the_tight_delta_on_one_row() -> None:
    """With one row, s = 3/2 and T = 4 the tight delta for replaced rows is s^(-3)/2 = 4/27."""
    universe = replace_one(range(2), 1)
    found = tight_delta(4, Fraction(3, 2), universe, Fraction(3, 2) ** 4)
    assert found == Fraction(4, 27)


@pytest.mark.parametrize("universe", [replace_one(range(3), n) for n in (1, 2, 3, 4)])
@pytest.mark.parametrize("threshold", [1, 2, 4])
def test_private_for_every_eps(universe: RowAdjacency[int], threshold: int) -> None:
    """(eps/2, e^(-(T-1) eps/4)/2) holds for every eps, so the stated (eps, delta) does."""
    mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, Epsilon.indeterminate(4))
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)
    half = Guarantee(mechanism.eps.exp(Fraction(1, 2)), mechanism.guarantee.delta)
    assert isinstance(audit_privacy(mechanism, universe, half), Holds)


def test_private_for_added_and_removed_rows() -> None:
    """The same for added or removed rows, and a quarter of eps is not enough."""
    mechanism = ChoosingFrequentValue(Domain.of_size(3), 3, Epsilon.indeterminate(4))
    universe, delta = add_remove_one(range(3), 4), mechanism.guarantee.delta
    half = Guarantee(mechanism.eps.exp(Fraction(1, 2)), delta)
    assert isinstance(audit_privacy(mechanism, universe, half), Holds)
    quarter = Guarantee(mechanism.eps.exp(Fraction(1, 4)), delta)
    assert isinstance(audit_privacy(mechanism, universe, quarter), Refuted)


@pytest.mark.parametrize("universe", [replace_one(range(4), 3), add_remove_one(range(4), 3)])
def test_growth_two_is_private_for_every_eps(universe: RowAdjacency[int]) -> None:
    """Each row improves two prefixes: (3 eps/4, 2 e^(-(T-1) eps/4)/2) for every eps."""
    mechanism = ChoosingMechanism(Prefixes(), 3, Epsilon.indeterminate(4), growth=2)
    delta = mechanism.guarantee.delta
    most = Guarantee(mechanism.eps.exp(Fraction(3, 4)), delta)
    assert isinstance(audit_privacy(mechanism, universe, most), Holds)


@pytest.mark.parametrize("s", [Fraction(1), Fraction(11, 10), Fraction(3)])
def test_delta_is_attained_on_one_row(s: Fraction) -> None:
    """A single row is released with probability s^(1-T)/2, and never without it."""
    mechanism = frequent(3, s)
    pair = law(mechanism, (5,)), law(mechanism, ())
    assert hockey_stick(*pair, s**4) == s**-2 / 2 == mechanism.guarantee.delta


def test_candidates_without_quality_are_ignored() -> None:
    """Listing candidates of quality 0 changes nothing."""

    def listed(database: Database[int], /) -> dict[int, int]:
        return {x: database.count(x) for x in range(-3, 9)}

    longer = ChoosingMechanism(listed, 2, Epsilon(Fraction(4, 3), 4))
    shorter = frequent(2, Fraction(4, 3))
    for database in replace_one(range(3), 3).databases():
        assert law(longer, database) == law(shorter, database)


def test_a_huge_domain_is_never_listed() -> None:
    """Among 2^200 values, one that occurs a hundred times is chosen."""
    mechanism = ChoosingFrequentValue(Domain.of_size(2**200), 20, Epsilon(Fraction(3, 2), 4))
    database = (2**199,) * 100 + tuple(range(50))
    assert run(mechanism, database, SeededBits(2)) == 2**199


def test_parameters_are_checked() -> None:
    """Growth 0 is refused, and a delta above 1 is not stated."""
    with pytest.raises(ValueError, match="growth 0"):
        ChoosingMechanism(OccurringFrequency(), 3, Epsilon(Fraction(2), 4), 0)
    generous = ChoosingMechanism(OccurringFrequency(), -3, Epsilon(Fraction(2), 4), 5)
    assert generous.guarantee.delta == 1


def test_the_printed_threshold_is_rounded_up() -> None:
    """(8/2) ln(4 / (1/2 2 1/2)) = 8.3; ten times the growth adds 4 ln 10 = 9.2; at least 1."""
    half = Fraction(1, 2)
    assert choosing_threshold(Fraction(2), half, half) == 9
    assert choosing_threshold(Fraction(2), half, half, 10) == 18
    assert choosing_threshold(Fraction(2), Fraction(4), Fraction(1)) == 1
    built = ChoosingMechanism.for_target(
        OccurringFrequency(), Epsilon(Fraction(3, 2), 4), half, half, 2
    )
    assert (built.threshold, built.growth) == (15, 2)
