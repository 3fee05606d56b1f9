"""`exactdp law`: the exact output distribution on one database."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Annotated, Any

import typer

from audits.commands import options
from audits.commands.enclosed import Enclosed, enclosed_on, report_law
from audits.commands.interruption import killable
from audits.commands.output import print_json, print_table
from audits.evidence.labels import labels
from audits.evidence.verdict import Json
from audits.inputs.loading import in_time
from audits.inputs.mechanisms import (
    build,
    is_continuous,
    loss_of,
    mechanism_class,
    parameters,
    parts_of,
    takes_eps,
)
from audits.inputs.parts import with_parts
from audits.inputs.released import are_released
from audits.inputs.rows import database, law_on
from audits.inputs.sizes import LONGEST_EXACT, refuse_by_size
from audits.rendering.decimals import about
from audits.rendering.densities import chances, densities_json, density_rows
from audits.rendering.numbers import number_json, number_or_null
from reference.probability.densities import released
from reference.probability.dist import Dist
from reference.probability.replay import MOST_DRAWS


def command(
    mechanism: options.Mechanism,
    database_text: Annotated[
        str, typer.Option("--database", metavar="ROWS", help="Rows such as 0,0,3.")
    ],
    parameter: options.Parameters = None,
    root: options.Root = None,
    eps: options.Eps = None,
    all_eps: options.AllEps = False,
    timeout: options.Timeout = None,
    max_draws: options.MaxDraws = MOST_DRAWS,
    deterministic: options.Deterministic = False,
    as_json: options.AsJson = False,
) -> None:
    """Print the exact output distribution of a mechanism on one database."""
    rows = database(database_text)
    with killable(), in_time(mechanism, timeout):
        kind = mechanism_class(mechanism)
        loss = loss_of(kind, root, eps, all_eps=all_eps)
        given = parameters(parameter or [])

        def attempt(parts: int) -> tuple[Enclosed | Dist[Any, Any], int]:
            built = build(kind, given, loss, parts)
            refuse_by_size(built, len(rows), LONGEST_EXACT)
            unit = loss.exponent(parts) if is_continuous(kind) else None
            if unit is not None:
                enclosed = enclosed_on(built, rows, mechanism, unit, max_draws)
                if enclosed is not None:
                    return enclosed, parts
            exact = law_on(
                *(built, rows, mechanism),
                most_draws=max_draws,
                deterministic=deterministic,
                branches=True,
            )
            return exact, parts

        found, parts = with_parts(parts_of(kind), attempt)
    answer: dict[str, Json] = {
        "mechanism": mechanism,
        "database": database_text,
        "eps": number_or_null(loss.eps),
        "parts": parts,
    }
    if not isinstance(found, Dist):
        title = f"{mechanism} on ({database_text}), eps = {loss.eps}"
        return report_law(found, answer, as_json=as_json, title=title)
    where = loss.words(parts) if takes_eps(kind) else "which takes no eps"
    title = f"{mechanism} on ({database_text}), {where}"
    if are_released(found):
        values = released(found)
        if as_json:
            print_json(answer | densities_json(values))
        else:
            of = "" if values.unit == 1 else f"; u, r: those of eps/{parts * values.unit}"
            rows_of_law = [[name, str(chance)] for name, chance in chances(values).items()]
            print_table(["output", "probability"], rows_of_law, title=f"{title}{of}")
            print_table(["output", "value z", "density of s = u z"], density_rows(values))
        return None
    outcomes = in_order(found)
    names, exponent = labels(outcomes), loss.exponent(parts)
    chances_of = [found.probability(x) for x in outcomes]
    if as_json:
        numbers: dict[str, Json] = {
            name: number_json(p, exponent) for name, p in zip(names, chances_of, strict=True)
        }
        return print_json(answer | {"law": numbers})
    lines = [[name, str(p), about(p, exponent)] for name, p in zip(names, chances_of, strict=True)]
    head = ["outcome", "probability", "about"]
    if not any(line[-1] for line in lines):  # at every eps
        head, lines = head[:-1], [line[:-1] for line in lines]
    return print_table(head, lines, title=title)


def in_order(dist: Dist[Any, Any]) -> list[Hashable]:
    """The outcomes in increasing order where they can be compared, else as drawn."""
    outcomes = list(dist)
    numbers: list[int] = [x for x in outcomes if isinstance(x, int)]
    others: list[Hashable] = [x for x in outcomes if not isinstance(x, int)]
    return [*sorted(numbers), *others]
