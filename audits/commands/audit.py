"""`exactdp audit`: everything that a project's pyproject.toml promises."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from audits.commands import failing, options, proofs
from audits.commands.answer import say, stream
from audits.commands.entries import ALARM, LEAST, decided
from audits.commands.kept import Kept
from audits.commands.output import print_json, refuse_unwritable, write_text
from audits.conformance.finding import Finding, Outcome
from audits.conformance.reports import as_json, as_junit, as_sarif, printable
from audits.inputs.project import Entry, Project, project
from audits.inputs.toml_keys import MOST_SECONDS

LONGER = 1.5
"""An entry is decided a second time if it gets so many times as long."""

ADVISED, ENOUGH_TO_BEGIN = 4, 10
"""An entry without the time is advised so many times as long as it had, and so many seconds."""


def command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Only these entries.")
    ] = None,
    folder: Annotated[
        Path, typer.Option("--project", metavar="DIR", help="The folder of the pyproject.toml.")
    ] = Path(),
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=LEAST,
            max=MOST_SECONDS,
            metavar="SECONDS",
            help="For all entries together; else as the table says, or 600.",
        ),
    ] = None,
    fail_on: failing.OptionOfAudit = None,
    junit: Annotated[
        str | None,
        typer.Option(
            "--junit", metavar="FILE", callback=refuse_unwritable, help="Write JUnit XML here."
        ),
    ] = None,
    sarif: Annotated[
        str | None,
        typer.Option(
            "--sarif", metavar="FILE", callback=refuse_unwritable, help="Write SARIF here."
        ),
    ] = None,
    certificates: Annotated[
        str | None,
        typer.Option(
            "--certificates",
            metavar="DIR",
            help="A new directory for certificates and manifest.json, for `check --manifest`.",
        ),
    ] = None,
    as_json_: options.AsJson = False,
) -> None:
    """Decide everything that `[tool.exactdp]` in the pyproject.toml of a project promises."""
    for report in (junit, sarif):  # what an earlier run found is not left for this one's
        if report is not None:
            Path(report).unlink(missing_ok=True)
    known = project(folder)
    chosen = known.chosen(names or [])
    kept = Kept.begin(certificates, proofs.SIZE, names or [])
    in_all = seconds or known.seconds
    decisions: dict[Entry, Finding] = {}
    with TemporaryDirectory() as place:
        for entry, finding in _decisions(chosen, known, folder, in_all, Path(place), kept):
            decisions[entry] = finding
            if not as_json_:
                stream().write(line(finding) + "\n")
                stream().flush()
    found = [decisions[entry] for entry in chosen]
    kept.finish()
    alarm = sum((Fraction(str(f.witness.get(ALARM, 0))) for f in found), Fraction(0))
    least = [_least(entry, known, fail_on) for entry in chosen]
    if junit is not None:
        failed = [f for f, weakest in zip(found, least, strict=True) if weakest.covers(f.outcome)]
        write_text(junit, as_junit(found, "audit", alarm, sentence, failed.__contains__))
    if sarif is not None:
        write_text(sarif, as_sarif(found, sentence))
    status = failing.status(zip([f.outcome for f in found], least, strict=True))
    if as_json_:
        print_json(as_json(found, alarm))
    else:
        say(summary(found, status))
    if kept.failure is not None:
        raise kept.failure
    raise typer.Exit(status)


def _decisions(
    chosen: Sequence[Entry], known: Project, folder: Path, in_all: float, place: Path, kept: Kept
) -> Iterator[tuple[Entry, Finding]]:
    """The findings about entries, each as soon as it is final; certificates are kept.

    Each entry has an equal share of the time that is left.  Those for which it did not suffice are
    decided a second time, with what the others have left.
    """
    end = time.monotonic() + in_all
    late: list[tuple[int, Entry, Finding]] = []

    def decide(number: int, entry: Entry, share: float) -> Finding:
        proofs_of_it = place / str(number)
        proofs_of_it.mkdir(exist_ok=True)
        proof = None if kept.run is None else proofs_of_it / "proof.json"
        return decided(entry, known, folder, share, proof)

    for i, entry in enumerate(chosen):
        finding = decide(i, entry, _share(end, len(chosen) - i, entry))
        if _was_late(finding):
            late.append((i, entry, finding))
            continue
        proofs.keep(kept, i + 1, entry.kind, finding, place / str(i))
        yield entry, finding
    for j, (i, entry, before) in enumerate(late):
        finding, share = before, _share(end, len(late) - j, entry)
        if share >= max(LEAST, LONGER * before.seconds):
            finding = decide(i, entry, share)
        if _was_late(finding):
            finding = _advised(finding, entry, in_all, len(chosen))
        proofs.keep(kept, i + 1, entry.kind, finding, place / str(i))
        yield entry, finding


def _was_late(finding: Finding) -> bool:
    """Whether its time was over: more time is of no use where samples were drawn in vain."""
    return finding.outcome is Outcome.UNFINISHED and not finding.witness


def _share(end: float, entries: int, entry: Entry) -> float:
    """Seconds for an entry: its share of what is left, or fewer if it says so itself."""
    share = (end - time.monotonic()) / entries
    return share if entry.seconds is None else min(share, entry.seconds)


def _advised(finding: Finding, entry: Entry, in_all: float, entries: int) -> Finding:
    """The finding, with seconds that give the entry some times as long as it had.

    With k times the seconds in all, each share is at least k times what it was: what earlier
    entries use grows k times at most.  No share is less than an equal one.
    """
    had = max(finding.seconds, LEAST)
    times = max(ADVISED, ceil(ENOUGH_TO_BEGIN / had))
    most = times * max(finding.seconds, in_all / entries)
    own, places = 0, []
    if entry.seconds is not None and entry.seconds < most:  # else it is no limit
        own = ceil(min(times * entry.seconds, most))
        places = [f"seconds = {own} in its table"]
    if not 0 < own <= in_all / entries:
        in_table = ceil(times * in_all)
        places.append(f"seconds = {in_table} in [tool.exactdp] (or --seconds {in_table})")
        own = max(own, in_table)
    if own > MOST_SECONDS:
        return finding
    advice = f"{' and '.join(places)} gives it {times} times as long, which may not be enough"
    return replace(finding, note=f"{finding.note}; {advice}")


def _least(entry: Entry, known: Project, typed: failing.FailOn | None) -> failing.FailOn:
    """The weakest verdict that fails here: the stricter of what is typed and what the entry says.

    If neither says anything, it is that of the project, or else what fits: a proof that is not
    found is a failure, where a sampler that keeps its promise is undecided.
    """
    own, general = (text and failing.FailOn(text) for text in (entry.fail_on, known.fail_on))
    sampled = entry.kind == "sampler"
    fits = failing.FailOn.UNFINISHED if sampled else failing.FailOn.UNDECIDED
    return failing.strictest(typed, own or None) or general or fits


def sentence(finding: Finding) -> str:
    """A finding in one sentence.

    Of a sampler that is not refuted, it says which leak would have been seen.
    """
    parts = (finding.subject.claimed, finding.truth, finding.note)
    return f"{finding.outcome.value}: {finding.subject.mechanism}: " + "; ".join(
        filter(None, parts)
    )


def line(finding: Finding) -> str:
    """A finding as one line; on a terminal it is folded, under its verdict."""
    text = printable(" ".join(f"{sentence(finding)} ({finding.seconds:.1f} s)".split()))
    verdict, _, rest = text.partition(": ")
    text = f"{verdict:<10}  {rest}"
    if not stream().isatty():
        return text
    width = get_terminal_size().columns
    return textwrap.fill(text, width, subsequent_indent=" " * 12, break_on_hyphens=False)


def summary(found: Sequence[Finding], status: int) -> str:
    """How many of each verdict, and whether that fails."""
    outcomes = [finding.outcome for finding in found]
    counts = {each: outcomes.count(each) for each in Outcome if each in outcomes}
    words = [f"{count} {each.value}" for each, count in counts.items()]
    if counts.get(Outcome.ERROR, 0) > 1:
        words[-1] += "s"
    text = f"{', '.join(words)}; exit status {status}"
    open_ones = [
        each.value for each in (Outcome.UNDECIDED, Outcome.UNFINISHED) if each in outcomes
    ]
    if status == 0 and open_ones:
        which = " or ".join(open_ones)
        return f"{text} (what is {which} does not fail without --fail-on {open_ones[0]})"
    return f"{text} (--fail-on says what fails)" if status == 3 else text
