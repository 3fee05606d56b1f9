"""Subset sums as counting queries, and the families of queries."""

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import apart, sums
from audits.ledger import WRONG, claims
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.queries import Bits, bits, doubled, every
from reference.data.queries import exact_fraction
from reference.lower_bounds import subset_sums
from reference.probability.dist import Dist

claims()


@property_of(
    (subset_sums.embedded, subset_sums.embedded_query, subset_sums.subset_sum),
    {
        "people are numbered from 0": "start=1 => start=0",
        "people are left out": "strict=True => strict=False",
        "q_i or x_i": "a * b for => a | b for",
    },
    pair=st.integers(1, 4).flatmap(lambda n: st.tuples(bits(n), bits(n))),
)
def test_a_subset_sum_counts_rows(made: Any, pair: tuple[Bits, Bits]) -> None:
    """With numbers the bits are rows, and the counting query counts the ones in the subset.

    Databases of rows differ where the bits do, so that a bit costs no more than a row.
    """
    (rows, query, total), (q, x) = made, pair
    (number,), n = sums([q], x), len(x)
    assert rows(x) == tuple((i + 1, x[i]) for i in range(n))
    assert apart(rows(q), rows(x)) == apart(q, x)
    assert query(q)(rows(x)) == total(q, x) == number
    assert exact_fraction(query(q), rows(x)) == Fraction(number, n)
    assert refused(total, q, x[1:])


@property_of(
    (subset_sums.hadamard_subsets, subset_sums.all_subsets, subset_sums.check_power_of_two),
    {
        "i or j": "(i & j).bit_count() => (i | j).bit_count()",
        "in reverse": "(0, 1), repeat => (1, 0), repeat",
        "even numbers": "people & (people - 1) => people % 2",
    },
    power=st.integers(0, 4),
    people=st.integers(-4, 40),
)
def test_families_of_queries(made: Any, power: int, people: int) -> None:
    """The rows of the doubled matrix, any two of which agree in half of the places; all numbers.

    Other numbers than powers of two are refused.
    """
    (hadamard, subsets, check), n = made, 2**power
    found = hadamard(n)
    assert found == doubled(power)
    assert {apart(q, z) for q in found for z in found} == {0, n // 2}
    for q, number in zip(subsets(power), range(n), strict=True):
        assert "".join(map(str, q)) == f"{number:b}".zfill(power)[:power]
    assert refused(check, people) == (people not in {1, 2, 4, 8, 16, 32})


@property_of(
    subset_sums.RandomSubsets,
    {
        name: WRONG[subset_sums.RandomSubsets][name]
        for name in ("the same query again", "no empty subset", "more than half of ones")
    },
    size=st.sampled_from([(2, 1), (1, 2), (1, 1), (3, 1), (1, 3), (2, 2), (3, 2), (0, 2), (2, 0)]),
)
def test_random_subsets_are_uniform(
    made: type[subset_sums.RandomSubsets], size: tuple[int, int]
) -> None:
    """Each matrix of bits is as likely, and there is no other."""
    k, n = size
    assert all(refused(made, *each) for each in ((-1, n), (k, -1)))
    assert law_of(made(k, n), ()) == Dist.uniform(product(every(n), repeat=k))
