"""`exactdp claims`: decide the claims of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from audits.commands import options
from audits.commands.output import print_json, print_table, progress
from audits.inputs import InputError
from audits.ledger import (
    Claim,
    ClaimId,
    Expected,
    Failed,
    Form,
    NotFinitelyCheckable,
    Result,
    Size,
    claims,
    run_claim,
)
from audits.runs import DirectoryInUseError, begin
from audits.verdict import Holds, Json, Refuted, Undecided, Verdict
from audits.workers import workers

T = TypeVar("T")

INTERNAL_ERROR = 4
"""Exit status for a bug of ours."""

Found = tuple[Verdict | NotFinitelyCheckable | Failed, float, str]
"""What comes back from a process: verdict, seconds, and what the kernel proved."""


def command(
    selection: Annotated[
        list[str] | None, typer.Argument(help="Ids or papers; all claims if none is given.")
    ] = None,
    size: Annotated[Size, typer.Option("--size", help="How large the scopes are.")] = Size.TINY,
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
    results = decide(selection or (), size, jobs, certificates)
    counts = Counter(result.found.value for result in results)
    surprises = [result for result in results if not result.as_expected]
    if as_json:
        summary: dict[str, Json] = dict(sorted(counts.items()))
        print_json(
            {
                "claims": [_json(result) for result in results],
                "summary": {
                    **summary,
                    "claims": len(results),
                    "as_expected": len(results) - len(surprises),
                },
            }
        )
    else:
        print_table(
            ["claim", "form", "verdict", "expected", "evidence", "scope", "s"],
            [_row(result) for result in results],
        )
        counted = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        typer.echo(f"{len(results)} claims: {counted}; {len(surprises)} not as expected")
    for result in results:
        if isinstance(result.verdict, Failed):
            name = f"{result.claim.id} ({result.claim.form.value})"
            typer.echo(f"exactdp: error in {name}: {result.verdict.reason}", err=True)
    raise typer.Exit(status(results))


def decide(
    selection: Sequence[str], size: Size, jobs: int, certificates: str | None = None
) -> list[Result]:
    """Decide the selected claims with a progress bar, in the order of the ledger.

    Args:
        selection: ids or papers; none: all claims.
        size: of the scopes.
        jobs: how many processes decide; they are killed if this is interrupted.
        certificates: a new or empty directory, which becomes that of a run (`audits.runs`).

    Raises:
        InputError: for a word that selects nothing, or a directory that cannot be taken.
    """
    try:
        chosen = claims(selection)
    except ValueError as unknown:
        raise InputError(str(unknown)) from None
    results: list[Result] = []
    with progress(len(chosen), "claims") as done, _written(certificates, size, selection) as add:
        for result in _run(chosen, size, jobs):
            add(result)
            results.append(result)
            done(1)
    order = {item.key: place for place, item in enumerate(chosen)}
    return sorted(results, key=lambda result: order[result.claim.key])


@contextmanager
def _written(
    directory: str | None, size: Size, selection: Sequence[str]
) -> Iterator[Callable[[Result], None]]:
    """A run in the directory, if there is one; its manifest is written if nothing is raised."""
    if directory is None:
        yield lambda _: None
        return

    def done(step: Callable[[], T]) -> T:
        try:
            return step()
        except DirectoryInUseError as refusal:
            raise InputError(f"--certificates {refusal}") from None
        except OSError as failure:
            raise InputError(f"--certificates {directory}: {failure.strerror}") from None

    run = done(lambda: begin(Path(directory), size, selection))
    yield lambda result: done(lambda: run.add(result))
    done(run.finish)


def make_directory(path: str, option: str) -> None:
    """Make the directory that an option names.

    Raises:
        InputError: if that is not possible.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise InputError(f"{option} {path}: {failure.strerror}") from None


def status(results: Sequence[Result]) -> int:
    """The exit status: 4 if a check failed, 1 or 3 if a verdict is not the expected one."""
    surprises = {result.found for result in results if not result.as_expected}
    if Expected.ERROR in surprises:
        return INTERNAL_ERROR
    if surprises - {Expected.UNDECIDED}:
        return 1
    return 3 if surprises else 0


def _run(chosen: Sequence[Claim], size: Size, jobs: int) -> Iterator[Result]:
    """Each result when it is there; the checks run in processes, which can be killed."""
    with workers(jobs) as executor:
        pending = {_submitted(executor, item, size): item for item in chosen}
        for future in as_completed(pending):
            try:
                found = future.result()
            except Exception as failure:  # noqa: BLE001 - told in the result
                found = Failed(" ".join(f"{type(failure).__name__}: {failure}".split())), 0.0, ""
            yield Result(pending[future], size, *found)


def _submitted(executor: Executor, item: Claim, size: Size) -> Future[Found]:
    try:
        return executor.submit(_found, item.id, item.form, size)
    except BrokenProcessPool as failure:
        broken = Future[Found]()
        broken.set_exception(failure)
        return broken


def _found(identifier: ClaimId, form: Form, size: Size) -> Found:
    """Check one claim in a process of its own; checks themselves do not travel, ids do."""
    (item,) = (found for found in claims([identifier]) if found.key == (identifier, form))
    result = run_claim(item, size)
    return result.verdict, result.seconds, result.statement


def _json(result: Result) -> dict[str, Json]:
    verdict = result.verdict
    answer: dict[str, Json] = {
        "id": result.claim.id,
        "form": result.claim.form.value,
        "kind": result.claim.kind.value,
        "verdict": result.found.value,
        "expected": result.claim.expected.value,
        "scope": _scope(result),
        "evidence": _evidence(result),
        "seconds": f"{result.seconds:.3f}",
    }
    if isinstance(verdict, Refuted):
        answer["witness"] = verdict.witness
    if isinstance(verdict, Undecided | NotFinitelyCheckable | Failed):
        answer["reason"] = verdict.reason
    return answer


def _row(result: Result) -> list[str]:
    mark = "" if result.as_expected else " (!)"
    return [
        result.claim.id,
        result.claim.form.value,
        result.found.value + mark,
        result.claim.expected.value,
        _evidence(result),
        _scope(result),
        f"{result.seconds:.2f}",
    ]


def _scope(result: Result) -> str:
    verdict = result.verdict
    if isinstance(verdict, NotFinitelyCheckable | Failed):
        return verdict.reason
    scope = verdict.scope
    counts = [f"{scope.databases} databases"] if scope.databases else []
    counts += [f"{scope.pairs} ordered pairs"] if scope.pairs else []
    return "; ".join([scope.text, *counts])


def _evidence(result: Result) -> str:
    verdict = result.verdict
    return verdict.evidence.value if isinstance(verdict, Holds | Refuted) else ""
