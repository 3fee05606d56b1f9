"""Published automata: as streams they are what is printed, and lose what is known by other ways.

The losses are found by hand, and by the tests' own search (`shifted`); verdicts and weights are
those of the automata's authors.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from audits.conformance.competition.entry import Entry, Recipe, Truth
from audits.conformance.competition.page import PAGE, RECORD
from audits.conformance.competition.programs import online
from audits.conformance.competition.programs.automata import Published, place, way
from audits.conformance.competition.running import run
from audits.conformance.competition.streaming import EveryNumber
from audits.conformance.competition.suites import dipa, dipaut
from proofs_tests.conformance.shifted import bound
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.probability.tracing import trace

EPS = Epsilon.continuous(4)
RECORDED = {
    each["name"]: each
    for each in json.loads(RECORD.read_text("utf-8"))["entries"]
    if each["suite"] in ("DiPA", "DiPAut")
}

BY_HAND = {
    "1": Fraction(3, 2),  # the level moves by 2 of rate 1/4, the last answer by 2 of rate 1/2
    "2": Fraction(3, 2),
    "3": Fraction(3, 2),  # three times 2 of rate 1/4
    "5": Fraction(2),  # four times
    "6": Fraction(3, 2),
    "23": Fraction(11, 4),  # 1 of 1/4 for the value, 1 of 1/2, then twice 2 of 1/2
}


def streams() -> list[Entry]:
    """Both suites."""
    return [*dipa.entries(), *dipaut.entries()]


def asked(entry: Entry) -> EveryNumber:
    """Its question."""
    assert isinstance(entry.question, EveryNumber)
    return entry.question


def made(program: Recipe, parts: int) -> object:
    """The stream."""
    return program.made(Epsilon.continuous(parts))


@pytest.mark.parametrize("answers", [(0, 0), (1, -1), (0, 1, 2)])
def test_a_published_automaton_is_the_stream_in_direct_style(answers: tuple[int, ...]) -> None:
    """Laws for every eps: of sparse vector, whose level reads nothing, and of a range."""
    level = place("1/4", way(1, sets="x"), reads=False)
    read = place("1/2", way(1, below="x"), way(above="x"))
    words = {"<x": "below", ">=x": "above"}
    found = law(Published(EPS, (level, read)), (7, *answers))
    direct = law(online.Sparse(EPS), answers)
    assert found.map(lambda told: tuple(words[str(each)] for each in told[1:])) == direct

    ends = [place("1/4", way(i + 1, sets="lh"[i]), mean=i, reads=False) for i in range(2)]
    read = place("1/4", way(2, above="l", below="h"), way(above="lh"), way(below="lh"))
    words = {">=l,<h": "go", ">=l,>=h": "above", "<l,<h": "below", "<l,>=h": "below"}
    found = law(Published(EPS, (*ends, read)), (7, 7, *answers[:2]))
    direct = law(online.Boxes(EPS), answers[:2])
    assert found.map(lambda told: tuple(words[str(each)] for each in told[2:])) == direct


@pytest.mark.parametrize("name", BY_HAND)
def test_the_bound_of_an_example_is_the_one_by_hand(name: str) -> None:
    """It is what the page says, exactly; and what a plain search finds."""
    entry = next(each for each in dipa.entries() if each.name == f"example {name}")
    assert RECORDED[entry.name]["bound"] == f"exactly {BY_HAND[name]} eps"
    question = asked(entry)
    found = bound(trace(made(question.program, question.parts)), "all")
    assert found is not None
    assert found[0] == BY_HAND[name]


@pytest.mark.parametrize(
    "entry", [each for each in dipa.entries() if each.truth is Truth.REFUTED], ids=lambda e: e.name
)
def test_a_plain_search_finds_no_bound_where_there_is_none(entry: Entry) -> None:
    """By shifts of one row."""
    question = asked(entry)
    assert bound(trace(made(question.program, question.parts)), "all") is None
    assert RECORDED[entry.name]["bound"] == "no number will do"


def test_what_reads_nothing_loses_nothing() -> None:
    """Whatever the folder that it is in."""
    deaf = [each for each in RECORDED.values() if each["name"].endswith("non_input")]
    assert len(deaf) == len(dipa.DEAF)
    assert {each["bound"] for each in deaf} == {"exactly 0 eps"}
    assert sum("leaking" in each["source"] for each in deaf) >= 6


def test_no_bound_is_above_the_published_weight() -> None:
    """Where an automaton can always go on, none is below what is exact."""
    bounds = {
        name: (each["bound"].removesuffix(" eps").split(), each["their_bound"])
        for name, each in RECORDED.items()
        if each["their_bound"] is not None
    }
    assert len(bounds) == 21
    assert all(Fraction(ours[-1]) <= Fraction(theirs) for ours, theirs in bounds.values())
    for k in dipaut.EXTREMES:
        ours, theirs = bounds[f"k-Min-Max, k = {k}"]
        assert (Fraction(ours[-1]) < Fraction(theirs)) is (k >= 3)
    for name in ("svt", "numeric_sparse", "num_range_2", "two_range_2", "m-Range, m = 1"):
        ours, theirs = bounds[name]
        assert ours == ["exactly", theirs]
    assert PAGE.read_text("utf-8").count("# Every number of answers\n") == 1


@pytest.mark.parametrize("less", [Fraction(9, 8), Fraction(0)])
def test_a_claim_below_what_is_exact_is_refuted(less: Fraction) -> None:
    """Of sparse vector, whose weight is 5/4; and its verdict would not be the truth."""
    entry = next(each for each in dipaut.entries() if each.name == "svt")
    found = run(replace(entry, question=replace(asked(entry), claim=less)))
    assert (found.verdict, found.bound) == ("refuted", "at least 5/4 eps")
    assert not found.as_expected
    assert found.shown == "below(+1) below(+1) above(-1)"


def test_a_weight_of_what_is_not_private_is_refuted() -> None:
    """Whatever number is claimed of a stream that releases every answer."""
    entry = next(each for each in dipaut.entries() if each.name == "disclosing_cycle")
    for claim in (None, Fraction(3)):
        found = run(replace(entry, question=replace(asked(entry), claim=claim)))
        assert (found.verdict, found.bound) == ("refuted", "no number will do")


def test_two_published_programs_are_not_the_same() -> None:
    """Names are not repeated, nor programs but those that read the same and are named twice."""
    programs = [(asked(each).program.words, asked(each).parts) for each in streams()]
    assert len(set(programs)) == len(programs)
