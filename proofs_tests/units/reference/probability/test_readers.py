"""Records of ours are read at once, as they are read field by field; others are not."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from audits.ledger.impostors import Blind
from reference.data.domain import Domain
from reference.mechanisms.interior_point.path_embedding import RandomPath
from reference.privacy.epsilon import Epsilon
from reference.probability.outcome import contents
from reference.probability.readers import reader


@dataclass(frozen=True, slots=True)
class Theirs:
    """A record that is not ours."""

    x: int


@pytest.mark.parametrize(
    "record",
    [
        Domain.of_size(4),
        Epsilon(Fraction(2)),
        RandomPath(Domain.of_size(4), 1, Epsilon(Fraction(2))),
    ],
)
def test_records_of_ours_are_read_as_field_by_field(record: Hashable) -> None:
    """The same values in the same order."""
    read = reader(type(record))
    assert read is not None
    assert [*read(record)] == contents(record)


@pytest.mark.parametrize("kind", [Theirs, Blind, int, tuple, Fraction, dict])
def test_other_values_are_not(kind: type) -> None:
    """Records of others, records of ours with a dictionary, and what is no record."""
    assert reader(kind) is None


def test_what_is_stored_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is put in the place of a field afterwards."""
    domain = Domain.of_size(4)
    before = [*(reader(Domain) or list)(domain)]
    monkeypatch.setattr(Domain, "values", property(lambda _: ()))
    assert [*(reader(Domain) or list)(domain)] == before
