"""What is known of registers, and branches that are impossible for it."""

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import pytest

from audits.conformance.competition.programs.online import Boxes, Extremes
from audits.engines.streams.deciding import StreamAudit, audit_stream
from audits.engines.streams.orders import ZERO, Places
from audits.evidence.verdict import Holds
from audits.kernel import Refused, check
from proofs_tests.streams import AskedTwice, Dice, Sparse
from reference.privacy.epsilon import Epsilon
from reference.probability.automaton import Form
from reference.probability.tracing import trace

Certificate: TypeAlias = Any
"""What was read from JSON."""

pytestmark = pytest.mark.usefixtures("laws_computed_twice")


def extremes(k: int) -> StreamAudit:
    """The audit of k-min-max."""
    return audit_stream(trace(Extremes(Epsilon.continuous(4 * k), k=k)), "k-min-max")


@pytest.mark.parametrize(
    ("k", "loss"),
    [(k, Fraction(3, 4) + Fraction(1, 2 * k)) for k in (2, 4, 6)] + [(1, Fraction(1, 2))],
)
def test_answers_between_the_extremes_of_the_first(k: int, loss: Fraction) -> None:
    """k-min-max has a bound for a fact only, and a run, which needs no fact, attains it.

    The first answer is the least and the greatest; to be between them once more has probability 0.
    For even k the worst runs have k/2 + 1 of the first k answers pushed outwards by 2, each at a
    price of 2/(4k), and then one answer outside at 2/4.
    """
    found = extremes(k)
    assert found.loss == loss
    assert isinstance(found.attained, Holds)
    assert isinstance(found.verdict, Holds)
    text = json.dumps(found.verdict.certificate)
    assert '"weights"' in text
    assert check(text).facts["loss"] == str(loss)


def test_a_negative_sum_is_impossible_for_integers_too() -> None:
    """What is at least 0 is at least -1: the other branch needs no row."""
    automaton = trace(AskedTwice())
    (place,) = [place for place in Places(automaton).listed if place.facts]
    assert place.facts == ((0, ZERO),)
    found = audit_stream(automaton, "asked twice")
    assert isinstance(found.verdict, Holds)
    assert found.loss == 0
    assert found.integers
    assert '"weights": ["1", "1"]' in json.dumps(found.verdict.certificate)


@pytest.mark.parametrize("stream", [Boxes(Epsilon.continuous(8), m=2), Sparse(count=3)])
def test_nothing_is_kept_where_nothing_is_impossible(stream: object) -> None:
    """Places are the states."""
    automaton = trace(stream)
    assert [place.facts for place in Places(automaton).listed] == [()] * len(automaton.states)


@cache
def proof() -> Certificate:
    """An accepted certificate with a fact and an impossible branch."""
    verdict = extremes(2).verdict
    assert isinstance(verdict, Holds)
    read: Certificate = json.loads(json.dumps(verdict.certificate))
    return read


def cases(certificate: Certificate) -> list[Certificate]:
    """Everything that follows a node."""
    return [
        case
        for node in certificate["nodes"]
        for step in node["next"]
        for branch in step
        for case in branch
    ]


def impossible(certificate: Certificate) -> Certificate:
    """The first case without a next node."""
    return next(case for case in cases(certificate) if "weights" in case)


def shown(certificate: Certificate) -> Certificate:
    """The first case that shows a fact."""
    return next(case for case in cases(certificate) if case.get("facts"))


def weighing(change: Callable[[list[str]], list[str]]) -> Callable[[Certificate], None]:
    """Other weights of the first case without a next node."""

    def changes(changed: Certificate) -> None:
        weights = impossible(changed)["weights"]
        weights[:] = change(weights)

    return changes


def other_fact(changed: Certificate) -> None:
    """A fact that does not follow."""
    for node in changed["nodes"]:
        for fact in node["facts"]:
            fact[""] = "-1"


def at_the_start(changed: Certificate) -> None:
    """A fact that is claimed before anything is known."""
    changed["nodes"][changed["start"][0]]["facts"] = [{"": "1"}]


