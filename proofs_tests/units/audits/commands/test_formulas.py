"""Formulas that `privacy` prints: at the r that is printed beside them, they are the decimals."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext

import pytest

from proofs_tests.command_line import exactdp

pytestmark = pytest.mark.usefixtures("at_home")

EXACT = re.compile(r"(.*?) \((\S+) to (\S+)\)")
ASKED = ("--all-eps", "--all-eps --claim-eps 1/7", "--eps 3/4")
RELEASED = ("Gap", "Half", "OneSided")
"""Continuous values, which are audited for every eps."""


def value(formula: str, r: Decimal) -> Decimal:
    """A quotient of polynomials in r as it is printed, at a number."""
    text = re.sub(r"(\d) (?=[r(])", r"\1 * ", formula).replace("^", "**")
    text = re.sub(r"(?<![*r\d])(\d+)(?!\d)", r"Decimal(\1)", text)
    found = eval(text, {"__builtins__": {}}, {"r": r, "Decimal": Decimal})  # noqa: S307
    assert isinstance(found, Decimal)
    return found


def power_of_e(text: str) -> Decimal:
    """E, e^2 or e^(3/2)."""
    found = re.fullmatch(r"e(?:\^\(?([\d/]+)\)?)?", text)
    assert found is not None, text
    top, _, bottom = (found[1] or "1").partition("/")
    return (Decimal(top) / Decimal(bottom or 1)).exp()


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        (name, asked)
        for name in (*RELEASED, "Cells", "Rare", "Response")
        for asked in ASKED
        if asked.startswith("--all-eps") or name not in RELEASED
    ],
)
def test_a_formula_is_its_decimals_at_the_r_beside_it(name: str, asked: str) -> None:
    """For a person and in JSON, whatever unit the engine computed in."""
    rows_of_data = "2" if name in {"Gap", "Response"} else "1"
    line = f"privacy answers.py:{name} --rows {rows_of_data} {asked}"
    said = exactdp(line)
    assert said.returncode in {0, 1}
    lines = said.stdout.splitlines()[1:]
    rows = [re.split(r" {2,}", line.strip(), maxsplit=1) for line in lines]
    answer = exactdp(f"{line} --json").json
    with localcontext(prec=60):
        check_rows([(row[0], row[1]) for row in rows if len(row) == 2])
        check_json(answer, answer["r"])


def check_rows(rows: list[tuple[str, str]]) -> None:
    """Every row with a formula and decimals."""
    header = dict(rows)["r"]
    places = [text.partition("eps = ")[2] for _, text in rows if text.startswith("eps = ")]
    for place, (name, text) in enumerate(rows):
        found = EXACT.fullmatch(text)
        if found is None or name.endswith("where") or "..." in text:
            continue
        said = [words for key, words in rows[:place] if key.endswith("with r")]
        r = power_of_e(said[-1].rpartition(" = ")[2]) if said else root(header, places)
        assert Decimal(found[2]) <= value(found[1], r) <= Decimal(found[3]), (name, text)


def root(header: str, places: list[str]) -> Decimal:
    """The r of the header, at the eps that it names, or that a row does."""
    found = re.match(r"e\^(?:\(eps/(\d+)\)|eps)(?:, with eps = ([\d/]+))?", header)
    assert found is not None
    text = found[2] or (places[-1].partition(" ")[0] if places else "0")
    top, _, bottom = text.partition("/")
    return (Decimal(top) / Decimal(bottom or 1) / Decimal(found[1] or 1)).exp()


def check_json(found: object, header: str) -> None:
    """Every number with decimals in an object that says its own r, or the r of one eps."""
    if isinstance(found, list):
        for item in found:
            check_json(item, header)
    if not isinstance(found, dict):
        return
    header = str(found.get("r", header))
    if set(found) == {"exact", "low", "high"}:
        if found["exact"] is None or "r" not in found["exact"] or found["low"] is None:
            return
        r = power_of_e(header) if header.startswith("e^(") and "eps" not in header else None
        r = root(header, []) if r is None else r
        if "e^" in found["exact"] or "ln" in found["exact"]:
            return
        assert Decimal(found["low"]) <= value(found["exact"], r) <= Decimal(found["high"])
        return
    for item in found.values():
        check_json(item, header)
