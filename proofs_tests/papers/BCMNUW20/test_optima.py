"""Optima with private and public rows against programmes stated another way, in floating point."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.public_rows import (
    ERRORS,
    RELEASES,
    TWO_COLUMNS,
    TWO_ERRORS,
    WITHIN_HALF,
    composed_delta,
    hybrid,
    negative_error,
    noisy_error,
    release_bound,
    release_bound_with_delta,
    resampled,
    squared_error_bound,
    thresholds_bound,
)
from audits.claims.bcmnuw20.section_4_programmes import ACCUSED
from audits.claims.bcmnuw20.section_5_programmes import THRESHOLDS
from audits.engines.optimum import Problem, over_distributions, solve
from audits.engines.optimum.problems.public_data import (
    accused_rows,
    mean_release,
    mean_squared_error,
    public_thresholds,
)
from audits.engines.optimum.stated import solve_as_stated
from reference.data.adjacency import ListedAdjacency

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_optima.json").read_text("utf-8")
)
TWO, HALF, QUARTER, TENTH = Fraction(2), Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)

pytestmark = pytest.mark.paper("BCMNUW20")


def best(problem: Problem[Any, Any], case: dict[str, Any], exp_eps: str = "2") -> str:
    """The optimum, as the vectors have it."""
    r, delta = Fraction(case.get("exp_eps", exp_eps)), Fraction(case.get("delta", "0"))
    return str(solve(problem, r, delta).value)


def test_the_programmes_have_the_optima_of_the_vectors() -> None:
    """Sequences of rows with every constraint in floating point against multisets, exactly."""
    for case in [*VECTORS["pap1"], *VECTORS["pap1_delta"]]:
        problem = mean_release(case["private"], case["public"])
        assert best(problem, case) == case["optimum"], case
    for case in VECTORS["pap1_half"]:
        problem = mean_release(case["private"], 0, accuracy=HALF)
        assert best(problem, case) == case["optimum"], case
    for case in VECTORS["pap1_subsample"]:
        assert best(mean_release(case["private"], 0), case, "1") == case["optimum"], case
    for case in VECTORS["pap2"]:
        problem = mean_release(case["private"], case["public"], columns=2, answers=1)
        assert best(problem, case) == case["optimum"], case
    for case in [*VECTORS["mse1"], *VECTORS["mse1_delta"]]:
        error = mean_squared_error(case["private"], case["public"])
        assert best(error, case) == case["optimum"], case
    for case in VECTORS["mse2"]:
        error = mean_squared_error(case["private"], case["public"], answers=2, columns=2)
        assert best(error, case) == case["optimum"], case
    for case in VECTORS["mean_below_r0"]:
        assert best(mean_release(1, 2), case) == case["optimum"], case
        r, bound = Fraction(case["exp_eps"]), release_bound(Fraction(case["exp_eps"]), 1, 2)
        assert (Fraction(case["optimum"]) < bound) == (r < 3), case
    for case in [*VECTORS["thr3"], *VECTORS["thr3_delta"]]:
        learning = public_thresholds(case["private"], case["public"])
        assert best(learning, case) == case["optimum"], case
    for case in VECTORS["core"]:
        masses = [Fraction(p) for p in case["masses"]]
        n, m, r = case["private"], case["public"], Fraction(case["exp_eps"])
        for counted, found in ((0, "private_accused"), (1, "all_accused")):
            weights = (Fraction(1), Fraction(counted), n * r)
            assert best(accused_rows(masses, n, m, weights), case) == case[found], case


def test_the_numbers_of_the_claims_are_those_of_the_vectors() -> None:
    """No number that a claim expects was found by the engine that the claim is about."""
    one_mean = {(c["private"], c["public"]): c["optimum"] for c in VECTORS["pap1"]}
    assert {sizes: str(value) for sizes, value in RELEASES.items()}.items() <= one_mean.items()
    half = {(c["private"], Fraction(c["delta"])): c["optimum"] for c in VECTORS["pap1_half"]}
    assert {key: str(value) for key, value in WITHIN_HALF.items()}.items() <= half.items()
    two = {(c["private"], c["public"]): c["optimum"] for c in VECTORS["pap2"]}
    assert {key: str(value) for key, value in TWO_COLUMNS.items()} == two
    errors = {
        (c["private"], c["public"], int(c["exp_eps"]), Fraction(c.get("delta", "0"))): c["optimum"]
        for c in [*VECTORS["mse1"], *VECTORS["mse1_delta"]]
    }
    assert {key: str(value) for key, value in ERRORS.items()}.items() <= errors.items()
    two_columns = {
        (c["private"], c["public"], int(c["exp_eps"]), Fraction(c["delta"])): c["optimum"]
        for c in VECTORS["mse2"]
    }
    assert {key: str(value) for key, value in TWO_ERRORS.items()}.items() <= two_columns.items()
    learned = {
        ((c["private"], c["public"]), Fraction(c.get("delta", "0"))): c["optimum"]
        for c in [*VECTORS["thr3"], *VECTORS["thr3_delta"]]
    }
    assert {key: str(value) for key, value in THRESHOLDS.items()}.items() <= learned.items()
    accused = {
        (
            tuple(map(Fraction, c["masses"])),
            c["private"],
            c["public"],
            Fraction(c["exp_eps"]),
            Fraction(c["delta"]),
        ): c["all_accused"]
        for c in VECTORS["core"]
    }
    assert {key: str(value) for key, value in ACCUSED.items()}.items() <= accused.items()


def of_sequences(n: int, m: int) -> Problem[tuple[tuple[int, ...], ...], Fraction]:
    """One mean within 1/2, from sequences of private rows and sequences of public ones."""
    data = [(x, w) for x in product((-1, 1), repeat=n) for w in product((-1, 1), repeat=m)]
    links = tuple(
        (i, j)
        for (i, (x, w)), (j, (y, v)) in combinations(enumerate(data), 2)
        if w == v and [a != b for a, b in zip(x, y, strict=True)].count(True) == 1
    )

    def weight(mean: int) -> Callable[[tuple[tuple[int, ...], ...]], Fraction]:
        masses = {z: Fraction(1 + z * mean, 2) for z in (-1, 1)}
        return lambda d: prod((masses[z] for z in (*d[0], *d[1])), start=Fraction(1))

    def near(mean: int) -> Callable[[tuple[tuple[int, ...], ...], Fraction], bool]:
        return lambda _, answer: abs(answer - mean) <= HALF

    return over_distributions(
        "sequences",
        ListedAdjacency(tuple(data), links),
        [Fraction(i, 2) for i in range(-2, 3)],
        [(f"mean {mean}", weight(mean), near(mean)) for mean in (-1, 0, 1)],
    )


@pytest.mark.parametrize(("n", "m"), [(1, 0), (2, 1), (3, 1)])
@pytest.mark.parametrize(("r", "delta"), [("3/2", "0"), ("3", "1/10")])
def test_floating_point_agrees_within_a_tolerance(n: int, m: int, r: str, delta: str) -> None:
    """Sequences for multisets, every constraint for cuts, slack variables for events."""
    exp_eps, small = Fraction(r), Fraction(delta)
    exact = solve(mean_release(n, m, accuracy=HALF), exp_eps, small).value
    rough = solve_as_stated(of_sequences(n, m), exp_eps, small, 60)
    assert exact is not None
    assert rough is not None
    assert abs(exact - Fraction(rough)) < Fraction(1, 10**7)


def test_delta_is_for_events_and_not_for_outcomes() -> None:
    """At n = 1, delta = 1/4 it is 3/4; with delta for each of the answers 13/16, as here."""
    problem = mean_release(1, 0, accuracy=HALF)
    assert solve(problem, TWO, QUARTER).value == Fraction(3, 4)
    plus = {Fraction(1): Fraction(3, 16), HALF: Fraction(10, 16), -HALF: Fraction(3, 16)}
    minus = {-answer: chance for answer, chance in plus.items()}
    for here, there in ((plus, minus), (minus, plus)):
        assert all(p <= 2 * there.get(y, Fraction(0)) + QUARTER for y, p in here.items())
        excess = (p - 2 * there.get(y, Fraction(0)) for y, p in here.items())
        assert sum(max(e, Fraction(0)) for e in excess) > QUARTER
    successes = [
        sum(p for y, p in law.items() if abs(y - mean) <= HALF)
        for mean, law in ((1, plus), (0, plus), (0, minus), (-1, minus))
    ]
    assert min(successes) == Fraction(VECTORS["pap1_half_per_outcome"]) == Fraction(13, 16)


def test_the_closed_forms() -> None:
    """By hand: one private row of a mean r/(2r+1); of a rare example (1-a)/2 + a r/(1+r)."""
    for r in (Fraction(1), Fraction(3, 2), Fraction(7)):
        assert release_bound(r, 1, 0) == r / (2 * r + 1)
        assert release_bound_with_delta(r, 3, 1, Fraction(0)) == release_bound(r, 3, 1)
        told = thresholds_bound(r, 1, 0, QUARTER, Fraction(0))
        assert told == Fraction(3, 8) + QUARTER * r / (1 + r)
        assert thresholds_bound(r, 0, 2, QUARTER, Fraction(0)) == 1 - Fraction(9, 32)
    assert release_bound_with_delta(Fraction(1), 4, 0, QUARTER) == Fraction(12, 19)


def grids() -> Iterator[tuple[int, Fraction]]:
    """Means of Bayes' estimate from so many rows, and their squared error 2/(3 (m + 2))."""
    for m in range(6):
        yield m, Fraction(2, 3 * (m + 2))


