"""Packings of histograms against mechanisms, with delta."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, furthest, law_of
from proofs_tests.properties.sides import at_least, at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed, private
from reference.data.adjacency import one_answer
from reference.lower_bounds import query_packing as packings
from reference.lower_bounds.query_packing import Histogram

HISTOGRAMS = [*product(range(3), repeat=2)]


@property_of(
    (packings.chance_kept, packings.success_bound, packings.distance),
    {
        "the farthest count": "sum(abs => max(abs",
        "delta is lost once": "for i in range(distance) => for i in range(min(distance, 1))",
        "a step more": "(-d) for => (-d - 1) for",
    },
    naming=st.one_of(
        listed(HISTOGRAMS, range(3)),
        private(range(2), range(3)).map(
            lambda base: Listed({(a, b): law_of(base, (0,) * a + (1,) * b) for a, b in HISTOGRAMS})
        ),
    ),
    named=st.lists(st.sampled_from(HISTOGRAMS), min_size=3, max_size=3, unique=True),
    base=st.sampled_from(HISTOGRAMS),
)
def test_not_all_are_named(
    made: Any, naming: Listed[Histogram, int], named: list[Histogram], base: Histogram
) -> Fraction:
    """On the worst of them with no more than the bound; of which what is kept adds up to 1.

    A probability is kept at any distance, by every eps and delta of the mechanism.
    """
    (kept, bound, distance), slacks = made, list[Fraction]()
    here, laws = law_of(naming, base), [law_of(naming, x) for x in named]
    success = min(law.probability(i) for i, law in enumerate(laws))
    steps = [distance(x, base) for x in named]
    for exp_eps, delta in curve_of(naming, one_answer(range(3), 2)).breakpoints:
        most = bound(exp_eps, steps, delta)
        left = [kept(exp_eps, most, d, delta) for d in range(5)]
        assert [a - exp_eps * b for a, b in pairwise(left)] == [delta] * 4
        assert sum(left[d] for d in steps) == 1
        slacks.append(at_most(success, most, f"by {delta} at {exp_eps} the success"))
        slacks += [
            at_least(
                here.probability(i),
                kept(exp_eps, law.probability(i), d, delta),
                f"on {base}, at the distance {d} of {x}, the chance of {i}",
            )
            for d, law, x in zip(steps, laws, named, strict=True)
            for i in law
        ]
    return min(slacks)


@property_of(
    (packings.exact_answers, packings.least_gap),
    {
        "all rows count once": "q * x for => q * (x > 0) for",
        "the largest gap": "return min( => return max(",
        "signed": "abs(a - b) => (a - b)",
    },
    queries=st.lists(st.tuples(*[st.integers(-2, 2)] * 3), min_size=1, max_size=2).map(tuple),
    histograms=st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=2, max_size=3),
)
def test_answers_within_half_of_the_gap_name_a_database(
    made: Any, queries: packings.Queries, histograms: list[Histogram]
) -> None:
    """Nothing is within half of it of two of the answers, as none are nearer; some are as near."""
    (answers, gap), found = made, []
    for x in histograms:
        rows = [*Counter(dict(enumerate(x))).elements()]
        found.append(tuple(sum(q[j] for j in rows) for q in queries))
        assert answers(queries, x) == found[-1]
    apart = (furthest(x, y) for x, y in combinations(found, 2))
    assert min(apart) == gap(queries, histograms)


@property_of(
    (
        *(packings.column_sum_queries, packings.sign_queries, packings.identical_rows),
        *(packings.spread_sets, packings.copies_of_sets),
    ),
    {
        "bits of the number of the query": "j >> i => i >> j",
        "other signs": "mask & j => mask | j",
        "less than half": "<= size for => < size for",
    },
    columns=st.integers(1, 3),
    copies=st.integers(1, 3),
    size=st.integers(1, 4),
)
def test_queries_and_what_they_tell_apart(made: Any, columns: int, copies: int, size: int) -> None:
    """Bits as they are written, signs that multiply as their masks add up, copies of rows.

    A set is left out if and only if it has more than half in common with an earlier one.
    """
    sums, signs, identical, spread, copied = made
    points = range(1 << columns)
    bits = [f"{j:0{columns}b}"[::-1] for j in points]
    assert [*zip(*sums(columns), strict=True)] == [tuple(map(int, each)) for each in bits]
    for mask, found in enumerate(signs(columns, points)):
        assert len(found) == len(points)
        assert [found[1 << i] for i in range(columns)] == [1 - 2 * int(b) for b in bits[mask]]
        assert all(found[i] * found[j] == found[i ^ j] for i, j in product(points, repeat=2))
    family = spread(len(points), size)
    for each in combinations(points, size):
        near = [other for other in family if other < each and 2 * len({*other} & {*each}) > size]
        assert (each in family) == (not near)
    histograms = [*identical(len(points), copies), *copied(family, len(points), copies)]
    for chosen, x in zip([*([j] for j in points), *family], histograms, strict=True):
        assert sorted([*chosen] * copies) == [*Counter(dict(enumerate(x))).elements()]


@property_of(
    (packings.most_copies, packings.separating_copies),
    {
        "a copy more": "(copies + 1) * size => copies * size",
        "at least": "count > 2 => count >= 2",
        "2 alpha n": "rows) + 1 => rows)",
    },
    exp_eps=st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(9, 8)]),
    size=st.integers(1, 3),
    count=st.sampled_from([8, 32, 128]) | st.integers(3, 200),
    accuracy=st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(2, 5)]),
    rows=st.integers(1, 8),
)
def test_numbers_of_copies(
    made: Any, exp_eps: Fraction, size: int, count: int, accuracy: Fraction, rows: int
) -> None:
    """The largest c with l > 2 e^(2 eps c m); the least number above 2 alpha n."""
    most, apart = made
    copies, least = most(exp_eps, size, count), apart(accuracy, rows)
    wrong = ((Fraction(1), size, count), (exp_eps, 0, count), (exp_eps, size, 2))
    assert all(refused(most, *each) for each in wrong)
    assert count <= 2 * exp_eps ** (2 * (copies + 1) * size)
    assert not copies or count > 2 * exp_eps ** (2 * copies * size)
    assert least - 1 <= 2 * accuracy * rows < least
