"""Section 2.2, what Lemma 7 rests on: advanced composition (Dwork and Roth, 3.5)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.bcmnuw20.laws.responses import promised, responses
from audits.claims.klmns20.laws.compositions import (
    BIT,
    Interrogation,
    LeakyResponses,
    advanced_composition,
    second_order,
)
from reference.mechanisms.release.noisy_stumps import loss_of_a_count

Bound = Callable[[Interval, int, Fraction, Fraction], tuple[Interval, Fraction]]
"""Of eps, k, delta' and delta: the loss and the delta of the composition."""


def composed(
    eps: Interval, count: int, slack: Fraction, delta: Fraction
) -> tuple[Interval, Fraction]:
    """Theorem 3.20."""
    return advanced_composition(eps, count, ln(1 / slack)), count * delta + slack


LOSS = "advanced_composition(eps, count, ln(1 / slack))"
WRONG[composed] = {
    "forgets ln(1/delta')": f"{LOSS} => advanced_composition(eps, count, exact(1))",
    "half of both terms": f"{LOSS} => {LOSS} / 2",
    "delta once": "count * delta + slack => slack",
    "sqrt(k) eps": f"{LOSS} => eps * sqrt(count)",
}


@claim(
    "BCMNUW20.MON.T3.20",
    over(
        root=(Fraction(3, 2), Fraction(9, 8), Fraction(33, 32)),
        k=sized((1, 2, 16, 64), (1, 2, 3, 16, 64), (1, 2, 3, 16, 64, 256)),
        slack=(Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 2)),
        delta=(Fraction(0), Fraction(1, 1000)),
    ),
    about=composed,
)
def advanced_composition_is_private(
    bound: Bound, root: Fraction, k: int, slack: Fraction, delta: Fraction
) -> Check:
    """k adaptive (eps, delta)-private mechanisms are (eps', k delta + delta')-private, eps' = eps
    sqrt(2k ln(1/delta')) + k eps (e^eps - 1).

    Cases: The exact law of k randomized responses that tell the bit with probability delta, from
    which all k-fold compositions follow; up to two of them, asked adaptively about one of three
    points. eps = ln(3/2), ln(9/8), ln(33/32). For k = 1 and 2 the bound is above k eps, and true
    for that reason. The whole second term is twice what is lost on average.
    """
    loss, added = bound(ln(root), k, slack, delta)
    claimed = Guarantee(low(exp(loss)), added)
    yield private(LeakyResponses(Epsilon(root), delta, k), BIT, claimed)
    if k <= 2:
        asking = Interrogation(Epsilon(root), delta, k, 3)
        yield private(asking, replace_one(range(3), 1), claimed, name="adaptive")


Share = Callable[[int, Fraction, Fraction], Interval]
"""Of c, eps' and delta': the loss of each mechanism."""

WRONG[loss_of_a_count] = {
    "eps / sqrt(c ln(1/delta))": "sqrt(8 * attributes => sqrt(attributes",
    "2 for 8": "sqrt(8 * attributes => sqrt(2 * attributes",
    "eps / sqrt(8c)": "attributes * ln(1 / delta)) => attributes)",
    "eps / sqrt(8 ln(1/delta))": "8 * attributes * ln => 8 * ln",
}


@claim(
    "BCMNUW20.MON.T3.21",
    over(
        count=(1, 4),
        eps=(Fraction(99, 100), Fraction(1, 10)),
        delta=(Fraction(1, 100), Fraction(1, 2), Fraction(999, 1000)),
    ),
    refuted=Erratum(
        Grade.CITED,
        "Dwork and Roth, Corollary 3.21 (as restored here, for every delta'): delta' <= 1/2 is "
        "enough",
    ),
    about=loss_of_a_count,
)
def a_share_of_every_budget(share: Share, count: int, eps: Fraction, delta: Fraction) -> Check:
    """For 0 < eps' < 1 and delta' in (0, 1), c adaptive mechanisms of loss eps_0 = eps' / (2
    sqrt(2c ln(1/delta'))) are (eps', delta')-private.

    Cases: c randomized responses. For delta' = 999/1000 ln(1/delta') is about 1/1000, and one
    response of loss 11 needs 0.9999. That eps' < 1 is of the Corollary as restored; what is
    assumed of delta' in print is not before us.
    """
    yield private(responses(share(count, eps, delta), count), BIT, promised(eps, delta))


@claim(
    "BCMNUW20.MON.T3.21",
    over(
        count=sized((1, 4, 16), (1, 4, 16, 64), (1, 4, 16, 64, 128)),
        eps=(Fraction(1), Fraction(1, 10)),
        delta=(Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 2)),
    ),
    form=Form.CORRECTED,
    about=loss_of_a_count,
    uses=("BCMNUW20.MON.T3.20",),
)
def a_share_of_the_budget(share: Share, count: int, eps: Fraction, delta: Fraction) -> Check:
    """For eps' <= 1 and delta' <= 1/2, c adaptive mechanisms of loss eps_0 = eps' / (2 sqrt(2c
    ln(1/delta'))) are (eps', delta')-private; and c eps_0 (e^eps_0 - 1) <= eps'/2.

    Cases: The exact law of c randomized responses, the worst case. The constant is loose: eps' /
    sqrt(2c ln(1/delta')) would do on this scope, sqrt(c ln(1/delta')) for c = 16 would not. That
    the loss is the one told is checked by e^((eps'/eps_0)^2/(8c)) = 1/delta'.
    """
    loss = share(count, eps, delta)
    yield private(responses(loss, count), BIT, promised(eps, delta))
    yield le("second term", high(second_order(loss, count)), eps / 2)
    if count == 16:
        x = eps / loss
        yield from nearly("the loss", exp(x * x / (8 * count)), 1 / delta)
