"""Laws that are enclosed from a grid: accepted, corrupted, and checked a second time.

The second check takes FORMAT.md at its word: the weights of cells are from arb's erfc and exp, and
all choices of cells are gone through one by one.
"""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from flint import arb, ctx, fmpq

from audits.kernel import check
from audits.kernel.gaussian import _exp, _orders
from audits.kernel.polynomial import read_range
from audits.kernel.reading import Node, parse
from proofs_tests.kernel.examples import BIT, certificate, reason

Json = object
Triples = list[list[int]]

NOISES = [
    *(["gaussian", "1/2", 8], ["laplace", "1/3", 6], ["exponential", "1/2", 7]),
    *(["discrete-gaussian", "3/2", 40], ["discrete-gaussian", "1/5", 16]),
]
ORDERS: list[tuple[list[int], Triples]] = [
    ([], []),
    ([0], [[0, -1, 1]]),
    ([1], [[-1, 0, -2], [0, -1, 0]]),
    ([0, 1], [[0, 1, 0]]),
    ([0, 0, 2], [[0, 1, -1], [1, 2, 0]]),
    ([0, 1, 2], [[1, 0, 1], [2, 0, -1]]),
    ([0, 0, 1, 1], [[0, 2, 0], [2, 1, 0], [0, 3, 1], [3, 1, -2]]),
    ([2, 1, 0], [[0, 1, 0], [0, 2, 0], [-1, 0, 1], [1, 2, -3]]),
    ([3], [[-1, 0, 4], [0, -1, -8]]),
    ([3, 4, 0], [[0, 1, -2], [2, 1, 1]]),
    ([0, 0, 1, 1], [[0, 2, 3], [2, 1, 3], [0, 3, -4], [3, 1, -4]]),
    ([0, 1, 0, 1], [[0, 2, 0], [1, 2, 0], [0, 3, 1], [1, 3, -1]]),
]
"""Between draws of these noises, with a step of 1/4."""

STEP = Fraction(1, 4)


def grid(orders: list[tuple[list[int], Triples]]) -> dict[str, Json]:
    """The grid with these orders."""
    return {"step": str(STEP), "noises": NOISES, "orders": [list(order) for order in orders]}


def more_than(name: str, scale: Fraction, x: Fraction) -> arb:
    """The probability of more than x >= 0, by arb."""
    z = arb(fmpq(x.numerator, x.denominator)) / arb(fmpq(scale.numerator, scale.denominator))
    if name == "gaussian":
        return (z / arb(2).sqrt()).erfc() / 2
    return (-z).exp() / (2 if name == "laplace" else 1)


