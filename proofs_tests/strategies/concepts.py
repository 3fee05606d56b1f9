"""Concept classes, labelled examples, releases of answers, and algorithms with public rows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of
from proofs_tests.strategies.mechanisms import Stated, mechanisms, private
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.adjacency import replace_one
from reference.data.concept import LabelledExample, Values, all_functions, labelled_examples
from reference.data.database import Database
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Row = TypeVar("Row", bound=Hashable)
X = TypeVar("X", bound=Hashable)

Answers = tuple[Fraction, ...]

HALVES = st.builds(
    Epsilon, st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(3)]), st.just(2)
)
"""Privacy losses with an exact e^(eps/2), the root."""


def functions(size: int) -> st.SearchStrategy[Values]:
    """Any function on so many points."""
    return st.sampled_from(list(all_functions(size)))


def databases(
    values: Sequence[Row], rows: int, *, least: int | None = None
) -> st.SearchStrategy[Database[Row]]:
    """Sequences of so many rows, or of at least `least`."""
    low = rows if least is None else least
    return st.lists(st.sampled_from(values), min_size=low, max_size=rows).map(tuple)


def examples(
    size: int, rows: int, *, least: int | None = None
) -> st.SearchStrategy[Database[LabelledExample]]:
    """Sequences of labelled examples on so many points."""
    return databases(labelled_examples(size), rows, least=least)


def replaced(
    database: Database[Row], place: int, values: Iterable[Row]
) -> list[tuple[Database[Row], Database[Row]]]:
    """The database with each neighbour that has another row at a place."""
    return [
        (database, (*database[:place], value, *database[place + 1 :]))
        for value in values
        if value != database[place]
    ]


def learners(
    size: int, rows: int, outcomes: Sequence[X]
) -> st.SearchStrategy[Mechanism[Database[LabelledExample], X, Fraction]]:
    """Any mechanisms on so many labelled examples; pure ones for two and more."""
    values = labelled_examples(size)
    return mechanisms(values, rows, outcomes) if rows < 2 else private(values, outcomes)


def between(low: int, p: Fraction) -> Fraction:
    """The number that lies so far on the way from `low` to 1."""
    return low + (1 - low) * p


def answers(queries: int, *, low: int = 0) -> st.SearchStrategy[tuple[Answers, ...]]:
    """Two or three vectors of answers in [low, 1], one number for each query."""
    one = st.builds(between, st.just(low), PROBABILITIES)
    return st.lists(st.tuples(*[one] * queries), min_size=2, max_size=3, unique=True).map(tuple)


def exact_answers(concepts: Sequence[Values], rows: Database[int]) -> Answers:
    """The fraction of the rows that each concept labels 1; 0 of no rows."""
    return tuple(Fraction(sum(map(c, rows)), len(rows) or 1) for c in concepts)


def padded(rows: Database[tuple[Row, int]], padding: Row, label: int) -> Database[Row]:
    """The points with a label, the padding for the others."""
    return tuple(x if y == label else padding for x, y in rows)


def softmin(scores: Iterable[tuple[X, int]], root: Fraction) -> Dist[X, Fraction]:
    """Outcomes with probabilities proportional to root^-score."""
    return Dist.weighted((x, root**-score) for x, score in scores)


@dataclass(frozen=True, slots=True, eq=False)
class ByPublicRows(Generic[Row, X]):
    """An algorithm with public rows: another mechanism for each sequence of them."""

    mechanisms: Mapping[Database[Row], Stated[Database[Row], X]]

    def __call__(self, public: Database[Row], /) -> Stated[Database[Row], X]:
        """The mechanism for these public rows, or the first if they are not foreseen."""
        return self.mechanisms.get(public, next(iter(self.mechanisms.values())))


def assisted(
    values: Sequence[Row],
    public_rows: int,
    base: st.SearchStrategy[Mechanism[Database[Row], X, Fraction]],
    *,
    promise: Guarantee[Fraction] | None = None,
) -> st.SearchStrategy[ByPublicRows[Row, X]]:
    """Another mechanism for each sequence of public rows; what it promises is true for three."""
    keys, pairs = list(product(values, repeat=public_rows)), replace_one(values, 3, ordered=True)

    def promised(
        base: Mechanism[Database[Row], X, Fraction], most: int
    ) -> Stated[Database[Row], X]:
        if promise is not None:
            return Stated(base, promise)
        return Stated(base, Guarantee(*curve_of(base, pairs).breakpoints[:most][-1]))

    one = st.builds(promised, base, st.integers(1, 3))
    return st.tuples(*[one] * len(keys)).map(
        lambda found: ByPublicRows(dict(zip(keys, found, strict=True)))
    )
