"""Section 4: OneRandomPath (Algorithm 4, Lemmas 4.6 and 4.7)."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import single_path
from audits.claims.klmns20.laws.parting import lifted_pair, parting, parting_late, two_by_two
from audits.claims.klmns20.laws.paths import add_factor
from audits.claims.klmns20.words import *

FAR = Domain.of_size(2**12)
PARTING = {
    (TWO, 3, 10): parting(10, 3, 12, 4, 8),
    (Fraction(3, 2), 4, 14): parting(14, 4, 12, 4, 7),
    (TWO, 8, 20): parting(20, 8, 12, 4, 7),
    (Fraction(3, 2), 6, 12): parting(14, 6, 12, 4, 7),
}
"""Neighbours of 27, 37, 57 and 41 rows over 2^12 points: e^(eps/4), t and both thresholds."""

DEEP = lifted_pair(parting(20, 4, 7, 1, 2), 128, 4)
"""Neighbours of 61 rows over 2^128 points whose second databases part as those do."""


def clusters(half: int, trim: int, depth: int) -> Rows:
    """A database of two clusters of `half` rows, and one row more."""
    return parting(half, trim, depth, 1, 2)[0]


LAWS: dict[str, Rows] = {
    "two clusters": PARTING[TWO, 3, 10][0],
    "twelve bits": tuple(2**i for i in range(12)) + (0,) * 6,
    "spread": squares(4096, 16),
}


OTHER_LEVELS = "self.path_threshold, self.eps => self.threshold, self.eps"
OTHER_NODES = "self.trim, self.threshold, level => self.trim, self.path_threshold, level"
WRONG[OneRandomPath] = {
    "takes the heaviest path": wrong(OneRandomPath, PathEmbedding=wrong(PathEmbedding, HEAVIER)),
    "embeds all rows": "trimmed(output.database, self.trim) => output.database",
    "does not trim": given(OneRandomPath, trim=0),
    "twice the eps": twice_eps(OneRandomPath),
    "half of the eps": given(OneRandomPath, eps=lambda eps: eps / 2),
    "other rows": blind(OneRandomPath, lambda rows: (3,) * len(rows)),
    "one level lower": given(OneRandomPath, index=lambda d: d + 1),
    "runs on S": given(OneRandomPath, index=1),
    "swaps the thresholds": (OTHER_LEVELS, OTHER_NODES),
    "one threshold for both choices": OTHER_LEVELS,
    "the path threshold for both choices": OTHER_NODES,
    "a path threshold of 0": given(OneRandomPath, path_threshold=0),
    "thresholds less by one": given(
        OneRandomPath, path_threshold=lambda T: T - 1, threshold=lambda T: T - 1
    ),
    "thresholds more by one": given(
        OneRandomPath, path_threshold=lambda T: T + 1, threshold=lambda T: T + 1
    ),
    "the threshold of nodes less by one": given(OneRandomPath, threshold=lambda T: T - 1),
}


@claim(
    "KLMNS20.A4",
    over(database=LAWS, root=(Fraction(3, 2), TWO), thresholds=((1, 2), (3, 1))),
    about=OneRandomPath,
)
def one_random_path_by_formulas(
    build: Build, database: str, root: Fraction, thresholds: tuple[int, int]
) -> Check:
    """OneRandomPath samples a path with probabilities e^(eps w), embeds by it, chooses a level of
    large multiplicity, a node of the level, and one of its ends and inner ends.

    Cases: |X| = 2^12, d = 1, t = 2: every probability by the formulas of the paper, from bits of
    the rows; and reflected, so that ties do not count.
    """
    rows, eps = LAWS[database], eps_at(root)
    mechanism = build(FAR, 2, 3, 1, *thresholds, eps)
    found = law(mechanism, rows)
    expected = single_path(rows, 12, 2, *thresholds, root)
    reflected = law(mechanism, tuple(sorted(4095 - x for x in rows)))
    for y in sorted({*found, *expected}, key=str):
        yield eq(f"y={y}", found.probability(y), expected.get(y, Fraction(0)))
        other = y if isinstance(y, Bottom) else 4095 - y
        yield eq(f"y={y}, reflected", reflected.probability(other), found.probability(y))
    yield eq("in all", sum(expected.values()), 1)
    yield le("bottom", expected[BOTTOM], 1 - min(mass for mass in expected.values()))


def one_path_delta(root: Fraction, trim: int, first: int, second: int) -> Fraction:
    """Delta of OneRandomPath: both choices, and a stray path."""
    return choosing_delta(root, first) + choosing_delta(root, second) + stray(trim, root**4)


def one_path_factor(root: Fraction, trim: int, rows: int) -> Fraction:
    """e^eps of OneRandomPath on so many trimmed rows: paths, two choices, the last draw."""
    a = root**4
    return add_factor(trim, a) * remove_factor(rows - 1, trim, a) * root**12


def _as_printed(
    root: Fraction, rows: int, trim: int, threshold: int, delta: Fraction
) -> Iterator[Comparison]:
    eps = 4 * ln(root)
    yield lt("10t against n", 10 * trim, rows)
    yield le("(2/eps) ln(1/delta) against t", high(2 / eps * ln(1 / delta)), trim)
    yield le("1 + (4/eps) ln(1/(2 delta))", high(1 + 4 / eps * ln(1 / (2 * delta))), threshold)


def _least(root: Fraction, delta: Fraction, times: int) -> tuple[object, ...]:
    """The parameters with lambda = 1, and n = 10t times so many, and one more."""
    half, margin = (4 * ln(root)) ** -1 * ln(1 / delta), 4 / (4 * ln(root)) * ln(1 / (2 * delta))
    trim = 2 * max(1, half.ceil())
    return root, 10 * trim * times + 1, trim, max(1, 1 + margin.ceil()), delta


AFAR = {(51, 4, Fraction(1, 255)): parting_late(8, 4), (41, 4, Fraction(1, 255)): two_by_two(4)}
"""By n, t and delta, neighbours of n > 10t different rows over 2^64 points."""

ROOTS = TWO, Fraction(8, 5), Fraction(257, 256)


@claim(
    "KLMNS20.L4.6",
    over(
        instances(
            "root rows trim threshold delta",
            *((TWO, n, t, 8, delta) for n, t, delta in AFAR),
            *(
                _least(root, delta, times)
                for root in ROOTS
                for delta in (Fraction(2, 5), *(Fraction(1, 10**i) for i in (1, 2, 3, 6, 12)))
                for times in (1, 2, 1000)
            ),
        )
    ),
    about=OneRandomPath,
    given=_as_printed,
    uses=("KLMNS20.DER.REP", "KLMNS20.DER.J", "KLMNS20.L2.4"),
)
def one_random_path_with_logarithms(
    build: Build, root: Fraction, rows: int, trim: int, threshold: int, delta: Fraction
) -> Check:
    """d < d*(S), t >= (2 lambda/eps) ln(log*|X|/delta), choices that are (eps, delta)-private:
    OneRandomPath is (6 eps log2 n, 4 delta n e^(4 eps log2 n))-close on neighbours (a replaced
    row).

    Cases: lambda = 1 and log*|X| = 1: a larger t only helps. Nothing more is assumed of delta, eps
    and n: there is a d-th database for n > 10t only, and for 4 delta n >= 1 the printed delta is
    1. V <= e^(eps (J + n delta)), one eps for the added row and three for choices; delta is 3
    delta. The bounds leave much room: 2 log2 n would do for 6 log2 n, so that twice the eps keeps
    them, and no trimming does here, too. What eps, trimming and thresholds do is decided by
    the concrete and the corrected form. Neighbours of 41 and 51 rows have k = 2, f_1 = 1, f_2 >=
    k, and 3 delta for the printed delta, which is above 1 there.
    """
    if 4 * delta * rows >= 1:
        return
    steps = balanced_steps(rows, trim, trim // 2)
    yield le("eps, of which 6 log2 n are printed", steps + Fraction(17, 4), low(2 * log2(rows)))
    yield le("a^-k", root ** (-2 * trim), delta)
    if rows <= 200:
        exact = remove_factor(rows - 2 * trim, trim, root**4)
        yield le("V", exact, root ** (4 * steps + 1))
    yield le("delta", one_path_delta(root, trim, threshold, threshold), 3 * delta)
    if pair := AFAR.get((rows, trim, delta)):
        kept = Guarantee(root ** (4 * 6 * low(log2(rows)).__floor__()), 3 * delta)
        mechanism = build(
            Domain.of_size(2**64), trim, 10 * trim, 1, threshold, threshold, eps_at(root)
        )
        yield private(mechanism, neighbours(pair), kept)


NEAR = {(1, 2, TWO): (3, QUARTER), (2, 2, Fraction(3, 2)): (3, Fraction(1, 5))}
"""By thresholds and e^(eps/4): for 5 rows over 8 points and t = 1, 4 e/eps and delta in fact."""

IN_FACT = {
    27: (6, Fraction(1, 11000)),
    37: (6, Fraction(1, 10000)),
    57: (6, Fraction(3, 10**9)),
    41: (6, Fraction(1, 5000)),
}
"""By the number of rows of parting neighbours, the same."""


@claim(
    "KLMNS20.L4.6",
    over(
        case=[
            *((len(pair[0]), trim, T, T, root) for (root, trim, T), pair in PARTING.items()),
            *((5, 1, *thresholds_and_root) for thresholds_and_root in NEAR),
            (61, 4, 20, 20, TWO),
        ]
    ),
    form=Form.CONCRETE,
    about=OneRandomPath,
    uses=("KLMNS20.DER.REP", "KLMNS20.DER.CHOOSE"),
)
def one_random_path_is_private(build: Build, case: tuple[int, int, int, int, Fraction]) -> Check:
    """(n, t, T1, T2, s): at most e = max(a, 1 + a^-t) V(n'-1, t, a) s^8 b^2 and delta =
    delta_c(T1) + delta_c(T2) + 1/(1 + a^t), if S_d and S'_d are neighbours. In fact (3 eps/4,
    1/4) and (3 eps/4, 1/5) on 5 rows over 8 points; (3 eps/2, delta) on neighbours whose heaviest
    paths part, delta = 1/11000, 1/10000, 3/10^9 and 1/5000.

    Cases: All neighbours of 5 rows (d = 1); of 27, 37, 57 and 41 rows over 2^12 points (d = 1),
    and of 61 over 2^128 points with f = 1, 1, 20 (d = 2, t = 4, h = 10t). The bounds add up what
    no database has at once; twice the eps keeps them, and no trimming, too. What is so in fact was
    found from the laws and tells them apart.
    """
    n, trim, first, second, root = case
    tight = one_path_delta(root, trim, first, second)
    kept = Guarantee(one_path_factor(root, trim, n - 2 * trim), tight)
    if n == 5:
        mechanism = build(EIGHT, 1, 2, 1, first, second, eps_at(root))
        universe: Any = replace_one(range(8), 5)
        spent, delta = NEAR[first, second, root]
    elif n == 61:
        mechanism = build(Domain.of_size(2**128), 4, 40, 2, 20, 20, eps_at(2))
        yield private(mechanism, neighbours(DEEP), kept, name="at most")
        return
    else:
        mechanism = build(FAR, trim, 1, 1, first, second, eps_at(root))
        universe = neighbours(PARTING[root, trim, first])
        spent, delta = IN_FACT[n]
    yield private(mechanism, universe, kept, name="at most")
    yield private(mechanism, universe, Guarantee(root**spent, delta), name="in fact")


@claim(
    "KLMNS20.L4.6",
    over(rows_and_power=sized(((5, 2),), ((5, 2),), ((5, 2), (6, 6)))),
    form=Form.CORRECTED,
    about=OneRandomPath,
    uses=("KLMNS20.DER.CHOOSE",),
)
def one_random_path_for_every_eps(build: Build, rows_and_power: tuple[int, int]) -> Check:
    """d = 1: OneRandomPath over 8 points with t = 1 and both thresholds 2 is (eps/2,
    e^(-eps/4)/2)-private for all eps >= 0, for a replaced row, on 5 rows (full: on 6 with 3 eps/2,
    too); over 16 points with the thresholds 1 and 3 it is (eps/4, e^(-eps/4)/8)-private on a pair
    of 5 rows with equal embeddings.

    Cases: One delta for both choices; on the pair, that of the choice of a node.  On 5 rows
    e^(eps/4) is too small, on 6 e^(5 eps/4).
    """
    rows, power = rows_and_power
    mechanism = build(EIGHT, 1, 2, 1, 2, 2, EVERY)
    yield private(mechanism, replace_one(range(8), rows), Guarantee(R**power, 1 / (2 * R)))
    alike = neighbours(((0, 3, 3, 12, 15), (0, 3, 4, 12, 15)))
    other = build(Domain.of_size(16), 1, 2, 1, 1, 3, EVERY)
    yield private(other, alike, Guarantee(R, 1 / (8 * R)), name="equal embeddings")
