"""A learner for one axis, made from a learner of conjunctions (or disjunctions) of l concepts.

Let p be a point that every concept of C labels 1.  A database of n examples is put on a random one
of l axes, l - 1 fresh samples from a distribution P on the others, with p for all other
coordinates, and what the learner of C^l finds for that axis is returned.  On a database from P no
axis differs from another: if the learner labels a part alpha of its l n examples otherwise, then
fewer than beta l axes have a part above alpha/beta of their n examples labelled otherwise, and the
random one is among them with probability below beta.

Pseudo-code:
    1  rho <- uniform in {1, ..., l}
    2  for each axis j: E_j <- D if j = rho, a fresh sample from P if not
    3  S <- the examples of E_j with their points on axis j, for all j, p for other coordinates
    4  (h_1, ..., h_l) <- A(S)
    5  return h_rho

Notation: D database, A learner of C^l, l dimensions, P distribution of databases, p neutral point.
Source: BNSV15, proof of Theorem 6.4, section 6; Remark 6.5 for disjunctions.
Guarantees: BNSV15.ALG.Axis, BNSV15.T6.4, BNSV15.R6.5.
Deviations: S, a multiset in print, is a sequence here: the examples of axis 1, then those of axis
    2, and so on, whichever axis is rho.  So A may look at the order of its rows.  For disjunctions
    every concept labels the neutral point 0.
Degenerate inputs: for l = 1 the learner sees the database alone.

>>> from reference.data.concept import IntervalFunction
>>> from reference.data.product_concept import Conjunction
>>> from reference.probability.law import law
>>> def learn(examples, coins):
...     return Conjunction(
...         tuple(IntervalFunction(1 + max(p[j] for p, y in examples if y)) for j in range(2))
...     )
>>> fresh = Dist.uniform([((0, 1), (1, 0)), ((1, 1), (2, 0))])
>>> law(LearnerOnOneAxis(learn, fresh, 2, 0), ((0, 1), (2, 0)))
Dist({IntervalFunction(end=1): 1})
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.concept import Hypothesis, LabelledExample
from reference.data.database import Database
from reference.data.product_concept import Conjunction, Disjunction, ProductExample, on_axis
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class LearnerOnOneAxis(Generic[R]):
    """Parameters of the reduction; call it on labelled examples of one axis.

    Raises:
        ValueError: if there is no axis; at a call, if a fresh sample has another size.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "proof of Theorem 6.4", "6")

    learner: Mechanism[Database[ProductExample], Conjunction | Disjunction, R]
    """A, on databases of l n examples of points with l coordinates."""

    fresh: Dist[Database[LabelledExample], Fraction]
    """P."""

    dimensions: int
    """l, at least 1."""

    neutral: int
    """p."""

    def __post_init__(self) -> None:
        if self.dimensions < 1:
            raise ValueError(f"dimensions {self.dimensions}: there is at least 1 axis")

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> Hypothesis:
        """The hypothesis of one axis."""
        rho = coins.draw(Dist.uniform(range(self.dimensions)))  # 1
        examples: list[ProductExample] = []
        for axis in range(self.dimensions):
            own = database if axis == rho else coins.draw(self.fresh)  # 2
            if len(own) != len(database):
                raise ValueError(f"{len(database)} examples: fresh samples have {len(own)}")
            examples += placed(own, axis, self.dimensions, self.neutral)  # 3
        joined = coins.run(self.learner, tuple(examples))  # 4
        return joined.parts[rho]  # 5


def placed(
    database: Database[LabelledExample], axis: int, dimensions: int, neutral: int
) -> Database[ProductExample]:
    """The examples with their points on one axis."""
    return tuple((on_axis(x, axis, dimensions, neutral), y) for x, y in database)
