"""Laws of the interior point mechanisms from the vector files, built as on the command line."""

import json
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from audits.evidence.labels import label
from audits.inputs.mechanisms import build, mechanism_class, parts_of
from audits.inputs.numbers import Loss
from reference.probability.law import law

VECTORS = Path(__file__).parents[4] / "vectors"
FILES = ("klmns20.json", "bnsv15_rec_prefix.json")


class Case(TypedDict):
    """One law."""

    mechanism: str
    parameters: dict[str, int]
    root: str
    parts: int
    database: list[int]
    route: str
    law: dict[str, str]


CASES: list[Case] = [
    case for name in FILES for case in json.loads((VECTORS / name).read_text())["cases"]
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['mechanism']}-{c['database']}")
@pytest.mark.parametrize("every", [False, True], ids=["one eps", "every eps"])
def test_law_is_that_of_the_vector(case: Case, *, every: bool) -> None:
    """At the root, and for every eps evaluated there; `--root` is e^(eps/4) in all of them."""
    kind = mechanism_class(case["mechanism"])
    assert parts_of(kind) == case["parts"] == 4
    loss = Loss.given(None if every else case["root"], None, all_eps=every)
    given = {name: str(value) for name, value in case["parameters"].items()}
    dist = law(build(kind, given, loss), tuple(case["database"]))
    found = dist.at(Fraction(case["root"])) if every else dist
    expected = {outcome: Fraction(p) for outcome, p in case["law"].items()}
    assert {label(x): found.probability(x) for x in found} == expected
