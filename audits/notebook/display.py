"""Laws, verdicts, curves, answers and optima as tables and pictures of a notebook.

IPython asks its formatters for what a value looks like.  `show_in_notebooks` gives it those of
this module, so the types themselves know nothing of HTML.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from functools import singledispatch
from html import escape
from typing import TYPE_CHECKING, Any

from audits.engines.optimum.bracket import Bracket
from audits.engines.optimum.optimum import Optimum
from audits.evidence.verdict import Holds, Refuted, Undecided
from audits.extras import MissingExtraError, need
from audits.notebook.answer import Privacy, UnansweredError, Worst
from audits.notebook.best import best_law
from audits.notebook.claimed import number
from audits.rendering.curve_table import curve_lines, curve_table
from audits.rendering.decimals import at_exp
from audits.rendering.numbers import BITS, enclosed_json, in_words, number_json
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import PrivacyCurve
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 30
"""Of a table with a head; of what is left out it says how much."""


def plot(
    curve: PrivacyCurve | Privacy[Any, Any],
    claim: Guarantee[Fraction] | tuple[Fraction | int, Fraction | int] | None = None,
    title: str = "",
) -> Figure:
    """A picture of a privacy curve and of its trade-off curve, with the claim drawn in.

    Args:
        curve: a curve, or an answer of `privacy`, whose claim and name are taken.
        claim: e^eps >= 1 and delta in [0, 1], as a pair or as a `Guarantee`.
        title: above the picture.

    Returns:
        A figure of matplotlib: on the left the least delta for each eps; on the right the least
        probability of one error of a test between neighbours, for each of the other.

    Raises:
        TypeError: for what is neither a curve nor an answer, and for floats.
        UnansweredError: for an answer at every eps, which has no one curve.
        MissingExtraError: without matplotlib.
    """
    if not isinstance(curve, PrivacyCurve | Privacy):
        raise TypeError(f"{curve!r}: give a curve, or an answer of `privacy`")
    need("plots", "a picture")
    from audits.rendering.curve_picture import figure_of

    polygon = curve.curve if isinstance(curve, Privacy) else curve
    exponent = None
    holds: bool | None = None
    if isinstance(curve, Privacy):
        title = title or curve.name
        if claim is None and curve.claim is not None:
            claim, exponent = curve.claim, curve.exponent
            holds = {Holds: True, Refuted: False}.get(type(curve.verdict))
    if claim is None:
        return figure_of(polygon, None, title)
    pair: Any = (claim.exp_eps, claim.delta) if isinstance(claim, Guarantee) else claim
    if exponent is None:
        pair = [
            number(value, name) for value, name in zip(pair, ("exp_eps", "delta"), strict=True)
        ]
    x, delta = (_bounds(value, exponent)[1] for value in pair)
    Guarantee(x, delta)
    return figure_of(polygon, (x, delta), title, holds=holds)


def show_in_notebooks() -> None:
    """Give IPython the tables and pictures, if it runs."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is not None:
        load_ipython_extension(shell)


def load_ipython_extension(shell: Any) -> None:
    """The same for one shell: what `%load_ext exactdp` calls."""
    formatters = shell.display_formatter.formatters
    for kind in TABLES:
        formatters["text/html"].for_type(kind, html)
    formatters["text/plain"].for_type(PrivacyCurve, _text)
    try:
        need("plots", "a picture")
    except MissingExtraError:
        formatters["text/html"].for_type(PrivacyCurve, html)
    else:
        formatters["image/png"].for_type(PrivacyCurve, _picture)
    formatters["image/png"].for_type_by_name("matplotlib.figure", "Figure", _png)


def _text(curve: PrivacyCurve, printer: Any, cycle: object) -> None:
    del cycle
    printer.text(curve_lines(curve, is_exact=True).rstrip())


def _picture(curve: PrivacyCurve) -> bytes:
    return _png(plot(curve))


def _png(figure: Figure) -> bytes:
    from audits.rendering.curve_picture import png

    return png(figure)


@singledispatch
def html(value: object) -> str:
    """A value as a table; every text in it is escaped.

    Raises:
        TypeError: for a type that has none.
    """
    raise TypeError(f"{type(value).__name__} is shown as text: there is no table of it")


