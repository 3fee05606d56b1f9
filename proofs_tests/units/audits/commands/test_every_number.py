"""The command `privacy --all-n`."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any

import pytest

from audits.commands import stream_report, streams
from audits.engines.streams import deciding, on_integers
from audits.kernel import check
from proofs_tests.command_line import exactdp, refusal

pytestmark = pytest.mark.usefixtures("at_home")


def told_of(status: int, words: str) -> dict[str, Any]:
    """What is told in JSON of a stream, a file's or one with a name."""
    place = "streams.py:" if words[0].isupper() else ""
    return exactdp(f"privacy {place}{words} --all-n --json", status=status).exact


def said_of(status: int, words: str) -> str:
    """The same, for a person."""
    return exactdp(f"privacy streams.py:{words} --all-n", status=status).said


@pytest.mark.parametrize(
    ("words", "loss"),
    [
        ("", "1"),
        ("--adjacency one", "1/4"),
        ("--adjacency monotone", "3/4"),
        ("--sensitivity 2", "2"),
        ("--claim-eps 3/2", "1"),
    ],
)
def test_the_sparse_vector_is_private_for_every_number_of_answers(
    tmp_path: Path, words: str, loss: str
) -> None:
    """By hand, from the scales of its noise.

    2/eps on the threshold and 4/eps on answers: eps/2 and eps/2 for one that moves twice; one that
    moves alone costs eps/4, on the answer; one-sided, 1/2 and 1/4.  That no smaller loss will do
    has a certificate beside that of the bound.
    """
    told = told_of(0, f"Sparse {words} --certificate {tmp_path / 'proof.json'}")
    assert (told["verdict"], told["loss"]) == ("holds" if "--claim-eps" in words else None, loss)
    assert check((tmp_path / "proof.json").read_text("utf-8")).kind == "stream-bound"
    exactly = check((tmp_path / "proof.exactly.json").read_text("utf-8"))
    assert (exactly.kind, exactly.facts["loss"]) == ("stream-attained", loss)


def test_prints_are_few() -> None:
    """What is called on numbers prints nothing: each branch of the trace does, once."""
    said = exactdp("privacy streams.py:Prints --all-n", status=0)
    assert said.stderr.count("called") == 2


def test_a_refutation_has_numbers(tmp_path: Path) -> None:
    """For losses of 1, 2 and 3 eps; each with a certificate beside that of the verdict.

    Every positive costs, and their number has no limit.
    """
    proof = tmp_path / "proof.json"
    assert "no number K will do" in said_of(1, f"Forever --certificate {proof}")
    line = f"privacy streams.py:Forever --all-n --json --certificate {proof}"
    answer = exactdp(line, status=1)
    told, enclosed = answer.exact, answer.json
    assert [found["claim"] for found in told["examples"]] == ["1", "2", "3"]
    for i, found in enumerate(told["examples"], 1):
        beside = tmp_path / f"proof.example-{i}.json"
        assert found["certificate"] == str(beside)
        statement = check(beside.read_text("utf-8"))
        assert (statement.kind, str(statement)) == ("refutation", found["proved"])
        moved = zip(found["answers"], found["neighbours"], strict=True)
        assert all(abs(Fraction(a) - Fraction(b)) <= 1 for a, b in moved)
        p, q = enclosed["examples"][i - 1]["probabilities"]
        assert log(Fraction(p["low"]) / Fraction(q["high"])) > i * Fraction(found["eps"])
    assert check(proof.read_text("utf-8")).kind == "stream-attained"


def test_numbers_of_a_claim_are_told(tmp_path: Path) -> None:
    """In a sentence; what holds has none."""
    said = said_of(1, f"Sparse --claim-eps 1/2 --certificate {tmp_path / 'proof.json'}")
    assert "example answers" in said
    assert "times as much" in said
    assert {path.name for path in tmp_path.iterdir()} == {"proof.json", "proof.example.json"}
    assert "example" not in said_of(0, "Sparse")


