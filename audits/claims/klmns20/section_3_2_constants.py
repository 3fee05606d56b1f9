"""Section 3.2: the constants of Theorem 1.2."""

from audits.claims.prelude import *
from audits.claims.klmns20.section_3_1_privacy import privacy_hypotheses
from audits.claims.klmns20.section_3_2_accuracy import accuracy_hypotheses
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.calibration import TreeLogPlan, calibrate_tree_log


def _trim(eps: Fraction, delta: Fraction) -> Interval:
    return 48 / exact(eps) * ln(1 / delta)


WRONG[_trim] = {"has 47 for 48": "48 => 47"}


@claim(
    "KLMNS20.DER.TPARAM",
    over(
        k=sized(range(4), range(8), range(16)),
        n=(4, 100, 10**4, 10**6, 10**9),
        part=(ONE, HALF, Fraction(1, 1000)),
    ),
    form=Form.CONCRETE,
    about=_trim,
)
def trim_is_enough(trim: Build, k: int, n: int, part: Fraction) -> Check:
    """With beta = delta <= eps/(4n), t = (48/eps) ln(1/delta) is at least (1/eps) ln(1/delta),
    (16/eps) ln(4n/(beta eps delta)) and (2/eps) ln(4/beta).

    Where: eps is 2/3^k, part is delta by eps/(4n), and n is the number of rows.

    Cases: eps = 2/3^k, delta = part eps/(4n); at part = 1 the second is attained, and compared up
    to 2^-40.
    """
    eps = Fraction(2, 3**k)
    delta = part * eps / (4 * n)
    enough = low(trim(eps, delta)) * (1 + Fraction(1, 2**40))
    yield le("privacy", high(ln(1 / delta) / eps), enough)
    yield le("choosing", high(16 / exact(eps) * ln(4 * n / (delta * eps * delta))), enough)
    yield le("exponential", high(2 / exact(eps) * ln(4 / delta)), enough)


TARGETS = instances(
    "points eps delta",
    (2**16, ONE, Fraction(1, 2**20)),
    (2**32, TENTH, Fraction(1, 2**20)),
    more=((2**64, TWO, Fraction(1, 2**20)),),
)


def both_lemmas(plan: TreeLogPlan, n: int) -> Iterator[Item]:
    """Lemmas 3.6 and 3.8 at the numbers of a plan, on n rows."""
    t, T, a, delta = plan.trim, plan.threshold, plan.root**4, plan.delta
    yield from privacy_hypotheses(n, t, T, a, delta)
    yield from accuracy_hypotheses(n, t, T, a, plan.domain.size, delta)
    for lemma in ("L3.6", "L3.8"):
        instance = {"n": n, "t": t, "T": T, "a": a, "N": plan.domain.size, "delta": delta}
        yield step(f"KLMNS20.{lemma}", Form.CONCRETE, **instance)


@claim(
    "KLMNS20.DER.T12",
    over(TARGETS),
    form=Form.CONCRETE,
    about=calibrate_tree_log,
    uses=("KLMNS20.L3.6", "KLMNS20.L3.8", "KLMNS20.DER.TPARAM"),
)
def theorem_with_constants(calibrate: Build, points: int, eps: Fraction, delta: Fraction) -> Check:
    """With eps' = eps/(5 N log2 n), delta' <= delta/(3nN e^(3 eps/5)), eps'/(4n) and 1/(10(2N-1)),
    t >= (16/eps') ln(4n/(eps' delta'^2)) and a threshold between 1 + m and t + 1 - m, m = (4/eps')
    ln(1/(2 delta')), TreeLog is (eps, delta)-private and fails with probability at most 1/10 on n
    >= 3t(N-1) + 2(1 + ceil((2/eps') ln(C/delta'))) rows.

    Cases: A chain through KLMNS20.L3.6 and KLMNS20.L3.8 at the integers that the calibration
    derives, on as many rows as it asks for. KLMNS20.L3.6 bounds the threshold from below, and
    KLMNS20.L3.8 from above, by the weight t + 1 that is there.
    """
    domain = Domain.of_size(points)
    n = rows_for(calibrate, eps, delta, domain)
    plan = calibrate(eps, delta, domain, n)
    a, count = plan.root**4, calls(points.bit_length() - 1)
    yield from both_lemmas(plan, n)
    yield le("t", high(16 / ln(a) * ln(4 * n / (ln(a) * plan.delta**2))), plan.trim)
    yield le("eps", high(5 * count * ln(a) * log2(n)), eps)
    spent = 3 * n * count * plan.delta * exp(3 * count * ln(a) * log2(n))
    yield le("delta as printed", high(spent), delta)
    failure = (2 * count - 1) * plan.delta
    yield eq("failure", plan.failure_probability, failure)
    yield le("failure, at most", failure, TENTH)


@claim(
    "KLMNS20.TXT.BUDGET",
    over(calls=range(1, 6), eps=(TENTH, ONE)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 4, below Theorem 4.1: 'divided our privacy parameters by 1/log*|X|', for "
        "multiplied",
        "log*|X| times eps divided by 1/log*|X|",
        "eps",
    ),
)
def divided_by_a_fraction(calls: int, eps: Fraction) -> Check:
    """TreeLog is about (eps log*|X|, delta log*|X|)-private; to get (eps, delta) overall its
    parameters are divided by 1/log*|X|.

    Cases: eps alone; what is meant, eps/log*|X|, is the concrete form.
    """
    yield le("", calls * (eps / Fraction(1, calls)), eps)


@claim(
    "KLMNS20.TXT.BUDGET",
    over(TARGETS),
    form=Form.CONCRETE,
    about=calibrate_tree_log,
    uses=("KLMNS20.DER.T12",),
)
def dividing_the_budget(calibrate: Build, points: int, eps: Fraction, delta: Fraction) -> Check:
    """TreeLog on a budget of (eps, delta) needs between 240 and 1000 times N (N-1) log2(n)
    ln(1/delta')/eps rows, N calls: dividing the budget by log* squares the log*.

    Cases: By the calibration of KLMNS20.DER.T12, for some targets; n is what it asks for.
    """
    domain, count = Domain.of_size(points), calls(points.bit_length() - 1)
    n = rows_for(calibrate, eps, delta, domain)
    plan = calibrate(eps, delta, domain, n)
    unit = count * (count - 1) * log2(n) * ln(1 / plan.delta) / eps
    yield le("at least", high(240 * unit), n)
    yield le("at most", n, low(1000 * unit))
