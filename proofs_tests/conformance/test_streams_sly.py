"""Streams that hide what they tell: what is said for all numbers of answers is true of them."""

from __future__ import annotations

import builtins
import functools
import gc
import importlib.util
import math
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audits.cli import main
from audits.inputs import loading
from audits.inputs.declared import DoesMoreError, only_declares
from proofs_tests.command_line import in_exact_numbers
from proofs_tests.conformance import sly_programs
from proofs_tests.conformance.deceiving import Sly
from proofs_tests.conformance.sly_programs import PROGRAMS
from proofs_tests.conformance.sly_streams import HEAD, HONEST, NEEDLESSLY, SLY
from proofs_tests.nightly import NIGHTLY
from reference.privacy.epsilon import Epsilon
from reference.probability import streams
from reference.probability.coins import Mechanism, SeededBits, run
from reference.probability.law import law
from reference.probability.outcome import key

STATUS = {"refuted": 1, "refused": 2, "undecided": 3}
LOSSES = {
    "Formats": "1",
    "Members": "1/2",
    "Records": "1/2",
    "SameRecord": "1/2",
    "Longest": "1/2",
    "CoinFlips": "0",
}
"""By hand, of noise 4/eps: 1/4 eps for each answer that is compared; the others lose that once."""

ADDED_TO: tuple[Any, ...] = (builtins, functools, functools.wraps, math, streams, Counter)
"""What streams add names to."""

Told = tuple[int, dict[str, Any], str]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> Told:
    """Status, what is told in JSON, and the refusal."""
    status = main(["privacy", *words, "--json"])
    told = capsys.readouterr()
    return status, in_exact_numbers(told.out) if told.out else {}, told.err


@contextmanager
def loaded(path: Path) -> Iterator[ModuleType]:
    """The module in a file, as long as it is used."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules[path.stem]


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """Names that a stream puts into what is not its own are gone when its test ends."""
    modules, before = {*sys.modules}, [(each, {*vars(each)}) for each in ADDED_TO]
    yield
    for each, names in before:
        for name in {*vars(each)} - names:
            delattr(each, name)
    for name in {*sys.modules} - modules:
        if "sly" in name:
            del sys.modules[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a coroutine that nobody waits for
        gc.collect()


def judged(sly: Sly, told: Told) -> None:
    """It is refused in one line, or refuted, or not decided, as it should be."""
    status, found, refused = told
    assert status == STATUS[sly.verdict], found
    assert found.get("verdict", "refused") == sly.verdict
    assert refused.count("\n") == (sly.verdict == "refused")
    assert "NameError" not in refused


@pytest.mark.parametrize("sly", SLY, ids=lambda sly: sly.name)
def test_no_stream_holds_that_puts_its_answers_out(
    sly: Sly, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under guard, whatever its file does when it is loaded; many held before."""
    path = tmp_path / "sly.py"
    path.write_text(sly.source, "utf-8")
    monkeypatch.setattr(loading, "only_declares", lambda _: None)
    judged(sly, said(capsys, f"{path}:{sly.of}", "--all-n"))


