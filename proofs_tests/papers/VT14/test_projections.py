"""Numbers of the claims on section 7, found without the code that they are about."""

import json
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

import pytest

from audits.claims.vocabulary import exp_high, exp_low
from audits.claims.vt14.laws.boosted_queries import WrittenBase
from reference.data.parity_hull import greatest_of_two_signs, mean_width
from reference.mechanisms.noise.discrete_gaussian import truncated_delta, variance_for
from reference.mechanisms.release.boosted_queries import BoostedQueries
from reference.mechanisms.release.gaussian_projection import projected
from reference.probability.law import law

VECTORS = Path(__file__).parents[2] / "vectors"
PROJECTIONS: dict[str, list[dict[str, Any]]] = json.loads(
    (VECTORS / "vt14_projections.json").read_text("utf-8")
)
BOOSTED: list[dict[str, Any]] = json.loads(
    (VECTORS / "vt14_boosted_queries.json").read_text("utf-8")
)["boosted"]


@pytest.mark.parametrize("case", PROJECTIONS["deltas"])
def test_deltas_of_truncated_noise(case: dict[str, Any]) -> None:
    """By sums over the sum of all coordinates, and over all values of the noise."""
    found = truncated_delta(
        Fraction(case["base"]),
        case["width"],
        coordinates=case["coordinates"],
        multiple=case["multiple"],
    )
    assert found == Fraction(case["delta"])


@pytest.mark.parametrize("case", PROJECTIONS["projections"])
def test_nearest_points(case: dict[str, Any]) -> None:
    """By the oracle, and by looking at every face."""
    noisy = tuple(map(Fraction, case["noisy"]))
    assert projected(noisy, case["bits"], case["rows"]) == tuple(map(Fraction, case["nearest"]))


@pytest.mark.parametrize("case", PROJECTIONS["widths"])
def test_mean_widths(case: dict[str, Any]) -> None:
    """Of K and L_0, for signs: 1, 2, 139/32 and 1, 3, 51/8."""
    bits = case["bits"]
    assert mean_width((1, -1), bits) == Fraction(case["hull"])
    if bits < 3:
        signs = [[1 - 2 * (m >> k & 1) for k in range(bits**2)] for m in range(2**bits**2)]
        mean = sum((greatest_of_two_signs(g, bits) for g in signs), Fraction(0)) / len(signs)
        assert mean == Fraction(case["two_signs"])


@pytest.mark.parametrize("case", BOOSTED)
def test_laws_of_boosting(case: dict[str, Any]) -> None:
    """Round by round, and sequence by sequence."""
    queries = tuple(_Constant(q) for q in case["exact"])
    base: Any = WrittenBase(tuple(map(tuple, case["answers"])))
    mechanism: BoostedQueries[Any, Fraction] = BoostedQueries(
        queries,
        base,
        case["rounds"],
        case["samples"],
        case["tolerance"],
        case["slack"],
        Fraction(case["weight"]),
    )
    found = law(mechanism, ())
    expected = {tuple(answers): Fraction(p) for answers, p in case["law"]}
    assert {answers: found.probability(answers) for answers in found} == expected


class _Constant(int):
    """A query with one answer."""

    def __call__(self, database: object, /) -> int:
        return int(self)


@pytest.mark.parametrize(("eps", "delta"), [(2, Fraction(1, 100)), (3, Fraction(1, 1000))])
def test_the_derived_variance_is_enough_for_discrete_noise(eps: int, delta: Fraction) -> None:
    """D = 2, where four coordinates move by one; a quarter of it is not enough."""
    variance = variance_for(Fraction(eps), delta, 4)
    assert delta_of_four(eps, variance) <= delta < delta_of_four(eps, variance / 4)


def delta_of_four(eps: int, variance: Fraction) -> Fraction:
    """A little more than delta: the loss is (2 S + 4)/(2V) for a sum S of four noises.

    Weights are rounded up; beyond 12 deviations there is less than 10^-25.
    """
    most = 12 * (isqrt(int(variance)) + 1)
    sizes = range(-most, most + 1)
    above = [exp_high(-Fraction(z * z) / (2 * variance)) for z in sizes]
    total = sum(exp_low(-Fraction(z * z) / (2 * variance)) for z in sizes)
    one = [_up(p / total) for p in above]
    sums = [Fraction(1)]
    for _ in range(4):
        sums = [_up(p) for p in _times(sums, one)]
    found = Fraction(1, 10**25)
    for k, p in enumerate(sums):
        loss = Fraction(2 * (k - 4 * most) + 4) / (2 * variance) - eps
        if loss > 0:
            found += p * (1 - exp_low(-loss))
    return found


def _up(value: Fraction) -> Fraction:
    """To 100 binary digits."""
    return Fraction(-(-value.numerator * 2**100 // value.denominator), 2**100)


def _times(first: list[Fraction], second: list[Fraction]) -> list[Fraction]:
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            found[i + j] += a * b
    return found
