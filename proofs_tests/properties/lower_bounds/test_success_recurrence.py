"""How often private mechanisms succeed at most, against arbitrary mechanisms."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, takewhile
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.success_recurrence import (
    digit_guessed,
    for_one_row,
    largest_base,
    largest_success,
    success_bound,
)

Bounds = tuple[Callable[..., Fraction], Callable[..., Fraction]]


@property_of(
    (digit_guessed, for_one_row),
    {
        "without delta": (digit_guessed, lambda r, _: for_one_row(r, Fraction(0))),
        "one more": "(exp_eps + 1) => (exp_eps + 2)",
        "one digit more": "Fraction(1, base) => Fraction(1, base + 1)",
    },
    solver=st.integers(2, 4).flatmap(lambda b: listed([(z,) for z in range(b)], range(b))),
)
def test_a_digit_is_hard_to_guess(made: Bounds, solver: Listed[Database[int], int]) -> Fraction:
    """If uniform on b, it is named with at most r/b + delta; (r + delta)/(1 + r) for b = 2."""
    base, (guessed, one_of_two) = len(solver.laws), made
    found = sum((law.probability(z) for (z,), law in solver.laws.items()), Fraction(0)) / base
    points = curve_of(solver, replace_one(range(base), 1)).breakpoints
    bounds = [guessed(*point, base) for point in points]
    if base == 2:
        bounds += [one_of_two(*point) for point in points]
    return at_most(found, min(bounds), "how often the digit is named")


def chains(size: int, rows: int, first: int = 2) -> Iterator[tuple[int, ...]]:
    """All bases for so many rows, of which the last domain is not larger."""
    if rows == 1:
        yield from [()] if first <= size else []
    elif first < size.bit_length():
        for base in takewhile(lambda b: b**first <= size, count(2)):
            yield from ((base, *rest) for rest in chains(size, rows - 1, base**first))


@property_of(
    (success_bound, largest_success, largest_base),
    {
        "deltas of the row before": "deltas[1:] => deltas[:-1]",
        "the greatest of all": "bound = min(before => bound = max(before",
        "below the size": "middle**digits <= size => middle**digits < size",
    },
    domain=st.tuples(
        st.integers(1, 40) | st.sampled_from([80, 81, 255, 256, 511, 512]), st.integers(1, 3)
    )
    | st.sampled_from([(7**9 - 1, 3), (7**9, 3)]),
    digits=st.integers(1, 9) | st.just(40),
    exp_eps=PROBABILITIES.map(lambda q: 1 + q / 20),
    deltas=st.tuples(*[PROBABILITIES.map(lambda q: q / 40)] * 3),
)
def test_least_bound_of_all_bases(
    made: tuple[Any, ...],
    domain: tuple[int, int],
    digits: int,
    exp_eps: Fraction,
    deltas: tuple[Fraction, ...],
) -> None:
    """P_n = 1 - (1 - delta)/(1 + r) + r/b + ... + delta' + ..., the least of all bases; or 1."""
    (size, rows), (bound, largest, base_of), bounds = domain, made, [Fraction(1)]
    for length in (digits, 3 * rows):
        base = base_of(size, length)
        assert base**length <= size < (base + 1) ** length
    told = 1 - (1 - deltas[0]) / (1 + exp_eps)
    for bases in chains(size, rows):
        guessed = exp_eps * sum(Fraction(1, base) for base in bases) + sum(deltas[1:rows])
        assert bound(exp_eps, deltas[:rows], bases) == told + guessed
        bounds.append(bound(exp_eps, deltas[:1] * rows, bases))
    assert largest(size, rows, exp_eps, deltas[0]) == min(bounds)
    numbers = (size, rows, exp_eps, deltas[0])
    for place, outside in (
        (0, 0),
        (1, 0),
        (2, 1 / (1 + exp_eps)),
        (3, -exp_eps),
        (3, 1 + exp_eps),
    ):
        assert refused(largest, *numbers[:place], outside, *numbers[place + 1 :])
