"""Published variants of noisy max and of the noisy histogram, and sums of a stream of answers.

All vectors of answers -1, 0, 1.
"""

from __future__ import annotations

from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
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
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum

ALL_MOVE = "All vectors of answers -1, 0, 1, every answer moves by at most one."
ONE_MOVES = "All vectors of answers -1, 0, 1, one answer moves by one."


@claim(
    "CORE.noisy-max-1",
    kind=Kind.PRIVACY,
    source=folklore("noisy max, variant 1"),
    statement="The place of the greatest answer with two-sided noise is eps-private.",
    scope_is_fair=ALL_MOVE,
)
def noisy_max_1(size: Size) -> Verdict:
    """Ties go to the first."""
    return keeps_its_guarantee(NoisyMax1(every(2)), size.pick(3, 4, 5))


@claim(
    "CORE.noisy-max-1-of-two",
    kind=Kind.PRIVACY,
    source=folklore("noisy max, variant 1"),
    statement="On two answers the likelihood ratios are at most r^2 (2 r^2 + r + 1) / "
    "(4 r^2 + r - 1) <= r^2, r = e^(eps/2): the theorem is loose.",
    scope_is_fair=ALL_MOVE,
)
def noisy_max_1_of_two(size: Size) -> Verdict:
    """The loss is eps/2 for small eps."""
    del size
    loss = R**2 * (2 * R**2 + R + 1) / (4 * R**2 + R - 1)
    return keeps(NoisyMax1(every(2)), 2, loss, NOTHING)


@claim(
    "CORE.noisy-max-2",
    kind=Kind.PRIVACY,
    source=folklore("noisy max, variant 2"),
    statement="The place of the greatest answer with one-sided noise is eps-private.",
    scope_is_fair=ALL_MOVE,
)
def noisy_max_2(size: Size) -> Verdict:
    """Ties go to the first."""
    return keeps_its_guarantee(NoisyMax2(every(2)), size.pick(3, 4, 5))


@claim(
    "CORE.noisy-max-2-is-tight",
    kind=Kind.LOWER_BOUND,
    source=folklore("noisy max, variant 2"),
    statement="With one-sided noise the loss eps is attained, on two answers already.",
    scope_is_fair="(-1, 0) and (0, -1), the second wins; all eps.",
)
def noisy_max_2_is_tight(size: Size) -> Verdict:
    """The constant of the theorem cannot be improved."""
    del size
    return attains(NoisyMax2(every(2)), (-1, 0), (0, -1), lambda y: y == 1, R**2)


@claim(
    "CORE.noisy-max-3",
    kind=Kind.PRIVACY,
    source=folklore("noisy max, variant 3"),
    statement="The greatest answer with two-sided noise is eps-private.",
    expected=Expected.REFUTED,
    scope_is_fair=f"{ALL_MOVE} Three answers, the least number.",
)
def noisy_max_3(size: Size) -> Verdict:
    """The value is released in place of the place."""
    return keeps_its_guarantee(NoisyMax3(every(2)), size.pick(3, 4, 5))


@claim(
    "CORE.noisy-max-3",
    form=Form.CORRECTED,
    kind=Kind.PRIVACY,
    source=folklore("noisy max, variant 3"),
    statement="The greatest of n answers with two-sided noise loses at most n eps/2 (values "
    "clamped to [-1, 1]).",
    scope_is_fair=ALL_MOVE,
)
def noisy_max_3_loss(size: Size) -> Verdict:
    """So two answers are as private as claimed."""
    n = size.pick(3, 4, 5)
    return keeps(NoisyMax3(every(2)), n, R**n, NOTHING)


@claim(
    "CORE.noisy-max-3-growth",
    kind=Kind.LOWER_BOUND,
    source=folklore("noisy max, variant 3"),
    statement="The greatest of n answers with two-sided noise loses n eps/2: more than eps for "
    "three answers, at every eps > 0.",
    scope_is_fair="(-1, ..., -1) and (0, ..., 0), the value at most -1; all eps.",
)
def noisy_max_3_growth(size: Size) -> Verdict:
    """A low value says that all noisy answers are low."""
    n = size.pick(4, 6, 8)
    return attains(NoisyMax3(every(2)), (-1,) * n, (0,) * n, lambda v: v == -1, R**n)


@claim(
    "CORE.noisy-max-4",
    kind=Kind.PRIVACY,
    source=folklore("noisy max, variant 4"),
    statement="The greatest answer with one-sided noise is private for some finite loss.",
    expected=Expected.REFUTED,
    scope_is_fair=f"{ALL_MOVE} One answer, at e^eps = 4.",
)
def noisy_max_4(size: Size) -> Verdict:
    """A noisy answer is never less than the answer."""
    return has_finite_loss(NoisyMax4(every(2)), size.pick(1, 2, 3), Fraction(2))


