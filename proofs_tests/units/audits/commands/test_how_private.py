"""`exactdp privacy` and `exactdp table` without a claim: how private are the laws?"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from audits.engines.privacy import tightest
from audits.engines.privacy.audit import audit_real_epsilon
from audits.engines.privacy.tightest import Tightest
from audits.evidence.table import LawTable
from audits.evidence.verdict import Verdict
from audits.inputs.limits import Time
from audits.rendering import curve_table
from proofs_tests.command_line import Terminal, exactdp
from reference.exact.exponential import exp_bounds
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

pytestmark = pytest.mark.usefixtures("at_home")

NUMBER = {"exact", "low", "high"}

SURVEY = "privacy bits.py:Survey --rows 1"
SIXTH = "privacy bits.py:Sixth --rows 1"


def facts(line: str) -> dict[str, str]:
    """The lines of an answer, the first of each name."""
    found: dict[str, str] = {}
    for text in exactdp(line, status=0).stdout.splitlines()[1:]:
        assert len(text) <= 80
        name, _, words = text.strip().partition("  ")
        found.setdefault(name, words.strip())
    return found


@pytest.mark.parametrize(
    ("loss", "least", "eps"),
    [
        ("--root 3", "3", "ln(3) (1.098612288 to 1.098612289)"),
        ("--eps 1", "r (2.718281828 to 2.718281829)", "1"),
    ],
)
def test_without_a_claim(loss: str, least: str, eps: str) -> None:
    """By hand: e^eps / (1 + e^eps) against 1 / (1 + e^eps)."""
    found = facts(f"{SURVEY} {loss}")
    assert "verdict" not in found
    assert (found["least e^eps"], found["this eps"], found["at delta"]) == (least, eps, "0")
    assert (found["attained on"], found["by the event E"]) == ("(0) and (1)", "{0}")
    assert found["least delta"] == "0"


def test_for_every_eps() -> None:
    """The loss is eps, and that it goes to eps is the reason."""
    found = facts(f"{SURVEY} --all-eps")
    assert found["least loss for every eps"] == "eps"
    assert found["why no less"] == "as eps grows, nothing less than eps will do"
    chances = found["P(E) on the first"], found["P(E) on the second"]
    assert chances == ("r / (r + 1)", "1 / (r + 1)")


def test_two_rows_tell_which_database_it_was() -> None:
    """0 and 2 are told for (0,0) only: no e^eps is enough, and delta is 1."""
    found = facts("privacy bits.py:Survey --rows 2 --root 3")
    assert (found["least e^eps"], found["least delta"]) == ("infinite", "1")
    assert (found["P(E) on the first"], found["P(E) on the second"]) == ("1", "0")
    every = facts("privacy bits.py:Survey --rows 2 --all-eps")
    assert every["least loss for every eps"] == "more than any multiple of eps"
    assert every["where"] == "every eps at which P(E) on the first is not 0"


@pytest.mark.parametrize(("loss", "delta"), [("0.05", "1/100"), ("0.01", "1/1000")])
def test_a_small_eps_with_delta(loss: str, delta: str) -> None:
    """The first range around r = e^eps has the end 1, at which e^eps less the delta is below 1."""
    found = exactdp(f"{SURVEY} --eps {loss} --delta {delta} --json", status=0).json
    r, d = math.exp(float(loss)), float(Fraction(delta))
    least = math.log(r - d * (r + 1))  # P/Q = r, and 1/Q = r + 1
    assert float(found["least_eps"][1]["eps"]["low"]) == pytest.approx(least)


def test_parts_are_found() -> None:
    """The classes say nothing of them; e^(eps/2) needs two; 1/2 + 1/3 = 5/6 of eps needs six."""
    assert exactdp("privacy bits.py:Half --rows 1 --root 3 --json").json["r"] == "e^(eps/2) = 3"
    found = exactdp(f"{SIXTH} --all-eps --json").exact
    assert found["r"] == "e^(eps/6), for every eps >= 0"
    assert found["least_eps"][0]["multiple_of_eps"] == "5/6"
    exactdp(f"{SIXTH} --eps 1 --claim-eps 5/6", status=0)


@pytest.mark.parametrize(
    ("claim", "status", "decided"),
    [
        ("0.84", 0, "5/6 eps, which is less"),
        ("1.00001", 0, "eps, which is less"),
        ("0.123456", 1, "1/6 eps, which is more"),
        ("0.8", 1, None),
        ("0.8123", 1, "13/16 eps, which is more"),
        ("0.83333", 2, None),
    ],
)
def test_an_awkward_multiple_is_decided_by_one_beside_it(
    claim: str, status: int, decided: str | None
) -> None:
    """At every eps 5/6 eps are lost: less that holds and more that is refuted decide a claim."""
    line = f"{SIXTH} --all-eps --claim-eps {claim}"
    answer = exactdp(line, status=status)
    if status == 2:
        assert "divides eps into 300000 parts" in answer.stderr
        return
    told = dict(re.split(" {2,}", text.strip()) for text in answer.stdout.splitlines()[1:])
    assert told["claimed loss"] == f"{Fraction(claim)} eps"
    assert told.get("decided at") == decided
    assert exactdp(f"{line} --json").json.get("decided_at") is not None or decided is None


def test_an_awkward_delta_is_decided_by_a_decimal_beside_it() -> None:
    """Nothing is published of an empty database: 1/2 e^(-2 eps) is needed, e^(-2.01 eps) less."""
    line = "privacy bits.py:Rare --rows 1 --eps 1 --claim-eps 1 --delta '1/2 e^(-2.01 eps)'"
    said = exactdp(line, status=1).stdout
    assert "decided at delta" in said
    assert "0.06699433733440248291, just above the claimed one" in said
    found = exactdp(f"{line} --json").json
    assert found["delta"]["exact"] == "1 / (2 r^201)"
    assert found["decided_at_delta"]["low"] == "0.06699433733"


def numbers(value: object) -> list[dict[str, Any]]:
    """Everything in an answer that is a number of it."""
    if isinstance(value, dict) and set(value) == NUMBER:
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [number for part in parts for number in numbers(part)]


@pytest.mark.parametrize("loss", ["--root 3", "--eps 1", "--all-eps"])
def test_numbers_have_one_type(loss: str) -> None:
    """The same places, whatever is said of eps; text and decimals, never a float."""
    found = exactdp(f"{SURVEY} {loss} --exp-eps 3/2 --json").json
    places = [found["exp_eps"], found["delta"], *found["witness"]["probabilities"]]
    for least in found["least_eps"]:
        places += [least["exp_eps"], *least["probabilities"]]
    assert all(set(number) == NUMBER for number in places)
    for number in numbers(found):
        low, high = number["low"], number["high"]
        assert isinstance(number["exact"], str)
        assert (low is None) == (high is None)
        assert low is None or float(low) <= float(high)


def test_the_numbers_follow_a_verdict() -> None:
    """Too little is claimed: the exit status is 1, and it is said what is enough."""
    found = exactdp(f"{SURVEY} --eps 1 --exp-eps 2 --delta 1/100 --json", status=1).json
    assert found["verdict"] == "refuted"
    first, second = found["least_eps"]
    assert (first["exp_eps"]["exact"], first["delta"]["exact"]) == ("r", "0")
    assert second["delta"] == {"exact": "1/100", "low": "0.01", "high": "0.01"}
    assert found["least_delta"]["delta"]["exact"] == "(r - 2) / (r + 1)"
    assert found["least_delta"]["confirmed"] == "yes"


def test_the_certificate_says_that_it_is_enough(tmp_path: Path) -> None:
    """The kernel accepts the least e^eps."""
    file = tmp_path / "enough.json"
    exactdp(f"{SURVEY} --root 3 --certificate {file}", status=0)
    assert "3 P'(E)" in exactdp("check", file, status=0).stdout


@pytest.mark.parametrize("loss", ["--all-eps", "--eps 1"])
def test_laws_without_eps(loss: str) -> None:
    """They are numbers for every eps, too, and their loss is no multiple of it."""
    found = exactdp(f"privacy bits.py:Fixed --rows 1 {loss} --json").exact
    assert found["least_eps"][0]["exp_eps"] == "2"


def test_gaussian_noise(tmp_path: Path) -> None:
    """The least delta lies between two numbers; the kernel accepts the greater one."""
    file = tmp_path / "enough.json"
    line = f"privacy bits.py:Count --rows 1 --eps 1 --certificate {file} --json"
    answer = exactdp(line, status=0).json
    found = answer["least_delta"]
    assert (answer["verdict"], found["confirmed"]) == (None, "yes")
    assert found["databases"] == ["(0)", "(1)"]
    assert set(found["probabilities"][0]) == NUMBER
    assert found["delta"]["low"][:6] == found["delta"]["high"][:6] == "0.0428"
    exactdp("check", file, status=0)


@pytest.mark.parametrize(
    ("words", "status", "verdict"),
    [
        ("", 0, None),
        ("--eps 11/10", 0, "holds"),
        ("--eps 1.09", 1, "refuted"),
        ("--eps 1.09 --delta 1/100", 0, "holds"),
        ("--eps 0", 1, "refuted"),
        ("--exp-eps 3", 0, "holds"),
    ],
)
def test_a_table(words: str, status: int, verdict: str | None) -> None:
    """Three to one is e^eps = 3, eps = 1.098...; as e^eps, as eps, and without a claim."""
    found = exactdp(f"table t.csv --adjacency replace-one --json {words}", status=status).json
    assert found["verdict"] == verdict
    least = found["least_eps"][0]
    assert (least["exp_eps"]["exact"], least["eps"]["low"]) == ("3", "1.098612288")


def _forever(*_: object) -> None:
    while True:
        sleep(0.01)


@pytest.mark.parametrize(
    ("slow", "claim", "status", "told"),
    [
        ("audit", "--claim-eps 1", 3, "there is no verdict after 60 s (--timeout)"),
        ("exp_eps", "--exp-eps 3", 0, "how private it is was not found in 60 s (--timeout)"),
        ("exp_eps", "--exp-eps 2", 1, "how private it is was not found in 60 s (--timeout)"),
        ("delta", "--exp-eps 2", 1, "the least delta was not found in 60 s (--timeout)"),
        ("exp_eps", "", 3, "how private it is was not found in 60 s (--timeout)"),
    ],
)
def test_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, slow: str, claim: str, status: int, told: str
) -> None:
    """What is found until then is printed; what has no verdict is undecided."""
    monkeypatch.setattr(Time, "left", lambda _: 0.3)
    if slow == "audit":
        monkeypatch.setattr(tightest, "audit_real_epsilon", _forever)
    else:
        monkeypatch.setattr(Tightest, slow, _forever)
    found = exactdp(f"{SURVEY} --eps 1 --timeout 60 --json {claim}", status=status).json
    assert found["not_found"] == told
    assert found["verdict"] == {"": None}.get(claim, ("holds", "refuted", 2, "undecided")[status])
    assert found["least_delta"] is None
    assert bool(found["least_eps"]) == (slow == "delta")


def test_a_tight_claim_is_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least e^eps at delta 0 and the least delta at e^eps are the claim itself."""
    asked: list[object] = []

    def audit(
        table: LawTable[Any, Any, RationalFunction],
        guarantee: Guarantee[RationalFunction],
        exponent: Fraction,
        subject: str,
    ) -> Verdict:
        asked.append(guarantee)
        return audit_real_epsilon(table, guarantee, exponent, subject)

    monkeypatch.setattr(tightest, "audit_real_epsilon", audit)
    found = exactdp(f"{SURVEY} --eps 1 --claim-eps 1 --json", status=0).json
    assert len(asked) == 1
    assert found["least_delta"]["delta"]["exact"] == "0"


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            "--all-eps --claim-eps 1/2",
            ["claimed loss 1/2 eps", "witness: where eps = ln(4) (1.386294361 to 1.386294362)"],
        ),
        ("--all-eps --claim-eps 1", ["claimed loss eps"]),
        ("--all-eps --exp-eps 3", ["claimed loss ln(3) (1.098612288 to 1.098612289)"]),
        ("--eps 1 --claim-eps 1/2", ["claimed loss 1/2 (0.5)"]),
        ("--eps 1", ["eps, about least delta, about", "0 0.4621171573", "1 0"]),
    ],
)
def test_a_claim_is_printed_as_a_loss(words: str, lines: list[str]) -> None:
    """So that e^eps, and r, are those of the mechanism only; (e - 1) / (e + 1) is 0.46211715..."""
    found = [" ".join(x.split()) for x in exactdp(f"{SURVEY} {words}").stdout.splitlines()]
    assert set(lines) <= set(found)
    assert not any(line.startswith(("e^eps ", "witness: root", "witness: u ")) for line in found)
    assert not any("e^eps = " in line for line in found if line.startswith("scope"))


