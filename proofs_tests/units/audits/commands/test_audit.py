"""`exactdp audit`: one line for each promise, reports, exit status, and a budget of seconds."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from audits.commands import audit, entries
from audits.commands.entries import Answer
from audits.conformance.finding import Finding, Outcome, Strength, Subject
from audits.rendering.numbers import number_json
from proofs_tests.command_line import Terminal, exactdp, refusal
from proofs_tests.release import smoke
from reference.exact.rational_function import RationalFunction

R = RationalFunction.r()
ZERO, ONE = number_json(Fraction(0)), number_json(Fraction(1))

TABLE = """
[project]
name = "mine"
version = "2"

[tool.exactdp]

[[tool.exactdp.mechanism]]
name = "noise"
target = "src/noise.py:Noise"
rows = 1
eps = 1

[[tool.exactdp.sampler]]
name = "phone"
command = "./phone"
database = [0]
neighbour = [1]
eps = 1
"""

NOISE = "noise: its own guarantee, on 1 row at eps 1; "

HOLDS = {"verdict": "holds", "scope": "replace-one", "evidence": "exhaustive"}
OPEN = {"verdict": "undecided", "reason": "too long"}
REFUTED: dict[str, Any] = {
    "verdict": "refuted",
    "scope": "replace-one, r = e^(1/2), e^eps = r^2",
    "witness": {
        "databases": ["(0)", "(1)"],
        "event": ["1"],
        "probabilities": [number_json(R / (R + 1), Fraction(1, 2)), number_json(Fraction(1, 8))],
    },
}
SAMPLED: dict[str, Any] = {
    "verdict": "refuted",
    "note": "",
    "witness": {
        "databases": ["(0)", "(1)"],
        "event": list("abcdefgh"),
        "counts": [9, 1],
        "samples": 10,
        "false alarm": "1/4000000000",
    },
}
FOUND = (0, HOLDS, ""), (1, {"findings": [SAMPLED]}, "")

Answers = Callable[..., None]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a mechanism and a sampler, in the current directory."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "noise.py").write_text("\nclass Noise:\n    pass\n")
    (tmp_path / "pyproject.toml").write_text(TABLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Answers in place of processes; the seconds that they were given."""
    given: list[float] = []

    def answer(words: list[str], _: Path, most: float) -> Answer:
        given.append(most)
        return Answer(*FOUND[words[0] == "conform"])

    monkeypatch.setattr(entries, "_answer", answer)
    return given


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Let every process answer this."""

    def let(status: int | None, said: dict[str, Any], words: str = "") -> None:
        monkeypatch.setattr(entries, "_answer", lambda *_: Answer(status, said, words))

    return let


def lines(words: str, status: int) -> list[str]:
    """What is printed."""
    return exactdp(f"audit {words}", status=status).stdout.splitlines()


def test_the_false_alarms_of_all_pairs_are_added_up(answered: Answers) -> None:
    """Also of those that are not the pair that the line is about; each has a share of its own."""
    fine = SAMPLED | {"verdict": "undecided"}
    fine["witness"] = SAMPLED["witness"] | {"false alarm": "1/9000000000"}
    answered(1, {"findings": [fine, SAMPLED, fine]})
    alarm = exactdp("audit phone --json", status=1).exact["false_alarm"]
    assert Fraction(alarm) == Fraction(1, 4_000_000_000) + 2 * Fraction(1, 9_000_000_000)


@pytest.mark.usefixtures("seconds")
def test_one_line_each() -> None:
    """The verdict, the name, the promise and what is true; then how many of each."""
    first, second, last = lines("", 1)
    assert first.startswith(f"holds       {NOISE}proved (exhaustive) (")
    assert second.startswith(
        "refuted     phone: eps 1, on 0 and 1; output a or b or c or d or e or f and 2 more came "
        "9 on (0), 1 on (1) times in 10 samples ("
    )
    assert last == "1 holds, 1 refuted; exit status 1"


@pytest.mark.usefixtures("seconds")
def test_the_reports(folder: Path) -> None:
    """JUnit has a case for each entry, SARIF the file and the line of its code."""
    (folder / "r.xml").write_text("of an earlier run")
    lines("--junit r.xml --sarif r.sarif", 1)
    suite = ET.fromstring((folder / "r.xml").read_text())  # noqa: S314 - our own text
    counts = (suite.get("name"), suite.get("tests"), suite.get("failures"))
    assert counts == ("exactdp audit", "2", "1")
    alarm = suite.find("properties/property")
    assert alarm is not None
    assert alarm.get("value") == "1/4000000000"
    assert [case.get("classname") for case in suite.iter("testcase")] == ["mine-2", "mine-2"]
    (run,) = json.loads((folder / "r.sarif").read_text())["runs"]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert places == [{"artifactLocation": {"uri": "pyproject.toml"}, "region": {"startLine": 14}}]
    assert run["results"][0]["message"]["text"].startswith("refuted: phone: eps 1")


def test_a_report_of_an_earlier_run_is_gone(folder: Path) -> None:
    """Where nothing is decided, nothing is left that could be taken for this run's."""
    report = folder / "r.xml"
    report.write_text("of an earlier run")
    exactdp(f"audit --project {folder / 'src'} --junit r.xml", status=2)
    assert not report.exists()