@claim(
    "CORE.noisy-histogram-1",
    kind=Kind.PRIVACY,
    source=folklore("noisy histogram, variant 1"),
    statement="All answers with noise of scale 1/eps are eps-private if one moves by one.",
    scope_is_fair=ONE_MOVES,
)
def noisy_histogram_1(size: Size) -> Verdict:
    """Each cell pays for itself."""
    return keeps_its_guarantee(NoisyHistogram1(every(1)), size.pick(2, 3, 4))


@claim(
    "CORE.noisy-histogram-1-is-tight",
    kind=Kind.LOWER_BOUND,
    source=folklore("noisy histogram, variant 1"),
    statement="The loss eps of the noisy histogram is attained.",
    scope_is_fair="(-1, 0) and (0, 0), the first value at most -1; all eps.",
)
def noisy_histogram_1_is_tight(size: Size) -> Verdict:
    """The constant of the theorem cannot be improved."""
    del size
    return attains(NoisyHistogram1(every(1)), (-1, 0), (0, 0), lambda y: y[0] == -1, R)


@claim(
    "CORE.noisy-histogram-2",
    kind=Kind.PRIVACY,
    source=folklore("noisy histogram, variant 2"),
    statement="All answers with noise of scale eps are eps-private if one moves by one.",
    expected=Expected.REFUTED,
    scope_is_fair=f"{ONE_MOVES} eps^2 = 1/2, below 1.",
)
def noisy_histogram_2(size: Size) -> Verdict:
    """The scale and the rate are mistaken for each other."""
    return keeps_its_guarantee(NoisyHistogram2(Fraction(1, 2), every(1)), size.pick(1, 2, 3))


@claim(
    "CORE.noisy-histogram-2",
    form=Form.CORRECTED,
    kind=Kind.PRIVACY,
    source=folklore("noisy histogram, variant 2"),
    statement="With noise of scale eps the loss is at most 1/eps.",
    scope_is_fair=f"{ONE_MOVES} eps^2 = 1/2: the loss 1/eps is 2 eps.",
)
def noisy_histogram_2_loss(size: Size) -> Verdict:
    """So it is eps-private for eps >= 1."""
    mechanism = NoisyHistogram2(Fraction(1, 2), every(1))
    return keeps(mechanism, size.pick(2, 3, 4), R**2, NOTHING)


@claim(
    "CORE.noisy-histogram-2-growth",
    kind=Kind.LOWER_BOUND,
    source=folklore("noisy histogram, variant 2"),
    statement="With noise of scale eps the loss 1/eps is attained.",
    scope_is_fair="(-1) and (0), the value at most -1; eps^2 = 1/n, the loss 1/eps is n eps.",
)
def noisy_histogram_2_growth(size: Size) -> Verdict:
    """Beyond every bound for small eps."""
    n = size.pick(4, 9, 16)
    mechanism = NoisyHistogram2(Fraction(1, n), every(1))
    return attains(mechanism, (-1,), (0,), lambda y: y[0] == -1, R**n)


@claim(
    "CORE.partial-sum",
    kind=Kind.PRIVACY,
    source=folklore("partial sum"),
    statement="The total of the answers with noise of scale 1/eps is eps-private.",
    scope_is_fair=ONE_MOVES,
)
def partial_sum(size: Size) -> Verdict:
    """A sum of sensitivity 1."""
    queries = size.pick(3, 4, 5)
    return keeps_its_guarantee(PartialSum(every(1), reach=queries), queries)


@claim(
    "CORE.partial-sum-is-tight",
    kind=Kind.LOWER_BOUND,
    source=folklore("partial sum"),
    statement="The loss eps of the noisy total is attained.",
    scope_is_fair="(-1, 0) and (0, 0), the total at most -3; all eps.",
)
def partial_sum_is_tight(size: Size) -> Verdict:
    """The constant of the theorem cannot be improved."""
    del size
    return attains(PartialSum(every(1)), (-1, 0), (0, 0), lambda s: s == -3, R)


@claim(
    "CORE.smart-sum",
    kind=Kind.PRIVACY,
    source=folklore("smart sum"),
    statement="Smart sum with noise of scale 1/eps is 2 eps-private.",
    scope_is_fair=f"{ONE_MOVES} A block of two, and a part of a block.",
)
def smart_sum(size: Size) -> Verdict:
    """Every answer is in its own number and in that of its block."""
    return keeps_its_guarantee(SmartSum(2, every(1)), size.pick(3, 3, 4))


@claim(
    "CORE.smart-sum-is-tight",
    kind=Kind.LOWER_BOUND,
    source=folklore("smart sum"),
    statement="The loss 2 eps of smart sum is attained.",
    scope_is_fair="(-1, -1) and (0, -1), one block, both numbers at most -2; all eps.",
)
def smart_sum_is_tight(size: Size) -> Verdict:
    """The constant of the theorem cannot be improved."""
    del size
    return attains(SmartSum(2, every(1)), (-1, -1), (0, -1), lambda y: y == (-2, -2), R**2)
