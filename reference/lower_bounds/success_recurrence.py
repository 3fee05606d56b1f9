"""How often a private mechanism solves the interior-point problem at most, by a recurrence.

On the hard databases D_n an (eps, delta)-private mechanism succeeds with probability at most P_n:

    P_1     = (r + delta)/(1 + r)        over S(1) = 2 points,
    P_(n+1) = P_n + r/b(n) + delta       over S(n+1) = b(n)^S(n) points,

for all bases b(1), ..., b(n-1) >= 2.  On |X| points the best of those with S(n) <= |X| counts: a
mechanism for more points solves the problem on fewer.  Without any the bound is 1.

A digit that nobody knows is guessed with probability at most r/b + delta; the deltas may differ.

Notation: r = e^eps, b base, S(n) domain size.
Source: BNSV15, proof of Lemma 3.3, section 3.2; `largest_success` has one delta for all n.

>>> success_bound(Fraction(1), [Fraction(0), Fraction(1, 50)], [4])
Fraction(77, 100)
>>> largest_success(2, 1, Fraction(2), Fraction(1, 10))
Fraction(7, 10)
>>> [largest_success(size, 2, Fraction(1), Fraction(0)) for size in (3, 4, 16, 100)]
[Fraction(1, 1), Fraction(1, 1), Fraction(3, 4), Fraction(3, 5)]
"""

from collections.abc import Sequence
from fractions import Fraction

from reference.exact.field import R
from reference.exact.integers import floor_log2
from reference.exact.interval import check_exact

SMALLEST = 2
"""S(1)."""


def for_one_row(exp_eps: R, delta: Fraction) -> R:
    """P_1 = (r + delta)/(1 + r): how often one of two points is told."""
    return (exp_eps + delta) / (exp_eps + 1)


def digit_guessed(exp_eps: R, delta: Fraction, base: int) -> R:
    """r/b + delta: how often a digit is named that nobody else knows."""
    return exp_eps * Fraction(1, base) + delta


def success_bound(exp_eps: R, deltas: Sequence[Fraction], bases: Sequence[int]) -> R:
    """P_n = (r + delta(1))/(1 + r) + sum over j < n of r/b(j) + delta(j+1).

    Args:
        exp_eps: r.
        deltas: delta(1), ..., delta(n).
        bases: b(1), ..., b(n-1).
    """
    total = for_one_row(exp_eps, deltas[0])
    for base, delta in zip(bases, deltas[1:], strict=True):
        total = total + digit_guessed(exp_eps, delta, base)
    return total


def largest_success(size: int, rows: int, exp_eps: Fraction, delta: Fraction) -> Fraction:
    """The least bound, over all bases for which the domain is large enough.

    Args:
        size: |X|, >= 1.
        rows: n, >= 1.
        exp_eps: e^eps, >= 1.
        delta: in [0, 1].

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(exp_eps=exp_eps, delta=delta)
    if size < 1 or rows < 1 or exp_eps < 1 or not 0 <= delta <= 1:
        raise ValueError(
            f"size {size}, rows {rows}, e^eps {exp_eps}, delta {delta}: "
            "at least 1, at least 1, at least 1, in [0, 1]"
        )
    if size < SMALLEST:
        return Fraction(1)
    bound = for_one_row(exp_eps, delta)
    if rows > 1:
        before = (
            largest_success(digits, rows - 1, exp_eps, delta)
            + digit_guessed(exp_eps, delta, largest_base(size, digits))
            for digits in range(SMALLEST, floor_log2(size) + 1)
        )
        bound = min(before, default=Fraction(1))
    return min(bound, Fraction(1))


def largest_base(size: int, digits: int) -> int:
    """The greatest b with b^digits <= size, for a size >= 1.

    >>> largest_base(26, 3), largest_base(27, 3)
    (2, 3)
    """
    low, high = 1, 1 << (floor_log2(size) // digits + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**digits <= size else (low, middle - 1)
    return low
