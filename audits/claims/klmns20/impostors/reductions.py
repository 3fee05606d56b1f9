"""Wrong variants of the reductions between interior points and learning."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.reductions import from_learner
from reference.reductions.interior_point_and_learning import Labelled, LearnerFromInteriorPoint

Solver = Mechanism[Database[int], int | Bottom, Any]


@dataclass(frozen=True)
class PointBelow:
    """The point before the threshold that is learnt."""

    points: int
    eps: Epsilon[Fraction]

    def __call__(self, rows: Database[int], coins: Coins[Fraction], /) -> int:
        return coins.run(from_learner(self.points, self.eps), rows) - 1


@dataclass(frozen=True)
class Outermost:
    """Runs the solver on the smallest points with label 1 and the largest with label 0."""

    solver: Solver
    domain: Domain[int]
    divisor: int = 10
    shifted: bool = False

    def __call__(self, database: Database[Labelled], coins: Coins[Any], /) -> int | Bottom:
        q = len(database) // self.divisor
        ones = sorted(x for x, label in database if label)[:q]
        zeros = sorted(x for x, label in database if not label)[-q:]
        if not self.shifted:
            return coins.run(self.solver, (*ones, *zeros))
        answer = coins.run(self.solver, tuple(sorted([*(x + 1 for x in ones), *zeros])))
        return answer if isinstance(answer, Bottom) else answer - 1


def half_as_many(
    solver: Solver, domain: Domain[int], divisor: int = 10, shifted: bool = False
) -> LearnerFromInteriorPoint[Any]:
    """Half of the q rows."""
    return LearnerFromInteriorPoint(solver, domain, 2 * divisor, shifted)


def unshifted(
    solver: Solver, domain: Domain[int], divisor: int = 10, shifted: bool = False
) -> LearnerFromInteriorPoint[Any]:
    """Points with label 0 are not moved."""
    del shifted
    return LearnerFromInteriorPoint(solver, domain, divisor)
