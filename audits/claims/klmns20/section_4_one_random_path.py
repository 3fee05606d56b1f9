"""Section 4: OneRandomPath (Algorithm 4, Lemmas 4.6 and 4.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt
from typing import Any

from audits.claims.klmns20.impostors.heavy_paths import (
    EMBEDS_ALL_ROWS,
    HeaviestPath,
    one_level_lower,
    swapped,
)
from audits.claims.klmns20.laws.chain import (
    chain,
    inner,
    most_frequent,
    random_embeddings,
    single_path,
)
from audits.claims.klmns20.laws.exactly import BOTTOM, Rows, eps_at, replace_universe
from audits.claims.klmns20.laws.parting import (
    Pair,
    ends_that_fall,
    lifted,
    lifted_pair,
    parting,
    parting_late,
    two_by_two,
)
from audits.claims.klmns20.laws.paths import (
    add_factor,
    balanced_steps,
    choosing_delta,
    embedding,
    path_law,
    remove_factor,
    stray,
)
from audits.claims.klmns20.laws.stopping import neighbours
from audits.claims.klmns20.laws.tree_log import instances
from audits.claims.klmns20.section_4_above_threshold import EVERY, half_eps
from audits.claims.klmns20.section_4_neighbouring_paths import (
    TRIMS,
    heaviest_embeddings,
    trimmed_databases,
)
from audits.claims.vocabulary import eq, high, le, low, lt
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Form,
    accurate,
    blind,
    claim,
    not_finitely_checkable,
    over,
    private,
    sized,
    twice_eps,
)
from audits.ledger.forms import Item
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.interval import ln, log2
from reference.mechanisms.interior_point.construct_paths import multiplicity
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.weighted_tree import Node
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

Build = Callable[..., Any]
"""`OneRandomPath`, or a wrong one: domain, trim, halt, index, two thresholds and eps."""

EIGHT, FAR = Domain.of_size(8), Domain.of_size(2**12)
FIVE = replace_universe(8, 5)
PARTING = {
    (Fraction(2), 3, 10): parting(10, 3, 12, 4, 8),
    (Fraction(3, 2), 4, 14): parting(14, 4, 12, 4, 7),
    (Fraction(2), 8, 20): parting(20, 8, 12, 4, 7),
    (Fraction(3, 2), 6, 12): parting(14, 6, 12, 4, 7),
}
"""Neighbours of 27, 37, 57 and 41 rows over 2^12 points: e^(eps/4), t and both thresholds."""

DEEP = lifted_pair(parting(20, 4, 7, 1, 2), 128, 4)
"""Neighbours of 61 rows over 2^128 points whose second databases part as those do."""

WRONG = {"takes the heaviest path": HeaviestPath}


def clusters(half: int, trim: int, depth: int) -> Rows:
    """A database of two clusters of `half` rows, and one row more."""
    return parting(half, trim, depth, 1, 2)[0]


def threshold_of_zero(*sizes: Any) -> OneRandomPath[Any]:  # noqa: ANN401 - of every kind
    """OneRandomPath that chooses a level of any multiplicity."""
    domain, t, h, d, _, threshold, eps = sizes
    return OneRandomPath(domain, t, h, d, 0, threshold, eps)


LAWS: dict[str, Rows] = {
    "two clusters": PARTING[Fraction(2), 3, 10][0],
    "twelve bits": tuple(2**i for i in range(12)) + (0,) * 6,
    "spread": tuple(sorted((37 * i * i) % 4096 for i in range(16))),
}


@claim(
    "KLMNS20.A4",
    Form.PRINTED,
    over(database=LAWS, root=(Fraction(3, 2), Fraction(2)), thresholds=((1, 2), (3, 1))),
    about=OneRandomPath,
    impostors={
        **WRONG,
        "twice the eps": twice_eps(OneRandomPath),
        "one threshold for both choices": lambda domain, t, h, d, _, threshold, eps: OneRandomPath(
            domain, t, h, d, threshold, threshold, eps
        ),
    },
)
def one_random_path_by_formulas(
    build: Build, database: str, root: Fraction, thresholds: tuple[int, int]
) -> Iterator[Comparison]:
    """OneRandomPath samples a path with probabilities e^(eps w), embeds by it, chooses a level of
    large multiplicity, a node of the level, and one of its ends and inner ends.

    Fair: |X| = 2^12, d = 1, t = 2: every probability by the formulas of the paper, from bits of
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


