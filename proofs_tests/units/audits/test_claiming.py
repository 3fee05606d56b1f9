"""What a claim that is written wrongly is told when it is registered."""

from __future__ import annotations

import pytest

from audits.ledger.claiming import claim
from audits.ledger.quantifiers import over, sized


@pytest.mark.parametrize("values", [3, sized((1, 2), 3, (1, 2, 3))])
def test_a_variable_ranges_over_a_list(values: object) -> None:
    """One number in its place is named, with the list that may be meant."""
    with pytest.raises(TypeError, match=r"^rows = 3: a list of its values, such as \(3,\)$"):
        over(rows=values)  # type: ignore[arg-type]  # that is the mistake


def test_a_check_takes_the_variables_of_its_scope() -> None:
    """Both lists are named; what a claim is about comes before them."""

    def check(build: object, row: int) -> None:
        """A statement."""

    words = r"^VT14\.ALG\.RR \(printed\): the check takes "
    with pytest.raises(ValueError, match=f"{words}row after what it is about, its scope has rows"):
        claim("VT14.ALG.RR", over(rows=(1,)), about=test_a_variable_ranges_over_a_list)(check)
    with pytest.raises(ValueError, match=f"{words}build, row, its scope has nothing"):
        claim("VT14.ALG.RR")(check)
