"""`[tool.exactdp]`: what is read, and how a mistake is refused."""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path

import pytest

from audits.inputs import project as module
from audits.inputs.literals import InputError
from audits.inputs.project import Entry, Project, project

MECHANISM = '[[tool.exactdp.mechanism]]\ntarget = "laplace"\n'
SAMPLER = '[[tool.exactdp.sampler]]\ntarget = "s.py:f"\ndatabase = [0]\nneighbour = [1]\n'


def read(folder: Path, text: str) -> Project:
    """The project with this pyproject.toml."""
    (folder / "pyproject.toml").write_text(text, "utf-8")
    return project(folder)


def one(folder: Path, text: str) -> Entry:
    """The only entry of this pyproject.toml."""
    (entry,) = read(folder, text).entries
    return entry


def test_an_allowance_is_a_part_of_the_claim(tmp_path: Path) -> None:
    """With 0.9 added to delta much is private: who reads the verdict sees it."""
    function = '[[tool.exactdp.function]]\ntarget = "f.py:f"\npairs = [[0, 1]]\nexp-eps = 2\n'
    found = one(tmp_path, f"{function}delta = 0.05\nallowance = 0.9\n")
    assert found.claim == "e^eps 2, delta 0.05, allowance 0.9, on the pairs (0,1)"


