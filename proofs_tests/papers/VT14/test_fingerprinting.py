"""Numbers in the claims on sections 5.2 and 5.3."""

from fractions import Fraction

import pytest

from audits.claims.vocabulary import exp_high, exp_low
from audits.claims.vt14.laws.fingerprinting import jump_by_listing
from audits.claims.vt14.section_5_2_innocent_users import JUMPS, polylog_columns
from audits.claims.vt14.section_5_2_many_means import LISTED, accused_again
from audits.engines.optimum.certificates import optimum_certificate
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.counts import feasible_rounding
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, enough_columns
from reference.lower_bounds.fingerprinting_experiment import needed_error
from reference.privacy.guarantee import Guarantee

pytestmark = pytest.mark.paper("VT14")


def test_the_error_that_rules_out_means_of_two_rows() -> None:
    """9/50 at e^eps = 2, delta = 1/20; seven columns a block are enough, six are not."""
    assert needed_error(2, Guarantee(Fraction(2), Fraction(1, 20))) == Fraction(9, 50)
    errors = [BonehShawCode(3, block).error for block in range(1, 9)]
    assert [error < Fraction(9, 50) for error in errors] == [False] * 6 + [True] * 2
    assert errors[5] > errors[4]  # more columns are not always better
    assert errors[6] == Fraction(491, 3432)


def test_missing_more_users_is_worse() -> None:
    """Four users: two that are not next to each other frame one between them with 2/3."""
    code = BonehShawCode(4, 1)
    assert code.best_counts((1, 4))[0] == Fraction(2, 3)
    assert code.largest_jump == Fraction(1, 2)


def test_the_factor_between_the_errors() -> None:
    """Of 2/(5en) and 1/(7n): 1.03."""
    ratio = accused_again(2) * 14
    assert Fraction(103, 100) < ratio < Fraction(1031, 1000)
    assert exp_low(Fraction(1)) <= exp_high(Fraction(1))


def test_columns_of_a_block_of_the_code() -> None:
    """Three users and 1/10: 2 * 9 * ln(30) = 61.2; 2 n^2 ln(n)^2 for n = 3."""
    assert enough_columns(3, Fraction(1, 10)) == 62
    assert polylog_columns(3) == 22


@pytest.mark.parametrize("case", JUMPS)
def test_the_best_number_of_ones(case: tuple[int, int, Fraction]) -> None:
    """By listing all divisions."""
    n, block, most = case
    assert max(jump_by_listing(n, block, k) for k in range(2 * block + 1)) == most


def test_more_columns_are_harder_and_more_rows_are_easier() -> None:
    """At e^eps = 2."""
    two = Fraction(2)
    best = {
        (n, d): Fraction(str(optimum_certificate(solve(feasible_rounding(d, n), two))["value"]))
        for n, d in ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
    }
    assert best[1, 1] > best[1, 2]
    assert best[2, 1] > best[2, 2] > best[2, 3]
    assert best[1, 2] < best[2, 2] < best[3, 2]
    assert best[2, 2] == LISTED[2, 2][0]


@pytest.mark.parametrize(("columns", "rows"), [(0, 1), (1, 0)])
def test_a_rounding_without_columns_or_rows_is_refused(columns: int, rows: int) -> None:
    """Both are at least 1."""
    with pytest.raises(ValueError, match="at least 1"):
        feasible_rounding(columns, rows)
