"""The audit of released values: what holds is proved by the kernel, what does not is refuted.

That a bound is the least one among quarters of eps is known from the largest ratio of two
densities, by quadrature on a grid (0.493 to 1 eps, 0.994 eps and 0.5 eps), and from closed forms.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction

import pytest

from audits.engines.privacy.audit import audit_privacy, audit_table
from audits.engines.privacy.pairs import Direction
from audits.engines.signs.cones import negative_at, nowhere_negative, on_cone
from audits.evidence.certificates import EVERY_EPSILON, Range, table_fields
from audits.evidence.values import value_table
from audits.evidence.verdict import Holds, Json, Refuted, Undecided, confirmed, proved
from audits.ledger import demanding
from audits.ledger.forms import private
from proofs_tests.units.audits.engines.privacy.tables import (
    BIT,
    EPS,
    ON_GRID,
    Answers,
    Continuous,
    branches,
    pure,
)
from reference.data.adjacency import Adjacency
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.privacy.guarantee import Guarantee
from reference.probability.continuous import Exponential, Laplace, Real, UndrawnError, Uniform

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

Released = Callable[[Answers, Continuous], Hashable]


def noisy(answers: Answers, coins: Continuous) -> Real:
    """One answer."""
    return answers[0] + coins.draw_real(Laplace(1 / EPS))


def sparse_gap(answers: Answers, coins: Continuous, *, itself: bool = False) -> Hashable:
    """The first noisy answer above a noisy threshold, and by how much."""
    limit = coins.draw_real(Laplace(2 / EPS))
    for i, answer in enumerate(answers):
        value = answer + coins.draw_real(Laplace(4 / EPS))
        if value >= limit:
            return i, value if itself else value - limit
    return None


def sparse_value(answers: Answers, coins: Continuous) -> Hashable:
    """The first noisy answer above a noisy threshold, with fresh noise, in thirds."""
    limit = coins.draw_real(Laplace(2 / EPS))
    for i, answer in enumerate(answers):
        if answer + coins.draw_real(Laplace(4 / EPS)) >= limit:
            return i, answer + coins.draw_real(Laplace(1 / EPS)) + Fraction(1, 3)
    return None


def compared(answers: Answers, coins: Continuous) -> Hashable:
    """The noisy answer itself that was compared."""
    return sparse_gap(answers, coins, itself=True)


def gap_of_two(answers: Answers, coins: Continuous) -> Hashable:
    """Which noisy answer is greater, and by how much."""
    x, y = (answer + coins.draw_real(Laplace(2 / EPS)) for answer in answers)
    return (0, x - y) if x > y else (1, y - x)


def one_sided(answers: Answers, coins: Continuous) -> Hashable:
    """Noise that is never negative tells of the lesser answer that it is."""
    return answers[0] + coins.draw_real(Exponential(1 / EPS))


def bounded(answers: Answers, coins: Continuous) -> Hashable:
    """Uniform noise hides a part of the difference only."""
    return answers[0] + coins.draw_real(Uniform(0, 3)), coins.draw_real(Laplace(1 / EPS)) > 0


def two_noisy(answers: Answers, coins: Continuous) -> Hashable:
    """All answers, each with noise of its own; in halves."""
    return tuple(x + Fraction(1, 2) + coins.draw_real(Laplace(4 / EPS)) for x in answers)


def gap_and_values(answers: Answers, coins: Continuous) -> Hashable:
    """The gap of the first positive, and two free values."""
    found = sparse_gap(answers[:1], coins)
    return found, *(x + coins.draw_real(Laplace(4 / EPS)) for x in answers), "all"


@pytest.mark.parametrize(
    ("mechanism", "universe", "least"),
    [
        (noisy, BIT, Fraction(1)),
        (sparse_gap, ON_GRID, Fraction(1, 2)),
        (compared, ON_GRID, Fraction(1, 2)),
        (gap_of_two, ON_GRID, Fraction(1)),
        (sparse_value, ON_GRID, Fraction(3, 2)),
        (two_noisy, ON_GRID, Fraction(1, 2)),
        (gap_and_values, ON_GRID, Fraction(3, 4)),
        (one_sided, BIT, None),
        (bounded, BIT, None),
    ],
)
def test_the_least_bound_among_quarters(
    mechanism: Released, universe: Adjacency[Answers], least: Fraction | None
) -> None:
    """There the kernel proves it for every eps, a quarter below it refutes it at some eps."""
    table = branches(mechanism, universe)
    for multiple in {(least or 1) - Fraction(1, 4), least or 1, 2}:
        verdict, words = proved(audit_table(table, pure(multiple), ""))
        if least is not None and multiple >= least:
            assert isinstance(verdict, Holds)
            assert "for all densities of values" in words
        else:
            assert isinstance(verdict, Refuted), multiple
            assert words.startswith("not private")


def test_a_refutation_names_a_cell() -> None:
    """Half the loss of a noisy bit is refuted left of 0, by probabilities as large as r."""
    verdict = confirmed(audit_table(branches(noisy, BIT), pure(Fraction(1, 2)), ""))
    assert isinstance(verdict, Refuted)
    assert verdict.witness == {
        "databases": ["(0)", "(1)"],
        "event": ["value, value < 0"],
        "probabilities": ["1/2", "1 / (2 r^4)"],
        "exp_eps": "r^2",
        "delta": "0",
        "u": "1",
        "r": "e^(1)",
        "cell": ["value", "", "0"],
    }


def test_only_what_was_compared_is_decided() -> None:
    """Every eps, delta = 0 and both directions; and no table of probabilities is made of it."""
    table = branches(noisy, BIT)
    other = Guarantee(EPS.exp(1), ExponentialFunction.of(Fraction(1, 9)))
    for guarantee, over, direction in (
        (other, EVERY_EPSILON, Direction.BOTH),
        (pure(1), Range(Fraction(2)), Direction.BOTH),
        (pure(1), EVERY_EPSILON, Direction.FORWARD),
    ):
        with pytest.raises(ValueError, match="every eps, both directions and delta = 0 only"):
            audit_table(table, guarantee, "", over, direction)
    with pytest.raises(TypeError, match="no table of probabilities"):
        table_fields(table)
    assert value_table(branches(lambda *of: noisy(*of) > 0, BIT)) is None


def test_claims_and_mechanisms_with_values() -> None:
    """The ledger's form and the audit of a mechanism record branches by themselves."""

    class Noisy:
        eps = EPS

        def __call__(self, answers: Answers, coins: Continuous) -> Hashable:
            return noisy(answers, coins)

    assert isinstance(confirmed(audit_privacy(Noisy(), BIT, pure(1))), Holds)
    for multiple, kind in ((1, Holds), (Fraction(3, 4), Refuted)):
        answer = private(Noisy(), BIT, pure(multiple)).answer("noisy")
        assert isinstance(confirmed(answer.verdict), kind)


