"""Wrong ways of padding a database for a release, and of learning from one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.padded_release import (
    Answers,
    DilutedLearner,
    PaddedRelease,
    padded_rows,
)

Rows = tuple[Any, ...]


@dataclass(frozen=True)
class WrongPadding:
    """Padding with one step changed."""

    release: Any
    neutral: Any
    copies: int
    padding: Callable[[Rows, Any, int], Rows]
    recovered: Callable[[Fraction, Fraction], Fraction]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        padded = (*database, *self.padding(database, self.neutral, self.copies))
        share = Fraction(len(database), len(database) + self.copies)
        return tuple(self.recovered(b, share) for b in coins.run(self.release, padded))


def neutral_rows(database: Rows, neutral: object, copies: int) -> Rows:
    """As it should be."""
    del database
    return (neutral,) * copies


def greatest_rows(database: Rows, neutral: object, copies: int) -> Rows:
    """The greatest point of three on every axis."""
    del database
    size = len(neutral) if isinstance(neutral, tuple) else 1
    return ((2,) * size,) * copies


def own_rows(database: Rows, neutral: object, copies: int) -> Rows:
    """Copies of the first row."""
    del neutral
    return (database[0],) * copies


def fewer_rows(database: Rows, neutral: object, copies: int) -> Rows:
    """One copy too few."""
    del database
    return (neutral,) * max(copies - 1, 0)


def without_the_part(answer: Fraction, share: Fraction) -> Fraction:
    """As it should be."""
    return (answer - 1 + share) / share


WRONG_STEPS: dict[
    str, tuple[Callable[[Rows, Any, int], Rows], Callable[[Fraction, Fraction], Fraction]]
] = {
    "pads with the greatest point": (greatest_rows, without_the_part),
    "pads with copies of the first row": (own_rows, without_the_part),
    "one copy too few": (fewer_rows, without_the_part),
    "does not subtract the padding": (neutral_rows, lambda b, s: b / s),
    "does not divide by the share": (neutral_rows, lambda b, s: b - 1 + s),
}


def _wrong(name: str) -> Callable[..., WrongPadding]:
    return lambda release, neutral, copies: WrongPadding(
        release, neutral, copies, *WRONG_STEPS[name]
    )


WRONG_PADDINGS: dict[str, Callable[..., object]] = {name: _wrong(name) for name in WRONG_STEPS}
"""From a release, the neutral point and the number of copies."""


WRONG_LOSSES: dict[str, Callable[..., object]] = {
    "twice the eps of the release": lambda release, *others: PaddedRelease(
        replace(release, eps=release.eps * 2), *others
    ),
    "no eps for the release": lambda release, *others: PaddedRelease(
        replace(release, eps=Epsilon(release.eps.exp(0), 2)), *others
    ),
}


def _wrong_for_accuracy(name: str) -> Callable[..., WrongPadding]:
    return lambda release, neutral, rows, alpha: WrongPadding(
        release, neutral, padded_rows(rows, alpha) - rows, *WRONG_STEPS[name]
    )


def half_the_rows(
    release: Any,  # noqa: ANN401
    neutral: object,
    rows: int,
    alpha: Fraction,
) -> PaddedRelease[Any, Any]:
    """Twice the padding: the share is half of what it should be."""
    return PaddedRelease(release, neutral, 2 * padded_rows(rows, alpha) - rows)


WRONG_FOR_ACCURACY: dict[str, Callable[..., object]] = {
    **{name: _wrong_for_accuracy(name) for name in WRONG_STEPS},
    "a share of 75 alpha": half_the_rows,
}
"""From a release, the neutral point, the number of rows and alpha."""


@dataclass(frozen=True)
class WrongLearner:
    """The learner from a release, with one step changed."""

    release: Any
    concepts: tuple[Any, ...]
    padding: Any
    count_eps: Any = None
    ones_only: bool = False
    swapped: bool = False
    constant: bool = True
    everything: bool = False

    def __call__(self, database: Rows, coins: Coins[Any], /) -> object:
        n, p = len(database), self.padding
        ones = tuple(x if y else p for x, y in database)
        zeros = tuple(p if y and not self.everything else x for x, y in database)
        b1, b0 = coins.run(self.release, ones), coins.run(self.release, zeros)
        if self.swapped:
            b1, b0 = b0, b1
        if self.ones_only:
            b0 = tuple(b - b for b in b0)
        k = sum(y for _, y in database)
        errors = [
            n * (b0[i] - b1[i]) + (n - 2 * k) * c(p) * self.constant
            for i, c in enumerate(self.concepts)
        ]
        return self.concepts[errors.index(min(errors))]


def _learner(**change: object) -> Callable[..., WrongLearner]:
    build: Callable[..., WrongLearner] = WrongLearner
    return lambda *parameters: build(*parameters, **change)


def pads_with_the_greatest(
    release: Any,  # noqa: ANN401
    concepts: tuple[Any, ...],
    padding: object,
    count_eps: object = None,
) -> WrongLearner:
    """The greatest point is the padding, and nothing is subtracted."""
    size = len(padding) if isinstance(padding, tuple) else 1
    return WrongLearner(release, concepts, (2,) * size, count_eps, constant=False)


INACCURATE_LEARNERS: dict[str, Callable[..., object]] = {
    "pads with the greatest point and does not subtract it": pads_with_the_greatest,
    "looks at the ones only": _learner(ones_only=True),
    "all points in place of those with label 0": _learner(everything=True),
    "exchanges the labels": _learner(swapped=True),
}

LEAKING_LEARNERS: dict[str, Callable[..., object]] = {
    "counts the ones without noise": _learner(),
    "twice the eps of the release": lambda release, *others: LearnerFromRelease(
        replace(release, eps=release.eps * 2), *others
    ),
}


@dataclass(frozen=True)
class WrongDilution:
    """A learner that sees a database with other examples added."""

    learner: Any
    neutral: Any
    copies: int
    added: Callable[[Rows, Any], object]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> object:
        rows = (*database, *(self.added(database, self.neutral),) * self.copies)
        return coins.run(self.learner, rows)


def _adding(added: Callable[[Rows, Any], object]) -> Callable[..., WrongDilution]:
    return lambda learner, neutral, copies: WrongDilution(learner, neutral, copies, added)


WRONG_DILUTIONS: dict[str, Callable[..., object]] = {
    "adds the first example again": _adding(lambda database, _: database[0]),
    "adds another point with label 1": _adding(lambda _, p: ((1,) * len(p[0]), 1)),
    "twice the eps of the learner": lambda learner, *others: DilutedLearner(
        replace(learner, eps=learner.eps * 2), *others
    ),
    "no eps for the learner": lambda learner, *others: DilutedLearner(
        replace(learner, eps=Epsilon(learner.eps.exp(0), 2)), *others
    ),
}
