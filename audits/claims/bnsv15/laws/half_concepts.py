"""The best label-private empirical learner of the concepts that are 1 on half of the points."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, Score, Symmetry, generators
from reference.lower_bounds.half_concepts import HalfConcepts

Counts = tuple[int, ...]
"""How many of the rows at each of x_1, ..., x_d have label 1."""

Labels = tuple[int, ...]


def errors(hypothesis: Sequence[int], labels: Sequence[int]) -> int:
    """How many of x_1, ..., x_d are labelled otherwise."""
    return sum(a != b for a, b in zip(hypothesis, labels, strict=True))


def label_private(hard: HalfConcepts) -> Problem[Counts, Labels]:
    """Err on at most d/8 of the points, on every database that a concept of the family labels.

    Neighbours differ in one label.  The rows at x_0 all have label 0: a learner that is private
    for all rows is private here.
    """
    d, k = hard.points, hard.copies
    databases = tuple(product(range(k + 1), repeat=d))
    place = {counts: i for i, counts in enumerate(databases)}
    links = tuple(
        (place[counts], place[(*counts[:i], counts[i] + 1, *counts[i + 1 :])])
        for counts in databases
        for i in range(d)
        if counts[i] < k
    )
    outcomes = tuple(product((0, 1), repeat=d))
    scores = []
    for concept in hard.concepts:
        labels = concept[1:]
        good = tuple(j for j, h in enumerate(outcomes) if errors(h, labels) <= hard.missed)
        database = place[tuple(k * label for label in labels)]
        scores.append(Score(f"{labels}", ((database, good, Fraction(1)),)))
    return Problem(
        f"{d} points, {k} labels of each, at most {hard.missed} wrong",
        ListedAdjacency(databases, links, "labels"),
        outcomes,
        tuple(scores),
        tuple(_exchange(name, order) for name, order in generators(d, "points")),
    )


def _exchange(name: str, order: tuple[int, ...]) -> Symmetry[Counts, Labels]:
    def moved(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[i] for i in order)

    return Symmetry(name, moved, moved)