def test_a_law_for_every_eps_has_no_empty_column() -> None:
    """Nor a quotient by 1."""
    found = exactdp("law bits.py:Survey --database 0 --all-eps").stdout.splitlines()
    assert found[0].endswith("on (0), r = e^eps")
    assert found[1].split() == ["outcome", "probability"]


@pytest.mark.parametrize(
    ("multiple", "verdict", "side"), [("1.000001", "holds", "below"), ("0.99", "refuted", "above")]
)
def test_a_claim_that_is_no_power_is_decided_beside_it(
    tmp_path: Path, multiple: str, verdict: str, side: str
) -> None:
    """No more parts are made for it; answer and certificate say at which number it was decided.

    A picture has the claim there, too.
    """
    proof, drawn = tmp_path / "proof.json", tmp_path / "curve.svg"
    line = f"{SURVEY} --eps 0.5 --claim-eps {multiple}"
    found = exactdp(f"{line} --certificate {proof} --plot {drawn}")
    assert found.returncode == {"holds": 0, "refuted": 1}[verdict]
    assert f"just {side} e^(claimed loss)" in found.stdout
    assert "e^eps, with eps = 1/2" in found.stdout
    answer = exactdp(f"{line} --json").exact
    assert answer["verdict"] == verdict
    assert answer["exp_eps"] == f"e^({Fraction(multiple) / 2})"
    at = Fraction(answer["decided_at"])
    bound = json.loads(proof.read_text("utf-8"))["exp_eps"]
    assert Fraction(*(bound[part][0] for part in ("num", "den"))) == at
    low, high = exp_bounds(Fraction(multiple) / 2, 80)
    assert at <= high if verdict == "holds" else at >= low
    exactdp("check", proof, status=0)
    assert drawn.exists()


