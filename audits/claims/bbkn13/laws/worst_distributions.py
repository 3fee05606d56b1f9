"""The worst distribution of examples for a learner of points, found exactly.

Examples are drawn from a mixture of distributions v_0, ..., v_k by drawing first which v_j, so

    failure(sum t_j v_j) = sum over (i_0, ..., i_k) with sum m of
        multinomial(i) t_0^i_0 ... t_k^i_k failure(i_j examples from v_j, for each j),

where the error is counted under one fixed distribution.  On a piece of the distributions, the
convex hull of the v_j, on which the same hypotheses are bad, the failure is therefore at most
the greatest of these finitely many numbers, and if that belongs to an (m, 0, ..., 0), it is the
failure at v_j itself.  A grid of step 1/steps of which alpha is a multiple gives such pieces.

Bad is an error > alpha; on the closed pieces that reads >= alpha at the ends, so the maximum is
the greatest failure in the sense of >= alpha, and the supremum of those in the sense of > alpha.
"""

from dataclasses import field

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import failure, inaccurate
from reference.data.concept import Masses, labelled, points
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.probability.replay import Laws

Output = Hypothesis | Bottom
Learner = Mechanism[Database[LabelledExample], Output, Fraction]
IsBad = Callable[[Output], bool]
Piece = tuple[Masses, ...]
"""The corners of a convex set of distributions."""


@dataclass(frozen=True, slots=True)
class Failures:
    """How often a learner fails on m examples of a concept, given which outputs are bad."""

    learner: Learner
    concept: Hypothesis
    rows: int
    laws: Laws[Fraction] = field(default_factory=Laws)

    def given(self, sample: Sequence[int], is_bad: IsBad) -> Fraction:
        """The probability of a bad output on a sample, whose order does not matter."""
        found = self.laws.remembered(self.learner, labelled(sorted(sample), self.concept))
        return found.probability_that(is_bad)

    def mixed(self, drawn_from: Sequence[Masses], is_bad: IsBad) -> Fraction:
        """The probability of a bad output, the i-th example drawn from the i-th distribution."""
        samples: dict[tuple[int, ...], Fraction] = {(): ONE}
        for masses in drawn_from:
            grown: dict[tuple[int, ...], Fraction] = {}
            for sample, chance in samples.items():
                for x, mass in enumerate(masses):
                    if mass:
                        larger = tuple(sorted((*sample, x)))
                        grown[larger] = grown.get(larger, Fraction(0)) + chance * mass
            samples = grown
        return sum((p * self.given(sample, is_bad) for sample, p in samples.items()), Fraction(0))

    def between(self, first: Masses, second: Masses, is_bad: IsBad) -> RationalFunction:
        """The failure at (1 - 1/r) first + (1/r) second, distributions on the points 0 and 1.

        For r >= 1 these are all distributions between them but the first.
        """
        mass = 1 / RationalFunction.r() * (second[0] - first[0]) + first[0]
        m, total = self.rows, RationalFunction(0)
        for k in range(m + 1):
            chance = self.given((0,) * k + (1,) * (m - k), is_bad)
            total += mass**k * (1 - mass) ** (m - k) * comb(m, k) * chance
        return total


def pieces(steps: int, support: int, size: int) -> Iterator[Piece]:
    """The distributions on the first 2 or 3 of `size` points, cut along a grid of 1/steps.

    Every sum of masses of the support that is a multiple of 1/steps is so on edges only.
    """
    cells: list[tuple[tuple[int, ...], ...]]
    if support == 2:
        cells = [((i, steps - i), (i + 1, steps - i - 1)) for i in range(steps)]
    else:
        upward = _sums(steps - 1)
        downward = _sums(steps - 2)
        cells = [((i + 1, j, k), (i, j + 1, k), (i, j, k + 1)) for i, j, k in upward]
        cells += [
            ((i, j + 1, k + 1), (i + 1, j, k + 1), (i + 1, j + 1, k)) for i, j, k in downward
        ]
    for cell in cells:
        yield tuple(
            tuple(Fraction(c, steps) for c in corner) + (Fraction(0),) * (size - support)
            for corner in cell
        )


def _sums(total: int) -> list[tuple[int, int, int]]:
    return [(i, j, total - i - j) for i in range(total + 1) for j in range(total + 1 - i)]


def centre(piece: Piece) -> Masses:
    """The mean of the corners, where no error equals a multiple of the step, but 0 and 1."""
    return [sum(masses, Fraction(0)) / len(piece) for masses in zip(*piece, strict=True)]


@dataclass(frozen=True, slots=True)
class Case:
    """A learner with a concept, on distributions on few of the points."""

    name: str
    learner: Learner
    concept: Hypothesis
    size: int
    """The number of points."""

    rows: int


def worst_on_the_grid(case: Case, support: int, steps: int, alpha: Fraction) -> Fraction:
    """The greatest failure, an error >= alpha, at a distribution of step 1/steps."""
    corners = dict.fromkeys(v for piece in pieces(steps, support, case.size) for v in piece)
    c, m = case.concept, case.rows
    return max(
        failure(case.learner, c, v, m, inaccurate(c, v, alpha, strict=False)) for v in corners
    )


Worst = Callable[[Case, int, int, Fraction], Fraction]


def compared(
    worst_of: Worst, case: Case, support: int, steps: int, alpha: Fraction
) -> Iterator[Comparison]:
    """No distribution on the support is worse than the worst one of the grid.

    On two points for every mass at once; on three by the corners of each piece.
    """
    failures = Failures(case.learner, case.concept, case.rows)
    worst = worst_of(case, support, steps, alpha)
    near = Fraction(0)
    for piece in pieces(steps, support, case.size):
        is_bad = inaccurate(case.concept, centre(piece), alpha)
        near = max(near, *(failures.mixed((v,) * case.rows, is_bad) for v in piece))
        name = f"{case.name}, {case.concept}, from {' to '.join(map(_shown, piece))}"
        if support == 2:
            yield le(name, failures.between(piece[0], piece[1], is_bad), worst)
        else:
            for drawn_from in combinations_with_replacement(piece, case.rows):
                yield le(name, failures.mixed(drawn_from, is_bad), worst)
    yield eq(f"{case.name}, {case.concept}: approached with errors > alpha", near, worst)


def _shown(masses: Masses) -> str:
    return f"({', '.join(map(str, masses))})"


def learners_of_points(size: int, rows: int, support: int) -> Iterator[Case]:
    """Both learners of points; concepts outside the support are alike, one of them stands."""
    eps = Epsilon(TWO, 2)
    for c in points(size)[: support + 1]:
        yield Case(f"sampler, T={size}", PointLearner(Domain.of_size(size), eps), c, size, rows)
        listed = ExponentialLearner(points(size), size, eps)
        yield Case(f"exponential, T={size}", listed, c, size, rows)
