"""Signatures, and formulas with a gap: what is refused."""

from __future__ import annotations

import pytest

from reference.hardness.gap_reductions import clauses_of
from reference.hardness.signatures import TableSignatures


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: TableSignatures((), 2), "at least one entry"),
        (lambda: TableSignatures((2,), 2), "from 0 to 1"),
        (lambda: clauses_of(4), "1 to 3"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """Bad parameters are named."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()
