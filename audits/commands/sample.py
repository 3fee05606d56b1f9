"""`exactdp sample`: outputs of a mechanism on real data, from random bits and integers only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.interruption import killable
from audits.commands.ledgers import ledger_json, words
from audits.commands.output import print_json
from audits.evidence.labels import label, value_json
from audits.evidence.verdict import Json
from audits.inputs.calibrated import DERIVATIONS, calibrated
from audits.inputs.ledger import USUAL_DELTA
from audits.inputs.literals import InputError
from audits.inputs.loading import in_time
from audits.inputs.mechanisms import (
    build,
    fields_of,
    guarantee_of,
    loss_of,
    mechanism_class,
    only_in_python,
    parameters,
)
from audits.inputs.numbers import rational
from audits.inputs.plans import Plan
from audits.inputs.registry import mechanisms
from audits.inputs.relations import adjacency_of
from audits.inputs.rows import outputs, rows_of
from audits.inputs.sizes import LONGEST_SAMPLED, refuse_by_size
from audits.rendering.decimals import about
from audits.rendering.numbers import loss_json, number_json, number_or_null
from reference.exact.interval import ln
from reference.probability.coins import BitSource, Mechanism, SeededBits, SystemBits
from reference.probability.provenance import ours

DERIVING = (
    *("-p", "--public", "--eps", "--delta", "--accuracy", "--failure", "--timeout", "--json"),
)
"""The options that are read where parameters are derived."""

MOST_OUTPUTS = 100_000_000
"""They are kept until all of them are drawn."""

DRAWING = ("--database", "--count", "--seed", "--deterministic")
"""Those that are read where outputs are drawn of derived parameters, besides."""


def command(
    context: typer.Context,
    mechanism: options.Mechanism,
    database_text: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|ROWS",
            help="A file of one row a line, at least one, or rows. With --delta it may be left "
            "out: then the derived parameters are shown, and how many rows they need.",
        ),
    ] = None,
    public: Annotated[
        str | None,
        typer.Option(
            "--public",
            metavar="FILE|ROWS",
            help="Public rows, of a mechanism that takes some; they are not protected.",
        ),
    ] = None,
    parameter: options.Parameters = None,
    root: options.Root = None,
    eps: Annotated[
        str | None,
        typer.Option(
            "--eps",
            metavar="X",
            help="With --delta: the privacy loss of an output. Without it: the eps that the "
            "mechanism takes, of which its loss may be a multiple; the declared guarantee is "
            "printed on stderr.",
        ),
    ] = None,
    delta: Annotated[
        str | None,
        typer.Option(
            "--delta",
            metavar="X",
            help="With --eps: the privacy loss of an output, from which parameters are derived; "
            "`list mechanisms` shows for which mechanisms, and what else is given.",
        ),
    ] = None,
    accuracy: Annotated[
        str | None,
        typer.Option("--accuracy", metavar="X", help="With --delta: alpha, the largest error."),
    ] = None,
    failure: Annotated[
        str | None,
        typer.Option("--failure", metavar="X", help="With --delta: beta, how often it may fail."),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", min=1, max=MOST_OUTPUTS, help="How many outputs.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Reproducible bits: for tests, never a release.")
    ] = None,
    timeout: options.Timeout = None,
    deterministic: options.Deterministic = False,
    as_json: options.AsJson = False,
) -> None:
    """Run a mechanism; its randomness is compared as integers, exactly."""
    if database_text is None and delta is None:
        raise InputError("give --database; it may be left out with --delta only")
    if delta is not None:
        options.refuse_others(context, (*DERIVING, *DRAWING), "derived parameters")
    if database_text is None:
        options.refuse_others(context, DERIVING, "parameters alone (no --database)")
    rows = None if database_text is None else rows_of(database_text)
    given = parameters(parameter or [])
    _add_public_rows(given, mechanism, public)
    source: BitSource = SystemBits() if seed is None else SeededBits(seed)
    if delta is None and (accuracy, failure) != (None, None):
        raise InputError("--accuracy and --failure go with --eps and --delta")
    derivation = DERIVATIONS.get(mechanism)
    with killable(), in_time(mechanism, timeout):
        plan: Plan | None = None
        if delta is None:
            built = _as_given(mechanism, given, (root, eps), len(rows or ()))
        else:
            targets = {"eps": eps, "delta": delta, "accuracy": accuracy, "failure": failure}
            plan = calibrated(mechanism, given, targets, None if rows is None else len(rows))
            built = plan.mechanism
            if derivation is not None and rows is not None:
                derivation.refuse(built, rows)
        promised = declared(built) if plan is None else asked_for(plan, eps or "", delta or "")
        if rows is None:
            assert plan is not None  # without a database there is --delta
            _show(mechanism, plan, promised, as_json=as_json)
            return
        found = outputs(built, rows, source, count, mechanism, deterministic=deterministic)
        drawn = [label(x) for x in found]
    lines = [] if plan is None else [plan.summary]
    lines += [] if promised is None else [promised.words]
    at = USUAL_DELTA if delta is None else rational(delta, "--delta")
    ledger = None if derivation is None else derivation.ledger(built, at)
    lines += words(ledger)
    lines += [] if derivation is None else derivation.explained(built, len(rows), found)
    typer.echo("".join(f"{line}\n" for line in lines), err=True, nl=False)
    if as_json:
        answer: dict[str, Json] = {"mechanism": mechanism, "rows": len(rows), "outputs": [*drawn]}
        answer["values"] = [value_json(x) for x in found]
        answer["guarantee"] = None if promised is None else promised.json
        answer |= {} if plan is None else {"derived": plan.json}
        answer |= {} if ledger is None else {"ledger": ledger_json(ledger)}
        print_json(answer)
    else:
        say("\n".join(drawn))


def _typed(mechanism: str) -> bool:
    """Whether all parameters of a mechanism of ours can be typed."""
    return mechanism in mechanisms() and not only_in_python(mechanisms()[mechanism])


def _as_given(
    mechanism: str, given: dict[str, str], typed: tuple[str | None, str | None], rows: int
) -> Mechanism[Any, Any, Any]:
    """The mechanism with its own parameters.

    Args:
        mechanism: its name.
        given: its parameters.
        typed: --root and --eps.
        rows: the number of rows.

    Raises:
        InputError: for what is given only where parameters are derived, and where these must be.
    """
    derivation = DERIVATIONS.get(mechanism)
    if derivation is not None and not _typed(mechanism):
        raise InputError(f"{mechanism}: its parameters are derived: give {derivation.usage}")
    kind = mechanism_class(mechanism)
    if derivation is not None:
        own = [each.name for each in fields_of(kind)]
        for name in given:
            if name not in own and name in {*derivation.needs, *derivation.takes}:
                raise InputError(
                    f"-p {name} goes with --eps and --delta; without --delta, give -p "
                    f"{', -p '.join(own)}"
                )
    built = build(kind, given, loss_of(kind, *typed, all_eps=False).rounded_down())
    refuse_by_size(built, rows, LONGEST_SAMPLED)
    return built


def _add_public_rows(given: dict[str, str], mechanism: str, public: str | None) -> None:
    """Public rows as the parameter `public`."""
    if public is None:
        return
    kind = mechanisms().get(mechanism)
    if kind is None or "public" not in {each.name for each in fields_of(kind)}:
        raise InputError(f"--public: {mechanism} takes no public rows")
    if "public" in given:
        raise InputError("--public and -p public: give the public rows once")
    given["public"] = ",".join(map(str, rows_of(public)))


def _show(mechanism: str, plan: Plan, promised: Declared | None, *, as_json: bool) -> None:
    """The parameters, how many rows are enough, and what is promised."""
    if as_json:
        stated = None if promised is None else promised.json
        print_json({"mechanism": mechanism, **plan.json, "guarantee": stated})
        return
    say(plan.summary)
    if promised is not None:
        say(promised.words)


@dataclass(frozen=True, slots=True)
class Declared:
    """What is promised of each output."""

    exp_eps: Fraction | None
    """None where parameters are derived: then eps is the target, and e^eps irrational."""

    eps: Fraction | None
    """None where e^eps is known."""

    delta: Fraction
    adjacency: str | None
    """The neighbouring relation; None for code that is not ours, which need not say it."""

    @property
    def words(self) -> str:
        """In one line."""
        relation = "" if self.adjacency is None else f" ({self.adjacency})"
        of = "guarantee asked for" if self.exp_eps is None else "declared guarantee"
        return f"{of}, of each output: eps = {self._about}, delta = {about(self.delta)}{relation}"

    @property
    def _about(self) -> str:
        """Eps as a decimal."""
        if self.exp_eps is None or self.exp_eps == 1:
            return about(self.eps or Fraction(0))
        low, high = ln(self.exp_eps).enclosure()
        return about((low + high) / 2)

    @property
    def json(self) -> dict[str, Json]:
        """Exact numbers, and decimals that enclose them."""
        return {
            "exp_eps": number_or_null(self.exp_eps),
            "delta": number_json(self.delta),
            "eps": number_or_null(self.eps) if self.exp_eps is None else loss_json(self.exp_eps),
            "adjacency": self.adjacency,
        }


def declared(mechanism: object) -> Declared | None:
    """What a mechanism declares; None if that is nothing that can be read."""
    try:
        found = guarantee_of(mechanism)
    except InputError:
        return None
    if found is None or not isinstance(found.exp_eps + found.delta, Fraction):
        return None
    kind = type(mechanism)
    relation = adjacency_of(kind) if ours(kind) else None
    return Declared(found.exp_eps, None, found.delta, relation)


def asked_for(plan: Plan, eps: str, delta: str) -> Declared | None:
    """What is promised where parameters are derived: the target, or what is declared."""
    if plan.declares:
        return declared(plan.mechanism)
    relation = adjacency_of(type(plan.mechanism))
    return Declared(None, rational(eps, "--eps"), rational(delta, "--delta"), relation)
