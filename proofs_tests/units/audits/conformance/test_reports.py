"""Findings as a table, JSON, JUnit XML and SARIF."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from audits.conformance.finding import COLUMNS, Finding, Outcome, Place, Strength, Subject
from audits.conformance.reports import as_json, as_junit, as_sarif, as_text, table_line

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
    counts = {"holds": 1, "refuted": 1, "undecided": 1}
    assert answer["summary"] == {"not-refuted": 0, "unfinished": 0, "error": 0, **counts}
    assert answer["false_alarm"]["exact"] == "1/1000000000"
    strengths = [finding["strength"] for finding in answer["findings"]]
    assert strengths == ["exact law", "statistical", "declared number"]
    assert answer["findings"][1]["witness"]["databases"] == ["(0)", "(1)"]


def test_junit() -> None:
    """A refutation is a failure with its witness first, an undecided case is skipped."""
    suite = ET.fromstring(as_junit(FINDINGS))  # noqa: S314  # our own text
    assert {k: suite.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    (failure,) = suite.iter("failure")
    assert json.loads(failure.text or "")["databases"] == ["(0)", "(1)"]
    assert str(failure.get("message")).startswith("databases: (0), (1); event: 0, 1, 2")
    assert all("noise <&|>" in str(case.get("name")) for case in suite.iter("testcase"))


def test_what_fails_without_a_verdict_is_a_failure() -> None:
    """A report says what the exit status does: none of those that fail is skipped."""
    text = as_junit(FINDINGS, fails=lambda f: f.outcome is Outcome.UNDECIDED)
    assert objections_to_junit(text) == []
    suite = ET.fromstring(text)  # noqa: S314  # our own text
    counts = [suite.get(k) for k in ("failures", "errors", "skipped")]
    assert counts == ["2", "0", "0"]
    assert len([*suite.iter("failure")]) == 2


SUITE = {
    "name": r"\S.*",
    "timestamp": r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}",
    "hostname": r"\S.*",
    "tests": r"[0-9]+",
    "failures": r"[0-9]+",
    "errors": r"[0-9]+",
    "skipped": r"[0-9]+",
    "time": r"[0-9]+\.[0-9]+",
}
CASE = {"name": r"[\s\S]*", "classname": r"[\s\S]*", "time": r"[0-9]+\.[0-9]+"}
ENDS = {"failure": {"message", "type"}, "error": {"message", "type"}, "skipped": {"message"}}
"""The schema of Apache Ant's JUnit reports: attributes, all required, with their patterns; and
what may stand in a test case.  A suite: properties, test cases, system-out, system-err."""


def objections_to_junit(text: str) -> list[str]:
    """What the schema forbids in a document, as sentences."""
    suite = ET.fromstring(text)  # noqa: S314  # our own text
    found = [] if suite.tag == "testsuite" else [f"root {suite.tag}"]
    tags = [child.tag for child in suite]
    cases = [child for child in suite if child.tag == "testcase"]
    if tags != ["properties", *["testcase"] * len(cases), "system-out", "system-err"]:
        found.append(f"children {tags}")
    for element, wanted in [(suite, SUITE), *[(case, CASE) for case in cases]]:
        found += [f"{a} of {element.tag}" for a in {*element.keys()} ^ {*wanted}]
        for name in {*element.keys()} & {*wanted}:
            if not re.fullmatch(wanted[name], element.attrib[name]):
                found.append(f"{name} = {element.attrib[name]!r}")
    for case in cases:
        ends = list(case)
        found += [f"{len(ends)} ends of a case"] * (len(ends) > 1)
        for end in ends:
            if {*end.keys()} != ENDS.get(end.tag) or list(end):
                found.append(f"{end.tag} with {sorted(end.keys())}")
    for entry in suite.iterfind("properties/*"):
        if entry.tag != "property" or {*entry.keys()} != {"name", "value"}:
            found.append(f"property {entry.attrib}")
    return found


def test_without_a_verdict_there_is_an_error() -> None:
    """In JUnit it is no failure, and counted apart; in SARIF it fails, as nothing was decided."""
    broken = replace(FINDINGS[2], outcome=Outcome.ERROR, note="no such file")
    text = as_junit([*FINDINGS, broken], "audit", Fraction(1, 7), lambda f: f"said {f.note}")
    assert objections_to_junit(text) == []
    suite = ET.fromstring(text)  # noqa: S314  # our own text
    assert (suite.get("name"), suite.get("errors"), suite.get("failures")) == (
        *("exactdp audit", "1", "1"),
    )
    assert [error.get("message") for error in suite.iter("error")] == ["said no such file"]
    assert '<property name="false_alarm" value="1/7" />' in text
    document = json.loads(as_sarif([broken], lambda f: f"said {f.note}"))
    assert objections_to_sarif(document) == []
    (result,) = document["runs"][0]["results"]
    assert (result["kind"], result["level"]) == ("fail", "error")
    assert result["message"]["text"] == "said no such file"
    assert as_json([broken], Fraction(1, 7))["false_alarm"] == {
        "exact": "1/7",
        "low": "0.1428571428",
        "high": "0.1428571429",
    }


def test_junit_is_what_the_schema_says() -> None:
    """Every required attribute and child in its order, nothing else; control characters too."""
    strange = Subject("lib\x1brary", "1.0\x00", "noise \ud800 \x07", "", "eps = \ufffe")
    refuted = Finding(
        strange, Strength.STATISTICAL, Outcome.REFUTED, "\x1b[31m", 1, {"event": "\x08"}
    )
    for findings in ([], FINDINGS, [refuted]):
        assert objections_to_junit(as_junit(findings)) == []
    assert "\\x1b[31m" in as_junit([refuted])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (' hostname="', ' host="'),
        (' errors="0"', ""),
        ("<properties>", "<properties><properties/>"),
        ("<system-out />", ""),
        (' type="statistical"', ""),
        (' time="0.500"', ' time="soon"'),
    ],
)
def test_a_report_against_the_schema_is_found(old: str, new: str) -> None:
    """The check above can fail: each of these documents is refused."""
    text = as_junit(FINDINGS)
    assert old in text
    assert objections_to_junit(text.replace(old, new, 1))


def test_sarif() -> None:
    """Version 2.1.0: a result is an alert, so that there is one for each failure, and no other."""
    document = json.loads(as_sarif(FINDINGS))
    (run,) = document["runs"]
    assert document["version"] == "2.1.0"
    assert [r["level"] for r in run["results"]] == ["error"]
    assert [r["kind"] for r in run["results"]] == ["fail"]
    assert [r["properties"]["verdict"] for r in run["results"]] == ["refuted"]
    others = [replace(FINDINGS[0], outcome=each) for each in Outcome]
    found = json.loads(as_sarif(others))["runs"][0]["results"]
    assert {r["properties"]["verdict"] for r in found} == {"refuted", "error"}
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {r["ruleId"] for r in run["results"]} == rules


RESULT = {"ruleId", "ruleIndex", "kind", "level", "message", "locations", "properties"}
"""The properties of a result that we use; SARIF 2.1.0, 3.27, has no others of these names."""


def objections_to_sarif(document: dict[str, Any]) -> list[str]:
    """What SARIF 2.1.0 forbids in a document, as sentences with the section."""
    found = [] if {*document} == {"$schema", "version", "runs"} else ["3.13: other properties"]
    for run in document["runs"]:
        driver = run["tool"]["driver"]
        found += [] if driver.get("name") else ["3.19.8: no name"]
        rules = [rule["id"] for rule in driver["rules"]]
        found += ["3.19.23: rules are unique"] * (len({*rules}) < len(rules))
        for result in run["results"]:
            kind, level = result["kind"], result["level"]
            found += [f"3.27: {name}" for name in {*result} - RESULT]
            if kind not in {"pass", "open", "informational", "notApplicable", "review", "fail"}:
                found.append(f"3.27.9: kind {kind}")
            if level not in ({"error", "warning", "note"} if kind == "fail" else {"none"}):
                found.append(f"3.27.10: level {level} of kind {kind}")
            if rules[result["ruleIndex"]] != result["ruleId"]:
                found.append("3.27.6: ruleIndex is of another rule")
            found += [] if result["message"].get("text") else ["3.11: an empty message"]
            for location in result["locations"]:
                found += objections_to_location(location)
    return found


def objections_to_location(location: dict[str, Any]) -> list[str]:
    """What SARIF 2.1.0 forbids in a location."""
    found = [f"3.28: {n}" for n in {*location} - {"logicalLocations", "physicalLocation"}]
    if "physicalLocation" in location:
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        if re.search(r"[\s\\<>|]", uri):
            found.append(f"3.4.3: {uri!r} is no URI reference")
        if location["physicalLocation"]["region"]["startLine"] < 1:
            found.append("3.30.5: lines are counted from 1")
    return found


def test_sarif_is_what_the_standard_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level belongs to a failure; a file is a location, inside or outside."""
    monkeypatch.chdir(tmp_path)
    here, there = Place(str(tmp_path / "their code.py"), 7), Place("/else where/x.py", 0)
    placed = [replace(FINDINGS[1], place=here), replace(FINDINGS[1], place=there)]
    for findings in ([], FINDINGS, placed):
        assert objections_to_sarif(json.loads(as_sarif(findings))) == []
    results = json.loads(as_sarif(placed))["runs"][0]["results"]
    physical = [r["locations"][0]["physicalLocation"] for r in results]
    assert physical == [
        {"artifactLocation": {"uri": "their%20code.py"}, "region": {"startLine": 7}},
        {"artifactLocation": {"uri": "file:///else%20where/x.py"}, "region": {"startLine": 1}},
    ]


