"""A relation is called the same by the engine, by its certificate and by the kernel."""

import json
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from inspect import getmembers, getsource, isfunction
from itertools import combinations
from pkgutil import iter_modules
from typing import Any, get_origin, get_type_hints

import pytest

import reference.data
from audits.engines.privacy.point import audit_point
from audits.evidence.certificates import named, universe_json
from audits.evidence.table import from_laws
from audits.evidence.verdict import Holds, Refuted
from audits.inputs.registry import mechanisms
from audits.inputs.relations import RELATED, adjacency_of
from audits.kernel import check
from proofs_tests.kernel.second_checker import universe as second_universe
from reference.data import adjacency, graphs, public_rows
from reference.data.adjacency import Adjacency, ListedAdjacency, Moves, RowAdjacency
from reference.probability.dist import Dist

CLASSES = {RowAdjacency, ListedAdjacency}
EXAMPLES = ((0, 0), (0, 1), (1, 0), (1, 1))

MAKERS: dict[Callable[..., Adjacency[Any]], Adjacency[Any]] = {
    adjacency.replace_one: adjacency.replace_one(range(3), 2),
    adjacency.add_remove_one: adjacency.add_remove_one(range(2), 2),
    adjacency.label_only: adjacency.label_only(EXAMPLES, 2),
    adjacency.private_rows_only: adjacency.private_rows_only(EXAMPLES, EXAMPLES[:1], 2),
    adjacency.one_answer: adjacency.one_answer(range(3), 2),
    adjacency.all_answers: adjacency.all_answers(range(3), 2),
    adjacency.edge: adjacency.edge(3),
    graphs.edge_neighbours: graphs.edge_neighbours(3),
    graphs.node_neighbours: graphs.node_neighbours(3),
    public_rows.private_row_replaced: public_rows.private_row_replaced((0, 1), 1, 1),
}
"""Each way to make a relation, and one that it makes."""

OTHERS: tuple[Adjacency[Any], ...] = (
    ListedAdjacency(("D", "E", "F"), ((0, 1), (1, 2))),
    ListedAdjacency((0, 1), ((0, 1),), "one pair"),
    adjacency.one_answer(range(3), 1),
    RowAdjacency("every-pair", (0, 1), 2, 2, Moves.ALL, ordered=True),
)
UNIVERSES = (*MAKERS.values(), *OTHERS)


def verdict_on(universe: Adjacency[Any], *, apart: bool) -> Holds | Refuted:
    """What is found of laws that are all alike, or of laws without a common outcome."""
    databases = [*universe.databases()]
    laws = [Dist.weighted([(i if apart else 0, Fraction(1))]) for i in range(len(databases))]
    found = audit_point(from_laws(universe, databases, laws), Fraction(2), Fraction(0), "of laws")
    assert isinstance(found, Refuted if apart else Holds)
    return found


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("universe", UNIVERSES, ids=lambda universe: str(universe.name))
def test_the_kernel_says_the_relation_that_the_engine_says(
    universe: Adjacency[Any], apart: bool
) -> None:
    """Its own name, and the words of the kernel, which are in the line and in the facts."""
    found = verdict_on(universe, apart=apart)
    statement = check(json.dumps(found.certificate))
    words = statement.facts["relation"]
    assert f", {words}, " in statement
    assert found.to_prove["relation"] == words
    assert found.scope.text.startswith(f"{named(universe)}, e^eps = 2")
    assert named(universe) in {words, f"{universe.name} ({words})"}
    assert universe.name in named(universe)


@pytest.mark.parametrize("universe", UNIVERSES, ids=lambda universe: str(universe.name))
def test_the_kernel_says_no_more_than_what_it_is_given(universe: Adjacency[Any]) -> None:
    """By moves of rows, and every such move; or by listed pairs, and how many there are."""
    words = named(universe).removeprefix(f"{universe.name} (").removesuffix(")")
    written = universe_json(universe)
    assert isinstance(written, dict)
    found = second_universe(json.dumps(written))
    order = sorted(found.databases, key=lambda rows: (len(rows), rows))
    place = {rows: i for i, rows in enumerate(order)}
    pairs = {(place[one], place[other]) for one, other in found.neighbours}
    listed = {*universe.index_pairs()}
    assert pairs == listed | {(j, i) for i, j in listed}
    related = written["related"]
    if isinstance(universe, RowAdjacency) and related == "complete":
        assert words == universe.moves.value
        return
    assert isinstance(related, list)
    assert "listed pairs" in words
    assert words.endswith(f", {len(related)} of them")
    by_rows = isinstance(universe, RowAdjacency) and universe.at_most > 1
    assert words.startswith("replace-") == by_rows
    if not by_rows:
        assert len(related) == len(listed)


def test_two_relations_have_two_names() -> None:
    """Those of one name have the same neighbours."""
    for one, other in combinations(UNIVERSES, 2):
        if named(one) == named(other):
            assert [*one.databases()] == [*other.databases()]
            assert {*one.index_pairs()} == {*other.index_pairs()}


def test_every_way_to_make_a_relation_is_among_them() -> None:
    """All functions of `reference.data` that return an adjacency, and all classes of them."""
    makers, classes = set(), set()
    for module in iter_modules(reference.data.__path__):
        loaded = import_module(f"reference.data.{module.name}")
        for _, function in getmembers(loaded, isfunction):
            returned = get_origin(get_type_hints(function).get("return"))
            of_mechanism = "mechanism" in get_type_hints(function)
            if returned in CLASSES and not of_mechanism and not function.__name__.startswith("_"):
                makers.add(function)
        for _, kind in getmembers(loaded, lambda item: isinstance(item, type)):
            if hasattr(kind, "index_pairs") and kind is not Adjacency:
                classes.add(kind)
    assert makers == {*MAKERS}
    assert classes == CLASSES


@pytest.mark.parametrize("moves", Moves)
def test_no_other_relation_takes_the_name_of_moves(moves: Moves) -> None:
    """Neither a list of pairs, nor rows that move by listed pairs, nor other moves."""
    with pytest.raises(ValueError, match="a relation of its own"):
        ListedAdjacency((0, 1), ((0, 1),), moves.value)
    for other in Moves:
        for related in (None, ((0, 1),)):
            if (other, related) != (moves, None):
                with pytest.raises(ValueError, match="a relation of its own"):
                    RowAdjacency(moves.value, (0, 1), 1, 1, other, True, related)


def test_the_declared_relation_of_a_mechanism_is_that_of_its_universe() -> None:
    """`sample` and `list` name it without making the universe."""
    small = {"answers": range(2), "domain": range(2), "size": 2, "bits": 1}
    for make, name in RELATED.items():
        assert callable(make)
        assert make(type("Small", (), small), 2).name == name
    for kind in mechanisms().values():
        make = getattr(kind, "universe", None)
        if make is not None and make not in RELATED:
            assert adjacency_of(kind) == "replace-one"
            body = getsource(make)
            assert "return replace_one(" in body or ".universe(rows)" in body
