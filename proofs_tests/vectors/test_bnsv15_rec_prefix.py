"""The numbers of section 3.3.2, found another way (bnsv15_rec_prefix.json)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.bnsv15.laws.rec_prefix import close_pairs
from proofs_tests.vectors.values import Case, cases

pytestmark = pytest.mark.paper("BNSV15")


@cases("bnsv15_rec_prefix", "close_pairs")
def test_close_pairs(case: Case) -> None:
    """Claim 3.12: by scanning the ranks."""
    found = close_pairs(case["rows"], case["distance"])
    expected = Fraction(case["probability"])
    assert sum(p for count, p in found.items() if count >= case["least"]) == expected
