"""`exactdp claims`: decide the claims of the ledger."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.output import print_json, print_table, progress, write_json
from audits.inputs import InputError
from audits.ledger import (
    Claim,
    ClaimId,
    Expected,
    Form,
    NotFinitelyCheckable,
    Result,
    Size,
    claims,
    run_claim,
)
from audits.verdict import Holds, Json, Refuted, Undecided


def command(
    selection: Annotated[
        list[str] | None, typer.Argument(help="Ids or papers; all claims if none is given.")
    ] = None,
    size: Annotated[Size, typer.Option("--size", help="How large the scopes are.")] = Size.TINY,
    certificates: Annotated[
        str | None, typer.Option("--certificates", metavar="DIR", help="Write them here.")
    ] = None,
    jobs: options.Jobs = 1,
    as_json: options.AsJson = False,
) -> None:
    """Decide the claims of the ledger and compare the verdicts with what is expected."""
    if certificates is not None:
        make_directory(certificates, "--certificates")
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
    raise typer.Exit(_status(surprises))


def decide(
    selection: Sequence[str], size: Size, jobs: int, certificates: str | None = None
) -> list[Result]:
    """Decide the selected claims with a progress bar, in the order of the ledger.

    Raises:
        InputError: for a word that selects nothing.
    """
    try:
        chosen = claims(selection)
    except ValueError as unknown:
        raise InputError(str(unknown)) from None
    results: list[Result] = []
    with progress(len(chosen), "claims") as done:
        for result in _run(chosen, size, jobs):
            results.append(result)
            if certificates is not None:
                _write_certificate(certificates, result)
            done(1)
    order = {item.key: place for place, item in enumerate(chosen)}
    return sorted(results, key=lambda result: order[result.claim.key])


def make_directory(path: str, option: str) -> None:
    """Make the directory that an option names.

    Raises:
        InputError: if that is not possible.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise InputError(f"{option} {path}: {failure.strerror}") from None


def _status(surprises: Sequence[Result]) -> int:
    if any(result.found is not Expected.UNDECIDED for result in surprises):
        return 1
    return 3 if surprises else 0


def _run(chosen: Sequence[Claim], size: Size, jobs: int) -> Iterator[Result]:
    if jobs == 1:
        for item in chosen:
            yield run_claim(item, size)
        return
    with ProcessPoolExecutor(max_workers=jobs) as executor:
        yield from _run_with(executor, chosen, size)


def _run_with(executor: Executor, chosen: Sequence[Claim], size: Size) -> Iterator[Result]:
    pending = {executor.submit(_verdict_of, item.id, item.form, size): item for item in chosen}
    try:
        for future in as_completed(pending):
            verdict, seconds = future.result()
            yield Result(pending[future], size, verdict, seconds)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise


def _verdict_of(
    identifier: ClaimId, form: Form, size: Size
) -> tuple[Holds | Refuted | Undecided | NotFinitelyCheckable, float]:
    """Check one claim in a process of its own; checks themselves do not travel, ids do."""
    (item,) = (found for found in claims([identifier]) if found.key == (identifier, form))
    result = run_claim(item, size)
    return result.verdict, result.seconds


def _write_certificate(directory: str, result: Result) -> None:
    verdict = result.verdict
    if isinstance(verdict, Holds | Refuted):
        name = f"{result.claim.id}.{result.claim.form.value}.json".replace("/", "_")
        write_json(os.fspath(Path(directory) / name), verdict.certificate)


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
    if isinstance(verdict, Undecided | NotFinitelyCheckable):
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
    if isinstance(verdict, NotFinitelyCheckable):
        return verdict.reason
    scope = verdict.scope
    counts = [f"{scope.databases} databases"] if scope.databases else []
    counts += [f"{scope.pairs} ordered pairs"] if scope.pairs else []
    return "; ".join([scope.text, *counts])


def _evidence(result: Result) -> str:
    verdict = result.verdict
    return verdict.evidence.value if isinstance(verdict, Holds | Refuted) else ""
