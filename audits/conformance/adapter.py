"""What every adapter is: named cases, each of which asks a worker and ends in findings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol

from audits.conformance.binomial import Chance
from audits.conformance.budget import Budget
from audits.conformance.declared import judged
from audits.conformance.environments import Environment, Worker, WorkerError
from audits.conformance.event_search import loss_bound
from audits.conformance.exact_law import ALLOWANCE
from audits.conformance.finding import Finding, Outcome, Place, Strength, Subject
from audits.conformance.power import visible
from audits.conformance.samplers import SamplerError
from audits.conformance.statistical import Sampler, compare, events
from audits.near_names import hint, same
from audits.rendering.decimals import about
from reference.exact.exponential import exp_bounds
from reference.exact.field import R
from reference.probability.dist import Dist, X

SCATTERED = (
    "most outputs came once, so that few events were tried: return a statistic of the output, too"
)

UNTRIED = "no event could be tried: most outputs came once: return a statistic of the output"


class Answerer(Protocol):
    """A worker, or what stands for one."""

    @property
    def version(self) -> str:
        """The release of the library."""

    def ask(self, call: str, **arguments: object) -> Any:
        """The answer of one call."""


@dataclass(slots=True)
class Run:
    """One run of an adapter: the library's worker and the budget of the suite."""

    library: str
    worker: Answerer
    budget: Budget
    allowance: Fraction = ALLOWANCE
    place: Place | None = None
    """Where the code of the sampler is, if it is a file."""

    started: float = field(default_factory=time.perf_counter)
    """When the work on the next finding began."""

    def subject(self, mechanism: str, relation: str, claimed: str) -> Subject:
        """A mechanism of the library and what it claims."""
        return Subject(self.library, self.worker.version, mechanism, relation, claimed)

    def sampler(self, call: str, **arguments: object) -> Sampler[Any]:
        """Samples that the worker answers a call with, for as many as are asked for."""
        return lambda count: expanded(self.worker.ask(call, **arguments, count=count))

    def steps(self, call: str, **arguments: object) -> Callable[[Sequence[int]], Sequence[Any]]:
        """Outcomes that the worker answers a call with, for each k of one uniform k / 2^53."""
        return lambda ks: self.worker.ask(call, **arguments, ks=list(ks))

    def fits(
        self,
        subject: Subject,
        sample: Sampler[X],
        law: Dist[X, R],
        exponent: Fraction | None = None,
        *,
        note: str = "",
        looks: Sequence[int] = (2_000, 20_000, 200_000),
        text: bool = True,
    ) -> Finding:
        """The finding whether samples have an exact law.

        Args:
            subject: whose samples.
            sample: gives them.
            law: numbers, or functions of r together with
            exponent: q of r = e^q.
            note: what else a reader should know.
            looks: total numbers of samples after which they are judged.
            text: whether the samples came as JSON, so that types are lost.
        """
        tested = events(law, exponent)
        agreement = compare(sample, tested, alpha=self.budget.share(), looks=looks, text=text)
        refuted = agreement.refuted_by
        if refuted is None:
            missed = f"a deviation of {float(agreement.resolution):.3g} is missed with p < 1/1000"
            power = f"{agreement.samples} samples; {missed}"
            return self.statistical(subject, Outcome.UNREFUTED, power, note=note)
        expected = about(refuted.chance[0])
        truth = f"Pr[{refuted.name}] is not {expected}"
        if not agreement.false_alarm:
            truth = f"{refuted.name} came out, which has probability 0"
        return self.statistical(
            subject,
            Outcome.REFUTED,
            truth,
            {
                "event": refuted.name,
                "samples": agreement.samples,
                "count": agreement.count,
                "expected probability": expected,
                "false alarm": str(agreement.false_alarm),
            },
            note,
        )

    def loses(
        self,
        subject: Subject,
        samplers: tuple[Sampler[X], Sampler[X]],
        databases: tuple[str, str],
        eps: Fraction,
        samples: int,
        *,
        delta: Fraction = Fraction(0),
        note: str = "",
    ) -> Finding:
        """The finding whether samples certify a larger loss than the claimed one."""
        bound = loss_bound(samplers, samples, alpha=self.budget.share(), delta=delta)
        refuted = bound.exp_eps > exp_bounds(eps)[1]
        truth = f"e^eps >= {about(bound.exp_eps)} (claimed {about(exp_bounds(eps)[1])})"
        pair = databases if not bound.first else databases[::-1]
        witness = {
            "databases": [*pair],
            "event": [*bound.event][:20],
            "counts": [bound.counts[bound.first], bound.counts[1 - bound.first]],
            "samples": bound.samples,
            "false alarm": str(bound.false_alarm),
        }
        if refuted:
            return self.statistical(subject, Outcome.REFUTED, truth, witness, note)
        if bound.scattered and not bound.event:
            return self.statistical(subject, Outcome.UNFINISHED, truth, witness, note or UNTRIED)
        if not note:
            note = f"not refuted; {visible(bound.samples, eps, delta, bound.false_alarm)}"
            note += f"; {SCATTERED}" if bound.scattered else ""
        return self.statistical(subject, Outcome.UNDECIDED, truth, witness, note)

    def bounds_loss(
        self,
        subject: Subject,
        declared: float,
        eps: Fraction = Fraction(0),
        *,
        odds: Fraction | None = None,
        note: str = "",
    ) -> Finding:
        """The finding whether a declared eps is at least the exact one.

        Args:
            subject: whose number it is.
            declared: the float that is declared.
            eps: the exact loss; or
            odds: the exact e^eps.
            note: what else a reader should know.
        """
        if odds is None:
            holds, excess = Fraction(declared) >= eps, Fraction(declared) - eps
            truth = f"eps = {eps}, declared - eps = {about(excess)}"
        else:
            low, high = exp_bounds(Fraction(declared), 200)
            holds, undecided = low >= odds, low < odds <= high
            truth = f"e^eps = {odds if odds.denominator < 100 else about(odds)}"
            if undecided:
                return self.declared(subject, Outcome.UNDECIDED, truth, note=note)
        outcome = Outcome.HOLDS if holds else Outcome.REFUTED
        return self.declared(subject, outcome, truth, note=note)

    def bounds_delta(
        self,
        subject: Subject,
        declared: float,
        exact: Chance,
        *,
        allowance: Fraction = Fraction(1, 10**9),
        witness: Mapping[str, Any] | None = None,
        note: str = "",
    ) -> Finding:
        """The finding whether a declared delta is at least the exact one."""
        outcome, excess = judged(Fraction(declared), exact, allowance)
        factor = about(Fraction(declared) / exact[1])[:7] if exact[1] > 0 and declared > 0 else "-"
        truth = f"delta = {about(exact[0])}; declared / exact = {factor}"
        del excess
        shown = dict(witness or {}) if outcome is Outcome.REFUTED else {}
        return self.declared(subject, outcome, truth, shown, note)

    def declared(
        self,
        subject: Subject,
        outcome: Outcome,
        truth: str,
        witness: Mapping[str, Any] | None = None,
        note: str = "",
    ) -> Finding:
        """A finding about a declared number."""
        seconds = time.perf_counter() - self.started
        return Finding(
            subject,
            Strength.DECLARED,
            outcome,
            truth,
            seconds,
            dict(witness or {}),
            note,
            self.place,
        )

    def statistical(
        self,
        subject: Subject,
        outcome: Outcome,
        truth: str,
        witness: Mapping[str, Any] | None = None,
        note: str = "",
    ) -> Finding:
        """A finding from samples."""
        seconds = time.perf_counter() - self.started
        return Finding(
            subject,
            Strength.STATISTICAL,
            outcome,
            truth,
            seconds,
            dict(witness or {}),
            note,
            self.place,
        )


