"""What a claim is: a statement of a paper, and a check that could come out otherwise.

A claim is registered by the decorator `claim` on its check, a generator that is called for each
case of the declared scope and yields comparisons, or one of the forms of `audits.ledger.forms`:

    @claim("KLMNS20.DER.FWD", over(added(8, 3), t=(1, 2)), form=Form.CONCRETE, about=path_law)
    def adding_a_row(path_law, rows, x, t):
        <docstring: the statement; a paragraph "Read in: ...", what is not in print and is read
        into it; "Where: ...", what names of variables mean that are not in it; "Steps: ...",
        which steps of its proof are checked, if it is not checked itself; "Cases: ...", why the
        scope is representative; and, if two ways to one number are compared and nothing is
        checked that a wrong variant could show, "Routes: the one; the other.">
        yield le(...)

Wrong variants of `path_law` stand in `WRONG[path_law]`; `teeth.lock` says which it refutes.
What kind of statement it is and where it stands is read from the inventory of the papers, the
statement from the docstring; scope, evidence and counts are derived.  A statement that is printed
wrong is two claims with one id: the printed form with an `Erratum`, expected to be refuted, and
the corrected form.  A statement with no finite check is registered with
`not_finitely_checkable` and the reason.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, NewType, TypeVar

from audits.engines.comparisons import Comparison
from audits.ledger.forms import Form, Item
from audits.ledger.impostors import Subject
from audits.ledger.quantifiers import Over, over
from audits.ledger.teeth import Teeth, lock_beside
from audits.near_names import hint

ClaimId = NewType("ClaimId", str)
"""`PAPER.label`, as in the inventory `audits/claims/catalogue.toml`."""

Check = Callable[..., Iterable[Item]]
"""Called for each case; `about` comes first, the variables of the scope by name."""

C = TypeVar("C", bound=Callable[..., Any])

PARAGRAPHS = re.compile(r"\n\n(Read in|Where|Steps|Cases|Routes): ")
"""How the paragraphs behind the statement begin, each at most once, in this order."""

GLUED = re.compile(r"[^\n]\n(Read in|Where|Steps|Cases|Routes): ")
"""One that has no blank line before it."""

MOST_LETTERS = 3
"""Of the name of a variable that is no word."""

CATALOGUE = Path(__file__).parents[1] / "claims" / "catalogue.toml"


class Found(Enum):
    """What a run of the ledger finds of a claim."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    NOT_CHECKABLE = "not-checkable"

    VACUOUS = "vacuous"
    """No case that anything could violate: never as expected."""

    ERROR = "error"
    """The check failed: a bug, and never as expected."""


class Grade(Enum):
    """How wrong a printed statement is, the worst first; or that it was known to be wrong."""

    FALSE = "false"
    """What is meant is not true."""

    HIDDEN_HYPOTHESIS = "hidden hypothesis"
    """True under a hypothesis that the paper does not tell."""

    CONSTANT = "constant"
    """True with another constant."""

    PROOF_STEP = "proof step"
    """A step does not follow as it is written; what it is to prove is not refuted."""

    WORDING = "wording"
    """What is meant is clear and true: another sign or name, a hypothesis that the paper tells
    elsewhere, or any but the least sizes (one concept, no row, a logarithm that is 0)."""

    CITED = "cited work"
    """A statement of a work that a paper cites, as it is restored here: no error of a paper."""

    KNOWN_BROKEN = "known broken"
    """A mistake of the literature around the papers, refuted on purpose: no error of a paper."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """What is wrong in print."""

    grade: Grade
    place: str
    """Section, and paragraph or line."""

    left: str = ""
    """What the left side of the comparison is that fails, in words."""

    right: str = ""
    """What its right side is."""

    same_as: str = ""
    """The id of the claim that has the same error, if that is where it is listed."""


@dataclass(frozen=True, slots=True)
class NotFinitelyCheckable:
    """Why no finite computation decides a statement."""

    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What the inventory says of an id."""

    kind: str
    label: str
    section: str
    title: str
    builds_on: tuple[str, ...] = ()
    """The ids that it is derived from, where that is recorded."""


class Text(Enum):
    """In what text of a paper its statements were read."""

    FORMULAS = "formulas"
    """Formulas and all."""

    RECOGNISED = "recognised"
    """Read by a machine from pictures of the pages: a sign may be another in print."""

    RESTORED = "restored"
    """The formulas were lost, and are restored."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a paper of the inventory is."""

    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    text: Text


