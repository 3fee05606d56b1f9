"""Section 5.2: solvers and empirical learners, made from one another (Lemma 5.7)."""

from math import isqrt

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.sampling import AllOnes, leaking
from audits.claims.bnsv15.laws.threshold_learning import (
    Near,
    consistent,
    exponential_learner,
    labelled_universe,
    learning,
    realizable,
    realizable_universe,
    solving,
)
from audits.claims.bnsv15.section_5_2_interior_points import (
    LEARNER_TWICE,
    SOLVER_TWICE,
    Case,
    given_to,
    shifted_learner,
    shifted_solver,
)
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem
from audits.evidence.certificates import Range
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point

R, FOUR = RationalFunction.r(), Fraction(4)
NOTHING = Fraction(0)
GROWING, SLOWLY = leaking(R), leaking(R, Fraction(1, 2000))
"""Up to e^eps = 3 on four rows, and on six."""


SMALLEST = ((2, 2, 2), (3, 2, 2), (2, 4, 3), (2, 10, 6))
EVEN = ((3, 2, 4), (3, 4, 4))
"""Points, n, and the rows of the labelled database: as many of either label can be added."""


def loss_of_two_rows(exp_eps: Fraction) -> Fraction:
    """e^(2 eps)."""
    return exp_eps**2


WRONG[loss_of_two_rows] = {
    "half the eps": wrong(
        loss_of_two_rows, "exp_eps**2 => Fraction(isqrt(int(exp_eps)))", isqrt=isqrt
    ),
    "eps": "exp_eps**2 => exp_eps",
    "3/2 eps": wrong(
        loss_of_two_rows, "exp_eps**2 => Fraction(isqrt(int(exp_eps)) ** 3)", isqrt=isqrt
    ),
}


@claim(
    "BNSV15.L5.7",
    over(case=sized(SMALLEST, (*SMALLEST, (3, 2, 4)), (*SMALLEST, (3, 2, 4))), r=(FOUR,)),
    about=loss_of_two_rows,
    uses=("BNSV15.ALG.IPP2Learn", "BNSV15.ALG.Learn2IPP"),
)
def learning_and_interior_points(loss: Build, case: Case, r: Fraction) -> Check:
    """If there is an eps-private solver of the interior point problem on n rows with error beta,
    there is a 2eps-private proper empirical (alpha, beta)-learner of thresholds on n/(2 alpha)
    rows; if there is such a learner on n/(3 alpha) rows, eps-private, there is a 2eps-private
    solver on n rows.

    Cases: Of the existence that the lemma asserts, for delta = 0: the best mechanisms, with duals,
    on N rows over X points, (X, n, N) = case. On two points a learner has to tell databases apart
    that differ in n/2 + 1 rows, a solver such that differ in n: with a loss of eps, or 3 eps/2,
    item 1 would be false, with 3/4 e^(2 eps) in place of e^(2 eps) it would not. For item 2 the
    scope does not tell 2 eps from eps. The reductions of its proof are wrong for equal rows
    (BNSV15.ALG.IPP2Learn, BNSV15.ALG.Learn2IPP); that refutes the proof.
    """
    points, n, rows = case
    consistent_half, consistent_third = (
        learning(points, rows, Fraction(n, k * rows)) for k in (2, 3)
    )
    yield from _no_worse(solving(points, n), consistent_half, r, loss(r))
    yield from _no_worse(consistent_third, solving(points, n), r, loss(r))


def _no_worse(
    given: Problem[Any, int], made: Problem[Any, int], r: Fraction, lost: Fraction
) -> Iterator[Item]:
    """The best mechanism for the second problem, at its loss, against that for the first."""
    first, second = solve(given, r, NOTHING).value, solve(made, lost, NOTHING).value
    assert first is not None
    assert second is not None
    yield exactly(given, r, first)
    yield exactly(made, lost, second)
    yield le(made.name, first, second)


REPAIRED = Parts(learner=shifted_learner, solver=shifted_solver)
"""The repaired reductions of items 1 and 2: of the other mechanism, the domain and a number."""

WRONG[REPAIRED] = {
    **{
        f"item 1, {name}": REPAIRED.but(learner=WRONG[shifted_learner][name])
        for name in (
            "the smallest ones and the largest zeros",
            "padding swapped",
            "the rows on either side of the switch",
            "not shifted",
        )
    },
    **{
        f"item 2, {name}": REPAIRED.but(solver=WRONG[shifted_solver][name])
        for name in (
            "padded by the extremes of the data",
            "labelled by the median",
            "labels swapped",
            "not shifted",
        )
    },
    "item 1, asks twice": REPAIRED.but(learner=LEARNER_TWICE),
    "item 2, asks twice": REPAIRED.but(solver=SOLVER_TWICE),
}
"""What these mechanisms show; the others show in the rows that are given to any mechanism."""


def exponential_failure(points: int, depth: int, root: Fraction) -> Fraction:
    """Of at most `points` candidates, all by `depth` worse than the best: b = e^(eps/2)."""
    odds = points / root**depth
    return odds / (1 + odds)


MADE = over(case=sized(EVEN, (*EVEN, (4, 2, 4)), (*EVEN, (4, 2, 6))))
ALL_EPS, LARGE = Epsilon.indeterminate(2), Epsilon(Fraction(4), 2)
UP_TO = Range(high=Fraction(3))


