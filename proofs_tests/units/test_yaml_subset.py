"""The reader of the files for CI: what it reads, and that it refuses all else."""

from __future__ import annotations

import pytest

from proofs_tests.yaml_subset import UnreadableYamlError, loads


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            'a: 1\nb:\n  - c: "x: y"  # why\n    d: [p, 2]\n\n  - e f@g:h#i\n',
            {"a": 1, "b": [{"c": "x: y", "d": ["p", 2]}, "e f@g:h#i"]},
        ),
        (
            "# why\nrun: |\n  one # two\n    three\n\n  four\nnext: true\n",
            {"run": "one # two\n  three\n\nfour\n", "next": True},
        ),
        ("- a: b\n  c: d\n- e\n", [{"a": "b", "c": "d"}, "e"]),
        ("", {}),
    ],
)
def test_what_is_read(text: str, value: object) -> None:
    """Tables, lists, texts in one line or several."""
    assert loads(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "a: &b c\n", "a\n", "a: {b: c}\n", "a: 1\n   b: 2\n", "a: >\n x\n", "\ta: 1\n",
        "a: b: c\n", "a: yes\n", "a: 1.5\n", "a: 'b'\n", "a: 010\n", "a: b\na: c\n", "a: -\n",
        "a: [b, [c]]\n", "- a\nb: c\n", "---\n",
    ],
)  # fmt: skip
def test_what_is_refused(text: str) -> None:
    """What a reader of YAML takes for something else is not read at all."""
    with pytest.raises(UnreadableYamlError):
        loads(text)
