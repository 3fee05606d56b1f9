"""What this ledger speaks of: samples, failures, tails."""

from audits.claims.prelude import *
from reference.data.concept import Masses, error, labelled
from reference.probability.replay import Laws

Y = TypeVar("Y", bound=Hashable)


def binomial_range(trials: int, chance: Fraction, least: int, most: int) -> Fraction:
    """Pr[least <= Bin(trials, chance) <= most]."""
    p, q = chance.numerator, chance.denominator
    ways = sum(
        comb(trials, k) * p**k * (q - p) ** (trials - k)
        for k in range(max(least, 0), min(most, trials) + 1)
    )
    return Fraction(ways, q**trials)


def failure(
    learner: Mechanism[Database[LabelledExample], Y, Fraction],
    concept: Hypothesis,
    masses: Masses,
    rows: int,
    is_bad: Callable[[Y], bool],
) -> Fraction:
    """The probability of a bad output on `rows` independent examples of the concept.

    The sum over all samples of the supports' points of Pr[sample] Pr[output bad on it].
    """
    laws = Laws[Fraction]()
    points = [x for x, mass in enumerate(masses) if mass]
    total = Fraction(0)
    for sample in product(points, repeat=rows):
        chance = prod((masses[x] for x in sample), start=ONE)
        law = laws.remembered(learner, labelled(sorted(sample), concept))
        total += chance * law.probability_that(is_bad)
    return total


def inaccurate(
    concept: Hypothesis, masses: Masses, alpha: Fraction, *, strict: bool = True
) -> Callable[[Hypothesis | Bottom], bool]:
    """Whether an output is a failure: bottom, or error > alpha (not strict: >= alpha)."""

    def is_bad(output: Hypothesis | Bottom) -> bool:
        if isinstance(output, Bottom):
            return True
        wrong = error(concept, output, masses)
        return wrong > alpha if strict else wrong >= alpha

    return is_bad


def code(members: Iterable[int]) -> int:
    """A set of numbers >= 0 as one number, the sum of 2^x over its members."""
    return sum(1 << x for x in set(members))
