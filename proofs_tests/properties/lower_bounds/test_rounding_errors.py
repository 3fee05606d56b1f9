"""Who is wrong after rounding: of any queries, answers and databases."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors.rounding_errors import WRONG_SUBSETS
from audits.claims.vt14.laws.reconstruction import TINY, apart, signs, sums
from proofs_tests.properties.inequalities import beyond_half, solvable, units, within
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies import queries as subsets
from reference.lower_bounds.efficient_reconstruction import HadamardReconstruction
from reference.lower_bounds.rounding_errors import (
    hadamard_deviations,
    hadamard_errs,
    most_wrong,
    programme_errs,
)

Signs = tuple[int, ...]

LIMITS = st.sampled_from([Fraction(k, 16) for k in (4, 2, 3, 5, 6, 8, 9, 12)])


def who(people: int) -> st.SearchStrategy[Signs]:
    """Who is wrong, most often everybody."""
    return st.sampled_from([*signs(people)][::-1])


@property_of(
    programme_errs,
    {
        name: WRONG_SUBSETS[name]
        for name in ("errors below E/2", "ones are never lost", "errors below 65E/64 and less")
    },
    given=subsets.queries(st.integers(1, 2)).flatmap(
        lambda asked: st.tuples(st.just(asked), who(len(asked[0])))
    ),
    error=LIMITS,
)
def test_a_point_may_be_wrong_there(made: Any, given: tuple[Any, Signs], error: Fraction) -> None:
    """If some differences are within 2E of 0 and above 1/2 there, by elimination."""
    (asked, z), each = given, units(len(given[1]))
    rows = within(asked, 2 * error) + within(each, Fraction(1)) + beyond_half(each, z)
    assert made(asked, error, z) == solvable(rows, strict=True)


@property_of(
    (hadamard_errs, hadamard_deviations),
    {
        "the first person as the others": "int(i == j == 0) => 0",
        "the first answer counts once": "i == j == 0 => i == 0",
        "errors below E/2": "people), error) for => people), error / 2) for",
    },
    z=who(2) | who(1),
    error=LIMITS,
    given=st.sampled_from([2, 4]).flatmap(lambda n: st.tuples(subsets.bits(n), subsets.pushes(n))),
)
def test_errors_may_make_them_wrong(
    made: Any, z: Signs, error: Fraction, given: tuple[Any, Any]
) -> Fraction:
    """If some errors below E move each of them by more than 1/2, by elimination.

    So may be whoever is wrong after an attack on any answers: no more than its bound says.
    """
    (errs, deviations), (x, off) = made, given
    for n in (len(z), len(x)):
        moved = map(HadamardReconstruction(n).estimate, units(n))
        assert deviations(n) == [[*row] for row in zip(*moved, strict=True)]
    rows = within(units(len(z)), error) + beyond_half(deviations(len(z)), z)
    assert errs(len(z), error, z) == solvable(rows, strict=True)
    attack = HadamardReconstruction(len(x))
    guess = attack(subsets.added(sums(attack.queries, x), off))
    wrong, limit = tuple(a - b for a, b in zip(guess, x, strict=True)), max(map(abs, off)) + TINY
    assert not any(wrong) or errs(len(x), limit, wrong)
    return Fraction(attack.wrong_at_most(limit) - apart(x, guess))


@property_of(
    most_wrong,
    {
        "the least number": "range(people, 0, -1) => range(1, people + 1)",
        "all of that number": "if any(errs => if all(errs",
        "ones only": "product((1, 0, -1) => product((1, 0)",
    },
    given=st.integers(1, 3).flatmap(
        lambda n: st.tuples(
            st.just(n), st.sets(st.sampled_from([z for z in signs(n) if any(z)]), max_size=3)
        )
    ),
)
def test_the_largest_number_of_people(made: Any, given: tuple[int, set[Signs]]) -> None:
    """Of all for whom it is possible, whichever these are."""
    n, possible = given
    both = possible | {tuple(-s for s in z) for z in possible}
    assert made(n, both.__contains__) == max((n - z.count(0) for z in both), default=0)
