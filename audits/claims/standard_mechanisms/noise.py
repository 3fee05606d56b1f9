"""Randomized response and noise: private for every eps, and exactly how private."""

from __future__ import annotations

from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    ONE,
    R,
    attains,
    every,
    has_finite_loss,
    keeps,
    keeps_its_guarantee,
)
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount, GeometricCount
from reference.mechanisms.noise.laplace_mechanism import (
    LaplaceCells,
    LaplaceHistogramCells,
    LaplaceThresholdTest,
)
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)

ALL_BITS = "Every database of so many bits, and every eps >= 0; counts range from none to all."


@claim("CORE.randomized-response")
def randomized_response(size: Size) -> Verdict:
    """k-ary randomized response, applied to each row, is (eps, 0)-private.

    Fair: Two and more rows over three and more values: other rows are present.
    """
    mechanism = RandomizedResponse(Domain.of_size(size.pick(3, 4, 5)), every(1))
    return keeps_its_guarantee(mechanism, size.pick(2, 2, 3))


@claim("CORE.randomized-response-is-tight")
def randomized_response_is_tight(size: Size) -> Verdict:
    """The loss of randomized response is eps: no smaller one holds for any eps > 0.

    Fair: An identity of two probabilities that are positive for every eps.
    """
    mechanism = RandomizedResponse(Domain.of_size(size.pick(3, 4, 5)), every(1))
    return attains(mechanism, (0,), (1,), lambda output: output == (0,), R)


@claim("CORE.geometric-mechanism")
def geometric_mechanism(size: Size) -> Verdict:
    """A count plus two-sided geometric noise of ratio e^(-eps) is (eps, 0)-private.

    Fair: Every database of so many bits, and every eps >= 0; counts range from none to all.
    Outcomes beyond the counts have one likelihood ratio.
    """
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(GeometricCount(-1, rows + 1, every(1)), rows)


@claim("CORE.geometric-mechanism-is-tight")
def geometric_mechanism_is_tight(size: Size) -> Verdict:
    """The loss of the geometric mechanism is eps: no smaller one holds for any eps > 0.

    Fair: An identity of two probabilities that are positive for every eps > 0.
    """
    rows = size.pick(2, 4, 8)
    mechanism = GeometricCount(-1, rows + 1, every(1))
    low, high = (0,) * rows, (*(0,) * (rows - 1), 1)
    return attains(mechanism, low, high, lambda answer: answer <= 0, R)


@claim("CORE.clamped-geometric-mechanism")
def clamped_geometric_mechanism(size: Size) -> Verdict:
    """The geometric mechanism with answers clamped to [0, n] is (eps, 0)-private.

    Fair: Every database of so many bits, and every eps >= 0; counts range from none to all.
    """
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(ClampedGeometricCount(0, rows, every(1)), rows)


@claim("CORE.truncated-geometric-noise")
def truncated_geometric_noise(size: Size) -> Verdict:
    """A count plus noise truncated to [-w, w] is (eps, Pr[Z = w])-private.

    Fair: Every database of so many bits, and every eps >= 0; counts range from none to all.
    """
    return keeps_its_guarantee(TruncatedNoiseCount(size.pick(2, 3, 5), every(1)), 4)


@claim("CORE.truncated-geometric-noise-is-not-pure", refuted=UNGRADED)
def truncated_geometric_noise_is_not_pure(size: Size) -> Verdict:
    """A count plus noise truncated to [-w, w] is (eps', 0)-private for some eps'.

    Fair: One bit already has two neighbours with different counts.
    """
    return has_finite_loss(TruncatedNoiseCount(size.pick(2, 3, 5), every(1)), 1, Fraction(2))


@claim("CORE.truncated-geometric-answer")
def truncated_geometric_answer(size: Size) -> Verdict:
    """Answers y in [low, high] of probability prop. to e^(-eps |y - a|): 2 eps-private.

    Fair: Every database of so many bits, and every eps >= 0; counts range from none to all.
    """
    rows = size.pick(3, 5, 8)
    return keeps_its_guarantee(TruncatedAnswerCount(0, rows, every(1)), rows)


@claim("CORE.truncated-geometric-answer-costs-more", refuted=UNGRADED)
def truncated_geometric_answer_costs_more(size: Size) -> Verdict:
    """Answers y in [low, high] of probability prop. to e^(-eps |y - a|): eps-private.

    Fair: The range is that of the count, so that the condition depends on the data.
    """
    rows = size.pick(2, 3, 4)
    return keeps(TruncatedAnswerCount(0, rows, every(1)), rows, R, NOTHING)


@claim("CORE.laplace-cells")
def laplace_cells(size: Size) -> Verdict:
    """The cell between integer cuts that a count plus Lap(1/eps) is in: eps-private.

    Fair: Every database of so many bits, and every eps >= 0; counts range from none to all. A cut
    at every count shows the whole loss.
    """
    rows = size.pick(3, 5, 8)
    return keeps_its_guarantee(LaplaceCells(tuple(range(rows + 1)), every(1)), rows)


@claim("CORE.laplace-threshold-test")
def laplace_threshold_test(size: Size) -> Verdict:
    """Whether a count plus Lap(1/eps) is at least an integer is (eps, 0)-private.

    Fair: Every database of so many bits, and every eps >= 0; counts range from none to all.
    """
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(LaplaceThresholdTest(rows // 2, every(1)), rows)


@claim("CORE.laplace-histogram-cells")
def laplace_histogram_cells(size: Size) -> Verdict:
    """Cells of a histogram with Lap(1/eps) on each count: (2 eps, 0) for replaced rows.

    Fair: A replaced row changes two counts, and the scope has such pairs.
    """
    mechanism = LaplaceHistogramCells(
        Domain.of_size(size.pick(2, 3, 3)), size.pick((0, 1, 2), (0, 1, 2), (0, 1, 2, 3)), every(2)
    )
    return keeps_its_guarantee(mechanism, size.pick(2, 2, 3))


@claim("CORE.clamped-geometric-mechanism-on-one-bit", Form.CORRECTED)
def clamped_noise_is_randomized_response(size: Size) -> Verdict:
    """Clamped to [0, 1], a bit plus geometric noise is randomized response of loss eps.

    Fair: Both databases of one bit.
    """
    del size
    mechanism = ClampedGeometricCount(0, 1, every(1))
    return attains(mechanism, (1,), (0,), lambda answer: answer == 1, R * ONE)
