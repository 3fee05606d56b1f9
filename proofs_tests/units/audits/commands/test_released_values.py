"""The commands `law` and `privacy` for mechanisms that release a continuous value."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp
from pathlib import Path

import pytest

from audits.cli import main
from audits.kernel import check
from proofs_tests.command_line import in_exact_numbers

USER = """
from dataclasses import dataclass
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.probability.continuous import Laplace
@dataclass(frozen=True)
class Sparse:
    eps: object
    continuous = True
    parts = 4
    answers: Domain = Domain((0, 1))
    universe = changed_answers
    def __call__(self, database, coins):
        threshold = coins.draw_real(Laplace(2 / self.eps))
        for i, answer in enumerate(database):
            noisy = answer + coins.draw_real(Laplace(4 / self.eps))
            if noisy >= threshold:
                return i, noisy - threshold
        return None
class Noisy(Sparse):
    def __call__(self, database, coins):
        return tuple(answer + coins.draw_real(Laplace(2 / self.eps)) for answer in database)
class Twice(Sparse):
    def __call__(self, database, coins):
        x, y = Noisy.__call__(self, database, coins)
        return (x, y) if x > y else (y, x)
class Both(Sparse):
    def __call__(self, database, coins):
        k = 2 if coins.draw_real(Laplace(2 / self.eps)) > 0 else 4
        return tuple(answer + coins.draw_real(Laplace(k / self.eps)) for answer in database)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with such mechanisms."""
    path = tmp_path / "released.py"
    path.write_text(USER, "utf-8")
    return str(path)


def test_it_is_decided_for_every_eps(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It holds for eps, with a certificate that the kernel accepts; eps/4 is refuted."""
    words = ["privacy", f"{file}:Sparse", "--rows", "2", "--all-eps", "--json"]
    proof = tmp_path / "proof.json"
    assert main([*words, "--claim-eps", "1", "--certificate", str(proof)]) == 0
    assert in_exact_numbers(capsys.readouterr().out)["verdict"] == "holds"
    statement = check(proof.read_text("utf-8"))
    assert (statement.kind, statement.facts["databases"]) == ("densities", 4)
    assert main([*words, "--claim-eps", "1/4"]) == 1
    found = in_exact_numbers(capsys.readouterr().out)
    assert found["witness"]["databases"] == ["(0,0)", "(1,1)"]
    assert found["witness"]["event"] == ["None"]


