"""Linear equations over the field of two elements, a vector being an integer.

The equation (a, y) asks for <a, h> = y modulo 2, where <a, h> is the parity of the bits of a & h.
By Gaussian elimination the solutions of some equations are empty, or an affine space: the least
solution plus all sums of a basis.  With one equation more, a non-empty space stays as it is, is
halved, or becomes empty.

Pseudo-code:
    1  reduce each equation by those that are kept, each of which owns its leading bit
    2  0 = 1 has no solution, 0 = 0 says nothing; keep every other equation
    3  for each bit that no equation owns: the vector with that free bit and the owned bits it asks
    4  the least solution: any solution, reduced by the basis

Notation: a, h vectors of bits, y a bit.
Source: VT14, section 9.1.
Deviations: none.
Degenerate inputs: no equations leave the whole space; in dimension 0 it has one vector.

>>> space = solutions([(0b11, 1)], 2)
>>> space.least, space.basis, list(space)
(1, (3,), [1, 2])
>>> solutions([(0b11, 1), (0b11, 0)], 2) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Equation = tuple[int, int]
"""A vector and the bit that its product with the unknown vector is."""


@dataclass(frozen=True, slots=True)
class AffineSpace:
    """The sums of the least vector and of any vectors of the basis."""

    least: int
    """The least of the vectors, as an integer."""

    basis: tuple[int, ...]
    """Independent vectors, each with a leading bit that no other one has."""

    def __len__(self) -> int:
        return 1 << len(self.basis)

    def __iter__(self) -> Iterator[int]:
        """Every vector once."""
        for chosen in range(len(self)):
            vector = self.least
            for i, direction in enumerate(self.basis):
                vector ^= direction * (chosen >> i & 1)
            yield vector


def inner_product(first: int, second: int) -> int:
    """<a, h> modulo 2."""
    return (first & second).bit_count() & 1


def _keep(a: int, y: int, kept: dict[int, Equation]) -> bool:
    """Whether there are still solutions; no equation that is kept has the leading bit of another.

    Args:
        a: the vector of a new equation.
        y: its bit.
        kept: the equations by their leading bits; changed in place.
    """
    for bit, (vector, value) in kept.items():  # 1
        if a >> bit & 1:
            a, y = a ^ vector, y ^ value
    if not a:  # 2
        return not y
    lead = a.bit_length() - 1
    for bit, (vector, value) in kept.items():
        if vector >> lead & 1:
            kept[bit] = vector ^ a, value ^ y
    kept[lead] = a, y
    return True


def solutions(equations: Iterable[Equation], dimension: int) -> AffineSpace | None:
    """All vectors of so many bits that solve the equations; None if there are none.

    Raises:
        ValueError: for a negative dimension, or a vector with more bits.
    """
    if dimension < 0:
        raise ValueError(f"dimension {dimension}: at least 0")
    kept: dict[int, Equation] = {}
    for a, y in equations:
        if a >> dimension:
            raise ValueError(f"vector {a}: it has {dimension} bits")
        if not _keep(a, y, kept):
            return None
    basis = _reduced(_direction(bit, kept) for bit in range(dimension) if bit not in kept)  # 3
    least = sum(y << bit for bit, (_, y) in kept.items())
    for vector in basis:  # 4
        least = min(least, least ^ vector)
    return AffineSpace(least, basis)


def rank(vectors: Iterable[int]) -> int:
    """The number of independent vectors among them."""
    kept: dict[int, Equation] = {}
    for a in vectors:
        _keep(a, 0, kept)
    return len(kept)


def _direction(bit: int, kept: dict[int, Equation]) -> int:
    """The solution of the homogeneous equations with this free bit alone."""
    return 1 << bit | sum(1 << lead for lead, (vector, _) in kept.items() if vector >> bit & 1)


def _reduced(vectors: Iterable[int]) -> tuple[int, ...]:
    """A basis of their span in which each owns its leading bit, the smallest first."""
    kept: dict[int, Equation] = {}
    for a in vectors:
        _keep(a, 0, kept)
    return tuple(kept[lead][0] for lead in sorted(kept))
