"""What a mechanism is asked to do: scores that are linear in its probabilities.

A problem is a universe of databases with an adjacency, a finite set of outcomes and a list of
scores.  A score is a sum of weight * Pr[M(D) in E] over some databases D and events E; the
mechanism M wants its least score to be as large as possible:

* worst case: one score Pr[M(D) is good for D] for each database D.
* average over a prior: a single score, sum_D prior(D) Pr[M(D) is good for D].
* family of distributions: one score for each distribution, the average over samples from it.
* expected loss: each weight is minus a loss; the largest expected loss is to be small.

So the best (eps, delta)-private mechanism is the solution of a linear program.

>>> from reference.data.adjacency import replace_one
>>> coin = worst_case("coin", replace_one(range(2), 1), range(2), lambda d, y: y == d[0])
>>> [score.name for score in coin.scores]
['(0)', '(1)']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Generic, TypeVar

from audits.evidence.labels import label
from reference.data.adjacency import Adjacency, RowAdjacency
from reference.data.database import Database, Row
from reference.exact.decimals import exactly

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

MOST_ROWS, MOST_CELLS, MOST_CONSTRAINTS = 1_000_000, 100_000, 2_000_000
"""Rows in all databases, databases times outcomes, ordered pairs of neighbours times outcomes.

Larger problems are refused before any work: their symmetries would take more than a second."""

Term = tuple[int, tuple[int, ...], Fraction]
"""A database, an event (both by position) and the weight of Pr[M(D) in E]."""


class NotASymmetryError(ValueError):
    """A declared symmetry does not leave the problem as it is."""


@dataclass(frozen=True, slots=True)
class Score:
    """A linear functional of the mechanism: the sum of weight * Pr[M(D) in E] over its terms."""

    name: str
    terms: tuple[Term, ...]

    def weights(self) -> dict[tuple[int, int], Fraction]:
        """The non-zero weight of each Pr[M(D) = y], by the positions of D and y."""
        total: dict[tuple[int, int], Fraction] = {}
        for database, event, weight in self.terms:
            for y in event:
                total[database, y] = total.get((database, y), Fraction(0)) + weight
        return {cell: weight for cell, weight in total.items() if weight}


@dataclass(frozen=True, slots=True)
class Symmetry(Generic[D, Y]):
    """A relabelling of databases and outcomes that is declared to leave the problem as it is.

    Declared, not believed: `audits.engines.optimum.reduction` confirms it before using it.
    """

    name: str
    databases: Callable[[D], D]
    outcomes: Callable[[Y], Y]


@dataclass(frozen=True, slots=True)
class Problem(Generic[D, Y]):
    """Databases, outcomes and scores; the mechanism maximises its least score.

    Raises:
        ValueError: for no or repeated outcomes, no scores, or a term that names a database or
            an outcome that does not exist.
    """

    name: str
    """The problem and its parameters, in words."""

    universe: Adjacency[D]
    outcomes: tuple[Y, ...]
    scores: tuple[Score, ...]
    symmetries: tuple[Symmetry[D, Y], ...] = ()
    loss: bool = False
    """Whether the scores are minus losses: the optimum is then the least largest loss."""

    @property
    def goal(self) -> str:
        """What the optimum is, in words."""
        return "least largest expected loss" if self.loss else "greatest least probability"

    def __post_init__(self) -> None:
        if not self.outcomes or len(set(self.outcomes)) < len(self.outcomes):
            raise ValueError(f"outcomes {self.outcomes!r}: at least one, each once")
        if not self.scores:
            raise ValueError(f"{self.name}: a problem has at least one score")
        databases, outcomes = range(self.universe.database_count), range(len(self.outcomes))
        for score in self.scores:
            for database, event, _ in score.terms:
                if database not in databases or not all(y in outcomes for y in event):
                    raise ValueError(f"score {score.name}: term {database}, {event} is outside")
                if list(event) != sorted(set(event)):
                    raise ValueError(f"score {score.name}: event {event} must increase")
        if len(distinct(self.scores)) < len(self.scores):
            raise ValueError(f"{self.name}: two scores are equal, keep one of them")


def distinct(scores: Iterable[Score]) -> tuple[Score, ...]:
    """The scores without those that equal an earlier one in all but the name."""
    kept: dict[frozenset[tuple[tuple[int, int], Fraction]], Score] = {}
    for score in scores:
        kept.setdefault(frozenset(score.weights().items()), score)
    return tuple(kept.values())


def worst_case(
    name: str,
    universe: Adjacency[D],
    outcomes: Iterable[Y],
    is_good: Callable[[D, Y], bool],
    symmetries: Sequence[Symmetry[D, Y]] = (),
) -> Problem[D, Y]:
    """Maximise the least probability, over all databases, of a good outcome.

    A database without any good outcome makes the optimum 0.

    Args:
        name: the problem in words.
        universe: the databases and their adjacency.
        outcomes: what the mechanism may answer.
        is_good: whether an outcome is good, called as is_good(database, outcome).
        symmetries: relabellings that leave the problem as it is.

    Raises:
        TypeError: if `is_good` returns anything but True or False.
    """
    databases, answers = listed(universe, outcomes)
    scores = tuple(
        Score(label(database), ((i, _event(answers, database, is_good), Fraction(1)),))
        for i, database in enumerate(databases)
    )
    return Problem(name, universe, answers, distinct(scores), tuple(symmetries))


def over_distributions(
    name: str,
    universe: Adjacency[D],
    outcomes: Iterable[Y],
    distributions: Iterable[tuple[str, Callable[[D], Fraction], Callable[[D, Y], bool]]],
    symmetries: Sequence[Symmetry[D, Y]] = (),
) -> Problem[D, Y]:
    """Maximise the least probability, over distributions on databases, of a good outcome.

    Args:
        name: the problem in words.
        universe: the databases and their adjacency.
        outcomes: what the mechanism may answer.
        distributions: name, probability of each database, and what is good under it; one
            distribution alone is a prior.
        symmetries: relabellings that leave the problem as it is.

    Raises:
        ValueError: if the probabilities of a distribution are negative or do not add up to 1.
    """
    databases, answers = listed(universe, outcomes)
    scores: list[Score] = []
    for number, (title, probability, is_good) in enumerate(distributions, start=1):
        refuse_many(number * len(databases), "probabilities of databases, over all distributions")
        weights = [probability(database) for database in databases]
        if min(weights) < 0 or sum(weights) != 1:
            raise ValueError(
                f"{title}: probabilities are >= 0 and add up to 1, not {sum(weights)}"
            )
        terms = [
            (i, _event(answers, database, is_good), weight)
            for i, (database, weight) in enumerate(zip(databases, weights, strict=True))
            if weight
        ]
        scores.append(Score(title, tuple(term for term in terms if term[1])))
    return Problem(name, universe, answers, distinct(scores), tuple(symmetries))


def expected_loss(
    name: str,
    universe: Adjacency[D],
    outcomes: Iterable[Y],
    loss: Callable[[D, Y], Fraction],
    prior: Callable[[D], Fraction] | None = None,
    symmetries: Sequence[Symmetry[D, Y]] = (),
) -> Problem[D, Y]:
    """Minimise the largest expected loss over databases, or the average under a prior.

    Args:
        name: the problem in words.
        universe: the databases and their adjacency.
        outcomes: what the mechanism may answer.
        loss: of an outcome on a database, called as loss(database, outcome).
        prior: the probability of each database; without one, the worst database counts.
        symmetries: relabellings that leave the problem as it is.

    Raises:
        ValueError: if the prior is negative somewhere or does not add up to 1.
        TypeError: for a loss that is a float, or no number.
    """
    databases, answers = listed(universe, outcomes)
    table: list[list[Term]] = [
        [
            (i, (y,), -value)
            for y, answer in enumerate(answers)
            if (value := _exact(loss(d, answer)))
        ]
        for i, d in enumerate(databases)
    ]
    if prior is None:
        scores = [Score(label(d), tuple(t)) for d, t in zip(databases, table, strict=True)]
    else:
        weights = [prior(database) for database in databases]
        if min(weights) < 0 or sum(weights) != 1:
            raise ValueError(f"prior: probabilities are >= 0 and add up to 1, not {sum(weights)}")
        terms = [(i, e, w * weights[i]) for row in table for i, e, w in row if weights[i]]
        scores = [Score("average", tuple(terms))]
    return Problem(name, universe, answers, distinct(scores), tuple(symmetries), loss=True)


def relabelled(
    universe: RowAdjacency[Row], change: Callable[[Row], Row]
) -> Callable[[Database[Row]], Database[Row]]:
    """The relabelling of databases that applies a change to every row."""
    place = {value: i for i, value in enumerate(universe.values)}

    def apply(database: Database[Row]) -> Database[Row]:
        rows = [change(row) for row in database]
        return tuple(rows if universe.ordered else sorted(rows, key=place.__getitem__))

    return apply


def generators(count: int, what: str) -> list[tuple[str, tuple[int, ...]]]:
    """An exchange and a rotation: they generate all permutations of 0, ..., count - 1."""
    if count < 2:
        return []
    exchange = (1, 0, *range(2, count))
    rotation = (*range(1, count), 0)
    named = [(f"exchange of two {what}", exchange), (f"rotation of the {what}", rotation)]
    return named if count > 2 else named[:1]


def listed(universe: Adjacency[D], outcomes: Iterable[Y]) -> tuple[list[D], tuple[Y, ...]]:
    """The databases and the outcomes, listed only where there are not too many.

    Raises:
        ValueError: with the numbers and the limits, before anything is listed.
    """
    databases, pairs = universe.database_count, universe.pair_count
    known: object = universe
    refuse_many(databases * known.at_most if isinstance(known, RowAdjacency) else 0)
    room = min(MOST_CELLS // databases, MOST_CONSTRAINTS // max(1, pairs))
    answers = tuple(islice(outcomes, room + 1))
    if len(answers) > room:
        raise ValueError(
            f"{_in_words(databases)} databases, {_in_words(pairs)} ordered pairs of neighbours, "
            f"more than {room} outcomes; databases times outcomes are at most {MOST_CELLS}, pairs "
            f"times outcomes at most {MOST_CONSTRAINTS}"
        )
    return list(universe.databases()), answers


def refuse_many(count: int, what: str = "rows in all databases") -> None:
    """Refuse what would take long to look at.

    Raises:
        ValueError: with the number and the limit.
    """
    if count > MOST_ROWS:
        raise ValueError(f"{_in_words(count)} {what}, at most {MOST_ROWS}")


def _in_words(number: int) -> str:
    """A number, or a power of two that is at most as large."""
    return f"{number}" if number < 10**12 else f"2^{number.bit_length() - 1} or more"


def _event(outcomes: Sequence[Y], database: D, is_good: Callable[[D, Y], bool]) -> tuple[int, ...]:
    return tuple(y for y, outcome in enumerate(outcomes) if _is_true(is_good(database, outcome)))


def _exact(loss: object) -> Fraction:
    """A loss as a rational number."""
    if not isinstance(loss, int | Fraction):
        raise TypeError(f"the loss {loss!r}: {exactly(loss)}")
    return Fraction(loss)


def _is_true(given: object) -> bool:
    """A truth value, of Python or of numpy: a score that is not 0 would be one, too."""
    if type(given).__name__ not in {"bool", "bool_"}:
        raise TypeError(
            f"is_good returned {given!r}: it returns True or False; for scores there is "
            "expected_loss(name, universe, outcomes, loss), the loss being a Fraction"
        )
    return bool(given)
