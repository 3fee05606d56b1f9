"""Graphs as databases: edges, triangles, and what neighbouring means.

A graph on the vertices 0, 1, ... is a tuple of edges (u, v), u < v, each once.

* edge neighbours differ by one edge, which one of the two has and the other has not;
* node neighbours differ only in edges at one vertex.

If the edge {u, v} appears or vanishes, the number of triangles changes by the number of common
neighbours of u and v, so that its local sensitivity is the largest such number over all u != v,
adjacent or not.

>>> exact_triangles(((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)))
2
>>> most_common_neighbours(((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)))
2
>>> edge_neighbours(4).pair_count, node_neighbours(3).pair_count
(384, 48)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from reference.data.adjacency import ListedAdjacency
from reference.data.adjacency import edge as bits_of_edges

Edge: TypeAlias = tuple[int, int]
Graph: TypeAlias = tuple[Edge, ...]


def check_graph(graph: Graph) -> None:
    """Refuse what is no graph.

    Raises:
        ValueError: unless each row is a pair (u, v) of vertices 0 <= u < v, and none is repeated.
    """
    for edge in graph:
        if not _is_edge(edge):
            raise ValueError(f"edge {edge!r}: a pair (u, v) of integers 0 <= u < v")
    if len(set(graph)) < len(graph):
        twice = next(edge for edge, count in Counter(graph).items() if count > 1)
        raise ValueError(f"edge {twice!r}: given twice")


def exact_triangles(graph: Graph) -> int:
    """The number of triangles."""
    near = _neighbours(graph)
    return sum(len(near[u] & near[v]) for u, v in graph) // 3


def most_common_neighbours(graph: Graph) -> int:
    """The largest number of common neighbours of two vertices: LS of the number of triangles.

    Paths u - w - v are counted at their middle, so that the time is the sum of the squares of the
    degrees, and never the square of the number of vertices.
    """
    near = _neighbours(graph)
    most = 0
    for u in near:
        ends = Counter(v for w in near[u] for v in near[w] if v > u)
        most = max(most, max(ends.values(), default=0))
    return most


def largest_degree(graph: Graph) -> int:
    """The largest number of edges at one vertex."""
    return max((len(near) for near in _neighbours(graph).values()), default=0)


def graphs(vertices: int) -> Iterator[Graph]:
    """Every graph on the vertices 0, ..., vertices - 1, as in `edge_neighbours`."""
    pairs = tuple(combinations(range(vertices), 2))
    for bits in bits_of_edges(vertices).databases():
        yield tuple(pair for pair, bit in zip(pairs, bits, strict=True) if bit)


def edge_neighbours(vertices: int) -> ListedAdjacency[Graph]:
    """The graphs on so many vertices; one edge appears or vanishes."""
    links = tuple(sorted(bits_of_edges(vertices).index_pairs()))
    return ListedAdjacency(tuple(graphs(vertices)), links, "edge")


def node_neighbours(vertices: int) -> ListedAdjacency[Graph]:
    """The graphs on so many vertices; edges at one vertex appear or vanish."""
    listed = tuple(graphs(vertices))
    place = {graph: i for i, graph in enumerate(listed)}
    links: set[Edge] = set()
    for vertex in range(vertices):
        alike: dict[Graph, list[int]] = {}
        for graph in listed:
            rest = tuple(edge for edge in graph if vertex not in edge)
            alike.setdefault(rest, []).append(place[graph])
        for group in alike.values():
            links.update(combinations(group, 2))
    return ListedAdjacency(listed, tuple(sorted(links)), "node")


def _is_edge(row: object) -> bool:
    match row:
        case (int(u), int(v)):
            return 0 <= u < v
        case _:
            return False


def _neighbours(graph: Graph) -> dict[int, set[int]]:
    near: dict[int, set[int]] = {}
    for u, v in graph:
        near.setdefault(u, set()).add(v)
        near.setdefault(v, set()).add(u)
    return near
