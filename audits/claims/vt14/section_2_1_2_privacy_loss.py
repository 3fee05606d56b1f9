"""Section 2.1.2: the privacy loss, its mean, and what it says of privacy (Claim 2.1.4)."""

from itertools import chain

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from audits.claims.vt14.laws.losses import (
    PAIRS,
    Law,
    Weights,
    beyond,
    law_of,
    least_delta_both_ways,
    mean_from_the_curve,
    through,
)
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.privacy.composition import SequentialComposition
from reference.privacy.curve import curve
from reference.privacy.divergence import Infinity
from reference.privacy.loss import bounds_the_loss, kl_divergence, loss_ratio
from reference.privacy.rounds import largest_mean

Pair = tuple[Weights, Weights]


P, Q = "first.probability(outcome)", "second.probability(outcome)"
WRONG[loss_ratio] = {
    "the other way": ("Infinity.INFINITE => Fraction(0)", f"{P} / {Q} => {Q} / {P}"),
    "infinity is 0": "Infinity.INFINITE => Fraction(1)",
    "never negative": f"{P} / {Q} => max({P} / {Q}, {Q} / {P})",
    "a difference": (f"Infinity.INFINITE => 1 + {P}", f"{P} / {Q} => 1 + {P} - {Q}"),
    "twice the loss": f"{P} / {Q} => ({P} / {Q}) ** 2",
}


@claim("VT14.D2.LOSS", over(pair=PAIRS), about=loss_ratio)
def privacy_loss(loss: Build, pair: Pair) -> Check:
    """The privacy loss of an outcome y of M(x) is L = ln(Pr[M(x) = y] / Pr[M(x') = y]): told by
    e^L, it is what Pr[M(x') = y] is to be multiplied by, infinite if that is 0; exchanging x and
    x' changes the sign of L; and the least delta at e^eps is E[max(0, 1 - e^(eps - L))], y from
    M(x).

    Cases: Pairs of laws with different supports, too; the deltas are those of events, by the exact
    privacy curve, at five e^eps.
    """
    p, q = map(law_of, pair)
    found = {y: loss(p, q, y) for y in p}
    for y, z in found.items():
        there = q.probability(y)
        yield eq(f"{y}: infinite", isinstance(z, Infinity), there == 0)
        if not isinstance(z, Infinity):
            yield eq(f"{y}: e^L", z * there, p.probability(y))
            back = loss(q, p, y)
            yield eq(f"{y}: back", ONE if isinstance(back, Infinity) else z * back, 1)
    kept = {y: 0 if isinstance(z, Infinity) or not z else 1 / z for y, z in found.items()}
    for x in (HALF, ONE, Fraction(5, 4), TWO, Fraction(5)):
        mean = sum(p.probability(y) * max(1 - x * kept[y], Fraction(0)) for y in p)
        yield eq(f"delta at {x}", mean, curve(p, q).delta_at(x))


MOMENT, LOG = "loss_moment(first, second, 1)", "ln(ratio) ** order * p"
WRONG[kl_divergence] = {
    "exchanged": f"{MOMENT} => loss_moment(second, first, 1)",
    "drawn from the other law": f"return {MOMENT} => found = loss_moment(second, first, 1)\n"
    "    return found if isinstance(found, Infinity) else -found",
    "common outcomes only": "elif not shared: => elif False:",
    "absolute values": f"{LOG} => ln(max(ratio, 1 / ratio)) * p",
    "in bits": f"{LOG} => ln(ratio) / ln(2) * p",
}


