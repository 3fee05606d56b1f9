"""`exactdp complexity fingerprinting`: the best pirates of each coalition."""

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers


def test_two_users(capsys: pytest.CaptureFixture[str]) -> None:
    """The code with bases 2 and 3, whose errors are known."""
    assert main(["complexity", "fingerprinting", "--bases", "2,3", "--json"]) == 0
    answer = in_exact_numbers(capsys.readouterr().out)
    assert answer["points"] == 9
    assert [each["soundness"] for each in answer["coalitions"]] == ["2/3", "1/3", "1/2", "0"]
    assert [each["bound"] for each in answer["coalitions"]] == ["5/6", "1/3", "1/2", "0"]


def test_code_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """User 2 alone frames user 1 at will; there is no bound to show."""
    assert main(["complexity", "fingerprinting", "--bases", "1,4", "--printed"]) == 0
    assert "2          1  " in capsys.readouterr().out


def test_the_printed_code_has_bases_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """It begins with one word."""
    assert main(["complexity", "fingerprinting", "--printed"]) == 0
    assert "bases 1, 4, as printed: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bases", "words"),
    [
        (["--bases", "2,1"], "the others >= 2"),
        (["--bases", "2,2", "--printed"], "--bases 2,2: the printed code begins with"),
        (["--bases", "999999999,999999999"], "at most 128 points"),
        (["--bases", "2,x"], "--bases 2,x: give integers from 1 to 999999999"),
    ],
)
def test_bad_bases_are_refused(
    bases: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, with what is allowed, before anything is listed."""
    assert main(["complexity", "fingerprinting", *bases]) == 2
    assert words in capsys.readouterr().err
