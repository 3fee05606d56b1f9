"""`exactdp privacy` and `law` for mechanisms that draw Gaussian noise."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from audits.cli import main

USER = '''
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.probability.continuous import Gaussian, Uniform

@dataclass(frozen=True)
class Above:
    """Sparse vector."""
    eps: object
    factor: int = 2
    continuous = True
    parts = 4
    answers: Domain = Domain((0, 1))
    universe = changed_answers

    def __call__(self, database, coins):
        threshold = coins.draw_real(Gaussian(self.factor / self.eps))
        for i, answer in enumerate(database):
            if answer + coins.draw_real(Gaussian(2 * self.factor / self.eps)) >= threshold:
                return i
        return None

class Count(Above):
    """A noisy count."""

    def __call__(self, database, coins):
        return coins.run(DiscreteGaussian(Fraction(self.factor)), sum(database))

class Mixed(Above):
    """Uniform noise against Gaussian noise."""

    def __call__(self, database, coins):
        return coins.draw_real(Gaussian(2 / self.eps)) < coins.draw_real(Uniform(0, 1))

class First(Above):
    """What the first row says, as if rows had an order."""

    def universe(self, rows):
        return replace_one((0, 1), rows)

    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Gaussian(2 / self.eps)) > 0

CALLS = [0]

class Impure(Above):
    """Another outcome in each call."""

    def __call__(self, database, coins):
        CALLS[0] += 1
        return coins.draw_real(Gaussian(2 / self.eps)) < 0, CALLS[0]
'''


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """The file of a user."""
    file = tmp_path / "user.py"
    file.write_text(USER, "utf-8")
    return file


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit status, and what was printed."""
    status = main(list(words))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.mark.parametrize(
    ("claim", "status", "word"),
    [
        (("--claim-eps", "62/25", "--delta", "1/100"), 0, "holds"),
        (("--exp-eps", "2", "--delta", "1/100"), 0, "holds"),
        (("--claim-eps", "1/5", "--delta", "1/100"), 1, "refuted"),
    ],
)
def test_privacy_is_decided_with_an_interval(
    capsys: pytest.CaptureFixture[str],
    user: Path,
    tmp_path: Path,
    claim: tuple[str, ...],
    status: int,
    word: str,
) -> None:
    """And with a certificate that the kernel accepts."""
    file = tmp_path / "certificate.json"
    words = (f"{user}:Above", "--rows", "3", "--eps", "1/2", *claim)
    found, out, _ = call(capsys, "privacy", *words, "--json", "--certificate", str(file))
    answer = json.loads(out)
    assert (found, answer["verdict"], answer["evidence"]) == (status, word, "enclosed")
    least = answer["least_delta"]["delta"]
    low, high = Fraction(least["low"]), Fraction(least["high"])
    assert low <= high <= low + Fraction(1, 500)
    assert (high <= Fraction(1, 100)) == (status == 0)
    assert call(capsys, "check", str(file))[0] == 0


def test_the_interval_is_shown_to_a_person(capsys: pytest.CaptureFixture[str], user: Path) -> None:
    """As a number, rounded."""
    words = ("--rows", "3", "--eps", "1/2", "--claim-eps", "62/25", "--delta", "1/100")
    status, out, _ = call(capsys, "privacy", f"{user}:Above", *words)
    assert status == 0
    (least,) = (line.split() for line in out.splitlines() if "least delta" in line)
    assert least == ["least", "delta", "0"]


def test_a_delta_inside_the_interval_is_undecided(
    capsys: pytest.CaptureFixture[str], user: Path
) -> None:
    """With status 3, and the interval: a noisy count at delta 0 loses more than any loss."""
    words = ("privacy", f"{user}:Count", "--rows", "1", "--eps", "1", "--exp-eps", "1000000000000")
    status, out, _ = call(capsys, *words)
    assert status == 3
    assert "delta is inside what is known of the least one" in out


@pytest.mark.slow
def test_laws_are_printed_as_intervals(capsys: pytest.CaptureFixture[str], user: Path) -> None:
    """A person's and a program's; that of one draw alike to another is a half."""
    words = ("law", f"{user}:Above", "--database", "0", "--eps", "1/2")
    status, out, _ = call(capsys, *words, "--json")
    ends = json.loads(out)["law"]["None"]
    assert status == 0
    assert Fraction(ends["low"]) < Fraction(1, 2) < Fraction(ends["high"])
    assert "from 0.499" in call(capsys, *words)[1]


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("Above", ("--eps", "1", "--delta", "1/9"), "say of which loss it is, by --claim-eps K"),
        ("Above", ("--eps", "1", "--claim-eps", "-1"), "e^eps e^(-1): it is at least 1"),
        ("Above", ("--eps", "1", "--exp-eps", "1/2"), "e^eps 1/2: it is at least 1"),
        ("Above", ("--eps", "1", "--claim-eps", "1", "--delta", "1"), "--delta 1: from 0 to"),
        ("Above", ("--all-eps", "--claim-eps", "1"), "Gaussian noise has no exact law"),
        ("Count", ("--all-eps", "--claim-eps", "1"), "DiscreteGaussian has no exact law"),
        ("Mixed", ("--eps", "1", "--claim-eps", "1"), "only Laplace and exponential"),
        ("First", ("--eps", "1", "--claim-eps", "1"), "whose rows have no order"),
        ("Impure", ("--eps", "1", "--claim-eps", "1"), "has other branches"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], user: Path, name: str, words: tuple[str, ...], message: str
) -> None:
    """With status 2 and nothing on stdout."""
    rows = "2" if name == "First" else "1"
    status, out, err = call(capsys, "privacy", f"{user}:{name}", "--rows", rows, *words)
    assert (status, out) == (2, "")
    assert err.startswith("exactdp: ")
    assert err.count("\n") == 1
    assert message in err
