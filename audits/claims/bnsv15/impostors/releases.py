"""Wrong ways of padding a database for a release, and of learning from one."""

from audits.claims.prelude import *
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.padded_release import (
    SCALE,
    Answers,
    DilutedLearner,
    PaddedRelease,
    padded_rows,
)


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
    release: Any, neutral: object, rows: int, alpha: Fraction
) -> PaddedRelease[Any, Any]:
    """Twice the padding: the share is half of what it should be."""
    return PaddedRelease(release, neutral, 2 * padded_rows(rows, alpha) - rows)


def rounded_up(
    release: Any, neutral: object, rows: int, alpha: Fraction
) -> PaddedRelease[Any, Any]:
    """The number of rows is rounded up: the share is too small."""
    return PaddedRelease(release, neutral, ceil(rows / (SCALE * alpha)) - rows)


WRONG_FOR_ACCURACY: dict[str, Callable[..., object]] = {
    **{name: _wrong_for_accuracy(name) for name in WRONG_STEPS},
    "a share of 75 alpha": half_the_rows,
    "the rows are rounded up": rounded_up,
}
"""From a release, the neutral point, the number of rows and alpha."""


def ones_less_zeros(n: int, ones: int) -> int:
    """As it should be."""
    return n - 2 * ones


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
    noisy: bool = True
    counted: Callable[[tuple[int, ...]], int] = sum
    weight: Callable[[int, int], int] = ones_less_zeros
    """Of c(p), from the numbers of examples and of ones."""

    runs: int = 1
    """How often the ones are asked about; the greatest answer counts."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> object:
        n, p = len(database), self.padding
        ones = tuple(x if y else p for x, y in database)
        zeros = tuple(p if y and not self.everything else x for x, y in database)
        asked = [coins.run(self.release, ones) for _ in range(self.runs)]
        b1, b0 = tuple(map(max, zip(*asked, strict=True))), coins.run(self.release, zeros)
        if self.swapped:
            b1, b0 = b0, b1
        if self.ones_only:
            b0 = tuple(b - b for b in b0)
        k = self.counted(tuple(y for _, y in database))
        if self.noisy and self.count_eps is not None:
            k = coins.run(NoisyInteger(self.count_eps.exp(-1), (0, n)), k)
        errors = [
            n * (b0[i] - b1[i]) + self.weight(n, k) * c(p) * self.constant
            for i, c in enumerate(self.concepts)
        ]
        return self.concepts[errors.index(min(errors))]


def _learner(**change: object) -> Callable[..., WrongLearner]:
    build: Callable[..., WrongLearner] = WrongLearner
    return lambda *parameters: build(*parameters, **change)


def pads_with_the_greatest(
    release: Any, concepts: tuple[Any, ...], padding: object, count_eps: object = None
) -> WrongLearner:
    """The greatest point is the padding, and nothing is subtracted."""
    size = len(padding) if isinstance(padding, tuple) else 1
    return WrongLearner(release, concepts, (2,) * size, count_eps, constant=False)


INACCURATE_LEARNERS: dict[str, Callable[..., object]] = {
    "pads with the greatest point and does not subtract it": pads_with_the_greatest,
    "all points in place of those with label 0": _learner(everything=True),
    "exchanges the labels": _learner(swapped=True),
}

ONES_ONLY: dict[str, Callable[..., object]] = {"looks at the ones only": _learner(ones_only=True)}
"""Fails on three examples, and not on fewer."""

WRONG_COUNTS: dict[str, Callable[..., object]] = {
    "(N + 2k) c(p)": _learner(weight=lambda n, k: n + 2 * k),
    "(2k - N) c(p)": _learner(weight=lambda n, k: 2 * k - n),
    "N c(p)": _learner(weight=lambda n, _: n),
    "(N - k) c(p)": _learner(weight=lambda n, k: n - k),
    "no count": _learner(counted=lambda _: 0, noisy=False),
    "counts the zeros": _learner(counted=lambda labels: labels.count(0)),
}
"""They fail if concepts differ at the padding."""

MORE_NOISE: dict[str, Callable[..., object]] = {
    "half the eps for the count": lambda release, concepts, padding, count=None: (
        LearnerFromRelease(release, concepts, padding, count and Epsilon(count.root))
    )
}
"""Wrong if e^eps is a square."""

LEAKING_LEARNERS: dict[str, Callable[..., object]] = {
    "counts the ones without noise": _learner(noisy=False),
    "asks twice about the ones": _learner(runs=2),
    "twice the eps for the count": lambda release, concepts, padding, count=None: (
        LearnerFromRelease(release, concepts, padding, count and count * 2)
    ),
    "twice the eps of the release": lambda release, *others: LearnerFromRelease(
        replace(release, eps=release.eps * 2), *others
    ),
}


@dataclass(frozen=True)
class WrongDilution:
    """A learner that sees a database with other examples added, or another number of them."""

    learner: Any
    neutral: Any
    copies: int
    added: Callable[[Rows, Any], object]
    number: Callable[[int], int]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> object:
        more = (self.added(database, self.neutral),) * self.number(self.copies)
        return coins.run(self.learner, (*database, *more))


def _neutral(database: Rows, neutral: object) -> object:
    del database
    return neutral


def _adding(
    added: Callable[[Rows, Any], object] = _neutral, number: Callable[[int], int] = int
) -> Callable[..., WrongDilution]:
    return lambda learner, neutral, copies: WrongDilution(learner, neutral, copies, added, number)


def _at(change: Callable[[Epsilon[Any]], Epsilon[Any]]) -> Callable[..., object]:
    """The loss of a learner that has one is changed."""

    def build(learner: Any, *others: Any) -> object:
        changed = replace(learner, eps=change(learner.eps)) if hasattr(learner, "eps") else learner
        return DilutedLearner(changed, *others)

    return build


WRONG_DILUTIONS: dict[str, Callable[..., object]] = {
    "adds the first example again": _adding(lambda database, _: database[0]),
    "adds another point with label 1": _adding(lambda _, p: ((1,) * len(p[0]), 1)),
    "adds the neutral point with label 0": _adding(lambda _, p: (p[0], 0)),
    "no copies": _adding(number=lambda _: 0),
    "one copy less": _adding(number=lambda copies: copies - 1),
    "one copy more": _adding(number=lambda copies: copies + 1),
    "twice the eps of the learner": _at(lambda eps: eps * 2),
    "no eps for the learner": _at(lambda eps: Epsilon(eps.exp(0), 2)),
}
