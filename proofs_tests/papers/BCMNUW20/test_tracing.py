"""Numbers in the claims on section 4, and that its errors do not depend on the constants."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.stump_releases import PooledMeans, rare_majority_is_right
from audits.claims.bcmnuw20.section_4_lower_bound import (
    accused_at_most,
    many_private_or_many_public_rows,
)
from audits.claims.bcmnuw20.section_4_tracers import SOUND, outsiders_are_rarely_accused
from audits.claims.bcmnuw20.section_4_tracing_theorem import CONSTANTS, many_hits_almost_always
from audits.claims.vocabulary import exp_high, exp_low
from audits.ledger import Form, Size, claims
from audits.ledger.deciding import is_true
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_experiment import Experiment
from reference.lower_bounds.uninformative_answers import Garbage, most_often_hit

HALF = Fraction(1, 2)


def _cases(identifier: str) -> Iterator[dict[str, Any]]:
    """Those that meet the hypothesis."""
    (item,) = (c for c in claims([identifier]) if c.form is Form.PRINTED and c.id == identifier)
    for case in item.scope.cases(Size.TINY):
        if all(map(is_true, item.hypothesis(case))):
            yield case


def test_every_constant_refutes_the_number_of_hits() -> None:
    """Means are accurate in all cases, for each of nine constants, and both accuracies refute."""
    cases = [*_cases("BCMNUW20.T14")]
    assert [case["alpha"] for case in cases] == [Fraction(1, 4), Fraction(1, 10)]
    assert not any(is_true(each) for case in cases for each in many_hits_almost_always(**case))
    assert len(set(CONSTANTS)) == 9


def test_few_rows_are_enough_with_a_large_error_for_every_constant() -> None:
    """What is written down against Theorem 13 is accurate, and far below one."""
    assert [*_cases("BCMNUW20.T13")] == [{}]
    (said,) = many_private_or_many_public_rows()
    assert said.left == 1
    assert 0 < Fraction(str(said.right)) < HALF


def test_the_majority_now_and_then_is_right_often_enough() -> None:
    """By hand for 15 rows, 2^40 stumps: 0.0141 and more against 1 - alpha = 1/120."""
    told = rare_majority_is_right(15, 2**40, 1 - Fraction(1, 120))
    assert Fraction(140, 10_000) < told < Fraction(142, 10_000)
    wrong = sum(comb(15, k) * 119 ** (15 - k) for k in range(8, 16))
    assert told == (1 - Fraction(2**40 * wrong, 120**15)) / 60
    assert rare_majority_is_right(15, 2**50, 1 - Fraction(1, 120)) < 0


@pytest.mark.parametrize("alpha", [Fraction(1, 10), Fraction(1, 4)])
def test_no_attacker_finds_rows_behind_garbage(alpha: Fraction) -> None:
    """Two stumps, and attackers that accuse one row behind the constant answer, no other."""
    row = product_rows((HALF, HALF))
    for accused in range(4):

        def attacker(q: Any, y: int, accused: int = accused) -> bool:  # noqa: ANN401 - of every kind
            return q == (0, 0) and y == accused

        game: Experiment[Fraction] = Experiment(
            lambda w: Garbage(PooledMeans(2, w), (Fraction(0), Fraction(0)), alpha),
            row,
            1,
            1,
            attacker,
        )
        law = game.accused()
        a = law.probability_that(lambda each: each[-1])
        for k in (1, 2):
            hit = law.map(lambda each: sum(each[:-1]))
            chance = sum((hit.probability(c) for c in hit if c >= k), Fraction(0))
            assert chance <= most_often_hit(alpha, 2, a, k)


def test_how_much_of_the_bound_outsiders_use() -> None:
    """At most 29/100 of S^-2 and delta on the scope: Hoeffding's bound is not attained."""
    used = [
        Fraction(str(each.left)) / Fraction(str(each.right))
        for p, mean, samples in product((4, 16), (Fraction(0), HALF), (2, 4, 16))
        for each in outsiders_are_rarely_accused(SOUND, p, mean, samples)
    ]
    assert Fraction(1, 5) < max(used) < Fraction(29, 100)


def test_ten_rows_do_not_contradict_and_eleven_do() -> None:
    """10 < 4e < 11."""
    assert accused_at_most(10, exp_low(1)) >= Fraction(1, 20)
    assert accused_at_most(11, exp_high(1)) < Fraction(1, 22)
