"""Digits, the hard databases, and how often they are solved."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors import hard_distribution as impostors
from audits.claims.bnsv15.laws.hard_distribution import (
    Tabulated,
    given_lengths,
    hard_by_definition,
    spelled,
    spelled_agreement,
)
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import multisets, sequences
from reference.data.database import Database
from reference.lower_bounds.hard_distribution import (
    agreeing,
    agreement,
    digits,
    domain_size,
    hard_distribution,
    rows_from_lengths,
    success,
)
from reference.probability.dist import Dist

Prior = Dist[Database[int], Fraction]

BASES, LENGTHS = st.integers(2, 4), st.integers(1, 3)
NUMBERS = st.integers(0, 63)
"""To be taken modulo what there is."""


@property_of(
    (digits, agreement),
    {
        "the least digit first": "reversed(range => (range",
        "no remainder": "// base**place % base => // base**place",
        "digits that differ": "if a != b => if a == b",
        "one digit fewer": "), length) => ), length - 1)",
    },
    base=BASES,
    length=LENGTHS,
    numbers=st.tuples(NUMBERS, NUMBERS),
)
def test_digits_spell_numbers_in_order(
    parts: tuple[Callable[..., tuple[int, ...]], Callable[..., int]],
    base: int,
    length: int,
    numbers: tuple[int, int],
) -> None:
    """And the agreement is the length of the longest common prefix."""
    spell, agree = parts
    first, second = (number % base**length for number in numbers)
    words = spelled(base, length)
    assert spell(first, base, length) == words[first]
    assert agree(first, second, base, length) == spelled_agreement(words[first], words[second])


@property_of(
    rows_from_lengths,
    {
        "the hidden row last": "(hidden, *rows) => (*rows, hidden)",
        "each row agrees on as many digits": (
            "for y in lengths) => for y in lengths[:1] * len(lengths))"
        ),
        "the hidden row is below the last number": (
            "range(base**length) => range(base**length - 1)"
        ),
    },
    base=st.integers(2, 3),
    lengths=st.lists(st.integers(0, 2), max_size=2).map(tuple),
)
def test_rows_agree_as_told(
    draw: Callable[[Database[int], int, int], Prior], base: int, lengths: Database[int]
) -> None:
    """For arbitrary lengths each database has the chance that the definition gives it."""
    found = draw(lengths, base, 2)
    assert {rows: found.probability(rows) for rows in found} == given_lengths(
        lengths, spelled(base, 2), base
    )


SHAPES = [((), 1), ((), 2), ((), 3), ((2,), 1), ((2,), 2), ((3,), 2), ((2,), 3), ((2, 2), 1)]
SHAPES += [((2, 3), 1), ((3, 2), 1)]
"""Bases, and S(1)."""


@property_of(
    hard_distribution,
    {
        "y + 1 digits agree": impostors.one_digit_more,
        "the least digits agree": impostors.least_digit_first,
        "the hidden row last": impostors.hidden_row_last,
        "one random tail": impostors.shared_tail,
        "the first base again": "found, base, => found, bases[0],",
        "one base fewer": "enumerate(bases) => enumerate(bases[1:])",
    },
    shape=st.sampled_from(SHAPES),
)
def test_hard_databases_by_definition(
    build: Callable[[Sequence[int], int], Prior], shape: tuple[tuple[int, ...], int]
) -> None:
    """D_n has the chances that the definition sums over all lengths, and S(n) points."""
    found = build(*shape)
    assert {row for rows in found for row in rows} == {*range(domain_size(*shape))}
    assert {rows: found.probability(rows) for rows in found} == hard_by_definition(*shape)


@property_of(
    agreeing,
    {
        "one digit fewer": "(length - most) => (length - most + 1)",
        "from the number on": "start + block) => start + block + 1)",
    },
    base=st.integers(2, 3),
    lengths=st.lists(st.integers(0, 3), min_size=1, max_size=3),
    numbers=st.tuples(*[NUMBERS] * 4),
)
def test_interior_points_agree_with_the_hidden_row(
    block: Callable[[int, int, int, int], range],
    base: int,
    lengths: list[int],
    numbers: tuple[int, ...],
) -> Fraction:
    """An interior point agrees with the hidden row on min(y) digits, whatever the rows are."""
    hidden, words = numbers[0] % base**3, spelled(base, 3)
    blocks = [block(hidden, y, base, 3) for y in lengths]
    rows = [hidden, *(b[i % len(b)] for b, i in zip(blocks, numbers[1:], strict=False))]
    inner = (words[x % len(words)] for x in range(min(rows), max(rows) + 1))
    known = min(spelled_agreement(word, words[hidden]) for word in inner)
    return Fraction(known - min(lengths))


@property_of(
    success,
    {
        "databases are equally likely": (
            "databases.probability(rows) => Fraction(1, len(databases))"
        ),
        "the first database twice": "in parts[1:] => in parts",
        "the last database left out": "in parts[1:] => in parts[1:-1]",
        "interior of the other rows": (
            "partial(is_interior_point, rows) => partial(is_interior_point, rows[1:])"
        ),
    },
    laws=st.fixed_dictionaries(dict.fromkeys(multisets(range(2), 2), distributions(range(3)))),
    prior=distributions(sequences(range(2), 2)),
)
def test_success_is_that_of_the_experiment(
    measure: Callable[[Tabulated, Prior], Fraction],
    laws: dict[Database[int], Dist[int, Fraction]],
    prior: Prior,
) -> None:
    """It is the chance that what is answered lies between the ends of a random database."""
    joint = prior.bind(lambda d: laws[tuple(sorted(d))].map(lambda x: (d, x)))
    good = [(d, x) for d, x in product(prior, range(2)) if min(d) <= x <= max(d)]
    assert measure(Tabulated(laws), prior) == sum(map(joint.probability, good))
