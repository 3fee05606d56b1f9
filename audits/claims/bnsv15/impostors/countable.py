"""Wrong sequences of points that finitely many hypotheses confuse, and wrong finite parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from reference.data.concept import Values
from reference.lower_bounds.countable_hypotheses import HardPoint, agreement, finite_part
from reference.lower_bounds.learning_packing import equal_columns

Hard = tuple[HardPoint[Values], ...]


def _sequence(
    hypotheses: Sequence[Values],
    size: int,
    steps: int,
    avoided: Callable[[list[HardPoint[Values]]], Sequence[Values]],
    least: Fraction = Fraction(2, 3),
) -> Hard:
    found: list[HardPoint[Values]] = []
    for _ in range(steps):
        x, y = equal_columns(avoided(found), size) or (0, 1)
        good = tuple(h for h in hypotheses if agreement(h, x, y) >= least)
        found.append(HardPoint(x, y, good))
    return tuple(found)


def last_good_set_only(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """Points on which those that were good in the last step collide."""
    return _sequence(hypotheses, size, steps, lambda found: found[-1].good if found else ())


def first_good_set_only(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """Points on which those that were good in the first step collide."""
    return _sequence(hypotheses, size, steps, lambda found: found[0].good if found else ())


def same_points(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """The same two points again and again."""
    return _sequence(hypotheses, size, steps, lambda _: ())


def one_half_is_good(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """A hypothesis is good if it agrees on one of the two points."""
    return _sequence(
        hypotheses, size, steps, lambda found: [h for s in found for h in s.good], Fraction(1, 2)
    )


WRONG_SEQUENCES: dict[str, Callable[..., object]] = {
    "avoids the last good set only": last_good_set_only,
    "avoids the first good set only": first_good_set_only,
    "the same two points again": same_points,
}

ONE_HALF_IS_GOOD: dict[str, Callable[..., object]] = {
    "agreement 1/2 is good": one_half_is_good,
}


def one_too_few(law: Iterable[tuple[int, Fraction]], missed: Fraction) -> tuple[int, ...]:
    """The last one is left out."""
    return finite_part(law, missed)[:-1]


def one_too_many(law: Iterable[tuple[int, Fraction]], missed: Fraction) -> tuple[int, ...]:
    """One more than is needed."""
    kept = finite_part(law, missed)
    return (*kept, len(kept))


def two_thirds(law: Iterable[tuple[int, Fraction]], missed: Fraction) -> tuple[int, ...]:
    """All but a third, whatever eps and n are."""
    del missed
    return finite_part(law, Fraction(1, 3))


WRONG_PARTS: dict[str, Callable[..., object]] = {
    "one hypothesis too few": one_too_few,
    "one hypothesis too many": one_too_many,
    "all but a third": two_thirds,
}
