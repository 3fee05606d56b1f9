"""Databases and their neighbours: the kernel's enumeration against the definitions."""

import json

from hypothesis import given
from hypothesis import strategies as st

from audits.kernel.polynomial import Range, read_range
from audits.kernel.reading import Json, Node
from audits.kernel.table import Universe, read_universe
from proofs_tests.kernel.second_checker import universe as by_definition


@st.composite
def universes(draw: st.DrawFn) -> dict[str, Json]:
    """A small universe of any kind."""
    size = draw(st.integers(0, 3))
    low = draw(st.integers(0, 3))
    high = draw(st.integers(low, 3))
    moves = draw(st.sampled_from(["replace-one", "replace-all", "add-remove-one"]))
    order = (
        "sequence" if moves == "replace-all" else draw(st.sampled_from(["sequence", "multiset"]))
    )
    every = [[i, j] for j in range(size) for i in range(j)]
    some = st.lists(st.sampled_from(every), unique_by=tuple) if every else st.just([])
    listed: list[Json] = [[i, j] for i, j in draw(some)]
    related: Json = "complete" if moves == "add-remove-one" or draw(st.booleans()) else listed
    return {
        "values": [str(v) for v in range(size)],
        "rows": [low, high],
        "order": order,
        "moves": moves,
        "related": related,
    }


def scope() -> Range:
    """A range with work to spare."""
    return read_range(Node(None, "range"), 10**6)


def read(fields: dict[str, Json]) -> Universe:
    """The universe as the kernel has it."""
    return read_universe(Node(fields, "universe"))


@given(universes())
def test_every_database_is_enumerated_once(fields: dict[str, Json]) -> None:
    """The enumeration is that of all lists, kept if they are sorted where order is none."""
    databases = list(read(fields).databases())
    assert len(set(databases)) == len(databases)
    assert set(databases) == by_definition(json.dumps(fields)).databases


@given(universes())
def test_the_size_is_the_number_of_databases(fields: dict[str, Json]) -> None:
    """No other number of laws is complete."""
    universe, size = read(fields), len(by_definition(json.dumps(fields)).databases)
    assert [n for n in range(size + 3) if universe.has_size(n)] == [size]


@given(universes())
def test_pairs_are_the_adjacent_databases(fields: dict[str, Json]) -> None:
    """Moving rows reaches each pair that the definition calls adjacent, the earlier one first."""
    universe, expected = read(fields), by_definition(json.dumps(fields))
    databases = list(universe.databases())
    number = {database: i for i, database in enumerate(databases)}
    pairs = [(i, number[other]) for one, i in number.items() for other in universe.later(one)]
    assert len(set(pairs)) == len(pairs)
    assert {(databases[i], databases[j]) for i, j in pairs} == expected.directed("forward")
    assert {(databases[j], databases[i]) for i, j in pairs} == expected.directed("backward")
    tested = {
        (one, other)
        for one in databases
        for other in databases
        if universe.adjacent(one, other, scope())
    }
    assert tested == expected.neighbours


@given(universes())
def test_a_universe_that_is_complete_has_all_pairs(fields: dict[str, Json]) -> None:
    """And if it has all pairs, of more than two databases of one size, this is known."""
    universe, defined = read(fields), by_definition(json.dumps(fields))
    count = len(defined.databases)
    if universe.complete():
        assert len(defined.neighbours) == count * (count - 1)
    elif count > 2 and len(defined.neighbours) == count * (count - 1):
        assert len(universe.rows) > 1 or (universe.sets and universe.rows[0] > 1)


@given(universes())
def test_adjacency_is_symmetric(fields: dict[str, Json]) -> None:
    """If D' is a neighbour of D, then D is one of D'."""
    universe = read(fields)
    for one in universe.databases():
        for other in universe.databases():
            assert universe.adjacent(one, other, scope()) == universe.adjacent(other, one, scope())


def test_adjacency_of_many_rows_is_decided_without_listing_neighbours() -> None:
    """One hundred answers that all move have 3^100 - 1 neighbours, and the test is immediate."""
    fields: dict[str, Json] = {
        "values": ["0", "1", "2"],
        "rows": [100, 100],
        "order": "sequence",
        "moves": "replace-all",
        "related": [[0, 1], [1, 2]],
    }
    universe = read(fields)
    assert universe.adjacent((0,) * 100, (1,) * 100, scope())
    assert not universe.adjacent((0,) * 100, (2,) + (1,) * 99, scope())
    assert not universe.adjacent((1,) * 100, (1,) * 100, scope())
