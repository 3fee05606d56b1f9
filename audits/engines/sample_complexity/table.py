"""Failure probability against rows and domain size, and the least number of rows.

For interior points and learning the least failure of all mechanisms never grows with the number
of rows: drop a random row, and run the mechanism for fewer.  Where an error is a part of the rows,
that is not promised (an error of 1/4 is none on 3 rows, and 1 row on 4), nor is it for one
mechanism, tuned for each number of rows.  So a least number of rows is refuted for every smaller
number of the table, and the table says whether the failures that were computed decrease.  (Those
of a grid: a failure that grows by little may owe it to the grid.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from audits.engines.accuracy import audit_accuracy
from audits.engines.optimum.basis import SearchFailedError
from audits.engines.optimum.certificates import optimum_certificate, optimum_facts
from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.privacy.point import audit_point
from audits.engines.sample_complexity.task import COARSE, Contender, Task
from audits.engines.sample_complexity.tuning import AnyProblem, Target, Tuned, tune
from audits.evidence.verdict import Holds, Refuted, confirmed, objection


@dataclass(frozen=True, slots=True)
class Limits:
    """What is refused as too large."""

    audits: int = 50_000
    """Databases times settings of the coarse grid of a mechanism."""

    cells: int = 1700
    """Databases times outcomes of a linear program."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is known of a mechanism, an optimum or a bound, for one domain and number of rows."""

    name: str
    domain: int
    rows: int
    failure: Fraction | None
    """The failure probability on the worst input; None with the reason in `note`."""

    note: str = ""
    unmet: bool = False
    """Whether no setting meets the target: then no number of rows like this one will do."""

    tuned: Tuned | None = field(default=None, repr=False)
    """The mechanism's parameters; None for an optimum or a bound."""

    optimum: Optimum[Hashable, Hashable] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class LeastRows:
    """The least number of rows, of those tabulated, with failure at most beta."""

    name: str
    domain: int
    rows: int | None
    """None if there is none in the table, with the reason in `note`."""

    failure: Fraction | None
    decreasing: bool | None
    """Whether the failures in the table never grow with the rows; None with fewer than two."""

    evidence: tuple[str, ...]
    """What decides it, one line for each number of rows."""

    note: str = ""


def tabulated(
    task: Task, domains: Sequence[int], rows: Sequence[int], target: Target, limits: Limits
) -> Iterator[Cell]:
    """The table, cell by cell: domain, rows, then the optima, the bounds and the mechanisms."""
    for domain in domains:
        for n in rows:
            for name, build in task.optima:
                problem = build(domain, n)
                yield (
                    Cell(name, domain, n, None, f"none for {n} rows on {domain} points")
                    if problem is None
                    else _optimum(name, problem, domain, n, target, limits)
                )
            for bound in task.bounds:
                least = bound.least_failure(domain, n, target)
                known = (least, "") if least > 0 else (None, "says nothing here")
                yield Cell(bound.name, domain, n, *known)
            measured_by = task.problem(domain, n)
            for contender in task.contenders:
                yield _contender(contender, measured_by, domain, n, target, limits)


def _optimum(
    name: str, problem: AnyProblem, domain: int, rows: int, target: Target, limits: Limits
) -> Cell:
    cells = problem.universe.database_count * len(problem.outcomes)
    if cells > limits.cells:
        note = f"linear program too large: {cells} cells, limit {limits.cells}"
        return Cell(name, domain, rows, None, note)
    try:
        found = solve(problem, target.exp_eps, target.delta)
    except SearchFailedError as failure:
        return Cell(name, domain, rows, None, str(failure))
    if found.value is None:
        note = f"between {1 - found.upper} and {1 - found.lower}"
        return Cell(name, domain, rows, None, note, optimum=found)
    return Cell(name, domain, rows, 1 - found.value, optimum=found)


def _contender(
    contender: Contender,
    problem: AnyProblem,
    domain: int,
    rows: int,
    target: Target,
    limits: Limits,
) -> Cell:
    name, count = contender.name, problem.universe.database_count
    if domain <= contender.more_than:
        return Cell(name, domain, rows, None, f"is {contender.instead}")
    settings = list(contender.settings(domain, rows, target))
    if count * len(settings) * contender.cost > limits.audits:
        words = "" if contender.cost == 1 else f" of cost {contender.cost}"
        note = (
            f"too large: {count} databases, {len(settings)} settings{words}, limit {limits.audits}"
        )
        return Cell(name, domain, rows, None, note)
    best = tune(problem, settings, target)
    if best is None:
        note = f"none of {len(settings)} settings meets the target"
        return Cell(name, domain, rows, None, note, unmet=True)
    for reach, step in pairwise((COARSE, *contender.steps)):
        around = contender.around(domain, best.setting, reach, step)
        best = tune(problem, around, target, best)
        assert best is not None, "the best so far is kept"
    return Cell(name, domain, rows, best.failure, tuned=best)


