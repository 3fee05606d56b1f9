"""Problems about histograms: any linear queries, and telling the databases of a packing apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from audits.engines.optimum.problem import Problem, Score, worst_case
from audits.evidence.labels import label
from reference.data.adjacency import Adjacency
from reference.lower_bounds.query_packing import Histogram, Queries, exact_answers

D = TypeVar("D", bound=Hashable)


def histogram_answers(
    queries: Queries, universe: Adjacency[Histogram], within: Fraction
) -> Problem[Histogram, tuple[Fraction, ...]]:
    """Answer every query on every histogram of the universe, no error larger than `within`.

    True answers are integers, and those near one number are among L + 1 integers that follow each
    other, L = floor(2 within); so answers that lie in the middle of such integers, between the
    least and the largest true answer, do as well as any.

    Args:
        queries: at least one, a value for each count of a histogram.
        universe: the histograms and their adjacency.
        within: the largest error, >= 0.

    Raises:
        ValueError: for no queries, or an error below 0.
    """
    if not queries or within < 0:
        raise ValueError(f"{len(queries)} queries, within {within}: at least 1, at least 0")
    true = {x: exact_answers(queries, x) for x in universe.databases()}
    width = int(2 * within)
    grids = []
    for answers in zip(*true.values(), strict=True):
        starts = range(min(answers), max(min(answers), max(answers) - width) + 1)
        grids.append([start + Fraction(width, 2) for start in starts])
    return worst_case(
        f"queries {queries}, answers within {within}",
        universe,
        product(*grids),
        lambda x, y: all(abs(a - b) <= within for a, b in zip(true[x], y, strict=True)),
    )


def named_databases(universe: Adjacency[D], named: Sequence[D]) -> Problem[D, int]:
    """On each of the named databases say which it is; on others of the universe, anything.

    Where answers that are good for one of the named databases are good for no other, that is what
    good answers to all of them amount to.

    Raises:
        ValueError: unless they are databases of the universe, each once.
    """
    place = {database: i for i, database in enumerate(universe.databases())}
    if len(set(named)) < len(named) or not set(named) <= set(place):
        raise ValueError(f"databases {named}: of the universe, each once")
    scores = tuple(
        Score(label(database), ((place[database], (i,), Fraction(1)),))
        for i, database in enumerate(named)
    )
    title = f"telling {len(named)} databases apart"
    return Problem(title, universe, tuple(range(len(named))), scores)
