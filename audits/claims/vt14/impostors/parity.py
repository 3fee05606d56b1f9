"""Wrong variants of the parity learners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample
from reference.data.database import Database
from reference.data.gf2 import solutions
from reference.exact.field import R
from reference.mechanisms.learning.parity_learner import (
    ParityLearner,
    PrivateParityLearner,
    keeping_rate,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

Build = Callable[..., Any]
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class WrongParityLearner:
    """The private learner with one thing wrong."""

    bits: int
    eps: Epsilon[Any]
    fails: Fraction = HALF
    keeps: str = "e"
    takes: str = "uniform"
    forgotten: str = "nothing"
    empty: str = "bottom"

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What the right one promises."""
        return Guarantee.pure(self.eps)

    universe = PrivateParityLearner.universe

    def _kept(self, database: Database[LabelledExample], coins: Coins[Any]) -> list[Any]:
        e = keeping_rate(self.eps)
        rate = {"e": e, "1 - e": 1 - e, "e/2": e / 2, "2e": 2 * e / (1 + e), "all": e / e}
        if self.keeps == "together":
            return [*database] if coins.draw(bernoulli(e)) else []
        if self.keeps == "none":
            return []
        if self.keeps == "not the last":
            database = database[:-1]
        keep = bernoulli(rate.get(self.keeps, e))
        kept = []
        for x, y in database:
            if coins.draw(keep):
                kept.append((x, y))
            elif self.forgotten == "zero with the label":
                kept.append((0, y))
            elif self.forgotten == "the point, label 0":
                kept.append((x, 0))
        return kept

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> Any:  # noqa: ANN401
        """A hypothesis, or bottom."""
        if self.fails and coins.draw(bernoulli(self.fails)):
            return Bottom.BOTTOM
        space = solutions(self._kept(database, coins), self.bits)
        if space is None:
            if self.empty == "anything":
                return coins.draw(Dist.uniform(range(1 << self.bits)))
            return Bottom.BOTTOM if self.empty == "bottom" else 0
        if self.takes == "least":
            return space.least
        if self.takes == "greatest":
            return max(space)
        everything = list(space) if self.takes == "uniform" else [*range(1 << self.bits)]
        return coins.draw(Dist.uniform(everything))


def wrong(fails: Fraction = HALF, **changes: str) -> Build:
    """The private learner with these changes."""
    return lambda bits, eps: WrongParityLearner(bits, eps, fails, **changes)


WRONG_LAWS: Mapping[str, Build] = {
    "never fails at once": wrong(fails=Fraction(0)),
    "fails with probability 1/4": wrong(fails=Fraction(1, 4)),
    "fails with probability 3/4": wrong(fails=Fraction(3, 4)),
    "the least solution": wrong(takes="least"),
    "any hypothesis": wrong(takes="all"),
    "keeps with probability 1 - e": wrong(keeps="1 - e"),
    "keeps with probability e/2": wrong(keeps="e/2"),
    "keeps with probability 2e/(1 + e)": wrong(keeps="2e"),
    "keeps all examples": wrong(keeps="all"),
    "keeps all or none": wrong(keeps="together"),
    "ignores the last example": wrong(keeps="not the last"),
    "a forgotten example keeps its label": wrong(forgotten="zero with the label"),
    "a forgotten example keeps its point": wrong(forgotten="the point, label 0"),
    "0 if nothing is consistent": wrong(empty="zero"),
    "anything if nothing is consistent": wrong(empty="anything"),
}
"""All that change a law."""

NOT_PRIVATE = {
    name: WRONG_LAWS[name]
    for name in (
        "never fails at once",
        "fails with probability 1/4",
        "the least solution",
        "keeps with probability 1 - e",
        "keeps with probability 2e/(1 + e)",
        "keeps all examples",
        "keeps all or none",
        "a forgotten example keeps its label",
        "a forgotten example keeps its point",
    )
}
"""More is lost than (1 + e)/(1 - e)."""

NOT_ACCURATE = {
    name: WRONG_LAWS[name]
    for name in (
        "fails with probability 3/4",
        "any hypothesis",
        "keeps with probability 1 - e",
        "keeps with probability e/2",
        "ignores the last example",
        "a forgotten example keeps its point",
    )
} | {"keeps no example": wrong(keeps="none")}
"""The concept is found less often."""


@dataclass(frozen=True, slots=True)
class WrongRepetition:
    """The first answer of some blocks, with one thing wrong."""

    learner: PrivateMechanism[Database[LabelledExample], Any, Any]
    blocks: int
    rows: str = "disjoint"
    takes: str = "first"

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What the right one promises."""
        return self.learner.guarantee

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> Any:  # noqa: ANN401
        """An answer, or bottom."""
        each = len(database) // self.blocks
        found: list[Any] = []
        for block in range(self.blocks if self.takes != "one block fewer" else self.blocks - 1):
            start = block * each
            if self.rows == "all":
                part = database
            elif self.rows == "overlapping":
                part = database[max(0, start - 1) : start + each]
            else:
                part = database[start : start + each]
            found.append(coins.run(self.learner, part))
        answers = [h for h in found if h is not Bottom.BOTTOM]
        if not answers or (self.takes == "all or nothing" and len(answers) < len(found)):
            return Bottom.BOTTOM
        if self.takes == "smallest":
            return min(answers)
        return answers[-1 if self.takes == "last" else 0]


def repeated(**changes: str) -> Build:
    """Repetition with these changes."""
    return lambda learner, blocks: WrongRepetition(learner, blocks, **changes)


WRONG_REPETITIONS: Mapping[str, Build] = {
    "every block is all rows": repeated(rows="all"),
    "blocks share a row": repeated(rows="overlapping"),
    "one block fewer": repeated(takes="one block fewer"),
    "the last answer": repeated(takes="last"),
    "the smallest answer": repeated(takes="smallest"),
    "bottom if one block fails": repeated(takes="all or nothing"),
}


@dataclass(frozen=True, slots=True)
class WrongSolver:
    """A parity learner without privacy that is wrong."""

    bits: int
    how: str
    deterministic = True
    universe = ParityLearner.universe

    def __call__(self, database: Database[LabelledExample], _coins: object, /) -> int | Bottom:
        """A hypothesis, or bottom."""
        rows = database[:-1] if self.how == "an example fewer" else database
        if self.how == "equations add to 1":
            rows = tuple((x, 1 - y) for x, y in rows)
        space = solutions(rows, self.bits)
        if space is None:
            return 0 if self.how == "0 if inconsistent" else Bottom.BOTTOM
        if self.how == "the greatest":
            return max(space)
        return 0 if self.how == "always 0" else space.least


def solver(how: str) -> Build:
    """A wrong one."""
    return lambda bits: WrongSolver(bits, how)


WRONG_SOLVERS: Mapping[str, Build] = {
    how: solver(how)
    for how in (
        "an example fewer",
        "equations add to 1",
        "0 if inconsistent",
        "the greatest",
        "always 0",
    )
}
