"""Numbers of group privacy, composition and many counting queries."""

from fractions import Fraction

import pytest

from audits.claims.vt14.laws.losses import law_of
from audits.claims.vt14.section_2_1_1_group_privacy import OnesChain
from proofs_tests.vectors.values import Case, cases
from reference.exact.interval import Interval
from reference.mechanisms.release.many_counts import largest_loss
from reference.privacy.divergence import Infinity
from reference.privacy.gaussian import gaussian_delta
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.privacy.loss import ExtendedReal, kl_divergence
from reference.privacy.rounds import least_delta
from reference.privacy.total_losses import RULES, total_losses
from reference.probability.law import law

pytestmark = pytest.mark.paper("VT14")

DIGITS = Fraction(1, 10**18)


def close(value: ExtendedReal, wanted: str) -> bool:
    """Whether a number is the decimal, up to its digits."""
    assert isinstance(value, Interval)
    low, high = value.enclosure(80)
    return abs(low - Fraction(wanted)) < DIGITS and abs(high - Fraction(wanted)) < DIGITS


@cases("vt14_composition", "least_delta")
def test_least_deltas_are_those_of_all_sequences(case: Case) -> None:
    """The formula of Kairouz, Oh and Viswanath."""
    found = least_delta(Fraction(case["exp_eps"]), case["rounds"], case["i"])
    assert found == Fraction(case["delta"])


@cases("vt14_composition", "losses")
def test_total_losses_are_those_of_sums_in_decimals(case: Case) -> None:
    """Every rule, or nothing where it promises nothing."""
    eps, total, delta = (Fraction(str(case[name])) for name in ("eps", "total", "delta"))
    losses = total_losses(eps, int(str(case["rounds"])), total, delta)
    for rule in RULES:
        found, wanted = losses[rule], case[rule]
        if isinstance(found, Infinity):
            assert wanted is None
        else:
            assert all(abs(end - Fraction(str(wanted))) < DIGITS * 10 for end in found)


@cases("vt14_composition", "gaussian")
def test_gaussian_noise_has_the_delta_of_the_series(case: Case) -> None:
    """Of the normal distribution, in decimals."""
    eps, s, sigma = (Fraction(case[name]) for name in ("eps", "sensitivity", "deviation"))
    assert close(gaussian_delta(eps, sensitivity=s, deviation=sigma), case["delta"])


@cases("vt14_composition", "chains")
def test_k_rows_cost_the_sum(case: Case) -> None:
    """All ones say yes with the probability that is told, all zeros never."""
    step, k = Guarantee(Fraction(case["exp_eps"]), Fraction(case["delta"])), case["k"]
    assert law(OnesChain(step), (1,) * k).probability(True) == Fraction(case["group"])
    assert law(OnesChain(step), (0,) * k).support == {False}
    assert group_guarantee(step, k).delta == Fraction(case["group"])
    assert step.exp_eps**k * step.delta == Fraction(case["printed"])


@cases("vt14_composition", "means")
def test_means_of_losses(case: Case) -> None:
    """The divergence, in decimals."""
    assert close(kl_divergence(law_of(case["first"]), law_of(case["second"])), case["mean"])


@cases("vt14_composition", "shares")
def test_shares_are_the_largest_that_the_formula_allows(case: Case) -> None:
    """Less than 2^-20 of themselves below."""
    eps, delta = Fraction(str(case["eps"])), Fraction(str(case["delta"]))
    found, wanted = largest_loss(int(case["queries"]), eps, delta), Fraction(str(case["largest"]))
    assert found <= wanted <= found * (1 + Fraction(1, 2**20)) + DIGITS
