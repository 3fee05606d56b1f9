"""What people type: a name that is nearly right, a word of the field, what another tool has."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from audits.cli import main
from audits.inputs.relations import ADJACENCIES, ALIASES

MINE = """
from dataclasses import dataclass
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.families import bernoulli

class Helper:
    pass

@dataclass(frozen=True)
class Survey:
    eps: Epsilon

    def universe(self, rows):
        return replace_one(range(2), rows)

    def __call__(self, database, coins):
        return sum(database) + coins.draw(bernoulli(self.eps.exp(-1)))

def sampler(database, count):
    return [0] * count
"""

TABLE = "database,outcome,probability\n0,a,3/4\n0,b,1/4\n1,a,1/4\n1,b,3/4\n"

SURVEY = "privacy mine.py:Survey --rows 1 --eps 1"

TREE = "law tree-log -p domain=4 -p trim=1 -p threshold=1 --database 0"

MISTAKES = [
    # mechanisms and classes
    ("privacy mine.py", "did you mean mine.py:Survey?"),
    ("privacy mine", "did you mean mine.py:Survey?"),
    ("privacy mine:Survey --rows 1 --eps 1", "did you mean mine.py:Survey?"),
    ("privacy mine.Survey --rows 1 --eps 1", "did you mean mine.py:Survey?"),
    ("privacy mine.py:Surv --rows 1 --eps 1", "no class 'Surv'; did you mean mine.py:Survey?"),
    ("privacy mine.py:survey --rows 1 --eps 1", "did you mean mine.py:Survey?"),
    ("privacy nope.py --rows 1 --eps 1", "nope.py: no such file"),
    ("privacy laplace", "did you mean laplace-cells, laplace-counts"),
    ("law laplace-nois --eps 1 --database 0", "did you mean laplace-counts"),
    ("sample tree_cuonter --eps 1 --database 0", "did you mean tree-counter"),
    ("law zzz --eps 1 --database 0", "none of this name; see `exactdp list mechanisms`"),
    ("list mechanisms laplace", "did you mean laplace-cells"),
    ("conform mine.py:smapler --database 0", "no function 'smapler'; did you mean sampler?"),
    # commands
    ("privcay mine.py", "privcay: there is no such command; did you mean privacy?"),
    ("Law mine.py", "did you mean law?"),
    ("help laws", "laws: there is no such command; did you mean law"),
    ("frobnicate", "commands are list, law, privacy"),
    ("completion tcsh", "one of bash, zsh, fish"),
    # options
    (f"{SURVEY} --row 1", "--row: privacy has no such option; did you mean --rows?"),
    (f"{SURVEY} --epsilon 1", "did you mean --eps?"),
    (f"{SURVEY} --all_eps", "did you mean --all-eps?"),
    (f"{SURVEY} --Delta 0", "did you mean --delta?"),
    (f"{SURVEY} -rows 1", "-rows: privacy has no such option; did you mean --rows?"),
    (f"{SURVEY} --zzz", "--zzz: not with privacy, only --adjacency,"),
    (f"{SURVEY} --rows", "--rows: a value is missing behind it"),
    (f"{SURVEY} --json=1", "--json: it takes no value"),
    (f"{SURVEY} extra", "privacy: 'extra' is one word too many"),
    (f"{SURVEY} bias=1/2", "'bias=1/2' is one word too many; did you mean -p bias=1/2?"),
    (f"{SURVEY} delta=1/2", "did you mean --delta 1/2?"),
    ("complexity thresholds --acuracy 1/4", "did you mean --accuracy?"),
    # what is missing
    ("law", "law needs MECHANISM: a name from `list mechanisms`"),
    ("law tree-log --eps 1", "law needs --database ROWS: rows such as 0,0,3"),
    ("list", "list needs WHAT: mechanisms, claims, papers or problems"),
    ("report", "report needs -o DIR: a new directory"),
    ("complexity", "complexity: give a problem: interior-point or"),
    (TREE, "give exactly one of --root P/Q, --eps X and --all-eps"),
    ("privacy mine.py:Survey --eps 1", "privacy needs --rows N"),
    # values
    ("privacy mine.py:Survey --rows two", "--rows two: give a whole number"),
    ("privacy mine.py:Survey --rows=1,5", "--rows 1,5: give a whole number"),
    ("privacy mine.py:Survey --rows -1 --eps 1", "--rows -1: a database has at least 0 rows"),
    (f"{SURVEY} --timeout soon", "--timeout soon: give a number from 0.01 to 10000000"),
    (f"{SURVEY} --jobs 0", "--jobs 0: give a whole number from 1 to"),
    (f"{SURVEY} --delta 2", "delta 2: it lies in [0, 1]"),
    (f"{SURVEY} --root 2", "give exactly one of --root P/Q, --eps X and --all-eps"),
    ("privacy mine.py:Survey --rows 1 --eps inf", "--eps 'inf': give a rational p/q or a decimal"),
    ("privacy mine.py:Survey --rows 1 --eps -1", "--eps -1: a privacy loss is at least 0"),
    ("privacy mine.py:Survey --rows 1 --eps 'ln(x)'", "--eps ln(x): 'x': give a rational p/q"),
    ("privacy mine.py:Survey --rows 1 --eps 'ln(1/2)'", "a privacy loss is at least 0 = ln(1)"),
    (f"{TREE} --eps ln3", "eps is divided into 4 parts, and e^(eps/4) is not rational"),
    (f"{SURVEY} --adjacency bonded", "--adjacency bonded"),
    (f"{SURVEY} --adjacency replace-noe", "did you mean replace-one?"),
    (f"{SURVEY} --adjacency nearly", "one of replace-one, add-remove-one,"),
    (f"{SURVEY} --plot x.gif", "the name of a picture ends in .png, .pdf, .svg"),
    ("claims --size large", "--size large: one of tiny, small, full"),
    ("claims --size tin", "did you mean tiny?"),
    # parameters
    (f"{SURVEY} -p domain", "-p 'domain': give KEY=VALUE"),
    (f"{SURVEY} -p bias=3", "-p bias: Survey has no parameters"),
    ("law tree-log -p domein=4 --root 2 --database 0", "did you mean domain?"),
    (f"{TREE} -p base=x --root 2", "-p base=x: give"),
    # what is listed, claims, papers
    (
        "list laplace",
        "one of mechanisms, claims, papers, problems; did you mean `list mechanisms la",
    ),
    ("list klmns20", "did you mean `list claims KLMNS20`?"),
    ("list mechanicals", "did you mean mechanisms?"),
    ("list papers x", "only `list mechanisms` and `list claims` take a name"),
    ("list mechanisms a b", "'b' is one word too many"),
    ("list claims KLMNS21", "did you mean KLMNS20?"),
    ("claims klmns20.t4.22", "did you mean KLMNS20.T4.2"),
    ("claims KLMNS20 Theorem 4.2", "put a label in quotes, with its paper: 'KLMNS20 Theorem 4.2'"),
    ("claims 'KLMNS20 Theorem 4.3'", "no claim has this label; did you mean Lemma 4.3, "),
    # problems and libraries
    ("optimum interior-pt --exp-eps 2", "did you mean interior-point"),
    ("optimum medain --exp-eps 2", "did you mean median?"),
    ("optimum median -p domain=3 -p row=1 --exp-eps 2", "did you mean rows?"),
    ("optimum laws.json --exp-eps 2", "unknown key 'laws': the keys are databases, good, loss,"),
    ("optimum database.json --exp-eps 2", "did you mean databases?"),
    ("optimum interior-point -p domain=4 -p rows=two --exp-eps 2", "-p rows=two: give a value of"),
    ("optimum mine.py:samplr --exp-eps 2", "no function 'samplr'; did you mean sampler?"),
    ("complexity interior", "did you mean interior-point?"),
    ("conform opndp", "'opndp': no such library; did you mean opendp?"),
    ("conform zzz", "libraries are opendp, diffprivlib,"),
    # tables
    ("table", "table needs FILE: CSV or JSON rows of database, outcome, probability; - is"),
    ("table nope.csv", "nope.csv: No such file"),
    ("table bars.csv", "line 1: 'database|outcome|probability': the header is database,outcome,"),
    ("table t.csv --adjacency bound", "--adjacency bound"),
    ("table t.csv --adjacency replace-one --pairs pairs.csv", "give one of them"),
    ("table t.csv --exp-eps 1/2", "e^eps 1/2: it is at least 1"),
    ("table t.csv --exp-eps 2 --eps 1", "--exp-eps and --eps: give one of them"),
    ("check t.csv", "t.csv: not a certificate: it is not valid JSON"),
    ("check rows.json", "not a certificate: it is not a JSON object that begins with"),
    ("check nope.json", "nope.json: cannot be read"),
    ("audit nope --project .", "pyproject.toml: No such file"),
]

WITH_EXAMPLE = [
    ("table laws.json", """the keys are "rows" and "pairs", found 'laws'"""),
    ("table row.json", """the keys are "rows" and "pairs", found 'row'; did you mean rows?"""),
    ("table keys.json", "the keys database, outcome, probability, found 'db', 'out', 'prob'"),
    (
        "table key.json",
        "row 1: give an object with exactly the keys database, outcome, probability",
    ),
    ("table number.json", "give a list of objects with the keys database, outcome, probability"),
]

OF_THE_PARSER = (
    *("Input should", "Value error", "Invalid value", "Missing option", "Missing argument"),
    *("No such option", "No such command", "Got unexpected", "Traceback"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of somebody's own."""
    texts = {
        "mine.py": MINE,
        "t.csv": TABLE,
        "bars.csv": TABLE.replace(",", "|"),
        "pairs.csv": "0,1\n",
        "rows.json": "[]",
        "laws.json": '{"laws": []}',
        "database.json": '{"database": []}',
        "row.json": '{"row": []}',
        "keys.json": '[{"db": "0", "out": "a", "prob": 1}]',
        "key.json": '[{"database": "0"}]',
        "number.json": '{"rows": 3}',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    beside = [place for place in sys.path if not (Path(place) / "mine.py").is_file()]
    monkeypatch.setattr(sys, "path", beside)  # of other tests
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "said"), MISTAKES)
def test_a_mistake_is_one_good_line(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    """Exit status 2, nothing on standard output; the line says what is wrong, and what is near."""
    assert main(shlex.split(line)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("exactdp: ")
    assert printed.err.count("\n") == 1
    assert said in printed.err
    assert not [word for word in OF_THE_PARSER if word in printed.err]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "said"), WITH_EXAMPLE)
