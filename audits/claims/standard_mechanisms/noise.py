"""Randomized response and noise: private for every eps, and exactly how private."""

from __future__ import annotations

from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    ONE,
    R,
    attains,
    every,
    folklore,
    has_finite_loss,
    keeps,
    keeps_its_guarantee,
)
from audits.ledger import Expected, Form, Kind, Size, claim
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


@claim(
    "CORE.randomized-response",
    kind=Kind.PRIVACY,
    source=folklore("randomized response"),
    statement="k-ary randomized response, applied to each row, is (eps, 0)-private.",
    scope_is_fair="Two and more rows over three and more values: other rows are present.",
)
def randomized_response(size: Size) -> Verdict:
    """All rows, all values."""
    mechanism = RandomizedResponse(Domain.of_size(size.pick(3, 4, 5)), every(1))
    return keeps_its_guarantee(mechanism, size.pick(2, 2, 3))


@claim(
    "CORE.randomized-response-is-tight",
    kind=Kind.PRIVACY,
    source=folklore("randomized response"),
    statement="The loss of randomized response is eps: no smaller one holds for any eps > 0.",
    scope_is_fair="An identity of two probabilities that are positive for every eps.",
)
def randomized_response_is_tight(size: Size) -> Verdict:
    """The truth against a lie."""
    mechanism = RandomizedResponse(Domain.of_size(size.pick(3, 4, 5)), every(1))
    return attains(mechanism, (0,), (1,), lambda output: output == (0,), R)


@claim(
    "CORE.geometric-mechanism",
    kind=Kind.PRIVACY,
    source=folklore("geometric mechanism"),
    statement="A count plus two-sided geometric noise of ratio e^(-eps) is (eps, 0)-private.",
    scope_is_fair=ALL_BITS + "  Outcomes beyond the counts have one likelihood ratio.",
)
def geometric_mechanism(size: Size) -> Verdict:
    """All databases of bits; all of Z by lumping where likelihood ratios agree."""
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(GeometricCount(-1, rows + 1, every(1)), rows)


@claim(
    "CORE.geometric-mechanism-is-tight",
    kind=Kind.PRIVACY,
    source=folklore("geometric mechanism"),
    statement="The loss of the geometric mechanism is eps: no smaller one holds for any eps > 0.",
    scope_is_fair="An identity of two probabilities that are positive for every eps > 0.",
)
def geometric_mechanism_is_tight(size: Size) -> Verdict:
    """The event that the answer is at most the smaller count."""
    rows = size.pick(2, 4, 8)
    mechanism = GeometricCount(-1, rows + 1, every(1))
    low, high = (0,) * rows, (*(0,) * (rows - 1), 1)
    return attains(mechanism, low, high, lambda answer: answer <= 0, R)


@claim(
    "CORE.clamped-geometric-mechanism",
    kind=Kind.PRIVACY,
    source=folklore("geometric mechanism, clamped"),
    statement="The geometric mechanism with answers clamped to [0, n] is (eps, 0)-private.",
    scope_is_fair=ALL_BITS,
)
def clamped_geometric_mechanism(size: Size) -> Verdict:
    """Post-processing of the geometric mechanism."""
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(ClampedGeometricCount(0, rows, every(1)), rows)


@claim(
    "CORE.truncated-geometric-noise",
    kind=Kind.PRIVACY,
    source=folklore("truncated geometric noise"),
    statement="A count plus noise truncated to [-w, w] is (eps, Pr[Z = w])-private.",
    scope_is_fair=ALL_BITS,
)
def truncated_geometric_noise(size: Size) -> Verdict:
    """Width 2 and more."""
    return keeps_its_guarantee(TruncatedNoiseCount(size.pick(2, 3, 5), every(1)), 4)


