"""From a claim to what is found of it: verdicts, counts of cases, evidence, and teeth.

A case is *live* if it says anything that could have come out otherwise; *idle* if it says only
what nothing admissible could violate, what is true of any laws, or that a chain goes on;
*skipped* if it says nothing, as its hypothesis is false.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from inspect import signature
from itertools import islice

from audits.engines.comparisons import Comparison, audit_comparisons
from audits.evidence.certificates import EVERY_UNIT
from audits.evidence.labels import in_words
from audits.evidence.verdict import (
    Evidence,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
    proved,
)
from audits.ledger.claiming import REGISTERED, Check, Claim, ClaimId, Found, NotFinitelyCheckable
from audits.ledger.demanding import Compared
from audits.ledger.forms import Audited, Form, Item, Step
from audits.ledger.impostors import Subject
from audits.ledger.quantifiers import Size, spelled, word

WEAKER = (
    *(Evidence.ALL_EPSILON, Evidence.EXHAUSTIVE, Evidence.LP_CERTIFIED, Evidence.CLOSED_FORM),
    *(Evidence.RECOMPUTED, Evidence.ENUMERATED, Evidence.COMPUTED, Evidence.CHAINED),
    *(Evidence.PROPERTY_SAMPLED, Evidence.STATISTICAL),
)
"""Evidence, the strongest first."""

TOOTHLESS = (
    "nothing shows that it could have come out otherwise: name a wrong variant or two routes"
)
"""Why a claim without an impostor, and without two routes to its numbers, is undecided."""

TOOTHLESS_LAWS = (
    "no law that it audits refutes a wrong variant: state the guarantee of the right mechanism, "
    "or enlarge the scope"
)
"""Why a claim that audits laws, which all would have come out the same, is undecided."""


@dataclass(frozen=True, slots=True)
class Part:
    """A verdict of an engine that the kernel has confirmed."""

    verdict: Verdict
    statement: str
    """What the kernel proved; nothing if undecided."""

    of_laws: bool = False
    """Whether laws of a mechanism were audited; else numbers were compared, or optima found."""

    case: str = ""
    """Which case was audited, in words; comparisons name theirs in the witness."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A claim that a chain goes through, and how far it was checked."""

    claim: str
    scope: str
    evidence: Evidence
    """`CHAINED` if the instance lies outside of the scope."""


@dataclass(slots=True)
class Cases:
    """How many cases a check was called for."""

    live: int = 0
    idle: int = 0
    skipped: int = 0
    used: Fraction | None = None
    """The largest part of a bound that a live case makes use of.

    Of what is audited, where anything is: numbers that stand beside it are not its bounds.
    """

    @property
    def slack(self) -> Fraction | None:
        """By which part of itself every bound at one eps could be smaller; None if one is broken.

        A fraction with more than twelve decimals is rounded down to so many.
        """
        if self.used is None or self.used > 1:
            return None
        slack, ends = 1 - self.used, 10**12
        return slack if slack.denominator <= ends else Fraction(int(slack * ends), ends)


@dataclass(frozen=True, slots=True)
class Decided:
    """What was found of a claim, or of an impostor, at a size."""

    parts: tuple[Part, ...]
    cases: Cases
    lemmas: tuple[Lemma, ...] = ()
    """What a chain rests on."""

    refuting: int | None = None
    """The number of the first case that refutes it, from 0; None if none does."""

    @property
    def found(self) -> Found:
        """One word for all the parts."""
        verdicts = [part.verdict for part in self.parts]
        if any(isinstance(verdict, Refuted) for verdict in verdicts):
            return Found.REFUTED
        if any(isinstance(verdict, Undecided) for verdict in verdicts):
            return Found.UNDECIDED
        return Found.HOLDS if self.cases.live else Found.VACUOUS

    @property
    def audits_laws(self) -> bool:
        """Whether laws of a mechanism were audited."""
        return any(part.of_laws for part in self.parts)

    @property
    def refuted_by_laws(self) -> bool:
        """Whether an audit of laws refutes it."""
        return any(part.of_laws and isinstance(part.verdict, Refuted) for part in self.parts)

    @property
    def scope(self) -> str:
        """What the parts range over, with counts."""
        texts = dict.fromkeys(part.verdict.scope.text for part in self.parts)
        databases = sum(part.verdict.scope.databases for part in self.parts)
        pairs = sum(part.verdict.scope.pairs for part in self.parts)
        counts = [f"{databases} databases"] if databases else []
        counts += [f"{pairs} ordered pairs"] if pairs else []
        rests = [f"rests on {lemma.claim}, checked for {lemma.scope}" for lemma in self.lemmas]
        return "; ".join([*texts, *counts, *dict.fromkeys(rests)])

    @property
    def evidence(self) -> Evidence | None:
        """The weakest evidence of a part or lemma; None where nothing was decided."""
        grades = [p.verdict.evidence for p in self.parts if isinstance(p.verdict, Holds | Refuted)]
        rests = [lemma.evidence for lemma in self.lemmas] if grades else []
        return max(grades + rests, key=WEAKER.index, default=None)

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

    @property
    def refuted_at(self) -> str:
        """The case of the first counterexample, in words; empty if none is named."""
        case = next((part.case for part in self.parts if isinstance(part.verdict, Refuted)), "")
        return case or str(self.witness.get("instance", ""))


