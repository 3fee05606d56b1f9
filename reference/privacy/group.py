"""Group privacy: what a guarantee for neighbours says of databases at distance k.

If Pr[M(D) in T] <= e^eps Pr[M(D') in T] + delta for neighbours, then along a path of k moves

    Pr[M(D) in T] <= e^(k eps) Pr[M(D') in T] + delta (1 + e^eps + ... + e^((k-1) eps)).

Notation: M mechanism, D, D' databases, k moves, T event.
Source: folklore.
Guarantees: CORE.group-privacy.
Deviations: none.
Degenerate inputs: databases no moves apart are equal: e^eps = 1, delta = 0.

>>> from fractions import Fraction
>>> group_guarantee(Guarantee(Fraction(2), Fraction(1, 100)), 3)
Guarantee(exp_eps=Fraction(8, 1), delta=Fraction(7, 100))
"""

from reference.exact.field import R, number
from reference.privacy.guarantee import Guarantee


def group_guarantee(guarantee: Guarantee[R], distance: int) -> Guarantee[R]:
    """What holds for databases at most `distance` moves apart.

    A delta that is a number is at most 1.

    Raises:
        ValueError: if distance < 0.
    """
    if distance < 0:
        raise ValueError(f"distance {distance}: a number of moves is >= 0")
    x = guarantee.exp_eps
    exp_eps, delta = x**0, guarantee.delta - guarantee.delta
    for _ in range(distance):
        exp_eps, delta = exp_eps * x, guarantee.delta + x * delta
    return Guarantee(exp_eps, at_most_one(delta))


def at_most_one(delta: R) -> R:
    """The delta itself, or 1 if it is a number above: no event has a larger probability."""
    value = number(delta)
    return delta / delta if value is not None and value > 1 else delta
