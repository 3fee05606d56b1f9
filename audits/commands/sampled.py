"""What `exactdp conform` finds of a sampler: its law, its loss on pairs, what it declares."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from audits.conformance.adapter import Run
from audits.conformance.budget import Budget
from audits.conformance.cells import cell, in_cells
from audits.conformance.declared import judged, loss_above
from audits.conformance.finding import Finding, Outcome, Place
from audits.conformance.samplers import Command, ExternalSampler, Function, NoWorker, blamed
from audits.engines.privacy.point import tight_delta
from audits.evidence.certificates import named
from audits.evidence.labels import label
from audits.evidence.table import tabulate
from audits.inputs.literals import InputError
from audits.inputs.loading import code_of, user_function
from audits.inputs.mechanisms import build, loss_of, mechanism_class, parts_of
from audits.inputs.numbers import LARGEST_EPS, TRIVIAL, Loss, rational
from audits.inputs.pairs import Pair
from audits.inputs.relations import refuse_large_domain, universe
from audits.inputs.rows import law_on, refuse_strange_universe
from audits.rendering.decimals import about
from reference.exact.exponential import exp_bounds

CELLS_SHOWN = 64
"""Cells on either side of 0 in which real outputs are counted."""


@contextmanager
def given_sampler(
    target: str | None, external: str | None, timeout: float | None
) -> Iterator[Command | Function]:
    """The sampler that was typed."""
    if external is not None:
        yield Command(external) if timeout is None else Command(external, seconds=timeout)
        return
    with Function(partial(user_function, str(target), draws=True), timeout) as function:
        yield function


def widths_of(text: str | None) -> tuple[Fraction, ...]:
    """The widths of cells; none if no cells are wanted.

    Raises:
        InputError: unless all are positive.
    """
    if text is None:
        return ()
    widths = tuple(rational(part, "--cells") for part in text.split(","))
    if any(width <= 0 for width in widths):
        raise InputError(f"--cells {text}: a width is positive")
    return widths


def findings_about(
    given: Command | Function,
    name: str,
    first: tuple[Hashable, ...],
    pairs: Sequence[Pair],
    reference: str | None,
    fixed: dict[str, str],
    claim: tuple[str | None, str | None, str | None, str | None, Promised | None],
    widths: Sequence[Fraction],
    samples: int,
) -> Iterator[Finding]:
    """The findings about a sampler: does it have a law, does it lose more than it says?"""
    root, eps, exp_eps, delta, promised = claim
    budget = Budget(shares=max(4, len(pairs) + 1))
    run = Run(_kind(given), NoWorker(), budget, place=_place(given))
    sampler: ExternalSampler[Any, Any] = given
    if widths:
        sampler = in_cells(given, widths, CELLS_SHOWN)
    if reference is None and not pairs:
        raise InputError("give --reference MECHANISM, or --neighbour ROWS and --eps X, or both")
    bound, slack = Fraction(0), Fraction(0)
    if pairs:
        bound, slack = _claimed(eps, exp_eps, delta, promised)
    claimed = f"eps = {bound}" if exp_eps is None else f"e^eps = {exp_eps}"
    if reference is not None:
        kind = mechanism_class(reference)
        loss = loss_of(kind, root, eps, all_eps=False)
        law = law_on(build(kind, fixed, loss), first, reference)
        if widths:
            law = law.map(lambda x: cell(x, widths, CELLS_SHOWN))
        subject = run.subject(name, f"database {label(first)}", f"the law of {reference}")
        looks = (samples // 100, samples // 10, samples)
        exponent, text = loss.exponent(parts_of(kind)), isinstance(given, Command)
        with blamed(given.place):
            found = run.fits(
                subject, lambda n: sampler(first, n), law, exponent, looks=looks, text=text
            )
        yield found
    for one, other in pairs:
        subject = run.subject(
            name, f"{label(one)} and {label(other)}", f"{claimed}, delta = {slack}"
        )
        draws = (partial(sampler, one), partial(sampler, other))
        names = (label(one), label(other))
        with blamed(given.place):
            found = run.loses(subject, draws, names, bound, samples // 2, delta=slack)
        yield found
        run.started = time.perf_counter()


def _kind(given: Command | Function) -> str:
    """What stands for the name of a library."""
    return "function" if isinstance(given, Function) else "command"


def _place(given: Command | Function) -> Place | None:
    """Where the code of a sampler is: the function, or the first word that is a file."""
    if isinstance(given, Function):
        return Place(given.file, given.line) if given.file else None
    return next((Place(word, 1) for word in given.words if Path(word).is_file()), None)


Promised = tuple[Fraction, Fraction]
"""The eps and delta that an implementation declares."""


def promised_by(given: Command | Function, declared: str | None) -> Promised | None:
    """What was typed, or else what the function says.

    Raises:
        InputError: unless eps >= 0 and delta lies in [0, 1).
    """
    found = given.promised if isinstance(given, Function) else None
    if declared is not None:
        parts = [rational(part, "--declared") for part in declared.split(",")]
        if len(parts) > 2:
            raise InputError(f"--declared {declared}: give EPS or EPS,DELTA")
        found = (parts[0], parts[1] if len(parts) > 1 else Fraction(0))
    if found is not None and not (0 <= found[0] <= LARGEST_EPS and 0 <= found[1] < 1):
        said = f"--declared {declared}" if declared else f"{given.place} declares"
        raise InputError(
            f"{said}: eps = {found[0]}, delta = {found[1]}: eps is from 0 to {LARGEST_EPS}, "
            f"delta at least 0, and less than 1: {TRIVIAL}"
        )
    return found


def declared_against(
    given: Command | Function,
    name: str,
    promised: Promised | None,
    law: tuple[str | None, dict[str, str], str | None, int],
    allowance: Fraction,
) -> Finding:
    """Whether the declared delta is at least the exact one of the reference at that eps."""
    reference, fixed, root, rows = law
    if promised is None or reference is None or root is None:
        raise InputError(
            "--rows compares a declared number with an exact one: give --declared EPS[,DELTA] (or "
            "the function attributes eps, delta), --reference MECHANISM and --root P/Q"
        )
    built = build(mechanism_class(reference), fixed, Loss.given(root, None, all_eps=False))
    refuse_large_domain(built, rows)
    databases = universe(built, rows, None)
    refuse_strange_universe(built, databases)
    with code_of(reference):
        table = tabulate(built, databases)
    eps, delta = promised
    x_low, x_high = exp_bounds(eps) if eps else (Fraction(1), Fraction(1))
    worst = [tight_delta(table, x) for x in (x_high, x_low)]
    exact = [Fraction(0) if pair is None else max(pair.value, Fraction(0)) for pair in worst]
    outcome, _ = judged(delta, (exact[0], exact[1]), allowance)
    run = Run(_kind(given), NoWorker(), Budget(shares=1), place=_place(given))
    relation = f"{named(databases)}, {rows} rows, the law of {reference}"
    witness = {}
    if outcome is Outcome.REFUTED and worst[0] is not None:
        pair = [table.databases[i] for i in (worst[0].first, worst[0].second)]
        witness = {"databases": [label(database) for database in pair]}
    subject = run.subject(name, relation, f"eps = {eps}, delta = {delta}")
    return run.declared(subject, outcome, f"delta({eps}) = {about(exact[0])}", witness)


def _claimed(
    eps: str | None, exp_eps: str | None, delta: str | None, promised: Promised | None
) -> tuple[Fraction, Fraction]:
    """The claimed eps and delta: those typed, or else those declared.

    Of a typed e^eps it is a rational number just above eps: what exceeds this, exceeds the claim.

    Raises:
        InputError: unless there is an eps >= 0, and delta lies in [0, 1).
    """
    if delta is not None and not 0 <= rational(delta, "--delta") < 1:
        raise InputError(f"--delta {delta}: at least 0, and less than 1: {TRIVIAL}")
    if exp_eps is not None:
        odds = rational(exp_eps, "--exp-eps")
        if eps is not None or odds < 1:
            raise InputError(f"--exp-eps {exp_eps}: give a number of at least 1, or --eps")
        eps = str(loss_above(odds))
    if eps is None and promised is not None:
        return promised[0], promised[1] if delta is None else rational(delta, "--delta")
    if eps is None:
        raise InputError("--neighbour needs the claimed --eps X, or a function that declares it")
    bound, slack = rational(eps, "--eps"), rational(delta or "0", "--delta")
    if not 0 <= bound <= LARGEST_EPS:
        raise InputError(
            f"--eps {eps}: a privacy loss is at least 0, and at most {LARGEST_EPS} here"
        )
    return bound, slack
