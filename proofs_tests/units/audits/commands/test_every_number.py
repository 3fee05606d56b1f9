"""The command `privacy --all-n`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audits.cli import main
from audits.kernel import check

USER = """
from dataclasses import dataclass
from reference.probability.continuous import Laplace
@dataclass(frozen=True)
class Sparse:
    eps: object
    continuous = True
    parts = 4
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / self.eps)),)
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
        return (None if above else state), above
class Forever(Sparse):
    def step(self, state, answer, coins):
        return state, answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
class Counts(Sparse):
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return state + 1, 0
class Geometric(Sparse):
    continuous = False
class Stopped(Sparse):
    step = None
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with such streams."""
    path = tmp_path / "streams.py"
    path.write_text(USER, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("words", "loss"),
    [
        ((), "1"),
        (("--adjacency", "one"), "1/4"),
        (("--adjacency", "monotone"), "3/4"),
        (("--sensitivity", "2"), "2"),
        (("--claim-eps", "3/2"), "1"),
    ],
)
def test_the_sparse_vector_is_private_for_every_number_of_answers(
    file: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    loss: str,
) -> None:
    """By hand, from the scales of its noise.

    2/eps on the threshold and 4/eps on answers: eps/2 and eps/2 for one that moves twice; one that
    moves alone costs eps/4, on the answer; one-sided, 1/2 and 1/4.
    """
    proof = tmp_path / "proof.json"
    arguments = ["privacy", f"{file}:Sparse", "--all-n", "--json", "--certificate", str(proof)]
    assert main([*arguments, *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["loss"]) == ("holds", loss)
    assert check(proof.read_text("utf-8")).kind == "stream-bound"


def test_a_stream_that_never_stops_has_no_bound(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every positive costs, and their number has no limit."""
    assert main(["privacy", f"{file}:Forever", "--all-n"]) == 1
    assert "no number K will do" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("Counts", ("--all-n",), "more than 1000 states of the control"),
        ("Geometric", ("--all-n",), "continuous = True"),
        ("Sparse", ("--all-n", "--rows", "2"), "--rows: not with --all-n"),
        ("Sparse", ("--all-n", "--delta", "1/2"), "--delta: not with --all-n"),
        ("Sparse", ("--all-n", "--adjacency", "two"), "all, one, monotone"),
        ("Sparse", ("--all-n", "--sensitivity", "0"), "--sensitivity 0: above 0"),
    ],
)
def test_what_is_no_such_question_is_refused(
    file: str,
    capsys: pytest.CaptureFixture[str],
    name: str,
    words: tuple[str, ...],
    message: str,
) -> None:
    """In one line."""
    assert main(["privacy", f"{file}:{name}", *words]) == 2
    refused = capsys.readouterr().err
    assert message in refused
    assert refused.count("\n") == 1