@dataclass(frozen=True, slots=True)
class Claim:
    """One reading of a statement, and how it is checked."""

    id: ClaimId
    form: Form
    statement: str
    """With all its constants, in words and ASCII formulas."""

    representative: str
    """Why the hypothesis is true and the conclusion not vacuous on the scope."""

    scope: Over
    check: Check | NotFinitelyCheckable
    about: Subject | None
    """The mechanism, reduction, construction or attack that the check takes first."""

    impostors: Mapping[str, Subject]
    """Wrong variants of it, by what is wrong with them."""

    erratum: Erratum | None
    uses: tuple[ClaimId, ...]
    given: Callable[..., Iterable[Comparison]] | None = None
    """The hypothesis, of the variables that it names; a case for which it is false is skipped."""

    routes: tuple[str, ...] = ()
    """The two ways by which the sides of all comparisons are found, if they are told.  A claim
    without impostors whose sides always agree is undecided unless it tells them."""

    where: str = ""
    """What names of its variables mean that are not in the statement."""

    read_in: str = ""
    """What is read into the printed statement; a refutation is one of that reading."""

    steps: str = ""
    """Which steps of its proof are compared, if they are all that is; else nothing."""

    clause: str = ""
    """Which part of the statement this check is of, in a word or two, if it has several."""

    clauses: tuple[Claim, ...] = ()
    """The checks of the other parts; the claim holds if all of them do."""

    @property
    def checks(self) -> tuple[Claim, ...]:
        """This check and those of the other parts of the statement."""
        return self, *self.clauses

    def and_also(self, other: Claim) -> Claim:
        """The claim with one part more."""
        return replace(
            self,
            statement=_sentences(self.statement, other.statement),
            representative=_sentences(self.representative, other.representative),
            where=_sentences(self.where, other.where),
            uses=tuple(dict.fromkeys((*self.uses, *other.uses))),
            clauses=(*self.clauses, other),
        )

    @property
    def unexplained(self) -> list[str]:
        """Letters that name its variables and stand neither in the statement nor beside it."""
        text = f"{self.statement} {self.where}"
        variables = (name for each in self.scope.quantifiers for name in each.names)
        letters = (part for name in variables for part in name.split("_and_"))
        return [
            name
            for name in letters
            if len(name) <= MOST_LETTERS and not re.search(rf"\b{name}\b", text)
        ]

    def hypothesis(self, case: Mapping[str, object]) -> Iterable[Comparison]:
        """What the statement assumes at a case; nothing if it assumes nothing."""
        if self.given is None:
            return ()
        names = inspect.signature(self.given).parameters
        return self.given(**{name: case[name] for name in names})

    @property
    def key(self) -> tuple[ClaimId, Form]:
        """What identifies a claim: one id may have several forms."""
        return self.id, self.form

    @property
    def entry(self) -> Entry:
        """Kind, label and section."""
        return inventory()[self.id]

    @property
    def text(self) -> Text:
        """In what text the statement was read; what is in no paper is in ours."""
        work = works().get(self.id.partition(".")[0])
        return work.text if work else Text.FORMULAS

    @property
    def expected(self) -> Found:
        """The verdict that a run is compared with."""
        if isinstance(self.check, NotFinitelyCheckable):
            return Found.NOT_CHECKABLE
        return Found.HOLDS if self.erratum is None else Found.REFUTED


def _sentences(first: str, second: str) -> str:
    return f"{first} {second}".strip()


KINDS = (
    *("convention", "definition", "mechanism", "construction", "reduction", "privacy", "accuracy"),
    *("inequality", "combinatorial", "identity", "lower-bound", "other"),
)
"""Of the statements in the inventory."""


@cache
def inventory() -> Mapping[str, Entry]:
    """Every id of the papers, and of what is in none.

    Raises:
        ValueError: for a statement of another kind than those of `KINDS`.
    """
    listed = tomllib.loads(CATALOGUE.read_text("utf-8"))["claim"]
    return {each["id"]: _entry(each) for each in listed}


def _entry(listed: Mapping[str, Any]) -> Entry:
    for kind in (listed["kind"], *listed.get("kinds", ())):
        if kind not in KINDS:
            others = hint(kind, KINDS) or f": the kinds are {', '.join(KINDS)}"
            raise ValueError(f"{CATALOGUE.name}, {listed['id']}: no kind {kind!r}{others}")
    return Entry(
        *(listed["kind"], listed["label"], listed.get("section", ""), listed["title"]),
        tuple(listed.get("builds_on", ())),
    )


def is_its_own(name: str) -> bool:
    """Whether an id is that of its label, and not of something that is used there.

    >>> is_its_own("VT14.T7.0.1"), is_its_own("VT14.ALG.BoostQ")
    (True, False)
    """
    label, rest = inventory()[name].label, name.partition(".")[2]
    number = label.rsplit(maxsplit=1)[-1]
    written = number in rest or number.replace(".", "") in rest
    return rest[0] == label[0].upper() and written


