"""Section 4: AboveThreshold and StoppingPoint."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Rows,
    eps_at,
    replace_universe,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    high,
    le,
    low,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Evidence, Verdict
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.interval import ln
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law


def _error_bound(queries: int, alpha: int, root: int) -> Fraction:
    """Pr[|nu_i| > alpha/2 for some i, or |rho| > alpha/2], alpha even."""
    p, q, half = Fraction(1, root), Fraction(1, root**2), alpha // 2
    return queries * 2 * p ** (half + 1) / (1 + p) + 2 * q ** (half + 1) / (1 + q)


def _error_items(size: Size, factor: int, needed: int) -> Iterator[Comparison]:
    """Factor ln(2m/delta) <= lambda ln(m/delta), for lambda = needed."""
    for k in range(1, size.pick(10, 20, 60)):
        for m in (1, 2, 5):
            delta = Fraction(1, 3**k)
            left = high(factor * ln(2 * m / delta))
            yield le(f"m={m}, delta={delta}", left, low(needed * ln(m / delta)))


@claim("KLMNS20.TXT.ERRK2")
def error_below_half(size: Size) -> Verdict:
    """For an appropriate lambda (32 is one, if m/delta >= 3) the error (8/eps) ln(2m/delta) is at
    most k/2 = (lambda/(2 eps)) ln(m/delta), m = log*|X|.

    Fair: Certified logarithms, delta = 3^-1, 3^-2, ...
    """
    return decide(
        "error of AboveThreshold against k/2",
        "lambda = 32",
        _error_items(size, 16, 32),
        Evidence.CLOSED_FORM,
    )


@claim("KLMNS20.TXT.ERRK2", Form.CONCRETE)
def error_below_quarter(size: Size) -> Verdict:
    """lambda = 64 gives an error of at most k/4, which Lemma 4.4 needs.

    Fair: Certified logarithms, delta = 3^-1, 3^-2, ...
    """
    return decide(
        "error of AboveThreshold against k/4",
        "lambda = 64",
        _error_items(size, 32, 64),
        Evidence.CLOSED_FORM,
    )


@claim("KLMNS20.L4.4", refuted=UNGRADED)
def stopping_point_is_heavy_as_printed(size: Size) -> Verdict:
    """With the error k/2 and the threshold c = k/2 as printed, the answer above has f >= c - k/2
    >= k/4.

    Fair: The constants of the printed derivation; c - k/2 = 0.
    """
    del size
    return decide(
        "constants of Lemma 4.4",
        "k = 4, 8, ..., 40",
        (le(f"k={k}", Fraction(k, 4), Fraction(k, 2) - Fraction(k, 2)) for k in range(4, 44, 4)),
        Evidence.CLOSED_FORM,
    )


@claim("KLMNS20.L4.4", Form.CORRECTED, uses=("KLMNS20.T4.2",))
def stopping_point_is_heavy(size: Size) -> Verdict:
    """With the error k/4: with probability 1 - delta, delta the error bound of Theorem 4.2 for
    alpha = k/4, the stopping point is at most d* and has f >= k/4.

    Fair: k = 16, c = 8, alpha = 4; vectors with one entry k, the others small or not.
    """
    k, queries = 16, size.pick(2, 3, 3)

    def failure(answers: Rows) -> Fraction:
        dist = law(AboveThreshold(k // 2, eps_at(2)), answers)
        late = answers.index(k)
        good = [i for i in range(late + 1) if 4 * answers[i] >= k]
        return 1 - sum((dist.probability(i) for i in good), Fraction(0))

    bound = _error_bound(queries, k // 4, 2)
    return decide(
        "the stopping point",
        f"{queries} queries, k = 16, c = 8, e^(eps/4) = 2",
        (
            le(f"f={answers}", failure(answers), bound)
            for answers in product((0, 3, 4, 8, k), repeat=queries)
            if k in answers
        ),
    )


@claim("KLMNS20.DER.TLONG", Form.CONCRETE)
def stopping_late(size: Size) -> Verdict:
    """Pr[stopping point > d*] <= Pr[rho - nu > gap] with gap = k - c: for s = 2 and gap 1, 2, 4, 8
    that is 1/5, 29/280, 17/640, 1919/1146880; with Laplace noise (2/3) x - x^2/6 <= delta for x =
    e^(-eps k/8) <= 3 delta/2.

    Fair: The values are exact; whatever is asked before d* only helps.
    """
    values = {
        1: Fraction(1, 5),
        2: Fraction(29, 280),
        4: Fraction(17, 640),
        8: Fraction(1919, 1146880),
    }

    def items() -> Iterator[Comparison]:
        for gap, value in values.items():
            late = law(AboveThreshold(0, eps_at(2)), (gap,)).probability(BOTTOM)
            yield eq(f"gap {gap}", late, value)
            for before in product((-2, 0, 1), repeat=size.pick(1, 2, 3)):
                late = law(AboveThreshold(0, eps_at(2)), (*before, gap)).probability(BOTTOM)
                yield le(f"gap {gap} after {before}", late, value)
        for j in range(1, 20):
            delta = Fraction(1, 2**j)
            x = min(3 * delta / 2, Fraction(1))
            yield le(f"Laplace, delta={delta}", 2 * x / 3 - x * x / 6, delta)

    return decide("stopping late", "e^(eps/4) = 2", items())


@claim(
    "KLMNS20.L4.5",
    uses=("KLMNS20.L4.3", "KLMNS20.DER.FSENS1", "KLMNS20.T4.2", "KLMNS20.DER.TLONG"),
)
def stopping_point_is_private(size: Size) -> Verdict:
    """StoppingPoint is (eps, delta)-private for a replaced row; on the scope with delta = 0.

    Fair: |X| = 8 with two queries; larger sizes have t = k = 2c.
    """
    n, t = size.pick((5, 1), (7, 2), (8, 2))
    eps = eps_at(2)
    stop = StoppingPoint(Domain.of_size(8), t, 1, 2, eps)
    subject = f"StoppingPoint, |X| = 8, n = {n}, t = {t}, c = 1, h = 2"
    return audit_privacy(stop, replace_universe(8, n), Guarantee.pure(eps), subject)


@claim("KLMNS20.E4.5", uses=("KLMNS20.T4.2",))
def short_and_long_runs(size: Size) -> Verdict:
    """For f, f' that differ by at most 1 up to d* (f_d* >= k) and arbitrarily after it, Pr_f[T] <=
    e^eps Pr_f'[T] + Pr_f[stopping point > d*] for every set T.

    Fair: k = 4, c = 2, d* = 2 of three queries; the third answer is 0 or 9.
    """
    k, cutoff, after = 4, 2, (0, 9)
    firsts = range(size.pick(2, 3, 4))
    laws = {
        f: law(AboveThreshold(cutoff, eps_at(2)), f)
        for f in product(range(5), range(k - 1, k + 3), after)
    }

    def items() -> Iterator[Comparison]:
        for f in product(firsts, (k, k + 1), after):
            late = 1 - laws[f].probability(0) - laws[f].probability(1)
            for g in product(range(max(0, f[0] - 1), f[0] + 2), range(f[1] - 1, f[1] + 2), after):
                if g in laws:
                    gap = hockey_stick(laws[f], laws[g], Fraction(16))
                    yield le(f"f={f}, f'={g}", gap, late)

    return decide("short and long runs", "three queries, e^(eps/4) = 2", items())
