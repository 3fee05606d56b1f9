"""The ledger: every claim of the papers, with the check that decides it.

A claim is registered by the decorator `claim` on its check, a function from a `Size` to a
`Verdict`; the decorator computes nothing.  A statement that is printed wrong is two claims with
one id: the printed form, expected to be refuted, and the corrected form, expected to hold.  A
statement with no finite check is registered with `not_finitely_checkable` and the reason.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NewType, TypeVar

from audits.verdict import Holds, Refuted, Undecided, Verdict, proved
from reference.source import Source

ClaimId = NewType("ClaimId", str)
"""`PAPER.label`, as in the inventory `audits/claims/catalogue.toml`."""

T = TypeVar("T")

HOME = Path(__file__).parents[1]
OURS = {HOME / "audits", HOME / "reference"}
"""Where our own code lies."""

LONGEST_REASON = 400
"""Characters of an exception that are kept."""

CLAIMS = "audits.claims"
"""The package whose modules register the claims; it imports the ledger, not the reverse."""


class Form(Enum):
    """Which reading of a statement is checked."""

    PRINTED = "printed"
    """The statement as the paper has it."""

    CONCRETE = "concrete"
    """The statement with explicit constants, where the paper is asymptotic."""

    CORRECTED = "corrected"
    """The strongest true statement found, where the printed one is false or loose."""


class Kind(Enum):
    """What a claim is about."""

    CONVENTION = "convention"
    DEFINITION = "definition"
    MECHANISM = "mechanism"
    CONSTRUCTION = "construction"
    REDUCTION = "reduction"
    PRIVACY = "privacy"
    ACCURACY = "accuracy"
    INEQUALITY = "inequality"
    COMBINATORIAL = "combinatorial"
    IDENTITY = "identity"
    LOWER_BOUND = "lower-bound"
    OTHER = "other"


class Expected(Enum):
    """The verdict that a run of the ledger is compared with."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    NOT_CHECKABLE = "not-checkable"
    ERROR = "error"
    """The check failed: a bug, and never as expected."""


class Size(Enum):
    """How large the scope of a check is."""

    TINY = "tiny"
    """Seconds in all: what continuous integration runs."""

    SMALL = "small"
    """Minutes in all."""

    FULL = "full"
    """The sizes that the inventory names; by hand."""

    def pick(self, tiny: T, small: T, full: T) -> T:
        """The parameter for this size."""
        return {Size.TINY: tiny, Size.SMALL: small, Size.FULL: full}[self]


@dataclass(frozen=True, slots=True)
class NotFinitelyCheckable:
    """Why no finite computation decides a statement."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The check ended by an exception: which one, and where, in one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a paper, and how it is checked."""

    id: ClaimId
    form: Form
    kind: Kind
    source: Source
    statement: str
    """The statement with all its constants, in words and ASCII formulas."""

    scope_is_fair: str
    """Why the hypothesis is true and the conclusion not vacuous on the scope of the check."""

    expected: Expected
    uses: tuple[ClaimId, ...]
    check: Callable[[Size], Verdict] | NotFinitelyCheckable

    @property
    def key(self) -> tuple[ClaimId, Form]:
        """What identifies a claim: one id may have several forms."""
        return self.id, self.form


@dataclass(frozen=True, slots=True)
class Result:
    """A claim, what was found at a size, and how long it took."""

    claim: Claim
    size: Size
    verdict: Verdict | NotFinitelyCheckable | Failed
    seconds: float
    statement: str = ""
    """What the kernel proved, if there is a certificate."""

    @property
    def found(self) -> Expected:
        """The name of the verdict."""
        match self.verdict:
            case Holds():
                return Expected.HOLDS
            case Refuted():
                return Expected.REFUTED
            case Undecided():
                return Expected.UNDECIDED
            case NotFinitelyCheckable():
                return Expected.NOT_CHECKABLE
            case Failed():
                return Expected.ERROR

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.found is self.claim.expected


_claims: dict[tuple[ClaimId, Form], Claim] = {}


def claim(
    identifier: str,
    *,
    kind: Kind,
    source: Source,
    statement: str,
    form: Form = Form.PRINTED,
    scope_is_fair: str = "",
    expected: Expected = Expected.HOLDS,
    uses: Iterable[str] = (),
) -> Callable[[Callable[[Size], Verdict]], Callable[[Size], Verdict]]:
    """Register the decorated check under an id and a form.

    Raises:
        ValueError: if that id has a claim of that form already.
    """

    def register(check: Callable[[Size], Verdict]) -> Callable[[Size], Verdict]:
        _register(
            Claim(
                ClaimId(identifier),
                form,
                kind,
                source,
                statement,
                scope_is_fair,
                expected,
                tuple(ClaimId(used) for used in uses),
                check,
            )
        )
        return check

    return register


def not_finitely_checkable(
    identifier: str,
    *,
    kind: Kind,
    source: Source,
    statement: str,
    reason: str,
    form: Form = Form.PRINTED,
) -> None:
    """Register a statement that no finite computation decides, and why."""
    nothing = NotFinitelyCheckable(reason)
    _register(
        Claim(
            ClaimId(identifier),
            form,
            kind,
            source,
            statement,
            "",
            Expected.NOT_CHECKABLE,
            (),
            nothing,
        )
    )


def claims(selection: Iterable[str] = ()) -> list[Claim]:
    """The claims whose id or paper is selected (none selected: all), in order of the files.

    Raises:
        ValueError: if a selected word is neither an id nor the tag of a paper with claims.
    """
    _load()
    wanted = list(selection)
    for word in wanted:
        if not any(_selects(word, item) for item in _claims.values()):
            raise ValueError(f"{word}: no claim has this id or paper; see `exactdp list claims`")
    return [
        item
        for item in _claims.values()
        if not wanted or any(_selects(word, item) for word in wanted)
    ]


def run_claim(item: Claim, size: Size) -> Result:
    """Check a claim at a size; its certificate counts only if the kernel accepts it.

    Whatever the check raises, but for an interruption, is the result `Failed`: the other claims
    of a run are decided all the same.
    """
    start = time.perf_counter()
    if isinstance(item.check, NotFinitelyCheckable):
        return Result(item, size, item.check, 0.0)
    verdict: Verdict | Failed
    statement = ""
    try:
        verdict, statement = proved(item.check(size))
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # noqa: BLE001 - told in the result
        verdict = Failed(_told(failure))
    return Result(item, size, verdict, time.perf_counter() - start, statement)


def _told(failure: BaseException) -> str:
    """The exception and the innermost of our own lines that it passed, in one line."""
    words = " ".join(f"{type(failure).__name__}: {failure}".split())
    if len(words) > LONGEST_REASON:
        words = f"{words[:LONGEST_REASON]} ..."
    frames = traceback.extract_tb(failure.__traceback__)
    places = [(Path(frame.filename), frame.lineno) for frame in frames]
    file, line = [place for place in places if OURS.intersection(place[0].parents)][-1]
    return f"{words} ({file.relative_to(HOME).as_posix()}:{line})"


def _register(item: Claim) -> None:
    if item.key in _claims:
        raise ValueError(f"{item.id} ({item.form.value}) is registered twice")
    _claims[item.key] = item


def _selects(word: str, item: Claim) -> bool:
    return word in (item.id, item.id.split(".", maxsplit=1)[0])


def _load() -> None:
    for name in _modules():
        import_module(name)


def _modules() -> Iterator[str]:
    package = import_module(CLAIMS)
    found = walk_packages(package.__path__, prefix=f"{CLAIMS}.")
    yield from sorted(module.name for module in found)
