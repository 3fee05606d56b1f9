"""Statements with a constant that the paper leaves open are refuted for each that is tried.

The ledger is content with the first.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claims
from audits.ledger.claiming import NotFinitelyCheckable
from audits.ledger.deciding import is_true


@pytest.mark.parametrize(
    ("identifier", "constants"),
    [
        ("BBKN13.T7.2", 4),
        ("BCMNUW20.T10.eps", 4),
        ("BCMNUW20.T10.rows", 4),
        ("BCMNUW20.T10.s5", 3),
        ("BCMNUW20.T10.s6", 3),
        ("BCMNUW20.T14", 2),
        ("BCMNUW20.TXT.uc", 2),
        ("BCMNUW20.TXT.stumps-public", 2),
        ("BCMNUW20.TXT.stumps-private", 6),
    ],
)
def test_every_constant_is_refuted(identifier: str, constants: int) -> None:
    """Each case that meets the hypothesis has a comparison that is false."""
    found = [*printed(identifier)]
    assert len(found) == constants
    assert not any(all(map(is_true, comparisons)) for comparisons in found)


def printed(identifier: str) -> Iterator[list[Comparison]]:
    """The comparisons of each case of the printed form that meets its hypothesis."""
    (item,) = (c for c in claims([identifier]) if c.form is Form.PRINTED and c.id == identifier)
    assert not isinstance(item.check, NotFinitelyCheckable)
    for case in item.scope.cases(Size.TINY):
        if all(map(is_true, item.hypothesis(case))):
            listed: list[Any] = [*item.check(**case)]
            yield [each for each in listed if isinstance(each, Comparison)]
