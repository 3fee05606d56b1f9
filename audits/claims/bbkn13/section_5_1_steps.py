"""Section 5.1: the steps of the proof of Theorem 5.4, one by one."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.few_switches import BarelyPromised
from audits.claims.bbkn13.laws.functions import interval_databases, on_points
from audits.claims.bbkn13.words import *
from reference.data.switching_points import switching_intervals
from reference.reductions.few_switches import few_switches

NO_ROWS: ListedAdjacency[Database[LabelledExample]] = these([()])


def _parts(number: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(k, number) for k in range(number + 1))


def count_errors(sample: Database[int], _: object) -> int:
    """How many rows are 1."""
    return sum(sample)


def _within(mean: Fraction, less: Fraction, _: object, errors: int) -> bool:
    """Whether the number of errors is off by less."""
    return abs(errors - mean) < less


def _odds(alpha: Fraction, beta: Fraction, root: Fraction, z: int, n: int) -> Iterator[Comparison]:
    least = ln((1 - beta) * z / beta) / (alpha * ln(root))
    yield le("2 ln(z (1-beta')/beta')/(alpha' eps) <= s", high(least), n)


@claim("BBKN13.T5.4.const")
def constants_agree() -> Check:
    """12/beta = 2/beta', (6-beta)/beta = (1-beta')/beta', 8/alpha^2 = 1/(2 alpha'^2), 8/alpha =
    2/alpha', for alpha' = alpha/4, beta' = beta/6.

    Cases: Identities of rational functions: alpha = beta = 1/r, all r >= 1.

    Routes: in terms of alpha and beta; in terms of alpha' and beta'.
    """
    alpha = beta = 1 / RationalFunction.r()
    a, b = alpha / 4, beta / 6
    yield eq("12/beta", 12 / beta, 2 / b)
    yield eq("(6-beta)/beta", (6 - beta) / beta, (1 - b) / b)
    yield eq("8/alpha^2", 8 / alpha**2, 1 / (2 * a**2))
    yield eq("8/alpha", 8 / alpha, 2 / a)


@claim(
    "BBKN13.T5.4.step3",
    over(beta=sized((ONE, HALF), (ONE, HALF, Fraction(1, 3)), (ONE, HALF, TENTH))),
    about=few_switches,
    given=lambda beta: [lt("0 < beta", 0, beta), le("beta <= 1", beta, 1)],
)
def repetitions_find_few_switches(reduction: Build, beta: Fraction) -> Check:
    """Step 3 finds no hypothesis with at most z switching points with probability <= beta', and
    one of error > alpha' with probability <= 2 beta', in all 3 beta'; A' finds at most z with
    probability >= 1/2, and fails with probability <= beta'.

    Cases: A' that keeps its promises with nothing to spare, z = 3; without examples the choice is
    uniform, and the good hypothesis gives c_1 with probability 1/3.
    """
    found = reduction(BarelyPromised(beta / 6), 0, 3, 3, beta, TWO_EPS)
    yield accurate(found, NO_ROWS, lambda _, y: y is not BOTTOM, beta / 6)
    chosen = law(found, ())
    nothing, good = chosen.probability(BOTTOM), 3 * chosen.probability(intervals(3)[1])
    yield chance("error above alpha'", 1 - nothing - good, beta / 3)
    yield chance("in all", 1 - good, beta / 2)


@claim(
    "BBKN13.T5.4.most",
    over(z=(3, 5, 9)),
    refuted=Erratum(
        Grade.WORDING,
        'Section 5.1, proof of Theorem 5.4, "Pr[|SWITCH(h_i)| >= z] <= 1/2", for > z: hypotheses '
        "with at most z switching points are returned with probability 1/2",
        "Pr[|SWITCH(h)| >= z] of a learner that always returns one h with z switching points",
        "1/2",
    ),
)
def z_switching_points_as_printed(z: int) -> Check:
    """If A' returns hypotheses with at most z switching points with probability >= 1/2, then
    |SWITCH(h)| >= z with probability <= 1/2.

    Cases: Always the alternating function on z - 1 points, a power of two, which has z switching
    points.
    """
    count = len(switching_intervals(Values(tuple(x % 2 for x in range(z - 1)))))
    yield le("at most z", HALF, Fraction(int(count <= z)))
    yield le("at least z", Fraction(int(count >= z)), HALF)


def too_many(count: int, z: int) -> bool:
    """More than z."""
    return count > z


WRONG[too_many] = {"z, too": "> z => >= z"}


@claim("BBKN13.T5.4.most", over(z=(2, 3, 4), p=_parts(8)), form=Form.CORRECTED, about=too_many)
def more_switching_points_are_rare(many: Build, z: int, p: Fraction) -> Check:
    """Then |SWITCH(h)| > z with probability <= 1/2.

    Cases: One of two functions on three points, with probability p the first; attained.
    """
    for first, second in product(all_functions(3), repeat=2):
        n, k = len(switching_intervals(first)), len(switching_intervals(second))
        if p * (n <= z) + (1 - p) * (k <= z) >= HALF:
            yield le(f"{first}, {second}", p * many(n, z) + (1 - p) * many(k, z), HALF)


@claim(
    "BBKN13.T5.4.hoeff",
    over(
        alpha=(TENTH, Fraction(1, 8)),
        beta=(Fraction(1, 24), Fraction(1, 12)),
        n=(125, 160, 200),
        p=sized((Fraction(1, 6), HALF), _parts(6), _parts(11)),
    ),
    about=OnSample,
    given=lambda alpha, beta, n: [
        le("ln(2/beta')/(2 alpha'^2) <= s", high(ln(2 / beta) / (2 * alpha**2)), n)
    ],
)
def empirical_error_is_close(
    sampled: Build, alpha: Fraction, beta: Fraction, n: int, p: Fraction
) -> Check:
    """s >= ln(2/beta')/(2 alpha'^2): the empirical error deviates by >= alpha' from the error p
    with probability <= beta'.

    Cases: The errors on a sample; Hoeffding's bound loses a factor of about 4 at p = 1/2.
    """
    rate = these([((1, p), (0, 1 - p))])
    close = partial(_within, Fraction(n) * p, n * alpha)
    yield accurate(sampled(count_errors, n), rate, close, beta)


@claim(
    "BBKN13.T5.4.em",
    over(
        alpha=(TENTH, Fraction(1, 20)),
        beta=(Fraction(1, 12), Fraction(1, 60)),
        root=(Fraction(3, 2), TWO),
        z=(3,),
        n=sized((51, 87, 128), (51, 87, 101, 128, 256), (51, 87, 101, 128, 256, 400)),
    ),
    about=ExponentialLearner,
    given=_odds,
)
def odds_of_a_good_interval(
    learner: Build, alpha: Fraction, beta: Fraction, root: Fraction, z: int, n: int
) -> Check:
    """s >= 2 ln(z (1-beta')/beta')/(alpha' eps), and h has at most z switching points and
    empirical error <= 2 alpha': the choice has empirical error > 3 alpha' with probability <=
    beta', as e^(alpha' s eps/2)/z >= (1-beta')/beta'.

    Cases: The best interval errs 2 alpha' s times, both others just above 3 alpha' s times;
    e^(eps/2) = root.
    """
    h = Values((1, 0, 0))
    best, least = int(2 * alpha * n), int(3 * alpha * n) + 1
    d = ((0, 1),) * (least - best) + ((1, 1),) * best + ((2, 0),) * (n - least)
    chosen = learner(switching_intervals(h), 3, Epsilon(root, 2))
    yield eq("switching points", len(switching_intervals(h)), z)
    yield accurate(chosen, these([d]), _errs_at_most(3 * alpha * n), beta)


def _errs_at_most(most: Fraction | int) -> Callable[[Database[LabelledExample], Any], bool]:
    return lambda d, c: empirical_errors(c, d) <= most


@claim(
    "BBKN13.T5.4.em",
    over(on_points(3), n=sized((2, 3), (2, 3), (2, 3, 4))),
    form=Form.CONCRETE,
    about=ExponentialLearner,
)
def exponential_mechanism_finds_a_good_interval(learner: Build, h: Values, n: int) -> Check:
    """h errs k2 <= k3 times: the choice in SWITCH(h) errs more than k3 times with probability <=
    (z - 1)/(z - 1 + e^(eps (k3 + 1 - k2)/2)), z = |SWITCH(h)|, on databases labelled by an
    interval.

    Cases: All such databases and thresholds, every eps at once.
    """
    chosen = switching_intervals(h)
    others, found = len(chosen) - 1, learner(chosen, 3, EVERY)
    for k2 in range(n):
        databases = [d for d in interval_databases(3, n) if empirical_errors(h, d) == k2]
        for k3 in range(k2, n if databases else 0):
            power = EVERY.exp(Fraction(k3 + 1 - k2, 2))
            universe = these(databases)
            name = f"k2 = {k2}, k3 = {k3}"
            yield accurate(
                found, universe, _errs_at_most(k3), others / (others + power), name=name
            )


@claim(
    "BBKN13.T5.4.samples",
    over(box(alpha=between(0, 1, low_in=False), eps=between(0, 1, low_in=False))),
    refuted=Erratum(
        Grade.WORDING,
        'Section 5.1, last paragraph of the proof of Theorem 5.4, "2^Omega(d) switching points" '
        'for 2^o(d), and "(alpha/4, beta)-PAC learner" for (alpha/4, beta/6)',
        "8 ln(z)/(alpha eps d) for z = 2^d, the same for every d, and less than s/d",
        "1, which (what is o(d))/d is below from some d on",
    ),
)
def samples_for_many_switches(alpha: Fraction, eps: Fraction) -> Check:
    """The last sentence of the proof as it is worded: with z = 2^Omega(d) switching points the
    proper learner that is constructed has o(d) samples.

    Cases: z = 2^d.  The theorem, and the construction before that sentence, have z = 2^o(d), for
    which it is true.  As s/d > 8 ln(z)/(alpha eps d) = 8 ln(2)/(alpha eps) for every d, it is not
    below 1 from any d on.
    """
    yield lt("s/d, for every d", low(ln(2)) * 8 / (alpha * eps), 1)
