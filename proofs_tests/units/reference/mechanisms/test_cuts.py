"""A parameter that is a list in increasing order is checked when the mechanism is made."""

from __future__ import annotations

from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

import pytest

from audits.inputs.registry import mechanisms
from reference.data.domain import Domain
from reference.mechanisms.sensitivity.local_sensitivity_noise import LocalSensitivityNoise
from reference.privacy.epsilon import Epsilon

GIVEN: dict[str, Any] = {
    "eps": Epsilon(Fraction(2)),
    "threshold": 0,
    "count": 1,
    "bound": 1,
    "sensitivity": 1,
    "query": len,
    "distance": len,
    "domain": Domain.of_size(2),
}
"""Any values of the other parameters."""

WITH_CUTS = sorted(
    name
    for name, kind in mechanisms().items()
    for each in fields(kind)
    if each.name == "cuts" and "tuple" in str(each.type)
)


def made(name: str, cuts: tuple[int, ...]) -> object:
    """The mechanism with these cuts."""
    kind = mechanisms()[name]
    needed = [
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING and each.name != "cuts"
    ]
    return kind(**{word: GIVEN[word] for word in needed}, cuts=cuts)


@pytest.mark.parametrize("name", WITH_CUTS)
def test_cuts_increase(name: str) -> None:
    """Those that fall, and equal ones, are refused by each mechanism that has cuts."""
    for cuts in ((1, 0), (0, 0), (0, 2, 1)):
        with pytest.raises(ValueError, match="in increasing order"):
            made(name, cuts)
    assert made(name, (0, 1))


def test_mechanisms_with_cuts_are_found() -> None:
    """By the name of the parameter."""
    known = {"gap-noisy-max", "gap-sparse-vector", "laplace-cells", "continuous-sparse-vector-3"}
    assert known < {*WITH_CUTS}


def test_an_interval_of_shown_values_is_not_empty() -> None:
    """Its low end is at most its high end."""
    with pytest.raises(ValueError, match="the low end is at most the high end"):
        LocalSensitivityNoise[str, Fraction](len, len, Epsilon(Fraction(2)), (3, 1))
