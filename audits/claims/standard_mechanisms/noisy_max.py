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
    has_finite_loss,
    keeps,
    keeps_its_guarantee,
)
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum

ALL_MOVE = "All vectors of answers -1, 0, 1, every answer moves by at most one."
ONE_MOVES = "All vectors of answers -1, 0, 1, one answer moves by one."


@claim("CORE.noisy-max-1")
def noisy_max_1(size: Size) -> Verdict:
    """The place of the greatest answer with two-sided noise is eps-private.

    Fair: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    return keeps_its_guarantee(NoisyMax1(every(2)), size.pick(3, 4, 5))


@claim("CORE.noisy-max-1-of-two")
def noisy_max_1_of_two(size: Size) -> Verdict:
    """On two answers the likelihood ratios are at most r^2 (2 r^2 + r + 1) / (4 r^2 + r - 1) <=
    r^2, r = e^(eps/2): the theorem is loose.

    Fair: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    del size
    loss = R**2 * (2 * R**2 + R + 1) / (4 * R**2 + R - 1)
    return keeps(NoisyMax1(every(2)), 2, loss, NOTHING)


@claim("CORE.noisy-max-2")
def noisy_max_2(size: Size) -> Verdict:
    """The place of the greatest answer with one-sided noise is eps-private.

    Fair: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    return keeps_its_guarantee(NoisyMax2(every(2)), size.pick(3, 4, 5))


@claim("CORE.noisy-max-2-is-tight")
def noisy_max_2_is_tight(size: Size) -> Verdict:
    """With one-sided noise the loss eps is attained, on two answers already.

    Fair: (-1, 0) and (0, -1), the second wins; all eps.
    """
    del size
    return attains(NoisyMax2(every(2)), (-1, 0), (0, -1), lambda y: y == 1, R**2)


@claim("CORE.noisy-max-3", refuted=UNGRADED)
def noisy_max_3(size: Size) -> Verdict:
    """The greatest answer with two-sided noise is eps-private.

    Fair: All vectors of answers -1, 0, 1, every answer moves by at most one. Three answers, the
    least number.
    """
    return keeps_its_guarantee(NoisyMax3(every(2)), size.pick(3, 4, 5))


@claim("CORE.noisy-max-3", Form.CORRECTED)
def noisy_max_3_loss(size: Size) -> Verdict:
    """The greatest of n answers with two-sided noise loses at most n eps/2 (values clamped to [-1,
    1]).

    Fair: All vectors of answers -1, 0, 1, every answer moves by at most one.
    """
    n = size.pick(3, 4, 5)
    return keeps(NoisyMax3(every(2)), n, R**n, NOTHING)


@claim("CORE.noisy-max-3-growth")
def noisy_max_3_growth(size: Size) -> Verdict:
    """The greatest of n answers with two-sided noise loses n eps/2: more than eps for three
    answers, at every eps > 0.

    Fair: (-1, ..., -1) and (0, ..., 0), the value at most -1; all eps.
    """
    n = size.pick(4, 6, 8)
    return attains(NoisyMax3(every(2)), (-1,) * n, (0,) * n, lambda v: v == -1, R**n)


@claim("CORE.noisy-max-4", refuted=UNGRADED)
def noisy_max_4(size: Size) -> Verdict:
    """The greatest answer with one-sided noise is private for some finite loss.

    Fair: All vectors of answers -1, 0, 1, every answer moves by at most one. One answer, at e^eps
    = 4.
    """
    return has_finite_loss(NoisyMax4(every(2)), size.pick(1, 2, 3), Fraction(2))


@claim("CORE.noisy-histogram-1")
def noisy_histogram_1(size: Size) -> Verdict:
    """All answers with noise of scale 1/eps are eps-private if one moves by one.

    Fair: All vectors of answers -1, 0, 1, one answer moves by one.
    """
    return keeps_its_guarantee(NoisyHistogram1(every(1)), size.pick(2, 3, 4))


@claim("CORE.noisy-histogram-1-is-tight")
def noisy_histogram_1_is_tight(size: Size) -> Verdict:
    """The loss eps of the noisy histogram is attained.

    Fair: (-1, 0) and (0, 0), the first value at most -1; all eps.
    """
    del size
    return attains(NoisyHistogram1(every(1)), (-1, 0), (0, 0), lambda y: y[0] == -1, R)


@claim("CORE.noisy-histogram-2", refuted=UNGRADED)
def noisy_histogram_2(size: Size) -> Verdict:
    """All answers with noise of scale eps are eps-private if one moves by one.

    Fair: All vectors of answers -1, 0, 1, one answer moves by one. eps^2 = 1/2, below 1.
    """
    return keeps_its_guarantee(NoisyHistogram2(Fraction(1, 2), every(1)), size.pick(1, 2, 3))


@claim("CORE.noisy-histogram-2", Form.CORRECTED)
def noisy_histogram_2_loss(size: Size) -> Verdict:
    """With noise of scale eps the loss is at most 1/eps.

    Fair: All vectors of answers -1, 0, 1, one answer moves by one. eps^2 = 1/2: the loss 1/eps is
    2 eps.
    """
    mechanism = NoisyHistogram2(Fraction(1, 2), every(1))
    return keeps(mechanism, size.pick(2, 3, 4), R**2, NOTHING)


@claim("CORE.noisy-histogram-2-growth")
def noisy_histogram_2_growth(size: Size) -> Verdict:
    """With noise of scale eps the loss 1/eps is attained.

    Fair: (-1) and (0), the value at most -1; eps^2 = 1/n, the loss 1/eps is n eps.
    """
    n = size.pick(4, 9, 16)
    mechanism = NoisyHistogram2(Fraction(1, n), every(1))
    return attains(mechanism, (-1,), (0,), lambda y: y[0] == -1, R**n)


@claim("CORE.partial-sum")
def partial_sum(size: Size) -> Verdict:
    """The total of the answers with noise of scale 1/eps is eps-private.

    Fair: All vectors of answers -1, 0, 1, one answer moves by one.
    """
    queries = size.pick(3, 4, 5)
    return keeps_its_guarantee(PartialSum(every(1), reach=queries), queries)


@claim("CORE.partial-sum-is-tight")
def partial_sum_is_tight(size: Size) -> Verdict:
    """The loss eps of the noisy total is attained.

    Fair: (-1, 0) and (0, 0), the total at most -3; all eps.
    """
    del size
    return attains(PartialSum(every(1)), (-1, 0), (0, 0), lambda s: s == -3, R)


@claim("CORE.smart-sum")
def smart_sum(size: Size) -> Verdict:
    """Smart sum with noise of scale 1/eps is 2 eps-private.

    Fair: All vectors of answers -1, 0, 1, one answer moves by one. A block of two, and a part of a
    block.
    """
    return keeps_its_guarantee(SmartSum(2, every(1)), size.pick(3, 3, 4))


@claim("CORE.smart-sum-is-tight")
def smart_sum_is_tight(size: Size) -> Verdict:
    """The loss 2 eps of smart sum is attained.

    Fair: (-1, -1) and (0, -1), one block, both numbers at most -2; all eps.
    """
    del size
    return attains(SmartSum(2, every(1)), (-1, -1), (0, -1), lambda y: y == (-2, -2), R**2)