@claim("VT14.D2.KL", over(pair=PAIRS), about=kl_divergence)
def expected_loss(mean: Build, pair: Pair) -> Check:
    """The expected privacy loss of y from M(x) is the Kullback-Leibler divergence D(M(x) || M(x'))
    = sum of P(y) ln(P(y) / P'(y)): at least 0, and 0 for equal laws only.

    Cases: Pairs of laws, both ways; where the support of P' misses an outcome of P the divergence
    is infinite, and otherwise it is compared with the mean over the edges of the privacy curve.
    """
    for first, second in (pair, pair[::-1]):
        p, q = law_of(first), law_of(second)
        found = mean(p, q)
        yield eq(f"{first}: infinite", isinstance(found, Infinity), not p.support <= q.support)
        if not isinstance(found, Infinity):
            if first == second:
                yield eq(f"{first}: 0", high(found), 0)
            else:
                yield lt(f"{first}: above 0", 0, low(found))
            yield from nearly(f"{first}: mean", found, mean_from_the_curve(p, q))


WRONG[bounds_the_loss] = {
    "one direction": "((first, second), (second, first)) => ((first, second),)",
    "on average": "not isinstance(ratio, Infinity) and ratio <= exp_eps for ratio in ratios => "
    "p.support <= q.support and "
    "sum(p.probability(y) ** 2 / q.probability(y) for y in p) <= exp_eps for p, q in ways",
    "<": "ratio <= exp_eps => ratio < exp_eps",
    "where it is finite": "not isinstance(ratio, Infinity) and => isinstance(ratio, Infinity) or",
}


@claim(
    "VT14.TXT.loss-pure",
    over(pair=PAIRS, x=(ONE, Fraction(3, 2), TWO, Fraction(3), Fraction(4))),
    about=bounds_the_loss,
)
def bounded_loss(bounded: Build, pair: Pair, x: Fraction) -> Check:
    """eps-differential privacy is equivalent to L <= eps at every outcome, from x to x' and from
    x' to x.

    Cases: Privacy is that of all events, both ways; at some e^eps the loss is exactly eps.
    """
    p, q = map(law_of, pair)
    outcomes = sorted(p.support | q.support)
    events = chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1))
    masses = [[sum(map(each.probability, event)) for each in (p, q)] for event in events]
    is_private = all(a <= x * b and b <= x * a for a, b in masses)
    yield eq("private", bounded(p, q, x), is_private)


@claim(
    "VT14.TXT.loss-equiv",
    over(pair=(((7, 3), (9, 1)),), exp_eps=(TWO,)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 2.1.2, proof of Theorem 2.1.2, (Also when delta != 0): the union bound over k "
        "rounds uses that (eps, delta)-privacy gives Pr[L > eps] <= delta; only the converse is "
        "true with the same parameters, and the theorem needs another proof",
        left="Pr[L > eps], y from M(x)",
        right="the least delta at eps, both ways",
    ),
)
def loss_mostly_bounded(pair: Pair, exp_eps: Fraction) -> Check:
    """(eps, delta)-differential privacy is essentially equivalent to L <= eps with probability at
    least 1 - delta over y from M(x), as the proof uses it: with the same eps and delta.

    Cases: Two laws, (7/10, 3/10) and (9/10, 1/10), e^eps = 2, delta = 1/10.
    """
    p, q = map(law_of, pair)
    delta = least_delta_both_ways(p, q, exp_eps)
    for name, first, second in (("to x'", p, q), ("to x", q, p)):
        yield le(name, beyond(first, second, lambda z: z > exp_eps), delta)


def rare(delta: Fraction, exp_t: Fraction) -> Fraction:
    """The bound delta / (1 - e^-t)."""
    return delta * exp_t / (exp_t - 1)


WRONG[rare] = {
    "delta": "delta * exp_t / (exp_t - 1) => delta",
    "delta e^t": "delta * exp_t / (exp_t - 1) => delta * exp_t",
    "delta / (e^t - 1)": "delta * exp_t / (exp_t - 1) => delta / (exp_t - 1)",
    "2 delta / (1 - e^-t)": "delta * exp_t => 2 * delta * exp_t",
    "delta / (1 - e^-2t)": given(rare, exp_t=lambda s: s * s),
}


