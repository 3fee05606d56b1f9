"""A statement that says nothing is refused as Trivial."""

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
)

IDENTITY = [
    {"database": [0], "total": 1, "weights": [1, 0]},
    {"database": [1], "total": 1, "weights": [0, 1]},
]
LEAK = {"universe": BIT, "outcomes": ["0", "1"], "laws": IDENTITY, "direction": "both"}
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
    "the identity with delta (r + 1)/(r + 1)": leak({"num": [1, 1], "den": [1, 1]}, range=ALWAYS),
    "the identity with delta r": leak({"num": [0, 1], "den": 1}, range=ALWAYS),
    "a negative delta": RESPONSE | {"exp_eps": "10", "delta": "-1/10"},
    "e^eps = 1/2": RESPONSE | {"exp_eps": "1/2", "delta": "1/2"},
    "e^eps = 1/r": leak("1/2", {"num": 1, "den": [0, 1]}, range=ALWAYS),
    "u > 0: the identity with delta (r + u)/(u + r)": leak(
        {"num": [[0, 1, 1], [1, 0, 1]], "den": [[0, 1, 1], [1, 0, 1]]}, range=EVERY
    ),
    "u > 0: the identity with delta r": leak({"num": [[0, 1, 1]], "den": 1}, range=EVERY),
    "u > 0: delta = -u": NOISE | {"delta": {"num": [[1, 0, -1]], "den": 1}},
    "u > 0: delta = u - 1": NOISE | {"delta": {"num": [[0, 0, -1], [1, 0, 1]], "den": 1}},
    "u > 0: e^eps = (1 + u)/r": leak(
        "1/2", {"num": [[0, 0, 1], [1, 0, 1]], "den": [[0, 1, 1]]}, range=EVERY
    ),
    "u > 0: e^eps = 2 u": leak("1/2", {"num": [[1, 0, 2]], "den": 1}, range=EVERY),
    "u > 0: a failure bound of r - u": AT_MOST
    | {"failure": {"num": [[0, 1, 1], [1, 0, -1]], "den": 1}, "range": EVERY},
    "u > 0: a failure of at least -u": AT_LEAST
    | {"failure": {"num": [[1, 0, -1]], "den": 1}, "range": EVERY},
    "a refutation of e^eps = 1/2": REFUTED | {"exp_eps": "1/2"},
    "a refutation of e^eps = 0": REFUTED | {"exp_eps": "0"},
    "a refutation of a negative delta": REFUTED | {"delta": "-1"},
    "no pairs are related": leak("0") | {"universe": BIT | {"related": []}},
    "one value": leak("0")
    | {"universe": rows(1, 1, 1, "sequence", "replace-one"), "laws": IDENTITY[:1]},
    "no rows": certificate(
        "point",
        **{**LEAK, "universe": rows(2, 0, 0, "sequence", "replace-one")},
        exp_eps="1",
        delta="0",
    )
    | {"laws": [{"database": [], "total": 1, "weights": [1, 0]}]},
    "rows are added, but their number is fixed": leak("0")
    | {"universe": BIT | {"moves": "add-remove-one"}},
    "no values": leak("0") | {"universe": rows(0, 1, 1, "sequence", "replace-one"), "laws": []},
    "no entries": ENTRIES | {"entries": []},
    "a failure bound of 1": AT_MOST | {"failure": "1"},
    "a failure bound of r": AT_MOST | {"failure": {"num": [0, 1], "den": 1}, "range": ALWAYS},
    "a failure of at least 0": AT_LEAST | {"failure": "0"},
    "a failure of at least -1": AT_LEAST | {"failure": "-1"},
    "a failure on no databases": AT_LEAST | {"laws": [], "good": []},
    "a failure in an empty universe": AT_MOST
    | {"universe": rows(0, 1, 1, "sequence", "replace-one"), "laws": [], "good": []},
    "no scores, a mechanism": (MECHANISM | {"scores": []}),
    "no scores, a bound": (
        BOUND | {"scores": [], "dual": {"total": 1, "scores": [], "prices": [0, 0], "flows": []}}
    ),
    "an optimum at e^eps = 1/2": (BOUND | {"exp_eps": "1/2"}),
    "an optimum at delta = 2": (BOUND | {"delta": "2"}),
    "an optimal mechanism on no databases": (
        MECHANISM | {"universe": rows(0, 1, 1, "sequence", "replace-one"), "laws": []}
    ),
}


@pytest.mark.parametrize("name", TRIVIAL)
def test_what_says_nothing_is_refused(name: str) -> None:
    """True of every table, or of none: not a statement to be certified."""
    with pytest.raises(Refused, match=r"^Trivial: "):
        check(json.dumps(TRIVIAL[name]))


def test_the_identity_is_not_private_below_1() -> None:
    """With delta a hair less than 1 the same table is refused because it is false."""
    with pytest.raises(Refused, match=r"^PrivacyNotShown: "):
        check(json.dumps(leak(f"{10**30 - 1}/{10**30}")))


def test_a_delta_that_is_1_somewhere_is_not_trivial() -> None:
    """Delta = (r - 1)/r, less than 1 at each r, and delta = r/2 on [1, 3], say something."""
    laws = EXAMPLES["all-epsilon: pure"]["laws"]
    scope = ALWAYS | {"to": "3"}
    assert check(json.dumps(leak({"num": [0, 1], "den": 2}, range=scope) | {"laws": laws}))
    assert check(json.dumps(leak({"num": [-1, 1], "den": [0, 1]}, range=ALWAYS) | {"laws": laws}))
