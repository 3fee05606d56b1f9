"""The published variants of the sparse vector technique: which are private, and at what cost."""

from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted, confirmed
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.divergence import Infinity, max_divergence
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

BOTTOM = Bottom.BOTTOM
r = RationalFunction.r()

Bits = (
    SparseVector1[RationalFunction]
    | SparseVector4[RationalFunction]
    | SparseVector5[RationalFunction]
    | SparseVector6[RationalFunction]
)


def every(parts: int) -> Epsilon[RationalFunction]:
    """Every eps at once."""
    return Epsilon.indeterminate(parts)


def is_private(
    mechanism: Bits | SparseVector3[RationalFunction], queries: int, loss: RationalFunction
) -> bool:
    """Whether loss bounds the likelihood ratios for every eps, by an accepted certificate."""
    table = Guarantee(loss, 0 * loss)
    verdict = confirmed(audit_privacy(mechanism, mechanism.universe(queries), table))
    assert isinstance(verdict, Holds | Refuted), verdict
    return isinstance(verdict, Holds)


def ratio(
    mechanism: Bits, first: Database[int], second: Database[int], output: tuple[int, ...]
) -> RationalFunction:
    """Pr[output on the first] / Pr[output on the second]."""
    chance = law(mechanism, first).probability(output)
    return chance / law(mechanism, second).probability(output)


def is_positive_beyond_one(function: RationalFunction) -> bool:
    """Whether the function is > 0 for every r > 1: in s = r - 1 it has no negative coefficient."""
    s = RationalFunction.r()
    parts = (function.numerator, function.denominator)
    moved = [part((s + 1).numerator).coeffs() for part in parts]
    return all(any(c) and all(k >= 0 for k in c) for c in moved)


@pytest.mark.parametrize(("count", "queries"), [(1, 4), (2, 3), (3, 3)])
def test_variant_1_is_private(count: int, queries: int) -> None:
    """(eps, 0) on all vectors of answers -1, 0, 1, for every eps."""
    assert is_private(SparseVector1(0, count, every(4 * count)), queries, r ** (4 * count))


@pytest.mark.parametrize("variant", [4, 5, 6])
def test_one_query_is_private(variant: int) -> None:
    """The broken variants keep their claim on one query, whatever it is far from the threshold."""
    wide = Domain(tuple(range(-4, 5)))
    mechanisms: dict[int, Bits] = {
        4: SparseVector4(0, 1, every(4), wide),
        5: SparseVector5(0, every(4), wide),
        6: SparseVector6(0, every(4), wide),
    }
    assert is_private(mechanisms[variant], 1, r**4)


def test_variant_3_is_private_on_two_queries_with_equality() -> None:
    """The loss n eps/2 is the bound for n = 2, and is more for n = 3."""
    mechanism = SparseVector3(0, 1, every(2))
    assert is_private(mechanism, 2, r**2)
    assert not is_private(mechanism, 3, r**2)
    assert is_private(mechanism, 3, r**3)


def test_variant_3_with_two_values_is_private_on_four_queries() -> None:
    """The loss is n eps/(2c)."""
    mechanism = SparseVector3(0, 2, every(4))
    assert is_private(mechanism, 3, r**3)
    output = (BOTTOM, BOTTOM, BOTTOM, BOTTOM, -1)
    first, second = (law(mechanism, (a,) * 5).probability(output) for a in (-1, 0))
    assert first == r**5 * second


@pytest.mark.parametrize("queries", [1, 2, 3])
def test_variant_3_at_half_the_rate(queries: int) -> None:
    """With query noise of scale 4/eps the loss is n eps/4, not more."""
    mechanism = SparseVector3(0, 1, every(4), share=Fraction(1, 4))
    assert is_private(mechanism, queries, r**queries)


@pytest.mark.parametrize(("low", "high"), [(-3, -1), (-2, 0), (-1, 3), (-4, 4)])
def test_clamping_below_every_answer_loses_nothing(low: int, high: int) -> None:
    """The largest likelihood ratio does not depend on where values are clamped."""
    eps = Epsilon(Fraction(3), 2)
    mechanism = SparseVector3(0, 1, eps, low=low, high=high)
    laws = tabulate(mechanism, mechanism.universe(2)).laws()
    pairs = list(mechanism.universe(2).index_pairs())
    ratios = [max_divergence(laws[i], laws[j]) for a, b in pairs for i, j in ((a, b), (b, a))]
    assert max(x for x in ratios if isinstance(x, Fraction)) == 9
    assert Infinity.INFINITE not in ratios


