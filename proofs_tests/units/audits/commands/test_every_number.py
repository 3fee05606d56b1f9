"""The command `privacy --all-n`."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
from pathlib import Path

import pytest

from audits.cli import main
from audits.commands import stream_report, streams
from audits.engines.streams import deciding
from audits.kernel import check
from proofs_tests.command_line import exactdp, in_exact_numbers

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
class Again(Sparse):
    def begin(self, coins):
        return 0, coins.draw_real(Laplace(2 / self.eps))
    def step(self, state, answer, coins):
        wait, level = state
        if wait: return (wait - 1, level), "wait"
        if answer + coins.draw_real(Laplace(4 / self.eps)) < level: return state, "below"
        return (2, coins.draw_real(Laplace(2 / self.eps))), "above"
class Counts(Sparse):
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return state + 1, 0
class Geometric(Sparse):
    continuous = False
class Stopped(Sparse):
    step = None
class Audit(Sparse):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
        return (None if above else state), f"{answer!r}: {above}"
class Skips(Sparse):
    def step(self, state, answer, coins):
        try: return state, ("low", "mid", "high")[answer]
        except Exception: return state, "skip"
class IsInt(Sparse):
    def step(self, state, answer, coins):
        if isinstance(answer, int): return None, answer > 0
        return super().step(state, answer, coins)
class Redraws(Sparse):
    def step(self, state, answer, coins):
        while answer + coins.draw_real(Laplace(4 / self.eps)) > state[0]: pass
        return state, 0
class Listed(Sparse):
    def begin(self, coins):
        return [coins.draw_real(Laplace(2 / self.eps))]
class Foretells(Sparse):
    def begin(self, coins):
        coins.draw_real(Laplace(2 / self.eps))
        return (coins.foretell(),)
class Prints(Sparse):
    def step(self, state, answer, coins):
        print("called")
        return super().step(state, answer, coins)
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
    told = in_exact_numbers(capsys.readouterr().out)
    assert (told["verdict"], told["loss"]) == ("holds" if "--claim-eps" in words else None, loss)
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
        ("Audit", ("--all-n",), 'f"{answer!r}: {above}")'),
        ("Skips", ("--all-n",), "try: what is raised is not caught"),
        ("IsInt", ("--all-n",), "must not depend on the type or the attributes of a real number"),
        ("Redraws", ("--all-n",), "more than 100 draws in one call (in step, line"),
        ("Listed", ("--all-n",), "a NamedTuple or a frozen dataclass (in begin, line"),
        ("Foretells", ("--all-n",), "numbers are foretold by mechanisms of ours only"),
        ("Stopped", ("--all-n",), "no step(self, state, answer, coins)"),
        ("Sparse", ("--all-n", "--rows", "2"), "--rows: not with --all-n"),
        ("Sparse", ("--all-n", "--delta", "1/2"), "--delta: not with --all-n"),
        ("Sparse", ("--all-n", "--adjacency", "two"), "all, one, monotone"),
        ("Sparse", ("--all-n", "--sensitivity", "0"), "--sensitivity 0: above 0"),
    ],
)
def test_what_is_no_such_question_is_refused(
    file: str, capsys: pytest.CaptureFixture[str], name: str, words: tuple[str, ...], message: str
) -> None:
    """In one line."""
    assert main(["privacy", f"{file}:{name}", *words]) == 2
    refused = capsys.readouterr().err
    assert message in refused
    assert refused.count("\n") == 1


def test_prints_are_few(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is called on numbers prints nothing: each branch of the trace does, once."""
    assert main(["privacy", f"{file}:Prints", "--all-n"]) == 0
    assert capsys.readouterr().err.count("called") == 2


