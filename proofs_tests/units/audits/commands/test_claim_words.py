"""Claims are found by the words of what they say."""

from __future__ import annotations

import pytest

from audits.asked.claim_names import are_names
from audits.asked.literals import InputError
from audits.commands.claim_words import with_words
from audits.ledger import claims


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["sparse vector", "privacy"], "CORE.sparse-vector-1"),
        (["Boneh", "SHAW"], "VT14.ALG.BS"),
        (["AboveThreshold queries"], "KLMNS20.T4.2"),
        (["above", "threshold"], "KLMNS20.T4.2"),
    ],
)
def test_claims_are_found_by_their_words(typed: list[str], found: str) -> None:
    """Of the statement, the title, the id or the mechanism, in any case; all words at once."""
    assert not are_names(typed)
    assert found in {item.id for item in with_words(typed, claims())}


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("sparse vectr", "'vectr': no claim has this word; did you mean vector"),
        ("zzzzqq", "'zzzzqq': no claim has this word"),
        ("fingerprinting stopping exponential quantile", "no claim has all of these words"),
        ("?", "no claim has all of these words"),
    ],
)
def test_words_that_no_claim_has_are_refused_with_near_ones(typed: str, line: str) -> None:
    """One line that names the word."""
    with pytest.raises(InputError) as refusal:
        with_words([typed], claims())
    assert line in str(refusal.value)