U = ExponentialPolynomial.u()
ONE = ExponentialPolynomial.of(1)


def test_where_a_function_is_negative() -> None:
    """The function s - u is negative left of u, and (s - u)^2 nowhere, which is shown outside."""
    line = {(1, 0): ONE, (0, 0): -U}
    found = [nowhere_negative(on_cone(line, *ends)) for ends in ((None, 1), (0, 1), (1, 2))]
    assert found == [False, False, True]
    assert negative_at(on_cone(line, None, 1), bounded=False) == (1, 1, Fraction(1))
    square = {(2, 0): ONE, (1, 0): -2 * U, (0, 0): U * U}
    for low, high, shown in ((0, 1, True), (1, None, True), (None, 1, True), (0, 2, False)):
        cone = on_cone(square, low, high)
        assert nowhere_negative(cone) == shown
        assert negative_at(cone, bounded=None not in (low, high)) is None


def test_free_values_are_on_the_other_side() -> None:
    """Of two noisy answers of the rate 1 that both move, each is beyond its centre: r^2."""
    verdict = confirmed(audit_table(branches(two_noisy, ON_GRID), pure(Fraction(1, 4)), ""))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"] == ["(-1,-1)", "(0,0)"]
    event = "(free value,free value), free value 1 < -1/2, free value 2 < -1/2"
    assert verdict.witness["event"] == [event]
    assert verdict.witness["probabilities"] == ["1/4", "1 / (4 r^4)"]


def test_a_value_that_is_free_on_one_branch_only() -> None:
    """Nobody sees whether it was: this is not understood, on whatever databases it happens."""

    def sometimes(answers: Answers, coins: Continuous) -> Hashable:
        x, y = (coins.draw_real(Laplace(1 / EPS)) for _ in range(2))
        if answers[0] and x > 0:
            return x, y
        return x, y

    with pytest.raises(UndrawnError, match="a value has one noise wherever it is put out"):
        value_table(branches(sometimes, BIT))


def test_a_refutation_of_another_cell_is_not_what_is_asked() -> None:
    """A claim asks for the cell that the witness names, on the databases that it names."""
    table, guarantee = branches(noisy, BIT), pure(Fraction(3, 4))
    found = audit_table(table, guarantee, "")
    assert isinstance(found, Refuted)
    others: list[dict[str, Json]] = [
        {"cell": ["value", "", "1"]},
        {"cell": ["value", "-1", "0"]},
        {"databases": ["(1)", "(0)"]},
    ]
    for told in ({}, *others):
        said, kind = replace(found, witness=found.witness | told), Undecided if told else Refuted
        asked = demanding.private(said, table, guarantee, EVERY_EPSILON, Direction.BOTH)
        assert isinstance(confirmed(asked), kind), told
