"""People that attacks get wrong, against the error of answers, and right, against eps.

Decimals are for the eye; every number comes from an exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from audits.engines.sample_complexity.reconstruction import Average, Worst
from audits.rendering.complexity_picture import MECHANISMS, drawn
from audits.rendering.pictures import SUFFIXES


def draw(file: str, title: str, worst: Sequence[Worst], average: Sequence[Average]) -> bytes:
    """Both tables as a picture.

    Args:
        file: the name of the file that it is for, ending in one of `SUFFIXES`.
        title: the queries in words.
        worst: numbers of wrong people.
        average: parts of right people.

    Raises:
        ValueError: for another ending.
    """
    if not file.endswith(SUFFIXES):
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    figure = Figure(figsize=(10, 4.8), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    names = dict.fromkeys(each.attack for each in worst)
    styles = dict(zip(names, cycle(MECHANISMS)))
    for name, (colour, marker) in styles.items():
        known = [each for each in worst if each.attack == name]
        exact = [(float(e.error), e.wrong) for e in known if e.wrong is not None]
        bounds = [(float(e.error), e.bound) for e in known if e.bound is not None]
        left.plot(*zip(*exact, strict=True), color=colour, marker=marker, label=name)
        left.plot(*zip(*bounds, strict=True), color=colour, linestyle=":")
        parts = [(float(e.exp_eps), float(e.recovered)) for e in average if e.attack == name]
        told = None if exact else name
        right.plot(*zip(*parts, strict=True), color=colour, marker=marker, label=told)
    caps = sorted({(float(e.exp_eps), float(e.at_most)) for e in average})
    right.plot(
        *zip(*caps, strict=True), color="black", linestyle="--", label="any mechanism, at most"
    )
    left.set_xlabel("errors below E")
    left.set_ylabel("people wrong at the worst (dotted: bound)")
    left.yaxis.set_major_locator(MaxNLocator(integer=True))
    right.set_xscale("log", base=2)
    right.set_xlabel("$e^\\epsilon$ of one answer")
    right.set_ylabel("part of the people that is right")
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.suptitle(title, fontsize="medium")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return drawn(figure, file)
