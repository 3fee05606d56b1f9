"""Findings as a table, JSON, JUnit XML and SARIF."""

import json
from xml.etree import ElementTree as ET

import pytest

from audits.conformance.finding import COLUMNS, Finding, Outcome, Strength, Subject
from audits.conformance.reports import as_json, as_junit, as_sarif, as_text

SUBJECT = Subject("library", "1.0", "noise <&|>", "replace-one", "eps = 1")
FINDINGS = [
    Finding(SUBJECT, Strength.EXACT_LAW, Outcome.HOLDS, "delta = 0", 0.5),
    Finding(
        SUBJECT, Strength.STATISTICAL, Outcome.REFUTED, "e^eps >= 4", 1.25,
        {"databases": ["(0)", "(1)"], "event": list(range(9))}, "a note",
    ),
    Finding(SUBJECT, Strength.DECLARED, Outcome.UNDECIDED, "", 0),
]  # fmt: skip


def test_json() -> None:
    """Every finding with its strength, and how many of each verdict."""
    answer = json.loads(json.dumps(as_json(FINDINGS)))
    assert answer["summary"] == {"holds": 1, "refuted": 1, "undecided": 1}
    assert answer["false_alarm"] == "1/1000000000"
    strengths = [finding["strength"] for finding in answer["findings"]]
    assert strengths == ["exact law", "statistical", "declared number"]
    assert answer["findings"][1]["witness"]["databases"] == ["(0)", "(1)"]


def test_junit() -> None:
    """A refutation is a failure with its witness, an undecided case is skipped."""
    suite = ET.fromstring(as_junit(FINDINGS))  # noqa: S314  # our own text
    assert {k: suite.get(k) for k in ("tests", "failures", "skipped")} == {
        "tests": "3",
        "failures": "1",
        "skipped": "1",
    }
    (failure,) = suite.iter("failure")
    assert json.loads(failure.text or "")["databases"] == ["(0)", "(1)"]
    assert all("noise <&|>" in str(case.get("name")) for case in suite.iter("testcase"))


def test_sarif() -> None:
    """Version 2.1.0 with a rule for each strength and a level for each verdict."""
    document = json.loads(as_sarif(FINDINGS))
    (run,) = document["runs"]
    assert document["version"] == "2.1.0"
    assert [r["level"] for r in run["results"]] == ["none", "error", "none"]
    assert [r["kind"] for r in run["results"]] == ["pass", "fail", "open"]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {r["ruleId"] for r in run["results"]} == rules


@pytest.mark.parametrize("finding", FINDINGS)
def test_text(finding: Finding) -> None:
    """One line of as many cells as columns, bars escaped; witnesses first, long events cut."""
    lines = as_text([finding]).splitlines()
    assert lines[-1].replace("\\|", "").count("|") == len(COLUMNS) + 1
    if finding.outcome is Outcome.REFUTED:
        assert "event: 0, 1, 2, 3, 4, 5 and 3 more" in lines[0]
