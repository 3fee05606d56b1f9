"""Planted faults are run, and the claims are surprised by them."""

from __future__ import annotations

import ast
import tomllib
from functools import partial
from pathlib import Path

import pytest

import reference
from audits.ledger import claims
from proofs_tests.mutation.__main__ import HARMLESS, main
from proofs_tests.mutation.faults import faults
from proofs_tests.mutation.judging import HOME, apart, surprised, traced, verdict
from proofs_tests.mutation.planting import functions, plant

FOLDER = Path(reference.__file__).parent
IN_FOLDER = "probability/families.py"
WEIGHTS = FOLDER / IN_FOLDER
RESPONSE = FOLDER / "mechanisms" / "noise" / "randomized_response.py"


def test_what_is_left_alone() -> None:
    """Conditions that raise, texts, defaults, constants of modules and classes."""
    source = """
MOST = 3
class C:
    parts = 2
    def f(self, x, y=1):
        "1 + 1"
        if x < 0:
            raise ValueError(f"{x + 1}")
        return x
"""
    assert [*faults(source)] == []


def test_every_fault_compiles_and_changes_the_module() -> None:
    """Each is another program."""
    source = RESPONSE.read_text("utf-8")
    module = ast.parse(source)
    found = [*faults(source)]
    assert found
    texts = {ast.unparse(fault.planted(module)) for fault in found}
    assert len(texts) == len(found)
    assert ast.unparse(module) not in texts


def test_what_is_excused_can_be_planted() -> None:
    """Each harmless fault is one of a function that is there."""
    listed = tomllib.loads(HARMLESS.read_text("utf-8"))
    assert all((HOME / module["in"]).is_file() for module in listed["module"])
    excused = {(each["in"], each["says"]) for each in listed["fault"]}
    planted = {
        (f"{file} {fault.function}", f"{fault.now} for {fault.was}")
        for file in {name.split(" ")[0] for name, _ in excused}
        for fault in faults((HOME / file).read_text("utf-8"))
    }
    assert excused - planted == set()
    assert len(excused) == len(listed["fault"])


def test_a_claim_is_surprised_by_a_fault() -> None:
    """Randomized response with other weights; this process is not changed."""
    (item,) = claims(["CORE.randomized-response"])
    known = traced(item, FOLDER)
    run = [f for f in faults(WEIGHTS.read_text("utf-8")) if (IN_FOLDER, f.line) in known.lines]
    living = functions(FOLDER)
    noticed = [verdict([(item, known)], partial(plant, f, WEIGHTS, living)) for f in run]
    assert known.key in noticed
    assert verdict([(item, known)], lambda: None) is None
    assert not surprised(item)


@pytest.mark.slow
def test_the_claims_notice_a_sample_of_faults() -> None:
    """As `make mutation`, which plants all of them."""
    assert main(["--sample", "300"]) == 0


@pytest.mark.parametrize("answer", [1, "x", None])
def test_what_is_computed_apart(answer: object) -> None:
    """A process that dies or takes too long says nothing."""
    assert apart(lambda: answer, 5) == answer
    assert apart(lambda: 1 / 0, 5) is None
    assert apart(lambda: [*iter(int, 1)], 0.1) is None