@pytest.mark.usefixtures("seconds")
def test_json() -> None:
    """One object: the findings, the summary, and the probability of a false alarm."""
    found = exactdp("audit noise --json", status=0).exact
    assert [each["mechanism"] for each in found["findings"]] == ["noise"]
    assert {verdict for verdict, count in found["summary"].items() if count} == {"holds"}
    assert found["false_alarm"] == "0"


EXAMPLE = {
    "answers": [ZERO, ZERO],
    "neighbours": [ONE, ONE],
    "eps": ONE,
    "output": "True",
    "probabilities": [ONE, ZERO],
}
RUN = {"verdict": "refuted", "claim": "1", "witness": {"run": "a"}, "examples": [EXAMPLE]}
NUMBERS = REFUTED | {"witness": REFUTED["witness"] | {"event": ["10", "2", "-1", "9/2"]}}


@pytest.mark.parametrize(
    ("status", "said", "words"),
    [
        (1, REFUTED, "refuted: output 1 has probability 0.6224593312 to 0.6224593313 on (0), 1/"),
        (1, NUMBERS, "refuted: output -1 or 2 or 9/2 or 10 has probability "),
        (3, OPEN, "undecided: too long"),
        (None, {}, "unfinished: no verdict in time"),
        (2, {}, "error: no such file"),
        (4, HOLDS, "error: no such file"),
        (1, {}, "error: no such file"),
        (0, {**HOLDS, "claim": None, "loss": ONE}, "error: nothing is claimed: give claim-eps or"),
        (0, {**HOLDS, "delta": ONE}, "error: it promises delta = 1: everything is private with"),
        (0, {"least": "2"}, "error: nothing is claimed: give claim-eps or"),
        (1, RUN, "refuted: output True has probability 1 for answers 0, 0, 0 for 1, 1 at eps = 1"),
        (
            1,
            {"verdict": "refuted", "claim": "1", "witness": {"run": "a", "loss": ZERO}},
            "refuted: run a; loss 0",
        ),
    ],
)
def test_what_a_mechanism_ends_in(
    answered: Answers, status: int | None, said: dict[str, Any], words: str
) -> None:
    """A verdict with what shows it; anything else is an error, and never a verdict.

    The numbers of an event are in their order, not in that of their digits.
    """
    answered(status, said, "no such file")
    verdict, _, rest = words.partition(": ")
    line = exactdp("audit noise").stdout.splitlines()[0]
    assert line.startswith(f"{verdict:<10}  {NOISE}{rest}")


def test_several_errors(answered: Answers) -> None:
    """They are counted last, in the plural."""
    answered(2, {})
    first, _, last = lines("", 2)
    assert "; the command ended with exit status 2 (" in first
    assert last == "2 errors; exit status 2"


