"""NumericSparse against sums over truncated noise, and its budget."""

import json
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from audits.evidence.labels import label
from reference.mechanisms.stream.numeric_sparse import NumericSparse, Scales, shares, sparse_scale
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS = Path(__file__).parents[4] / "vectors"


class Case(TypedDict):
    """One law of the oracle file."""

    root: str
    count: int
    database: list[int]
    law: dict[str, str]


CASES: list[Case] = json.loads((VECTORS / "bcmnuw20_stream.json").read_text())["numeric_sparse"]


@pytest.mark.parametrize("case", CASES)
def test_law_is_the_oracle_s(case: Case) -> None:
    """Every outcome has the probability that truncated sums with a remainder bound give."""
    root, database = Fraction(case["root"]), tuple(case["database"])
    expected = {outcome: Fraction(p) for outcome, p in case["law"].items()}
    one = NumericSparse(0, case["count"], Epsilon(root, 4), Epsilon(root))
    every = NumericSparse(0, case["count"], Epsilon.indeterminate(4), Epsilon.indeterminate())
    for found in (law(one, database), law(every, database).at(root)):
        assert {label(y): found.probability(y) for y in found} == expected


def test_budget() -> None:
    """The sum c (8/9 + 1/9) eps / c = eps; the tests take eight parts of nine."""
    every = Epsilon.indeterminate(18)
    mechanism = NumericSparse.of_budget(0, 2, every)
    assert mechanism.guarantee.exp_eps == every.exp()
    assert mechanism.test_eps.parts == 8
    assert mechanism.answer_eps.parts == 1
    tests, answers = shares(Fraction(3), Fraction(0))
    assert (tests.exactly, answers.exactly) == (Fraction(8, 3), Fraction(2, 3))


def test_scales() -> None:
    """2c/eps for delta = 0; ratios of eps_1 and eps_2 for delta > 0: sqrt(512) to 2."""
    pure = Scales.of_budget(Fraction(1), Fraction(0), 3)
    assert (pure.tests.exactly, pure.answers.exactly) == (Fraction(27, 4), Fraction(27))
    assert sparse_scale(Fraction(1, 2), Fraction(0), 3).exactly == 12
    both = Scales.of_budget(Fraction(1), Fraction(1, 100), 3)
    ratio = both.answers / both.tests
    assert (ratio * ratio - 128).certainly_less(Fraction(1, 2**60))
    assert (128 - ratio * ratio).certainly_less(Fraction(1, 2**60))
