"""Mechanisms on answer vectors have the laws that an independent computation gives."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from audits.evidence.labels import label
from audits.inputs.registry import mechanisms
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

VECTORS = Path(__file__).parents[3] / "vectors"


class Case(TypedDict):
    """One law of an oracle file."""

    mechanism: str
    parameters: dict[str, int]
    root: str
    parts: int
    database: list[int]
    law: dict[str, str]


def cases() -> Iterator[object]:
    """The laws of all oracle files of mechanisms on answer vectors."""
    for name in ("sparse_vector", "sparse_vector_values", "noisy_max"):
        found: list[Case] = json.loads((VECTORS / f"{name}.json").read_text())["cases"]
        for case in found:
            parameters = "-".join(f"{key}={value}" for key, value in case["parameters"].items())
            yield pytest.param(
                case, id=f"{case['mechanism']}-{parameters}-{case['root']}-{case['database']}"
            )


@pytest.mark.parametrize("case", list(cases()))
def test_law_is_the_oracle_s(case: Case) -> None:
    """Every outcome has the probability that truncated sums with a remainder bound give."""
    kind = mechanisms()[case["mechanism"]]
    exact = kind(**case["parameters"], eps=Epsilon(Fraction(case["root"]), case["parts"]))
    every_eps = kind(**case["parameters"], eps=Epsilon.indeterminate(case["parts"]))
    database = tuple(case["database"])
    expected = {outcome: Fraction(p) for outcome, p in case["law"].items()}
    for found in (law(exact, database), law(every_eps, database).at(Fraction(case["root"]))):
        assert {label(x): found.probability(x) for x in found} == expected


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("above-threshold", {"threshold": 0}),
        ("sparse", {"threshold": 0, "count": 2}),
        ("sparse-vector-1", {"threshold": 0, "count": 1}),
        ("sparse-vector-2", {"threshold": 0, "count": 1}),
        ("sparse-vector-3", {"threshold": 0, "count": 1}),
        ("sparse-vector-4", {"threshold": 0, "count": 1}),
        ("sparse-vector-5", {"threshold": 0}),
        ("sparse-vector-6", {"threshold": 0}),
        ("noisy-max-1", {}),
        ("noisy-max-2", {}),
        ("noisy-max-3", {}),
        ("noisy-max-4", {}),
        ("noisy-histogram-1", {}),
        ("noisy-histogram-2", {"eps_squared": Fraction(1, 2)}),
        ("partial-sum", {}),
        ("smart-sum", {"block": 2}),
    ],
)
def test_mechanisms_state_their_claim(name: str, parameters: dict[str, int | Fraction]) -> None:
    """(eps, 0), sound or not; (2 eps, 0) for smart sum; on vectors of answers -1, 0, 1."""
    kind = mechanisms()[name]
    mechanism = kind(**parameters, eps=Epsilon.indeterminate(parts=8))
    claimed = RationalFunction.r(16 if name == "smart-sum" else 8)
    assert mechanism.guarantee == Guarantee(claimed, RationalFunction.of(0))
    assert mechanism.universe(2).values == (-1, 0, 1)
    assert mechanism.universe(2).database_count == 9
    assert law(mechanism, (0, 0)).field.symbolic