@pytest.mark.parametrize(
    ("status", "said", "options", "expected"),
    [
        (0, HOLDS, "", 0),
        (1, REFUTED, "--fail-on refuted", 1),
        (2, {}, "--fail-on refuted", 2),
        (3, OPEN, "", 3),
        (3, OPEN, "--fail-on refuted", 0),
        (3, OPEN, "--fail-on unfinished", 0),
        (3, OPEN, "--fail-on undecided", 3),
        (None, {}, "", 3),
        (None, {}, "--fail-on refuted", 0),
        (None, {}, "--fail-on unfinished", 3),
        (None, {}, "--fail-on undecided", 3),
    ],
)
def test_exit_status(
    answered: Answers, status: int | None, said: dict[str, Any], options: str, expected: int
) -> None:
    """Refutations and errors fail, and what is undecided or unfinished, unless that is said."""
    answered(status, said)
    lines(f"noise {options}", expected)


@pytest.mark.parametrize(
    ("project", "entry", "options", "expected"),
    [
        ("undecided", None, "", 3),
        ("undecided", "refuted", "", 0),
        (None, "undecided", "", 3),
        ("undecided", None, "--fail-on refuted", 0),
        ("undecided", "undecided", "--fail-on refuted", 3),
        (None, "refuted", "--fail-on undecided", 3),
    ],
)
def test_who_says_what_fails(
    folder: Path,
    answered: Answers,
    project: str | None,
    entry: str | None,
    options: str,
    expected: int,
) -> None:
    """Option and entry go before the table of the project; the stricter one of them fails."""
    answered(3, OPEN)
    text = TABLE
    for key, fails in (("[tool.exactdp]", project), ("rows = 1", entry)):
        text = text.replace(key, key if fails is None else f'{key}\nfail-on = "{fails}"')
    (folder / "pyproject.toml").write_text(text)
    lines(f"noise {options}", expected)


@pytest.mark.parametrize("kind", ["mechanism", "function", "sampler"])
def test_what_fails_if_nothing_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A proof that is not found fails; a sampler that is not refuted does not: that is said."""
    subject = Subject("", "", "x", "", "")
    found = Finding(subject, Strength.EXACT_LAW, Outcome.UNDECIDED, "", 0.0)
    monkeypatch.setattr(audit, "decided", lambda *_: found)
    promised = "rows = 1" if kind == "mechanism" else "pairs = [[[0], [1]]]"
    table = f'[[tool.exactdp.{kind}]]\ntarget = "s.py:f"\n{promised}\neps = 1\n'
    (folder / "pyproject.toml").write_text(table)
    expected = 0 if kind == "sampler" else 3
    said = exactdp("audit", status=expected).stdout
    assert ("without --fail-on undecided)" in said) == (expected == 0)
    lines("--fail-on unfinished", 0)
    lines("--fail-on undecided", 3)


def test_the_seconds_are_shared(folder: Path, seconds: list[float]) -> None:
    """What an entry leaves, the others have; an entry may ask for fewer."""
    lines("--seconds 40", 1)
    assert 19 < seconds[0] <= 20
    assert 39 < seconds[1] <= 40
    text = TABLE.replace("[tool.exactdp]\n", "[tool.exactdp]\nseconds = 40\n")
    (folder / "pyproject.toml").write_text(text.replace("rows = 1", "rows = 1\nseconds = 3"))
    lines("", 1)
    assert seconds[2] == 3
    assert 39 < seconds[3] <= 40


def test_what_the_others_leave_goes_to_those_that_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry whose share was too small is decided again, with all that is left."""
    given: list[float] = []

    def answer(words: list[str], _: Path, most: float) -> Answer:
        given.append(most)
        if words[0] == "privacy" and most < 30:
            return Answer(None, {}, "")
        return Answer(*FOUND[words[0] == "conform"])

    monkeypatch.setattr(entries, "_answer", answer)
    said = lines("--seconds 40", 1)
    assert 19 < given[0] <= 20
    assert all(39 < each <= 40 for each in given[1:])
    assert len(given) == 3
    assert [each.split()[0] for each in said] == ["refuted", "holds", "1"]


