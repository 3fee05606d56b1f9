"""Reconstruction from subset sums: from any answers, of any mechanism."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import TINY, apart, first_fit, sums
from proofs_tests.properties.attacked import recovered_beyond_good
from proofs_tests.properties.measured import furthest
from proofs_tests.properties.sides import named, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies import queries as subsets
from proofs_tests.strategies.queries import WIDTHS, Answered, Bits, Queries, every
from reference.data.bottom import Bottom
from reference.lower_bounds.reconstruction import (
    Reconstruction,
    closest,
    fit_both,
    largest_distance,
)

SHARES = st.just(Fraction(1)) | st.sampled_from([Fraction(k, 12) for k in (8, 6, 7, 3)])
"""rho: of the answers that are good."""


@property_of(
    (Reconstruction, largest_distance, closest),
    {
        "fits within E, inclusive": "< self.error for => <= self.error for",
        "half of the answers": ">= self.share * => >= self.share / 2 *",
        "the last of equals": "queries[0])), key => queries[0]))[::-1], key",
        "who is lost and who is added cancel": "sum(map(abs, z)) => abs(sum(z))",
    },
    answered=subsets.answered(st.sampled_from([2, 1])),
    share=SHARES,
)
def test_rows_are_recovered_as_often_as_answers_are_good(
    made: tuple[type[Reconstruction], Callable[..., int | None], Callable[..., Bits]],
    answered: Answered,
    share: Fraction,
) -> Fraction:
    """All but as many as two databases differ in that some answers fit, of any mechanism.

    Of the databases that answers fit the first is found; the closest one is the first that they
    fit with the least error that allows any.
    """
    (attacks, largest, nearest), (asked, mechanism), slacks = made, answered, []
    k, needed = len(asked), ceil(share * len(asked))
    outcomes = {y for law in mechanism.laws.values() for y in law}
    for error in (Fraction(1, 4), Fraction(1, 2), Fraction(5, 8)):
        attack = attacks(asked, error, share)
        guesses = {y: attack(y) for y in outcomes}
        for said, guess in guesses.items():
            known = first_fit(asked, said, error, needed)
            assert guess == (Bottom.BOTTOM if known is None else known)
            assert refused(attack, (*said, error))
        most = largest(asked, error, share) or 0
        slack = recovered_beyond_good(answered, guesses, most, error, share)
        slacks.append(named(slack, f"for the error {error}"))
    for said in outcomes:
        guess = nearest(asked, said)
        least = furthest(said, sums(asked, guess))
        assert first_fit(asked, said, least, k) is None
        assert first_fit(asked, said, least + TINY, k) == guess
        assert refused(nearest, asked, (*said, least))
    return min(slacks)


@property_of(
    (fit_both, largest_distance),
    {
        "errors of at most E": "< 2 * error for => <= 2 * error for",
        "sums without signs": "(1, 0, -1) => (1, 0)",
        "a share rounded down": "-(-share * len(queries) // 1) => share * len(queries) // 1",
    },
    asked=subsets.queries(),
    error=WIDTHS | st.just(Fraction(0)),
    share=SHARES,
)
def test_two_databases_fit_some_answers(
    made: tuple[Callable[..., bool], Callable[..., int | None]],
    asked: Queries,
    error: Fraction,
    share: Fraction,
) -> None:
    """Of each answer that of one or the other, or half-way; the largest distance of two such."""
    (fits, largest), needed, distances = made, ceil(share * len(asked)), []
    for x, other in product(every(len(asked[0])), repeat=2):
        tried = []
        for a, b in zip(sums(asked, x), sums(asked, other), strict=True):
            near = (Fraction(a), Fraction(b), Fraction(a + b, 2))
            tried.append({(abs(y - a) < error, abs(y - b) < error) for y in near})
        both = any(min(map(sum, zip(*each, strict=True))) >= needed for each in product(*tried))
        z = tuple(a - b for a, b in zip(x, other, strict=True))
        assert fits(asked, error, z, share) == both
        distances += [apart(x, other)] * both
    assert largest(asked, error, share) == max(distances, default=None)
