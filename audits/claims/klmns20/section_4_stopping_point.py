"""Section 4: StoppingPoint (Algorithm 3, Lemmas 4.4 and 4.5)."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.stopping import CROSSING, jump, late, late_with_laplace, one_unlike
from audits.claims.klmns20.section_4_above_threshold import NOISELESS
from audits.claims.klmns20.words import *

ANSWERS = "self.paths().largest_multiplicities(database)"
WRONG[StoppingPoint] = {
    "counts from 0": "position + 1 => position",
    "no noise on the threshold": wrong(
        StoppingPoint, AboveThreshold=wrong(AboveThreshold, NOISELESS)
    ),
    "twice the counts": f"{ANSWERS} => tuple(2 * f for f in {ANSWERS})",
    "twice the eps": twice_eps(StoppingPoint),
    "half of the eps": given(StoppingPoint, eps=lambda eps: eps / 2),
    "other rows": blind(StoppingPoint, lambda rows: squares(4096, len(rows))),
    "a cutoff less by 3": given(StoppingPoint, cutoff=lambda c: c - 3),
    "a cutoff more by one": given(StoppingPoint, cutoff=lambda c: c + 1),
}


@claim(
    "KLMNS20.A3",
    over(multisets(8, 5, 3).every(sized(37, 7, 1)), halt=(2, 4), cutoff=(1, 2)),
    about=StoppingPoint,
)
def stopping_point_law(build: Build, rows: Rows, halt: int, cutoff: int) -> Check:
    """StoppingPoint is AboveThreshold on f_1, f_2, ..., which counts from 1.

    Cases: Two queries and one, by bits of the rows; every eps; t = 1; the second database of 3
    rows is empty.
    """
    answers = multiplicities(rows, 3, 1, halt)
    above = law(AboveThreshold(cutoff, EVERY), answers)
    found = law(build(EIGHT, 1, cutoff, halt, EVERY), rows)
    yield eq("none", found.probability(BOTTOM), above.probability(BOTTOM))
    for d in range(len(answers)):
        yield eq(f"d={d + 1}", found.probability(d + 1), above.probability(d))


def _times_32(m: int, delta: Fraction) -> Interval:
    """eps k, for this lambda: lambda ln(m/delta)."""
    return 32 * ln(m / delta)


def _times_64(m: int, delta: Fraction) -> Interval:
    """The same, for another lambda."""
    return 64 * ln(m / delta)


WRONG[_times_32] = {"lambda = 31": "return 32 => return 31"}
WRONG[_times_64] = {"lambda = 63": "return 64 => return 63"}


@claim(
    "KLMNS20.TXT.ERRK2",
    over(m=(2, 3, 5), delta=[Fraction(199, 200), *(Fraction(1, 3**k) for k in range(1, 20))]),
    about=_times_32,
)
def error_below_half(multiple: Build, m: int, delta: Fraction) -> Check:
    """For an appropriate lambda, 32, the error (8/eps) ln(2m/delta) is at most k/2 = (lambda/(2
    eps)) ln(m/delta), m = log*|X|.

    Cases: Certified logarithms; m >= 2, as on two points ConstructPaths halts, so that m/delta is
    above 2, where both sides are 32 ln 2.
    """
    yield le("", high(16 * ln(2 * m / delta)), low(multiple(m, delta)))


@claim(
    "KLMNS20.TXT.ERRK2",
    over(m=(1, 2, 5), delta=[HALF, Fraction(99, 200), *(Fraction(1, 3**k) for k in range(1, 20))]),
    form=Form.CONCRETE,
    about=_times_64,
    given=lambda m, delta: [lt("2 against m/delta", 2, m / delta)],
)
def error_below_quarter(multiple: Build, m: int, delta: Fraction) -> Check:
    """lambda = 64 gives an error of at most k/4 (m/delta > 2), and lambda = 63 does not.

    Cases: Certified logarithms; at m/delta = 2 both sides are 64 ln 2.
    """
    yield le("", high(32 * ln(2 * m / delta)), low(multiple(m, delta)))
    yield lt("lambda = 63, m/delta = 2", low(63 * ln(2)), low(32 * ln(4)))


def _found_heavy(large: int, answers: Rows, y: int | Bottom) -> bool:
    """Whether the stopping point is at most d*, the first with f >= k, and has f >= k/4."""
    if isinstance(y, Bottom) or any(f >= large for f in answers[:y]):
        return False
    return 4 * answers[y] >= large


DATABASES: dict[str, Callable[[int], Rows]] = {
    "equal rows": lambda n: (5,) * n,
    "spread": lambda n: squares(4096, n),
    "all points": lambda n: tuple(sorted((5 * i) % 4096 for i in range(n))),
}
"""Databases over 2^12 points on which different f_d are the first to be large."""


def _below_a_quarter(rows: int, large: int) -> Rows:
    """Every point that occurs does so k/4 - 1 times, or less often: f_1 = k/4 - 1."""
    return tuple(sorted(21 * (i // (large // 4 - 1)) for i in range(rows)))


@claim(
    "KLMNS20.L4.4",
    over(
        database=(*DATABASES, "below a quarter of k"), large=sized((20,), (20, 28), (20, 28, 36))
    ),
    about=StoppingPoint,
)
def stopping_point_finds_heavy_rows(build: Build, database: str, large: int) -> Check:
    """For n = Omega(t log*|X|): with probability 1 - delta, d_hat <= d*(S) and f_d_hat >= k/4 =
    Omega(k), where the error (8/eps) ln(2m/delta) is k/2.

    Cases: |X| = 2^12, e^(eps/4) = (16/9)^2, t = 2k = 4c, h = 10t, n = h + 9t + 1, m = 4 queries:
    delta = 2m e^(-eps k/16), 0.026 for k = 20. Theorem 4.2 with the error k/2 gives only f >= c -
    k/2 = 0, but the conclusion is true: where f_1 = k/4 - 1 about 1/27 of delta is used for k =
    20, and more than all of it with half of the eps.
    """
    trim, root = 2 * large, Fraction(16, 9) ** 2
    n = 19 * trim + 1
    rows = DATABASES[database](n) if database in DATABASES else _below_a_quarter(n, large)
    answers = multiplicities(rows, 12, trim, 10 * trim)
    yield accurate(
        build(Domain.of_size(2**12), trim, large // 2, 10 * trim, finer(root)),
        ListedAdjacency((rows,), (), f"{database}, {len(rows)} of them"),
        lambda _, y: _found_heavy(large, answers, y if isinstance(y, Bottom) else y - 1),
        2 * len(answers) * root ** (-large // 4),
    )


def _left(large: int, share: Fraction) -> Fraction:
    """What Theorem 4.2 leaves of the query where the error is this share of k: c - error."""
    return Fraction(large, 2) - share * large


@claim(
    "KLMNS20.TXT.HALFK",
    over(large=(4, 20, 1000), constant=(QUARTER, Fraction(1, 1000))),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, below Lemma 4.4: the additive error is at most k/2, for k/4",
        "the constant times k",
        "c - k/2",
    ),
)
def half_of_k_is_left_as_printed(large: int, constant: Fraction) -> Check:
    """Lemma 4.4 follows from Theorem 4.2, as the additive error is at most k/2: f >= c - k/2 is
    Omega(k) for c = k/2.

    Cases: Two constants; the difference is 0, so none will do.  The lemma is true all the same.
    """
    yield le("", constant * large, _left(large, HALF))


WRONG[_left] = {
    "the error twice": given(_left, share=lambda share: 2 * share),
    "the threshold k": "Fraction(large, 2) => large",
}


@claim(
    "KLMNS20.TXT.HALFK",
    over(large=sized(range(1, 30), range(1, 100), range(1, 300))),
    form=Form.CORRECTED,
    about=_left,
)
def quarter_of_k_is_left(left: Build, large: int) -> Check:
    """With an error of k/4 what is answered above has f >= c - k/4 = k/4, and f >= k is above:
    k >= c + k/4.

    Cases: The first is an equality; no error greater than k/2 leaves the second.
    """
    yield eq("left", left(large, QUARTER), QUARTER * large)
    yield le("above", large - left(large, QUARTER), large)
    yield eq("the greatest error", left(large, HALF), 0)


def _quarter_error(
    root: Fraction, large: int, cutoff: int, queries: int, delta: Fraction
) -> Iterator[Comparison]:
    error = high(2 * ln(2 * queries / delta) / ln(root))
    yield le("(8/eps) ln(2m/delta) against k - c", error, large - cutoff)
    yield le("(8/eps) ln(2m/delta) against c - k/4", error, cutoff - Fraction(large, 4))


@claim(
    "KLMNS20.L4.4",
    over(
        root=(Fraction(36, 25), Fraction(25, 16)),
        large=(32, 44),
        cutoff=(22,),
        queries=sized((1, 2), (1, 2, 3), (1, 2, 3)),
        delta=(QUARTER, HALF, Fraction(3, 4)),
    ),
    form=Form.CONCRETE,
    about=AboveThreshold,
    given=_quarter_error,
    uses=("KLMNS20.T4.2", "KLMNS20.DER.TLONG"),
)
def heavy_answers(
    build: Build, root: Fraction, large: int, cutoff: int, queries: int, delta: Fraction
) -> Check:
    """If the error (8/eps) ln(2m/delta) is at most k - c and c - k/4: with probability 1 - delta,
    the first answer above is at most d* and has f >= k/4. In fact it fails with probability at
    most L(k - c) + (m - 1) L(c - k/4), L(gap) = Pr[rho - nu > gap].

    Cases: All vectors of 0, k/4 - 1, k/4, c, k with an entry k. For m = 1 the second bound is
    attained; delta is far above it, as 8 in the error is twice of what is needed.
    """
    values = (0, large // 4 - 1, large // 4, cutoff, large)
    vectors = tuple(f for f in product(values, repeat=queries) if large in f)
    universe = ListedAdjacency(vectors, (), "answers, one of them k")
    early = (queries - 1) * late(cutoff - large // 4, root)
    fails = late(large - cutoff, root) + early
    yield le("failure", fails, delta)
    mechanism = build(cutoff, finer(root))
    yield accurate(mechanism, universe, partial(_found_heavy, large), fails)


LATE = {1: Fraction(1, 5), 2: Fraction(29, 280), 4: Fraction(17, 640), 8: Fraction(1919, 1146880)}
"""At e^(eps/4) = 2, by hand."""


@claim("KLMNS20.DER.TLONG", over(gap=range(20)), form=Form.CONCRETE, about=AboveThreshold)
def stopping_late(build: Build, gap: int) -> Check:
    """Pr[stopping point > d*] <= Pr[rho - nu > gap] with gap = k - c: for s = 2 and gap 1, 2, 4, 8
    that is 1/5, 29/280, 17/640, 1919/1146880; at every eps p^(gap+1) (1 + p)/(1 + p + p^2) -
    p^(2 gap + 3)/((1 + p^2)(1 + p + p^2)), p = 1/s, and less than with Laplace noise, (2/3) x -
    x^2/6 for x = s^-gap, which is at most delta for x <= 3 delta/2.

    Cases: Attained without queries before d*; whatever is asked before it only helps.
    """
    bottom = law(build(0, EVERY), (gap,)).probability(BOTTOM)
    yield eq("every eps", bottom, late(gap, R))
    yield le("Laplace", bottom, late_with_laplace(gap, R))
    delta = Fraction(1, 2**gap)
    x = min(3 * delta / 2, ONE)
    yield le("Laplace, x <= 3 delta/2", Fraction(2, 3) * x - x * x / 6, delta)
    if gap in LATE:
        yield eq("at 2", law(build(0, eps_at(2)), (gap,)).probability(BOTTOM), LATE[gap])
    if gap > 8:
        return
    before = [(*few, gap) for m in (0, 1, 2) for few in product((-2, 0, 1), repeat=m)]
    universe = ListedAdjacency(tuple(before), (), f"answers before {gap}")
    yield accurate(build(0, EVERY), universe, lambda _, y: y is not BOTTOM, late(gap, R))


def _stopped_in_time(
    root: Fraction, trim: int, large: int, cutoff: int, delta: Fraction
) -> Iterator[Comparison]:
    yield le("k <= t", large, trim)
    needed = high(ln(2 / (3 * delta)) / ln(root))
    yield le("(4/eps) ln(2/(3 delta)) against k - c", needed, large - cutoff)


@claim(
    "KLMNS20.L4.5",
    over(
        root=(Fraction(5, 4), TWO),
        trim=(4,),
        large=(2,),
        cutoff=(1,),
        delta=(Fraction(3, 5), Fraction(2, 5)),
    ),
    form=Form.CONCRETE,
    about=StoppingPoint,
    given=_stopped_in_time,
    uses=("KLMNS20.L4.3", "KLMNS20.DER.FSENS1", "KLMNS20.T4.2", "KLMNS20.DER.TLONG"),
)
def stopping_point_is_private(
    build: Build, root: Fraction, trim: int, large: int, cutoff: int, delta: Fraction
) -> Check:
    """StoppingPoint is (eps, Pr[rho - nu > k - c])-private for a replaced row, and that is at most
    delta for k - c >= (4/eps) ln(2/(3 delta)); (eps, 0)-private on neighbours whose f_d differ by
    at most one at every d.  In fact, with c = 12 it is (eps, 1/20)- and (eps, 1/60)-private for
    e^(eps/4) = 5/4 and 2 on the first pair.

    Cases: t = 4c = 2k, h = 10t.  63 rows over 2^64 points, where f_3 jumps from 14 to 21 beyond
    d* = 2, so that delta is used: little of it for c = 1, and more for c = 12.  3 equal rows over
    2^128 points and 2 with another one (t = h = 0), where five queries change; 9 rows over 16
    points (t = 1, h = 0) with f = 3, 2, 2 and 4, 3, 1; all neighbours of 5 rows over 8 points (t =
    1, h = 2).
    """
    eps = eps_at(root)
    far = build(Domain.of_size(2**64), trim, cutoff, 10 * trim, eps)
    exact = Guarantee(eps.exp(), late(large - cutoff, root))
    yield le("the exact delta", late(large - cutoff, root), delta)
    yield private(far, neighbours(jump(), name="f_3 jumps"), exact, name="f_3 jumps")
    near_jump = build(Domain.of_size(2**64), trim, 12, 10 * trim, eps)
    in_fact = Guarantee(eps.exp(), Fraction(1, 60 if root == 2 else 20))
    yield private(near_jump, neighbours(jump()), in_fact, name="in fact, c = 12")
    pure = Guarantee(eps.exp(), Fraction(0))
    five = build(Domain.of_size(2**128), 0, cutoff, 0, eps)
    yield private(five, neighbours(one_unlike(3), name="five queries"), pure, name="five")
    near = build(Domain.of_size(16), 1, 3, 0, eps)
    yield private(near, neighbours(CROSSING, name="three queries"), pure, name="three")
    few = build(EIGHT, 1, cutoff, 2, eps)
    yield private(few, replace_one(range(8), 5), pure, name="two queries")


def _multiplicity(root: Fraction, queries: int, delta: Fraction) -> int:
    """The least even k >= (lambda/eps) ln(log*|X|/delta)."""
    return 2 * (Fraction(8, 8) / ln(root) * ln(queries / delta)).ceil()


WRONG[_multiplicity] = {"lambda = 7": "Fraction(8, 8) => Fraction(7, 8)"}


@claim(
    "KLMNS20.L4.5",
    over(
        box(
            queries=(4, 1, 2, 3, 5),
            root=(Fraction(17, 2), Fraction(8, 5), Fraction(257, 256)),
            delta=between(0, 1, low_in=False),
        )
    ),
    about=_multiplicity,
    uses=("KLMNS20.L4.5",),
)
def stopping_point_with_lambda(
    multiplicity: Build, queries: int, root: Fraction, delta: Fraction
) -> Check:
    """StoppingPoint with k = (lambda/eps) ln(log*|X|/delta), c = k/2, t = 2k and h = 10t is (eps,
    delta)-private, for a global constant lambda: 8 is one.

    Cases: A chain: the concrete form, which audits laws, at the even number k.
    """
    k = multiplicity(root, queries, delta)
    at = {"root": root, "delta": delta, "large": k, "cutoff": k // 2, "trim": 2 * k}
    yield step("KLMNS20.L4.5", Form.CONCRETE, **at)
    yield chance("a stop beyond d*", late(k - k // 2, root), delta)


RUNS = (
    ((1, 1, 1, 1, 1, 4, 0), (2, 2, 2, 2, 2, 3, 9)),
    ((3, 3, 3, 3, 3, 5, 0), (4, 4, 4, 4, 4, 4, 9)),
    ((1, 1, 1, 1, 1, 5, 0), (2, 2, 2, 2, 2, 4, 9)),
    ((3, 3, 3, 3, 3, 5, 0), (4, 4, 4, 4, 4, 6, 9)),
)
"""Seven answers of neighbours, of which the last is asked beyond d*."""


@claim(
    "KLMNS20.E4.5",
    over(runs=RUNS, root=(Fraction(5, 4), TWO)),
    about=AboveThreshold,
    uses=("KLMNS20.T4.2",),
)
def short_and_long_runs(build: Build, runs: tuple[Rows, Rows], root: Fraction) -> Check:
    """For f, f' that differ by at most 1 up to d* (f_d* >= k) and arbitrarily after it, Pr_f[T] <=
    e^eps Pr_f'[T] + Pr_f[stopping point > d*] for every set T.

    Cases: k = 4, c = 2, d* = 6; the seventh answer changes from 0 to 9; 0.7 of delta is used.
    """
    eps, (f, g) = eps_at(root), runs
    exact = law(AboveThreshold(2, eps), f)
    long = exact.probability(6) + exact.probability(BOTTOM)
    yield chance("late", long, late(f[5] - 2, root))
    universe = ListedAdjacency((f, g), ((0, 1),), "f and f'")
    yield private(build(2, eps), universe, Guarantee(root**4, long), direction=Direction.FORWARD)
