"""The release of thresholds against sums over lengths, answers and nodes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.release.threshold_release import (
    BlockPoints,
    NoisyCuts,
    Steps,
    ThresholdRelease,
)
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, SeededBits, run
from reference.probability.dist import Dist
from reference.probability.law import law

TWO = Fraction(2)
G = 1 / TWO

Law = dict[tuple[int, ...], Fraction]


def noise(z: int) -> Fraction:
    """Pr[Z = z], ratio 1/2."""
    return (1 - G) / (1 + G) * G ** abs(z)


def solved(rows: Database[int], size: int) -> dict[int, Fraction]:
    """The exponential mechanism with e^(eps/2) = 2, by its formula."""
    odds = {
        y: TWO ** min(sum(x <= y for x in rows), sum(x >= y for x in rows)) for y in range(size)
    }
    return {y: odd / sum(odds.values()) for y, odd in odds.items()}


def ends(start: int, length: int, n: int) -> Iterator[tuple[int, Fraction]]:
    """Every end of a clamped block that begins at a place, and its probability."""
    for end in range(start, n + 1):
        low, high = end - start - length, end - start - length
        if start == n:
            yield end, Fraction(1)
        elif end == start:
            yield end, sum((noise(z) for z in range(-200, low + 1)), Fraction(0)) + tail(201)
        elif end == n:
            yield end, sum((noise(z) for z in range(high, 201)), Fraction(0)) + tail(201)
        else:
            yield end, noise(low)


def tail(z: int) -> Fraction:
    """Pr[Z >= z], z >= 1."""
    return G**z / (1 + G)


def points_law(rows: Database[int], size: int, length: int, blocks: int, start: int = 0) -> Law:
    """The law of the answers of all blocks."""
    if not blocks:
        return {(): Fraction(1)}
    table: Law = {}
    for end, chance in ends(start, length, len(rows)):
        rest = points_law(rows, size, length, blocks - 1, end)
        for y, mass in solved(rows[start:end], size).items():
            for others, more in rest.items():
                key = (y, *others)
                table[key] = table.get(key, Fraction(0)) + chance * mass * more
    return table


@pytest.mark.parametrize(("n", "length", "blocks"), [(1, 0, 2), (2, 1, 2), (3, 1, 2), (3, 2, 3)])
def test_answers_of_the_blocks(n: int, length: int, blocks: int) -> None:
    """The law of the representatives, block by block."""
    size, rows = 3, (0, 1, 2)[:n]
    solver = ExponentialInteriorPoint(Domain.of_size(size), Epsilon(TWO, parts=2))
    cuts = NoisyCuts(length, Epsilon(TWO))
    found = law(BlockPoints(cuts, blocks, solver), rows)
    expected = points_law(rows, size, length, blocks)
    assert {y: found.probability(y) for y in found} == expected


def test_counts_of_two_representatives() -> None:
    """One block and one node: the count below the representative, shown from 0 to n."""
    solver = ExponentialInteriorPoint(Domain.of_size(3), Epsilon(TWO, parts=2))
    release = ThresholdRelease(
        solver, Domain.of_size(3), 1, NoisyCuts(1, Epsilon(TWO)), Epsilon(Fraction(3))
    )
    rows, table = (0, 2), dict[Steps, Fraction]()
    for (r,), mass in points_law(rows, 3, 1, 1).items():
        below = sum(x < r for x in rows)
        for count in range(3):
            away = abs(count - below)
            g = Fraction(1, 3)
            end = g**away / (1 + g)
            chance = (1 - g) / (1 + g) * g**away if count == 1 else end
            if below == count and count != 1:
                chance = 1 / (1 + g)
            table[Steps((r,), (count, 2))] = mass * chance
    found = law(release, rows)
    assert {y: found.probability(y) for y in found} == table


def test_steps_answer_every_threshold() -> None:
    """The count of t is that of the last point that is at most t."""
    steps = Steps((2, 5), (1, 4, 9))
    assert [steps(t) for t in (0, 1, 2, 4, 5, 8)] == [1, 1, 4, 4, 9, 9]


def test_printed_cuts_go_back() -> None:
    """With one block that ends before it begins, the next begins before the first has ended."""
    free, clamped = (NoisyCuts(1, Epsilon(TWO), flag, 3) for flag in (False, True))

    def end(cuts: NoisyCuts[Fraction]) -> Dist[int, Fraction]:
        return law(lambda rows, coins: cuts(1, len(rows), coins), (0, 0))

    assert end(free).probability(0) == noise(-2)
    assert end(free).probability(-3) == tail(5)
    assert end(free).probability(2) == tail(1) + noise(0)
    assert end(clamped).support == {1, 2} == set(end(clamped))
    assert end(NoisyCuts(1, Epsilon(TWO), clamped=False, margin=0)).support == {0, 1, 2}


class NoPoint:
    """A solver that answers bottom."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Bottom:
        return Bottom.BOTTOM


def test_no_representative() -> None:
    """Without one there is one count, of all rows, and no noise in it."""
    printed = NoisyCuts(1, Epsilon(TWO), clamped=False)
    release = ThresholdRelease(NoPoint(), Domain.of_size(3), 2, printed, Epsilon(TWO))
    assert run(release, (0, 1, 2), SeededBits(1)) == Steps((), (3,))


def test_guarantee_holds_on_two_rows() -> None:
    """Two rows, two blocks: the ratio of the laws is below what is stated."""
    solver = ExponentialInteriorPoint(Domain.of_size(2), Epsilon(TWO, parts=2))
    cuts = NoisyCuts(8, Epsilon(TWO))
    release = ThresholdRelease(solver, Domain.of_size(2), 2, cuts, Epsilon(TWO))
    stated = release.guarantee_with(Guarantee(TWO, Fraction(0)))
    assert stated.exp_eps == TWO ** (2 + 4 + 3)
    assert stated.delta == 1 - (1 - Fraction(1, 384)) ** 2
    laws = [law(release, rows) for rows in ((0, 0), (0, 1), (1, 1))]
    for p, q in product(laws, laws):
        worst = max_divergence(p, q)
        assert isinstance(worst, Fraction)
        assert worst < stated.exp_eps


def test_parameters_are_checked() -> None:
    """No blocks, negative lengths and margins are refused."""
    eps = Epsilon(TWO)
    with pytest.raises(ValueError, match="blocks 0"):
        ThresholdRelease(NoPoint(), Domain.of_size(2), 0, NoisyCuts(1, eps), eps)
    with pytest.raises(ValueError, match="length -1"):
        NoisyCuts(-1, eps)
    with pytest.raises(ValueError, match="margin -1"):
        NoisyCuts(1, eps, False, -1)
