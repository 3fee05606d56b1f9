"""Wrong ways from answers to a distribution or a CDF."""

from itertools import accumulate

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.promises import too_small
from reference.data.matrix_game import solve_game
from reference.reductions.release_and_distribution_learning import (
    Answers,
    CdfFromAnswers,
    DistributionFromAnswers,
    cumulative,
    empirical_masses,
    running_maximum,
)

POINTS = range(3)
"""Of the databases that are read."""


@dataclass(frozen=True)
class OtherFit:
    """A learner that makes a distribution of the answers in another way."""

    fit: Callable[..., Answers]
    release: Any
    queries: Sequence[Any]
    domain: Sequence[int]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the release."""
        promised: Guarantee[Any] = self.release.guarantee
        return promised

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return self.fit(coins.run(self.release, database), self.queries, self.domain)


@dataclass(frozen=True)
class OtherMaximum:
    """A learner that makes a CDF of the answers in another way."""

    rule: Callable[[Sequence[Fraction]], Answers]
    release: Any

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the release."""
        promised: Guarantee[Any] = self.release.guarantee
        return promised

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return self.rule(coins.run(self.release, database))


@dataclass(frozen=True)
class ReadsRows:
    """A learner that returns what the rows say themselves, on some databases."""

    learner: Any
    exact: Callable[[Database[int]], Answers]
    where: Callable[[Database[int]], bool]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the learner."""
        promised: Guarantee[Any] = self.learner.guarantee
        return promised

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        learnt: Answers = coins.run(self.learner, database)
        return self.exact(database) if self.where(database) else learnt


@dataclass(frozen=True)
class GreaterOfTwo:
    """A learner that asks the release twice, and keeps the greater outcome."""

    learner: Any

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of asking once."""
        promised: Guarantee[Any] = self.learner.guarantee
        return promised

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        first, second = (coins.run(self.learner, database) for _ in range(2))
        return max(first, second)


WHERE: dict[str, Callable[[Database[int]], bool]] = {
    "reads the rows": lambda _: True,
    "reads the rows if all are equal": lambda rows: len(set(rows)) == 1,
    "reads the rows if no two are equal": lambda rows: len(set(rows)) == len(rows),
    "reads the rows of one database": lambda rows: tuple(sorted(rows)) == (1, 1, 2),
}


def _no_post_processing(
    build: Build, exact: Callable[[Database[int]], Answers]
) -> dict[str, Build]:
    """Learners whose outcome is no function of one answer of the release, and false promises."""

    def reading(where: Callable[[Database[int]], bool], *given: Any) -> ReadsRows:
        return ReadsRows(build(*given), exact, where)

    reads = {name: partial(reading, where) for name, where in WHERE.items()}
    twice = {"asks the release twice": lambda *given: GreaterOfTwo(build(*given))}
    return {**reads, **twice, **too_small(build)}


def _masses(database: Database[int]) -> Answers:
    return empirical_masses(database, POINTS)


NO_FITS = _no_post_processing(DistributionFromAnswers, _masses)
NO_MAXIMA = _no_post_processing(CdfFromAnswers, lambda rows: cumulative(_masses(rows)))
"""Distribution learners that are less private than the release."""


def _one_sided(answers: Sequence[Fraction], queries: Sequence[Any], domain: Any) -> Answers:
    """q(P') may be as far below the answer as it likes."""
    return solve_game(
        [[q((x,)) - a for a, q in zip(answers, queries, strict=True)] for x in domain]
    ).rows


def _most_likely(answers: Sequence[Fraction], queries: Sequence[Any], domain: Any) -> Answers:
    """All of the mass at the point that satisfies most."""
    scores = [sum(a * q((x,)) for a, q in zip(answers, queries, strict=True)) for x in domain]
    best = scores.index(max(scores))
    return tuple(Fraction(int(x == best)) for x in range(len(scores)))


def _without_the_last(answers: Sequence[Fraction], queries: Sequence[Any], domain: Any) -> Answers:
    """Only the first query is fitted."""
    first = queries[:1]
    gaps = [[q((x,)) - a for a, q in zip(answers, first, strict=False)] for x in domain]
    return solve_game([[*line, *(-gap for gap in line)] for line in gaps]).rows


FITS: dict[str, Build] = {
    "one-sided": partial(OtherFit, _one_sided),
    "a single point": partial(OtherFit, _most_likely),
    "the first query alone": partial(OtherFit, _without_the_last),
}
"""Distribution learners that are less accurate."""


def _cut(answers: Sequence[Fraction]) -> list[Fraction]:
    return [min(max(a, Fraction(0)), Fraction(1)) for a in answers[:-1]]


RULES: dict[str, Callable[[Sequence[Fraction]], Answers]] = {
    "no running maximum": lambda answers: (*_cut(answers), Fraction(1)),
    "not cut": lambda a: (*(max(a[: t + 1]) for t in range(len(a) - 1)), Fraction(1)),
    "the last answer kept": lambda answers: (*running_maximum(answers)[:-1], max(answers)),
    "sums": lambda answers: running_maximum(tuple(accumulate(answers))),
}
MAXIMA: dict[str, Build] = {name: partial(OtherMaximum, rule) for name, rule in RULES.items()}
