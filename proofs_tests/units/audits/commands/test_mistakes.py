"""What people type: words of the field, what another tool has, and what a shell completes."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from audits.inputs.relations import ADJACENCIES, ALIASES
from proofs_tests.command_line import exactdp
from proofs_tests.units.audits.user_files import TABLE


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("laws.json", """the keys are "rows" and "pairs", found 'laws'"""),
        ("row.json", """the keys are "rows" and "pairs", found 'row'; did you mean rows?"""),
        ("keys.json", "the keys database, outcome, probability, found 'db', 'out', 'prob'"),
        ("key.json", "row 1: give an object with exactly the keys database, outcome, probability"),
        ("number.json", "give a list of objects with the keys database, outcome, probability"),
    ],
)
def test_five_lines_of_an_example(tmp_path: Path, file: str, said: str) -> None:
    """They follow the line that says what is wrong; as a file they are a table that is decided."""
    first, *example = exactdp(f"table {file}", status=2).stderr.splitlines()
    assert first.startswith("exactdp: ")
    assert said in first
    assert len(example) == 5
    (tmp_path / "good.json").write_text("\n".join(example), "utf-8")
    exactdp(f"table {tmp_path / 'good.json'} --exp-eps 3", status=0)


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    "line",
    [
        "privacy Randomized_Response -p domain=2 --rows 1 --root 2 --claim-eps 1",
        "privacy randomized-response -p domain=2 --rows 1 --eps ln(3) --claim-eps 1",
        "list Mechanism tree_log",
        "list paper",
        "optimum Interior_Point -p domain=2 -p rows=1 --exp-eps 2",
        "table t.csv --exp-eps 3 --adjacency Bounded",
        "table t.csv --exp-eps 3 --adjacency replace_one",
        "table t.csv --eps ln3",
        "table t.csv",
        "help law",
        "version",
        "completion bash",
    ],
)
def test_what_is_plain_is_accepted(line: str) -> None:
    """In any case, with `_` for `-`, in the words of the field; an eps whose e^eps is rational."""
    exactdp(line, status=0)


@pytest.mark.parametrize(("exp_eps", "status"), [("3", 0), ("2", 1)])
def test_a_table_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, exp_eps: str, status: int
) -> None:
    """By hand, 3/4 against 1/4 is e^eps = 3."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TABLE.encode())))
    exactdp(f"table - --exp-eps {exp_eps}", status=status)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pri", "privacy"),
        ("privacy tree-l", "tree-log"),
        ("privacy tree-log --adj", "--adjacency"),
        ("privacy tree-log --adjacency bou", "bounded"),
        ("privacy tree-log -p dom", "domain="),
        ("claims KLMNS20.T4.2", "KLMNS20.T4.2"),
        ("claims --size sm", "small"),
        ("list mech", "mechanisms"),
        ("list mechanisms tree-l", "tree-log"),
        ("optimum med", "median"),
        ("optimum median -p dom", "domain="),
        ("conform open", "opendp"),
        ("complexity fing", "fingerprinting"),
    ],
)
def test_a_shell_completes(monkeypatch: pytest.MonkeyPatch, typed: str, offered: str) -> None:
    """Commands, options and their values, mechanisms, claims, problems, libraries."""
    monkeypatch.setenv("_EXACTDP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"exactdp {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    words = exactdp(status=0).stdout.splitlines()
    assert offered in words
    assert all(word.startswith(typed.rsplit(maxsplit=1)[-1]) for word in words)


def test_aliases_are_no_names() -> None:
    """What the field calls a relation is none of our names for another one."""
    assert {*ALIASES.values()} <= {*ADJACENCIES}
    assert {*ALIASES}.isdisjoint(ADJACENCIES)