@claim(
    "VT14.TXT.loss-equiv",
    over(exp_eps=(ONE, Fraction(3, 2), TWO), exp_t=(Fraction(3, 2), TWO, Fraction(4))),
    form=Form.CORRECTED,
    about=rare,
)
def loss_rarely_large(bound: Build, exp_eps: Fraction, exp_t: Fraction) -> Check:
    """If Pr[L > eps] <= delta from x to x' and from x' to x, the pair is (eps, delta)-private; if
    it is, then Pr[L >= eps + t] <= delta / (1 - e^-t) for t > 0, so that Pr[L > 2 eps] <= delta
    / (1 - e^-eps); and this is attained.

    Cases: All pairs of laws on two outcomes with probabilities in tenths, each at its least delta;
    attained by the pairs with P(S) = 3/10 or 1/5, P'(S) = P(S) e^-(eps + t).
    """
    for a, b in product(range(11), repeat=2):
        p, q = law_of((a, 10 - a)), law_of((b, 10 - b))
        delta = least_delta_both_ways(p, q, exp_eps)
        large = beyond(p, q, lambda z: z >= exp_eps * exp_t)
        yield le(f"{a}, {b}: large", large, bound(delta, exp_t))
        both = [beyond(*way, lambda z: z > exp_eps) for way in ((p, q), (q, p))]
        yield le(f"{a}, {b}: mostly", delta, max(both))
    for chance in (Fraction(3, 10), Fraction(1, 5)):
        other = chance / (exp_eps * exp_t)
        p, q = law_of((chance, 1 - chance)), law_of((other, 1 - other))
        delta = least_delta_both_ways(p, q, exp_eps)
        yield eq(f"{chance}: delta", delta, chance * (1 - 1 / exp_t))
        large = beyond(p, q, lambda z: z >= exp_eps * exp_t)
        yield eq(f"{chance}: attained", large, bound(delta, exp_t))


BIT = Domain.of_size(2)
PARTS = (
    RandomizedResponse(BIT, Epsilon(TWO)),
    GeometricCount(-1, 2, Epsilon(Fraction(3, 2))),
    LeakyResponse(Guarantee(Fraction(3), TENTH)),
)


@claim(
    "VT14.TXT.loss-add",
    over(parts=((0, 1), (1, 0), (0, 0), (0, 1, 2), (2, 1, 1), (0, 0, 0))),
    about=SequentialComposition,
)
def losses_add(build: Build, parts: tuple[int, ...]) -> Check:
    """With independent coins the privacy loss of (y_1, ..., y_k) is the sum of the losses of the
    y_i; so the expected loss is the sum of the expected losses.

    Cases: Two and three of a randomized response (e^eps = 2), a noisy count (3/2) and a response
    that leaks, on one bit; the ratios of all outcomes multiply, infinite ones too.
    """
    mechanisms = tuple(PARTS[i] for i in parts)
    laws = [[law(m, (bit,)) for m in mechanisms] for bit in (0, 1)]
    p, q = (law(build(mechanisms), (bit,)) for bit in (0, 1))
    for y in p:
        yield true(f"{y}: outcomes", all(z in a.support for a, z in zip(laws[0], y, strict=True)))
        alone = [loss_ratio(a, b, z) for a, b, z in zip(*laws, y, strict=True)]
        found = loss_ratio(p, q, y)
        finite = [z for z in alone if not isinstance(z, Infinity)]
        yield eq(f"{y}: infinite", isinstance(found, Infinity), len(finite) < len(alone))
        if not isinstance(found, Infinity):
            yield eq(f"{y}", found, prod(finite))
    if 2 not in parts:
        means = (finite_mean(a, b) for a, b in zip(*laws, strict=True))
        yield from nearly("mean", finite_mean(p, q), sum(means, exact(0)))


def finite_mean(first: Any, second: Any) -> Interval:
    """The expected loss, where it is finite."""
    found = kl_divergence(first, second)
    if isinstance(found, Infinity):
        raise TypeError("an infinite loss")
    return found


ROWS = (
    (ONE, Fraction(0), Fraction(0)),
    (HALF, HALF, Fraction(0)),
    (QUARTER, QUARTER, HALF),
    (Fraction(0), Fraction(1, 3), Fraction(2, 3)),
    (Fraction(0), ONE, Fraction(0)),
)
"""Laws of three outcomes: what the two bits are told by."""


