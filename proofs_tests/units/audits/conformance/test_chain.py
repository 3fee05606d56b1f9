"""Expected visits of a Markov chain, against sums of its powers."""

from fractions import Fraction
from random import Random  # noqa: TID251  # chains to try, the same in every run

import pytest

from audits.conformance.chain import Chain, visits


def by_powers(start: int, chain: Chain, steps: int) -> dict[int, Fraction]:
    """The expected visits within so many steps."""
    now, total = {start: Fraction(1)}, dict[int, Fraction]()
    for _ in range(steps):
        following: dict[int, Fraction] = {}
        for i, mass in now.items():
            total[i] = total.get(i, Fraction(0)) + mass
            for j, a in chain[i].items():
                following[j] = following.get(j, Fraction(0)) + mass * a
        now = following
    return total


@pytest.mark.parametrize("seed", range(20))
def test_visits_are_the_limit_of_powers(seed: int) -> None:
    """Every state ends with probability at least 1/2: after 60 steps 2^-59 is missing."""
    draw = Random(seed)  # noqa: S311
    chain: dict[int, dict[int, Fraction]] = {}
    for i in range(8):
        targets = draw.sample(range(8), draw.randrange(4))
        chain[i] = {j: Fraction(draw.randrange(1, 5), 8 * len(targets)) for j in targets}
    found, least = visits(0, chain), by_powers(0, chain, 60)
    assert set(found) == set(least)
    for state, number in found.items():
        assert 0 <= number - least[state] <= Fraction(1, 2**58)


def test_visits_solve_the_equations() -> None:
    """Numbers of visits are what arrives, with equality."""
    half = Fraction(1, 2)
    chain = {0: {1: half, 2: half}, 1: {0: half, 1: half / 2}, 2: {2: half, 0: half / 2}}
    found = visits(0, chain)
    for j in chain:
        arriving = sum((found[i] * chain[i].get(j, Fraction(0)) for i in chain), Fraction(0))
        assert found[j] == arriving + (j == 0)


def test_a_trap_is_left_out() -> None:
    """States that are never left again have no number."""
    half = Fraction(1, 2)
    assert visits(0, {0: {1: half}, 1: {2: Fraction(1)}, 2: {1: Fraction(1)}}) == {0: 1}
