"""JSON is read strictly."""

import json

import pytest

from audits.kernel import Refused, check
from audits.kernel.reading import Node
from proofs_tests.kernel.examples import EXAMPLES, reason

TEXT = json.dumps(EXAMPLES["point: randomised response"])


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ('"delta": "0"', '"delta": "0", "delta": "0"', "RepeatedKey"),
        ('"total": 3', '"total": 3, "total": 3', "RepeatedKey"),
        ('"total": 3', '"total": 3.0', "WrongType"),
        ('"total": 3', '"total": 3e0', "WrongType"),
        ('"total": 3', '"total": true', "WrongType"),
        ('"total": 3', '"total": NaN', "WrongType"),
        ('"total": 3', '"total": Infinity', "WrongType"),
        ('"total": 3', '"total": "3"', "WrongType"),
        ('"total": 3', '"total": 03', "NotJson"),
        ('"an example"', "1.5", "WrongType"),
        ('"an example"', "null", "WrongType"),
        ('"delta": "0"', '"delta": "00"', "NotCanonical"),
        ('"delta": "0"', '"delta": "0/1"', "NotCanonical"),
        ('"delta": "0"', '"delta": "2/4"', "NotCanonical"),
        ('"delta": "0"', '"delta": "-0"', "NotCanonical"),
        ('"delta": "0"', '"delta": "0.0"', "WrongType"),
        ('"delta": "0"', '"delta": "1/0"', "WrongType"),
        ('"delta": "0"', '"delta": " 0"', "WrongType"),
        ('"delta": "0"', '"delta": "+0"', "WrongType"),
        ('"delta": "0"', '"delta": "\\u0660"', "WrongType"),
        ('"delta": "0"', '"delta": 0', "WrongType"),
        ("}]", "}", "NotJson"),
        ('"format"', '"Format"', "NotCertificate"),
        ("exactdp-certificate", "exactdp-manifest", "NotCertificate"),
        ("certificate 2", "certificate 1", "WrongFormat"),
        ('"point"', '"line"', "UnknownKind"),
    ],
)
def test_a_spelling_is_refused(old: str, new: str, refusal: str) -> None:
    """Floats, Booleans, other spellings of rationals and repeated keys do not pass."""
    assert old in TEXT
    assert reason(TEXT.replace(old, new, 1)) == refusal


def test_other_texts_and_values_are_refused() -> None:
    """Truncated, doubled and absurdly nested texts; a certificate begins with its format."""
    for text in ("", "[", "\ufeff" + TEXT, TEXT + TEXT, "[" * 16, "NULL"):
        assert reason(text) == "NotJson"
    for text in ("[]", "1", "null", "true", "{}", '"point"', "1.5"):
        assert reason(text) == "NotCertificate"


def test_large_numbers_are_read() -> None:
    """Integers of more than 4,300 digits are no obstacle."""
    zeros = "0" * 5000
    text = TEXT.replace('"total": 3, "weights": [2, 1]', "LAW", 1)
    check(text.replace("LAW", f'"total": 3{zeros}, "weights": [2{zeros}, 1{zeros}]'))


def test_the_order_of_the_other_keys_is_free() -> None:
    """Only the format has a fixed place."""
    example = EXAMPLES["point: randomised response"]
    head, *rest = example.items()
    assert check(json.dumps(dict([head, *reversed(rest)]))) == check(TEXT)


@pytest.mark.parametrize("value", [-1, 2, 3])
def test_a_position_is_one_of_the_list(value: int) -> None:
    """0 and 1 in a list of two; with the reason that is asked for."""
    with pytest.raises(Refused, match=r"^BadPair: i$"):
        Node(value, "i").index(2, "BadPair")
    assert [Node(i, "i").index(2) for i in (0, 1)] == [0, 1]
