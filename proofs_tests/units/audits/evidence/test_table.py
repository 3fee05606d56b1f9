"""Tables of laws: what is tried before a mechanism of somebody else's has one."""

from fractions import Fraction
from itertools import permutations

import pytest

from audits.evidence.table import tabulate
from reference.data.adjacency import replace_one
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.replay import ImpureMechanismError

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

HEADS = Dist.uniform((0, 1))
FOUR = (0, 1, 2, 3)


@pytest.mark.parametrize(
    "order", [*list(permutations(range(3)))[1:], FOUR[::-1], (3, 1, 2, 0)], ids=str
)
def test_multisets_have_no_order(order: tuple[int, ...]) -> None:
    """All orders of three rows are tried, of more the reverse and one that is no rotation."""

    def mechanism(database: tuple[int, ...], coins: Coins[Fraction]) -> bool:
        return coins.draw(HEADS) == 1 and database == order

    with pytest.raises(ImpureMechanismError, match=r", written as \(.*\), has another law"):
        tabulate(mechanism, replace_one(range(len(order)), len(order)))


def test_sequences_have_one() -> None:
    """Their rows stay where they are."""

    def first(database: tuple[int, ...], coins: Coins[Fraction]) -> int:
        return coins.draw(HEADS) + database[0]

    table = tabulate(first, replace_one((0, 1), 2, ordered=True))
    assert table.databases == ((0, 0), (0, 1), (1, 0), (1, 1))
