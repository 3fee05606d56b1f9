"""Section 5.2: learners whose hypothesis is a concept with independent noise."""

from fractions import Fraction

from audits.claims.bbkn13.laws.noisy_points import inner_examples as inner_samples
from audits.claims.bbkn13.written_out import ALPHA, boosted
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.concept import (
    Values,
)
from reference.exact.interval import ln
from reference.mechanisms.learning.independent_noise_learner import (
    IndependentNoiseLearner,
    noisy_learner_in_two_parts,
)
from reference.mechanisms.learning.noisy_point_learner import rows_with_stars
from reference.mechanisms.learning.star_subsampling import StarSubsampling
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law


def _same_as_a2(size: Size, *, allow_zero: bool) -> Verdict:
    outer = noisy_learner_in_two_parts(2, ALPHA / 4, ALPHA / 8, ALPHA / 8, allow_zero=allow_zero)
    whole, items = noisy_learner(2, ALPHA), []
    for d in outer.universe(size.pick(1, 2, 3)).databases():
        first, second = law(outer, d), law(whole, d)
        items += [eq(f"{y} on {d}", first.probability(y), second.probability(y)) for y in second]
    return decide("A2 as inner learner and noise", "T=2, alpha=2/5", items)


@claim("BBKN13.EX57.is-pinl", refuted=UNGRADED)
def a2_is_literally_of_the_form(size: Size) -> Verdict:
    """A2 has the form of Definition 5.6 with an inner learner of POINT.

    Fair: Inner outputs outside POINT (the zero function) count as failures, literally.
    """
    return _same_as_a2(size, allow_zero=False)


@claim("BBKN13.EX57.is-pinl", Form.CORRECTED)
def a2_is_of_the_form_with_zero(size: Size) -> Verdict:
    """It has the form for POINT with the zero function added.

    Fair: Laws on all databases of examples and stars.
    """
    return _same_as_a2(size, allow_zero=True)


@claim("BBKN13.EX57.acc")
def inner_learner_is_accurate(size: Size) -> Verdict:
    """The inner learner fails with probability <= alpha/8 + 1/16 + 1/4 <= 3/8, so it succeeds with
    >= 1/2.

    Fair: m' = ceil(32 ln 4/alpha^2), worst grid mass of the target.
    """
    items = []
    for alpha in (Fraction(2, 5), Fraction(1, 4), Fraction(1, 10)):
        m = (ln(4) * 32 / alpha**2).ceil()
        items.append(le("sum", alpha / 8 + Fraction(1, 16) + Fraction(1, 4), Fraction(3, 8)))
        for k in range(1, size.pick(11, 41, 101)):
            mass = Fraction(k, size.pick(10, 40, 100))
            miss = (1 - alpha / 4 * mass) ** m if mass > alpha / 2 else Fraction(0)
            bad = alpha / 8 + (1 - alpha / 8) * miss
            items.append(le(f"alpha={alpha}, mass={mass}", bad, Fraction(1, 2)))
    items.append(le("samples", 1, inner_samples(Fraction(2, 5))))
    return decide("inner learner", "grid masses", items)


@claim("BBKN13.EX57.sub")
def star_subsampling_keeps_the_form(size: Size) -> Verdict:
    """Star subsampling of inner plus noise is (star-subsampled inner) plus noise.

    Fair: E = 4, R = 9/4, all databases of one or two examples.
    """
    eps, values = Epsilon(Fraction(9, 4)), rows_with_stars(2)
    outer = noisy_learner_in_two_parts(2, ALPHA / 4, ALPHA / 8, ALPHA / 8, allow_zero=True)
    first = StarSubsampling(outer, eps, Fraction(4), values)
    inner = StarSubsampling(outer.inner, eps, Fraction(4), values)
    second = IndependentNoiseLearner(inner, outer.concepts, 2, outer.flip)
    items = []
    for d in first.universe(size.pick(1, 2, 2)).databases():
        one, two = law(first, d), law(second, d)
        items += [eq(f"{y} on {d}", one.probability(y), two.probability(y)) for y in one]
    return decide("subsampled noise learner", "T=2", items)


not_finitely_checkable(
    "BBKN13.EX57.boost",
    statement="For every constant beta' there is such a learner for POINT.",
    reason="quantifies over all constants; the concrete form gives the rates",
)


@claim("BBKN13.EX57.boost", Form.CONCRETE)
def free_rates_are_private(size: Size) -> Verdict:
    """Rates b, mu and p/(1-p) = 3 min(b, mu/(1-mu)) give ln 4 privacy.

    Fair: b = 1/40, mu = 1/80 (full: also 1/100, 1/50); all databases.
    """
    first, second = (Fraction(1, 40), Fraction(1, 80)), (Fraction(1, 100), Fraction(1, 50))
    b, mu = size.pick(first, first, second)
    odds = 3 * min(b, mu / (1 - mu))
    learner = noisy_learner_in_two_parts(2, odds / (1 + odds), b, mu, allow_zero=True)
    return audit_privacy(
        learner,
        learner.universe(size.pick(2, 3, 3)),
        Guarantee(Fraction(4), Fraction(0)),
        "A2 with free rates",
    )


@claim("BBKN13.TXT.boost-not-pinl")
def boosting_destroys_the_form(size: Size) -> Verdict:
    """The boosted learner's law, given success, is no mixture of centres 0, c_0, c_1 with flips of
    one rate for all databases.

    Fair: The values at the two points are independent with rates a, b; for such a law the flip
    rate is min(a, b), which differs between ((1,0))^3 and ((1,1))^3.
    """
    root, mu, items = Fraction(3, 2), ALPHA / 8, []
    for row in ((1, 0), (1, 1))[: size.pick(2, 2, 2)]:
        found = law(boosted(root, "drop"), (row,) * 3)
        p = {h.values: found.probability(h) for h in found if isinstance(h, Values)}
        whole = sum(p.values(), Fraction(0))
        a, b = (p[1, 0] + p[1, 1]) / whole, (p[0, 1] + p[1, 1]) / whole
        items += [eq(f"independent on {row}", p[1, 1] / whole, a * b), eq("a", a, mu)]
        items.append(lt(f"b < mu on {row}", b, mu) if row[1] == 0 else lt("mu < b", mu, b))
    return decide("form of boosted laws", "T=2, s=3/2", items)