Case = Callable[[Run], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Adapter:
    """A library: its environment, and the cases by the name of the mechanism."""

    library: str
    environment: Environment
    cases: Mapping[str, Case]

    def at(self, version: str) -> Adapter:
        """The same for exactly one other release."""
        return replace(self, environment=replace(self.environment, version=version, exact=True))

    def findings(
        self, budget: Budget, mechanism: str | None = None, allowance: Fraction = ALLOWANCE
    ) -> Iterator[Finding]:
        """The findings of all cases, or of one.

        Raises:
            MissingLibraryError: if the library is not installed.
            LookupError: if there is no such case.
        """
        chosen = self.cases
        if mechanism is not None:
            known = same(mechanism, self.cases)
            if known is None:
                others = hint(mechanism, self.cases)
                has = ", ".join(self.cases)
                raise LookupError(f"{self.library} has {has}; no {mechanism!r}{others}")
            chosen = {known: self.cases[known]}
        with Worker(self.environment) as worker:
            worker.ask("ready")
            run = Run(self.library, worker, budget, allowance)
            for name, case in chosen.items():
                try:
                    for finding in case(run):
                        yield finding
                        run.started = time.perf_counter()
                except (WorkerError, SamplerError) as failure:
                    subject = Subject(self.library, worker.version, name, "", "")
                    yield Finding(
                        subject, Strength.STATISTICAL, Outcome.UNDECIDED, "", 0, {}, str(failure)
                    )


def expanded(histogram: Iterable[tuple[Any, int]]) -> list[Any]:
    """A histogram as samples."""
    return [outcome for outcome, count in histogram for _ in range(count)]