@cache
def works() -> Mapping[str, Work]:
    """The papers by their tags, in the order of the inventory."""
    listed = tomllib.loads(CATALOGUE.read_text("utf-8"))["papers"]
    return {
        tag: Work(
            *(tuple(each["authors"]), each["title"], each["venue"], each["year"]),
            Text(each["text"]),
        )
        for tag, each in listed.items()
    }


def claim(
    identifier: str,
    scope: Over = over(),  # noqa: B008 - immutable
    *,
    form: Form = Form.PRINTED,
    about: Subject | None = None,
    refuted: Erratum | None = None,
    uses: Iterable[str] = (),
    given: Callable[..., Iterable[Comparison]] | None = None,
    clause: str = "",
) -> Callable[[C], C]:
    """Register the decorated check.

    Args:
        identifier: an id of the inventory.
        scope: the variables of the check, and what they range over.
        form: which reading of the statement.
        about: what the check takes as its first argument, if it is about something.  Its wrong
            variants are `WRONG[about]`; which of them the check refutes is in `teeth.lock`.
        refuted: what is wrong, if the statement is expected to be refuted.
        uses: ids of claims that this one rests on.
        given: the hypothesis: comparisons of numbers, from those variables of a case that it
            names.  Cases for which one of them is false are skipped, and a chain that uses the
            claim has to prove them at its own instance.
        clause: which part of the statement this is, if it has several with a check each: the
            claim is all of them.

    Raises:
        ValueError: for an unknown id, an id and form that are registered already, a check
            whose arguments are not the variables of the scope, one without a statement, a
            paragraph of it without a blank line before it, or routes that are not two.
    """

    def register(check: C) -> C:
        statement, *rest = PARAGRAPHS.split(inspect.getdoc(check) or "")
        plain = (" ".join(words.split()) for words in rest[1::2])
        told = dict(zip(rest[::2], plain, strict=True))
        routes = [each for each in told.get("Routes", "").rstrip(".").split("; ") if each]
        if problem := _other_variables(check, scope, is_about=about is not None):
            raise ValueError(f"{identifier} ({form.value}): {problem}")
        if glued := GLUED.search(inspect.getdoc(check) or ""):
            problem = f"a blank line before `{glued[1]}:` in the docstring"
            raise ValueError(f"{identifier} ({form.value}): {problem}")
        if not statement:
            raise ValueError(f"{identifier} ({form.value}): the docstring is the statement")
        if "Routes" in told and len(set(routes)) != 2:
            raise ValueError(f"{identifier} ({form.value}): two routes, with `;` between them")
        teeth: Mapping[str, Subject] = {}
        if about is not None and refuted is None:
            key = f"{identifier} {form.value} {clause}".strip()
            teeth = Teeth(about, key, lock_beside(inspect.getfile(check)))
        _register(
            Claim(
                ClaimId(identifier),
                form,
                " ".join(statement.split()),
                told.get("Cases", ""),
                scope,
                check,
                about,
                teeth,
                refuted,
                tuple(map(ClaimId, uses)),
                given,
                tuple(routes),
                told.get("Where", ""),
                told.get("Read in", ""),
                told.get("Steps", "").rstrip("."),
                clause,
            )
        )
        return check

    return register


def _other_variables(check: Callable[..., object], scope: Over, *, is_about: bool) -> str:
    """How what a check takes differs from the variables of its scope; empty if it does not."""
    variables = [name for each in scope.quantifiers for name in each.names]
    takes = [*inspect.signature(check).parameters][is_about:]
    if {*takes} == {*variables}:
        return ""
    found, there = (", ".join(names) or "nothing" for names in (takes, variables))
    first = " after what it is about" if is_about else ""
    return f"the check takes {found}{first}, its scope has {there}"


def not_finitely_checkable(
    identifier: str, *, statement: str, reason: str, form: Form = Form.PRINTED
) -> None:
    """Register a statement that no finite computation decides, and why.

    Raises:
        ValueError: for an unknown id, or an id and form that are registered already.
    """
    nothing = NotFinitelyCheckable(reason)
    _register(Claim(ClaimId(identifier), form, statement, "", over(), nothing, None, {}, None, ()))


def _register(item: Claim) -> None:
    if item.id not in inventory():
        raise ValueError(f"{item.id}: not an id of the inventory")
    first = REGISTERED.setdefault(item.key, item)
    if first is item:
        return
    clauses = [each.clause for each in (*first.checks, item)]
    if not all(clauses) or len({*clauses}) < len(clauses):
        raise ValueError(
            f"{item.id} ({item.form.value}) is registered twice: each of several checks has a "
            "`clause` of its own"
        )
    if first.expected is not item.expected:
        raise ValueError(f"{item.id} ({item.form.value}): {item.clause!r} is expected otherwise")
    REGISTERED[item.key] = first.and_also(item)


REGISTERED: dict[tuple[ClaimId, Form], Claim] = {}
"""Every claim whose module was imported."""
