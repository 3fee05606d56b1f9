"""Thousands of random tables: the kernel accepts only what an audit of all events confirms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random  # noqa: TID251 - tables to be judged, no coins

import pytest

from proofs_tests.kernel.examples import (
    BIT,
    EVERY,
    ONE_R,
    Certificate,
    between,
    certificate,
    law,
    ratio,
    reason,
    rows,
)
from proofs_tests.kernel.second_checker import universe as defined
from proofs_tests.kernel.second_opinion import reasons
from proofs_tests.nightly import at_night

SEEDS = [*range(4), *at_night(*range(4, 10))]
Database = tuple[int, ...]
Law = tuple[list[int], list[list[int]]]
"""A total and the weights, as coefficients."""

UNIVERSES = [
    BIT,
    rows(3, 1, 1, "sequence", "replace-one", [[0, 2], [1, 2]]),
    rows(2, 0, 2, "sequence", "replace-one"),
    rows(2, 2, 2, "sequence", "replace-all"),
    rows(3, 1, 2, "sequence", "replace-all", [[0, 1]]),
    rows(2, 1, 2, "sequence", "replace-all"),
    rows(4, 1, 1, "multiset", "replace-one"),
    rows(2, 0, 2, "sequence", "add-remove-one"),
    rows(3, 2, 2, "multiset", "replace-one", [[0, 1], [1, 2]]),
    rows(2, 1, 3, "multiset", "replace-one"),
    rows(2, 0, 3, "multiset", "add-remove-one"),
]


def databases(universe: Certificate) -> list[Database]:
    """All of them, the shorter ones first, then in lexicographic order."""
    return sorted(defined(json.dumps(universe)).databases, key=lambda d: (len(d), d))


def neighbours(universe: Certificate, one: Database, other: Database) -> bool:
    """Whether they are, by definition."""
    return (one, other) in defined(json.dumps(universe)).neighbours


def at(coefficients: list[int], r: Fraction) -> Fraction:
    """The value of a polynomial."""
    return sum((c * r**k for k, c in enumerate(coefficients)), Fraction(0))


def worst(
    universe: Certificate, laws: dict[Database, Law], direction: str, x: Fraction, r: Fraction
) -> Fraction | None:
    """The largest P(E) - x P'(E) over the pairs of the direction and all events; None: no pair."""
    order = databases(universe)
    chances = {d: [at(w, r) / at(total, r) for w in ws] for d, (total, ws) in laws.items()}
    found = [
        sum((p - x * q for p, q, inside in zip(*both, event, strict=True) if inside), Fraction(0))
        for i, one in enumerate(order)
        for j, other in enumerate(order)
        if direction == "both" or (i < j) == (direction == "forward")
        if neighbours(universe, one, other)
        for both in [(chances[one], chances[other])]
        for event in product([False, True], repeat=len(both[0]))
    ]
    return max(found, default=None)


def table(rng: Random, universe: Certificate, degree: int) -> dict[Database, Law]:
    """Laws near each other or far; some outcomes impossible; totals that differ."""
    outcomes, near = rng.choice([1, 2, 2, 3]), rng.choice([1, 2, 5, 40])
    base = rng.choice([0, 1, 7, 10**6])
    laws = {}
    for database in databases(universe):
        scale = rng.choice([1, 1, 3, 10**9])
        weights = [
            [
                scale * (base + rng.randrange(near + 1) if rng.random() < 0.9 else 0)
                for _ in range(rng.randrange(degree + 1) + 1)
            ]
            for _ in range(outcomes)
        ]
        weights[0][0] += scale
        total = [sum(w[k] for w in weights if k < len(w)) for k in range(max(map(len, weights)))]
        laws[database] = total, weights
    return laws


def trimmed(coefficients: list[int]) -> list[int]:
    """Without zeros at the end."""
    return trimmed(coefficients[:-1]) if coefficients[-1:] == [0] else coefficients


