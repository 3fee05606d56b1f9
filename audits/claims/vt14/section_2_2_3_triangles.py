"""Section 2.2.3: graphs, their neighbours, and the number of triangles."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.triangles import (
    WRONG_COUNTS,
    WRONG_EDGES,
    WRONG_LOCAL,
    WRONG_NODES,
    common,
    touching,
)
from reference.data.graphs import (
    Graph,
    edge_neighbours,
    exact_triangles,
    graphs,
    largest_degree,
    most_common_neighbours,
    node_neighbours,
)
from reference.data.sensitivity import global_sensitivity, local_sensitivities

SIZES = sized((2, 3, 4), (2, 3, 4, 5), (2, 3, 4, 5, 6))


def triples(graph: Graph) -> int:
    """The number of triangles, by all triples of vertices."""
    vertices = sorted({vertex for edge in graph for vertex in edge})
    return sum({(a, b), (a, c), (b, c)} <= {*graph} for a, b, c in combinations(vertices, 3))


@claim(
    "VT14.D2.EDGE",
    over(vertices=sized((3, 4), (3, 4), (3, 4, 5))),
    about=Parts((edge_neighbours, exact_triangles)),
    impostors={
        **{n: Parts((wrong, exact_triangles)) for n, wrong in WRONG_EDGES.items()},
        **{f"count: {n}": Parts((edge_neighbours, w)) for n, w in WRONG_COUNTS.items()},
    },
)
def edge_level(parts: Parts, vertices: int) -> Check:
    """Edge neighbours: graphs on the same vertices that differ in exactly one edge. q(G) is the
    number of triangles of G.

    Fair: All pairs of graphs, their edges as sets; triangles by all triples of vertices.
    """
    universe: ListedAdjacency[Graph] = parts(0, vertices)
    listed = list(universe.databases())
    linked = {*universe.index_pairs()}
    for i, j in combinations(range(len(listed)), 2):
        one = len({*listed[i]} ^ {*listed[j]}) == 1
        yield true(f"{listed[i]}, {listed[j]}", ((i, j) in linked) == one)
    yield eq("graphs", len({*listed}), 2 ** (vertices * (vertices - 1) // 2))
    for graph in listed:
        yield eq(f"{graph}: triangles", parts(1, graph), triples(graph))


@claim(
    "VT14.D2.NODE",
    over(vertices=sized((3, 4), (3, 4), (3, 4, 5))),
    about=node_neighbours,
    impostors=WRONG_NODES,
)
def node_level(build: Callable[[int], ListedAdjacency[Graph]], vertices: int) -> Check:
    """Node neighbours: graphs on the same vertices that differ only in edges at one vertex.

    Fair: All pairs of graphs: whether some vertex lies on every edge that only one of them has.
    """
    universe = build(vertices)
    listed = list(universe.databases())
    linked = {*universe.index_pairs()}
    for i, j in combinations(range(len(listed)), 2):
        near = touching(listed[i], listed[j])
        yield true(f"{listed[i]}, {listed[j]}", ((i, j) in linked) == near)
    yield eq("pairs", universe.pair_count, 2 * len(linked))


@claim(
    "VT14.ALG.LSTri",
    over(vertices=sized((1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))),
    about=most_common_neighbours,
    impostors=WRONG_LOCAL,
)
def most_common(build: Callable[[Graph], int], vertices: int) -> Check:
    """The largest number of common neighbours over all pairs of vertices u != v, adjacent or not;
    0 for fewer than two vertices.

    Fair: All graphs; the code counts paths of two edges at their middle, the other route looks at
    every pair and every third vertex.
    """
    for graph in graphs(vertices):
        pairs = combinations(range(vertices), 2)
        expected = max((common(graph, u, v) for u, v in pairs), default=0)
        yield eq(f"{graph}", build(graph), expected)


@claim(
    "VT14.TXT.tri-ls",
    over(vertices=(2, 3)),
    about=largest_degree,
    refuted=Erratum(
        Grade.WORDING,
        "2.2.3, the display of LS: 'there are u, v', where different ones are meant; every "
        "neighbour of u is one of u and u",
        left="LS of the number of triangles",
        right="the largest number of common neighbours of some u, v",
    ),
)
def common_neighbours_as_printed(build: Callable[[Graph], int], vertices: int) -> Check:
    """LS of the number of triangles is the greatest j for which there are u and v that have j
    common neighbours.

    Fair: All graphs, one edge changed, by enumeration; for u = v that is the largest degree.
    """
    universe = edge_neighbours(vertices)
    for graph, value in local_sensitivities(exact_triangles, universe).items():
        yield eq(f"{graph}", value, build(graph))


@claim(
    "VT14.TXT.tri-ls",
    over(vertices=SIZES),
    form=Form.CORRECTED,
    about=most_common_neighbours,
    impostors=WRONG_LOCAL,
)
def sensitivities_of_triangles(build: Callable[[Graph], int], vertices: int) -> Check:
    """LS of the number of triangles is the largest number of common neighbours of two vertices, at
    most the largest degree; GS = n - 2; and GS of LS is 1. Neighbours differ by at most the LS of
    either.

    Fair: All graphs, one edge changed, by enumeration; GS of LS is 0 for n = 2.
    """
    universe = edge_neighbours(vertices)
    for graph, value in local_sensitivities(exact_triangles, universe).items():
        yield eq(f"{graph}: LS", build(graph), value)
        yield le(f"{graph}: degree", build(graph), largest_degree(graph))
    yield eq("GS", global_sensitivity(exact_triangles, universe), vertices - 2)
    yield eq("GS of LS", global_sensitivity(build, universe), int(vertices > 2))
    listed = list(universe.databases())
    for i, j in universe.index_pairs():
        first, second = listed[i], listed[j]
        gap = abs(triples(first) - triples(second))
        yield le(f"{first}, {second}", gap, min(build(first), build(second)))


def path(length: int) -> Graph:
    """A path on so many vertices, in an order that skips."""
    order = [*range(0, length, 2), *range(1, length, 2)]
    return tuple((min(pair), max(pair)) for pair in pairwise(order))


def complete(size: int, parts: int = 0) -> Graph:
    """All pairs of vertices; with parts, those of different remainders."""
    pairs = combinations(range(size), 2)
    return tuple((u, v) for u, v in pairs if not parts or u % parts != v % parts)


LARGE: tuple[Graph, ...] = (
    complete(12),
    complete(12, 2),
    complete(12, 3),
    path(40),
    tuple((0, v) for v in range(1, 60)),
    tuple((u, (u * u + 7) % 31 + 40) for u in range(31)) + path(40),
)


@claim(
    "VT14.TXT.tri-eff",
    over(graph=range(len(LARGE))),
    about=Parts((most_common_neighbours, exact_triangles)),
    impostors={
        **{n: Parts((wrong, exact_triangles)) for n, wrong in WRONG_LOCAL.items()},
        **{
            f"count: {n}": Parts((most_common_neighbours, wrong))
            for n, wrong in WRONG_COUNTS.items()
        },
    },
)
def computed_efficiently(parts: Parts, graph: int) -> Check:
    """For this query all of the computations can be done efficiently: the number of triangles and
    its local sensitivity, without a look at the neighbours of the graph.

    Fair: Six graphs of up to 71 vertices, complete, with two and three parts, a path, a star and
    one of no pattern; by all triples and all pairs of vertices. That the time is in proportion
    to the sum of the squares of the degrees is read from the code.
    """
    edges = LARGE[graph]
    vertices = sorted({vertex for edge in edges for vertex in edge})
    near = {v: {a if b == v else b for a, b in edges if v in {a, b}} for v in vertices}
    expected = max(len(near[u] & near[v]) for u, v in combinations(vertices, 2))
    yield eq("LS", parts(0, edges), expected)
    yield eq("triangles", parts(1, edges), triples(edges))
