"""Wrong sample sizes and wrong noise for multiplicative weights."""

from typing import TypeVar

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.weights_constants import (
    Noise,
    Setting,
    printed_noise,
    pure_noise,
    repaired_noise,
)
from reference.data.concept import Hypothesis
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.weights_plan import WeightsPlan, enough_rows

Q = TypeVar("Q", bound=Hypothesis)

Plan = Callable[..., WeightsPlan]


def other(**changed: Callable[[WeightsPlan], Any]) -> Plan:
    """The plan with other numbers in it."""

    def wrong(*given: Any) -> WeightsPlan:
        plan = enough_rows(*given)
        return replace(plan, **{name: change(plan) for name, change in changed.items()})

    return wrong


def scale_forgotten(points: int, queries: int, accuracy: Fraction, *rest: Fraction) -> WeightsPlan:
    """The accuracy is taken to be that of fractions of rows."""
    return enough_rows(points, queries, min(2 * accuracy, Fraction(2)), *rest)


def corrections_by_queries(
    points: int, queries: int, accuracy: Fraction, *rest: Fraction
) -> WeightsPlan:
    """c = 4 ln(k)/a^2, of the queries instead of the points."""
    plan = enough_rows(points, queries, accuracy, *rest)
    c = 0 if queries == 1 else (ln(queries) * 4 / (accuracy / 12) ** 2).floor()
    return replace(plan, corrections=min(c, queries))


WRONG_PLANS: dict[str, Plan] = {
    "half of the rows": other(rows=lambda plan: plan.rows // 2, radius=lambda p: p.radius // 2),
    "half of the radius": other(radius=lambda plan: plan.radius // 2),
    "rows for the noise only": other(
        rows=lambda plan: plan.rows // 2, radius=lambda plan: plan.radius
    ),
    "twice the loss": other(root=lambda plan: plan.root**2),
    "a fiftieth more loss": other(root=lambda plan: 1 + (plan.root - 1) * Fraction(51, 50)),
    "half of the loss": other(root=lambda plan: 1 + (plan.root - 1) / 2),
    "a quarter of the corrections": other(corrections=lambda plan: plan.corrections // 4),
    "corrections by the number of queries": corrections_by_queries,
    "accuracy on the scale of fractions": scale_forgotten,
}


@dataclass(frozen=True, slots=True)
class OneScale(WeightsPlan):
    """The error of a fraction is reported for 2 a - 1."""

    @property
    @override
    def error(self) -> Fraction:
        """Half of the right one."""
        return Fraction(3 * self.radius - 1, 2 * self.rows)


@dataclass(frozen=True, slots=True)
class LateThreshold(WeightsPlan):
    """T = 4A."""

    @property
    @override
    def threshold(self) -> int:
        """Twice the right one."""
        return 4 * self.radius


@dataclass(frozen=True, slots=True)
class NoTests(WeightsPlan):
    """Only the noise of answers is counted."""

    @property
    @override
    def noise_failure(self) -> Fraction:
        """Of answers alone."""
        b = 1 / self.root
        return self.corrections * 2 * b ** (self.radius + 1) / (1 + b)


@dataclass(frozen=True, slots=True)
class NoCorrections(WeightsPlan):
    """The hypothesis answers for ever."""

    @override
    def mechanism(
        self, queries: tuple[Q, ...], points: Iterable[int]
    ) -> MultiplicativeWeights[Q, Fraction]:
        """The mechanism, with something wrong."""
        right = WeightsPlan(
            self.queries, self.corrections, self.root, self.radius, self.rows, self.rate
        )
        return replace(right.mechanism(queries, points), count=0)


@dataclass(frozen=True, slots=True)
class MoreNoise(WeightsPlan):
    """Noise of a third of the eps."""

    @override
    def mechanism(
        self, queries: tuple[Q, ...], points: Iterable[int]
    ) -> MultiplicativeWeights[Q, Fraction]:
        """The mechanism, with something wrong."""
        root = 1 + (self.root - 1) / 7
        less = WeightsPlan(self.queries, self.corrections, root, self.radius, self.rows, self.rate)
        return less.mechanism(queries, points)


WRONG_BUDGETS: dict[str, Callable[..., WeightsPlan]] = {
    "the error of a fraction for 2 a - 1": OneScale,
    "a late threshold": LateThreshold,
    "the tests left out of the budget": NoTests,
    "no corrections": NoCorrections,
    "noise of a smaller eps": MoreNoise,
}


def changed(build: Callable[[Setting], Noise], **factor: Fraction) -> Callable[[Setting], Noise]:
    """The same noise, some numbers multiplied."""

    def wrong(s: Setting) -> Noise:
        noise = build(s)
        return replace(noise, **{name: getattr(noise, name) * f for name, f in factor.items()})

    return wrong


TWICE = Fraction(2)

WRONG_PURE: dict[str, Callable[[Setting], Noise]] = {
    "half of the threshold": changed(pure_noise, threshold=HALF),
    "twice the threshold": changed(pure_noise, threshold=TWICE),
    "half of the noise of tests": changed(pure_noise, threshold_noise=HALF, test_noise=HALF),
    "half of the noise of answers": changed(pure_noise, answer_noise=HALF),
    "noise of one correction": lambda s: replace(
        pure_noise(s), answer_noise=exact(2 / (s.eps * Fraction(2, 9)))
    ),
}

WRONG_REPAIRED: dict[str, Callable[[Setting], Noise]] = {
    "as printed": printed_noise,
    "half of the threshold": changed(repaired_noise, threshold=HALF),
    "a third of the noise of tests": changed(
        repaired_noise, threshold_noise=Fraction(1, 3), test_noise=Fraction(1, 3)
    ),
    "answers with the noise of one correction": lambda s: replace(
        repaired_noise(s), answer_noise=9 / exact(s.eps)
    ),
}
