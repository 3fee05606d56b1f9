"""All quality functions at once: a database is written as the vector of its qualities.

Whatever a mechanism that sees qualities only does for every two vectors that may belong to
neighbours, it does for every quality function.
"""

from audits.claims.prelude import *
from reference.mechanisms.interior_point.interior_points import score

Vector = tuple[int, ...]
"""The quality of each candidate 0, 1, ...."""


@dataclass(frozen=True, slots=True)
class AsWritten:
    """The quality of candidate f is the f-th entry of the vector."""

    def __call__(self, vector: Vector, /) -> dict[int, int]:
        return dict(enumerate(vector))


@dataclass(frozen=True, slots=True)
class Depth:
    """min(#{x <= y}, #{x >= y}), for each point y."""

    domain: Domain[int]

    def __call__(self, rows: Database[int], /) -> dict[int, int]:
        return {y: score(rows, y) for y in self.domain}


def close_vectors(most: int, candidates: int, sensitivity: int) -> ListedAdjacency[Vector]:
    """Vectors up to `most`, and neighbours no entry of which differs by more."""

    def near(first: Vector) -> Iterator[Vector]:
        steps = range(-sensitivity, sensitivity + 1)
        return product(*([q + step for step in steps] for q in first))

    return _listed(most, candidates, near)


def growing_vectors(
    most: int,
    candidates: int,
    growth: int,
    *,
    replaced: bool,
    kept: Callable[[Vector], bool] | None = None,
) -> ListedAdjacency[Vector]:
    """Vectors up to `most`; a row that is added raises at most `growth` entries, by one.

    With `replaced`, one row is removed first; vectors that are not `kept` are left out.
    """
    raised = [up for up in product((0, 1), repeat=candidates) if sum(up) <= growth]

    def near(first: Vector) -> Iterator[Vector]:
        for down, up in product(raised if replaced else [(0,) * candidates], raised):
            if all(q >= d for q, d in zip(first, down, strict=True)):
                yield tuple(q - d + u for q, d, u in zip(first, down, up, strict=True))

    return _listed(most, candidates, near, kept)


def _listed(
    most: int, candidates: int, near: object, kept: Callable[[Vector], bool] | None = None
) -> ListedAdjacency[Vector]:
    every = filter(kept or (lambda _: True), product(range(most + 1), repeat=candidates))
    vectors = tuple(sorted(every, key=lambda v: (sum(v), v)))
    place = {vector: i for i, vector in enumerate(vectors)}
    assert callable(near)
    links = {
        (min(i, place[other]), max(i, place[other]))
        for i, vector in enumerate(vectors)
        for other in near(vector)
        if other in place and place[other] != i
    }
    words = f"vectors of {candidates} qualities up to {most}"
    return ListedAdjacency(vectors, tuple(sorted(links)), words)
