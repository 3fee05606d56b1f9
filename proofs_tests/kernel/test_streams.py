"""Certificates about any number of answers: true ones, false ones, and all that are changed."""

from __future__ import annotations

import json
import os
import re
from copy import deepcopy
from fractions import Fraction
from itertools import islice

import pytest

from audits.kernel import Refused, check
from proofs_tests.kernel.examples import Certificate, certificate
from proofs_tests.kernel.second_streams import price_along, worst
from proofs_tests.kernel.stream_examples import ATTAINED, BOUND, node
from proofs_tests.kernel.test_mutations import mutations, refusal_of

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
PROOFS = {
    "stream-bound": {"start", "nodes"},
    "stream-attained": {"mode", "prophecies", "run", "loop"},
}
PRICES: dict[str, Fraction | None] = {}
"""The numbers of the second checker, each found once."""


def test_what_is_proved_is_said() -> None:
    """At most eps, and no less; the second checker finds both numbers in runs of five steps."""
    above, below = check(json.dumps(BOUND)), check(json.dumps(ATTAINED))
    assert above.startswith(
        "private for every number of answers, every real answer, every eps: loss <= 1 eps; "
        "adjacent: all answers may change, each by at most 1: "
    )
    assert below.startswith("not private for every number of answers")
    for said in (above, below):
        assert {k: v for k, v in said.facts.items() if k != "sha256"} == {
            "adjacency": "all",
            "sensitivity": "1",
            "loss": "1",
            "states": 3,
            "observed": "yes",
            "integers": "yes",
        }
    assert price_along(ATTAINED) == 1
    assert worst(BOUND, 4) == Fraction(3, 4)
    assert worst(BOUND | {"adjacency": "one"}, 4) == Fraction(1, 4)


@pytest.mark.parametrize("example", [BOUND, ATTAINED], ids=["bound", "attained"])
def test_a_changed_certificate_is_refused_or_still_true(example: Certificate) -> None:
    """What is accepted is judged by the least prices of its runs; nothing crashes."""
    texts = sorted({json.dumps(changed) for changed in mutations(example)} - {json.dumps(example)})
    assert len(texts) > 1000
    if NIGHTLY:
        once = [texts[7919 * i % len(texts)] for i in range(10**4)]
        for i, text in enumerate(once):
            again = islice(mutations(json.loads(text)), 104729 * i % 1000, None)
            texts.extend(json.dumps(changed) for changed in islice(again, 1))
    kind = str(example["kind"])
    for text in texts:
        if refusal_of(text) == "":
            changed = json.loads(text)
            judged(kind, changed)


def judged(kind: str, changed: Certificate) -> None:
    """A statement that the kernel accepts is true of the runs that the second checker can see."""
    loss = Fraction(str(changed["loss"]))
    if kind == "stream-attained":
        price = price_along(changed)
        assert price is None or loss <= price, changed
        return
    parts = ("automaton", "adjacency", "sensitivity")
    stated = re.sub('"symbol": "[^"]*"', "", json.dumps([changed[part] for part in parts]))
    if stated not in PRICES:
        PRICES[stated] = worst(changed, 4 if NIGHTLY else 3)
    price = PRICES[stated]
    assert price is not None, changed
    assert price <= loss, changed


@pytest.mark.parametrize("example", [BOUND, ATTAINED], ids=["bound", "attained"])
def test_other_statements_are_told_apart(example: Certificate) -> None:
    """Facts and subject say all but the proof (`integers` is what the proof shows)."""
    said, proof = check(json.dumps(example)), PROOFS[str(example["kind"])]
    for changed in mutations(example):
        text = json.dumps(changed)
        if refusal_of(text) == "":
            other = check(text)
            assert isinstance(changed, dict)
            same = all(changed[key] == example[key] for key in example if key not in proof)
            kept = {k: v for k, v in other.facts.items() if k != "integers"}
            shown = {k: v for k, v in said.facts.items() if k != "integers"}
            assert same == ((other.subject, kept) == (said.subject, shown)), text


def coin(guards: list[object], registers: int = 0) -> Certificate:
    """A node whose only branch is said to be impossible."""
    item = {"draws": [["laplace", "1"]], "guards": guards, "equations": [], "released": []}
    item |= {"updates": [{"0": "1"}] * registers, "symbol": "", "to": 0}
    states = [{"registers": registers, "steps": [{"reads": 0, "branches": [item]}]}]
    null = {"weights": ["1"] * len(guards)}
    return certificate(
        "stream-bound",
        automaton={"states": states},
        adjacency="all",
        sensitivity="1",
        loss="0",
        start=[0],
        nodes=[node(0, [[["0"] * registers, "0"]], [[[null]]])],
    )


def test_a_branch_that_is_possible_is_not_null() -> None:
    """Both n >= 0 and -n >= 0 is null; 0 n >= 0, a constant, n and a prophecy are not."""
    both: list[object] = [{"n0": "1"}, {"n0": "-1"}]
    assert check(json.dumps(coin(both))).facts["integers"] == "no"
    assert check(json.dumps(coin([*both, {"": "-1"}]))).facts["integers"] == "yes"
    assert refusal_of(json.dumps(coin([{"n0": "0"}]))) == "NotCanonical"
    assert refusal_of(json.dumps(coin([{}]))) == "BranchPossible"
    told: list[object] = [{"0": "1", "n0": "-1"}, {"0": "-1", "n0": "1"}]
    assert refusal_of(json.dumps(coin(told, 1))) == "BranchPossible"


def test_whole_shifts_are_not_enough_for_equal_integers() -> None:
    """Halfway between shifts 2 and 1 there is no whole one; nor do words +-2 say 1."""
    changed = deepcopy(BOUND)
    nodes = changed["nodes"]
    assert isinstance(nodes, list)
    nodes[1]["next"][0][1][1]["rows"] = [[0, ["1"]]]
    assert check(json.dumps(changed)).facts["integers"] == "no"
    automaton = {"states": [{"registers": 0, "steps": []}]}
    twice = {"automaton": automaton, "sensitivity": "2", "nodes": [node(0, [[[], "0"]], [])]}
    assert check(json.dumps(BOUND | twice)).facts["integers"] == "no"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"loss": "99/100"}, "PriceNotPaid"),
        ({"nodes": []}, "BadIndices"),
        ({"start": []}, "WrongLength"),
        ({"automaton": {"states": []}}, "Trivial"),
        ({"sensitivity": "0"}, "Trivial"),
        ({"adjacency": "few"}, "WrongType"),
        ({"loss": "1" * 41}, "TooLarge"),
    ],
)
def test_a_false_bound_is_refused(fields: Certificate, reason: str) -> None:
    """Less than the loss; nothing where something must be."""
    with pytest.raises(Refused, match=f"^{reason}: "):
        check(json.dumps(BOUND | fields))


def test_a_false_run_is_refused() -> None:
    """More than the loss, a loop that gains but does not return, a run that is not finished."""
    run = ATTAINED["run"]
    assert isinstance(run, list)
    for fields in ({"loss": "101/100"}, {"loss": "inf", "loop": [1, 4]}, {"run": run[:-1]}):
        assert refusal_of(json.dumps(ATTAINED | fields)) == "BoundNotShown"
    assert refusal_of(json.dumps(ATTAINED | {"loss": "-1"})) == "Trivial"
