"""Databases two moves apart, by what is measured one move apart."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_tests.properties.metamorphic.cases import CASES, Case
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import LOSSES
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee


def two_apart(case: Case) -> list[tuple[int, int]]:
    """Pairs that have a neighbour in common, and are no neighbours."""
    near: dict[int, set[int]] = {i: set() for i in range(len(case.databases))}
    for i, j in case.pairs:
        near[i].add(j)
        near[j].add(i)
    return [
        (i, k) for i, js in near.items() for k in {k for j in js for k in near[j]} - js if i < k
    ]


@property_of(
    group_guarantee,
    {
        "e^eps": "exp_eps * x, guarantee => x, guarantee",
        "delta": "guarantee.delta + x * delta => guarantee.delta",
        "twice delta": "guarantee.delta + x * delta => 2 * guarantee.delta",
    },
    examples=3,
    root=LOSSES,
    exp_eps=LOSSES,
)
def test_two_moves_lose_as_the_group_does(
    promised: Any,
    root: Fraction,
    exp_eps: Fraction,
) -> None:
    """delta_2(x^2) <= (1 + x) delta(x), at every x at which the curve bends, and at others."""
    for name, case in CASES.items():
        if far := two_apart(case):
            one, two = case.curve_at(root), case.curve_at(root, far)
            for x, delta in (*one.breakpoints, (exp_eps, one.delta_at(exp_eps))):
                found = promised(Guarantee(x, delta), 2)
                assert two.delta_at(found.exp_eps) <= found.delta, name
