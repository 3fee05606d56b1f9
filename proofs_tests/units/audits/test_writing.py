"""Files and directories are written completely or not at all; who cannot answer says so."""

import ast
import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from audits.entry import ended
from audits.kernel.manifest import check_manifest
from audits.rendering.ledger_tables import main as write_tables
from audits.writing import whole_directory, write
from proofs_tests.architecture.tree import ROOT, Module, modules

PLANTED = Path(__file__).parent / "commands" / "planted_claims.py"

BESIDE = ("audits.kernel", "audits.conformance.workers")
"""Programs that import nothing of ours, and write no file."""

WRITES = re.compile(r"write_text|write_bytes|mkstemp|fdopen|NamedTemporaryFile|open\(")

FULL = Path("/dev/full")
on_linux = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")


def writers(module: Module) -> Iterator[str]:
    """Each call that opens a file for writing, or makes a temporary one.

    A stream over a descriptor that stays open (`closefd`) opens none.
    """
    for node in ast.walk(module.syntax) if WRITES.search(module.text) else ():
        if not isinstance(node, ast.Call) or "closefd" in {word.arg for word in node.keywords}:
            continue
        match node.func:
            case ast.Attribute(attr="write_text" | "write_bytes" | "mkstemp" | "fdopen"):
                found = True
            case ast.Name(id="NamedTemporaryFile") | ast.Attribute(attr="NamedTemporaryFile"):
                found = True
            case ast.Name(id="open") | ast.Attribute(attr="open"):
                words = [*node.args, *(word.value for word in node.keywords)]
                modes = [word.value for word in words if isinstance(word, ast.Constant)]
                found = any({*str(mode)} & {*"wax+"} for mode in modes)
            case _:
                found = False
        if found:
            yield f"{module.name}:{node.lineno}"


def test_one_module_writes_files() -> None:
    """All others call it; a process of another library answers on a pipe."""
    ours = [m for m in modules("audits") if m.name != "audits.writing" and not m.within(*BESIDE)]
    assert [place for module in ours for place in writers(module)] == []


@pytest.mark.parametrize(
    "text", ["p.write_text('')", "p.open('w')", "open(p, mode='ab')", "os.fdopen(2, 'w')"]
)
def test_a_call_that_writes_is_found(text: str) -> None:
    """By a path, by its mode, by a descriptor; not one that reads, nor a stream that is open."""
    assert len([*writers(Module("audits.snippet", text))]) == 1
    others = "p.open('rb')\np.read_text('utf-8')\nopen(2, 'w', closefd=False)"
    assert [*writers(Module("audits.snippet", others))] == []


def test_every_program_beside_the_command_line_ends_alike() -> None:
    """What it cannot write is one line."""
    programs = [
        module
        for module in modules("audits")
        if '\nif __name__ == "__main__":\n' in module.text and not module.within(*BESIDE)
    ]
    assert len(programs) > 3
    wrong = [m.name for m in programs if not m.text.endswith("    ended(main)\n")]
    assert wrong == ["audits.__main__"]


WRITES_NO_BYTECODE = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
"""Python keeps a compiled module for which there is no room, and can never read it again."""


def small() -> None:
    """No file of this process has more than 100 bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def in_process(program: str, *words: object, limit: Callable[[], None] | None = None) -> str:
    """What a program of one line prints; it ends well, and says nothing on standard error."""
    done = ended_in(["-c", program, *map(str, words)], limit)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def ended_in(
    words: Sequence[str | Path], limit: Callable[[], None] | None
) -> subprocess.CompletedProcess[str]:
    """A process of Python, in a minute at most."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=limit,
        env=WRITES_NO_BYTECODE,
    )


def test_a_file_for_which_there_is_no_room_is_as_it_was(tmp_path: Path) -> None:
    """The old content stays, and nothing else is left in the folder."""
    old = tmp_path / "file"
    old.write_text("old", "utf-8")
    program = """
import sys
from pathlib import Path
from audits.writing import write
for place in map(Path, sys.argv[1:]):
    try:
        write(place, "x" * 10_000)
    except OSError as failure:
        print(failure.strerror)
write(Path(sys.argv[1]), "new")
"""
    assert in_process(program, old, tmp_path / "other", limit=small) == "File too large\n" * 2
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [
        ("file", "new")
    ]


