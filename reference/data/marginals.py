"""The t-way marginals: conjunctions of t literals over distinct attributes.

A row of d attributes is the integer of its bits.  There are 2^t C(d, t) of them.

>>> [marginal(0b01) for marginal in marginals(2, 1)]
[0, 1, 1, 0]
>>> len(marginals(5, 3))
80
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product


@dataclass(frozen=True, slots=True)
class Marginal:
    """1 if a row has all of some attributes and none of others.

    Raises:
        ValueError: for an attribute in both.
    """

    wanted: int
    """The attributes that are 1, as an integer of bits."""

    unwanted: int
    """Those that are 0."""

    def __post_init__(self) -> None:
        if self.wanted & self.unwanted:
            raise ValueError(f"literals {self.wanted}, {self.unwanted}: distinct attributes")

    def __call__(self, row: int, /) -> int:
        return int(row & self.wanted == self.wanted and not row & self.unwanted)


def marginals(attributes: int, ways: int) -> tuple[Marginal, ...]:
    """All t-way marginals, by their attributes, then with 0 before 1.

    Args:
        attributes: d.
        ways: t, from 0 to d.

    Raises:
        ValueError: for another t.
    """
    if not 0 <= ways <= attributes:
        raise ValueError(
            f"{ways}-way marginals of {attributes} attributes: from 0 to {attributes}"
        )
    return tuple(
        Marginal(
            sum(1 << i for i, bit in zip(chosen, signs, strict=True) if bit),
            sum(1 << i for i, bit in zip(chosen, signs, strict=True) if not bit),
        )
        for chosen in combinations(range(attributes), ways)
        for signs in product((0, 1), repeat=ways)
    )
