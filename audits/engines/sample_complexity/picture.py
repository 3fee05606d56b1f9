"""Failure probability against rows, a panel for each domain size.

Decimals are for the eye; every number comes from an exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from audits.engines.optimum.picture import SUFFIXES
from audits.engines.sample_complexity.table import Cell
from audits.engines.sample_complexity.tuning import Target

STYLES = (
    ("black", "o", "-"),
    ("tab:blue", "s", "--"),
    ("tab:orange", "^", "--"),
    ("tab:green", "D", "--"),
    ("tab:red", "v", "--"),
)
"""Colour, marker and line of each curve, in the order of the table."""

SMALLEST = 1e-12
"""A failure probability of 0 is drawn at the bottom of a logarithmic axis."""


def draw(
    file: str, title: str, cells: Sequence[Cell], target: Target, failure_probability: Fraction
) -> None:
    """Draw the table.

    Args:
        file: where to, ending in one of `SUFFIXES`.
        title: the problem in words.
        cells: the table.
        target: the privacy at which it was measured.
        failure_probability: the beta that is marked.

    Raises:
        ValueError: for another ending, or nothing to draw.
        OSError: if the file cannot be written.
    """
    if not file.endswith(SUFFIXES):
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    if all(cell.failure is None for cell in cells):
        raise ValueError("no failure probability is known: there is nothing to draw")
    domains = list(dict.fromkeys(cell.domain for cell in cells))
    names = list(dict.fromkeys(cell.name for cell in cells))
    figure = Figure(figsize=(1.5 + 3.3 * len(domains), 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    panels: list[Axes] = list(
        figure.subplots(1, len(domains), sharex=True, sharey=True, squeeze=False)[0]
    )
    for domain, axes in zip(domains, panels, strict=True):
        for name, (colour, marker, line) in zip(names, STYLES, strict=False):
            known = [
                (cell.rows, max(float(cell.failure), SMALLEST))
                for cell in cells
                if (cell.name, cell.domain) == (name, domain) and cell.failure is not None
            ]
            axes.plot(
                [rows for rows, _ in known],
                [failure for _, failure in known],
                color=colour,
                marker=marker,
                linestyle=line,
                label=name,
            )
        axes.axhline(float(failure_probability), color="grey", linewidth=1, linestyle=":")
        axes.set_title(f"|X| = {domain}", fontsize="medium")
        axes.set_yscale("log")
        axes.set_xlabel("rows n")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3, which="both")
    panels[0].set_ylabel("worst-case failure probability")
    panels[0].annotate(
        f"beta = {failure_probability}",
        (0, float(failure_probability)),
        xycoords=("axes fraction", "data"),
        xytext=(4, 3),
        textcoords="offset points",
        fontsize="small",
        color="dimgrey",
    )
    figure.suptitle(
        f"{title}: failure at equal measured privacy, "
        f"$e^\\epsilon$ = {target.exp_eps}, $\\delta$ = {target.delta}"
    )
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(names), frameon=False)
    figure.savefig(file, dpi=150)
