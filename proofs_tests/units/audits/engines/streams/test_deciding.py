"""Verdicts on streams for every number of answers, with bounds found by hand.

Rates are in units of eps/12, so that Laplace noise of the rate 6 is Lap(2/eps).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from audits.engines.streams.deciding import audit_stream
from audits.verdict import Holds, Refuted, Undecided
from reference.probability.automaton import Automaton, Branch, Form, State, Step

ONE = Fraction(1)


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


def test_no_number_will_do_without_a_last_positive() -> None:
    """A turn of below and above costs as much each time, so there is no bound."""
    found = audit_stream(Threshold(6, 6, 0).automaton(), "no limit")
    assert isinstance(found.verdict, Refuted)
    assert found.verdict.certificate["loss"] == "inf"
    assert "repeated" in found.run


def test_the_value_itself_is_refuted_at_a_claim() -> None:
    """SVT3, which releases the noisy value, is not private at eps, and no bound is said of it."""
    automaton = Threshold(6, 3, 1, leak=True).automaton()
    assert isinstance(audit_stream(automaton, "x", ONE).verdict, Refuted)
    assert isinstance(audit_stream(automaton, "x").verdict, Undecided)


def test_prefix_sums() -> None:
    """An answer costs once with the noise of the sums kept; with fresh noise, more than claims."""
    kept = audit_stream(sums(12, fresh=False), "running", adjacency="one")
    assert isinstance(kept.verdict, Holds)
    assert kept.loss == ONE
    for claim in (ONE, Fraction(3), Fraction(5)):
        fresh = audit_stream(sums(12, fresh=True), "fresh", claim, "one")
        assert isinstance(fresh.verdict, Refuted)
        assert Fraction(str(fresh.verdict.certificate["loss"])) > claim
