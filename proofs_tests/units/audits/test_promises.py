"""Half of what a mechanism promises is refuted by the cases of the claims about promises."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.standard_mechanisms import continuous_promises
from audits.claims.standard_mechanisms.combined_promises import COMBINED
from audits.claims.standard_mechanisms.continuous_promises import (
    THREE_ANSWERS,
    half_of_eps,
)
from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES, WITH_A_UNIVERSE
from audits.claims.standard_mechanisms.declared.declared import Declared, root_above
from audits.claims.standard_mechanisms.declared.every_class import (
    declaring,
    without_an_instance,
)
from audits.claims.standard_mechanisms.every_unit import ANSWERS
from audits.engines.point import tight_delta
from audits.engines.privacy import audit_privacy
from audits.table import LawTable, tabulate
from audits.verdict import Refuted
from reference.data.adjacency import all_answers
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.privacy.composition import SequentialComposition

ROOTS = tuple(map(Fraction, ("81/64", "9/4", "4", "16", "256")))
"""r = e^(eps/parts): what is promised for every eps is refuted by one of them."""

EVERYTHING: dict[str, Declared] = INSTANCES | {
    name: Declared(mechanism, promise, few=universe)
    for name, (mechanism, promise, universe) in COMBINED.items()
}
CONTINUOUS = continuous_promises.SOUND | continuous_promises.BROKEN


def at_roots(name: str) -> Iterator[tuple[LawTable[Any, Any, Fraction], Fraction, Fraction]]:
    """The laws of each case, e^eps and delta, at each of the roots where delta is at most 1."""
    one = EVERYTHING[name]
    for universe in one.audited:
        table = tabulate(one.mechanism, universe)
        for root in ROOTS if table.field.symbolic else (Fraction(1),):
            exp_eps, delta = (
                each.at(root) if isinstance(each, RationalFunction) else Fraction(each)
                for each in (one.promise.exp_eps, one.promise.delta)
            )
            if delta <= 1:
                yield table.at(root), Fraction(exp_eps), Fraction(delta)


def lost(table: LawTable[Any, Any, Fraction], exp_eps: Fraction) -> Fraction:
    """The tight delta."""
    worst = tight_delta(table, exp_eps)
    return worst.value if worst else Fraction(0)


def test_every_class_with_a_guarantee_has_an_instance() -> None:
    """A new one fails here, with the place where its instance is to be added."""
    built = [each.mechanism for each in EVERYTHING.values()]
    assert without_an_instance("guarantee", [*built, *CONTINUOUS.values()]) == []


def test_every_class_with_a_universe_has_an_instance() -> None:
    """The same of the databases that a mechanism declares."""
    built = [each.mechanism for each in WITH_A_UNIVERSE.values()]
    assert without_an_instance("universe", [*built, *CONTINUOUS.values()]) == []


def test_what_is_to_be_added_is_said() -> None:
    """The class, the table and its file."""
    (line,) = without_an_instance("universe", _all_but(GeometricCount))
    assert "reference.mechanisms.noise.geometric_mechanism.GeometricCount" in line
    assert "INSTANCES in audits/claims/standard_mechanisms/declared/noise.py" in line
    assert SequentialComposition in declaring("guarantee") - declaring("universe")


def _all_but(missing: type) -> list[object]:
    return [
        each
        for each in (*(d.mechanism for d in WITH_A_UNIVERSE.values()), *CONTINUOUS.values())
        if not isinstance(each, missing)
    ]


@pytest.mark.parametrize("name", list(EVERYTHING))
def test_half_of_the_promised_eps_is_refuted(name: str) -> None:
    """At some root, on some case; what keeps it gives a reason, and nothing else does."""
    one = EVERYTHING[name]
    if one.promise.exp_eps == 1:
        assert not one.keeps_half_of_eps
        return
    refuted = any(lost(t, root_above(x)) > delta for t, x, delta in at_roots(name))
    assert refuted != bool(one.keeps_half_of_eps)


@pytest.mark.parametrize("name", list(EVERYTHING))
def test_half_of_the_promised_delta_is_refuted(name: str) -> None:
    """Where there is one."""
    found = [(lost(t, x), delta) for t, x, delta in at_roots(name)]
    if any(delta for _, delta in found):
        refuted = any(used > delta / 2 for used, delta in found)
        assert refuted != bool(EVERYTHING[name].keeps_half_of_delta)


@pytest.mark.parametrize("name", list(CONTINUOUS))
def test_half_of_the_eps_is_refuted_for_continuous_noise(name: str) -> None:
    """At some eps, on two answers or on three."""
    built = CONTINUOUS[name]
    two = all_answers(ANSWERS, 2)
    verdicts = (
        audit_privacy(built, universe, half_of_eps(built)) for universe in (THREE_ANSWERS, two)
    )
    assert any(isinstance(verdict, Refuted) for verdict in verdicts)
