"""Streams whose outputs do not tell their runs: refuted on numbers, or told what to write."""

from collections.abc import Callable
from pathlib import Path

import pytest

from audits.kernel import check
from proofs_tests.command_line import Answer, exactdp

HEAD = """
from dataclasses import dataclass
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Laplace
from reference.probability.dist import Dist
from reference.probability.streams import Stream
@dataclass(frozen=True)
class Untold(Stream):
    eps: Epsilon
    continuous = True
    def begin(self, coins):
        return 0
    def noise(self, coins):
        return coins.draw_real(Laplace(4 / self.eps))
    def step(self, state, answer, coins):
"""


@pytest.fixture
def asked(tmp_path: Path) -> Callable[..., Answer]:
    """The answer about a step."""

    def ask(body: str, words: str = "", status: int | None = None) -> Answer:
        path = tmp_path / "untold.py"
        lines = "".join(f"        {line}\n" for line in body.split("\n"))
        path.write_text(HEAD + lines, "utf-8")
        return exactdp(f"privacy {path}:Untold --all-n {words}", status=status)

    return ask


@pytest.mark.parametrize(
    ("body", "example"),
    [
        ("return state, answer > 0", (["1"], ["0"], "True")),
        ("return state, 0 < answer < 5", (["5"], ["4"], "False")),
        (
            "return state, answer if answer > 0 else -answer",
            (["0"], ["-1"], "value with -1 < value <= 0"),
        ),
        (
            "if state == 0:\n    return (1 if answer > 0 else 2), 'x'\nreturn None, state == 1",
            (["1", "1"], ["0", "0"], "x True"),
        ),
        ("return (None if answer > 7 else state), 0", (["7", "7"], ["8", "6"], "0 0")),
    ],
)
def test_what_is_certain_of_one_answer_only_is_refuted(
    body: str,
    example: tuple[list[str], list[str], str],
    tmp_path: Path,
    asked: Callable[..., Answer],
) -> None:
    """Without noise an output has probability 1, and 0 on a neighbour; the kernel checks it."""
    told = asked(body, f"--json --certificate {tmp_path / 'proof.json'}", 1).exact
    (found,) = told["examples"]
    assert (found["answers"], found["neighbours"], found["output"]) == example
    assert found["probabilities"] == ["1", "0"]
    assert str(check(Path(found["certificate"]).read_text("utf-8"))) == found["proved"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "return state, min(max(answer, 0), 1) + self.noise(coins)",
            "value is put out in 3 ways, by a comparison of the answer without noise: add the",
        ),
        (
            "return state, answer if self.noise(coins) > 0 else 0",
            "value is put out in 2 ways, by a comparison of draws without the answer: draw what",
        ),
        (
            "noisy = answer + self.noise(coins)\nreturn None, 0 if noisy > 1 or noisy < 0 else 1",
            "0 is put out in 2 ways, on both sides of a comparison: put out also which side it is",
        ),
        (
            "return None, coins.draw(Dist.uniform((1, 2))) * 0 + answer + self.noise(coins)",
            "value is put out in 2 ways, told apart by a coin only: put out also what it shows",
        ),
    ],
)
def test_what_outputs_do_not_tell_is_said(
    body: str, words: str, asked: Callable[..., Answer]
) -> None:
    """It is told which comparison is not seen, and what to write instead."""
    told = asked(body, "--json").exact
    assert words in str(told), told


def test_numbers_in_two_places_are_not_one_number(asked: Callable[..., Answer]) -> None:
    """On the answers 1 and 2 the output is (1, 2), of which another number is the constant."""
    said = asked("return state, (1, answer) if answer > 1 else (answer, 2)", status=3).said
    assert "may be what others put out" in said
