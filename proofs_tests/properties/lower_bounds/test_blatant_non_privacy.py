"""Blatant non-privacy, of any mechanism and any attack."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import wrong_places
from audits.ledger import WRONG, claims
from proofs_tests.properties.measured import curve_of, followed_once, laws_of
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, mechanisms
from proofs_tests.strategies.queries import SHARES, Bits, every
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.lower_bounds.blatant_non_privacy import is_blatantly_non_private
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

claims()
OUTCOMES = "abc"
SOME = "", "a", "b", "c", "ab", "ac", "bc", "abc"


class Attacked(NamedTuple):
    """Of so many people a mechanism, and what is guessed from each outcome."""

    people: int
    mechanism: Mechanism[Bits, str, Fraction]
    guesses: dict[str, Bits | Bottom]


def attacked(people: int) -> st.SearchStrategy[Attacked]:
    """A mechanism, and for each outcome a guess, perhaps none or of fewer rows or more."""
    wrong_lengths = ((0,) * (people - 1), (0,) * (people + 1))
    guesses = st.sampled_from([*every(people), Bottom.BOTTOM, *wrong_lengths])
    attacks = st.fixed_dictionaries(dict.fromkeys(OUTCOMES, guesses))
    return st.builds(Attacked, st.just(people), mechanisms((0, 1), people, OUTCOMES), attacks)


@property_of(
    is_blatantly_non_private,
    {
        "less than share n": "wrong <= share => wrong < share",
        "words of another length": WRONG[is_blatantly_non_private]["words of another length"],
        "a tenth of the rows": WRONG[is_blatantly_non_private]["a tenth of the rows"],
        "one row more": "return wrong <= => return wrong - 1 <=",
    },
    given=attacked(2) | attacked(1),
    share=SHARES,
    lost=st.integers(0, 3),
)
def test_private_rows_are_recovered_rarely(
    made: Callable[..., bool], given: Attacked, share: Fraction, lost: int
) -> Fraction:
    """Some database is recovered, but for k of n rows, no more often than privacy allows.

    That is (x (k + 1) + n delta)/(x + n - k), for every e^eps = x and delta of the mechanism; no
    less often than outcomes tell; and without a share one row of a hundred may be wrong.
    """
    n, mechanism, attack = given
    laws = dict(zip(every(n), laws_of(mechanism, every(n)), strict=True))
    likeliest = {y: max(laws, key=lambda x: laws[x].probability(y)) for y in OUTCOMES}
    k, curve = int(share * n), curve_of(mechanism, replace_one((0, 1), n, ordered=True))
    most = min((x * (k + 1) + n * delta) / (x + n - k) for x, delta in curve.breakpoints)
    zeros, nearly, found = (0,) * 100, (1,) * lost + (0,) * (100 - lost), []
    possible = {law.probability_that(some.__contains__) for law in laws.values() for some in SOME}
    with followed_once():
        for guess in (attack, likeliest):
            good = {x: [y for y in OUTCOMES if wrong_places(x, guess[y]) <= k] for x in laws}
            least = min(laws[x].probability_that(good[x].__contains__) for x in laws)
            assert made(mechanism, guess.__getitem__, laws, least, share)
            found += [c for c in possible if made(mechanism, guess.__getitem__, laws, c, share)]
        told = Listed({zeros: Dist.point("a")})
        assert made(told, lambda _: nearly, [zeros], Fraction(1)) == (lost <= 1)
        assert not made(told, lambda _: zeros[1:], [zeros], Fraction(1))
    return at_most(max(found), most, "on the worst database how often it is recovered")
