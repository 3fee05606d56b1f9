"""Wrong counts of triangles, wrong sensitivities of them, and wrong neighbours of graphs."""

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


def common(graph: Graph, u: int, v: int) -> int:
    """The number of common neighbours."""
    return sum(_joined(graph, u, w) and _joined(graph, w, v) for w in _vertices(graph) - {u, v})


def _joined(graph: Graph, u: int, v: int) -> bool:
    return (min(u, v), max(u, v)) in graph


def _vertices(graph: Graph) -> set[int]:
    return {vertex for edge in graph for vertex in edge}


def _adjacent_pairs(graph: Graph) -> int:
    return max((common(graph, u, v) for u, v in graph), default=0)


def _other_pairs(graph: Graph) -> int:
    pairs = combinations(sorted(_vertices(graph)), 2)
    return max((common(graph, u, v) for u, v in pairs if (u, v) not in graph), default=0)


def _later_middle(graph: Graph) -> int:
    """Common neighbours above both vertices only."""
    vertices = sorted(_vertices(graph))
    return max(
        (
            sum(_joined(graph, u, w) and _joined(graph, v, w) for w in vertices if w > v)
            for u, v in combinations(vertices, 2)
        ),
        default=0,
    )


WRONG_LOCAL: Mapping[str, Build] = {
    "adjacent vertices only": _adjacent_pairs,
    "vertices that are not adjacent only": _other_pairs,
    "the largest degree": largest_degree,
    "the largest degree less 1": lambda graph: max(largest_degree(graph) - 1, 0),
    "common neighbours of larger number": _later_middle,
    "the number of triangles": exact_triangles,
    "one more": lambda graph: most_common_neighbours(graph) + 1,
    "always 0": lambda _: 0,
}


def _closed_walks(graph: Graph) -> int:
    return sum(common(graph, u, v) for u, v in graph)


WRONG_COUNTS: Mapping[str, Build] = {
    "each triangle three times": _closed_walks,
    "paths of two edges": lambda graph: sum(
        common(graph, u, v) for u, v in combinations(sorted(_vertices(graph)), 2)
    ),
    "at most one": lambda graph: min(exact_triangles(graph), 1),
    "by the number of edges": lambda graph: len(graph) // 3,
    "always 0": lambda _: 0,
}


def _linked(vertices: int, related: Callable[[Graph, Graph], bool]) -> ListedAdjacency[Graph]:
    listed = tuple(graphs(vertices))
    links = (
        (i, j) for i, j in combinations(range(len(listed)), 2) if related(listed[i], listed[j])
    )
    return ListedAdjacency(listed, tuple(links), "edge")


def _apart(first: Graph, second: Graph) -> set[tuple[int, int]]:
    return {*first} ^ {*second}


def touching(first: Graph, second: Graph) -> bool:
    """Whether some vertex lies on all edges that only one of the graphs has."""
    edges = [set(edge) for edge in _apart(first, second)]
    return bool(edges and set.intersection(*edges))


WRONG_EDGES: Mapping[str, Build] = {
    "one edge is replaced": lambda n: _linked(
        n, lambda a, b: len(a) == len(b) and len(_apart(a, b)) == 2
    ),
    "one or two edges": lambda n: _linked(n, lambda a, b: len(_apart(a, b)) <= 2),
    "edges at the vertex 0 only": lambda n: _linked(
        n, lambda a, b: len(_apart(a, b)) == 1 and 0 in next(iter(_apart(a, b)))
    ),
    "node neighbours": node_neighbours,
    "all graphs": lambda n: _linked(n, lambda _, __: True),
}

WRONG_NODES: Mapping[str, Build] = {
    "edge neighbours": edge_neighbours,
    "edges at the vertex 0": lambda n: _linked(
        n, lambda a, b: all(0 in edge for edge in _apart(a, b))
    ),
    "edges at two vertices": lambda n: _linked(n, lambda a, b: len(_apart(a, b)) <= 2),
    "a vertex loses all its edges": lambda n: _linked(
        n, lambda a, b: touching(a, b) and ({*a} < {*b} or {*b} < {*a})
    ),
    "all graphs": lambda n: _linked(n, lambda _, __: True),
}
