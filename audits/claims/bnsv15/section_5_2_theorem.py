"""Section 5.2: learning of thresholds and interior points (Theorem 5.6)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.pac_learning import Task, task, tasks, uniform_on, within
from audits.claims.bnsv15.laws.sampling import WRONG_SAMPLES, AllOnes, LastPointLearner, leaking
from audits.claims.bnsv15.laws.threshold_learning import Near, exponential_learner
from audits.claims.bnsv15.section_5_2_empirical_learners import exponential_failure
from audits.claims.bnsv15.section_5_2_interior_points import (
    LEARNER_TWICE,
    SOLVER_TWICE,
    given_to,
    shifted_learner,
    shifted_solver,
)
from audits.claims.bnsv15.section_5_2_pac_learning import samples_needed
from audits.evidence.certificates import EVERY_EPSILON, Range
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.subsampling import WithReplacement
from reference.reductions.interior_point_and_learning import PaddedLearner

LARGE = Epsilon(Fraction(4), 2)
"""e^eps = 16."""

TARGETS = ((0, (25, 0, 75)), (1, (40, 20, 40)), (2, (48, 26, 26)), (0, (50, 50, 0)))
"""Thresholds, and distributions on three points, in hundredths."""


def _targets() -> ListedAdjacency[Task]:
    return tasks(task(u, [Fraction(p, 100) for p in masses]) for u, masses in TARGETS)


def _learner_from_solver(build: Build, half: int, alpha: Fraction) -> Iterator[Item]:
    """Item 1, for the exponential mechanism on three points."""
    domain = Domain.of_size(3)
    solver = ExponentialInteriorPoint(domain, LARGE)
    beta = exponential_failure(2, half, Fraction(4))
    yield accurate(
        solver, replace_one(range(3), 2 * half), is_interior_point, beta, name="the solver"
    )
    yield step("BNSV15.L5.8", Form.PRINTED, alpha=alpha, beta=beta)
    rows = samples_needed(int(-(-half // alpha)), alpha, beta)
    sampled = OnSample(build(solver, domain, half), rows)
    yield accurate(sampled, _targets(), within(2 * alpha), 2 * beta, name="the learner")


@claim(
    "BNSV15.T5.6",
    over(half=(2,), alpha=(Fraction(1, 4),)),
    about=PaddedLearner,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, Theorem 5.6: its proof goes through Lemmas 5.7, 5.8 and 5.9; the learner of "
        "item 1 errs on distributions with heavy points, as Lemma 5.7 does on equal rows",
        same_as="BNSV15.ALG.IPP2Learn",
    ),
    uses=("BNSV15.L5.7", "BNSV15.L5.8", "BNSV15.L5.9"),
)
def printed_theorem(build: Build, half: int, alpha: Fraction) -> Check:
    """From a solver with error beta on n rows the learner of Lemma 5.7, on max(n/(2 alpha),
    4 ln(2/beta)/alpha) samples, is a (2 eps, (1 + e^eps) delta)-private (2 alpha, 2 beta)-accurate
    proper PAC learner of thresholds; and from such a learner on n samples, (alpha, beta), there is
    a (2 eps, (1 + e^eps) delta)-private solver with error beta on 27 alpha n rows.

    Cases: Item 1, by the construction of the proof: the exponential mechanism on n = 4 rows over
    three points. The sizes are restored; on heavy points no size would do. That there is no such
    learner is not claimed.
    """
    yield from _learner_from_solver(build, half, alpha)


REPAIRED = Parts(learner=shifted_learner, sample=WithReplacement, solver=shifted_solver)
"""From a solver to a learner; from a PAC learner to an empirical one; and to a solver."""


WRONG[REPAIRED] = {
    **{
        f"solver to learner, {name}": REPAIRED.but(learner=WRONG[shifted_learner][name])
        for name in ("not shifted", "padding swapped")
    },
    **{
        f"learner to solver, {name}": REPAIRED.but(solver=WRONG[shifted_solver][name])
        for name in ("not shifted", "labels swapped")
    },
    "solver to learner, asks twice": REPAIRED.but(learner=LEARNER_TWICE),
    "learner to solver, asks twice": REPAIRED.but(solver=SOLVER_TWICE),
    **{
        f"PAC to empirical, {name}": REPAIRED.but(sample=WRONG_SAMPLES[name])
        for name in ("repeats dropped", "promises that of one draw")
    },
}

R = RationalFunction.r()
UP_TO_3 = Range(high=Fraction(3))

LABELLED = ListedAdjacency(
    (((1, 1), (1, 1), *((2, 0),) * 6), ((0, 0), (1, 1), *((2, 0),) * 6)), ((0, 1),), "a row"
)
"""The learner shows the solver 1, 1, 1, 1 of the first, and 0, 0, 1, 1 of the second."""

NINES = ListedAdjacency(
    ((*(0,) * 9, *(1,) * 9), (*(0,) * 8, *(1,) * 9, 2)), ((0, 1),), "a row is replaced"
)
"""The solver shows the learner (0, 1) and (2, 0), nine times each, of the first, and (1, 1) and
(3, 0) once each of the second."""


def _lost(parts: Parts) -> Iterator[Item]:
    """Where two rows change of what the other mechanism sees, at most 2 eps is lost."""
    domain, near = Domain.of_size(3), Near((1, 1, 1, 1), leaking(R))
    made, delta = parts.learner(near, domain, 2), near.grows.guarantee.delta
    stated = Guarantee(R**2, (1 + R) * delta)
    yield private(made, LABELLED, stated, name="1, two rows", over=UP_TO_3)
    for says, range_ in ((AllOnes(Guarantee(R, R - R), 2), EVERY_EPSILON), (leaking(R), UP_TO_3)):
        pac = LastPointLearner(says, ((1, 1), (3, 0)))
        sampled = parts.sample(pac, 18, 2)
        promised: Guarantee[RationalFunction] = sampled.guarantee
        e, delta = promised.exp_eps, promised.delta
        stated, made = Guarantee(e**2, (1 + e) * delta), parts.solver(sampled, domain, 18)
        yield private(made, NINES, stated, name=f"2, two rows, {type(says).__name__}", over=range_)


@claim(
    "BNSV15.T5.6",
    over(half=(2, 4), alpha=(Fraction(1, 4),)),
    form=Form.CORRECTED,
    about=REPAIRED,
    uses=("BNSV15.L5.7",),
)
def learning_is_finding_interior_points(parts: Parts, half: int, alpha: Fraction) -> Check:
    """With the shifted reductions, for item 2 with one point more for the learner and e^eps <= 32,
    the theorem holds: Lemmas 5.7 and 5.8 make a (2 alpha, 2 beta)-accurate PAC learner of a
    solver, Lemmas 5.9 and 5.7 a solver on 27 alpha n rows, with 9n * 3 alpha = 27 alpha n, of a
    PAC learner.

    Cases: The exponential mechanisms at e^eps = 16; distributions on three points with heavy
    points; item 2 on two points, alpha = 1/3, every database of 9n rows, n = 2: it fails no more
    often than the PAC learner on the uniform distribution on D', and is private at e^(2 eps) =
    256. That is not tight, as the sample loses less than eps: so, for both items, two databases on
    which two rows change of what the other mechanism sees, one that makes most of every row, and
    the bound 2 eps', eps' what the sample promises; for every eps, and with a delta, up to e^eps =
    3. All pairs for item 1 are in the corrected Lemma 5.7.
    """
    yield from _learner_from_solver(parts.learner, half, alpha)
    if half > 2:
        return
    yield from _lost(parts)
    samples, domain, third = 2, Domain.of_size(2), Fraction(1, 3)
    rows = 9 * samples
    yield le("27 alpha n", 27 * third * samples, rows)
    yield step("BNSV15.L5.9", Form.CORRECTED, r=LARGE.exp())
    pac = exponential_learner(3, LARGE)
    solver = parts.solver(parts.sample(pac, rows, samples), domain, rows)
    universe = replace_one(range(2), rows)
    yield private(solver, universe, Guarantee(LARGE.exp(2), Fraction(0)), name="the solver")
    for d in universe.databases():
        labelled = given_to(shifted_solver, domain, rows, d)
        distribution = uniform_on(labelled)
        learnt = law(OnSample(pac, samples), distribution)
        failing = 1 - learnt.probability_that(partial(within(third), distribution))
        found = law(solver, d).probability_that(partial(is_interior_point, d))
        yield chance(f"{sum(d)} rows at 1", 1 - found, failing)
