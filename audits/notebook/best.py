"""The best private mechanism for a problem, proved to be the best by the kernel."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeVar, overload

from audits.engines.optimum import Optimum, Problem, optimum_certificate, solve
from audits.engines.optimum.bracket import Bracket, bracket
from audits.engines.optimum.certificates import optimum_facts
from audits.evidence.verdict import Certificate, Facts, objection
from audits.notebook.claimed import exponential, number
from audits.notebook.number import Number
from audits.notebook.waiting import waiting
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


LARGEST_EPS = 20
"""Beyond it the search in floating point finds nothing."""


class UnprovedError(ArithmeticError):
    """An optimum whose certificate the kernel refuses."""


@overload
def best(
    problem: Problem[D, Y], *, exp_eps: int | Fraction | str | Number, delta: object = 0
) -> Optimum[D, Y]: ...
@overload
def best(
    problem: Problem[D, Y], *, eps: object, exp_eps: None = None, delta: object = 0
) -> Optimum[D, Y] | Bracket[D, Y]: ...
def best(
    problem: Problem[D, Y], *, eps: object = None, exp_eps: object = None, delta: object = 0
) -> Optimum[D, Y] | Bracket[D, Y]:
    """What the best (eps, delta)-private mechanism achieves, and that mechanism.

    At a rational e^eps it is an exact number.  At an eps of which e^eps is no rational number it
    lies between two: what a mechanism attains at a number just below e^eps, which is private at
    eps too, and what no mechanism exceeds at one just above.

    Args:
        problem: databases, outcomes and what is good, such as `worst_case(...)`.
        eps: such as 1, "0.5" or "ln(3)"; from 0 to 20; or an `Epsilon`.
        exp_eps: or e^eps, such as 3, Fraction(3, 2) or "1.5"; >= 1.
        delta: likewise, in [0, 1].

    Raises:
        UnprovedError: if the kernel refuses the certificate.
        ValueError: unless one of exp_eps and eps is given; for a number out of range.
        TypeError: for a float, or what is no number.
    """
    if (exp_eps is None) == (eps is None):
        raise ValueError("give one of exp_eps and eps, such as best(problem, eps=1)")
    small = number(delta, "delta")
    if isinstance(eps, Epsilon):
        exp_eps, eps = _known(eps)
    elif (power := exponential(eps, "eps")) is not None:
        exp_eps, eps = power, None
    with waiting(f"the best mechanism for {problem.name}"):
        if eps is None:
            found = solve(problem, number(exp_eps, "exp_eps"), small)
            _prove(problem, [(optimum_certificate(found), optimum_facts(found))])
            return found
        real = number(eps, "eps")
        if not 0 <= real <= LARGEST_EPS:
            raise ValueError(f"eps {real}: a number from 0 to {LARGEST_EPS}")
        if real == 0:
            return best(problem, exp_eps=1, delta=delta)
        ends = bracket(problem, real, small)
        _prove(problem, ends.proofs())
        return ends


def _known(eps: Epsilon[Any]) -> tuple[object, object]:
    """Its e^eps, or its eps, whichever is rational.

    Raises:
        ValueError: if every eps is meant.
    """
    if isinstance(eps.root, Fraction):
        return eps.exp(), None
    if eps.eps is None:
        raise ValueError("eps: every eps at once; `exactdp optimum --all-eps` solves for all")
    return None, eps.eps


def _prove(problem: Problem[D, Y], proofs: Iterable[tuple[Certificate, Facts]]) -> None:
    for proof, facts in proofs:
        refused = objection(proof, facts)
        if refused is not None:
            raise UnprovedError(f"{problem.name}: {refused}")


def best_law(optimum: Optimum[D, Y] | Bracket[D, Y], database: D) -> Dist[Y, Fraction]:
    """The law of the best mechanism on a database; of two ends, of the one that is attained.

    Args:
        optimum: the answer of `best`.
        database: one of the problem.

    Raises:
        ValueError: if the problem has no such database.
    """
    if isinstance(optimum, Bracket):
        optimum = optimum.below
    databases = tuple(optimum.problem.universe.databases())
    if database not in databases:
        raise ValueError(f"database {database!r}: the problem has {len(databases)} others")
    weights = optimum.mechanism.weights[databases.index(database)]
    known = zip(optimum.problem.outcomes, weights, strict=True)
    return Dist.weighted((y, Fraction(weight)) for y, weight in known)
