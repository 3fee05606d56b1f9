"""False statements in the shape of true ones, each aimed at one step of the kernel's argument."""

from __future__ import annotations

import json

import pytest

from audits.kernel import check
from proofs_tests.kernel.examples import (
    EVERY,
    EXAMPLES,
    Certificate,
    between,
    certificate,
    compared,
    comparisons,
    everywhere,
    law,
    on_a_bit,
    private,
    ratio,
    reason,
    refuted,
    rows,
    table,
    worst_case_guess,
)

BOUND = EXAMPLES["optimum-bound: a bit"]
NOISE = EXAMPLES["every eps: noise"]
FROM_0, SHORT = between("0", "3"), between("1", "3")
FAR = 10**9


def one(left: object, relation: str, right: object, scope: object = EVERY) -> Certificate:
    """One comparison."""
    return comparisons(scope, compared(left, relation, right))


def dual(**fields: object) -> Certificate:
    """A bound on a bit with other multipliers."""
    changed = BOUND["dual"]
    assert isinstance(changed, dict)
    return BOUND | {"dual": changed | fields}


def flows(first: list[object], second: list[object]) -> Certificate:
    """The bound with these two flows."""
    return dual(flows=[first, second])


def again(direction: str, order: str, **scope: object) -> Certificate:
    """Three databases with two laws: from the first law to the second the loss is 5, back 9/5."""
    laws = [law([i], 10, *{"a": [5, 5], "b": [1, 9]}[y]) for i, y in enumerate(order)]
    found = table(rows(3, 1, 1, "sequence", "replace-one"), "01", *laws)
    kind = "all-epsilon" if scope else "point"
    return certificate(kind, **found, direction=direction, exp_eps="2", delta="0", **scope)


CANCEL = on_a_bit([4, 2, 1, 1], [4, 1, 2, 1])
TRUE_FLOW: list[object] = [[1, 0], 1, [1], [1]]