def test_without_privacy_the_squared_error_is_that_of_bayes() -> None:
    """Laplace's rule of succession, in steps of 1/(m + 2)."""
    for m, error in grids():
        assert solve(mean_squared_error(0, m, answers=m + 2), TWO).value == error
        assert solve(negative_error(m, 0, m + 2), TWO, Fraction(1)).value == -error
        assert squared_error_bound(TWO, 0, m, Fraction(0), 1) < error or m == 0


def test_columns_that_know_nothing_of_each_other() -> None:
    """Without privacy two columns are two times one; with it a row has to hide both."""
    assert solve(mean_squared_error(0, 1, 3, 2), TWO).value == Fraction(2, 9)
    one, two = (solve(mean_squared_error(1, 0, 6, p), Fraction(4)).value for p in (1, 2))
    assert one is not None
    assert two is not None
    assert one < two < Fraction(1, 3)


def test_the_hybrid_argument_leaves_nothing_negative() -> None:
    """What is left of each probability is (r - 1) times the mass of accused rows, for every r."""
    proof = hybrid((HALF, Fraction(1, 3), Fraction(1, 6)), 2, 1, resampled)
    assert proof.total == 2 * (1 - (Fraction(1, 4) + Fraction(1, 9) + Fraction(1, 36)))
    assert all(u + v == 0 and v >= 0 for u, v in proof.left)
    assert any(v > 0 for _, v in proof.left)


