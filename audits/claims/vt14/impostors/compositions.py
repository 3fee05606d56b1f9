"""Wrong compositions, wrong worst pairs, and wrong bounds of the loss of k rounds."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism, NoisyInteger
from reference.privacy.composition import (
    AdaptiveComposition,
    SequentialComposition,
    composed_guarantee,
)
from reference.privacy.divergence import Infinity
from reference.privacy.guarantee import PrivateMechanism
from reference.privacy.rounds import worst_pair
from reference.privacy.total_losses import BASIC, OPTIMAL, RULES, Loss, least_rule, total_losses

Mechanisms = tuple[PrivateMechanism[Rows, Any, Any], ...]
Pair = tuple[Dist[int, Fraction], Dist[int, Fraction]]


@dataclass(frozen=True)
class SharedCoins:
    """Noisy integers get one and the same noise; equal mechanisms one and the same output."""

    mechanisms: Mechanisms

    @property
    def guarantee(self) -> Guarantee[Any]:
        """As if the coins were independent."""
        return composed_guarantee([m.guarantee for m in self.mechanisms])

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[object, ...]:
        outputs: dict[object, Any] = {}
        shown: tuple[object, ...] = ()
        for mechanism in self.mechanisms:
            if isinstance(mechanism, GeometricMechanism):
                if "noise" not in outputs:
                    outputs["noise"] = coins.run(NoisyInteger(mechanism.ratio, (-1, 1)), 0)
                shown = (*shown, mechanism.query(database) + outputs["noise"])
            else:
                if mechanism not in outputs:
                    outputs[mechanism] = coins.run(mechanism, database)
                shown = (*shown, outputs[mechanism])
        return shown


@dataclass(frozen=True)
class Promising:
    """The right composition, with another promise."""

    mechanisms: Mechanisms
    promise: Callable[[list[Guarantee[Any]]], Guarantee[Any]]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """The promise."""
        return self.promise([m.guarantee for m in self.mechanisms])

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[object, ...]:
        return SequentialComposition(self.mechanisms)(database, coins)


def promising(promise: Callable[[list[Guarantee[Any]]], Guarantee[Any]]) -> Callable[..., Any]:
    """Compositions with this promise."""
    return lambda mechanisms: Promising(mechanisms, promise)


def deltas_not_added(guarantees: list[Guarantee[R]]) -> Guarantee[R]:
    """The first delta for all."""
    return Guarantee(composed_guarantee(guarantees).exp_eps, guarantees[0].delta)


def losses_not_added(guarantees: list[Guarantee[R]]) -> Guarantee[R]:
    """The first eps for all."""
    return Guarantee(guarantees[0].exp_eps, composed_guarantee(guarantees).delta)


def one_less(guarantees: list[Guarantee[R]]) -> Guarantee[R]:
    """The last mechanism is free."""
    return composed_guarantee(guarantees[:-1] or guarantees)


def one_more(guarantees: list[Guarantee[R]]) -> Guarantee[R]:
    """The last mechanism is paid for twice."""
    return composed_guarantee(guarantees + guarantees[-1:])


WRONG_COMPOSITIONS = {
    "one noise for all": SharedCoins,
    "deltas are not added": promising(deltas_not_added),
    "losses are not added": promising(losses_not_added),
    "the last one is free": promising(one_less),
    "the last one is paid twice": promising(one_more),
}


@dataclass(frozen=True)
class ChosenByTheBit(AdaptiveComposition[Rows, Any, Any, Any]):
    """The second mechanism is chosen by the first row, not by the output."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[object, object]:
        return coins.run(self.first, database), coins.run(self.then(database[0]), database)


@dataclass(frozen=True)
class ChosenBySecondRun(AdaptiveComposition[Rows, Any, Any, Any]):
    """The second mechanism is chosen by another run of the first, which stays hidden."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[object, object]:
        shown, hidden = coins.run(self.first, database), coins.run(self.first, database)
        return shown, coins.run(self.then(hidden), database)


@dataclass(frozen=True)
class ChosenInAdvance(AdaptiveComposition[Rows, Any, Any, Any]):
    """The second mechanism is the one after the output 0, whatever the output."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[object, object]:
        return coins.run(self.first, database), coins.run(self.then(0), database)


@dataclass(frozen=True)
class FirstIsPaid(AdaptiveComposition[Rows, Any, Any, Any]):
    """The second mechanism is free."""

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """That of the first mechanism."""
        return self.first.guarantee


