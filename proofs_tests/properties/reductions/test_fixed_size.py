"""From replaced to added rows."""

from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Unordered, listed, multisets, private
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import add_remove_one, replace_one
from reference.data.database import Database
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.reductions.fixed_size import OnFixedSize

POINTS = range(3)

Answer = Mechanism[Database[int], int, Fraction]

SIZED = sized(
    st.integers(1, 2),
    lambda size: st.one_of(
        listed(multisets(POINTS, size), "ab", everywhere=True),
        listed(multisets(POINTS, size), "ab"),
        private(POINTS, "ab"),
    ).map(Unordered),
)
"""A number of rows, and a mechanism for so many that does not look at their order."""


@property_of(
    OnFixedSize,
    {
        "all rows": "rows[: self.size] => rows",
        "the greatest rows, not the least": "rows[: self.size] => rows[::-1][: self.size]",
        "filled up with the first row": "(self.filler,) * => (rows or (self.filler,))[:1] *",
    },
    sized=SIZED,
    filler=st.sampled_from(POINTS),
    database=st.lists(st.sampled_from(POINTS), max_size=4).map(tuple),
)
def test_an_added_row_costs_no_more_than_a_replaced_one(
    made: type[OnFixedSize[int, Fraction]],
    sized: tuple[int, Answer],
    filler: int,
    database: Database[int],
) -> Fraction:
    """At each e^eps its delta is at most that of the mechanism, for a replaced one of its m rows.

    The mechanism sees the m least rows, or all of them and copies of the filler.
    """
    size, base = sized
    built = made(base, size, filler)
    kept = (*sorted(database)[:size], *[filler] * (size - len(database)))
    assert law_of(made(lambda seen, _: seen, size, filler), database) == Dist.point(kept)
    assert law_of(built, database) == law_of(base, kept)
    assert law_of(made(lambda seen, _: seen, 0, filler), database) == Dist.point(())
    added = curve_of(built, add_remove_one(POINTS, 3))
    return slack(added, curve_of(base, replace_one(POINTS, size)))
