"""Total loss against the number of rounds, a curve for each rule of composition.

Decimals are for the eye; every number comes from certified bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from audits.rendering.complexity_picture import drawn
from audits.rendering.pictures import SUFFIXES
from reference.privacy.divergence import Infinity
from reference.privacy.total_losses import RULES, Loss

STYLES = (
    ("dimgrey", ":", "s", 11),
    ("tab:orange", "--", "D", 9),
    ("tab:green", "--", "o", 7),
    ("tab:blue", "--", "^", 5),
    ("black", "-", ".", 3),
)
"""Colour, line, marker and its size of each rule; the optimum is the last.

Markers are hollow and shrink: where curves agree, each is seen around the next.
"""


def draw(
    file: str,
    table: Mapping[int, Mapping[str, Loss]],
    eps: Fraction,
    delta: Fraction,
    total: Fraction,
) -> bytes:
    """The table as a picture.

    Args:
        file: the name of the file that it is for, ending in one of `SUFFIXES`.
        table: by rounds and rule.
        eps: of one round.
        delta: of one round.
        total: delta of all rounds.

    Raises:
        ValueError: for another ending, or nothing to draw.
    """
    if not file.endswith(SUFFIXES):
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    curves = 0
    for rule, (colour, line, marker, size) in zip(RULES, STYLES, strict=True):
        points = [
            (k, float(found[1]))
            for k, found in ((k, losses[rule]) for k, losses in table.items())
            if not isinstance(found, Infinity) and found[1] > 0
        ]
        if points:
            axes.plot(
                *zip(*points, strict=True),
                line,
                color=colour,
                marker=marker,
                markersize=size,
                markerfacecolor="none",
                label=rule,
            )
            curves += 1
    if not curves:
        raise ValueError("no loss above 0 is finite: there is nothing to draw")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("rounds k")
    axes.set_ylabel("total eps")
    axes.set_title(
        f"Rounds of eps = {eps}, delta = {delta}, at the total delta {total}", fontsize="medium"
    )
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=curves, frameon=False)
    return drawn(figure, file)
