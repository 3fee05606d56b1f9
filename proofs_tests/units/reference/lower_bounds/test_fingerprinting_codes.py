"""Codes of Boneh and Shaw and of Tardos, against numbers found another way."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audits.claims.vt14.laws.fingerprinting import RoundedNoise
from reference.data.bottom import Bottom
from reference.lower_bounds.boneh_shaw_code import (
    BonehShawCode,
    CountingPirate,
    enough_columns,
    one_missing,
)
from reference.lower_bounds.fingerprinting_code import SecurityGame, best_pirate, is_caught, seen
from reference.lower_bounds.fingerprinting_experiment import Experiment, everybody_but
from reference.lower_bounds.tardos_code import BiasedCode, TardosPlan, even_score, uniform_score
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS = Path(__file__).parents[3] / "vectors" / "vt14_fingerprinting_codes.json"
KNOWN: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))
FIFTHS = Fraction(1, 5), Fraction(4, 5)


@pytest.mark.parametrize("case", KNOWN["boneh_shaw"])
def test_best_pirates_against_boneh_shaw(case: dict[str, Any]) -> None:
    """By counts, by views, and as played."""
    code, team = BonehShawCode(case["users"], case["block"]), tuple(case["coalition"])
    framed = Fraction(case["framed"])
    best, ones = code.best_counts(team)
    assert best == framed == best_pirate(code, team).chance
    for pirate in (CountingPirate[Fraction](ones), best_pirate(code, team)):
        played = law(SecurityGame(code, pirate), team)
        assert 1 - played.probability_that(lambda v: is_caught(team, v)) == framed


@pytest.mark.parametrize("case", KNOWN["false_alarms"])
def test_false_alarms(case: dict[str, Any]) -> None:
    """Scores of an innocent user, biases 1/5 and 4/5."""
    total = BiasedCode(1, 0, FIFTHS, Fraction(0)).innocent_total(case["ones"])
    above = total.probability_that(lambda s: s > Fraction(case["threshold"]))
    assert above == Fraction(case["chance"])


@pytest.mark.parametrize("case", KNOWN["minority"])
def test_the_minority_and_uniform_biases(case: dict[str, Any]) -> None:
    """The score x - p tells nothing of six pirates, and less of seven."""
    n = case["pirates"]
    minority = tuple(Fraction(int(0 < 2 * k < n or k == n)) for k in range(n + 1))
    assert uniform_score(minority, steep=False) == Fraction(case["score"])
    assert uniform_score(minority, steep=True) == 1


@pytest.mark.parametrize("case", KNOWN["noisy_means"])
def test_who_is_accused_of_noisy_means(case: dict[str, Any]) -> None:
    """Three users, one column a block, e^eps = 2 on each count."""
    means = RoundedNoise(4, Epsilon(Fraction(2), 4))
    found = law(Experiment(BonehShawCode(3, 1), means), case["missing"])
    named = found.map(lambda verdict: verdict.accused)
    for who, chance in case["accused"].items():
        accused = Bottom.BOTTOM if who == "None" else int(who)
        assert named.probability(accused) == Fraction(chance)


def test_a_missing_user() -> None:
    """The ones of a best pirate, and how often it frames."""
    code, team = BonehShawCode(4, 6), (1, 2, 4)
    assert one_missing(code, 3)[:2] == (0, 1)
    assert code.framed(team, one_missing(code, 3)) == Fraction(131, 462)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: BonehShawCode(0, 1), "at least 1"),
        (lambda: BonehShawCode(1, 0), "at least 1"),
        (lambda: BonehShawCode(2, 1).traced((1, 2), (0, 2, 1)), "2 ones in 1 blocks"),
        (lambda: one_missing(BonehShawCode(3, 1), 3), "from 2 to 2"),
        (lambda: enough_columns(2, Fraction(1)), "in \\(0, 1\\)"),
        (lambda: BiasedCode(1, 1, (), Fraction(0)), "too few"),
        (lambda: BiasedCode(1, 1, (Fraction(1),), Fraction(0)), "in \\(0, 1\\)"),
        (lambda: even_score(1, Fraction(1, 3)), "a\\^2"),
        (lambda: TardosPlan.of(0, Fraction(1, 2)), "at least 1"),
        (lambda: seen(((0,),), (2,)), "user 2: from 1 to 1"),
        (lambda: everybody_but(2, 3), "user 3: from 1 to 2"),
    ],
)
def test_bad_parameters_are_refused(make: Any, words: str) -> None:  # noqa: ANN401 - of every kind
    """With what is allowed."""
    with pytest.raises(ValueError, match=words):
        make()
