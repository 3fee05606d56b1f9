"""How often a program is wrong: its output is not that of the program without noise.

The failure probability on each database is an exponential function of u = eps/parts, compared with
its bound for every u > 0, or refuted at a rational u, where r = e^u is enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from time import process_time
from typing import NamedTuple

from audits.certificates import EVERY_UNIT, certificate, enclosures, entry_json, stated
from audits.conformance.competition.entry import Answers, Found, Loss, Recipe
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.shifts import Shift, decide
from audits.verdict import Evidence, Holds, Json, Refuted, Scope, Undecided, Verdict
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.replay import MOST_DRAWS, Laws


class Sides(NamedTuple):
    """The failure probability on a database, and its bound."""

    database: Answers
    failure: ExponentialFunction
    bound: ExponentialFunction


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
        sides = list(self._sides())
        known = process_time()
        verdict = _compared(sides, Scope(f"failure, {self.asked}", len(sides)), subject)
        return Found(verdict, known - started, process_time() - known)

    def _sides(self) -> Iterator[Sides]:
        eps = Epsilon.continuous(self.parts)
        program, one = self.program.made(eps), eps.exp(0)
        laws = Laws[ExponentialFunction](MOST_DRAWS)
        for S in self.databases:
            right = laws.of(program, S).probability(self.right(S))
            yield Sides(S, one - right, self.bound(eps, S) * self.factor)


def _compared(sides: list[Sides], scope: Scope, subject: str) -> Verdict:
    """Each difference of a bound and a failure probability is nowhere negative, or not."""
    for each in sides:
        (a, b), (c, d) = each.failure.polynomials, each.bound.polynomials
        found = decide(c * b - a * d)
        if found is None:
            return Undecided(scope, f"no sufficient test succeeded for {each.database}")
        if not isinstance(found, Shift):
            return _exceeded(each, found, scope, subject)
    entries = list[Json](
        entry_json(i, str(each.database), each.failure, "<=", each.bound)
        for i, each in enumerate(sides)
    )
    held: dict[str, Json] = {"range": EVERY_UNIT, "entries": entries}
    asked = {"kind": "comparisons", "comparisons": len(entries), **stated(held)}
    proof = certificate("comparisons", subject, held)
    return Holds(scope, Evidence.ALL_EPSILON, proof, asked)


def _exceeded(each: Sides, u: Fraction, scope: Scope, subject: str) -> Refuted | Undecided:
    """The refutation at a rational u."""
    sides = each.bound.at(u), each.failure.at(u)
    shown = Comparison(f"{each.database}: the bound is below the failure", sides[0], "<", sides[1])
    for over in enclosures(u):
        found = audit_comparisons([shown], subject, scope, over=over)
        if isinstance(found, Holds):
            witness: dict[str, Json] = {
                "databases": [str(each.database)],
                "u": str(u),
                "failure": str(sides[1]),
                "bound": str(sides[0]),
            }
            return Refuted(scope, found.evidence, found.certificate, found.asked, witness)
    return Undecided(scope, f"the sign of the violation at u = {u} is not decided")
