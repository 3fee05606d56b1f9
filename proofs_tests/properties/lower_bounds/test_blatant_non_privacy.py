"""Blatant non-privacy, of any mechanism and any attack."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors.blatant import WRONG_DEFINITIONS
from audits.claims.vt14.laws.reconstruction import TINY, wrong
from proofs_tests.properties.measured import curve_of, followed_once, laws_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, mechanisms
from proofs_tests.strategies.queries import SHARES, every
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.lower_bounds.blatant_non_privacy import is_blatantly_non_private
from reference.probability.dist import Dist

OUTCOMES = "abc"


def attacked(people: int) -> st.SearchStrategy[tuple[int, Any, dict[str, Any]]]:
    """A mechanism, and for each outcome a guess, perhaps none or of fewer rows."""
    guesses = st.sampled_from([*every(people), Bottom.BOTTOM, (0,) * (people - 1)])
    attacks = st.fixed_dictionaries(dict.fromkeys(OUTCOMES, guesses))
    return st.tuples(st.just(people), mechanisms((0, 1), people, OUTCOMES), attacks)


@property_of(
    is_blatantly_non_private,
    {
        "less than share n": "wrong <= share => wrong < share",
        "words of another length": WRONG_DEFINITIONS["words of another length"],
        "a tenth of the rows": WRONG_DEFINITIONS["a tenth of the rows"],
    },
    given=attacked(2) | attacked(1),
    share=SHARES,
    lost=st.integers(0, 3),
)
def test_private_rows_are_recovered_rarely(
    made: Any, given: tuple[int, Any, dict[str, Any]], share: Fraction, lost: int
) -> Fraction:
    """All but k of n, of some database, with a chance of (x (k + 1) + n delta)/(x + n - k).

    Or less, for every e^eps = x and delta of the mechanism; chances are summed over outcomes, and
    without a share one row of a hundred may be wrong.
    """
    n, mechanism, attack = given
    laws = dict(zip(every(n), laws_of(mechanism, every(n)), strict=True))
    likeliest = {y: max(laws, key=lambda x: laws[x].probability(y)) for y in OUTCOMES}
    k, curve = int(share * n), curve_of(mechanism, replace_one((0, 1), n, ordered=True))
    most = min((x * (k + 1) + n * delta) / (x + n - k) for x, delta in curve.breakpoints)
    zeros, nearly, found = (0,) * 100, (1,) * lost + (0,) * (100 - lost), []
    with followed_once():
        for guess in (attack, likeliest):
            good = {x: [y for y in OUTCOMES if wrong(x, guess[y]) <= k] for x in laws}
            chances = {x: sum(map(laws[x].probability, good[x]), Fraction(0)) for x in laws}
            found.append(min(chances.values()))
            for chance, some in [(found[-1], [*laws]), *((chances[x], [x]) for x in laws)]:
                assert made(mechanism, guess.__getitem__, some, chance, share)
                assert not made(mechanism, guess.__getitem__, some, chance + TINY, share)
        told = Listed({zeros: Dist.point("a")})
        assert made(told, lambda _: nearly, [zeros], Fraction(1)) == (lost <= 1)
    return most - max(found)
