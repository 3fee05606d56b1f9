"""Section 1.2, remark 2: what an observer believes before and after."""

from itertools import chain

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, every
from reference.mechanisms.noise.biased_response import BiasedResponse
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount
from reference.privacy.posterior import posterior

Beliefs = Mapping[int, Any]
LIKELIHOODS = ((1, 3, 2), (1, 0, 4), (2, 2, 2), (5, 1, 0))
PRIORS = ((1, 1, 1), (1, 2, 3), (0, 1, 1), (3, 1, 0))


WEIGHT = "prior[v] * likelihood[v]"
WRONG[posterior] = {
    "divided by one likelihood": "weight / total => weight / likelihood[next(iter(prior))]",
    "the prior is forgotten": f"{WEIGHT} => likelihood[v]",
    "the likelihood alone": "weight / total => likelihood[v]",
    "the prior, whatever is seen": "weight / total => prior[v]",
    "likelihoods of other values": f"{WEIGHT} for v in prior => "
    "prior[v] * likelihood[u] for u, v in zip([*prior][-1:] + [*prior], prior, strict=False)",
}


@claim("VT14.ALG.Posterior", over(prior=PRIORS, weights=LIKELIHOODS), about=posterior)
def rule_of_bayes(rule: Build, prior: tuple[int, ...], weights: tuple[int, ...]) -> Check:
    """The posterior of X_i = v given y is Pr[y | v] Pr[v]/Pr[y], Pr[y] = sum over u of Pr[y | u]
    Pr[u]: the part of the pairs (row, y) in which the row is v.

    Cases: Three values; priors in twelfths, likelihoods in sixths; by counting 72 equally likely
    cases. If no case has the output the rule has no value.
    """
    whole = sum(prior)
    cases = [v for v in range(3) for _ in range(12 * prior[v] // whole * weights[v])]
    if not cases:
        return
    belief = {v: Fraction(p, whole) for v, p in enumerate(prior)}
    found = rule(belief, {v: Fraction(w, 6) for v, w in enumerate(weights)})
    for v in range(3):
        yield eq(f"{v}", found[v], Fraction(cases.count(v), len(cases)))


def largest_change(exp_eps: RationalFunction) -> RationalFunction:
    """(e^(eps/2) - 1)/(e^(eps/2) + 1), of e^(eps/2)."""
    return (exp_eps - 1) / (exp_eps + 1)


GRID = (TENTH, QUARTER, HALF, Fraction(3, 5), Fraction(9, 10))


def of_output(prior: Beliefs, laws: Mapping[int, Any], y: int) -> Beliefs:
    """The posterior, given an output, of a law for each value."""
    return posterior(prior, {v: p.probability(y) for v, p in laws.items()})


WRONG[of_output] = {
    **{name: wrong(of_output, posterior=rule) for name, rule in WRONG[posterior].items()},
    "Pr[M(y) = v] for Pr[M(v) = y]": "p.probability(y) => "
    "laws[y].probability(v) if y in laws else p.probability(y)",
}


@claim("VT14.TXT.bayes", over(rest=((), (1,)), ones=GRID), about=of_output)
def beliefs_change_little(rule: Build, rest: tuple[int, ...], ones: Fraction) -> Check:
    """For an eps-private M, every prior and every output the posterior of each value is within
    e^-eps and e^eps times the prior; so their statistical distance is O(eps): at most (e^(eps/2) -
    1)/(e^(eps/2) + 1) <= eps/4.

    Cases: Every eps; a clamped noisy count and randomised response, next to other rows; a bit with
    five priors, and three values with one; the distance as that of the worst set of values; that
    all are eps-private is decided elsewhere. tanh(z) <= z.
    """
    bit = {0: 1 - ones + NOTHING, 1: ones + NOTHING}
    three = {0: HALF + NOTHING, 1: QUARTER + NOTHING, 2: QUARTER + NOTHING}
    count = ClampedGeometricCount(0, len(rest) + 1, every(2))
    made: Any
    for made, prior in (
        (count, bit),
        *((RandomizedResponse(Domain.of_size(len(p)), every(2)), p) for p in (bit, three)),
    ):
        laws = {v: law(made, (v, *rest)) for v in prior}
        for y in laws[0]:
            likelihood = {v: p.probability(y) for v, p in laws.items()}
            found = rule(prior, laws, y)
            for v, chance in prior.items():
                name = f"{type(made).__name__}, {v} of {len(prior)} given {y}"
                yield le(f"{name}, above", found[v], R**2 * chance)
                yield le(f"{name}, below", chance, R**2 * found[v])
            name = f"{type(made).__name__}, {len(prior)} values, {y}"
            for values in chain(*(combinations(prior, size) for size in range(1, len(prior)))):
                moved = sum((found[v] - prior[v] for v in values), start=NOTHING)
                yield le(f"{name}: {values}", moved, largest_change(R))
            yield eq(f"{name}: in all", sum(found.values(), start=NOTHING), 1)
            joint = {v: prior[v] * likelihood[v] for v in prior}
            whole = sum(joint.values(), start=NOTHING)
            for v, weight in joint.items():
                yield eq(f"{name}: {v}", found[v] * whole, weight)


S = "(exp_eps - 1) / (exp_eps + 1)"
WRONG[largest_change] = {
    "tanh(eps/2)": f"{S} => (exp_eps**2 - 1) / (exp_eps**2 + 1)",
    "half of it": f"{S} => {S} / 2",
    "of the uniform prior": f"{S} => (exp_eps**2 - 1) / (exp_eps**2 + 1) / 2",
    "1 - e^(-eps/2)": f"{S} => 1 - 1 / exp_eps",
    "twice as much": f"{S} => 2 * {S}",
}


@claim("VT14.TXT.bayes", over(k=(2, 3)), form=Form.CONCRETE, about=largest_change)
def most_that_beliefs_change(bound: Build, k: int) -> Check:
    """The statistical distance of prior and posterior is at most (e^(eps/2) - 1)/(e^(eps/2) + 1) =
    tanh(eps/4) <= eps/4, attained by a prior of 1/(1 + e^(eps/2)) on one of two values.

    Cases: Every eps; randomised response on a bit, where the ratio of two likelihoods is e^eps; a
    third value with the same likelihood as the second is as good as one value.
    """
    made = RandomizedResponse(Domain.of_size(k), every(2))
    likelihood = {v: law(made, (v,)).probability((0,)) for v in range(k)}

    def moved(weight: RationalFunction) -> RationalFunction:
        prior = {v: (1 - weight) / (k - 1) if v else weight for v in range(k)}
        return posterior(prior, likelihood)[0] - weight

    yield eq("attained", moved(1 / (1 + R)), bound(R))
    for weight in GRID:
        yield le(f"prior {weight}", moved(weight + NOTHING), bound(R))
    for eps in (TENTH, ONE, Fraction(4)):
        s = exp_low(eps / 2)
        yield le(f"eps/4 at {eps}", (s - 1) / (s + 1), eps / 4)


def likelihood_ratio(eps: Fraction, uniform: bool) -> Fraction:
    """How large it may be, of the distance of beliefs, by the uniform prior or by all."""
    return (1 + 2 * eps) / (1 - 2 * eps) if uniform else ((1 + eps) / (1 - eps)) ** 2


BY_ONE, BY_ALL = "(1 + 2 * eps) / (1 - 2 * eps)", "((1 + eps) / (1 - eps)) ** 2"
WRONG[likelihood_ratio] = {
    "(1 + eps)/(1 - eps) for both": f"{BY_ONE} if uniform else {BY_ALL} => (1 + eps) / (1 - eps)",
    "exchanged": "if uniform => if not uniform",
    "1 + 4 eps": f"{BY_ONE} if uniform else {BY_ALL} => 1 + 4 * eps",
    "the square of both": (f"{BY_ONE} => ({BY_ONE}) ** 2", f"{BY_ALL} => ({BY_ALL}) ** 2"),
}
DISTANCES = (TENTH, Fraction(1, 5), QUARTER)


@claim("VT14.TXT.bayes-converse", over(eps=DISTANCES), about=likelihood_ratio)
def close_beliefs_are_private(ratio: Build, eps: Fraction) -> Check:
    """If prior and posterior have a statistical distance of at most eps for every prior and every
    output, then M is O(eps)-private: by the prior that is uniform on two values the ratio of
    likelihoods is at most (1 + 2 eps)/(1 - 2 eps), which is e^O(eps); and only then is it.

    Cases: Eps up to 1/4, O(eps) = 4 ln(3) eps, which is attained there (at 1/2 the uniform prior
    tells nothing); all pairs of likelihoods in ninths; randomised response with this ratio has the
    distance eps, and is audited.
    """
    most = ratio(eps, True)
    made = BiasedResponse((most - 1) / (most + 1))
    yield private(made, made.universe(1), pure((1 + 2 * eps) / (1 - 2 * eps)))
    even = {0: HALF, 1: HALF}
    for v, y in product((0, 1), repeat=2):
        found = posterior(even, {u: law(made, (u,)).probability((y,)) for u in even})
        yield eq(f"{v} given {y}", abs(found[v] - HALF), eps)
    for a, b in product(range(10), repeat=2):
        if a or b:
            found = posterior(even, {0: Fraction(a, 9), 1: Fraction(b, 9)})
            yield eq(f"{a} : {b}", abs(found[0] - HALF) <= eps, a <= most * b and b <= most * a)
    yield le("e^O(eps)", most**eps.denominator, 3 ** (4 * eps.numerator))


@claim(
    "VT14.TXT.bayes-converse",
    over(eps=(*DISTANCES, HALF, Fraction(9, 10))),
    form=Form.CONCRETE,
    about=likelihood_ratio,
)
def beliefs_under_all_priors(ratio: Build, eps: Fraction) -> Check:
    """By all priors on two values the ratio is at most ((1 + eps)/(1 - eps))^2, for eps < 1, and
    that is enough: beliefs change by at most eps if and only if M is 4 artanh(eps)-private.

    Cases: Randomised response with this ratio is audited; the prior (1 - eps)/2 on one value has
    the distance eps, and 199 other priors have no more; from eps = 1/2 on the uniform prior gives
    no bound.
    """
    most = ratio(eps, False)
    made = BiasedResponse((most - 1) / (most + 1))
    yield private(made, made.universe(1), pure(((1 + eps) / (1 - eps)) ** 2))
    likelihood = {u: law(made, (u,)).probability((1,)) for u in (0, 1)}
    worst = (1 - eps) / 2
    moved = {
        weight: posterior({0: 1 - weight, 1: weight}, likelihood)[1] - weight
        for weight in (*(Fraction(i, 200) for i in range(1, 200)), worst)
    }
    for weight, change in moved.items():
        yield le(f"prior {weight}", change, eps)
    yield eq("attained", moved[worst], eps)
