"""Tracing attacks, the laws of their sums, and the experiment, against sums written out."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.stump_releases import NoisyMeans
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_attacks import (
    MeanTracer,
    OneReferenceTracer,
    ReferencesTracer,
    Threshold,
    least_hits,
    score,
)
from reference.lower_bounds.tracing_experiment import Experiment, excess, hybrid
from reference.lower_bounds.tracing_scores import Parts, hits, parts, sums
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

VECTORS = Path(__file__).parents[3] / "vectors" / "bcmnuw20_tracing.json"
ORACLES: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))

NONE, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


@pytest.mark.parametrize("case", ORACLES["toys"], ids=str)
def test_laws_of_hits(case: dict[str, Any]) -> None:
    """The means of the rows, all matrices of signs."""
    mean, rows = Fraction(case["mean"]), case["rows"]
    tracer = MeanTracer((mean,), Fraction(2), Threshold.exactly(Fraction(case["tau"])))
    one = parts(
        mean,
        rows,
        lambda z: Dist.point(Fraction(sum(z), rows)),
        mean,
        lambda q: tracer.weight(0, q),
    )
    found = hits(sums(one, case["attributes"]), tracer.threshold)
    expected = {
        (int(kind[0]), kind[-1] == "1"): Fraction(chance) for kind, chance in case["joint"].items()
    }
    assert {kind: found.probability(kind) for kind in found} == expected


@pytest.mark.parametrize("case", ORACLES["experiments"], ids=str)
def test_experiments_on_noisy_means(case: dict[str, Any]) -> None:
    """One stump of mean 1/2, e^eps = 2, the threshold 0."""
    tracer = MeanTracer((HALF,), ONE, Threshold.exactly(0))
    two = Epsilon(Fraction(2))
    n, m = case["private"], case["public"]
    row = product_rows((HALF,))
    game: Experiment[Fraction] = Experiment(lambda w: NoisyMeans(1, w, two), row, n, m, tracer)
    assert game.expected_hits == Fraction(case["expected_hits"])
    assert game.false_positive == Fraction(case["false_positive"])
    assert game.row_accused(0, replaced=True) == game.false_positive
    kept = Guarantee.pure(two)
    assert excess(game.expected_hits, game.false_positive, kept, n, m) <= 0


@pytest.mark.parametrize("case", ORACLES["outsiders"], ids=str)
def test_outsiders_and_the_constant(case: dict[str, Any]) -> None:
    """Errors at the clip, fair coordinates: below S^-2, which half of the square may exceed."""
    p, samples = case["attributes"], case["samples"]
    coin: Dist[Parts, Fraction] = Dist.uniform([(-ONE,), (ONE,)])
    fair = sums(coin, p)
    right = MeanTracer.sound((NONE,) * p, ONE, samples).threshold
    for name, threshold in (("right", right), ("half", Threshold(right.square / 2, right.odds))):
        above = (fair.probability(x) for x in fair if threshold.exceeded_by(x[0]))
        assert sum(above, NONE) == Fraction(case[name])
    assert Fraction(case["right"]) <= Fraction(1, samples**2)


@pytest.mark.parametrize("case", ORACLES["figure_2"], ids=str)
def test_outsiders_with_reference_rows(case: dict[str, Any]) -> None:
    """M = 1 and answers 1 where the further row has -1: y - z twice."""
    p, samples = case["attributes"], case["samples"]
    tracer = ReferencesTracer(0, (0,), p, Fraction(1, samples))
    assert tracer.weight(0, ONE) == 2
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    steps = [((Fraction(4),), quarter), ((NONE,), half), ((Fraction(-4),), quarter)]
    one: Dist[Parts, Fraction] = Dist.weighted(steps)
    found = sums(one, p)
    above = (found.probability(x) for x in found if tracer.threshold.exceeded_by(x[0]))
    assert sum(above, NONE) == Fraction(case["right"]) <= Fraction(1, samples)


def test_sound_thresholds() -> None:
    """Eta^2 4 p ln S; 8 p ln(1/delta); 16 p ln(1/delta)/M."""
    fifth = Fraction(1, 5)
    found = MeanTracer.sound((NONE,) * 9, HALF, 5).threshold
    assert found == Threshold(Fraction(9), Fraction(5))
    assert OneReferenceTracer(0, 9, fifth).threshold == Threshold(Fraction(72), Fraction(5))
    assert ReferencesTracer(0, (0,) * 4, 9, fifth).threshold == Threshold(
        Fraction(36), Fraction(5)
    )


def test_ties_are_out() -> None:
    """A sum that equals the threshold, rational or 0; and irrational ones next to it."""
    assert not Threshold.exactly(HALF).exceeded_by(HALF)
    assert Threshold.exactly(HALF).exceeded_by(HALF + Fraction(1, 10**9))
    assert not Threshold.root_of_log(8, 1).exceeded_by(NONE)
    assert not Threshold.exactly(0).exceeded_by(-ONE)
    near = Fraction(117741002251547469, 10**17)  # sqrt(2 ln 2) to 17 digits
    assert Threshold.root_of_log(2, 2).exceeded_by(near + Fraction(1, 10**16))
    assert not Threshold.root_of_log(2, 2).exceeded_by(near - Fraction(1, 10**16))


def test_tracers_with_references() -> None:
    """<y - z, q>: 4 for q = (1, 1), y = -z = (1, 1)."""
    answers = (ONE, ONE)
    tracer = OneReferenceTracer(0, 2, ONE)
    assert score(tracer, answers, 3) == 4
    assert [tracer(answers, row) for row in range(4)] == [False, True, True, True]
    other = ReferencesTracer(0, (0, 0, 0, 3), 2, Fraction(9, 10))
    assert other.spread == HALF
    assert score(other, (HALF, -HALF), 3) == 2
    assert [other((ONE, -HALF), row) for row in range(4)] == [False, True, False, True]


def test_least_hits() -> None:
    """(6 - 2)^2/(4 * 2) = 2, and never below 0."""
    assert least_hits(Fraction(6), 4, HALF, Fraction(4), Fraction(2)) == 2
    assert least_hits(ONE, 4, HALF, Fraction(4), Fraction(2)) == 0


def test_no_coordinates_have_the_sum_zero() -> None:
    """Of two rows and a further one."""
    one: Dist[Parts, Fraction] = Dist.point((ONE, ONE, -ONE))
    assert sums(one, 0) == Dist.point((NONE, NONE, NONE))
    assert hits(sums(one, 0), Threshold.exactly(0)) == Dist.point((0, False))


def test_constant_answers() -> None:
    """Their promise, and how often they are hit."""
    mixed = Garbage(ZeroAnswers(2), (ONE, ONE), HALF)
    assert mixed.guarantee == Guarantee(ONE, NONE)
    assert most_often_hit(HALF, 4, Fraction(1, 16), 2) == Fraction(5, 8)
    assert most_often_hit(HALF, 4, ONE, 2) == 1


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Threshold.exactly(-1), "at least 0"),
        (lambda: Threshold(Fraction(-1)), "square >= 0"),
        (lambda: Threshold.root_of_log(1, HALF), "odds >= 1"),
        (lambda: MeanTracer((Fraction(2),), ONE, Threshold.exactly(0)), "means"),
        (lambda: MeanTracer((ONE,), NONE, Threshold.exactly(0)), "clip 0"),
        (lambda: OneReferenceTracer(0, 1, NONE), "delta 0"),
        (lambda: ReferencesTracer(0, (0, 0), 1, HALF), "2 further rows"),
        (lambda: ReferencesTracer(0, (), 1, HALF), "0 further rows"),
        (lambda: score(OneReferenceTracer(0, 1, HALF), (ONE, ONE), 0), "2 answers"),
        (lambda: sums(Dist.point((ONE,)), -1), "-1 copies"),
        (lambda: least_hits(ONE, 1, ONE, NONE, ONE), "both are > 0"),
        (lambda: hybrid(product_rows((NONE,)), 1, 1, 1), "from 0 to 0"),
        (lambda: ZeroAnswers(-1), "-1 stumps"),
        (lambda: Garbage(ZeroAnswers(1), (ONE,), Fraction(2)), "kappa 2"),
        (lambda: most_often_hit(HALF, 1, HALF, 0), "0 hits"),
        (
            lambda: Experiment(
                lambda _: ZeroAnswers(1), product_rows((NONE,)), -1, 0, lambda *_: True
            ),
            "-1 private",
        ),
    ],
)
def test_what_is_refused(make: Any, words: str) -> None:  # noqa: ANN401 - of every kind
    """With what is allowed."""
    with pytest.raises(ValueError, match=words):
        make()
