"""Without their ignores, the mistakes of `rejected.py` are errors, each on its own line."""

import re
import subprocess
import sys
from pathlib import Path

from proofs_tests.architecture.tree import ROOT

IGNORE = re.compile(r"  # type: ignore\[([a-z-]+)\].*")


def test_mistakes_are_rejected(tmp_path: Path) -> None:
    """`Epsilon(1.5)` and its like do not type-check; nothing else in the file fails to.

    In a process of its own: mypy has the garbage collector seldom look at what is new, and the
    guards, which do look at it, would take ten times as long in every test that comes later.
    """
    source = (ROOT / "proofs_tests" / "typing" / "rejected.py").read_text()
    expected = {
        (number, match[1])
        for number, line in enumerate(source.splitlines(), 1)
        if (match := IGNORE.search(line))
    }
    bare = tmp_path / "bare.py"
    bare.write_text(IGNORE.sub("", source))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", ".mypy_cache/rejected", str(bare)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = re.findall(r"^\S+bare\.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    assert done.stderr == ""
    assert expected
    assert {(int(number), code) for number, code in errors} == expected, done.stdout
