"""Which leak the test of a loss sees, and with which probability.

The test (`audits.conformance.event_search`) picks an event on one half of the samples and counts
it on the other half, n samples on each database.  It refutes a loss of eps with slack delta if

    low(c) - delta > e^eps high(d),

where c and d are the counts of the event, and low and high the exact confidence limits at the
false-alarm probability alpha.  Let the event have probability p on one database and q on the
other.  The two counts are independent and binomial, so

1  d* is the least count that d exceeds with probability at most 1/2000;
2  c* is the least count with low(c*) - delta > e^eps high(d*);
3  p* is a probability at which c falls short of c* with probability at most 1/2000.

For every p >= p* and every smaller q the loss is refuted with probability at least 0.999: low and
high grow with the counts, and the counts grow with p and q.  This is about the event that the
search has picked.  Which event it picks is no part of the statement: the search allows for six
standard deviations, which fits an alpha near 10^-9, and an event that is too rare for that is not
picked.

>>> least_seen(1000, Fraction(0), alpha=Fraction(1, 100), other=Fraction(0)) < Fraction(1, 30)
True
>>> least_seen(10, Fraction(5), alpha=Fraction(1, 100), other=Fraction(0)) is None
True
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import log

from audits.conformance.binomial import LIMIT_BITS, MISS, lower_limit, upper_tail
from audits.rendering.decimals import about
from reference.exact.exponential import exp_bounds


def least_seen(
    samples: int, eps: Fraction, delta: Fraction = Fraction(0), *, alpha: Fraction, other: Fraction
) -> Fraction | None:
    """The probability from which on an event is seen with probability at least 1 - `MISS`.

    Args:
        samples: n, those on which the event is counted, on each database.
        eps: the loss that is tested.
        delta: the slack.
        alpha: the false-alarm probability of the test.
        other: the probability of the event on the other database, at most.

    Returns:
        The probability on the one database; None if even a certain event is missed more often.
    """
    counts = range(samples + 1)
    most = bisect_left(counts, 1, key=lambda d: upper_tail(d + 1, samples, other) <= MISS / 2)  # 1
    bound = exp_bounds(eps)[1] * (1 - lower_limit(samples - most, samples, alpha / 2)) + delta
    least = _least_count(samples, bound, alpha)  # 2
    if least > samples:
        return None
    return 1 - lower_limit(samples - least + 1, samples, MISS / 2)  # 3


def _least_count(samples: int, bound: Fraction, alpha: Fraction) -> int:
    """The least count whose lower confidence limit is above the bound; n + 1 if there is none.

    It is found by one tail for each count, and then compared with the limit itself.
    """
    place = Fraction(bound * 2**LIMIT_BITS // 1 + 1, 2**LIMIT_BITS)
    counts = range(samples + 1)
    least = bisect_left(
        counts,
        1,
        key=lambda c: c >= place * samples and upper_tail(c, samples, place) <= alpha / 2,
    )
    while least <= samples and lower_limit(least, samples, alpha / 2) <= bound:
        least += 1
    return least


def visible(samples: int, eps: Fraction, delta: Fraction, alpha: Fraction) -> str:
    """In words, two leaks that the test sees: an impossible output, and a greater loss.

    The second one is that of an event of probability 1/(e^eps + 1) on the other database, as
    randomised response has it.
    """
    only = least_seen(samples, eps, delta, alpha=alpha, other=Fraction(0))
    if only is None:
        return f"no leak can be seen in {samples} samples of either database: take more"
    text = (
        f"with probability {about(1 - MISS)} an event that the search picks is seen if it has "
        f"probability {_up(only)} on one database and 0 on the other"
    )
    other = 1 / (exp_bounds(eps)[1] + 1)
    more = least_seen(samples, eps, delta, alpha=alpha, other=other)
    if more is None:
        return text
    loss = log((more - delta) / other)
    return f"{text}, or {_up(more)} and {_down(other)} (a loss of {loss + 5e-4:.3f})"


def _up(chance: Fraction) -> str:
    """Four decimals, rounded upward."""
    return f"{float(-(-chance * 10_000 // 1) / 10_000):.4f}"


def _down(chance: Fraction) -> str:
    """Four decimals, rounded downward."""
    return f"{float(chance * 10_000 // 1 / 10_000):.4f}"
