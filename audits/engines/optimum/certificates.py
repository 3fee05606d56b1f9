"""Certificates of optima, as `audits/kernel/FORMAT.md` defines them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

from flint import fmpz_poly

from audits.engines.optimum.algebraic import simplest, value
from audits.engines.optimum.optimum import Optimum
from audits.engines.optimum.parametric import Parametric, Piece
from audits.engines.optimum.problem import Problem
from audits.evidence.certificates import (
    Range,
    certificate,
    stated,
    universe_facts,
    universe_json,
    weight_json,
)
from audits.evidence.labels import labels
from audits.evidence.verdict import Certificate, Facts, Json
from reference.data.adjacency import RowAdjacency

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

EXP_EPS: Json = {"num": [0, 1], "den": 1}
"""The function r = e^eps."""


def optimum_certificate(optimum: Optimum[D, Y]) -> Certificate:
    """Bound and mechanism in one: kind `optimum` if they agree, else the bound alone."""
    if optimum.value is None:
        return bound_certificate(optimum)
    return _written(
        "optimum",
        f"{optimum.problem.name}: the optimum is {optimum.value}",
        {**_problem(optimum), **_mechanism(optimum), **_dual(optimum)},
        str(optimum.bound.value),
    )


def bound_certificate(optimum: Optimum[D, Y]) -> Certificate:
    """No private mechanism does better (kind `optimum-bound`)."""
    end = f">= {optimum.lower}" if optimum.problem.loss else f"<= {optimum.upper}"
    return _written(
        "optimum-bound",
        f"{optimum.problem.name}: the optimum is {end}",
        {**_problem(optimum), **_dual(optimum)},
        str(optimum.bound.value),
    )


def mechanism_certificate(optimum: Optimum[D, Y]) -> Certificate:
    """A private mechanism that does so well (kind `optimum-mechanism`)."""
    loss = optimum.problem.loss
    end = f"<= {optimum.upper}" if loss else f">= {optimum.lower}"
    return _written(
        "optimum-mechanism",
        f"{optimum.problem.name}: the optimum is {end}",
        {**_problem(optimum), **_mechanism(optimum)},
        str(_attained(optimum)),
    )


def optimum_facts(optimum: Optimum[D, Y]) -> Facts:
    """What `optimum_certificate` must prove."""
    kind = "optimum-bound" if optimum.value is None else "optimum"
    held = _problem(optimum) | ({} if optimum.value is None else _mechanism(optimum))
    return _facts(optimum.problem, kind, held, str(optimum.bound.value))


def mechanism_facts(optimum: Optimum[D, Y]) -> Facts:
    """What `mechanism_certificate` must prove."""
    held = _problem(optimum) | _mechanism(optimum)
    return _facts(optimum.problem, "optimum-mechanism", held, str(_attained(optimum)))


def _facts(problem: Problem[D, Y], kind: str, held: Mapping[str, Json], worth: Json) -> Facts:
    return {
        "kind": kind,
        **universe_facts(problem.universe),
        "databases": problem.universe.database_count,
        **stated(held),
        "value": worth,
        "scores": len(problem.scores),
    }


def _attained(optimum: Optimum[D, Y]) -> Fraction:
    return -optimum.upper if optimum.problem.loss else optimum.lower


def piece_facts(parametric: Parametric[D, Y], proof: Certificate) -> Facts:
    """What `piece_certificate` must prove, on the range and with the value that it names."""
    held = {**problem_fields(parametric.problem), "range": proof["range"], "exp_eps": EXP_EPS}
    held["delta"] = str(parametric.delta)
    return _facts(parametric.problem, "optimum", held, proof["value"])


def piece_certificate(
    parametric: Parametric[D, Y], piece: Piece, width: Fraction = Fraction(1, 2**40)
) -> Certificate:
    """The optimum on a piece of e^eps, as kind `optimum` on a range of r = e^eps.

    An end that is an irrational number is replaced by a rational inside, less than `width` away.
    """
    problem, solution, lp = parametric.problem, piece.solution, piece.lp
    start, end = inner_range(piece, width)
    sign = 1 if value(solution.total, start) > 0 else -1
    total = weight_json(solution.total * sign)
    k = len(problem.outcomes)
    variables = lp.reduction.cells.of.tolist()
    weights = [weight_json(polynomial * sign) for polynomial in solution.values]
    laws: list[Json] = [
        {
            "database": database,
            "total": total,
            "weights": [weights[v] for v in variables[i * k : (i + 1) * k]],
        }
        for i, database in enumerate(databases_json(problem))
    ]
    optimum = piece.value
    shown = -optimum if problem.loss else optimum
    return _written(
        "optimum",
        f"{problem.name}: the optimum is {shown} at r = e^eps",
        {
            **problem_fields(problem),
            "range": Range(start, end).json(),
            "exp_eps": EXP_EPS,
            "delta": str(parametric.delta),
            "laws": laws,
            "dual": _symbolic_dual(parametric, piece, start),
        },
        {"num": weight_json(optimum.numerator), "den": weight_json(optimum.denominator)},
    )


def inner_range(piece: Piece, width: Fraction) -> tuple[Fraction, Fraction | None]:
    """Rational ends of a piece, not outside and less than `width` inside."""
    while True:
        start, end = piece.start.rational, None if piece.end is None else piece.end.rational
        if start is None:
            low = piece.start.within(width / 2)[1]
            start = simplest(low, low + width / 4)
        if end is None and piece.end is not None:
            high = piece.end.within(width / 2)[0]
            end = simplest(high - width / 4, high)
        if end is None or start < end:
            return start, end
        width /= 2**16


def _symbolic_dual(parametric: Parametric[D, Y], piece: Piece, inside: Fraction) -> Json:
    """The multipliers of a piece, spread over the problem as it was stated."""
    solution, lp = piece.solution, piece.lp
    orbits = lp.reduction
    sizes = [
        *orbits.scores.sizes.tolist(),
        *orbits.databases.sizes.tolist(),
        *orbits.links.sizes.tolist(),
        *orbits.flows.sizes.tolist(),
    ]
    scale = lcm(*set(sizes)) * (1 if value(solution.multiplier_total, inside) > 0 else -1)
    multipliers = [p * scale for p in solution.multipliers]
    prices = [p / n for p, n in zip(multipliers, orbits.databases.sizes.tolist(), strict=False)]
    shares = [
        multipliers[lp.totals + o] * lp.rows[lp.totals + o].terms[lp.least_score][0] / n
        for o, n in enumerate(orbits.scores.sizes.tolist())
    ]
    k = lp.outcomes
    flows: dict[int, fmpz_poly] = {}
    rents: dict[int, fmpz_poly] = {}
    for (link, event), row in lp.cuts.items():
        if multipliers[row]:
            orbit = int(orbits.links.of[link])
            rents[orbit] = rents.get(orbit, fmpz_poly([])) + multipliers[row]
            for y in event:
                cell = int(orbits.flows.of[link * k + y])
                flows[cell] = flows.get(cell, fmpz_poly([])) + multipliers[row]
    listed: list[Json] = []
    for link, pair in enumerate(orbits.pairs.tolist()):
        cells = orbits.flows.of[link * k : (link + 1) * k].tolist()
        ys = [y for y in range(k) if cells[y] in flows]
        if ys:
            orbit = int(orbits.links.of[link])
            rent = rents[orbit] / int(orbits.links.sizes[orbit])
            mus = [
                weight_json(flows[c] / int(orbits.flows.sizes[c]))
                for c in map(cells.__getitem__, ys)
            ]
            listed.append(
                [pair, weight_json(rent) if parametric.delta else 0, list[Json](ys), mus]
            )
    return {
        "total": weight_json(solution.multiplier_total * scale),
        "scores": [weight_json(shares[o]) for o in orbits.scores.of.tolist()],
        "prices": [weight_json(prices[o]) for o in orbits.databases.of.tolist()],
        "flows": listed,
    }


def problem_fields(problem: Problem[D, Y]) -> dict[str, Json]:
    """The universe, the outcomes and the scores, each a name and terms [database, event, weight].

    The weights are integers: the scale is the common denominator of them all.
    """
    scale = lcm(*(w.denominator for score in problem.scores for _, _, w in score.terms))
    return {
        "universe": universe_json(problem.universe),
        "outcomes": list[Json](labels(problem.outcomes)),
        "scores": [
            {
                "name": score.name,
                "terms": [[i, list[Json](e), int(w * scale)] for i, e, w in score.terms],
            }
            for score in problem.scores
        ],
        "scale": scale,
    }


def databases_json(problem: Problem[D, Y]) -> list[Json]:
    """Every database as positions of its rows (or as its own position in a list)."""
    universe: object = problem.universe
    if not isinstance(universe, RowAdjacency):
        return [[i] for i in range(problem.universe.database_count)]
    place = {value: i for i, value in enumerate(universe.values)}
    return [[place[row] for row in database] for database in universe.databases()]


def _written(kind: str, subject: str, fields: dict[str, Json], value: Json) -> Certificate:
    return certificate(kind, subject, {**fields, "value": value})


def _problem(optimum: Optimum[D, Y]) -> dict[str, Json]:
    return {
        **problem_fields(optimum.problem),
        "range": None,
        "exp_eps": str(optimum.exp_eps),
        "delta": str(optimum.delta),
    }


def _mechanism(optimum: Optimum[D, Y]) -> dict[str, Json]:
    mechanism = optimum.mechanism
    common = lcm(*mechanism.totals)
    laws = zip(databases_json(optimum.problem), mechanism.totals, mechanism.weights, strict=True)
    return {
        "laws": [
            {
                "database": database,
                "total": common,
                "weights": [weight * (common // total) for weight in weights],
            }
            for database, total, weights in laws
        ]
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
