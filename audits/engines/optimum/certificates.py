"""Certificates of optima, as `audits/kernel/FORMAT.md` defines them."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from hashlib import sha256
from typing import TypeVar

from audits.certificates import certificate, universe_json
from audits.engines.optimum.optimum import Optimum
from audits.engines.optimum.problem import Problem
from audits.labels import labels
from audits.verdict import Certificate, Json
from reference.data.adjacency import RowAdjacency

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


def optimum_certificate(optimum: Optimum[D, Y]) -> Certificate:
    """Bound and mechanism in one: kind `optimum` if they agree, else the bound alone."""
    if optimum.value is None:
        return bound_certificate(optimum)
    return _sealed(
        "optimum",
        f"{optimum.problem.name}: the optimum is {optimum.value}",
        {**_problem(optimum), **_mechanism(optimum), **_dual(optimum)},
        str(optimum.bound.value),
    )


def bound_certificate(optimum: Optimum[D, Y]) -> Certificate:
    """No private mechanism does better (kind `optimum-bound`)."""
    end = f">= {optimum.lower}" if optimum.problem.loss else f"<= {optimum.upper}"
    return _sealed(
        "optimum-bound",
        f"{optimum.problem.name}: the optimum is {end}",
        {**_problem(optimum), **_dual(optimum)},
        str(optimum.bound.value),
    )


def mechanism_certificate(optimum: Optimum[D, Y]) -> Certificate:
    """A private mechanism that does so well (kind `optimum-mechanism`)."""
    loss = optimum.problem.loss
    end = f"<= {optimum.upper}" if loss else f">= {optimum.lower}"
    return _sealed(
        "optimum-mechanism",
        f"{optimum.problem.name}: the optimum is {end}",
        {**_problem(optimum), **_mechanism(optimum)},
        str(-optimum.upper if loss else optimum.lower),
    )


def scores_json(problem: Problem[D, Y]) -> Json:
    """The scores, each a name and its terms [database, event, weight]."""
    return [
        {"name": score.name, "terms": [[i, list[Json](e), str(w)] for i, e, w in score.terms]}
        for score in problem.scores
    ]


def databases_json(problem: Problem[D, Y]) -> list[Json]:
    """Every database as positions of its rows (or as its own position in a list)."""
    universe: object = problem.universe
    if not isinstance(universe, RowAdjacency):
        return [[i] for i in range(problem.universe.database_count)]
    place = {value: i for i, value in enumerate(universe.values)}
    return [[place[row] for row in database] for database in universe.databases()]


def sealed(fields: Certificate) -> Certificate:
    """The certificate with the seal of its content."""
    rest = {key: value for key, value in fields.items() if key != "seal"}
    seal = sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
    return {**rest, "seal": seal}


def _sealed(kind: str, subject: str, fields: dict[str, Json], value: Json) -> Certificate:
    return sealed(certificate(kind, subject, {**fields, "value": value}))


def _problem(optimum: Optimum[D, Y]) -> dict[str, Json]:
    problem = optimum.problem
    return {
        "universe": universe_json(problem.universe),
        "outcomes": list[Json](labels(problem.outcomes)),
        "range": None,
        "exp_eps": str(optimum.exp_eps),
        "delta": str(optimum.delta),
        "scores": scores_json(problem),
    }


def _mechanism(optimum: Optimum[D, Y]) -> dict[str, Json]:
    mechanism = optimum.mechanism
    laws: Sequence[tuple[Json, int, tuple[int, ...]]] = list(
        zip(databases_json(optimum.problem), mechanism.totals, mechanism.weights, strict=True)
    )
    return {
        "laws": [
            {"database": database, "total": total, "weights": list[Json](weights)}
            for database, total, weights in laws
        ],
    }


def _dual(optimum: Optimum[D, Y]) -> dict[str, Json]:
    bound = optimum.bound
    return {
        "dual": {
            "total": bound.total,
            "scores": list[Json](bound.scores),
            "prices": list[Json](bound.prices),
            "flows": [
                [
                    list[Json](pair),
                    bound.rents.get(pair, 0),
                    list[Json](sorted(flow)),
                    [flow[y] for y in sorted(flow)],
                ]
                for pair, flow in sorted(bound.flows.items())
            ],
        }
    }
