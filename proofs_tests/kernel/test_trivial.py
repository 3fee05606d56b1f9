"""A statement that says nothing is refused as Trivial."""

from __future__ import annotations

import pytest

from proofs_tests.kernel.examples import (
    ALWAYS,
    BIT,
    EVERY,
    EXAMPLES,
    Certificate,
    certificate,
    dual,
    law,
    ratio,
    reason,
    rows,
)

IDENTITY = [law([0], 1, 1, 0), law([1], 1, 0, 1)]
LEAK = {"universe": BIT, "outcomes": ["0", "1"], "laws": IDENTITY, "direction": "both"}
EMPTY = {"universe": rows(0, 1, 1, "sequence", "replace-one"), "laws": []}
RESPONSE = EXAMPLES["point: randomised response"]
MECHANISM = EXAMPLES["optimum-mechanism: a bit"]
BOUND = EXAMPLES["optimum-bound: a bit"]
NOISE = EXAMPLES["every eps: noise"]
AT_LEAST = EXAMPLES["accuracy: at least"]
AT_MOST = EXAMPLES["accuracy: at most"]
REFUTED = EXAMPLES["refutation: numbers"]
ENTRIES = EXAMPLES["comparisons: numbers"]


def leak(delta: object, exp_eps: object = "1", **fields: object) -> Certificate:
    """The row itself is released."""
    kind = "all-epsilon" if "range" in fields else "point"
    return certificate(kind, **LEAK, exp_eps=exp_eps, delta=delta, **fields)


TRIVIAL: dict[str, Certificate] = {
    "the identity with delta 1": leak("1"),
    "the identity with delta 10": leak("10"),
    "the identity with delta (r + 1)/(r + 1)": leak(ratio([1, 1], [1, 1]), range=ALWAYS),
    "the identity with delta r": leak(ratio([0, 1]), range=ALWAYS),
    "a negative delta": RESPONSE | {"exp_eps": "10", "delta": "-1/10"},
    "e^eps = 1/2": RESPONSE | {"exp_eps": "1/2", "delta": "1/2"},
    "e^eps = 1/r": leak("1/2", ratio(1, [0, 1]), range=ALWAYS),
    "u > 0: the identity with delta (r + u)/(u + r)": leak(
        ratio([[0, 1, 1], [1, 0, 1]], [[0, 1, 1], [1, 0, 1]]), range=EVERY
    ),
    "u > 0: the identity with delta r": leak(ratio([[0, 1, 1]]), range=EVERY),
    "u > 0: delta = -u": NOISE | {"delta": ratio([[1, 0, -1]])},
    "u > 0: delta = u - 1": NOISE | {"delta": ratio([[0, 0, -1], [1, 0, 1]])},
    "u > 0: e^eps = (1 + u)/r": leak(
        "1/2", ratio([[0, 0, 1], [1, 0, 1]], [[0, 1, 1]]), range=EVERY
    ),
    "u > 0: e^eps = 2 u": leak("1/2", ratio([[1, 0, 2]]), range=EVERY),
    "u > 0: a failure bound of r - u": AT_MOST
    | {"failure": ratio([[0, 1, 1], [1, 0, -1]]), "range": EVERY},
    "u > 0: a failure of at least -u": AT_LEAST | {"failure": ratio([[1, 0, -1]]), "range": EVERY},
    "a refutation of e^eps = 1/2": REFUTED | {"exp_eps": "1/2"},
    "a refutation of e^eps = 0": REFUTED | {"exp_eps": "0"},
    "a refutation of a negative delta": REFUTED | {"delta": "-1"},
    "no pairs are related": leak("0") | {"universe": BIT | {"related": []}},
    "one value": leak("0")
    | {"universe": rows(1, 1, 1, "sequence", "replace-one"), "laws": IDENTITY[:1]},
    "no rows": leak("0")
    | {"universe": rows(2, 0, 0, "sequence", "replace-one"), "laws": [law([], 1, 1, 0)]},
    "rows are added, but their number is fixed": leak("0")
    | {"universe": BIT | {"moves": "add-remove-one"}},
    "no values": leak("0") | EMPTY,
    "no entries": ENTRIES | {"entries": []},
    "a failure bound of 1": AT_MOST | {"failure": "1"},
    "a failure bound of r": AT_MOST | {"failure": ratio([0, 1]), "range": ALWAYS},
    "a failure of at least 0": AT_LEAST | {"failure": "0"},
    "a failure of at least -1": AT_LEAST | {"failure": "-1"},
    "a failure on no databases": AT_LEAST | {"laws": [], "good": []},
    "a failure in an empty universe": AT_MOST | EMPTY | {"good": []},
    "no scores, a mechanism": MECHANISM | {"scores": []},
    "no scores, a bound": BOUND | {"scores": [], "dual": dual(1, [], [0, 0], [])},
    "an optimum at e^eps = 1/2": BOUND | {"exp_eps": "1/2"},
    "an optimum at delta = 2": BOUND | {"delta": "2"},
    "an optimal mechanism on no databases": MECHANISM | EMPTY,
}


@pytest.mark.parametrize("name", TRIVIAL)
def test_what_says_nothing_is_refused(name: str) -> None:
    """True of every table, or of none: not a statement to be certified."""
    assert reason(TRIVIAL[name]) == "Trivial"


def test_the_identity_is_not_private_below_1() -> None:
    """With delta a hair less than 1 the same table is refused because it is false."""
    assert reason(leak(f"{10**30 - 1}/{10**30}")) == "PrivacyNotShown"


def test_a_delta_that_is_1_somewhere_is_not_trivial() -> None:
    """Delta = (r - 1)/r, less than 1 at each r, and delta = r/2 on [1, 3], say something."""
    laws = EXAMPLES["all-epsilon: pure"]["laws"]
    scope = ALWAYS | {"to": "3"}
    for delta, where in ((ratio([0, 1], 2), scope), (ratio([-1, 1], [0, 1]), ALWAYS)):
        assert reason(leak(delta, range=where) | {"laws": laws}) == ""
