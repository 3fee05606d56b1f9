"""Section 2.1.2: advanced composition (Theorem 2.1.3), against the exact worst case."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.klmns20.laws.compositions import BIT, LeakyResponses
from reference.privacy.composition import PureRounds
from reference.privacy.divergence import Infinity
from reference.privacy.rounds import advanced_loss, half_of_the_square, largest_mean
from reference.privacy.total_losses import BASIC, OPTIMAL, RULES, least_rule, total_losses

SLACKS = (MILLIONTH, Fraction(1, 100), HALF)
DELTAS = (Fraction(0), Fraction(1, 10**4))

CONSTANT = Fraction(403, 200)
"""At least sqrt(2) + 1/(2 sqrt(ln 2)): enough for every delta' <= 1/2, at k <= 1/eps^2; above 1/2
no loss is needed."""

SMALL_LOSSES = ((Fraction(3, 2), 6), (Fraction(9, 8), 2), (Fraction(9, 8), 64))
"""e^eps, and k < 1/eps^2."""


def of_order_root_k(eps: Interval, rounds: int, slack: Fraction) -> Interval:
    """The loss 2.015 sqrt(k ln(1/delta')) eps."""
    return CONSTANT * sqrt(rounds * ln(1 / slack)) * eps


ROOT_K = "CONSTANT * sqrt(rounds * ln(1 / slack)) * eps"
WRONG[of_order_root_k] = {
    "no logarithm": "rounds * ln(1 / slack) => rounds",
    "no root of k": "rounds * ln(1 / slack) => ln(1 / slack)",
    "the constant 1": "CONSTANT * sqrt => sqrt",
    "the root of the logarithm": "ln(1 / slack) => sqrt(ln(1 / slack))",
    "eps^2": f"{ROOT_K} => {ROOT_K} * eps",
    "k eps": f"{ROOT_K} => rounds * eps",
}


@claim(
    "VT14.T2.1.3",
    over(
        case=sized(
            SMALL_LOSSES,
            (*SMALL_LOSSES, (Fraction(33, 32), 256)),
            (*SMALL_LOSSES, (Fraction(33, 32), 1024)),
        ),
        slack=(*SLACKS, Fraction(9, 10)),
        delta=DELTAS,
    ),
    about=of_order_root_k,
)
def advanced_composition_in_print(
    bound: Build, case: tuple[Fraction, int], slack: Fraction, delta: Fraction
) -> Check:
    """For all delta' > 0, k (eps, delta)-differentially private mechanisms are (O(sqrt(k
    log(1/delta'))) eps, k delta + delta')-differentially private together, as long as k <
    1/eps^2: with 2.015, which is at least sqrt(2) + 1/(2 sqrt(ln 2)), for the O.

    Cases: (e^eps, k) = case; the exact law of k responses that leak with probability delta, from
    which all k-fold compositions follow.  That sqrt(2) + 1/(2 sqrt(ln(1/delta'))) times sqrt(k
    ln(1/delta')) eps is no less than eps sqrt(2k ln(1/delta')) + k eps^2/2 is checked by numbers.
    """
    root, k = case
    eps = ln(root)
    loss = bound(eps, k, slack)
    claimed = Guarantee(low(exp(loss)), k * delta + slack)
    yield private(LeakyResponses(Epsilon(root), delta, k), BIT, claimed)
    yield le("k < 1/eps^2", high(k * eps * eps), 1)
    yield from nearly("the order", loss * loss / (k * eps * eps), CONSTANT**2 * ln(1 / slack))
    if slack <= HALF:
        least = advanced_loss(eps, k, slack, half_of_the_square)
        yield le("the constant", high(least), low(loss))


ROUNDS = (
    (Fraction(3), 7, TENTH),
    (TWO, 15, TENTH),
    (Fraction(3, 2), 1, HALF),
    (Fraction(3, 2), 3, Fraction(1, 100)),
    (Fraction(3, 2), 40, MILLIONTH),
    (Fraction(9, 8), 64, Fraction(1, 100)),
)
"""e^eps, k, delta'."""


def with_largest_mean(eps: Interval, rounds: int, slack: Fraction) -> Interval:
    """The loss eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1)/(e^eps + 1)."""
    return advanced_loss(eps, rounds, slack, largest_mean)


ADVANCED = "advanced_loss(eps, rounds, slack, largest_mean)"
WRONG[with_largest_mean] = {
    "the mean term is dropped": f"{ADVANCED} => eps * sqrt(2 * rounds * ln(1 / slack))",
    "half of the mean term": f"{ADVANCED} => {ADVANCED} - rounds * largest_mean(eps) / 2",
    "twice the mean term": f"{ADVANCED} => {ADVANCED} + rounds * largest_mean(eps)",
    "the mean as first proved": advanced_loss,
    "no logarithm": f"{ADVANCED} => eps * sqrt(rounds)",
    "sqrt(k ln(1/delta'))": f"{ADVANCED} => "
    "eps * sqrt(rounds * ln(1 / slack)) + rounds * largest_mean(eps)",
    "sqrt(4k ln(1/delta'))": f"{ADVANCED} => "
    "eps * sqrt(4 * rounds * ln(1 / slack)) + rounds * largest_mean(eps)",
    "one round": given(with_largest_mean, rounds=1),
}


@claim(
    "VT14.T2.1.3",
    over(
        case=sized(
            ROUNDS,
            (*ROUNDS, (Fraction(9, 8), 200, Fraction(1, 4))),
            (*ROUNDS, (Fraction(33, 32), 1024, MILLIONTH)),
        ),
        delta=DELTAS,
    ),
    form=Form.CORRECTED,
    about=with_largest_mean,
)
def advanced_composition(
    bound: Build, case: tuple[Fraction, int, Fraction], delta: Fraction
) -> Check:
    """For 0 < delta' <= 1 and whatever eps, k (eps, delta)-differentially private mechanisms are
    (eps', k delta + delta')-differentially private together, eps' = eps sqrt(2k ln(1/delta')) + k
    eps (e^eps - 1)/(e^eps + 1); the last term is at most k eps^2/2, and at most k eps (e^eps - 1).

    Cases: (e^eps, k, delta') = case; the exact law of k responses that leak with probability
    delta, from which all k-fold compositions follow, at e^eps = 3 and 2, too, where the mean term
    is needed.  The formula is checked by (eps' - k m)^2 = 2k eps^2 ln(1/delta'), m the mean loss
    of one response.  (In print such a deviation has a probability of at most 1/delta'.)
    """
    root, k, slack = case
    eps = ln(root)
    loss = bound(eps, k, slack)
    claimed = Guarantee(low(exp(loss)), k * delta + slack)
    yield private(LeakyResponses(Epsilon(root), delta, k), BIT, claimed)
    mean = eps * (2 * root / (1 + root) - 1)
    off = loss - k * mean
    yield from nearly("deviation", off * off, 2 * k * eps * eps * ln(1 / slack))
    yield le("the mean", high(mean), low(eps * eps / 2))


Plan = tuple[Fraction, int, Fraction, Fraction]

PLANS: tuple[Plan, ...] = (
    (TENTH, 1, MILLIONTH, MILLIONTH),
    (TENTH, 30, MILLIONTH, Fraction(0)),
    (TENTH, 6, Fraction(1, 20), Fraction(0)),
    (TENTH, 2, Fraction(2, 5), Fraction(0)),
    (TENTH, 2, HALF, Fraction(0)),
    (TENTH, 3, Fraction(11, 20), Fraction(1, 20)),
    (HALF, 12, Fraction(1, 100), Fraction(1, 2000)),
    (ONE, 3, Fraction(29, 100), TENTH),
    (ONE, 3, Fraction(1, 4), TENTH),
    (TWO, 5, Fraction(0), Fraction(0)),
)
"""eps, k, the total delta and the delta of one round."""

TINY = Fraction(1, 2**40)
OVERLAP = ONE, Fraction(3)
TABLE = Parts(losses=total_losses, least=least_rule)

BEST = "optimal_loss(eps, rounds, total, delta)"
ENDS = "(best[0], min(best[1], *highs) if highs else best[1])"
WRONG_LOSSES: dict[str, Any] = {
    "delta is for each round only": given(total_losses, delta=Fraction(0)),
    "one round less": given(total_losses, rounds=lambda k: max(k - 1, 1)),
    "one round more, optimal": f"{BEST} => optimal_loss(eps, rounds + 1, total, delta)",
    "twice the total delta": given(total_losses, total=lambda t: 2 * t),
    "half of the total delta, optimal": f"{BEST} => optimal_loss(eps, rounds, total / 2, delta)",
    "half of eps, optimal": f"{BEST} => optimal_loss(eps / 2, rounds, total, delta)",
    "the basic loss is optimal": (
        "OPTIMAL: best} => OPTIMAL: losses[BASIC]}",
        f"{ENDS} => losses[BASIC]",
    ),
    "all rules are optimal": (
        "losses | {OPTIMAL: best} => dict.fromkeys(RULES, best)",
        f"losses | {{OPTIMAL: {ENDS}}} => dict.fromkeys(RULES, {ENDS})",
    ),
}
COUNTED = "k != OPTIMAL and"
WRONG_CHOICES: dict[str, Any] = {
    "the optimal one is counted": f"{COUNTED} => ",
    "the largest loss": "high <= v[0] => high >= v[1]",
    "basic if it promises anything": f"{COUNTED} => k == BASIC and",
    "as first proved": f"{COUNTED} => k in RULES[:2] and",
    "advanced if it promises anything": "known = { => known = {k: v for k, v in losses.items() "
    "if k in RULES[1:-1] and not isinstance(v, Infinity)} or {",
    "infinite losses are 0": given(
        least_rule,
        losses=lambda found: {
            rule: (Fraction(0), Fraction(0)) if isinstance(loss, Infinity) else loss
            for rule, loss in found.items()
        },
    ),
}
WRONG[TABLE] = {
    **{name: TABLE.but(losses=each) for name, each in WRONG_LOSSES.items()},
    **{name: TABLE.but(least=each) for name, each in WRONG_CHOICES.items()},
}


OF_PLANS = over(plan=sized(PLANS, PLANS, (*PLANS, (TENTH, 300, MILLIONTH, Fraction(0)))))


@claim(
    "VT14.T2.1.3",
    OF_PLANS,
    form=Form.CONCRETE,
    about=TABLE,
    clause="basic and advanced composition",
)
def basic_and_advanced_losses(parts: Parts, plan: Plan) -> Check:
    """Of k rounds of (eps, delta)-private mechanisms and a total delta of t: basic composition
    promises k eps if k delta <= t, advanced composition the loss of Theorem 2.1.3 with delta' = t
    - k delta if that is above 0, with three mean terms.

    Cases: (eps, k, t, delta) = plan.
    """
    eps, k, total, delta = plan
    losses, slack = parts.losses(*plan), total - k * delta
    yield eq("basic", isinstance(losses[BASIC], Infinity), slack < 0)
    if not isinstance(found := losses[BASIC], Infinity):
        yield from within(BASIC, found, exact(k * eps))
    for name, mean in means(eps).items():
        found = losses[name]
        yield eq(name, isinstance(found, Infinity), slack <= 0)
        if not isinstance(found, Infinity):
            yield from within(name, found, eps * sqrt(2 * k * ln(1 / slack)) + k * mean)


@claim("VT14.T2.1.3", OF_PLANS, form=Form.CONCRETE, about=TABLE, clause="their privacy")
def total_losses_by_every_rule(parts: Parts, plan: Plan) -> Check:
    """What a rule promises is kept.

    Cases: Every finite loss, by k responses that leak.
    """
    eps, k, total, delta = plan
    mechanism = LeakyResponses(Epsilon(exp_high(eps)), delta, k)
    for name, found in parts.losses(*plan).items():
        if not isinstance(found, Infinity):
            claimed = Guarantee(exp_high(found[1] + TINY), total)
            yield private(mechanism, BIT, claimed, name=name)


@claim("VT14.T2.1.3", OF_PLANS, form=Form.CONCRETE, about=TABLE, clause="the optimum")
def least_loss_of_all(parts: Parts, plan: Plan) -> Check:
    """The optimum is the least loss of all, finite if and only if 1 - (1-delta)^k <= t.

    Cases: It is the loss at which the exact curve of k responses that leak reaches t, between
    e^eps rounded down and up.
    """
    eps, k, total, delta = plan
    losses, told = parts.losses(*plan), 1 - (1 - delta) ** k
    found = losses[OPTIMAL]
    yield eq("optimal", isinstance(found, Infinity), told > total)
    if isinstance(found, Infinity):
        return
    if not total:
        yield le("t = 0, from below", found[0], k * eps)
        yield le("t = 0, from above", k * eps, found[1])
    yield le("optimal: at least 0", 0, found[0])
    yield le("optimal: narrow", found[1] - found[0], max(ONE, found[0]) / 2**64)
    for name, other in losses.items():
        if not isinstance(other, Infinity):
            yield le(f"optimal, {name}", found[1], other[1])
    pure = (total - told) / (1 - told)
    for name, root in (("above", exp_high(eps)), ("below", exp_low(eps))):
        least = PureRounds(root, (1,), k).curve.exp_eps_at(pure)
        if not isinstance(least, Infinity):
            yield le(f"{name}: not less", least, exp_high(found[1] + TINY))
            yield le(f"{name}: not more", exp_low(max(found[0] - TINY, Fraction(0))), least)


@claim("VT14.T2.1.3", OF_PLANS, form=Form.CONCRETE, about=TABLE, clause="the lesser loss")
def basic_or_advanced(parts: Parts, plan: Plan) -> Check:
    """Of basic and advanced composition the latter promises less if and only if t - k delta >
    e^(-k (1 - m)^2/2), m = (e^eps - 1)/(e^eps + 1).

    Cases: By rational bounds of the exponential.  Enclosures that overlap do not tell which rule
    promises less.
    """
    eps, k, total, delta = plan
    chosen, slack = parts.least(parts.losses(*plan)), total - k * delta
    ends = [(1 - (e - 1) / (e + 1)) ** 2 * k / 2 for e in (exp_low(eps), exp_high(eps))]
    least, most = exp_low(-ends[0]), exp_high(-ends[1])
    wanted = None if slack < 0 else "advanced, tanh" if slack > most else BASIC
    yield true(f"least: {chosen}", chosen == wanted)
    yield true("told apart", slack < least or slack > most)
    close = dict.fromkeys(RULES, OVERLAP) | {BASIC: (ONE / 2, TWO)}
    yield true("overlap", parts.least(close) is None)


def means(eps: Fraction) -> dict[str, Interval]:
    """The mean terms, from the sinh and the cosh of eps/2."""
    up, down = exp(eps / 2), exp(-eps / 2)
    return {
        "advanced": 2 * eps * up * ((up - down) / 2),
        "advanced, eps^2/2": exact(eps * eps / 2),
        "advanced, tanh": eps * (up - down) / (up + down),
    }


def within(name: str, found: Any, wanted: Interval) -> Iterator[Comparison]:
    """The ends of a loss enclose the number, and are close to it."""
    yield le(f"{name}: from below", found[0], high(wanted))
    yield le(f"{name}: from above", low(wanted), found[1])
    yield le(f"{name}: narrow", found[1] - found[0], TINY)
