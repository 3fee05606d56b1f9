"""Real outputs, discretised: cells of a width, for every coordinate of a vector.

What holds of the cells holds of the outputs: putting them in cells is post-processing.

>>> cell((0.3, -7.0), [Fraction(1, 10)], shown=64), cell(0.25, [Fraction(1, 4)], shown=64)
((2, -64), 1)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import isinf
from typing import Any, TypeVar

from audits.conformance.samplers import ExternalSampler, SamplerError, plain
from audits.conformance.samplers import shown as shortened

D = TypeVar("D")


def in_cells(
    sampler: ExternalSampler[D, Any], widths: Sequence[Fraction], shown: int
) -> ExternalSampler[D, Hashable]:
    """Real outputs, discretised: each sample is replaced by its `cell`."""
    return lambda database, count: [
        cell(plain(x), widths, shown) for x in sampler(database, count)
    ]


def cell(value: Hashable, widths: Sequence[Fraction], shown: int) -> Hashable:
    """floor(value / width), clamped to [-shown, shown - 1]; of a vector, in every coordinate.

    Args:
        value: a number, or a tuple of numbers.
        widths: one width > 0, for every coordinate, or one for each.
        shown: cells on either side of 0.

    Raises:
        SamplerError: for what is no number, NaN included, or a vector of another length.
    """
    if isinstance(value, tuple):
        each = [widths[0]] * len(value) if len(widths) == 1 else widths
        if len(each) != len(value):
            raise SamplerError(f"the sample {shortened(value)} has not {len(widths)} coordinates")
        return tuple(_cell(x, width, shown) for x, width in zip(value, each, strict=True))
    if len(widths) != 1:
        raise SamplerError(f"the sample {shortened(value)} has not {len(widths)} coordinates")
    return _cell(value, widths[0], shown)


def _cell(value: object, width: Fraction, shown: int) -> int:
    if not isinstance(value, (int, float, Fraction)) or value != value:  # noqa: PLR0124 - NaN
        raise SamplerError(f"the sample {shortened(value)} lies in no cell: cells are of numbers")
    if isinstance(value, float) and isinf(value):
        return -shown if value < 0 else shown - 1
    return min(max(Fraction(value) // width, -shown), shown - 1)
