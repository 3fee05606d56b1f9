"""A privacy curve as a table, for a terminal and for a notebook.

>>> from fractions import Fraction
>>> from reference.privacy.curve import curve_of_guarantee
>>> print(curve_lines(curve_of_guarantee(Fraction(3), Fraction(0)), is_exact=True), end="")
privacy curve (linear in e^eps between corners)
e^eps  least delta  eps, about   least delta, about
1      1/2          0            0.5
3      0            1.098612289  0
"""

from __future__ import annotations

from audits.rendering.decimals import about, about_loss
from audits.rendering.facts import in_plain_lines
from audits.rendering.numbers import folded
from reference.privacy.curve import PrivacyCurve

MOST_CORNERS = 12
"""Corners of a curve that a person is shown, or a few more."""


def curve_table(curve: PrivacyCurve, *, is_exact: bool) -> tuple[list[str], list[list[str]], str]:
    """The names of the columns, the corners (of many some, and the last), and a title.

    Args:
        curve: the corners.
        is_exact: whether they are those that are meant; else they are near them, and decimals say
            all that is known.
    """
    corners = curve.breakpoints
    step = 1 if len(corners) <= MOST_CORNERS else len(corners) // (MOST_CORNERS - 2)
    shown = list(dict.fromkeys([*corners[::step], corners[-1]]))
    count = "" if step == 1 else f"{len(shown)} of its {len(corners)} corners, "
    head, skip = ["e^eps", "least delta", "eps, about", "least delta, about"], 0 if is_exact else 2
    rows = [[folded(str(x)), folded(str(d)), about_loss(x), about(d)] for x, d in shown]
    title = f"privacy curve ({count}linear in e^eps between corners)"
    return head[skip:], [row[skip:] for row in rows], title


def curve_lines(curve: PrivacyCurve, *, is_exact: bool) -> str:
    """The title, and a line for each corner."""
    head, rows, title = curve_table(curve, is_exact=is_exact)
    return f"{title}\n{in_plain_lines(head, rows)}"
