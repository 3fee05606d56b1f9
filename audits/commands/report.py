"""`exactdp report`: the ledger as a site of static pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.claims import INTERNAL_ERROR, UNDECIDED, decide, selected, tell
from audits.commands.finished import finished
from audits.commands.kept import Kept
from audits.commands.mechanism_views import mechanism_views
from audits.commands.output import print_json, print_table, working
from audits.evidence.verdict import Json
from audits.inputs.literals import InputError
from audits.ledger import Claim, Found, Size
from audits.rendering.errata import cited, errata, known_broken
from audits.rendering.records import Record, records
from audits.rendering.site import CERTIFICATES, write_site
from audits.rendering.witnesses import sentences, witness_words
from audits.runs import MANIFEST, Run, begin
from audits.writing import whole_directory


def command(
    directory: Annotated[
        str,
        typer.Option("-o", metavar="DIR", help="A new directory, or a report that is replaced."),
    ],
    selection: options.Selection = None,
    size: Annotated[Size, typer.Option("--size", help=options.SIZE)] = Size.TINY,
    run: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Decide nothing: take what `exactdp claims --json` printed, with --certificates; "
            "verdicts are compared with these, the other words are copied.",
        ),
    ] = None,
    certificates: Annotated[
        str | None,
        typer.Option("--certificates", metavar="DIR", help="The certificates of that run."),
    ] = None,
    jobs: options.Jobs = 1,
    as_json: options.AsJson = False,
) -> None:
    """Decide the claims and write a page for each, with certificates; an index; the errata."""
    chosen = selected(selection or ())  # before the directory is made
    if not directory:
        raise InputError("-o '': give the name of a directory")
    if (run is None) != (certificates is None) or (run is not None and selection):
        raise InputError("--from FILE and --certificates DIR go together, without names of claims")
    try:
        with whole_directory(Path(directory), is_site) as made:
            if run is not None and certificates is not None:
                found, head = finished(run, certificates, made / CERTIFICATES)
            else:
                found, head = _decided(made / CERTIFICATES, chosen, selection or (), size, jobs)
            with working("writing the pages"):
                pages = write_site(made, found, head, mechanism_views(found))
    except OSError as failure:
        raise InputError(f"-o {directory}: {failure.strerror}") from None
    _answer(found, str(Path(directory) / "index.html"), pages, as_json=as_json)
    tell(found)
    failed = [each for each in found if each.found is Found.ERROR]
    missing = all(each.is_not_run for each in failed)
    raise typer.Exit(0 if not failed else UNDECIDED if missing else INTERNAL_ERROR)


def is_site(directory: Path) -> bool:
    """Whether everything in a directory is part of a report that was written before."""
    own = {"index.html", "errata.html", "style.css", CERTIFICATES, "mechanisms"}
    others = [each for each in directory.iterdir() if each.name not in own]
    return (directory / CERTIFICATES / MANIFEST).is_file() and all(
        each.name.isupper() and (each / "index.html").is_file() for each in others
    )


def _decided(
    place: Path, chosen: list[Claim], selection: Sequence[str], size: Size, jobs: int
) -> tuple[list[Record], Run]:
    """Decide the claims, and write their certificates."""
    run = begin(place, size.value, selection)
    kept = Kept(run)
    results = decide(chosen, size, jobs, kept)
    if kept.failure is not None:
        raise kept.failure
    return records(results), run


def _answer(found: list[Record], file: str, pages: int, *, as_json: bool) -> None:
    refuted = {each.claim.key: each for each in found if each.found is Found.REFUTED}
    said = {"errata": errata, "cited": cited, "known_broken": known_broken}
    wrong = {
        name: [
            (each, refuted[each.claim.key].witness)
            for each in chosen(one.claim for one in refuted.values())
        ]
        for name, chosen in said.items()
    }
    if as_json:
        answer: dict[str, Json] = {"file": file, "claims": len(found), "pages": pages}
        for name, listed in wrong.items():
            answer[name] = [
                {
                    "id": each.claim.id,
                    "grade": each.erratum.grade.value,
                    "witness": witness_words(witness),
                }
                for each, witness in listed
            ]
        print_json(answer)
        return
    rows = [
        [each.erratum.grade.value, each.claim.id, each.statement, " ".join(sentences(shown))]
        for listed in wrong.values()
        for each, shown in listed
    ]
    if rows:
        print_table(["wrong in print", "claim", "statement", "counterexample"], rows)
    say(f"{len(found)} claims written to {file}")
