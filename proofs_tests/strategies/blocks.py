"""Learners run on blocks of labelled examples, and a choice by the examples that are left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.sides import Gap
from proofs_tests.strategies.concepts import (
    HALVES,
    examples,
    functions,
    learners,
    replaced,
    softmin,
)
from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

SIZE = 3
"""The points."""

Learner = Mechanism[Database[LabelledExample], Any, Fraction]


@dataclass(frozen=True, slots=True)
class Blocks:
    """A learner, the number of its blocks and their length, the loss of the choice, all rows."""

    learner: Learner
    runs: int
    length: int
    eps: Epsilon[Fraction]
    database: Database[LabelledExample]

    def chosen(self, candidates: Callable[[Any], Iterable[Any]]) -> Dist[Any, Fraction]:
        """One of the candidates by what is found, root^-(errors) as likely; bottom if none is."""
        n = self.length
        found: Dist[Any, Fraction] = Dist.point(())
        for i in range(self.runs):
            law = law_of(self.learner, self.database[i * n : i * n + n])
            found = found.product(law).map(lambda both: (*both[0], both[1]))
        rest = self.database[self.runs * n :]

        def choice(hypotheses: tuple[Any, ...]) -> Dist[Any, Fraction]:
            scores = [(c, sum(c(x) != y for x, y in rest)) for c in candidates(hypotheses)]
            return softmin(scores or [(Bottom.BOTTOM, 0)], self.eps.root)

        return found.bind(choice)

    def unspent(self, built: Learner, place: int) -> Gap:
        """The slack, for a replaced example, of: what the learner loses on its block, or eps."""
        place %= len(self.database)
        pairs = replaced(self.database, place, labelled_examples(SIZE))
        promised = curve_of_guarantee(self.eps.exp(), Fraction(0))
        if place < self.runs * self.length:
            start = place - place % self.length
            block = slice(start, start + self.length)
            promised = curve_between(self.learner, [(a[block], b[block]) for a, b in pairs])
        return slack(curve_between(built, pairs), promised)


@st.composite
def blocks(draw: st.DrawFn, *always: Values | Bottom) -> Blocks:
    """One to three runs of no to three examples, one or two for the choice, arbitrary learners.

    One or two functions are found, or one of `always`.
    """
    runs, length = draw(st.sampled_from([(2, 1), (3, 1), (2, 3), (1, 1), (2, 0)]))
    others = st.lists(functions(SIZE), min_size=1, max_size=2, unique=True)
    outcomes = list(dict.fromkeys([*draw(others), draw(st.sampled_from(always))]))
    database = draw(examples(SIZE, runs * length + 2, least=runs * length + 1))
    return Blocks(draw(learners(SIZE, length, outcomes)), runs, length, draw(HALVES), database)
