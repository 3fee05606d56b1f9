"""Half of what a mechanism promises is refuted by the cases of the claims about promises."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from audits.claims.standard_mechanisms import continuous_promises
from audits.claims.standard_mechanisms.combined_promises import COMBINED
from audits.claims.standard_mechanisms.continuous_promises import THREE_ANSWERS, half_of_eps
from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES, WITH_A_UNIVERSE
from audits.claims.standard_mechanisms.declared.declared import Declared, root_above
from audits.claims.standard_mechanisms.declared.every_class import declaring, without_an_instance
from audits.claims.standard_mechanisms.every_eps import ANSWERS, every
from audits.engines.privacy.audit import audit_privacy
from audits.engines.privacy.point import tight_delta
from audits.evidence.table import LawTable, tabulate
from audits.evidence.verdict import Refuted
from reference.data.adjacency import all_answers
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.noise.laplace_mechanism import LaplaceHistogramCells
from reference.privacy.composition import SequentialComposition
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.probability.law import law

ROOTS = tuple(map(Fraction, ("81/64", "9/4", "4", "16", "256")))
"""r = e^(eps/parts): what is promised for every eps is refuted by one of them."""

EVERYTHING: dict[str, Declared] = INSTANCES | {
    name: Declared(mechanism, promise, few=universe)
    for name, (mechanism, promise, universe) in COMBINED.items()
}
CONTINUOUS = continuous_promises.SOUND | continuous_promises.BROKEN


@cache
def tables(name: str) -> tuple[LawTable[Any, Any, Any], ...]:
    """The laws of each case."""
    one = EVERYTHING[name]
    return tuple(tabulate(one.mechanism, universe) for universe in one.audited)


def at_roots(name: str) -> Iterator[tuple[LawTable[Any, Any, Fraction], Fraction, Fraction]]:
    """The laws of each case, e^eps and delta, at each of the roots where delta is at most 1."""
    one = EVERYTHING[name]
    for table in tables(name):
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
    missing = without_an_instance("guarantee", [*built, *CONTINUOUS.values()])
    assert missing == [], "\n".join(missing)


def test_every_class_with_a_universe_has_an_instance() -> None:
    """The same of the databases that a mechanism declares."""
    built = [each.mechanism for each in WITH_A_UNIVERSE.values()]
    missing = without_an_instance("universe", [*built, *CONTINUOUS.values()])
    assert missing == [], "\n".join(missing)


def test_what_is_to_be_added_is_said() -> None:
    """The class, the table and its file."""
    lines = without_an_instance("universe", _all_but(GeometricCount))
    (line,) = (line for line in lines if "geometric_mechanism.GeometricCount" in line)
    assert line.startswith("reference.mechanisms.noise.")
    assert "INSTANCES in audits/claims/standard_mechanisms/declared/noise.py" in line
    assert SequentialComposition in declaring("guarantee") - declaring("universe")


def _all_but(missing: type) -> list[object]:
    return [
        each
        for each in (*(d.mechanism for d in WITH_A_UNIVERSE.values()), *CONTINUOUS.values())
        if not isinstance(each, missing)
    ]


DIVIDED = {
    name: one
    for name, one in (EVERYTHING | WITH_A_UNIVERSE).items()
    if isinstance(getattr(one.mechanism, "eps", None), Epsilon)
}
"""What takes an eps."""


def refused(mechanism: Any, parts: int, databases: Iterable[Any]) -> str:  # noqa: ANN401
    """Why its promise or its laws need more parts of eps than these; nothing if they do not."""
    try:
        divided = replace(mechanism, eps=Epsilon(mechanism.eps.root, parts))
        getattr(divided, "guarantee", None)
        for database in databases:
            law(divided, database)
    except InexactExponentError as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize("name", DIVIDED)
def test_the_declared_parts_are_enough(name: str) -> None:
    """For the promise and for the laws; times the sensitivity, where that is a parameter.

    `sample` divides eps into no more parts than the class says.
    """
    one = DIVIDED[name]
    kind, sensitivity = type(one.mechanism), getattr(one.mechanism, "sensitivity", 1)
    parts = getattr(kind, "parts", 1)
    databases = [d for universe in one.audited for d in universe.databases()]
    ends = databases[:: max(1, len(databases) - 1)]
    why = refused(one.mechanism, parts * sensitivity, ends)
    assert why == "", f"{kind.__module__}.{kind.__name__}: its `parts` are {parts}, and {why}"


def test_parts_that_are_too_few_are_found() -> None:
    """A histogram takes e^(eps/2)."""
    cells = LaplaceHistogramCells(Domain.of_size(2), (0, 1), every(2))
    assert "parts must be a multiple of 2" in refused(cells, 1, [(0, 1)])
    assert refused(cells, 2, [(0, 1)]) == ""


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
    promised = [*at_roots(name)]
    if any(delta for _, _, delta in promised):
        refuted = any(lost(t, x) > delta / 2 for t, x, delta in promised)
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
