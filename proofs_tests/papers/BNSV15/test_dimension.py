"""Numbers in the words of the claims of sections 6 and 7, by hand or by another route."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from audits.claims.bbkn13.laws.programmes import learning
from audits.claims.bnsv15.laws.point_learners import choosing_points
from audits.engines.optimum.optimum import solve
from reference.data.concept import points
from reference.data.product_concept import product_points
from reference.probability.law import law

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bnsv15_dimension.json").read_text("utf-8")
)
THIRD = Fraction(1, 3)


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("case", VECTORS["cycle"])
def test_best_learner_on_a_cycle(case: dict[str, str]) -> None:
    """The optimum of the programme is the number that was found another way."""
    d, n, r = int(case["points"]), int(case["rows"]), Fraction(case["r"])
    targets = [
        (c, tuple(Fraction(int(z in (x, (x + 1) % d)), 2) for z in range(d)))
        for x, c in enumerate(points(d))
    ]
    best = solve(learning(points(d), targets, d, n, THIRD), r)
    assert best.lower == best.upper == Fraction(case["best"])
    assert best.lower == r**n / (r**n + d - 1)


@pytest.mark.paper("BNSV15")
def test_naming_the_right_point_attains_the_bound() -> None:
    """One example tells x: (x, 1) and (x + 1, 0); its name r times likelier than any other."""
    d, r = 4, Fraction(2)
    told = {(x, y): x if y else (x - 1) % d for x, y in product(range(d), (0, 1))}
    answers = {
        example: [(r if z == x else 1) / (r + d - 1) for z in range(d)]
        for example, x in told.items()
    }
    for x in range(d):
        samples = [(x, 1), ((x + 1) % d, 0)]
        assert sum(answers[s][x] for s in samples) / 2 == r / (r + d - 1)
    for first, second in product(answers.values(), repeat=2):
        assert all(p <= r * q for p, q in zip(first, second, strict=True))


def from_two_votes(first: int, second: int, d: int, r: Fraction) -> list[Fraction]:
    """Of r^2 + d - 1 parts r^2 for a name said twice, r for one said once, the rest for others."""
    whole = r**2 + d - 1
    if first == second:
        return [(r**2 if z == first else Fraction(1)) / whole for z in range(d)]
    rest = (1 - 2 * r / whole) / (d - 2)
    return [r / whole if z in {first, second} else rest for z in range(d)]


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("d", [3, 4])
def test_two_votes_attain_the_bound(d: int) -> None:
    """Two examples name x twice; one vote changes every probability by at most r = 2."""
    r = Fraction(2)
    assert from_two_votes(1, 1, d, r)[1] == r**2 / (r**2 + d - 1)
    for vote, one, other in product(range(d), repeat=3):
        before, after = from_two_votes(vote, one, d, r), from_two_votes(vote, other, d, r)
        assert sum(before) == 1
        assert all(p <= r * q for p, q in zip(before, after, strict=True))


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize(("size", "dimensions"), [(2, 1), (3, 3)])
def test_points_are_found_whatever_the_domain(size: int, dimensions: int) -> None:
    """Best 8, threshold 4, e^(eps/4) = 2: bottom with probability 2^-4/2."""
    where = product_points(size, dimensions)
    learner = choosing_points(where, 4, Fraction(2))
    missed = 1 - law(learner, ((where[-1], 1),) * 8).probability(where[-1])
    assert missed == Fraction(1, 32)


@pytest.mark.paper("BNSV15")
def test_one_row_is_found_with_the_probability_delta() -> None:
    """Best 1, threshold 4: the test is passed with probability 2^-3/2, and there is one choice."""
    learner = choosing_points(((0,), (1,)), 4, Fraction(2))
    assert law(learner, (((1,), 1),)).probability((1,)) == Fraction(1, 16)
    assert law(learner, (((1,), 0),)).probability((1,)) == 0