def all_of(several: Sequence[Decided]) -> Decided:
    """What was found by several checks, together."""
    used = [each.cases.used for each in several if each.cases.used is not None]
    return Decided(
        tuple(part for each in several for part in each.parts),
        Cases(
            sum(each.cases.live for each in several),
            sum(each.cases.idle for each in several),
            sum(each.cases.skipped for each in several),
            max(used, default=None),
        ),
        tuple(dict.fromkeys(lemma for each in several for lemma in each.lemmas)),
    )


def decide(
    item: Claim,
    size: Size,
    about: Subject | None = None,
    *,
    laws_only: bool = False,
    case: int | None = None,
) -> Decided:
    """What is found of a claim.

    Args:
        item: the claim.
        size: of its scope.
        about: what it is decided about; by default what the claim is about.
        laws_only: whether comparisons are left out, and audits decided until laws refute it.
        case: the number of the only case that is looked at, from 0; None: all.

    Raises:
        Exception: whatever the check raises.
    """
    if isinstance(item.check, NotFinitelyCheckable):
        raise TypeError(f"{item.id}: not finitely checkable")
    arguments = () if item.about is None else (about or item.about,)
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # certificates spell exact numbers, however long
    try:
        run = _Run(item, size, partial(item.check, *arguments), case)
        return run.decided(laws_only=laws_only)
    finally:
        sys.set_int_max_str_digits(limit)


class _Run:
    """One walk through the cases of a claim, or through one of them."""

    def __init__(self, item: Claim, size: Size, check: Check, case: int | None) -> None:
        self._item = item
        self._size = size
        self._check = check
        self._only = (0, None) if case is None else (case, case + 1)
        self._number = 0
        self._cases = Cases()
        self._live, self._idle = set[int](), set[int]()
        self._audited: list[tuple[int, str, Audited]] = []
        self._used: list[Fraction | None] = []
        self._broken: list[str] = []
        self._lemmas: dict[tuple[object, ...], Lemma] = {}
        self._subject = f"{item.id} ({item.form.value})"

    def decided(self, *, laws_only: bool) -> Decided:
        """The verdicts on the comparisons, all in one, and on each of the audited."""
        scope, sampled = Scope(self._item.scope.text(self._size)), self._item.scope.sampled
        parts = []
        refuting = None
        comparisons = self._comparisons()
        if laws_only:
            deque(comparisons, maxlen=0)
        first = next(comparisons, None)
        if first is not None:
            compared = Compared()
            items = compared.noted(_chained(first, comparisons))
            verdict = audit_comparisons(items, self._subject, scope)
            parts.append(_confirmed(compared.demanded(verdict, items), sampled=sampled))
            if isinstance(parts[-1].verdict, Refuted):
                refuting = self._number
        if self._audited:
            self._used.clear()
        for case, words, audited in self._audited:
            if (
                parts
                and isinstance(parts[-1].verdict, Refuted)
                and (parts[-1].of_laws or not laws_only)
            ):
                break
            answer = audited.answer(f"{self._subject}: {words}")
            self._used.append(answer.used)
            (self._idle if answer.idle else self._live).add(case)
            part = _confirmed(answer.verdict, sampled=sampled)
            if isinstance(part.verdict, Refuted) and refuting is None:
                refuting = case
            if words and isinstance(part.verdict, Undecided):
                told = replace(part.verdict, reason=f"the case {words}: {part.verdict.reason}")
                part = replace(part, verdict=told)
            parts.append(replace(part, of_laws=audited.of_laws, case=words))
        self._cases.live, self._cases.idle = len(self._live), len(self._idle - self._live)
        if not (self._item.impostors or self._item.routes):
            self._broken.append(TOOTHLESS)
        if not any(isinstance(part.verdict, Refuted) for part in parts):
            parts += [Part(Undecided(scope, reason), "") for reason in self._broken]
            self._cases.used = max((part for part in self._used if part is not None), default=None)
        return Decided(tuple(parts), self._cases, tuple(self._lemmas.values()), refuting)

    def _comparisons(self) -> Iterator[Comparison]:
        """The comparisons of all cases; what is to be audited is put aside."""
        numbered = enumerate(self._item.scope.cases(self._size))
        for number, case in islice(numbered, *self._only):
            self._number = number
            said_of = (f"{spelled(name)} = {word(value)}" for name, value in case.items())
            words = in_words(", ".join(said_of))
            said = False
            for item in self._items(case):
                said = True
                if isinstance(item, Step):
                    self._idle.add(number)
                    for assumed in self._opened(item):
                        yield replace(assumed, name=_joined(words, assumed.name))
                elif isinstance(item, Audited):
                    self._audited.append((number, _joined(words, item.name), item))
                else:
                    idle = is_idle(item)
                    (self._idle if idle else self._live).add(number)
                    self._used.append(None if idle else _used(item))
                    name = _joined(words, item.name)
                    yield Comparison(name, item.left, item.relation, item.right, item.most)
            self._cases.skipped += not said

    def _items(self, case: Mapping[str, object]) -> Iterator[Item]:
        """What the check says of a case that meets the hypothesis."""
        if all(map(is_true, self._item.hypothesis(case))):
            yield from self._check(**case)

    def _opened(self, step: Step) -> Iterator[Comparison]:
        """The hypothesis of the claim that a chain uses, at its instance, as far as it is true.

        Where it is not, or the claim does not hold, the chain is broken: that refutes nothing.
        """
        used = REGISTERED.get((ClaimId(step.id), step.form))
        if used is None or used.given is None or isinstance(used.check, NotFinitelyCheckable):
            missing = "no such claim" if used is None else "a claim without a declared hypothesis"
            raise ValueError(f"{step.id} ({step.form.value}): {missing}")
        name, decided = f"{used.id} ({used.form.value})", decided_once(used, self._size)
        if decided.found is not Found.HOLDS:
            self._broken.append(f"the chain uses {name}: {decided.found.value}")
        at = ", ".join(f"{key} = {word(value)}" for key, value in step.instance.items())
        needed, known = ({*signature(f).parameters} for f in (used.given, used.check))
        if not needed <= step.instance.keys() <= needed | known:
            raise ValueError(f"{name} at {at}: it needs {', '.join(sorted(needed))}")
        assumptions = [*used.hypothesis(step.instance)]
        if not assumptions:
            raise ValueError(f"{name} at {at}: its hypothesis says nothing")
        for assumed in assumptions:
            words = f"hypothesis of {used.id} at {at}: {assumed.name}"
            if is_true(assumed):
                yield replace(assumed, name=words)
            else:
                self._broken.append(f"the chain is broken, {words}: it is false")
        self._rest_on(name, used, decided, step)

    def _rest_on(self, name: str, used: Claim, decided: Decided, step: Step) -> None:
        within = any(
            case.keys() <= step.instance.keys()
            and all(value == step.instance[key] for key, value in case.items())
            for case in used.scope.cases(self._size)
        )
        evidence = (decided.evidence or Evidence.CHAINED) if within else Evidence.CHAINED
        if used.scope.sampled:
            evidence = Evidence.PROPERTY_SAMPLED
        lemma = Lemma(name, used.scope.text(self._size), evidence)
        self._lemmas[name, evidence] = lemma


