"""A verdict is confirmed by a certificate of what was asked, and by no other."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest

from audits.engines.accuracy import audit_accuracy
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.privacy.all_epsilon import audit_all_epsilon
from audits.engines.privacy.pairs import Direction
from audits.engines.privacy.point import audit_finite_loss, audit_point, tight_delta
from audits.evidence.certificates import digest
from audits.evidence.table import LawTable, from_laws, tabulate
from audits.evidence.verdict import (
    Certificate,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
    confirmed,
    text_of,
)
from reference.data.adjacency import ListedAdjacency, add_remove_one, replace_one
from reference.data.domain import Domain
from reference.exact.field import RATIONALS
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

THIRD = Fraction(1, 3)


def answers(*weights: tuple[int, int]) -> LawTable[object, str, Fraction]:
    """Laws on the outcomes a, b, on databases of a list, each the neighbour of the next."""
    count = len(weights)
    universe = ListedAdjacency(tuple(range(count)), tuple((i, i + 1) for i in range(count - 1)))
    laws = [Dist({"a": a, "b": b}, RATIONALS) for a, b in weights]
    table: LawTable[object, str, Fraction] = from_laws(universe, tuple(range(count)), laws)
    return table


def is_a(_: object, outcome: str) -> bool:
    """Of two outcomes the first is good."""
    return outcome == "a"


def is_b(_: object, outcome: str) -> bool:
    """The other one is."""
    return outcome == "b"


def verdicts() -> dict[str, Verdict]:
    """One verdict of each engine, and others of the same kind about something else."""
    first, second = answers((2, 1), (1, 2)), answers((2, 1), (1, 2), (2, 1))
    path = Domain.of_size(3)
    every_eps = ExponentialInteriorPoint(path, Epsilon.indeterminate(parts=2))
    laws = {n: tabulate(every_eps, every_eps.universe(rows=n)) for n in (1, 2)}

    def compared(*sides: int) -> Verdict:
        items = (Comparison(f"{n}", n, "<", n + 1) for n in sides)
        return audit_comparisons(items, "sides", Scope("numbers"))

    private = every_eps.guarantee
    return {
        "point": audit_point(first, Fraction(2), Fraction(0), "rr"),
        "point, three databases": audit_point(second, Fraction(2), Fraction(0), "rr"),
        "point, x = 3": audit_point(first, Fraction(3), Fraction(0), "rr"),
        "point, delta": audit_point(first, Fraction(2), THIRD, "rr"),
        "point, forward": audit_point(first, Fraction(2), Fraction(0), "rr", Direction.FORWARD),
        "every eps": audit_all_epsilon(laws[1], private, "eim"),
        "every eps, two rows": audit_all_epsilon(laws[2], private, "eim"),
        "refuted": audit_point(first, Fraction(1), Fraction(0), "rr"),
        "refuted, x = 3/2": audit_point(first, Fraction(3, 2), Fraction(0), "rr"),
        "no finite loss": audit_finite_loss(answers((1, 1), (1, 0)), "leak"),
        "accurate": audit_accuracy(first, is_a, Fraction(2, 3), "good"),
        "accurate, 3/4": audit_accuracy(first, is_a, Fraction(3, 4), "good"),
        "inaccurate": audit_accuracy(first, is_a, THIRD, "good"),
        "compared": compared(1, 2),
        "compared, others": compared(1, 3),
    }


VERDICTS = verdicts()


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_with_its_own_certificate_is_confirmed(name: str) -> None:
    """What the kernel proves is what the engine says."""
    assert confirmed(VERDICTS[name]) is VERDICTS[name]
    assert not isinstance(VERDICTS[name], Undecided)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_true_certificate_of_something_else_confirms_nothing(name: str) -> None:
    """With the certificate of any other verdict it is undecided, and the reason says why."""
    mine = VERDICTS[name]
    assert isinstance(mine, Holds | Refuted)
    for other, verdict in VERDICTS.items():
        assert isinstance(verdict, Holds | Refuted)
        if other != name:
            exchanged = confirmed(replace(mine, certificate=verdict.certificate))
            assert isinstance(exchanged, Undecided), other
            assert "proves something else" in exchanged.reason


def fair(*biases: int) -> LawTable[object, str, Fraction]:
    """Databases of a list, with laws n : 6 - n."""
    return answers(*((n, 6 - n) for n in biases))


OTHERS = {
    "private, other laws": (
        audit_point(fair(2, 3), Fraction(2), Fraction(0), "rr"),
        audit_point(fair(3, 4), Fraction(2), Fraction(0), "rr"),
        "laws",
    ),
    "refuted, another pair": (
        audit_point(fair(1, 2, 2, 1), Fraction(1), Fraction(0), "rr"),
        audit_point(fair(2, 2, 2, 1), Fraction(1), Fraction(0), "rr"),
        "laws",
    ),
    "accurate, other laws": (
        audit_accuracy(fair(3, 4), is_a, THIRD * 2, "good"),
        audit_accuracy(fair(4, 3), is_a, THIRD * 2, "good"),
        "laws",
    ),
    "accurate, other good outcomes": (
        audit_accuracy(fair(3, 3), is_a, THIRD * 2, "good"),
        audit_accuracy(fair(3, 3), is_b, THIRD * 2, "good"),
        "good",
    ),
}
"""Two true verdicts of equal bounds on one universe with one subject, and what differs."""


@pytest.mark.parametrize("name", OTHERS)
def test_a_certificate_of_another_mechanism_confirms_nothing(name: str) -> None:
    """Universe, bounds and subject are the same: the laws, or the good outcomes, are not."""
    mine, other, differing = OTHERS[name]
    assert isinstance(mine, Holds | Refuted)
    assert isinstance(other, Holds | Refuted)
    assert mine.scope == other.scope
    assert confirmed(mine) is mine
    exchanged = confirmed(replace(mine, certificate=other.certificate))
    assert isinstance(exchanged, Undecided)
    assert exchanged.reason.startswith("the certificate proves something else: ")
    assert differing in exchanged.reason


def test_a_verdict_that_asks_for_no_numbers_is_undecided() -> None:
    """Who does not say which laws are meant does not get a proof about some laws."""
    mine = VERDICTS["point"]
    assert isinstance(mine, Holds)
    assert isinstance(confirmed(replace(mine, to_prove={"kind": "point"})), Undecided)


def test_the_reason_names_what_differs() -> None:
    """Both numbers are in it."""
    mine, other = VERDICTS["point"], VERDICTS["point, x = 3"]
    assert isinstance(mine, Holds)
    assert isinstance(other, Holds)
    exchanged = confirmed(replace(mine, certificate=other.certificate))
    assert isinstance(exchanged, Undecided)
    assert exchanged.reason == 'the certificate proves something else: exp_eps "3", not "2"'


@pytest.mark.parametrize("bound", [(Fraction(2), Fraction(1)), (Fraction(1), Fraction(1))])
def test_a_trivial_bound_is_undecided(bound: tuple[Fraction, Fraction]) -> None:
    """With delta = 1 everything would be private."""
    found = confirmed(audit_point(answers((1, 0), (0, 1)), *bound, "leak"))
    assert isinstance(found, Undecided)
    assert "Trivial" in found.reason


def test_a_universe_without_neighbours_is_undecided() -> None:
    """Where nothing is compared nothing is private."""
    alone: LawTable[object, str, Fraction] = answers((1, 1))
    assert isinstance(confirmed(audit_point(alone, Fraction(2), Fraction(0), "alone")), Undecided)


def test_added_and_removed_rows_have_bounds_of_their_own() -> None:
    """A coin of bias n/3: adding a row can double its chance of heads, removing one halves it."""
    universe = add_remove_one(range(1), 2, at_least=1)
    laws = [Dist({"heads": n, "tails": 3 - n}, RATIONALS) for n in (1, 2)]
    table = from_laws(universe, tuple(universe.databases()), laws)
    # P is the law on one row: 1/3 <= x 2/3 and 2/3 <= x 1/3, so x = 2, or delta at x = 1.
    for direction in Direction:
        least = tight_delta(table, Fraction(1), direction)
        assert least is not None
        assert least.value == THIRD
    lopsided = ({"heads": 1, "tails": 0, "edge": 1}, {"heads": 1})
    laws = [Dist(each, RATIONALS) for each in lopsided]
    table = from_laws(universe, tuple(universe.databases()), laws)
    one = Fraction(1)
    forward = audit_point(table, Fraction(2), Fraction(0), "growing", Direction.FORWARD)
    backward = audit_point(table, Fraction(2), Fraction(0), "growing", Direction.BACKWARD)
    assert isinstance(confirmed(forward), Refuted)  # the edge is lost when a row is added
    assert isinstance(confirmed(backward), Holds)
    assert backward.scope.pairs == 1
    for direction in (Direction.FORWARD, Direction.BOTH):
        least = tight_delta(table, one, direction)
        assert least is not None
        assert (least.first, least.second, least.value) == (0, 1, Fraction(1, 2))


def test_a_direction_is_decided_for_every_eps() -> None:
    """The law r : 1 and the law 1 : 1: forward the loss is at most r, backward at most (r+1)/2."""
    r = Epsilon.indeterminate().root
    universe = replace_one(range(2), 1)
    laws = [Dist.weighted([("a", r), ("b", r / r)]), Dist.weighted([("a", r / r), ("b", r / r)])]
    table = from_laws(universe, tuple(universe.databases()), laws)
    half = Guarantee((r + 1) / 2, r - r)
    less = Guarantee(2 * r / (r + 1), r - r)
    for guarantee, way, kind in (
        (half, Direction.BACKWARD, Holds),
        # 2 r / (r + 1) <= (r + 1) / 2 as well, since (r - 1)^2 >= 0
        (half, Direction.FORWARD, Holds),
        (less, Direction.FORWARD, Holds),
        (less, Direction.BACKWARD, Refuted),
        (less, Direction.BOTH, Refuted),
    ):
        found = confirmed(audit_all_epsilon(table, guarantee, "coin", direction=way))
        assert isinstance(found, kind)


@pytest.mark.parametrize("total", [3, 10**400])
def test_a_certificate_is_spelled_as_json_does(total: int) -> None:
    """Laws with long weights, of which each is spelled once, too; one short law among them."""
    long: Json = {"database": [0, 1], "total": total, "weights": [total - 1, 1, 0]}
    short: Json = {"database": [], "total": 1, "weights": [1, 0, 0]}
    functions: Json = {"database": [], "total": total, "weights": [[0, 1], 1]}
    several: list[list[Json]] = [[], [long, long], [long, short], [functions]]
    for laws in several:
        proof: Certificate = {"format": "é", "laws": laws, "range": None}
        assert text_of(proof) == json.dumps(proof)
        assert digest(laws) == sha256(json.dumps(laws, sort_keys=True).encode()).hexdigest()
