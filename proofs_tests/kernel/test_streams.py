"""Certificates about any number of answers: true ones, false ones, and all that are changed."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise

import pytest

from audits.kernel import Refused, check
from proofs_tests.kernel.examples import Certificate, certificate, reason
from proofs_tests.kernel.second_streams import finite, member, price_along, unrolled, worst
from proofs_tests.kernel.stream_examples import (
    ATTAINED,
    BOUND,
    ENDLESS,
    FINITE,
    LOOP,
    RAY,
    RISING,
    SUMS,
    TWO_LOOPS,
    automaton,
    branch,
    case,
    node,
    numbers,
)
from proofs_tests.kernel.test_mutations import mutations, third
from proofs_tests.nightly import NIGHTLY

PROOFS = {
    "stream-bound": {"start", "nodes"},
    "stream-attained": {"mode", "prophecies", "run", "turns"},
}
EXAMPLES = {"bound": BOUND} | FINITE | ENDLESS
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


@pytest.mark.parametrize("name", [*FINITE, *ENDLESS])
def test_runs_need_what_is_said(name: str) -> None:
    """The least price of the run is as much; with loops, as what so many turns gain, or more."""
    example = EXAMPLES[name]
    assert reason(example) == ""
    if name in FINITE:
        assert str(price_along(example)) == example["loss"]
        return
    judged("stream-attained", example)
    for turns in (1, 2, 5):
        text = json.dumps(finite(example, turns))
        assert reason(text) == ""
        more = json.loads(text)
        assert reason(more | {"loss": str(Fraction(more["loss"]) + 1)}) != ""


@cache
def changed_once(name: str) -> list[str]:
    """The example with one thing changed, each thing in turn."""
    example = EXAMPLES[name]
    return sorted({json.dumps(changed) for changed in mutations(example)} - {json.dumps(example)})


def accepted(name: str) -> list[str]:
    """What the kernel accepts of one in three; at night of all, and of many changed twice.

    Nothing crashes.
    """
    texts = [text for text in changed_once(name) if NIGHTLY or third(text)]
    if NIGHTLY:
        once = [texts[7919 * i % len(texts)] for i in range(10**4)]
        for i, text in enumerate(once):
            again = islice(mutations(json.loads(text)), 104729 * i % 1000, None)
            texts.extend(json.dumps(changed) for changed in islice(again, 1))
    return [text for text in texts if reason(text) == ""]


def test_ten_thousand_certificates_are_changed() -> None:
    """Each kind of proof, in every place."""
    counts = [len(changed_once(name)) for name in EXAMPLES]
    assert min(counts) > 500
    assert sum(counts) > 10**4


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_changed_certificate_is_refused_or_still_true(name: str) -> None:
    """What is accepted is judged by the least prices of its runs, and says what it is about.

    Facts and subject say all but the proof (`integers` is what the proof shows).
    """
    example = EXAMPLES[name]
    kind = str(example["kind"])
    said = check(json.dumps(example))
    shown = {k: v for k, v in said.facts.items() if k != "integers"}
    for text in accepted(name):
        changed, other = json.loads(text), check(text)
        judged(kind, changed)
        same = all(changed[key] == example[key] for key in example if key not in PROOFS[kind])
        kept = {k: v for k, v in other.facts.items() if k != "integers"}
        assert same == ((other.subject, kept) == (said.subject, shown)), text


def judged(kind: str, changed: Certificate) -> None:
    """A statement that the kernel accepts is true of the runs that the second checker can see."""
    if kind == "stream-attained":
        attained(changed)
        return
    loss = Fraction(str(changed["loss"]))
    parts = ("automaton", "adjacency", "sensitivity")
    stated = re.sub('"symbol": "[^"]*"', "", json.dumps([changed[part] for part in parts]))
    if stated not in PRICES:
        PRICES[stated] = worst(changed, 4 if NIGHTLY else 3)
    price = PRICES[stated]
    assert price is not None, changed
    assert price <= loss, changed


def attained(changed: Certificate) -> None:
    """A run needs as much; and what turns of loops gain has no bound, but the price of the run."""
    if changed["loss"] != "inf":
        price = least(changed, 1)
        assert price is None or Fraction(str(changed["loss"])) <= price, changed
        return
    gains = list[Fraction]()
    for turns in range(1, 5):
        said = finite(changed, turns)
        gains.append(Fraction(str(said["loss"])))
        price = least(changed, turns)
        assert price is None or gains[-1] <= price, changed
    steps = [b - a for a, b in pairwise(gains)]
    bends = [b - a for a, b in pairwise(steps)]
    assert bends[0] == bends[1], changed
    assert bends[0] > 0 or (bends[0] == 0 and steps[0] > 0), changed


def least(changed: Certificate, turns: int) -> Fraction | None:
    """The least price of the run, looked up if the same was asked before."""
    chosen = ("step", "branch", "difference")
    run = [[member(position, key) for key in chosen] for position in unrolled(changed, turns)]
    parts = [changed[part] for part in ("automaton", "adjacency", "sensitivity", "mode")]
    asked = re.sub('"symbol": "[^"]*"', "", json.dumps([*parts, run]))
    if asked not in PRICES:
        PRICES[asked] = price_along(changed, turns)
    return PRICES[asked]


def coin(guards: list[Certificate], registers: int = 0) -> Certificate:
    """A node whose only branch is said to be impossible."""
    item = branch("", 0, guards, [{"0": "1"}] * registers, ("laplace", "1"))
    null = {"weights": ["1"] * len(guards)}
    return certificate(
        "stream-bound",
        automaton=automaton((registers, 1, [item])),
        adjacency="all",
        sensitivity="1",
        loss="0",
        start=[0],
        nodes=[node(0, [[["0"] * registers, "0"]], [[[null, null]]])],
    )


def test_a_branch_that_is_possible_is_not_null() -> None:
    """Both n >= 0 and -n >= 0 is null; 0 n >= 0, a constant, n and a prophecy are not."""
    both: list[Certificate] = [{"n0": "1"}, {"n0": "-1"}]
    assert check(json.dumps(coin(both))).facts["integers"] == "no"
    assert check(json.dumps(coin([*both, {"": "-1"}]))).facts["integers"] == "yes"
    assert reason(coin([{"n0": "0"}])) == "NotCanonical"
    assert reason(coin([{}])) == "BranchPossible"
    told: list[Certificate] = [{"0": "1", "n0": "-1"}, {"0": "-1", "n0": "1"}]
    assert reason(coin(told, 1)) == "BranchPossible"


def test_whole_shifts_are_not_enough_for_equal_integers() -> None:
    """Halfway between shifts 2 and 1 there is no whole one; nor do words +-2 say 1."""
    changed = deepcopy(BOUND)
    nodes = changed["nodes"]
    assert isinstance(nodes, list)
    nodes[1]["next"][0][1][1]["rows"] = [[0, ["1"]]]
    assert check(json.dumps(changed)).facts["integers"] == "no"
    for size, told in ((1, "yes"), (2, "no")):
        twice = chosen([branch("0", 1, [{"n0": "1", "q": "1"}], [])], size)
        assert check(json.dumps(twice)).facts["integers"] == told


def chosen(branches: list[Certificate], size: int = 1) -> Certificate:
    """One answer, whose noise moves against it, and then nothing."""
    moved, loss = [case(1, f"{size}"), case(1, f"-{size}")], str(Fraction(size, 4))
    return BOUND | {
        "automaton": automaton((0, 1, branches), (0, 0, [])),
        "sensitivity": f"{size}",
        "loss": loss,
        "start": [0],
        "nodes": [node(0, [[[], "0"]], [[moved for _ in branches]]), node(1, [[[], loss]], [])],
    }


def test_what_is_left_out_is_not_private() -> None:
    """A branch without the other, one that is silent: what is put out does not tell the run.

    A coin may choose among branches that comparisons leave.
    """
    yes = branch("1", 1, [{"n0": "1", "q": "1"}], [])
    no = branch("0", 1, [{"n0": "-1", "q": "-1"}], [])
    for branches, told in (
        ([yes, no], "yes"),
        ([yes], "no"),
        ([yes, yes | {"symbol": "2"}], "no"),
        ([yes, no, no | {"symbol": "2"}], "yes"),
        ([yes, no, no], "no"),
        ([yes, no | {"draws": [["laplace", "1/8"]]}], "no"),
        ([yes, no | {"guards": []}], "no"),
        ([yes | {"guards": []}, no | {"guards": []}], "yes"),
    ):
        text = json.dumps(chosen(branches))
        found = reason(text) or check(text).facts["observed"]
        assert found == told, branches
        if told == "no":
            assert check(text).startswith("private (per run; internal choices are not outputs)")


def test_many_guards_are_read_by_every_machine() -> None:
    """Of 1,200 that are empty, and one, it is seen that just one branch happens."""
    yes: Certificate = {"n0": "1", "q": "1"}
    no: Certificate = {"n0": "-1", "q": "-1"}
    branches = [
        branch(symbol, 1, [*[{}] * 1_200, guard], []) for symbol, guard in (("1", yes), ("0", no))
    ]
    assert check(json.dumps(chosen(branches))).facts["observed"] == "yes"


def test_what_reads_nothing_is_trivial() -> None:
    """No state, none that reads, no loss."""
    for silent in (automaton((0, 0, [])), automaton()):
        assert reason(BOUND | {"automaton": silent}) == "Trivial"
    assert reason(ATTAINED | {"loss": "0"}) == "Trivial"


def test_foretold_runs_are_said_to_be() -> None:
    """Runs with prophecies are outputs of a mechanism only if its maker says so."""
    said = check(json.dumps(EXAMPLES["maximum"]))
    assert said.facts["observed"] == "foretold"
    assert said.startswith("not private (per run with prophecies) for every number of answers")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"loss": "99/100"}, "PriceNotPaid"),
        ({"nodes": []}, "BadIndices"),
        ({"start": []}, "WrongLength"),
        ({"sensitivity": "0"}, "Trivial"),
        ({"adjacency": "few"}, "WrongType"),
        ({"loss": "1" * 41}, "TooLarge"),
    ],
)
def test_a_false_bound_is_refused(fields: Certificate, why: str) -> None:
    """Less than the loss; nothing where something must be."""
    assert reason(BOUND | fields) == why


def test_a_false_run_is_refused() -> None:
    """More than the loss, turns of a finite one or none where not, a run that is not finished."""
    run = ATTAINED["run"]
    assert isinstance(run, list)
    for fields in ({"loss": "101/100"}, {"run": run[:-1]}):
        assert reason(ATTAINED | fields) == "BoundNotShown"
    assert reason(ATTAINED | {"loss": "inf"}) == "WrongType"
    assert reason(LOOP | {"loss": "1"}) == "WrongType"
    assert reason(ATTAINED | {"loss": "-1"}) == "Trivial"


NONE = ["0", "0"]
NOTHING, STILL = numbers(["0"], ["0"], ["0"]), numbers([], [*NONE], [*NONE])


def grown(*each: Certificate) -> Certificate:
    """How much the numbers of each position grow with the turns."""
    return {"grown": [*each]}


def risen(second: Certificate = STILL, third: Certificate = STILL, draw: str = "2") -> Certificate:
    """Those of `RISING`."""
    return grown(numbers([draw], [], [*NONE]), second, third)


def loops(*each: tuple[int, int, list[object]]) -> Certificate:
    """Loops from a position to another."""
    return {"loops": [{"from": one, "to": other, "ahead": ahead} for one, other, ahead in each]}


BEGUN, END = numbers(["0"], [], ["0"]), "BoundNotShown: certificate[turns][loops][0][to]"
FALSE_TURNS: dict[str, tuple[Certificate, Certificate, str]] = {
    "multipliers that leave noise in what grows": (
        RAY,
        grown(numbers(["0"], [], ["1/2"]), numbers([], ["1"], ["-1/2"]), numbers([], ["1/2"], [])),
        "BoundNotShown: certificate[turns][grown][0][multipliers]",
    ),
    "y that does not come back": (RISING, risen(numbers([], ["1/2", "0"], ["-1/2", "1/2"])), END),
    "multipliers of a guard that fall": (
        RISING,
        risen(numbers([], ["0", "-1"], [*NONE])),
        "BoundNotShown: certificate[turns][grown][1][multipliers]",
    ),
    "a gain that falls with the turns": (
        RISING,
        risen(numbers([], ["0", "1"], [*NONE])),
        "BoundNotShown: certificate[turns]",
    ),
    "no gain": (
        RAY,
        grown(BEGUN, numbers([], ["0"], ["0"]), numbers([], ["0"], [])),
        "BoundNotShown: certificate[turns]",
    ),
    "y that is left at the end": (
        RISING,
        risen(third=numbers([], ["1/2", "0"], ["-1/2", "1/2"])),
        "BoundNotShown: certificate[turns]",
    ),
    "a witness whose guard falls with the turns": (
        RISING,
        risen(draw="1"),
        "RunNotShown: certificate[turns][grown][1][draws]",
    ),
    "values that do not come back": (
        RISING,
        loops((1, 2, [numbers([], [*NONE], [*NONE], answer="1")])),
        END,
    ),
    "a loop from one state to another": (LOOP, loops((0, 1, [BEGUN])), END),
    "a loop that determines a prophecy": (
        ENDLESS["maximum itself"],
        loops((2, 3, [numbers(["0"], [*NONE], [])])),
        END,
    ),
    "a loop of nothing": (LOOP, loops((1, 1, [])), END),
    "loops that overlap": (
        TWO_LOOPS,
        loops((1, 2, [NOTHING]), (1, 2, [NOTHING])),
        "BoundNotShown: certificate[turns][loops][1][to]",
    ),
    "a mode that does not come back": (SUMS, loops((1, 2, [NOTHING])), END),
}


@pytest.mark.parametrize("name", FALSE_TURNS)
def test_false_turns_are_refused(name: str) -> None:
    """Each condition on what grows is needed."""
    example, changed, refusal = FALSE_TURNS[name]
    turns = example["turns"]
    assert isinstance(turns, dict)
    with pytest.raises(Refused, match=f"^{re.escape(refusal)}$"):
        check(json.dumps(example | {"turns": turns | changed}))
