"""From a claim to what is found of it: verdicts, counts of cases, evidence, and teeth.

A case is *live* if it says anything that could have come out otherwise; *idle* if it says only
what nothing admissible could violate; *skipped* if it says nothing, as its hypothesis is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from audits.certificates import EVERY_EPSILON
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.ledger.claiming import (
    REGISTERED,
    Check,
    Claim,
    ClaimId,
    Found,
    NotFinitelyCheckable,
    Whole,
)
from audits.ledger.demanding import Compared, demanded
from audits.ledger.forms import Audited, Form, Step
from audits.ledger.quantifiers import Size
from audits.verdict import Evidence, Holds, Json, Refuted, Scope, Undecided, Verdict, proved
from reference.exact.rational_function import RationalFunction

WEAKER = (
    *(Evidence.ALL_EPSILON, Evidence.EXHAUSTIVE, Evidence.LP_CERTIFIED, Evidence.CLOSED_FORM),
    *(Evidence.RECOMPUTED, Evidence.ENUMERATED, Evidence.COMPUTED, Evidence.PROPERTY_SAMPLED),
    Evidence.STATISTICAL,
)
"""Evidence, the strongest first."""


@dataclass(frozen=True, slots=True)
class Part:
    """A verdict of an engine that the kernel has confirmed."""

    verdict: Verdict
    statement: str
    """What the kernel proved; nothing if undecided."""


@dataclass(slots=True)
class Cases:
    """How many cases a check was called for."""

    live: int = 0
    idle: int = 0
    skipped: int = 0
    used: Fraction | None = None
    """The largest part of a bound that a live case makes use of."""

    def use(self, part: Fraction | None) -> None:
        """A bound of which so much is used."""
        if part is not None and (self.used is None or part > self.used):
            self.used = part

    @property
    def slack(self) -> Fraction | None:
        """By which part of itself every bound could be smaller."""
        return None if self.used is None or self.used > 1 else 1 - self.used


@dataclass(frozen=True, slots=True)
class Decided:
    """What was found of a claim, or of an impostor, at a size."""

    parts: tuple[Part, ...]
    cases: Cases | None
    """None if the check does not tell them apart."""

    @property
    def found(self) -> Found:
        """One word for all the parts."""
        verdicts = [part.verdict for part in self.parts]
        if any(isinstance(verdict, Refuted) for verdict in verdicts):
            return Found.REFUTED
        if any(isinstance(verdict, Undecided) for verdict in verdicts):
            return Found.UNDECIDED
        return Found.HOLDS if self.cases is None or self.cases.live else Found.VACUOUS

    @property
    def scope(self) -> str:
        """What the parts range over, with counts."""
        texts = dict.fromkeys(part.verdict.scope.text for part in self.parts)
        databases = sum(part.verdict.scope.databases for part in self.parts)
        pairs = sum(part.verdict.scope.pairs for part in self.parts)
        counts = [f"{databases} databases"] if databases else []
        counts += [f"{pairs} ordered pairs"] if pairs else []
        return "; ".join([*texts, *counts])

    @property
    def evidence(self) -> Evidence | None:
        """The weakest evidence of a part; None where nothing was decided."""
        grades = [p.verdict.evidence for p in self.parts if isinstance(p.verdict, Holds | Refuted)]
        return max(grades, key=WEAKER.index, default=None)

    @property
    def reason(self) -> str:
        """Why a part is undecided; nothing if none is."""
        reasons = (p.verdict.reason for p in self.parts if isinstance(p.verdict, Undecided))
        return next(reasons, "")

    @property
    def witness(self) -> dict[str, Json]:
        """The first counterexample; empty if there is none."""
        found = (part.verdict.witness for part in self.parts if isinstance(part.verdict, Refuted))
        return next(found, {})


def decide(item: Claim, size: Size, about: Callable[..., object] | None = None) -> Decided:
    """What is found of a claim.

    Args:
        item: the claim.
        size: of its scope.
        about: what it is decided about; by default what the claim is about.

    Raises:
        Exception: whatever the check raises.
    """
    match item.check:
        case NotFinitelyCheckable():
            raise TypeError(f"{item.id}: not finitely checkable")
        case Whole(verdict):
            found = verdict(size)
            sampled = getattr(found, "evidence", None) is Evidence.PROPERTY_SAMPLED
            return Decided((_confirmed(found, sampled=sampled),), None)
        case check:
            arguments = () if item.about is None else (about or item.about,)
            return _Run(item, size, partial(check, *arguments)).decided()


class _Run:
    """One walk through the cases of a claim."""

    def __init__(self, item: Claim, size: Size, check: Check) -> None:
        self._item = item
        self._size = size
        self._check = check
        self._cases = Cases()
        self._audited: list[tuple[str, Audited]] = []
        self._broken: list[str] = []
        self._subject = f"{item.id} ({item.form.value})"

    def decided(self) -> Decided:
        """The verdicts on the comparisons, all in one, and on each of the audited."""
        scope, sampled = Scope(self._item.scope.text(self._size)), self._item.scope.sampled
        parts = []
        comparisons = self._comparisons()
        first = next(comparisons, None)
        if first is not None:
            compared = Compared()
            items = compared.noted(_chained(first, comparisons))
            verdict = audit_comparisons(items, self._subject, scope)
            asked = demanded(verdict, compared.facts(EVERY_EPSILON))
            parts.append(_confirmed(asked, sampled=sampled))
        for words, audited in self._audited:
            if parts and isinstance(parts[-1].verdict, Refuted):
                break
            verdict, used = audited.verdict(f"{self._subject}: {words}")
            self._cases.use(used)
            parts.append(_confirmed(verdict, sampled=sampled))
        parts += [Part(Undecided(scope, reason), "") for reason in self._broken]
        return Decided(tuple(parts), self._cases)

    def _comparisons(self) -> Iterator[Comparison]:
        """The comparisons of all cases; what is to be audited is put aside."""
        cases = self._cases
        for case in self._item.scope.cases(self._size):
            words = ", ".join(f"{name} = {value}" for name, value in case.items())
            live = idle = False
            for item in self._items(case):
                if isinstance(item, Comparison) and is_idle(item):
                    idle = True
                elif not live:
                    live = True
                    cases.live += 1  # at once: a refutation ends the walk
                if isinstance(item, Audited):
                    self._audited.append((_joined(words, item.name), item))
                    continue
                if not is_idle(item):
                    cases.use(_used(item))
                yield replace(item, name=_joined(words, item.name))
            cases.idle += idle and not live
            cases.skipped += not (idle or live)

    def _items(self, case: Mapping[str, object]) -> Iterator[Comparison | Audited]:
        """What the check says of a case that meets the hypothesis, steps of a chain opened."""
        if not all(map(is_true, self._item.hypothesis(case))):
            return
        for item in self._check(**case):
            if isinstance(item, Step):
                yield from self._opened(item)
            else:
                yield item

    def _opened(self, step: Step) -> Iterator[Comparison]:
        """The hypothesis of the claim that a chain uses, at its instance."""
        used = REGISTERED.get((ClaimId(step.id), step.form))
        if used is None or used.given is None:
            missing = "no such claim" if used is None else "a claim without a declared hypothesis"
            raise ValueError(f"{step.id} ({step.form.value}): {missing}")
        found = _decided_once(used, self._size).found
        if found is not Found.HOLDS:
            self._broken.append(f"the chain uses {used.id} ({used.form.value}): {found.value}")
        at = ", ".join(f"{name} = {value}" for name, value in step.instance.items())
        for assumed in used.hypothesis(step.instance):
            yield replace(assumed, name=f"hypothesis of {used.id} at {at}: {assumed.name}")


_DECIDED: dict[tuple[ClaimId, Form, Size], Decided] = {}


def _decided_once(item: Claim, size: Size) -> Decided:
    """What is found of a claim that chains use, decided once in a process."""
    key = (*item.key, size)
    if key not in _DECIDED:
        _DECIDED[key] = decide(item, size)
    return _DECIDED[key]


def _confirmed(verdict: Verdict, *, sampled: bool) -> Part:
    """A verdict if the kernel confirms it, with the grade of the evidence that it was shown."""
    confirmed, statement = proved(verdict)
    if isinstance(confirmed, Undecided):
        return Part(confirmed, statement)
    sampled = sampled and isinstance(confirmed, Holds)
    evidence = Evidence.PROPERTY_SAMPLED if sampled else grade(confirmed.certificate)
    return Part(replace(confirmed, evidence=evidence), statement)


def grade(certificate: Mapping[str, Json]) -> Evidence:
    """What kind of evidence a certificate is."""
    kind = str(certificate["kind"])
    for_all = certificate.get("range") is not None
    if kind.startswith("optimum"):
        return Evidence.LP_CERTIFIED
    if kind != "comparisons":
        return Evidence.ALL_EPSILON if for_all else Evidence.EXHAUSTIVE
    if for_all:
        return Evidence.CLOSED_FORM
    entries = certificate["entries"]
    assert isinstance(entries, list)
    sides = {
        (str(entry["left"]), str(entry["relation"]), str(entry["right"]))
        for entry in entries
        if isinstance(entry, dict)
    }
    if sides == {("1", "=", "1")}:
        return Evidence.ENUMERATED
    return Evidence.RECOMPUTED if {sign for _, sign, _ in sides} == {"="} else Evidence.COMPUTED


def is_idle(item: Comparison) -> bool:
    """Whether nothing admissible could violate the comparison.

    Its left side never exceeds `most`, or is zero where it cannot be negative, and the right side
    leaves that much room.
    """
    left, right = item.left, item.right
    if item.relation == "=" or isinstance(left, RationalFunction):
        return False
    if isinstance(right, RationalFunction):
        return False
    return left <= 0 <= right or (item.most is not None and right >= item.most)


def is_true(item: Comparison) -> bool:
    """Whether a comparison of numbers is true.

    Raises:
        TypeError: for functions of r.
    """
    if isinstance(item.left, RationalFunction) or isinstance(item.right, RationalFunction):
        raise TypeError(f"{item.name}: a hypothesis compares numbers")
    ways = {"<=": item.left <= item.right, "<": item.left < item.right}
    return ways.get(item.relation, item.left == item.right)


def _used(item: Comparison) -> Fraction | None:
    left, right = item.left, item.right
    if item.relation == "=" or isinstance(left, RationalFunction):
        return None
    if isinstance(right, RationalFunction) or right <= 0 or left < 0:
        return None
    return Fraction(left) / Fraction(right)


def _joined(words: str, name: str) -> str:
    return "; ".join(part for part in (words, name) if part)


def _chained(first: Comparison, rest: Iterable[Comparison]) -> Iterator[Comparison]:
    yield first
    yield from rest
