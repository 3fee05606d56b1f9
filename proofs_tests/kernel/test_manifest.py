"""A run is accepted as it was written, and refused after any change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import audits.kernel
from audits.kernel import check
from audits.kernel.manifest import BadManifest, check_manifest, of_run
from proofs_tests.kernel.examples import EXAMPLES

PROGRAM = Path(audits.kernel.__file__).parent / "__main__.py"
ONE, OTHER = "point: randomised response", "comparisons"
Line = dict[str, object]
Manifest = dict[str, object]


def example(name: str) -> str:
    """The text of a certificate of this kind."""
    return json.dumps(next(text for key, text in EXAMPLES.items() if key.startswith(name)))


def line(name: str, text: str | None, verdict: str = "holds") -> Line:
    """What a manifest says of a claim."""
    return {
        "id": name,
        "form": "printed",
        "part": "1",
        "verdict": verdict,
        "expected": verdict,
        "reason": None if text else "a reason",
        "file": f"{name}.json" if text else None,
        "sha256": sha256(text.encode()).hexdigest() if text else None,
        "statement": str(check(text)) if text else None,
    }


def manifest(lines: list[Line]) -> Manifest:
    """The manifest of some claims, counted."""
    names = sorted(f"{each['id']} {each['form']} {each['part']}" for each in lines)
    return {
        "format": "exactdp-manifest 1",
        "run": "20260102T030405Z-6",
        "exactdp": "0.1.0",
        "commit": "0123abc",
        "tree": "clean",
        "size": "tiny",
        "selection": ["T"],
        "started": "2026-01-02T03:04:05Z",
        "finished": "2026-01-02T03:05:05Z",
        "count": len(lines),
        "digest": sha256("\n".join(names).encode()).hexdigest(),
        "claims": lines,
    }


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The manifest of a run of three claims, two of them with a certificate."""
    directory = tmp_path / "run"
    directory.mkdir()
    (directory / "T.a.json").write_text(example(ONE), "utf-8")
    (directory / "T.b.json").write_text(example(OTHER), "utf-8")
    lines = [line("T.a", example(ONE)), line("T.b", example(OTHER), "refuted")]
    path = directory / "manifest.json"
    path.write_text(json.dumps(manifest([*lines, line("T.c", None, "undecided")])), "utf-8")
    return path


def kernel(path: Path) -> tuple[int, list[str]]:
    """Exit status and lines of the command on a run."""
    said = [*of_run(str(path))]
    text = "".join(f"{line}\n" for _, line in said).encode("ascii", "backslashreplace")
    return max(status for status, _ in said), text.decode().splitlines()


