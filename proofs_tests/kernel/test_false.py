"""False statements in the shape of true ones, each aimed at one step of the kernel's argument."""

from __future__ import annotations

import json

import pytest

from audits.kernel import Refused, check
from proofs_tests.kernel.examples import (
    ALWAYS,
    BIT,
    EVERY,
    EXAMPLES,
    Certificate,
    certificate,
    rows,
    worst_case_guess,
)

BOUND = EXAMPLES["optimum-bound: a bit"]


def on_a_bit(first: list[object], second: list[object], **fields: object) -> Certificate:
    """Laws [total, weights] on a bit, private for all r with e^eps = 1 unless said otherwise."""
    laws = [
        {"database": [i], "total": law[0], "weights": law[1:]}
        for i, law in enumerate((first, second))
    ]
    scope = {"range": ALWAYS, "direction": "both", "exp_eps": "1", "delta": "0"} | fields
    outcomes = [str(y) for y in range(len(first) - 1)]
    return certificate("all-epsilon", universe=BIT, outcomes=outcomes, laws=laws, **scope)


def compared(left: object, relation: str, right: object, scope: object = ALWAYS) -> Certificate:
    """One comparison."""
    entry = {"name": "", "left": left, "relation": relation, "right": right}
    return certificate("comparisons", range=scope, entries=[entry])


def dual(**fields: object) -> Certificate:
    """A bound on a bit with other multipliers."""
    changed = BOUND["dual"]
    assert isinstance(changed, dict)
    return BOUND | {"dual": changed | fields}


SHORT = {"from": "1", "to": "3", "exp": None}


def again(direction: str, order: str, **scope: object) -> Certificate:
    """Three databases with two laws: from the first law to the second the loss is 5, back 9/5."""
    weights = {"a": [5, 5], "b": [1, 9]}
    laws = [{"database": [i], "total": 10, "weights": weights[y]} for i, y in enumerate(order)]
    return certificate(
        "all-epsilon" if scope else "point",
        universe=rows(3, 1, 1, "sequence", "replace-one"),
        outcomes=["0", "1"],
        laws=laws,
        direction=direction,
        exp_eps="2",
        delta="0",
        **scope,
    )


