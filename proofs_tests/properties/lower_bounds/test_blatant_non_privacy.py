"""Blatant non-privacy, of any mechanism and any attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.blatant import WRONG_DEFINITIONS
from audits.claims.vt14.laws.reconstruction import wrong
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed, mechanisms
from proofs_tests.strategies.queries import SHARES, Bits, every
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.lower_bounds.blatant_non_privacy import (
    chance_of_recovery,
    is_blatantly_non_private,
)
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Attack: TypeAlias = Mapping[str, Bits | Bottom]
Attacked: TypeAlias = tuple[int, Mechanism[Bits, str, Fraction], Attack]

OF_A_HUNDRED = ("a tenth of the rows", "exactly all rows", "a share of one row")
"""Mistakes that small numbers of rows show rarely."""

OUTCOMES = "abc"
PEOPLE = st.sampled_from([2, 1])


def attacks(people: int, *others: Bits | Bottom) -> st.SearchStrategy[Attack]:
    """A guess for every outcome."""
    guesses = st.sampled_from([*every(people), *others])
    return st.fixed_dictionaries(dict.fromkeys(OUTCOMES, guesses))


def likeliest(mechanism: Mechanism[Bits, str, Fraction], people: int) -> Attack:
    """The database with the greatest chance of each outcome."""
    laws = {x: law_of(mechanism, x) for x in every(people)}
    return {y: max(laws, key=lambda x: laws[x].probability(y)) for y in OUTCOMES}


@property_of(
    is_blatantly_non_private,
    {name: defined for name, defined in WRONG_DEFINITIONS.items() if name not in OF_A_HUNDRED},
    attacked=PEOPLE.flatmap(
        lambda n: st.tuples(
            st.just(n),
            listed(every(n), OUTCOMES),
            attacks(n) | attacks(n, Bottom.BOTTOM, (0,) * (n - 1), (0,) * (n + 1)),
        )
    ),
    share=SHARES,
    some=st.sets(st.integers(0, 3), min_size=2) | st.just(set()),
)
def test_the_worst_database_is_recovered_so_often(
    made: Callable[..., bool], attacked: Attacked, share: Fraction, some: set[int]
) -> None:
    """Blatantly non-private is, with any chance, what recovers each database as often."""
    n, mechanism, attack = attacked
    databases = [x for i, x in enumerate(every(n)) if i in some]
    recovered = {}
    for x in every(n):
        law = law_of(mechanism, x)
        right = (law.probability(y) for y in law if wrong(x, attack[y]) <= share * n)
        recovered[x] = sum(right, Fraction(0))
    for chance in {Fraction(1), *recovered.values()} - {Fraction(0)}:
        expected = all(recovered[x] >= chance for x in databases)
        assert made(mechanism, attack.__getitem__, databases, chance, share) == expected


@property_of(
    is_blatantly_non_private,
    {name: WRONG_DEFINITIONS[name] for name in (*OF_A_HUNDRED, "one more")},
    lost=st.integers(0, 3),
)
def test_a_row_of_a_hundred_may_be_wrong(made: Callable[..., bool], lost: int) -> None:
    """As in the notes, where no share is given."""
    zeros = (0,) * 100
    guess = (1,) * lost + zeros[lost:]
    mechanism = Listed({zeros: Dist.point("a")})
    assert made(mechanism, lambda _: guess, [zeros], Fraction(1)) == (lost <= 1)


@property_of(
    chance_of_recovery,
    {
        "one row more may be wrong": (
            "wrong <= share * len(database) => wrong <= share * len(database) + 1"
        ),
        "only the share counts": "share * len(database) => 2 * share",
        "every guess counts": "if recovers(database, attack(y), share) => if True",
    },
    attacked=PEOPLE.flatmap(
        lambda n: mechanisms((0, 1), n, OUTCOMES).flatmap(
            lambda found: st.tuples(
                st.just(n), st.just(found), attacks(n) | st.just(likeliest(found, n))
            )
        )
    ),
    share=SHARES,
    examples=25,
)
def test_private_rows_are_recovered_rarely(
    made: Callable[..., Fraction], attacked: Attacked, share: Fraction
) -> Fraction:
    """All but k of n, of some database, with a chance of (x (k + 1) + n delta)/(x + n - k).

    Or less: for every e^eps = x and delta of the mechanism.
    """
    n, mechanism, attack = attacked
    least = min(made(mechanism, attack.__getitem__, x, share) for x in every(n))
    k, curve = int(share * n), curve_of(mechanism, replace_one((0, 1), n, ordered=True))
    bounds = ((x * (k + 1) + n * delta) / (x + n - k) for x, delta in curve.breakpoints)
    return min(bounds) - least
