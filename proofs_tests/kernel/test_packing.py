"""The integers into which weights are packed leave room for every sum of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.kernel.polynomial import Law, Range, forms_on
from audits.kernel.privacy import Packing


@pytest.mark.parametrize("size", [2**bits - 1 for bits in range(5, 14)])
@pytest.mark.parametrize("outcomes", [1, 40, 1000])
def test_a_slot_holds_the_sum_over_all_outcomes(outcomes: int, size: int) -> None:
    """4 m W^2 F Z < 2^(k-1), for m outcomes and weights, a factor and delta of sizes W, F and Z.

    At r = 1 polynomials are constants.  The total is as small as one weight, as it may be where
    coefficients cancel.
    """
    laws: list[Law] = [((size,),) * (outcomes + 1)] * 2
    scope = Range((Fraction(1), Fraction(1)), 10**6)
    bound = (((size,), (size,)), ((size,), (size,)))
    packing = Packing(laws, bound, scope, [(0, 1)], forms_on((Fraction(1), Fraction(1))))
    assert 4 * outcomes * size**4 < 2 ** (packing.k - 1)
