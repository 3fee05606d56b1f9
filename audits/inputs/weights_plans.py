"""Private multiplicative weights for a target.

The targets: a privacy loss of the whole (`--eps --delta`), how often it may fail (`--failure`,
else 1/20), and an accuracy (`--accuracy`), or else the best for the rows that are there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction

from audits.inputs.files import names_file
from audits.inputs.ledger import Ledger
from audits.inputs.literals import InputError, shortened
from audits.inputs.mechanisms import member
from audits.inputs.plans import Derivation, Plan, Request, Supply, listed
from audits.inputs.queries import queries_of
from reference.data.domain import Domain
from reference.data.workloads import Workload
from reference.mechanisms.release.private_multiplicative_weights import (
    LOSSES,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.private_weights_plan import best_accuracy, enough_rows
from reference.privacy.epsilon import Epsilon

USUAL_FAILURE = Fraction(1, 20)
"""How often it may fail, if nothing is asked for."""

MOST_POINTS, LEAST_ACCURACY = 2**12, Fraction(1, 1000)
"""Points that weights are kept for, and the least error that is asked for."""

MOST_TOLD = 50
"""Updates that are told one by one."""


def planned_weights(request: Request) -> Plan:
    """The parameters for a target and a number of rows; without an accuracy for at most 1."""
    if request.rows is None and "accuracy" not in request.targets:
        raise InputError(
            f"{request.mechanism}: give --database, or --accuracy for the rows that it needs"
        )
    size = request.integer("domain", 1, MOST_POINTS)
    named = request.parameters["queries"]
    file = named not in {each.value for each in Workload} and names_file(named)
    queries = queries_of(named, size) if file else member(named, Workload, "queries")
    count = len(queries if isinstance(queries, tuple) else queries.on(size))
    eps, delta = request.target("eps"), request.target("delta")
    beta = request.target("failure") if "failure" in request.targets else USUAL_FAILURE
    alpha, plan = Fraction(1), None
    if "accuracy" in request.targets:
        alpha = request.target("accuracy")
        if alpha < LEAST_ACCURACY:
            raise request.refused("accuracy", f"{LEAST_ACCURACY} at least")
    else:
        plan = best_accuracy(size, count, request.rows or 0, beta, eps, delta)
    if plan is None:
        plan = enough_rows(size, count, alpha, beta, eps, delta)
    needed = max(1, plan.rows_needed)
    rows = needed if request.rows is None else request.rows
    run = replace(plan, rows=rows)
    shown = listed(run, ("queries", "accuracy"))
    shown |= {"failure": str(beta), **listed(run, ("epochs", "root", "rate", "threshold"))}
    domain, eps0 = Domain.of_size(size), Epsilon(run.root)
    weights = PrivateMultiplicativeWeights(
        queries, domain, run.threshold, run.epochs, run.rate, eps0
    )
    return Plan(weights, shown, (Supply(rows, needed),))


def explained(
    weights: PrivateMultiplicativeWeights[Fraction], rows: int, outputs: Sequence[Hashable]
) -> list[str]:
    """What the answers are, and the ledger of the updates of each output."""
    queries = weights.listed
    names = [shortened(str(query)) for query in queries]
    found = [
        (
            f"answers: for each of {len(queries)} queries, from {names[0]} to {names[-1]}, the "
            "fraction of the rows, as estimated, and whether the rows were asked"
        ),
        (
            f"threshold: an answer that seems to be off by {weights.threshold} of {rows} rows is "
            f"corrected; rate: a correction multiplies weights by {weights.rate}"
        ),
    ]
    for number, output in enumerate(outputs, start=1):
        assert isinstance(output, tuple)  # a transcript
        told = [i for i, answer in enumerate(output) if answer.asked]
        of = f" of output {number}" if len(outputs) > 1 else ""
        found.append(
            f"ledger: {len(told)} updates{of}, at most {weights.online.most_epochs} paid for"
        )
        found += [
            f"ledger: update {place} at query {i}, {names[i]}: answer {output[i].value}"
            for place, i in enumerate(told[:MOST_TOLD], start=1)
        ]
        if len(output) < len(queries):
            found.append(f"answers{of}: {len(output)} of {len(queries)}, as all epochs were used")
    return found


def ledger_of(weights: PrivateMultiplicativeWeights[Fraction], delta: Fraction) -> Ledger:
    """What the epochs spend."""
    name = "epochs, each ended by an update"
    parts = (("threshold", 1), ("test", 2), ("answer", 1))
    shares = tuple((part, Fraction(k, LOSSES)) for part, k in parts)
    count, each = weights.online.most_epochs, weights.eps.exp(LOSSES)
    return Ledger(count, each, delta, weights.curve, name, shares)


PRIVATE_WEIGHTS = Derivation(
    planned_weights,
    "--eps --delta, -p queries=FAMILY|FILE, -p domain=SIZE, and --accuracy or --database (or "
    "both)",
    ("eps", "delta", "queries", "domain"),
    ("accuracy", "failure"),
    explained=explained,
    ledger=ledger_of,
)
