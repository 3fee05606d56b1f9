"""Normal tails, and the exact privacy curve of Gaussian noise.

A number that differs by s between neighbours, released with noise N(0, sigma^2), is
(eps, delta)-private if and only if

    delta >= Phi(s/(2 sigma) - eps sigma/s) - e^eps Phi(-s/(2 sigma) - eps sigma/s),

which is Pr[y + s in T] - e^eps Pr[y in T] for noise y and T = {y > sigma^2 eps/s + s/2}, where
the ratio of the densities is above e^eps.  The other neighbour has the same delta, by reflection.
With independent noise on every coordinate of a vector, s is the Euclidean distance: the density is
the same in every direction.

These are real numbers: certified intervals, of any width (`reference.exact.interval`).

Notation: Phi(x) = Pr[N(0, 1) <= x], s sensitivity, sigma deviation.
Source: Balle and Wang, "Improving the Gaussian mechanism for differential privacy", theorem 8.
Degenerate inputs: s = 0 is perfect privacy, delta = 0 for eps >= 0.

>>> normal_tail(0)
Interval(1/2)
>>> [(normal_tail(x) * 10**6).floor() for x in (1, 2, 3)]
[158655, 22750, 1349]
>>> delta = gaussian_delta(0, sensitivity=1, deviation=1)  # Phi(1/2) - Phi(-1/2) = 0.38292...
>>> (delta * 10**5).floor()
38292
"""

from fractions import Fraction

from reference.exact.interval import Interval, Real, erfc, exact, exp, sqrt


def normal_tail(value: Real) -> Interval:
    """Pr[N(0, 1) > value]."""
    return erfc(sqrt(Fraction(1, 2)) * value) / 2


def gaussian_delta(eps: Real, *, sensitivity: Real, deviation: Real) -> Interval:
    """The least delta with which Gaussian noise is (eps, delta)-private.

    Args:
        eps: >= 0.
        sensitivity: s >= 0, the Euclidean distance of the answers on neighbours.
        deviation: sigma > 0, of the noise on every coordinate.

    Raises:
        ValueError: for an eps or a sensitivity below 0, or a deviation that is not above 0.
    """
    s, sigma = exact(sensitivity), exact(deviation)
    if not all(exact(0).certainly_at_most(x) for x in (eps, s)) or not _positive(sigma):
        raise ValueError(
            f"eps {eps}, sensitivity {sensitivity}, deviation {deviation}: the first two are at "
            "least 0, the deviation is above"
        )
    if s.exactly == 0:
        return exact(0)
    half, distance = s / sigma / 2, exact(eps) * sigma / s
    return normal_tail(distance - half) - exp(eps) * normal_tail(distance + half)


def _positive(value: Interval) -> bool:
    return exact(0).certainly_less(value)
