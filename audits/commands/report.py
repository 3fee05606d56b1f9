"""`exactdp report`: the ledger as a site of static pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.asked.literals import InputError
from audits.commands import options
from audits.commands.answer import say
from audits.commands.claims import INTERNAL_ERROR, decide, selected, status
from audits.commands.kept import Kept
from audits.commands.mechanism_views import mechanism_views
from audits.commands.output import print_json, print_table
from audits.ledger import Claim, Found, Result, Size
from audits.runs import MANIFEST, begin
from audits.shown.errata import cited, errata, known_broken
from audits.shown.site import CERTIFICATES, write_site
from audits.shown.witnesses import sentences, witness_words
from audits.verdict import Json
from audits.writing import whole_directory


def command(
    directory: Annotated[
        str,
        typer.Option("-o", metavar="DIR", help="A new directory, or a report that is replaced."),
    ],
    selection: options.Selection = None,
    size: Annotated[Size, typer.Option("--size", help="How large the scopes are.")] = Size.TINY,
    jobs: options.Jobs = 1,
    as_json: options.AsJson = False,
) -> None:
    """Decide the claims and write a page for each, with certificates; an index; the errata."""
    chosen = selected(selection or ())  # before the directory is made
    if not directory:
        raise InputError("-o '': give the name of a directory")
    try:
        with whole_directory(Path(directory), is_site) as made:
            results, pages = _written(made, chosen, selection or (), size, jobs)
    except OSError as failure:
        raise InputError(f"-o {directory}: {failure.strerror}") from None
    _answer(results, str(Path(directory) / "index.html"), pages, as_json=as_json)
    raise typer.Exit(INTERNAL_ERROR if status(results) == INTERNAL_ERROR else 0)


def is_site(directory: Path) -> bool:
    """Whether everything in a directory is part of a report that was written before."""
    own = {"index.html", "errata.html", "style.css", CERTIFICATES, "mechanisms"}
    others = [each for each in directory.iterdir() if each.name not in own]
    return (directory / CERTIFICATES / MANIFEST).is_file() and all(
        each.name.isupper() and (each / "index.html").is_file() for each in others
    )


def _written(
    made: Path, chosen: list[Claim], selection: list[str] | tuple[str, ...], size: Size, jobs: int
) -> tuple[list[Result], int]:
    """Decide the claims, and write certificates and pages: the results, and how many pages."""
    run = begin(made / CERTIFICATES, size.value, selection)
    kept = Kept(run)
    results = decide(chosen, size, jobs, kept)
    if kept.failure is not None:
        raise kept.failure
    return results, write_site(made, results, run, mechanism_views(results))


def _answer(results: list[Result], file: str, pages: int, *, as_json: bool) -> None:
    refuted = {r.claim.key: r for r in results if r.found is Found.REFUTED}
    said = {"errata": errata, "cited": cited, "known_broken": known_broken}
    wrong = {
        name: [
            (each, refuted[each.claim.key].witness)
            for each in listed(result.claim for result in refuted.values())
        ]
        for name, listed in said.items()
    }
    if as_json:
        answer: dict[str, Json] = {"file": file, "claims": len(results), "pages": pages}
        for name, found in wrong.items():
            answer[name] = [
                {
                    "id": each.claim.id,
                    "grade": each.erratum.grade.value,
                    "witness": witness_words(witness),
                }
                for each, witness in found
            ]
        print_json(answer)
        return
    rows = [
        [each.erratum.grade.value, each.claim.id, each.claim.statement, " ".join(sentences(shown))]
        for found in wrong.values()
        for each, shown in found
    ]
    if rows:
        print_table(["wrong in print", "claim", "statement", "counterexample"], rows)
    say(f"{len(results)} claims written to {file}")
