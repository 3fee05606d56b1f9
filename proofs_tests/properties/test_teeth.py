"""Every wrong variant of every property is refuted, and no module is without a property."""

import importlib
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from proofs_tests.architecture.tree import ROOT
from proofs_tests.properties.games.played import GAMES, Game
from proofs_tests.properties.stated import AT_MOST, BY_DAY, PROPERTIES, BoundError, Property

HERE = Path(__file__).parent
HOMES = ("reductions", "lower_bounds", "hardness")


def all_properties() -> list[Property]:
    """Those of every module of this folder."""
    for file in sorted(HERE.rglob("test_*.py")):
        if file != Path(__file__):
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    return PROPERTIES


@pytest.fixture(autouse=True)
def _unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws that differ are not compared once more to show where."""
    monkeypatch.setattr("_pytest.assertion.util._reprcompare", None)


@pytest.mark.parametrize("known", all_properties(), ids=lambda known: known.name)
def test_wrong_variants_are_refuted(known: Property) -> None:
    """Each within three times the examples of a property by day; and some of them break the bound.

    By the slack, where all that is asserted before is true: otherwise it says nothing more.
    What refutes a variant is mostly the bound.  If it is not, all else is passed over.
    """
    right = [mistake for mistake in known.wrong if not known.refutes(mistake)]
    assert right == [], f"{known.name} is true of these on {AT_MOST} examples: are they mistakes?"
    if known.has_bound:
        at_once = any(known.refuted_by(mistake) is BoundError for mistake in known.wrong)
        tries = product((BY_DAY, AT_MOST), known.wrong)
        assert at_once or any(known.exceeds(mistake, examples) for examples, mistake in tries), (
            f"{known.name}: the slack is >= 0 for all wrong variants; add one that breaks it"
        )


LOST = [
    pytest.param(game, mistake, id=f"{game.__name__}-{mistake}")
    for game in GAMES
    for mistake in game.wrong
]


@pytest.mark.parametrize(("game", "mistake"), LOST)
def test_a_wrong_variant_loses(game: type[Game], mistake: str) -> None:
    """Within fifty runs."""
    refuted = game.refutes(mistake)
    assert refuted, f"{game.__name__} is won by {mistake!r} in fifty runs: is it a mistake?"


def test_every_property_and_every_game_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """In the table that `python -m proofs_tests.properties` prints."""
    importlib.import_module("proofs_tests.properties.__main__").main([])
    printed = capsys.readouterr().out
    assert f"{len(PROPERTIES)} properties of" in printed
    assert all(f"games: {game.__name__}"[:20] in printed for game in GAMES)


@pytest.mark.parametrize("home", HOMES)
def test_every_module_has_its_properties(home: str) -> None:
    """In a module of the same name."""
    modules = {file.stem for file in (ROOT / "reference" / home).glob("[a-z]*.py")}
    places = [known.check.__module__.split(".")[-2:] for known in PROPERTIES]
    named = {name.removeprefix("test_") for folder, name in places if folder == home}
    assert modules - named == set()
    assert named - modules == set()


@pytest.mark.slow
def test_the_least_slack_is_printed_at_night() -> None:
    """A line for each bound, with the instance."""
    file = str(HERE / "lower_bounds" / "test_query_packing.py")
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file, "-k", "named"],
        env=os.environ | {"HYPOTHESIS_PROFILE": "nightly"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "test_query_packing.test_not_all_are_named: 0" in said
