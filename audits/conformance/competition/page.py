"""COMPETITION.md, made whole from the record of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from audits.conformance.reports import table_line
from audits.evidence.verdict import Json
from audits.writing import write

HERE = Path(__file__).parent
RECORD = HERE / "record.json"
PAGE = HERE.parent / "COMPETITION.md"

LEAST = Fraction(1, 100)
"""Seconds: what is shorter counts as so much."""

Found = Mapping[str, Any]
"""An entry of the record."""

HEAD = """# The benchmarks of other tools, with continuous noise

Made by `make compete` from `competition/record.json`; do not edit.

Each program is stated once, in `competition/programs`, with its scales as parameters: a scale `k`
stands for k/eps.  `competition/suites` says which of them a tool decides, on which answers, with
which claim, and what is true.  A claim is (loss, delta).  `every eps` means every eps > 0 at once;
at one eps, what holds for every eps is shown so.  Where real numbers are put out, they are seen
through the cuts that are named, and a verdict `holds` is about these cuts.  With Gaussian noise
probabilities are enclosed between rationals, at one eps; `least delta` says between which numbers
the least delta is that would be true of the loss.  Each verdict is confirmed by the kernel.

Seconds are those of the process: `laws` finds the output distributions, `decision` decides from
them, `kernel` checks the certificate.  `recorded` is what the authors of the other tool recorded
on their machine, and for their scope, which may be larger: CheckDP proves for every number of
queries.  So `ratio`, recorded seconds by the sum of ours, is an order of magnitude and no more.

DiPAut and DiPA decide for every number of real answers; so it is done here, in the sections of
their names."""

EVERY_NUMBER = """# Every number of answers

Of each program, every number of answers, every real answer and every eps > 0 are decided at once.
It is traced to an automaton of so many `states`, in `laws` seconds; `search` finds the bound and
a run that needs as much, if there is one, and has the kernel check both; `bytes` are those of the
certificates.  `bound` is what is shown, `theirs` the weight that the other tool computes, if that
is recorded.  In a run `put out(+1)` is an answer that differs by 1.

