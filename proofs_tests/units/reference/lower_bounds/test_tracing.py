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


def test_sums_next_to_an_irrational_threshold() -> None:
    """Above it, and below."""
    near = Fraction(117741002251547469, 10**17)  # sqrt(2 ln 2) to 17 digits
    assert Threshold.root_of_log(2, 2).exceeded_by(near + Fraction(1, 10**16))
    assert not Threshold.root_of_log(2, 2).exceeded_by(near - Fraction(1, 10**16))


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
