"""The law of A2 with free rates: as a sum over subsets, and on a sample."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.samples import Any, Examples
from reference.data.concept import Values
from reference.data.star import Star
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.probability.families import binomial


def two_parts_by_hand(
    rows: tuple[SubsampleRow, ...], t: int, sampling: Fraction, failure: Fraction, flip: Fraction
) -> dict[object, Fraction]:
    """Bottom with the failure rate; else the concept of a random subset, with noise."""
    total: dict[object, Fraction] = {Bottom.BOTTOM: failure}
    for kept in product((False, True), repeat=len(rows)):
        chance = prod((sampling if k else 1 - sampling for k in kept), start=1 - failure)
        chosen = [row for row, k in zip(rows, kept, strict=True) if k]
        part = [row for row in chosen if not isinstance(row, Star)]
        fitting = [j for j in range(t) if all(int(x == j) == y for x, y in part)]
        if not fitting:
            total[Bottom.BOTTOM] += chance
            continue
        positive = any(y for _, y in part)
        for h in product((0, 1), repeat=t):
            flips = sum(v != (positive and x == fitting[0]) for x, v in enumerate(h))
            weight = flip**flips * (1 - flip) ** (t - flips)
            total[Values(h)] = total.get(Values(h), Fraction(0)) + chance * weight
    return total


@dataclass(frozen=True, slots=True)
class OnThinned:
    """A subsampled learner on a sample: a subsample of a sample is a smaller sample."""

    learner: SubsampledLearner[Any, Fraction]
    rows: int

    def __call__(self, distribution: Examples, coins: Coins[Fraction], /) -> Values | Bottom:
        """What the learner returns on `rows` rows of the distribution."""
        if coins.draw(bernoulli(self.learner.failure)):
            return Bottom.BOTTOM
        kept = coins.draw(binomial(self.rows, self.learner.sampling))
        sampled: OnSample[Any, Values | Bottom, Fraction] = OnSample(self.learner.base, kept)
        return coins.run(sampled, distribution)


def on_thinned(outer: Any, rows: int) -> Any:
    """An independent noise learner on a sample, its inner learner on a thinned one."""
    return replace(outer, inner=OnThinned(outer.inner, rows))
