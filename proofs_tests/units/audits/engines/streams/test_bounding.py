"""The least loss of all ways to move runs, by several ways, by hand, and of automata at random."""

import json
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.conformance.competition.programs.online import Boxes, Extremes, NumericRange
from audits.engines.streams import one_row as programme
from audits.engines.streams import work_functions
from audits.engines.streams.bounding import least, shown
from audits.engines.streams.deciding import audit_stream
from audits.engines.streams.moving import Shifts
from audits.engines.streams.one_row import one_row
from audits.engines.streams.work_functions import CAP, WorkFunctions
from audits.engines.streams.writing import Moved
from audits.evidence.certificates import certificate
from audits.evidence.verdict import Holds, Undecided
from audits.kernel import check
from proofs_tests.conformance.shifted import bound
from proofs_tests.kernel.second_streams import worst
from proofs_tests.streams import AnyBlocks, Best, Dice, RunningSum, Sparse, TwoSided, exponential
from reference.mechanisms.stream.continuous_sparse_vector import ContinuousSparseVector1
from reference.mechanisms.stream.continuous_sums import ContinuousPartialSum
from reference.privacy.epsilon import Epsilon
from reference.probability.automaton import Automaton, Branch, Form, State, Step
from reference.probability.tracing import trace

ONE = Fraction(1)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

traced = cache(trace)
"""Of streams that are asked about several times."""


def accepted(automaton: Automaton, adjacency: str, found: Moved) -> Fraction:
    """The loss that the kernel confirms, at the sensitivity 1."""
    proof = certificate(
        "stream-bound",
        "a stream",
        {
            "automaton": json.loads(json.dumps(automaton.json)),
            "adjacency": adjacency,
            "sensitivity": "1",
            "loss": str(found.loss),
            "start": [*found.start],
            "nodes": found.nodes,
        },
    )
    assert check(json.dumps(proof)).facts["loss"] == str(found.loss)
    return found.loss


@pytest.mark.parametrize("sensitivity", [ONE, Fraction(3, 2), Fraction(1, 3)])
@pytest.mark.parametrize(
    ("stream", "losses"),
    [
        # rho + 2 nu; the threshold moves by 1, a positive by 1 less; its own noise
        (Sparse(HALF, QUARTER), {"all": ONE, "monotone": HALF + QUARTER, "one": QUARTER}),
        # two thresholds, and twice so much
        (
            Sparse(HALF, QUARTER, 2, again=HALF),
            {"all": Fraction(2), "monotone": ONE + HALF, "one": QUARTER},
        ),
        # the winner moves by 2, or by 1; or another one does, and the winner with it
        (Best(HALF), {"all": ONE, "monotone": HALF, "one": HALF}),
        # an answer moves by 1, at the rate 1; all answers of a sum move it as far as one likes
        (RunningSum(), {"all": None, "monotone": None, "one": ONE}),
        (ContinuousPartialSum(Epsilon.continuous()), {"all": None, "monotone": None, "one": ONE}),
        (AnyBlocks(), {"all": None, "monotone": None, "one": Fraction(2)}),
        # as the ledger has it for up to 3 positives, and for the greatest answer
        (ContinuousSparseVector1(0, 10, Epsilon.continuous(40)), {"all": ONE}),
        (Best(least=True), {"all": ONE}),
        (Best(noise=exponential), {"all": ONE}),
        # rho + 2 nu, with rho moved to the side that is told later
        (TwoSided(), {"all": ONE}),
    ],
)
def test_adjacency_and_sensitivity(
    stream: object, losses: dict[str, Fraction | None], sensitivity: Fraction
) -> None:
    """By hand, for what may change; the loss grows as answers do."""
    for adjacency, loss in losses.items():
        found = audit_stream(traced(stream), "a stream", None, adjacency, sensitivity)
        if loss is None:
            assert found.loss is None
        else:
            assert found.loss == loss * sensitivity
            assert isinstance(found.verdict, Holds)
            assert isinstance(found.attained, Holds)


def test_one_row_is_not_the_least() -> None:
    """With the side told first the threshold is moved to it; with one row it stays.

    Three answers on one side cost 3 nu where the threshold does not move, which is so as long as
    the past alone tells; moved to that side, they cost nothing, and one on the other side 2 nu.
    """
    automaton = trace(TwoSided(Fraction(1, 10), QUARTER, most=3))
    shifts = Shifts(automaton, "all", 1)
    one = one_row(shifts, ONE)
    assert one is not None
    assert accepted(automaton, "all", one) == 3 * QUARTER
    best = least(shifts, ONE, one).moved
    assert accepted(automaton, "all", best) == Fraction(1, 10) + 2 * QUARTER
    found = audit_stream(automaton, "two sides")
    assert found.loss == Fraction(1, 10) + 2 * QUARTER
    assert isinstance(found.attained, Holds)


@pytest.mark.parametrize(
    ("stream", "loss"),
    [
        # all 2m ends move outwards, at 1/(4m) each, and then one answer is outside, at 2/4
        *((Boxes(Epsilon.continuous(4 * m), m=m), ONE) for m in (1, 2, 5, 12)),
        *((Extremes(Epsilon.continuous(4 * k), k=k), (3 + Fraction(2, k)) / 4) for k in (10, 30)),
    ],
)
def test_ranges_as_they_grow(stream: object, loss: Fraction) -> None:
    """By joined work functions, as for few."""
    automaton = trace(stream)
    found = shown(Shifts(automaton, "all", 1), ONE)
    assert found is not None
    assert accepted(automaton, "all", found) == loss


