"""Who is wrong after rounding: of any queries, answers and databases."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import TINY, signs, sums
from proofs_tests.properties.inequalities import beyond_half, solvable, units, within
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies import queries as subsets
from proofs_tests.strategies.queries import Answers, Bits, Queries
from reference.lower_bounds.efficient_reconstruction import HadamardReconstruction
from reference.lower_bounds.rounding_errors import (
    hadamard_deviations,
    hadamard_errs,
    most_wrong,
    programme_errs,
)

LIMITS = st.sampled_from([Fraction(k, 16) for k in (4, 2, 3, 5, 6, 8, 9, 12)])


@property_of(
    (programme_errs, most_wrong),
    {
        "errors below E/2": "(query, 2 * error) => (query, error)",
        "errors of E": "(query, 2 * error) => (query, error * Fraction(65, 32))",
        "all of that number": "if any(errs => if all(errs",
    },
    asked=subsets.queries(st.sampled_from([2, 1])),
    error=LIMITS,
)
def test_a_point_may_be_wrong_there(
    made: tuple[Callable[..., bool], Callable[..., int]], asked: Queries, error: Fraction
) -> None:
    """If some differences are within 2E of 0 and above 1/2 there, by elimination.

    No more people are wrong than for the largest such z; and nobody by more than 1.
    """
    (errs, most), n, counts = made, len(asked[0]), []
    sides = within(asked, 2 * error) + within(units(n), Fraction(1))
    for z in signs(n):
        possible = solvable([*sides, *beyond_half(units(n), z)], strict=True)
        assert errs(asked, error, z) == possible
        counts += [n - z.count(0)] * possible
    assert most(n, partial(errs, asked, error)) == max(counts)
    assert errs([(1,) * 4], error, (-1, -1, -1, 1)) == (3 * Fraction(1, 2) - 1 < 2 * error)


@property_of(
    (hadamard_errs, hadamard_deviations),
    {
        "the first person as the others": "int(i == j == 0) => 0",
        "the first answer counts once": "i == j == 0 => i == 0",
        "errors below E/2": "people), error) for => people), error / 2) for",
    },
    z=st.sampled_from([*signs(2)][::-1]) | st.sampled_from([*signs(1)][::-1]),
    error=LIMITS,
    given=st.sampled_from([2, 4]).flatmap(lambda n: st.tuples(subsets.bits(n), subsets.pushes(n))),
)
def test_errors_may_make_them_wrong(
    made: tuple[Callable[..., bool], Callable[[int], list[list[Fraction]]]],
    z: Bits,
    error: Fraction,
    given: tuple[Bits, Answers],
) -> None:
    """If some errors below E move each of them by more than 1/2, by elimination.

    So may be whoever is wrong after an attack on any answers.
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
