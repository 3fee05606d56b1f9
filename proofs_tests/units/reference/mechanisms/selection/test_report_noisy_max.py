"""Report-noisy-max against sums over the noise."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds
from reference.data.adjacency import all_answers
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.selection.report_noisy_max import (
    NoisyMaxFrequentValue,
    OneSidedNoisyMaxFrequentValue,
    ReportNoisyMax,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

VECTORS = [(0, 0), (2, 0), (0, 3), (1, 0, 1), (0, 2, 1), (3, 0, 0)]


@dataclass(frozen=True)
class Answers:
    """The quality of a candidate is an answer; the database is the vector of answers."""

    def __call__(self, database: Database[int], /) -> Mapping[int, int]:
        return dict(enumerate(database))


def two_answers(gap: int, g: Fraction) -> Fraction:
    """Pr[Z - Z' >= -gap]: the first of two, ahead by the gap, wins, ties included.

    Z - Z' has the law ((1-g)/(1+g))^2 g^|s| (|s| + (1+g^2)/(1-g^2)), summed over s >= -gap by
    summing |s| <= |gap| and halving the rest.
    """
    front = ((1 - g) / (1 + g)) ** 2

    def chance(s: int) -> Fraction:
        return front * g ** abs(s) * (abs(s) + (1 + g**2) / (1 - g**2))

    inside = sum((chance(s) for s in range(-abs(gap), abs(gap) + 1)), Fraction(0))
    rest = (1 - inside) / 2
    return rest + inside if gap >= 0 else rest + chance(-gap)


def one_sided(answers: tuple[int, ...], winner: int, g: Fraction) -> Fraction:
    """Pr[winner] with one-sided noise, by inclusion and exclusion over who is not below.

    With z >= start every rival j is below with probability 1 - g^(z + c_j), c_j >= 0; the
    product is expanded over sets of rivals and each term is a geometric series.
    """
    own = answers[winner]
    offsets = [own - a + (j > winner) for j, a in enumerate(answers) if j != winner]
    start = max(0, *(-c for c in offsets))
    total = Fraction(0)
    sets = chain.from_iterable(combinations(offsets, m) for m in range(len(offsets) + 1))
    for chosen in sets:
        m = len(chosen)
        series = g ** (start * (m + 1)) / (1 - g ** (m + 1))
        total += (-1) ** m * (1 - g) * g ** sum(chosen) * series
    return total


@pytest.mark.parametrize("gap", range(-4, 5))
@pytest.mark.parametrize("root", [Fraction(21, 20), Fraction(3, 2), Fraction(5)])
def test_two_candidates_in_closed_form(gap: int, root: Fraction) -> None:
    """The first of two wins as often as the difference of two noises allows."""
    answers = (gap, 0) if gap >= 0 else (0, -gap)
    found = law(ReportNoisyMax(Answers(), Epsilon(root, 2)), answers)
    assert found.probability(0) == two_answers(gap, 1 / root)


@pytest.mark.parametrize("answers", [(0, 0, 0), (1, 0, 2), (0, 2, 1)])
def test_three_candidates_by_summation(answers: tuple[int, ...]) -> None:
    """Each probability lies between the sum over noise up to 20 and that plus what is left."""
    terms = 20
    weights = {z: 2 ** (terms - abs(z)) for z in range(-terms, terms + 1)}
    wins = [0, 0, 0]
    for noise in product(weights, repeat=3):
        noisy = [a + z for a, z in zip(answers, noise, strict=True)]
        wins[noisy.index(max(noisy))] += weights[noise[0]] * weights[noise[1]] * weights[noise[2]]
    total = (3 * 2**terms) ** 3
    found = law(ReportNoisyMax(Answers(), Epsilon(Fraction(2), 2)), answers)
    for i, won in enumerate(wins):
        low = Fraction(won, total)
        assert low <= found.probability(i) <= low + 1 - Fraction(sum(wins), total)
    assert 1 - Fraction(sum(wins), total) < Fraction(1, 10**5)


@pytest.mark.parametrize("answers", VECTORS)
@pytest.mark.parametrize("root", [Fraction(11, 10), Fraction(3)])
def test_one_sided_noise_by_inclusion_and_exclusion(
    answers: tuple[int, ...], root: Fraction
) -> None:
    """With one-sided noise the law is a finite sum of geometric series."""
    found = law(ReportNoisyMax(Answers(), Epsilon(root, 2), one_sided=True), answers)
    expected = [one_sided(answers, i, 1 / root) for i in range(len(answers))]
    assert [found.probability(i) for i in range(len(answers))] == expected


@pytest.mark.parametrize("one_sided_noise", [False, True])
def test_private_for_every_eps(one_sided_noise: bool) -> None:
    """Three answers that all move by one: eps-private for every eps, ties and all."""
    mechanism = ReportNoisyMax(Answers(), Epsilon.indeterminate(2), 1, one_sided_noise)
    verdict = audit_privacy(mechanism, all_answers(range(3), 3), mechanism.guarantee)
    assert isinstance(verdict, Holds)


@pytest.mark.parametrize("make", [NoisyMaxFrequentValue, OneSidedNoisyMaxFrequentValue])
def test_frequent_values_are_private_for_every_eps(
    make: type[NoisyMaxFrequentValue[Fraction]],
) -> None:
    """The most frequent of three values, by either noise."""
    mechanism = make(Domain.of_size(3), Epsilon(Fraction(4, 3), 2))
    verdict = audit_privacy(mechanism, mechanism.universe(3), mechanism.guarantee)
    assert isinstance(verdict, Holds)


def test_the_law_for_every_eps_agrees_with_the_law_at_one() -> None:
    """At r = 5/3 the symbolic laws are the numeric ones."""
    for one_sided_noise in (False, True):
        symbolic = ReportNoisyMax(Answers(), Epsilon.indeterminate(2), 1, one_sided_noise)
        numeric = ReportNoisyMax(Answers(), Epsilon(Fraction(5, 3), 2), 1, one_sided_noise)
        assert law(symbolic, (1, 3, 0)).at(Fraction(5, 3)) == law(numeric, (1, 3, 0))


def test_a_run_needs_no_law() -> None:
    """On two thousand candidates one branch is followed, and the far best one wins."""
    answers = (*range(2000), 5000)
    mechanism = ReportNoisyMax(Answers(), Epsilon(Fraction(3, 2), 2))
    assert run(mechanism, answers, SeededBits(5)) == 2000


def test_parameters_are_checked() -> None:
    """Sensitivity 0 is refused at construction, no candidate at a call."""
    eps = Epsilon(Fraction(2), 2)
    with pytest.raises(ValueError, match="sensitivity 0"):
        ReportNoisyMax(Answers(), eps, 0)
    with pytest.raises(ValueError, match="at least one"):
        law(ReportNoisyMax(Answers(), eps), ())
