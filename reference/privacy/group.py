"""Group privacy: what a guarantee for neighbours says of databases at distance k.

If Pr[M(D) in T] <= e^eps Pr[M(D') in T] + delta for neighbours, then along a path of k moves

    Pr[M(D) in T] <= e^(k eps) Pr[M(D') in T] + delta (1 + e^eps + ... + e^((k-1) eps)).

For sequences of n rows, one of which is replaced, k is the Hamming distance: the number of places
where D and D' differ.  A path of that length replaces these rows one after the other.

Notation: M mechanism, D, D' databases, k moves, T event.
Source: folklore; VT14, Theorem 2.1.1.
Guarantees: CORE.group-privacy, VT14.T2.1.1, VT14.ALG.GroupPath.
Deviations: VT14 prints e^(k eps) delta, which is too small if e^(k eps) (2 - e^eps) > 1.
Degenerate inputs: databases no moves apart are equal: e^eps = 1, delta = 0.

>>> from fractions import Fraction
>>> group_guarantee(Guarantee(Fraction(2), Fraction(1, 100)), 3)
Guarantee(exp_eps=Fraction(8, 1), delta=Fraction(7, 100))
>>> group_path((0, 1, 2), (1, 1, 0))
((0, 1, 2), (1, 1, 2), (1, 1, 0))
"""

from reference.data.database import Database, Row
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


def hamming_distance(first: Database[Row], second: Database[Row]) -> int:
    """In how many places the databases differ.

    Raises:
        ValueError: unless they have the same number of rows.
    """
    return len(group_path(first, second)) - 1


def group_path(first: Database[Row], second: Database[Row]) -> tuple[Database[Row], ...]:
    """D = D_0, ..., D_k = D': the rows that differ are replaced one at a time, from the first on.

    Raises:
        ValueError: unless they have the same number of rows.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} rows: equally many are wanted")
    path = [first]
    for i, (a, b) in enumerate(zip(first, second, strict=True)):
        if a != b:
            path.append((*second[: i + 1], *first[i + 1 :]))
    return tuple(path)


def guarantee_between(
    guarantee: Guarantee[R], first: Database[Row], second: Database[Row]
) -> Guarantee[R]:
    """What holds for two databases of the same number of rows, in order, one replaced at a time.

    Raises:
        ValueError: unless they have the same number of rows.
    """
    return group_guarantee(guarantee, hamming_distance(first, second))


def at_most_one(delta: R) -> R:
    """The delta itself, or 1 if it is a number above: no event has a larger probability."""
    value = number(delta)
    return delta / delta if value is not None and value > 1 else delta
