"""Countably many hypotheses: why pure private learners of infinitely many points need more.

Let M be an eps-private learner of n examples.  Of countably many hypotheses finitely many, H',
carry all but a small part of what it returns on one database, and all but e^(eps n) times that
part on every other.  Finitely many hypotheses cannot tell infinitely many points apart: there are
points x_1, x_2, ... and distributions P_1, P_2, ..., each uniform on two points, such that no
hypothesis of H' is good for two of them, so that only finitely many have a good one in H'.

Pseudo-code (of `disjoint_sequence`):
    1  B <- {}
    2  repeat: find a point x not taken before, and y != x with h(x) = h(y) for all h in B
    3      P <- uniform on {x, y};  G <- {h in H' : Pr_P[h(z) = c_x(z)] >= 2/3}
    4      B <- B + G

Notation: H' finite class, P_i distribution for the point x_i, G_i hypotheses of H' that are good
for it, B all that were good before, r = e^eps, n examples.
Source: BNSV15, Theorem 7.2 and Claim 7.4, section 7.2.

>>> from itertools import count
>>> from reference.data.concept import points
>>> [(s.point, s.other, [*map(str, s.good)]) for s in disjoint_sequence(points(2), 5, 3)]
[(0, 1, ['c0']), (1, 2, ['c1']), (2, 3, [])]
>>> finite_part(((k, Fraction(1, 2) ** (k + 1)) for k in count()), missed_part(Fraction(2), 1))
(0, 1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from reference.data.concept import Hypothesis, PointFunction
from reference.exact.field import R

H = TypeVar("H", bound=Hypothesis)
X = TypeVar("X")

GOOD = Fraction(2, 3)
"""Agreement with the point function that makes a hypothesis good."""


@dataclass(frozen=True, slots=True)
class HardPoint(Generic[H]):
    """A point, its distribution, and the hypotheses of a finite class that are good for it."""

    point: int
    """x."""

    other: int
    """y: the distribution is uniform on x and y."""

    good: tuple[H, ...]
    """G, in the order of the class."""

    def masses(self, size: int) -> tuple[Fraction, ...]:
        """The distribution, on `size` points."""
        pair = (self.point, self.other)
        return tuple(Fraction(int(z in pair), 2) for z in range(size))


def agreement(hypothesis: Hypothesis, point: int, other: int) -> Fraction:
    """Pr[h(z) = c_x(z)] for z uniform on the point x and another."""
    concept = PointFunction(point)
    return Fraction(sum(hypothesis(z) == concept(z) for z in (point, other)), 2)


def disjoint_sequence(hypotheses: Sequence[H], size: int, steps: int) -> tuple[HardPoint[H], ...]:
    """Different points with disjoint sets of good hypotheses.

    Args:
        hypotheses: H'.
        size: how many points there are; 2^|H'| + steps are always enough.
        steps: how many points are asked for.

    Raises:
        ValueError: if the hypotheses to be avoided tell what is left apart from all others.
    """
    found: list[HardPoint[H]] = []
    avoided: list[H] = []  # 1
    for _ in range(steps):
        columns = [tuple(h(x) for h in avoided) for x in range(size)]
        left = set(range(size)) - {step.point for step in found}
        pairs = ((x, y) for x in sorted(left) for y in range(size) if y != x)
        pair = next(((x, y) for x, y in pairs if columns[x] == columns[y]), None)  # 2
        if pair is None:
            raise ValueError(
                f"{len(avoided)} hypotheses tell the points that are left of {size} apart"
            )
        x, y = pair
        good = tuple(h for h in hypotheses if agreement(h, x, y) >= GOOD)  # 3
        found.append(HardPoint(x, y, good))
        avoided += good  # 4
    return tuple(found)


def finite_part(law: Iterable[tuple[X, Fraction]], missed: Fraction) -> tuple[X, ...]:
    """H': the shortest beginning of an enumeration that has all of a law but this part.

    Args:
        law: hypotheses and their probabilities, in the order of the enumeration.
        missed: the largest probability of what is left out, above 0.

    Raises:
        ValueError: if nothing may be left out, or the probabilities do not add up to enough.
    """
    if missed <= 0:
        raise ValueError(f"missed {missed}: a part above 0, or no finite class may do")
    kept: list[X] = []
    rest = Fraction(1)
    for hypothesis, probability in law:
        if rest <= missed:
            break
        kept.append(hypothesis)
        rest -= probability
    if rest > missed:
        raise ValueError(f"the law misses {rest}: its probabilities add up to 1")
    return tuple(kept)


def missed_part(exp_eps: R, rows: int) -> R:
    """e^(-eps n)/3: then the finite part misses at most 1/3 on every database."""
    return exp_eps**-rows / 3
