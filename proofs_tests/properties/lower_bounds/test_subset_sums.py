"""Subset sums as counting queries, and the families of queries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.subset_sums import WRONG_EMBEDDINGS, WRONG_RANDOM_SUBSETS
from audits.claims.vt14.laws.reconstruction import sums
from audits.ledger.edits import wrong
from proofs_tests.properties.attacked import refused
from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import private
from proofs_tests.strategies.queries import Bits, bits, doubled, every
from reference.data.adjacency import replace_one
from reference.data.queries import exact_fraction
from reference.lower_bounds.subset_sums import (
    RandomSubsets,
    all_subsets,
    check_power_of_two,
    embedded,
    embedded_query,
    hadamard_subsets,
    subset_sum,
)
from reference.probability.coins import Coins, Mechanism

Row: TypeAlias = tuple[int, int]
Embedding: TypeAlias = Callable[[Bits], tuple[Row, ...]]

RIGHT = (embedded, embedded_query, subset_sum)
PAIRS = st.integers(1, 4).flatmap(lambda n: st.tuples(bits(n), bits(n)))


@property_of(
    RIGHT,
    {
        **{
            name: (*RIGHT[:place], made, *RIGHT[place + 1 :])
            for name, (place, made) in WRONG_EMBEDDINGS.items()
        },
        "people are left out": (embedded, embedded_query, wrong(subset_sum, "True => False")),
        "q_i or x_i": (embedded, embedded_query, wrong(subset_sum, "a * b for => a | b for")),
        "q_i + x_i": (embedded, embedded_query, wrong(subset_sum, "a * b for => a + b for")),
    },
    pair=PAIRS,
)
def test_a_subset_sum_counts_rows(made: tuple[Any, Any, Any], pair: tuple[Bits, Bits]) -> None:
    """With numbers the bits are rows, and the counting query counts the ones in the subset."""
    rows, query, total = made
    q, x = pair
    n, (number,) = len(x), sums([q], x)
    assert [*rows(x)] == [(i + 1, x[i]) for i in range(n)]
    assert query(q)(rows(x)) == total(q, x) == number
    assert exact_fraction(query(q), rows(x)) == Fraction(number, n)
    assert refused(total, q, x[1:])


UNIVERSE = ((1, 0), (1, 1), (2, 0), (2, 1))


@dataclass(frozen=True)
class Numbered:
    """A mechanism on numbered rows, for bits."""

    rows: Embedding
    base: Mechanism[tuple[Row, ...], str, Fraction]

    def __call__(self, database: Bits, coins: Coins[Fraction], /) -> str:
        """What is said of the rows."""
        return coins.delegate(self.base, self.rows(database))


@property_of(
    embedded,
    {
        "bits of all before": lambda x: tuple((i + 1, sum(x[: i + 1]) % 2) for i in range(len(x))),
        "the number is a bit": lambda x: tuple((1 + x[0], bit) for bit in x),
    },
    base=private(UNIVERSE, "ab"),
)
def test_numbered_rows_are_as_private(
    made: Embedding, base: Mechanism[tuple[Row, ...], str, Fraction]
) -> Fraction:
    """A bit of the database costs no more than a row."""
    pairs = [(x, z) for x in every(2) for z in every(2) if sum(map(int.__ne__, x, z)) == 1]
    built = curve_between(Numbered(made, base), pairs)
    return slack(built, curve_of(base, replace_one(UNIVERSE, 2, ordered=True)))


POWERS = {1, 2, 4, 8, 16, 32}


@property_of(
    hadamard_subsets,
    {
        "odd for even": "tuple(1 - (i & j) => tuple((i & j)",
        "i or j": "(i & j).bit_count() => (i | j).bit_count()",
        "bits of one": "(i & j).bit_count() => (i & j)",
        "all subsets": all_subsets,
    },
    power=st.integers(0, 4),
)
def test_hadamard_rows(made: Callable[[int], tuple[Bits, ...]], power: int) -> None:
    """They are those of the doubled matrix, and any two agree in half of the places."""
    found = made(2**power)
    assert found == doubled(power)
    agree = {sum(map(int.__eq__, q, z)) for q in found for z in found if q is not z}
    assert agree <= {2**power // 2}


@property_of(
    check_power_of_two,
    {
        "even numbers": "people & (people - 1) => people % 2",
        "0 too": "people < 1 => people < 0",
        "1 less": "people < 1 => people <= 1",
    },
    people=st.integers(-4, 40),
)
def test_other_numbers_are_refused(made: Callable[[int], None], people: int) -> None:
    """All but powers of two."""
    assert refused(made, people) == (people not in POWERS)


@property_of(
    RandomSubsets,
    WRONG_RANDOM_SUBSETS,
    size=st.sampled_from([(2, 1), (1, 2), (1, 1), (3, 1), (1, 3), (2, 2), (3, 2), (0, 2), (2, 0)]),
)
def test_random_subsets_are_uniform(made: type[RandomSubsets], size: tuple[int, int]) -> None:
    """Each matrix of bits is as likely, and there is no other."""
    k, n = size
    law = law_of(made(k, n), ())
    chances = {q: law.probability(q) for q in law}
    assert [*chances.values()] == [Fraction(1, 2 ** (k * n))] * 2 ** (k * n)
    assert all(len(q) == k and {len(row) for row in q} <= {n} for q in chances)
    assert {a for q in chances for row in q for a in row} <= {0, 1}


@property_of(
    all_subsets,
    {
        "not the empty one": lambda n: every(n)[1:],
        "in reverse": lambda n: tuple(every(n)[::-1]),
        "one person less": "repeat=people => repeat=people - 1",
    },
    people=st.integers(1, 5),
)
def test_all_subsets_are_numbers(made: Callable[[int], tuple[Bits, ...]], people: int) -> None:
    """In binary, from 0 to 2^n - 1."""
    assert [int("".join(map(str, (0, *q))), 2) for q in made(people)] == [*range(2**people)]
    assert {len(q) for q in made(people)} == {people}
