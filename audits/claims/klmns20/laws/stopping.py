"""How the stopping point can go wrong, in closed form, and the databases on which it matters."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.exactly import plus
from reference.exact.field import R

Pair = tuple[Rows, Rows]


def late(gap: int, root: R) -> R:
    """Pr[rho - nu > gap], for gap >= 0: the noise hides an answer that is so much too large.

    With p = 1/root the ratio of nu, and p^2 that of rho.
    """
    p = root / root / root
    three = 1 + p + p**2
    return p ** (gap + 1) * (1 + p) / three - p ** (2 * gap + 3) / ((1 + p**2) * three)


def late_with_laplace(gap: int, root: R) -> R:
    """The same for Laplace noise of scales 2/eps and 4/eps."""
    x = root**-gap
    return Fraction(2, 3) * x - Fraction(1, 6) * x**2


def neighbours(*pairs: Pair, name: str = "listed pairs") -> ListedAdjacency[Rows]:
    """The universe of some pairs of neighbours."""
    labels = tuple(dict.fromkeys(rows for pair in pairs for rows in pair))
    links = {tuple(sorted((labels.index(a), labels.index(b)))) for a, b in pairs}
    return ListedAdjacency(labels, tuple(sorted((i, j) for i, j in links)), name)


def one_unlike(rows: int) -> Pair:
    """Equal rows, and the same with one other row: without trimming, every f_d is less by one."""
    return (1,) * rows, (0, *(1,) * (rows - 1))


CROSSING = (0, 0, 0, 1, 1, 4, 8, 8, 8), (0, 0, 0, 1, 4, 8, 8, 8, 8)
"""Neighbours of 9 rows over 16 points: with trim 1 and halt 0, f = 3, 2, 2 and 4, 3, 1."""


def jump(light: int = 14) -> Pair:
    """Neighbours of 63 rows over 2^64 points: f_1 = 1 and f_2 = 14 on both, f_3 = 14 and 21.

    With trim 4 and halt 40.  Their heaviest paths part at a node of level 17, whose children have
    the weights 14 and 15: the rows on the left fall off at the next levels, those on the right
    from level 32 on.
    """
    middle = 2 ** (63 - 17)
    shared = [2 ** (63 - level) + j for level in range(13) for j in range(2)]
    shared += [2 ** (62 - 17 - i) for i in range(light)]
    shared += [middle + 2 ** (31 - i) for i in range(light)]
    shared += [*range(4), *range(2**64 - 4, 2**64)]
    return plus(shared, middle + 5), plus(shared, 9)