@html.register(Dist)
def _law(law: Dist[Any, Any]) -> str:
    rows = ([repr(x), str(p), about(p)] for x, p in law.items())
    return table(("outcome", "probability", "at most"), rows)


@html.register(Holds)
@html.register(Refuted)
@html.register(Undecided)
def _verdict(verdict: Holds | Refuted | Undecided) -> str:
    rows = [["verdict", type(verdict).__name__.lower()], ["for", verdict.scope.text]]
    match verdict:
        case Undecided(reason=reason):
            rows.append(["why", reason])
        case Refuted(witness=witness):
            rows += [[str(name), _plain(value)] for name, value in witness.items()]
        case _:
            pass
    return table((), rows)


@html.register(PrivacyCurve)
def _curve(curve: PrivacyCurve) -> str:
    return table(*curve_table(curve, is_exact=True))


@html.register(Worst)
def _worst(worst: Worst[Any, Any]) -> str:
    p, q = worst.probabilities
    rows = [
        ["database", repr(worst.database), str(p), about(p)],
        ["neighbour", repr(worst.neighbour), str(q), about(q)],
    ]
    event = f"event: {', '.join(map(repr, worst.event))}"
    return table(("", "", "probability of the event", "at most"), rows, event)


@html.register(Privacy)
def _answer(answer: Privacy[Any, Any]) -> str:
    facts = [(name.strip(), fact) for name, fact in answer.rows()]
    known = table((), [("mechanism", answer.name), *facts])
    with suppress(UnansweredError):
        known += table(*curve_table(answer.curve, is_exact=answer.exponent is None))
    return known


@html.register(Bracket)
def _bracket(best: Bracket[Any, Any]) -> str:
    what = best.below.problem.goal
    ends = in_words(enclosed_json((best.lower, best.upper)))
    return _laws(best.below, f"{what} at eps = {best.eps}, delta = {best.below.delta}: {ends}")


@html.register(Optimum)
def _optimum(best: Optimum[Any, Any]) -> str:
    worth = str(best.value) if best.value is not None else f"{best.lower} to {best.upper}"
    return _laws(
        best, f"{best.problem.goal} at e^eps = {best.exp_eps}, delta = {best.delta}: {worth}"
    )


def _laws(best: Optimum[Any, Any], note: str) -> str:
    """The laws of a mechanism, with what it achieves."""
    problem = best.problem
    databases = tuple(problem.universe.databases())
    laws = [best_law(best, database) for database in databases]
    rows = (
        [repr(database), *(str(law.probability(y)) for y in problem.outcomes)]
        for database, law in zip(databases, laws, strict=True)
    )
    head = ("database", *map(repr, problem.outcomes))
    return table(head, rows, f"{problem.name}: {note}")


TABLES: tuple[type, ...] = (Dist, Holds, Refuted, Undecided, Worst, Privacy, Optimum, Bracket)
"""What is shown as a table; a curve is shown as a picture."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]], note: str = "") -> str:
    """A table, its texts escaped; with a head, of at most `MOST_ROWS` rows."""
    lines, names = [list(row) for row in rows], tuple(head)
    kept = lines[:MOST_ROWS] if names else lines
    top = "".join(f"<th>{escape(name)}</th>" for name in names)
    inside = f"<thead><tr>{top}</tr></thead>" if top else ""
    for row in kept:
        cells = "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row)
        inside += f"<tr>{cells}</tr>"
    more = f"<p>and {len(lines) - len(kept)} more</p>" if len(lines) > len(kept) else ""
    return f"<table>{inside}</table>{more}" + (f"<p>{escape(note)}</p>" if note else "")


def about(value: Any, exponent: Fraction | None = None) -> str:
    """A number as a decimal, rounded up; "" for a function of r at no eps."""
    return str(number_json(value, exponent)["high"] or "")


def _bounds(value: Any, exponent: Fraction | None) -> tuple[Fraction, Fraction]:
    """Rationals around a number, or around a function of r at e^exponent."""
    if isinstance(value, RationalFunction) and exponent is not None:
        return at_exp(value, exponent).enclosure(BITS)
    return Fraction(value), Fraction(value)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
