"""A picture of a privacy curve: delta against eps, and the errors of tests between neighbours.

Decimals are for the eye: each number comes from an exact one, and nothing is decided from them.
Whether a claim is true is known from elsewhere.
"""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import TypeAlias

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from audits.rendering.pictures import SUFFIXES
from reference.privacy.curve import PrivacyCurve, curve_of_guarantee
from reference.privacy.tradeoff import of_curve

Claimed: TypeAlias = tuple[Fraction, Fraction]
"""e^eps and delta."""

CURVE = "tab:blue"
STYLES = {
    None: ("black", "claim"),
    True: ("tab:green", "claim, true"),
    False: ("tab:red", "claim, refuted"),
}
"""Of a claim that is true, refuted, or not known to be either: colour and words."""

POINTS = 24
"""Between two break points: a line in e^eps is no line in eps."""


def figure_of(
    curve: PrivacyCurve,
    claim: Claimed | None = None,
    title: str = "",
    *,
    holds: bool | None = None,
) -> Figure:
    """The picture, with the claim drawn into it.

    Args:
        curve: the curve.
        claim: e^eps and delta.
        title: above both halves.
        holds: whether the claim is true; None: it is not said.
    """
    figure = Figure(figsize=(9, 4), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    color, word = STYLES[holds]
    _delta_against_eps(left, curve, claim, color, word)
    _errors(right, curve, claim, color, word)
    if title:
        figure.suptitle(title, fontsize="medium", wrap=True)
    return figure


def png(figure: Figure) -> bytes:
    """A figure as a file of pixels."""
    return _saved(figure, "png")


def draw(
    file: str,
    curve: PrivacyCurve,
    claim: Claimed | None = None,
    title: str = "",
    *,
    holds: bool | None = None,
) -> bytes:
    """The picture as the content of a file with this name; the rest is that of `figure_of`.

    Raises:
        ValueError: unless the name ends in one of `SUFFIXES`.
    """
    if Path(file).suffix not in SUFFIXES:
        raise ValueError(f"{file}: the name of a picture ends in {', '.join(SUFFIXES)}")
    return _saved(figure_of(curve, claim, title, holds=holds), Path(file).suffix[1:])


def _saved(figure: Figure, kind: str) -> bytes:
    """The content of a file; of an SVG it is the same at every call, with text that stays text."""
    picture = BytesIO()
    metadata = {"Date": None, "Creator": None} if kind == "svg" else None
    with rc_context({"svg.hashsalt": "exactdp", "svg.fonttype": "none"}):
        figure.savefig(picture, format=kind, metadata=metadata)
    return picture.getvalue()


def _delta_against_eps(
    axes: Axes, curve: PrivacyCurve, claim: Claimed | None, color: str, word: str
) -> None:
    corners = [(log(x), float(delta)) for x, delta in curve.breakpoints]
    last = max(corners[-1][0], 0.5, log(claim[0]) if claim else 0) * 1.15
    line = corners[:1]
    for (e1, d1), (e2, d2) in pairwise(corners):
        steps = (e1 + (e2 - e1) * k / POINTS for k in range(1, POINTS + 1))
        slope = (d2 - d1) / (exp(e2) - exp(e1))
        line += [(e, d1 + slope * (exp(e) - exp(e1))) for e in steps]
    line.append((last, corners[-1][1]))
    axes.plot(*zip(*line, strict=True), color=CURVE, label="least delta")
    axes.plot(*zip(*corners, strict=True), ".", color=CURVE)
    if claim is not None:
        eps, delta, least = log(claim[0]), float(claim[1]), float(curve.delta_at(claim[0]))
        axes.plot([eps], [delta], "x", color=color, clip_on=False, label=word)
        if least > delta:
            axes.plot([eps, eps], [delta, least], ":", color=color)
    axes.set(xlabel="eps", ylabel="delta", title="privacy curve", xlim=(0, last))
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()


def _errors(axes: Axes, curve: PrivacyCurve, claim: Claimed | None, color: str, word: str) -> None:
    def polygon(of: PrivacyCurve) -> tuple[list[float], list[float]]:
        corners = of_curve(of).corners
        return [float(a) for a, _ in corners], [float(b) for _, b in corners]

    axes.plot(*polygon(curve), color=CURVE, marker=".", label="the best test of all neighbours")
    axes.plot([0, 1], [1, 0], color="grey", linewidth=0.7, label="guessing")
    if claim is not None:
        axes.plot(*polygon(curve_of_guarantee(*claim)), "--", color=color, label=word)
    axes.set(
        xlabel="probability of a false alarm",
        ylabel="probability of a miss",
        title="trade-off curve",
        xlim=(0, 1),
        ylim=(0, 1),
    )
    axes.set_aspect("equal")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
