"""Every field of every example, changed: the kernel refuses, and for the right reason.

By day, one of three changes is tried, of which there are forty thousand.

A second checker (`second_checker.py`, by definition and brute force) says what is right: the
kernel must accept exactly what it finds true, and refuse with one of the reasons it finds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from zlib import crc32

import pytest

from audits.kernel import check
from audits.kernel.kinds import FORMAT
from proofs_tests.kernel.examples import EXAMPLES, Certificate, reason
from proofs_tests.kernel.second_opinion import facts, reasons
from proofs_tests.nightly import NIGHTLY

Json = object

WORDS = (
    ("sequence", "multiset"),
    ("replace-one", "replace-all", "add-remove-one"),
    ("both", "forward", "backward"),
    ("<=", "<", "=", ">="),
    ("point", "all-epsilon", "refutation", "accuracy", "comparisons", "optimum"),
)
"""Words that a place accepts, but not every place that accepts a word."""


def mutations(value: Json) -> Iterator[Json]:
    """The value with one thing changed, each thing in turn, at every depth."""
    yield from _replacements(value)
    if isinstance(value, dict):
        for key, member in value.items():
            yield {k: v for k, v in value.items() if k != key}
            for changed in mutations(member):
                yield {k: changed if k == key else v for k, v in value.items()}
        yield value | {"note": 1}
        yield dict(reversed(value.items()))
    elif isinstance(value, list):
        for i, member in enumerate(value):
            yield value[:i] + value[i + 1 :]
            yield [*value[:i], member, *value[i:]]
            if i:
                yield [*value[: i - 1], member, value[i - 1], *value[i + 1 :]]
            for changed in mutations(member):
                yield [*value[:i], changed, *value[i + 1 :]]
        yield [*value, 0]


def _replacements(value: Json) -> Iterator[Json]:
    yield from (None, True, 0.5, [], {}, "1", 0, -1)
    if isinstance(value, int):
        yield from (value + 1, value - 1, str(value), [value], [value, 0], [value, 1])
    if isinstance(value, str):
        yield from (value + "'", "0", "2/4", "inf")
        words = next((words for words in WORDS if value in words), ())
        yield from words
        if re.fullmatch("-?[0-9]+(/0*[1-9][0-9]*)?", value):
            number = Fraction(value)
            yield from ("1/1", "-0", "1.5", "1/0", "2", "-1")
            for step in (Fraction(1, 97), Fraction(1, 10**12), Fraction(1)):
                yield from (str(number + step), str(number - step))


def mutants(name: str) -> list[str]:
    """Each mutation of an example, as a text, once.

    By day it is one of three, by a checksum; but each of the format and of the outermost keys.
    """
    example = EXAMPLES[name]
    inside = {
        json.dumps(changed): isinstance(changed, dict)
        and changed.keys() == example.keys()
        and changed["format"] == FORMAT
        for changed in mutations(example)
    }
    del inside[json.dumps(example)]
    return [text for text in inside if NIGHTLY or not inside[text] or third(text)]


def third(text: str) -> bool:
    """Whether it is one of three."""
    return crc32(text.encode()) % 3 == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_changed_certificate_is_refused_for_the_right_reason(name: str) -> None:
    """Accepted exactly if it is still true, else refused with a reason that applies.

    But for the dual, which is no part of the statement, any change is one of what is proved.
    """
    said = check(json.dumps(EXAMPLES[name]))
    kept = stated(EXAMPLES[name])
    refused: set[str] = set()
    for text in mutants(name):
        changed = json.loads(text)
        expected, refusal = reasons(changed), reason(text)
        assert refusal in (expected or {""}), (text, expected)
        refused.add(refusal)
        if not refusal:
            other = check(text)
            assert expected or other.facts == facts(changed), text
            same = (other.kind, other.subject, other.facts) == (
                said.kind,
                said.subject,
                said.facts,
            )
            assert same == (stated(changed) == kept), text
    assert {"MissingKey", "UnknownKey", "WrongType", "WrongFormat", "UnknownKind"} <= refused


def stated(example: Certificate) -> Certificate:
    """All but the dual."""
    return {key: value for key, value in example.items() if key != "dual"}
