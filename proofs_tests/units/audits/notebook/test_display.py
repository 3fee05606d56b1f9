"""What a notebook shows: tables with exact values, escaped, and pictures."""

import sys
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest
from matplotlib.figure import Figure

import exactdp
from audits.engines.optimum import Problem
from audits.evidence.verdict import Undecided
from audits.notebook import display
from audits.notebook.best import UnprovedError
from audits.notebook.display import about, html
from audits.notebook.waiting import waiting
from audits.rendering.curve_table import curve_lines
from proofs_tests.units.audits.notebook.test_answer import BITS, TWO, response
from reference.exact.field import R
from reference.override import override
from reference.privacy.curve import curve_of_guarantee

CURVE = curve_of_guarantee(TWO, Fraction(0))
PNG = b"\x89PNG"


class Cells(HTMLParser):
    """What collects the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    @override
    def handle_data(self, data: str) -> None:
        self.found.append(data)


def cells(text: str) -> list[str]:
    """The texts of a table."""
    parser = Cells()
    parser.feed(text)
    return parser.found


def test_a_law() -> None:
    """Outcomes with exact probabilities and decimals that are rounded up; texts are escaped."""
    weights: dict[str, Any] = {"<b>": 1, "y": 2}
    text = html(exactdp.Dist.weighted(weights))
    assert "<b>" not in text
    assert cells(text)[3:] == ["'<b>'", "1/3", "0.3333333334", "'y'", "2/3", "0.6666666667"]


def test_a_long_table_is_cut() -> None:
    """It says how many rows it leaves out."""
    assert "and 70 more" in html(exactdp.Dist.uniform(range(100)))


@pytest.mark.parametrize(
    ("eps", "claim", "expected"),
    [
        (
            exactdp.Epsilon(TWO),
            {"exp_eps": 3},
            ["holds", "2", "ln(2) (0.6931471805 to 0.6931471806)"],
        ),
        (exactdp.Epsilon(TWO), {"exp_eps": 1}, ["2", "2/3 (0.6666666666 to 0.6666666667)"]),
        (
            exactdp.Epsilon.of(1),
            {"eps": 1},
            ["e^eps, with eps = 1", "holds", "r (2.718281828 to 2.718281829)"],
        ),
        (
            exactdp.Epsilon.indeterminate(2),
            {"exp_eps": 3},
            ["refuted", "e^(eps/2), for every eps >= 0"],
        ),
    ],
)
def test_an_answer(eps: exactdp.Epsilon[R], claim: dict[str, Any], expected: list[str]) -> None:
    """Claim, verdict, least e^eps and eps, and the event, each where it is known."""
    found = cells(html(exactdp.privacy(response(eps), BITS, **claim)))
    assert set(expected) <= set(found)


def test_verdicts() -> None:
    """The verdict in a word, for what it is, and the witness or the reason."""
    true, false = (
        exactdp.privacy(response(exactdp.Epsilon(TWO)), BITS, exp_eps=claim) for claim in (2, 1)
    )
    assert true.verdict is not None
    assert "holds" in cells(html(true.verdict))
    assert "refuted" in cells(html(false.verdict))
    assert cells(html(Undecided(true.verdict.scope, "too much")))[-1] == "too much"
    worst = false.worst()
    assert worst is not None
    assert {"(0,)", "(1,)", "2/3", "0.6666666667", "event: (0,)"} <= set(cells(html(worst)))


def test_curves() -> None:
    """The corners of a curve as a table."""
    assert {"2", "0", "0.6931471806", "1/3", "0.3333333333"} <= set(cells(html(CURVE)))


def test_long_numbers_of_curves() -> None:
    """Their digits are folded, and a decimal stands beside; the curve itself has them in full."""
    powers = exactdp.Dist.weighted((k, Fraction(3 ** (7 * k))) for k in range(40))
    long = exactdp.curve(powers, exactdp.Dist.uniform(range(40)))
    assert max(len(str(x)) for x, _ in long.breakpoints) > 100
    for text in (curve_lines(long, is_exact=True), html(long)):
        assert "(131 digits)" in text
        assert "3.688422102" in text
        assert max(map(len, text.replace("<", " ").split())) < 60


def test_optima(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best mechanism is a table of laws; one that the kernel refuses is none."""
    problem = exactdp.worst_case("guess", BITS, (0, 1), lambda database, y: database[0] == y)
    found = exactdp.best(problem, exp_eps=3)
    assert found.value == Fraction(3, 4)
    assert exactdp.best_law(found, (1,))[1] == Fraction(3, 4)
    assert {"(0,)", "3/4", "1/4"} <= set(cells(html(found)))
    with pytest.raises(ValueError, match=r"database \(7,\)"):
        exactdp.best_law(found, (7,))
    monkeypatch.setattr("audits.notebook.best.objection", lambda *_: "no proof")
    with pytest.raises(UnprovedError, match="guess: no proof"):
        exactdp.best(problem, exp_eps=3)


GUESS: Problem[tuple[int, ...], int] = exactdp.worst_case(
    "guess", BITS, (0, 1), lambda database, y: database[0] == y
)


