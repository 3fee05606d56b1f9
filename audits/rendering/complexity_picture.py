"""Failure probability against rows, a panel for each domain size.

Decimals are for the eye; every number comes from an exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from itertools import cycle
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, StrMethodFormatter

from audits.engines.sample_complexity.by_dimension import COLUMNS, SampleSizes
from audits.engines.sample_complexity.public_rows import Goal, PublicCell
from audits.engines.sample_complexity.table import Cell
from audits.engines.sample_complexity.tuning import Target
from audits.rendering.pictures import SUFFIXES

OPTIMA = (("black", "o"), ("dimgrey", "X"), ("firebrick", "h"))
MECHANISMS = (
    *(("tab:blue", "s"), ("tab:orange", "^"), ("tab:green", "D")),
    *(("tab:purple", "v"), ("tab:brown", "P"), ("tab:cyan", "*")),
)
"""Colour and marker of each curve, in the order of the table."""


def draw(
    file: str, title: str, cells: Sequence[Cell], target: Target, failure_probability: Fraction
) -> bytes:
    """The table as a picture.

    Args:
        file: the name of the file that it is for, ending in one of `SUFFIXES`.
        title: the problem in words.
        cells: the table.
        target: the privacy at which it was measured.
        failure_probability: the beta that is marked.

    Raises:
        ValueError: for another ending, or nothing to draw.
    """
    if not file.endswith(SUFFIXES):
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    if all(cell.failure is None for cell in cells):
        raise ValueError("no failure probability is known: there is nothing to draw")
    domains = list(dict.fromkeys(cell.domain for cell in cells))
    styles = _styles(cells)
    positive = [float(cell.failure) for cell in cells if cell.failure]
    least = min([*positive, float(failure_probability) or 1.0])
    bottom = least / (2 if any(cell.failure == 0 for cell in cells) else 1.25)
    figure = Figure(figsize=(max(7.5, 1.5 + 3.3 * len(domains)), 5), layout="constrained")
    FigureCanvasAgg(figure)
    panels: list[Axes] = list(
        figure.subplots(1, len(domains), sharex=True, sharey=True, squeeze=False)[0]
    )
    for domain, axes in zip(domains, panels, strict=True):
        here = [cell for cell in cells if cell.domain == domain]
        for name, (colour, marker, line) in styles.items():
            known = [
                (cell.rows, cell.failure)
                for cell in here
                if cell.name == name and cell.failure is not None
            ]
            axes.plot(
                [rows for rows, _ in known],
                [float(failure) or bottom for _, failure in known],
                color=colour,
                marker=marker,
                linestyle=line,
                label=name,
            )
            for rows in (rows for rows, failure in known if not failure):
                axes.annotate(
                    "exactly 0",
                    (rows, bottom),
                    (-8, -10),
                    textcoords="offset points",
                    ha="right",
                    fontsize="small",
                )
        axes.axhline(
            float(failure_probability),
            color="grey",
            linewidth=1,
            linestyle=":",
            label=f"$\\beta$ = {failure_probability}",
        )
        axes.set_title(f"|X| = {domain}", fontsize="medium")
        axes.set_yscale("log")
        axes.set_xlabel("rows n")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.grid(alpha=0.3)
    panels[0].set_ylim(bottom * 0.75, 1.15)
    panels[0].set_ylabel("failure probability")
    figure.suptitle(
        f"{title}\nfailure at equal measured privacy: "
        f"$e^\\epsilon$ = {target.exp_eps}, $\\delta$ = {target.delta}",
        fontsize="medium",
    )
    handles, names = panels[0].get_legend_handles_labels()
    columns = len(names) if len(domains) > 2 else 2
    figure.legend(handles, names, loc="outside lower center", ncols=columns, frameon=False)
    return drawn(figure, file)


def draw_sizes(file: str, rows: Sequence[SampleSizes]) -> bytes:
    """The numbers of examples against the dimension, both on logarithmic scales, as a picture.

    Args:
        file: the name of the file that it is for, ending in one of `SUFFIXES`.
        rows: the table.

    Raises:
        ValueError: for another ending, or an empty table.
    """
    if not file.endswith(SUFFIXES) or not rows:
        raise ValueError(f"{file}: a table of a row or more, in {', '.join(SUFFIXES)}")
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for name, words in COLUMNS.items():
        line = "-" if name.endswith("necessary") else "--"
        numbers = [getattr(row, name) for row in rows]
        axes.plot([row.dimension for row in rows], numbers, line, marker="o", label=words)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("d, for 2^d points")
    axes.set_ylabel("examples")
    axes.set_title("Private learning of points: examples necessary and sufficient")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return drawn(figure, file)


def draw_public(
    file: str, title: str, cells: Sequence[PublicCell], target: Target, aim: Fraction, goal: Goal
) -> bytes:
    """The optimum against the private rows, a curve for each number of public rows, as a picture.

    Args:
        file: the name of the file that it is for, ending in one of `SUFFIXES`.
        title: the problem in words.
        cells: the table.
        target: the privacy.
        aim: the success or error that is marked.
        goal: what the numbers are.

    Raises:
        ValueError: for another ending.
    """
    if not file.endswith(SUFFIXES):
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for m, (colour, marker) in zip(sorted({c.public for c in cells}), cycle(MECHANISMS)):
        here = [cell for cell in cells if cell.public == m]
        axes.plot(
            [cell.private for cell in here],
            [float((cell.lower + cell.upper) / 2) for cell in here],
            color=colour,
            marker=marker,
            label=f"{m} public",
        )
    axes.axhline(float(aim), color="grey", linewidth=1, linestyle=":", label=f"target {aim}")
    axes.set_xlabel("private rows n")
    axes.set_ylabel(f"{'least' if goal.loss else 'largest'} {goal.measure}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.set_title(
        f"{title}\nall mechanisms: $e^\\epsilon$ = {target.exp_eps}, $\\delta$ = {target.delta}",
        fontsize="medium",
    )
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return drawn(figure, file)


def drawn(figure: Figure, file: str) -> bytes:
    """A figure in the format that the name of a file says."""
    picture = BytesIO()
    figure.savefig(picture, dpi=150, format=Path(file).suffix[1:])
    return picture.getvalue()


def _styles(cells: Sequence[Cell]) -> dict[str, tuple[str, str, str]]:
    """Colour, marker and line by name: optima and bounds are solid, mechanisms dashed."""
    known = [cell for cell in cells if cell.failure is not None]
    optima = dict.fromkeys(cell.name for cell in known if cell.tuned is None)
    others = dict.fromkeys(cell.name for cell in known if cell.tuned is not None)
    found = {name: (*style, "-") for name, style in zip(optima, cycle(OPTIMA))}
    return found | {name: (*style, "--") for name, style in zip(others, cycle(MECHANISMS))}