def test_a_search_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a reason that is told: too many histories, prices, nodes, draws at once."""
    range_of = trace(NumericRange(Epsilon.continuous(4)))
    monkeypatch.setattr(work_functions, "MOST_NODES", 50)
    monkeypatch.setattr(work_functions, "CAP", Fraction(2))
    works = WorkFunctions(Shifts(range_of, "all", 1), Fraction(8))
    assert (works.complete, works.dear) == (False, None)
    assert works.reason == "there are more than 50 work functions"
    monkeypatch.setattr(work_functions, "MOST_STEPS", 200)
    works = WorkFunctions(Shifts(range_of, "all", 1), Fraction(8))
    assert works.reason == "ways to move branches take more than 200 steps"
    boxes = Shifts(trace(Boxes(Epsilon.continuous(80), m=20)), "all", 1)
    assert "more than" in WorkFunctions(boxes, CAP).reason
    monkeypatch.setattr(programme, "MOST_EDGES", 10)
    monkeypatch.setattr(programme, "MOST_DRIFTING", 10)
    assert one_row(boxes, ONE) is None
    claimed = audit_stream(trace(Boxes(Epsilon.continuous(8), m=2)), "ranges", Fraction(50))
    assert isinstance(claimed.verdict, Undecided)
    assert "more than 200 steps" in claimed.verdict.reason


def test_a_bound_that_may_not_be_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, and why no smaller one was looked for, whether less is claimed or nothing is."""
    monkeypatch.setattr(work_functions, "MOST_STEPS", 200)
    ranges = trace(Boxes(Epsilon.continuous(8), m=2))
    told = audit_stream(ranges, "ranges")
    assert isinstance(told.verdict, Holds)
    assert told.loss == 1
    assert told.attained is None
    assert told.inexact == "ways to move branches take more than 200 steps"
    claimed = audit_stream(ranges, "ranges", HALF)
    assert isinstance(claimed.verdict, Undecided)
    assert claimed.loss == 1
    assert claimed.verdict.reason == (
        "the loss is at most 1 eps, and no run that shows more than 1/2 eps; "
        "ways to move branches take more than 200 steps"
    )


def at_random(dice: Dice) -> Automaton:
    """Up to two states with up to two noisy registers, which compare answers with them."""
    count = 1 + dice.below(2)
    sizes = [0, *(dice.below(3) for _ in range(count)), 0]
    rates = (ONE, HALF, QUARTER)

    def updated(here: int, to: int, noisy: Form, draws: list[tuple[str, Fraction]]) -> list[Form]:
        found = list[Form]()
        for _ in range(sizes[to]):
            way = dice.below(4)
            if way < 2 and sizes[here]:
                found.append({str(dice.below(sizes[here])): ONE})
            elif way == 2 and noisy:
                found.append(noisy)
            else:
                draws.append(("laplace", rates[dice.below(3)]))
                found.append({f"n{len(draws) - 1}": ONE})
        return found

    def branch(here: int, to: int, noisy: Form, guards: list[Form], symbol: str) -> Branch:
        draws = [("laplace", rates[dice.below(3)])] if "n0" in noisy else []
        updates = updated(here, to, noisy, draws)
        released = list[Form]()
        if guards and not dice.below(6):
            draws.append(("laplace", HALF))
            released.append({"q": ONE, f"n{len(draws) - 1}": ONE})
        no = tuple(False for _ in guards)
        return Branch(
            tuple(draws), tuple(guards), no, (), tuple(released), tuple(updates), symbol, to
        )

    states = [State("begin", 0, (Step(reads=False, branches=(branch(0, 1, {}, [], ""),)),))]
    for i in range(1, count + 1):
        noisy: Form = {"q": ONE, "n0": ONE} if dice.below(6) else {"q": ONE}
        level = {str(dice.below(sizes[i])): -ONE} if sizes[i] else {"": ONE}
        above: Form = {**noisy, **level}
        below: Form = {name: -c for name, c in above.items()}
        listed = [
            branch(i, 1 + dice.below(count + 1), noisy, [form], symbol)
            for form, symbol in ((above, "1"), (below, "0"))
        ]
        states.append(State(str(i), sizes[i], (Step(reads=True, branches=tuple(listed)),)))
    return Automaton((*states, State("stopped", 0, ())))


@given(seed=st.integers(0, 2**32), adjacency=st.sampled_from(["all", "one", "monotone"]))
def test_automata_at_random(seed: int, adjacency: str) -> None:
    """What is found is accepted; it is not below the price of a run, nor above a plain search.

    Runs of two answers are judged by all vertices of their shifts; the plain search has one whole
    shift of each register at each place.
    """
    automaton = at_random(Dice(seed))
    shifts = Shifts(automaton, adjacency, 1)
    first = shown(shifts, ONE)
    if first is None:
        return
    found = least(shifts, ONE, first)
    loss = accepted(automaton, adjacency, found.moved)
    asked = {"automaton": automaton.json, "adjacency": adjacency, "sensitivity": "1"}
    price = worst(json.loads(json.dumps(asked)), 3)
    assert price is not None
    assert price <= loss
    if adjacency != "one":
        plain = bound(automaton, adjacency)
        assert plain is None or loss <= plain[0]
    if loss:
        attained = audit_stream(automaton, "at random", None, adjacency).attained
        assert isinstance(attained, Holds) or found.reason


def test_most_automata_at_random_say_something() -> None:
    """Of the first seeds a good part has a bound, so that the test above is about something."""
    found = 0
    for seed, adjacency in product(range(20), ("all", "one")):
        shifts = Shifts(at_random(Dice(seed)), adjacency, 1)
        best = shown(shifts, ONE)
        found += best is not None and best.loss > 0
    assert found >= 8
