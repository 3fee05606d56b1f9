"""Mechanisms by name, for every number of answers; and what no trace tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.cli import main
from audits.inputs.registry import mechanisms
from audits.inputs.streams import TYPED, streamed
from proofs_tests.command_line import in_exact_numbers

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

ONE = "count=1"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str | None, object, str]:
    """Verdict (none without a claim), loss and whether it is exact."""
    main(["privacy", *arguments, "--all-n", "--json"])
    told = in_exact_numbers(capsys.readouterr().out)
    return told["verdict"], told["loss"], told["exact"]


@pytest.mark.parametrize(
    ("name", "words", "loss"),
    [
        ("continuous-sparse-vector-1", ("count=7",), "1"),
        ("continuous-sparse-vector-2", ("count=3",), "1"),
        ("continuous-above-threshold", (), "1"),
        ("continuous-above-threshold", ("threshold=5",), "1"),
        ("numeric-sparse-vector", ("count=5", "itself=true"), "1"),
        ("gap-sparse-vector", ("count=2",), "1"),
        ("gap-sparse-vector", ("count=2", "cuts=none"), "1"),
        ("adaptive-sparse-vector", (ONE, "cuts=none"), "1"),
        ("continuous-noisy-max-1", (), "1"),
        ("continuous-noisy-max-2", (), "1"),
        ("exponential-noisy-max", (), "1"),
        ("sparse-vector-1", ("count=3",), "1"),
        ("sparse-vector-2", ("count=3",), "1"),
        ("sparse", (ONE,), "1"),
        ("above-threshold", (), "1"),
        ("numeric-sparse", ("count=3",), "1"),
        ("noisy-max-1", (), "1"),
        ("noisy-max-2", (), "1"),
        ("report-noisy-max", (), "1"),
        ("partial-sum", (), "1"),
        ("smart-sum", ("block=3",), "2"),
        ("binary-tree-counter", ("horizon=8",), "4"),
    ],
)
def test_by_name(
    capsys: pytest.CaptureFixture[str], name: str, words: tuple[str, ...], loss: str
) -> None:
    """The loss as published; threshold and parts need no word."""
    options = [part for word in words for part in ("-p", word)]
    assert said(capsys, name, *options) == ("holds", loss, "yes")


@pytest.mark.parametrize(
    ("name", "count", "loss"),
    [
        ("continuous-sparse-vector-4", "1", "7/4"),
        ("continuous-sparse-vector-4", "2", "13/4"),
        ("sparse-vector-4", "1", "7/4"),
    ],
)
def test_a_promise_that_is_broken(
    capsys: pytest.CaptureFixture[str], name: str, count: str, loss: str
) -> None:
    """Variant 4 promises eps; its loss is (1 + 6c)/4 eps, which holds when it is claimed."""
    options = (name, "-p", f"count={count}")
    assert said(capsys, *options) == ("refuted", loss, "yes")
    assert said(capsys, *options, "--claim-eps", loss) == ("holds", loss, "yes")


@pytest.mark.parametrize(
    ("name", "words", "promised"),
    [
        ("partial-sum", {}, 1),
        ("smart-sum", {"block": "3"}, 2),
        ("binary-tree-counter", {"horizon": "4"}, 3),
        ("noisy-max-1", {}, 1),
        ("numeric-sparse", {"count": "2"}, 1),
        ("continuous-sparse-vector-3", {"count": "1"}, 1),
    ],
)
def test_what_a_class_promises(name: str, words: dict[str, str], promised: int) -> None:
    """As their docstrings say: a smart sum and its blocks, a level of a tree each eps."""
    assert streamed(name, words).own() == promised


@pytest.mark.parametrize("name", ["noisy-max-3", "noisy-max-4", "continuous-noisy-max-3"])
def test_a_value_that_does_not_tell_whose_it_is(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """It is no stream, and the line says why."""
    assert main(["privacy", name, "--all-n"]) == 2
    assert "the greatest value is put out, and not whose it is" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["smooth-median", "efficient-point-learner"])
def test_no_option_is_advised_that_is_refused(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """What compares numbers with e^eps is no stream, whatever eps is."""
    assert main(["privacy", name, "--all-n"]) == 2
    told = capsys.readouterr().err
    assert "is no stream" in told
    assert "--root" not in told


@pytest.mark.parametrize("name", ["continuous-sparse-vector-6", "sparse-vector-6"])
def test_no_number_will_do(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Without a limit on positives."""
    assert said(capsys, name)[0] == "refuted"


