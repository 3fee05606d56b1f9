"""Plausible mistakes in releases of all parities, and in boosting."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.vt14.impostors.boosted_queries import WRONG_BOOSTING
from audits.claims.vt14.impostors.parity_noise import ANY_D, FROM_TWO, PAIRED, ROWS_SHOWN
from audits.claims.vt14.impostors.projections import clamps, nothing
from audits.claims.vt14.laws.boosted_queries import CountOf, WrittenBase
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import replace_one
from reference.data.universes import added_rows
from reference.exact.nearest_point import inner
from reference.mechanisms.release.boosted_queries import BoostedQueries
from reference.mechanisms.release.gaussian_projection import TruncatedGaussianProjection
from reference.privacy.epsilon import Epsilon

EPS = Epsilon(Fraction(2), 4)
Build = Callable[..., Any]


def audited(build: Build, *arguments: object) -> object:
    """The verdict on what it promises, for databases of at most one row."""
    made = build(*arguments)
    universe = added_rows(TruncatedGaussianProjection(2, 1, 1, 4, EPS), 1)
    return audit_privacy(made, universe, made.guarantee)


def test_the_release_is_private() -> None:
    """Projected or not."""
    assert isinstance(audited(TruncatedGaussianProjection, 2, 1, 1, 4, EPS), Holds)
    assert isinstance(audited(TruncatedGaussianProjection, 2, 1, 1, 4, EPS, nothing), Holds)


@pytest.mark.parametrize("name", [*ANY_D, *FROM_TWO])
def test_too_little_noise(name: str) -> None:
    """Nobody, and a row (-1, -1) or (1, -1), are told apart."""
    found = audited((ANY_D | FROM_TWO)[name], 2, 1, 1, 4, EPS, nothing)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (
        ["()", "(0)"],
        ["()", "(1)"],
        ["(0)", "()"],
        ["(1)", "()"],
    )


def test_the_number_of_rows_is_seen() -> None:
    """Without rows the release is 0, with one it hardly ever is."""
    found = audited(ROWS_SHOWN["n is counted"], 2, 1, 1, 4, EPS)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["()", "(0)"], ["(0)", "()"])


def test_one_noise_for_a_pair_is_private() -> None:
    """Fewer coordinates show the same shift: no mistake."""
    assert isinstance(audited(PAIRED["one noise for (i, j) and (j, i)"], 2, 1, 1, 4, EPS), Holds)


def test_clamped_entries_are_not_in_the_hull() -> None:
    """(1/2, 5, 0, 0) becomes (1/2, 1, 0, 0), which is not symmetric."""
    half = Fraction(1, 2)
    assert clamps((half, Fraction(5), Fraction(0), Fraction(0)), 2, 1) == (
        half,
        Fraction(1),
        Fraction(0),
        Fraction(0),
    )
    skew = (0, 1, -1, 0)
    assert inner(skew, (half, 1, 0, 0)) == 1  # symmetric matrices have 0


def test_boosting_spends_in_every_round() -> None:
    """Two rounds, one sample: a loss above b^2, b = 2, on (0, 1, 1) and (1, 1, 1)."""
    base = WrittenBase(((0, 0), (3, 3)))
    setting = ((CountOf(0), CountOf(1)), base, 2, 1, 0, 3, Fraction(2))
    wrong, right = WRONG_BOOSTING["promises k T (T - 1)"](*setting), BoostedQueries(*setting)
    universe = replace_one(range(2), 3)
    assert isinstance(audit_privacy(right, universe, right.guarantee), Holds)
    found = audit_privacy(wrong, universe, wrong.guarantee)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["(0,1,1)", "(1,1,1)"], ["(1,1,1)", "(0,1,1)"])
