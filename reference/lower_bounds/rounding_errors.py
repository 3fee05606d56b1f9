"""How many people efficient reconstruction gets wrong at the worst, exactly, for errors below E.

Let z say who is wrong: 1 where x_j = 0 is taken for 1, -1 where x_j = 1 is taken for 0.

* By a linear programme: some answers and some x'' fit, with w = x'' - x in [-1, 1]^n, iff
  |<q_i, w>| < 2E for each i, and z_j w_j > 1/2 where z_j is not 0.
* From Hadamard queries: errors e_i with |e_i| < E move the estimate by
  d_j = (2/n) sum_i H_ji e_i - [j = 0] e_0, and it is wrong iff z_j d_j > 1/2 there.

Since errors are strictly below E, it does not matter how ties are rounded: errors that reach 1/2
can be scaled to exceed it.  Both are systems of linear inequalities, solved over the rationals.

Notation: z who is wrong, w and d deviations, e errors, E their bound, n people.
Source: VT14, section 4.1 (derived).
Guarantees: VT14.ALG.ReconLP, VT14.TXT.derandomised.
Deviations: the notes have no such numbers.
Degenerate inputs: without queries everybody can be wrong; E = 0 allows no error at all.

>>> from reference.lower_bounds.subset_sums import all_subsets
>>> most_wrong(2, lambda z: programme_errs(all_subsets(2), Fraction(1, 3), z))
2
>>> most_wrong(2, lambda z: hadamard_errs(2, Fraction(1, 3), z))
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from reference.data.box_point import Inequality, has_slack
from reference.lower_bounds.subset_sums import Bits, hadamard_subsets

HALF = Fraction(1, 2)

Signs = tuple[int, ...]
"""z."""


def programme_errs(queries: Sequence[Bits], error: Fraction, wrong: Signs) -> bool:
    """Whether a rounded point can be wrong where z says.

    Args:
        queries: q_1, ..., q_k.
        error: E > 0.
        wrong: z.
    """
    bounded = [(query, 2 * error) for query in queries]
    return _is_possible(bounded, wrong, [_unit(j, len(wrong)) for j in range(len(wrong))], 1)


def hadamard_errs(people: int, error: Fraction, wrong: Signs) -> bool:
    """Whether errors below E can make the Hadamard attack wrong where z says."""
    bounded = [(_unit(i, people), error) for i in range(people)]
    return _is_possible(bounded, wrong, hadamard_deviations(people), 2 * error)


def hadamard_deviations(people: int) -> list[list[Fraction]]:
    """The coefficients of d_j, for each j."""
    return [
        [
            Fraction(2 * (2 * q - 1), people) - int(i == j == 0)
            for i, q in enumerate(hadamard_subsets(people)[j])
        ]
        for j in range(people)
    ]


def most_wrong(people: int, errs: Callable[[Signs], bool]) -> int:
    """The largest number of people in z for which it is possible; z and -z are alike."""
    for size in range(people, 0, -1):
        if any(errs(z) for z in _signs(people, size)):
            return size
    return 0


def _signs(people: int, size: int) -> Iterator[Signs]:
    for z in product((1, 0, -1), repeat=people):
        if sum(map(abs, z)) == size and next(filter(None, z)) == 1:
            yield z


def _is_possible(
    bounded: Sequence[tuple[Sequence[Fraction | int], Fraction]],
    wrong: Signs,
    deviations: Sequence[Sequence[Fraction | int]],
    reach: Fraction | int,
) -> bool:
    """Whether some v in [-reach, reach]^n has |a v| < b, and z_j (d_j v) > 1/2 where z_j is not 0.

    With v = reach (2u - 1), u in the box.
    """
    size = len(wrong)
    inequalities: list[Inequality] = []
    for a, b in bounded:
        inequalities.append(_in_the_box(a, b, reach))
        inequalities.append(_in_the_box([-c for c in a], b, reach))
    for z, d in zip(wrong, deviations, strict=True):
        if z:
            inequalities.append(_in_the_box([-z * c for c in d], -HALF, reach))
    return has_slack(inequalities, size)


def _in_the_box(a: Sequence[Fraction | int], b: Fraction, reach: Fraction | int) -> Inequality:
    """The inequality a v <= b, as one for u."""
    return [2 * reach * c for c in a], b + reach * sum(a)


def _unit(place: int, size: int) -> list[int]:
    return [int(i == place) for i in range(size)]
