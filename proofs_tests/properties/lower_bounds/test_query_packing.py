"""Packings of histograms against mechanisms, with delta."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed
from reference.data.adjacency import one_answer
from reference.lower_bounds.query_packing import (
    Histogram,
    Queries,
    chance_kept,
    column_sum_queries,
    copies_of_sets,
    distance,
    exact_answers,
    identical_rows,
    least_gap,
    most_copies,
    separating_copies,
    sign_queries,
    spread_sets,
    success_bound,
)
from reference.probability.dist import Dist

Naming = Listed[Histogram, int]
Parts = tuple[Callable[..., Fraction], Callable[[Histogram, Histogram], int]]

HISTOGRAMS = [*product(range(3), repeat=2)]
UNIVERSE = one_answer(range(3), 2)
COUNTS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
ENTRIES = st.integers(-2, 2)
RATIOS = (Fraction(3, 2), Fraction(2), Fraction(9, 8))
LOSSES = st.sampled_from(RATIOS)


def fading(base: Histogram, exp_eps: Fraction, delta: Fraction) -> Naming:
    """The outcome 0 has probability 1/2 on one histogram, and little elsewhere."""
    chances = [Fraction(1, 2)]
    for _ in range(4):
        chances.append(max(chances[-1] - delta, Fraction(0)) / exp_eps)
    found = {}
    for x in HISTOGRAMS:
        p = chances[sum(abs(a - b) for a, b in zip(x, base, strict=True))]
        found[x] = Dist.weighted([(0, p), (1, 1 - p)])
    return Listed(found)


NAMING = st.one_of(
    st.builds(
        fading,
        st.sampled_from(HISTOGRAMS),
        LOSSES,
        st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(1, 10)]),
    ),
    listed(HISTOGRAMS, range(3)),
    listed(HISTOGRAMS, range(3), everywhere=True),
)


def levels(naming: Naming) -> list[tuple[Fraction, Fraction]]:
    """Some e^eps and the deltas."""
    curve = curve_of(naming, UNIVERSE)
    return [*curve.breakpoints, *((x, curve.delta_at(x)) for x in RATIOS)]


@property_of(
    (chance_kept, distance),
    {
        "a step less": "** (-distance) => ** (1 - distance)",
        "delta is lost once": "for i in range(distance) => for i in range(min(distance, 1))",
        "without delta": "chance - lost => chance",
        "the farthest count": (chance_kept, wrong(distance, "sum( => max(")),
    },
    naming=NAMING,
    base=st.sampled_from(HISTOGRAMS),
)
def test_a_probability_is_kept(parts: Parts, naming: Naming, base: Histogram) -> Fraction:
    """At any distance, by every eps and delta of the mechanism."""
    kept, far = parts
    law, slacks = law_of(naming, base), []
    for exp_eps, delta in levels(naming):
        left = [kept(exp_eps, Fraction(1, 2), d, delta) for d in range(4)]
        assert [a - exp_eps * b for a, b in pairwise(left)] == [delta] * 3
        for x in HISTOGRAMS:
            found = law_of(naming, x)
            slacks += [
                law.probability(i) - kept(exp_eps, found.probability(i), far(base, x), delta)
                for i in found
            ]
    return min(slacks)


@property_of(
    success_bound,
    {
        "a step more": "(-d) for => (-d - 1) for",
        "without delta": "one - one, d, delta => one - one, d",
        "delta lost once": (
            "for d in distances), start=one) => for d in distances[:1]), start=one)"
        ),
        "weights multiply": "lost * weight**-1 => lost * weight**-2",
    },
    naming=NAMING,
    named=st.lists(st.sampled_from(HISTOGRAMS), min_size=3, max_size=3, unique=True),
    base=st.sampled_from(HISTOGRAMS),
    exp_eps=LOSSES,
    delta=st.sampled_from([Fraction(0), Fraction(1, 10)]),
)
def test_not_all_are_named(
    bound: Callable[..., Fraction],
    naming: Naming,
    named: list[Histogram],
    base: Histogram,
    exp_eps: Fraction,
    delta: Fraction,
) -> Fraction:
    """On the worst of them with no more than the bound; there what is kept adds up to 1."""
    success = min(law_of(naming, x).probability(i) for i, x in enumerate(named))
    far = [sum(abs(a - b) for a, b in zip(x, base, strict=True)) for x in named]
    at = bound(exp_eps, far, delta)
    steps = [at] * len(far)
    for i, d in enumerate(far):
        for _ in range(d):
            steps[i] = (steps[i] - delta) / exp_eps
    assert sum(steps) == 1
    return min(bound(x, far, lost) for x, lost in levels(naming)) - success


@property_of(
    (exact_answers, distance, least_gap),
    {
        "all rows count once": "q * x for => q * (x > 0) for",
        "squares": (exact_answers, wrong(distance, "abs(a - b) => (a - b) ** 2"), least_gap),
        "the largest gap": "return min( => return max(",
        "the worst query": "        max( =>         min(",
        "signed": (exact_answers, distance, wrong(least_gap, "abs(a - b) => (a - b)")),
    },
    queries=st.lists(st.tuples(ENTRIES, ENTRIES, ENTRIES), min_size=1, max_size=2).map(tuple),
    histograms=st.lists(COUNTS, min_size=2, max_size=3),
)
def test_answers_within_half_of_the_gap_name_a_database(
    parts: tuple[Callable[..., tuple[int, ...]], Callable[..., int], Callable[..., int]],
    queries: Queries,
    histograms: list[Histogram],
) -> None:
    """The midpoint of two answers is at half of the gap from both, or farther; once at half."""
    answers, far, gap = parts
    rows = [[*Counter(dict(enumerate(x))).elements()] for x in histograms]
    found = [tuple(sum(q[j] for j in each) for q in queries) for each in rows]
    assert [answers(queries, x) for x in histograms] == found
    moved = [(Counter(a), Counter(b)) for a, b in combinations(rows, 2)]
    steps = [far(x, y) for x, y in combinations(histograms, 2)]
    assert steps == [((a - b) + (b - a)).total() for a, b in moved]
    middles = [
        [abs(Fraction(a + b, 2) - a) for a, b in zip(x, y, strict=True)]
        for x, y in combinations(found, 2)
    ]
    half = Fraction(gap(queries, histograms), 2)
    assert half in map(max, middles)
    assert all(half <= max(each) for each in middles)


@property_of(
    (column_sum_queries, identical_rows, sign_queries),
    {
        "bits of the number of the query": "j >> i => i >> j",
        "a point fewer": "for j in range(points)) => for j in range(points - 1))",
        "a copy": "rows * (i == j) => 1 * (i == j)",
        "other signs": "mask & j => mask | j",
    },
    columns=st.integers(1, 3),
    copies=st.integers(1, 3),
    mask=st.integers(0, 7),
)
def test_queries_about_bits(
    parts: tuple[
        Callable[..., Queries], Callable[..., tuple[Histogram, ...]], Callable[..., Queries]
    ],
    columns: int,
    copies: int,
    mask: int,
) -> None:
    """Bits as they are written, copies of rows, and signs that multiply as their masks add up."""
    sums, copied, signs = parts
    points = 1 << columns
    written = [f"{j:0{columns}b}"[::-1] for j in range(points)]
    assert sums(columns) == tuple(tuple(int(w[i]) for w in written) for i in range(columns))
    rows = copied(points, copies)
    assert [Counter(dict(enumerate(x))).total() for x in rows] == [copies] * points
    assert [x[j] for j, x in enumerate(rows)] == [copies] * points
    first, found, *_ = signs(columns, (0, mask % points))
    assert first == (1,) * points
    assert [found[1 << i] == -1 for i in range(columns)] == [
        bool(mask >> i & 1) for i in range(columns)
    ]
    assert all(found[i] * found[j] == found[i ^ j] for i, j in product(range(points), repeat=2))


@property_of(
    (spread_sets, copies_of_sets),
    {
        "less than half": "<= size for => < size for",
        "all sets": "if all( => if True or all(",
        "far from one": "if all( => if any(",
        "of the other points": "j in chosen => j not in chosen",
        "a copy": "copies * (j => 1 * (j",
    },
    points=st.integers(2, 6),
    size=st.integers(1, 4),
    copies=st.integers(1, 3),
)
def test_sets_share_half_at_most(
    parts: tuple[Callable[..., tuple[tuple[int, ...], ...]], Callable[..., tuple[Histogram, ...]]],
    points: int,
    size: int,
    copies: int,
) -> None:
    """A set is left out if and only if it shares more with an earlier one; c copies of points."""
    spread, copied = parts
    family = spread(points, size)
    for each in combinations(range(points), size):
        near = [other for other in family if other < each and 2 * len({*other} & {*each}) > size]
        assert (each in family) == (not near)
    rows = [tuple(j for j in each for _ in range(copies)) for each in family]
    wanted = [tuple(row.count(j) for j in range(points)) for row in rows]
    assert [*copied(family, points, copies)] == wanted


@property_of(
    (most_copies, separating_copies),
    {
        "a copy more": "(copies + 1) * size => copies * size",
        "l > e^(2 eps s)": "> 2 * exp_eps => > exp_eps",
        "at least": "count > 2 => count >= 2",
        "2 alpha n": "rows) + 1 => rows)",
        "alpha n": "2 * accuracy => accuracy",
    },
    exp_eps=LOSSES,
    size=st.integers(1, 3),
    count=st.sampled_from([8, 32, 128]) | st.integers(3, 200),
    accuracy=st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(2, 5)]),
    rows=st.integers(1, 8),
)
def test_numbers_of_copies(
    parts: tuple[Callable[..., int], Callable[..., int]],
    exp_eps: Fraction,
    size: int,
    count: int,
    accuracy: Fraction,
    rows: int,
) -> Fraction:
    """The most for which no mechanism names a database with probability 1/2; the fewest apart."""
    most, apart = parts
    copies = most(exp_eps, size, count)
    assert count > 2 * exp_eps ** (2 * copies * size) or not copies
    assert count <= 2 * exp_eps ** (2 * (copies + 1) * size)
    least = apart(accuracy, rows)
    assert least - 1 <= 2 * accuracy * rows < least
    if not copies:
        return Fraction(1)
    far: Sequence[int] = (0, *(2 * copies * size,) * (count - 1))
    return Fraction(1, 2) - success_bound(exp_eps, far)
