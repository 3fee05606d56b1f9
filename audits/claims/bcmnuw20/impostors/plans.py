"""Plans of the release that public rows assist with one thing wrong."""

from functools import cached_property

from audits.claims.prelude import *
from reference.exact.exponential import root_below
from reference.mechanisms.release.public_assisted_calibration import (
    PAPPlan,
    plan_for_accuracy,
    plan_for_corrections,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights_plan import correction_root

Plan = Callable[..., PAPPlan]
Change = Callable[[PAPPlan], Any]


def other(build: Plan, **changed: Change) -> Plan:
    """The plan with other numbers in it."""

    def wrong(*given: Any) -> PAPPlan:
        plan = build(*given)
        return replace(plan, **{name: change(plan) for name, change in changed.items()})

    return wrong


def whole_loss(build: Plan) -> Plan:
    """Eps is the loss of each correction."""

    def wrong(eps: Fraction, *given: Any) -> PAPPlan:
        return replace(build(eps, *given), root=root_below(exact(eps) / 5, 10))

    return wrong


def delta_unused(build: Plan) -> Plan:
    """Basic composition, whatever delta is."""
    return lambda eps, _, *given: build(eps, Fraction(0), *given)


@dataclass(frozen=True)
class NoPublicRows(PAPPlan):
    """The release is not told the public rows."""

    @cached_property
    @override
    def mechanism(self) -> PAPRelease[Fraction]:
        """Without them."""
        return replace(_right(self), public=())


@dataclass(frozen=True)
class OneMore(PAPPlan):
    """The release has one correction more."""

    @cached_property
    @override
    def mechanism(self) -> PAPRelease[Fraction]:
        """With it."""
        return replace(_right(self), count=self.count + 1)


def _fields(plan: PAPPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in PAPPlan.__dataclass_fields__}


def _right(plan: PAPPlan) -> PAPRelease[Fraction]:
    """The release of the right plan."""
    return PAPPlan(**_fields(plan)).mechanism


def another(kind: type[PAPPlan], build: Plan) -> Plan:
    """The plan, with another release."""
    return lambda *given: kind(**_fields(build(*given)))


def shared(build: Plan) -> dict[str, Plan]:
    """What can be wrong with either."""
    return {
        "each correction has the whole loss": whole_loss(build),
        "basic composition, delta unused": delta_unused(build),
        "a fiftieth more loss": other(build, root=lambda p: 1 + (p.root - 1) * Fraction(51, 50)),
        "half of the loss": other(build, root=lambda p: 1 + (p.root - 1) / 2),
        "half of the threshold": other(build, threshold=lambda p: p.threshold / 2),
        "the threshold is A": other(build, threshold=lambda p: Fraction(p.threshold // 2)),
        "a rate of 1/2": other(build, rate=lambda _: Fraction(1, 2)),
        "the release sees no public rows": another(NoPublicRows, build),
        "one correction more": another(OneMore, build),
        "always enough rows": other(build, rows_needed=lambda _: -1),
    }


WRONG_PRIVATE: dict[str, Plan] = {
    **shared(plan_for_corrections),
    "the loss of one correction fewer": lambda *given: replace(
        plan_for_corrections(*given),
        root=correction_root(given[0], given[1], max(1, given[5] - 1)),
    ),
}

WRONG_ACCURATE: dict[str, Plan] = {
    **shared(plan_for_accuracy),
    "half of the private rows": other(
        plan_for_accuracy, rows_needed=lambda plan: plan.rows_needed // 2
    ),
    "half of the public rows": other(
        plan_for_accuracy, public_needed=lambda plan: plan.public_needed // 2
    ),
    "alpha for alpha/2 on the cover": lambda eps, delta, alpha, *given: replace(
        plan_for_accuracy(eps, delta, 2 * alpha, *given),
        public_needed=plan_for_accuracy(eps, delta, alpha, *given).public_needed,
    ),
    "beta for beta/2": lambda eps, delta, alpha, beta, *given: plan_for_accuracy(
        eps, delta, alpha, min(2 * beta, Fraction(99, 100)), *given
    ),
}