def test_a_lead_whose_twin_tells_more(capsys: pytest.CaptureFixture[str]) -> None:
    """Who is second costs 2 eps: a bound for the lead alone, and no refutation of less."""
    assert said(capsys, "gap-noisy-max", "--claim-eps", "2") == ("holds", "2", "no")
    assert main(["privacy", "gap-noisy-max", "--all-n", "--json"]) == 3
    told = in_exact_numbers(capsys.readouterr().out)
    assert (told["verdict"], told["claim"], told["own_claim"]) == ("undecided", "1", "yes")
    assert told["reason"].startswith("at most 2 eps is shown, of a stream that may tell more")
    assert (told["run"], told["run_seen"]) == ("", None)


def test_answers_that_move_in_total(capsys: pytest.CaptureFixture[str]) -> None:
    """In total by at most 1 is one of them by at most 1: 2 eps of smart sum; all of them: no."""
    name = ("smart-sum", "-p", "block=3", "--adjacency")
    assert said(capsys, *name, "l1") == said(capsys, *name, "one") == ("holds", "2", "yes")
    assert said(capsys, *name, "all")[0] == "refuted"


def test_every_stream_of_the_registry_is_traced() -> None:
    """All classes with begin and step, and what stands for others, with one positive."""
    for name, kind in mechanisms().items():
        if {"begin", "step"} <= {*dir(TYPED.get(kind, kind))}:
            needs = {"count": "1"} if "count" in dir(kind) else {}
            assert streamed(name, needs).automaton.states


STREAMS = """
from dataclasses import dataclass
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.probability.continuous import Laplace
from reference.probability.streams import Stream, outputs
@dataclass(frozen=True)
class Sparse:
    eps: object
    continuous = True
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / self.eps)),)
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
        return (None if above else state), above
class Inherits(Sparse, Stream):
    pass
class Counts(Sparse):
    def __call__(self, database, coins):
        return sum(1 for above in outputs(self, database, coins) if not above)
class Sums(Sparse):
    def begin(self, coins):
        return 0, 0
    def step(self, state, answer, coins):
        seen, total = state[0] + 1, state[1] + answer
        if seen < 6:
            return (seen, total), None
        return None, total + coins.draw_real(Laplace(1 / self.eps))
class ForOne(Sparse):
    adjacency = "one"
class ForTwo(Sparse):
    adjacency = "two"
class Thirteenth(Sparse):
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / (self.eps / 13))),)
class Minute(Sparse):
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / (self.eps / 10**7))),)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with such classes."""
    path = tmp_path / "streams.py"
    path.write_text(STREAMS, "utf-8")
    return str(path)


def test_a_sum_that_is_kept(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Six answers that move by 1 each move it by 6, which costs 6 eps; one of them by 1."""
    assert said(capsys, f"{file}:Sums") == (None, "6", "yes")
    assert said(capsys, f"{file}:Sums", "--adjacency", "one") == (None, "1", "yes")


@pytest.mark.parametrize("name", ["Sparse", "Inherits"])
def test_a_stream_without_a_call_or_with_that_of_stream(
    file: str, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """What is put out for every number of answers is what the steps put out."""
    assert said(capsys, f"{file}:{name}") == (None, "1", "yes")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Counts", "its `__call__` is not that of `Stream`: leave it out"),
        ("ForTwo", "ForTwo.adjacency is 'two'"),
        ("Minute", "parts must be a multiple of"),
    ],
)
def test_what_no_trace_tells_is_refused(
    file: str, capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    """Another call, be it one of ours; neighbours; a scale; a class that hides its own."""
    assert main(["privacy", f"{file}:{name}", "--all-n"]) == 2
    refused = capsys.readouterr().err
    assert words in refused
    assert refused.count("\n") == 1


def test_adjacency_and_parts_of_a_class(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One answer costs eps/4, on the answer; a level of noise 26/eps costs eps/26."""
    assert said(capsys, f"{file}:ForOne") == (None, "1/4", "yes")
    assert said(capsys, f"{file}:Thirteenth") == (None, "7/13", "yes")
