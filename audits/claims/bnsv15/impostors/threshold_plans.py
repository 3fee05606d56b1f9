"""Wrong calibrations of the release of thresholds: other numbers, or another mechanism."""

from dataclasses import fields

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.noisy_blocks import HalfNoise, NoNoise
from reference.mechanisms.release.threshold_release import ThresholdRelease
from reference.mechanisms.release.tree_counter import TreeCounterPlan, calibrate_tree_counter
from reference.reductions.threshold_calibration import (
    ThresholdReleasePlan,
    calibrate_threshold_release,
)

Calibrate = Callable[..., ThresholdReleasePlan]
Release = ThresholdRelease[Fraction]


def _five_parts(eps: Fraction, *others: Any) -> ThresholdReleasePlan:
    """The loss is taken to be 5 eps'."""
    return calibrate_threshold_release(eps * 7 / 5, *others)


def _one_by_one(eps: Fraction, delta: Fraction, *others: Any) -> ThresholdReleasePlan:
    """Each block is long enough but with probability delta, not all of them."""
    blocks = calibrate_threshold_release(eps, delta, *others).blocks
    return calibrate_threshold_release(eps, min(delta * blocks, 1 - delta / 2), *others)


def _counting_blocks(change: Callable[[TreeCounterPlan], dict[str, Any]]) -> Calibrate:
    """Some numbers are those of a counter for as many points as blocks, not for one more."""

    def calibrate(eps: Fraction, *others: Any) -> ThresholdReleasePlan:
        plan = calibrate_threshold_release(eps, *others)
        beta: Fraction = others[2]
        points = Domain.of_size(plan.blocks)
        return replace(
            plan, **change(calibrate_tree_counter(eps / 7, Fraction(1), beta / 3, points))
        )

    return calibrate


def _changed(change: Callable[[ThresholdReleasePlan], dict[str, Any]]) -> Calibrate:
    """Some numbers of the plan are others."""

    def calibrate(*target: Any) -> ThresholdReleasePlan:
        plan = calibrate_threshold_release(*target)
        return replace(plan, **change(plan))

    return calibrate


@dataclass(frozen=True)
class HandingOut(ThresholdReleasePlan):
    """The plan is right, and hands out another mechanism."""

    change: Callable[[Release], Release] = lambda release: release

    @property
    @override
    def mechanism(self) -> Release:
        """The wrong one."""
        return self.change(super().mechanism)


def _handing_out(change: Callable[[Release], Any]) -> Calibrate:
    def calibrate(*target: Any) -> ThresholdReleasePlan:
        plan = calibrate_threshold_release(*target)
        numbers = {field.name: getattr(plan, field.name) for field in fields(plan)}
        return HandingOut(**numbers, change=change)

    return calibrate


def _solver(**others: object) -> Callable[[Release], Release]:
    """The solver, on the same rows, with other parameters."""

    def change(release: Release) -> Release:
        wrapped: Any = release.solver
        inner = replace(wrapped.mechanism, **others)
        return replace(release, solver=replace(wrapped, mechanism=inner))

    return change


def _twice_the_loss(release: Release) -> Release:
    wrapped: Any = release.solver
    return _solver(eps=wrapped.mechanism.eps * 2)(release)


def _one_row(release: Release) -> Release:
    wrapped: Any = release.solver
    return replace(release, solver=replace(wrapped, size=1))


def _other_cuts(cuts: Callable[..., Any], release: Release) -> Any:
    return cuts(release.cuts.length, release.cuts.eps)


@dataclass(frozen=True)
class Heedless(ThresholdRelease[Fraction]):
    """It forgets the delta of the solver, or that four rows come or go."""

    edits: int = 4
    heeds: int = 0

    @override
    def guarantee_with(self, solver: Guarantee[Fraction]) -> Guarantee[Fraction]:
        """Too good."""
        right = ThresholdRelease(
            self.solver, self.domain, self.blocks, self.cuts, self.node, self.reach
        )
        heard = right.guarantee_with(Guarantee(solver.exp_eps, solver.delta * self.heeds))
        return Guarantee(heard.exp_eps / solver.exp_eps ** (4 - self.edits), heard.delta)


def _promising(**others: int) -> Calibrate:
    return _handing_out(
        lambda r: Heedless(r.solver, r.domain, r.blocks, r.cuts, r.node, r.reach, **others)
    )


WRONG_NUMBERS: dict[str, Calibrate] = {
    "half of the blocks": _changed(lambda plan: {"blocks": plan.blocks // 2}),
    "no noise is allowed for": _changed(lambda _: {"allowed": 0}),
    "half of the rows for the solver": _changed(lambda plan: {"solvable": plan.solvable // 2}),
    "half of the error of the counts": _changed(lambda p: {"count_error": p.count_error // 2}),
    "half of the rows": _changed(lambda plan: {"rows_needed": plan.rows_needed // 2}),
    "one row too few": _changed(lambda plan: {"rows_needed": plan.rows_needed - 1}),
    "always enough": _changed(lambda _: {"suffices": True}),
}

WRONG_MECHANISMS: dict[str, Calibrate] = {
    "a solver with twice the loss": _handing_out(_twice_the_loss),
    "a solver without a loss": _handing_out(_solver(eps=Epsilon(Fraction(1), 2))),
    "a solver for one point": _handing_out(_solver(domain=Domain.of_size(1))),
    "a solver on one row": _handing_out(_one_row),
    "cuts that go back": _handing_out(
        lambda release: replace(release, cuts=replace(release.cuts, clamped=False))
    ),
    "no noise in the cuts": _handing_out(lambda r: replace(r, cuts=_other_cuts(NoNoise, r))),
    "half of the noise in the cuts": _handing_out(
        lambda r: replace(r, cuts=_other_cuts(HalfNoise, r))
    ),
    "no count below 0 is shown": _handing_out(lambda release: replace(release, reach=0)),
}

WRONG_LOSSES: dict[str, Calibrate] = {
    "a loss of 5 eps'": _five_parts,
    "blocks that are long enough one by one": _one_by_one,
    "the loss of a counter for k points": _counting_blocks(lambda p: {"node_root": p.root}),
    "the error of a counter for k points": _counting_blocks(lambda p: {"count_error": p.error}),
    "the delta of the solver is forgotten": _promising(),
    "the delta of the solver is counted once": _promising(heeds=1, edits=3),
}
