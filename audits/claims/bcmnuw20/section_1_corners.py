"""Sections 1.1 and 4: where a dimension or a logarithm in a number of samples is 0."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.without_privacy import telling_means_apart
from reference.data.dimensions import vc_dimension
from reference.data.named_classes import stumps
from reference.lower_bounds.without_privacy import best_success, samples_for_accuracy

CONSTANTS = (1, 10**6)
"""In place of O."""


def one_stump(samples: int) -> Iterator[Item]:
    """Whether so many samples are enough for one stump, alpha just below 1/2 and beta = 1/4."""
    best = best_success(samples, HALF)
    yield exactly(telling_means_apart(samples, HALF, HALF * Fraction(99, 100)), Fraction(1), best)
    yield le("right", 1 - QUARTER, best)


@claim(
    "BCMNUW20.TXT.uc",
    over(constant=CONSTANTS),
    refuted=Erratum(
        Grade.WORDING,
        "Section 1, third paragraph, and section 1.1: d/alpha^2 without privacy, for d >= 1: one "
        "concept that is not constant has d = 0, and needs 1/alpha^2 samples",
        "1 - beta",
        "the probability that the best answer from no samples is accurate",
    ),
)
def samples_by_the_dimension(constant: int) -> Check:
    """Without privacy the sample complexity of query release is d/alpha^2, up to a constant
    factor, where d is the VC dimension.

    Cases: One stump, beta = 1/4, means 1/2 and -1/2: all answers without a sample, by linear
    programming. Every multiple of 0 is 0.
    """
    yield from one_stump(constant * vc_dimension(stumps(1), 2) * 4)


@claim(
    "BCMNUW20.TXT.stumps-public",
    over(constant=CONSTANTS),
    refuted=Erratum(
        Grade.WORDING,
        "Section 4, first paragraph, and section 1.1, item 2: O(log(p)/alpha^2), and O~(log(p)/"
        "alpha^2 + sqrt(p)/alpha), for p >= 2: at p = 1 the logarithm is 0; log(2p) will do",
        "1 - beta",
        "the probability that the best answer from no samples is accurate",
    ),
)
def public_rows_by_the_logarithm(constant: int) -> Check:
    """For decision stumps O(log(p)/alpha^2) public samples suffice, and no private ones.

    Cases: p = 1, beta = 1/4, and any constant: no samples. All answers, by linear programming.
    """
    yield from one_stump((constant * 4 * ln(1)).rounded_up())


@claim(
    "BCMNUW20.TXT.stumps-private",
    over(constant=CONSTANTS, power=(0, 1, 2)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 4, first paragraph, and section 1.1, item 2, for p >= 2",
        "the rows that any release needs",
        "the rows, rounded up",
        same_as="BCMNUW20.TXT.stumps-public",
    ),
)
def private_rows_by_the_logarithm(constant: int, power: int) -> Check:
    """O~(log(p)/alpha^2 + sqrt(p)/alpha) private samples and no public ones suffice to release the
    decision stumps.

    Cases: p = 1, beta = 1/4; a constant times a power of log2(1/alpha) in place of O~, and alpha
    so small that 1/alpha is more than eight times as much.
    """
    k = next(k for k in range(1, 99) if 8 * constant * k**power < 2**k)
    alpha = Fraction(1, 2**k)
    rows = constant * k**power * (ln(1) / alpha**2 + 1 / alpha)
    yield le(f"alpha = {alpha}", samples_for_accuracy(alpha, QUARTER), rows.rounded_up())
