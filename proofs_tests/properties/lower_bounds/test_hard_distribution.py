"""Digits, the hard databases, and how often they are solved."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.bnsv15.laws.hard_distribution import Rows, hard_by_definition, spelled
from proofs_tests.properties.measured import followed_once
from proofs_tests.properties.sides import at_least, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, listed, sequences
from reference.lower_bounds import hard_distribution as hard
from reference.probability.dist import Dist


@property_of(
    (hard.digits, hard.agreement, hard.agreeing),
    {
        "no remainder": "// base**place % base => // base**place",
        "the least digits agree": "enumerate(pairs) => enumerate([*pairs][::-1])",
        "one digit fewer": "(length - most) => (length - most + 1)",
    },
    base=st.integers(2, 4),
    lengths=st.lists(st.integers(0, 3), min_size=1, max_size=3),
    numbers=st.tuples(*[st.integers(0, 63)] * 4),
)
def test_interior_points_agree_with_the_hidden_row(
    made: Any, base: int, lengths: list[int], numbers: tuple[int, ...]
) -> Fraction:
    """An interior point agrees with the hidden row on min(y) digits, whatever the rows are.

    Of the numbers that agree with it on the first y digits some agree on no more.
    """
    (spell, agree, block), words = made, spelled(base, 3)
    hidden = numbers[0] % len(words)
    blocks = [block(hidden, y, base, 3) for y in lengths]
    assert all(refused(block, hidden, y, base, 3) for y in (-1, 4))
    assert all(refused(spell, x, base, 3) for x in (-1, base**3))
    assert refused(spell, 0, 1, 3)
    for y, numbered in zip(lengths, blocks, strict=True):
        assert [*numbered] == [x for x, word in enumerate(words) if word[:y] == words[hidden][:y]]
        assert min(agree(x, hidden, base, 3) for x in numbered) <= y
    rows = [hidden, *(b[i % len(b)] for b, i in zip(blocks, numbers[1:], strict=False))]
    assert all(spell(x, base, 3) == words[x] for x in rows)
    inner = range(min(rows), max(rows) + 1)
    fewest = min(agree(x, hidden, base, 3) for x in inner)
    return at_least(fewest, min(lengths), f"with {words[hidden]} the least number of equal digits")


SHAPES = [((), 1), ((), 2), ((), 3), ((2,), 1), ((2,), 2), ((3,), 2), ((2,), 3), ((2, 2), 1)]
SHAPES += [((2, 3), 1), ((3, 2), 1)]
"""Bases, and S(1)."""


@property_of(
    hard.hard_distribution,
    {
        "the least digits agree": "base, size)) => base, size).map(lambda rows: tuple("
        "sum(d * base**i for i, d in enumerate(digits(x, base, size))) for x in rows)))",
        "one random tail": "return Dist.uniform((hidden, *rows) for rows in product(*blocks)) => "
        "tails = [*blocks]\n    return Dist.uniform("
        "(hidden, *(b[z % len(b)] for b in tails)) for z in range(base**length))",
        "the first base again": "found, base, => found, bases[0],",
    },
    shape=st.sampled_from(SHAPES),
)
def test_hard_databases_by_definition(made: Any, shape: tuple[tuple[int, ...], int]) -> None:
    """D_n has the chances that the definition sums over all lengths, and S(n) points."""
    found = made(*shape)
    assert refused(made, shape[0], 0)
    assert refused(made, (1, *shape[0]), shape[1])
    assert all(refused(hard.rows_from_lengths, (0,), *each) for each in ((1, 2), (2, 0)))
    assert {row for rows in found for row in rows} == {*range(hard.domain_size(*shape))}
    assert {rows: found.probability(rows) for rows in found} == hard_by_definition(*shape)


@property_of(
    hard.success,
    {
        "databases are equally likely": (
            "databases.probability(rows) => Fraction(1, len(databases))"
        ),
        "the last database left out": "in parts[1:] => in parts[1:-1]",
        "interior of the other rows": "_point, rows) => _point, rows[1:])",
    },
    solver=listed(sequences(range(2), 2), range(3)),
    prior=distributions(sequences(range(2), 2)),
)
def test_success_is_that_of_the_experiment(
    made: Callable[..., Fraction], solver: Listed[Rows, int], prior: Dist[Rows, Fraction]
) -> None:
    """It is the chance that what is answered lies between the ends of a random database."""
    joint = prior.bind(lambda d: solver.laws[d].map(lambda x: (d, x)))
    good = [(d, x) for d, x in product(prior, range(2)) if min(d) <= x <= max(d)]
    with followed_once():
        assert made(solver, prior) == sum(map(joint.probability, good))
