"""`exactdp complexity reconstruction`: attacks on subset sums, in numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from audits.engines.sample_complexity.reconstruction import (
    Closest,
    Family,
    at_worst,
    counted,
    exactly,
    least_norms,
    noisy_sums,
)
from proofs_tests.command_line import exactdp
from reference.lower_bounds.reconstruction import closest, largest_distance
from reference.lower_bounds.rounding_errors import most_wrong, programme_errs
from reference.lower_bounds.subset_sums import all_subsets, embedded
from reference.probability.law import law

COMMAND = "complexity reconstruction"


def test_the_json_of_hadamard_queries() -> None:
    """Two people: thresholds 1/4 and 1/2 by hand; the law at e^eps = 2 is exact."""
    words = "--queries hadamard --rows 2 --errors 1/4,1/3,3/4 --exp-eps 2 --json"
    answer = exactdp(f"{COMMAND} {words}", status=0).exact
    assert answer["queries"] == ["11", "10"]
    wrong = {(each["attack"], each["error_below"]): each for each in answer["at_worst"]}
    assert [wrong["Hadamard", e]["wrong"] for e in ("1/4", "1/3", "3/4")] == [0, 1, 2]
    assert [wrong["Hadamard", e]["at_most"] for e in ("1/4", "1/3", "3/4")] == [1, 2, 2]
    assert [wrong["try all", e]["wrong"] for e in ("1/4", "1/3", "3/4")] == [0, 0, 2]
    (first, second) = answer["on_average"]
    assert (first["evidence"], first["runs"], first["at_most"]) == ("exact", None, "4/5")
    assert (second["attack"], second["recovered"]) == ("Hadamard", "61/96")


def test_runs_are_told_and_repeat() -> None:
    """A law that is too large: seeded runs, the same again; another seed, another number."""
    words = f"{COMMAND} --rows 3 --exp-eps 4 --errors 1 --runs 80 --json --seed"
    first, again, other = (
        exactdp(f"{words} {seed}", status=0).exact["on_average"][0] for seed in (1, 1, 3)
    )
    assert first == again
    assert (first["evidence"], first["runs"]) == ("simulated", 80)
    assert first["recovered"] != other["recovered"]


def test_the_tables() -> None:
    """Wrong people with bounds; right people with how they are known."""
    told = exactdp(f"{COMMAND} --rows 3 --errors 3/4 --runs 8", status=0).stdout
    assert "3 people, 7 queries (all subsets)" in told
    assert "3/4           2 (<= 2)" in told
    assert "8 runs, seed 0" in told
    assert "+- 0.575" in told  # sqrt(ln(200) / 16)
    words = "--queries random --count 3 --rows 5 --exp-eps 2 --errors 1 --runs 8"
    assert " ? " in exactdp(f"{COMMAND} {words}", status=0).stdout


@pytest.mark.parametrize("queries", ["all", "hadamard"])
def test_the_picture(queries: str, tmp_path: Path) -> None:
    """With and without bounds."""
    file = tmp_path / "errors.svg"
    words = f"--queries {queries} --rows 2 --errors 1/3,1 --exp-eps 2,4 --plot {file}"
    exactdp(f"{COMMAND} {words}", status=0)
    assert "<svg" in file.read_text("utf-8")


@pytest.mark.parametrize("name", ["all", "random", "hadamard"])
def test_numbers_by_the_specification(name: str) -> None:
    """Fast forms and formulas against what `reference` has; four people, three for the formula."""
    people = 2 if name == "hadamard" else 3
    family = Family.of(name, people, 4, 5)
    errors = [Fraction(i, 8) for i in range(1, 9)]
    for each in at_worst(family, errors):
        if each.attack == "try all":
            assert each.wrong == largest_distance(family.queries, each.error)
        if each.attack == "linear programme":
            found = most_wrong(people, partial(programme_errs, family.queries, each.error))
            assert each.wrong == found
    fast = Closest(family.queries)
    for x in all_subsets(people):
        for shift in range(-1, 3):
            answers = [shift + i % 2 + sum(x) for i in range(len(family.queries))]
            assert fast(answers) == closest(family.queries, answers)
    assert least_norms(family.queries)[0] == 0


def test_the_product_is_the_law() -> None:
    """Of the release itself, an empty query among the queries."""
    family = Family("listed", 2, ((1, 1), (0, 0), (0, 1)))
    release = noisy_sums(family, Fraction(3))
    known = {(bits, counts): chance for bits, counts, chance in exactly(family, Fraction(3))}
    assert sum(known.values()) == 1
    for bits in all_subsets(2):
        found = law(release, embedded(bits))
        for means in found:
            assert known[bits, counted(means, 2)] == found.probability(means) / 4
