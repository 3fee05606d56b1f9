"""Claims are found by the words of what they say."""

from __future__ import annotations

import pytest

from audits.commands.claim_words import with_words, within_papers
from audits.inputs.claim_names import are_names
from audits.inputs.literals import InputError
from audits.ledger import claims


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["sparse vector", "privacy"], "CORE.sparse-vector-1"),
        (["Boneh", "SHAW"], "VT14.ALG.BS"),
        (["AboveThreshold queries"], "KLMNS20.T4.2"),
        (["above", "threshold"], "KLMNS20.T4.2"),
        (["KLMNS20 geometric"], "KLMNS20.T4.2"),
    ],
)
def test_claims_are_found_by_their_words(typed: list[str], found: str) -> None:
    """Of the statement, the title, the id or the mechanism, in any case; all words at once."""
    assert not are_names(typed)
    assert found in {item.id for item in with_words(typed, claims())}


@pytest.mark.parametrize(
    ("typed", "selected"),
    [
        (["KLMNS20", "Theorem 4.2"], ["KLMNS20 Theorem 4.2"]),
        (["KLMNS20", "T4.2"], ["KLMNS20 T4.2"]),
        (["KLMNS20", "BBKN13"], ["KLMNS20", "BBKN13"]),
        (["KLMNS20", "path"], ["KLMNS20", "path"]),
        (["KLMNS20", "BBKN13.T3.6"], ["KLMNS20", "BBKN13.T3.6"]),
    ],
)
def test_a_label_beside_a_paper_is_one_of_that_paper(
    typed: list[str], selected: list[str]
) -> None:
    """Other words, papers and ids stand for themselves."""
    assert within_papers(typed) == selected


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