def test_five_lines_of_an_example(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, said: str
) -> None:
    """They follow the line that says what is wrong; as a file they are a table that is decided."""
    assert main(line.split()) == 2
    first, *example = capsys.readouterr().err.splitlines()
    assert first.startswith("exactdp: ")
    assert said in first
    assert len(example) == 5
    (tmp_path / "good.json").write_text("\n".join(example), "utf-8")
    assert main(["table", "good.json", "--exp-eps", "3"]) == 0


@pytest.mark.usefixtures("folder")
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
    assert main(line.split()) == 0


@pytest.mark.parametrize("exp_eps", ["3", "2"])
@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace(",", ";"),
        TABLE.replace(",", "\t"),
        TABLE.replace("database", "Database").replace("outcome", "OUTCOME"),
    ],
)
def test_a_table_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, text: str, exp_eps: str
) -> None:
    """With commas, semicolons or tabs, in any case; by hand, 3/4 against 1/4 is e^eps = 3."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert main(["table", "-", "--exp-eps", exp_eps]) == (0 if exp_eps == "3" else 1)


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
def test_a_shell_completes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, offered: str
) -> None:
    """Commands, options and their values, mechanisms, claims, problems, libraries."""
    monkeypatch.setenv("_EXACTDP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"exactdp {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    assert main([]) == 0
    words = capsys.readouterr().out.splitlines()
    assert offered in words
    assert all(word.startswith(typed.rsplit(maxsplit=1)[-1]) for word in words)


def test_aliases_are_no_names() -> None:
    """What the field calls a relation is none of our names for another one."""
    assert {*ALIASES.values()} <= {*ADJACENCIES}
    assert {*ALIASES}.isdisjoint(ADJACENCIES)
