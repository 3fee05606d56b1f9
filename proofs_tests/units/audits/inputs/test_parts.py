"""Into how many parts eps is divided, found from powers that are not exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.inputs.literals import InputError
from audits.inputs.loading import code_of
from audits.inputs.parts import MOST_PARTS, with_parts
from reference.privacy.epsilon import Epsilon


@pytest.mark.parametrize(
    ("first", "powers", "parts"),
    [(1, (), 1), (1, ("1/2", "1/3"), 6), (4, ("1/2",), 4), (4, ("1/6",), 12)],
)
def test_the_least_multiple_that_makes_all_powers_exact(
    first: int, powers: tuple[str, ...], parts: int
) -> None:
    """Of what the class says."""

    def attempt(some: int) -> int:
        with code_of("mine"):
            for power in powers:
                Epsilon(Fraction(2), some).exp(Fraction(power))
        return some

    assert with_parts(first, attempt) == parts


@pytest.mark.parametrize("power", [Fraction(1, MOST_PARTS + 1), None])
def test_other_refusals_are_passed_on(power: Fraction | None) -> None:
    """Those that more parts do not help, and those that need too many."""

    def attempt(some: int) -> None:
        with code_of("mine"):
            if power is None:
                raise ValueError("something else")
            Epsilon(Fraction(2), some).exp(power)

    with pytest.raises(InputError, match="mine: "):
        with_parts(1, attempt)
