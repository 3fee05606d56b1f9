"""`pap-release` on the command line: its law, its ledger, and what is refused."""

from pathlib import Path

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers

TYPED = ("-p", "concepts=thresholds", "-p", "domain=4", "-p", "public=1,1")
NUMBERS = ("-p", "threshold=1/2", "-p", "count=1", "-p", "rate=1/2")
STUMPS = ("sample", "pap-release", "-p", "concepts=stumps", "-p", "domain=2^32")
TARGET = ("--eps", "1", "--delta", "1e-6")


def test_the_law_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The value that brute force found: 2673878/3954825 for the fractions of the hypothesis."""
    words = ("law", "pap-release", *TYPED, *NUMBERS, "--database", "0,3", "--root", "2")
    assert main([*words]) == 0
    assert "2673878/3954825" in capsys.readouterr().out


def test_privacy_for_every_eps(capsys: pytest.CaptureFixture[str]) -> None:
    """The declared guarantee holds; a power less does not need to be asked for here."""
    assert main(["privacy", "pap-release", *TYPED, *NUMBERS, "--rows", "1", "--all-eps"]) == 0
    assert "claimed loss   eps" in capsys.readouterr().out


def test_parameters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The classes are named."""
    assert main(["list", "mechanisms", "pap-release"]) == 0
    assert "thresholds, points, stumps or parities" in capsys.readouterr().out


