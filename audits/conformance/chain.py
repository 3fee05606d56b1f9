"""How often a Markov chain visits each of its states before it ends, exactly.

For transition probabilities a(i, j) with sums at most 1 (what is missing in the sum ends the
chain), the expected numbers of visits from a start are the least solution of

    m(j) = [j is the start] + sum_i m(i) a(i, j).

States that can reach each other form a component; components are finished one after the other in
an order in which none leads back, and within one the equations are solved by elimination.  In a
component that nothing leaves the numbers are infinite: it is left out, as it ends with
probability 0.  This module needs the standard library only.

>>> half, third = Fraction(1, 2), Fraction(1, 3)
>>> visits(0, {0: {0: third, 1: third}, 1: {0: half}})  # left for good from 0 and from 1
{0: Fraction(2, 1), 1: Fraction(2, 3)}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

Chain = Mapping[int, Mapping[int, Fraction]]
"""For each state, the states that may follow, with positive probabilities."""


def visits(start: int, chain: Chain) -> dict[int, Fraction]:
    """The expected number of visits of each state that is left with positive probability.

    Args:
        start: where the chain begins.
        chain: the transitions; every state has an entry.
    """
    arriving: dict[int, Fraction] = {start: Fraction(1)}
    found: dict[int, Fraction] = {}
    for component in reversed(list(_components(start, chain))):
        inside = set(component)
        if all(sum(chain[i].values()) == 1 and inside.issuperset(chain[i]) for i in component):
            continue
        solved = _solved(component, arriving, chain)
        found |= solved
        for i in component:
            for j, a in chain[i].items():
                if j not in inside:
                    arriving[j] = arriving.get(j, Fraction(0)) + solved[i] * a
    return found


def _solved(
    component: list[int], arriving: Mapping[int, Fraction], chain: Chain
) -> dict[int, Fraction]:
    """The solution of m(j) = arriving(j) + sum_i m(i) a(i, j) over the states of a component."""
    given = {j: arriving.get(j, Fraction(0)) for j in component}
    (first, *more) = component
    if not more and first not in chain[first]:
        return given
    into: dict[int, dict[int, Fraction]] = {j: {} for j in component}
    out: dict[int, set[int]] = {i: set() for i in component}
    for i in component:
        for j, a in chain[i].items():
            if j in into:
                into[j][i] = a
                out[i].add(j)
    left, order = set(component), list[int]()
    while left:
        j = min(left, key=lambda state: (len(into[state]) * len(out[state]), state))
        left.remove(j)
        order.append(j)
        scale = 1 / (1 - into[j].pop(j, Fraction(0)))
        given[j] *= scale
        into[j] = {i: a * scale for i, a in into[j].items()}
        for k in out[j] & left:
            factor = into[k].pop(j)
            given[k] += factor * given[j]
            for i, a in into[j].items():
                into[k][i] = into[k].get(i, Fraction(0)) + factor * a
                out[i].add(k)
        for i in into[j]:
            out[i].discard(j)
    solution: dict[int, Fraction] = {}
    for j in reversed(order):
        known = (a * solution[i] for i, a in into[j].items())
        solution[j] = given[j] + sum(known, Fraction(0))
    return solution


def _components(start: int, chain: Chain) -> Iterator[list[int]]:
    """The sets of states that can reach each other, each before those that lead to it.

    Source:
        R. Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
    """
    number: dict[int, int] = {start: 0}
    lowest: dict[int, int] = {start: 0}
    path, waiting = [(start, iter(chain[start]))], [start]
    open_states = {start}
    while path:
        state, following = path[-1]
        for target in following:
            if target not in number:
                number[target] = lowest[target] = len(number)
                path.append((target, iter(chain[target])))
                waiting.append(target)
                open_states.add(target)
                break
            if target in open_states:
                lowest[state] = min(lowest[state], number[target])
        else:
            path.pop()
            if path:
                before = path[-1][0]
                lowest[before] = min(lowest[before], lowest[state])
            if lowest[state] == number[state]:
                place = waiting.index(state) if waiting[-1] != state else len(waiting) - 1
                component = waiting[place:]
                del waiting[place:]
                open_states.difference_update(component)
                yield component