@claim(
    "BNSV15.L5.7",
    MADE,
    form=Form.CORRECTED,
    about=REPAIRED,
    uses=("BNSV15.ALG.IPP2Learn",),
    clause="privacy of a learner",
)
def shifted_learner_is_private(parts: Parts, case: Case) -> Check:
    """From an (eps, delta)-private solver on n rows the shifted reduction makes a (2 eps, (1 +
    e^eps) delta)-private proper empirical learner on N rows.

    Cases: The mechanism that makes most of every row that is changed, e^eps up to 3; for every eps
    the exponential mechanism. They are private themselves. All databases, (X, n, N) = case.
    """
    points, n, rows = case
    domain = Domain.of_size(points)
    labelled, plain = labelled_universe(points, rows), replace_one(range(points), n)
    seen = given_to(shifted_learner, domain, n // 2, realizable(points, rows)[-1])
    near, lost = Near(seen, GROWING), Guarantee(R**2, (1 + R) * GROWING.guarantee.delta)
    yield private(near, plain, GROWING.guarantee, name="a solver", over=UP_TO)
    yield private(parts.learner(near, domain, n // 2), labelled, lost, name="1", over=UP_TO)
    learner = parts.learner(ExponentialInteriorPoint(domain, ALL_EPS), domain, n // 2)
    yield private(learner, labelled, Guarantee.pure(ALL_EPS * 2), name="1, exponential")


@claim(
    "BNSV15.L5.7",
    MADE,
    form=Form.CORRECTED,
    about=REPAIRED,
    uses=("BNSV15.ALG.IPP2Learn",),
    clause="accuracy of a learner",
)
def shifted_learner_is_accurate(parts: Parts, case: Case) -> Check:
    """From a solver with error beta it makes an (alpha, beta)-learner, if N = n/(2 alpha).

    Cases: The exponential mechanism at e^eps = 16: its own error, and then that of what is made of
    it.
    """
    points, n, rows = case
    domain, plain = Domain.of_size(points), replace_one(range(points), n)
    solver = ExponentialInteriorPoint(domain, LARGE)
    beta = exponential_failure(points - 1, n // 2, FOUR)
    yield accurate(solver, plain, is_interior_point, beta, name="the solver")
    alpha, promised = Fraction(n, 2 * rows), realizable_universe(points, rows)
    learner = parts.learner(solver, domain, n // 2)
    yield accurate(learner, promised, consistent(alpha), beta, name="1")


@claim(
    "BNSV15.L5.7",
    MADE,
    form=Form.CORRECTED,
    about=REPAIRED,
    uses=("BNSV15.ALG.Learn2IPP",),
    clause="privacy of a solver",
)
def shifted_solver_is_private(parts: Parts, case: Case) -> Check:
    """From an (eps, delta)-private learner on N rows, over one point more, the other one makes a
    (2 eps, (1 + e^eps) delta)-private solver on n rows.

    Cases: The mechanism that makes most of every row that is changed, e^eps up to 3; for every eps
    one of these without a delta. They favour what they see if half of the rows of D are 0 and half
    1: a 2 in place of a 0 changes two of the rows that they see, and 2 eps are lost. They are
    private themselves.
    """
    points, n, rows = case
    domain, plain = Domain.of_size(points), replace_one(range(points), n)
    favoured = given_to(parts.solver, domain, rows, (*(0,) * (n // 2), *(1,) * (n // 2)))
    near, lost = Near(favoured, SLOWLY), Guarantee(R**2, (1 + R) * SLOWLY.guarantee.delta)
    shown = labelled_universe(points + 1, rows)
    yield private(near, shown, SLOWLY.guarantee, name="a learner", over=UP_TO)
    yield private(parts.solver(near, domain, rows), plain, lost, name="2", over=UP_TO)
    pure = Near(favoured, AllOnes(Guarantee(R, R - R), rows))
    yield private(pure, shown, pure.grows.guarantee, name="a pure learner")
    yield private(parts.solver(pure, domain, rows), plain, Guarantee(R**2, R - R), name="2, pure")


@claim(
    "BNSV15.L5.7",
    MADE,
    form=Form.CORRECTED,
    about=REPAIRED,
    uses=("BNSV15.ALG.Learn2IPP",),
    clause="accuracy of a solver",
)
def shifted_solver_is_accurate(parts: Parts, case: Case) -> Check:
    """From an (alpha, beta)-learner it makes a solver with error beta, if N = n/(3 alpha). Equal
    rows are allowed.

    Cases: The exponential learner at e^eps = 16, its own accuracy and then that of what is made.
    """
    points, n, rows = case
    domain, plain = Domain.of_size(points), replace_one(range(points), n)
    learner, alpha = exponential_learner(points + 1, LARGE), Fraction(n, 3 * rows)
    beta = exponential_failure(points, n // 3 + 1, FOUR)
    promised = realizable_universe(points + 1, rows)
    yield accurate(learner, promised, consistent(alpha), beta, name="the learner")
    yield accurate(parts.solver(learner, domain, rows), plain, is_interior_point, beta, name="2")
