"""`--plot FILE` of `privacy`: the privacy curve as a picture, with the claim drawn in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from audits.commands.question import Question
from audits.engines.privacy.curve import curve
from audits.engines.privacy.pairs import integer
from audits.evidence.table import LawTable
from audits.evidence.verdict import Holds, Refuted, Verdict
from audits.inputs.literals import InputError
from audits.inputs.released import CELLS
from audits.rendering.decimals import at_exp
from reference.exact.exponential import exp_bounds
from reference.exact.field import of_r


def refuse_plot(file: str | None, *, all_eps: bool) -> None:
    """Refuse a picture that cannot be drawn, before any work.

    Raises:
        InputError: for every eps, where there is no one curve.
    """
    if file is not None and all_eps:
        raise InputError(
            "--plot: a curve is that of one eps: give --eps X or --root P/Q (where the output is "
            f"a continuous value: {CELLS})"
        )


def picture(
    file: str, table: LawTable[Any, Any, Any], question: Question, verdict: Verdict | None
) -> bytes:
    """The curve as the content of a file.

    Args:
        file: its name.
        table: laws that are numbers, or functions of r at one eps; then the curve is that of a
            rational number just below r, which the eye does not tell from it.
        question: with the claim.
        verdict: of the claim.

    Raises:
        InputError: for laws without neighbours.
    """
    from audits.rendering.curve_picture import draw

    exponent = question.exponent
    assert exponent is not None or not table.field.symbolic
    if not table.universe.pair_count:
        raise InputError("--plot: no two databases are neighbours")
    near = table if exponent is None or not table.field.symbolic else table.at(_root(exponent))
    if any(integer(w) < 0 for row in near.rows for w in row.values()):
        raise InputError("--plot: at a number just below r, probabilities are no longer positive")
    claim = None
    if question.claim is not None:
        x, delta = question.claim.exp_eps, question.claim.delta
        claim = _number(x, exponent), _number(delta, exponent)
    holds = {Holds: True, Refuted: False}.get(type(verdict))
    return draw(file, curve(near).curve, claim, question.subject, holds=holds)


def _root(exponent: Fraction) -> Fraction:
    return exp_bounds(exponent)[0]


def _number(value: Any, exponent: Fraction | None) -> Fraction:
    """A number, or one that is near a function of r."""
    if exponent is None:
        return of_r(value).at(Fraction(1))
    return at_exp(of_r(value), exponent).enclosure()[1]
