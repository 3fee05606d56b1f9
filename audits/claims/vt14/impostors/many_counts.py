"""Wrong noise for many counting queries."""

from audits.claims.prelude import *
from reference.exact.exponential import root_below
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.many_counts import (
    DIGITS,
    LaplaceCounts,
    gaussian_deviation,
    largest_loss,
    loss_in_print,
)
from reference.privacy.rounds import advanced_loss, largest_mean

Share = Callable[[int, Fraction, Fraction], Fraction]


@dataclass(frozen=True)
class OfAnotherLoss:
    """Noise for another loss of each answer."""

    counts: LaplaceCounts[int]
    share: Share

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """What the right noise promises."""
        return self.counts.guarantee

    @property
    def loss(self) -> Fraction:
        """Of one answer."""
        return self.share(len(self.counts.queries), self.counts.eps, self.counts.delta)

    @property
    def root(self) -> Fraction:
        """Below its exponential."""
        return root_below(exact(self.loss), DIGITS)

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        n = len(database)
        noisy = NoisyInteger(1 / self.root, (-self.counts.reach, n + self.counts.reach))
        answers: tuple[Fraction, ...] = ()
        for query in self.counts.queries:
            answers = (*answers, Fraction(coins.run(noisy, sum(map(query, database))), n))
        return answers


@dataclass(frozen=True)
class Exchanged(OfAnotherLoss):
    """The right loss, and another query for each answer: of k queries, by number."""

    other: Callable[[int, int], int] = lambda i, _: i

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        queries = self.counts.queries
        asked = tuple(queries[self.other(i, len(queries))] for i in range(len(queries)))
        return coins.run(replace(self.counts, queries=asked), database)


def exchanged(other: Callable[[int, int], int]) -> Callable[..., Any]:
    """With the query of this number for each answer."""
    return lambda *arguments: Exchanged(LaplaceCounts(*arguments), largest_loss, other)


@dataclass(frozen=True)
class OneDraw(OfAnotherLoss):
    """The right loss, and the same noise on every answer."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        n, m = len(database), self.counts.reach + len(database)
        noise = coins.run(NoisyInteger(1 / self.counts.root, (-m, m)), 0)
        exact_counts = [sum(map(query, database)) for query in self.counts.queries]
        return tuple(Fraction(count + noise, n) for count in exact_counts)


@dataclass(frozen=True)
class LastIsExact(OfAnotherLoss):
    """The right loss, and no noise on the last answer."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        answers = self.counts(database, coins)
        last = Fraction(sum(map(self.counts.queries[-1], database)), len(database))
        return (*answers[:-1], last)


def with_loss(share: Share) -> Callable[..., OfAnotherLoss]:
    """Built in the same way."""
    return lambda *arguments: OfAnotherLoss(LaplaceCounts(*arguments), share)


def gaussian_scale(queries: int, eps: Fraction, delta: Fraction) -> Fraction:
    """eps / sqrt(k): the deviation of Gaussian noise, but for the logarithm."""
    del delta
    return (eps / sqrt(queries)).enclosure()[0]


def of_no_delta(queries: int, eps: Fraction, delta: Fraction) -> Fraction:
    """eps / k each: basic composition."""
    del delta
    return eps / queries


def eps_each(queries: int, eps: Fraction, delta: Fraction) -> Fraction:
    """eps each."""
    del queries, delta
    return eps


def without_the_mean(queries: int, eps: Fraction, delta: Fraction) -> Fraction:
    """eps / sqrt(2k ln(1/delta)); eps / k for delta = 0."""
    if not delta:
        return eps / queries
    return (eps / sqrt(2 * queries * ln(1 / delta))).enclosure()[0]


def with_another_mean(queries: int, eps: Fraction, delta: Fraction) -> Fraction:
    """The largest loss that the sharper mean term allows, by steps of 1/1000 of eps."""
    if not delta:
        return eps / queries
    steps = (eps * i / 1000 for i in range(1000, 0, -1))
    return next(
        e for e in steps if advanced_loss(e, queries, delta, largest_mean).certainly_at_most(eps)
    )


WRONG_BUDGETS: dict[str, Callable[..., Any]] = {
    "eps / sqrt(k) each": with_loss(gaussian_scale),
    "eps each": with_loss(eps_each),
    "eps / k each": with_loss(of_no_delta),
    "the mean term is dropped": with_loss(without_the_mean),
    "another mean term": with_loss(with_another_mean),
    "twice the loss": with_loss(lambda k, eps, delta: 2 * largest_loss(k, eps, delta)),
    "half of the loss": with_loss(lambda k, eps, delta: largest_loss(k, eps, delta) / 2),
    "answers in the wrong order": exchanged(lambda i, k: k - 1 - i),
    "the first query each time": exchanged(lambda _i, _k: 0),
    "one draw for all": lambda *arguments: OneDraw(LaplaceCounts(*arguments), largest_loss),
    "the last one is exact": lambda *arguments: LastIsExact(
        LaplaceCounts(*arguments), largest_loss
    ),
}

WRONG_BUDGETS_OF_ERRORS = {
    name: WRONG_BUDGETS[name]
    for name in (
        "eps / k each",
        "half of the loss",
        "twice the loss",
        "one draw for all",
        "the last one is exact",
    )
}

WRONG_PRINTED: dict[str, Callable[[int, Fraction, Fraction], Interval]] = {
    "no logarithm": lambda k, eps, _: eps / (2 * sqrt(k)),
    "no root of k": lambda _, eps, delta: loss_in_print(1, eps, delta),
    "c = 1": lambda k, eps, delta: eps / sqrt(k * ln(1 / delta)),
    "half": lambda k, eps, delta: loss_in_print(k, eps, delta) / 2,
    "eps / k": lambda k, eps, _: exact(eps / k),
}

WRONG_GAUSSIAN: dict[str, Callable[[int, Fraction, Fraction, int], Interval]] = {
    "one query": lambda _, eps, delta, n: gaussian_deviation(1, eps, delta, n),
    "k for sqrt(k)": lambda k, eps, delta, n: gaussian_deviation(k * k, eps, delta, n),
    "one row": lambda k, eps, delta, _: gaussian_deviation(k, eps, delta, 1),
    "half": lambda k, eps, delta, n: gaussian_deviation(k, eps, delta, n) / 2,
    "twice": lambda k, eps, delta, n: 2 * gaussian_deviation(k, eps, delta, n),
    "ln(1/delta)": lambda k, eps, delta, n: sqrt(2 * k * ln(1 / delta)) / (eps * n),
    "ln for 2 ln": lambda k, eps, delta, n: gaussian_deviation(k, eps, delta, n) / sqrt(2),
    "the variance": lambda k, eps, delta, n: gaussian_deviation(k, eps, delta, n) ** 2,
}
