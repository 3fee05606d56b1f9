"""Section 2.1.2: advanced composition (Theorem 2.1.3), against the exact worst case."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.klmns20.laws.compositions import BIT, LeakyResponses
from audits.claims.vt14.impostors.compositions import WRONG_CHOICES, WRONG_TABLES
from reference.privacy.composition import PureRounds
from reference.privacy.curve import PrivacyCurve
from reference.privacy.divergence import Infinity
from reference.privacy.rounds import advanced_loss, half_of_the_square, largest_mean
from reference.privacy.total_losses import BASIC, OPTIMAL, RULES, least_rule, total_losses

Bound = Callable[[Interval, int, Fraction], Interval]
"""The loss of k rounds, from eps, k and delta'."""

MILLIONTH = Fraction(1, 10**6)
SLACKS = (MILLIONTH, Fraction(1, 100), Fraction(1, 2))
DELTAS = (Fraction(0), Fraction(1, 10**4))

CONSTANT = Fraction(403, 200)
"""At least sqrt(2) + 1/(2 sqrt(ln 2)): enough for every delta' <= 1/2, at k <= 1/eps^2; above 1/2
no loss is needed."""

SMALL_LOSSES = ((Fraction(3, 2), 6), (Fraction(9, 8), 2), (Fraction(9, 8), 64))
"""e^eps, and k < 1/eps^2."""


def of_order_root_k(eps: Interval, rounds: int, slack: Fraction) -> Interval:
    """The loss 2.015 sqrt(k ln(1/delta')) eps."""
    return CONSTANT * sqrt(rounds * ln(1 / slack)) * eps


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
    impostors={
        "no logarithm": lambda eps, k, _: CONSTANT * sqrt(k) * eps,
        "no root of k": lambda eps, _, slack: CONSTANT * sqrt(ln(1 / slack)) * eps,
        "the constant 1": lambda eps, k, slack: sqrt(k * ln(1 / slack)) * eps,
        "the root of the logarithm": lambda eps, k, slack: (
            CONSTANT * sqrt(k * sqrt(ln(1 / slack))) * eps
        ),
        "eps^2": lambda eps, k, slack: CONSTANT * sqrt(k * ln(1 / slack)) * eps * eps,
        "k eps": lambda eps, k, _: k * eps,
    },
)
def advanced_composition_in_print(
    bound: Bound, case: tuple[Fraction, int], slack: Fraction, delta: Fraction
) -> Check:
    """For all delta' > 0, k (eps, delta)-differentially private mechanisms are (O(sqrt(k
    log(1/delta'))) eps, k delta + delta')-differentially private together, as long as k <
    1/eps^2: with 2.015, which is at least sqrt(2) + 1/(2 sqrt(ln 2)), for the O.

    Fair: (e^eps, k) = case; the exact law of k responses that leak with probability delta, from
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
    if slack <= Fraction(1, 2):
        least = advanced_loss(eps, k, slack, half_of_the_square)
        yield le("the constant", high(least), low(loss))


ROUNDS = (
    (Fraction(3), 7, Fraction(1, 10)),
    (Fraction(2), 15, Fraction(1, 10)),
    (Fraction(3, 2), 1, Fraction(1, 2)),
    (Fraction(3, 2), 3, Fraction(1, 100)),
    (Fraction(3, 2), 40, MILLIONTH),
    (Fraction(9, 8), 64, Fraction(1, 100)),
)
"""e^eps, k, delta'."""