def test_numbers_decide_where_runs_do_not(tmp_path: Path) -> None:
    """A reader does not see which run it was; of outputs, one has no probability elsewhere."""
    proof = tmp_path / "proof.json"
    assert "the loss is more than is claimed" in said_of(1, "Hidden --claim-eps 1")
    assert "no number K will do" in said_of(1, f"Hushed --certificate {proof}")
    assert json.loads(proof.read_text("utf-8"))["exp_eps"] == "inf"
    assert "a smaller number may do: outputs do not tell the run" in said_of(0, "Quiet")
    assert "inf" in str(check(proof.read_text("utf-8")))


def test_numbers_of_geometric_noise(tmp_path: Path) -> None:
    """By hand: without noise on answers, 1 0 on (1, -1) is that the threshold's is 0 or 1.

    Its ratio is a = e^(-eps/2) = 1/16, so the probability is (1 - a)/(1 + a) (1 + a).
    """
    words = f"sparse-vector-5 --certificate {tmp_path / 'proof.json'}"
    (told,) = told_of(1, words)["examples"]
    assert (told["claim"], told["root"], told["parts"]) == ("inf", "2", 8)
    assert (told["answers"], told["neighbours"]) == (["1", "-1"], ["0", "0"])
    assert told["probabilities"] == ["15/16", "0"]
    assert str(check(Path(told["certificate"]).read_text("utf-8"))) == told["proved"]


@pytest.mark.parametrize("claim", [1, 2])
def test_numbers_of_geometric_noise_for_a_claim(claim: int) -> None:
    """A rational e^eps is exceeded by the quotient of the probabilities."""
    told = told_of(1, f"sparse-vector-6 --claim-eps {claim}")
    (found,) = told["examples"]
    p, q = map(Fraction, found["probabilities"])
    exp_eps = Fraction(found["root"]) ** found["parts"]
    assert p > exp_eps ** int(found["claim"]) * q
    assert told["no_example"] is None


def test_long_runs_have_no_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six answers are the limit; here three, and five are needed."""
    monkeypatch.setattr(on_integers, "MOST_ANSWERS", 3)
    told = told_of(1, "sparse-vector-6 --claim-eps 2")
    assert told["no_example"] == "a run that costs as much has more than 3 answers"


@pytest.mark.parametrize(
    ("status", "words", "claim", "own", "loss"),
    [
        (1, "Promised", "1", "yes", "3/2"),
        (0, "Promised --claim-eps 2", "2", "no", "3/2"),
        (0, "Less", "2", "yes", "3/2"),
        (0, "Approximate", None, "no", "3/2"),
        (0, "Promised --sensitivity 2", None, "no", "3"),
    ],
)
def test_what_a_class_promises_is_its_claim(
    status: int, words: str, claim: str | None, own: str, loss: str
) -> None:
    """By hand: 2/eps twice is eps/2 for the level, and for an answer that moves by 2, eps.

    With a delta, or for answers that move further, nothing is promised; no word says that it was.
    """
    told = told_of(status, words)
    assert (told["claim"], told["own_claim"], told["loss"]) == (claim, own, loss)
    assert (told["verdict"] is None) == (claim is None)
    said = said_of(status, words)
    assert (f"{claim} eps, its own" in said) == (own == "yes")
    assert ("verdict" in said) == (claim is not None)
    assert f"loss {loss} eps, for every number of answers" in said or claim is not None


def test_a_promise_for_one_answer_is_none_for_all() -> None:
    """Sums promise what one answer costs."""
    assert told_of(0, "partial-sum")["claim"] == "1"
    assert told_of(1, "partial-sum --adjacency all")["claim"] is None


def test_a_mean_of_two_has_numbers() -> None:
    """Halves of answers are compared with draws; each answer but the last costs eps, that 1/2."""
    line = "privacy streams.py:Moving --all-n --claim-eps 1 --json"
    (found,) = exactdp(line, status=1).json["examples"]
    p, q = found["probabilities"]
    assert log(Fraction(p["low"]) / Fraction(q["high"])) > Fraction(found["eps"]["exact"])


def test_examples_that_are_the_same_are_told_once() -> None:
    """Two sums cost 3 eps: they refute 1 eps and 2 eps."""
    told = told_of(1, "Sums")
    assert [each["claim"] for each in told["examples"]] == ["2", "3"]
    assert (told["loss"], told["no_example"]) == ("inf", None)


def test_an_example_that_fails_does_not_take_the_verdict_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever it raises."""

    def fails(*_: object) -> None:
        raise AssertionError("broken")

    monkeypatch.setattr(streams, "example", fails)
    told = told_of(1, "Lost")
    assert (told["examples"], told["verdict"]) == ([], "refuted")
    assert "broken" in str(told["no_example"])


