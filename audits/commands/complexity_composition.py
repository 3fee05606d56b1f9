"""`exactdp complexity composition`: what k rounds lose together, by each rule."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

import typer

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import LARGEST_EPS, rational
from audits.commands.output import print_json, print_table, write_bytes
from audits.verdict import Json
from reference.privacy.divergence import Infinity
from reference.privacy.total_losses import RULES, Loss, least_rule, total_losses

COMPOSITION = "composition"
"""The name of the table."""

READ = ("--rounds", "--eps", "--delta", "--target-delta", "--plot", "--json")
"""The options of the table."""

ROUNDS, EPS, TARGET = "1,2,4,8,16,32,64,128,256,512,1024", "1/10", "1e-6"
"""If none are given."""

MOST_ROUNDS = 100_000

DIGITS, LARGE = 7, 10**7
"""Of a loss as shown, rounded up; larger ones are shown with an exponent."""

NOTE = (
    "Total eps at the total delta, rounded up; - where a rule promises no finite eps. The rules "
    "called advanced add\nk m(eps) to eps sqrt(2 k ln(1/slack)), slack = the total delta less k "
    "delta, m(eps) = eps (e^eps - 1),\neps^2/2 and eps tanh(eps/2). The optimal loss is the least "
    "that holds for all mechanisms."
)


def show(
    rounds: str, eps: str, delta: str, target: str, plot: str | None, *, as_json: bool
) -> None:
    """Print, and perhaps draw, the table.

    Raises:
        InputError: names what was typed and what is allowed.
    """
    one, each, total = (
        rational(eps, "--eps"),
        rational(delta, "--delta"),
        rational(target, "--target-delta"),
    )
    if not 0 <= one <= LARGEST_EPS:
        raise InputError(f"--eps {shortened(eps)}: a number from 0 to {LARGEST_EPS}")
    if not 0 <= each <= 1:
        raise InputError(f"--delta {shortened(delta)}: a number from 0 to 1")
    if not 0 <= total < 1:
        raise InputError(f"--target-delta {shortened(target)}: a number from 0, below 1")
    table = {k: total_losses(one, k, total, each) for k in _counts(rounds)}
    if plot is not None:
        from audits.shown.composition_picture import draw

        try:
            picture = draw(plot, table, one, each, total)
        except ValueError as refusal:
            raise InputError(str(refusal)) from None
        write_bytes(plot, picture)
    if as_json:
        print_json(_answer(table, one, each, total))
    else:
        print_table(
            ["rounds", *RULES, "least but optimal"],
            [
                [str(k), *(_short(losses[rule]) for rule in RULES), least_rule(losses) or "-"]
                for k, losses in table.items()
            ],
            title=f"Rounds that are ({one}, {each})-private each, total delta {total}. "
            "Bounds on both sides: --json.",
        )
        typer.echo(NOTE)


def _counts(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    digits = len(str(MOST_ROUNDS))
    if not all(
        part.isdecimal()
        and part.isascii()
        and len(part) <= digits
        and 1 <= int(part) <= MOST_ROUNDS
        for part in parts
    ):
        raise InputError(
            f"--rounds {shortened(text)}: give integers from 1 to {MOST_ROUNDS}, such as 1,2,4"
        )
    return sorted({int(part) for part in parts})


def _answer(
    table: Mapping[int, Mapping[str, Loss]], eps: Fraction, delta: Fraction, total: Fraction
) -> dict[str, Json]:
    return {
        "problem": COMPOSITION,
        "eps": str(eps),
        "delta": str(delta),
        "target_delta": str(total),
        "rounds": [
            {
                "rounds": k,
                "losses": {rule: _ends(losses[rule]) for rule in RULES},
                "least_but_optimal": least_rule(losses),
            }
            for k, losses in table.items()
        ],
    }


def _ends(loss: Loss) -> Json:
    """Rationals below and above; null if it is infinite."""
    if isinstance(loss, Infinity):
        return None
    return {"at_least": str(loss[0]), "at_most": str(loss[1])}


def _short(loss: Loss) -> str:
    if isinstance(loss, Infinity):
        return "-"
    high = loss[1]
    up = Context(prec=DIGITS, rounding=ROUND_CEILING)
    shown = up.divide(Decimal(high.numerator), Decimal(high.denominator))
    return f"{shown:f}" if shown == int(shown) < LARGE else str(shown.normalize()).lower()
