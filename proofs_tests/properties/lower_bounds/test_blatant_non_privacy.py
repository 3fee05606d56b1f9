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


def attacks(people: int) -> st.SearchStrategy[dict[str, Any]]:
    """A guess for each outcome, perhaps none or of fewer rows."""
    guesses = st.sampled_from([*every(people), Bottom.BOTTOM, (0,) * (people - 1)])
    return st.fixed_dictionaries(dict.fromkeys(OUTCOMES, guesses))


@property_of(
    is_blatantly_non_private,
    {
        "less than share n": "wrong <= share => wrong < share",
        "for some database": "all( => any(",
        "words of another length": WRONG_DEFINITIONS["words of another length"],
    },
    attacked=st.sampled_from([2, 1]).flatmap(
        lambda n: st.tuples(st.just(n), mechanisms((0, 1), n, OUTCOMES), attacks(n))
    ),
    share=SHARES,
)
def test_private_rows_are_recovered_rarely(
    made: Any, attacked: tuple[int, Any, dict[str, Any]], share: Fraction
) -> Fraction:
    """All but k of n, of some database, with a chance of (x (k + 1) + n delta)/(x + n - k).

    Or less, for every e^eps = x and delta of the mechanism; the chance is summed over outcomes.
    """
    n, mechanism, attack = attacked
    laws = dict(zip(every(n), laws_of(mechanism, every(n)), strict=True))
    likeliest = {y: max(laws, key=lambda x: laws[x].probability(y)) for y in OUTCOMES}
    k, curve = int(share * n), curve_of(mechanism, replace_one((0, 1), n, ordered=True))
    most = min((x * (k + 1) + n * delta) / (x + n - k) for x, delta in curve.breakpoints)
    slack = Fraction(1)
    for guess in (attack, likeliest):
        good = {x: [y for y in OUTCOMES if wrong(x, guess[y]) <= k] for x in laws}
        chances = {x: sum(map(laws[x].probability, good[x]), Fraction(0)) for x in laws}
        least = min(chances.values())
        with followed_once():
            for chance, databases in [(least, [*laws]), *((chances[x], [x]) for x in laws)]:
                assert made(mechanism, guess.__getitem__, databases, chance, share)
                assert not made(mechanism, guess.__getitem__, databases, chance + TINY, share)
        slack = min(slack, most - least)
    return slack


@property_of(
    is_blatantly_non_private,
    {
        "a tenth of the rows": WRONG_DEFINITIONS["a tenth of the rows"],
        "a share of one row": "share * len(database) => share",
    },
    lost=st.integers(0, 3),
)
def test_a_row_of_a_hundred_may_be_wrong(made: Any, lost: int) -> None:
    """As in the notes, where no share is given; and no database needs to be recovered."""
    zeros, guess = (0,) * 100, (1,) * lost + (0,) * (100 - lost)
    mechanism = Listed({zeros: Dist.point("a")})
    assert made(mechanism, lambda _: guess, [zeros], Fraction(1)) == (lost <= 1)
    assert made(mechanism, lambda _: guess, [], Fraction(1))
