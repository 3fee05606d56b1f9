"""Section 3.2: displays of private multiplicative weights that are misprinted."""

from audits.claims.prelude import *
from reference.data.sensitivity import global_sensitivity


def updated_by_alpha(alpha: Fraction, mean: Fraction, answer: Fraction) -> bool:
    """Whether the points of the query gain weight, as printed."""
    del answer
    return alpha > mean


@claim(
    "VT14.ALG.PMW",
    over(truth=(Fraction(0), Fraction(1)), alpha=(Fraction(1, 8), Fraction(3, 4))),
    about=updated_by_alpha,
    refuted=Erratum(
        Grade.WORDING,
        "3.2, the algorithm, (b), in the text at hand: 'if alpha > q(h)' and 'if alpha < q(h)'; a "
        "is meant",
        left="|q(x) - q(h)| after the update",
        right="|q(x) - q(h)| before it",
    ),
)
def updates_by_alpha(build: Build, truth: Fraction, alpha: Fraction) -> Check:
    """Private multiplicative weights reweights using q: h(i) e^((alpha/4) q(i)) if alpha > q(h),
    h(i) e^(-(alpha/4) q(i)) if alpha < q(h), which moves q(h) towards q(x).

    Cases: Two points, h uniform, q one of them, all rows at one point, no noise; rate 1/2.
    """
    query = Values.indicator({0}, 2)
    before: PointWeights[Any] = PointWeights.uniform(range(2), HALF)
    up = build(alpha, before.mean(query), truth)
    after = before.penalised(query, int(not up))
    left, right = (abs(truth - each.mean(query)) for each in (after, before))
    yield le(f"q(x) = {truth}", left, right)


BETA = TENTH


def radius_as_printed(queries: int, exp_eps: Fraction, n: int) -> int:
    """The least m >= 0 with 10 n ln(|Q|/(eps0 n)) <= m."""
    inside = queries / (ln(exp_eps) * n)
    return 0 if inside.certainly_less(1) else (10 * n * ln(inside)).ceil()


def radius(queries: int, exp_eps: Fraction, n: int) -> int:
    """The least m >= 0 with ln(2 |Q|/beta)/eps0 <= m."""
    del n
    return (ln(2 * queries / BETA) / ln(exp_eps)).ceil()


NEEDED = "(ln(2 * queries / BETA) / ln(exp_eps)).ceil()"
WRONG[radius] = {
    "as printed": radius_as_printed,
    "half of it": f"{NEEDED} => {NEEDED} // 2",
    "one query": given(radius, queries=1),
    "without eps_0": given(radius, exp_eps=Fraction(3)),
    "a tenth of the rows": ("del n\n => del queries\n", f"{NEEDED} => n // 10"),
}
WITHIN = over(queries=(2, 10), exp_eps=(Fraction(2), Fraction(11, 10)), n=(100, 1000))


def noise_beyond(m: int, queries: int, exp_eps: Fraction) -> Fraction:
    """The probability that one of so many draws is beyond m."""
    noise = TwoSidedGeometric(1 / exp_eps)
    return 1 - (1 - 2 * noise.at_least(m + 1)) ** queries


@claim(
    "VT14.TXT.pmw-alpha",
    WITHIN,
    about=radius_as_printed,
    refuted=Erratum(
        Grade.WORDING,
        "3.2, Utility analysis: O(log(|Q|/eps_0 n)) <= alpha/4; the display before it, and the "
        "end of the privacy analysis, have O(log |Q|/(eps_0 n))",
        left="the probability that some noise is more than alpha/4",
        right="1/10",
    ),
)
def constrained_as_printed(build: Build, queries: int, exp_eps: Fraction, n: int) -> Check:
    """If O(log(|Q|/eps_0 n)) <= alpha/4, then with high probability no noise is above alpha/4.

    Cases: The constant of the O is 10; one draw for each query, geometric noise in units of 1/n;
    high probability is 9/10.  The logarithm is negative here, so that every alpha will do.
    """
    m = build(queries, exp_eps, n)
    yield chance(f"m = {m}", noise_beyond(m, queries, exp_eps), BETA)


@claim("VT14.TXT.pmw-alpha", WITHIN, form=Form.CORRECTED, about=radius)
def constrained(build: Build, queries: int, exp_eps: Fraction, n: int) -> Check:
    """If ln(2 |Q|/beta)/(eps_0 n) <= alpha/4, then no noise is above alpha/4 but with probability
    beta, for |Q| draws; and this is little more than needed.

    Cases: beta = 1/10, geometric noise in units of 1/n; some noise is beyond the half of it with
    more than that probability, and beyond m - 5/eps_0 - 1.
    """
    m = build(queries, exp_eps, n)
    yield chance(f"m = {m}", noise_beyond(m, queries, exp_eps), BETA)
    less = max(0, m - (5 / ln(exp_eps)).ceil() - 1)
    yield le("needed", BETA, noise_beyond(less, queries, exp_eps))


NOISES = (Fraction(1, 7), Fraction(-1, 5))
"""Of a_1 and a_2, fixed."""


def margin(rows: Rows) -> Fraction:
    """Max |a_i - q_i(h)|, the noise in a_1, a_2 fixed, h uniform on three points."""
    means = (Fraction(rows.count(i), len(rows)) for i in (0, 1))
    return max(abs(q + z - Fraction(1, 3)) for q, z in zip(means, NOISES, strict=True))


def one(n: int) -> Fraction:
    """As printed."""
    return Fraction(n, n)


def one_row(n: int) -> Fraction:
    """1/n."""
    return Fraction(1, n)


