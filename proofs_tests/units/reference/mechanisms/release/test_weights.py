"""Multiplicative weights, private or not: laws of the vectors, plans, and runs on many rows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from proofs_tests.vectors.values import Case, cases
from reference.data.concept import PointFunction, Values
from reference.data.domain import Domain
from reference.data.workloads import LiteralConjunction, Workload, marginals
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights, Transcript
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.private_weights_plan import best_accuracy, most_updates
from reference.mechanisms.release.small_database import most_queries, small_size
from reference.mechanisms.release.weights import PointWeights, corrected
from reference.mechanisms.release.weights_plan import enough_rows
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

HALF, ONE, TWO, TENTH = Fraction(1, 2), Fraction(1), Fraction(2), Fraction(1, 10)
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


@cases("bcmnuw20_multiplicative_weights", "laws")
def test_laws(case: Case) -> None:
    """Transcript by transcript; queries that are known both ways, the others online.

    Noise of ratios 1/r^2, 1/r and 1/r.
    """
    start: PointWeights[PointFunction] = PointWeights.uniform(range(case["points"]), HALF)
    root, word, rows = Fraction(case["root"]), case["analyst"], tuple(case["rows"])
    plan = start, Fraction(case["threshold"]), case["count"], Epsilon(root, 4), Epsilon(root, 1)
    analyst = Listener() if word == "listener" else Word(word)
    online = law(OnlineMultiplicativeWeights(analyst, case["rounds"], *plan), rows)
    shown = {
        " ".join(f"{a.value}{'!' if a.asked else ''}" for a in y): str(online.probability(y))
        for y in online
    }
    assert shown == dict(case["law"])
    if isinstance(analyst, Word):
        queries = tuple(LETTERS[letter] for letter in word)
        assert law(MultiplicativeWeights(queries, *plan), rows) == online


def test_exponents_are_normalised() -> None:
    """The same distribution is the same record; the weight of one point cannot move."""
    start: PointWeights[Values] = PointWeights.uniform(range(3), HALF)
    first, rest = Values((1, 0, 0)), Values((0, 1, 1))
    assert start.penalised(first, 1).penalised(rest, 1) == start
    assert start.penalised(first, 0) == start.penalised(rest, 1)
    one: PointWeights[Values] = PointWeights.uniform((5,), HALF)
    for value, answer in product((0, 1), (Fraction(0), ONE)):
        phi = Values((value,) * 6)
        assert corrected(one, phi, answer).mean(phi) == value


def test_more_is_asked_for_more() -> None:
    """Fewer rows for a larger error, failure, eps or delta, and for fewer queries or points."""
    usual: list[Any] = [16, 50, HALF, TENTH, ONE, Fraction(1, 1000)]
    rows = enough_rows(*usual).rows
    for place, easier in enumerate((4, 5, ONE, HALF, TWO, TENTH)):
        changed = [*usual[:place], easier, *usual[place + 1 :]]
        assert enough_rows(*changed).rows <= rows


def test_one_point_needs_no_rows() -> None:
    """All answers are exact."""
    plan = enough_rows(1, 3, TENTH, TENTH, ONE, Fraction(0))
    assert plan.rows == plan.corrections == plan.error == plan.noise_failure == 0
    ((only,),) = law(plan.mechanism((PointFunction(0),), (0,)), (0, 0))
    assert only.value == 1
    assert most_updates(1, HALF, HALF) == 0


def test_no_more_epochs_than_queries_are_paid_for() -> None:
    """Two thresholds on three points that are not constant: r^4 each, and 3 at the most."""
    kind, domain = Workload.THRESHOLDS, Domain.of_size(2)

    def weights(epochs: int) -> Any:  # noqa: ANN401
        return PrivateMultiplicativeWeights(kind, domain, ONE, epochs, HALF, Epsilon(TWO), False)

    assert [weights(epochs).guarantee.exp_eps for epochs in (2, 7)] == [TWO**8, TWO**12]
    assert weights(1).curve().delta_at(ONE) == Fraction(15, 17)


def test_a_run_on_many_rows_is_accurate() -> None:
    """The plan for the rows, one run: every query is answered, within the accuracy."""
    plan = best_accuracy(64, 240, 20_000, Fraction(1, 20), ONE, Fraction(1, 10**6))
    assert plan is not None
    mechanism = plan.mechanism(Workload.MARGINALS_2, Domain.of_size(64))
    assert plan.queries >= len(mechanism.listed) == 60
    rows = tuple(x * x % 64 for x in range(20_000))
    told = run(mechanism, rows, SeededBits(1))
    truth = [Fraction(sum(map(q, rows)), len(rows)) for q in mechanism.listed]
    assert max(abs(a.value - t) for a, t in zip(told, truth, strict=True)) <= plan.accuracy
    assert best_accuracy(2, 1, 1, HALF, Fraction(1, 100), Fraction(0)) is None


def test_families_by_name() -> None:
    """Their numbers; thresholds on two points are the indicator of 0 and constants."""
    assert [len(Workload(f"marginals-{k}").on(8)) for k in (1, 2, 3)] == [6, 12, 8]
    assert len({*Workload.CONJUNCTIONS.on(16)}) == 81
    assert Workload.PARITIES.on(4)[3](1) == 1
    assert marginals(2, 0) == (LiteralConjunction(0, 0),)
    assert str(LiteralConjunction(0, 0)) == "1"
    two, eps = Domain.of_size(2), Epsilon(TWO, 2)
    one = ExponentialSanitiser(two, 1, eps, queries=(PointFunction(0),))
    family = ExponentialSanitiser(two, 1, eps, queries=Workload.THRESHOLDS)
    assert law(one, (0, 1)) == law(family, (0, 1))


def test_small_databases() -> None:
    """Two rows for one query; no query without rows."""
    assert small_size(1, HALF) == 2
    assert most_queries(4, HALF, ONE, 0) == 0
