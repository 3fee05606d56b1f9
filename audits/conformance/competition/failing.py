"""How often a program is wrong: its output is not that of the program without noise.

The failure probability on each database is an exponential function of u = eps/parts, compared with
its bound for every u > 0, or refuted at a rational u, where r = e^u is enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from time import process_time

from audits.conformance.competition.entry import Answers, Found, Loss, Recipe
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.evidence.verdict import Evidence, Json, Refuted, Scope
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.replay import MOST_DRAWS, Laws


@dataclass(frozen=True, slots=True)
class Failing:
    """Whether a program fails with at most the stated probability, for every eps > 0."""

    program: Recipe
    parts: int
    databases: tuple[Answers, ...]
    right: Callable[[Answers], Hashable]
    """The output without noise."""

    bound: Callable[[Loss, Answers], ExponentialFunction]
    factor: Fraction = Fraction(1)
    """What the bound is multiplied with."""

    @property
    def program_words(self) -> str:
        """The program and its parameters."""
        return self.program.words

    @property
    def answers_words(self) -> str:
        """On which answers."""
        values = sorted({answer for S in self.databases for answer in S})
        shown = ", ".join(map(str, values))
        return f"{len(self.databases[0])} in {{{shown}}}, {len(self.databases)} vectors"

    @property
    def asked(self) -> str:
        """The claim, in words."""
        return f"failure at most {self.factor} of the bound, every eps"

    def answered(self, subject: str) -> Found:
        """The failure probabilities, and each compared with its bound."""
        started = process_time()
        compared = list(self._compared())
        known = process_time()
        scope = Scope(f"failure, {self.asked}", len(self.databases))
        verdict = audit_comparisons(compared, subject, scope, Evidence.ALL_EPSILON)
        if isinstance(verdict, Refuted):
            where: dict[str, Json] = {"databases": [verdict.witness["instance"]]}
            verdict = replace(verdict, witness=verdict.witness | where)
        return Found(verdict, known - started, process_time() - known)

    def _compared(self) -> Iterator[Comparison]:
        eps = Epsilon.continuous(self.parts)
        program, one = self.program.made(eps), eps.exp(0)
        laws = Laws[ExponentialFunction](MOST_DRAWS)
        for S in self.databases:
            right = laws.of(program, S).probability(self.right(S))
            yield Comparison(str(S), one - right, "<=", self.bound(eps, S) * self.factor)
