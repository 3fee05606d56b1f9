"""Numbers of the claims on group privacy, composition and many counting queries."""

import json
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from audits.claims.vt14.laws.losses import beyond, law_of, least_delta_both_ways
from audits.claims.vt14.section_2_1_1_group_privacy import OnesChain
from audits.claims.vt14.section_2_1_2_advanced_composition import CONSTANT
from reference.exact.interval import Interval, exact, ln, sqrt
from reference.mechanisms.release.many_counts import largest_loss
from reference.privacy.divergence import Infinity
from reference.privacy.gaussian import gaussian_delta
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.privacy.loss import ExtendedReal, kl_divergence
from reference.privacy.rounds import least_delta
from reference.privacy.total_losses import RULES, total_losses
from reference.probability.law import law

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "vt14_composition.json").read_text("utf-8")
)
DIGITS = Fraction(1, 10**18)


class Least(TypedDict):
    """A point of the curve of k rounds."""

    exp_eps: str
    rounds: int
    i: int
    delta: str


class Chain(TypedDict):
    """Delta at k rows, and as printed."""

    exp_eps: str
    delta: str
    k: int
    group: str
    printed: str


class Mean(TypedDict):
    """The divergence of two laws, given by weights."""

    first: list[int]
    second: list[int]
    mean: str


LEAST: list[Least] = VECTORS["least_delta"]
CHAINS: list[Chain] = VECTORS["chains"]
MEANS: list[Mean] = VECTORS["means"]
LOSSES: list[dict[str, str | int | None]] = VECTORS["losses"]
GAUSSIAN: list[dict[str, str]] = VECTORS["gaussian"]
SHARES: list[dict[str, str | int]] = VECTORS["shares"]


def close(value: ExtendedReal, wanted: str) -> bool:
    """Whether a number is the decimal, up to its digits."""
    assert isinstance(value, Interval)
    low, high = value.enclosure(80)
    return abs(low - Fraction(wanted)) < DIGITS and abs(high - Fraction(wanted)) < DIGITS


@pytest.mark.parametrize("case", LEAST)
def test_least_deltas_are_those_of_all_sequences(case: Least) -> None:
    """The formula of Kairouz, Oh and Viswanath."""
    found = least_delta(Fraction(case["exp_eps"]), case["rounds"], case["i"])
    assert found == Fraction(case["delta"])


@pytest.mark.parametrize("case", LOSSES)
def test_total_losses_are_those_of_sums_in_decimals(case: dict[str, str | int | None]) -> None:
    """Every rule, or nothing where it promises nothing."""
    eps, total, delta = (Fraction(str(case[name])) for name in ("eps", "total", "delta"))
    losses = total_losses(eps, int(str(case["rounds"])), total, delta)
    for rule in RULES:
        found, wanted = losses[rule], case[rule]
        if isinstance(found, Infinity):
            assert wanted is None
        else:
            assert all(abs(end - Fraction(str(wanted))) < DIGITS * 10 for end in found)


@pytest.mark.parametrize("case", GAUSSIAN)
def test_gaussian_noise_has_the_delta_of_the_series(case: dict[str, str]) -> None:
    """Of the normal distribution, in decimals."""
    eps, s, sigma = (Fraction(case[name]) for name in ("eps", "sensitivity", "deviation"))
    assert close(gaussian_delta(eps, sensitivity=s, deviation=sigma), case["delta"])


@pytest.mark.parametrize("case", CHAINS)
def test_k_rows_cost_the_sum(case: Chain) -> None:
    """All ones say yes with the probability that is told, all zeros never."""
    step, k = Guarantee(Fraction(case["exp_eps"]), Fraction(case["delta"])), case["k"]
    assert law(OnesChain(step), (1,) * k).probability(True) == Fraction(case["group"])
    assert law(OnesChain(step), (0,) * k).support == {False}
    assert group_guarantee(step, k).delta == Fraction(case["group"])
    assert step.exp_eps**k * step.delta == Fraction(case["printed"])


@pytest.mark.parametrize("case", MEANS)
def test_means_of_losses(case: Mean) -> None:
    """The divergence, in decimals."""
    assert close(kl_divergence(law_of(case["first"]), law_of(case["second"])), case["mean"])


@pytest.mark.parametrize("case", SHARES)
def test_shares_are_the_largest_that_the_formula_allows(case: dict[str, str | int]) -> None:
    """Less than 2^-20 of themselves below."""
    eps, delta = Fraction(str(case["eps"])), Fraction(str(case["delta"]))
    found, wanted = largest_loss(int(case["queries"]), eps, delta), Fraction(str(case["largest"]))
    assert found <= wanted <= found * (1 + Fraction(1, 2**20)) + DIGITS


def test_the_pair_that_loses_much_often() -> None:
    """(7/10, 3/10) and (9/10, 1/10): delta = 1/10 at e^eps = 2, and a loss above with 3/10."""
    p, q = law_of((7, 3)), law_of((9, 1))
    assert least_delta_both_ways(p, q, Fraction(2)) == Fraction(1, 10)
    assert beyond(p, q, lambda z: z > 2) == Fraction(3, 10)


def test_the_constant_of_advanced_composition() -> None:
    """2.015 is at least sqrt(2) + 1/(2 sqrt(ln 2)), and 2.014 is not."""
    least = sqrt(2) + 1 / (2 * sqrt(ln(2)))
    assert least.certainly_less(CONSTANT)
    assert exact(Fraction(2014, 1000)).certainly_less(least)