@pytest.mark.parametrize(
    ("own", "advice"),
    [
        ("", "; seconds = 160 in [tool.exactdp] (or --seconds 160) gives it 4 times as long"),
        ("\nseconds = 5", "; seconds = 20 in its table gives it 4 times as long"),
        ("\nseconds = 60", "; seconds = 160 in its table and seconds = 160 in [tool.exactdp] (or"),
        ("\nseconds = 160", "; seconds = 160 in [tool.exactdp] (or --seconds 160) gives it 4"),
        ("\nseconds = 30", "; seconds = 120 in its table and seconds = 160 in [tool.exactdp] (or"),
    ],
)
def test_what_would_be_enough_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answered: Answers, own: str, advice: str
) -> None:
    """Where the time is over, the line says which number to raise, and what that gives."""
    monkeypatch.setattr(audit, "ENOUGH_TO_BEGIN", 0)
    answered(None, {})
    (folder / "pyproject.toml").write_text(TABLE.replace("rows = 1", f"rows = 1{own}"))
    first, last = lines("noise --seconds 40", 3)
    assert advice in first
    assert last == "1 unfinished; exit status 3 (--fail-on says what fails)"


def test_what_takes_too_long_is_ended(folder: Path) -> None:
    """With all its processes; it is unfinished, and fails."""
    phone = folder / "phone"
    phone.write_text("#!/bin/sh\necho $$ > pid\nexec sleep 600\n")
    phone.chmod(0o755)
    said = exactdp("audit phone --seconds 3", status=3).stdout
    assert "unfinished  phone: eps 1, on 0 and 1; no verdict in time;" in said
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_ctrl_c_ends_what_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the entry as well; there is no verdict."""
    started: list[subprocess.Popen[bytes]] = []

    def interrupted(process: subprocess.Popen[bytes], **_: object) -> None:
        started.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    exactdp("audit noise", status=130)
    assert started[0].poll() is not None


def test_no_entry_is_begun_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is unfinished, and its code is not run; that fails."""
    monkeypatch.setattr(entries, "_answer", lambda *_: pytest.fail("something ran"))
    said = lines("--seconds 0.1", 3)
    assert len(said) == 3
    assert all("; no time was left for it; seconds = " in line for line in said[:2])


def test_on_a_terminal_a_line_is_folded(
    monkeypatch: pytest.MonkeyPatch, answered: Answers
) -> None:
    """Under its verdict, in the columns that there are."""
    answered(1, REFUTED)
    monkeypatch.setenv("COLUMNS", "60")
    said = exactdp("audit noise", status=1, stdout=Terminal).stdout
    first, second, *_ = said.splitlines()
    assert first == "refuted     noise: its own guarantee, on 1 row at eps 1;"
    assert second.startswith(f"{' ' * 12}output 1 has probability")


def test_code_that_fails_is_an_error(folder: Path) -> None:
    """With the line that the command itself would print, whatever the code prints."""
    code = "print('exactdp: no')\n\n0 / 0\n\nclass Noise:\n    pass\n"
    (folder / "src" / "noise.py").write_text(code)
    said = exactdp("audit noise", status=2).stdout
    assert said.startswith("error       noise: its own guarantee")
    assert "ZeroDivisionError" in said
    assert "src/noise.py:3" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--project nowhere", "nowhere/pyproject.toml: No such file"),
        ("nois", "nois: [tool.exactdp] has no such name; did you mean noise?"),
        ("--fail-on never", "--fail-on never"),
        ("--seconds 0", "--seconds 0"),
        ("--junit no/such/place.xml", "no/such/place.xml: cannot be written"),
    ],
)
def test_bad_input(monkeypatch: pytest.MonkeyPatch, options: str, words: str) -> None:
    """One line, exit status 2, and nothing is run."""
    monkeypatch.setattr(entries, "_answer", lambda *_: pytest.fail("something ran"))
    assert words in refusal(f"audit {options}")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            "--rows 1 --root 3 --exp-eps 2",
            "output (0) has probability 3/4 (0.75) on (0), 1/4 (0.25)",
        ),
        ("--rows 1 --eps 1 --exp-eps 2", "has probability 0.7310585786 to 0.73"),
        ("--rows 1 --all-eps --claim-eps 1/2", "has probability "),
    ],
)
def test_what_the_command_really_answers(answered: Answers, options: str, told: str) -> None:
    """The numbers of its JSON are read as it writes them."""
    done = exactdp(f"privacy randomized-response -p domain=2 {options} --json")
    answered(done.returncode, done.json)
    said = exactdp("audit noise", status=1).stdout
    assert told in said
    assert "{" not in said


