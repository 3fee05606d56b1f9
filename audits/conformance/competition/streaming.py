"""Programs that read answers without an end: every number of answers, every real answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from time import process_time

from audits.conformance.competition.entry import Endless, Found, Recipe
from audits.inputs.stream_questions import Question, of_the_mechanism
from audits.inputs.streams import Streamed
from reference.privacy.epsilon import Epsilon
from reference.probability.tracing import trace


@dataclass(frozen=True, slots=True)
class EveryNumber:
    """Whether the loss is at most a multiple of eps, for every number of answers and every eps.

    Neighbours differ by at most 1 in every answer, as the adjacency says.
    """

    program: Recipe
    parts: int
    claim: Fraction | None = None
    """In units of eps; None: whether there is one at all."""

    adjacency: str = "all"
    """Which answers move: all, in any direction, one, or all in one direction (monotone)."""

    @property
    def program_words(self) -> str:
        """The program and its parameters."""
        return self.program.words

    @property
    def answers_words(self) -> str:
        """All there are."""
        return f"every number of real answers, adjacency {self.adjacency}"

    @property
    def asked(self) -> str:
        """The claim, in words."""
        multiple = "some multiple of" if self.claim is None else str(self.claim)
        among = "" if self.adjacency == "all" else f", {self.adjacency}"
        return f"({multiple} eps, 0), every eps{among}"

    def answered(self, subject: str) -> Found:
        """The least loss that is shown; the claim is asked by itself if that is more."""
        started = process_time()
        automaton = trace(self.program.made(Epsilon.continuous(self.parts)))
        known = process_time()
        asked = Question(Streamed(automaton, on_integers=False), None, self.adjacency, Fraction(1))
        found = of_the_mechanism(asked, subject)
        if self.claim is not None and (found.loss is None or found.loss > self.claim):
            found = of_the_mechanism(asked._replace(claim=self.claim), subject)
        least = Endless(len(automaton.states), found.loss, found.attained, found.run)
        return Found(found.verdict, known - started, process_time() - known, endless=least)