def command(path: Path) -> tuple[int, list[str]]:
    """The same, by a bare isolated interpreter."""
    words = [sys.executable, "-I", "-S", str(PROGRAM), "--manifest", str(path)]
    done = subprocess.run(
        words, cwd=path.parents[1], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def rewrite(path: Path, change: Callable[[list[Line]], object]) -> None:
    """Change the claims of a manifest, and count them again."""
    lines = json.loads(path.read_text("utf-8"))["claims"]
    change(lines)
    path.write_text(json.dumps(manifest(lines)), "utf-8")


def test_a_run_as_it_was_written_is_accepted(run: Path) -> None:
    """One line says which run: its name, commit, size, time and number of claims."""
    status, (shown,) = command(run)
    assert (status, [shown]) == kernel(run) == (0, [shown])
    words = ("20260102T030405Z-6", "0123abc", "tiny", "2026-01-02T03:05:05Z", "3 claims")
    assert [word for word in words if word not in shown] == []


def test_a_run_of_what_is_installed_has_no_commit(run: Path) -> None:
    """The version says which code it was."""
    known = json.loads(run.read_text("utf-8"))
    run.write_text(json.dumps({**known, "commit": None, "tree": None}), "utf-8")
    status, (shown,) = kernel(run)
    assert status == 0
    assert "exactdp 0.1.0, as installed, size tiny" in shown
    assert "None" not in shown


def test_each_certificate_is_a_finding_with_its_statement(run: Path) -> None:
    """What is accepted is what the kernel proves; a claim without certificate says why."""
    reason = json.loads(run.read_text("utf-8"))["claims"][2]["reason"]
    _, findings = check_manifest(run)
    assert [*findings] == [
        ("T.a (printed) 1", "accepted", str(check(example(ONE)))),
        ("T.b (printed) 1", "accepted", str(check(example(OTHER)))),
        ("T.c (printed) 1", "uncertified", f"undecided: {reason}"),
    ]


def put(run: Path, certificate: bytes) -> None:
    """Another certificate under the name and the hash of the first claim."""
    (run.parent / "T.a.json").write_bytes(certificate)
    rewrite(run, lambda lines: lines[0].update(sha256=sha256(certificate).hexdigest()))


def changed(run: Path) -> None:
    """A blank more, which changes no meaning."""
    (run.parent / "T.a.json").write_text(example(ONE) + " ", "utf-8")


def unproved(run: Path) -> None:
    """A claim holds, and nothing shows it."""
    rewrite(run, lambda lines: lines[0].update(file=None, sha256=None, statement=None))
    (run.parent / "T.a.json").unlink()


def linked(run: Path) -> None:
    """The certificate is a link to the same bytes elsewhere."""
    outside = run.parents[1] / "outside.json"
    (run.parent / "T.a.json").rename(outside)
    (run.parent / "T.a.json").symlink_to(outside)


def never_ending(run: Path) -> None:
    """The certificate is a pipe, on which a reader waits for ever."""
    (run.parent / "T.a.json").unlink()
    os.mkfifo(run.parent / "T.a.json")


UNDECIDED = {"verdict": "undecided", "expected": "undecided"}
CHANGES: dict[str, Callable[[Path], None]] = {
    "the certificate is gone": lambda run: (run.parent / "T.a.json").unlink(),
    "it has a blank more": changed,
    "it is another true one": lambda run: put(run, example(OTHER).encode()),
    "it is of what is not true": lambda run: put(
        run, json.dumps(EXAMPLES[ONE] | {"exp_eps": "1"}).encode()
    ),
    "it is no text": lambda run: put(run, b"\xff"),
    "the manifest says more than it": lambda run: rewrite(
        run, lambda lines: lines[0].update(statement="private for all mechanisms")
    ),
    "a claim holds, and nothing shows it": unproved,
    "a claim is undecided, with a certificate": lambda run: rewrite(
        run, lambda lines: lines[0].update(UNDECIDED)
    ),
    "it is linked": linked,
    "it is a pipe": never_ending,
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_run_is_refused(run: Path, name: str) -> None:
    """One line names the claim; the others are checked all the same."""
    CHANGES[name](run)
    status, (first, last) = kernel(run)
    assert status == 1
    assert first.startswith("refused T.a (printed) 1  ")
    assert last.startswith("refused run 20260102T030405Z-6: ")
    _, findings = check_manifest(run)
    assert [found for _, found, _ in findings][:2] == ["refused", "accepted"]


@pytest.mark.parametrize("name", ["T.d.printed.json", ".T.a.json", "x\naccepted run y", "\udcff"])
def test_a_file_of_no_claim_is_refused(run: Path, name: str) -> None:
    """Old certificates, half-written ones and forged lines do not pass for part of the run."""
    (run.parent / name).write_text(example(ONE), "utf-8")
    status, (first, last) = kernel(run)
    assert status == 1
    assert first == f"refused {name!a}  a file of no claim".replace("\\\\", "\\")
    assert last.startswith("refused run")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_run_that_was_red_is_not_accepted(run: Path, place: int) -> None:
    """A verdict that was not expected is named; its certificate is accepted all the same."""
    rewrite(run, lambda lines: lines[place].update(expected="not-checkable"))
    status, (first, last) = command(run)
    assert status == 1
    name, verdict = [("T.a", "holds"), ("T.b", "refuted"), ("T.c", "undecided")][place]
    assert first == f"unexpected {name} (printed) 1  {verdict}, where not-checkable is expected"
    assert last.startswith("unexpected run")
    assert last.endswith(", 3 claims in 3 parts, 1 not as expected")


def test_a_forged_certificate_outweighs_a_verdict_that_was_not_expected(run: Path) -> None:
    """Both are named, and the run is refused."""
    rewrite(run, lambda lines: lines[1].update(expected="holds"))
    changed(run)
    status, lines = kernel(run)
    assert status == 1
    assert [shown.split()[0] for shown in lines] == ["refused", "unexpected", "refused"]


@pytest.mark.parametrize("expected", ["holds", "refuted"])
def test_what_is_proved_has_a_certificate(run: Path, expected: str) -> None:
    """With a reason only a verdict that fails anyway lacks it: samples refute without one."""
    bare = dict.fromkeys(("file", "sha256", "statement")) | {"reason": "by samples"}
    rewrite(run, lambda lines: lines[1].update(bare, expected=expected))
    (run.parent / "T.b.json").unlink()
    status, said = kernel(run)
    assert status == 1
    word = "unexpected" if expected == "holds" else "refused"
    assert [shown.split()[0] for shown in said] == [word, word]


def test_a_claim_of_two_parts_is_one_claim(run: Path) -> None:
    """Each part has a certificate, a claim may have many; forms are claims of their own."""
    lines = [
        line("T.a", example(ONE)),
        line("T.b", example(OTHER)),
        line("T.c", None, "undecided"),
    ]
    lines += [{**lines[2], "part": "2"}, {**lines[2], "form": "corrected"}]
    run.write_text(json.dumps(manifest(lines)), "utf-8")
    assert kernel(run)[1][-1].endswith(", 4 claims in 5 parts, 0 not as expected")


def test_a_run_of_nothing_is_no_run(run: Path) -> None:
    """A manifest without claims shows nothing."""
    rewrite(run, list.clear)
    for file in ("T.a.json", "T.b.json"):
        (run.parent / file).unlink()
    status, (shown,) = kernel(run)
    assert status == 2
    assert "no claims" in shown


def test_a_claim_cannot_be_lost(run: Path) -> None:
    """A manifest without one of its lines contradicts itself."""
    whole = json.loads(run.read_text("utf-8"))
    for place in range(3):
        lines = [each for i, each in enumerate(whole["claims"]) if i != place]
        run.write_text(json.dumps(whole | {"claims": lines}), "utf-8")
        assert kernel(run)[0] == 2
        run.write_text(json.dumps(whole | {"claims": lines, "count": 2}), "utf-8")
        assert kernel(run)[0] == 2


TEXT = json.dumps(manifest([line("T.a", None, "undecided")]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "1",
        '"claims"',
        "null",
        '{"claims": {}}',
        TEXT[:-2],
        TEXT.replace("manifest 1", "manifest 2"),
        TEXT.replace('"size"', '"more": 1, "size"'),
        TEXT.replace('"size": "tiny", ', ""),
        TEXT.replace('"size": "tiny"', '"size": "tiny", "size": "full"'),
        TEXT.replace('"count": 1', f'"count": {"1" * 10**6}'),
        TEXT.replace('"count": 1', '"count": true'),
        TEXT.replace('"tiny"', '"tiny\\naccepted run x"'),
        TEXT.replace('"tiny"', '"\\ud800\\u202e"'),
        TEXT.replace('"undecided"', '"true"'),
        TEXT.replace('"undecided"', "[]"),
        TEXT.replace('"file": null', '"file": []'),
        TEXT.replace('"file": null', '"file": 1.5'),
        TEXT.replace('"claims": [', '"claims": [null, '),
        TEXT.replace('"claims": [', '"claims": [' + "[" * 10**5),
        TEXT.replace('"tiny"', f'"{"x" * 2**24}"'),
        json.dumps(manifest([line("T.a\naccepted", None, "undecided")])),
        TEXT.replace('"T.a"', '"\\ud800"'),
        json.dumps(manifest([line("T.a", None, "undecided")] * 2)),
        json.dumps(manifest([line("T.a", example(ONE)) | {"id": x} for x in ("T.a", "T.b")])),
    ],
    ids=range(27),
)
def test_what_is_no_manifest_is_unreadable(run: Path, text: str) -> None:
    """One line, exit 2, nothing is accepted."""
    run.write_text(text, "utf-8")
    status, (shown,) = kernel(run)
    assert status == 2
    assert shown.startswith("unreadable ")


@pytest.mark.parametrize("place", ["../T.a.json", "/T.a.json", "..", ".", "", "./T.a.json", "a/b"])
def test_a_manifest_speaks_of_its_own_directory(run: Path, place: str) -> None:
    """A file elsewhere is not looked at, whatever it contains."""
    (run.parents[1] / "T.a.json").write_text(example(ONE), "utf-8")
    (run.parent / "T.a.json").unlink()
    if place.startswith("/"):
        place = f"{run.parents[1]}{place}"
    rewrite(run, lambda lines: lines[0].update(file=place))
    with pytest.raises(BadManifest, match="elsewhere"):
        check_manifest(run)


def test_a_manifest_that_cannot_be_read_is_unreadable(run: Path) -> None:
    """A missing file, a directory and a pipe are told in one line."""
    pipe = run.parent / "pipe"
    os.mkfifo(pipe)
    for path in (run.parent, run.with_name("missing"), pipe):
        status, said = kernel(path)
        assert (status, len(said)) == (2, 1)
