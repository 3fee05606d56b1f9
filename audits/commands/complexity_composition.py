"""`exactdp complexity composition`: what k rounds lose together, by each rule."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Annotated

from audits.commands import options
from audits.commands.answer import say
from audits.commands.complexity_options import Plot, integers_option, rational_option
from audits.commands.interruption import killable
from audits.commands.output import print_json, print_table, working, write_bytes
from audits.evidence.verdict import Json
from audits.inputs.literals import InputError, as_bad_input, shortened
from audits.inputs.numbers import LARGEST_EPS, between, integers, rational
from audits.rendering.numbers import enclosed_json, number_json
from reference.privacy.divergence import Infinity
from reference.privacy.total_losses import RULES, Loss, least_rule, total_losses

MOST_ROUNDS = 100_000

DIGITS, LARGE = 7, 10**7
"""Of a loss as shown, rounded up; larger ones are shown with an exponent."""

NOTE = (
    "Total eps at the total delta, rounded up; - where a rule promises no finite eps. The rules "
    "called advanced add\nk m(eps) to eps sqrt(2 k ln(1/slack)), slack = the total delta less k "
    "delta, m(eps) = eps (e^eps - 1),\neps^2/2 and eps tanh(eps/2). The optimal loss is the least "
    "that holds for all mechanisms."
)


@killable()
def command(
    rounds: Annotated[
        str, integers_option("Numbers of rounds.")
    ] = "1,2,4,8,16,32,64,128,256,512,1024",
    eps: Annotated[str, rational_option("eps itself, of a round.")] = "1/10",
    delta: Annotated[str, rational_option("delta of a round.")] = "0",
    target_delta: Annotated[str, rational_option("The delta of all rounds.")] = "1e-6",
    plot: Plot = None,
    as_json: options.AsJson = False,
) -> None:
    """Losses of k rounds together, by rule of composition."""
    counts = sorted({*integers(rounds, "--rounds", 1, MOST_ROUNDS)})
    one, each = between(eps, "--eps", 0, LARGEST_EPS), between(delta, "--delta", 0, 1)
    total = rational(target_delta, "--target-delta")
    if not 0 <= total < 1:
        raise InputError(f"--target-delta {shortened(target_delta)}: a number from 0, below 1")
    with working("rounds"):
        table = {k: total_losses(one, k, total, each) for k in counts}
    if plot is not None:
        from audits.rendering.composition_picture import draw

        with as_bad_input():
            write_bytes(plot, draw(plot, table, one, each, total))
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
        say(NOTE)


def _answer(
    table: Mapping[int, Mapping[str, Loss]], eps: Fraction, delta: Fraction, total: Fraction
) -> dict[str, Json]:
    return {
        "problem": "composition",
        "eps": number_json(eps),
        "delta": number_json(delta),
        "target_delta": number_json(total),
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
    """Decimals below and above; or that it is infinite."""
    return number_json(loss) if isinstance(loss, Infinity) else enclosed_json(loss)


def _short(loss: Loss) -> str:
    if isinstance(loss, Infinity):
        return "-"
    high = loss[1]
    up = Context(prec=DIGITS, rounding=ROUND_CEILING)
    shown = up.divide(Decimal(high.numerator), Decimal(high.denominator))
    return f"{shown:f}" if shown == int(shown) < LARGE else str(shown.normalize()).lower()