WRONG[one_row] = {
    "as printed": one,
    "2/n": "Fraction(1, n) => Fraction(2, n)",
    "1/n^2": "Fraction(1, n) => Fraction(1, n * n)",
    "1/2": "Fraction(1, n) => Fraction(1, 2)",
}


@claim(
    "VT14.TXT.pmw-units",
    over(n=(2, 3, 5)),
    about=one,
    refuted=Erratum(
        Grade.WORDING,
        "3.2, proof of Claim 3.2.2: Lap(1/eps_0), twice, and sensitivities 1 and 2 (twice) are "
        "those of counts; queries are means here, with noise Lap(1/(eps_0 n)), so that they are "
        "1/n and 2/n",
        left="the global sensitivity of alpha - max |a_i - q_i(h)|",
        right="1",
    ),
)
def sensitivity_of_the_margin_as_printed(build: Build, n: int) -> Check:
    """alpha - max_i |a_i - q_i(h)| has global sensitivity 1 as a function of the database.

    Cases: Databases of n rows over three points, two queries that are indicators of points.
    """
    yield eq("sensitivity", global_sensitivity(margin, replace_one(range(3), n)), build(n))


@claim("VT14.TXT.pmw-units", over(n=(2, 3, 5)), form=Form.CORRECTED, about=one_row)
def sensitivity_of_the_margin(build: Build, n: int) -> Check:
    """alpha - max_i |a_i - q_i(h)| has global sensitivity 1/n as a function of the database, and
    with q_t(h) - q_t(x) added 2/n, as Lap(1/(eps_0 n)) needs it.

    Cases: Databases of n rows over three points, two queries that are indicators of points, q_t
    the first of them; h and the noise of the a_i fixed.
    """
    universe = replace_one(range(3), n)
    yield eq("sensitivity", global_sensitivity(margin, universe), build(n))

    def against(rows: Rows) -> Fraction:
        return margin(rows) + Fraction(1, 3) - Fraction(rows.count(0), len(rows))

    most = global_sensitivity(against, universe)
    yield le("with the next query", most, 2 * build(n))
    yield lt("more than alone", build(n), most)


def both_sides(exp_eps: Fraction, gap: int, threshold: int) -> Fraction:
    """Pr[|gap + Z| >= A] as Pr[Z >= A - gap] + Pr[Z <= -A - gap]."""
    noise = TwoSidedGeometric(1 / exp_eps)
    return noise.at_least(threshold - gap) + noise.at_most(-threshold - gap)


def certain_below_zero(exp_eps: Fraction, gap: int, threshold: int) -> Fraction:
    """The same, and 1 for A <= 0."""
    return both_sides(exp_eps, gap, threshold) if threshold > 0 else ONE


WRONG[certain_below_zero] = {
    "as printed": both_sides,
    "one side": "both_sides(exp_eps, gap, threshold) => "
    "TwoSidedGeometric(1 / exp_eps).at_least(threshold - gap)",
    "never below 0": "else ONE => else Fraction(0)",
    "0 is above 0": "threshold > 0 => threshold >= 0",
    "beyond the threshold": given(certain_below_zero, threshold=lambda a: a + 1),
}
THRESHOLDS = over(exp_eps=(Fraction(2), Fraction(3, 2)), gap=(0, 1, -3), threshold=range(-3, 4))


def update_by_masses(exp_eps: Fraction, gap: int, threshold: int) -> Fraction:
    """1 less the point masses of all noise with |gap + Z| < A."""
    noise = TwoSidedGeometric(1 / exp_eps)
    kept = (noise.probability(z - gap) for z in range(-threshold + 1, threshold))
    return 1 - sum(kept, Fraction(0))


@claim(
    "VT14.TXT.epoch-first",
    THRESHOLDS,
    about=both_sides,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "3.2, proof of Claim 3.2.2, the display of Pr[update at t-th query | beta]: for t = 1 "
        "there is no query that was not to be updated, so that beta > 0 is not known, and the two "
        "events are not disjoint: with a threshold of at most 0 an update is certain",
        left="the sum of the two probabilities",
        right="the probability of an update",
    ),
)
def update_as_printed(build: Build, exp_eps: Fraction, gap: int, threshold: int) -> Check:
    """Pr[update at t-th query | beta] = Pr[Lap >= beta + max |a_i - q_i(h)| + q_t(h) - q_t(x)] +
    Pr[Lap <= -beta - max |a_i - q_i(h)| + q_t(h) - q_t(x)].

    Cases: Geometric noise, in rows; gap = q_t(x) - q_t(h), threshold = beta + max |a_i - q_i(h)| =
    alpha-hat, which is any number for t = 1.
    """
    found = build(exp_eps, gap, threshold)
    yield eq("update", found, update_by_masses(exp_eps, gap, threshold))


@claim("VT14.TXT.epoch-first", THRESHOLDS, form=Form.CORRECTED, about=certain_below_zero)
def update_at_any_threshold(build: Build, exp_eps: Fraction, gap: int, threshold: int) -> Check:
    """The probability of an update is the sum of the two for a threshold above 0, and 1 for any
    other; with the threshold and the gap moved by a row each it is within a factor of e^(2 eps_0).

    Cases: Geometric noise, in rows; the sum of point masses.
    """
    here = build(exp_eps, gap, threshold)
    yield eq("update", here, update_by_masses(exp_eps, gap, threshold))
    for a, c in product((threshold - 1, threshold, threshold + 1), (gap - 1, gap, gap + 1)):
        yield le(f"at {c}, {a}", build(exp_eps, c, a), exp_eps**2 * here)
