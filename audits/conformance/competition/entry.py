"""An entry of the competition: a program, what is asked about it, and what is true.

Questions here are about privacy: of a program with continuous noise, for every eps or at one; and
of a program whose probabilities are numbers.  How often one is wrong is asked in `failing`, what
Gaussian noise keeps private in `enclosing`, and what is private for every number of answers in
`streaming`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from time import process_time
from typing import NamedTuple, Protocol, TypeAlias

from audits.engines.privacy.audit import audit_real_epsilon, audit_table
from audits.engines.privacy.point import audit_point
from audits.evidence.table import tabulate
from audits.evidence.verdict import Holds, Verdict
from reference.data.adjacency import Adjacency
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.interval import Ends
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.differences import Number

Answers: TypeAlias = tuple[int, ...]
"""A database of the benchmarks: the answers to the queries."""

Loss: TypeAlias = Epsilon[ExponentialFunction]
"""Every eps > 0 at once."""

Program: TypeAlias = Mechanism[Answers, Hashable, ExponentialFunction]
"""A program with continuous noise."""


class Truth(Enum):
    """What is true of a claim."""

    HOLDS = "holds"
    REFUTED = "refuted"


class Endless(NamedTuple):
    """What is known of a program for every number of answers."""

    states: int
    """Those of its automaton."""

    loss: Fraction | None
    """The least multiple of eps that is shown; None: none is."""

    attained: Verdict | None
    """That no smaller one will do, not yet confirmed."""

    run: str
    """The worst run: what is put out, and the differences of the answers."""


@dataclass(frozen=True, slots=True)
class Found:
    """A verdict, and the seconds of this process that it took."""

    verdict: Verdict
    laws: float
    """To find the laws."""

    decision: float
    """To decide from them."""

    least_delta: Ends | None = None
    """Bounds of the least delta at this loss; None: it was not asked."""

    endless: Endless | None = None
    """None: the number of answers is fixed."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a program is made for a loss: its kind, and its parameters.  Made by `recipe`."""

    kind: Callable[..., Program]
    parameters: tuple[tuple[str, object], ...]

    def made(self, eps: Loss) -> Program:
        """The program."""
        return self.kind(eps, **dict(self.parameters))

    @property
    def words(self) -> str:
        """The kind and its parameters, in words."""
        given = (f"{name}={_word(value)}" for name, value in self.parameters)
        return f"{self.kind.__name__}({', '.join(given)})"


def recipe(kind: Callable[..., Program], **parameters: object) -> Recipe:
    """How a program is made: its kind is called on the loss and these parameters."""
    return Recipe(kind, tuple(parameters.items()))


def _word(value: object) -> str:
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return f"({', '.join(map(_word, value))})"
    return str(value)


def relation(universe: Adjacency[Answers]) -> str:
    """Which answers there are, and which of them are neighbours, in words."""
    databases = universe.database_count
    n = max(map(len, universe.databases()))
    if databases <= 2:
        return " and ".join(map(str, universe.databases()))
    values = sorted({answer for database in universe.databases() for answer in database})
    return f"{n} in {{{', '.join(map(str, values))}}}, {universe.name}"


class Question(Protocol):
    """What is asked about a program."""

    @property
    def program_words(self) -> str:
        """The program and its parameters."""

    @property
    def answers_words(self) -> str:
        """On which answers, and which of them are neighbours."""

    @property
    def asked(self) -> str:
        """The claim, in words."""

    def answered(self, subject: str) -> Found:
        """The engine's verdict, not yet confirmed."""


@dataclass(frozen=True, slots=True)
class Private:
    """Whether a program with continuous noise is (claim eps, delta)-private."""

    program: Recipe
    universe: Adjacency[Answers]
    parts: int
    claim: Number = 1
    delta: Fraction = Fraction(0)
    at: Fraction | None = None
    """The one eps that is meant, if it is not shown for every eps > 0; None: every eps."""

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
        multiple = "eps" if self.claim == 1 else f"{self.claim} eps"
        where = "every eps" if self.at is None else f"eps = {self.at}"
        return f"({multiple}, {self.delta}), {where}"

    def answered(self, subject: str) -> Found:
        """Laws for every eps, and the verdict: at one eps, what holds for every eps holds."""
        eps = Epsilon.continuous(self.parts)
        delta = eps.exp(0) * self.delta
        started = process_time()
        table = tabulate(self.program.made(eps), self.universe)
        promised = Guarantee(eps.exp(self.claim), delta)
        known = process_time()
        verdict = audit_table(table, promised, subject)
        if self.at is not None and not isinstance(verdict, Holds):
            u = self.at / self.parts
            there = Guarantee(promised.exp_eps.at(u), promised.delta.at(u))
            verdict = audit_real_epsilon(table.at_unit(u), there, u, subject)
        return Found(verdict, known - started, process_time() - known)


@dataclass(frozen=True, slots=True)
class PrivateInNumbers:
    """Whether a program without continuous noise is private at one e^eps, a number."""

    program: Mechanism[Answers, Hashable, Fraction]
    universe: Adjacency[Answers]
    exp_eps: Fraction
    words: str
    """The program and its parameters."""

    @property
    def program_words(self) -> str:
        """The program and its parameters."""
        return self.words

    @property
    def answers_words(self) -> str:
        """On which answers, and which of them are neighbours."""
        return relation(self.universe)

    @property
    def asked(self) -> str:
        """The claim, in words."""
        return f"e^eps = {self.exp_eps}"

    def answered(self, subject: str) -> Found:
        """The laws, and the verdict on all pairs."""
        started = process_time()
        table = tabulate(self.program, self.universe)
        known = process_time()
        verdict = audit_point(table, self.exp_eps, Fraction(0), subject)
        return Found(verdict, known - started, process_time() - known)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a tool took for it, and where that is written."""

    seconds: float | None
    """None: it gave up, or the seconds are not recorded."""

    source: str
    remark: str = ""
    """What else is recorded: a time limit, a wrong verdict, the number found."""

    bound: Fraction | None = None
    """The multiple of eps that it shows for every number of answers, if that is recorded."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A question of a published suite."""

    suite: str
    name: str
    """Short, once in a suite."""

    question: Question
    truth: Truth
    ground: str
    """Why that is true, or who says so."""

    recorded: Recorded


@dataclass(frozen=True, slots=True)
class Inexpressible:
    """A program that is not decided here."""

    suite: str
    name: str
    program: str
    reason: str
    recorded: Recorded
