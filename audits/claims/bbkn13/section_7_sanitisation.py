"""Section 7: sanitisers for the point functions, and how many rows they need."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.sanitising import answers, arbitrary, copies, synthetic
from audits.claims.bbkn13.words import *
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.release.exponential_sanitiser import (
    ExponentialSanitiser,
    enough_rows,
    frequency,
    largest_error,
    synthetic_rows,
)


@claim(
    "BBKN13.LP.SANIT",
    over(
        sizes=sized(
            ((3, 1, HALF), (3, 3, THIRD)),
            ((3, 1, HALF), (3, 3, THIRD), (3, 4, HALF / 2)),
            ((3, 1, HALF), (3, 3, THIRD), (4, 4, HALF / 2)),
        )
    ),
    form=Form.CONCRETE,
    about=packing_bound,
)
def best_sanitiser(bound: Build, sizes: tuple[int, int, Fraction]) -> Check:
    """The best eps-private sanitiser with synthetic output is useful with probability at most
    e^(eps k)/(e^(eps k) + T - 1), k = ceil(2 alpha m).

    Cases: sizes = (T, m, alpha), e^eps = 2; attained for one row.
    """
    t, m, alpha = sizes
    yield optimal(synthetic(t, m, alpha), TWO, bound(TWO, copies(alpha, m), t))


not_finitely_checkable(
    "BBKN13.T7.1",
    statement="Every class of finite VC dimension can be sanitised with "
    "O(log|X| VCDIM log(1/alpha)/(alpha^3 eps) + log(1/beta)/(eps alpha)) rows.",
    reason="asymptotic and cited; the other forms are about POINT",
)


@claim(
    "BBKN13.T7.1",
    over(t=sized((2, 3), (2, 3), (2, 3, 4))),
    form=Form.CONCRETE,
    about=ExponentialSanitiser,
)
def sanitiser_for_points(build: Build, t: int) -> Check:
    """For POINT the exponential mechanism over histograms of k rows is eps-private; on k rows it
    is off by j/k or more with probability at most e^(-eps j/2) for each other histogram.

    Cases: k = 3, every eps, every database of three rows.
    """
    every, universe = build(Domain.of_size(t), 3, EVERY), replace_one(range(t), 3)
    yield private(every, universe, PURE)
    for j in (1, 2, 3):
        bound = (universe.database_count - 1) * EVERY.root**-j
        closer = partial(_closer, Fraction(j, 3))
        yield accurate(every, universe, closer, bound, name=f"j = {j}")


WRONG[enough_rows] = {
    "half the rows": ".rounded_up() => .rounded_up() // 2",
    "without ln(1/beta)": " - ln(beta) => ",
    "without ln T": "ln(size) => ln(2)",
    "T in place of ln T": "ln(size) => ln(2) * size",
}
WRONG[copies] = {"one copy fewer": "// 1) => // 1) - 1"}


@claim(
    "BBKN13.T7.1",
    over(t=sized((2, 3), (2, 3), (2, 3, 4)), beta=(HALF, TENTH, Fraction(1, 10**6))),
    form=Form.CORRECTED,
    about=enough_rows,
)
def rows_for_points(rows: Build, t: int, beta: Fraction) -> Check:
    """For POINT, on (4/(eps alpha))(k ln T + ln(1/beta)) rows, rounded up, k = ceil(2/alpha), the
    exponential mechanism over histograms of k rows answers every query closer than alpha but with
    probability beta; so 1/alpha^2 is enough where print has log(1/alpha)/alpha^3.

    Cases: alpha = 2/3, e^eps = (3/2)^6, the law on every database of that size.  The proof lets
    every histogram be useless and takes sequences for histograms, so that the bound bites for
    small beta only: at beta = 1/2 the true failure is below a hundredth, and a third of the rows
    would do; at beta = 10^-6 and T = 3 half the rows do not.
    """
    alpha, eps = Fraction(2, 3), Epsilon(Fraction(3, 2), 6)
    m = rows(t, alpha, beta, eps)
    useful = ExponentialSanitiser(Domain.of_size(t), synthetic_rows(alpha), eps)
    universe = replace_one(range(t), m)
    yield accurate(useful, universe, partial(_closer, alpha), beta, name=f"{m} rows")


def _off(d: Database[int], e: Database[int]) -> Fraction:
    """By how much the frequency of a point is off at most."""
    return max(abs(Fraction(d.count(x), len(d)) - Fraction(e.count(x), len(e))) for x in range(4))


def _closer(alpha: Fraction, d: Database[int], e: Database[int]) -> bool:
    return _off(d, e) < alpha


@claim(
    "BBKN13.T7.2",
    over(constant=(ONE, Fraction(1, 1000)), large=("alpha", "eps")),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Theorem 7.2 (missing: alpha <= 1/2, and eps <= 1, say, for beta <= 1/4; its proof takes "
        "3 alpha m entries of m, so alpha <= 1/3, and m >= 1/(3 alpha))",
        "the constant times (d + log(1/beta))/(eps alpha)",
        "the rows",
    ),
)
def rows_for_every_alpha_as_printed(constant: Fraction, large: str) -> Check:
    """Every eps-private mechanism that is (alpha, beta)-useful for POINT_d needs at least a
    constant times (d + log(1/beta))/(eps alpha) rows.

    Cases: beta = 1/4, d = 1, one row. For alpha = 3/5 and eps nearly constant/1000 the answer 1/2
    to both queries is always useful, as is the database of the two points. For e^eps = 3 the row
    itself can be told with probability 3/4, whatever alpha is, here constant/100.
    """
    case = {
        "alpha": (Fraction(3, 5), 1 + constant / 1000, ONE),
        "eps": (constant / 100, Fraction(3), Fraction(3, 4)),
    }
    alpha, exp_eps, success = case[large]
    yield exactly(arbitrary(2, 1, alpha), exp_eps, success)
    claimed = low(ln(2) + ln(4)) / (high(ln(exp_eps)) * alpha)
    yield le("d = 1", constant * claimed, 1)


@claim(
    "BBKN13.T7.2",
    over(
        d=(1, 4, 16),
        alpha=(HALF, THIRD, Fraction(1, 100)),
        beta=(QUARTER, Fraction(1, 1000)),
        exp_eps=(Fraction(3, 2), Fraction(4)),
    ),
    form=Form.CORRECTED,
    about=copies,
    given=lambda alpha: [le("alpha <= 1/2", alpha, HALF)],
)
def rows_for_small_alpha(
    count: Build, d: int, alpha: Fraction, beta: Fraction, exp_eps: Fraction
) -> Check:
    """alpha <= 1/2: a useful mechanism has e^(eps ceil(2 alpha m)) >= (T - 1)(1 - beta)/beta, so
    at least (ln((T - 1)(1 - beta)/beta)/eps - 1)/(2 alpha) rows; the 1 is for the rounding.

    Cases: For the largest smaller number of rows the bound of the concrete form is too small.
    """
    t, m = 2**d, 0
    while exp_eps ** count(alpha, m + 1) < (t - 1) * (1 - beta) / beta:
        m += 1
    yield lt(f"m = {m}", packing_bound(exp_eps, copies(alpha, m), t), 1 - beta)


@claim(
    "BBKN13.T7.2",
    over(
        sizes=sized(
            ((3, 1, HALF), (4, 1, THIRD), (2, 3, THIRD), (3, 3, THIRD)),
            ((3, 1, HALF), (4, 1, THIRD), (2, 3, THIRD), (3, 3, THIRD), (3, 4, HALF / 2)),
            ((3, 1, HALF), (4, 1, THIRD), (2, 3, THIRD), (4, 3, THIRD), (3, 4, HALF / 2)),
        ),
        exp_eps=(TWO, Fraction(4)),
    ),
    form=Form.CONCRETE,
    about=packing_bound,
)
def sanitising_needs_rows(
    bound: Build, sizes: tuple[int, int, Fraction], exp_eps: Fraction
) -> Check:
    """Whatever its outputs, an eps-private mechanism answers the point functions within alpha on
    every database of m rows with probability at most e^(eps k)/(e^(eps k) + T - 1), k = ceil(2
    alpha m) (3 alpha m in print, which is weaker).

    Cases: sizes = (T, m, alpha); all mechanisms, outputs any vectors of answers; attained for one
    row, and for two points.
    """
    t, m, alpha = sizes
    k = copies(alpha, m)
    yield optimal(arbitrary(t, m, alpha), exp_eps, bound(exp_eps, k, t))


ANSWERS = over(
    vector=sized(answers(8, 3), answers(12, 3), answers(24, 3)),
    alpha=(Fraction(1, 6), QUARTER, THIRD),
)


@claim("BBKN13.T7.2.disj", ANSWERS, about=is_useful_answer)
def useful_outputs_are_disjoint(
    useful: Build, vector: tuple[Fraction, ...], alpha: Fraction
) -> Check:
    """No answers are useful for two packing databases; the proof's two conditions suffice for the
    frequencies of a synthetic database, to which it restricts itself.

    Cases: All answers of a grid; m = 12; some are useful.
    """
    good = [useful(vector, packing_database(i, 12, int(36 * alpha)), alpha) for i in range(3)]
    yield le("useful", sum(good), 1)
    if sum(vector) == 1:
        yield le("synthetic", sum(is_useful_as_printed(vector, i, alpha) for i in range(3)), 1)


@claim(
    "BBKN13.T7.2.dist",
    over(m=ranges(1, 13, 25, 49), tenths=range(1, 61)),
    about=packing_database,
    given=lambda m, tenths: [
        le("alpha <= 1/3", tenths, 60),
        eq("3 alpha m is an integer", m * tenths % 60, 0),
    ],
)
def packing_databases_are_far_apart(build: Build, m: int, tenths: int) -> Check:
    """D_1 and D_i differ in 3 alpha m entries, and in every answer but 3 alpha by nothing.

    Cases: alpha = tenths/180.
    """
    alpha = Fraction(tenths, 180)
    first, other = (build(i, m, int(3 * alpha * m)) for i in (0, 2))
    yield eq("entries", differing(first, other), 3 * alpha * m)
    gaps = [frequency(other, x) - frequency(first, x) for x in range(3)]
    yield eq("answer for 1", gaps[0], -3 * alpha)
    yield eq("answer for i", gaps[2], 3 * alpha)


@claim(
    "BBKN13.TXT.s7-vc", over(d=ranges(2, 9, 17, 49)), about=packing_bound, uses=("BBKN13.T7.2",)
)
def constant_vc_dimension_is_not_enough(bound: Build, d: int) -> Check:
    """A class of VC dimension 1 needs a number of rows that grows with log |X|: to be useful with
    probability 99/100 at e^eps = 2, 2 alpha m >= d + 7.

    Cases: VCDIM(POINT) = 1.  The least k = 2 alpha m that the bound admits is d + 7: searched both
    ways, one less is not enough.
    """
    if d <= 5:
        yield eq("VC dimension", vc_dimension(points(2**d), 2**d), 1)
    yield lt("k = d + 6", bound(TWO, d + 6, 2**d), Fraction(99, 100))
    yield le("k = d + 7", Fraction(99, 100), bound(TWO, d + 7, 2**d))


@claim(
    "BBKN13.TXT.s7-tight",
    over(m=ranges(1, 5, 6, 8), k=ranges(1, 5, 6, 7)),
    about=enough_rows,
    uses=("BBKN13.T7.1", "BBKN13.T7.2"),
)
def rows_are_linear_in_d(enough_for: Build, m: int, k: int) -> Check:
    """For POINT a number of rows linear in d is enough and necessary: some database of k rows has
    every frequency closer than 1/k, so (4/(eps alpha))(ceil(2/alpha) ln T + ln(1/beta)) rows are
    enough, and e^(eps ceil(2 alpha m)) >= (T - 1)(1 - beta)/beta is necessary.

    Cases: The rounding for every database on three points; the two numbers of rows for T = 2^(m +
    4) and 2^(16 m), alpha = 1/3, beta = 1/2, e^eps = 4: one is less than 72 times the other.
    """
    outputs = list(replace_one(range(3), k).databases())
    for d in replace_one(range(3), m).databases():
        yield lt(f"{d}", min(largest_error(d, e) for e in outputs), Fraction(1, k))
    for points_in_all in (2 ** (m + 4), 2 ** (16 * m)):
        enough, needed = enough_for(points_in_all, THIRD, HALF, TWO_EPS), 1
        while packing_bound(TWO_EPS.exp(), copies(THIRD, needed), points_in_all) < HALF:
            needed += 1
        yield le("needed", needed, enough)
        yield lt("enough", enough, 72 * needed)
