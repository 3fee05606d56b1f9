"""Efficient reconstruction: from any answers, of any mechanism."""

from fractions import Fraction
from functools import partial
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.laws.reconstruction import apart, sums
from proofs_tests.properties.attacked import recovered_beyond_good, refused
from proofs_tests.properties.inequalities import solvable, units, within
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies import queries as subsets
from proofs_tests.strategies.queries import Answers, Bits, Queries, added
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
        "slack E/2": ("y + self.error => y + self.error / 2", "self.error - y => -y"),
        "the first query is left out": (
            "in zip(self.queries, answers, strict=True) => in [*zip(self.queries, answers)][1:]"
        ),
    },
    answered=subsets.queries(st.integers(1, 2)).flatmap(
        lambda asked: st.tuples(st.just(asked), subsets.answering(asked))
    ),
    error=st.sampled_from([Fraction(k, 8) for k in (1, 2, 3, 4)]),
)
def test_rows_are_recovered_as_often_as_answers_are_good(
    made: Any, answered: tuple[Queries, Any], error: Fraction
) -> Fraction:
    """All but as many as a rounded point can be wrong in, of any mechanism.

    The point is in the box and within E of all answers, or by elimination there is none.
    """
    (asked, mechanism), attack = answered, made(answered[0], error)
    n, box = len(asked[0]), units(len(asked[0]))
    for said in {y for law in mechanism.laws.values() for y in law}:
        point, guess = attack.point(said), attack(said)
        rows = within(box, Fraction(1)) + [([-a for a in u], 0) for u in box]
        for q, y in zip(asked, said, strict=True):
            rows += [(q, y + error), ([-a for a in q], error - y)]
        if point is None:
            assert guess is Bottom.BOTTOM
            assert not solvable(rows, strict=False)
        else:
            assert all(sum(a * p for a, p in zip(q, point, strict=True)) <= b for q, b in rows)
            assert guess == tuple(int(2 * p) if p < 1 else 1 for p in point)
        assert refused(attack, (*said, error))
    most = most_wrong(n, partial(programme_errs, asked, error))
    return recovered_beyond_good(
        mechanism,
        attack,
        lambda y, x: all(abs(a - b) < error for a, b in zip(y, sums(asked, x), strict=True)),
        most,
    )


@property_of(
    HadamardReconstruction,
    {
        "v_i = y_i - y_0": "2 * y - first => y - first",
        "rounded at 1": "coordinate >= HALF => coordinate >= 1",
        "9n - 7": "9 * n - 8 => 9 * n - 7",
    },
    given=st.sampled_from([1, 2, 3, 0]).flatmap(
        lambda power: st.tuples(
            subsets.bits(2**power), subsets.pushes(2**power) | subsets.errors(2**power, 3)
        )
    ),
)
def test_few_people_are_wrong(made: Any, given: tuple[Bits, Answers]) -> Fraction:
    """No errors move the estimate more than a first answer E too high, the others as low.

    Of each person it is moved by 1/2 or more who is wrong after rounding.
    """
    x, off = given
    n, error = len(x), max(map(abs, off))
    attack, asked = made(n), subsets.doubled(n.bit_length() - 1)
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
    return Fraction(most * error**2 - squared)
