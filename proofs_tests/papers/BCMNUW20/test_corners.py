"""That what is printed of sizes fails for every constant that is tried; numbers by hand."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.section_4_lower_bound import accused_at_most
from audits.claims.bcmnuw20.section_4_sizes_to_refute import fewest_private_rows, printed_sizes
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claims
from audits.ledger.claiming import NotFinitelyCheckable
from audits.ledger.deciding import is_true


def _cases(identifier: str) -> Iterator[list[Comparison]]:
    """The comparisons of each case of the printed form."""
    (item,) = (c for c in claims([identifier]) if c.form is Form.PRINTED and c.id == identifier)
    assert not isinstance(item.check, NotFinitelyCheckable)
    for case in item.scope.cases(Size.TINY):
        found: list[Any] = list(item.check(**case))
        yield [each for each in found if isinstance(each, Comparison)]


@pytest.mark.parametrize(
    ("identifier", "constants"),
    [
        ("BCMNUW20.T10.eps", 4),
        ("BCMNUW20.T10.rows", 4),
        ("BCMNUW20.T10.s5", 3),
        ("BCMNUW20.T10.s6", 3),
        ("BCMNUW20.TXT.uc", 2),
        ("BCMNUW20.TXT.stumps-public", 2),
        ("BCMNUW20.TXT.stumps-private", 6),
    ],
)
def test_every_constant_is_refuted(identifier: str, constants: int) -> None:
    """Not only the first, with which the ledger is content."""
    cases = [*_cases(identifier)]
    assert len(cases) == constants
    assert not any(all(map(is_true, comparisons)) for comparisons in cases)


def test_sizes_that_the_proof_leaves_out() -> None:
    """By hand: t = 3, r = 9, one public and three private rows: 1 > 3/2 - 1, 1 < 3/2, 3 <= r."""
    assert not printed_sizes(1, 3, 3, 9)
    assert printed_sizes(0, 4, 3, 9)


def test_ten_rows_are_not_enough_for_a_contradiction() -> None:
    """10 < 4e < 11, with 87/32 < e < 193/71; t = 17 has ten private rows, t = 18 eleven."""
    assert [fewest_private_rows(t) for t in (17, 18)] == [10, 11]
    assert accused_at_most(10, Fraction(87, 32)) >= Fraction(1, 20)
    assert accused_at_most(11, Fraction(193, 71)) < Fraction(1, 22)


def test_the_constant_for_lemma_7() -> None:
    """800 * 31 * sqrt(28) is less than 132000, and more than 131000."""
    assert 131000**2 < (800 * 31) ** 2 * 28 < 132000**2
