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

from audits.cli import main
from audits.engines.privacy import tightest
from audits.engines.privacy.audit import audit_real_epsilon
from audits.engines.privacy.tightest import Tightest
from audits.evidence.table import LawTable
from audits.evidence.verdict import Verdict
from audits.inputs.limits import Time
from audits.rendering import curve_table
from proofs_tests.units.audits.commands.test_commands import Answer, Call, exactdp
from reference.exact.exponential import exp_bounds
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

__all__ = ["exactdp"]

USER = """
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import ListedAdjacency, add_remove_one, replace_one
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Gaussian, Laplace
from reference.probability.families import bernoulli


@dataclass(frozen=True)
class Survey:
    eps: Epsilon

    def universe(self, rows):
        return replace_one(range(2), rows)

    def odds(self):
        return self.eps.exp()

    def __call__(self, database, coins):
        truth = coins.draw(bernoulli(self.odds() / (self.odds() + 1)))
        return sum(database) if truth else len(database) - sum(database)


class Rare(Survey):
    continuous = True

    def universe(self, rows):
        return add_remove_one(range(2), rows)

    def __call__(self, database, coins):
        return bool(database) and 1 + coins.draw_real(Laplace(1 / self.eps)) >= 3


class Half(Survey):
    def odds(self):
        return self.eps.exp(Fraction(1, 2))


class Sixth(Survey):
    def odds(self):
        return self.eps.exp(Fraction(1, 2)) * self.eps.exp(Fraction(1, 3))


class Fixed(Survey):
    def odds(self):
        return Fraction(2)


class Listed(Survey):
    universe = ListedAdjacency(((0, 1), (1, 1), (0,)), ((0, 1),))


class Lonely(Survey):
    universe = ListedAdjacency(((0, 1), (1, 1)), ())


class NoReturn(Survey):
    def __call__(self, database, coins):
        coins.draw(bernoulli(Fraction(1, 3)))


class Coin(Survey):
    def __call__(self, database, coins):
        return coins.draw(bernoulli(1 / (self.odds() + 1)))


class Released(Survey):
    continuous = True

    def __call__(self, database, coins):
        return coins.draw_real(Laplace(1 / self.eps))


class Count(Survey):
    continuous = True

    def __call__(self, database, coins):
        return coins.run(DiscreteGaussian(Fraction(2)), sum(database))
"""

NUMBER = {"exact", "low", "high"}


@pytest.fixture
def user(tmp_path: Path) -> str:
    """The file of a user."""
    (tmp_path / "mine.py").write_text(USER, "utf-8")
    return str(tmp_path / "mine.py")


def facts(answer: Answer) -> dict[str, str]:
    """The lines of an answer, the first of each name."""
    assert all(len(line) <= 80 for line in answer.out.splitlines()[1:])
    found: dict[str, str] = {}
    for line in answer.out.splitlines()[1:]:
        name, _, words = line.strip().partition("  ")
        found.setdefault(name, words.strip())
    return found


@pytest.mark.parametrize(
    ("words", "least", "eps"),
    [
        (("--root", "3"), "3", "ln(3) (1.098612288 to 1.098612289)"),
        (("--eps", "1"), "r (2.718281828 to 2.718281829)", "1"),
    ],
)
def test_without_a_claim(
    exactdp: Call, user: str, words: tuple[str, ...], least: str, eps: str
) -> None:
    """By hand: e^eps / (1 + e^eps) against 1 / (1 + e^eps)."""
    answer = exactdp("privacy", f"{user}:Survey", "--rows", "1", *words)
    found = facts(answer)
    assert answer.status == 0
    assert "verdict" not in found
    assert (found["least e^eps"], found["this eps"], found["at delta"]) == (least, eps, "0")
    assert (found["attained on"], found["by the event E"]) == ("(0) and (1)", "{0}")
    assert found["least delta"] == "0"


def test_for_every_eps(exactdp: Call, user: str) -> None:
    """The loss is eps, and that it goes to eps is the reason."""
    found = facts(exactdp("privacy", f"{user}:Survey", "--rows", "1", "--all-eps"))
    assert found["least loss for every eps"] == "eps"
    assert found["why no less"] == "as eps grows, nothing less than eps will do"
    chances = found["P(E) on the first"], found["P(E) on the second"]
    assert chances == ("r / (r + 1)", "1 / (r + 1)")