How the statements differ.  They decide whether *some* d exists such that the automaton is
(d eps)-private for every eps > 0, by its graph, and a weight is one such d.  Here one d is proved
by a certificate that the kernel reads; `exactly` says, with another certificate, that for no eps a
smaller one will do, and `no number will do` that there is none.  All this is of the program as it
stands, which tells more than a published automaton where this has no way to go on: there a smaller
number might do for the automaton itself.  A state that reads no answer (`non-input`) reads none
here either, or one that it forgets; an automaton that reads nothing loses nothing here, whatever
its graph.  They decide every automaton of their class; the search here may leave one open, and
what is left open is listed under `Not decided here`."""

COLUMNS = (
    *("program", "parameters", "answers", "claim", "truth", "verdict"),
    *("laws s", "decision s", "kernel s", "recorded s", "ratio", "counterexample"),
)
LEAST_DELTA = "least delta"
ENDLESS = (
    *("program", "parameters", "states", "claim", "truth", "verdict", "bound", "theirs"),
    *("laws s", "search s", "kernel s", "recorded s", "ratio", "bytes", "run"),
)
SUITES = ("suite", "programs", "hold", "refuted", "seconds", "recorded s", "ratios")
SOURCES = ("program", "truth by", "recorded in", "remark")
LEFT = ("tool", "program", "what it is", "reason", "recorded s", "remark")


def page(record: Found) -> str:
    """The page."""
    found: Sequence[Found] = record["entries"]
    parts = [HEAD, _summary(record)]
    endless = next((each["suite"] for each in found if each["states"] is not None), None)
    for suite in dict.fromkeys(each["suite"] for each in found):
        own = [each for each in found if each["suite"] == suite]
        parts += [EVERY_NUMBER] * (suite == endless)
        parts += [f"## {suite}", record["about"].get(suite, SEE).strip()]
        if own[0]["states"] is not None:
            parts.append(_table(ENDLESS, map(_endless_row, own)))
        else:
            enclosed = any(each["least_delta"] for each in own)
            rows = ((*_row(e), e["least_delta"]) if enclosed else _row(e) for e in own)
            parts.append(_table((*COLUMNS, LEAST_DELTA) if enclosed else COLUMNS, rows))
        sources = [(e["name"], e["ground"], e["source"], e["remark"]) for e in own]
        parts += ["Where truth and recorded seconds come from:", _table(SOURCES, sources)]
    left = [
        (
            *(each["suite"], each["name"], each["program"], each["reason"]),
            *(each["recorded"] or "", _joined(each["source"], each["remark"])),
        )
        for each in record["inexpressible"]
    ]
    parts += ["## Not decided here", _table(LEFT, left), SIDE_BY_SIDE]
    return "\n\n".join(parts) + "\n"


SEE = "It is described with the suite before it."

SIDE_BY_SIDE = """StatDP, DP-Sniper, CheckDP, ShadowDP, DiPC, DiPApprox and DiPAut are not on the
package index, so that they are not run side by side; what their authors recorded stands for
them."""


def _summary(record: Found) -> str:
    """How many verdicts are the truth, and on what machine."""
    found: Sequence[Found] = record["entries"]
    wrong = [each for each in found if each["verdict"] != each["truth"]]
    told = "all of them the truth" if not wrong else f"{len(wrong)} of them not the truth"
    machine = record["machine"]
    total = sum((_seconds(each) for each in found), Fraction(0))
    left = len(record["inexpressible"])
    words = (
        f"{len(found)} questions decided, {told}; {left} programs listed without a verdict.\n"
        f"Together {float(total):.0f} s; {machine['cores']} cores, shared, "
        f"Python {machine['python']}."
    )
    suites = dict.fromkeys(each["suite"] for each in found)
    rows = [_of_suite(name, [e for e in found if e["suite"] == name]) for name in suites]
    return f"{words}\n\n{_table(SUITES, rows)}"


def _of_suite(name: str, own: Sequence[Found]) -> tuple[str, ...]:
    """How many entries, how long all took, and the ratios of those that were recorded."""
    verdicts = [each["verdict"] for each in own]
    compared = sorted((_order(each), ratio(each)) for each in own if ratio(each))
    recorded = sum((Fraction(e["recorded"]) for e in own if e["recorded"]), Fraction(0))
    ours = sum(map(_seconds, own), Fraction(0))
    between = f"{compared[0][1]} to {compared[-1][1]}" if compared else ""
    return (
        *(name, str(len(own)), str(verdicts.count("holds")), str(verdicts.count("refuted"))),
        *(f"{float(ours):.1f}", f"{float(recorded):.0f}" if compared else "", between),
    )


def _row(each: Found) -> tuple[str, ...]:
    return (
        *(each["name"], each["program"], each["answers"], each["claim"], each["truth"]),
        *(_verdict(each), *_times(each), each["shown"]),
    )


def _endless_row(each: Found) -> tuple[str, ...]:
    """For every number of answers."""
    theirs = each["their_bound"]
    return (
        *(each["name"], each["program"], str(each["states"]), each["claim"], each["truth"]),
        *(_verdict(each), each["bound"], "" if theirs is None else f"{theirs} eps"),
        *(*_times(each), str(each["bytes"] or ""), each["shown"]),
    )


def _verdict(each: Found) -> str:
    verdict: str = each["verdict"]
    return verdict if verdict == each["truth"] else f"{verdict} (NOT THE TRUTH)"


def _times(each: Found) -> tuple[str, ...]:
    """Ours, theirs and the ratio."""
    ours = each["laws"], each["decision"], each["kernel"]
    return (*ours, each["recorded"] or "", ratio(each))


def ratio(each: Found) -> str:
    """The order of magnitude of recorded seconds by ours; nothing if none are recorded.

    >>> ratio({"laws": "0.22", "decision": "0.23", "kernel": "0.10", "recorded": "6318"})
    '10^4'
    """
    if each["recorded"] is None or each.get("verdict") == "out of time":
        return ""
    return f"10^{_order(each)}"


def _order(each: Found) -> int:
    """The greatest k such that recorded seconds are 10^k times ours, or more."""
    times, power = Fraction(each["recorded"] or 0) / max(_seconds(each), LEAST), 0
    while times >= 10:
        times, power = times / 10, power + 1
    while 0 < times < 1:
        times, power = times * 10, power - 1
    return power


def _seconds(each: Found) -> Fraction:
    """Ours."""
    return sum((Fraction(each[name]) for name in ("laws", "decision", "kernel")), Fraction(0))


def _joined(*words: str) -> str:
    return "; ".join(filter(None, words))


def _table(columns: Sequence[str], rows: Any) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(table_line(line) for line in lines)


def written(record: Mapping[str, Json]) -> None:
    """Write the record and the page."""
    write(RECORD, json.dumps(record, indent=1) + "\n")
    write(PAGE, page(record))
