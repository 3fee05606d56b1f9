"""Reconstruction from subset sums: from any answers, of any mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors.majority import WRONG_LARGEST
from audits.claims.vt14.impostors.reconstruction import (
    LOOSE,
    MAJORITIES,
    OTHERWISE,
    WIDER,
    WRONG_CLOSEST,
)
from audits.claims.vt14.laws.reconstruction import apart, first_fit, sums
from audits.ledger.edits import wrong as edited
from proofs_tests.properties.attacked import recovered_beyond_good, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.queries import (
    WIDTHS,
    Answers,
    Bits,
    Queries,
    answering,
    answers,
    every,
    queries,
)
from reference.data.bottom import Bottom
from reference.lower_bounds.reconstruction import (
    Reconstruction,
    closest,
    fit_both,
    largest_distance,
)

MISLED = (
    "fits within 2E",
    "fits within 3E/2",
    "fits within E/2",
    "fits half of the queries",
    "one query may be off",
    "subsets of one person only",
    "subsets of odd size only",
    "the complement",
    "the last bit is not looked at",
)
"""Attacks that guess too far off."""

PARTS = st.just(Fraction(1)) | st.sampled_from([Fraction(k, 12) for k in (8, 6, 7, 3)])
"""rho: of the answers that are good."""

ANSWERED = queries().flatmap(lambda asked: st.tuples(st.just(asked), answers(asked)))
FAR_OFF = queries(st.just(2)).flatmap(lambda asked: st.tuples(st.just(asked), answers(asked, 20)))
MECHANISMS = queries(st.just(2)).flatmap(lambda asked: st.tuples(st.just(asked), answering(asked)))


def good(asked: Queries, said: Answers, x: Bits, error: Fraction) -> int:
    """How many answers are within E of those of a database."""
    return sum(abs(y - a) < error for y, a in zip(said, sums(asked, x), strict=True))


def can_fit(asked: Queries, x: Bits, other: Bits, error: Fraction, needed: int) -> bool:
    """Whether some answers are good for two databases: each is that of one, or half-way."""
    tried = []
    for a, b in zip(sums(asked, x), sums(asked, other), strict=True):
        near = (Fraction(a), Fraction(b), Fraction(a + b, 2))
        tried.append({(abs(y - a) < error, abs(y - b) < error) for y in near})
    return any(
        min(sum(first for first, _ in each), sum(second for _, second in each)) >= needed
        for each in product(*tried)
    )


@cache
def furthest(asked: Queries, error: Fraction, needed: int) -> int | None:
    """In how many rows two databases differ that some answers fit; None if none fit any."""
    pairs = product(every(len(asked[0])), repeat=2)
    found = (apart(x, z) for x, z in pairs if can_fit(asked, x, z, error, needed))
    return max(found, default=None)


@property_of(
    Reconstruction,
    {name: LOOSE[name] for name in MISLED},
    answered=MECHANISMS,
    part=st.sampled_from([Fraction(1), Fraction(2, 3)]),
)
def test_rows_are_recovered_as_often_as_answers_are_good(
    made: type[Reconstruction], answered: tuple[Queries, Listed[Bits, Answers]], part: Fraction
) -> Fraction:
    """All but as many as two databases differ in that some answers fit, of any mechanism."""
    asked, mechanism = answered
    needed, slack = ceil(part * len(asked)), Fraction(1)
    for error in (Fraction(1, 4), Fraction(1, 2), Fraction(5, 8)):

        def fits(y: Answers, x: Bits, error: Fraction = error) -> bool:
            return good(asked, y, x, error) >= needed

        most, attack = furthest(asked, error, needed) or 0, made(asked, error, part)
        found = recovered_beyond_good(mechanism, attack, fits, most)
        slack = min(slack, found)
    return slack


@property_of(
    Reconstruction,
    {name: attack for name, attack in (OTHERWISE | MAJORITIES).items() if name != "nobody"},
    answered=ANSWERED,
    error=WIDTHS,
    part=PARTS,
)
def test_the_first_database_that_fits_is_found(
    made: type[Reconstruction], answered: tuple[Queries, Answers], error: Fraction, part: Fraction
) -> None:
    """Or none, if there is none."""
    asked, said = answered
    known = first_fit(asked, said, error, ceil(part * len(asked)))
    assert made(asked, error, part)(said) == (Bottom.BOTTOM if known is None else known)


@property_of(
    (fit_both, largest_distance),
    {
        **{name: (fits, largest_distance) for name, fits in WIDER.items()},
        **{name: (fit_both, largest) for name, largest in WRONG_LARGEST.items()},
    },
    asked=queries(),
    error=WIDTHS | st.just(Fraction(0)),
    part=PARTS,
)
def test_two_databases_fit_some_answers(
    made: tuple[Any, Any], asked: Queries, error: Fraction, part: Fraction
) -> None:
    """Where half-way answers, and for the rest those of one or the other, fit both."""
    fits, largest = made
    needed = ceil(part * len(asked))
    assert largest(asked, error, part) == furthest(asked, error, needed)
    for x, other in product(every(len(asked[0])), repeat=2):
        z = tuple(a - b for a, b in zip(x, other, strict=True))
        assert fits(asked, error, z, part) == can_fit(asked, x, other, error, needed)


@property_of(closest, WRONG_CLOSEST, answered=FAR_OFF)
def test_the_closest_database(
    made: Callable[..., Bits], answered: tuple[Queries, Answers]
) -> Fraction:
    """Fits wherever a database does, no later than others; two that fit may be so far apart."""
    asked, said = answered

    def off(x: Bits) -> Fraction:
        return max(abs(y - a) for y, a in zip(said, sums(asked, x), strict=True))

    guess, slack = made(asked, said), len(asked[0])
    for x in every(len(asked[0])):
        assert (off(guess), guess) <= (off(x), x)
        most = furthest(asked, off(x) + Fraction(1, 64), len(asked))
        slack = min(slack, (most or 0) - apart(x, guess))
    return Fraction(slack)


@property_of(
    (Reconstruction, closest),
    {
        "the first answers": (edited(Reconstruction, "strict=True => strict=False"), closest),
        "the first answers, no matter how far": (
            Reconstruction,
            edited(closest, "strict=True => strict=False"),
        ),
    },
    answered=ANSWERED,
)
def test_other_numbers_of_answers_are_refused(
    made: tuple[type[Reconstruction], Callable[..., Bits]], answered: tuple[Queries, Answers]
) -> None:
    """One more than there are queries, or one less."""
    attack, nearest = made
    asked, said = answered
    for given in ((*said, Fraction(0)), said[1:]):
        assert refused(attack(asked, Fraction(1)), given)
        assert refused(nearest, asked, given)
