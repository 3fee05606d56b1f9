"""The best private mechanism for a problem, proved to be the best by the kernel."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum import Optimum, Problem, optimum_certificate, solve
from audits.engines.optimum.certificates import optimum_facts
from audits.notebook.claimed import number
from audits.verdict import objection
from reference.probability.dist import Dist

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


class UnprovedError(ArithmeticError):
    """An optimum whose certificate the kernel refuses."""


def best(problem: Problem[D, Y], exp_eps: object, delta: object = 0) -> Optimum[D, Y]:
    """What the best (eps, delta)-private mechanism achieves, and that mechanism.

    Args:
        problem: databases, outcomes and what is good, such as `worst_case(...)`.
        exp_eps: e^eps, such as 3, Fraction(3, 2) or "1.5".
        delta: likewise.

    Raises:
        UnprovedError: if the kernel refuses the certificate.
        ValueError: for e^eps below 1, or delta outside [0, 1].
    """
    found = solve(problem, number(exp_eps, "exp_eps"), number(delta, "delta"))
    refused = objection(optimum_certificate(found), optimum_facts(found))
    if refused is not None:
        raise UnprovedError(f"{problem.name}: {refused}")
    return found


def best_law(optimum: Optimum[D, Y], database: D) -> Dist[Y, Fraction]:
    """The law of the best mechanism on a database.

    Raises:
        ValueError: if the problem has no such database.
    """
    databases = tuple(optimum.problem.universe.databases())
    if database not in databases:
        raise ValueError(f"database {database!r}: the problem has {len(databases)} others")
    weights = optimum.mechanism.weights[databases.index(database)]
    known = zip(optimum.problem.outcomes, weights, strict=True)
    return Dist.weighted((y, Fraction(weight)) for y, weight in known)
