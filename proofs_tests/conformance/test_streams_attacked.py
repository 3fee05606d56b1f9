"""Streams that look private: what the kernel shows of them, by hand and by laws."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from audits.conformance.competition.programs import online
from audits.conformance.competition.suites.neighbours import pair
from audits.engines.privacy.audit import audit_table
from audits.evidence.table import from_laws
from audits.evidence.verdict import Holds, Refuted, confirmed
from audits.kernel import Refused, check
from proofs_tests.conformance.attacks import FALSE, TRUE, Attack
from proofs_tests.conformance.shifted import bound
from proofs_tests.kernel.examples import Certificate, certificate, reason
from proofs_tests.kernel.stream_examples import automaton, branch, node
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.replay import Laws
from reference.probability.streams import Stream
from reference.probability.tracing import trace

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

MOVED = {"all": (-1, 1), "monotone": (0, 1)}


@pytest.mark.parametrize("attack", [*TRUE, *FALSE], ids=lambda attack: attack.name)
def test_the_loss_that_is_shown_is_the_one_by_hand(attack: Attack) -> None:
    """For all numbers of answers; less is refused by the kernel."""
    shown = bound(trace(attack), attack.adjacency)
    assert (shown and shown[0]) == attack.loss
    if shown is not None:
        assert check(json.dumps(shown[1])).facts["loss"] == str(shown[0])
        less = shown[1] | {"loss": str(shown[0] - Fraction(1, 8))}
        with pytest.raises(Refused):
            check(json.dumps(less))


def verdict(
    attack: Attack, claim: Fraction, base: tuple[int, ...], moved: tuple[int, ...]
) -> type:
    """On two vectors of answers, for every eps.

    The laws are computed once: these streams are ours, if not by their place.
    """
    laws = map(Laws[ExponentialFunction](foreign=True).of, (attack, attack), (base, moved))
    table = from_laws(pair(base, moved), (base, moved), laws)
    guarantee = Guarantee(attack.eps.exp(claim), attack.eps.exp(0) * 0)
    return type(confirmed(audit_table(table, guarantee, attack.name)))


@pytest.mark.parametrize("attack", [a for a in TRUE if not a.releases], ids=lambda a: a.name)
def test_exact_laws_do_not_contradict_what_is_shown(attack: Attack) -> None:
    """By another way: on two answers t d and (t + 1) d for words d of differences."""
    assert attack.loss is not None
    down, up = MOVED[attack.adjacency]
    for word in ((up, down), (down, up), (up, up)):
        for t in (0, 1):
            vectors = [tuple(s * d for d in word) for s in (t, t + 1)]
            assert verdict(attack, attack.loss, *vectors) is Holds


@pytest.mark.parametrize("attack", [a for a in FALSE if not a.releases], ids=lambda a: a.name)
def test_exact_laws_refute_what_is_not_private(attack: Attack) -> None:
    """The claim that its author would make is false on the answers 0 and those that are named.

    Without noise, and with noise of one sign, 0 is never below 0, and -1 sometimes; where the
    answer moves up nothing is seen.
    """
    assert attack.shown
    nothing = (0,) * len(attack.shown)
    assert verdict(attack, Fraction(1), nothing, attack.shown) is Refuted
    if attack.name in {"no noise", "noise of one sign"}:
        assert verdict(attack, Fraction(1), (0,), (1,)) is Holds


@pytest.mark.parametrize(
    ("stream", "weight"),
    [
        (online.Sparse(Epsilon.continuous(4)), Fraction(5, 4)),
        (online.Sparse(Epsilon.continuous(4), numeric=True), Fraction(7, 4)),
        (online.Boxes(Epsilon.continuous(4)), Fraction(1)),
        (online.NumericRange(Epsilon.continuous(4)), None),
        (online.NumericRange(Epsilon.continuous(4), fresh=True), Fraction(5, 4)),
        (online.TwoRanges(Epsilon.continuous(4)), None),
        (online.TwoRanges(Epsilon.continuous(4), again=True), Fraction(2)),
        (online.Lowered(Epsilon.continuous(6)), None),
        (online.Disclosed(Epsilon.continuous(4)), None),
    ],
    ids=lambda case: type(case).__name__ if isinstance(case, Stream) else str(case),
)
def test_published_automata_have_the_published_weights(
    stream: Stream[object, object, ExponentialFunction], weight: Fraction | None
) -> None:
    """What DiPAut's authors recorded; None: it is not private for any."""
    shown = bound(trace(stream), "all")
    assert (shown and shown[0]) == weight
    if shown is not None:
        assert check(json.dumps(shown[1])).facts["observed"] == "yes"


def bound_of(states: Certificate, loss: str, nodes: list[Certificate]) -> str:
    """A certificate of a bound."""
    claim = {"adjacency": "all", "sensitivity": "1", "loss": loss, "start": [0], "nodes": nodes}
    return json.dumps(certificate("stream-bound", automaton=states, **claim))


def test_a_draw_with_coefficient_0_is_not_fresh_noise() -> None:
    """The branch is certain and puts the answer out, but 0 >= 0 once passed for impossible."""
    sure = branch("", 0, [{"n0": "0"}], [], ("laplace", "1")) | {"released": [{"q": "1"}]}
    null = {"weights": ["1"]}
    nodes = [node(0, [[[], "0"]], [[[null, null]]])]
    assert reason(bound_of(automaton((0, 1, [sure])), "0", nodes)) == "NotCanonical"


@pytest.mark.parametrize("times", ["2", "1"])
def test_words_do_not_tell_of_whole_differences(times: str) -> None:
    """Two answers and noise, with which both even sums move by whole shifts, and odd ones do not.

    Twice the noise keeps its parity on integers: answers (0, 0) and (1, 0) are told apart.
    """
    kept = branch("", 1, [], [{"q": "1"}], None)
    put_out = {"released": [{"n0": times, "0": "1", "q": "1"}]}
    told = branch("", 2, [], [], ("laplace", "1")) | put_out
    states = automaton((0, 1, [kept]), (1, 1, [told]), (0, 0, []))

    def moved(to: int, *shifts: int) -> Certificate:
        return {"to": to, "rows": [[0, [str(h) for h in shifts]]], "facts": []}

    nodes = [node(0, [[[], "0"]], [[[moved(1), moved(2)]]])]
    nodes += [
        node(1, [[[str(r)], "0"]], [[[moved(3, -(r + d) // int(times)) for d in (-1, 1)]]])
        for r in (-1, 1)
    ]
    nodes.append(node(2, [[[], "2"]], []))
    assert check(bound_of(states, "2", nodes)).facts["integers"] == "no"
