"""JSON is read strictly."""

import json

import pytest

from audits.kernel import Refused, check, refusals
from proofs_tests.kernel.examples import EXAMPLES

TEXT = json.dumps(EXAMPLES["point: randomised response"])


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ('"delta": "0"', '"delta": "0", "delta": "0"', refusals.RepeatedKey),
        ('"total": 3', '"total": 3, "total": 3', refusals.RepeatedKey),
        ('"total": 3', '"total": 3.0', refusals.WrongType),
        ('"total": 3', '"total": 3e0', refusals.WrongType),
        ('"total": 3', '"total": true', refusals.WrongType),
        ('"total": 3', '"total": NaN', refusals.WrongType),
        ('"total": 3', '"total": Infinity', refusals.WrongType),
        ('"total": 3', '"total": "3"', refusals.WrongType),
        ('"total": 3', '"total": 03', refusals.NotJson),
        ('"an example"', "1.5", refusals.WrongType),
        ('"an example"', "null", refusals.WrongType),
        ('"delta": "0"', '"delta": "00"', refusals.NotCanonical),
        ('"delta": "0"', '"delta": "0/1"', refusals.NotCanonical),
        ('"delta": "0"', '"delta": "2/4"', refusals.NotCanonical),
        ('"delta": "0"', '"delta": "-0"', refusals.NotCanonical),
        ('"delta": "0"', '"delta": "0.0"', refusals.WrongType),
        ('"delta": "0"', '"delta": "1/0"', refusals.WrongType),
        ('"delta": "0"', '"delta": " 0"', refusals.WrongType),
        ('"delta": "0"', '"delta": "+0"', refusals.WrongType),
        ('"delta": "0"', '"delta": "\\u0660"', refusals.WrongType),
        ('"delta": "0"', '"delta": 0', refusals.WrongType),
        ("}]", "}", refusals.NotJson),
        ('"format"', '"Format"', refusals.WrongFormat),
        ("certificate 1", "certificate 2", refusals.WrongFormat),
        ('"point"', '"line"', refusals.UnknownKind),
    ],
)
def test_a_spelling_is_refused(old: str, new: str, refusal: type[Refused]) -> None:
    """Floats, Booleans, other spellings of rationals and repeated keys do not pass."""
    assert old in TEXT
    with pytest.raises(refusal):
        check(TEXT.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "[", "\ufeff" + TEXT, TEXT + TEXT, "[" * 100_000])
def test_what_is_not_one_json_value_is_refused(text: str) -> None:
    """Truncated, doubled and absurdly nested texts are no certificates."""
    with pytest.raises(refusals.NotJson):
        check(text)


@pytest.mark.parametrize("text", ["[]", "1", "null", "true", "{}", '"point"', "1.5"])
def test_other_json_values_are_refused(text: str) -> None:
    """A certificate is an object that begins with its format."""
    with pytest.raises((refusals.WrongType, refusals.WrongFormat)):
        check(text)


def test_large_numbers_are_read() -> None:
    """Integers of more than 4,300 digits are no obstacle."""
    scale = 10**5000
    text = TEXT.replace('"total": 3, "weights": [2, 1]', "LAW", 1)
    check(text.replace("LAW", f'"total": {3 * scale}, "weights": [{2 * scale}, {scale}]'))


def test_the_order_of_the_other_keys_is_free() -> None:
    """Only the format has a fixed place."""
    example = EXAMPLES["point: randomised response"]
    head, *rest = example.items()
    assert check(json.dumps(dict([head, *reversed(rest)]))) == check(TEXT)
