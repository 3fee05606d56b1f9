"""Mechanisms by name, for every number of answers; and what no trace tells."""

from __future__ import annotations

import pytest

from audits.inputs.registry import mechanisms
from audits.inputs.streams import TYPED, streamed
from proofs_tests.command_line import exactdp

pytestmark = pytest.mark.usefixtures("laws_computed_twice", "at_home")


def said(words: str) -> tuple[str | None, object, str]:
    """Verdict (none without a claim), loss and whether it is exact."""
    told = exactdp(f"privacy {words} --all-n --json").exact
    return told["verdict"], told["loss"], told["exact"]


@pytest.mark.parametrize(
    ("words", "loss"),
    [
        ("continuous-sparse-vector-1 -p count=7", "1"),
        ("continuous-sparse-vector-2 -p count=3", "1"),
        ("continuous-above-threshold", "1"),
        ("continuous-above-threshold -p threshold=5", "1"),
        ("numeric-sparse-vector -p count=5 -p itself=true", "1"),
        ("gap-sparse-vector -p count=2", "1"),
        ("gap-sparse-vector -p count=2 -p cuts=none", "1"),
        ("adaptive-sparse-vector -p count=1 -p cuts=none", "1"),
        ("continuous-noisy-max-1", "1"),
        ("continuous-noisy-max-2", "1"),
        ("exponential-noisy-max", "1"),
        ("sparse-vector-1 -p count=3", "1"),
        ("sparse-vector-2 -p count=3", "1"),
        ("sparse -p count=1", "1"),
        ("above-threshold", "1"),
        ("numeric-sparse -p count=3", "1"),
        ("noisy-max-1", "1"),
        ("noisy-max-2", "1"),
        ("report-noisy-max", "1"),
        ("partial-sum", "1"),
        ("smart-sum -p block=3", "2"),
        ("smart-sum -p block=3 --adjacency one", "2"),
        ("smart-sum -p block=3 --adjacency l1", "2"),
        ("binary-tree-counter -p horizon=8", "4"),
    ],
)
def test_by_name(words: str, loss: str) -> None:
    """The loss as published; threshold and parts need no word.

    Answers that move in total by at most 1 are one of them by at most 1: 2 eps of a smart sum.
    """
    assert said(words) == ("holds", loss, "yes")


@pytest.mark.parametrize(
    ("words", "loss"),
    [
        ("continuous-sparse-vector-4 -p count=1", "7/4"),
        ("continuous-sparse-vector-4 -p count=2", "13/4"),
        ("sparse-vector-4 -p count=1", "7/4"),
    ],
)
def test_a_promise_that_is_broken(words: str, loss: str) -> None:
    """Variant 4 promises eps; its loss is (1 + 6c)/4 eps, which holds when it is claimed."""
    assert said(words) == ("refuted", loss, "yes")
    assert said(f"{words} --claim-eps {loss}") == ("holds", loss, "yes")


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


@pytest.mark.parametrize(
    "words",
    ["continuous-sparse-vector-6", "sparse-vector-6", "smart-sum -p block=3 --adjacency all"],
)
def test_no_number_will_do(words: str) -> None:
    """Without a limit on positives, or on the answers that move."""
    assert said(words)[0] == "refuted"


def test_a_lead_whose_twin_tells_more() -> None:
    """Who is second costs 2 eps: a bound for the lead alone, and no refutation of less."""
    assert said("gap-noisy-max --claim-eps 2") == ("holds", "2", "no")
    told = exactdp("privacy gap-noisy-max --all-n --json", status=3).exact
    assert (told["verdict"], told["claim"], told["own_claim"]) == ("undecided", "1", "yes")
    assert told["reason"].startswith("at most 2 eps is shown, of a stream that may tell more")
    assert (told["run"], told["run_seen"]) == ("", None)


def test_every_stream_of_the_registry_is_traced() -> None:
    """All classes with begin and step, and what stands for others, with one positive."""
    for name, kind in mechanisms().items():
        if {"begin", "step"} <= {*dir(TYPED.get(kind, kind))}:
            needs = {"count": "1"} if "count" in dir(kind) else {}
            assert streamed(name, needs).automaton.states


@pytest.mark.parametrize(
    ("words", "loss"),
    [
        ("Sparse", "1"),
        ("Inherits", "1"),
        ("Six", "6"),
        ("Six --adjacency one", "1"),
        ("ForOne", "1/4"),
        ("Thirteenth", "7/13"),
    ],
)
def test_of_a_file(words: str, loss: str) -> None:
    """What is put out for every number of answers is what the steps put out.

    Six answers that move by 1 each move their sum by 6, which costs 6 eps; one of them by 1.  One
    answer costs eps/4, on the answer; a level of noise 26/eps costs eps/26.
    """
    assert said(f"streams.py:{words}") == (None, loss, "yes")