@pytest.mark.parametrize(
    ("eps", "low", "high"),
    [
        (1, "0.7310585785", "0.7310585788"),  # e / (e + 1)
        ("1/2", "0.6224593311", "0.6224593314"),
        (exactdp.Epsilon.of(1), "0.7310585785", "0.7310585788"),
        (exactdp.Epsilon(Fraction(3)), "0.75", "0.75"),
        (0, "0.5", "0.5"),
    ],
)
def test_the_best_mechanism_at_an_eps(eps: object, low: str, high: str) -> None:
    """As `optimum --eps`: exactly, or between two numbers, and with a mechanism."""
    found = exactdp.best(GUESS, eps=eps)
    assert Fraction(low) <= found.lower <= found.upper <= Fraction(high)
    law = exactdp.best_law(found, (1,))
    assert Fraction(low) - Fraction(1, 10**8) <= law[1] <= Fraction(high)
    assert any("greatest least probability" in cell for cell in cells(html(found)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "give one of exp_eps and eps"),
        ({"exp_eps": 2, "eps": 1}, "give one of exp_eps and eps"),
        ({"eps": 21}, "eps 21: a number from 0 to 20"),
        ({"eps": 0.5}, r"eps 0\.5: write Fraction\(1, 2\)"),
        ({"eps": exactdp.Epsilon.indeterminate()}, "every eps at once"),
        ({"exp_eps": "1/2"}, "1/2"),
    ],
)
def test_where_no_best_mechanism_is(given: dict[str, Any], message: str) -> None:
    """The number is named."""
    with pytest.raises((TypeError, ValueError), match=message):
        exactdp.best(GUESS, **given)


def test_what_takes_long_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a notebook and on a terminal, and nowhere else."""
    monkeypatch.setattr("audits.notebook.waiting.PATIENCE", 0.01)
    for person, said in ((True, True), (False, False)):
        monkeypatch.setattr("audits.notebook.waiting._in_notebook", lambda known=person: known)
        with waiting("laws on 3 databases"):
            sleep(0.1)
        assert ("exactdp: laws on 3 databases, 0 s" in capsys.readouterr().err) is said


def test_other_values_have_no_table() -> None:
    """They are shown as text; functions of r at no eps have no decimal."""
    with pytest.raises(TypeError, match="int is shown as text"):
        html(3)
    assert about(exactdp.Epsilon.indeterminate().exp()) == ""
    assert about(Fraction(-1, 3)) == "-0.3333333333"


class Formatter:
    """What IPython has for one kind of output."""

    def __init__(self) -> None:
        self.known: dict[object, Any] = {}

    def for_type(self, kind: type, shown: Callable[[Any], object]) -> None:
        """Register a function for a type."""
        self.known[kind] = shown

    def for_type_by_name(self, module: str, name: str, shown: Callable[[Any], object]) -> None:
        """Register a function for a type that is not loaded yet."""
        self.known[f"{module}.{name}"] = shown


def ipython(shell: object) -> SimpleNamespace:
    """The module."""
    return SimpleNamespace(get_ipython=lambda: shell, version_info=(9, 0))


def test_ipython_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it runs, each type has a table or a picture; where it does not, nothing happens."""
    kinds = ("text/html", "image/png", "text/plain")
    formatters = {kind: Formatter() for kind in kinds}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    monkeypatch.setitem(sys.modules, "IPython", ipython(shell))
    display.show_in_notebooks()
    assert set(formatters["text/html"].known) == set(display.TABLES)
    assert formatters["image/png"].known[exactdp.PrivacyCurve](CURVE).startswith(PNG)
    picture = formatters["image/png"].known["matplotlib.figure.Figure"]
    assert picture(exactdp.plot(CURVE)).startswith(PNG)
    printed: list[str] = []
    shown = SimpleNamespace(text=printed.append)
    formatters["text/plain"].known[exactdp.PrivacyCurve](CURVE, shown, False)
    assert printed[0].startswith("privacy curve")
    monkeypatch.setitem(sys.modules, "IPython", ipython(None))
    display.show_in_notebooks()


def test_a_curve_without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where matplotlib is missing it is a table."""
    formatters = {kind: Formatter() for kind in ("text/html", "image/png", "text/plain")}
    monkeypatch.setattr("audits.extras.is_installed", lambda _: False)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    display.load_ipython_extension(shell)
    assert "least delta" in formatters["text/html"].known[exactdp.PrivacyCurve](CURVE)
    assert exactdp.PrivacyCurve not in formatters["image/png"].known


def labels_of(figure: Figure) -> set[str]:
    """The legends of both halves."""
    legends = [axes.get_legend() for axes in figure.axes]
    return {text.get_text() for legend in legends if legend for text in legend.get_texts()}


def test_pictures() -> None:
    """A claim is drawn in with its verdict; without one there is the curve alone."""
    assert labels_of(exactdp.plot(CURVE)) == {
        "least delta",
        "the best test of all neighbours",
        "guessing",
    }
    assert "claim" in labels_of(exactdp.plot(CURVE, claim=(3, Fraction(1, 10))))
    for eps, claim, word in (
        (exactdp.Epsilon(TWO), {"exp_eps": 3}, "claim, true"),
        (exactdp.Epsilon(TWO), {"eps": "1/2"}, "claim, refuted"),
        (exactdp.Epsilon.of(1), {"eps": 1}, "claim, true"),
    ):
        answer = exactdp.privacy(response(eps), BITS, **claim)
        assert word in labels_of(exactdp.plot(answer))
        assert exactdp.plot(answer).get_suptitle() == "RandomizedResponse"
    with pytest.raises(TypeError, match=r"exp_eps 0\.5"):
        exactdp.plot(CURVE, claim=(0.5, 0))  # type: ignore[arg-type]  # a float
