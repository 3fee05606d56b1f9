"""What attacks and lower bounds refuse beside what their properties ask for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from reference.data.concept import Values
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.countable_hypotheses import disjoint_sequence, finite_part
from reference.lower_bounds.discrepancy import hereditary_partial_discrepancy, partial_discrepancy
from reference.lower_bounds.efficient_reconstruction import RoundedProgramme
from reference.lower_bounds.fingerprinting_code import seen
from reference.lower_bounds.fingerprinting_experiment import everybody_but
from reference.lower_bounds.half_concepts import HalfConcepts
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingCode,
    Goal,
    best_pirate,
)
from reference.lower_bounds.iterated_exponentials import iterated_exponential, sizes
from reference.lower_bounds.learning_packing import hard_distribution, hard_pair
from reference.lower_bounds.query_packing import least_gap, success_bound
from reference.lower_bounds.random_discrepancy import least_queries
from reference.lower_bounds.random_means import RandomMean, product_rows
from reference.lower_bounds.reconstruction import Reconstruction
from reference.lower_bounds.rounding_errors import hadamard_errs
from reference.lower_bounds.tardos_code import even_score
from reference.lower_bounds.tracing_attacks import (
    MeanTracer,
    OneReferenceTracer,
    Threshold,
    least_hits,
    score,
)
from reference.lower_bounds.tracing_experiment import hybrid
from reference.lower_bounds.uninformative_answers import ZeroAnswers
from reference.lower_bounds.without_privacy import (
    error_on_shattered_points,
    shattered_pairs,
    sign_success,
    two_points,
)

NONE, THIRD, HALF, ONE, TWO = (Fraction(x) for x in ("0", "1/3", "1/2", "1", "2"))
ROW, RAGGED = ((1,),), ((1,), (1, 0))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: disjoint_sequence([Values((1, 0)), Values((0, 1))], 2, 5), "1 hypotheses tell"),
        (lambda: finite_part([("a", HALF), ("b", THIRD)], Fraction(1, 100)), "the law misses 1/6"),
        (lambda: partial_discrepancy(()), "one length"),
        (lambda: partial_discrepancy(((),)), "one length"),
        (lambda: partial_discrepancy(RAGGED), "one length"),
        (lambda: partial_discrepancy(ROW, ONE), "share 1"),
        (lambda: partial_discrepancy(ROW, -HALF), "share -1/2"),
        (lambda: hereditary_partial_discrepancy(((1, 1),), at_least=0), "at least 0 of 2"),
        (lambda: hereditary_partial_discrepancy(((1, 1),), at_least=3), "at least 3 of 2"),
        (lambda: HalfConcepts(3, 1), "points 3"),
        (lambda: HalfConcepts(0, 1), "points 0"),
        (lambda: HalfConcepts(2, 0), "copies 0"),
        (lambda: HalfConcepts.of_size(2, 1, Fraction(1, 8)), "8 alpha n/d = 1/2"),
        (lambda: least_gap(((1,),), ((1,),)), "1 histograms"),
        (lambda: RandomMean(NONE), r"it lies in \(0, 1\]"),
        (lambda: RandomMean(-HALF), r"it lies in \(0, 1\]"),
        (lambda: RandomMean(ONE + HALF), r"it lies in \(0, 1\]"),
        (lambda: RandomMean().fingerprint([]), "0 values"),
        (lambda: Reconstruction(((1, 0),), -ONE, ONE), "error -1, share 1"),
        (lambda: Reconstruction(((1, 0),), ONE, ONE + HALF), "error 1, share 3/2"),
        (lambda: Reconstruction(((1, 0),), ONE, -ONE), "error 1, share -1"),
        (lambda: Reconstruction((), ONE), "all of one length"),
        (lambda: Reconstruction(RAGGED, ONE), "all of one length"),
        (lambda: RoundedProgramme((), ONE), "at least one, all of one length"),
        (lambda: RoundedProgramme(RAGGED, ONE), "at least one, all of one length"),
        (lambda: RoundedProgramme(ROW, -ONE), "error -1: at least 0"),
        (lambda: least_queries(4, ONE, -ONE), "share -1: from 0, below 1"),
        (lambda: least_queries(4, ONE, ONE), "share 1: from 0, below 1"),
        (lambda: two_points(0, HALF, 1), "attributes"),
        (lambda: two_points(1, HALF, 0), "sign"),
        (lambda: shattered_pairs((), HALF), "signs"),
        (lambda: shattered_pairs((2,), HALF), "signs"),
        (lambda: sign_success(0, 1, HALF), "pairs"),
        (lambda: error_on_shattered_points(0, 1), "points"),
        (lambda: error_on_shattered_points(1, -1), "points"),
        (lambda: hard_pair(3, 0), "start"),
        (lambda: hard_pair(3, 3), "start"),
        (lambda: hard_distribution(3, 0, HALF), "rare point"),
        (lambda: BonehShawCode(0, 1), "at least 1"),
        (lambda: BonehShawCode(1, 0), "at least 1"),
        (lambda: BonehShawCode(2, 1).traced((1, 2), (0, 2, 1)), "2 ones in 1 blocks"),
        (lambda: even_score(1, THIRD), r"a\^2"),
        (lambda: seen(((0,),), (2,)), "user 2: from 1 to 1"),
        (lambda: everybody_but(2, 3), "user 3: from 1 to 2"),
        (lambda: FingerprintingCode(()), r"b\(0\) >= 1"),
        (lambda: FingerprintingCode((0,)), r"b\(0\) >= 1"),
        (lambda: FingerprintingCode((2, 1)), r"b\(0\) >= 1"),
        (lambda: best_pirate(FingerprintingCode((2, 2)), (0,), Goal.FRAME), "user 0: from 1 to 2"),
        (lambda: iterated_exponential(5, 2), r"^tower\^\(5\)\(2\): greater than 2\^1048576$"),
        (lambda: sizes(2, (50, 200, 450)), r"^S\(4\) may have more than 1048576 bits$"),
        (lambda: Threshold.exactly(-1), "at least 0"),
        (lambda: Threshold(-ONE), "square >= 0"),
        (lambda: Threshold.root_of_log(1, HALF), "odds >= 1"),
        (lambda: MeanTracer((TWO,), ONE, Threshold.exactly(0)), "means"),
        (lambda: MeanTracer((ONE,), NONE, Threshold.exactly(0)), "clip 0"),
        (lambda: score(OneReferenceTracer(0, 1, HALF), (ONE, ONE), 0), "2 answers"),
        (lambda: least_hits(ONE, 1, ONE, NONE, ONE), "both are > 0"),
        (lambda: hybrid(product_rows((NONE,)), 1, 1, 1), "from 0 to 0"),
        (lambda: ZeroAnswers(-1), "-1 stumps"),
    ],
)
def test_refused(wrong: Callable[[], object], words: str) -> None:
    """In one line, which names what is admissible."""
    with pytest.raises(ValueError, match=words) as told:
        wrong()
    assert "\n" not in str(told.value)


def test_the_bound_for_every_eps() -> None:
    """Of a packing of histograms, at one of them."""
    every = success_bound(RationalFunction.r(), (0, 1, 2, 2), Fraction(1, 10))
    assert every.at(TWO) == success_bound(TWO, (0, 1, 2, 2), Fraction(1, 10))


def test_bad_errors_inside_of_the_box() -> None:
    """Two of four people: e = (0, 1, 1, 1)/3 or so moves them by 1/2 each, one up and one down."""
    assert not hadamard_errs(4, THIRD, (1, -1, 0, 0))
    assert hadamard_errs(4, THIRD + Fraction(1, 1000), (1, -1, 0, 0))
    assert not hadamard_errs(4, HALF, (1, -1, 1, 0))