@pytest.mark.parametrize(
    ("asked", "law"),
    [
        ("NoReturn --rows 1 --eps 1 --claim-eps 1", "it is always None"),
        ("NoReturn --rows 1 --all-eps", "it is always None"),
        ("Coin --rows 2 --root 2", "its law is always the same"),
        ("Coin --rows 2 --all-eps", "its law is always the same"),
        ("Released --rows 1 --all-eps", "its law is always the same"),
        ("Survey --rows 1 --eps 1", None),
        ("Survey --rows 1 --all-eps", None),
    ],
)
def test_an_output_that_does_not_depend_on_the_database_is_noted(
    asked: str, law: str | None
) -> None:
    """It is perfectly private, and most likely not what was meant."""
    words = "the output does not depend on the database: "
    note = None if law is None else words + law
    said = exactdp(f"privacy bits.py:{asked}").stdout
    assert words not in said if note is None else f"{note}\n" in said
    assert exactdp(f"privacy bits.py:{asked} --json").json.get("note") == note


@pytest.mark.parametrize(
    ("loss", "columns"),
    [
        ("--root 3/2", ["e^eps", "least delta", "eps, about", "least delta, about"]),
        ("--eps 0.5", ["eps, about", "least delta, about"]),
    ],
)
def test_of_a_long_curve_some_corners_are_shown(
    monkeypatch: pytest.MonkeyPatch, loss: str, columns: list[str]
) -> None:
    """From its beginning to its end, where delta is 0; the title says how many there are."""
    monkeypatch.setattr(curve_table, "MOST_CORNERS", 4)
    line = f"privacy exponential-interior-point -p domain=12 --rows 2 {loss}"
    lines = exactdp(line).stdout.splitlines()
    (start,) = (i for i, line in enumerate(lines) if line.startswith("privacy curve"))
    title, head, *rows = lines[start:]
    count = re.fullmatch(
        r"privacy curve \((\d+) of its (\d+) corners, linear in e\^eps between corners\)", title
    )
    assert count is not None
    assert len(rows) == int(count[1]) < int(count[2])
    assert re.split(r"  +", head) == columns
    first, last = (re.split(r"  +", rows[i]) for i in (0, -1))
    assert first[-2] == last[-1] == "0"


def test_databases_that_are_listed_need_no_rows() -> None:
    """They are those of the class, and neighbours are those that it lists."""
    found = exactdp("privacy bits.py:Listed --eps 1 --json", status=0).json
    assert (found["databases"], found["pairs"]) == (3, 2)
    assert found["scope"].startswith("listed pairs")


def test_on_a_terminal_it_says_what_goes_on() -> None:
    """While neighbours are compared, as while laws are computed, which may take minutes."""
    found = exactdp(f"{SURVEY} --eps 1 --json", status=0, stderr=Terminal)
    assert "comparing neighbours" in found.stderr
    assert found.json["verdict"] is None
