"""The optimum for every eps at once, and at an eps itself between two certified numbers."""

import json
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest

from audits.engines.optimum import piece_certificate, solve, solve_for_all
from audits.engines.optimum.algebraic import AlgebraicNumber, sign_changes
from audits.engines.optimum.bracket import bracket
from audits.engines.optimum.problems.counts import counting_loss
from audits.engines.optimum.problems.order import interior_point
from audits.evidence.verdict import objection
from audits.kernel import check
from proofs_tests.command_line import exactdp
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


CONTEXT = Context(prec=60)
"""Of decimals, which know nothing of our enclosures."""

WIDTH = Fraction(1, 10**9)


def e_to(eps: Fraction) -> Decimal:
    """By the decimals of Python."""
    return CONTEXT.exp(CONTEXT.divide(Decimal(eps.numerator), Decimal(eps.denominator)))


@pytest.mark.parametrize(
    ("size", "eps", "delta"),
    [*product([2], ["1/10", "1", "7/3", "10"], ["0", "0.125"]), *product([3, 5], ["3/2"], ["0"])],
)
def test_randomised_response(size: int, eps: str, delta: str) -> None:
    """One of k values: (e^eps + (k - 1) delta)/(e^eps + k - 1)."""
    x, d = e_to(Fraction(eps)), (size - 1) * Decimal(delta)
    known = Fraction(CONTEXT.divide(x + d, x + size - 1))
    found = bracket(interior_point(size, 1), Fraction(eps), Fraction(delta))
    assert found.lower < known < found.upper
    assert found.upper - found.lower < WIDTH
    assert [objection(*proof) for proof in found.proofs()] == [None, None]


def test_a_small_eps() -> None:
    """The lower end is at e^eps = 1, not below: there is no mechanism that is private there."""
    found = bracket(interior_point(2, 1), Fraction(1, 10**20), Fraction(0))
    assert found.below.exp_eps == 1
    assert found.lower == Fraction(1, 2) < found.upper < Fraction(1, 2) + WIDTH


def test_a_loss() -> None:
    """That of one bit is 1/(e^eps + 1): the bound on all mechanisms is the lower end."""
    eps = Fraction(1, 2)
    known = Fraction(CONTEXT.divide(Decimal(1), e_to(eps) + 1))
    found = bracket(counting_loss(1, 1), eps, Fraction(0))
    assert found.lower < known < found.upper
    assert found.upper - found.lower < WIDTH
    assert (found.lower, found.upper) == (found.above.lower, found.below.upper)


def test_the_command(tmp_path: Path) -> None:
    """It prints both ends, and the kernel accepts both certificates; a person sees decimals."""
    words = f"optimum interior-point -p domain=2 -p rows=1 --eps 1 --certificate {tmp_path}/x.json"
    done = exactdp(f"{words} --json")
    answer = json.loads(done.stdout)
    known = Fraction(CONTEXT.divide(e_to(Fraction(1)), e_to(Fraction(1)) + 1))
    assert done.returncode == 0
    assert Fraction(answer["lower"]["exact"]) < known < Fraction(answer["upper"]["exact"])
    assert (answer["optimum"]["low"], answer["optimum"]["high"]) == (
        "0.7310585786",
        "0.7310585787",
    )
    assert exactdp(f"check {' '.join(answer['files'])}").returncode == 0
    assert "optimum       0.7310585786 to 0.7310585787" in exactdp(words).stdout
