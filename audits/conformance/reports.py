"""Findings as a table, JSON, JUnit XML and SARIF, for people and for continuous integration.

A refutation is a failure in JUnit and an error in SARIF, an undecided case is skipped or a note.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from audits.conformance.finding import COLUMNS, Finding, Outcome
from audits.conformance.statistical import SUITE_FALSE_ALARM
from audits.verdict import Json

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_text(findings: Sequence[Finding]) -> str:
    """A table of one line for each finding, as Markdown; then the witnesses of refutations."""
    lines = [table_line(COLUMNS), table_line(["---"] * len(COLUMNS))]
    lines += [table_line(finding.cells()) for finding in findings]
    refuted = [finding for finding in findings if finding.outcome is Outcome.REFUTED]
    lines += [""] * bool(refuted)
    lines += [f"refuted: {f.subject.mechanism}: {f.shown_witness()}" for f in refuted]
    return "\n".join(lines) + "\n"


def table_line(cells: Sequence[str]) -> str:
    """One line of a Markdown table."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def as_json(findings: Sequence[Finding]) -> dict[str, Json]:
    """One JSON object: the findings, how many of each verdict, the false-alarm budget."""
    counts = Counter(finding.outcome for finding in findings)
    return {
        "findings": [finding.json() for finding in findings],
        "summary": {outcome.value: counts[outcome] for outcome in Outcome},
        "false_alarm": str(SUITE_FALSE_ALARM),
    }


def as_junit(findings: Sequence[Finding]) -> str:
    """The findings as a JUnit XML document."""
    refuted = [f for f in findings if f.outcome is Outcome.REFUTED]
    undecided = [f for f in findings if f.outcome is Outcome.UNDECIDED]
    suite = ET.Element(
        "testsuite",
        name="exactdp conform",
        tests=str(len(findings)),
        failures=str(len(refuted)),
        skipped=str(len(undecided)),
        time=f"{sum(f.seconds for f in findings):.3f}",
    )
    for finding in findings:
        case = ET.SubElement(
            suite,
            "testcase",
            classname=f"{finding.subject.library}-{finding.subject.version}",
            name=f"{finding.subject.mechanism} [{finding.strength.value}]",
            time=f"{finding.seconds:.3f}",
        )
        if finding.outcome is Outcome.REFUTED:
            failure = ET.SubElement(case, "failure", message=sentence(finding))
            failure.text = json.dumps(dict(finding.witness), indent=1)
        elif finding.outcome is Outcome.UNDECIDED:
            ET.SubElement(case, "skipped", message=sentence(finding))
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def as_sarif(findings: Sequence[Finding]) -> str:
    """Refutations and undecided cases as a SARIF 2.1.0 document."""
    levels = {Outcome.REFUTED: "error", Outcome.UNDECIDED: "note", Outcome.HOLDS: "none"}
    results = [
        {
            "ruleId": f"exactdp/{finding.strength.value.replace(' ', '-')}",
            "level": levels[finding.outcome],
            "kind": "pass" if finding.outcome is Outcome.HOLDS else "fail",
            "message": {"text": sentence(finding)},
            "locations": [
                {"logicalLocations": [{"fullyQualifiedName": finding.subject.mechanism}]}
            ],
            "properties": finding.json(),
        }
        for finding in findings
    ]
    rules = [{"id": rule} for rule in sorted({str(result["ruleId"]) for result in results})]
    driver = {"name": "exactdp", "rules": rules}
    runs = [{"tool": {"driver": driver}, "results": results}]
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": runs}, indent=1) + "\n"


def sentence(finding: Finding) -> str:
    """A finding in one sentence."""
    subject = finding.subject
    text = (
        f"{subject.library} {subject.version} {subject.mechanism} under {subject.relation}: "
        f"{subject.claimed} {finding.outcome.value} ({finding.strength.value}); {finding.truth}"
    )
    return text + (f"; {finding.note}" if finding.note else "")
