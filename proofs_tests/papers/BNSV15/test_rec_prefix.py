"""The numbers of section 3.3.2, found another way (bnsv15_rec_prefix.json)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import TypedDict

import pytest

from audits.claims.bnsv15.laws.rec_prefix import Rows, close_pairs, coupled, good_lengths, is_good
from audits.engines.point import tight_delta
from audits.table import tabulate
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.interior_point.random_pairs import CommonPrefix, RandomPairs
from reference.mechanisms.interior_point.rec_prefix import (
    InteriorLength,
    PrefixToPoint,
    RecPrefix,
    recursive_calls,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


class Close(TypedDict):
    """How likely so many close pairs are."""

    rows: int
    distance: int
    least: int
    probability: str
    route: str


PATH = Path(__file__).parents[2] / "vectors" / "bnsv15_rec_prefix.json"
CLOSE: list[Close] = json.loads(PATH.read_text("utf-8"))["close_pairs"]


def matchings(items: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every perfect matching, by the partner of the last item."""
    if not items:
        yield []
    for i in range(len(items) - 1):
        for others in matchings((*items[:i], *items[i + 1 : -1])):
            yield [*others, (items[i], items[-1])]


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("case", CLOSE)
def test_close_pairs(case: Close) -> None:
    """Claim 3.12: by scanning the ranks; for few rows all matchings are listed."""
    found = close_pairs(case["rows"], case["distance"])
    expected = Fraction(case["probability"])
    assert sum(p for count, p in found.items() if count >= case["least"]) == expected
    if case["rows"] <= 10:
        listed = [
            sum(b - a <= case["distance"] for a, b in pairs)
            for pairs in matchings(tuple(range(case["rows"])))
        ]
        assert Fraction(sum(n >= case["least"] for n in listed), len(listed)) == expected


@pytest.mark.paper("BNSV15")
def test_the_bound_of_claim_3_12() -> None:
    """At r = 12, where the first distance is possible: 1/23!! against 2^-12."""
    product = 1
    for odd in range(1, 24, 2):
        product *= odd
    assert product == 316234143225
    assert Fraction(1, product) < Fraction(1, 2**12)


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize(("size", "calls"), [(32, 1), (33, 2), (2**16, 2), (2**33, 3)])
def test_calls_of_observation_3_9(size: int, calls: int) -> None:
    """By hand: 33 points have 7 lengths, 2^16 have 17, 2^33 have 34, and these have 7."""
    assert recursive_calls(Domain.of_size(size)) == calls


@pytest.mark.paper("BNSV15")
def test_neighbours_by_permutations() -> None:
    """One order of the rows, applied to two databases, changes one length at most: all orders."""
    common = CommonPrefix(2)
    for rows in combinations_with_replacement(range(4), 5):
        for other in replace_one(range(4), 5).neighbours(rows):
            aligned = list(rows)
            (lost,) = [x for x in set(rows) if rows.count(x) > other.count(x)]
            (found,) = [x for x in set(other) if other.count(x) > rows.count(x)]
            aligned[aligned.index(lost)] = found
            for order in list(permutations(range(5)))[::7]:
                pairs = list(zip(order[::2], order[1::2], strict=False))
                before = [common(rows[i], rows[j]) for i, j in pairs]
                after = [common(aligned[i], aligned[j]) for i, j in pairs]
                assert sum(x != y for x, y in zip(before, after, strict=True)) <= 1


@pytest.mark.paper("BNSV15")
def test_a_coupling_may_need_an_augmenting_path() -> None:
    """Two halves each; the first choice has to be undone."""
    one: dict[Rows, Fraction] = {(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 2)}
    other: dict[Rows, Fraction] = {(0, 2): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    assert coupled(one, other) == 1
    assert coupled({(0, 0): Fraction(1)}, {(1, 1): Fraction(1)}) == 0


@pytest.mark.paper("BNSV15")
def test_equal_rows_agree_on_all_digits() -> None:
    """Two equal rows over 4 points: z = 2 = log2|X| with probability 2^2/(1 + 1 + 2^2)."""
    mechanism = RecPrefix(Domain.of_size(4), 0, 1, Epsilon(Fraction(2), 4), 3)
    assert law(InteriorLength(mechanism), (1, 1)).probability(2) == Fraction(2, 3)
    assert law(RandomPairs(CommonPrefix(2)), (1, 1)).probability((2,)) == 1


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("k", [1, 2])
def test_the_comparison_errs_as_often_as_it_may(k: int) -> None:
    """With k - 1 rows above, for 3k/2: Pr[Lap(1/eps) >= k/2 + 1] = s^-(2k + 4)/2, in the limit."""
    s = Fraction(4)
    rows = (0, *(2,) * (2 * k + 5), *(3,) * (k - 1))
    assert 0 in good_lengths(rows, 2, k)
    end = PrefixToPoint(Domain.of_size(4), k, -50, 0, Epsilon(s, 4))
    found = law(end, rows)
    wrong = sum(
        (found.probability(x) for x in (0, 1, 2, 3) if not is_good(rows, x, k)), Fraction(0)
    )
    assert abs(wrong / (s ** -(2 * k + 4) / 2) - 1) < Fraction(1, 100)


@pytest.mark.paper("BNSV15")
def test_the_lengths_spend_the_whole_eps_in_the_limit() -> None:
    """Tight delta of the lengths at e^eps is 0, and positive at e^(3 eps/4) for a large eps."""
    root = Fraction(2**10)
    mechanism = RecPrefix(Domain.of_size(4), 0, 1, Epsilon(root, 4), 3)
    table = tabulate(InteriorLength(mechanism), replace_one(range(4), 4))
    for power, positive in ((4, False), (3, True)):
        worst = tight_delta(table, root**power)
        assert worst is not None
        assert (worst.value > 0) == positive
