"""Without their ignores, the mistakes of `rejected.py` are errors, each on its own line."""

import re
from pathlib import Path

import pytest
from mypy import api

from proofs_tests.architecture.tree import ROOT

IGNORE = re.compile(r"  # type: ignore\[([a-z-]+)\].*")


def test_mistakes_are_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`Epsilon(1.5)` and its like do not type-check; nothing else in the file fails to."""
    monkeypatch.chdir(ROOT)
    source = (ROOT / "proofs_tests" / "typing" / "rejected.py").read_text()
    expected = {
        (number, match[1])
        for number, line in enumerate(source.splitlines(), 1)
        if (match := IGNORE.search(line))
    }
    bare = tmp_path / "bare.py"
    bare.write_text(IGNORE.sub("", source))
    report, failure, _ = api.run(
        ["--config-file", "mypy.ini", "--cache-dir", ".mypy_cache/rejected", str(bare)]
    )
    errors = re.findall(r"^\S+bare\.py:(\d+): error: .*\[([a-z-]+)\]$", report, re.MULTILINE)
    assert failure == ""
    assert expected
    assert {(int(number), code) for number, code in errors} == expected, report
