"""Numbers of the claims on section 7, found without the code that they are about."""

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.vt14.laws.boosted_queries import WrittenBase
from proofs_tests.vectors.values import Case, cases
from reference.data.parity_hull import greatest_of_two_signs, mean_width
from reference.mechanisms.noise.discrete_gaussian import truncated_delta
from reference.mechanisms.release.boosted_queries import BoostedQueries
from reference.mechanisms.release.gaussian_projection import projected
from reference.probability.law import law

pytestmark = pytest.mark.paper("VT14")


@cases("vt14_projections", "deltas")
def test_deltas_of_truncated_noise(case: Case) -> None:
    """By sums over the sum of all coordinates, and over all values of the noise."""
    found = truncated_delta(
        Fraction(case["base"]),
        case["width"],
        coordinates=case["coordinates"],
        multiple=case["multiple"],
    )
    assert found == Fraction(case["delta"])


@cases("vt14_projections", "projections")
def test_nearest_points(case: Case) -> None:
    """By the oracle, and by looking at every face."""
    noisy = tuple(map(Fraction, case["noisy"]))
    assert projected(noisy, case["bits"], case["rows"]) == tuple(map(Fraction, case["nearest"]))


@cases("vt14_projections", "widths")
def test_mean_widths(case: Case) -> None:
    """Of K and L_0, for signs: 1, 2, 139/32 and 1, 3, 51/8."""
    bits = case["bits"]
    assert mean_width((1, -1), bits) == Fraction(case["hull"])
    if bits < 3:
        signs = [[1 - 2 * (m >> k & 1) for k in range(bits**2)] for m in range(2**bits**2)]
        mean = sum((greatest_of_two_signs(g, bits) for g in signs), Fraction(0)) / len(signs)
        assert mean == Fraction(case["two_signs"])


@cases("vt14_boosted_queries", "boosted")
def test_laws_of_boosting(case: Case) -> None:
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
