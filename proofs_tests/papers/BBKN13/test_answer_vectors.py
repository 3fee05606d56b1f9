"""Laws and failures of the learners against values that no code of this project computed."""

import json
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from audits.claims.bbkn13.laws.worst_distributions import Case, worst_on_the_grid
from reference.data.concept import points
from reference.data.domain import Domain
from reference.mechanisms.learning.exponential_learner import IntervalLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


class Exponential(TypedDict):
    """A law of the exponential learner, by the index of the concept."""

    learner: str
    domain: int
    root: str
    database: list[tuple[int, int]]
    law: dict[str, str]


class RandomFlips(TypedDict):
    """A law of A2, by the values of the hypothesis."""

    domain: int
    accuracy: str
    database: list[tuple[int, int]]
    law: dict[str, str]


class Worst(TypedDict):
    """A failure of the learner of points, at a distribution that is the worst."""

    domain: int
    target: int
    rows: int
    accuracy: str
    root: str
    masses: list[str]
    failure: str


class Vectors(TypedDict):
    """The file."""

    exponential: list[Exponential]
    random_flips: list[RandomFlips]
    worst_distributions: list[Worst]


VECTORS: Vectors = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bbkn13.json").read_text("utf-8")
)


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize("case", VECTORS["exponential"])
def test_laws_of_the_exponential_learners(case: Exponential) -> None:
    """Every probability equals the listed one."""
    domain, eps = Domain.of_size(case["domain"]), Epsilon(Fraction(case["root"]), 2)
    database = tuple((x, y) for x, y in case["database"])
    if case["learner"] == "point":
        chosen = law(PointLearner(domain, eps), database).map(lambda h: h.point)
    else:
        chosen = law(IntervalLearner(domain, eps), database).map(lambda h: h.end)
    assert {str(j): str(chosen.probability(j)) for j in chosen} == case["law"]


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize("case", VECTORS["random_flips"])
def test_laws_of_random_flips(case: RandomFlips) -> None:
    """Every probability of A2 equals the listed one."""
    database = tuple((x, y) for x, y in case["database"])
    found = law(noisy_learner(case["domain"], Fraction(case["accuracy"])), database)
    assert {str(h): str(found.probability(h)) for h in found} == case["law"]


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize("case", VECTORS["worst_distributions"])
def test_worst_failures(case: Worst) -> None:
    """The worst of the grid has the failure that is listed, at the masses that are listed."""
    alpha, size = Fraction(case["accuracy"]), case["domain"]
    learner = PointLearner(Domain.of_size(size), Epsilon(Fraction(case["root"]), 2))
    target = points(size)[case["target"]]
    found = Case("sampler", learner, target, size, case["rows"])
    assert worst_on_the_grid(found, 3, alpha.denominator, alpha) == Fraction(case["failure"])
