"""Sparse: composition of AboveThreshold."""

from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, confirmed
from reference.data.bottom import Bottom
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse import Sparse
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law


def every(parts: int) -> Epsilon[RationalFunction]:
    """Every eps at once."""
    return Epsilon.indeterminate(parts)


@pytest.mark.parametrize("answers", [(), (1,), (0, -1), (1, 0, -1)])
def test_one_positive_is_above_threshold(answers: tuple[int, ...]) -> None:
    """With c = 1 the bits are the position that AboveThreshold returns, in unary."""

    def bits(position: int | Bottom) -> tuple[int, ...]:
        return (0,) * len(answers) if isinstance(position, Bottom) else (0,) * position + (1,)

    found = law(AboveThreshold(0, every(4)), answers).map(bits)
    assert law(Sparse(0, 1, every(4)), answers) == found


@pytest.mark.parametrize(("count", "queries"), [(1, 4), (2, 3), (3, 3)])
def test_it_is_private_for_every_eps(count: int, queries: int) -> None:
    """(eps, 0) on all vectors of answers -1, 0, 1, with a certificate that the kernel accepts."""
    mechanism = Sparse(0, count, every(4 * count))
    verdict = audit_privacy(mechanism, mechanism.universe(queries), mechanism.guarantee)
    assert isinstance(confirmed(verdict), Holds)


def test_two_queries_cost_one_run() -> None:
    """On two queries the second run of two costs nothing: the loss is that of one at eps/2."""
    r = RationalFunction.r()
    loss = r * (r**4 + r**3 + r**2 + r + 1) / (r**3 + r**2 + 2 * r + 1)
    mechanism = Sparse(0, 2, every(8))
    first, second = (law(mechanism, pair).probability((0, 1)) for pair in ((0, 0), (1, -1)))
    assert first == loss * second
    verdict = audit_privacy(mechanism, mechanism.universe(2), Guarantee(loss, 0 * loss))
    assert isinstance(confirmed(verdict), Holds)


def test_count_is_positive() -> None:
    """A mechanism that stops at once is refused."""
    with pytest.raises(ValueError, match="count 0: the number of positives is at least 1"):
        Sparse(0, 0, every(4))


def test_the_root_must_suit_the_count() -> None:
    """The noise has the ratio e^(-eps/(4c))."""
    with pytest.raises(InexactExponentError):
        law(Sparse(0, 3, every(8)), (0,))


def test_it_runs_on_many_queries() -> None:
    """Of a thousand answers, the two that are far above the threshold are found."""
    answers = (0,) * 500 + (1000,) + (0,) * 498 + (1000,)
    bits = run(Sparse(500, 2, Epsilon(Fraction(2), 8)), answers, SeededBits(3))
    assert [i for i, bit in enumerate(bits) if bit] == [500, 999]
