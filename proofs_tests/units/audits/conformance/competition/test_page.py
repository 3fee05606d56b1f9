"""The record of the competition, and the page that is made from it."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from audits.conformance.competition.__main__ import main
from audits.conformance.competition.entry import Entry, Private, Recorded, Truth
from audits.conformance.competition.page import PAGE, RECORD, page, ratio
from audits.conformance.competition.running import Run, about, entries, inexpressible, run
from audits.conformance.competition.suites.dipc import NMAX1, SVT5, svt1
from audits.conformance.competition.suites.neighbours import SIGNS, every_pair, pair
from audits.evidence.verdict import Json
from reference.data.adjacency import all_answers

RECORDED: dict[str, Any] = json.loads(RECORD.read_text("utf-8"))
MEASURED = (
    *("verdict", "laws", "decision", "kernel", "shown", "least_delta"),
    *("bound", "states", "bytes"),
)


def an_entry(question: Private, truth: Truth) -> Entry:
    """An entry that no suite has."""
    return Entry("suite", "name", question, truth, "by hand", Recorded(10, "a table"))


def stated(record: dict[str, Any] | dict[str, Json]) -> dict[str, Any]:
    """What does not depend on a run."""
    return {name: value for name, value in record.items() if name not in MEASURED}


def test_the_page_is_made_from_the_record() -> None:
    """Nothing is written by hand: `make compete` renews both."""
    assert PAGE.read_text("utf-8") == page(RECORDED)


def test_the_record_is_about_the_entries_of_today() -> None:
    """The same programs, answers, claims, truths and sources, in the same order."""
    today = [stated(Run(entry, "", 0, 0, 0, "").json()) for entry in entries()]
    assert [stated(each) for each in RECORDED["entries"]] == today
    assert RECORDED["about"] == about()
    assert [each["name"] for each in RECORDED["inexpressible"]] == [
        each.name for each in inexpressible()
    ]


def test_every_recorded_verdict_is_the_truth() -> None:
    """Nothing is undecided, and nothing ran out of time."""
    assert all(each["verdict"] == each["truth"] for each in RECORDED["entries"])


def test_the_least_delta_is_on_the_side_of_the_verdict() -> None:
    """At most the delta of the claim where it holds, above it where it is refuted."""
    enclosed = [each for each in RECORDED["entries"] if each["least_delta"]]
    for each in enclosed:
        low, high = (Fraction(end) for end in each["least_delta"].split()[1::2])
        delta = Fraction(each["claim"].split(", ")[1].rstrip(")"))
        assert low <= high
        assert (high <= delta) if each["verdict"] == "holds" else (delta < low)
    verdicts = [each["verdict"] for each in enclosed]
    assert min(verdicts.count("holds"), verdicts.count("refuted")) >= 8
    assert PAGE.read_text("utf-8").count("| from 0.031246") >= 1


def test_names_are_not_repeated() -> None:
    """Within a suite."""
    names = [(entry.suite, entry.name) for entry in entries()]
    assert len(set(names)) == len(names)


def test_a_wrong_verdict_is_seen() -> None:
    """It is marked on the page, and counted."""
    wrong = json.loads(json.dumps(RECORDED))
    wrong["entries"][0]["verdict"] = "undecided"
    text = page(wrong)
    assert "1 of them not the truth" in text
    assert text.count("NOT THE TRUTH") == 1


@pytest.mark.parametrize(
    ("recorded", "ours", "order"),
    [("1000", "1", "10^3"), ("999", "1", "10^2"), ("1", "0", "10^2"), ("1", "30", "10^-2")],
)
def test_ratios_are_orders_of_magnitude(recorded: str, ours: str, order: str) -> None:
    """Rounded down; what took no time at all counts as a hundredth of a second."""
    found = {"laws": ours, "decision": "0", "kernel": "0", "recorded": recorded}
    assert ratio(found) == order


def test_a_run() -> None:
    """A verdict, confirmed, with its counterexample; and one that is not the truth."""
    two = all_answers(SIGNS, 2)
    found = run(an_entry(Private(SVT5, two, 2), Truth.REFUTED))
    assert found.as_expected
    assert found.shown == "(-1,0) against (-1,-1): (0,1); eps/parts = 1"
    assert not run(an_entry(Private(svt1(1), two, 4), Truth.REFUTED)).as_expected


def test_an_entry_out_of_time_is_reported() -> None:
    """It is no verdict; and what comes after it is not stopped."""
    long = an_entry(Private(svt1(1), every_pair((0, 1), 12), 4), Truth.HOLDS)
    found = run(long, limit=0.1)
    assert (found.verdict, found.as_expected) == ("out of time", False)
    assert run(an_entry(Private(NMAX1, pair((0, 0), (0, 1)), 2), Truth.HOLDS)).as_expected


def test_the_command_runs_a_suite(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The status is 1 if a verdict is not the truth, 2 for a suite that there is not."""
    question = Private(NMAX1, pair((0, 0), (0, 1)), 2)
    for truth, status in ((Truth.HOLDS, 0), (Truth.REFUTED, 1)):

        def one(truth: Truth = truth) -> Iterator[Entry]:
            yield an_entry(question, truth)

        monkeypatch.setattr("audits.conformance.competition.__main__.entries", one)
        assert main(["suite"]) == status
    assert "NOT SO" in capsys.readouterr().out
    assert main(["another"]) == 2
    assert "another: a suite is one of suite" in capsys.readouterr().err