def test_an_interruption_waits_until_the_file_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle of it ends the program afterwards; nothing else is in the folder."""
    replace, former = Path.replace, signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(path: Path, target: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path / "file", "whole")
    finally:
        signal.signal(signal.SIGINT, former)
    assert [file.read_text("utf-8") for file in tmp_path.iterdir()] == ["whole"]


def claims(directory: Path, *words: str, limit: Callable[[], None] | None) -> tuple[int, str, str]:
    """Exit status, verdicts and messages of `exactdp claims` on planted claims."""
    done = ended_in([PLANTED, "claims", "QUICK", "--certificates", directory, *words], limit)
    return done.returncode, done.stdout, done.stderr


def test_verdicts_are_printed_where_certificates_have_no_room(tmp_path: Path) -> None:
    """Those of all claims; one line says that the run is unfinished, and nothing is half there."""
    status, shown, said = claims(tmp_path / "run", "--json", limit=small)
    assert (status, said.count("\n")) == (2, 1)
    assert "File too large" in said
    assert json.loads(shown)["summary"]["as_expected"] == 12
    assert [file.name for file in (tmp_path / "run").iterdir()] == ["unfinished"]


def test_the_manifest_has_no_room(tmp_path: Path) -> None:
    """Certificates are there, and a run that is unfinished: it shows nothing."""
    status, _, said = claims(tmp_path / "all", limit=None)
    assert (status, said) == (0, "")
    largest = max(file.stat().st_size for file in (tmp_path / "all").glob("QUICK*"))
    assert largest < (tmp_path / "all" / "manifest.json").stat().st_size

    def medium() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    status, shown, said = claims(tmp_path / "run", limit=medium)
    assert (status, said.count("\n")) == (2, 1)
    assert "12 claims: 12 holds; 0 not as expected" in shown
    names = sorted(file.name for file in (tmp_path / "run").iterdir())
    assert names == sorted([*(f.name for f in (tmp_path / "all").glob("QUICK*")), "unfinished"])
    assert check_manifest(tmp_path / "all" / "manifest.json")


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "1", "null", "{}", '{"claims": null}', '{"claims": []}'),
        *('{"claims": [1]}', '{"claims": [{}]}', '{"claims": [{"id": "BNSV15.L5.7"}]}', "\udcff"),
    ],
)
def test_tables_are_made_of_verdicts_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """Anything else is refused in one line, and the pages stay as they are."""
    (tmp_path / "run.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert write_tables([str(tmp_path / "run.json"), "--check"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith(f"{tmp_path / 'run.json'}: not what `exactdp claims --json` ")


@pytest.mark.parametrize("words", [[], ["--check"], ["a", "b"], ["a", "--check", "c"]])
def test_the_words_for_tables_are_checked(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """A file, and what is done with it."""
    assert write_tables(words) == 2
    assert capsys.readouterr().err.startswith("usage: ")


def test_a_file_that_is_missing_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """It is named."""

    def main(_: object) -> int:
        return write_tables(["/nowhere/run.json"])

    with pytest.raises(SystemExit) as end:
        ended(main)
    assert end.value.code == 2
    assert capsys.readouterr().err == "exactdp: /nowhere/run.json: No such file or directory\n"


@on_linux
def test_a_full_or_broken_standard_output_is_one_line(tmp_path: Path) -> None:
    """A program beside the command line exits with 2, without a traceback."""
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nfrom audits.entry import ended\n"
        "def main(_):\n    sys.stdout.write('x' * 100_000)\n    return 0\nended(main)\n",
        "utf-8",
    )
    ends = os.pipe()
    os.close(ends[0])
    with FULL.open("wb") as full:
        for place, why in ((full.fileno(), "No space left on device"), (ends[1], "Broken pipe")):
            done = subprocess.run(
                [sys.executable, str(program)],
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=place,
                stderr=subprocess.PIPE,
                check=False,
                timeout=60,
            )
            assert done.returncode == 2
            assert done.stderr.decode() == f"exactdp: standard output: {why}\n"
    os.close(ends[1])


def never(_: Path) -> bool:
    """Nothing is replaced."""
    return False


def fill(target: Path, name: str, *, replace: bool = False) -> None:
    """Write a directory with one file in it."""
    with whole_directory(target, lambda _: replace) as made:
        assert not (target / name).exists()
        (made / name).write_text(name)


@pytest.mark.parametrize("there", [False, True])
def test_it_takes_a_place_that_is_empty(tmp_path: Path, there: bool) -> None:
    """Or where nothing is, below directories that are made; everybody may read it."""
    target = tmp_path / "below" / "site"
    if there:
        target.mkdir(parents=True)
    fill(target, "page")
    assert [each.name for each in target.iterdir()] == ["page"]
    assert [each.name for each in target.parent.iterdir()] == ["site"]
    assert target.stat().st_mode & 0o777 == 0o755


def test_what_fails_leaves_the_place_as_it_was(tmp_path: Path) -> None:
    """Whatever it raises, Ctrl-C included."""
    target = tmp_path / "site"
    fill(target, "old")

    def interrupted() -> None:
        with whole_directory(target, lambda _: True) as made:
            (made / "new").write_text("")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [each.name for each in target.iterdir()] == ["old"]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_its_own_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    """Whole: of what was there before nothing stays."""
    target = tmp_path / "site"
    fill(target, "old")
    with pytest.raises(FileExistsError, match="not empty"):
        fill(target, "new")
    fill(target, "new", replace=True)
    assert [each.name for each in target.iterdir()] == ["new"]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_files_that_appear_meanwhile_are_left_alone(tmp_path: Path) -> None:
    """The place is looked at again before it is taken."""
    target = tmp_path / "site"

    def late() -> None:
        with whole_directory(target, never):
            target.mkdir()
            (target / "mine").touch()

    with pytest.raises(FileExistsError):
        late()
    assert [each.name for each in target.iterdir()] == ["mine"]


def test_a_move_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The former directory is back in its place."""
    target = tmp_path / "site"
    fill(target, "old")
    rename = Path.rename

    def failing(self: Path, to: Path) -> Path:
        if to == target and not self.name.endswith(".former"):
            raise OSError(5, "no")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="no"):
        fill(target, "new", replace=True)
    assert [each.name for each in target.iterdir()] == ["old"]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_places_that_are_no_directories_to_be_made(tmp_path: Path) -> None:
    """A file, and the directory one is in, which would be gone under one's feet."""
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError, match="a file, not a directory"):
        fill(tmp_path / "file", "page")
    before = Path.cwd()
    (tmp_path / "here").mkdir()
    os.chdir(tmp_path / "here")
    try:
        with pytest.raises(FileExistsError, match="the current directory"):
            fill(Path(), "page")
    finally:
        os.chdir(before)
