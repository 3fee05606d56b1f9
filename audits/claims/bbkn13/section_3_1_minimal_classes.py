"""Section 3.1: what private learners that use a minimal class cannot do."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.data.representation import is_minimal
from reference.lower_bounds.learning_packing import interval_packing

Class = tuple[Hypothesis, ...]


WRONG[is_minimal] = {
    "does not ask whether H represents C": "is_represented(hypotheses, concepts, size, alpha) and"
    " => ",
    "leaves out the first hypothesis only": "(*hypotheses[:i], *hypotheses[i + 1 :]) => "
    "hypotheses[1:]",
}
WRONG[packing_bound] = {
    "one hypothesis more": "hypotheses - 1 => hypotheses",
    "one row fewer": "exp_eps**distance => exp_eps ** (distance - 1)",
    "for one point": given(packing_bound, hypotheses=2),
}


@claim(
    "BBKN13.D3.5",
    over(alpha=(QUARTER, HALF, Fraction(3, 4)), k=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))),
    about=is_minimal,
)
def minimality_needs_single_deletions_only(test: Build, alpha: Fraction, k: int) -> Check:
    """H is alpha-minimal for C iff it alpha-represents C and no proper subset does.

    Cases: Single deletions against all proper subsets; all classes of k functions on 2 points, C =
    POINT; minimal and other classes occur.
    """
    for chosen in combinations([*all_functions(2)], k):
        fits = [
            all(representation_value(s, c, 2) <= alpha for c in points(2))
            for n in range(k + 1)
            for s in combinations(chosen, n)
        ]
        wanted = fits[-1] and not any(fits[:-1])
        yield eq(f"{[*map(str, chosen)]}", int(test(chosen, points(2), 2, alpha)), int(wanted))


@claim(
    "BBKN13.T3.6",
    over(constant=(ONE, Fraction(1, 1000)), beta=(QUARTER, Fraction(1, 100))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Theorem 3.6 (missing: |H| >= 2, and beta is at most a constant below 1/2; a single "
        "hypothesis needs no example, nor does a guess that is wrong with probability beta)",
        "the constant times log(1/beta)/eps",
        "the examples",
    ),
)
def one_hypothesis_as_printed(constant: Fraction, beta: Fraction) -> Check:
    """If H is alpha-minimal for C, any private learner of C that uses H needs at least a constant
    times (log|H| + log(1/beta))/eps examples.

    Cases: H = C = one point function of one point, alpha-minimal as the empty class represents
    nothing; without examples its learner never fails; e^eps = 2.
    """
    yield exactly(point_targets(1, 0), TWO, ONE)
    yield le("|H| = 1", constant * low(ln(1 / beta)) / high(ln(TWO)), 0)


@claim(
    "BBKN13.T3.6",
    over(
        t_and_m=sized(
            ((1, 1), (3, 0), (3, 1), (3, 2)),
            ((1, 1), (3, 0), (3, 2), (4, 2)),
            ((1, 1), (3, 2), (4, 2), (6, 2)),
        ),
        r=(Fraction(3, 2), TWO),
    ),
    form=Form.CONCRETE,
    about=packing_bound,
)
def packing_bound_holds(bound: Build, t_and_m: tuple[int, int], r: Fraction) -> Check:
    """A private learner that uses an alpha-minimal H has 1 - beta <= r^m/(r^m + |H| - 1), r =
    e^eps; so m >= ln((|H|-1)(1-beta)/beta)/eps, which is at least (ln |H| + ln(1/beta))/(2 eps)
    for beta <= 1/4 and |H| >= 2.

    Where: t is the number of points, which is |H|, and m that of examples.

    Cases: The optimum over all private learners on the packing databases of POINT; it is attained
    up to m = 2 for r <= 2, with no example (1/|H|) and one hypothesis (1) included.
    """
    t, m = t_and_m
    yield optimal(point_targets(t, m), r, bound(r, m, t))
    yield exactly(point_targets(t, m), r, r**m / (r**m + t - 1))


def packing(kind: str, t: int, j: int, m: int) -> Database[LabelledExample]:
    """The packing database of the j-th hypothesis."""
    return point_packing(j, m) if kind == "POINT" else interval_packing(t, j, m)


CLASSES: dict[str, Callable[[int], Class]] = {"POINT": points, "INTERVAL": intervals}
SIZES = ranges(2, 5, 7, 9)


WRONG[packing] = {
    "one label only": (
        "point_packing(j, m) => (((j + 1) % t, 0),) * m",
        "interval_packing(t, j, m) => (((j - 1, 1),) * m if j else ((0, 0),) * m)",
    )
}


@claim("BBKN13.A.PACK", over(kind=CLASSES, t=SIZES, m=(2, 3)), about=packing)
def packing_databases_single_out_their_concept(pack: Build, kind: str, t: int, m: int) -> Check:
    """On the packing database of h every other hypothesis errs, and h does not: on all m examples
    of a point or an end of the domain, and on m/2 of them on an interval that ends inside.

    Cases: POINT and INTERVAL, every pair of hypotheses.
    """
    h = CLASSES[kind](t)
    for (j, c), (k, g) in product(enumerate(h), enumerate(h)):
        whole = kind == "POINT" or j in (0, t)
        part = m if whole else m - m // 2 if k < j else m // 2
        yield eq(f"{c}, {g}", empirical_errors(g, pack(kind, t, j, m)), 0 if j == k else part)


def forcing(h: Class, i: int, t: int) -> Masses:
    """The worst distribution for the class without its i-th hypothesis, the i-th the target."""
    return representation_game((*h[:i], *h[i + 1 :]), h[i], t).columns


WRONG[forcing] = {
    "the even distribution": "representation_game((*h[:i], *h[i + 1 :]), h[i], t).columns => "
    "(Fraction(1, t),) * t"
}


@claim(
    "BBKN13.T3.6.force",
    over(kind=CLASSES, t=sized((2, 3, 4), range(2, 6), range(2, 8)), alpha=(TWO_FIFTHS,)),
    about=forcing,
)
def minimal_classes_force_each_hypothesis(
    force: Build, kind: str, t: int, alpha: Fraction
) -> Check:
    """For every h of an alpha-minimal class some target and distribution leave all other
    hypotheses with error > alpha: an accurate learner outputs h.

    Where: t is the number of points.

    Cases: POINT and INTERVAL at alpha = 2/5, by the games without h; the target is h.
    """
    h = CLASSES[kind](t)
    for i, target in enumerate(h):
        masses = force(h, i, t)
        yield eq(f"masses for {target}", sum(masses), 1)
        for g in h:
            if g != target:
                yield lt(f"{g} for {target}", alpha, error(target, g, masses))


@claim(
    "BBKN13.T3.6.db",
    over(t=sized((3,), (3, 4), (3, 4, 6)), m=sized((2, 4), (2, 4, 6), (2, 4, 6, 8))),
    about=packing,
)
def some_database_is_answered_well(pack: Build, t: int, m: int) -> Check:
    """If A outputs h on samples with probability >= 1 - beta, then it does so on one database; for
    the exponential learner on the packing database of h.

    Where: t is the number of points, and m that of examples.

    Cases: INTERVAL, every h with an end inside, samples from the two points at its end; samples
    differ in the probability.  For odd m the database with one copy more of the other point can
    be better.
    """
    learner = listed_intervals(t, TWO_EPS)
    for j in range(1, t):
        h = intervals(t)[j]
        task = examples(h, two_points(t, j - 1, j, HALF))
        drawn = law(OnSample(learner, m), task).probability(h)
        yield chance(f"{h}", drawn, chance_of(learner, pack("INTERVAL", t, j, m), h))


@claim(
    "BBKN13.T3.6.pack",
    over(t=sized((2, 3), (2, 3, 4), range(2, 7)), m=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))),
    about=listed_intervals,
    uses=("BBKN13.TXT.group",),
)
def packing_databases_share_probability(build: Build, t: int, m: int) -> Check:
    """Pr[A(S_h) = g] >= r^(-m) Pr[A(S_g) = g] for packing databases of m examples.

    Where: t is the number of points; r = e^eps.

    Cases: All pairs of packing databases of INTERVAL, every eps.  The exponential learner uses
    half of the eps on such pairs: at twice its eps it would still keep this.
    """
    chosen = tuple(interval_packing(t, j, m) for j in range(t + 1))
    pairs = tuple(combinations(range(t + 1), 2))
    nothing = EVERY.exp(0) - EVERY.exp(0)
    universe = ListedAdjacency(chosen, pairs, "packing databases")
    yield private(build(t, EVERY), universe, Guarantee(EVERY.exp(m), nothing))


@claim(
    "BBKN13.T3.6.ineq",
    over(t=sized((1, 2, 3), range(1, 6), range(1, 9)), m=ranges(0, 4, 4, 6)),
    about=listed_points,
)
def packing_inequality(build: Build, t: int, m: int) -> Check:
    """(|H| - 1) r^(-m) (1 - beta) <= beta, for every eps.

    Where: t is the number of points, and of hypotheses, and m that of examples; r = e^eps.

    Cases: beta is the exact failure of the exponential learner on the packing databases of POINT,
    the same for all; equality without examples.
    """
    found = chance_of(build(t, EVERY), point_packing(0, m), points(t)[0])
    yield le("inequality", EVERY.exp(-m) * (t - 1) * found, 1 - found)


def _large_and_confident(n: int, beta: Fraction) -> Iterator[Comparison]:
    yield le("|H| >= 2", 2, n)
    yield le("beta <= 1/4", beta, QUARTER)


def half_of_both(n: int, beta: Fraction) -> Fraction:
    """e^(2 eps m) at the claimed m = (ln |H| + ln(1/beta))/(2 eps)."""
    return n / beta


WRONG[half_of_both] = {
    "without the half": "n / beta => (n / beta) ** 2",
    "three times as many": "n / beta => (n / beta) ** 3",
}


@claim(
    "BBKN13.T3.6.ineq",
    over(box(n=range(65), beta=[Fraction(k, 80) for k in range(1, 81)])),
    form=Form.CONCRETE,
    about=half_of_both,
    given=_large_and_confident,
)
def half_of_both_logarithms(claimed: Build, n: int, beta: Fraction) -> Check:
    """beta <= 1/4, |H| >= 2: (ln |H| + ln(1/beta))/2 <= ln((|H|-1)(1-beta)/beta), that is |H| beta
    <= (|H|-1)^2 (1-beta)^2.

    Where: n is |H|.

    Cases: beta on a grid of step 1/80; at |H| = 2 and beta = 1/2 it fails.
    """
    yield le("squares", claimed(n, beta) * beta**2, ((n - 1) * (1 - beta)) ** 2)


@claim(
    "BBKN13.T3.6",
    over(
        n=sized((2, 3, 16, 1000), range(2, 65), range(2, 257)),
        beta=(QUARTER, Fraction(1, 100)),
        r=(Fraction(11, 10), TWO, Fraction(50)),
    ),
    form=Form.CORRECTED,
    about=half_of_both,
    given=_large_and_confident,
    uses=("BBKN13.T3.6.ineq",),
)
def examples_for_a_minimal_class(claimed: Build, n: int, beta: Fraction, r: Fraction) -> Check:
    """For |H| >= 2 and beta <= 1/4 at least (ln |H| + ln(1/beta))/(2 eps) examples are needed.

    Where: n is |H|, and r is e^eps.

    Cases: From T3.6.ineq at the same |H| and beta; for every smaller number m the bound
    r^m/(r^m + |H| - 1) on 1 - beta is too small, r = e^eps.
    """
    yield step("BBKN13.T3.6.ineq", Form.CONCRETE, n=n, beta=beta)
    m = 0
    while r ** (2 * m) < claimed(n, beta):
        yield lt(f"m = {m}", packing_bound(r, m, n), 1 - beta)
        m += 1