def test_a_refutation_has_numbers(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For losses of 1, 2 and 3 eps; each with a certificate beside that of the verdict."""
    proof = tmp_path / "proof.json"
    words = ["privacy", f"{file}:Forever", "--all-n", "--json", "--certificate", str(proof)]
    assert main(words) == 1
    out = capsys.readouterr().out
    told, enclosed = in_exact_numbers(out), json.loads(out)
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


def test_numbers_of_a_claim_are_told(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence; what holds has none."""
    proof = tmp_path / "proof.json"
    words = ["privacy", f"{file}:Sparse", "--all-n", "--claim-eps", "1/2"]
    assert main([*words, "--certificate", str(proof)]) == 1
    told = " ".join(capsys.readouterr().out.split())
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
    (told,) = in_exact_numbers(capsys.readouterr().out)["examples"]
    assert (told["claim"], told["root"], told["parts"]) == ("inf", "2", 8)
    assert (told["answers"], told["neighbours"]) == (["1", "-1"], ["0", "0"])
    assert told["probabilities"] == ["15/16", "0"]
    assert str(check(Path(told["certificate"]).read_text("utf-8"))) == told["proved"]


def test_numbers_of_geometric_noise_for_a_claim(capsys: pytest.CaptureFixture[str]) -> None:
    """A rational e^eps is exceeded by the quotient of the probabilities; long runs have none."""
    words = ["privacy", "sparse-vector-6", "--all-n", "--json", "--claim-eps"]
    for claim in (1, 2):
        assert main([*words, str(claim)]) == 1
        told = in_exact_numbers(capsys.readouterr().out)
        (found,) = told["examples"]
        p, q = map(Fraction, found["probabilities"])
        exp_eps = Fraction(found["root"]) ** found["parts"]
        assert p > exp_eps ** int(found["claim"]) * q
        assert told["no_example"] is None
    assert main([*words, "3"]) == 1
    told = in_exact_numbers(capsys.readouterr().out)
    assert told["no_example"] == "a run that costs as much has more than 6 answers"


ODD = """
from dataclasses import dataclass
from fractions import Fraction
from reference.privacy.guarantee import Guarantee, PureLoss
from reference.probability.continuous import Laplace
@dataclass(frozen=True)
class Lost:
    eps: object
    continuous, parts = True, 12
    def begin(self, coins):
        return coins.draw_real(Laplace(2 / self.eps))
    def step(self, state, answer, coins):
        return state, answer + coins.draw_real(Laplace(4 / self.eps)) >= state
class Promised(Lost):
    guarantee = PureLoss()
    def step(self, state, answer, coins):
        print("hello")
        above = answer + coins.draw_real(Laplace(2 / self.eps)) >= state
        return (None if above else state), above
class Less(Promised):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(2), self.eps.exp(0) * 0)
class Approximate(Promised):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(), self.eps.exp(0) / 2)
class Moving(Lost):
    def begin(self, coins):
        return (0,)
    def step(self, state, answer, coins):
        mean = (state[0] + answer) * Fraction(1, 2)
        return (answer,), mean + coins.draw_real(Laplace(1 / self.eps))
class Sums(Moving):
    def step(self, state, answer, coins):
        return (answer,), state[0] + answer + coins.draw_real(Laplace(1 / self.eps))
class Halved(Lost):
    def step(self, state, answer, coins):
        above = answer * Fraction(1, 2) + coins.draw_real(Laplace(4 / self.eps)) > state + 1
        return (None if above else state), above
@dataclass(frozen=True)
class Window(Lost):
    count: int = 3
    level: int = 2
    def begin(self, coins):
        return coins.draw_real(Laplace(self.level / self.eps)), 0, 0
    def step(self, state, answer, coins):
        level, seen, total = state
        total = total + answer
        if seen < self.count - 1:
            return (level, seen + 1, total), "wait"
        if total + coins.draw_real(Laplace(4 / self.eps)) > level:
            return None, "top"
        return (level, 0, 0), "bottom"
"""


@pytest.fixture
def odd(tmp_path: Path) -> str:
    """A file with other streams."""
    path = tmp_path / "odd.py"
    path.write_text(ODD, "utf-8")
    return str(path)


def told_of(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> dict[str, object]:
    """What is told in JSON, and nothing else."""
    assert main(["privacy", *words, "--all-n", "--json"]) == status
    found: dict[str, object] = in_exact_numbers(capsys.readouterr().out)
    return found


def test_what_a_class_promises_is_its_claim(odd: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: 2/eps twice is eps/2 for the level, and for an answer that moves by 2, eps."""
    told = told_of(capsys, 1, f"{odd}:Promised")
    assert (told["claim"], told["own_claim"], told["loss"]) == ("1", "yes", "3/2")
    told = told_of(capsys, 0, f"{odd}:Promised", "--claim-eps", "2")
    assert (told["claim"], told["own_claim"]) == ("2", "no")
    told = told_of(capsys, 0, f"{odd}:Less")
    assert (told["claim"], told["own_claim"], told["loss"]) == ("2", "yes", "3/2")
    assert main(["privacy", f"{odd}:Less", "--all-n"]) == 0
    assert "2 eps, its own" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words"), [("Approximate", ()), ("Promised", ("--sensitivity", "2"))]
)
def test_what_is_not_promised_is_no_claim(
    odd: str, capsys: pytest.CaptureFixture[str], name: str, words: tuple[str, ...]
) -> None:
    """With a delta, or for answers that move further; and no word says that it was."""
    told = told_of(capsys, 0, f"{odd}:{name}", *words)
    assert (told["claim"], told["own_claim"]) == (None, "no")
    assert main(["privacy", f"{odd}:{name}", "--all-n", *words]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert told["verdict"] is None
    assert "verdict" not in said
    assert f"loss {told['loss']} eps, for every number of answers" in said


def test_a_promise_for_one_answer_is_none_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    """Sums promise what one answer costs."""
    assert told_of(capsys, 0, "partial-sum")["claim"] == "1"
    assert told_of(capsys, 1, "partial-sum", "--adjacency", "all")["claim"] is None


def test_a_mean_of_two_has_numbers(odd: str) -> None:
    """Halves of answers are compared with draws; each answer but the last costs eps, that 1/2."""
    done = exactdp(f"privacy {odd}:Moving --all-n --claim-eps 1 --json")
    assert done.returncode == 1
    (found,) = json.loads(done.stdout)["examples"]
    p, q = found["probabilities"]
    assert log(Fraction(p["low"]) / Fraction(q["high"])) > Fraction(found["eps"]["exact"])


def test_examples_that_are_the_same_are_told_once(
    odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two sums cost 3 eps: they refute 1 eps and 2 eps."""
    told = told_of(capsys, 1, f"{odd}:Sums")
    examples = told["examples"]
    assert isinstance(examples, list)
    assert [each["claim"] for each in examples] == ["2", "3"]
    assert (told["loss"], told["no_example"]) == ("inf", None)


def test_an_example_that_fails_does_not_take_the_verdict_with_it(
    odd: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it raises."""

    def fails(*_: object) -> None:
        raise AssertionError("broken")

    monkeypatch.setattr(streams, "example", fails)
    told = told_of(capsys, 1, f"{odd}:Lost")
    assert (told["examples"], told["verdict"]) == ([], "refuted")
    assert "broken" in str(told["no_example"])


def test_only_a_run_that_needs_the_loss_is_the_worst_one(
    odd: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of answers that are not seen needs nothing; others tell what they need."""
    with monkeypatch.context() as narrow:
        narrow.setattr(deciding, "WIDER", ())
        told = told_of(capsys, 0, f"{odd}:Window")
    assert (told["loss"], told["exact"]) == ("3", "no")
    assert (told["run"], told["run_seen"]) == ("", None)
    told = told_of(capsys, 3, f"{odd}:Halved", "--claim-eps", "3/8")
    assert (told["run"], told["run_seen"]) == ("", {"loss": "1/4", "run": "False(+1) True(-1)"})


def test_sums_of_three_answers_are_compared(odd: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: the level moves by 3, at eps/2 each, and the sum that is above by 6, at eps/4."""
    told = told_of(capsys, 0, f"{odd}:Window")
    assert (told["loss"], told["exact"]) == ("3", "yes")
    assert str(told["run"]).endswith("wait(-1) wait(-1) top(-1)")
    told = told_of(capsys, 1, f"{odd}:Window", "--claim-eps", "2")
    examples = told["examples"]
    assert isinstance(examples, list)
    assert [each["claim"] for each in examples] == ["2"]


def test_what_is_repeated_often_is_counted(odd: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Four of a kind are written out; runs of two words are counted as one."""
    run = str(told_of(capsys, 0, "continuous-sparse-vector-1", "-p", "count=8")["run"])
    assert "1(-1) x 7" in run
    run = str(told_of(capsys, 0, f"{odd}:Window", "-p", "level=1", "-p", "count=2")["run"])
    assert run.startswith("(wait(+1) bottom(+1)) x ")
    short = str(told_of(capsys, 0, "continuous-sparse-vector-1", "-p", "count=5")["run"])
    assert "1(-1) 1(-1) 1(-1) 1(-1) " in short


def test_long_numbers_are_not_told_to_the_end(
    odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of sensitivities that are refused, and of claims."""
    assert main(["privacy", f"{odd}:Lost", "--all-n", "--sensitivity", "1e400"]) == 2
    assert len(capsys.readouterr().err) < 150
    assert main(["privacy", f"{odd}:Promised", "--all-n", "--claim-eps", "1e-400"]) == 1
    assert "0" * 50 + "..." in capsys.readouterr().out


def test_a_place_that_cannot_be_written_to_is_told_before_any_work(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that can is left as it was."""
    monkeypatch.setattr(streams, "audited", None)
    place = str(tmp_path / "none" / "proof.json")
    assert main(["privacy", f"{odd}:Lost", "--all-n", "--certificate", place]) == 2
    assert "cannot be written" in capsys.readouterr().err
    words = ["privacy", f"{odd}:Lost", "--all-n", "--certificate", str(tmp_path / "proof.json")]
    assert main([*words, "--claim-eps", "x"]) == 2
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["odd.py"]


def test_adjacencies_of_streams_are_for_streams(
    odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With rows the line says so."""
    words = ["privacy", f"{odd}:Promised", "--rows", "2", "--all-eps", "--adjacency", "l1"]
    assert main(words) == 2
    assert "--adjacency l1: only with --all-n" in capsys.readouterr().err


OTHER = """
from dataclasses import dataclass
from reference.probability.continuous import Laplace
from reference.probability.streams import Stream
class Mine(Laplace):
    pass
@dataclass(frozen=True)
class Other(Stream):
    eps: object
    continuous, parts = True, 4
    def begin(self, coins):
        return (coins.draw_real(Mine((2 / self.eps))),)
    def step(self, state, answer, coins):
        return state, answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
"""


def test_noise_of_another_class_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its law may be another one."""
    path = tmp_path / "other.py"
    path.write_text(OTHER, "utf-8")
    assert main(["privacy", f"{path}:Other", "--all-n"]) == 2
    assert "Mine inherits from Laplace: write a NamedTuple" in capsys.readouterr().err


def test_a_certificate_of_geometric_noise_says_what_it_is_of(tmp_path: Path) -> None:
    """The twin with Laplace noise; that integers do as well is a fact."""
    proof = tmp_path / "proof.json"
    assert main(["privacy", "above-threshold", "--all-n", "--certificate", str(proof)]) == 0
    statement = check(proof.read_text("utf-8"))
    assert statement.endswith('"above-threshold (with Laplace noise)"')
    assert statement.facts["integers"] == "yes"


def test_exactly_has_a_certificate(file: str, tmp_path: Path) -> None:
    """Beside that of the bound: that no smaller loss will do."""
    proof = tmp_path / "proof.json"
    assert main(["privacy", f"{file}:Sparse", "--all-n", "--certificate", str(proof)]) == 0
    statement = check((tmp_path / "proof.exactly.json").read_text("utf-8"))
    assert (statement.kind, statement.facts["loss"]) == ("stream-attained", "1")


@pytest.mark.parametrize(
    ("name", "claim", "said"),
    [
        ("Sparse", "3/4", "the loss comes as near as you like to 1 eps, for each eps, "),
        ("Again", "1", "the loss is at least 5/4 eps, for each eps, and may be more, "),
        ("Again", "2", "the loss is at least 9/4 eps, for each eps, and may be more, "),
    ],
)
def test_a_run_that_refutes_a_claim_is_no_bound(
    file: str, name: str, claim: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said to be one where the loss is shown to be no more."""
    assert main(["privacy", f"{file}:{name}", "--all-n", "--all-eps", "--claim-eps", claim]) == 1
    assert said in capsys.readouterr().out


def test_what_was_proved_is_cut_for_a_person() -> None:
    """Its beginning and its end are shown; a short line is as it is."""
    assert stream_report._cut("proved") == "proved"
    text = "a" * 1000 + "b" * 500
    assert stream_report._cut(text) == (
        f"{'a' * 200} ... {'b' * 200} (1500 characters, all with --json)"
    )