def cells(name: str, scale: Fraction, reach: int) -> dict[int, arb]:
    """The probability of each cell."""
    if name == "discrete-gaussian":
        two = arb(fmpq(2 * scale.numerator, scale.denominator))
        weights = {z: (-arb(z * z) / two).exp() for z in range(-60, 61)}  # beyond, below 2^-800
        whole = sum(weights.values(), arb(0))
        return {c: weights[c // 4] / whole / 4 for c in range(-reach, reach)}
    tails = [more_than(name, scale, c * STEP) for c in range(reach + 1)]
    right = {c: tails[c] - tails[c + 1] for c in range(reach)}
    return right if name == "exponential" else right | {-1 - c: p for c, p in right.items()}


def by_definition(draws: list[int], triples: Triples) -> tuple[arb, arb]:
    """The sums over all choices of cells."""
    ctx.prec = 200
    noises = [NOISES[i] for i in draws]
    laws = [cells(str(n), Fraction(str(b)), int(str(reach))) for n, b, reach in noises]
    sure = possible = arb(0)
    for chosen in product(*laws):
        at = {-1: 0, **dict(enumerate(chosen))}
        weight = prod((law[c] for law, c in zip(laws, chosen, strict=True)), start=arb(1))
        one = all(at[i] + k + (i >= 0) <= at[j] for i, j, k in triples)
        other = all(at[i] + k + (j < 0) <= at[j] for i, j, k in triples)
        sure, possible = sure + weight * one, possible + weight * other
    outside = sum((1 - sum(law.values(), arb(0)) for law in laws), arb(0))
    return sure, possible + outside


@pytest.mark.parametrize("order", ORDERS, ids=range(len(ORDERS)))
def test_orders_are_enclosed_as_their_definition_says(order: tuple[list[int], Triples]) -> None:
    """The kernel's sums are those over all choices, up to roundings that go outwards."""
    scope = read_range(Node(None, ""), 10**4)
    ((low, high),) = _orders(parse(json.dumps(grid([order]))), scope)
    sure, possible = by_definition(*order)
    one = arb(2) ** 60
    assert low / one <= sure
    assert sure - low / one < arb(2) ** -40
    assert high == 2**60 or (possible <= high / one and high / one - possible < arb(2) ** -40)


@pytest.mark.parametrize("loss", [Fraction(0), Fraction(1, 7), Fraction(3), Fraction(700, 3)])
def test_e_is_enclosed(loss: Fraction) -> None:
    """By two integers that are close to each other, and to what arb says."""
    ctx.prec = 500
    low, high = _exp(loss, 60)
    value = arb(fmpq(loss.numerator, loss.denominator)).exp() * arb(2) ** 60
    assert low <= value <= high
    assert high - low < 1000 + (high >> 40)


def threshold(claim: Json, delta: str, **fields: Json) -> dict[str, Json]:
    """Whether a bit plus Gaussian noise is below other Gaussian noise, with deviations of 1."""
    orders = [[[0, 0], [[0, 1, 0]]], [[0, 0], [[1, 0, 0]]]]
    orders += [[[0, 0], [[0, 1, 32]]], [[0, 0], [[1, 0, -32]]]]
    grid = {"step": "1/32", "noises": [["gaussian", "1", 224]], "orders": orders}
    laws = [{"database": [i], "branches": [[y, 2 * i + y, "1"] for y in (0, 1)]} for i in (0, 1)]
    stated = {"outcomes": ["below", "above"], "laws": laws, "grid": grid, "universe": BIT}
    kind = "enclosed-refutation" if "event" in fields else "enclosed"
    return certificate(kind, **stated, exp_eps=claim, delta=delta, **fields)


def private(claim: Json, delta: str) -> dict[str, Json]:
    """The claim that it is private."""
    return threshold(claim, delta, direction="both")


def refuted(claim: Json, delta: str) -> dict[str, Json]:
    """The refutation by the outcome that is more likely for the bit 0."""
    return threshold(claim, delta, event=[0])


def accepted(given: dict[str, Json]) -> bool:
    """Whether the kernel accepts it."""
    return reason(given) == ""


def test_claims_are_decided_but_for_a_narrow_gap() -> None:
    """P(below) is 1/2 and Phi(-1/sqrt 2); with x = 3/2 the least delta is 0.1403..."""
    ctx.prec = 100
    least = arb(1) / 2 - arb(3) / 2 * (arb(1) / 2).erfc() / 2
    assert arb("0.1403") < least < arb("0.1404")
    tried = [Fraction(i, 1000) for i in range(100, 200, 4)]
    shown = [delta for delta in tried if accepted(private("3/2", str(delta)))]
    false = [delta for delta in tried if accepted(refuted("3/2", str(delta)))]
    assert shown == tried[-len(shown) :]
    assert false == tried[: len(false)]
    assert Fraction(125, 1000) < max(false) <= Fraction(140, 1000)
    assert Fraction(141, 1000) <= min(shown) < Fraction(155, 1000)


def test_the_statement_says_what_was_proved() -> None:
    """In words and as facts."""
    found = check(json.dumps(private({"exp": "4/5"}, "1/10")))
    assert str(found).startswith(
        "private: P(E) <= e^(4/5) P'(E) + 1/10 for all events, replace-one, 2 databases, "
        "2 ordered pairs, both; laws enclosed from a grid"
    )
    assert found.facts["exp_eps"] == {"exp": "4/5"}
    digests = found.facts["sha256"]
    assert isinstance(digests, dict)
    assert {*digests} == {"universe", "outcomes", "laws", "grid"}
    assert check(json.dumps(refuted("1", "1/10"))).facts["direction"] == "forward"


def stated(first: Json, second: Json, claim: Json, delta: Fraction, **fields: Json) -> bool:
    """Whether a claim about these branches is accepted, with an order that always holds."""
    laws = [{"database": [0], "branches": first}, {"database": [1], "branches": second}]
    always = {"step": "1", "noises": [], "orders": [[[], []]]}
    fields = fields or {"direction": "both"}
    found = threshold(claim, str(delta), **fields)
    return accepted(found | {"laws": laws, "grid": always})


def test_equal_enclosures_are_no_equal_laws() -> None:
    """Almost everything is outside of the grid: all that is known of any order is [0, 1]."""
    good = private("2", "1/5")
    assert accepted(good)
    assert not accepted(json.loads(changed(good, ("grid", "noises", 0, 2), 1)))
    same = [{"database": [i], "branches": [[0, 0, "1"], [1, 1, "1"]]} for i in (0, 1)]
    equal = json.loads(changed(good, ("laws",), same))
    assert accepted(json.loads(changed(equal, ("grid", "noises", 0, 2), 1)))


def test_equal_branches_with_something_not_said_are_no_equal_laws() -> None:
    """It may be one thing on one database, and another on the other."""
    branches = [[0, 0, "9/10"], [2, 0, "1/10"]]
    assert not stated(branches, branches, "1", Fraction(99, 1000))
    assert stated(branches, branches, "1", Fraction(101, 1000))


def test_what_is_not_said_may_be_anything() -> None:
    """Of the first law 1/10 is not known, of the second 1/5, and x = 2."""
    first = [[0, 0, "9/10"], [2, 0, "1/10"]]
    second = [[0, 0, "3/10"], [1, 0, "1/2"], [2, 0, "1/5"]]
    small = Fraction(1, 10**9)
    least = Fraction(9, 10) - 2 * Fraction(3, 10) + Fraction(1, 10)  # of the first to the second
    other = Fraction(1, 2) + Fraction(1, 5)  # of the second to the first
    for way, delta in (("forward", least), ("backward", other)):
        assert stated(first, second, "2", delta + small, direction=way)
        assert not stated(first, second, "2", delta - small, direction=way)
    assert stated(first, second, "1", Fraction(9, 10) - Fraction(1, 2) - small, event=[0])
    assert not stated(first, second, "1", Fraction(9, 10) - Fraction(1, 2) + small, event=[0])


def test_false_claims_that_are_almost_true_are_refused() -> None:
    """P = 1 and Q = 1/4 with x = e^(1/3), and deltas that are wrong by less than 2^-60."""
    low, high = _exp(Fraction(1, 3), 60)
    first, second, claim = [[0, 0, "1"]], [[0, 0, "1/4"], [1, 0, "3/4"]], {"exp": "1/3"}
    below, above = (1 - Fraction(x, 2**62) for x in (high, low))
    assert stated(first, second, claim, above, direction="forward")
    assert not stated(first, second, claim, below, direction="forward")
    assert not stated(first, second, claim, above - Fraction(1, 2**64), event=[0])
    assert stated(first, second, claim, below - Fraction(1, 2**62), event=[0])


def test_weights_are_rounded_outwards() -> None:
    """Three thirds are one."""
    thirds: list[Json] = [[0, 0, "1/3"], [0, 0, "1/3"], [1, 0, "1/3"]]
    assert stated(thirds, thirds, "1", Fraction(1, 10**15))


def test_a_tail_beyond_few_points_is_not_forgotten() -> None:
    """Up to two deviations: what is below the sum of weights is below the sum with its tail."""
    cut = {"step": "1", "noises": [["discrete-gaussian", "1", 2]], "orders": [[[0], [[-1, 0, 0]]]]}
    scope = read_range(Node(None, ""), 10**4)
    ((low, high),) = _orders(parse(json.dumps(cut)), scope)
    ctx.prec = 100
    weights = [(-arb(z * z) / 2).exp() for z in range(40)]
    whole = 2 * sum(weights, arb(0)) - 1
    assert low / arb(2) ** 60 < (weights[0] + weights[1]) / whole
    assert sum(weights, arb(0)) / whole < high / arb(2) ** 60


def points(step: str, variance: str) -> Json:
    """A grid with discrete noise."""
    return {"step": step, "noises": [["discrete-gaussian", variance, 3]], "orders": []}


CHANGES: dict[str, tuple[tuple[object, ...], Json, str]] = {
    "a step of 0": (("grid", "step"), "0", "BadGrid"),
    "a scale below 0": (("grid", "noises", 0, 1), "-1", "BadGrid"),
    "no cells": (("grid", "noises", 0, 2), 0, "BadGrid"),
    "too many cells": (("grid", "noises", 0), ["laplace", "10000", 2**14 + 1], "TooLarge"),
    "a scale of many digits": (("grid", "noises", 0, 1), f"{2**70 + 1}/{2**70}", "TooLarge"),
    "cells too far out": (("grid", "noises", 0, 2), 1000, "TooLarge"),
    "another noise": (("grid", "noises", 0, 0), "cauchy", "WrongType"),
    "few cells": (("grid", "noises", 0, 2), 20, "PrivacyNotShown"),
    "a narrower noise": (("grid", "noises", 0, 1), "1/2", "PrivacyNotShown"),
    "no such draw": (("grid", "orders", 0, 1, 0, 1), 2, "BadIndices"),
    "a draw below -1": (("grid", "orders", 0, 1, 0, 0), -2, "BadIndices"),
    "a draw below itself": (("grid", "orders", 0, 1, 0, 1), 0, "BadIndices"),
    "no such noise": (("grid", "orders", 0, 0, 0), 1, "BadIndices"),
    "a noise of a negative number": (("grid", "orders", 0, 0, 0), -1, "BadIndices"),
    "another shift": (("grid", "orders", 2, 1, 0, 2), 40, "NotNormalised"),
    "no such order": (("laws", 0, "branches", 0, 1), 4, "BadIndices"),
    "no such outcome": (("laws", 0, "branches", 0, 0), 3, "BadIndices"),
    "an outcome that is not known": (("laws", 0, "branches", 0, 0), 2, "PrivacyNotShown"),
    "a step of no 1/m": (("grid",), points("2/3", "1"), "BadGrid"),
    "points that are cut": (("grid",), points("1/2", "1"), "BadGrid"),
    "a variance beyond all": (("grid",), points("1", str(2**65)), "TooLarge"),
    "a negative outcome": (("laws", 0, "branches", 0, 0), -1, "BadIndices"),
    "a negative weight": (("laws", 0, "branches", 0, 2), "-1", "NegativeWeight"),
    "half a weight": (("laws", 0, "branches", 0, 2), "1/2", "NotNormalised"),
    "twice the weight": (("laws", 0, "branches", 0, 2), "2", "NotNormalised"),
    "one branch": (("laws", 0, "branches"), [[0, 0, "1"]], "NotNormalised"),
    "a database twice": (("laws", 1, "database"), [0], "RepeatedDatabase"),
    "no such database": (("laws", 1, "database"), [2], "UnknownDatabase"),
    "no laws": (("laws",), [], "Trivial"),
    "no neighbours": (("universe", "related"), [], "Trivial"),
    "a third database": (("universe", "values"), ["0", "1", "2"], "MissingDatabase"),
    "less loss": (("exp_eps",), {"exp": "1/3"}, "PrivacyNotShown"),
    "no loss": (("exp_eps",), "1/2", "Trivial"),
    "a negative loss": (("exp_eps",), {"exp": "-1"}, "Trivial"),
    "too much loss": (("exp_eps",), {"exp": "1001"}, "TooLarge"),
    "a little too much loss": (("exp_eps",), {"exp": "2001/2"}, "TooLarge"),
    "a negative delta": (("delta",), "-1", "Trivial"),
    "a delta of 1": (("delta",), "1", "Trivial"),
    "less delta": (("delta",), "7/50", "PrivacyNotShown"),
    "no direction": (("direction",), "up", "WrongType"),
    "a float": (("delta",), 0.1, "WrongType"),
}


def changed(good: dict[str, Json], place: tuple[object, ...], value: Json) -> str:
    """The certificate with another value at a place."""
    other = deepcopy(good)
    node: Any = other
    for key in place[:-1]:
        node = node[key]
    node[place[-1]] = value
    return json.dumps(other)


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_wrong_is_refused(name: str) -> None:
    """With its reason."""
    place, value, why = CHANGES[name]
    good = private("3/2", "4/25")
    assert accepted(good)
    assert reason(changed(good, place, value)) == why


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        (("event",), [1], "ViolationNotShown"),
        (("event",), [], "ViolationNotShown"),
        (("event",), [2], "BadIndices"),
        (("delta",), "1/5", "ViolationNotShown"),
        (("exp_eps",), {"exp": "4/5"}, "ViolationNotShown"),
        (("universe", "related"), [], "NotAdjacent"),
        (("grid", "noises", 0, 2), 20, "ViolationNotShown"),
        (("laws",), [{"database": [0], "branches": [[0, 0, "1"], [1, 1, "1"]]}], "WrongLength"),
    ],
)
def test_a_wrong_refutation_is_refused(place: tuple[object, ...], value: Json, why: str) -> None:
    """With its reason."""
    good = refuted("3/2", "1/10")
    assert accepted(good)
    assert reason(changed(good, place, value)) == why
