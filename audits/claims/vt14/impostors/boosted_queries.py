"""Wrong ways to boost answers to queries, and wrong promises for the right one."""

from audits.claims.prelude import *
from reference.mechanisms.release.boosted_queries import (
    Answers,
    BoostedQueries,
    lower_median,
    reweighted,
    score,
    slack_for,
)

Reweighted = Callable[[Sequence[int], Any], Dist[int, Any]]


def sign_reversed(scores: Sequence[int], base: Any) -> Dist[int, Any]:
    """More weight on what was answered well."""
    return reweighted([-s for s in scores], base)


def never_reweighted(scores: Sequence[int], base: Any) -> Dist[int, Any]:
    """Uniform always."""
    return reweighted([0] * len(scores), base)


def twice_the_rate(scores: Sequence[int], base: Any) -> Dist[int, Any]:
    """Weights squared."""
    return reweighted([2 * s for s in scores], base)


def half_the_rate(scores: Sequence[int], base: Any) -> Dist[int, Any]:
    """Weights of about half of the scores."""
    return reweighted([s // 2 for s in scores], base)


def the_worst_query(scores: Sequence[int], base: Any) -> Dist[int, Any]:
    """The query with the least score, always."""
    del base
    return Dist.point(min(range(len(scores)), key=lambda q: (scores[q], q)))


WRONG_WEIGHTS: dict[str, Reweighted] = {
    "update sign reversed": sign_reversed,
    "never reweighted": never_reweighted,
    "twice the rate": twice_the_rate,
    "half of the rate": half_the_rate,
}


def not_clamped(error: int, *, tolerance: int, slack: int) -> int:
    """Beyond 1 and -1, too."""
    return slack - 2 * (error - tolerance)


def one_sided(error: int, *, tolerance: int, slack: int) -> int:
    """0 for a good answer."""
    return min(score(error, tolerance=tolerance, slack=slack), 0)


def a_step(error: int, *, tolerance: int, slack: int) -> int:
    """Nothing between good and bad: private for no small loss."""
    return slack if error <= tolerance else -slack


def tolerance_ignored(error: int, *, tolerance: int, slack: int) -> int:
    """As if lambda were 0."""
    del tolerance
    return score(error, tolerance=0, slack=slack)


WRONG_SCORES: dict[str, Callable[..., int]] = {
    "not clamped": not_clamped,
    "good answers have score 0": one_sided,
    "good or bad": a_step,
    "lambda = 0": tolerance_ignored,
}


def mean_of(values: Sequence[int]) -> int:
    """The mean, rounded."""
    return round(Fraction(sum(values), len(values)))


def upper_median(values: Sequence[int]) -> int:
    """The larger of two in the middle."""
    return sorted(values)[len(values) // 2]


def last_of(values: Sequence[int]) -> int:
    """The last answer."""
    return values[-1]


WRONG_MIDDLES: dict[str, Callable[[Sequence[int]], int]] = {
    "the mean": mean_of,
    "the larger median": upper_median,
    "the last answer": last_of,
}


@dataclass(frozen=True)
class OtherBoosting:
    """Boosting with one part replaced; the right promise."""

    right: BoostedQueries[Any, Any]
    weights: Reweighted = reweighted
    scored: Callable[..., int] = score
    middle: Callable[[Sequence[int]], int] = lower_median
    same_sample: bool = False
    forgetful: bool = False
    fewer_rounds: int = 0

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the right one."""
        return self.right.guarantee

    def __call__(self, database: Any, coins: Coins[Any], /) -> Answers:
        right = self.right
        exact = [query(database) for query in right.queries]
        scores: Answers = (0,) * len(exact)
        found: tuple[Answers, ...] = ()
        for _ in range(right.rounds - self.fewer_rounds):
            law = self.weights(scores, right.weight)
            asked: tuple[int, ...] = ()
            for _ in range(right.samples):
                again = bool(asked) and self.same_sample
                asked = (*asked, asked[0] if again else coins.draw(law))
            answers = coins.run(right.base(asked), database)
            found = (*found, answers)
            new = [
                self.scored(abs(a - q), tolerance=right.tolerance, slack=right.slack)
                for a, q in zip(answers, exact, strict=True)
            ]
            before = (0,) * len(exact) if self.forgetful else scores
            scores = tuple(s + t for s, t in zip(before, new, strict=True))
        return tuple(self.middle(each) for each in zip(*found, strict=True))


def other(**changes: Any) -> Build:
    """Built as the right one."""

    def build(*arguments: Any) -> OtherBoosting:
        return OtherBoosting(BoostedQueries(*arguments), **changes)

    return build


@dataclass(frozen=True)
class OtherPromise:
    """The right mechanism with another promise."""

    right: BoostedQueries[Any, Any]
    steps: Callable[[int, int], int]
    bases: Callable[[int], int]
    deltas: Callable[[int], int]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """Another one."""
        right = self.right
        each = right.base((0,) * right.samples).guarantee
        steps = self.steps(right.samples, right.rounds)
        exp_eps = each.exp_eps ** self.bases(right.rounds) * right.weight**steps
        return Guarantee(exp_eps, each.delta * self.deltas(right.rounds))

    def __call__(self, database: Any, coins: Coins[Any], /) -> Answers:
        return self.right(database, coins)


def right_steps(samples: int, rounds: int) -> int:
    """2 k T (T - 1)."""
    return 2 * samples * rounds * (rounds - 1)


def promise(
    steps: Callable[[int, int], int] = right_steps,
    bases: Callable[[int], int] = lambda rounds: rounds,
    deltas: Callable[[int], int] = lambda rounds: rounds,
) -> Build:
    """Built as the right one."""

    def build(*arguments: Any) -> OtherPromise:
        return OtherPromise(BoostedQueries(*arguments), steps, bases, deltas)

    return build


WRONG_BOOSTING = {
    **{name: other(weights=wrong) for name, wrong in WRONG_WEIGHTS.items()},
    "always the worst query": other(weights=the_worst_query),
    **{name: other(scored=wrong) for name, wrong in WRONG_SCORES.items()},
    **{name: other(middle=wrong) for name, wrong in WRONG_MIDDLES.items()},
    "the same query k times": other(same_sample=True),
    "the scores of the last round alone": other(forgetful=True),
    "one round fewer": other(fewer_rounds=1),
    "promises k T (T - 1)": promise(lambda k, t: k * t * (t - 1)),
    "promises nothing for the samples": promise(lambda _k, _t: 0),
    "promises one sample": promise(lambda _, t: 2 * t * (t - 1)),
    "promises the base once": promise(right_steps, lambda _: 1),
    "promises the delta of the base once": promise(deltas=lambda _: 1),
}


def bits_for_samples(summary_bits: int, failure_probability: Fraction, margin: Fraction) -> int:
    """As many samples as bits."""
    del failure_probability, margin
    return summary_bits


def by_basic_composition(
    rounds: int, samples: int, exp_rate: Fraction, eps: Fraction, delta: Fraction
) -> int:
    """The losses themselves add up to eps."""
    del delta
    return (ln(exp_rate) * (2 * samples * rounds * (rounds - 1)) / eps).rounded_up()


Slack = Callable[[int, int, Fraction, Fraction, Fraction], int]
WRONG_SLACKS: dict[str, Slack] = {
    "the losses of the choices add up": by_basic_composition,
    "as if one query were drawn": lambda t, _, *rest: slack_for(t, 1, *rest),
    "half of the loss": lambda *given: slack_for(*given) // 2,
    "every round as the last one": lambda t, k, *rest: slack_for(2, k * (t - 1) ** 3, *rest),
    "for the square of delta": lambda t, k, rate, eps, delta: slack_for(t, k, rate, eps, delta**2),
}


def one_too_few(right: Callable[..., int]) -> Callable[..., int]:
    """One less than is needed."""
    return lambda *given: right(*given) - 1


def one_too_many(right: Callable[..., int]) -> Callable[..., int]:
    """One more than is needed."""
    return lambda *given: right(*given) + 1
