"""The schemas that are published: every command has one, and what is no answer is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from audits.cli import COMMANDS
from audits.commands.schema import names, schema
from audits.conformance.finding import Finding, Outcome, Strength, Subject
from audits.conformance.reports import as_json
from proofs_tests.command_line import exactdp
from proofs_tests.published import objection, validator
from proofs_tests.release import smoke

APART = {"audit", "claims", "report"}
"""Commands whose lines take seconds, or start programs; other tests ask them."""

MORE = (
    "law exponential-interior-point -p domain=3 --database 0,0 --eps 1",
    "optimum interior-point -p domain=3 -p rows=1 --curve exp-eps=1..3",
    "complexity point-learning --dimensions 1,2",
    "complexity fingerprinting --bases 1,2 --printed",
    "complexity composition --rounds 1,16 --delta 1/2 --target-delta 1/10",
    "list mechanisms mine.py:Survey",
    "list claims KLMNS20.T4.2",
    "check table.csv",
    "conform mine.py:coins --database 0,1 --reference mine.py:Survey --root 3 --samples 1000",
    "conform mine.py:coins --rows 1 --declared 1 --reference mine.py:Survey --root 3",
    "schema",
)
"""Lines whose answers have another shape than those of the release, and of other tests here."""


def test_every_command_has_a_schema() -> None:
    """And nothing else has one; each is itself a JSON Schema that stands alone."""
    assert names() == sorted(COMMANDS)
    for name in COMMANDS:
        assert schema(name)["$id"] == f"urn:exactdp:{name}"
        validator(name)


def test_what_is_printed_is_the_schema() -> None:
    """For a person and for a script."""
    for words in ("schema law", "schema law --json"):
        assert exactdp(words).json == schema("law")


def test_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of every command, and of every shape of its answer; the fixture of this folder looks.

    Those that are left out here have tests of their own beside this one.
    """
    monkeypatch.chdir(tmp_path)
    smoke.lay_out(tmp_path)
    lines = [line for line in (*smoke.LINES, *MORE) if line.split()[0] not in APART]
    assert {line.split()[0] for line in lines} == {*COMMANDS} - APART
    for line in lines:
        done = exactdp(f"{line} --json")
        answer = json.loads(done.stdout) if done.stdout else None
        assert (answer is None) == (done.returncode == 2 and not line.startswith("check")), line
        assert answer is None or objection(line.split()[0], answer) is None


REFUTED = "privacy exponential-interior-point -p domain=3 --rows 2 --root 2 --claim-eps 1/2 --json"


def _without(*path: str | int) -> Callable[[dict[str, Any]], None]:
    def edit(answer: dict[str, Any]) -> None:
        place: Any = reduce(getitem, path[:-1], answer)  # type: ignore[arg-type]  # getitem takes a key of any kind
        del place[path[-1]]

    return edit


def _with(value: object, *path: str | int) -> Callable[[dict[str, Any]], None]:
    def edit(answer: dict[str, Any]) -> None:
        place: Any = reduce(getitem, path[:-1], answer)  # type: ignore[arg-type]  # getitem takes a key of any kind
        place[path[-1]] = value

    return edit


BROKEN: dict[str, Callable[[dict[str, Any]], None]] = {
    "a key that is missing": _without("scope"),
    "a key that is not known": _with("1", "seconds"),
    "a verdict that is none": _with("true", "verdict"),
    "a truth value in place of a verdict": _with(False, "verdict"),
    "nothing claimed, and a witness": _with(None, "verdict"),
    "it holds, and there is a witness": _with("holds", "verdict"),
    "a refutation without a witness": _without("witness"),
    "a refutation without evidence": _without("evidence"),
    "undecided without a reason": _with("undecided", "verdict"),
    "evidence of no kind": _with("seen", "evidence"),
    "a number that is a string": _with("3/2", "exp_eps"),
    "a number that is a float": _with(1.5, "delta"),
    "a number without its exact value": _without("exp_eps", "exact"),
    "a bound that is a float": _with(1.5, "exp_eps", "low"),
    "a bound that is a fraction": _with("3/2", "exp_eps", "high"),
    "a number with a key too many": _with("1.5", "exp_eps", "about"),
    "fewer than no databases": _with(-1, "databases"),
    "three databases": _with(["(0)", "(1)", "(2)"], "witness", "databases"),
    "one probability": _without("witness", "probabilities", 1),
    "an event that is a string": _with("0", "witness", "event"),
    "a corner of the curve without a delta": _without("curve", 0, 1),
    "a least eps without what attains it": _without("least_eps", 0, "event"),
    "a least eps without a number": _without("least_eps", 0, "eps"),
    "a multiple of eps, and an eps": _with(
        {"exact": "1", "low": "1", "high": "1"}, "least_eps", 0, "multiple_of_eps"
    ),
}
"""What is done to an answer."""


