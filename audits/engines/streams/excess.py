"""An output that is too probable on one of two databases, as a table for the kernel.

The outcomes are the output and all else; databases are answers, and adjacent as these are.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from audits.engines.privacy.real_epsilon import refuted_at_real_epsilon
from audits.evidence.labels import label
from audits.evidence.table import LawTable
from audits.evidence.verdict import Holds, Json, Refuted, Scope, Undecided, confirmed
from reference.data.adjacency import Moves, RowAdjacency
from reference.exact.exponential import exp_bounds
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import EXPONENTIAL_FUNCTIONS
from reference.exact.polynomial import Weight
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

MOST_POWERS = 350
"""Of r in a probability: kernels read 400."""

BITS = 32
"""Of numbers that stand for e^(K eps)."""

ELSE = "all else"
"""What is put out, if it is not the output."""

Answers: TypeAlias = tuple[Fraction, ...]


class Excess(NamedTuple):
    """The probabilities of an output."""

    eps: Fraction
    parts: int
    """Probabilities are functions of u = eps/parts and r = e^u."""

    answers: tuple[Answers, Answers]
    chances: tuple[ExponentialFunction, ExponentialFunction]
    output: str

    def verdict(
        self, claim: Fraction | None, adjacency: str, size: Fraction, subject: str
    ) -> Refuted | Undecided:
        """What the kernel makes of it, at this eps; without a claim, of every number.

        Where e^(claim eps) is no power of r, a rational number that is a little more stands for
        it.

        Args:
            claim: in units of eps.
            adjacency: "all", "one" or "monotone".
            size: the most by which one answer differs.
            subject: what the certificate is about.
        """
        n, u = len(self.answers[0]), self.eps / self.parts
        first, second = map(label, self.answers)
        more = "every loss" if claim is None else f"a loss of {claim} eps"
        scope = Scope(f"answers {first} and {second}, eps = {self.eps}, {more}", 2, 1)
        if max(map(_degree, self.chances)) > MOST_POWERS:
            return Undecided(scope, "its probabilities are too long for a certificate")
        power = (claim or 0) * self.parts
        if power.denominator == 1:
            factor = RationalFunction.r(power.numerator)
        else:
            factor = RationalFunction.of(exp_bounds(power * u, BITS)[1])
        table = self._table(universe_of(self.answers, adjacency, size))
        i, j = map(table.databases.index, self.answers)
        found = refuted_at_real_epsilon(
            table.at_unit(u),
            Guarantee(factor, RationalFunction.of(0)),
            u,
            f"{subject}, {n} answers, eps = {self.eps}",
            scope,
            (i, j),
        )
        if claim is None and isinstance(found, Refuted):
            found = of_every_loss(found)
        verdict = confirmed(found)
        assert not isinstance(verdict, Holds)
        return verdict

    def _table(
        self, universe: RowAdjacency[Fraction]
    ) -> LawTable[Answers, str, ExponentialFunction]:
        """The laws of whether the output is put out."""
        rows, totals = list[dict[int, Weight]](), list[Weight]()
        listed = sorted(zip(self.answers, self.chances, strict=True), key=lambda found: found[0])
        for _, chance in listed:
            top, bottom = chance.polynomials
            rows.append({y: w for y, w in enumerate((top, bottom - top)) if w})
            totals.append(bottom)
        databases = tuple(found for found, _ in listed)
        return LawTable(
            *(universe, databases, (self.output, ELSE), tuple(rows), tuple(totals)),
            EXPONENTIAL_FUNCTIONS,
        )


def of_every_loss(found: Refuted) -> Refuted:
    """The refutation, of e^eps whatever it is: the second probability is 0."""
    every: dict[str, Json] = {"exp_eps": "inf"}
    return replace(
        found,
        certificate=found.certificate | every,
        to_prove=found.to_prove | every,
        witness=found.witness | every,
    )


def universe_of(
    answers: tuple[Answers, Answers], adjacency: str, size: Fraction
) -> RowAdjacency[Fraction]:
    """All vectors of these numbers; numbers replace each other that differ by the size at most."""
    values, n = sorted({*chain(*answers)}), len(answers[0])
    pairs = [*combinations(range(len(values)), 2)]
    related = tuple((i, j) for i, j in pairs if values[j] - values[i] <= size)
    return RowAdjacency(
        f"{adjacency}, sensitivity {size}",
        *(tuple(values), n, n, Moves.ONE if adjacency == "one" else Moves.ALL),
        ordered=True,
        related=None if len(related) == len(pairs) else related,
    )


def _degree(chance: ExponentialFunction) -> int:
    """That of numerator and denominator in r."""
    return max(k for part in chance.polynomials for _, k in part.terms or [(0, 0)])
