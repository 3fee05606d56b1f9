"""Numbers of lecture 3 against values that were found another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.multiplicative_weights import letters, one_row_moved
from audits.claims.vt14.laws.epochs import epoch, online
from audits.claims.vt14.laws.small_databases import (
    CONJUNCTIONS,
    Table,
    by_weights,
    database_mechanism,
    error,
    released,
    two_levels,
)
from audits.engines.privacy.point import tight_exp_eps
from audits.evidence.table import tabulate
from audits.ledger import WRONG, claims
from proofs_tests.vectors.values import Case, cases, listed
from reference.data.adjacency import replace_one
from reference.data.concept import PointFunction
from reference.data.workloads import literal_conjunctions
from reference.mechanisms.release.private_multiplicative_weights import (
    Epoch,
    Listed,
    OnlinePrivateWeights,
)
from reference.mechanisms.release.small_database import SampledRows
from reference.mechanisms.release.weights import PointWeights
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("VT14")

claims()


def loss(mechanism: Any, universe: Any) -> Fraction:  # noqa: ANN401
    """The largest ratio of the probabilities of an outcome."""
    worst, _ = tight_exp_eps(tabulate(mechanism, universe).at(Fraction(1)))
    assert worst is not None
    return worst.value


@cases("vt14_private_weights", "epochs")
def test_the_law_of_an_epoch(case: Case) -> None:
    """The mechanism, the series and truncated sums agree."""
    queries, points, rows = letters(case["queries"]), case["points"], tuple(case["rows"])
    root, threshold, n = Fraction(case["root"]), Fraction(case["threshold"]), len(case["rows"])
    h: PointWeights[Any] = PointWeights.uniform(range(points), Fraction(1, 2))
    mechanism: Epoch[Any, Fraction] = Epoch(
        Listed(queries), len(queries), threshold, Epsilon(root)
    )
    counted = tuple((x, rows.count(x)) for x in sorted({*rows}))
    found = law(mechanism, ((), h, counted)).map(lambda left: (len(left[0]), left[1]))
    gaps = [n * h.mean(q) - sum(map(q, rows)) for q in queries]
    series = epoch(gaps, threshold, 1 / root)
    for t, side, chance in case["law"]:
        assert found.probability((t, side)) == series[t, side] == Fraction(chance)


@cases("vt14_private_weights", "losses")
def test_what_leaks(case: Case) -> None:
    """An epoch without some noise loses exactly this much, more than r^4 = 16."""
    given = online(case["queries"], case["points"], Fraction(case["threshold"]), 1, Epsilon(TWO))
    found = loss(WRONG[OnlinePrivateWeights][case["wrong"]](*given), one_row_moved(case["rows"]))
    assert found == Fraction(case["loss"]) > 16


TWO = Fraction(2)


def test_errors_that_are_summed() -> None:
    """The score that sums over queries loses more than rho^(2m) = 16."""
    value, d, n, m, rho = listed("vt14_private_weights", "small_databases")["summed"]
    wrong = WRONG[database_mechanism]["errors summed over the queries"](
        CONJUNCTIONS[d], 2**d, m, Fraction(rho)
    )
    assert loss(wrong, replace_one(range(2**d), n)) == Fraction(value) > 16


def test_multisets_that_count_once() -> None:
    """Without multiplicities another law."""
    wrong = WRONG[database_mechanism]["every multiset counts once"](CONJUNCTIONS[1], 2, 2, TWO)
    found = law(wrong, (0,)).probability((0, 0))
    assert found == Fraction(listed("vt14_private_weights", "small_databases")["histograms"])
    assert released(CONJUNCTIONS[1], 2, 2, TWO, (0,))[0, 0] == Fraction(4, 9)


def test_sampled_rows() -> None:
    """Two rows of 0^7 1, and of the values that occur."""
    case = listed("vt14_private_weights", "sampled")
    x, alpha, query = tuple(case["rows"]), Fraction(case["within"]), (PointFunction(1),)

    def good(mechanism: Any) -> Fraction:  # noqa: ANN401
        found: Fraction = law(mechanism, x).probability_that(lambda y: error(query, x, y) <= alpha)
        return found

    assert good(SampledRows(case["size"])) == Fraction(case["chance"])
    wrong = WRONG[SampledRows]["rows drawn from the values that occur"](case["size"])
    assert good(wrong) == Fraction(case["of_the_values"])


@cases("vt14_private_weights", "two_levels")
def test_the_loss_of_the_exponential_mechanism(case: list[Any]) -> None:
    """One good output and K others: (1 + K r)/(1 + K/r)."""
    others, root, value = case
    table = Table(two_levels(others), 1)
    assert loss(by_weights(table, Fraction(root)), table.universe) == Fraction(value)


def test_the_number_of_conjunctions() -> None:
    """3^d."""
    assert [len(literal_conjunctions(d)) for d in range(1, 5)] == listed(
        "vt14_private_weights", "conjunctions"
    )
