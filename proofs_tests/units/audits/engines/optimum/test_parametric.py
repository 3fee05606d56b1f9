"""The optimum for every eps at once: a piecewise rational function with a proof for each piece."""

import json
from fractions import Fraction
from itertools import pairwise

import pytest

from audits.engines.optimum import piece_certificate, solve, solve_for_all
from audits.engines.optimum.algebraic import AlgebraicNumber, sign_changes
from audits.kernel import check
from proofs_tests.units.audits.engines.optimum.second_solver import posed
from reference.exact.polynomial import polynomial
from reference.exact.rational_function import RationalFunction

R = RationalFunction.r()

CASES = [
    ("interior-point domain=4 rows=2", "0"),
    ("interior-point domain=4 rows=2", "1/100"),
    ("interior-point domain=3 rows=1", "1/10"),
    ("median domain=3 rows=3", "0"),
    ("counting-loss rows=3", "0"),
    ("pac-learning concepts=point domain=3 rows=2 accuracy=0 grid=2", "1/10"),
]


@pytest.mark.parametrize("points", [1, 2, 5])
def test_one_row_is_randomised_response_for_every_eps(points: int) -> None:
    """One piece: r / (r + N - 1)."""
    problem = posed(f"interior-point domain={points} rows=1")
    found = solve_for_all(problem).functions()
    assert [function for _, _, function in found] == [R / (R + (points - 1))]


@pytest.mark.parametrize(("words", "delta"), CASES)
def test_pieces_are_proved_and_agree_with_the_optimum_at_numbers(words: str, delta: str) -> None:
    """The kernel accepts every piece, and at many e^eps the function is the optimum."""
    problem = posed(words)
    found = solve_for_all(problem, Fraction(delta))
    for piece in found.pieces:
        check(json.dumps(piece_certificate(found, piece)))
    for x in map(Fraction, ("1", "11/10", "2", "8/3", "5", "60")):
        assert found.at(x) == solve(problem, x, Fraction(delta)).value


@pytest.mark.parametrize(("words", "delta"), CASES[:2])
def test_pieces_follow_each_other_from_one_to_infinity(words: str, delta: str) -> None:
    """Each begins where the one before ends, and the function is continuous there."""
    found = solve_for_all(posed(words), Fraction(delta))
    starts = [piece.start for piece in found.pieces]
    ends = [piece.end for piece in found.pieces]
    assert starts[0] == AlgebraicNumber.of(Fraction(1))
    assert ends[-1] is None
    assert starts[1:] == ends[:-1]
    functions = found.functions()
    for (_, end, left), (start, _, right) in pairwise(functions):
        assert end == start
        difference = left - right
        assert start in sign_changes(difference.numerator, Fraction(1)) or not difference


def test_interior_point_of_four_points_and_two_rows() -> None:
    """The packing bound r^2 / (r^2 + 3) is attained up to e^eps = 2, and not beyond."""
    (one, two, packing), (_, root, _), (_, end, _) = solve_for_all(
        posed("interior-point domain=4 rows=2")
    ).functions()
    assert (one.rational, end) == (Fraction(1), None)
    assert two is not None
    assert two.rational == Fraction(2)
    assert packing == R**2 / (R**2 + 3)
    assert root is not None
    assert root.coefficients == (6, -13, 4)


def test_a_changed_piece_is_refused() -> None:
    """The proof notices another value."""
    found = solve_for_all(posed("interior-point domain=2 rows=1"))
    proof = piece_certificate(found, found.pieces[0])
    assert check(json.dumps(proof))
    proof["value"] = {"num": [1, 1], "den": [2, 1]}
    with pytest.raises(Exception, match=r"^(Bound|Score)NotShown: "):
        check(json.dumps(proof))


def test_algebraic_numbers_are_ordered_and_told_apart() -> None:
    """Sqrt 2 < 3/2 < (1 + sqrt 5) / 2 < sqrt 3, and a double root is no change of sign."""
    product = (
        polynomial([-2, 0, 1])
        * polynomial([-1, -1, 1])
        * polynomial([-3, 2])
        * polynomial([-3, 0, 1])
        * polynomial([-4, 1]) ** 2
    )
    found = sign_changes(product, Fraction(1))
    assert [number.coefficients for number in found] == [
        (-2, 0, 1),
        (-3, 2),
        (-1, -1, 1),
        (-3, 0, 1),
    ]
    assert found[1].rational == Fraction(3, 2)
    low, high = found[0].within(Fraction(1, 10**6))
    assert low**2 < 2 < high**2
    assert high - low <= Fraction(1, 10**6)
    assert str(found[0]) == "root of r^2 - 2 in (707/500, 283/200)"