def test_the_table_of_the_docstring(tmp_path: Path) -> None:
    """A mechanism becomes a line of `privacy`, a sampler one of `conform`, in their order."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "survey.py").write_text("import os\n\n\nclass Survey:\n    pass\n")
    text = textwrap.dedent((inspect.getdoc(module) or "").split("\n\n", 1)[1])
    text = text.rpartition("\n\n")[0]
    found = read(tmp_path, f'[project]\nname = "mine"\nversion = "2"\n{text}')
    assert (found.name, found.version, found.seconds, found.fail_on) == (
        "mine",
        "2",
        60,
        "refuted",
    )
    survey, ask, count = found.entries
    assert survey.words == ("privacy", "src/survey.py:Survey", "--rows=3", "--all-eps")
    assert (survey.file, survey.line) == (tmp_path / "src" / "survey.py", 4)
    rows = ("--database=0,1,1", "--neighbour=0,1,0")
    assert ask.words == ("conform", "src/telephone.py:ask", *rows, "--eps=1")
    assert (ask.file.name, ask.line) == ("pyproject.toml", 13)  # there is no such file
    assert [entry.name for entry in found.entries] == [
        "src/survey.py:Survey",
        "src/telephone.py:ask",
        "src/noise.py:noisy_count",
    ]
    assert count.words == (
        *("conform", "src/noise.py:noisy_count", "--follow", "--pairs=(10,11,)", "--exp-eps=3"),
    )
    assert [entry.claim for entry in found.entries] == [
        "its own guarantee, on 3 rows at every eps",
        "eps 1, on 0,1,1 and 0,1,0",
        "e^eps 3, on the pairs (10,11)",
    ]


def test_numbers_are_read_as_they_are_written(tmp_path: Path) -> None:
    """A decimal keeps every digit; a fraction is a text; true and false are parameters too."""
    entry = one(
        tmp_path,
        f'{MECHANISM}rows = 1\neps = 0.10000000000000000001\ndelta = "1/3"\nseconds = 1.5\n'
        "parameters = { a = 0.3, b = true, c = -2 }\n",
    )
    given = ("-p", "a=0.3", "-p", "b=true", "-p", "c=-2", "--rows=1")
    assert entry.words[2:] == (*given, "--eps=0.10000000000000000001", "--delta=1/3")
    assert entry.seconds == 1.5


@pytest.mark.parametrize(
    ("rows", "typed"),
    [
        ("[]", ""),
        ("[-1, 0.75]", "-1,0.75"),
        ('[["a b", 1], [2]]', "('a b',1,),(2,)"),
        ('"0,0,3"', "0,0,3"),
    ],
)
def test_rows(tmp_path: Path, rows: str, typed: str) -> None:
    """Rows are listed, or written as on a command line."""
    entry = one(tmp_path, SAMPLER.replace("[0]", rows))
    assert entry.words[2] == f"--database={typed}"


ROWS = f"{MECHANISM}rows = 2\n"
FUNCTION = '[[tool.exactdp.function]]\ntarget = "s.py:f"\n'
PAIRS = '[[tool.exactdp.sampler]]\ntarget = "s.py:f"\npairs = [[[0], [1]], [[], ["a b"]]]\n'


def test_a_sampler_may_have_several_pairs(tmp_path: Path) -> None:
    """A database is a list of rows in each; with or without a database and a neighbour."""
    words = one(tmp_path, PAIRS).words
    assert words[2:] == ("--pairs=((0,),(1,),),((),('a b',),)",)
    both = one(tmp_path, f"{PAIRS}database = [2]\nneighbour = [3]\n")
    assert both.words[2:4] == ("--database=2", "--neighbour=3")
    assert both.claim == "its own eps, on 2 and 3, the pairs ((0),(1)),((),('a b'))"


@pytest.mark.parametrize("top", ["", "src/"])
@pytest.mark.parametrize("target", ["mydp.count:noisy", "mydp:noisy", "{top}mydp/count.py:noisy"])
def test_the_code_of_a_module_is_found(tmp_path: Path, top: str, target: str) -> None:
    """In the folder of the project or in its `src`, by file and by name; nothing is imported."""
    code = tmp_path / top / "mydp"
    code.mkdir(parents=True)
    for file in ("__init__.py", "count.py"):
        (code / file).write_text("raise OSError\n\ndef noisy(count, rng):\n    return count\n")
    entry = one(
        tmp_path,
        f"{FUNCTION.replace('s.py:f', target.format(top=top))}pairs = [[1, 2]]\neps = 1\n",
    )
    file = "__init__.py" if target == "mydp:noisy" else "count.py"
    assert (entry.file, entry.line) == (code / file, 3)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("\n\nnoisy = lambda count, rng: count\n", 3),
        ("\nnoisy: object = partial(more, 3)\n", 2),
        ("try:\n    from fast import noisy\nexcept ImportError:\n    noisy = Slow()\n", 4),
        ("def noisy():\n    pass\n\nnoisy = traced(noisy)\n", 4),
        ("def other():\n    noisy = 3\n\nclass noisy:\n    pass\n", 4),
        ("import more as noisy\n", 1),
        ("noisy, other = 1, 2\n", 1),
        ("\ndef noisy(:\n", 1),
        ("\nother = 3\n", 1),
    ],
)
def test_the_line_of_the_code(tmp_path: Path, source: str, line: int) -> None:
    """Whatever binds the name in the module last; the first one if nothing does."""
    (tmp_path / "s.py").write_text(source)
    text = FUNCTION.replace("s.py:f", "s.py:noisy")
    assert one(tmp_path, f"{text}pairs = [[1, 2]]\neps = 1\n").line == line


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SAMPLER.replace("[1]", "[0]"), "database and neighbour are both [0]: give two different"),
        (f"{SAMPLER}exp-eps = [2]\n", "exp-eps = [2]: give a number, such as 1"),
        (f"{PAIRS}database = [0]\n", "sampler s.py:f: give neighbour = [0, 1, 1], its rows"),
        (FUNCTION, "function s.py:f: give pairs = [[10, 11]], neighbouring databases"),
        (f"{FUNCTION}pairs = 3\n", "pairs = 3: give a list of pairs of neighbouring databases"),
        (
            f"{FUNCTION}pairs = []\neps = 1\n",
            "pairs = []: give at least one pair, such as [[10, 11]]",
        ),
        (f"{FUNCTION}pairs = [[1, 2]]\n", "function s.py:f: give eps = 1, or exp-eps = 3"),
        (
            f"{FUNCTION}pairs = [[1, 2]]\neps = 1\nexp-eps = 3\n",
            "function s.py:f: eps and exp-eps: give one of them",
        ),
        (f"{SAMPLER}eps = 1\nexp-eps = 3\n", "sampler s.py:f: eps and exp-eps: give one"),
        (
            f"{FUNCTION}pairs = [[1, 2]]\neps = 1\ndelta = 0.5\nallowance = 0.5\n",
            "function s.py:f: delta = 0.5 and allowance = 0.5: everything is private with delta 1",
        ),
        (f"{SAMPLER}eps = 1\ndelta = 1\n", "sampler s.py:f: delta = 1: everything is private"),
        (f'{ROWS}eps = 1\ndelta = "3/2"\n', "mechanism laplace: delta = 3/2: everything is"),
        (f"{FUNCTION}samples = 3000\n", "function: samples: there is no such key"),
        ("", "no table [tool.exactdp]: list what is promised, [[tool.exactdp.mechanism]]"),
        ("[tool.exactdp]\n", "[tool.exactdp]: no mechanism, no sampler, no function: list one"),
        ("[tool.exactdp]\nseconds = 3\n", "no mechanism, no sampler, no function"),
        ("[tool]\nexactdp = 3\n", "exactdp = 3: it is a table"),
        ("[tool.exactdp\n", "pyproject.toml: Expected"),
        (f"{ROWS}row = 3\n", "line 1: mechanism: row: there is no such key; did you mean rows?"),
        (f"{ROWS}all_eps = true\n", "all_eps: there is no such key; did you mean all-eps?"),
        (f"{ROWS}zzz = 1\n", "zzz: there is no such key; keys are adjacency, all-eps"),
        (f"{SAMPLER}parameters = {{}}\n", "sampler: parameters: there is no such key"),
        (f"[tool.exactdp]\nsecond = 3\n{ROWS}", "[tool.exactdp]: second: there is no such key"),
        (f'{MECHANISM}rows = "two"\n', "rows = 'two': give a whole number, such as 3"),
        (f"{MECHANISM}rows = true\n", "rows = true: give a whole number"),
        (f"{ROWS}eps = [1]\n", "eps = [1]: give a number, such as 1, 0.5"),
        (f"{ROWS}eps = true\n", "eps = true: give a number, such as 1, 0.5"),
        (f"{ROWS}all-eps = 1\n", "all-eps = 1: give true or false"),
        (f"{ROWS}adjacency = 1.5\n", "adjacency = 1.5: give a text"),
        (f"{ROWS}seconds = 0\n", "seconds = 0: give a number of seconds above 0"),
        (f'{ROWS}fail-on = "never"\n', "fail-on = 'never': give \"refuted\", "),
        (f"{ROWS}parameters = 3\n", "parameters = 3: give a table, such as"),
        (f"{ROWS}parameters = {{ a = [1] }}\n", "parameters: a = [1]: give a table"),
        (MECHANISM, "mechanism laplace: give rows = 3, or all-n = true"),
        (f"{ROWS}all-n = true\n", "mechanism laplace: give rows = 3, or all-n = true"),
        ("[[tool.exactdp.mechanism]]\nrows = 2\n", 'give target = "src/mine.py:Name"'),
        (f'{SAMPLER}command = "x"\n', 'or command = "PROGRAM"'),
        (SAMPLER.replace("s.py:f", "src/s.py"), 'name a function, "src/s.py:NAME"'),
        (FUNCTION.replace("s.py:f", "src/s.py"), 'name a function, "src/s.py:NAME"'),
        (ROWS.replace("laplace", "src/s.py"), 'name a class, "src/s.py:NAME"'),
        (SAMPLER.replace("neighbour = [1]", ""), "sampler s.py:f: give neighbour = [0, 1, 1]"),
        (SAMPLER.replace("[0]", "3"), "database = 3: give a list of rows, such as [0, 1, 1]"),
        (f"{ROWS}\n{ROWS}", "two entries are named laplace: give each a name"),
        ("[tool.exactdp]\nmechanism = 3\n", "write [[tool.exactdp.mechanism]] above each"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    """It names the file, the key, and what is allowed or the nearest good name."""
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    said = str(refused.value)
    assert words in said
    assert said.startswith(str(tmp_path / "pyproject.toml"))
    assert "\n" not in said


def test_the_line_of_an_entry_is_named(tmp_path: Path) -> None:
    """The second mechanism of a table has the line of its own header."""
    with pytest.raises(InputError, match="line 4: mechanism: rows = 'x'"):
        read(tmp_path, f'{ROWS}{MECHANISM}rows = "x"\n')


def test_there_is_no_project(tmp_path: Path) -> None:
    """A folder without a pyproject.toml is refused in a line."""
    with pytest.raises(InputError, match=r"pyproject.toml: No such file"):
        project(tmp_path)


def test_entries_are_chosen_by_name(tmp_path: Path) -> None:
    """Those that are named, in the order of the table; an unknown name has a nearest one."""
    found = read(tmp_path, f'{ROWS}name = "noise"\n{SAMPLER}name = "phone"\n')
    assert [entry.name for entry in found.chosen([])] == ["noise", "phone"]
    assert [entry.name for entry in found.chosen(["phone", "noise"])] == ["noise", "phone"]
    with pytest.raises(InputError, match=r"phon: .* no such name; did you mean phone"):
        found.chosen(["phon"])