def test_only_a_run_that_needs_the_loss_is_the_worst_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of answers that are not seen needs nothing; others tell what they need."""
    with monkeypatch.context() as narrow:
        narrow.setattr(deciding, "WIDER", ())
        told = told_of(0, "Window")
    assert (told["loss"], told["exact"]) == ("3", "no")
    assert (told["run"], told["run_seen"]) == ("", None)
    told = told_of(3, "Halved --claim-eps 3/8")
    assert (told["run"], told["run_seen"]) == ("", {"loss": "1/4", "run": "False(+1) True(-1)"})


def test_sums_of_three_answers_are_compared() -> None:
    """By hand: the level moves by 3, at eps/2 each, and the sum that is above by 6, at eps/4."""
    told = told_of(0, "Window")
    assert (told["loss"], told["exact"]) == ("3", "yes")
    assert told["run"].endswith("wait(-1) wait(-1) top(-1)")
    assert [each["claim"] for each in told_of(1, "Window --claim-eps 2")["examples"]] == ["2"]


@pytest.mark.parametrize(
    ("words", "run"),
    [
        ("continuous-sparse-vector-1 -p count=8", "1(-1) x 7"),
        ("Window -p level=1 -p count=2", "(wait(+1) bottom(+1)) x "),
        ("continuous-sparse-vector-1 -p count=5", "1(-1) 1(-1) 1(-1) 1(-1) "),
    ],
)
def test_what_is_repeated_often_is_counted(words: str, run: str) -> None:
    """Four of a kind are written out; runs of two words are counted as one."""
    assert run in told_of(0, words)["run"]


def test_long_numbers_are_not_told_to_the_end() -> None:
    """Of sensitivities that are refused, and of claims."""
    assert len(refusal("privacy streams.py:Lost --all-n --sensitivity 1e400")) < 150
    assert "0" * 50 + "..." in said_of(1, "Promised --claim-eps 1e-400")


def test_a_place_that_cannot_be_written_to_is_told_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that can is left as it was."""
    monkeypatch.setattr(streams, "audited", None)
    words = "privacy streams.py:Lost --all-n --certificate"
    assert "cannot be written" in refusal(f"{words} {tmp_path / 'none' / 'proof.json'}")
    refusal(f"{words} {tmp_path / 'proof.json'} --claim-eps x")
    assert [*tmp_path.iterdir()] == []


def test_a_certificate_of_geometric_noise_says_what_it_is_of(tmp_path: Path) -> None:
    """The twin with Laplace noise; that integers do as well is a fact."""
    proof = tmp_path / "proof.json"
    exactdp(f"privacy above-threshold --all-n --certificate {proof}", status=0)
    statement = check(proof.read_text("utf-8"))
    assert statement.endswith('"above-threshold (with Laplace noise)"')
    assert statement.facts["integers"] == "yes"


@pytest.mark.parametrize(
    ("name", "claim", "said"),
    [
        ("Sparse", "3/4", "the loss comes as near as you like to 1 eps, for each eps, "),
        ("Again", "1", "the loss is at least 5/4 eps, for each eps, and may be more, "),
    ],
)
def test_a_run_that_refutes_a_claim_is_no_bound(name: str, claim: str, said: str) -> None:
    """It is said to be one where the loss is shown to be no more."""
    line = f"privacy streams.py:{name} --all-n --all-eps --claim-eps {claim}"
    assert said in exactdp(line, status=1).stdout


def test_what_was_proved_is_cut_for_a_person() -> None:
    """Its beginning and its end are shown; a short line is as it is."""
    assert stream_report._cut("proved") == "proved"
    text = "a" * 1000 + "b" * 500
    assert stream_report._cut(text) == (
        f"{'a' * 200} ... {'b' * 200} (1500 characters, all with --json)"
    )