@pytest.mark.parametrize("sly", PROGRAMS, ids=lambda sly: sly.name)
def test_no_program_holds_that_puts_its_answers_out(
    sly: Sly, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its file does more than to declare, or it is judged under guard; all held before."""
    path = tmp_path / "sly.py"
    path.write_text(sly.source, "utf-8")
    more = ""
    try:
        only_declares(str(path))
    except DoesMoreError as error:
        more = str(error)
    if more:
        assert (sly.verdict, more.count("\n")) == ("refused", 0)
    else:
        judged(sly, said(capsys, f"{path}:{sly.of}", "--all-n"))


@pytest.mark.parametrize(
    "sly", [sly for sly in SLY if sly.pair is not None], ids=lambda sly: sly.name
)
def test_they_do_put_their_answers_out(sly: Sly, tmp_path: Path) -> None:
    """On two databases they tell different things, whatever the chance: it is a leak."""
    path = tmp_path / f"sly_{sly.name}.py"
    path.write_text(sly.source, "utf-8")
    assert sly.pair is not None
    with loaded(path) as module:
        kind: Callable[[object], Mechanism[object, object, Fraction]] = getattr(module, sly.name)
        stream = kind(Epsilon(Fraction(2), 4))
        first, second = (run(stream, database, SeededBits(1)) for database in sly.pair)
        assert repr(first) != repr(second)


@pytest.mark.parametrize("honest", HONEST, ids=lambda honest: honest.name)
def test_honest_streams_hold(
    honest: Sly, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the same style, with floats, fractions, words, records, caches and coins."""
    path = tmp_path / "honest.py"
    path.write_text(honest.source, "utf-8")
    status, told, _ = said(capsys, f"{path}:{honest.name}", "--all-n")
    assert (status, told["loss"]) == (0, LOSSES.get(honest.name, "1/4"))


INSTEAD = {"Cached": "write it without `cache`", "Suppresses": "with: .*: write `if`, or a call"}


@pytest.mark.parametrize("honest", NEEDLESSLY, ids=lambda honest: honest.name)
def test_honest_streams_that_are_refused(
    honest: Sly, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line says what to write."""
    path = tmp_path / "honest.py"
    path.write_text(honest.source, "utf-8")
    status, _, refused = said(capsys, f"{path}:{honest.name}", "--all-n")
    assert status == STATUS["refused"]
    assert re.search(INSTEAD[honest.name], refused)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is that of Python 3.12")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Newer", ""),
        ("Inherits", ""),
        ("Told", "it has no text"),
        ("Alias", "Number is not among"),
        ("Inside", "type parameters of a function in a function"),
        ("Taken", "an item of a class"),
    ],
)
def test_newer_syntax(
    name: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Type parameters, aliases and texts inside of texts are followed, or refused in one line."""
    path = tmp_path / "newer.py"
    path.write_text(sly_programs.HEAD + sly_programs.NEWER, "utf-8")
    status, told, refused = said(capsys, f"{path}:{name}", "--all-n")
    assert (status, told.get("loss")) == ((2, None) if words else (0, "1/4"))
    assert words in refused


def stream(folder: Path, line: str) -> Path:
    """A file with a stream `Drawn` of one line."""
    path = folder / "of_one_line.py"
    step = f"    def step(self, state, answer, coins):\n        {line}\n"
    path.write_text(f"{HEAD}class Drawn(Sly):\n{step}", "utf-8")
    return path


def test_a_whole_fraction_is_read_as_an_integer(tmp_path: Path) -> None:
    """A sum has the type int or Fraction by its terms; its reader sees the number."""
    with loaded(stream(tmp_path, "return state, (answer - answer, Fraction(3, 3))")) as module:
        drawn: Any = module.Drawn(Epsilon.continuous(4))
        for answer in (2, Fraction(1, 2)):
            outcomes = [*law(drawn, (answer,))]
            assert [*map(repr, outcomes)] == ["((0, 1),)"]
        with pytest.raises(TypeError, match=r"answers are of type int or Fraction"):
            law(drawn, (0.5,))


OUTPUTS = (
    ("True", "False"),
    ("0.5", "-0.5"),
    ("0.0", "-0.0"),
    ("True", "1"),
    ("Fraction(1)", "1"),
    ('f"{state}: yes"', '"no"'),
    ("(state, 1)", "(state, 0)"),
    ("Fraction(1, 2)", "0.5"),
)
NOISY = (
    "self.noisy(answer, coins)",
    "answer",
    "(answer + self.noisy(0, coins))",
    "answer - answer",
)
HIDDEN = (
    "0",
    "isinstance(answer, int)",
    "(answer / 10 + answer / 5 - answer * 3 / 10) != 0",
    "type(answer) is int and answer > 0",
    "answer is LEVEL",
    'getattr(answer, "real", 0) > 0',
    "coins.draw(Dist.uniform((0, 1)))",
)


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """Classes: a count of answers, a comparison, a branch that may look at what it should not."""
    last = draw(st.integers(1, 3))
    noisy, level = draw(st.sampled_from(NOISY)), draw(st.integers(-1, 1))
    compared = draw(st.sampled_from((">=", ">", "<", "<=")))
    yes, no = draw(st.sampled_from(OUTPUTS))
    hidden = draw(st.sampled_from(HIDDEN))
    stops = draw(st.sampled_from(("state == last", "state == last or above", "True")))
    return (
        f"class Drawn(Sly):\n    def step(self, state, answer, coins):\n        last = {last}\n"
        f"        above = {noisy} {compared} {level}\n"
        f"        if state == last - 1 and {hidden}:\n            return None, 7\n"
        f"        return (None if {stops} else state + 1), {yes} if above else {no}\n"
    )


@settings(
    max_examples=200 if NIGHTLY else 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(bodies())
def test_sampling_laws_and_every_number_do_not_contradict_each_other(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    """What holds for every number of answers holds on one and on two; samples are in the law."""
    path = tmp_path_factory.mktemp("drawn") / "drawn.py"
    path.write_text(HEAD + body, "utf-8")
    name = f"{path}:Drawn"
    status, told, _ = said(capsys, name, "--all-n")
    assert status in {0, 1, 2, 3}
    if status == 0:
        for rows in "12":
            words = (name, "--rows", rows, "--all-eps", "--claim-eps", told["loss"])
            found, _, refused = said(capsys, *words)
            assert found == 0 or (found == 2 and "draws nothing" in refused), body
    if told.get("loss") not in {None, "inf", "0"} and told.get("exact") == "yes":
        less = str(Fraction(told["loss"]) - Fraction(1, 4))
        assert said(capsys, name, "--all-n", "--claim-eps", less)[0] != 0, body
    with loaded(path) as module:
        for database in ((0,), (1, -1)):
            known = {*map(key, law(module.Drawn(Epsilon.continuous(4)), database))}
            sampled = module.Drawn(Epsilon(Fraction(2), 4))
            for seed in range(3):
                assert key(run(sampled, database, SeededBits(seed))) in known


def test_half_of_a_character_is_written_with_its_number(tmp_path: Path) -> None:
    """What no text holds ends no process."""
    path = stream(tmp_path, 'return None, "\\ud800" if self.noisy(answer, coins) > 0 else ""')
    command = [sys.executable, "-m", "audits", "privacy", f"{path}:Drawn", "--all-n"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\ud800" in done.stdout


@pytest.mark.parametrize(
    ("returned", "status"),
    [
        ("answer + coins.draw_real(Laplace(Fraction(4, 10**30) / self.eps)) > 0", 3),
        ("self.noisy(answer, coins) > 10**400", 3),
        ("self.noisy(answer, coins) > 10**30", 0),
        ("answer * 10**6000 + self.noisy(0, coins)", 3),
    ],
)
def test_numbers_that_are_far_from_one_end_no_process(
    returned: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A loss of 10^30 eps / 4, a level that no float holds, and a factor are not decided."""
    path = stream(tmp_path, f"return None, {returned}")
    found, _, refused = said(capsys, f"{path}:Drawn", "--all-n")
    assert (found, refused) == (status, "")