def test_certificates(folder: Path) -> None:
    """The kernel re-checks them and finds one that is changed; their directory is a new one."""
    smoke.lay_out(folder)
    lines("--certificates run", 0)
    exactdp("check --manifest run/manifest.json", status=0)
    assert {file.name for file in (folder / "run").iterdir()} == {"1.1.json", "manifest.json"}
    exactdp("audit --certificates run", status=2)
    proof = folder / "run" / "1.1.json"
    proof.write_text(proof.read_text().replace('"3"', '"2"'))
    said = exactdp("check --manifest run/manifest.json", status=1).stdout
    assert "its certificate has been changed" in said


def test_certificates_of_what_is_refuted(folder: Path) -> None:
    """There is one of the refutation, which is accepted; the promise is not kept."""
    smoke.lay_out(folder)
    table = folder / "pyproject.toml"
    table.write_text(table.read_text().replace("exp-eps = 3", "exp-eps = 2"))
    lines("--certificates run", 1)
    assert "not private" in exactdp("check run/1.1.json", status=0).stdout
    said = exactdp("check --manifest run/manifest.json", status=1).stdout
    first, last = said.splitlines()
    assert first.endswith(" (promised) 1  refuted, where holds is expected")
    assert last.startswith("unexpected run run: ")
    one = "certificates: 1 accepted (1 of a verdict that is not expected), 0 refused"
    assert last.endswith(f"1 not as expected; {one}")


def test_what_a_manifest_says_of_samplers(folder: Path) -> None:
    """Refuted or not, they have no certificate; none is counted, and none is called refused."""
    (folder / "s.py").write_text("def f(database, count):\n    return [database[0]] * count\n")
    entry = '[[tool.exactdp.sampler]]\nname = "{}"\ntarget = "s.py:f"\npairs = {}\neps = 1\n'
    table = entry.format("leak", "[[[0], [1]]]") + entry.format("same", "[[[0], [0, 1]]]")
    (folder / "pyproject.toml").write_text(table)
    lines("--certificates run", 1)
    said = exactdp("check --manifest run/manifest.json", status=1).stdout
    leak, against, same, last = said.splitlines()
    assert leak.startswith("uncertified leak (promised) 1  refuted: output 0 came ")
    assert against == "unexpected leak (promised) 1  refuted, where undecided is expected"
    assert same.startswith("uncertified same (promised) 1  undecided: not refuted; ")
    assert last.endswith("; certificates: 0 accepted, 0 refused; without a certificate: 2")


RESPONSE = 'mechanism]]\ntarget = "randomized-response"\nrows = 1\neps = 1\n'


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('function]]\ntarget = "s.py:f"\npairs = [[1, 2]]\neps = -1', "; eps = -1: it is at"),
        ('function]]\ntarget = "s.py:f"\npairs = [[1, 2, 3]]\neps = 1', "; pairs: (1,2,3) is"),
        ('sampler]]\ntarget = "s.py:f"\npairs = [[[1], [2]]]\neps = "x"', "; eps 'x': give"),
        (
            f"{RESPONSE}parameters = {{ loud = true }}\n",
            "; parameters: loud: randomized-response has",
        ),
        (
            f'{RESPONSE}parameters = {{ domain = 2 }}\nadjacency = "near"\n',
            "; adjacency near: one of",
        ),
    ],
)
def test_what_is_wrong_is_said_of_a_key(folder: Path, entry: str, said: str) -> None:
    """And not of an option, which nobody has typed."""
    (folder / "s.py").write_text("def f(database, rng):\n    return rng.randrange(2)\n")
    (folder / "pyproject.toml").write_text(f"[[tool.exactdp.{entry}\n")
    first = lines("", 2)[0]
    assert said in first
    assert "--" not in first.replace("--root", "").replace("--all-eps", "").replace("--eps", "")


