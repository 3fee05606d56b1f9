"""Printed statements that are false: what is found, shrunk, is as small as what the ledger has."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, TypeVar

from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from audits.claims.bnsv15.section_5_2_interior_points import SIZES
from proofs_tests.properties.measured import law_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import paired
from reference.data.domain import Domain
from reference.probability.dist import Dist
from reference.reductions.interior_point_and_learning import PaddedLearner, empirical_error

T = TypeVar("T")

HALF = Fraction(1, 2)
ANSWERS = tuple(product((Fraction(0), HALF, Fraction(1)), repeat=2))
BITS = tuple(product((0, 1), repeat=2))


def smallest(drawn: SearchStrategy[T], refutes: Callable[[T], bool]) -> T:
    """What is found within 500 examples, shrunk."""
    phases = [Phase.generate, Phase.shrink]
    found = settings(max_examples=500, derandomize=True, database=None, phases=phases)
    return find(drawn, refutes, settings=found)


def test_a_light_hypothesis_is_not_always_dominated() -> None:
    """BBKN13.T4.11.dom: for light h some point with h = 1 errs only where h does.

    The least is h = 0 on one point; in the ledger it is h = 0 on two.
    """
    bits = st.lists(st.integers(0, 1), min_size=1, max_size=4)

    def refutes(case: tuple[list[int], int]) -> bool:
        h, target = case
        wrong = {x for x, y in enumerate(h) if y != (x == target)}
        return not any({j, target} - ({j} & {target}) <= wrong for j, y in enumerate(h) if y)

    targets = paired(bits, lambda h: st.integers(0, len(h) - 1))
    assert smallest(targets, refutes) == ([0], 0)


def test_an_interior_point_is_not_always_consistent() -> None:
    """BNSV15.ALG.IPP2Learn: n/(2 alpha) rows, and every interior point has error at most alpha.

    The least has two equal rows with label 0.
    """
    made: Any = PaddedLearner(lambda shown, _: shown, Domain.of_size(3), 1)

    def refutes(rows: list[tuple[int, int]]) -> bool:
        if not any(all((x <= u) == y for x, y in rows) for u in range(-1, 3)):
            return False
        (seen,) = law_of(made, tuple(rows)).support
        points, alpha = range(min(seen), max(seen) + 1), Fraction(1, len(rows))
        return any(empirical_error(tuple(rows), y) > alpha for y in points)

    rows = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=4)
    found = smallest(rows, refutes)
    assert found == [(0, 0), (0, 0)]
    assert len(found) <= min(count for _, _, count in SIZES)


def test_an_error_is_not_always_above_half_of_the_gap() -> None:
    """VT14.L4.3.1: with loss 0 some database of four is answered with an error above R/2 = 1/2.

    The least has one answer, half for either column, as in the ledger.
    """

    def refutes(law: Dist[Any, Fraction]) -> bool:
        def is_far(bits: tuple[int, ...], answer: tuple[Fraction, ...]) -> bool:
            return any(abs(a - b) > HALF for a, b in zip(answer, bits, strict=True))

        far = (law.probability_that(partial(is_far, bits)) for bits in BITS)
        return all(chance <= HALF for chance in far)

    laws = st.sampled_from(ANSWERS).map(Dist.point) | distributions(ANSWERS)
    assert smallest(laws, refutes) == Dist.point((HALF, HALF))
