"""What `exactdp new` refuses, and what it writes where; a whole tree is for `test_adding`."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from audits.commands.new import CATALOGUE, DECLARED, HOME, MECHANISMS, Kind, begin
from audits.evidence.verdict import Holds, Refuted
from audits.inputs.literals import InputError

PACKAGES = sorted(each.parent.name for each in (HOME / MECHANISMS).glob("*/__init__.py"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """As much of a checkout as is looked at."""
    for folder in ("reference/mechanisms/noise", "audits/claims/vt14", "proofs_tests"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "reference/mechanisms/noise/__init__.py").touch()
    for folder in ("audits/claims/standard_mechanisms", "audits/engines"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "audits/claims/vt14/rr.py").write_text(
        '@claim(\n    "VT14.ALG.RR", over())', "utf-8"
    )
    (tmp_path / CATALOGUE).write_text((HOME / CATALOGUE).read_text("utf-8"), "utf-8")
    for folder in ("reference/mechanisms/noise", "audits/engines"):
        (tmp_path / "proofs_tests/units" / folder).mkdir(parents=True)
    return tmp_path


def test_a_mechanism_has_a_module_two_claims_and_a_test(home: Path) -> None:
    """All words of the skeletons are filled in."""
    made = begin(home, Kind.MECHANISM, "noisy-parity")
    assert made.claims == ["CORE.noisy-parity", "CORE.noisy-parity.accuracy"]
    texts = [(home / file).read_text("utf-8") for file in made.files]
    assert "class NoisyParity(Generic[R]):" in texts[0]
    assert not any("@Class@" in text or "@name@" in text for text in texts)
    assert texts[-1].count('id = "CORE.noisy-parity') == 2


@pytest.mark.parametrize(
    ("kind", "name", "package", "line"),
    [
        (Kind.MECHANISM, "Noisy", "noise", "Noisy: no name of a mechanism, which is like noisy-"),
        (Kind.MECHANISM, "noisy", "nose", "--in nose: no package of mechanisms; did you mean noi"),
        (Kind.MECHANISM, "n" * 37, "noise", f"{'n' * 37}: a name of at most 36 characters"),
        (Kind.MECHANISM, "class", "noise", "class: Python has another use for this name"),
        (Kind.CLAIM, "odd-sums", "noise", "odd-sums: no name of a claim, which is like CORE.odd-"),
        (Kind.CLAIM, "AB99.odd", "noise", "AB99.odd: no paper AB99"),
        (Kind.CLAIM, "VT14.ALG.RR", "noise", "VT14.ALG.RR is there already"),
        (Kind.CLAIM, "VT14.T99.9", "noise", "VT14.T99.9: no statement of VT14; see `exactdp list"),
        (Kind.ENGINE, "noisy parity", "noise", "noisy parity: no name of an engine, which is"),
    ],
)
def test_what_cannot_be_begun(home: Path, kind: Kind, name: str, package: str, line: str) -> None:
    """One line says why, and nothing is written."""
    before = sorted(home.rglob("*"))
    with pytest.raises(InputError) as refused:
        begin(home, kind, name, package)
    assert str(refused.value).startswith(line)
    assert sorted(home.rglob("*")) == before


def test_a_statement_of_a_paper_is_in_the_catalogue(home: Path) -> None:
    """Only its check is written."""
    before = (home / CATALOGUE).read_text("utf-8")
    made = begin(home, Kind.CLAIM, "VT14.ALG.Warner")
    assert made.files == ["audits/claims/vt14/alg_warner.py"]
    assert (home / CATALOGUE).read_text("utf-8") == before


@pytest.mark.parametrize("package", PACKAGES)
def test_the_promise_of_a_mechanism_is_declared(home: Path, package: str) -> None:
    """One import where it belongs, one entry at the end of the table, nothing else."""
    folder = home / MECHANISMS / package
    folder.mkdir(exist_ok=True)
    (folder / "__init__.py").touch()
    (home / "proofs_tests/units" / MECHANISMS / package).mkdir(exist_ok=True)
    place = f"{DECLARED}/{package.replace('stability', 'selection')}.py"
    table = home / place
    table.parent.mkdir(parents=True)
    before = (HOME / place).read_text("utf-8")
    table.write_text(before, "utf-8")
    assert place in begin(home, Kind.MECHANISM, "noisy-parity", package).files
    lines = table.read_text("utf-8").splitlines()
    new = f"from reference.mechanisms.{package}.noisy_parity import NoisyParity"
    promise = "Declared(NoisyParity(every(1)), at(R), replace_one((0, 1), 2))"
    entry = f'    "noisy parity": {promise},'
    assert lines[-2:] == [entry, "}"]
    number = lines.index(new)
    assert [*lines[:number], *lines[number + 1 : -2], lines[-1]] == before.splitlines()
    nearest = [line for line in lines[number + 1 :] if line.startswith("from ")][:1]
    assert lines[number - 1] < new
    assert all(line > new for line in nearest)
    names = vars(import_module(place.removesuffix(".py").replace("/", ".")))
    assert {"Declared", "every", "at", "R", "replace_one"} <= names.keys()


def test_what_is_there_is_left_alone(home: Path) -> None:
    """The first file that is there is named."""
    begin(home, Kind.ENGINE, "likeliest")
    with pytest.raises(InputError, match=r"audits/engines/likeliest.py is there already"):
        begin(home, Kind.ENGINE, "likeliest")


def test_outside_of_a_checkout(tmp_path: Path) -> None:
    """An installed copy has no tests and no claims to add to."""
    with pytest.raises(InputError, match="works in a checkout"):
        begin(tmp_path, Kind.CLAIM, "CORE.odd-sums")


def test_an_engine_passes_its_test(home: Path) -> None:
    """The engine and its test, as they are written: each case comes out as it says."""
    files = begin(home, Kind.ENGINE, "likeliest").files
    engine, tests = ((home / file).read_text("utf-8") for file in files)
    names: dict[str, object] = {"__name__": "likeliest"}
    exec(engine, names)  # noqa: S102 - our own skeleton
    exec(re.sub("from audits.engines.likeliest .*", "", tests), names)  # noqa: S102
    check = names["test_the_likeliest_outcome_of_a_flipped_bit"]
    assert callable(check)
    check(Fraction(3, 4), Holds)
    check(Fraction(2, 3), Refuted)