def test_two_rows_tell_which_database_it_was(exactdp: Call, user: str) -> None:
    """0 and 2 are told for (0,0) only: no e^eps is enough, and delta is 1."""
    words = ("privacy", f"{user}:Survey", "--rows", "2")
    found = facts(exactdp(*words, "--root", "3"))
    assert (found["least e^eps"], found["least delta"]) == ("infinite", "1")
    assert (found["P(E) on the first"], found["P(E) on the second"]) == ("1", "0")
    every = facts(exactdp(*words, "--all-eps"))
    assert every["least loss for every eps"] == "more than any multiple of eps"
    assert every["where"] == "every eps at which P(E) on the first is not 0"


@pytest.mark.parametrize(("loss", "delta"), [("0.05", "1/100"), ("0.01", "1/1000")])
def test_a_small_eps_with_delta(exactdp: Call, user: str, loss: str, delta: str) -> None:
    """The first range around r = e^eps has the end 1, at which e^eps less the delta is below 1."""
    asked = ("--rows", "1", "--eps", loss, "--delta", delta, "--json")
    found = exactdp("privacy", f"{user}:Survey", *asked)
    assert found.status == 0
    r, d = math.exp(float(loss)), float(Fraction(delta))
    least = math.log(r - d * (r + 1))  # P/Q = r, and 1/Q = r + 1
    assert float(found.json["least_eps"][1]["eps"]["low"]) == pytest.approx(least)


def test_parts_are_found(exactdp: Call, user: str) -> None:
    """The class says nothing of them; e^(eps/2) needs two."""
    found = exactdp("privacy", f"{user}:Half", "--rows", "1", "--root", "3", "--json").json
    assert found["r"] == "e^(eps/2) = 3"


def test_a_share_of_eps_is_found(exactdp: Call, user: str) -> None:
    """1/2 + 1/3 = 5/6 of eps."""
    found = exactdp("privacy", f"{user}:Sixth", "--rows", "1", "--all-eps", "--json").json
    assert found["r"] == "e^(eps/6), for every eps >= 0"
    (least,) = found["least_eps"]
    assert least["multiple_of_eps"]["exact"] == "5/6"
    claimed = ("--eps", "1", "--claim-eps", "5/6")
    assert exactdp("privacy", f"{user}:Sixth", "--rows", "1", *claimed).status == 0


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
    exactdp: Call, user: str, claim: str, status: int, decided: str | None
) -> None:
    """At every eps 5/6 eps are lost: less that holds and more that is refuted decide a claim."""
    words = ("privacy", f"{user}:Sixth", "--rows", "1", "--all-eps", "--claim-eps", claim)
    answer = exactdp(*words)
    assert answer.status == status
    if status == 2:
        assert "divides eps into 300000 parts" in answer.err
        return
    told = dict(re.split(" {2,}", line.strip()) for line in answer.out.splitlines()[1:])
    assert told["claimed loss"] == f"{Fraction(claim)} eps"
    assert told.get("decided at") == decided
    found = exactdp(*words, "--json").json
    assert found.get("decided_at") is not None or decided is None


def test_an_awkward_delta_is_decided_by_a_decimal_beside_it(exactdp: Call, user: str) -> None:
    """Nothing is published of an empty database: 1/2 e^(-2 eps) is needed, e^(-2.01 eps) less."""
    words = ("privacy", f"{user}:Rare", "--rows", "1", "--eps", "1", "--claim-eps", "1")
    awkward = (*words, "--delta", "1/2 e^(-2.01 eps)")
    answer = exactdp(*awkward)
    assert answer.status == 1
    assert "decided at delta" in answer.out
    assert "0.06699433733440248291, just above the claimed one" in answer.out
    found = exactdp(*awkward, "--json").json
    assert found["delta"]["exact"] == "1 / (2 r^201)"
    assert found["decided_at_delta"]["low"] == "0.06699433733"


def test_a_root_is_that_of_the_parts_it_was_given_for(exactdp: Call, user: str) -> None:
    """A claim does not divide eps further, for then the root would mean another eps."""
    words = ("privacy", f"{user}:Survey", "--rows", "1", "--root", "3", "--claim-eps", "1/2")
    answer = exactdp(*words)
    assert answer.status == 2
    assert "parts must be a multiple of 2" in answer.err


