"""Selection: the exponential mechanism, noisy maxima, permute-and-flip."""

from __future__ import annotations

from audits.claims.standard_mechanisms.every_eps import (
    NOTHING,
    R,
    attains,
    every,
    keeps,
    keeps_its_guarantee,
)
from audits.claims.vocabulary import decide, eq, le
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Size, claim
from audits.verdict import Evidence, Verdict
from reference.data.adjacency import add_remove_one
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMaxFrequentValue
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlipFrequentValue
from reference.mechanisms.selection.report_noisy_max import (
    NoisyMaxFrequentValue,
    OneSidedNoisyMaxFrequentValue,
)
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.probability.law import law

EVERY_DATABASE = "Every database of the size, every pair of neighbours, every eps >= 0."


def three(size: Size) -> Domain[int]:
    """Three values or more: a best one, and others that tie."""
    return Domain.of_size(size.pick(3, 4, 4))


@claim("CORE.exponential-mechanism")
def exponential_mechanism(size: Size) -> Verdict:
    """The exponential mechanism on frequencies is (eps, 0)-private for replaced rows.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    return keeps_its_guarantee(ExponentialFrequentValue(three(size), every(2)), size.pick(4, 5, 7))


@claim("CORE.exponential-mechanism-loss")
def exponential_mechanism_loss(size: Size) -> Verdict:
    """The loss of the exponential mechanism on frequencies is less than eps: over |F| candidates
    and n rows, (e^(n eps/2) + |F| - 1) / (e^((n-1) eps/2) + e^(eps/2) + |F| - 2) e^(eps/2) is
    attained.

    Fair: The databases with all rows equal, and with one row replaced.
    """
    n, k = size.pick(3, 5, 7), 3
    mechanism = ExponentialFrequentValue(Domain.of_size(k), every(2))
    one_other = (*(0,) * (n - 1), 1)
    ratio = R * (R**n + k - 1) / (R ** (n - 1) + R + k - 2)
    return attains(mechanism, one_other, (0,) * n, lambda y: y == 1, ratio)


@claim("CORE.exponential-mechanism-monotone")
def exponential_mechanism_monotone(size: Size) -> Verdict:
    """With a quality that added rows never lower, loss eps/2 for added or removed rows.

    Fair: Frequencies are monotone; databases of 0 to n rows, added and removed.
    """
    mechanism = ExponentialFrequentValue(three(size), every(2))
    universe = add_remove_one(three(size), size.pick(4, 5, 6))
    return audit_privacy(mechanism, universe, Guarantee(R, NOTHING))


@claim("CORE.exponential-interior-point")
def exponential_interior_point(size: Size) -> Verdict:
    """The exponential mechanism for interior points is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    mechanism = ExponentialInteriorPoint(Domain.of_size(size.pick(4, 6, 8)), every(2))
    return keeps_its_guarantee(mechanism, size.pick(4, 6, 6))


@claim("CORE.report-noisy-max")
def report_noisy_max(size: Size) -> Verdict:
    """The argmax of frequencies with two-sided geometric noise is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0. Noise has no bound;
    its tails are summed exactly.
    """
    return keeps_its_guarantee(NoisyMaxFrequentValue(three(size), every(2)), size.pick(3, 4, 5))


@claim("CORE.report-one-sided-noisy-max")
def report_one_sided_noisy_max(size: Size) -> Verdict:
    """The argmax of frequencies with one-sided geometric noise is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0. Noise has no bound;
    its tails are summed exactly.
    """
    mechanism = OneSidedNoisyMaxFrequentValue(three(size), every(2))
    return keeps_its_guarantee(mechanism, size.pick(3, 4, 5))


@claim("CORE.exponential-noisy-max")
def exponential_noisy_max(size: Size) -> Verdict:
    """The argmax of frequencies with continuous exponential noise is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    mechanism = ExponentialNoisyMaxFrequentValue(three(size), every(2))
    return keeps_its_guarantee(mechanism, size.pick(4, 5, 6))


@claim("CORE.permute-and-flip")
def permute_and_flip(size: Size) -> Verdict:
    """Permute-and-flip on frequencies is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    mechanism = PermuteAndFlipFrequentValue(three(size), every(2))
    return keeps_its_guarantee(mechanism, size.pick(4, 5, 6))


@claim("CORE.permute-and-flip-is-exponential-noisy-max")
def permute_and_flip_is_exponential_noisy_max(size: Size) -> Verdict:
    """Permute-and-flip and the noisy max with exponential noise have the same law.

    Fair: Every database of the scope, every candidate, every eps.
    """
    flip = PermuteAndFlipFrequentValue(three(size), every(2))
    noisy = ExponentialNoisyMaxFrequentValue(three(size), every(2))
    databases = list(flip.universe(size.pick(3, 4, 6)).databases())
    return decide(
        "permute-and-flip against exponential noise",
        f"{len(databases)} databases, all eps >= 0",
        (
            eq(f"{database}: {y}", law(flip, database).probability(y), p)
            for database in databases
            for y in three(size)
            for p in [law(noisy, database).probability(y)]
        ),
        Evidence.ALL_EPSILON,
    )


@claim("CORE.permute-and-flip-beats-exponential")
def permute_and_flip_beats_exponential(size: Size) -> Verdict:
    """The expected frequency that permute-and-flip selects is never lower than that of the
    exponential mechanism.

    Fair: Every database of the scope; frequencies differ on most of them.
    """
    flip = PermuteAndFlipFrequentValue(three(size), every(2))
    exponential = ExponentialFrequentValue(three(size), every(2))

    def quality(dist: Dist[int, RationalFunction], database: tuple[int, ...]) -> RationalFunction:
        return dist.expectation(database.count)

    databases = list(flip.universe(size.pick(4, 5, 6)).databases())
    return decide(
        "expected quality",
        f"{len(databases)} databases, all eps >= 0",
        (le(str(d), quality(law(exponential, d), d), quality(law(flip, d), d)) for d in databases),
        Evidence.ALL_EPSILON,
    )


@claim("CORE.exponential-mechanism-half-exponent", refuted=UNGRADED)
def exponent_is_halved_for_a_reason(size: Size) -> Verdict:
    """With weights e^(eps q), not e^(eps q / 2), the loss is eps for replaced rows.

    Fair: Frequencies move in opposite directions when a row is replaced.
    """
    return keeps(ExponentialFrequentValue(three(size), every(2)), 3, R, NOTHING)
