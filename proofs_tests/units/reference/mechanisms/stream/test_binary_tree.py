"""The binary tree counter against a tree built from its definition."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.database import Database
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, failure_probability
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

Counts = tuple[int, ...]


def dyadic(first: int, last: int) -> Iterator[tuple[int, int]]:
    """The blocks of a binary tree over first, ..., last, a power of two of them."""
    yield first, last
    if first < last:
        middle = (first + last) // 2
        yield from dyadic(first, middle)
        yield from dyadic(middle + 1, last)


def cover(time: int, blocks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The fewest blocks that make up 1, ..., time: always the longest that fits next."""
    chosen, start = [], 1
    while start <= time:
        ends = [last for first, last in blocks if first == start and last <= time]
        chosen.append((start, max(ends)))
        start = max(ends) + 1
    return chosen


def brute_force(stream: Database[int], leaves: int, r: Fraction) -> dict[Counts, Fraction]:
    """The law by all values of all blocks that some prefix needs, each clamped to its length."""
    g, blocks = 1 / r, list(dyadic(1, leaves))
    covers = [cover(t, blocks) for t in range(1, len(stream) + 1)]
    used = sorted({block for chosen in covers for block in chosen})
    options = []
    for first, last in used:
        count, length = sum(stream[first - 1 : last]), last - first + 1
        inner = {z: (1 - g) / (1 + g) * g ** abs(z - count) for z in range(1, length)}
        low = g**count / (1 + g)
        inner[0] = low if count else 1 - g / (1 + g)
        inner[length] = 1 - sum(inner.values(), Fraction(0))
        options.append(inner)
    table: dict[Counts, Fraction] = {}
    for values in product(*options):
        noisy = dict(zip(used, values, strict=True))
        counts = tuple(sum(noisy[block] for block in chosen) for chosen in covers)
        mass = Fraction(1)
        for inner, value in zip(options, values, strict=True):
            mass *= inner[value]
        table[counts] = table.get(counts, Fraction(0)) + mass
    return table


@pytest.mark.parametrize("r", [Fraction(9, 8), Fraction(2)])
@pytest.mark.parametrize("stream", [(), (1,), (0, 1), (1, 1, 0), (1, 0, 1, 1), (0, 0, 1, 0)])
def test_law_equals_that_of_the_tree(stream: Database[int], r: Fraction) -> None:
    """The law of all prefix counts is that of the blocks of a binary tree over four bits."""
    found = law(BinaryTreeCounter(4, Epsilon(r)), stream)
    assert {counts: found.probability(counts) for counts in found} == brute_force(stream, 4, r)


@pytest.mark.parametrize("horizon", [1, 2, 3, 4])
def test_private_for_every_eps_and_no_less(horizon: int) -> None:
    """`levels` times eps holds for every eps, one level less does not."""
    mechanism = BinaryTreeCounter(horizon, Epsilon.indeterminate())
    universe, levels = mechanism.universe(horizon), horizon.bit_length()
    assert mechanism.levels == levels
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)
    exp_eps = mechanism.eps.exp(levels - 1)
    verdict = audit_privacy(mechanism, universe, Guarantee(exp_eps, exp_eps - exp_eps))
    assert isinstance(verdict, Refuted)


def test_the_first_bit_is_counted_on_every_level() -> None:
    """Over four bits, the likelihood ratio for the first bit is e^(3 eps)."""
    mechanism = BinaryTreeCounter(4, Epsilon(Fraction(3, 2)))
    pair = law(mechanism, (0, 0, 1, 0)), law(mechanism, (1, 0, 1, 0))
    assert max_divergence(*pair) == Fraction(3, 2) ** 3


def test_showing_more_changes_no_loss() -> None:
    """Values beyond the block lengths have the likelihood ratios of the ends."""
    for reach in (0, 1, 2):
        mechanism = BinaryTreeCounter(2, Epsilon(Fraction(2)), reach)
        pair = law(mechanism, (0, 1)), law(mechanism, (1, 1))
        assert max_divergence(*pair) == 4


@pytest.mark.parametrize(
    ("error", "u", "failure"),
    [
        (1, Fraction(2), Fraction(13, 18)),
        (2, Fraction(2), Fraction(793, 1728)),
        (4, Fraction(2), Fraction(7499, 49152)),
        (4, Fraction(3, 2), Fraction(2392258496, 5380840125)),
    ],
)
def test_failure_probabilities_of_three_prefixes(
    error: int, u: Fraction, failure: Fraction
) -> None:
    """Pr[max(|a|, |b|, |b + c|) > error] for independent noise a, b, c of ratio 1/u."""
    assert failure_probability(3, error, 1 / u) == failure


@pytest.mark.parametrize(("horizon", "error"), [(1, 0), (2, 1), (3, 1), (4, 1)])
def test_failure_is_what_the_law_says(horizon: int, error: int) -> None:
    """On the zero stream, shown far enough, it is the probability that a count exceeds it."""
    mechanism = BinaryTreeCounter(horizon, Epsilon.indeterminate(), 2 * error + 1)
    found = law(mechanism, (0,) * horizon)
    failed = found.probability_that(lambda counts: any(abs(c) > error for c in counts))
    assert failed == failure_probability(horizon, error, mechanism.eps.exp(-1))


def test_a_run_counts_a_long_stream() -> None:
    """With a wide reach the counts of a thousand bits stay near the truth, and are not clamped."""
    mechanism = BinaryTreeCounter(1000, Epsilon(Fraction(2)), 10**9)
    counts = run(mechanism, (1, 0) * 500, SeededBits(6))
    errors = [c - (t + 1) // 2 for t, c in enumerate(counts, 1)]
    assert max(map(abs, errors)) < 60
    assert min(errors) < 0 < max(errors)


def test_parameters_are_checked() -> None:
    """Horizons below 1, negative reach and streams beyond the horizon are refused."""
    eps = Epsilon(Fraction(2))
    with pytest.raises(ValueError, match="horizon 0"):
        BinaryTreeCounter(0, eps)
    with pytest.raises(ValueError, match="reach -1"):
        BinaryTreeCounter(1, eps, -1)
    with pytest.raises(ValueError, match="3 bits"):
        law(BinaryTreeCounter(2, eps), (0, 1, 0))
