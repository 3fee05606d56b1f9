"""`exactdp claims`: decide the claims of the ledger."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, TypeVar

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.claim_words import within_papers
from audits.commands.kept import Kept
from audits.commands.output import print_json, print_table, progress, working
from audits.evidence.verdict import Json
from audits.evidence.workers import as_completed, workers
from audits.inputs.claim_names import are_names, ids, of_several_papers
from audits.inputs.literals import InputError, as_bad_input, shortened
from audits.ledger import (
    Claim,
    ClaimId,
    Decided,
    Failed,
    Form,
    Found,
    Impostor,
    NotFinitelyCheckable,
    Result,
    Size,
    claim_of,
    claims,
    inventory,
    run_claim,
)
from audits.rendering.card import card, glance
from audits.rendering.records import Record, records
from audits.runs import origin

T = TypeVar("T")

UNDECIDED, INTERNAL_ERROR = 3, 4
"""Exit status for what is not decided, and for a bug of ours."""


def command(
    selection: options.Selection = None,
    size: Annotated[Size, typer.Option("--size", help=options.SIZE)] = Size.TINY,
    certificates: Annotated[
        str | None,
        typer.Option(
            "--certificates",
            metavar="DIR",
            help="A new directory for them and for manifest.json, which binds them together.",
        ),
    ] = None,
    jobs: options.Jobs = 1,
    as_json: options.AsJson = False,
) -> None:
    """Decide the claims of the ledger and compare the verdicts with what is expected."""
    selection = within_papers(selection or ())
    chosen = selected(selection)  # before the directory is made
    for word, papers in of_several_papers(selection).items():
        both = f"{', '.join(papers[:-1])} and {papers[-1]}"
        one = f"for one of them '{papers[0]} {word}'"
        typer.echo(f"exactdp: {word!r} is in {both}: all are decided; {one}", err=True)
    kept = Kept.begin(certificates, size.value, ids(selection))
    if not selection:
        words = "claims are decided, which takes minutes; the answer comes at the end"
        typer.echo(f"exactdp: {len(chosen)} {words}", err=True)
    results = decide(chosen, size, jobs, kept)
    counts = Counter(result.found.value for result in results)
    surprises = [result for result in results if not result.as_expected]
    if as_json:
        summary: dict[str, Json] = dict(sorted(counts.items()))
        print_json(
            {
                "size": size.value,
                "claims": [each.json for each in records(results)],
                "summary": {
                    **summary,
                    "claims": len(results),
                    "as_expected": len(results) - len(surprises),
                },
            }
        )
    elif selection and all(word in inventory() for word in ids(selection)):
        cards = by_id(results)
        own = {name: cards[name] for word in ids(selection) for name in cards if name == word}
        if len(own) > 1:
            say("\n".join(map(glance, own.values())) + "\n")
        made = {**origin(size.value), "started": datetime.now(UTC).isoformat()}
        say("\n\n".join(card(forms, made) for forms in own.values()).rstrip())
    else:
        print_table(
            ["claim", "form", "verdict", "what was decided", "evidence", "wrong variants", "s"],
            [_row(*both) for both in zip(results, records(results), strict=True)],
        )
        counted = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        say(f"{len(results)} claims: {counted}; {len(surprises)} not as expected")
    tell(records(results))
    if kept.failure is not None:
        raise kept.failure
    raise typer.Exit(status(results))


def tell(found: Iterable[Record]) -> None:
    """On stderr: checks that failed, wrong variants that passed; what is missing, once."""
    missing: dict[str, list[str]] = {}
    for each in found:
        name = f"{each.claim.id} ({each.claim.form.value})"
        if each.is_not_run:
            missing.setdefault(each.reason, []).append(name)
        elif each.found is Found.ERROR:
            typer.echo(f"exactdp: error in {name}: {each.reason}", err=True)
        for impostor in each.impostors:
            if impostor.found is not Found.REFUTED:
                words = f'"{impostor.name}" is {impostor.found.value}, not refuted'
                typer.echo(f"exactdp: {name}: the wrong variant {words}", err=True)
    for reason, names in missing.items():
        typer.echo(f"exactdp: {', '.join(names)}: {reason}", err=True)


def selected(selection: Sequence[str]) -> list[Claim]:
    """The claims that ids, papers or labels select; all of them if there are none.

    Raises:
        InputError: for a word that selects nothing.
    """
    words = ids(selection)  # before the claims are loaded, which takes seconds
    try:
        with as_bad_input(), working("loading the claims"):
            return claims(words)
    except InputError as failure:
        if are_names(selection):
            raise
        typed = shortened(" ".join(selection))
        raise InputError(f"{failure}; by words: `exactdp list claims {typed}`") from None


def by_id(results: Sequence[Result]) -> dict[ClaimId, list[Result]]:
    """The results of each claim, one for each form."""
    found: dict[ClaimId, list[Result]] = {}
    for result in results:
        found.setdefault(result.claim.id, []).append(result)
    return found


def decide(
    chosen: Sequence[Claim], size: Size, jobs: int, kept: Kept | None = None
) -> list[Result]:
    """Decide claims with a progress bar, in the order of the ledger.

    Args:
        chosen: the claims.
        size: of the scopes.
        jobs: how many processes decide; they are killed if this is interrupted.
        kept: where certificates go.
    """
    results: list[Result] = []
    kept = kept or Kept()
    with progress(len(chosen), "claims") as done:
        for result in _run(chosen, size, jobs):
            kept.add(result)
            results.append(result)
            done(1)
    kept.finish()
    order = {item.key: place for place, item in enumerate(chosen)}
    return sorted(results, key=lambda result: order[result.claim.key])


def status(results: Sequence[Result]) -> int:
    """The exit status: 4 if a check failed, 1 or 3 if a verdict is not the expected one.

    What is not run, as an extra is missing, is undecided.
    """
    surprises = {
        Found.UNDECIDED if result.is_not_run else result.found
        for result in results
        if not result.as_expected
    }
    if Found.ERROR in surprises:
        return INTERNAL_ERROR
    if surprises - {Found.UNDECIDED}:
        return 1
    return UNDECIDED if surprises else 0


def _run(chosen: Sequence[Claim], size: Size, jobs: int) -> Iterator[Result]:
    """Each result when it is there; the checks run in processes, which can be killed."""
    with workers(jobs, gc.freeze) as executor:  # what is loaded stays, and is not searched again
        pending = {_submitted(executor, item, size): item for item in chosen}
        for future in as_completed(pending):
            item = pending[future]
            try:
                yield future.result().of(item)
            except Exception as failure:  # noqa: BLE001 - told in the result
                words = " ".join(f"{type(failure).__name__}: {failure}".split())
                yield Result(item, size, Failed(words), (), 0.0)


def _submitted(executor: Executor, item: Claim, size: Size) -> Future[Travelling]:
    try:
        return executor.submit(_found, item.id, item.form, size)
    except BrokenProcessPool as failure:
        broken = Future[Travelling]()
        broken.set_exception(failure)
        return broken


@dataclass(frozen=True, slots=True)
class Travelling:
    """A result without its claim: checks do not travel between processes, ids do."""

    size: Size
    decided: Decided | NotFinitelyCheckable | Failed
    impostors: tuple[Impostor, ...]
    seconds: float
    clauses: tuple[Travelling, ...]

    def of(self, item: Claim) -> Result:
        """The result of that claim."""
        clauses = tuple(each.of(one) for each, one in zip(self.clauses, item.checks, strict=False))
        return Result(item, self.size, self.decided, self.impostors, self.seconds, clauses)


def _found(identifier: ClaimId, form: Form, size: Size) -> Travelling:
    """Check one claim in a process of its own."""
    return _travelling(run_claim(claim_of(identifier, form), size))


def _travelling(result: Result) -> Travelling:
    clauses = tuple(map(_travelling, result.clauses))
    return Travelling(result.size, result.decided, result.impostors, result.seconds, clauses)


def _row(result: Result, record: Record) -> list[str]:
    refuted = sum(each.found is Found.REFUTED for each in result.impostors)
    return [
        result.claim.id,
        result.claim.form.value,
        record.verdict + ("" if result.as_expected or record.is_not_run else " (!)"),
        record.reading,
        record.evidence,
        f"{refuted} of {len(result.impostors)} refuted" if result.impostors else "",
        f"{result.seconds:.2f}",
    ]
