"""Whether a learner predicts the label of a fresh example: what PAC learning asks for.

A learner is given n examples of a concept, drawn from a distribution of points, and the question
is whether its hypothesis is right on one more.  The probability that it is wrong is its expected
error; a failure probability b of an error above a bounds it by a + b, and an expected error of a b
bounds the failure probability by b.

Pseudo-code:
    1  x_1, ..., x_n <- D, independently
    2  h <- A((x_1, c(x_1)), ..., (x_n, c(x_n)))
    3  x <- D
    4  return whether h(x) = c(x)

Notation: A learner, c concept, D distribution of points, n examples, h hypothesis.
Source: VT14, Definition 8.2.1, section 8.2.
Guarantees: VT14.D8.2.1.
Deviations: the sample is sorted; A must not depend on the order of its rows.  An answer that is
    bottom is wrong.
Degenerate inputs: with n = 0 the learner sees nothing.

>>> from reference.data.concept import Values
>>> from reference.probability.law import law
>>> both = (Values((0, 0)), Values((0, 1)))
>>> first = lambda sample, coins: next(h for h in both if all(h(x) == y for x, y in sample))
>>> even = (Fraction(1, 2), Fraction(1, 2))
>>> law(PredictsFreshExample(first, 2), (both[1], even)).probability(False)
Fraction(1, 8)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.learning.on_sample import Distribution, OnSample
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

H = TypeVar("H", bound=Hypothesis)


def examples_of(
    concept: Hypothesis, masses: tuple[Fraction, ...]
) -> Distribution[LabelledExample]:
    """An example of the concept, its point drawn from these masses."""
    return tuple(((x, concept(x)), mass) for x, mass in enumerate(masses))


@dataclass(frozen=True, slots=True)
class PredictsFreshExample(Generic[H, R]):
    """A learner and how many examples it is given; call it on a concept and masses of points.

    Raises:
        ValueError: for a negative number of examples, or at a call if the masses are not those of
            a distribution.
    """

    learner: Mechanism[Database[LabelledExample], H | Bottom, R]
    """A, which must not depend on the order of its rows."""

    rows: int
    """n."""

    def __call__(self, task: tuple[Hypothesis, tuple[Fraction, ...]], coins: Coins[R], /) -> bool:
        """Whether the hypothesis is right on a fresh example."""
        concept, masses = task
        sampled = OnSample(self.learner, self.rows)
        h = coins.run(sampled, examples_of(concept, masses))  # 1, 2
        if h is Bottom.BOTTOM:
            return False
        x = coins.draw(Dist.weighted((x, mass) for x, mass in enumerate(masses) if mass))  # 3
        return h(x) == concept(x)  # 4
