"""Two answers and an output, for the kernel; runs whose loops are turned."""

import json
from fractions import Fraction

from audits.engines.streams.dear_runs import TURNS, dear_runs
from audits.engines.streams.deciding import audit_stream
from audits.engines.streams.excess import Excess
from audits.evidence.verdict import Refuted, Undecided
from audits.kernel import check
from proofs_tests.units.audits.engines.streams.test_deciding import Threshold
from reference.exact.exponential_function import ExponentialFunction

ONE = Fraction(1)
R = ExponentialFunction.r


def bit(first: ExponentialFunction, second: ExponentialFunction, apart: int = 1) -> Excess:
    """The probabilities of one output on the answers 1 and 0, at eps = 2."""
    answers = (Fraction(apart),), (Fraction(0),)
    return Excess(Fraction(2), 1, answers, (first, second), "yes")


def test_a_noisy_answer_at_least_1() -> None:
    """By hand: 1/2 on the answer 1, and 1/(2r) on 0; r = e^2 at eps = 2."""
    half, less = R(0) / 2, R(-1) / 2
    assert isinstance(bit(half, less).verdict(ONE, "all", ONE, "x"), Undecided)  # it is not more
    told = [{"num": [1], "den": [2]}, {"num": [1], "den": [0, 2]}]
    for claim in (Fraction(0), Fraction(99, 100)):
        found = bit(half, less).verdict(claim, "all", ONE, "x")
        assert isinstance(found, Refuted)
        statement = check(json.dumps(found.certificate))
        assert statement.facts["direction"] == "backward"  # (1) comes after (0)
        assert statement.facts["probabilities"] == told


def test_the_other_has_none() -> None:
    """Only then no number will do."""
    some = bit(R(0) / 2, R(0) * 0).verdict(None, "all", ONE, "x")
    assert isinstance(some, Refuted)
    assert some.certificate["exp_eps"] == "inf"
    assert isinstance(bit(R(0) / 2, R(-1) / 2).verdict(None, "all", ONE, "x"), Undecided)


def test_answers_that_are_not_adjacent() -> None:
    """The kernel sees that they differ by more than the sensitivity."""
    found = bit(R(0) / 2, R(-1) / 2, 2).verdict(Fraction(0), "all", ONE, "x")
    assert isinstance(found, Undecided)
    assert "NotAdjacent" in found.reason
    assert isinstance(bit(R(0) / 2, R(-1) / 2, 2).verdict(ONE / 2, "all", ONE * 2, "x"), Refuted)


def test_long_probabilities() -> None:
    """What no kernel reads is not written."""
    found = bit(R(0) / 2, R(-400) / 2).verdict(ONE, "all", ONE, "x")
    assert isinstance(found, Undecided)
    assert "too long" in found.reason


def test_loops_are_turned() -> None:
    """Runs of a certificate are as long as its loops are turned often, after the shortest one."""
    automaton = Threshold(6, 6, 0).automaton()
    verdict = audit_stream(automaton, "x").verdict
    assert isinstance(verdict, Refuted)
    turns, run = verdict.certificate["turns"], verdict.certificate["run"]
    assert isinstance(turns, dict)
    assert isinstance(run, list)
    loops = json.loads(json.dumps(turns["loops"]))
    assert len(loops) == 2  # above(-1) repeated, then below(+1) repeated
    turned = sum(loop["to"] - loop["from"] for loop in loops)
    _, *runs = dear_runs(automaton, ONE, verdict.certificate, "all", ONE)
    lengths = [len(run) + turned * (turns - 1) for turns in TURNS]
    assert {*(len(each[1]) for each in runs)} >= {*lengths[1:]}
    for mode, letters in runs:
        assert mode == "all"
        assert all(letter.difference in {-1, 1} for letter in letters[1:])