def test_the_law_is_shown_piece_by_piece(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Right of 0 the gap of one answer 0 has the density (2 e^(-s) - e^(-2 s)) / 3, by hand."""
    words = ["law", f"{file}:Sparse", "--database", "0", "--all-eps"]
    assert main(words) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "(0,value) 0 < z (2/3) e^(-s) + (-1/3) e^(-2 s)" in shown
    assert main([*words, "--json"]) == 0
    found = in_exact_numbers(capsys.readouterr().out)
    assert found["law"] == {"None": "1/2", "(0,value)": "1/2"}
    density = found["densities"]["(0,value)"]
    assert density["breaks"] == [0]
    assert sorted((term["m"], term["j"]) for term in density["pieces"][1]) == [(-2, 0), (-1, 0)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("Sparse", "--eps", "1", "--claim-eps", "1"),
            "decided for every eps at once, with delta 0: give --all-eps; for one eps",
        ),
        (
            ("Sparse", "--all-eps", "--claim-eps", "1", "--delta", "1/10"),
            "return cell(value, cuts), which says between which of the cuts",
        ),
        (
            ("Twice", "--all-eps", "--claim-eps", "1"),
            "two values in one output: all but one are Laplace noise compared with nothing",
        ),
        (
            ("Both", "--all-eps", "--claim-eps", "1"),
            "a value has one noise wherever it is put out: put out also which branch it is",
        ),
    ],
)
def test_what_is_not_decided_is_said(
    words: tuple[str, ...], said: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line, with exit 2."""
    name, *rest = words
    assert main(["privacy", f"{file}:{name}", "--rows", "2", *rest]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_several_free_values(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two answers with noise of the scale 2/eps are eps-private; their densities are shown."""
    words = [f"{file}:Noisy", "--all-eps"]
    assert main(["privacy", *words, "--rows", "2", "--claim-eps", "1"]) == 0
    assert main(["privacy", *words, "--rows", "2", "--claim-eps", "3/4"]) == 1
    capsys.readouterr()
    assert main(["law", *words, "--database", "0,1"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "free value 1 1 e^(-2 |s - 1 u|)" in shown
    assert main(["law", *words, "--database", "0,1", "--json"]) == 0
    assert in_exact_numbers(capsys.readouterr().out)["free"] == {
        "(free value,free value)": [[2, 0], [2, 1]]
    }


COUNT = """
from dataclasses import dataclass
import exactdp as dp
@dataclass(frozen=True)
class Count:
    eps: dp.Epsilon
    continuous = True
    def universe(self, rows):
        return dp.replace_one((0, 1), rows)
    def __call__(self, database, coins):
        return sum(database) + coins.draw_real(dp.Laplace(1 / self.eps))
@dataclass(frozen=True)
class Seen(Count):
    def __call__(self, database, coins):
        return dp.cell(super().__call__(database, coins), (0, 1))
@dataclass(frozen=True)
class Sometimes(Count):
    parts = 2
    def __call__(self, database, coins):
        value = sum(database) + coins.draw_real(dp.Laplace(1 / self.eps))
        other = sum(database) + coins.draw_real(dp.Laplace(1 / self.eps))
        return value if other >= 1 else None
@dataclass(frozen=True)
class Normal(Count):
    def __call__(self, database, coins):
        return sum(database) + coins.draw_real(dp.Gaussian(2))
@dataclass(frozen=True)
class NoEps:
    continuous = True
    def universe(self, rows):
        return dp.replace_one((0, 1), rows)
    def __call__(self, database, coins):
        return coins.draw_real(dp.Gaussian(2)) > sum(database)
"""


@pytest.fixture
def count(tmp_path: Path) -> str:
    """The first mechanism that anybody draws, and what may be done with its noise."""
    path = tmp_path / "count.py"
    path.write_text(COUNT, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "least", "event"), [("Count", "1", "value, value < 0"), ("Sometimes", "2", None)]
)
def test_the_least_multiple_of_densities(
    name: str, least: str, event: str | None, count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is exact: eps for a count; for two that are told at once their sum."""
    assert main(["privacy", f"{count}:{name}", "--rows", "1", "--all-eps", "--json"]) == 0
    (found,) = in_exact_numbers(capsys.readouterr().out)["least_eps"]
    assert (found["multiple_of_eps"], found["where"]) == (least, "as eps grows")
    assert event in {None, *found["event"]}


@pytest.mark.parametrize("options", [("--eps", "1"), ("--all-eps", "--plot", "lap.svg")])
def test_there_is_a_way_to_a_picture(
    options: tuple[str, ...], count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What refuses names it, before the laws of all databases are computed; and it works."""
    words = ["privacy", f"{count}:Count", "--rows", "12", *options]
    assert main(words) == 2
    refused = capsys.readouterr().err
    assert "return cell(value, cuts)" in " ".join(refused.split())
    assert "from exactdp import cell" in " ".join(refused.split())
    assert main(["privacy", f"{count}:Seen", "--rows", "1", "--eps", "1"]) == 0
    assert "least e^eps" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Normal", "--eps", "1"), "its value is not released; return cell(value, cuts)"),
        (("NoEps",), "takes no eps, and its noise is continuous: say at which eps"),
    ],
)
def test_gaussian_noise_says_what_can_be_asked(
    words: tuple[str, ...], said: str, count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing else was typed, too."""
    name, *rest = words
    assert main(["privacy", f"{count}:{name}", "--rows", "1", *rest]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_part_of_mechanisms_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody can give it a method."""
    words = ["privacy", "discrete-gaussian", "--rows", "1", "-p", "variance=2"]
    assert main(words) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "coins.delegate(DiscreteGaussian(...), x)" in said
    assert "give it a method" not in said


def test_decimals_of_a_cell_are_at_its_own_r(
    count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cell with an end of 3/4 is in a finer unit; its r is e^(1/4), and 0.216 was that at e."""
    words = ["privacy", f"{count}:Sometimes", "--rows", "1", "--all-eps", "--claim-eps", "3/2"]
    assert main([*words, "--json"]) == 1
    witness = json.loads(capsys.readouterr().out)["witness"]
    low, high = (exp(-end * 2) / 2 for end in (Fraction(0), Fraction(1, 4)))
    assert witness["event"] == ["value, 3/4 <= value < 1"]
    assert float(witness["probabilities"][0]["low"]) == pytest.approx((low - high) / 2)