def written(laws: dict[Database, Law], rng: Random) -> Certificate:
    """The table of a certificate, in any order; constants as numbers."""
    fields = [
        {
            "database": list(database),
            "total": trimmed(total),
            "weights": [w[0] if len(w) == 1 and w[0] else trimmed(w) for w in weights],
        }
        for database, (total, weights) in laws.items()
    ]
    rng.shuffle(fields)
    outcomes = [str(y) for y in range(len(next(iter(laws.values()))[1]))]
    return {"outcomes": outcomes, "laws": fields}


def cases(seed: int, count: int) -> Iterator[tuple[Random, Certificate, str]]:
    """Random universes and directions."""
    rng = Random(seed)  # noqa: S311
    for _ in range(count):
        yield rng, rng.choice(UNIVERSES), rng.choice(["both", "forward", "backward"])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_statement_about_numbers_is_accepted_exactly_if_it_is_true(seed: int) -> None:
    """At random x, with the least delta that is true, a hair more, and a hair less."""
    answers = []
    for rng, universe, direction in cases(seed, 60):
        laws = table(rng, universe, 0)
        x = rng.choice([Fraction(1), Fraction(2), Fraction(rng.randrange(100, 400), 100)])
        least = worst(universe, laws, direction, x, Fraction(1))
        assert least is not None
        head = {"universe": universe, "direction": direction, "exp_eps": str(x)}
        hair = Fraction(1, 10**40)
        for delta in (least, least + hair, least - hair, Fraction(0), Fraction(rng.random())):
            fields = certificate("point", **head, **written(laws, rng), delta=str(delta))
            expected = "PrivacyNotShown" if delta < least else ""
            expected = expected if 0 <= delta < 1 else "Trivial"
            assert reason(fields) == expected, fields
            answers.append(expected)
    assert min(map(answers.count, ("", "PrivacyNotShown", "Trivial"))) > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_a_statement_about_all_r_is_accepted_only_if_it_is_true_at_many(seed: int) -> None:
    """Tables of polynomials, bounds that are numbers and polynomials, ranges of every form."""
    accepted = 0
    for rng, universe, direction in cases(100 + seed, 40):
        laws = table(rng, universe, 2)
        low = Fraction(rng.randrange(12), rng.choice([1, 4, 7]))
        high = rng.choice([None, low + Fraction(rng.randrange(1, 40), rng.choice([3, 10, 1000]))])
        spread = [low + Fraction(k * k, 9) for k in range(9)] + [low + 10**k for k in (2, 5, 9)]
        points = [low + (high - low) * Fraction(k, 9) for k in range(10)] if high else spread
        degree = rng.randrange(3)
        x = [rng.choice([1, 1, 2, 10])] + [rng.randrange(4) for _ in range(degree)]
        losses = [worst(universe, laws, direction, at(x, r), r) for r in points]
        least = max(loss for loss in losses if loss is not None)
        delta = rng.choice([Fraction(0), max(least, Fraction(0)), least * Fraction(9, 10)])
        fields = certificate(
            "all-epsilon",
            universe=universe,
            direction=direction,
            **written(laws, rng),
            range=between(str(low), None if high is None else str(high)),
            exp_eps=ratio(trimmed(x)),
            delta=str(delta),
        )
        answer = reason(fields)
        assert answer in {"", "PrivacyNotShown", "Trivial"}
        assert answer or delta >= least, fields
        accepted += not answer
    assert accepted >= 5


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pure_bound_is_accepted_exactly_if_it_is_true(seed: int) -> None:
    """With the least x for delta = 0 and a hair less, for numbers and the same for every u > 0."""
    answers = []
    for rng, universe, direction in cases(300 + seed, 60):
        laws = {
            database: ([sum(weights)], [[weight] for weight in weights])
            for database in databases(universe)
            for weights in [[rng.choice([1, 2, 3, 10**9]) for _ in range(3)]]
        }
        order = databases(universe)
        chances = {d: [Fraction(w[0], t[0]) for w in ws] for d, (t, ws) in laws.items()}
        least = max(
            p / q
            for i, one in enumerate(order)
            for j, other in enumerate(order)
            if direction == "both" or (i < j) == (direction == "forward")
            if neighbours(universe, one, other)
            for p, q in zip(chances[one], chances[other], strict=True)
        )
        fields = {"universe": universe, "direction": direction, **written(laws, rng)}
        for x in (least, least - Fraction(1, 10**40), least + Fraction(1, 10**40)):
            bound = {"exp_eps": str(x), "delta": "0"}
            expected = "Trivial" if x < 1 else "" if x >= least else "PrivacyNotShown"
            assert reason(certificate("point", **fields, **bound)) == expected
            every = certificate("all-epsilon", **fields, **bound, range=EVERY)
            constants = [law([*d], t[0], *(w[0] for w in ws)) for d, (t, ws) in laws.items()]
            assert reason(every | {"laws": constants}) == expected
            answers.append(expected)
    assert min(map(answers.count, ("", "PrivacyNotShown"))) > 10


