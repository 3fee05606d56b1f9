"""Findings as a table, JSON, JUnit XML and SARIF, for people and for continuous integration.

JUnit has a case for each finding: a refutation is a failure, what is undecided or unfinished is
skipped, and where the code failed, that is an error.  SARIF has refutations and errors only: every
result of it becomes an alert, whatever its kind and its level are.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from socket import gethostname
from urllib.parse import quote
from xml.etree import ElementTree as ET

from audits.conformance.finding import COLUMNS, Finding, Outcome, Strength
from audits.conformance.statistical import SUITE_FALSE_ALARM
from audits.evidence.verdict import Json
from audits.rendering.numbers import number_json

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_text(findings: Sequence[Finding]) -> str:
    """The witnesses of refutations; then a table of one line for each finding, as Markdown."""
    refuted = [finding for finding in findings if finding.outcome is Outcome.REFUTED]
    lines = [f"refuted: {f.subject.mechanism}: {f.shown_witness()}" for f in refuted]
    lines += [""] * bool(refuted)
    lines += [table_line(COLUMNS), table_line(["---"] * len(COLUMNS))]
    lines += [table_line(finding.cells()) for finding in findings]
    return printable("\n".join(line.replace("\n", " ") for line in lines)) + "\n"


def table_line(cells: Sequence[str]) -> str:
    """One line of a Markdown table, in which each cell stands for itself."""
    return f"| {' | '.join(_escaped(cell) for cell in cells)} |"


def _escaped(cell: str) -> str:
    """The cell with a backslash before what Markdown would take for markup."""
    return MARKUP.sub(r"\\\g<0>", cell)


MARKUP = re.compile(r"[\\|`*~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|(?<=\])\(|&(?=#?\w+;)")
"""Code, emphasis, tags, links and entities; `a_b`, `<= 3` and `[0, 1]` are none."""


def as_json(
    findings: Sequence[Finding], false_alarm: Fraction = SUITE_FALSE_ALARM
) -> dict[str, Json]:
    """One JSON object: the findings, how many of each verdict, the false-alarm budget."""
    counts = Counter(finding.outcome for finding in findings)
    return {
        "findings": [finding.json() for finding in findings],
        "summary": {outcome.value: counts[outcome] for outcome in Outcome},
        "false_alarm": number_json(false_alarm),
    }


def as_junit(
    findings: Sequence[Finding],
    command: str = "conform",
    false_alarm: Fraction = SUITE_FALSE_ALARM,
    said: Callable[[Finding], str] | None = None,
    fails: Callable[[Finding], bool] = lambda _: False,
) -> str:
    """The findings as a JUnit XML document, as the schema of Apache Ant has it.

    Args:
        findings: one test case each.
        command: what was typed after `exactdp`.
        false_alarm: the probability of any false alarm.
        said: a finding in words, if not as a `sentence`.
        fails: whether one without a verdict is a failure, and not skipped.
    """
    failures = [f for f in findings if _is_failure(f, fails)]
    skipped = [f for f in findings if f.outcome in OPEN and not fails(f)]
    errors = [f for f in findings if f.outcome is Outcome.ERROR]
    suite = ET.Element(
        "testsuite",
        name=f"exactdp {command}",
        timestamp=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        hostname=gethostname() or "localhost",
        tests=str(len(findings)),
        failures=str(len(failures)),
        errors=str(len(errors)),
        skipped=str(len(skipped)),
        time=f"{sum(f.seconds for f in findings):.3f}",
    )
    properties = ET.SubElement(suite, "properties")
    ET.SubElement(properties, "property", name="false_alarm", value=str(false_alarm))
    for finding in findings:
        case = ET.SubElement(
            suite,
            "testcase",
            classname=printable(f"{finding.subject.library}-{finding.subject.version}"),
            name=printable(f"{finding.subject.mechanism} [{finding.strength.value}]"),
            time=f"{finding.seconds:.3f}",
        )
        message = printable((said or sentence)(finding))
        if _is_failure(finding, fails):
            failure = ET.SubElement(case, "failure", type=finding.strength.value, message=message)
            failure.text = printable(json.dumps(dict(finding.witness), indent=1))
        elif finding.outcome in OPEN:
            ET.SubElement(case, "skipped", message=message)
        elif finding.outcome is Outcome.ERROR:
            ET.SubElement(case, "error", type=finding.strength.value, message=message)
    ET.SubElement(suite, "system-out")
    ET.SubElement(suite, "system-err")
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _is_failure(finding: Finding, fails: Callable[[Finding], bool]) -> bool:
    return finding.outcome is Outcome.REFUTED or (finding.outcome in OPEN and fails(finding))


def printable(text: str) -> str:
    """The text, with characters that XML has no place for written as escapes."""
    return NO_XML.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML 1.0 document may contain, escaped or not."""

OPEN = (Outcome.UNDECIDED, Outcome.UNFINISHED)

FAILED = (Outcome.REFUTED, Outcome.ERROR)


def as_sarif(findings: Sequence[Finding], said: Callable[[Finding], str] | None = None) -> str:
    """What is refuted or failed, as a SARIF 2.1.0 document, in sentences or as they are said."""
    failed = [finding for finding in findings if finding.outcome in FAILED]
    strengths = [s for s in Strength if any(f.strength is s for f in failed)]
    results = [
        {
            "ruleId": _rule(finding.strength),
            "ruleIndex": strengths.index(finding.strength),
            "kind": "fail",
            "level": "error",
            "message": {"text": (said or sentence)(finding)},
            "locations": [_location(finding)],
            "properties": finding.json(),
        }
        for finding in failed
    ]
    rules = [
        {"id": _rule(strength), "shortDescription": {"text": f"Judged by: {strength.value}."}}
        for strength in strengths
    ]
    driver = {"name": "exactdp", "rules": rules}
    runs = [{"tool": {"driver": driver}, "results": results}]
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": runs}, indent=1) + "\n"


def _rule(strength: Strength) -> str:
    return f"exactdp/{strength.value.replace(' ', '-')}"


def _location(finding: Finding) -> dict[str, Json]:
    """The mechanism by name, and the file and line of its code if it is at hand."""
    logical: dict[str, Json] = {"fullyQualifiedName": finding.subject.mechanism}
    location: dict[str, Json] = {"logicalLocations": [logical]}
    if finding.place is not None:
        path = Path(finding.place.file).absolute()
        inside = path.is_relative_to(Path.cwd())
        uri = quote(path.relative_to(Path.cwd()).as_posix()) if inside else path.as_uri()
        location["physicalLocation"] = {
            "artifactLocation": {"uri": uri},
            "region": {"startLine": max(finding.place.line, 1)},
        }
    return location


def sentence(finding: Finding) -> str:
    """A finding in one sentence; of a refutation, the witness first."""
    subject = finding.subject
    where = f" under {subject.relation}" if subject.relation else ""
    text = (
        f"{subject.library} {subject.version} {subject.mechanism}{where}: "
        f"{subject.claimed} {finding.outcome.value} ({finding.strength.value}); {finding.truth}"
    )
    if finding.outcome is Outcome.REFUTED and finding.witness:
        text = f"{finding.shown_witness()}: {text}"
    return text + (f"; {finding.note}" if finding.note else "")
