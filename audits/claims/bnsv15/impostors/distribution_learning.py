"""Wrong ways from answers to a distribution or a CDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from reference.data.matrix_game import solve_game
from reference.reductions.release_and_distribution_learning import Answers, running_maximum


def _one_sided(answers: Sequence[Fraction], queries: Sequence[Any], domain: Any) -> Answers:  # noqa: ANN401
    """q(P') may be as far below the answer as it likes."""
    return solve_game(
        [[q((x,)) - a for a, q in zip(answers, queries, strict=True)] for x in domain]
    ).rows


def _most_likely(answers: Sequence[Fraction], queries: Sequence[Any], domain: Any) -> Answers:  # noqa: ANN401
    """All of the mass at the point that satisfies most."""
    scores = [sum(a * q((x,)) for a, q in zip(answers, queries, strict=True)) for x in domain]
    best = scores.index(max(scores))
    return tuple(Fraction(int(x == best)) for x in range(len(scores)))


def _without_the_last(answers: Sequence[Fraction], queries: Sequence[Any], domain: Any) -> Answers:  # noqa: ANN401
    """Only the first query is fitted."""
    first = queries[:1]
    gaps = [[q((x,)) - a for a, q in zip(answers, first, strict=False)] for x in domain]
    return solve_game([[*line, *(-gap for gap in line)] for line in gaps]).rows


FITS: dict[str, Callable[..., Answers]] = {
    "one-sided": _one_sided,
    "a single point": _most_likely,
    "the first query alone": _without_the_last,
}


def _cut(answers: Sequence[Fraction]) -> list[Fraction]:
    return [min(max(a, Fraction(0)), Fraction(1)) for a in answers[:-1]]


MAXIMA: dict[str, Callable[[Sequence[Fraction]], Answers]] = {
    "no running maximum": lambda answers: (*_cut(answers), Fraction(1)),
    "not cut": lambda a: (*(max(a[: t + 1]) for t in range(len(a) - 1)), Fraction(1)),
    "the last answer kept": lambda answers: (*running_maximum(answers)[:-1], max(answers)),
    "sums": lambda answers: running_maximum(tuple(accumulate(answers))),
}
