"""Pictures of optima; decimals are for the eye, every number comes from an exact one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from audits.engines.optimum.curves import Point
from audits.rendering.pictures import SUFFIXES


def draw(file: str, title: str, along: str, points: Sequence[Point]) -> bytes:
    """A curve, with the rivals where there are any, as a picture.

    Args:
        file: the name of the file that it is for, ending in one of `SUFFIXES`.
        title: the problem in words.
        along: what the horizontal axis is.
        points: the curve.

    Raises:
        ValueError: for another ending, or no points.
    """
    if Path(file).suffix not in SUFFIXES:
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    if not points:
        raise ValueError("a curve has at least one point")
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    places = [float(point.at) for point in points]
    loss = points[0].optimum.problem.loss
    axes.plot(
        places,
        [float(_best(point)) for point in points],
        marker="o",
        label="optimum over all private mechanisms",
    )
    for name in dict.fromkeys(name for point in points for name, _ in point.rivals):
        known = [
            (float(p.at), float(dict(p.rivals)[name])) for p in points if name in dict(p.rivals)
        ]
        axes.plot(
            [at for at, _ in known],
            [performance for _, performance in known],
            marker="s",
            linestyle="--",
            label=name,
        )
    axes.set_title(title, wrap=True, fontsize="medium")
    axes.set_xlabel(along)
    axes.set_ylabel("largest expected loss" if loss else "least success probability")
    if all(point.at.denominator == 1 for point in points):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    picture = BytesIO()
    figure.savefig(picture, format=Path(file).suffix[1:])
    return picture.getvalue()


def _best(point: Point) -> Fraction:
    """The optimum, or the end that a mechanism attains if there is a gap."""
    optimum = point.optimum
    return optimum.upper if optimum.problem.loss else optimum.lower