def test_ledger_of_a_sample(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """32 attributes, rows from files; ten corrections within the target."""
    rows, public = tmp_path / "rows.txt", tmp_path / "public.txt"
    rows.write_text("\n".join(str(i * 2654435761 % 2**32) for i in range(2000)), "utf-8")
    public.write_text("\n".join(str(i * 40503 % 2**32) for i in range(50)), "utf-8")
    words = (*STUMPS, "--public", str(public), "--database", str(rows), "-p", "count=10")
    assert main([*words, *TARGET, "--seed", "1", "--json"]) == 0
    printed = capsys.readouterr()
    found = in_exact_numbers(printed.out)
    assert found["ledger"]["corrections"] == 10
    assert len(found["values"][0]) == 32 or len(found["outputs"]) == 1
    assert "ledger: optimal composition, eps = 0.9" in printed.err
    assert "public rows are not protected" in printed.err


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ((*STUMPS, "--public", "1,2", "--database", "1", *TARGET), "-p count=C, how many"),
        ((*STUMPS, "--public", "1,2", "-p", "count=2", *TARGET), "give --database"),
        ((*STUMPS, "--public", "1,2", "--database", "1", "-p", "count=0", *TARGET), "-p count=0"),
        (
            (
                *(*STUMPS, "--public", "1,2", "--database", "1", *TARGET),
                *("--accuracy", "1/4", "--failure", "1/20"),
            ),
            "1 private rows and 2 public rows are too few: ",
        ),
        (("sample", "tree-log", "--public", "1", "--database", "1"), "--public"),
        (
            ("law", "pap-release", "-p", "concepts=stump", "--database", "1", "--root", "2"),
            "thresholds, points, stumps or parities",
        ),
    ],
)
def test_bad_input_is_refused(
    words: tuple[str, ...], refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit status 2."""
    assert main([*words]) == 2
    printed = capsys.readouterr().err.strip().splitlines()
    assert len(printed) == 1
    assert refusal in printed[0]


SAMPLE = ("sample", "pap-release")
SMALL = ("-p", "concepts=thresholds", "-p", "domain=4", "-p", "public=0,2,3", "-p", "rate=1/2")
WIDE = ("-p", "concepts=stumps", "-p", "public=1,2", "-p", "threshold=1", "-p", "rate=1/2")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("-p domain=4 --public 1 -p count=1 --eps 1 --delta 1e-6", "-p concepts is missing: "),
        (
            "-p concepts=stumps --public 1 -p count=1 --eps 1 --delta 1e-6",
            "-p domain is missing: ",
        ),
        (
            "-p concepts=stumps -p domain=4 -p count=1 --eps 1 --delta 1e-6",
            "-p public is missing: ",
        ),
        (
            "-p concepts=stumps -p domain=4 --public 1 -p count=1 --delta 1e-6",
            "--eps is missing: ",
        ),
        (
            "-p concepts=stumps -p domain=4 --public 1 --eps 1 --delta 1e-6 --accuracy 1/4",
            "or --accuracy and --failure, from which",
        ),
        (
            (
                "-p concepts=stumps -p domain=4 --public 1 --eps 1 --delta 1e-6 --accuracy 1/4 "
                "--failure 1/4 -p count=1"
            ),
            "give -p count=C, how many corrections, or",
        ),
        (
            (
                "-p concepts=stumps -p domain=4 --public 1 --eps 1 --delta 1e-6 -p count=1 "
                "-p threshold=1"
            ),
            "-p threshold is not read here",
        ),
        (
            (
                "-p concepts=stumps -p domain=4 --public 1,2 --eps 1 --delta 1e-6 --accuracy 1/4 "
                "--failure 1/20"
            ),
            "10368 private rows and 58 public rows are needed",
        ),
        (
            "-p concepts=stumps -p domain=4 --public 1,2 --eps 1e-4 --delta 1e-6 -p count=3",
            "--eps 1e-4: too small for pap-release here",
        ),
    ],
)
def test_each_refusal_names_one_thing(
    words: str, refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing, derived or too few, of both kinds of rows."""
    assert main([*SAMPLE, *words.split(), "--database", "1,2"]) == 2
    assert refusal in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("tree-log --public 1 --database 1", "tree-log takes no public rows"),
        (
            "pap-release --public 1 -p public=1 -p count=1 --eps 1 --delta 1e-6 --database 1",
            "give the public rows once",
        ),
    ],
)
def test_public_rows_where_they_belong(
    words: str, refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not elsewhere, and once."""
    assert main(["sample", *words.split()]) == 2
    assert refusal in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("law --database 1 --root 2 -p count=100000000000 -p threshold=1", "from 0 to 1000"),
        ("sample --database 1 --root 2 -p count=100000000000 -p threshold=1", "from 0 to 1000"),
        ("privacy --rows 1 --root 2 -p count=1001 -p threshold=1", "-p count=1001"),
        ("law --database 1 --root 2 -p count=1 -p threshold=-1000000", "from -5000 to 5000"),
        ("law --database 1 --all-eps -p count=1 -p threshold=1e12", "from -200 to 200"),
        ("sample --database 1 --root 2 -p count=1 -p threshold=1e12", "from -10000000 to"),
    ],
)
def test_long_numbers_are_refused(
    words: str, refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any power is computed."""
    command, *others = words.split()
    assert main([command, "pap-release", *SMALL, *others]) == 2
    assert refusal in capsys.readouterr().err


@pytest.mark.parametrize(
    ("size", "rows", "refusal"),
    [
        (2**32, 2, "4294967296 databases or more, the limit is 2000000"),
        (2**20, 2, "549756338176 databases or more"),
        (2**20, 1, "1099510579200 pairs of neighbours"),
    ],
)
def test_large_universes_are_refused_by_their_numbers(
    size: int, rows: int, refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before a point is listed."""
    words = ("-p", f"domain={size}", "-p", "count=1", "--rows", str(rows), "--root", "2")
    assert main(["privacy", "pap-release", *WIDE, *words]) == 2
    assert refusal in capsys.readouterr().err


def test_stumps_on_one_point_are_refused_in_the_words_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The domain was given, attributes were not."""
    words = ("-p", "domain=1", "-p", "count=1", "--database", "0", "--root", "2")
    assert main(["law", "pap-release", *WIDE, *words]) == 2
    assert "domain of 1 point: stumps" in capsys.readouterr().err


def test_what_is_promised_and_what_the_answers_are(capsys: pytest.CaptureFixture[str]) -> None:
    """No accuracy where none was asked for; a threshold above all rows is told."""
    words = ("-p", "concepts=stumps", "-p", "domain=4", "--public", "1,2", *TARGET)
    assert main([*SAMPLE, *words, "-p", "count=2", "--database", "1,2", "--seed", "1"]) == 0
    told = capsys.readouterr().err
    assert "2 private rows and 2 public rows (no accuracy is promised)" in told
    assert "rows_needed" not in told
    assert "answers: for each of 2 concepts, from x0 to x1, the mean" in told
    assert "is not below the 2 private rows: no answer is off by more" in told
    accurate = (*SAMPLE, *words, "--accuracy", "1/4", "--failure", "1/20")
    assert main([*accurate]) == 0
    told = capsys.readouterr().out
    assert "10368 private rows and 2 public rows (too few: 58 public rows are needed)" in told
    assert main([*accurate, "--json"]) == 0
    found = in_exact_numbers(capsys.readouterr().out)
    assert (found["rows_needed"], found["public_needed"]) == (10368, 58)
    assert (found["public_rows"], found["suffices"]) == (2, False)


def test_a_mechanism_without_eps_needs_none(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither asked for nor spoken of."""
    words = ("random-subset", "-p", "domain=2", "-p", "rows=3", "-p", "size=2")
    assert main(["law", *words, "--database", "0,0,1"]) == 0
    assert "which takes no eps" in capsys.readouterr().out
    assert main(["privacy", *words, "--rows", "3"]) == 0
    assert "2/3" in capsys.readouterr().out
    assert main(["sample", *words, "--database", "0,0,1"]) == 0
    assert "delta = 0.6666666667" in capsys.readouterr().err
    assert main(["list", "mechanisms", "random-subset"]) == 0
    told = capsys.readouterr().out
    assert "it takes no eps" in told
    assert "parts" not in told
    assert main(["law", "pap-release", *SMALL, "--database", "0"]) == 2
    assert "exactly one of --root" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["numeric-sparse", "noisy-counts", "multiplicative-weights"])
def test_what_cannot_be_typed_is_said_of_one_mechanism(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not only in the list of all."""
    assert main(["list", "mechanisms", name]) == 0
    told = capsys.readouterr().out
    assert f"cannot be typed. Build {name} in Python (reference.mechanisms." in told
    assert "on the command line" not in told


def test_certificates_of_all_eps_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One file for each piece, none of which has the name that was given."""
    words = ("optimum", "counting-query", "-p", "rows=1", "--all-eps", "--certificate")
    assert main([*words, str(tmp_path / "o.json")]) == 0
    assert str(tmp_path / "o.1.json") in capsys.readouterr().out
    assert (tmp_path / "o.1.json").exists()


def test_a_claim_is_listed_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    """By its id alone; a paper lists more."""
    assert main(["list", "claims", "bcmnuw20.t10.priv", "--json"]) == 0
    listed = in_exact_numbers(capsys.readouterr().out)["claims"]
    assert {claim["id"] for claim in listed} == {"BCMNUW20.T10.priv"}
    assert main(["list", "claims", "bcmnuw20", "--json"]) == 0
    assert len(in_exact_numbers(capsys.readouterr().out)["claims"]) > 100


def test_the_scope_of_a_card_is_told_part_by_part(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each, and comparisons are called so."""
    assert main(["claims", "BCMNUW20.L7.lattice"]) == 0
    told = capsys.readouterr().out
    scopes = told.partition("\n  decided for\n")[2].partition("\n  wrong variants")[0]
    assert scopes.count("\n    ") > 1
    assert " distinct" not in scopes
