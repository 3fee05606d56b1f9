"""Domains, the bottom outcome, and universes that are refused."""

import pytest

from proofs_tests.round_trip import pickled
from reference.data.adjacency import (
    ListedAdjacency,
    Moves,
    RowAdjacency,
    add_remove_one,
    all_answers,
    edge,
    label_only,
    one_answer,
    private_rows_only,
    replace_one,
    show_values,
)
from reference.data.bottom import Bottom
from reference.data.domain import Domain


def test_a_domain_is_a_sequence() -> None:
    """Size, order, membership and index of a small and of a huge domain."""
    small, huge = Domain(("a", "c", "b")), Domain.of_size(2**70)
    assert [small.size, len(small), small.index("c"), small[-1]] == [3, 3, 1, "b"]
    assert list(small) == ["a", "c", "b"]
    assert "d" not in small
    assert huge.size == 2**70
    assert 2**69 in huge
    assert huge.index(2**69) == 2**69
    assert Domain(range(3, 10, 2)).size == 4
    assert pickled(huge) == huge


@pytest.mark.parametrize("values", [(), (1, 1)])
def test_a_domain_of_nothing_is_refused(values: tuple[int, ...]) -> None:
    """At least one value, each once."""
    with pytest.raises(ValueError, match="domain"):
        Domain(values)
    with pytest.raises(ValueError, match="domain of size 0"):
        Domain.of_size(0)


def test_bottom() -> None:
    """A value of its own, shown by name."""
    assert str(Bottom.BOTTOM) == repr(Bottom.BOTTOM) == "bottom"
    assert pickled(Bottom.BOTTOM) is Bottom.BOTTOM


def test_a_universe_of_nothing_is_refused() -> None:
    """Values, sizes, links and moves are checked, and named."""
    with pytest.raises(ValueError, match="distinct values"):
        replace_one((), 1)
    with pytest.raises(ValueError, match="distinct values"):
        replace_one((0, 0), 1)
    with pytest.raises(ValueError, match="0 <= least <= most"):
        add_remove_one((0, 1), 1, at_least=2)
    with pytest.raises(ValueError, match="not on multisets"):
        RowAdjacency("all-answers", (0, 1), 1, 1, Moves.ALL)
    with pytest.raises(ValueError, match="positions i < j of two values"):
        RowAdjacency("replace-one", (0, 1), 1, 1, Moves.ONE, related=((1, 1),))


def test_a_listed_universe() -> None:
    """Databases and pairs as given, in both directions; repetitions are refused."""
    universe = ListedAdjacency(("D", "E", "F"), ((0, 1), (1, 2)))
    assert [universe.database_count, universe.pair_count] == [3, 4]
    assert list(universe.databases()) == ["D", "E", "F"]
    assert list(universe.index_pairs()) == [(0, 1), (1, 2)]
    with pytest.raises(ValueError, match="each once"):
        ListedAdjacency(("D", "D"), ())
    with pytest.raises(ValueError, match="at least one database"):
        ListedAdjacency[str]((), ())
    with pytest.raises(ValueError, match="listed twice"):
        ListedAdjacency(("D", "E"), ((0, 1), (0, 1)))
    with pytest.raises(ValueError, match="positions i < j of two listed databases"):
        ListedAdjacency(("D", "E"), ((1, 0),))


@pytest.mark.parametrize(
    ("universe", "databases", "pairs"),
    [
        (replace_one(range(4), 3), 20, 120),
        (replace_one(range(2), 3, ordered=True), 8, 24),
        (add_remove_one(range(2), 2), 6, 12),
        (private_rows_only(range(3), [0], 2), 6, 6),
        (one_answer(range(3), 2), 9, 24),
        (all_answers(range(3), 2), 9, 40),
        (edge(3), 8, 24),
    ],
)
def test_counts_by_hand(universe: RowAdjacency[int], databases: int, pairs: int) -> None:
    """Numbers of databases and of ordered pairs of neighbours, counted on paper."""
    assert (universe.database_count, universe.pair_count) == (databases, pairs)


def test_labels_by_hand() -> None:
    """Two labelled points, two rows: 10 multisets, each of 4 remaining rows links 2 pairs."""
    universe = label_only([(x, y) for x in (0, 1) for y in (0, 1)], 2)
    assert (universe.database_count, universe.pair_count) == (10, 16)
    assert universe.distance(((0, 0), (1, 0)), ((0, 1), (1, 1))) == 2
    assert universe.distance(((0, 0), (0, 0)), ((0, 0), (1, 0))) is None


def test_huge_universes_are_counted_only() -> None:
    """Counts need no list."""
    assert replace_one(range(100), 50).database_count > 10**39
    assert add_remove_one(range(10), 50, ordered=True).pair_count > 10**50


def test_values_are_shown_shortly() -> None:
    """The middle of many values is left out."""
    assert show_values(range(3)) == "0, 1, 2"
    assert show_values(range(100)) == "0, 1, 2, ..., 99"
