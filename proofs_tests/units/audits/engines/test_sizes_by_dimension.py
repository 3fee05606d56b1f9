"""Sample sizes by dimension against direct searches and bounds."""

from fractions import Fraction

import pytest

from audits.engines.sample_complexity.by_dimension import LARGEST, sample_sizes
from audits.rendering.complexity_picture import draw_sizes
from reference.exact.exponential import exp_bounds

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
