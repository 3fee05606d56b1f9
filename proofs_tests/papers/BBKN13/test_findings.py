"""What is false in print, with the smallest witness found, and its correction."""

from fractions import Fraction

import pytest

from audits.claims.bbkn13.section_7_sanitisation import rows_for_every_alpha_as_printed
from audits.engines.comparisons import Comparison
from audits.ledger import Claim, Form, Found, Size, claims, run_claim
from audits.ledger.deciding import is_true

LEDGER = claims(["BBKN13"])
FALSE = [item for item in LEDGER if item.expected is Found.REFUTED]


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize("item", FALSE, ids=lambda item: item.id)
def test_every_false_statement_has_a_witness(item: Claim) -> None:
    """The kernel accepts the refutation, and it names an instance."""
    result = run_claim(item, Size.TINY)
    assert result.found is Found.REFUTED
    assert result.witness


@pytest.mark.paper("BBKN13")
def test_every_false_statement_has_a_true_form() -> None:
    """Next to each refuted form stands a corrected or concrete one, which `make audit` decides."""
    for item in FALSE:
        others = [
            known.expected
            for known in LEDGER
            if known.id == item.id and known.form in {Form.CORRECTED, Form.CONCRETE}
        ]
        assert {*others} == {Found.HOLDS}, item.id


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize(
    ("identifier", "witness"),
    [
        # q = (20/21)^2 for c_0 on two examples with label 0: q/(q + 2) for q/(q + 3)
        ("BBKN13.L3.4.sampler", {"left": "200/641", "relation": "=", "right": "400/1723"}),
        ("BBKN13.L3.9.err", {"left": "1/2", "relation": "<", "right": "1/2"}),
        ("BBKN13.T5.8.mu", {"left": "0", "relation": "=", "right": "1/40"}),
        ("BBKN13.T4.11.dom", {"left": "1", "relation": "<=", "right": "0"}),
    ],
)
def test_witnesses_are_the_smallest(identifier: str, witness: dict[str, str]) -> None:
    """The exact numbers of each witness, computed by hand."""
    found = [item for item in FALSE if item.id == identifier]
    result = run_claim(found[0], Size.TINY)
    assert result.found is Found.REFUTED
    assert {key: result.witness[key] for key in witness} == witness


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize("large", ["alpha", "eps"])
@pytest.mark.parametrize("constant", [Fraction(1), Fraction(1, 1000)])
def test_both_ranges_of_theorem_7_2_are_missing(constant: Fraction, large: str) -> None:
    """One row is enough in each case; the ledger is content with the first."""
    _, rows = rows_for_every_alpha_as_printed(constant, large)
    assert isinstance(rows, Comparison)
    assert not is_true(rows)
