"""How often programs are wrong, against failure probabilities found by hand."""

from fractions import Fraction

import pytest

from audits.conformance.competition.entry import Answers, Loss, recipe
from audits.conformance.competition.failing import Failing
from audits.conformance.competition.programs.sums import NoisySum
from audits.conformance.competition.suites.accuracy import above, greatest, to_the_level, within
from audits.evidence.verdict import Holds, Refuted, Undecided, confirmed
from reference.exact.exponential_function import ExponentialFunction


def bound(eps: Loss, database: Answers) -> ExponentialFunction:
    """e^(-eps), whatever the database."""
    del database
    return eps.exp(-1)


def asked(factor: Fraction) -> Failing:
    """0 with Laplace noise 1/eps is put on the wrong side of 1: with probability e^(-eps)/2."""
    program = recipe(NoisySum, scale=1, cuts=(1,))
    return Failing(program, 1, ((0,), (0, 0)), lambda _: 0, bound, factor)


def test_the_least_factor_is_found_exactly() -> None:
    """Half of the bound is the failure probability; a thousandth less of it is too little."""
    verdict = confirmed(asked(Fraction(1, 2)).answered("x").verdict)
    assert isinstance(verdict, Holds)
    assert verdict.to_prove["comparisons"] == 1  # the same on both databases
    refuted = confirmed(asked(Fraction(499, 1000)).answered("x").verdict)
    assert isinstance(refuted, Refuted)
    assert refuted.witness["databases"] == ["(0,)"]


def test_a_proof_of_something_else_is_not_confirmed() -> None:
    """The certificate is that of the factor that was asked."""
    found = asked(Fraction(1, 2)).answered("x").verdict
    other = asked(Fraction(1)).answered("x").verdict
    assert isinstance(found, Holds)
    assert isinstance(other, Holds)
    swapped = Holds(found.scope, found.evidence, other.certificate, found.to_prove)
    assert isinstance(confirmed(swapped), Undecided)


@pytest.mark.parametrize(
    ("database", "stop", "right", "errors", "nearest"),
    [
        ((-1, 0, 1), 1, (0, 1), (0, 2), 0),
        ((-1, 2, 0), 1, (0, 1), (0, 2), 1),
        ((-1, 2, 0), 2, (0, 1, 1), (0, 2, 2), 0),
        ((-2, -3), 1, (0, 0), (0, 0), 2),
    ],
)
def test_outputs_without_noise(
    database: Answers, stop: int, right: Answers, errors: Answers, nearest: int
) -> None:
    """Only the answers that are looked at count."""
    assert above(database, stop) == right
    assert within(database, stop) == errors
    assert to_the_level(database, stop) == nearest


def test_the_first_of_equal_answers_is_the_greatest() -> None:
    """As the program without noise has it."""
    assert [greatest((0, 1, 1)), greatest((2, 1, 2))] == [1, 0]
