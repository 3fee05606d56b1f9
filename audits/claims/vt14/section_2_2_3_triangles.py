"""Section 2.2.3: graphs, their neighbours, and the number of triangles."""

from audits.claims.prelude import *
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


def common(graph: Graph, u: int, v: int) -> int:
    """The number of common neighbours."""
    others = {vertex for edge in graph for vertex in edge} - {u, v}
    return sum({(min(u, w), max(u, w)), (min(v, w), max(v, w))} <= {*graph} for w in others)


def apart(first: Graph, second: Graph) -> set[tuple[int, int]]:
    """The edges that only one of the graphs has."""
    return {*first} ^ {*second}


def touching(first: Graph, second: Graph) -> bool:
    """Whether some vertex lies on all of them."""
    edges = [set(edge) for edge in apart(first, second)]
    return bool(edges and set.intersection(*edges))


def triples(graph: Graph) -> int:
    """The number of triangles, by all triples of vertices."""
    vertices = sorted({vertex for edge in graph for vertex in edge})
    return sum({(a, b), (a, c), (b, c)} <= {*graph} for a, b, c in combinations(vertices, 3))


def linked(related: Callable[[Graph, Graph], bool]) -> Build:
    """Graphs on so many vertices, with other neighbours."""

    def build(vertices: int) -> ListedAdjacency[Graph]:
        listed = tuple(graphs(vertices))
        pairs = combinations(range(len(listed)), 2)
        links = tuple((i, j) for i, j in pairs if related(listed[i], listed[j]))
        return ListedAdjacency(listed, links, "edge")

    return build


EDGES = Parts(neighbours=edge_neighbours, triangles=exact_triangles)
PATHS = "sum(len(near[u] & near[v]) for u, v in graph)"
WRONG_COUNTS = {
    "each triangle three times": f"{PATHS} // 3 => {PATHS}",
    "paths of two edges": "in graph) // 3 => in combinations(sorted(near), 2))",
    "at most one": f"{PATHS} // 3 => min({PATHS} // 3, 1)",
    "by the number of edges": f"{PATHS} // 3 => len(graph) // 3",
    "always 0": f"{PATHS} // 3 => 0",
}
WRONG_EDGES = {
    "one edge is replaced": linked(lambda a, b: len(a) == len(b) and len(apart(a, b)) == 2),
    "one or two edges": linked(lambda a, b: len(apart(a, b)) <= 2),
    "edges at the vertex 0 only": linked(
        lambda a, b: len(apart(a, b)) == 1 and 0 in next(iter(apart(a, b)))
    ),
    "node neighbours": node_neighbours,
    "all graphs": linked(lambda _, __: True),
}
WRONG[EDGES] = {
    **{name: EDGES.but(neighbours=each) for name, each in WRONG_EDGES.items()},
    **{f"count: {name}": EDGES.but(triangles=each) for name, each in WRONG_COUNTS.items()},
}


