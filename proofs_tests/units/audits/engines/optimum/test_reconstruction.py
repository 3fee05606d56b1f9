"""Problems about recovering bits."""

from fractions import Fraction

import pytest

from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.reconstruction import recovered_part, recovery

ZERO, TENTH = Fraction(0), Fraction(1, 10)


def test_randomised_response_is_the_best() -> None:
    """All bits, all but one, and on average: r/(1 + r) for each bit at r = 2."""
    two = Fraction(2)
    assert solve(recovery(2), two, ZERO).value == Fraction(4, 9)
    assert solve(recovery(2, 1), two, ZERO).value == Fraction(8, 9)
    assert solve(recovered_part(3), two, ZERO).value == Fraction(2, 3)
    assert solve(recovery(1, 1), two, ZERO).value == 1


def test_delta_shows_everything() -> None:
    """With probability delta: 1/10 + 9/10 (3/4)^2 for two bits at r = 3."""
    assert solve(recovery(2), Fraction(3), TENTH).value == Fraction(97, 160)


def test_other_numbers_are_refused() -> None:
    """Named."""
    for build in (recovery, recovered_part):
        with pytest.raises(ValueError, match="rows 0"):
            build(0)
    with pytest.raises(ValueError, match="within -1"):
        recovery(1, -1)
