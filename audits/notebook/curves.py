"""A privacy curve as a table, for a terminal and for a notebook.

>>> from fractions import Fraction
>>> from reference.privacy.curve import curve_of_guarantee
>>> print(curve_lines(curve_of_guarantee(Fraction(3), Fraction(0))), end="")
privacy curve (linear in e^eps between these points)
e^eps  least delta  eps, about   delta, about
1      1/2          0            0.5
3      0            1.098612289  0
"""

from __future__ import annotations

from audits.commands.output import in_plain_lines
from audits.shown.decimals import about, about_loss
from audits.shown.numbers import folded
from reference.privacy.curve import PrivacyCurve

MOST_POINTS = 12
"""Corners of a curve that a person is shown."""


def curve_lines(curve: PrivacyCurve, *, rounded: bool = False) -> str:
    """A title and a line for each corner.

    Args:
        curve: the corners.
        rounded: whether they are near those that are meant, so that decimals say all.
    """
    head, rows, note = curve_table(curve, rounded=rounded)
    return f"privacy curve ({note})\n{in_plain_lines(head, rows)}"


def curve_table(
    curve: PrivacyCurve, *, rounded: bool = False
) -> tuple[list[str], list[list[str]], str]:
    """The names of the columns, the corners, and what is to be known of them."""
    corners = curve.breakpoints
    step = 1 if len(corners) <= MOST_POINTS else len(corners) // (MOST_POINTS - 2)
    shown = list(dict.fromkeys([*corners[::step], corners[-1]]))
    note = "linear in e^eps between these points"
    if len(shown) < len(corners):
        note = f"{len(shown)} of its {len(corners)} corners"
    head, skip = ["e^eps", "least delta", "eps, about", "delta, about"], 2 if rounded else 0
    rows = [[folded(str(x)), folded(str(d)), about_loss(x), about(d)] for x, d in shown]
    note += "; rounded" if rounded else ""
    return head[skip:], [row[skip:] for row in rows], note