def test_a_logarithm_is_a_loss_of_functions_and_samplers(folder: Path) -> None:
    """As it is of mechanisms: eps = "ln(3)" is e^eps = 3."""
    (folder / "s.py").write_text(
        "def f(bit, rng):\n    return bit if rng.randrange(4) else 1 - bit\n\n\n"
        "def g(database, count):\n    return [0] * count\n"
    )
    (folder / "pyproject.toml").write_text(
        '[[tool.exactdp.function]]\ntarget = "s.py:f"\npairs = [[0, 1]]\neps = "ln(3)"\n'
        '[[tool.exactdp.sampler]]\ntarget = "s.py:g"\npairs = [[[0], [1]]]\neps = "ln 3"\n'
    )
    assert "1 holds, 1 undecided" in lines("", 0)[-1]


@pytest.fixture
def in_a_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package in `src` whose modules import each other, and promises of every kind."""
    monkeypatch.setenv("PYTHONPATH", str(folder / "src"))
    code = folder / "src" / "mydp"
    code.mkdir(parents=True)
    (code / "__init__.py").write_text("from .noise import geometric\n")
    (code / "noise.py").write_text(
        "def geometric(rng):\n    k = 0\n    for sign in (1, -1):\n"
        "        while rng.randrange(3) == 0:\n            k += sign\n    return k\n"
    )
    (code / "count.py").write_text(
        "import random\n\nfrom .noise import geometric\n\n\n"
        "def noisy(count, rng):\n    return count + geometric(rng)\n\n\n"
        "def many(database, n):\n    rng = random.SystemRandom()\n"
        "    return [noisy(sum(database), rng) for _ in range(n)]\n"
    )
    (code / "flip.py").write_text(
        "from dataclasses import dataclass\n"
        "from reference.data.adjacency import replace_one\n"
        "from reference.privacy.epsilon import Epsilon\n"
        "from .law import turned\n\n\n"
        "@dataclass(frozen=True)\nclass Flip:\n    eps: Epsilon\n\n"
        "    def universe(self, rows):\n        return replace_one(range(2), rows)\n\n"
        "    def __call__(self, database, coins):\n"
        "        return tuple(row ^ coins.draw(turned(self.eps)) for row in database)\n"
    )
    (code / "law.py").write_text(
        "from reference.probability.families import bernoulli\n\n\n"
        "def turned(eps):\n    return bernoulli(1 / (eps.exp() + 1))\n"
    )
    (folder / "pyproject.toml").write_text(
        """
        [[tool.exactdp.mechanism]]
        name = "flip"
        target = "src/mydp/flip.py:Flip"
        rows = 1
        root = 3
        exp-eps = 3

        [[tool.exactdp.sampler]]
        name = "many"
        target = "src/mydp/count.py:many"
        pairs = [[[10], [11]], [[10], [13]]]
        eps = 1.1

        [[tool.exactdp.function]]
        name = "count"
        target = "src/mydp/count.py:noisy"
        pairs = [[10, 11], [11, 12]]
        exp-eps = 3
        allowance = 0.001

        [[tool.exactdp.function]]
        name = "bold"
        target = "mydp.count:noisy"
        pairs = [[10, 11]]
        exp-eps = 2
        """
    )


@pytest.mark.usefixtures("in_a_package")
def test_a_package_in_src(folder: Path) -> None:
    """Its files import each other; a function and a class are decided, samples are drawn."""
    flip, many, count, bold, _ = lines("--sarif r.sarif", 1)
    assert flip.startswith("holds       flip: e^eps 3, on 1 row at r = 3; proved (exhaustive) (")
    assert many.startswith("refuted     many: eps 1.1, on the pairs ((10),(11)),((10),(13)); ")
    assert "times in 10000 samples" in many
    pairs = "on the pairs (10,11),(11,12); "
    assert count.startswith(f"holds       count: e^eps 3, allowance 0.001, {pairs}")
    assert bold.startswith("refuted     bold: e^eps 2, on the pairs (10,11); not private: Pr[11")
    (run,) = json.loads((folder / "r.sarif").read_text())["runs"]
    places = [r["locations"][0]["physicalLocation"] for r in run["results"]]
    found = [(p["artifactLocation"]["uri"], p["region"]["startLine"]) for p in places]
    assert found == [("src/mydp/count.py", 10), ("src/mydp/count.py", 6)]


@pytest.mark.usefixtures("in_a_package")
def test_certificates_of_functions() -> None:
    """Of a proof and of a refutation, about the function by its name; the kernel accepts both."""
    lines("--certificates run count bold", 1)
    said = exactdp("check run/1.1.json run/2.1.json", status=0).stdout
    kept, broken = said.splitlines()
    assert "  private: P(E) <= 3 P'(E) + 1/1000 for all events, " in kept
    assert '"src/mydp/count.py:noisy"' in kept
    assert "  not private: P(E) > 2 P'(E) + 0 for an event " in broken
    said = exactdp("check --manifest run/manifest.json", status=1).stdout
    assert "unexpected bold (promised) 1  refuted, where holds is expected" in said
    both = "2 accepted (1 of a verdict that is not expected), 0 refused"
    assert f"1 not as expected; certificates: {both}" in said


def test_a_function_without_the_time_is_unfinished(folder: Path) -> None:
    """It is said what is left of the probability, and how less would be left."""
    (folder / "mine.py").write_text(
        "def walk(bit, rng):\n    kept = []\n    while rng.random() < 0.999:\n"
        "        kept.append(rng.randrange(2))\n    return len(kept) + bit\n"
    )
    (folder / "pyproject.toml").write_text(
        '[[tool.exactdp.function]]\nname = "walk"\ntarget = "mine.py:walk"\npairs = [[0, 1]]\n'
        "eps = 1\nseconds = 4\n"
    )
    first, last = lines("", 3)
    assert first.startswith("unfinished  walk: eps 1, on the pairs (0,1); ")
    said = re.search(
        r"of the probability is left, stopped after (\S+) s, as .* \((\S+) s\)$", first
    )
    assert said is not None
    assert 1.4 <= float(said[1]) <= float(said[2]) <= 4, "the seconds are those that it took"
    assert "drawn in a function that returns a number or a truth value" in first
    assert last.startswith("1 unfinished; exit status 3")


def test_a_sampler_whose_outputs_admit_no_test_is_unfinished(folder: Path) -> None:
    """No event is tried of texts that come once, and more time is of no use; it fails.

    Nor is it hidden by another pair of databases, of which events are tried.
    """
    (folder / "leak.py").write_text(
        "import random\nRNG = random.Random()\n\n\n"
        "def told(database, n):\n"
        "    return [f'{RNG.random()} {sum(database)}' for _ in range(n)] if any(database) else"
        " [0] * n\n"
    )
    (folder / "pyproject.toml").write_text(
        '[[tool.exactdp.sampler]]\nname = "told"\ntarget = "leak.py:told"\n'
        "pairs = [[[0], [0, 0]], [[2], [3]]]\neps = 1\nsamples = 2000\n"
    )
    first, last = lines("", 3)
    assert first.startswith("unfinished  told: eps 1, on the pairs ((0),(0,0)),((2),(3)); no ")
    assert "most outputs came once: return a statistic of the output (" in first
    assert last.startswith("1 unfinished; exit status 3")
