"""Laws written out from the pseudo-code, by fractions, and the learners that they are of."""

from fractions import Fraction
from itertools import product
from math import prod

from audits.claims.vocabulary import (
    eq,
)
from audits.engines.comparisons import Comparison
from reference.data.bottom import Bottom
from reference.data.concept import (
    Values,
    labelled_examples,
)
from reference.data.star import Star
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.star_subsampling import StarSubsampling
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist

TWO = Epsilon(Fraction(2), 2)
"""e^(eps/2) = 2."""


ALPHA = Fraction(2, 5)


Example = tuple[int, int]


def same_law(
    name: str, found: Dist[object, Fraction], wanted: dict[object, Fraction]
) -> list[Comparison]:
    """An equation for each outcome of either law."""
    outcomes = dict.fromkeys([*found, *wanted])
    return [eq(f"{name}: {y}", found.probability(y), wanted.get(y, Fraction(0))) for y in outcomes]


def exponential(candidates: list[object], errors: list[int], base: int) -> dict[object, Fraction]:
    """Pr proportional to base^-errors, by fractions."""
    weights = [Fraction(1, base**k) for k in errors]
    chances: dict[object, Fraction] = {}
    for c, w in zip(candidates, weights, strict=True):
        chances[c] = chances.get(c, Fraction(0)) + w / sum(weights)
    return chances


def any_output(value: object) -> object:
    """The output itself, in a law whose outcomes are objects."""
    return value


def noisy_law(centre: tuple[int, ...], mu: Fraction) -> dict[object, Fraction]:
    """Independent flips of a centre, by products."""
    return {
        Values(h): prod(
            (mu if a != b else 1 - mu for a, b in zip(h, centre, strict=True)), start=Fraction(1)
        )
        for h in product((0, 1), repeat=len(centre))
    }


def a1_law(
    rows: tuple[Example | Star, ...], t: int, mu: Fraction, rule: str
) -> dict[object, Fraction]:
    """The law of A1, from the concepts that are consistent."""
    examples = [row for row in rows if not isinstance(row, Star)]
    fitting = [j for j in range(t) if all(int(x == j) == y for x, y in examples)]
    zero = all(y == 0 for _, y in examples)
    if not fitting and not (zero and rule == "two-cases"):
        return {Bottom.BOTTOM: Fraction(1)}
    centre = tuple(0 if zero else int(x == fitting[0]) for x in range(t))
    return noisy_law(centre, mu)


def a2_law(
    rows: tuple[Example | Star, ...], t: int, alpha: Fraction, rule: str = "literal"
) -> dict[object, Fraction]:
    """The law of A2, as a sum over all subsets."""
    total: dict[object, Fraction] = {Bottom.BOTTOM: alpha / 8}
    p = alpha / 4
    for kept in product((False, True), repeat=len(rows)):
        chance = prod((p if k else 1 - p for k in kept), start=1 - alpha / 8)
        part = tuple(row for row, k in zip(rows, kept, strict=True) if k)
        for y, q in a1_law(part, t, alpha / 8, rule).items():
            total[y] = total.get(y, Fraction(0)) + chance * q
    return total


def starred_learner(
    root: Fraction, t: int = 2
) -> StarSubsampling[Example, Values | Bottom, Fraction]:
    """A3 for alpha = 2/5."""
    return StarSubsampling(
        noisy_learner(t, ALPHA), Epsilon(root, 2), Fraction(4), labelled_examples(t)
    )


def boosted(root: Fraction, on_bottom: str) -> BoostedLearner[Values, Fraction]:
    """Two runs of A3 on one record each."""
    return BoostedLearner(starred_learner(root), 2, 1, 2, Epsilon(root, 2), on_bottom)
