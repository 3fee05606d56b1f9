"""Continuous noise on the command line: a user's class, at one eps and at every eps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audits.kernel import check
from proofs_tests.units.audits.commands.test_commands import Call, exactdp

__all__ = ["exactdp"]

USER = '''
from dataclasses import dataclass
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Laplace

@dataclass(frozen=True)
class Above:
    """The number of the first noisy answer above a noisy threshold."""
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous = True
    parts = 4
    universe = changed_answers

    def __call__(self, database, coins):
        threshold = coins.draw_real(Laplace(2 / self.eps))
        for i, answer in enumerate(database):
            if answer + coins.draw_real(Laplace({noise} / self.eps)) >= threshold:
                return i
        return None
'''


@pytest.fixture
def above(tmp_path: Path) -> str:
    """The class, in a file."""
    (tmp_path / "mine.py").write_text(USER.replace("{noise}", "4"), encoding="utf-8")
    return f"{tmp_path / 'mine.py'}:Above"


def test_the_law_is_a_function_of_u_and_r(exactdp: Call, above: str) -> None:
    """By hand: Pr[0 on (-1)] is (4 r - 1) / (6 r^2), with r = e^(eps/4)."""
    every = exactdp("law", above, "--database", "-1", "--all-eps", "--json").json["law"]
    assert isinstance(every, dict)
    assert every["0"] == {"exact": "(4 r - 1) / (6 r^2)", "low": None, "high": None}
    lines = exactdp("law", above, "--database", "-1", "--eps", "4").out
    assert "(4 r - 1) / (6 r^2)" in lines
    assert "0.2226970802" in lines  # (4 e - 1) / (6 e^2), by another calculator


def test_private_for_every_eps(exactdp: Call, above: str, tmp_path: Path) -> None:
    """With the loss that is claimed, and a certificate that says so."""
    file = tmp_path / "proof.json"
    words = ("privacy", above, "--rows", "2", "--claim-eps", "1", "--all-eps", "--json")
    answer = exactdp(*words, "--certificate", file)
    assert (answer.status, answer.json["verdict"]) == (0, "holds")
    assert answer.json["evidence"] == "all-epsilon"
    facts = check(file.read_text("utf-8")).facts
    assert (facts["range"], facts["pairs"], facts["databases"]) == ("u > 0", 40, 9)
    assert json.loads(file.read_text("utf-8"))["exp_eps"]["num"] == [[0, 4, 1]]


def test_refuted_at_an_eps(exactdp: Call, above: str) -> None:
    """The witness names u and eps = 4 u."""
    words = ("privacy", above, "--rows", "2", "--claim-eps", "1/4", "--all-eps", "--json")
    answer = exactdp(*words)
    assert answer.status == 1
    witness = answer.json["witness"]
    assert isinstance(witness, dict)
    assert (witness["u"]["exact"], witness["eps"]["exact"]) == ("1/4", "1")
    said = " ".join(exactdp(*words[:-1]).out.split())
    assert "claimed loss 1/4 eps" in said
    assert "witness: where eps = 1" in said


@pytest.mark.parametrize(
    ("claim", "delta", "status"),
    [
        ("1/4", "1/4", 0),
        ("1/4", "1/100", 1),
        ("1/4", "1/20 e^(-2 eps)", 1),
        ("3/4", "1/2*e^(-2eps)", 0),
    ],
)
def test_one_eps(exactdp: Call, above: str, claim: str, delta: str | None, status: int) -> None:
    """The same laws at eps = 1, where the least delta is known."""
    more = () if delta is None else ("--delta", delta)
    answer = exactdp("privacy", above, "--rows", "2", "--eps", "1", "--claim-eps", claim, *more)
    assert answer.status == status


def test_a_wrong_one_is_refuted(exactdp: Call, tmp_path: Path) -> None:
    """A quarter of the noise of the answers."""
    (tmp_path / "mine.py").write_text(USER.replace("{noise}", "1"), encoding="utf-8")
    words = ("privacy", f"{tmp_path / 'mine.py'}:Above", "--rows", "2", "--all-eps")
    assert exactdp(*words, "--claim-eps", "1").status == 1
    assert exactdp(*words, "--claim-eps", "5/2").status == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--root", "2"], "--root 2: laws with continuous noise are functions of eps and e^eps"),
        (["--eps", "0"], "--eps 0: continuous noise has a scale k/eps: give eps above 0"),
        (["--all-eps", "--claim-eps", "-1"], "--claim-eps -1: a multiple of eps from 0 to 100"),
        (["--all-eps", "--claim-eps", "1", "--exp-eps", "2"], "give one of them"),
        (["--all-eps", "--claim-eps", "1", "--delta", "e^(-x eps)"], "--delta 'x'"),
        *(
            (
                ["--all-eps", "--claim-eps", "1", "--delta", text],
                "times a power such as 'e^(-2 eps)'",
            )
            for text in (
                "-1 e^(-eps)",
                "e^(--1 eps)",
                "e^(-101 eps)",
                "e^(-eps",
                "exp(-eps)",
                "eps",
            )
        ),
        (["--all-eps", "--delta", "1/10"], "--delta with --all-eps: say of which loss"),
    ],
)
def test_bad_input(exactdp: Call, above: str, words: list[str], told: str) -> None:
    """One line that says what is allowed, and status 2."""
    answer = exactdp("privacy", above, "--rows", "1", *words)
    assert (answer.status, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("gap-noisy-max",), ("gap-sparse-vector", "-p", "threshold=0", "-p", "count=1")]
)
def test_values_themselves_are_asked_for(exactdp: Call, words: tuple[str, ...]) -> None:
    """By `cuts=none`; cuts can be typed, too."""
    rest = "--rows", "2", "--all-eps", "-p"
    found = exactdp("privacy", *words, *rest, "cuts=none", "--json").json
    assert "continuous values" in str(found["scope"])
    cells = exactdp("privacy", *words, *rest, "cuts=0,2")
    assert (cells.status, "continuous values" in cells.out) == (0, False)


def test_a_universe_of_many_digits(exactdp: Call, above: str) -> None:
    """Its size is told in a few."""
    answer = exactdp("privacy", above, "--rows", "1000000", "--claim-eps", "1", "--all-eps")
    assert answer.status == 2
    assert "at least 2^1584962 databases: the limit is 2000000" in answer.err


def test_a_class_that_does_not_say_so(exactdp: Call, tmp_path: Path) -> None:
    """It is told to say `continuous = True`."""
    text = USER.replace("{noise}", "4").replace("continuous = True", "")
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    name = f"{tmp_path / 'mine.py'}:Above"
    answer = exactdp("privacy", name, "--rows", "1", "--claim-eps", "1", "--all-eps")
    assert answer.status == 2
    assert "say `continuous = True` in the class" in answer.err


def test_it_is_sampled(exactdp: Call, above: str) -> None:
    """From the same source."""
    words = ("sample", above, "--eps", "1", "--database", "0,1", "--count", "20", "--seed", "1")
    outputs = exactdp(*words).out.split()
    assert set(outputs) == {"0", "1", "None"}
