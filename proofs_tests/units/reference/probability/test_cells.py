"""Weights of cells that keep orders, against all choices of cells, one by one."""

from __future__ import annotations

from itertools import product
from math import prod

from hypothesis import example, given
from hypothesis import strategies as st

from audits.kernel.gaussian import _weight
from audits.kernel.polynomial import read_range
from audits.kernel.reading import Node
from reference.probability.cells import Cells, Order, weigh

WEIGHTS = st.builds(Cells, st.integers(-2, 2), st.lists(st.integers(0, 5), max_size=4))

EVEN = Cells(0, (1, 1, 1))


@st.composite
def problems(draw: st.DrawFn) -> tuple[dict[int, Cells], list[Order]]:
    """Up to five draws with few cells, and up to six orders."""
    draws = dict(enumerate(draw(st.lists(WEIGHTS, min_size=1, max_size=5))))
    pairs = [(x, y) for x in range(-1, len(draws)) for y in range(-1, len(draws)) if x != y]
    order = st.builds(
        lambda pair, k: Order(pair[0], pair[1], k), st.sampled_from(pairs), st.integers(-2, 2)
    )
    return draws, draw(st.lists(order, max_size=6))


@example(({0: EVEN, 1: EVEN}, [Order(0, 1, 0), Order(1, 0, -1)]))
@example(({0: EVEN, 1: EVEN, 2: EVEN}, [Order(0, 1, 0), Order(1, 2, 0), Order(0, 2, 1)]))
@example((dict.fromkeys(range(4), EVEN), [Order(x, y, 0) for x in (0, 1) for y in (2, 3)]))
@given(problems())
def test_all_choices_of_cells_are_added_up(problem: tuple[dict[int, Cells], list[Order]]) -> None:
    """The reference and the kernel, which eliminate draws, each by its own code."""
    draws, orders = problem
    places = [range(first, first + len(weights)) for first, weights in draws.values()]
    whole = 0
    for chosen in product(*places):
        at = {-1: 0, **dict(enumerate(chosen))}
        if all(at[low] + k <= at[high] for low, high, k in orders):
            both = zip(chosen, draws.values(), strict=True)
            whole += prod(weights[c - first] for c, (first, weights) in both)
    assert weigh(draws, orders) == whole
    cells = {x: (first, list(weights)) for x, (first, weights) in draws.items()}
    triples = [(low, high, k) for low, high, k in orders]
    scope = read_range(Node(None, ""), 10**4)
    assert _weight({-1: (0, [1])} | cells, triples, scope) == whole
