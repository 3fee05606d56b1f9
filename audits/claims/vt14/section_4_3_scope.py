"""Section 4.3: which counts, and which error, Lemma 4.3.1 is about."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.packing import answered
from audits.engines.optimum.problems.histograms import named_databases
from reference.lower_bounds.query_packing import column_sum_queries, identical_rows, success_bound

Case = tuple[Fraction, Fraction, int]
"""S, e^eps and l."""

REAL: tuple[Case, ...] = (
    (QUARTER, Fraction(7, 2), 4),
    (QUARTER, Fraction(16), 9),
    (HALF, Fraction(16), 33),
)


def tell_apart(databases: int) -> Problem[int, int]:
    """So many databases of which any two are neighbours, to be named."""
    near, places = tuple(combinations(range(databases), 2)), tuple(range(databases))
    return named_databases(ListedAdjacency(places, near), places)


def in_print(exp_eps: Fraction, s: Fraction) -> Interval:
    """2 e^(2 eps s)."""
    return 2 * exp(ln(exp_eps) * (2 * s))


def in_whole_steps(exp_eps: Fraction, s: Fraction) -> Interval:
    """2 e^(eps ceil(2s))."""
    return exact(2 * exp_eps ** ceil(2 * s))


WRONG[in_whole_steps] = {
    "as printed": in_print,
    "rounded down": "ceil(2 * s) => (2 * s // 1)",
    "half of it": "exact(2 * exp_eps => exact(exp_eps",
    "twice": "exact(2 * exp_eps => exact(4 * exp_eps",
}


@claim(
    "VT14.TXT.packing-real",
    over(case=REAL),
    about=in_print,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "4.3, Lemma 4.3.1, proof, 'by group privacy': the vectors x_i are real, and neighbours "
        "are not defined; with those of lecture 7, |x - x'|_1 <= 1, a distance of 2s takes 2s "
        "steps, rounded up. The lemma is true if 2s is a whole number, as for whole counts, or if "
        "privacy means a loss of at most eps |x - x'|_1",
    ),
)
def real_counts_as_printed(build: Build, case: Case) -> Check:
    """If vectors x_1, ..., x_l of reals have |x_i|_1 <= s and |Q x_i - Q x_j|_inf >= R, and l > 2
    e^(2 eps s), then an eps-private mechanism answers within less than R/2 with probability at
    most 1/2 on some x_i.

    Cases: s, e^eps, l = case; x_i = s e_i, the queries are the counts, R = s; neighbours are those
    of lecture 7, |x - x'|_1 <= 1: any two are neighbours for s <= 1/2, and answers within less
    than R/2 of Q x_i tell which is answered.
    """
    s, r, count = case
    if build(r, s).certainly_less(count):
        yield optimal(tell_apart(count), r, HALF)


@claim("VT14.TXT.packing-real", over(case=REAL), form=Form.CORRECTED, about=in_whole_steps)
def real_counts(build: Build, case: Case) -> Check:
    """The same is true of real vectors if l > 2 e^(eps ceil(2s)); and for s <= 1/2 not of any l <=
    e^eps + 1, as l neighbours are told apart with probability e^eps/(e^eps + l - 1).

    Cases: s, e^eps, l = case: the optimum there, and the bound at l above what is needed.
    """
    s, r, count = case
    yield exactly(tell_apart(count), r, success_bound(r, (0, *(1,) * (count - 1))))
    enough = build(r, s).floor() + 1
    yield lt("enough", success_bound(r, (0, *(ceil(2 * s),) * (enough - 1))), HALF)
    yield le("needed, but for a factor of 2", r + 1, enough)
    yield le("no more", enough, 2 * r + 1)


def by_gaussian_noise(queries: int) -> Interval:
    """Sigma sqrt(2 ln(6k)), sigma = sqrt(2k ln(12.5)): (1, 0.1)-private, within it but for 1/3."""
    deviation = sqrt(2 * queries * ln(Fraction(25, 2)))
    return deviation * sqrt(2 * ln(6 * queries))


@claim(
    "VT14.TXT.error-pure",
    over(queries=(400, 1600)),
    about=by_gaussian_noise,
    refuted=Erratum(
        Grade.WORDING,
        "4.3, Lemma 4.3.1, 'In particular Error(Q) >= R/2', and below, 'Error(Q) > R/2 = k/2': "
        "Error(Q) was defined, in 4.2, for (1, 0.1)-privacy; here it is the error of pure privacy",
        left="R/2 = k/2 for k column sums",
        right="an error that (1, 0.1)-private answers keep with probability 2/3",
    ),
    uses=("VT14.ALG.GaussianK",),
)
def error_as_defined(build: Build, queries: int) -> Check:
    """Error(Q) >= R/2 = k/2 for the k column sums, Error(Q) the smallest error of a (1,
    0.1)-private mechanism with probability 2/3.

    Cases: Gaussian noise of deviation sqrt(2k ln(1.25/delta))/eps, as a row changes the k sums by
    sqrt(k) at most; 2k tails of at most e^(-t^2/2)/2 each.
    """
    yield le("k/2", Fraction(queries, 2), high(build(queries)))


def below_half(r: Fraction, k: int) -> Fraction:
    """The chance of errors below k/2, r = e^eps."""
    return (r / 2) ** k


CHANCE = "(r / 2) ** k"
WRONG[below_half] = {
    "e^(2 eps k)": f"{CHANCE} => (r * r / 2) ** k",
    "k databases": f"{CHANCE} => r**k / k",
    "no eps": f"{CHANCE} => HALF**k",
    "half of the columns": f"{CHANCE} => r**k / 2 ** (k // 2)",
    "e^(eps (k - 1))": f"{CHANCE} => {CHANCE} / r",
}


@claim(
    "VT14.TXT.error-pure",
    over(case=((2, Fraction(5, 4)), (2, Fraction(7, 5)), (1, Fraction(5, 4)))),
    form=Form.CORRECTED,
    about=below_half,
    uses=("VT14.L4.3.1",),
)
def error_of_pure_privacy(build: Build, case: tuple[int, Fraction]) -> Check:
    """The error of eps-private mechanisms is at least k/2 for the k column sums: errors below k/2
    have probability at most e^(eps k)/2^k on some of the databases of k identical rows, which is
    below 2/3.

    Cases: k, e^eps = case: all mechanisms, on all histograms of at most k rows; for k = 2 the
    chance is attained.  It is below 2/3 for 8 and 400 columns, eps = 1/4, 1/2, too.
    """
    k, r = case
    below = answered(column_sum_queries(k), identical_rows(2**k, k), Fraction(k - 1, 2))
    yield (optimal if k == 1 else exactly)(below, r, build(r, k))
    for base, columns in ((r, k), *product((exp_high(Fraction(1, 4)), exp_high(HALF)), (8, 400))):
        yield lt(f"k = {columns}, e^eps at most {base}", (base / 2) ** columns, Fraction(2, 3))