@claim(
    "CORE.truncated-geometric-noise-is-not-pure",
    kind=Kind.PRIVACY,
    source=folklore("truncated geometric noise"),
    statement="A count plus noise truncated to [-w, w] is (eps', 0)-private for some eps'.",
    expected=Expected.REFUTED,
    scope_is_fair="One bit already has two neighbours with different counts.",
)
def truncated_geometric_noise_is_not_pure(size: Size) -> Verdict:
    """The largest answer is possible for one neighbour only."""
    return has_finite_loss(TruncatedNoiseCount(size.pick(2, 3, 5), every(1)), 1, Fraction(2))


@claim(
    "CORE.truncated-geometric-answer",
    kind=Kind.PRIVACY,
    source=folklore("truncated geometric answer"),
    statement="Answers y in [low, high] of probability prop. to e^(-eps |y - a|): 2 eps-private.",
    scope_is_fair=ALL_BITS,
)
def truncated_geometric_answer(size: Size) -> Verdict:
    """The range is that of the count."""
    rows = size.pick(3, 5, 8)
    return keeps_its_guarantee(TruncatedAnswerCount(0, rows, every(1)), rows)


@claim(
    "CORE.truncated-geometric-answer-costs-more",
    kind=Kind.PRIVACY,
    source=folklore("truncated geometric answer"),
    statement="Answers y in [low, high] of probability prop. to e^(-eps |y - a|): eps-private.",
    expected=Expected.REFUTED,
    scope_is_fair="The range is that of the count, so that the condition depends on the data.",
)
def truncated_geometric_answer_costs_more(size: Size) -> Verdict:
    """The mistake of clamping by conditioning."""
    rows = size.pick(2, 3, 4)
    return keeps(TruncatedAnswerCount(0, rows, every(1)), rows, R, NOTHING)


@claim(
    "CORE.laplace-cells",
    kind=Kind.PRIVACY,
    source=folklore("Laplace mechanism"),
    statement="The cell between integer cuts that a count plus Lap(1/eps) is in: eps-private.",
    scope_is_fair=ALL_BITS + "  A cut at every count shows the whole loss.",
)
def laplace_cells(size: Size) -> Verdict:
    """Continuous noise, exactly."""
    rows = size.pick(3, 5, 8)
    return keeps_its_guarantee(LaplaceCells(tuple(range(rows + 1)), every(1)), rows)


@claim(
    "CORE.laplace-threshold-test",
    kind=Kind.PRIVACY,
    source=folklore("Laplace mechanism, compared with a threshold"),
    statement="Whether a count plus Lap(1/eps) is at least an integer is (eps, 0)-private.",
    scope_is_fair=ALL_BITS,
)
def laplace_threshold_test(size: Size) -> Verdict:
    """A threshold in the middle of the counts."""
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(LaplaceThresholdTest(rows // 2, every(1)), rows)


@claim(
    "CORE.laplace-histogram-cells",
    kind=Kind.PRIVACY,
    source=folklore("Laplace histogram"),
    statement="Cells of a histogram with Lap(1/eps) on each count: (2 eps, 0) for replaced rows.",
    scope_is_fair="A replaced row changes two counts, and the scope has such pairs.",
)
def laplace_histogram_cells(size: Size) -> Verdict:
    """Histograms over two and three values."""
    mechanism = LaplaceHistogramCells(
        Domain.of_size(size.pick(2, 3, 3)), size.pick((0, 1, 2), (0, 1, 2), (0, 1, 2, 3)), every(2)
    )
    return keeps_its_guarantee(mechanism, size.pick(2, 2, 3))


@claim(
    "CORE.clamped-geometric-mechanism-on-one-bit",
    form=Form.CORRECTED,
    kind=Kind.PRIVACY,
    source=folklore("geometric mechanism, clamped"),
    statement="Clamped to [0, 1], a bit plus geometric noise is randomized response of loss eps.",
    scope_is_fair="Both databases of one bit.",
)
def clamped_noise_is_randomized_response(size: Size) -> Verdict:
    """Equality at the worst event: Pr[1 on 1] = r Pr[1 on 0]."""
    del size
    mechanism = ClampedGeometricCount(0, 1, every(1))
    return attains(mechanism, (1,), (0,), lambda answer: answer == 1, R * ONE)