AFAR: dict[tuple[int, int], Pair] = {
    (51, 4): parting_late(8, 4),
    (41, 4): two_by_two(4),
}
"""By n and t, neighbours of n > 10t rows over 2^64 points, all of them different."""

ROOTS = Fraction(2), Fraction(8, 5), Fraction(257, 256)


@claim(
    "KLMNS20.L4.6",
    Form.PRINTED,
    over(
        instances(
            "root rows trim threshold delta",
            *((Fraction(2), n, t, 8, Fraction(1, 255)) for n, t in AFAR),
            *(
                _least(root, delta, times)
                for root in ROOTS
                for delta in (Fraction(2, 5), *(Fraction(1, 10**i) for i in (1, 2, 3, 6, 12)))
                for times in (1, 2, 1000)
            ),
        )
    ),
    about=OneRandomPath,
    impostors={**WRONG, "a path threshold of 0": threshold_of_zero},
    given=_as_printed,
    uses=("KLMNS20.DER.REP", "KLMNS20.DER.J", "KLMNS20.L2.4"),
)
def one_random_path_with_logarithms(
    build: Build, root: Fraction, rows: int, trim: int, threshold: int, delta: Fraction
) -> Iterator[Item]:
    """d < d*(S), t >= (2 lambda/eps) ln(log*|X|/delta), choices that are (eps, delta)-private:
    OneRandomPath is (6 eps log2 n, 4 delta n e^(4 eps log2 n))-close on neighbours (a replaced
    row).

    Fair: lambda = 1, the least of the authors' choices that is needed, and log*|X| = 1. Nothing
    is assumed of delta, eps and n: there is a d-th database for n > 10t only, and for 4 delta n >=
    1 the printed delta is 1. V <= e^(eps (J + n delta)), one for the added row and three for
    choices; delta is 3 delta. The bounds leave much room: 2 log2 n would do for 6 log2 n, so that
    twice the eps keeps them, and trimming is not needed for them. What eps, trimming and
    thresholds do is decided by the concrete and the corrected form. Neighbours of 41 and 51 rows
    have k = 2, f_1 = 1, f_2 >= k, and 3 delta for the printed delta, which is above 1 there.
    """
    if 4 * delta * rows < 1 or (rows, trim) in AFAR:
        steps = balanced_steps(rows, trim, trim // 2)
        yield le(
            "eps, of which 6 log2 n are printed", steps + Fraction(17, 4), low(2 * log2(rows))
        )
        yield le("a^-k", root ** (-2 * trim), delta)
        if rows <= 200:
            exact = remove_factor(rows - 2 * trim, trim, root**4)
            yield le("V", exact, root ** (4 * steps + 1))
        yield le("delta", one_path_delta(root, trim, threshold, threshold), 3 * delta)
    if (rows, trim) in AFAR and root == 2:
        pair = AFAR[rows, trim]
        kept = Guarantee(root ** (4 * 6 * low(log2(rows)).__floor__()), 3 * delta)
        domain = Domain.of_size(2**64)
        mechanism = build(domain, trim, 10 * trim, 1, threshold, threshold, eps_at(root))
        yield private(mechanism, neighbours(pair), kept)


NEAR = {(1, 2, Fraction(2)): (3, Fraction(1, 4)), (2, 2, Fraction(3, 2)): (3, Fraction(1, 5))}
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
    Form.CONCRETE,
    over(
        case=[
            *((len(pair[0]), trim, T, T, root) for (root, trim, T), pair in PARTING.items()),
            *((5, 1, *thresholds_and_root) for thresholds_and_root in NEAR),
            (61, 4, 20, 20, Fraction(2)),
        ]
    ),
    about=OneRandomPath,
    impostors={
        **WRONG,
        "twice the eps": twice_eps(OneRandomPath),
        "does not trim": lambda domain, _, *more: OneRandomPath(domain, 0, *more),
        "thresholds less by one": lambda domain, t, h, d, first, second, eps: OneRandomPath(
            domain, t, h, d, first - 1, second - 1, eps
        ),
        "the threshold of nodes less by one": lambda domain, t, h, d, first, second, eps: (
            OneRandomPath(domain, t, h, d, first, second - 1, eps)
        ),
    },
    uses=("KLMNS20.DER.REP", "KLMNS20.DER.CHOOSE"),
)
def one_random_path_is_private(
    build: Build, case: tuple[int, int, int, int, Fraction]
) -> Iterator[Item]:
    """(n, t, T1, T2, s): at most e = max(a, 1 + a^-t) V(n'-1, t, a) s^8 b^2 and delta =
    delta_c(T1) + delta_c(T2) + 1/(1 + a^t), if S_d and S'_d are neighbours. In fact (3 eps/4,
    1/4) and (3 eps/4, 1/5) on 5 rows over 8 points; (3 eps/2, delta) on neighbours whose heaviest
    paths part, delta = 1/11000, 1/10000, 3/10^9 and 1/5000.

    Fair: All neighbours of 5 rows (d = 1); of 27, 37, 57 and 41 rows over 2^12 points (d = 1), and
    of 61 over 2^128 points with f = 1, 1, 20 (d = 2, t = 4, h = 10t). The bounds add up what no
    database has at once; twice the eps keeps them, and no trimming, too. What is so in fact was
    found from the laws and tells them apart.
    """
    n, trim, first, second, root = case
    tight = one_path_delta(root, trim, first, second)
    kept = Guarantee(one_path_factor(root, trim, n - 2 * trim), tight)
    if n == 5:
        mechanism, universe = build(EIGHT, 1, 2, 1, first, second, eps_at(root)), FIVE
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


