"""Interior point fingerprinting codes, against numbers found another way."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingAttack,
    FingerprintingCode,
    Goal,
    SimulatedPirate,
    best_pirate,
    first_one,
    keeps_marks,
    spliced,
    verdicts,
)
from reference.probability.coins import Coins
from reference.probability.law import law

VECTORS = Path(__file__).parents[3] / "vectors" / "bnsv15_fingerprinting.json"
KNOWN: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))


def first(database: Database[int], coins: Coins[Fraction]) -> int:
    """The first word that is seen."""
    del coins
    return database[0]


@pytest.mark.parametrize("case", KNOWN["errors"])
def test_best_pirates_are_the_known_ones(case: dict[str, Any]) -> None:
    """For each goal, and what is played is what is promised."""
    code = FingerprintingCode(tuple(case["bases"]), case["by_chance"])
    coalition = tuple(case["coalition"])
    outside = set(code.users) - set(coalition)
    for goal in Goal:
        pirate = best_pirate(code, coalition, goal)
        assert pirate.chance == Fraction(case[goal.name.lower()])
        played = verdicts(code, coalition, pirate)
        wanted = {Bottom.BOTTOM} if goal is Goal.ESCAPE else outside
        reached = sum(
            played.probability(found)
            for found in played
            if found.accused in wanted and (found.feasible or goal is Goal.FRAME)
        )
        assert reached == pirate.chance


@pytest.mark.parametrize("case", KNOWN["three_users"])
def test_three_users(case: dict[str, Any]) -> None:
    """The smallest code for three users that is sound at all."""
    code = FingerprintingCode(tuple(case["bases"]))
    pirate = best_pirate(code, tuple(case["coalition"]), Goal.FRAME)
    assert pirate.chance == Fraction(case["frame"])


def test_attack_by_hand() -> None:
    """Two users, bases 2 and 2: user 1 is traced to himself, or agrees by chance on more."""
    code = FingerprintingCode((2, 2))
    attack = FingerprintingAttack(code, first)
    assert law(attack, (1,)).probability(2) == Fraction(1, 2)
    assert law(attack, (2,)).probability(2) == 1
    assert sum(code.accused((1,), (0,), 0).probability(user) for user in (1, 2)) == 1


def test_simulated_pirate_by_hand() -> None:
    """The first word agrees on y digits, and on one more with probability 1/b."""
    found = law(SimulatedPirate(first, 3, 2, with_last=False), (1,))
    assert {k: found.probability(k) for k in found} == {1: Fraction(2, 3), 2: Fraction(1, 3)}


def test_splices() -> None:
    """Of four points; the pirate of 2 and 3 may choose what is at the second position."""
    assert [spliced(x, 4) for x in (1, 4)] == [(1, 1, 1, 1), (0, 0, 0, 1)]
    words = (spliced(2, 4), spliced(3, 4))
    assert keeps_marks(words, (0, 1, 1, 1))
    assert not keeps_marks(words, (1, 1, 1, 1))
    assert first_one((0, 0, 1, 0)) == 3


@pytest.mark.parametrize("bases", [(), (0,), (2, 1)])
def test_bad_bases_are_refused(bases: tuple[int, ...]) -> None:
    """With what is allowed."""
    with pytest.raises(ValueError, match=r"b\(0\) >= 1"):
        FingerprintingCode(bases)


def test_unknown_users_are_refused() -> None:
    """They are numbered from 1."""
    with pytest.raises(ValueError, match="user 0: from 1 to 2"):
        best_pirate(FingerprintingCode((2, 2)), (0,), Goal.FRAME)