def numbers(value: object) -> list[dict[str, Any]]:
    """Everything in an answer that is a number of it."""
    if isinstance(value, dict):
        if set(value) == NUMBER:
            return [value]
        return [number for part in value.values() for number in numbers(part)]
    return (
        [number for part in value for number in numbers(part)] if isinstance(value, list) else []
    )


@pytest.mark.parametrize("words", [("--root", "3"), ("--eps", "1"), ("--all-eps",)])
def test_numbers_have_one_type(exactdp: Call, user: str, words: tuple[str, ...]) -> None:
    """The same places, whatever is said of eps; text and decimals, never a float."""
    given = ("--exp-eps", "3/2", "--json")
    found = exactdp("privacy", f"{user}:Survey", "--rows", "1", *words, *given).json
    places = [found["exp_eps"], found["delta"], *found["witness"]["probabilities"]]
    places += [least["exp_eps"] for least in found["least_eps"]]
    places += [number for least in found["least_eps"] for number in least["probabilities"]]
    assert all(set(number) == NUMBER for number in places)
    for number in numbers(found):
        low, high = number["low"], number["high"]
        assert isinstance(number["exact"], str)
        assert (low is None) == (high is None)
        assert low is None or float(low) <= float(high)


def test_the_numbers_follow_a_verdict(exactdp: Call, user: str) -> None:
    """Too little is claimed: the exit status is 1, and it is said what is enough."""
    words = ("--eps", "1", "--exp-eps", "2", "--delta", "1/100")
    answer = exactdp("privacy", f"{user}:Survey", "--rows", "1", *words, "--json")
    assert (answer.status, answer.json["verdict"]) == (1, "refuted")
    first, second = answer.json["least_eps"]
    assert (first["exp_eps"]["exact"], first["delta"]["exact"]) == ("r", "0")
    assert second["delta"] == {"exact": "1/100", "low": "0.01", "high": "0.01"}
    assert answer.json["least_delta"]["delta"]["exact"] == "(r - 2) / (r + 1)"
    assert answer.json["least_delta"]["confirmed"] == "yes"


def test_the_certificate_says_that_it_is_enough(exactdp: Call, user: str, tmp_path: Path) -> None:
    """The kernel accepts the least e^eps."""
    file = tmp_path / "enough.json"
    words = ("privacy", f"{user}:Survey", "--rows", "1", "--root", "3", "--certificate", file)
    assert exactdp(*words).status == 0
    answer = exactdp("check", file)
    assert answer.status == 0
    assert "3 P'(E)" in answer.out


def test_laws_without_eps(exactdp: Call, user: str) -> None:
    """They are numbers for every eps, too, and their loss is no multiple of it."""
    words = ("privacy", f"{user}:Fixed", "--rows", "1")
    assert exactdp(*words, "--all-eps", "--json").least_exp_eps == "2"
    assert exactdp(*words, "--eps", "1", "--json").least_exp_eps == "2"


def test_gaussian_noise(exactdp: Call, user: str, tmp_path: Path) -> None:
    """The least delta lies between two numbers; the kernel accepts the greater one."""
    file = tmp_path / "enough.json"
    words = ("privacy", f"{user}:Count", "--rows", "1", "--eps", "1", "--certificate", file)
    answer = exactdp(*words, "--json")
    found = answer.json["least_delta"]
    assert (answer.status, answer.json["verdict"], found["confirmed"]) == (0, None, "yes")
    assert found["databases"] == ["(0)", "(1)"]
    assert set(found["probabilities"][0]) == NUMBER
    assert found["delta"]["low"][:6] == found["delta"]["high"][:6] == "0.0428"
    assert exactdp("check", file).status == 0


TABLE = "database,outcome,probability\n0,a,2/3\n0,b,1/3\n1,a,1/3\n1,b,2/3\n"


