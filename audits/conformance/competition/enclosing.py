"""Privacy with Gaussian noise at one eps: laws are enclosed, and so is the least delta."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from time import process_time

from audits.conformance.competition.entry import Answers, Found, Recipe, relation
from audits.engines.privacy.enclosed import Factor, audit_enclosed
from audits.evidence.enclosed_table import enclosed_table
from reference.data.adjacency import Adjacency
from reference.privacy.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class Enclosed:
    """Whether a program is (loss, delta)-private at one eps, decided by enclosure."""

    program: Recipe
    universe: Adjacency[Answers]
    parts: int
    at: Fraction
    """The eps that is meant."""

    loss: Fraction
    delta: Fraction

    @property
    def program_words(self) -> str:
        """The program and its parameters."""
        return self.program.words

    @property
    def answers_words(self) -> str:
        """On which answers, and which of them are neighbours."""
        return relation(self.universe)

    @property
    def asked(self) -> str:
        """The claim, in words."""
        return f"({self.loss}, {self.delta}), eps = {self.at}"

    def answered(self, subject: str) -> Found:
        """The branches, and the verdict from grids that become finer."""
        eps = Epsilon.continuous(self.parts)
        started = process_time()
        table = enclosed_table(self.program.made(eps), self.universe, self.at / self.parts)
        known = process_time()
        factor = Factor(self.loss, exponential=True)
        found = audit_enclosed(table, factor, self.delta, subject)
        spent = process_time() - known
        return Found(found.verdict, known - started, spent, found.least_delta)
