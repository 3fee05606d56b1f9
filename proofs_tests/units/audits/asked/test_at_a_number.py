"""A mechanism that tells r from a number is refused, where r stands for every number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audits.cli import main

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

FORMS = """
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Laplace
from reference.probability.families import bernoulli
@dataclass(frozen=True)
class Honest:
    eps: Epsilon
    def universe(self, rows):
        return replace_one(range(2), rows)
    def __call__(self, database, coins):
        truth = coins.draw(bernoulli(self.eps.exp() / (self.eps.exp() + 1)))
        return database[0] if truth else 1 - database[0]
class ByItsRoot(Honest):
    def __call__(self, database, coins):
        if isinstance(self.eps.root, Fraction):
            return database[0]
        return Honest.__call__(self, database, coins)
class ByItsField(Honest):
    def __call__(self, database, coins):
        return database[0] if self.eps.field.name == "Q" else 0
class Noisy(Honest):
    continuous = True
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Laplace(1 / self.eps)) > 0
class ByAnother(Noisy):
    def __call__(self, database, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        return (database[0] if self.eps == Epsilon(Fraction(2)) else noise) > 0
class Caught(Noisy):
    def __call__(self, database, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        try:
            return (database[0] if self.eps.field.name == "Q" else noise) > 0
        except TypeError:
            return noise > 0
"""

EVERY, ONE = ("--all-eps",), ("--eps", "1")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with such classes."""
    path = tmp_path / "forms.py"
    path.write_text(FORMS, "utf-8")
    return str(path)


def status(file: str, name: str, *words: str) -> int:
    """Whether the loss eps is kept on one row."""
    return main(["privacy", f"{file}:{name}", "--rows", "1", "--claim-eps", "1", "--json", *words])


@pytest.mark.parametrize("loss", [EVERY, ONE], ids=["every", "one"])
@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("ByItsRoot", (), "it does something else for e^(eps/1) = "),
        ("ByItsField", ("--deterministic",), "it does something else for e^(eps/1) = "),
        ("ByAnother", (), "use eps in scales k / eps only: no code may ask for e^eps"),
        ("Caught", (), "use eps in scales k / eps only: no code may ask for e^eps"),
    ],
)
def test_a_branch_on_what_eps_is(
    file: str,
    capsys: pytest.CaptureFixture[str],
    loss: tuple[str, ...],
    name: str,
    more: tuple[str, ...],
    told: str,
) -> None:
    """Each puts its row out where eps is a number, and held for every eps."""
    assert status(file, name, *loss, *more) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("loss", [EVERY, ONE], ids=["every", "one"])
@pytest.mark.parametrize("name", ["Honest", "Noisy"])
def test_who_does_the_same_holds(
    file: str, capsys: pytest.CaptureFixture[str], loss: tuple[str, ...], name: str
) -> None:
    """With chances that e^eps tells, and with noise."""
    assert status(file, name, *loss) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "holds"
