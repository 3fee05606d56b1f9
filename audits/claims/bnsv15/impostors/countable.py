"""Wrong sequences of points that finitely many hypotheses confuse, and wrong finite parts."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.point_learners import Price, both, price_of_missing
from reference.data.concept import Values
from reference.lower_bounds.countable_hypotheses import (
    HardPoint,
    agreement,
    disjoint_sequence,
    finite_part,
    missed_part,
)
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
        columns = [tuple(h(x) for h in avoided(found)) for x in range(size)]
        left = set(range(size)) - {step.point for step in found}
        pairs = ((x, y) for x in sorted(left) for y in range(size) if y != x)
        x, y = next(((x, y) for x, y in pairs if columns[x] == columns[y]), (0, 1))
        good = tuple(h for h in hypotheses if agreement(h, x, y) >= least)
        found.append(HardPoint(x, y, good))
    return tuple(found)


def last_good_set_only(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """Points on which those that were good in the last step collide."""
    return _sequence(hypotheses, size, steps, lambda found: found[-1].good if found else ())


def first_good_set_only(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """Points on which those that were good in the first step collide."""
    return _sequence(hypotheses, size, steps, lambda found: found[0].good if found else ())


def any_points(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """The next two points, whatever was good before."""
    return _sequence(hypotheses, size, steps, lambda _: ())


def same_points(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """The same two points again and again."""
    return disjoint_sequence(hypotheses, size, 1) * steps


def one_step_short(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """One point too few."""
    return disjoint_sequence(hypotheses, size, steps - 1)


def last_step_again(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """The last step is repeated."""
    found = disjoint_sequence(hypotheses, size, steps - 1)
    return (*found, found[-1])


def one_pair_for_all(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """A single step, on two points on which all hypotheses agree."""
    del steps
    x, y = equal_columns(hypotheses, size) or (0, 1)
    return (HardPoint(x, y, ()),)


def one_half_is_good(hypotheses: Sequence[Values], size: int, steps: int) -> Hard:
    """A hypothesis is good if it agrees on one of the two points."""
    return _sequence(
        hypotheses, size, steps, lambda found: [h for s in found for h in s.good], Fraction(1, 2)
    )


WRONG_SEQUENCES: dict[str, Callable[..., object]] = {
    "avoids the last good set only": last_good_set_only,
    "avoids the first good set only": first_good_set_only,
    "whatever was good before": any_points,
    "the same two points again": same_points,
    "one step short": one_step_short,
    "the last step again": last_step_again,
    "one pair on which all agree": one_pair_for_all,
}

ONE_HALF_IS_GOOD: dict[str, Callable[..., object]] = {"agreement 1/2 is good": one_half_is_good}


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


def not_equal(law: Iterable[tuple[int, Fraction]], missed: Fraction) -> tuple[int, ...]:
    """What is left out is less than what may be missed, and not equal to it."""
    kept: list[int] = []
    rest = Fraction(1)
    for hypothesis, probability in law:
        if rest < missed:
            break
        kept.append(hypothesis)
        rest -= probability
    return tuple(kept)


def first_again(law: Iterable[tuple[int, Fraction]], missed: Fraction) -> tuple[int, ...]:
    """The right number, and the last; the first one takes the place of all others."""
    kept = finite_part(law, missed)
    return (*kept[:1] * (len(kept) - 1), *kept[-1:])


WRONG_PARTS: dict[str, Callable[..., object]] = {
    "one hypothesis too few": one_too_few,
    "one hypothesis too many": one_too_many,
    "all but a third": two_thirds,
    "less than what may be missed": not_equal,
    "the first in the place of others": first_again,
}


def _missed(missed: Price) -> Callable[[], tuple[Price, Price]]:
    return partial(both, missed, price_of_missing)


def _price(price: Price) -> Callable[[], tuple[Price, Price]]:
    return partial(both, missed_part, price)


WRONG_INEQUALITIES: dict[str, Callable[..., object]] = {
    "a constant": _missed(lambda exp_eps, _: exp_eps**0 / 3),
    "as for neighbours": _missed(lambda exp_eps, _: exp_eps**-1 / 3),
    "2 e^(-eps n)/3": _missed(lambda exp_eps, rows: 2 * exp_eps**-rows / 3),
    "3 e^(-eps n)/5": _missed(lambda exp_eps, rows: 3 * exp_eps**-rows / 5),
    "e^(-2 eps n)/3": _missed(lambda exp_eps, rows: exp_eps ** (-2 * rows) / 3),
    "nothing is missed": _missed(lambda exp_eps, _: exp_eps - exp_eps),
    "4/5 of the price": _price(lambda exp_eps, rows: exp_eps**rows * Fraction(4, 5)),
    "5/4 of the price": _price(lambda exp_eps, rows: exp_eps**rows * Fraction(5, 4)),
    "the price of a neighbour": _price(lambda exp_eps, _: exp_eps),
    "the price for twice the eps": _price(lambda exp_eps, rows: exp_eps ** (2 * rows)),
}
"""Another part that is missed, or another price of it."""
