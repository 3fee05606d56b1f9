"""Numbers of lecture 1, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.section_1_2_statistical_distance import zeros_or_ones
from audits.engines.optimum import solve
from audits.engines.point import tight_exp_eps
from audits.table import tabulate
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.data.histograms import histogram_distance, rows_replaced
from reference.data.queries import CountingQuery, LinearQuery
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse
from reference.mechanisms.release.random_row import RandomRow
from reference.mechanisms.release.suppressed_counts import (
    Answers,
    SuppressedCounts,
    differencing_attack,
)
from reference.privacy.posterior import posterior
from reference.probability.law import law

HALF = Fraction(1, 2)


@pytest.mark.paper("VT14")
@pytest.mark.parametrize(
    ("bias", "ratio"), [("1/10", "11/9"), ("1/4", "5/3"), ("1/2", "3"), ("4/5", "9")]
)
def test_loss_of_randomised_response(bias: str, ratio: str) -> None:
    """(1 + b)/(1 - b), by hand."""
    made = BiasedResponse(Fraction(bias))
    worst, infinite = tight_exp_eps(tabulate(made, made.universe(2)))
    assert worst is not None
    assert (worst.value, infinite) == (Fraction(ratio), False)


@pytest.mark.paper("VT14")
def test_warner() -> None:
    """Three answers of four are true: 27/64 for three truths."""
    assert law(WarnerResponse(), (1, 0, 1)).probability((1, 0, 1)) == Fraction(27, 64)


@pytest.mark.paper("VT14")
def test_estimates() -> None:
    """From 3 ones of 4 at b = 1/2: (3/4 - 1/4)/(1/2) = 1; from 4: 3/2, above 1."""
    made = BiasedResponse(HALF)
    assert [made.estimate(x) for x in ((1, 1, 1, 0), (1, 1, 1, 1))] == [1, Fraction(3, 2)]


@pytest.mark.paper("VT14")
@pytest.mark.parametrize(
    ("n", "value"), [(1, "2/3"), (2, "3/4"), (3, "5/6"), (4, "7/8"), (5, "11/12")]
)
def test_zeros_or_ones(n: int, value: str) -> None:
    """At e^eps = 2: 1 - 2^(-n/2)/2, or 1 - 2^(-(n - 1)/2)/3 for odd n, by hand."""
    assert solve(zeros_or_ones(n), Fraction(2)).value == Fraction(value)


@pytest.mark.paper("VT14")
def test_a_random_row() -> None:
    """Distance 1/6 for three rows, half of them by way of nothing."""
    made = RandomRow(Domain.of_size(3), 3)
    p, q = law(made, (0, 1, 2)), law(made, (0, 1, 1))
    assert p.total_variation(q) == Fraction(1, 6)
    assert p.probability(Bottom.BOTTOM) == HALF


def is_early(row: tuple[int, int]) -> bool:
    """One of the first two."""
    return row[0] < 2


def is_last(row: tuple[int, int]) -> bool:
    """The third."""
    return row[0] == 2


def has_bit(row: tuple[int, int]) -> bool:
    """With the bit 1."""
    return row[1] == 1


def half(value: int) -> Fraction:
    """V/2."""
    return Fraction(value, 2)


@pytest.mark.paper("VT14")
def test_differencing() -> None:
    """Counts of 2 and 3 tell the bit of a third person; at 3 both are not answered."""
    people = ((0, 1), (1, 0), (2, 1))

    def ask(queries: tuple[CountingQuery[tuple[int, int]], ...], least: int = 2) -> Answers:
        (answers,) = law(SuppressedCounts(queries, least), people)
        return answers

    def attacked(least: int) -> int | Bottom:
        return differencing_attack(lambda queries: ask(queries, least), is_early, is_last, has_bit)

    assert [attacked(least) for least in (2, 3)] == [1, Bottom.BOTTOM]


@pytest.mark.paper("VT14")
def test_beliefs() -> None:
    """A prior of 1/3 and a ratio of 4: 2/3, and tanh(ln(4)/4) = 1/3 of distance."""
    found = posterior(
        {0: Fraction(1, 3), 1: Fraction(2, 3)}, {0: Fraction(4, 5), 1: Fraction(1, 5)}
    )
    assert found == {0: Fraction(2, 3), 1: Fraction(1, 3)}


@pytest.mark.paper("VT14")
def test_distances_and_means() -> None:
    """{0, 1, 1} and {1, 2, 2}: four rows are of one only; two of three places differ at best."""
    assert histogram_distance((0, 1, 1), (1, 2, 2)) == 4
    assert rows_replaced((0, 1, 1), (2, 1, 2)) == 2
    assert LinearQuery(half)((0, 1, 2, 2)) == Fraction(5, 8)
