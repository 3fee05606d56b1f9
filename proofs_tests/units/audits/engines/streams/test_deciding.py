"""Verdicts on streams for every number of answers, with bounds found by hand.

Rates are in units of eps/12, so that Laplace noise of the rate 6 is Lap(2/eps).
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from audits.conformance.competition.programs.online import TwoRanges
from audits.engines.streams.deciding import audit_stream
from audits.evidence.verdict import Holds, Refuted, Verdict
from proofs_tests.conformance.attacks import FALSE
from reference.mechanisms.stream.continuous_sparse_values import ContinuousSparseVector3
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.mechanisms.stream.continuous_sums import ContinuousPartialSum, ContinuousSmartSum
from reference.privacy.epsilon import Epsilon
from reference.probability.automaton import Automaton, Branch, Form, State, Step
from reference.probability.tracing import trace

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

ONE = Fraction(1)
EPS = Epsilon.continuous(parts=8)


def branch(
    draws: list[int],
    symbol: str,
    to: int,
    guards: list[Form],
    updates: list[Form],
    released: list[Form] | None = None,
    equations: list[Form] | None = None,
) -> Branch:
    """A branch with Laplace draws of rates in twelfths."""
    return Branch(
        draws=tuple(("laplace", Fraction(rate, 12)) for rate in draws),
        guards=tuple(guards),
        strict=tuple(False for _ in guards),
        equations=tuple(equations or ()),
        released=tuple(released or ()),
        updates=tuple(updates),
        symbol=symbol,
        to=to,
    )


@dataclass(frozen=True)
class Threshold:
    """Sparse vector with noise of given rates, which stops after so many positives (0: never)."""

    rho: int
    nu: int
    positives: int
    gap: bool = False
    leak: bool = False

    def automaton(self) -> Automaton:
        """Register 0 is the threshold; state i + 1 has seen i positives, the last one stops."""
        above: Form = {"q": ONE, "n0": ONE, "0": -ONE}
        below: Form = {"q": -ONE, "n0": -ONE, "0": ONE}
        kept: Form = {"0": ONE}
        value: Form = {"q": ONE, "n0": ONE}
        released = [above] if self.gap else [value] if self.leak else []
        count = max(self.positives, 1)
        begin = branch([self.rho], "", 1, [], [{"n0": ONE}])
        states = [State("begin", 0, (Step(reads=False, branches=(begin,)),))]
        for i in range(count):
            last = self.positives > 0 and i == count - 1
            to = count + 1 if last else i + 2 if self.positives else i + 1
            yes = branch([self.nu], "1", to, [above], [] if last else [kept], released)
            no = branch([self.nu], "0", i + 1, [below], [kept])
            states.append(State(str(i), 1, (Step(reads=True, branches=(yes, no)),)))
        return Automaton((*states, State("stopped", 0, ())))


def sums(rate: int, *, fresh: bool) -> Automaton:
    """Prefix sums, released, with noise that is kept or fresh for each of them."""
    total: Form = {"0": ONE, "q": ONE, "n0": ONE}
    kept: Form = {"0": ONE, "q": ONE} if fresh else total
    begin = branch([], "", 1, [], [{}])
    add = branch([rate], "", 1, [], [kept], [total])
    first = State("begin", 0, (Step(reads=False, branches=(begin,)),))
    return Automaton((first, State("sum", 1, (Step(reads=True, branches=(add,)),))))


def is_endless(verdict: Verdict) -> bool:
    """Whether no number will do."""
    return isinstance(verdict, Refuted) and verdict.certificate["loss"] == "inf"


@pytest.mark.parametrize(
    ("mechanism", "adjacency", "loss"),
    [
        (Threshold(6, 3, 1), "all", ONE),  # rho + 2 nu
        (Threshold(6, 1, 2), "all", Fraction(10, 12)),  # 6 + 2 * 2 * 1
        (Threshold(6, 1, 3), "all", ONE),
        (Threshold(6, 3, 2), "monotone", ONE),  # rho + 2 nu, and never twice the difference
        (Threshold(6, 3, 1), "one", Fraction(3, 12)),  # one answer: its own noise
        (Threshold(3, 9, 1), "all", Fraction(21, 12)),  # SVT4, one positive
        (Threshold(6, 3, 1, gap=True), "all", ONE),
    ],
)
def test_bounds_are_found_and_attained(
    mechanism: Threshold, adjacency: str, loss: Fraction
) -> None:
    """The least loss of sparse vectors, for every n and every eps; both ends are accepted."""
    found = audit_stream(mechanism.automaton(), "sparse vector", None, adjacency)
    assert isinstance(found.verdict, Holds)
    assert found.loss == loss
    assert isinstance(found.attained, Holds)
    assert found.integers
    assert found.observed


def test_claims_are_decided_at_the_bound() -> None:
    """A claim of the bound holds, one below it is refuted, and the sensitivity counts."""
    automaton = Threshold(6, 3, 1).automaton()
    assert isinstance(audit_stream(automaton, "x", ONE).verdict, Holds)
    below = audit_stream(automaton, "x", Fraction(99, 100))
    assert isinstance(below.verdict, Refuted)
    assert below.verdict.witness["loss"] == "1"
    assert audit_stream(automaton, "x", sensitivity=Fraction(3, 2)).loss == Fraction(3, 2)


def one_way(kind: str, rate: int) -> Automaton:
    """A bit of each answer, whose noise is of a kind; of the rate 0: there is none."""
    noise: Form = {"n0": ONE} if rate else {}
    above: Form = {"q": ONE, **noise}
    below: Form = {name: -c for name, c in above.items()}
    told = [
        branch([rate] * (rate > 0), bit, 1, [form], [])
        for bit, form in (("1", above), ("0", below))
    ]
    draws = ((kind, Fraction(rate, 12)),) * (rate > 0)
    step = Step(reads=True, branches=tuple(replace(each, draws=draws) for each in told))
    begin = State("begin", 0, (Step(reads=False, branches=(branch([], "", 1, [], []),)),))
    return Automaton((begin, State("bits", 0, (step,))))


def falling(leak: Automaton) -> Automaton:
    """Each answer lowers the threshold by 1: so must noise be, from turn to turn."""
    begin, compares, stopped = leak.states
    yes, no = compares.steps[0].branches
    lower = replace(no, updates=({"0": ONE, "": -ONE},))
    steps = (Step(reads=True, branches=(yes, lower)),)
    return Automaton((begin, replace(compares, steps=steps), stopped))


@pytest.mark.parametrize(
    ("stream", "adjacency", "run"),
    [
        (Threshold(6, 6, 0).automaton(), "all", "1(-1) repeated, then 0(+1) repeated"),
        (Threshold(6, 3, 1, leak=True).automaton(), "all", "0(+1) repeated, then 1(-1)"),
        (sums(12, fresh=True), "all", "(-1) repeated"),
        (sums(12, fresh=True), "one", "(-1), then (+0) repeated"),
        (one_way("exponential", 12), "all", "0(+1)"),
        (one_way("laplace", 0), "one", "1(-1)"),
        (one_way("laplace", 12), "all", "1(-1) repeated"),
        (falling(Threshold(6, 3, 1, leak=True).automaton()), "all", "0(+1) repeated, then 1(-1)"),
        (ContinuousSparseVector3(0, 1, EPS, cuts=(0,)), "all", "bottom(+1) repeated, then 0(-1)"),
        (ContinuousSparseVector5(0, EPS), "all", "1(-1) 0(+1)"),
        (ContinuousSparseVector6(0, EPS), "all", "1(-1) repeated, then 0(+1) repeated"),
        *((attack, attack.adjacency, None) for attack in FALSE if attack.loss is None),
    ],
)
def test_no_number_will_do(stream: object, adjacency: str, run: str | None) -> None:
    """A turn costs as much each time, or a run cannot be moved; on integers, too."""
    automaton = stream if isinstance(stream, Automaton) else trace(stream)
    found = audit_stream(automaton, "no limit", None, adjacency)
    assert is_endless(found.verdict)
    assert found.integers
    assert run in (None, found.run)
    for claim in (ONE, Fraction(100)):
        assert is_endless(audit_stream(automaton, "no limit", claim, adjacency).verdict)


def test_cells_may_be_narrow() -> None:
    """Of a cell between 0 and 1 a witness is above 0 by less than 1; it is no integer."""
    found = audit_stream(trace(ContinuousSparseVector3(0, 1, EPS)), "cells")
    assert is_endless(found.verdict)
    assert not found.integers


def test_two_ranges_need_two_loops() -> None:
    """Each of two loops costs nothing without the other."""
    found = audit_stream(trace(TwoRanges(Epsilon.continuous(4))), "two ranges", Fraction(5, 4))
    assert isinstance(found.verdict, Refuted)
    assert found.run.count("repeated") == 2


@pytest.mark.parametrize("block", [1, 5, 12])
def test_exact_sums_that_leave_the_grid(block: int) -> None:
    """If all answers move one way, each block moves by its length: m blocks cost m times that."""
    stream = ContinuousSmartSum(block, Epsilon.continuous())
    found = audit_stream(trace(stream), "smart sum")
    assert is_endless(found.verdict)
    total = audit_stream(trace(ContinuousPartialSum(Epsilon.continuous())), "total")
    assert isinstance(total.verdict, Refuted)
    assert total.run.endswith("repeated, then value")