R = EVERY.root


@claim(
    "KLMNS20.L4.6",
    Form.CORRECTED,
    over(rows_and_power=sized(((5, 2),), ((5, 2),), ((5, 2), (6, 6)))),
    about=OneRandomPath,
    impostors={
        "twice the eps": twice_eps(OneRandomPath),
        "a path threshold of 0": threshold_of_zero,
        "one threshold for both choices": lambda domain, t, h, d, first, _, eps: OneRandomPath(
            domain, t, h, d, first, first, eps
        ),
    },
    uses=("KLMNS20.DER.CHOOSE",),
)
def one_random_path_for_every_eps(build: Build, rows_and_power: tuple[int, int]) -> Iterator[Item]:
    """d = 1: OneRandomPath over 8 points with t = 1 and both thresholds 2 is (eps/2,
    e^(-eps/4)/2)-private for all eps >= 0, for a replaced row, on 5 rows (full: on 6 with 3 eps/2,
    too); over 16 points with the thresholds 1 and 3 it is (eps/4, e^(-eps/4)/8)-private on a pair
    of 5 rows with equal embeddings.

    Fair: One delta for both choices; on the pair, that of the choice of a node.  On 5 rows
    e^(eps/4) is too small, on 6 e^(5 eps/4).
    """
    rows, power = rows_and_power
    mechanism = build(EIGHT, 1, 2, 1, 2, 2, EVERY)
    yield private(mechanism, replace_one(range(8), rows), Guarantee(R**power, 1 / (2 * R)))
    alike = neighbours(((0, 3, 3, 12, 15), (0, 3, 4, 12, 15)))
    other = build(Domain.of_size(16), 1, 2, 1, 1, 3, EVERY)
    yield private(other, alike, Guarantee(R, 1 / (8 * R)), name="equal embeddings")