@claim("VT14.D2.EDGE", over(vertices=sized((3, 4), (3, 4), (3, 4, 5))), about=EDGES)
def edge_level(parts: Parts, vertices: int) -> Check:
    """Edge neighbours: graphs on the same vertices that differ in exactly one edge. q(G) is the
    number of triangles of G.

    Cases: All pairs of graphs, their edges as sets; triangles by all triples of vertices.
    """
    universe = parts.neighbours(vertices)
    listed, links = list(universe.databases()), {*universe.index_pairs()}
    for i, j in combinations(range(len(listed)), 2):
        one = len(apart(listed[i], listed[j])) == 1
        yield true(f"{listed[i]}, {listed[j]}", ((i, j) in links) == one)
    yield eq("graphs", len({*listed}), 2 ** (vertices * (vertices - 1) // 2))
    for graph in listed:
        yield eq(f"{graph}: triangles", parts.triangles(graph), triples(graph))


WRONG[node_neighbours] = {
    "edge neighbours": edge_neighbours,
    "edges at the vertex 0": "in range(vertices): => in range(1):",
    "edges at two vertices": WRONG_EDGES["one or two edges"],
    "a vertex loses all its edges": linked(
        lambda a, b: touching(a, b) and ({*a} < {*b} or {*b} < {*a})
    ),
    "all graphs": linked(lambda _, __: True),
}


@claim("VT14.D2.NODE", over(vertices=sized((3, 4), (3, 4), (3, 4, 5))), about=node_neighbours)
def node_level(build: Build, vertices: int) -> Check:
    """Node neighbours: graphs on the same vertices that differ only in edges at one vertex.

    Cases: All pairs of graphs: whether some vertex lies on every edge that only one of them has.
    """
    universe = build(vertices)
    listed, links = list(universe.databases()), {*universe.index_pairs()}
    for i, j in combinations(range(len(listed)), 2):
        near = touching(listed[i], listed[j])
        yield true(f"{listed[i]}, {listed[j]}", ((i, j) in links) == near)
    yield eq("pairs", universe.pair_count, 2 * len(links))


WRONG[most_common_neighbours] = {
    "adjacent vertices only": "if v > u => if v > u and v in near[u]",
    "vertices that are not adjacent only": "if v > u => if v > u and v not in near[u]",
    "the largest degree": largest_degree,
    "the largest degree less 1": "return most => return max(largest_degree(graph) - 1, 0)",
    "common neighbours of larger number": "if v > u => if u < v < w",
    "the number of triangles": exact_triangles,
    "one more": "return most => return most + 1",
    "always 0": "return most => return 0",
}


@claim(
    "VT14.ALG.LSTri",
    over(vertices=sized((1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))),
    about=most_common_neighbours,
)
def most_common(build: Build, vertices: int) -> Check:
    """The largest number of common neighbours over all pairs of vertices u != v, adjacent or not;
    0 for fewer than two vertices.

    Cases: All graphs; the code counts paths of two edges at their middle, the other route looks at
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
def common_neighbours_as_printed(build: Build, vertices: int) -> Check:
    """LS of the number of triangles is the greatest j for which there are u and v that have j
    common neighbours.

    Cases: All graphs, one edge changed, by enumeration; for u = v that is the largest degree.
    """
    universe = edge_neighbours(vertices)
    for graph, value in local_sensitivities(exact_triangles, universe).items():
        yield eq(f"{graph}", value, build(graph))


@claim("VT14.TXT.tri-ls", over(vertices=SIZES), form=Form.CORRECTED, about=most_common_neighbours)
def sensitivities_of_triangles(build: Build, vertices: int) -> Check:
    """LS of the number of triangles is the largest number of common neighbours of two vertices, at
    most the largest degree; GS = n - 2; and GS of LS is 1. Neighbours differ by at most the LS of
    either.

    Cases: All graphs, one edge changed, by enumeration; GS of LS is 0 for n = 2.
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
EFFICIENT = Parts(sensitivity=most_common_neighbours, triangles=exact_triangles)
WRONG[EFFICIENT] = {
    **{n: EFFICIENT.but(sensitivity=each) for n, each in WRONG[most_common_neighbours].items()},
    **{f"count: {name}": EFFICIENT.but(triangles=each) for name, each in WRONG_COUNTS.items()},
}


@claim("VT14.TXT.tri-eff", over(graph=range(len(LARGE))), about=EFFICIENT)
def computed_efficiently(parts: Parts, graph: int) -> Check:
    """For this query all of the computations can be done efficiently: the number of triangles and
    its local sensitivity, without a look at the neighbours of the graph.

    Cases: Six graphs of up to 71 vertices, complete, with two and three parts, a path, a star and
    one of no pattern; by all triples and all pairs of vertices. That the time is in proportion
    to the sum of the squares of the degrees is read from the code.
    """
    edges = LARGE[graph]
    vertices = sorted({vertex for edge in edges for vertex in edge})
    near = {v: {a if b == v else b for a, b in edges if v in {a, b}} for v in vertices}
    expected = max(len(near[u] & near[v]) for u, v in combinations(vertices, 2))
    yield eq("LS", parts.sensitivity(edges), expected)
    yield eq("triangles", parts.triangles(edges), triples(edges))