def pairs(exp_eps: Fraction) -> Iterator[tuple[bool, Law, Law]]:
    """Pairs of laws with losses of at most eps, and whether they are the randomized response."""
    for yes, no in permutations(ROWS, 2):
        worst = not any(a and b for a, b in zip(yes, no, strict=True))
        yield worst, *through(exp_eps, yes, no)


def both_ways(eps: Interval, distance: Fraction) -> Interval:
    """The bound 2 eps SD of the sum of the mean losses."""
    return 2 * eps * distance


WRONG[both_ways] = {
    "eps SD": "2 * eps * distance => eps * distance",
    "eps^2": "2 * eps * distance => eps * eps",
    "eps^2/2": "2 * eps * distance => eps * eps / 2",
    "4 eps SD": "2 * eps * distance => 4 * eps * distance",
    "2 eps SD^2": "2 * eps * distance => 2 * eps * distance**2",
}


@claim(
    "VT14.C2.1.4",
    over(
        root=sized((Fraction(9, 8), Fraction(5, 2)), *[(Fraction(9, 8), TWO, Fraction(5, 2))] * 2)
    ),
    about=both_ways,
)
def small_expected_loss(bound: Build, root: Fraction) -> Check:
    """If M_i is eps-differentially private, eps <= 1, then the expected loss is O(eps^2): D(P||P')
    + D(P'||P) <= 2 eps SD(P, P'), SD(P, P') <= eps, so that D(P||P') <= 2 eps^2.

    Cases: e^eps = root; pairs of laws with losses of at most eps, two bits with losses of eps told
    by laws on three outcomes; the first inequality is an equality for randomized response.
    """
    eps = ln(root)
    for worst, p, q in pairs(root):
        distance = curve(p, q).delta_at(ONE)
        there, back = finite_mean(p, q), finite_mean(q, p)
        yield le("sum", low(there + back), high(bound(eps, distance)))
        yield le("SD", distance, low(eps))
        yield le("D", high(there), low(2 * eps * eps))
        if worst:
            yield from nearly("equal", there + back, bound(eps, distance))


MEAN = "exact(eps) * (exp(eps) - 1) / (exp(eps) + 1)"
WRONG[largest_mean] = {
    "eps^2/2": f"{MEAN} => exact(eps) ** 2 / 2",
    "eps^2/4": f"{MEAN} => exact(eps) ** 2 / 4",
    "half": f"{MEAN} => {MEAN} / 2",
    "of twice the loss": f"{MEAN} => exact(eps) * (exp(2 * eps) - 1) / (exp(2 * eps) + 1)",
    "eps (1 - e^-eps)": f"{MEAN} => exact(eps) * (1 - exp(-eps))",
}


@claim(
    "VT14.C2.1.4",
    over(root=sized((Fraction(9, 8), Fraction(8)), *[(Fraction(9, 8), TWO, Fraction(8))] * 2)),
    form=Form.CONCRETE,
    about=largest_mean,
)
def largest_expected_loss(bound: Build, root: Fraction) -> Check:
    """If M_i is eps-differentially private, whatever eps, then D(P||P') <= eps (e^eps - 1)/(e^eps
    + 1) <= eps^2/2, with equality for randomized response; SD(P, P') <= (e^eps - 1)/(e^eps + 1).

    Cases: As for the printed form, and e^eps = 8, where eps is above 2.
    """
    eps = ln(root)
    for worst, p, q in pairs(root):
        mean = finite_mean(p, q)
        yield true("private", bounds_the_loss(p, q, root))
        yield le("D", low(mean), high(bound(eps)))
        yield le("SD", curve(p, q).delta_at(ONE), (root - 1) / (root + 1))
        if worst:
            yield from nearly("equal", mean, bound(eps))
    yield le("eps^2/2", high(bound(eps)), low(eps * eps / 2))