FALSE: dict[str, dict[str, Certificate]] = {
    "ComparisonNotShown": {
        "a large coefficient hides a small negative one": one(
            "0", "<=", ratio([-1, 0, 10**300]), FROM_0
        ),
        "a negative coefficient between two that fill their places": one(
            "0", "<=", ratio([1, -(2**65), 2**129 - 1]), FROM_0
        ),
        "negative between two dyadic numbers, at 5/3": one(
            "0", "<=", ratio([25 * 10**20 - 1, -30 * 10**20, 9 * 10**20]), between("1")
        ),
        "zero at one end is not more than zero": one("0", "<", ratio([3, -1]), SHORT),
        "equal at the start and at every halving, but not identical": one(
            "0", "=", ratio([-6, 11, -6, 1]), SHORT
        ),
        "u > 0: more than 0 where it is 0 everywhere": one(
            ratio([[1, 1, 1]]), "<", ratio([[1, 1, 1]])
        ),
        "u > 0: equal at u = 0 and to first order, but not identical": one(
            ratio([[0, 1, 1]]), "=", ratio([[0, 0, 1], [1, 0, 1]])
        ),
        "u > 0: negative for 3/4 < u < 5/4": one(
            "0", "<=", ratio([[0, 0, 15], [1, 0, -32], [2, 0, 16]])
        ),
        "u > 0: negative below u = 10^-20": one("0", "<=", ratio([[0, 0, -1], [1, 0, 10**20]])),
        "u > 0: negative above u = 44 (u^12 and e^u)": one(
            "0", "<=", ratio([[0, 0, 10**20], [0, 1, -1], [12, 0, 1]])
        ),
    },
    "TotalNotPositive": {
        "a denominator that is negative far away": one(
            "0", "<=", ratio(1, [10**30, -1]), between("1")
        ),
        "u > 0: a denominator that is negative for small u": one(
            "0", "<=", ratio(1, [[0, 0, -2], [0, 1, 1]])
        ),
        "u > 0: a denominator that is 0": one("0", "<=", ratio(1, [])),
        "a scale that is negative": BOUND | {"scale": -1},
    },
    "PrivacyNotShown": {
        "gains of two outcomes that cancel": private(CANCEL, "1", "1/5"),
        "a gain that is positive far away only": private(
            on_a_bit([[FAR + 1, 1], FAR, [1, 1]], [[FAR + 1, 1], [FAR, 1], 1]), "1", "999/1000"
        ),
        "a gain forward that is a loss backward": private(
            on_a_bit([2, 1, 1, 0], [4, 2, 1, 1]), "2", direction="backward"
        ),
        "forward, and the first law comes back": again("forward", "aba"),
        "backward, and the second law comes back": again("backward", "bab"),
        "u > 0: forward, and the first law comes back": again("forward", "aba", range=EVERY),
        "u > 0: delta = e^-eps at x = 1, false for large u": NOISE
        | {"exp_eps": "1", "delta": ratio(1, [[0, 1, 1]])},
        "u > 0: delta = (r - 1 - u)/r at x = 1, false for small u": NOISE
        | {"exp_eps": "1", "delta": ratio([[0, 0, -1], [0, 1, 1], [1, 0, -1]], [[0, 1, 1]])},
        "u > 0: x = (r + 1)/2": NOISE | {"exp_eps": ratio([[0, 0, 1], [0, 1, 1]], 2)},
        "u > 0: gains of two outcomes that cancel": everywhere(CANCEL, "1", "1/5"),
        "u > 0: a gain that is positive far away only": everywhere(
            on_a_bit(
                [[[0, 0, FAR + 1], [1, 0, 1]], FAR, [[0, 0, 1], [1, 0, 1]]],
                [[[0, 0, FAR + 1], [1, 0, 1]], [[0, 0, FAR], [1, 0, 1]], 1],
            ),
            *("1", "999/1000"),
        ),
    },
    "NegativeWeight": {
        "u > 0: a weight that is negative for small u": everywhere(
            on_a_bit(
                [[[0, 1, 1]], [[0, 0, -1], [0, 1, 1], [1, 0, -2]], [[0, 0, 1], [1, 0, 2]]],
                [2, 1, 1],
            ),
            "1",
        )
    },
    "BoundNotShown": {
        "the dearest outcome is not paid for, since no term names it": dual(prices=[-1, 5])
        | {"scores": worst_case_guess(0)},
        "scores that are twice as large": BOUND | {"scores": worst_case_guess(2)},
        "a flow against the arrow": flows([[0, 1], 1, [1], [1]], [[1, 0], 1, [0], [1]]),
        "a rent below its flow": flows([[0, 1], 0, [0], [1]], TRUE_FLOW),
    },
    "NotAdjacent": {
        "a flow that pays itself": flows([[0, 0], 1, [0], [1]], TRUE_FLOW),
        "two moved rows as one": refuted(
            table(
                rows(2, 2, 2, "multiset", "replace-one"),
                *("a", law([0, 0], 1, 1), law([1, 1], 1, 1)),
            ),
            *([0], ["1", "1"], "1", "0"),
        ),
    },
    "RepeatedDatabase": {
        "a database twice, another never": EXAMPLES["point: randomised response"]
        | {"laws": [law([0], 3, 2, 1)] * 2}
    },
}


@pytest.mark.parametrize(
    ("direction", "order"), [("forward", "bba"), ("backward", "aab"), ("backward", "aaa")]
)
def test_the_other_way_round_it_is_true(direction: str, order: str) -> None:
    """The same three databases, where only the smaller loss occurs."""
    assert check(json.dumps(again(direction, order)))
    assert check(json.dumps(again(direction, order, range=EVERY)))


@pytest.mark.parametrize(
    ("name", "why"), [(name, why) for why, several in FALSE.items() for name in several]
)
def test_a_false_statement_is_refused(name: str, why: str) -> None:
    """For the reason that makes it false."""
    assert reason(FALSE[why][name]) == why