def possible(changed: Certificate) -> None:
    """A branch that is possible, with the weights of one that is not."""
    weights = impossible(changed)
    for node in changed["nodes"]:
        steps = changed["automaton"]["states"][node["state"]]["steps"]
        for step, branches in zip(steps, node["next"], strict=True):
            if any(weights in cases for cases in branches):
                sizes = [len(branch["guards"]) for branch in step["branches"]]
                (other,) = [
                    i
                    for i, cases in enumerate(branches)
                    if weights not in cases and sizes[i] == len(weights["weights"]) - 1
                ]
                branches[other][0] = deepcopy(weights)
                return


def prophecy(changed: Certificate) -> None:
    """A register of the first state, which nothing looks at."""
    changed["automaton"]["states"][0]["registers"] = 1
    for n in changed["start"]:
        for row in changed["nodes"][n]["rows"]:
            row[0] = ["0"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (weighing(lambda weights: ["-" + weights[0], *weights[1:]]), "FactNotShown"),
        # no fresh noise
        (weighing(lambda weights: ["0"] * len(weights)), "BranchPossible"),
        # a sum that still has registers in it
        (weighing(lambda weights: ["0", *weights[1:]]), "BranchPossible"),
        (other_fact, "FactNotShown"),
        (at_the_start, "ShiftNotShown"),
        (possible, "BranchPossible"),
        (prophecy, "BranchPossible"),
    ],
)
def test_a_false_proof_is_refused(change: Callable[[Certificate], None], reason: str) -> None:
    """The certificate is accepted as it is, and refused for each change, with its reason."""
    changed = deepcopy(proof())
    assert check(json.dumps(changed)).facts["loss"] == "1"
    change(changed)
    assert changed != proof()
    with pytest.raises(Refused, match=f"^{reason}: "):
        check(json.dumps(changed))


@pytest.mark.parametrize("weight", ["-1", "0", "1/2"])
def test_a_fact_needs_its_weights(weight: str) -> None:
    """That a draw is at least 0 follows from the guard that says so, taken once."""
    verdict = audit_stream(trace(AskedTwice()), "asked twice").verdict
    assert isinstance(verdict, Holds)
    changed: Certificate = json.loads(json.dumps(verdict.certificate))
    assert shown(changed)["facts"] == [["1"]]
    shown(changed)["facts"] = [[weight]]
    with pytest.raises(Refused, match=r"^FactNotShown: "):
        check(json.dumps(changed))


def test_a_prophecy_alone_is_no_reason_to_refuse() -> None:
    """With it, what is shown without an impossible branch is still accepted."""
    verdict = audit_stream(trace(Sparse()), "sparse vector").verdict
    assert isinstance(verdict, Holds)
    changed: Certificate = json.loads(json.dumps(verdict.certificate))
    prophecy(changed)
    assert check(json.dumps(changed)).facts["loss"] == "1"


def value(form: Form, at: dict[str, Fraction]) -> Fraction:
    """A form of registers, draws and an answer."""
    return sum((c * at[name] for name, c in form.items()), Fraction(0))


@pytest.mark.parametrize(
    ("stream", "known"),
    [(Extremes(Epsilon.continuous(4 * k), k=k), True) for k in (1, 2, 3)]
    + [(AskedTwice(), True), (Boxes(Epsilon.continuous(8), m=2), False)],
)
def test_facts_are_true_of_runs(stream: object, known: bool) -> None:
    """By another way: of runs on drawn numbers, with no equal ones among them."""
    automaton, coins = trace(stream), Dice(1)
    places = Places(automaton)
    facts = 0

    def number() -> Fraction:
        return Fraction(coins.below(10**9) - 10**9 // 2, 10**8)

    for _ in range(200):
        place, registers = 0, list[Fraction]()
        for _ in range(6):
            state, known_here = places.listed[place]
            facts += len(known_here)
            for high, low in known_here:
                values = {**dict(enumerate(registers)), ZERO: Fraction(0)}
                assert values[high] >= values[low]
            for i, step in enumerate(automaton.states[state].steps):
                at = {str(k): x for k, x in enumerate(registers)} | {"": Fraction(1)}
                at |= {f"n{k}": number() for k in range(20)} | {"q": number()}
                (j,) = [
                    j
                    for j, branch in enumerate(step.branches)
                    if all(value(form, at) >= 0 for form in branch.guards)
                ]
                after = places.after(place, i, j).place
                assert after is not None
                registers = [value(form, at) for form in step.branches[j].updates]
                place = after
    assert (facts > 0) == known
