"""Noisy quantiles against sums over all noise, and what they promise."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, combinations, pairwise, product
from math import prod

import pytest

from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.release.noisy_quantiles import (
    NoisyQuantiles,
    NoisyRanks,
    Place,
    values_moved,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, SeededBits, run
from reference.probability.law import law

TWO = Fraction(2)


class Size:
    """A solver that tells how many rows it saw."""

    deterministic = True

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        return len(database)


def strings(index: int, depth: int) -> Iterator[str]:
    """The prefixes of the binary digits of an index."""
    digits = format(index, f"0{depth}b") if depth else ""
    yield from (digits[:length] for length in range(depth + 1))


def clamped(z: int, ratio: Fraction) -> Fraction:
    """The probability of z, noise being kept from -1 to 1."""
    return ratio / (1 + ratio) if z else (1 - ratio) / (1 + ratio)


@pytest.mark.parametrize("monotone", [False, True])
@pytest.mark.parametrize(("blocks", "rows"), [(2, 4), (4, 4), (4, 8)])
def test_sizes_of_blocks(blocks: int, rows: int, *, monotone: bool) -> None:
    """The law of the sizes of all blocks is a sum over the noise of all strings."""
    depth = blocks.bit_length() - 1
    names = [*dict.fromkeys(s for i in range(1, blocks) for s in strings(i, depth))]
    expected: dict[tuple[int, ...], Fraction] = {}
    for values in product((-1, 0, 1), repeat=len(names)):
        noise = dict(zip(names, values, strict=True))
        moves = [sum(noise[s] for s in strings(i, depth)) for i in range(1, blocks)]
        cuts = [0, *(i * rows // blocks + z for i, z in enumerate(moves, start=1)), rows]
        if monotone:
            cuts = [*accumulate((sorted((0, c, rows))[1] for c in cuts), max)]
        shown = [max(0, max(0, b) - max(0, a)) for a, b in pairwise(min(c, rows) for c in cuts)]
        mass = prod((clamped(z, 1 / TWO) for z in values), start=Fraction(1))
        expected[tuple(shown)] = expected.get(tuple(shown), Fraction(0)) + mass
    mechanism = NoisyQuantiles(Size(), Domain.of_size(2), blocks, Epsilon(TWO), monotone, 1)
    found = law(mechanism, tuple(range(rows)))
    assert {y: found.probability(y) for y in found} == expected


@pytest.mark.parametrize("index", range(1, 8))
def test_noise_of_a_cut(index: int) -> None:
    """Of 8 blocks each cut has the noise of so many strings that the one before has not."""
    shared = {*strings(index - 1, 3)} & {*strings(index, 3)} if index > 1 else set[str]()
    ranks = NoisyRanks(8, Epsilon(TWO), monotone=False, bound=1)
    before = Place((0,) * len(shared), 0)
    found = law(lambda rows, coins: ranks(before, index, len(rows), coins), (0,) * 80)
    new = 4 - len(shared)
    for z in range(-new, new + 1):
        expected = sum(
            prod((clamped(y, 1 / TWO) for y in values), start=Fraction(1))
            for values in product((-1, 0, 1), repeat=new)
            if sum(values) == z
        )
        assert expected == sum(found.probability(y) for y in found if y.cut == 10 * index + z)
    kept = {*strings(index, 3)} & {*strings(index + 1, 3)} if index < 7 else set[str]()
    assert {len(place.path) for place in found} == {len(kept)}


def fewest(blocks: int) -> int:
    """The most, over all ranges of cuts, of the fewest subtrees that have just these."""
    leaves = frozenset(range(1, blocks))
    lengths = [2**e for e in range(blocks.bit_length())]
    trees = {leaves & {*range(a, a + n)} for n in lengths for a in range(0, blocks, n)} - {()}
    most = 0
    for a, b in combinations(range(1, blocks + 1), 2):
        wanted, count = frozenset(range(a, b)), 1
        while not any(
            frozenset[int]().union(*some) == wanted
            for some in combinations([t for t in trees if t <= wanted], count)
        ):
            count += 1
        most = max(most, count)
    return most


@pytest.mark.parametrize("blocks", [2, 4, 8, 16])
def test_values_that_move(blocks: int) -> None:
    """As many as there are subtrees, at most, in a range of cuts."""
    assert values_moved(blocks) == fewest(blocks)
    mechanism = NoisyQuantiles(Size(), Domain.of_size(2), blocks, Epsilon(TWO))
    promised = mechanism.guarantee_with(Guarantee(Fraction(3), Fraction(0)), blocks)
    assert promised.exp_eps == TWO ** fewest(blocks) * 3**4


@pytest.mark.parametrize(
    ("blocks", "rows", "most", "values"),
    [(2, 4, 0, 2), (2, 6, 1, 2), (2, 10, 2, 2), (4, 4, 0, 6), (4, 16, 0, 6), (4, 20, 1, 6)],
)
def test_promised_delta(blocks: int, rows: int, most: int, values: int) -> None:
    """Four times the solver's, and the chance that one of the values is larger than `most`."""
    mechanism = NoisyQuantiles(Size(), Domain.of_size(2), blocks, Epsilon(Fraction(1000)))
    tail = Fraction(1, 1000) ** (most + 1) / (1 + Fraction(1, 1000))
    promised = mechanism.guarantee_with(Guarantee(Fraction(1), Fraction(1, 100)), rows)
    assert promised.delta == Fraction(4, 100) + 2 * values * tail


def test_one_block_and_no_room() -> None:
    """One block has no noise; without rows in a block everything may happen."""
    solver = Guarantee(TWO, Fraction(1, 100))
    one, two = (NoisyQuantiles(Size(), Domain.of_size(2), k, Epsilon(TWO)) for k in (1, 2))
    assert one.guarantee_with(solver, 3) == Guarantee(TWO**4, Fraction(15, 100))
    assert two.guarantee_with(solver, 0).delta == 1
    assert run(one, (0, 1, 1), SeededBits(1)) == (3,)
    first, second = run(two, (0, 1, 1, 1), SeededBits(1))
    assert {first, second} in ({0, 4}, {1, 3}, {2})


@pytest.mark.parametrize("blocks", [0, 3, 6])
def test_blocks_are_a_power_of_two(blocks: int) -> None:
    """Others are refused."""
    with pytest.raises(ValueError, match=f"blocks {blocks}: a power of two"):
        NoisyQuantiles(Size(), Domain.of_size(2), blocks, Epsilon(TWO))
