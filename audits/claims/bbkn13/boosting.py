"""Section 4.2: confidence boosting, constant by constant (Claim 4.5)."""

from fractions import Fraction

from audits.claims.bbkn13.exactly import (
    binomial_range,
)
from audits.claims.bbkn13.written_out import boosted
from audits.claims.vocabulary import (
    decide,
    exp_high,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.concept import all_functions
from reference.exact.interval import ln
from reference.mechanisms.learning.boosted_learner import repetitions
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.star_subsampling import keeping_rate
from reference.privacy.epsilon import Epsilon

BETAS = (Fraction(1, 100), Fraction(1, 1000))
"""beta <= 1/100, where Claim 4.5 works."""


@claim("BBKN13.C4.5.f")
def keeping_rate_exceeds_a_sixth(size: Size) -> Verdict:
    """f(eps, ln 4) > eps/6 for 0 < eps < 1.

    Fair: eps on a grid, with lower bounds of (e^eps - 1)/(3 + 3 e^eps/4).
    """
    steps = size.pick(20, 100, 1000)
    return decide(
        "keeping rate",
        f"eps = k/{steps}",
        (
            lt(
                f"eps={k}/{steps}",
                Fraction(k, 6 * steps),
                keeping_rate(exp_low(Fraction(k, steps)), Fraction(4)),
            )
            for k in range(1, steps + 1)
        ),
    )


@claim("BBKN13.C4.5.samp")
def enough_records_are_kept(size: Size) -> Verdict:
    """384 ln 4/(eps alpha^2) records, each kept with eps/6: fewer than 32 ln 4/alpha^2 kept with
    probability <= exp(-8 ln 4/alpha^2) <= 4^(-32); 1/4 - 4^(-32) > 1/5.

    Fair: Exact binomial tails for alpha = 12/25 and 2/5, eps = 1 and 1/2.
    """
    items = [lt("1/5", Fraction(1, 5), Fraction(1, 4) - Fraction(1, 4**32))]
    for alpha in (Fraction(12, 25), Fraction(2, 5))[: size.pick(1, 2, 2)]:
        for eps in (Fraction(1), Fraction(1, 2)):
            m = (ln(4) * 384 / (eps * alpha**2)).ceil()
            needed = (ln(4) * 32 / alpha**2).ceil()
            few = binomial_range(m, eps / 6, 0, needed - 1)
            items.append(le(f"alpha={alpha}, eps={eps}", few, Fraction(1, 4**32)))
    return decide("enough records", "exact tails", items)


@claim("BBKN13.C4.5.conf")
def repetitions_suffice(size: Size) -> Verdict:
    """N = ceil(log_{5/4}(5/beta)): (4/5)^N <= beta/5, and N <= 1/beta for beta <= 0.01.

    Fair: beta = 1/k for all k from 100 on; the least k with N <= k is smaller.
    """
    items = []
    for k in range(100, size.pick(300, 1000, 10000)):
        n = repetitions(Fraction(1, k))
        items += [le(f"1/beta={k}", n, k), le("(4/5)^N", Fraction(4, 5) ** n, Fraction(1, 5 * k))]
    return decide("repetitions", "beta = 1/k <= 1/100", items)


@claim("BBKN13.C4.5.sens", uses=("BBKN13.L3.4.priv",))
def selection_is_private(size: Size) -> Verdict:
    """Selecting h_i with probability proportional to exp(-eps m_i/2) is eps-private.

    Fair: A list of hypotheses with a repetition, all databases, all eps.
    """
    t = size.pick(2, 2, 3)
    hypotheses = (*all_functions(t), next(iter(all_functions(t))))
    learner = ExponentialLearner(hypotheses, t, Epsilon.indeterminate(2))
    return audit_privacy(
        learner, learner.universe(size.pick(2, 3, 3)), learner.guarantee, "selection"
    )


def selection_records(alpha: Fraction, beta: Fraction, power: int, eps: Fraction) -> int:
    """24 ln(3/beta^power)/(eps alpha), rounded up."""
    return (ln(3 / beta**power) * 24 / (eps * alpha)).ceil()


def _cells(size: Size) -> list[tuple[Fraction, Fraction]]:
    alphas = (Fraction(1, 4), Fraction(2, 5), Fraction(12, 25))
    return [(a, b) for a in alphas[size.pick(1, 0, 0) :] for b in BETAS[: size.pick(1, 2, 2)]]


@claim("BBKN13.C4.5.E1")
def good_hypotheses_look_good(size: Size) -> Verdict:
    """Error < alpha/8 and empirical error >= alpha/4 at once: probability <= beta^2/3, for m = 24
    ln(3/beta^2)/(eps alpha), eps <= 1.

    Fair: Exact binomial tails at error alpha/8, eps = 1.
    """
    items = []
    for alpha, beta in _cells(size):
        m = selection_records(alpha, beta, 2, Fraction(1))
        wrong = -int(-(alpha * m / 4) // 1)
        items.append(
            le(f"alpha={alpha}, beta={beta}", binomial_range(m, alpha / 8, wrong, m), beta**2 / 3)
        )
    return decide("E1", "eps = 1", items)


@claim("BBKN13.C4.5.E2")
def bad_hypotheses_look_bad(size: Size) -> Verdict:
    """Error > alpha and empirical error <= alpha/2: probability <= beta^2/3; N of them: <= beta/3.

    Fair: Exact binomial tails at error alpha (larger errors are less likely), eps = 1.
    """
    items = []
    for alpha, beta in _cells(size):
        m = selection_records(alpha, beta, 2, Fraction(1))
        bad = binomial_range(m, alpha, 0, int(alpha * m / 2))
        items.append(le(f"alpha={alpha}, beta={beta}", bad, beta**2 / 3))
        items.append(le("union", repetitions(beta) * beta**2 / 3, beta / 3))
    return decide("E2", "eps = 1", items)


@claim("BBKN13.C4.5.sel")
def bad_hypotheses_are_not_selected(size: Size) -> Verdict:
    """exp(-eps alpha m/8) <= beta^3/27 for both printed sizes m, and N beta^3/27 <= beta^2/27.

    Fair: m eps alpha >= 24 ln(3/beta) is all that matters; eps in (0, 1].
    """
    items = []
    for beta in BETAS:
        for power in (1, 2):
            for eps in (Fraction(1, 4), Fraction(1, 2), Fraction(1))[: size.pick(2, 3, 3)]:
                m = selection_records(Fraction(1, 4), beta, power, eps)
                left = exp_high(-eps * m * Fraction(1, 4) / 8)
                items.append(le(f"beta={beta}, power={power}, eps={eps}", left, beta**3 / 27))
        items.append(le("union", repetitions(beta) * beta**3 / 27, beta**2 / 27))
    return decide("selection", "beta <= 1/100", items)


@claim("BBKN13.C4.5.total")
def failures_add_up(size: Size) -> Verdict:
    """beta/5 + beta^2/3 + beta/3 + beta^2/27 <= beta.

    Fair: beta on a grid of (0, 1]; the two halves are 8/15 and 10/27.
    """
    steps = size.pick(20, 100, 1000)
    items: list[Comparison] = [le("8/15 + 10/27", Fraction(8, 15) + Fraction(10, 27), 1)]
    for k in range(1, steps + 1):
        b = Fraction(k, steps)
        items.append(le(f"beta={b}", b / 5 + b * b / 3 + b / 3 + b * b / 27, b))
    return decide("total failure", "beta in (0, 1]", items)


not_finitely_checkable(
    "BBKN13.C4.5",
    statement="POINT has a private learner with poly(1/eps, 1/alpha, log(1/beta)) samples.",
    reason="asymptotic; its parts are C4.5.f to C4.5.total, its privacy the concrete form",
)


@claim("BBKN13.C4.5", Form.CONCRETE)
def boosted_learner_is_private(size: Size) -> Verdict:
    """The boosted learner is eps-private (two runs of A3 on one record, one to choose).

    Fair: All 64 sequences of three labelled examples; e^eps = 9/4.
    """
    learner = boosted(Fraction(3, 2), "drop")
    rows = size.pick(3, 3, 4)
    return audit_privacy(learner, learner.universe(rows), learner.guarantee, "boosted learner")
