"""Section 3.3.1: where the choosing mechanism has nothing to choose, and where eps is large."""

from audits.claims.prelude import *
from audits.claims.bnsv15.section_3_3_1_choosing_mechanism import ratio
from audits.claims.standard_mechanisms.every_eps import NOTHING
from audits.claims.standard_mechanisms.quality_vectors import AsWritten
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism, choosing_threshold

TENTHS = Fraction(9, 10)


@claim(
    "BNSV15.ALG.Choosing.empty",
    over(s=(Fraction(5, 4), Fraction(8, 5)), delta=(TENTHS,), beta=(TENTHS,)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.3.1, Algorithm 2, step 2 (Choose and return): if no solution has quality 1 or "
        "more, as on the empty database, the test of step 1 is passed with positive probability, "
        "and there is nothing to choose from; bottom will do",
        "the probability that the test is passed where no solution has quality 1 or more",
        "0",
    ),
)
def there_is_something_to_choose(s: Fraction, delta: Fraction, beta: Fraction) -> Check:
    """If step 1 does not halt, some solution has quality 1 or more, and step 2 chooses one.

    Cases: OPT = 0, k = 1; the threshold of the algorithm, rounded up, and Laplace noise of scale
    4/eps, e^(eps/4) = s.
    """
    threshold = choosing_threshold(4 * ln(s), delta, beta)
    yield le("", LaplaceNoise(s).at_least(threshold), 0)


@claim(
    "BNSV15.L3.7",
    over(s=(Fraction(3, 2), Fraction(8)), delta=(TENTHS,), beta=(TENTHS,)),
    about=ChoosingMechanism.for_target,
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.3.1, Lemma 3.7 (and 3.8): the range of eps stands in Lemma 3.6 only (eps <= 2, "
        "as restored), and is surely meant; with it the logarithm is positive. For beta eps delta "
        ">= 4k a solution of quality 0 is enough for the hypothesis, and none of quality 1 can be "
        "output",
    ),
)
def solution_is_found_as_printed(
    build: Build, s: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """If q(S, f) >= (16/eps) ln(4k / (beta eps delta)) for some f, then with probability >= 1 -
    beta the choosing mechanism outputs a solution of quality at least 1.

    Cases: k = 1, one solution of the least such quality, which is 0 at e^(eps/4) = s = 8, where
    bottom is all that it can return; at s = 3/2 the lemma holds.
    """
    least = (16 / (4 * ln(s)) * ln(ratio(s, delta, beta, 1))).ceil()
    yield accurate(
        build(AsWritten(), Epsilon(s, parts=4), delta, beta, 1),
        ListedAdjacency(((max(0, least),),), ()),
        lambda q, f: not isinstance(f, Bottom) and q[f] >= 1,
        beta,
    )


@claim(
    "BNSV15.ALG.Choosing.empty",
    over(threshold=(1, 2), most=(0, 1, 2)),
    form=Form.CORRECTED,
    about=ChoosingMechanism,
)
def bottom_where_there_is_nothing(build: Build, threshold: int, most: int) -> Check:
    """With bottom for the answer if the test is passed and no solution has quality 1 or more, the
    mechanism never returns a solution of quality 0, and on the empty database always bottom.

    Cases: Every eps; three solutions of qualities up to `most`.
    """
    universe = ListedAdjacency((*product(range(most + 1), repeat=3),), ())
    yield accurate(
        build(AsWritten(), threshold, Epsilon.indeterminate(4), 1),
        universe,
        lambda q, f: isinstance(f, Bottom) or q[f] >= 1,
        NOTHING,
    )
