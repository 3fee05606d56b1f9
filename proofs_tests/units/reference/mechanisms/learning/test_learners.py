"""Learners on inputs that contradict, without examples, and over huge domains; sizes by hand."""

from fractions import Fraction

from reference.data.bottom import Bottom
from reference.data.concept import PointFunction, Values
from reference.data.domain import Domain
from reference.data.star import Star
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.confident_learner import (
    ConfidentPointLearner,
    EfficientPointLearner,
    affine_subsampled_learner,
)
from reference.mechanisms.learning.fresh_example import PredictsFreshExample
from reference.mechanisms.learning.function_family import (
    AffineFunction,
    Member,
    affine_family,
    random_functions,
)
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner, consistent_centre
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    ParityLearner,
    PrivateParityLearner,
    loss_of_keeping,
)
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.sample_sizes import (
    rows_by_uniform_convergence,
    rows_for_parities,
    rows_for_proper,
    rows_for_representing,
)
from reference.mechanisms.learning.subsampled_learner import (
    SubsampledNoisyLearner,
    noisy_learner,
    subsampled_exp_eps,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.dist import Dist
from reference.probability.law import law

ALPHA, BETA, HALF, FOUR = Fraction(2, 5), Fraction(1, 100), Fraction(1, 2), Fraction(4)
EPS, TWO = Epsilon(Fraction(3, 2), 2), Epsilon(Fraction(2), 2)
BOTTOM = Bottom.BOTTOM


def test_sizes_of_confident_learners() -> None:
    """28 runs for every beta >= 1/100; the bias is 819/65536 <= (2/5)/32 for d = 16."""
    learner = ConfidentPointLearner(Domain.of_size(3), ALPHA, HALF, EPS)
    sizes = learner.sizes
    assert (sizes.runs, sizes.block, sizes.choice) == (28, 262581, 763)
    assert sizes.rows == 28 * 262581 + 763
    assert learner.universe(1).database_count == 6
    efficient = EfficientPointLearner(16, ALPHA, BETA, EPS)
    assert (efficient.ones, efficient.sizes.block) == (819, 262710)
    assert EfficientPointLearner(1, ALPHA, BETA, EPS).universe(1).database_count == 4


def test_what_learners_promise() -> None:
    """A2's rates give 1 + 2 (1 - alpha/8)/(1 - alpha/4); without step 1 nothing is promised."""
    mu = ALPHA / 8
    found = subsampled_exp_eps(ALPHA / 4, mu, (1 - mu) / mu)
    assert found == 1 + 2 * (1 - ALPHA / 8) / (1 - ALPHA / 4)
    assert not hasattr(noisy_learner(2, ALPHA), "guarantee")
    three = Domain.of_size(3)
    for learner, exp_eps in (
        (SubsampledNoisyLearner(three, Fraction(1)), 4),
        (ConfidentPointLearner(three, ALPHA, HALF, EPS), EPS.exp()),
        (EfficientPointLearner(16, ALPHA, BETA, EPS), EPS.exp()),
        (FirstAnswer(PrivateParityLearner(1, loss_of_keeping(HALF)), 2), 3),
    ):
        assert learner.guarantee == Guarantee(Fraction(exp_eps), Fraction(0))


def test_functions_of_large_fields() -> None:
    """x^64 is x^4 + x^3 + x + 1, and a function needs no list of values."""
    top = 1 << 63
    assert [AffineFunction(64, c, top, 0)(2) for c in (top, 27, 28)] == [1, 0, 1]
    assert affine_subsampled_learner(4, 2).sampling == Fraction(1, 8)


def test_two_rules_differ_where_all_points_are_negative() -> None:
    """All points with label 0: no point function fits, though neither printed case applies."""
    database = ((0, 0), (1, 0))
    assert consistent_centre(database, 2) is BOTTOM
    assert consistent_centre(database, 2, "two-cases") == Values((0, 0))
    assert consistent_centre((Star.STAR,), 2) == Values((0, 0))


def test_boosting_without_selection_records() -> None:
    """Both hypotheses found are equally likely; failed runs are dropped or kept."""
    base, contradiction = NoisyPointLearner(2, Fraction(0)), ((0, 1), (0, 0), (1, 1), (1, 1))
    drop = law(BoostedLearner(base, 2, 2, 2, TWO), contradiction)
    assert drop == Dist.point(Values((0, 1)))
    keep = law(BoostedLearner(base, 2, 2, 2, TWO, "keep"), contradiction)
    assert keep.probability(BOTTOM) == HALF
    assert law(BoostedLearner(base, 1, 2, 2, TWO), contradiction[:2]) == Dist.point(BOTTOM)


def test_families_of_functions() -> None:
    """Weights are the numerators of q^ones (1-q)^zeros; a positive example conditions a family."""
    assert [m.weight for m in random_functions(2, Fraction(1, 3))] == [4, 2, 2, 1]
    assert len(random_functions(3, Fraction(0))) == 1
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(affine_family(2, 1), 4)
    assert len(law(learner, ())) == 16
    found = law(learner, ((3, 1), (0, 0)))
    assert all(isinstance(m, Member) and m.function(3) == 1 for m in found)
    assert law(learner, ((0, 1), (1, 1))) == Dist.point(BOTTOM)


def test_parities_without_bits_or_rows() -> None:
    """One function of no bits; empty blocks are asked too."""
    assert ParityLearner(0)((), None) == 0
    assert ParityLearner(1)(((0, 1),), None) is BOTTOM
    assert ParityLearner(1).universe(1).database_count == 4
    made = FirstAnswer(PrivateParityLearner(1, loss_of_keeping(HALF)), 2)
    assert law(made, ((1, 1),)).probability(BOTTOM) == Fraction(1, 4)


def test_sampling_lists_no_hypotheses() -> None:
    """64 bits and 1000 rows; the seeds 1 to 8 find the concept unless they fail at once."""
    concept, points = 0xFEDC_BA98_7654_3210, SeededBits(1)
    vectors = [points.bits(64) for _ in range(1000)]
    rows = tuple((x, (x & concept).bit_count() & 1) for x in vectors)
    made = PrivateParityLearner(64, loss_of_keeping(HALF))
    assert {run(made, rows, SeededBits(seed)) for seed in range(1, 9)} == {concept, BOTTOM}
    assert len({run(made, (), SeededBits(seed)) for seed in range(1, 9)}) > 2


def test_bottom_predicts_nothing() -> None:
    """A learner that always fails is wrong."""

    def no_answer(*_: object) -> Values | Bottom:
        return BOTTOM

    made: PredictsFreshExample[Values, Fraction] = PredictsFreshExample(no_answer, 1)
    assert law(made, (Values((0, 1)), (HALF, HALF))).probability(False) == 1


def test_sizes_by_hand() -> None:
    """4 (x + x^2.77) <= 1/2 at x = e^(-m/16); y + y^3 + y^8.3 <= 1/2 at y = e^(-m/192).

    At e^eps = 11/10 the term with eps decides: 4 ln(8) / (ln(1.1) / 2) = 174.5; for large eps the
    first term stays: 16 ln(8) = 33.3.  Of parities 0.9^22 < 1/10 < 0.9^21; ln(24) / (2/16), above
    ln(12) / (ln(3)/4).
    """
    assert rows_for_parities(1, Fraction(1), Fraction(1, 10), Fraction(1, 10)) == 22
    assert rows_by_uniform_convergence(3, Fraction(3), Fraction(1, 4), HALF) == 26
    assert rows_for_proper(4, FOUR, HALF, HALF) == 34
    assert rows_for_representing(1, FOUR, HALF, HALF) == 166
    assert rows_for_proper(4, Fraction(11, 10), HALF, HALF) == 175
    assert rows_for_proper(4, Fraction(10**100), HALF, HALF) == 34


def test_printed_count_is_another_law() -> None:
    """Two copies of (0, 0) on two points: T - m = 0 leaves no weight for the other point."""
    zero, domain, database = PointFunction(0), Domain.of_size(2), ((0, 0), (0, 0))
    assert law(PointLearner(domain, TWO, "printed"), database) == Dist.point(zero)
    assert law(PointLearner(domain, TWO), database).probability(zero) == Fraction(1, 5)


def test_a_large_database_over_a_huge_domain() -> None:
    """10^4 rows over 2^64 points: the common positive point wins, nothing is listed."""
    rows = tuple((7 if i % 2 else 2**40 + i, i % 2) for i in range(10**4))
    learner = PointLearner(Domain.of_size(2**64), Epsilon(Fraction(11, 10), 2))
    assert run(learner, rows, SeededBits(1)) == PointFunction(7)
    assert 0 <= run(learner, (), SeededBits(2)).point < 2**64
