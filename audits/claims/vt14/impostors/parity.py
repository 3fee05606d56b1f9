"""Wrong variants of the parity learners."""

from audits.claims.prelude import *
from reference.data.concept import LabelledExample
from reference.data.gf2 import solutions
from reference.exact.field import R
from reference.mechanisms.learning.parity_learner import (
    ParityLearner,
    PrivateParityLearner,
    keeping_rate,
)
from reference.privacy.guarantee import PrivateMechanism


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

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> Any:
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


def made_wrong(fails: Fraction = HALF, **changes: str) -> Build:
    """The private learner with these changes."""
    return lambda bits, eps: WrongParityLearner(bits, eps, fails, **changes)


WRONG_LAWS: Mapping[str, Build] = {
    "never fails at once": made_wrong(fails=Fraction(0)),
    "fails with probability 1/4": made_wrong(fails=Fraction(1, 4)),
    "fails with probability 3/4": made_wrong(fails=Fraction(3, 4)),
    "the least solution": made_wrong(takes="least"),
    "any hypothesis": made_wrong(takes="all"),
    "keeps with probability 1 - e": made_wrong(keeps="1 - e"),
    "keeps with probability e/2": made_wrong(keeps="e/2"),
    "keeps with probability 2e/(1 + e)": made_wrong(keeps="2e"),
    "keeps all examples": made_wrong(keeps="all"),
    "keeps all or none": made_wrong(keeps="together"),
    "ignores the last example": made_wrong(keeps="not the last"),
    "a forgotten example keeps its label": made_wrong(forgotten="zero with the label"),
    "a forgotten example keeps its point": made_wrong(forgotten="the point, label 0"),
    "0 if nothing is consistent": made_wrong(empty="zero"),
    "anything if nothing is consistent": made_wrong(empty="anything"),
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
} | {"keeps no example": made_wrong(keeps="none")}
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

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> Any:
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