def deep_enough(rows: Rows, needed: int) -> Callable[[Rows, int | Bottom], bool]:
    """Whether a point is interior to these rows, by so many on either side."""
    return lambda _, y: is_interior_point(rows, y, at_least=needed)


def depth_left(root: Fraction, trim: int, share: Fraction) -> int:
    """The least integer that is at least t + 1 - (2/eps) ln(4/share)."""
    return (trim + 1 - ln(4 / share) / (2 * ln(root))).ceil()


def _levels_are_chosen(
    root: Fraction, heavy: int, trim: int, threshold: int, beta: Fraction
) -> Iterator[Comparison]:
    margin = high(ln(1 / (2 * beta)) / ln(root))
    yield le("T + (4/eps) ln(1/(2 beta)) against f", threshold + margin, heavy)
    yield le("T + (4/eps) ln(1/(2 beta)) against t + 1", threshold + margin, trim + 1)
    yield le("(2/eps) ln(4/beta) against t", high(ln(4 / beta) / (2 * ln(root))), trim)


BYTE_CLUSTERS = clusters(20, 8, 7)
ACCURATE: dict[str, tuple[int, int, Rows]] = {
    "equal rows": (12, 1, (77,) * 33),
    "ends that fall": (12, 1, ends_that_fall(12)),
    "two clusters": (12, 1, clusters(20, 8, 12)),
    "two clusters, lifted": (128, 2, lifted(BYTE_CLUSTERS, 128, 8)),
}
"""The depth of the tree, d, and a database; t = 8."""


SHALLOW: dict[str, Build] = {
    "one level lower": one_level_lower(OneRandomPath),
    "other rows": blind(OneRandomPath, lambda rows: (3,) * len(rows)),
    "embeds all rows": EMBEDS_ALL_ROWS,
    "half of the eps": half_eps(OneRandomPath),
}


not_finitely_checkable(
    "KLMNS20.L4.7",
    statement="If f_(d+1)(S) >= Omega((1/eps) log(1/delta)): with probability 1 - delta "
    "OneRandomPath finds an interior point of S_d of depth Omega(t).",
    reason="Lambda and the constants in Omega are the authors' to choose. The concrete form has "
    "them; with the threshold of Lemma 2.4 it needs ln(1/(eps delta)) = O(ln(1/delta)), which is "
    "not said.",
)


def finer(root: Fraction) -> Epsilon[Fraction]:
    """The eps with e^(eps/4) = root, a square, half of which can be had too."""
    return Epsilon(Fraction(isqrt(root.numerator), isqrt(root.denominator)), 8)


def too_shallow(root: Fraction, lost: int) -> Fraction:
    """A bound on Pr[depth < t + 1 - lost] for a candidate of depth t + 1 and three others."""
    odds = 3 * root ** (-2 * (lost + 1))
    return odds / (1 + odds)


@claim(
    "KLMNS20.L4.7",
    Form.CONCRETE,
    over(
        database=ACCURATE,
        root=(Fraction(25, 16),),
        heavy=(9,),
        trim=(8,),
        threshold=(1, 2),
        beta=(Fraction(1, 12), Fraction(1, 24), Fraction(1, 48)),
    ),
    about=OneRandomPath,
    impostors=SHALLOW,
    given=_levels_are_chosen,
    uses=("KLMNS20.DER.L47", "KLMNS20.DER.TRANSLATE"),
)
def one_random_path_finds_depth(
    build: Build,
    database: str,
    root: Fraction,
    heavy: int,
    trim: int,
    threshold: int,
    beta: Fraction,
) -> Iterator[Item]:
    """An interior point of S_d of depth t + 1 - A, A = (2/eps) ln(4/beta), with probability 1 - 3
    beta, if f_(d+1)(S) and t + 1 are at least T + (4/eps) ln(1/(2 beta)), T both thresholds, and t
    >= A: it fails with probability at most s^(T - f)/2 + s^(T - t - 1)/2 + 3 s^(-2 A'), f =
    f_(d+1)(S), A' the integer above A.

    Fair: e^(eps/4) = 25/16, eps < 2; d = 1 over 2^12 points, d = 2 over 2^128; on one database the
    rows that trimming leaves out would fall off first. On 33 equal rows the first term is
    attained.
    """
    depth, index, rows = ACCURATE[database]
    found = [s for _, s in chain(rows, depth, trim, 8)]
    if most_frequent(found[index]) >= heavy:
        least = depth_left(root, trim, beta)
        bottom = root ** (threshold - heavy) / 2 + root ** (threshold - trim - 1) / 2
        fails = bottom + too_shallow(root, trim + 1 - least)
        yield le("failure", fails, 3 * beta)
        yield accurate(
            build(Domain.of_size(2**depth), trim, 8, index, threshold, threshold, finer(root)),
            ListedAdjacency((rows,), (), f"{database}, {len(rows)} of them"),
            deep_enough(found[index - 1], least),
            fails,
        )