def test_variant_4_breaks_on_two_queries() -> None:
    """Its loss exceeds eps for every eps > 0; it is found exactly, and is attained."""
    mechanism = SparseVector4(0, 1, every(4))
    loss = r**3 * (r**8 + r**6 + r**4 + r**2 + 1) / (r**5 + r**4 + r**3 + r**2 + 1)
    assert ratio(mechanism, (0, 0), (1, -1), (0, 1)) == loss
    assert is_private(mechanism, 2, loss)
    assert is_positive_beyond_one((loss - r**4) / (r - 1))


@pytest.mark.parametrize(("count", "queries"), [(1, 7), (2, 8)])
def test_variant_4_loses_up_to_one_and_a_half_counts(count: int, queries: int) -> None:
    """The bound (1 + 6c) eps/4 is approached as the number of queries grows."""
    mechanism, root = SparseVector4(0, count, every(4)), Fraction(2)
    bound = root ** (1 + 6 * count)
    low, high = (1,) * (queries - count), (-1,) * count
    output = (0,) * (queries - count) + (1,) * count
    found = ratio(mechanism, (0,) * queries, low + high, output).at(root)
    assert Fraction(99, 100) * bound < found < bound


def test_variant_6_is_private_on_two_queries_only() -> None:
    """Its loss on two queries is (r^3 + r)/(r + 1) <= r^2, on three it exceeds r^2."""
    mechanism = SparseVector6(0, every(2))
    loss = (r**3 + r) / (r + 1)
    assert ratio(mechanism, (0, 0), (-1, 1), (1, 0)) == loss
    assert is_private(mechanism, 2, loss)
    assert is_positive_beyond_one((r**2 - loss) / (r - 1))
    three = ratio(mechanism, (0, 0, 0), (-1, 1, 1), (1, 0, 0))
    assert is_private(mechanism, 3, three)
    assert is_positive_beyond_one((three - r**2) / (r - 1))


def test_variant_6_on_two_wide_queries() -> None:
    """Answers far from the threshold and from each other do not break it on two queries."""
    wide = Domain(tuple(range(-4, 5)))
    assert is_private(SparseVector6(0, every(2), wide), 2, r**2)


@pytest.mark.parametrize(("queries", "numerators"), [(2, (3, 4)), (4, (25, 16)), (6, (77, 32))])
def test_loss_of_variant_6_grows_without_bound(queries: int, numerators: tuple[int, int]) -> None:
    """Of 2m queries it is m eps for large eps, and a given multiple of eps, > 3 m/4, for small."""
    half = queries // 2
    worst = ratio(
        SparseVector6(0, every(2)),
        (0,) * queries,
        (1,) * half + (-1,) * half,
        (0,) * half + (1,) * half,
    )
    p, q = worst.numerator, worst.denominator
    assert p.degree() - q.degree() == queries
    slope = Fraction(int(p.derivative()(1) - q.derivative()(1)), 2 * int(q(1)))
    assert slope == Fraction(*numerators)


def test_variants_share_the_law_of_one_query() -> None:
    """With the same noise they are the same comparison."""
    six = law(SparseVector6(0, every(2)), (1,)).probability((1,))
    three = law(SparseVector3(0, 1, every(2)), (1,)).probability((BOTTOM,))
    assert six == 1 - three


def test_bits_run_on_many_queries() -> None:
    """A thousand answers far from the threshold are told apart."""
    answers = (-300, 300) * 500
    eps = Epsilon(Fraction(2), 4)
    for mechanism in (SparseVector5(0, eps), SparseVector6(0, eps), SparseVector4(0, 500, eps)):
        assert run(mechanism, answers, SeededBits(1)) == (0, 1) * 500
    assert sum(run(SparseVector1(0, 1, eps), answers, SeededBits(1))) == 1


def test_values_run_on_many_queries() -> None:
    """Values are released where they are clearly above, and clamped."""
    mechanism = SparseVector3(0, 2, Epsilon(Fraction(2), 4), low=-5, high=5)
    found = run(mechanism, (-300, 300) * 500, SeededBits(1))
    assert found == (BOTTOM, 5, BOTTOM, 5)


def test_bad_parameters_are_refused() -> None:
    """Each with the value and what is admissible."""
    eps = every(8)
    for kind in (SparseVector1, SparseVector3, SparseVector4):
        with pytest.raises(ValueError, match="count 0: the number of positives is at least 1"):
            kind(0, 0, eps)
    with pytest.raises(ValueError, match="values from 1 to 0: low is at most high"):
        SparseVector3(0, 1, eps, low=1, high=0)
    with pytest.raises(ValueError, match="share 0: noise takes a positive part of eps"):
        SparseVector3(0, 1, eps, share=Fraction(0))


def test_the_root_must_suit_the_noise() -> None:
    """Half of eps is not exact with one part."""
    with pytest.raises(InexactExponentError):
        law(SparseVector6(0, every(1)), (0,))
