"""Interior points beside their bounds, and sample sizes by dimension."""

from fractions import Fraction
from itertools import product

import pytest

from audits.engines.sample_complexity.by_dimension import LARGEST, sample_sizes
from audits.engines.sample_complexity.contenders import interior_point_with_bounds
from audits.engines.sample_complexity.table import Limits, least_rows, tabulated
from audits.engines.sample_complexity.tuning import Target
from audits.rendering.complexity_picture import draw_sizes
from proofs_tests.command_line import exactdp, in_exact_numbers
from proofs_tests.nightly import at_night
from reference.exact.exponential import exp_bounds
from reference.lower_bounds.hard_distribution import hard_distribution

DELTA = Fraction(1, 50)
LP, AVERAGE, BOUND = "optimum", "optimum, average over hard databases", "lower bound"


@pytest.mark.parametrize("exp_eps", [Fraction(1), Fraction(2), *at_night(Fraction(5, 4))])
@pytest.mark.parametrize("delta", [Fraction(0), DELTA])
def test_the_worst_case_is_worse_than_the_average_and_that_than_the_bound(
    exp_eps: Fraction, delta: Fraction
) -> None:
    """On 4 and 9 points; with one row the bound is the average, for every e^eps and delta."""
    task = interior_point_with_bounds()
    found = {
        (cell.domain, cell.rows, cell.name.partition(", by")[0]): cell
        for cell in tabulated(task, [4, 9], [1, 2], Target(exp_eps, delta), Limits(audits=0))
    }
    for domain, rows in product((4, 9), (1, 2)):
        worst, average, bound = (
            found[domain, rows, name].failure or 0 for name in (LP, AVERAGE, BOUND)
        )
        assert worst >= average >= bound
        assert (average == bound) == (rows == 1)


@pytest.mark.parametrize(("domain", "base"), [(4, 2), (8, 2), (9, 3)])
def test_without_any_privacy_loss_the_average_is_the_most_common_interior_point(
    domain: int, base: int
) -> None:
    """At e^eps = 1 the best is one answer for all databases, by a count of databases."""
    task = interior_point_with_bounds()
    cells = tabulated(task, [domain], [2], Target(Fraction(1), Fraction(0)), Limits(audits=0))
    hard = hard_distribution((base,))
    best = max(
        sum(hard.probability(d) for d in hard if min(d) <= y <= max(d)) for y in range(base**2)
    )
    assert next(cell.failure for cell in cells if cell.name == AVERAGE) == 1 - best


def test_what_there_is_no_programme_for_is_said() -> None:
    """Three rows, or two on 3 points; a bound of 1 on the success."""
    task, target = interior_point_with_bounds(), Target(Fraction(4), Fraction(0))
    cells = list(tabulated(task, [2, 3], [2, 3], target, Limits(audits=0, cells=0)))
    notes = [cell.note for cell in cells if cell.name == AVERAGE]
    assert notes == [f"none for {n} rows on {size} points" for size in (2, 3) for n in (2, 3)]
    assert {c.note for c in cells if c.name.startswith(BOUND)} == {"says nothing here"}
    entries = list(least_rows(task, cells, target, Fraction(1, 3)))
    assert all(entry.rows is None for entry in entries)


def test_the_command_adds_bounds_and_log_star() -> None:
    """To both tables, and to the JSON; without the option neither is there."""
    words = "complexity interior-point --domains 4,16 --rows 1 --exp-eps 2 --delta 0"
    before, after = (
        in_exact_numbers(exactdp(f"{words} --json{option}").stdout)
        for option in ("", " --lower-bounds")
    )
    assert after["points"][1] == before["points"][0]
    assert len(after["points"]) == len(before["points"]) + 4
    assert {entry["log_star"] for entry in after["sample_complexity"]} == {2, 3}
    assert "log_star" not in before["sample_complexity"][0]
    printed = exactdp(f"{words} --lower-bounds").stdout
    assert "log*|X|" in printed
    assert "recurrence" in printed


HUNDREDTH = Fraction(1, 100)


def _least(concepts: int) -> int:
    """The least m with e^m (1/100) >= (99/100) (concepts - 1), by rational bounds of e^m."""
    m = 0
    while exp_bounds(Fraction(m))[1] * HUNDREDTH < (1 - HUNDREDTH) * (concepts - 1):
        m += 1
    assert exp_bounds(Fraction(m))[0] * HUNDREDTH >= (1 - HUNDREDTH) * (concepts - 1)
    return m


def test_the_necessary_numbers_are_the_least() -> None:
    """A search with bounds of e^m finds the same numbers."""
    rows = sample_sizes(range(1, 21))
    assert [row.proper_necessary for row in rows] == [_least(2**d) for d in range(1, 21)]
    seeds = [d.bit_length() for d in range(1, 21)]
    assert [row.generated_necessary for row in rows] == [_least(2**k) for k in seeds]


def test_the_sufficient_number_makes_the_bound_of_lemma_3_4_small() -> None:
    """T e^(-alpha m/8) + T e^(-alpha m/4) <= 1/100 with alpha = 2/5, by upper bounds of exp."""
    for row in sample_sizes(range(1, 31)):
        m, t = row.proper_sufficient, 2**row.dimension
        tails = [exp_bounds(-Fraction(2, 5) * m / k)[1] for k in (8, 4)]
        assert t * sum(tails) <= HUNDREDTH


def test_only_listing_all_points_costs_with_the_dimension() -> None:
    """The improper size is 28 runs and a choice for every d; the proper ones grow without end."""
    rows = sample_sizes([1, 2**10, LARGEST])
    assert len({row.improper_sufficient for row in rows}) == 1
    assert rows[0].improper_sufficient < rows[2].proper_necessary
    assert rows[0].proper_sufficient < rows[1].proper_necessary


@pytest.mark.parametrize("dimensions", [[0], [LARGEST + 1]])
def test_dimensions_have_limits(dimensions: list[int]) -> None:
    """The message names the dimensions."""
    with pytest.raises(ValueError, match="dimensions"):
        sample_sizes(dimensions)


def test_privacy_beyond_the_constants_is_refused() -> None:
    """The constants of Claim 4.5 are for eps <= 1."""
    with pytest.raises(ValueError, match="eps 2"):
        sample_sizes([1], eps=Fraction(2))


def test_a_picture_is_drawn() -> None:
    """An image; another ending is refused."""
    assert b"<svg" in draw_sizes("sizes.svg", sample_sizes([1, 2, 4]))
    with pytest.raises(ValueError, match=r"\.svg"):
        draw_sizes("sizes.txt", sample_sizes([1]))
