"""The command `privacy --all-n`."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
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


def test_a_refutation_has_numbers(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For losses of 1, 2 and 3 eps; each with a certificate beside that of the verdict."""
    proof = tmp_path / "proof.json"
    words = ["privacy", f"{file}:Forever", "--all-n", "--json", "--certificate", str(proof)]
    assert main(words) == 1
    told = json.loads(capsys.readouterr().out)
    assert [found["claim"] for found in told["examples"]] == ["1", "2", "3"]
    for i, found in enumerate(told["examples"], 1):
        beside = tmp_path / f"proof.example-{i}.json"
        assert found["certificate"] == str(beside)
        statement = check(beside.read_text("utf-8"))
        assert (statement.kind, str(statement)) == ("refutation", found["proved"])
        moved = zip(found["answers"], found["neighbours"], strict=True)
        assert all(abs(Fraction(a) - Fraction(b)) <= 1 for a, b in moved)
        p, q = map(Fraction, found["about"])
        assert log(p / q) > i * Fraction(found["eps"])
    assert check(proof.read_text("utf-8")).kind == "stream-attained"


def test_numbers_of_a_claim_are_told(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence; what holds has none."""
    proof = tmp_path / "proof.json"
    words = ["privacy", f"{file}:Sparse", "--all-n", "--claim-eps", "1/2"]
    assert main([*words, "--certificate", str(proof)]) == 1
    told = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "example answers" in told
    assert "times as much" in told
    assert {path.name for path in tmp_path.glob("proof*")} == {"proof.json", "proof.example.json"}
    assert main(["privacy", f"{file}:Sparse", "--all-n"]) == 0
    assert "example" not in capsys.readouterr().out


def test_numbers_decide_where_runs_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reader does not see which run it was; of outputs, one has no probability elsewhere."""
    path = tmp_path / "hidden.py"
    path.write_text(HIDDEN, "utf-8")
    proof = tmp_path / "proof.json"
    assert main(["privacy", f"{path}:Hidden", "--all-n", "--claim-eps", "1"]) == 1
    assert "the loss is more than is claimed" in capsys.readouterr().out
    words = ["privacy", f"{path}:Hushed", "--all-n", "--certificate", str(proof)]
    assert main(words) == 1
    assert "no number K will do" in capsys.readouterr().out
    assert json.loads(proof.read_text("utf-8"))["exp_eps"] == "inf"
    assert main(["privacy", f"{path}:Quiet", "--all-n"]) == 0
    assert "a smaller number may do: outputs do not tell the run" in capsys.readouterr().out
    assert "inf" in str(check(proof.read_text("utf-8")))


HIDDEN = """
from dataclasses import dataclass
from reference.probability.continuous import Laplace
from reference.probability.dist import Dist
@dataclass(frozen=True)
class Hidden:
    eps: object
    continuous = True
    parts = 1
    def begin(self, coins):
        return ()
    def step(self, state, answer, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        return state, (answer if coins.draw(Dist.uniform((0, 1))) else answer + noise) >= 0
class Hushed(Hidden):
    def step(self, state, answer, coins):
        coins.draw(Dist.uniform((0, 1)))
        return state, answer >= 0
class Quiet(Hidden):
    def step(self, state, answer, coins):
        answer + coins.draw_real(Laplace(1 / self.eps)) >= 0
        return None, answer + coins.draw_real(Laplace(1 / self.eps)) >= 0
"""


def test_numbers_of_geometric_noise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: without noise on answers, 1 0 on (1, -1) is that the threshold's is 0 or 1.

    Its ratio is a = e^(-eps/2) = 1/16, so the probability is (1 - a)/(1 + a) (1 + a).
    """
    proof = tmp_path / "proof.json"
    words = ["privacy", "sparse-vector-5", "--all-n", "--json", "--certificate", str(proof)]
    assert main(words) == 1
    (told,) = json.loads(capsys.readouterr().out)["examples"]
    assert (told["claim"], told["root"], told["parts"]) == ("inf", "2", 8)
    assert (told["answers"], told["neighbours"]) == (["1", "-1"], ["0", "0"])
    assert told["probabilities"] == ["15/16", "0"]
    assert str(check(Path(told["certificate"]).read_text("utf-8"))) == told["proved"]


def test_numbers_of_geometric_noise_for_a_claim(capsys: pytest.CaptureFixture[str]) -> None:
    """A rational e^eps is exceeded by the quotient of the probabilities; long runs have none."""
    words = ["privacy", "sparse-vector-6", "--all-n", "--json"]
    assert main(words) == 1
    told = json.loads(capsys.readouterr().out)
    assert len(told["examples"]) == 2
    for found in told["examples"]:
        p, q = map(Fraction, found["probabilities"])
        exp_eps = Fraction(found["root"]) ** found["parts"]
        assert p > exp_eps ** int(found["claim"]) * q
    assert told["no_example"] == "a run that costs as much has more than 6 answers"