FALSE: dict[str, tuple[Certificate, str]] = {
    "a large coefficient hides a small negative one": (
        compared("0", "<=", {"num": [-1, 0, 10**300], "den": 1}, SHORT | {"from": "0"}),
        "ComparisonNotShown",
    ),
    "a negative coefficient between two that fill their places": (
        compared("0", "<=", {"num": [1, -(2**65), 2**129 - 1], "den": 1}, SHORT | {"from": "0"}),
        "ComparisonNotShown",
    ),
    "negative between two dyadic numbers, at 5/3": (
        compared("0", "<=", {"num": [25 * 10**20 - 1, -30 * 10**20, 9 * 10**20], "den": 1}),
        "ComparisonNotShown",
    ),
    "zero at one end is not more than zero": (
        compared("0", "<", {"num": [3, -1], "den": 1}, SHORT),
        "ComparisonNotShown",
    ),
    "equal at the start and at every halving, but not identical": (
        compared("0", "=", {"num": [-6, 11, -6, 1], "den": 1}, SHORT),
        "ComparisonNotShown",
    ),
    "a denominator that is negative far away": (
        compared("0", "<=", {"num": 1, "den": [10**30, -1]}),
        "TotalNotPositive",
    ),
    "gains of two outcomes that cancel": (
        on_a_bit([4, 2, 1, 1], [4, 1, 2, 1], delta="1/5"),
        "PrivacyNotShown",
    ),
    "a gain that is positive far away only": (
        on_a_bit(
            [[10**9 + 1, 1], 10**9, [1, 1]], [[10**9 + 1, 1], [10**9, 1], 1], delta="999/1000"
        ),
        "PrivacyNotShown",
    ),
    "a gain forward that is a loss backward": (
        on_a_bit([2, 1, 1, 0], [4, 2, 1, 1], exp_eps="2", direction="backward"),
        "PrivacyNotShown",
    ),
    "forward, and the first law comes back": (again("forward", "aba"), "PrivacyNotShown"),
    "backward, and the second law comes back": (again("backward", "bab"), "PrivacyNotShown"),
    "u > 0: forward, and the first law comes back": (
        again("forward", "aba", range=EVERY),
        "PrivacyNotShown",
    ),
    "u > 0: more than 0 where it is 0 everywhere": (
        compared({"num": [[1, 1, 1]], "den": 1}, "<", {"num": [[1, 1, 1]], "den": 1}, EVERY),
        "ComparisonNotShown",
    ),
    "u > 0: equal at u = 0 and to first order, but not identical": (
        compared(
            {"num": [[0, 1, 1]], "den": 1}, "=", {"num": [[0, 0, 1], [1, 0, 1]], "den": 1}, EVERY
        ),
        "ComparisonNotShown",
    ),
    "u > 0: negative for 3/4 < u < 5/4": (
        compared("0", "<=", {"num": [[0, 0, 15], [1, 0, -32], [2, 0, 16]], "den": 1}, EVERY),
        "ComparisonNotShown",
    ),
    "u > 0: negative below u = 10^-20": (
        compared("0", "<=", {"num": [[0, 0, -1], [1, 0, 10**20]], "den": 1}, EVERY),
        "ComparisonNotShown",
    ),
    "u > 0: negative above u = 44 (u^12 and e^u)": (
        compared("0", "<=", {"num": [[0, 0, 10**20], [0, 1, -1], [12, 0, 1]], "den": 1}, EVERY),
        "ComparisonNotShown",
    ),
    "u > 0: a denominator that is negative for small u": (
        compared("0", "<=", {"num": 1, "den": [[0, 0, -2], [0, 1, 1]]}, EVERY),
        "TotalNotPositive",
    ),
    "u > 0: a denominator that is 0": (
        compared("0", "<=", {"num": 1, "den": []}, EVERY),
        "TotalNotPositive",
    ),
    "u > 0: a weight that is negative for small u": (
        on_a_bit(
            [[[0, 1, 1]], [[0, 0, -1], [0, 1, 1], [1, 0, -2]], [[0, 0, 1], [1, 0, 2]]],
            [2, 1, 1],
            range=EVERY,
        ),
        "NegativeWeight",
    ),
    "u > 0: delta = e^-eps at x = 1, false for large u": (
        EXAMPLES["every eps: noise"] | {"exp_eps": "1", "delta": {"num": 1, "den": [[0, 1, 1]]}},
        "PrivacyNotShown",
    ),
    "u > 0: delta = (r - 1 - u)/r at x = 1, false for small u": (
        EXAMPLES["every eps: noise"]
        | {
            "exp_eps": "1",
            "delta": {"num": [[0, 0, -1], [0, 1, 1], [1, 0, -1]], "den": [[0, 1, 1]]},
        },
        "PrivacyNotShown",
    ),
    "u > 0: x = (r + 1)/2": (
        EXAMPLES["every eps: noise"] | {"exp_eps": {"num": [[0, 0, 1], [0, 1, 1]], "den": 2}},
        "PrivacyNotShown",
    ),
    "u > 0: gains of two outcomes that cancel": (
        on_a_bit([4, 2, 1, 1], [4, 1, 2, 1], range=EVERY, delta="1/5"),
        "PrivacyNotShown",
    ),
    "u > 0: a gain that is positive far away only": (
        on_a_bit(
            [[[0, 0, 10**9 + 1], [1, 0, 1]], 10**9, [[0, 0, 1], [1, 0, 1]]],
            [[[0, 0, 10**9 + 1], [1, 0, 1]], [[0, 0, 10**9], [1, 0, 1]], 1],
            range=EVERY,
            delta="999/1000",
        ),
        "PrivacyNotShown",
    ),
    "the dearest outcome is not paid for, since no term names it": (
        dual(prices=[-1, 5]) | {"scores": worst_case_guess(0)},
        "BoundNotShown",
    ),
    "scores that are twice as large": (BOUND | {"scores": worst_case_guess(2)}, "BoundNotShown"),
    "a scale that is negative": (BOUND | {"scale": -1}, "TotalNotPositive"),
    "a flow against the arrow": (
        dual(flows=[[[0, 1], 1, [1], [1]], [[1, 0], 1, [0], [1]]]),
        "BoundNotShown",
    ),
    "a flow that pays itself": (
        dual(flows=[[[0, 0], 1, [0], [1]], [[1, 0], 1, [1], [1]]]),
        "NotAdjacent",
    ),
    "a rent below its flow": (
        dual(flows=[[[0, 1], 0, [0], [1]], [[1, 0], 1, [1], [1]]]),
        "BoundNotShown",
    ),
    "a database twice, another never": (
        EXAMPLES["point: randomised response"]
        | {"laws": [{"database": [0], "total": 3, "weights": [2, 1]}] * 2},
        "RepeatedDatabase",
    ),
    "two moved rows as one": (
        certificate(
            "refutation",
            universe=rows(2, 2, 2, "multiset", "replace-one"),
            outcomes=["a"],
            laws=[
                {"database": [0, 0], "total": 1, "weights": [1]},
                {"database": [1, 1], "total": 1, "weights": [1]},
            ],
            range=None,
            event=[0],
            probabilities=["1", "1"],
            exp_eps="1",
            delta="0",
        ),
        "NotAdjacent",
    ),
}


@pytest.mark.parametrize(
    ("direction", "order"), [("forward", "bba"), ("backward", "aab"), ("backward", "aaa")]
)
def test_the_other_way_round_it_is_true(direction: str, order: str) -> None:
    """The same three databases, where only the smaller loss occurs."""
    assert check(json.dumps(again(direction, order)))
    assert check(json.dumps(again(direction, order, range=EVERY)))


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_refused(name: str) -> None:
    """For the reason that makes it false."""
    fields, reason = FALSE[name]
    with pytest.raises(Refused, match=rf"^{reason}: "):
        check(json.dumps(fields))
