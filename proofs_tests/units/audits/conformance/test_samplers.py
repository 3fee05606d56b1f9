"""Samplers in the forms in which they come, and `exactdp conform` on them."""

import json
import stat
import sys
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer

from audits.commands import conform
from audits.conformance.cells import in_cells
from audits.conformance.environments import Environment, MissingLibraryError
from audits.conformance.json_lines import read
from audits.conformance.library import MODULES, adapter
from audits.conformance.samplers import (
    Command,
    CommandError,
    code_of_function,
    from_source,
    plain,
    repeated,
)
from audits.inputs.literals import InputError
from reference.probability.outcome import key

GEOMETRIC = """#!{python}
import random, sys
rows = [int(line) for line in sys.stdin]
source = random.Random(5)
def size():
    z = 0
    while source.random() < {ratio}:
        z += 1
    return z
for _ in range(int(sys.argv[1])):
    print(sum(rows) + size() - size())
"""


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """A count with two-sided geometric noise of ratio 1/2, in a program of its own (seed 5)."""
    return script(tmp_path / "my_sampler", GEOMETRIC.format(python=sys.executable, ratio=0.5))


def script(path: Path, text: str) -> Path:
    """An executable file."""
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_a_command_is_a_sampler(command: Path) -> None:
    """Rows on its standard input, the number of samples as its last argument."""
    found = Command(str(command))((0, 1, 1), 50)
    assert len(found) == 50
    assert all(isinstance(x, int) for x in found)


def test_a_command_that_prints_one_sample_is_called_again(tmp_path: Path) -> None:
    """Samples are collected until there are enough."""
    one = script(tmp_path / "one", "#!/bin/sh\nhead -n 1\n")
    assert Command(str(one))(("a", "b"), 3) == ["a", "a", "a"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exit 3", "exit status 3"),
        ("echo no >&2; exit 3", "exit status 3: no"),
        ("true", "printed no samples"),
        ("kill $$", "exit status"),
        ("yes", "more than the 3 lines"),
        ("cat /dev/zero", "more than 16789504 bytes"),
    ],
)
def test_a_failing_command_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    """In one line, with its name."""
    bad = script(tmp_path / "bad", f"#!/bin/sh\n{text}\n")
    with pytest.raises(CommandError, match=reason):
        Command(str(bad))((1,), 3)


def test_a_command_that_does_not_end_is_ended(tmp_path: Path) -> None:
    """With whatever it has started, and whatever of its output is open."""
    bad = script(tmp_path / "bad", "#!/bin/sh\necho 1; sleep 60 & sleep 60\n")
    with pytest.raises(CommandError, match=r"no samples in 0\.5 seconds"):
        Command(str(bad), seconds=0.5)((1,), 3)


def test_a_missing_command_is_refused(tmp_path: Path) -> None:
    """There is nothing to run."""
    with pytest.raises(CommandError, match="nothing"):
        Command(str(tmp_path / "nothing"))((1,), 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-3", -3),
        ("0.25", Fraction(1, 4)),
        ("1.0", Fraction(1)),
        ("-0.0", -0.0),
        ("1e-3", Fraction(1, 1000)),
        ("true", True),
        ("null", None),
        ("[0, [1, 2]]", (0, (1, 2))),
        ("[]", ()),
        ('"two words"', "two words"),
        ("two words", "two words"),
        ("0 1", "0 1"),
        ("(1,)", "(1,)"),
        ("", ""),
        ("yes", "yes"),
        ('{"a": 1}', '{"a": 1}'),
        ("nan", float("nan")),
        ("[NaN, -Infinity]", (float("nan"), float("-inf"))),
        ("1e99999999", "1e99999999"),
        ("[" * 99 + "]" * 99, "[" * 99 + "]" * 99),
        ("9" * 2000, "9" * 2000),
    ],
)
def test_outcomes_are_read_exactly(text: str, value: Hashable) -> None:
    """JSON is read by type and value, decimals exactly; a line that is none is a word."""
    assert key(read(text)) == key(value)


