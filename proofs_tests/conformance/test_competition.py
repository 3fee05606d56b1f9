"""The short programs of the competition: each verdict, confirmed by the kernel, is the truth.

The truth is what the other tool's authors say, or a loss that is known by hand; it is no output of
ours.  Longer ones are run by `make compete`.
"""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from audits.conformance.competition.enclosing import Enclosed
from audits.conformance.competition.entry import Entry, Private, Truth
from audits.conformance.competition.failing import Failing
from audits.conformance.competition.page import RECORD
from audits.conformance.competition.running import entries, run
from audits.conformance.competition.streaming import EveryNumber
from proofs_tests.nightly import at_night
from reference.exact.exponential import exp_bounds

SHORT = Fraction(15, 100)
"""Seconds, by the record."""

LOSSLESS = "m-Range-Laplace, m = 1"
"""No claim is too much for it: x -> 1 - x exchanges the answers 0 and 1, and the ends."""

LONGER = (
    *("Noisy-Max-Gauss, N = 2, pair", "m-Range-Gauss, m = 2, pair"),
    *("k-Min-Max-Gauss, N = 3, pair", "SVT-Gauss, N = 2, pair"),
)
ENCLOSED = ("SVT-Mix2, N = 2, pair", *LONGER)
"""Of those that are decided by enclosure: a refutation takes a second, or longer.

The one by day is a sparse vector of a Gaussian level and Laplace answers, enclosed as others are.
"""


def short() -> list[Entry]:
    """Those that took at most so long."""
    record = json.loads(RECORD.read_text("utf-8"))["entries"]
    took = {
        (each["suite"], each["name"]): sum(
            Fraction(each[part]) for part in ("laws", "decision", "kernel")
        )
        for each in record
    }
    return [entry for entry in entries() if took[entry.suite, entry.name] <= SHORT]


@pytest.mark.parametrize("entry", short(), ids=lambda entry: f"{entry.suite}-{entry.name}")
def test_the_verdict_is_the_truth(entry: Entry) -> None:
    """And it is reached in time."""
    found = run(entry, limit=10)
    assert found.as_expected, found.shown


def impossible(entry: Entry) -> Entry | None:
    """The entry with a claim that it does not keep: less eps, or a thousandth of a bound."""
    question: object = entry.question
    if isinstance(question, Private):
        none = replace(question, claim=max(question.claim - 1, 0), delta=Fraction(0))
        return replace(entry, question=none, truth=Truth.REFUTED)
    if isinstance(question, Enclosed):
        none_at_all = replace(question, loss=Fraction(0), delta=Fraction(0))
        return replace(entry, question=none_at_all, truth=Truth.REFUTED)
    if isinstance(question, Failing):
        less = replace(question, factor=question.factor * Fraction(1, 1000))
        return replace(entry, question=less, truth=Truth.REFUTED)
    if isinstance(question, EveryNumber):
        nearly_none = replace(question, claim=Fraction(1, 8))
        return replace(entry, question=nearly_none, truth=Truth.REFUTED)
    return None


def refutable() -> list[Entry]:
    """What holds, and would not with a smaller claim; for every n, if the bound is exact."""
    bounds = {
        (each["suite"], each["name"]): each["bound"]
        for each in json.loads(RECORD.read_text("utf-8"))["entries"]
    }
    return [
        entry
        for entry in short()
        if entry.truth is Truth.HOLDS
        and entry.name != LOSSLESS
        and bounds[entry.suite, entry.name].split()[:2] not in (["at", "most"], ["exactly", "0"])
        and (entry.name in ENCLOSED or not isinstance(entry.question, Enclosed))
    ]


def by_day() -> list[object]:
    """Those that take longer are left to the nightly profile."""
    listed = refutable()
    longer = [entry for entry in listed if entry.name in LONGER]
    return [*(entry for entry in listed if entry not in longer), *at_night(*longer)]


@pytest.mark.parametrize("entry", by_day(), ids=lambda entry: f"{entry.suite}-{entry.name}")
def test_what_holds_could_be_refuted(entry: Entry) -> None:
    """By the same way, on the same answers; claims in numbers have one a millionth less."""
    worse = impossible(entry)
    assert worse is None or run(worse, limit=10).as_expected


def test_most_programs_are_short_and_both_truths_occur() -> None:
    """So that the tests above are about something."""
    assert sum(isinstance(entry.question, Enclosed) for entry in refutable()) == len(ENCLOSED)
    truths = [entry.truth.value for entry in short()]
    assert min(truths.count("holds"), truths.count("refuted")) >= 40


def test_rational_deltas_are_on_the_harder_side() -> None:
    """Less than e^(-1/32) and e^(-2) where the claim holds, more than e^(-4) where it does not."""
    assert Fraction(24, 25) < exp_bounds(Fraction(-1, 32))[0]
    assert Fraction(27, 200) < exp_bounds(Fraction(-2))[0]
    assert Fraction(19, 1000) > exp_bounds(Fraction(-4))[1]