@pytest.mark.parametrize(
    ("words", "status", "verdict"),
    [
        ((), 0, None),
        (("--eps", "7/10"), 0, "holds"),
        (("--eps", "0.69"), 1, "refuted"),
        (("--eps", "0.69", "--delta", "1/100"), 0, "holds"),
        (("--eps", "0"), 1, "refuted"),
        (("--exp-eps", "2"), 0, "holds"),
    ],
)
def test_a_table(
    exactdp: Call, tmp_path: Path, words: tuple[str, ...], status: int, verdict: str | None
) -> None:
    """Two to one is e^eps = 2, eps = 0.693...; as e^eps, as eps, and without a claim."""
    file = tmp_path / "table.csv"
    file.write_text(TABLE, "utf-8")
    answer = exactdp("table", file, "--adjacency", "replace-one", *words, "--json")
    assert (answer.status, answer.json["verdict"]) == (status, verdict)
    assert answer.least_exp_eps == "2"
    assert answer.json["least_eps"][0]["eps"]["low"] == "0.6931471805"


def test_a_table_takes_one_loss(exactdp: Call, tmp_path: Path) -> None:
    """Not both."""
    answer = exactdp("table", tmp_path / "any.csv", "--eps", "1", "--exp-eps", "2")
    assert (answer.status, answer.out) == (2, "")
    assert "--exp-eps and --eps: give one of them" in answer.err


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
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    slow: str,
    claim: str,
    status: int,
    told: str,
) -> None:
    """What is found until then is printed; what has no verdict is undecided."""
    path = tmp_path / "mine.py"
    path.write_text(USER, "utf-8")
    monkeypatch.setattr(Time, "left", lambda _: 0.3)
    if slow == "audit":
        monkeypatch.setattr(tightest, "audit_real_epsilon", _forever)
    else:
        monkeypatch.setattr(Tightest, slow, _forever)
    words = f"{path}:Survey --rows 1 --eps 1 --timeout 60 --json {claim}"
    assert main(["privacy", *words.split()]) == status
    found = json.loads(capsys.readouterr().out)
    assert found["not_found"] == told
    assert found["verdict"] == {"": None}.get(claim, ("holds", "refuted", 2, "undecided")[status])
    assert found["least_delta"] is None
    assert bool(found["least_eps"]) == (slow == "delta")


def test_a_tight_claim_is_decided_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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

    path = tmp_path / "mine.py"
    path.write_text(USER, "utf-8")
    monkeypatch.setattr(tightest, "audit_real_epsilon", audit)
    words = f"{path}:Survey --rows 1 --eps 1 --claim-eps 1 --json"
    assert main(["privacy", *words.split()]) == 0
    assert len(asked) == 1
    assert json.loads(capsys.readouterr().out)["least_delta"]["delta"]["exact"] == "0"


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            "--rows 1 --all-eps --claim-eps 1/2",
            ["claimed loss 1/2 eps", "witness: where eps = ln(4) (1.386294361 to 1.386294362)"],
        ),
        ("--rows 1 --all-eps --claim-eps 1", ["claimed loss eps"]),
        ("--rows 1 --all-eps --exp-eps 3", ["claimed loss ln(3) (1.098612288 to 1.098612289)"]),
        ("--rows 1 --eps 1 --claim-eps 1/2", ["claimed loss 1/2 (0.5)"]),
        ("--rows 1 --eps 1", ["eps, about least delta, about", "0 0.4621171573", "1 0"]),
    ],
)
def test_a_claim_is_printed_as_a_loss(
    exactdp: Call, user: str, words: str, lines: list[str]
) -> None:
    """So that e^eps, and r, are those of the mechanism only; (e - 1) / (e + 1) is 0.46211715..."""
    found = [
        " ".join(line.split())
        for line in exactdp("privacy", f"{user}:Survey", *words.split()).out.splitlines()
    ]
    assert set(lines) <= set(found)
    assert not any(line.startswith(("e^eps ", "witness: root", "witness: u ")) for line in found)
    assert not any("e^eps = " in line for line in found if line.startswith("scope"))


def test_a_law_for_every_eps_has_no_empty_column(exactdp: Call, user: str) -> None:
    """Nor a quotient by 1."""
    found = exactdp("law", f"{user}:Survey", "--database", "0", "--all-eps").out.splitlines()
    assert found[0].endswith("on (0), r = e^eps")
    assert found[1].split() == ["outcome", "probability"]