WRONG_ADAPTIVE = {"chosen by the rows": ChosenByTheBit, "chosen by another run": ChosenBySecondRun}


def leak_on_one_outcome(exp_eps: Fraction, delta: Fraction) -> Pair:
    """Both laws have the outcome 0 with probability delta: it tells nothing."""
    right = (1 - delta) * exp_eps / (1 + exp_eps)
    chances = (delta, right, 1 - delta - right, Fraction(0))
    other = (delta, 1 - delta - right, right, Fraction(0))
    return Dist.weighted(enumerate(chances)), Dist.weighted(enumerate(other))


def leak_of_the_first(exp_eps: Fraction, delta: Fraction) -> Pair:
    """Only the first law ever tells."""
    return worst_pair(exp_eps, delta)[0], worst_pair(exp_eps, Fraction(0))[1]


WRONG_PAIRS = {
    "both leak on one outcome": leak_on_one_outcome,
    "only one of them leaks": leak_of_the_first,
    "half of delta": lambda x, delta: worst_pair(x, delta / 2),
    "no delta": lambda x, _: worst_pair(x, Fraction(0)),
    "odds e^(2 eps)": lambda x, delta: worst_pair(x * x, delta),
    "delta for each bit": lambda x, delta: worst_pair(x, min(2 * delta, Fraction(1))),
}

Table = dict[str, Loss]


def of_other_numbers(
    numbers: Callable[
        [Fraction, int, Fraction, Fraction], tuple[Fraction, int, Fraction, Fraction]
    ],
    *rules: str,
) -> Callable[[Fraction, int, Fraction, Fraction], Table]:
    """The losses of these rules, found for other numbers; all rules if none is named."""

    def table(eps: Fraction, rounds: int, total: Fraction, delta: Fraction) -> Table:
        found = total_losses(eps, rounds, total, delta)
        wrong = total_losses(*numbers(eps, rounds, total, delta))
        return {rule: wrong[rule] if rule in rules or not rules else found[rule] for rule in found}

    return table


def as_basic(eps: Fraction, rounds: int, total: Fraction, delta: Fraction) -> Table:
    """The optimal loss is told to be the basic one."""
    found = total_losses(eps, rounds, total, delta)
    return found | {OPTIMAL: found[BASIC]}


def one_rule_for_all(eps: Fraction, rounds: int, total: Fraction, delta: Fraction) -> Table:
    """Every rule is told to be as good as the best."""
    found = total_losses(eps, rounds, total, delta)
    return dict.fromkeys(found, found[OPTIMAL])


WRONG_TABLES = {
    "delta is for each round only": of_other_numbers(lambda e, k, t, d: (e, k, t, 0 * d)),
    "one round less": of_other_numbers(lambda e, k, t, d: (e, max(k - 1, 1), t, d)),
    "one round more, optimal": of_other_numbers(lambda e, k, t, d: (e, k + 1, t, d), OPTIMAL),
    "twice the total delta": of_other_numbers(lambda e, k, t, d: (e, k, 2 * t, d)),
    "half of the total delta, optimal": of_other_numbers(
        lambda e, k, t, d: (e, k, t / 2, d), OPTIMAL
    ),
    "half of eps, optimal": of_other_numbers(lambda e, k, t, d: (e / 2, k, t, d), OPTIMAL),
    "the basic loss is optimal": as_basic,
    "all rules are optimal": one_rule_for_all,
}

Choice = Callable[[Mapping[str, Loss]], str | None]


def by_end(losses: Mapping[str, Loss], find: Callable[..., str], *rules: str) -> str | None:
    """Compares the losses from above of these rules; of all if none is named."""
    named = {k: losses[k] for k in rules or losses}
    ends = {k: v[1] for k, v in named.items() if not isinstance(v, Infinity)}
    return find(ends, key=ends.__getitem__) if ends else None


WRONG_CHOICES: dict[str, Choice] = {
    "the optimal one is counted": lambda losses: by_end(losses, min),
    "the largest loss": lambda losses: by_end(losses, max, *RULES[:-1]),
    "basic if it promises anything": lambda losses: by_end(losses, min, BASIC),
    "as first proved": lambda losses: by_end(losses, min, *RULES[:2]),
    "advanced if it promises anything": lambda losses: (
        by_end(losses, min, *RULES[1:-1]) or least_rule(losses)
    ),
    "infinite losses are 0": lambda losses: least_rule(
        {
            k: (Fraction(0), Fraction(0)) if isinstance(v, Infinity) else v
            for k, v in losses.items()
        }
    ),
}
