"""Section 3: inequalities between sizes in the proof of Theorem 10, and the remark after it."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import NAMED, every_class, tables
from reference.data.concept import intervals
from reference.data.dimensions import dual_vc_dimension, vc_dimension
from reference.data.named_classes import stumps
from reference.data.public_cover import public_cover, representatives
from reference.lower_bounds.without_privacy import samples_for_accuracy
from reference.mechanisms.release.double_sampling import public_rate

BETAS = (HALF, Fraction(1, 100), Fraction(1, 10**9))


def sizes_of_theorem_10(
    d: int, p: int, alpha: Fraction, beta: Fraction, eps: Fraction, delta: Fraction, constant: int
) -> tuple[Interval, Interval]:
    """The n and the m of Theorem 10, with this constant in place of O."""
    both = -d * ln(alpha) - ln(beta)
    private = both * sqrt(both) * sqrt(-p * ln(delta)) / (eps * alpha**2)
    return constant * private, constant * both / alpha


CONSTANTS = (1, 371, 10**6, 10**12)
"""In place of O; 371 is that of BCMNUW20.L11."""


def near_one(constant: int) -> tuple[Fraction, Fraction]:
    """alpha = 2^-k so small that 8 C (k + 2) < 2^k, and a delta so near 1 that n is small."""
    k = next(k for k in range(2, 99) if 8 * constant * (k + 2) < 2**k)
    return Fraction(1, 2**k), 1 - Fraction(1, 2 ** (8 * k))


@claim(
    "BCMNUW20.T10",
    over(constant=CONSTANTS),
    about=sizes_of_theorem_10,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 3, Theorem 10, n = O(... sqrt(p log(1/delta)) ...): as delta tends to 1, n tends "
        "to 0, and no bound on delta is told; log(2/delta), as in Lemma 7, will do",
        "the least number of rows with which a release is accurate",
        "n + m, each rounded up",
    ),
)
def rows_of_theorem_10(build: Build, constant: int) -> Check:
    """Algorithm 3 is an (alpha, beta, eps, delta) PAP release with n = O((d log(1/alpha) +
    log(1/beta))^(3/2) sqrt(p log(1/delta))/(eps alpha^2)) private and m = O((d log(1/alpha) +
    log(1/beta))/alpha) public rows, d = VC(H), p the dual VC dimension.

    Cases: d = p = 1, eps = 1/2, beta = 1/4, any distribution. As delta tends to 1 (no bound on it
    is told) log(1/delta) does to 0, and with it n; a small alpha needs 1/(4 alpha^2) rows in all
    (BCMNUW20.TXT.statLB), more than m. Every constant fails so; the listed ones are computed.
    """
    alpha, delta = near_one(constant)
    n, m = build(1, 1, alpha, QUARTER, HALF, delta, constant)
    needed = samples_for_accuracy(alpha, QUARTER)
    yield le(f"alpha = {alpha}, C = {constant}", needed, n.rounded_up() + m.rounded_up())


WRONG[sizes_of_theorem_10] = {
    "log(2/delta)": given(sizes_of_theorem_10, delta=lambda delta: delta / 2),
    "1/alpha^2 public rows": "constant * both / alpha => constant * both / alpha**2",
}
"""Lemma 7 has log(2/delta)."""


@claim(
    "BCMNUW20.T10",
    over(constant=CONSTANTS),
    form=Form.CONCRETE,
    about=sizes_of_theorem_10,
    uses=("BCMNUW20.TXT.statLB",),
)
def no_constant_is_enough_near_one(build: Build, constant: int) -> Check:
    """For d = p = 1, eps = 1/2, beta = 1/4 and every constant C in place of O there are alpha and
    delta near 1 with n <= 1 and n + m less than the rows that any release needs.

    Cases: alpha = 2^-k with 8 C (k + 2) < 2^k, delta = 1 - 2^-8k: m is at most C (k + 2) 2^k <
    2^2k/8, half of what is less than necessary, and n at most C (k + 2)^(3/2) 2^(2k + 1 - 4k) < 1.
    With log(2/delta) n is more than 1/alpha^2. T10R has constants for which it is true.
    """
    alpha, delta = near_one(constant)
    n, m = build(1, 1, alpha, QUARTER, HALF, delta, constant)
    needed = samples_for_accuracy(alpha, QUARTER)
    yield le("n", high(n), 1)
    yield lt(f"n + m for C = {constant}", n.rounded_up() + m.rounded_up(), needed)
    yield le("needed", Fraction(1, 4) / alpha**2, needed)


def split_logarithm(d: int, beta: Fraction) -> Interval:
    """D log(1 + log(1/beta)/d)."""
    return d * ln(1 - ln(beta) / d)


WRONG[split_logarithm] = {
    "not divided by d": "ln(beta) / d => ln(beta)",
    "twice the argument": "1 - ln(beta) / d => 2 - 2 * ln(beta) / d",
}


@claim("BCMNUW20.T10.s4", over(d=(1, 2, 3, 10, 100), beta=BETAS), about=split_logarithm)
def logarithm_of_one_more(build: Build, d: int, beta: Fraction) -> Check:
    """d log(1 + log(1/beta)/d) <= log(1/beta), since (1 + x/d)^d <= e^x.

    Cases: The power with rational x, at most a lower bound of e^x; then certified logarithms.
    """
    for x in (Fraction(0), Fraction(1, 10), Fraction(1), Fraction(7, 2), Fraction(20)):
        if x:
            yield le(f"x = {x}", (1 + x / d) ** d, exp_low(x))
    yield le("logarithms", high(build(d, beta)), low(-ln(beta)))


def twelve_times(alpha: Fraction, beta: Fraction, d: int) -> Interval:
    """12 (log(1/alpha) + log(1 + log(1/beta)/d))."""
    return 12 * (-ln(alpha) + ln(1 - ln(beta) / d))


WRONG[twelve_times] = {
    "constant 1": "12 * ( => (",
    "without log(1/alpha)": "(-ln(alpha) + ln => (ln",
    "without the term of beta": "-ln(alpha) + ln(1 - ln(beta) / d) => -ln(alpha)",
}


def near_one_too(constant: int) -> tuple[Fraction, Interval]:
    """alpha = beta so near 1 that one public row is enough, and d log(1/alpha) + log(1/beta)."""
    alpha = 1 - Fraction(1, 8 * constant)
    return alpha, -2 * ln(alpha)


def near_one_in_lemma_11(left: str, right: str) -> Erratum:
    """The same as in Lemma 11."""
    words = "Section 3, proof of Theorem 10 (missing: alpha stays away from 1)"
    return Erratum(Grade.HIDDEN_HYPOTHESIS, words, left, right, same_as="BCMNUW20.L11")


@claim(
    "BCMNUW20.T10.s5",
    over(constant=(1, 371, 10**6)),
    refuted=near_one_in_lemma_11("log(|H~|)", "C (d log(1/alpha) + log(1/beta))"),
)
def logarithm_of_the_cover_as_printed(constant: int) -> Check:
    """With the m of Theorem 10, log(|H~|) = O(d log(1/alpha) + d log(1 + log(1/beta)/d)) = O(d
    log(1/alpha) + log(1/beta)).

    Cases: Thresholds on two points, d = 1, alpha = beta = 1 - 1/(8C), with the constant C in both
    places: m is 1, rounded up, and one row leaves two concepts.
    """
    alpha, both = near_one_too(constant)
    m = (constant * both / alpha).rounded_up()
    kept = public_cover(tables(intervals(2), 2), (0,) * m)
    yield le(f"m = {m}", low(ln(len(kept))), high(constant * both))


@claim(
    "BCMNUW20.T10.s5",
    over(
        d=(1, 2, 10, 1000),
        alpha=(Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**6)),
        beta=(Fraction(1), *BETAS, Fraction(1, 2**4000)),
    ),
    form=Form.CONCRETE,
    about=twelve_times,
    uses=("BCMNUW20.L11", "BCMNUW20.T10.s4"),
)
def logarithm_of_the_public_rows(build: Build, d: int, alpha: Fraction, beta: Fraction) -> Check:
    """For m = 371 (d log(1/alpha) + log(1/beta))/alpha rounded up, and alpha <= 1/2, log(e m/d) <=
    12 (log(1/alpha) + log(1 + log(1/beta)/d)), so that log(|H~|) <= d log(e m/d) <= 12 (d
    log(1/alpha) + log(1/beta)).

    Cases: The m of BCMNUW20.L11. For all alpha <= 1/2: with L = log(1/alpha), b = log(1/beta)/d,
    log(e m/d) is at most log(372 e) + L + log(L + b), and log(L + b) <= L + log(1 + b), while
    log(372 e) <= 10 L.
    """
    m = public_rate(d, alpha, beta).rounded_up()
    left = 1 + ln(Fraction(m, d))
    yield le("log(e m/d)", high(left), low(build(alpha, beta, d)))
    yield le("10 L", high(1 + ln(372)), low(-10 * ln(Fraction(1, 2))))


def one_more_logarithm(p: int, concepts: int) -> Interval:
    """P (1 + log(|H~|))."""
    return p * (1 + ln(concepts))


DOMAIN = Parts(points=representatives, logarithm=one_more_logarithm)
WRONG[DOMAIN] = {
    "every point represents itself": DOMAIN.but(points=lambda _, points: tuple(range(points))),
    "p log(|H~|)": DOMAIN.but(logarithm="(1 + ln(concepts)) => ln(concepts)"),
}


@claim(
    "BCMNUW20.T10.s6",
    over(constant=(1, 371, 10**6)),
    refuted=near_one_in_lemma_11("log(|X_H~|)", "C p~ (d log(1/alpha) + log(1/beta))"),
)
def logarithm_of_the_domain_as_printed(constant: int) -> Check:
    """By Claim 3 log(|X_H~|) = O(p~ (d log(1/alpha) + log(1/beta))), p~ the dual VC dimension of
    H~.

    Cases: As for T10.s5: two thresholds on two points have two representatives.
    """
    _, both = near_one_too(constant)
    kept = public_cover(tables(intervals(2), 2), (0,))
    count, q = len({*representatives(kept, 2)}), dual_vc_dimension(kept, 2)
    yield le(f"{count} points", low(ln(count)), high(constant * q * both))


@claim(
    "BCMNUW20.T10.s6",
    over(size=(2, 3)),
    form=Form.CONCRETE,
    about=DOMAIN,
    uses=("BCMNUW20.C3", "BCMNUW20.T10.s5"),
)
def logarithm_of_the_representative_domain(parts: Parts, size: int) -> Check:
    """log(|X_H~|) <= 14 p~ (d log(1/alpha) + log(1/beta)) <= 14 p (d log(1/alpha) + log(1/beta))
    for alpha <= 1/2 and d >= 1, where p~ <= p are the dual VC dimensions of H~ and H: by Claim 3
    log(|X_H~|) is at most p~ log(e |H~|/p~) <= p~ (1 + log(|H~|)).

    Cases: All classes on two and three points, and classes with a name, and their covers for all
    sets of up to two public points. One concept that is not constant has two representatives and
    log(|H~|) = 0: the 1 is needed. The constant: by BCMNUW20.T10.s5, at d log(1/alpha) = log(2).
    """
    named = [*NAMED.values(), (tables(intervals(8), 8), 8), (tables(stumps(3), 8), 8)]
    for concepts, points in [(c, size) for c in every_class(size)] + named:
        p = dual_vc_dimension(concepts, points)
        for w in ((), (0,), (0, points - 1)):
            kept = public_cover(concepts, w)
            q = dual_vc_dimension(kept, points)
            count = len({*parts.points(kept, points)})
            shown = f"{len(concepts)} concepts, {points} points, {w}"
            yield le(f"{shown}: of the cover", q, p)
            if q:
                most = exp_low(q) * Fraction(len(kept), q) ** q
                yield le(f"{shown}: Sauer", count, most)
            yield le(f"{shown}: logarithms", high(ln(count)), low(parts.logarithm(q, len(kept))))
    yield le("the constant", high(1 + 12 * ln(2)), low(14 * ln(2)))


def dual_bound(d: int) -> int:
    """2^(d+1), more than the dual VC dimension."""
    return 1 << d + 1


WRONG[dual_bound] = {"2^d": "1 << d + 1 => 1 << d", "a square": "1 << d + 1 => (d + 1) ** 2"}


@claim("BCMNUW20.R10", over(size=(1, 2, 3)), about=dual_bound, uses=("BCMNUW20.F4",))
def private_rows_by_the_dimension(build: Build, size: int) -> Check:
    """By Fact 4 p < 2^(d+1), so that the n of Theorem 10 with 2^d in place of p is at least
    1/sqrt(2) of it: n = O((d log(1/alpha) + log(1/beta))^(3/2) sqrt(2^d log(1/delta))/(eps
    alpha^2)), where that of Theorem 10 is enough (not for delta near 1, see BCMNUW20.T10).

    Cases: All classes on up to three points, and the stumps of 1, 3 and 7 attributes, for which p
    = 2^(d+1) - 1; n depends on p by the factor sqrt(p) alone, so that p <= 2 * 2^d is the claim.
    """
    every = [(c, size) for c in every_class(size)]
    if size == 1:
        every += [(tables(stumps(p), 2**p), 2**p) for p in (1, 3, 7)]
    for concepts, points in every:
        d, p = vc_dimension(concepts, points), dual_vc_dimension(concepts, points)
        yield lt(f"{len(concepts)} concepts, {points} points", p, build(d))
        yield le(f"{len(concepts)} concepts, {points} points: squares", p, 2 * 2**d)


not_finitely_checkable(
    "BCMNUW20.TXT.ub-informal",
    statement="Query release for a class of VC dimension d and dual VC dimension p with about "
    "d/alpha public and about sqrt(p) d^(3/2)/alpha^2 private samples.",
    reason="informal: logarithms, and the dependence on beta, eps and delta, are left out; "
    "Theorem 10 has them, and BCMNUW20.L11 has the public samples with a constant",
)