def test_outputs_become_plain_values() -> None:
    """Lists are tuples; cells are floors, clamped."""
    assert plain([1, [2, 3]]) == (1, (2, 3))
    width = [Fraction(1, 4)]
    cells = in_cells(lambda _, count: [Fraction(-1, 3)] * count + [Fraction(9)], width, 4)
    assert cells((), 1) == [-2, 3]
    assert repeated(abs)(-7, 2) == [7, 7]
    again = from_source(lambda d, rng: rng.randrange(d), seed=1)
    assert again(10, 5) == from_source(lambda d, rng: rng.randrange(d), seed=1)(10, 5)


def run(*arguments: str) -> int:
    """The exit status of `exactdp conform`."""
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(conform.command)
    status = app(args=arguments, standalone_mode=False)
    return status if isinstance(status, int) else 0


@pytest.mark.statistical
def test_a_command_conforms(command: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Noise of ratio 1/2 has the law of the geometric count at e^eps = 2, and no other."""
    arguments = ["--command", str(command), "--database", "0,1,1", "--json"]
    law = ["--reference", "geometric-count", "-p", "low=-20", "-p", "high=20"]
    for root, status in (("2", 0), ("5/2", 1)):
        found = run(*arguments, *law, "--root", root, "--samples", "5000")
        answer = json.loads(capsys.readouterr().out)
        assert found == status
        assert answer["findings"][0]["strength"] == "statistical"


@pytest.mark.statistical
def test_a_command_that_loses_more_is_refuted(command: Path, tmp_path: Path) -> None:
    """The loss is ln 2, not 3/10; the reports are written."""
    files = [str(tmp_path / name) for name in ("junit.xml", "findings.sarif")]
    arguments = ["--command", str(command), "--database", "0,1,1", "--neighbour", "0,0,1"]
    reports = ["--junit", files[0], "--sarif", files[1]]
    assert run(*arguments, "--eps", "0.3", "--samples", "20000", *reports) == 1
    assert "failure" in Path(files[0]).read_text()
    assert json.loads(Path(files[1]).read_text())["version"] == "2.1.0"
    assert run(*arguments, "--eps", "1", "--samples", "2000") == 3


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["opendp", "--command", "x"],
        ["nolibrary"],
        ["--command", "true"],
        ["--command", "true", "--database", "0"],
        ["--command", "true", "--database", "0", "--neighbour", "1"],
        ["--command", "true", "--database", "0", "--neighbour", "1", "--eps", "1"],
        ["--command", "true", "--database", "0", "--cells", "0"],
        ["nothing.py:f", "--database", "0"],
        ["opendp==0.0.0"],
    ],
)
def test_bad_input_is_refused(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One clear line, no traceback."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(InputError):
        run(*arguments)


def test_a_missing_library_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment and the command that makes it are named."""
    monkeypatch.setenv("EXACTDP_ENVIRONMENTS", str(tmp_path))
    with pytest.raises(MissingLibraryError, match=r"conform no-such-library==1\.0 --prepare"):
        Environment("no-such-library", "1.0", "serve", "no_such_library").interpreter()


@pytest.mark.parametrize("name", MODULES)
def test_every_library_has_an_adapter(name: str) -> None:
    """It names its library, a pinned release and a worker that exists."""
    found = adapter(name)
    assert found.library == name
    assert found.at("9").environment.directory.name == f"{found.environment.distribution}-9"
    place = Path(conform.__file__).parents[1] / "conformance" / "workers"
    assert (place / f"{found.environment.worker}.py").exists()


def test_an_unknown_library_is_refused() -> None:
    """With the list of those that there are."""
    with pytest.raises(LookupError, match="opendp, diffprivlib"):
        adapter("nolibrary")


class Instance:
    """Callable."""

    def __call__(self, database: object, count: int) -> list[int]:
        return [0] * count


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda database, count: [database] * count, "<lambda>"),
        (partial(partial(Instance.__call__, Instance())), "__call__"),
        (Instance(), "__call__"),
        (sum, None),
    ],
)
def test_the_code_of_what_is_called(function: Callable[..., Any], name: str | None) -> None:
    """Of whatever was assigned to a name; None if it is in C."""
    code = code_of_function(function)
    assert (None if code is None else code.co_name) == name