@pytest.fixture(scope="module")
def refuted() -> dict[str, Any]:
    """A refutation at a rational e^eps, with least numbers and a curve."""
    found = exactdp(REFUTED).json
    assert found["verdict"] == "refuted"
    assert objection("privacy", found) is None
    return found


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_refused(name: str, refuted: dict[str, Any]) -> None:
    """By the schema of `privacy`, and by that of `table`, whose answers are the same."""
    answer = deepcopy(refuted)
    BROKEN[name](answer)
    assert objection("privacy", answer) is not None
    assert objection("table", answer) is not None


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"schema"}))
def test_an_answer_of_another_command_is_refused(command: str, refuted: dict[str, Any]) -> None:
    """Each schema takes the answers of its command, and no other."""
    assert (objection(command, refuted) is None) == (command in {"privacy", "table"})
    assert objection(command, {}) is not None


EVENT = {"event": ["1"], "counts": [9, 1], "samples": 10}
OF_AUDIT: dict[str, Callable[[dict[str, Any]], None]] = {
    "it holds, and an event refutes it": _with(EVENT, "findings", 0, "witness"),
    "it holds, and nothing is said to be true": _with("", "findings", 0, "truth"),
    "it holds by samples": _with("statistical", "findings", 0, "strength"),
    "a refutation without a witness": _with({}, "findings", 1, "witness"),
    "a refutation that is called a proof": _with("holds", "findings", 1, "verdict"),
    "no refutation, though no law was given": _with("not-refuted", "findings", 2, "verdict"),
    "undecided without a reason": _with("", "findings", 2, "note"),
    "undecided, and something is true": _with("proved", "findings", 2, "truth"),
    "an error without a reason": _with("", "findings", 3, "note"),
    "an error with an event": _with(EVENT, "findings", 3, "witness"),
    "a verdict that is not counted": _with(0, "summary", "refuted"),
    "a verdict that is counted and was not found": _with(1, "summary", "unfinished"),
}
"""What contradicts itself, each made of one answer that does not."""


@pytest.mark.parametrize("edit", OF_AUDIT.values(), ids=OF_AUDIT)
def test_an_audit_that_contradicts_itself_is_refused(
    edit: Callable[[dict[str, Any]], None],
) -> None:
    """Verdict, witness, reason and summary of `audit` fit each other."""

    def finding(outcome: Outcome, strength: Strength, witness: dict[str, Any]) -> Finding:
        proved = outcome in {Outcome.HOLDS, Outcome.REFUTED}
        texts = ("proved", "") if proved else ("", "the reason")
        subject = Subject("a", "", "b", "", "c")
        return Finding(subject, strength, outcome, texts[0], 1, witness, texts[1])

    answer = as_json(
        [
            finding(Outcome.HOLDS, Strength.EXACT_LAW, {}),
            finding(Outcome.REFUTED, Strength.EXACT_LAW, EVENT),
            finding(Outcome.UNDECIDED, Strength.STATISTICAL, EVENT),
            finding(Outcome.ERROR, Strength.STATISTICAL, {}),
        ]
    )
    assert objection("audit", answer) is None
    edit(answer)
    assert objection("audit", answer) is not None
