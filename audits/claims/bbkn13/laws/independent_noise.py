"""The law of A2 with free rates: as a sum over subsets, and on a sample."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.samples import Any, Examples
from reference.data.concept import Values
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.probability.families import binomial


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
