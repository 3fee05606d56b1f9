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

BRANCHES = (
    FORMS
    + """
class BySize(Honest):
    def __call__(self, database, coins):
        answer, known = Honest.__call__(self, database, coins), self.eps.eps
        return database[0] if known and known > 1 else answer
class ByPower(Honest):
    def __call__(self, database, coins):
        answer = Honest.__call__(self, database, coins)
        try:
            large = self.eps.exp() > 5
        except TypeError:
            large = False
        return database[0] if large else answer
class NoisyBySize(Noisy):
    def __call__(self, database, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        known = self.eps.eps
        return (database[0] if known and known > 1 else database[0] + noise) > 0
"""
)

OTHERS = (
    FORMS
    + """
from reference.privacy.guarantee import Guarantee
from reference.probability.continuous import Gaussian
THREE, OTHER = Epsilon.of(3), Epsilon.continuous().at(3)
class Response(Honest):
    def __call__(self, database, coins):
        return database[0] ^ coins.draw(bernoulli(1 / (THREE.exp() + 1)))
class OtherNoise(Noisy):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Laplace(1 / OTHER)) > 0
class SameParts(Noisy):
    def __call__(self, database, coins):
        other = Epsilon.continuous(self.eps.parts).at(3)
        return database[0] + coins.draw_real(Laplace(1 / other)) > 0
class Both(Noisy):
    def __call__(self, database, coins):
        noise = [coins.draw_real(Laplace(1 / eps)) for eps in (self.eps, OTHER)]
        return tuple(database[0] + x > 0 for x in noise)
class AndAResponse(Noisy):
    def __call__(self, database, coins):
        lie = coins.draw(bernoulli(1 / (Epsilon.continuous().exp() + 1)))
        return database[0] + coins.draw_real(Laplace(1 / self.eps)) > 0, lie
class Deviation(Noisy):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Gaussian(1 / OTHER)) > 0
class Promises(Honest):
    @property
    def guarantee(self):
        return Guarantee.pure(Epsilon.of(1, self.eps.parts))
class PromisesDelta(Honest):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(), 1 / Epsilon.of(1, self.eps.parts).exp())
class PromisesNothing(Honest):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(), Fraction(1))
class PromisesHalf(Honest):
    parts = 2
    @property
    def guarantee(self):
        return Guarantee.pure(Epsilon.of(1))
"""
)

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


@pytest.mark.parametrize(
    ("name", "loss", "expected"),
    [
        *(("BySize", loss, 1) for loss in (("--eps", "2"), ("--eps", "1.01"))),
        ("NoisyBySize", ("--eps", "2"), 1),
        *((name, ONE, 0) for name in ("BySize", "ByPower", "NoisyBySize")),
        *((name, EVERY, 2) for name in ("BySize", "ByPower", "NoisyBySize")),
        ("ByPower", ("--root", "6"), 1),
        ("ByPower", ("--eps", "2"), 2),
    ],
)
def test_a_branch_on_how_large_eps_is(
    tmp_path: Path, name: str, loss: tuple[str, ...], expected: int
) -> None:
    """Each puts its row out where eps is large; it is private at a small eps, and not at every."""
    path = tmp_path / "branches.py"
    path.write_text(BRANCHES, "utf-8")
    assert status(str(path), name, *loss) == expected


@pytest.mark.parametrize("loss", [EVERY, ONE], ids=["every", "one"])
@pytest.mark.parametrize("name", ["Honest", "Noisy"])
def test_who_does_the_same_holds(
    file: str, capsys: pytest.CaptureFixture[str], loss: tuple[str, ...], name: str
) -> None:
    """With chances that e^eps tells, and with noise."""
    assert status(file, name, *loss) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "holds"


@pytest.mark.parametrize(
    ("name", "loss"),
    [
        *((name, loss) for name in ("OtherNoise", "SameParts", "Both") for loss in (EVERY, ONE)),
        *(("Response", loss) for loss in (EVERY, ONE, ("--root", "2"))),
        ("AndAResponse", ONE),
        ("Deviation", ONE),
    ],
)
def test_another_loss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, loss: tuple[str, ...]
) -> None:
    """Each has the loss 3, and was thought to have eps: the same r stood for both."""
    path = tmp_path / "others.py"
    path.write_text(OTHERS, "utf-8")
    assert status(str(path), name, *loss) == 2
    assert "a loss that is not the eps of the mechanism" in capsys.readouterr().err


@pytest.mark.parametrize("loss", [("--eps", "4"), ("--root", "50")])
@pytest.mark.parametrize("name", ["Promises", "PromisesDelta", "PromisesHalf"])
def test_a_promise_about_another_loss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, loss: tuple[str, ...]
) -> None:
    """It promises 1, and loses eps."""
    path = tmp_path / "others.py"
    path.write_text(OTHERS, "utf-8")
    assert main(["privacy", f"{path}:{name}", "--rows", "1", *loss]) == 2
    assert "guarantee: it depends on a loss that is not" in capsys.readouterr().err


@pytest.mark.parametrize("loss", [EVERY, ONE, ("--root", "2")])
def test_a_promise_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], loss: tuple[str, ...]
) -> None:
    """With delta 1 all is private; it was undecided, which `audit` passes."""
    path = tmp_path / "others.py"
    path.write_text(OTHERS, "utf-8")
    assert main(["privacy", f"{path}:PromisesNothing", "--rows", "1", *loss]) == 2
    assert "PromisesNothing.guarantee: everything is private with" in capsys.readouterr().err


def test_a_small_eps(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The number that is tried is above 1 as well."""
    assert status(file, "Honest", "--eps", "1/100000") == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "holds"