@claim(
    "KLMNS20.L4.7",
    Form.CORRECTED,
    over(database=ACCURATE, thresholds=((1, 1), (1, 6), (6, 6)), lost=(4, 7)),
    about=OneRandomPath,
    impostors={
        **SHALLOW,
        "swaps the thresholds": swapped,
        "thresholds more by one": lambda domain, t, h, d, first, second, eps: OneRandomPath(
            domain, t, h, d, first + 1, second + 1, eps
        ),
    },
    uses=("KLMNS20.DER.L47", "KLMNS20.DER.TRANSLATE"),
)
def one_random_path_exactly(
    build: Build, database: str, thresholds: tuple[int, int], lost: int
) -> Iterator[Item]:
    """Depth t + 1 - A with probability 1 - (s^-(M - T1)/2 + s^-(t + l - T2)/2 + 3 b^-(A + 1)), M =
    min(f_(d+1)(S), t + 1), l the least multiplicity of a level of any embedding, for every A.

    Fair: e^(eps/4) = 25/16, eps < 2, t = 8; d = 1 and d = 2; the bound is below 1/3.  M = 9
    is attained on 33 equal rows, where l = 9, so that the thresholds are told apart.
    """
    root, trim = Fraction(25, 16), 8
    depth, index, rows = ACCURATE[database]
    found = [*chain(rows, depth, trim, 8)]
    (here, before), (_, after) = found[index - 1], found[index]
    least = min(
        min(Counter(levels).values())
        for levels, _ in random_embeddings(inner(before, trim), here, trim, root**4)
    )
    weights = min(most_frequent(after), trim + 1), trim + least
    bottom = sum(root ** (T - weight) / 2 for T, weight in zip(thresholds, weights, strict=True))
    yield accurate(
        build(Domain.of_size(2**depth), trim, 8, index, *thresholds, finer(root)),
        ListedAdjacency((rows,), (), f"{database}, {len(rows)} of them"),
        deep_enough(before, trim + 1 - lost),
        bottom + too_shallow(root, lost),
    )


@claim(
    "KLMNS20.DER.L47",
    Form.CONCRETE,
    over(trimmed_databases(TRIMS, 0)),
    about=embedding,
    impostors={
        "of one row less": lambda rows, depth, last, trim: embedding(rows[1:], depth, last, trim)
    },
)
def every_path_keeps_a_multiplicity(
    embed: Callable[[Rows, int, Node, int], Rows], depth: int, trim: int, rows: Rows
) -> Iterator[Comparison]:
    """For every path, the embedding has a multiplicity of at least min(the largest multiplicity of
    the embedding by a heaviest path, t + 1).

    Fair: All trimmed databases, all paths, all heaviest paths.
    """
    heavy = max(multiplicity(d) for d in heaviest_embeddings(rows, depth, trim))
    for last in path_law(rows, depth, trim, Fraction(2)):
        found = multiplicity(embed(rows, depth, last, trim))
        yield le(f"{last}", min(heavy, trim + 1), found)