def test_at_no_loss_and_one_row_the_sharp_bound_is_attained() -> None:
    """R = 1: E[K] - a = delta (1 - sum of squared masses), by the table that tells a row."""
    masses = (QUARTER, 3 * QUARTER)
    problem = accused_rows(masses, 1, 0, (Fraction(1), Fraction(0), Fraction(1)))
    assert solve(problem, Fraction(1), TENTH).value == TENTH * Fraction(3, 8)


def test_the_delta_of_noise_on_several_counts() -> None:
    """By the events of three coins, and the squared error by the sums over one row."""
    root, loss = Fraction(3, 2), Fraction(2)
    delta = Fraction(0)
    for signs in product((True, False), repeat=3):
        here = prod((Fraction(3, 5) if up else Fraction(2, 5) for up in signs), start=Fraction(1))
        there = prod((Fraction(2, 5) if up else Fraction(3, 5) for up in signs), start=Fraction(1))
        delta += max(here - loss * there, Fraction(0))
    assert composed_delta(3, root, loss) == delta == Fraction(11, 125)
    noise = sum(Fraction(1, 5) * Fraction(2, 3) ** abs(k) * (2 * k) ** 2 for k in range(-90, 91))
    assert abs(noisy_error(1, root) - (Fraction(1, 3) - Fraction(1, 9) / (1 + noise))) < TENTH**9