def with_largest_mean(eps: Interval, rounds: int, slack: Fraction) -> Interval:
    """The loss eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1)/(e^eps + 1)."""
    return advanced_loss(eps, rounds, slack, largest_mean)


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
    impostors={
        "the mean term is dropped": lambda eps, k, slack: eps * sqrt(2 * k * ln(1 / slack)),
        "half of the mean term": lambda eps, k, slack: (
            with_largest_mean(eps, k, slack) - k * largest_mean(eps) / 2
        ),
        "twice the mean term": lambda eps, k, slack: (
            with_largest_mean(eps, k, slack) + k * largest_mean(eps)
        ),
        "the mean as first proved": advanced_loss,
        "no logarithm": lambda eps, k, _: eps * sqrt(k),
        "sqrt(k ln(1/delta'))": lambda eps, k, slack: (
            with_largest_mean(eps, k, slack) - eps * sqrt(k * ln(1 / slack)) * (sqrt(2) - 1)
        ),
        "sqrt(4k ln(1/delta'))": lambda eps, k, slack: (
            with_largest_mean(eps, 2 * k, slack) - k * largest_mean(eps)
        ),
        "one round": lambda eps, _, slack: with_largest_mean(eps, 1, slack),
    },
)
def advanced_composition(
    bound: Bound, case: tuple[Fraction, int, Fraction], delta: Fraction
) -> Check:
    """For 0 < delta' <= 1 and whatever eps, k (eps, delta)-differentially private mechanisms are
    (eps', k delta + delta')-differentially private together, eps' = eps sqrt(2k ln(1/delta')) + k
    eps (e^eps - 1)/(e^eps + 1); the last term is at most k eps^2/2, and at most k eps (e^eps - 1).

    Fair: (e^eps, k, delta') = case; the exact law of k responses that leak with probability delta,
    from which all k-fold compositions follow, at e^eps = 3 and 2, too, where the mean term is
    needed.  The formula is checked by (eps' - k m)^2 = 2k eps^2 ln(1/delta'), m the mean loss
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
    (Fraction(1, 10), 1, MILLIONTH, MILLIONTH),
    (Fraction(1, 10), 30, MILLIONTH, Fraction(0)),
    (Fraction(1, 10), 6, Fraction(1, 20), Fraction(0)),
    (Fraction(1, 10), 2, Fraction(2, 5), Fraction(0)),
    (Fraction(1, 10), 2, Fraction(1, 2), Fraction(0)),
    (Fraction(1, 10), 3, Fraction(11, 20), Fraction(1, 20)),
    (Fraction(1, 2), 12, Fraction(1, 100), Fraction(1, 2000)),
    (Fraction(1), 3, Fraction(29, 100), Fraction(1, 10)),
    (Fraction(1), 3, Fraction(1, 4), Fraction(1, 10)),
    (Fraction(2), 5, Fraction(0), Fraction(0)),
)
"""eps, k, the total delta and the delta of one round."""

TINY = Fraction(1, 2**40)
OVERLAP = ONE, Fraction(3)
TABLE = Parts((total_losses, least_rule))


@claim(
    "VT14.T2.1.3",
    over(plan=sized(PLANS, PLANS, (*PLANS, (Fraction(1, 10), 300, MILLIONTH, Fraction(0))))),
    form=Form.CONCRETE,
    about=TABLE,
    impostors={name: TABLE.but(0, wrong) for name, wrong in WRONG_TABLES.items()}
    | {name: TABLE.but(1, wrong) for name, wrong in WRONG_CHOICES.items()},
)
def total_losses_by_every_rule(parts: Parts, plan: Plan) -> Check:
    """Of k rounds of (eps, delta)-private mechanisms and a total delta of t: basic composition
    promises k eps if k delta <= t, advanced composition the loss of Theorem 2.1.3 with delta' = t
    - k delta if that is above 0, with three mean terms, and the optimum is the least loss of all,
    finite if and only if 1 - (1-delta)^k <= t.  Of basic and advanced composition the latter
    promises less if and only if t - k delta > e^(-k (1 - m)^2/2), m = (e^eps - 1)/(e^eps + 1).

    Fair: (eps, k, t, delta) = plan.  Every finite loss is kept by k responses that leak; the
    optimum is the loss at which their exact curve reaches t, between e^eps rounded down and up.
    Enclosures that overlap do not tell which rule promises less.
    """
    eps, k, total, delta = plan
    losses = parts(0, *plan)
    mechanism = LeakyResponses(Epsilon(exp_high(eps)), delta, k)
    slack, told = total - k * delta, 1 - (1 - delta) ** k
    yield from basic_or_advanced(parts(1, losses), eps, k, slack)
    yield eq("basic", isinstance(losses[BASIC], Infinity), slack < 0)
    yield eq("optimal", isinstance(losses[OPTIMAL], Infinity), told > total)
    for name, mean in means(eps).items():
        found = losses[name]
        yield eq(name, isinstance(found, Infinity), slack <= 0)
        if not isinstance(found, Infinity):
            yield from within(name, found, eps * sqrt(2 * k * ln(1 / slack)) + k * mean)
    if not isinstance(found := losses[BASIC], Infinity):
        yield from within(BASIC, found, exact(k * eps))
    for name, found in losses.items():
        if not isinstance(found, Infinity):
            claimed = Guarantee(exp_high(found[1] + TINY), total)
            yield private(mechanism, BIT, claimed, name=name)
    if not isinstance(found := losses[OPTIMAL], Infinity):
        if not total:
            close = dict.fromkeys(RULES, OVERLAP) | {BASIC: (ONE / 2, TWO)}
            yield true("overlap", parts(1, close) is None)
            yield le("t = 0, from below", found[0], k * eps)
            yield le("t = 0, from above", k * eps, found[1])
        yield le("optimal: at least 0", 0, found[0])
        yield le("optimal: narrow", found[1] - found[0], max(ONE, found[0]) / 2**64)
        for name, other in losses.items():
            if not isinstance(other, Infinity):
                yield le(f"optimal, {name}", found[1], other[1])
        pure = (total - told) / (1 - told)
        for name, root in (("above", exp_high(eps)), ("below", exp_low(eps))):
            least = curve_of(root, k).exp_eps_at(pure)
            if not isinstance(least, Infinity):
                yield le(f"{name}: not less", least, exp_high(found[1] + TINY))
                yield le(f"{name}: not more", exp_low(max(found[0] - TINY, Fraction(0))), least)


def basic_or_advanced(
    chosen: str | None, eps: Fraction, rounds: int, slack: Fraction
) -> Iterator[Comparison]:
    """Which is less, by rational bounds of the exponential."""
    ends = [(1 - (e - 1) / (e + 1)) ** 2 * rounds / 2 for e in (exp_low(eps), exp_high(eps))]
    least, most = exp_low(-ends[0]), exp_high(-ends[1])
    wanted = None if slack < 0 else "advanced, tanh" if slack > most else BASIC
    yield true(f"least: {chosen}", chosen == wanted)
    yield true("told apart", slack < least or slack > most)


def means(eps: Fraction) -> dict[str, Interval]:
    """The mean terms, from the sinh and the cosh of eps/2."""
    up, down = exp(eps / 2), exp(-eps / 2)
    return {
        "advanced": 2 * eps * up * ((up - down) / 2),
        "advanced, eps^2/2": exact(eps * eps / 2),
        "advanced, tanh": eps * (up - down) / (up + down),
    }


def curve_of(root: Fraction, rounds: int) -> PrivacyCurve:
    """Of so many rounds of pure mechanisms."""
    return PureRounds(root, (1,), rounds).curve


def within(name: str, found: Any, wanted: Interval) -> Iterator[Comparison]:
    """The ends of a loss enclose the number, and are close to it."""
    yield le(f"{name}: from below", found[0], high(wanted))
    yield le(f"{name}: from above", low(wanted), found[1])
    yield le(f"{name}: narrow", found[1] - found[0], TINY)
