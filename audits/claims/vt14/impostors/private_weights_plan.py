"""Wrong decisions, plans and rounds of multiplicative weights."""

from dataclasses import fields

from audits.claims.prelude import *
from audits.claims.vt14.impostors.private_weights import variant
from reference.data.concept import Hypothesis
from reference.data.workloads import Workload
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.mwem import MWEM, Errors, Measured
from reference.mechanisms.release.private_multiplicative_weights import OnlinePrivateWeights, ends
from reference.mechanisms.release.private_weights_plan import PrivateWeightsPlan, enough_rows
from reference.mechanisms.release.weights import PointWeights, Weights, corrected
from reference.mechanisms.selection.exponential import ExponentialMechanism

Ends = Callable[[Fraction, Fraction], tuple[int, int]]


def weakly(gap: Fraction, threshold: Fraction) -> tuple[int, int]:
    """An error of T stays in the epoch."""
    return -(-(gap - threshold) // 1) - 1, (gap + threshold) // 1 + 1


WRONG_ENDS: dict[str, Ends] = {
    "an error of T stays": weakly,
    "half the threshold": lambda gap, t: ends(gap, t / 2),
    "twice the threshold": lambda gap, t: ends(gap, 2 * t),
    "the error with the other sign": lambda gap, t: ends(-gap, t),
    "the upper side only": lambda gap, t: (-1000, ends(gap, t)[1]),
    "one row more": lambda gap, t: ends(gap, t + 1),
}

INACCURATE: dict[str, Build] = {
    "tests of one side": variant(upper_side_only=True),
    "twice the threshold": lambda analyst, rounds, start, a, *rest: OnlinePrivateWeights(
        analyst, rounds, start, 2 * a, *rest
    ),
    "one epoch fewer": lambda analyst, rounds, start, a, epochs, eps: OnlinePrivateWeights(
        analyst, rounds, start, a, epochs - 1, eps
    ),
    "an eighth of eps0": lambda analyst, rounds, start, a, epochs, eps: OnlinePrivateWeights(
        analyst, rounds, start, a, epochs, replace(eps, root=1 + (eps.root - 1) / 8)
    ),
}


def planned(**changed: Callable[[PrivateWeightsPlan], Any]) -> Build:
    """A plan with something changed."""

    def wrong(*given: Any, **named: Any) -> PrivateWeightsPlan:
        right = enough_rows(*given, **named)
        return replace(right, **{name: change(right) for name, change in changed.items()})

    return wrong


@dataclass(frozen=True)
class Running(PrivateWeightsPlan):
    """A plan that runs another mechanism."""

    change: Callable[[Any], Any] = lambda it: it

    @override
    def mechanism(self, queries: Workload, domain: Domain[int]) -> Any:
        """The right one, changed."""
        return self.change(PrivateWeightsPlan.mechanism(self, queries, domain))


def running(change: Callable[[Any], Any]) -> Build:
    """The right plan, but for the mechanism."""

    def plan(*target: Any) -> PrivateWeightsPlan:
        right = enough_rows(*target)
        values = {each.name: getattr(right, each.name) for each in fields(right)}
        return Running(**values, change=change)

    return plan


WRONG_PLANS: dict[str, Build] = {
    "as many epochs as updates": planned(epochs=lambda p: p.epochs - 1),
    "one epoch more": planned(epochs=lambda p: p.epochs + 1),
    "a smaller radius": planned(radius=lambda p: p.radius - 1),
    "a larger radius": planned(radius=lambda p: p.radius + 1),
    "one row fewer": planned(rows=lambda p: p.rows - 1),
    "one row more": planned(rows=lambda p: p.rows + 1),
    "one eps0 an epoch": planned(root=lambda p: p.root**4),
    "half of eps0": planned(root=lambda p: (p.root + 1) / 2),
    "twice the rate": planned(rate=lambda p: p.rate**2),
    "half the rate": planned(rate=lambda p: (p.rate + 1) / 2),
    "runs twice the loss": running(lambda it: replace(it, eps=it.eps * 2)),
    "runs an epoch more": running(lambda it: replace(it, epochs=it.epochs + 1)),
    "runs with a higher threshold": running(lambda it: replace(it, threshold=it.threshold + 1)),
}


def from_uniform(weights: Any, query: Any, answer: Fraction) -> Any:
    """Whatever the weights are, the uniform distribution is reweighted."""
    points = [x for x, _ in weights.exponents]
    value = int(answer < weights.mean(query))
    return PointWeights.uniform(points, weights.rate).penalised(query, value)


@dataclass(frozen=True)
class Best(Errors):
    """The best answered query is the likeliest."""

    @override
    def __call__(self, database: Rows, /) -> dict[int, int]:
        return {i: -q for i, q in super().__call__(database).items()}


@dataclass(frozen=True)
class RoundedUp(Errors):
    """Errors of fractions, each rounded up and doubled."""

    @override
    def __call__(self, database: Rows, /) -> dict[int, int]:
        return {i: 2 * q for i, q in super().__call__(database).items()}


@dataclass(frozen=True)
class WrongRounds(MWEM[Any]):
    """Rounds with something wrong."""

    errors: Callable[..., Errors] = Errors
    measured: int = 1
    """The noise of an answer has ratio e^(-eps measured/2); 0 for none."""

    stays_uniform: bool = False
    more: int = 0

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Measured, ...]:
        n, half = len(database), self.eps / 2
        h: Weights[Hypothesis] = self.start
        pairs: tuple[Measured, ...] = ()
        for _ in range(self.rounds + self.more):
            quality = self.errors(self.listed, h)
            i = coins.run(ExponentialMechanism(quality, half), database)
            count = sum(map(self.listed[i], database))
            if self.measured:
                count = coins.run(NoisyInteger(half.exp(-self.measured), (0, n)), count)
            pairs = (*pairs, Measured(i, Fraction(count, n)))
            if not self.stays_uniform:
                h = corrected(h, self.listed[i], pairs[-1].value)
        return pairs


def rounds(**wrong: Any) -> Build:
    """Rounds with one thing wrong."""
    return lambda *given: WrongRounds(*given, **wrong)


LEAKING_ROUNDS: dict[str, Build] = {
    "exact measurements": rounds(measured=0),
    "measured with half the noise": rounds(measured=2),
    "qualities twice as sensitive": rounds(errors=RoundedUp),
    "one round more": rounds(more=1),
}
OTHER_ROUNDS: dict[str, Build] = {
    **LEAKING_ROUNDS,
    "the best answered query": rounds(errors=Best),
    "the hypothesis stays uniform": rounds(stays_uniform=True),
}
