"""`exactdp complexity fingerprinting`: the best pirates of each coalition."""

from proofs_tests.command_line import exactdp


def test_two_users() -> None:
    """The code with bases 2 and 3, whose errors are known."""
    answer = exactdp("complexity fingerprinting --bases 2,3 --json", status=0).exact
    assert answer["points"] == 9
    assert [each["soundness"] for each in answer["coalitions"]] == ["2/3", "1/3", "1/2", "0"]
    assert [each["bound"] for each in answer["coalitions"]] == ["5/6", "1/3", "1/2", "0"]


def test_code_as_printed() -> None:
    """User 2 alone frames user 1 at will; there is no bound to show; it has bases of its own."""
    said = exactdp("complexity fingerprinting --printed", status=0).stdout
    assert "bases 1, 4, as printed: " in said
    assert "2          1  " in said
    given = exactdp("complexity fingerprinting --bases 1,4 --printed", status=0).stdout
    assert given == said
