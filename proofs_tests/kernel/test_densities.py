"""Densities for every u > 0 and every s: what is shown is true, and what is false is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random  # noqa: TID251 - functions to be judged, no coins

import pytest
from flint import fmpq

from audits.kernel import check
from audits.kernel.density import Cone, Piece, _cone, _shown_by
from audits.kernel.exponential import EveryEps
from proofs_tests.kernel.certified import sign_at
from proofs_tests.kernel.examples import (
    ALWAYS,
    EXAMPLES,
    Certificate,
    dense,
    laws_of,
    ratio,
    reason,
)
from proofs_tests.kernel.second_opinion import reasons

PLENTY = 10**6
"""Characters for which there is more work than any test needs."""

BIT = EXAMPLES["densities: a noisy bit"]
ENDS = ((None, 0), (0, 1), (-1, 2), (1, None))


def shows(cone: Cone) -> bool:
    """Whether the kernel shows that the function is >= 0."""
    scope = EveryEps(PLENTY)
    return not cone or any(_shown_by(scope, cone, s - min(cone)[0]) for s in (0, 1, 4, 16))


def at(cone: Cone, p: int, q: int) -> dict[tuple[int, int], int]:
    """The function of z that it is for w = p z, v = q z: the coefficient of each z^j e^(k z)."""
    found: dict[tuple[int, int], int] = {}
    for (alpha, a), part in cone.items():
        for (beta, b), c in part.items():
            power = a + b, alpha * p + beta * q
            found[power] = found.get(power, 0) + c * p**a * q**b
    return {power: c for power, c in found.items() if c}


def random_cone(rng: Random) -> Cone:
    """A few terms; mostly with a positive one that is the greatest."""
    cone: Cone = {}
    for _ in range(rng.randint(1, 4)):
        part = cone.setdefault((rng.randint(-1, 1), rng.randint(0, 1)), {})
        part[rng.randint(-1, 1), rng.randint(0, 1)] = rng.choice((-3, -2, -1, 1, 2, 3, 5))
    cone.setdefault((1, 0), {})[1, 0] = rng.choice((1, 2, 4))
    return cone


def test_what_is_shown_is_true() -> None:
    """Of random functions many are shown; none of these is negative at any of 24 points."""
    rng = Random(7)  # noqa: S311
    shown = false = 0
    for _ in range(75):
        cone = random_cone(rng)
        negative = any(
            sign_at(at(cone, p, q), fmpq(z, 4)) < 0
            for p, q in ((1, 0), (0, 1), (1, 1), (1, 5), (5, 1), (2, 1))
            for z in (1, 2, 5, 9)
        )
        if shows(cone):
            shown += 1
            assert not negative, cone
        false += negative
    assert shown > 25
    assert false > 15


def test_what_is_shown_at_the_edges() -> None:
    """What is 0 on an edge is shown; what is 0 between, or negative there only, is not.

    Nor is all that is true: of the terms of least degree, none may be negative.
    """
    true: list[Cone] = [
        {(1, 0): {(0, 0): 1}, (0, 0): {(0, 0): -1}},  # e^w - 1
        {(1, 0): {(1, 0): 1}, (0, 0): {(0, 0): -1}},  # e^(w + v) - 1
        {(1, 0): {(0, 0): 1}, (0, 1): {(0, 0): -1}, (0, 0): {(0, 0): -1}},  # e^w - w - 1
        {(0, 1): {(0, 1): 1}},  # w v
    ]
    not_shown: Cone = {(0, 2): {(0, 0): 1}, (0, 1): {(0, 1): -1}, (0, 0): {(0, 2): 1}}
    false: list[Cone] = [
        {(0, 2): {(0, 0): 1}, (0, 1): {(0, 1): -2}, (0, 0): {(0, 2): 1}},  # (w - v)^2
        {(0, 2): {(0, 0): 1}, (0, 1): {(0, 1): -3}, (0, 0): {(0, 2): 2}},  # (w - v)(w - 2 v)
        {(0, 1): {(0, 0): 1}, (0, 0): {(0, 1): -1}},  # w - v
        {(1, 0): {(0, 0): 1}, (0, 0): {(1, 0): -1}},  # e^w - e^v
        {(0, 0): {(0, 0): -1}},
    ]
    assert all(map(shows, true))
    assert not any(map(shows, [*false, not_shown]))


@pytest.mark.parametrize("ends", ENDS)
def test_a_function_on_its_cone(ends: tuple[int | None, int | None]) -> None:
    """In w and v it has the values that it has in s and u, up to the same positive factor."""
    piece: Piece = {(2, -1, 1, 0): 3, (0, 2, 0, 1): -1, (1, 0, 3, 2): 7, (0, 0, 0, 0): 5}
    cone = _cone(EveryEps(PLENTY), piece, ends)
    low, high = ends
    for p, q in ((1, 1), (1, 3), (5, 2)):
        if low is None:
            assert high is not None
            s, u = high * q - p, q
        elif high is None:
            s, u = low * q + p, q
        else:
            s, u = high * p + low * q, p + q
        found: dict[tuple[int, int], int] = {}
        for (i, m, j, k), c in piece.items():
            power = i + j, k * u + m * s
            found[power] = found.get(power, 0) + c * s**i * u**j
        there = at(cone, p, q)
        assert least_first(there) == least_first({x: c for x, c in found.items() if c})


def least_first(terms: dict[tuple[int, int], int]) -> list[tuple[int, int, int]]:
    """The terms (j, k, c), divided by e^(K z) for the least K."""
    least = min(k for _, k in terms)
    return sorted((j, k - least, c) for (j, k), c in terms.items())


def refusal(changed: Certificate) -> str:
    """Why the kernel refuses; the second checker finds it, too."""
    expected, found = reasons(changed), reason(changed)
    assert found in (expected or {""})
    return found


def test_a_bound_that_is_a_hair_too_small_is_refused() -> None:
    """X = (1 - 10^-40) r + 10^-40, and e^u up to a part of its square; more is accepted."""
    n = 10**40
    less = ratio([[0, 0, 1], [0, 1, n - 1]], n)
    more = ratio([[0, 0, -1], [0, 1, n + 1]], n)
    for name in ("densities: a noisy bit", "densities: a noisier bit"):
        assert refusal(EXAMPLES[name] | {"exp_eps": "1"}) == "PrivacyNotShown"
    assert refusal(BIT | {"exp_eps": less}) == "PrivacyNotShown"
    assert refusal(BIT | {"exp_eps": more}) == ""


def test_noise_that_is_too_narrow_is_refused() -> None:
    """Of half the scale, e^(-2 |s - q u|): the total is 1 and r^2, and r^2 is the bound."""
    up, down, late = ([[0, 2, 0, 0, 1]], [[0, -2, 0, 0, 1]], [[0, -2, 0, 4, 1]])
    laws = dense((1, [[]], [[up, down, down]]), ([[0, 2, 1]], [[]], [[up, up, late]]))["laws"]
    narrow = BIT | {"laws": laws}
    assert refusal(narrow) == "PrivacyNotShown"
    assert refusal(narrow | {"exp_eps": ratio([[0, 2, 1]])}) == ""


@pytest.mark.parametrize(
    ("piece", "terms", "expected"),
    [
        (0, [[0, 1, 0, 0, 2]], "NotNormalised"),
        (0, [[0, 0, 0, 0, 1]], "NotNormalised"),  # does not converge
        (0, [[0, -1, 0, 0, 1]], "NotNormalised"),
        (2, [[0, 1, 0, 0, 1]], "NotNormalised"),
        (0, [[1, 1, 0, 0, -1]], "PrivacyNotShown"),  # -s e^s, with the same integral
        (0, [[0, 1, 0, 0, 2], [1, 1, 0, 0, 1]], "NegativeWeight"),  # (2 + s) e^s
        (0, [[0, 1, 0, 0, 1], [0, 1, 0, 0, 1]], "NotCanonical"),
        (0, [[0, 101, 0, 0, 1]], "TooLarge"),
        (0, [[101, 1, 0, 0, 1]], "TooLarge"),
        (0, [[0, 1, 0, 10001, 1]], "TooLarge"),
        (1, [[0, -1, -1, 0, 1]], "NotCanonical"),
    ],
)
def test_a_density_that_is_changed(piece: int, terms: object, expected: str) -> None:
    """Its integral, its sign or its shape, in one piece on the first database."""
    laws = laws_of(deepcopy(BIT))
    densities = laws[0]["densities"]
    assert isinstance(densities, list)
    densities[0][piece] = terms
    assert refusal(BIT | {"laws": laws}) == expected


def test_laws_that_are_exchanged_are_true_too() -> None:
    """The noisy bit is symmetric; two laws of one database are refused."""
    laws = laws_of(deepcopy(BIT))
    laws[0]["database"], laws[1]["database"] = [1], [0]
    assert refusal(BIT | {"laws": laws}) == ""
    laws[0]["database"] = [0]
    assert refusal(BIT | {"laws": laws}) in {"RepeatedDatabase", "MissingDatabase"}


@pytest.mark.parametrize(
    ("breaks", "expected"),
    [
        ([[0, 2]], "NegativeWeight PrivacyNotShown NotNormalised"),
        ([[1, 0]], "BadIndices"),
        ([[]], "BadIndices"),
        ([[0, 10001]], "TooLarge"),
        ([[0]], "WrongLength"),
        ([], "WrongLength"),
        ([None], "WrongType WrongLength"),
    ],
)
def test_break_points_that_are_changed(breaks: object, expected: str) -> None:
    """Elsewhere the pieces do not add up."""
    assert refusal(BIT | {"breaks": breaks}) in expected.split()


def test_densities_are_those_of_every_u() -> None:
    """Another range is refused."""
    ranges = (None, ALWAYS)
    assert {refusal(BIT | {"range": each}) for each in ranges} == {"BadRange"}


def test_the_noisy_bit_is_as_wide_as_it_must_be() -> None:
    """The statement names what was compared."""
    statement = check(json.dumps(BIT))
    assert statement == (
        "private: p(s) <= r p'(s) for all densities of values, replace-one, 2 databases, "
        '2 ordered pairs; for all u > 0: "an example"'
    )
    assert statement.facts["pairs"] == 2


@pytest.mark.parametrize(
    ("free", "expected"),
    [
        ([[1, 3], [2, 0]], ""),
        ([[1, 3], [2, -1]], ""),
        ([[1, 4], [2, 0]], "PrivacyNotShown"),
        ([[1, 3], [2, 1]], "PrivacyNotShown"),
        ([[2, 3], [2, 0]], "PrivacyNotShown"),
        ([[1, 3]], "PrivacyNotShown"),
        ([[0, 3], [2, 0]], "NegativeWeight"),
        ([[1, 3], [2]], "WrongLength"),
        ([[1, 10001], [2, 0]], "TooLarge"),
    ],
)
def test_free_values_that_are_changed(free: object, expected: str) -> None:
    """Each costs its rate times the distance of its centres: here r^3 is needed for r and r^2."""
    example = EXAMPLES["densities: three values"]
    laws = laws_of(deepcopy(example))
    laws[0]["free"] = [free]
    assert refusal(example | {"laws": laws}) == expected
