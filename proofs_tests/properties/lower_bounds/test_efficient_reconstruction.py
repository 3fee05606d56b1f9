"""Efficient reconstruction: from any answers, of any mechanism."""

from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import apart, sums
from proofs_tests.properties.attacked import recovered_beyond_good
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies import queries as subsets
from proofs_tests.strategies.queries import Answered, Answers, Bits, added
from reference.data.bottom import Bottom
from reference.lower_bounds.efficient_reconstruction import (
    HadamardReconstruction,
    RoundedProgramme,
)
from reference.lower_bounds.rounding_errors import most_wrong, programme_errs


@property_of(
    RoundedProgramme,
    {
        "1/2 is rounded down": "coordinate >= HALF => coordinate > HALF",
        "no slack": ("y + self.error => y", "self.error - y => -y"),
        "without query one": "point_of_box(inequalities, => point_of_box(inequalities[2:],",
    },
    answered=subsets.answered(st.integers(1, 2)),
    error=st.sampled_from([Fraction(k, 8) for k in (4, 6, 2, 3)]),
)
def test_rows_are_recovered_as_often_as_answers_are_good(
    made: type[RoundedProgramme], answered: Answered, error: Fraction
) -> Fraction:
    """All but as many as a rounded point can be wrong in, of any mechanism.

    The point is in the box, and fits all answers within E.
    """
    (asked, mechanism), attack = answered, made(answered[0], error)
    guesses = {y: attack(y) for law in mechanism.laws.values() for y in law}
    for said, guess in guesses.items():
        if (point := attack.point(said)) is None:
            assert guess is Bottom.BOTTOM
        else:
            assert all(0 <= p <= 1 for p in point)
            for q, y in zip(asked, said, strict=True):
                assert abs(y - sum(a * p for a, p in zip(q, point, strict=True))) <= error
            assert guess == tuple(int(2 * p >= 1) for p in point)
        assert refused(attack, (*said, error))
    most = most_wrong(len(asked[0]), partial(programme_errs, asked, error))
    return recovered_beyond_good(answered, guesses, most, error)


@property_of(
    HadamardReconstruction,
    {
        "v_0 = y_0 + 1": "(Fraction(first), => (Fraction(first + 1),",
        "rounded at 1": "coordinate >= HALF => coordinate >= 1",
        "9n - 7": "9 * n - 8 => 9 * n - 7",
    },
    given=st.sampled_from([1, 2, 3, 0]).flatmap(
        lambda power: st.tuples(
            subsets.bits(2**power), subsets.pushes(2**power) | subsets.errors(2**power, 3)
        )
    ),
)
def test_few_people_are_wrong(
    made: type[HadamardReconstruction], given: tuple[Bits, Answers]
) -> Fraction:
    """No errors move the estimate more than a first answer E too high, the others as low.

    Whoever is wrong after rounding has an estimate that is moved by 1/2 or more.
    """
    x, off = given
    n, error = len(x), max(map(abs, off))
    attack, asked = made(n), subsets.doubled(n.bit_length() - 1)
    assert refused(made, 3 * n)
    said = added(sums(asked, x), off)
    assert attack.queries == asked
    assert refused(attack, (*said, error))
    estimate, guess = attack.estimate(said), attack(said)
    assert guess == tuple(int(2 * c >= 1) for c in estimate)
    squared = sum((c - a) ** 2 for c, a in zip(estimate, x, strict=True))
    assert apart(x, guess) <= 4 * squared
    most = sum(c**2 for c in attack.estimate((1, *[-1] * (n - 1))))
    for each in (error, Fraction(1, 2)):
        assert attack.wrong_at_most(each) == min(n, int(4 * most * each**2))
    return at_most(squared, most * error**2, "the squared error of the estimate")
