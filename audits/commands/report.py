"""`exactdp report`: the ledger as a static page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.claims import INTERNAL_ERROR, decide, make_directory, selected, status
from audits.commands.output import print_json, print_table, write_text
from audits.ledger import Found, Size
from audits.shown.errata import cited, errata, known_broken
from audits.shown.page import page, witness_words
from audits.verdict import Json


def command(
    directory: Annotated[
        str, typer.Option("-o", metavar="DIR", help="Where index.html is written.")
    ],
    selection: Annotated[
        list[str] | None, typer.Argument(help="Ids or papers; all claims if none is given.")
    ] = None,
    size: Annotated[Size, typer.Option("--size", help="How large the scopes are.")] = Size.TINY,
    jobs: options.Jobs = 1,
    as_json: options.AsJson = False,
) -> None:
    """Decide the claims and write the ledger as one static HTML page."""
    selected(selection or ())  # before the directory is made
    make_directory(directory, "-o")
    results = decide(selection or (), size, jobs)
    file = str(Path(directory) / "index.html")
    write_text(file, page(results))
    refuted = {r.claim.key: r for r in results if r.found is Found.REFUTED}
    said = {"errata": errata, "cited": cited, "known_broken": known_broken}
    wrong = {
        name: [
            (each, witness_words(refuted[each.claim.key].witness))
            for each in listed(result.claim for result in refuted.values())
        ]
        for name, listed in said.items()
    }
    ended = INTERNAL_ERROR if status(results) == INTERNAL_ERROR else 0
    if as_json:
        answer: dict[str, Json] = {"file": file, "claims": len(results)}
        for name, found in wrong.items():
            answer[name] = [
                {"id": each.claim.id, "grade": each.erratum.grade.value, "witness": words}
                for each, words in found
            ]
        print_json(answer)
        raise typer.Exit(ended)
    rows = [
        [each.erratum.grade.value, each.claim.id, each.claim.statement, words]
        for found in wrong.values()
        for each, words in found
    ]
    if rows:
        print_table(["wrong in print", "claim", "statement", "witness"], rows)
    say(f"{len(results)} claims written to {file}")
    raise typer.Exit(ended)