@pytest.mark.parametrize("seed", [0, *at_night(*range(1, 5))])
def test_a_statement_about_every_u_is_judged_as_by_intervals(seed: int) -> None:
    """Tables of polynomials in u and r: the second checker looks at each event by itself."""
    found = []
    for rng, universe, direction in cases(400 + seed, 20):
        laws = table(rng, universe, 3)
        fields = written(laws, rng)
        stated = fields["laws"]
        assert isinstance(stated, list)
        fields["laws"] = [
            law | {"total": triples(law["total"]), "weights": [triples(w) for w in law["weights"]]}
            for law in stated
        ]
        certified = certificate(
            "all-epsilon",
            universe=universe,
            direction=direction,
            **fields,
            range=EVERY,
            exp_eps=rng.choice(["1", "3/2", "10", ONE_R]),
            delta=rng.choice(["0", "1/5", "1/2", "99/100", ratio(1, [[0, 1, 1]])]),
        )
        judged = reasons(certified)
        answer = reason(certified)
        assert answer in (judged or {"", "PrivacyNotShown"}), certified
        found.append((answer, not judged))
    assert found.count(("", True)) >= 3
    assert found.count(("PrivacyNotShown", False)) >= 3
    assert found.count(("PrivacyNotShown", True)) <= 1  # true, but too near to be shown


def triples(polynomial: object) -> object:
    """The coefficients of 1, r, u and u r."""
    if not isinstance(polynomial, list):
        return polynomial
    return [[i // 2, i % 2, c] for i, c in enumerate(polynomial) if c]


@pytest.mark.parametrize("seed", range(5))
def test_a_refutation_is_accepted_exactly_if_it_is_true(seed: int) -> None:
    """Random pairs of databases, neighbours or not, random events, a bound that is nearly met."""
    answers = []
    for rng, universe, _ in cases(200 + seed, 80):
        laws = table(rng, universe, 0)
        pairs = [(d, e) for d in laws for e in laws if neighbours(universe, d, e)]
        one, other = rng.choice(pairs) if rng.random() < 0.7 else rng.sample(list(laws), 2)
        chances = [[Fraction(w[0], total[0]) for w in ws] for total, ws in laws.values()]
        named = dict(zip(laws, chances, strict=True))
        x = rng.choice([Fraction(1), Fraction(1), Fraction(3, 2), Fraction(5)])
        more = [p > x * q for p, q in zip(named[one], named[other], strict=True)]
        event = [y for y, yes in enumerate(more) if yes != (rng.random() < 0.1)]
        p, q = (sum((named[d][y] for y in event), Fraction(0)) for d in (one, other))
        delta = p - x * q - rng.choice([-1, 0, 1]) * Fraction(1, 10**30)
        fields = certificate(
            "refutation",
            universe=universe,
            **written({one: laws[one], other: laws[other]}, Random(0)),  # noqa: S311
            range=None,
            event=event,
            probabilities=[str(p), str(q)],
            exp_eps=str(x),
            delta=str(delta),
        )
        stated = fields["laws"]
        assert isinstance(stated, list)
        fields["laws"] = sorted(stated, key=lambda found: tuple(found["database"]) != one)
        true = neighbours(universe, one, other) and 0 <= delta < 1 and p > x * q + delta
        answer = reason(fields)
        assert (answer == "") == true, fields
        answers.append(answer)
    assert {"", "NotAdjacent", "Trivial", "ViolationNotShown"} <= {*answers}