def test_a_document_against_the_standard_is_found() -> None:
    """The check above can fail: a level of a failure, a rule of another index, no kind."""
    failed = [replace(each, outcome=Outcome.ERROR) for each in FINDINGS]
    for name, value in (("level", "none"), ("ruleIndex", 0), ("kind", "undecided")):
        document = json.loads(as_sarif(failed))
        document["runs"][0]["results"][2][name] = value
        assert objections_to_sarif(document)


@pytest.mark.parametrize("finding", FINDINGS)
def test_text(finding: Finding) -> None:
    """One line of as many cells as columns, bars escaped; witnesses first, long events cut."""
    lines = as_text([finding]).splitlines()
    assert lines[-1].replace("\\|", "").count("|") == len(COLUMNS) + 1
    if finding.outcome is Outcome.REFUTED:
        assert "event: 0, 1, 2, 3, 4, 5 and 3 more" in lines[0]


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("a|b", r"a\|b"),
        ("[x](javascript:y)", r"[x]\(javascript:y)"),
        ("<script>", r"\<script>"),
        ("**bold** _it_ `code`", r"\*\*bold\*\* \_it\_ \`code\`"),
        ("a\\|b", r"a\\\|b"),
        ("&lt;", r"\&lt;"),
        ("{<= 3} f_d (0, 1) [0, 1] e^eps >= 2 & x", "{<= 3} f_d (0, 1) [0, 1] e^eps >= 2 & x"),
    ],
)
def test_a_cell_is_no_markup(cell: str, written: str) -> None:
    """What a sampler is called cannot become a link, a tag or another cell of the table."""
    assert table_line([cell]) == f"| {written} |"
