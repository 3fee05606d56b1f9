"""Universes of packings: arms around a centre, and histograms with named ones among them."""

from audits.claims.prelude import *
from audits.engines.optimum.problems.histograms import histogram_answers, named_databases
from audits.evidence.labels import label
from reference.lower_bounds.query_packing import Histogram, Queries, distance

Arm = tuple[int, int]
"""The number of an arm and the steps from the centre, which is (0, 0)."""


def star(distances: Sequence[int], *, centre_named: bool) -> Problem[Arm, int]:
    """Tell the ends of arms of these lengths, and perhaps the centre, apart."""
    databases: list[Arm] = [(0, 0)]
    links: list[tuple[int, int]] = []
    for arm, length in enumerate(distances):
        before = 0
        for step in range(1, length + 1):
            databases.append((arm, step))
            links.append((before, len(databases) - 1))
            before = len(databases) - 1
    named = [(0, 0)] if centre_named else []
    named += [(arm, length) for arm, length in enumerate(distances)]
    return named_databases(ListedAdjacency(tuple(databases), tuple(links)), named)


def histograms(points: int, rows: int) -> ListedAdjacency[Histogram]:
    """The histograms with so many rows at most; neighbours differ by one in one count."""
    labels = _up_to(points, rows)
    pairs = (
        (i, j)
        for j, second in enumerate(labels)
        for i, first in enumerate(labels[:j])
        if distance(first, second) == 1
    )
    return ListedAdjacency(tuple(labels), tuple(pairs), "one count changes by one")


def _up_to(points: int, rows: int) -> list[Histogram]:
    if not points:
        return [()]
    return [(x, *rest) for x in range(rows + 1) for rest in _up_to(points - 1, rows - x)]


def answered(
    queries: Queries, named: Sequence[Histogram], within: Fraction
) -> Problem[Histogram, tuple[Fraction, ...]]:
    """Answer the queries on the named histograms, among all with as many rows at most."""
    universe = histograms(len(named[0]), max(map(sum, named)))
    everywhere = histogram_answers(queries, universe, within)
    names = {label(x) for x in named}
    return replace(
        everywhere, scores=tuple(each for each in everywhere.scores if each.name in names)
    )


def event(steps: int, kept: Fraction) -> Problem[int, int]:
    """By how much an event can be less likely here than `kept` times as so many steps away."""
    links = tuple((i, i + 1) for i in range(steps))
    universe = ListedAdjacency(tuple(range(steps + 1)), links)
    terms = ((steps, (1,), kept), (0, (1,), Fraction(-1)))
    title = f"an event {steps} steps away, kept {kept}"
    return Problem(title, universe, (0, 1), (Score("missing", terms),))
