"""The optimum at an eps itself lies between two certified numbers, and these are close."""

import json
from decimal import Context, Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from audits.engines.optimum.bracket import bracket
from audits.engines.optimum.problems.counts import counting_loss
from audits.engines.optimum.problems.order import interior_point
from audits.evidence.verdict import objection
from proofs_tests.command_line import exactdp

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