@pytest.mark.parametrize(
    ("multiple", "verdict", "side"), [("1.000001", "holds", "below"), ("0.99", "refuted", "above")]
)
def test_a_claim_that_is_no_power_is_decided_beside_it(
    exactdp: Call, user: str, tmp_path: Path, multiple: str, verdict: str, side: str
) -> None:
    """No more parts are made for it; answer and certificate say at which number it was decided."""
    proof = tmp_path / "proof.json"
    asked = ("privacy", f"{user}:Survey", "--rows", "1", "--eps", "0.5", "--claim-eps", multiple)
    found = exactdp(*asked, "--certificate", str(proof))
    assert found.status == {"holds": 0, "refuted": 1}[verdict]
    assert f"just {side} e^(claimed loss)" in found.out
    assert "e^eps, with eps = 1/2" in found.out
    answer = exactdp(*asked, "--json").json
    assert answer["verdict"] == verdict
    assert answer["exp_eps"]["exact"] == f"e^({Fraction(multiple) / 2})"
    at = answer["decided_at"]["exact"]
    bound = json.loads(proof.read_text("utf-8"))["exp_eps"]
    assert Fraction(*(bound[part][0] for part in ("num", "den"))) == Fraction(at)
    claimed = exp_bounds(Fraction(multiple) / 2, 80)
    assert Fraction(at) <= claimed[1] if verdict == "holds" else Fraction(at) >= claimed[0]
    assert exactdp("check", str(proof)).status == 0


def test_the_picture_of_a_claim_that_is_no_power(exactdp: Call, user: str, tmp_path: Path) -> None:
    """The claim is drawn where it was decided, which the eye does not tell from it."""
    drawn = tmp_path / "curve.svg"
    asked = ("--rows", "1", "--eps", "0.5", "--claim-eps", "0.99", "--plot", str(drawn))
    assert exactdp("privacy", f"{user}:Survey", *asked).status == 1
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
    exactdp: Call, user: str, asked: str, law: str | None
) -> None:
    """It is perfectly private, and most likely not what was meant."""
    name, *options = asked.split()
    found = exactdp("privacy", f"{user}:{name}", *options)
    words = "the output does not depend on the database: "
    assert (words in found.out) is (law is not None)
    if law is not None:
        assert f"{words}{law}\n" in found.out
    answer = exactdp("privacy", f"{user}:{name}", *options, "--json").json
    assert answer.get("note") == (None if law is None else words + law)


@pytest.mark.parametrize(
    ("loss", "columns"),
    [
        (("--root", "3/2"), ["e^eps", "least delta", "eps, about", "least delta, about"]),
        (("--eps", "0.5"), ["eps, about", "least delta, about"]),
    ],
)
def test_of_a_long_curve_some_corners_are_shown(
    exactdp: Call, monkeypatch: pytest.MonkeyPatch, loss: tuple[str, str], columns: list[str]
) -> None:
    """From its beginning to its end, where delta is 0; the title says how many there are."""
    monkeypatch.setattr(curve_table, "MOST_CORNERS", 4)
    asked = ("exponential-interior-point", "-p", "domain=12", "--rows", "2", *loss)
    lines = exactdp("privacy", *asked).out.splitlines()
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


def test_databases_that_are_listed_need_no_rows(exactdp: Call, user: str) -> None:
    """They are those of the class, and neighbours are those that it lists."""
    found = exactdp("privacy", f"{user}:Listed", "--eps", "1", "--json")
    assert found.status == 0
    assert (found.json["databases"], found.json["pairs"]) == (3, 2)
    assert found.json["scope"].startswith("listed pairs")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("Listed --eps 1 --rows 2", "--rows 2: not for Listed, whose universe is a list"),
        ("Listed --eps 1 --adjacency replace-one", "the mechanism has a relation of its own"),
        ("Lonely --eps 1", "Lonely.universe: no two of its databases are neighbours"),
        ("Survey --eps 1", "privacy needs --rows N"),
    ],
)
def test_rows_are_asked_for_where_they_are_needed(
    exactdp: Call, user: str, asked: str, words: str
) -> None:
    """And not where databases are listed, whose relation is their own too."""
    name, *options = asked.split()
    found = exactdp("privacy", f"{user}:{name}", *options)
    assert (found.status, words in found.err) == (2, True)


def test_on_a_terminal_it_says_what_goes_on(
    exactdp: Call, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While neighbours are compared, as while laws are computed, which may take minutes."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    found = exactdp("privacy", f"{user}:Survey", "--rows", "1", "--eps", "1", "--json")
    assert found.status == 0
    assert "comparing neighbours" in found.err
    assert found.json["verdict"] is None
