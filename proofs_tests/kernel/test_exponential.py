"""Exponential polynomials for every u > 0: what the kernel shows is true, by intervals."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, product
from math import factorial
from random import Random  # noqa: TID251 - functions to be judged, no coins

import pytest
from flint import fmpq, fmpq_series
from hypothesis import given
from hypothesis import strategies as st

from audits.kernel import Refused
from audits.kernel.exponential import EveryEps, Taylor
from audits.kernel.polynomial import Poly, Ratio
from audits.kernel.reading import Json, Node
from proofs_tests.kernel.certified import Terms, nowhere_negative, sign_at
from proofs_tests.nightly import NIGHTLY

PLENTY = 10**6
"""Characters for which there is more work than any test needs."""

powers = st.tuples(st.integers(0, 3), st.integers(0, 4))
functions = st.dictionaries(powers, st.integers(-9, 9).filter(bool), max_size=6)
small = st.dictionaries(
    st.tuples(st.integers(0, 1), st.integers(0, 2)), st.integers(1, 9), max_size=3
)
points = st.fractions(0, 9, max_denominator=30).filter(bool)


def poly(terms: Terms) -> Poly:
    """As the kernel holds it."""
    found = sorted((j, k, c) for (j, k), c in terms.items() if c)
    flat = tuple(chain.from_iterable(found))
    constant = not found or (len(found) == 1 and flat[:2] == (0, 0))
    return (sum(c for _, _, c in found),) if constant else flat


def plus(f: Terms, g: Terms) -> dict[tuple[int, int], int]:
    """A sum."""
    return {p: c for p in {*f, *g} if (c := f.get(p, 0) + g.get(p, 0))}


def times(f: Terms, g: Terms) -> dict[tuple[int, int], int]:
    """A product."""
    found: dict[tuple[int, int], int] = {}
    for ((j, k), c), ((i, m), d) in product(f.items(), g.items()):
        found[i + j, k + m] = found.get((i + j, k + m), 0) + c * d
    return {p: c for p, c in found.items() if c}


def shows(terms: Terms, relation: str = "<=") -> bool:
    """Whether the kernel shows 0 <= h, for a short certificate."""
    return EveryEps(PLENTY).shows(relation, [(poly(terms),)])


def random_function(rng: Random) -> dict[tuple[int, int], int]:
    """Of many kinds: anything, a square, a square and more, with a zero at 0, large at the end."""

    def anything(count: int, most_j: int, most_k: int, most: int) -> dict[tuple[int, int], int]:
        found = {
            (rng.randint(0, most_j), rng.randint(0, most_k)): rng.randint(-most, most)
            for _ in range(count)
        }
        return {p: c for p, c in found.items() if c}

    kind = rng.randrange(6)
    if kind == 0:
        return anything(rng.randint(1, 6), 3, 4, 9)
    if kind == 1:
        square = anything(3, 1, 2, 4)
        return times(square, square)
    if kind in {2, 3}:
        square = anything(3, 2, 2, 4)
        more = {(rng.randint(0, 1), rng.randint(0, 4)): rng.randint(1, 3)}
        return plus(times(square, square), more)
    if kind == 4:
        zero = {(0, 1): 1, (0, 0): -1} | ({(1, 0): -1} if rng.random() < 0.5 else {})
        return times(zero, anything(rng.randint(1, 6), 3, 4, 9))
    return plus(anything(4, 2, 3, 20), {(0, 4): rng.randint(1, 4)})


TRIED = 3000 if NIGHTLY else 300


def test_random_functions_are_judged_soundly() -> None:
    """None that is negative somewhere is shown; nearly all that are positive everywhere are."""
    rng, found = Random(20), Counter[tuple[bool | None, bool]]()  # noqa: S311
    for _ in range(TRIED):
        h = random_function(rng)
        judged = nowhere_negative(h), shows(h)
        assert judged != (False, True), h
        found[judged] += 1
    assert found[False, False] > TRIED // 6
    assert found[True, True] > TRIED // 2
    assert (
        found[True, False] < TRIED // 60
    )  # positive, but nearer to 0 than the shifts that are tried
    assert found[None, True] == 0  # what touches 0
    assert 0 < found[None, False] < TRIED // 10


@given(functions, st.lists(points, min_size=1, max_size=4))
def test_what_is_shown_is_true_at_rational_points(h: Terms, where: list[object]) -> None:
    """By exact signs; and what is shown to be at least 0 and is not 0 is more."""
    if shows(h):
        assert all(sign_at(h, fmpq(str(u))) == bool(h) for u in where)
        assert shows(h, "<") == bool(h)
        assert not shows({p: -c for p, c in h.items()}, "<")


@given(functions, st.integers(0, 5))
def test_taylor_coefficients_are_those_of_the_series(h: Terms, s: int) -> None:
    """Products of power series over the rationals give the same."""
    count = 10
    variable = fmpq_series([0, 1], prec=count)
    whole = fmpq_series([0], prec=count)
    for (j, k), c in h.items():
        series = ((s + k) * variable).exp() if s + k else fmpq_series([1], prec=count)
        whole += c * variable**j * series
    by_powers = {(k, j): c for (j, k), c in h.items()}
    taylor = Taylor(dict.fromkeys(range(5), 3), s)
    for n in range(count):
        taylor.step()
        assert taylor.of(by_powers) == whole[n] * factorial(n)


SMALL = {(j, 0): 2 * 10**7 for j in range(5)}

NEGATIVE: dict[str, dict[tuple[int, int], int]] = {
    "a coefficient is negative at once: r - 2": {(0, 1): 1, (0, 0): -2},
    "a negative term grows faster: 2 r^2 - u^4 r + 1": {(0, 2): 2, (4, 1): -1, (0, 0): 1},
    "a negative term begins after N: r - u^5": {(0, 1): 1, (5, 0): -1},
    "negative terms outweigh the leading one after N": SMALL | {(0, 3): 1, (0, 2): -(10**6)},
    "the leading term is negative, and begins after N": SMALL | {(5, 0): -1},
    "the leading term has the greatest j: r + u r - u^2 r": {(0, 1): 1, (1, 1): 1, (2, 1): -1},
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_each_condition_is_needed(name: str) -> None:
    """The function is negative somewhere, and only one condition stands against it."""
    assert nowhere_negative(NEGATIVE[name]) is False
    assert not shows(NEGATIVE[name])


@pytest.mark.parametrize("m", [1, 10, 100, 1000])
def test_larger_shifts_show_what_is_nearer_to_0(m: int) -> None:
    """So m (u - 1)^2 + 1, and not what touches 0 or goes below."""
    square = {(2, 0): m, (1, 0): -2 * m, (0, 0): m}
    assert shows(plus(square, {(0, 0): 1}), "<")
    assert not shows(square)
    assert not shows(plus(times(square, {(0, 0): 2}), {(0, 0): -1}))


def test_a_zero_at_the_end_of_the_range_is_none() -> None:
    """At u = 0 the functions r - 1 - u and u are 0; for u > 0 they are positive."""
    assert shows({(0, 1): 1, (0, 0): -1, (1, 0): -1}, "<")
    assert shows({(1, 0): 1}, "<")
    assert not shows({}, "<")
    assert shows({})


@given(functions, functions)
def test_equality_is_that_of_all_coefficients(f: Terms, g: Terms) -> None:
    """(f + g)^2 = f^2 + 2 f g + g^2, and with one unit more it is not."""
    (a, b, c), minus = (poly(plus(f, g)), poly(f), poly(g)), (-1,)
    square = [(a, a), (minus, b, b), ((-2,), b, c), (minus, c, c)]
    assert EveryEps(PLENTY).shows("=", [*square])
    assert not EveryEps(PLENTY).shows("=", [*square, ((1,),)])
    assert EveryEps(PLENTY).adds_up(a, [b, c])
    assert not EveryEps(PLENTY).adds_up(a, [b, c, poly({(2, 2): 1})])


def exceeded(
    laws: list[tuple[Poly, ...]], x: Ratio, delta: Ratio, way: str
) -> set[tuple[int, int]]:
    """The pairs of different laws for which the kernel does not show the bound."""
    pairs = list(combinations(range(len(laws)), 2))
    scope = EveryEps(PLENTY)
    return {pair for p in pairs for pair in scope.exceeded(laws, (x, delta), {way}, [p])}


@given(st.lists(st.lists(small, min_size=2, max_size=2), min_size=2, max_size=2), powers)
def test_positive_parts_are_those_of_all_events(
    several: list[list[dict[tuple[int, int], int]]], power: tuple[int, int]
) -> None:
    """A bound that is shown for two laws is true of each event, by intervals."""
    laws = [[plus(first, {power: 1}), second] for first, second in several]
    totals = [plus(*law) for law in laws]
    (ps, qs), (s, t) = laws, totals
    as_laws = [tuple(map(poly, [*law, total])) for law, total in zip(laws, totals, strict=True)]
    x, m = {(0, 1): 1}, {(0, 0): 1, (0, 1): 1}
    for k in ({}, {(0, 0): 1}, {(0, 1): 1}):
        bound = (poly(x), (1,)), (poly(k), poly(m))
        if not exceeded(as_laws, *bound, "forward"):
            for event in ([0], [1], [0, 1]):
                gap = times(times(k, s), t)
                for y in event:
                    gap = plus(gap, times(times(m, {(0, 0): -1}), times(ps[y], t)))
                    gap = plus(gap, times(times(m, x), times(qs[y], s)))
                assert nowhere_negative(gap) is not False
        back = exceeded(as_laws[::-1], *bound, "backward")
        assert bool(back) == bool(exceeded(as_laws, *bound, "forward"))


@pytest.mark.parametrize(
    ("written", "refusal"),
    [
        ("1", "WrongType"),
        ([1], "WrongType"),
        ([[0, 1]], "WrongLength"),
        ([[0, 1, 1, 1]], "WrongLength"),
        ([[0, 1, "1"]], "WrongType"),
        ([[0, True, 1]], "WrongType"),
        ([[0, 1, 0]], "NotCanonical"),
        ([[0, -1, 1]], "NotCanonical"),
        ([[-1, 0, 1]], "NotCanonical"),
        ([[0, 1, 1], [0, 1, 1]], "NotCanonical"),
        ([[0, 2, 1], [0, 1, 1]], "NotCanonical"),
        ([[1, 0, 1], [0, 1, 1]], "NotCanonical"),
        ([[101, 0, 1]], "TooLarge"),
        ([[0, 10**4 + 1, 1]], "TooLarge"),
        ([[j, k, 1] for j in range(101) for k in range(100)], "TooLarge"),
    ],
)
def test_a_polynomial_is_spelled_in_one_way(written: Json, refusal: str) -> None:
    """Terms increase, have no coefficient 0 and stay within limits."""
    with pytest.raises(Refused, match=rf"^{refusal}: "):
        EveryEps(PLENTY).polynomial(Node(written, "p"))


def test_polynomials_are_read() -> None:
    """A constant is one, however it is written."""
    scope = EveryEps(PLENTY)
    spelled: list[tuple[Json, Poly]] = [
        (3, (3,)),
        ([[0, 0, 3]], (3,)),
        ([], (0,)),
        (0, (0,)),
        ([[0, 0, 3], [0, 2, -1], [1, 0, 5]], (0, 0, 3, 0, 2, -1, 1, 0, 5)),
        ([[100, 10**4, 1]], (100, 10**4, 1)),
    ]
    for written, found in spelled:
        assert scope.polynomial(Node(written, "p")) == found
