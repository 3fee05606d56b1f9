"""Private multiplicative weights, their plan, MWEM and small databases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.data.workloads import LiteralConjunction, Workload, marginals
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.release.mwem import MWEM
from reference.mechanisms.release.private_multiplicative_weights import (
    Listed,
    OnlinePrivateWeights,
    PrivateMultiplicativeWeights,
    ends,
)
from reference.mechanisms.release.private_weights_plan import (
    best_accuracy,
    enough_rows,
    most_updates,
)
from reference.mechanisms.release.small_database import SampledRows, most_queries, small_size
from reference.mechanisms.release.small_database import enough_rows as rows_of_small_databases
from reference.mechanisms.release.weights import PointWeights
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

HALF, TWO = Fraction(1, 2), Fraction(2)
EPS0 = Epsilon(TWO)


def weights(*, epochs: int = 1, size: int = 2, by_answer: bool = False) -> Any:  # noqa: ANN401
    """Thresholds, threshold one row, rate 1/2."""
    domain = Domain.of_size(size)
    return PrivateMultiplicativeWeights(
        Workload.THRESHOLDS, domain, Fraction(1), epochs, HALF, EPS0, by_answer
    )


def test_the_guarantee_counts_epochs_that_there_can_be() -> None:
    """At most one epoch a query, r^4 each; the curve is that of so many losses."""
    assert weights(epochs=2).guarantee.exp_eps == TWO**8
    assert weights(epochs=7).guarantee.exp_eps == TWO**12
    assert weights(epochs=1).curve().delta_at(Fraction(1)) == Fraction(15, 17)


def test_ends_of_tests() -> None:
    """Strictly inside of T stays; for T <= 0 nothing does."""
    assert ends(Fraction(0), Fraction(2)) == (-2, 2)
    assert ends(HALF, Fraction(1)) == (-1, 2)
    assert ends(HALF, Fraction(0)) == (0, 1)
    assert ends(Fraction(1), Fraction(-3)) == (0, 1)


def test_a_run_on_many_rows_is_accurate() -> None:
    """The plan for the rows, one run: every query is answered, within the accuracy."""
    plan = best_accuracy(64, 240, 20_000, Fraction(1, 20), Fraction(1), Fraction(1, 10**6))
    assert plan is not None
    mechanism = plan.mechanism(Workload.MARGINALS_2, Domain.of_size(64))
    assert plan.queries >= len(mechanism.listed) == 60
    rows = tuple(x * x % 64 for x in range(20_000))
    told = run(mechanism, rows, SeededBits(1))
    truth = [Fraction(sum(map(q, rows)), len(rows)) for q in mechanism.listed]
    assert len(told) == 60
    assert max(abs(a.value - t) for a, t in zip(told, truth, strict=True)) <= plan.accuracy


def test_updates_at_the_rates() -> None:
    """One point needs none; a rate of e^(-4 alpha) or less promises nothing."""
    assert most_updates(1, HALF, HALF) == 0
    with pytest.raises(ValueError, match=r"above e\^\(-4 alpha\)"):
        most_updates(2, Fraction(1, 10), HALF)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"points": 0}, "points 0"),
        ({"accuracy": Fraction(2)}, "accuracy 2"),
        ({"failure_probability": Fraction(1)}, "failure probability 1"),
        ({"eps": Fraction(0)}, "eps 0"),
        ({"delta": Fraction(1)}, "delta 1"),
        ({"step": Fraction(4)}, "step 4"),
    ],
)
def test_bad_targets_are_refused(change: dict[str, Any], words: str) -> None:
    """Each names the value."""
    right: dict[str, Any] = {
        "points": 2,
        "queries": 1,
        "accuracy": HALF,
        "failure_probability": HALF,
        "eps": Fraction(1),
        "delta": Fraction(0),
    }
    with pytest.raises(ValueError, match=words):
        enough_rows(**(right | change))


def test_too_few_rows_for_any_accuracy() -> None:
    """Then there is no plan."""
    assert best_accuracy(2, 1, 1, HALF, Fraction(1, 100), Fraction(0)) is None


def test_bad_parameters_are_refused() -> None:
    """At construction, or at a call for an empty database."""
    start: PointWeights[Any] = PointWeights.uniform(range(2), HALF)
    asked = Listed((PointFunction(0),))
    for rounds, epochs in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="at least 0"):
            OnlinePrivateWeights(asked, rounds, start, HALF, epochs, EPS0)
    with pytest.raises(ValueError, match="domain"):
        PrivateMultiplicativeWeights((), Domain((1, 2)), HALF, 1, HALF, EPS0)
    with pytest.raises(ValueError, match="queries"):
        PrivateMultiplicativeWeights((), Domain.of_size(2), HALF, 1, HALF, EPS0)
    with pytest.raises(ValueError, match="empty database"):
        law(weights(), ())
    eps = Epsilon(TWO, 4)
    with pytest.raises(ValueError, match="rounds -1"):
        MWEM((PointFunction(0),), Domain.of_size(2), -1, HALF, eps)
    with pytest.raises(ValueError, match="empty database"):
        law(MWEM(Workload.POINTS, Domain.of_size(2), 1, HALF, eps), ())
    with pytest.raises(ValueError, match="queries"):
        ExponentialSanitiser(Domain.of_size(2), 1, eps, queries=())


def test_a_sanitiser_for_a_family_by_name() -> None:
    """Thresholds on two points are the indicator of 0 and constants."""
    two, eps = Domain.of_size(2), Epsilon(TWO, 2)
    one = ExponentialSanitiser(two, 1, eps, queries=(PointFunction(0),))
    family = ExponentialSanitiser(two, 1, eps, queries=Workload.THRESHOLDS)
    assert law(one, (0, 1)) == law(family, (0, 1))


def test_families_by_name() -> None:
    """Their numbers, and what is refused."""
    assert [len(Workload(f"marginals-{k}").on(8)) for k in (1, 2, 3)] == [6, 12, 8]
    assert len({*Workload.CONJUNCTIONS.on(16)}) == 81
    assert Workload.PARITIES.on(4)[3](1) == 1
    for name, size in (("conjunctions", 3), ("conjunctions", 2**11), ("marginals-3", 4)):
        with pytest.raises(ValueError, match="domain of"):
            Workload(name).on(size)
    with pytest.raises(ValueError, match="mask"):
        LiteralConjunction(1, 2)
    assert marginals(2, 0) == (LiteralConjunction(0, 0),)
    assert str(LiteralConjunction(0, 0)) == "1"


def test_small_databases() -> None:
    """Sizes, and what is refused."""
    assert small_size(1, HALF) == 2
    assert most_queries(4, HALF, Fraction(1), 0) == 0
    for call in (
        lambda: small_size(0, HALF),
        lambda: rows_of_small_databases(1, 0, HALF, HALF),
        lambda: most_queries(1, HALF, HALF, 1),
        lambda: SampledRows(-1),
        lambda: law(SampledRows(1), ()),
    ):
        with pytest.raises(ValueError, match=r"least|empty|above"):
            call()