_DECIDED: dict[tuple[ClaimId, Form, Size], Decided] = {}


def decided_once(item: Claim, size: Size) -> Decided:
    """What is found of a claim; of one in the ledger that chains may use, decided once."""
    if item.given is None or REGISTERED.get(item.key) is not item:
        return decide(item, size)
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
    over = certificate.get("range")
    for_all = over is not None
    if kind.startswith("optimum"):
        return Evidence.LP_CERTIFIED
    if kind.startswith("stream"):
        return Evidence.ALL_EPSILON
    if kind != "comparisons":
        ranged = isinstance(over, dict) and over.get("exp") is None
        one = not ranged and over != EVERY_UNIT
        return Evidence.EXHAUSTIVE if one else Evidence.ALL_EPSILON
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
    if item.relation == "=" or not isinstance(left, int | Fraction):
        return False
    if not isinstance(right, int | Fraction):
        return False
    return left <= 0 <= right or (item.most is not None and right >= item.most)


def is_true(item: Comparison) -> bool:
    """Whether a comparison of numbers is true.

    Raises:
        TypeError: for functions of r.
    """
    left, right = item.left, item.right
    if not isinstance(left, int | Fraction) or not isinstance(right, int | Fraction):
        raise TypeError(f"{item.name}: a hypothesis compares numbers")
    ways = {"<=": left <= right, "<": left < right}
    return ways.get(item.relation, left == right)


def _used(item: Comparison) -> Fraction | None:
    left, right = item.left, item.right
    if item.relation == "=" or not isinstance(left, int | Fraction):
        return None
    if not isinstance(right, int | Fraction) or right <= 0 or left < 0:
        return None
    return Fraction(left) / Fraction(right)


def _joined(words: str, name: str) -> str:
    """The case in words, and then what is called so, in words."""
    return "; ".join(part for part in (words, in_words(name)) if part)


def _chained(first: Comparison, rest: Iterable[Comparison]) -> Iterator[Comparison]:
    yield first
    yield from rest
