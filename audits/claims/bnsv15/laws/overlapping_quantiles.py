"""How often the first five of eight blocks between noisy ranks are recognised, by all noise."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.noisy_blocks import distance
from reference.probability.geometric import TwoSidedGeometric

Vector = list[int]
OfSum = Callable[[int], Vector]
"""Of the sum of the noise from the root to a node."""

NODES = 11
"""The nodes of a tree of eight leaves whose noise some cut up to the fifth has."""


def five_of_eight(
    rows: Rows, targets: Sequence[Rows], u: int, bound: int, *, monotone: bool = False
) -> Fraction:
    """The mean of r^-d, r = u^3, d the number of rows by which five blocks differ from targets.

    Cuts 1, ..., 5 have the digits 001, 010, 011, 100 and 101; they begin and end with the rows.

    Args:
        rows: in order; a multiple of eight.
        targets: five.
        u: the noise of a node is z with probability in proportion to u^-|z|.
        bound: noise beyond it is counted at it.
        monotone: whether no cut lies before another that should come before it.
    """
    n, unit = len(rows), (u + 1) * u**bound
    clamped = TwoSidedGeometric(Fraction(1, u)).clamped(-bound, bound)
    noise = {z: int(clamped.probability(z) * unit) for z in clamped}
    most = n + max(map(len, targets))
    fits = [
        [
            [u ** (3 * (most - distance(rows[a:b], target))) for b in range(n + 1)]
            for a in range(n + 1)
        ]
        for target in targets
    ]

    def mean(of: OfSum) -> OfSum:
        """Over the noise of a node, in units."""
        once = cache(of)

        def found(s: int) -> Vector:
            parts = [[weight * x for x in once(s + z)] for z, weight in noise.items()]
            return [*map(sum, zip(*parts, strict=True))]

        return found

    def block(i: int, s: int) -> list[Vector]:
        """From each cut to each next one, with noise s above the leaf."""
        ends = [0] * (n + 1)
        for z, weight in noise.items():
            ends[min(max(i * n // 8 + s + z, 0), n)] += weight
        table = [[0] * (n + 1) for _ in ends]
        for a in range(n + 1):
            for b, weight in enumerate(ends):
                end = max(a, b) if monotone else b
                table[a][end] += weight * fits[i - 1][a][end]
        return table

    def two(i: int, s: int) -> list[Vector]:
        columns = [*zip(*block(i + 1, s), strict=True)]
        return [[_dot(row, column) for column in columns] for row in block(i, s)]

    first = mean(lambda s: block(1, s)[0])
    middle = mean(lambda s: [x for row in two(2, s) for x in row])

    def lower(s: int) -> Vector:
        start, table = first(s), middle(s)
        return [_dot(start, table[end :: n + 1]) for end in range(n + 1)]

    left = mean(lower)
    right = mean(mean(lambda s: [sum(row) for row in two(4, s)]))
    total = sum(weight * _dot(left(z), right(z)) for z, weight in noise.items())
    return Fraction(total, unit**NODES * u ** (3 * 5 * most))


def _dot(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(one, other, strict=True))