def least_rows(
    task: Task, cells: Sequence[Cell], target: Target, failure_probability: Fraction
) -> Iterator[LeastRows]:
    """For each name and domain, the least number of rows with verdicts."""
    for name, domain in dict.fromkeys((cell.name, cell.domain) for cell in cells):
        mine = [cell for cell in cells if (cell.name, cell.domain) == (name, domain)]
        if any(bound.name == name for bound in task.bounds):
            yield _ruled_out(mine, failure_probability)
        else:
            yield _least(task, mine, target, failure_probability)


def _ruled_out(cells: Sequence[Cell], failure_probability: Fraction) -> LeastRows:
    """What a lower bound says: which numbers of rows are too few for every mechanism."""
    ruled = [cell for cell in cells if (cell.failure or 0) > failure_probability]
    evidence = tuple(
        f"{cell.rows}: {cell.note}"
        if cell.failure is None
        else f"{cell.rows}: failure at least {cell.failure}, "
        f"{'ruled out' if cell in ruled else 'not ruled out'}, computed exactly, no certificate"
        for cell in cells
    )
    known = [cell.failure for cell in cells if cell.failure is not None]
    decreasing = all(a >= b for a, b in pairwise(known)) if len(known) > 1 else None
    words = f"n = {', '.join(str(cell.rows) for cell in ruled)} ruled out"
    note = f"a bound: {words if ruled else 'no n here is ruled out'}"
    return LeastRows(cells[0].name, cells[0].domain, None, None, decreasing, evidence, note)


def _least(
    task: Task, cells: Sequence[Cell], target: Target, failure_probability: Fraction
) -> LeastRows:
    known = [cell.failure for cell in cells if cell.failure is not None]
    decreasing = all(a >= b for a, b in pairwise(known)) if len(known) > 1 else None
    evidence: list[str] = []
    first = cells[0]
    for cell in cells:
        if cell.failure is None:
            evidence.append(f"{cell.rows}: {cell.note}")
            if not cell.unmet:
                note = f"from n = {cell.rows} on: {cell.note}"
                break
        else:
            evidence.append(f"{cell.rows}: {_decided(task, cell, target, failure_probability)}")
            if cell.failure <= failure_probability:
                tried = [other.rows for other in cells if other.rows <= cell.rows]
                all_tried = len(tried) == cell.rows
                start = "" if all_tried else f"(of n = {', '.join(map(str, tried))})"
                return LeastRows(
                    cell.name,
                    cell.domain,
                    cell.rows,
                    cell.failure,
                    decreasing,
                    tuple(evidence),
                    start,
                )
    else:
        note = f"more than n = {cells[-1].rows}"
    return LeastRows(first.name, first.domain, None, None, decreasing, tuple(evidence), note)


def _decided(task: Task, cell: Cell, target: Target, failure_probability: Fraction) -> str:
    """The verdicts on a cell in words; "certified" is said where the kernel accepts them."""
    assert cell.failure is not None
    holds = cell.failure <= failure_probability
    words = f"failure {cell.failure} {'<=' if holds else '>'} {failure_probability}"
    if cell.optimum is not None:
        return f"{words}, {_accepted(cell.optimum)}"
    if cell.tuned is None or not task.of_databases:
        return f"{words}, computed exactly, no certificate"
    table, good = cell.tuned.table, _good(task, cell)
    subject = f"{cell.name} {parameters_words(cell.tuned)}"
    privacy = confirmed(audit_point(table, target.exp_eps, target.delta, subject))
    accuracy = confirmed(
        audit_accuracy(table, lambda d, y: (d, y) in good, failure_probability, subject)
    )
    agreed = isinstance(privacy, Holds) and isinstance(accuracy, Holds if holds else Refuted)
    return f"{words}, {'certified' if agreed else 'not certified'}"


def _good(task: Task, cell: Cell) -> set[tuple[Hashable, Hashable]]:
    problem = task.problem(cell.domain, cell.rows)
    databases = list(problem.universe.databases())
    return {
        (databases[i], problem.outcomes[y])
        for score in problem.scores
        for i, event, _ in score.terms
        for y in event
    }


def _accepted(optimum: Optimum[Hashable, Hashable]) -> str:
    return objection(optimum_certificate(optimum), optimum_facts(optimum)) or "certified"


def parameters_words(tuned: Tuned) -> str:
    """The parameters of a setting: root 9/4, threshold 2."""
    return ", ".join(f"{name} {value}" for name, value in tuned.setting.parameters)


GRID_WORDS = (
    "each mechanism at the parameters of a grid with the least failure among those whose audited "
    "tight delta meets the target"
)
"""How parameters are chosen, for people."""
