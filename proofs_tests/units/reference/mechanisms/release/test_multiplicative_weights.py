"""Multiplicative weights, offline and online, against laws that were found another way."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reference.data.concept import PointFunction
from reference.data.named_classes import Stump, stumps
from reference.mechanisms.release.multiplicative_weights import (
    Answer,
    MultiplicativeWeights,
    Transcript,
)
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights, StumpWeights
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

HALF = Fraction(1, 2)
TWO = Fraction(2)
CASES = json.loads(
    (Path(__file__).parents[4] / "vectors" / "bcmnuw20_multiplicative_weights.json").read_text(
        "utf-8"
    )
)["laws"]
LETTERS = {"A": PointFunction(0), "B": PointFunction(1)}


@dataclass(frozen=True)
class Word:
    """An analyst whose queries are known."""

    word: str

    def __call__(self, answers: Transcript, /) -> PointFunction:
        return LETTERS[self.word[len(answers)]]


@dataclass(frozen=True)
class Listener:
    """A, then B; after a high answer from the rows B, after a low one A."""

    def __call__(self, answers: Transcript, /) -> PointFunction:
        told = [a.value for a in answers if a.asked]
        if told:
            return LETTERS["B" if told[-1] >= HALF else "A"]
        return LETTERS["B" if len(answers) == 1 else "A"]


def shown(answers: Transcript) -> str:
    """A transcript as the vectors write it."""
    return " ".join(f"{a.value}{'!' if a.asked else ''}" for a in answers)


def losses(root: Fraction) -> tuple[Epsilon[Fraction], Epsilon[Fraction]]:
    """Noise of ratios 1/r^2, 1/r and 1/r."""
    return Epsilon(root, 4), Epsilon(root, 1)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['analyst']}-{c['rows']}")
def test_laws(case: dict[str, Any]) -> None:
    """Transcript by transcript; queries that are known both ways, the others online."""
    start: PointWeights[PointFunction] = PointWeights.uniform(range(case["points"]), HALF)
    plan = start, Fraction(case["threshold"]), case["count"], *losses(Fraction(case["root"]))
    word, rounds, rows = case["analyst"], case["rounds"], tuple(case["rows"])
    wanted = {answers: Fraction(chance) for answers, chance in case["law"]}
    analyst = Listener() if word == "listener" else Word(word)
    online = law(OnlineMultiplicativeWeights(analyst, rounds, *plan), rows)
    assert {shown(y): online.probability(y) for y in online} == wanted
    if isinstance(analyst, Word):
        queries = tuple(LETTERS[letter] for letter in word)
        assert law(MultiplicativeWeights(queries, *plan), rows) == online


@pytest.mark.parametrize("rows", [(0, 3), (1, 2), (3, 3)])
def test_product_weights_give_the_same_law(rows: tuple[int, ...]) -> None:
    """Stumps, on all vectors of two bits or bit by bit."""
    queries = stumps(2)
    points: PointWeights[Stump] = PointWeights.uniform(range(4), HALF)
    found = [
        law(MultiplicativeWeights(queries, start, HALF, 2, *losses(TWO)), rows)
        for start in (points, StumpWeights.uniform(2, HALF))
    ]
    assert found[0] == found[1]


def test_without_rows_or_corrections_the_hypothesis_answers() -> None:
    """No draw is made, and nothing is learnt of the rows."""
    start: PointWeights[PointFunction] = PointWeights.uniform(range(4), HALF)
    queries = (LETTERS["A"], LETTERS["B"])
    quarter = Answer(Fraction(1, 4), asked=False)
    for count, rows in ((2, ()), (0, (1, 1, 1))):
        mechanism = MultiplicativeWeights(queries, start, HALF, count, *losses(TWO))
        assert list(law(mechanism, rows)) == [(quarter, quarter)]
        online = OnlineMultiplicativeWeights(Word("AB"), 2, start, HALF, count, *losses(TWO))
        assert list(law(online, rows)) == [(quarter, quarter)]


def test_no_query_gives_the_empty_transcript() -> None:
    """Offline."""
    start: PointWeights[PointFunction] = PointWeights.uniform(range(4), HALF)
    assert list(law(MultiplicativeWeights((), start, HALF, 1, *losses(TWO)), (0,))) == [()]


def test_bad_parameters_are_refused() -> None:
    """At construction, and losses without exact parts at a call."""
    start: PointWeights[PointFunction] = PointWeights.uniform(range(4), HALF)
    with pytest.raises(ValueError, match="count -1: "):
        MultiplicativeWeights((LETTERS["A"],), start, HALF, -1, *losses(TWO))
    with pytest.raises(ValueError, match="rounds -1, count 1: "):
        OnlineMultiplicativeWeights(Word(""), -1, start, HALF, 1, *losses(TWO))
    with pytest.raises(ValueError, match="e\\^eps 1/2"):
        MultiplicativeWeights((), start, HALF, 1, *losses(TWO)).approximate(HALF)
    coarse = MultiplicativeWeights((LETTERS["A"],), start, HALF, 1, Epsilon(TWO), Epsilon(TWO))
    with pytest.raises(ValueError, match="parts must be a multiple of 4"):
        law(coarse, (0,))
