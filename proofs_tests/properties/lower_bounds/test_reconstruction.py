"""Reconstruction from subset sums: from any answers, of any mechanism."""

from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import ceil
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors.reconstruction import LOOSE, OTHERWISE, WIDER, WRONG_CLOSEST
from audits.claims.vt14.laws.reconstruction import TINY, apart, first_fit, sums
from proofs_tests.properties.attacked import recovered_beyond_good, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies import queries as subsets
from proofs_tests.strategies.queries import WIDTHS, Answers, Bits, Queries, every
from reference.data.bottom import Bottom
from reference.lower_bounds.reconstruction import (
    Reconstruction,
    closest,
    fit_both,
    largest_distance,
)

SHARES = st.just(Fraction(1)) | st.sampled_from([Fraction(k, 12) for k in (8, 6, 7, 3)])
"""rho: of the answers that are good."""


def with_answers(
    asked: st.SearchStrategy[Queries], off: int = 10
) -> st.SearchStrategy[tuple[Queries, Answers]]:
    """Queries, and answers that are off by so many eighths at most."""
    return asked.flatmap(lambda each: st.tuples(st.just(each), subsets.answers(each, off)))


def enough(asked: Queries, error: Fraction, needed: int, said: Answers, x: Bits) -> bool:
    """Whether so many answers are within E of those of a database."""
    return sum(abs(y - a) < error for y, a in zip(said, sums(asked, x), strict=True)) >= needed


def can_fit(asked: Queries, x: Bits, other: Bits, error: Fraction, needed: int) -> bool:
    """Whether some answers are good for two databases: each is that of one, or half-way."""
    tried = []
    for a, b in zip(sums(asked, x), sums(asked, other), strict=True):
        near = (Fraction(a), Fraction(b), Fraction(a + b, 2))
        tried.append({(abs(y - a) < error, abs(y - b) < error) for y in near})
    return any(min(map(sum, zip(*each, strict=True))) >= needed for each in product(*tried))


@cache
def furthest(asked: Queries, error: Fraction, needed: int) -> int | None:
    """In how many rows two databases differ that some answers fit; None if none fit any."""
    pairs = product(every(len(asked[0])), repeat=2)
    found = (apart(x, z) for x, z in pairs if can_fit(asked, x, z, error, needed))
    return max(found, default=None)


@property_of(
    Reconstruction,
    {
        name: LOOSE[name]
        for name in ("fits within 3E/2", "fits within E/2", "subsets of odd size only")
    },
    answered=subsets.queries(st.just(2)).flatmap(
        lambda asked: st.tuples(st.just(asked), subsets.answering(asked))
    ),
    share=st.sampled_from([Fraction(1), Fraction(2, 3)]),
)
def test_rows_are_recovered_as_often_as_answers_are_good(
    made: Any, answered: tuple[Queries, Any], share: Fraction
) -> Fraction:
    """All but as many as two databases differ in that some answers fit, of any mechanism."""
    asked, mechanism = answered
    needed = ceil(share * len(asked))
    return min(
        recovered_beyond_good(
            mechanism,
            made(asked, error, share),
            partial(enough, asked, error, needed),
            furthest(asked, error, needed) or 0,
        )
        for error in (Fraction(1, 4), Fraction(1, 2), Fraction(5, 8))
    )


@property_of(
    Reconstruction,
    {
        "the first answers": "strict=True => strict=False",
        "the last that fits": OTHERWISE["the last that fits"],
        "fits within E, inclusive": OTHERWISE["fits within E, inclusive"],
    },
    answered=with_answers(subsets.queries()),
    error=WIDTHS,
    share=SHARES,
)
def test_the_first_database_that_fits_is_found(
    made: Any, answered: tuple[Queries, Answers], error: Fraction, share: Fraction
) -> None:
    """Or none, if there is none."""
    (asked, said), attack = answered, made(answered[0], error, share)
    known = first_fit(asked, said, error, ceil(share * len(asked)))
    assert attack(said) == (Bottom.BOTTOM if known is None else known)
    assert refused(attack, (*said, error))


@property_of(
    (fit_both, largest_distance),
    {
        "errors of at most E": (WIDER["errors of at most E"], largest_distance),
        "sums without signs": "(1, 0, -1) => (1, 0)",
        "a share rounded down": "-(-share * len(queries) // 1) => share * len(queries) // 1",
    },
    asked=subsets.queries(),
    error=WIDTHS | st.just(Fraction(0)),
    share=SHARES,
)
def test_two_databases_fit_some_answers(
    made: Any, asked: Queries, error: Fraction, share: Fraction
) -> None:
    """Where half-way answers, and for the rest those of one or the other, fit both."""
    (fits, largest), needed = made, ceil(share * len(asked))
    assert largest(asked, error, share) == furthest(asked, error, needed)
    for x, other in product(every(len(asked[0])), repeat=2):
        z = tuple(a - b for a, b in zip(x, other, strict=True))
        assert fits(asked, error, z, share) == can_fit(asked, x, other, error, needed)


@property_of(
    closest,
    {
        "the first answers": "strict=True => strict=False",
        "the last of equals": WRONG_CLOSEST["the last of equals"],
        "the sum of the errors": WRONG_CLOSEST["the sum of the errors"],
    },
    answered=with_answers(subsets.queries(st.just(2)), 20),
)
def test_the_closest_database(made: Any, answered: tuple[Queries, Answers]) -> Fraction:
    """Fits wherever a database does, no later than others; two that fit may be so far apart."""
    asked, said = answered
    assert refused(made, asked, (*said, TINY))

    def off(x: Bits) -> Fraction:
        return max(abs(y - a) for y, a in zip(said, sums(asked, x), strict=True))

    guess, slack = made(asked, said), len(asked[0])
    for x in every(len(asked[0])):
        assert (off(guess), guess) <= (off(x), x)
        most = furthest(asked, off(x) + TINY, len(asked))
        slack = min(slack, (most or 0) - apart(x, guess))
    return Fraction(slack)
