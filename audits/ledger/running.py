"""All claims of the papers, and what is found of one: whatever it does, the others go on."""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import walk_packages

from audits.evidence.verdict import Json, Scope, Undecided
from audits.extras import MissingExtraError
from audits.ledger.claiming import (
    REGISTERED,
    Claim,
    ClaimId,
    Found,
    NotFinitelyCheckable,
    inventory,
)
from audits.ledger.deciding import (
    TOOTHLESS_LAWS,
    Cases,
    Decided,
    Part,
    all_of,
    decide,
    decided_once,
)
from audits.ledger.forms import Form
from audits.ledger.quantifiers import Size
from audits.ledger.teeth import Teeth
from audits.near_names import hint
from reference.probability.replay import remembering

HOME = Path(__file__).parents[2]
OURS = {HOME / "audits", HOME / "reference"}
"""Where our own code lies."""

LONGEST_REASON = 400
"""Characters of an exception that are kept."""

LONGEST = 24
"""Characters of a number that is written as what something is equal to."""

LISTS = "`exactdp list papers` and `exactdp list claims`"

NUMBER = re.compile(r"-?\d+(/\d+)?")

NOT_RUN = "not run here: "
"""How the reason begins where only a library of an extra is missing."""

CLAIMS = "audits.claims"
"""The package whose modules register the claims; it imports the ledger, not the reverse."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The check ended by an exception: which one, and where, in one line.

    Where a library is missing that an extra brings, which one and which extra.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Impostor:
    """What the check of a claim found of a wrong variant of what the claim is about."""

    name: str
    """What is wrong with it."""

    found: Found
    witness: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Result:
    """A claim, what was found at a size, and how long it took."""

    claim: Claim
    size: Size
    decided: Decided | NotFinitelyCheckable | Failed
    impostors: tuple[Impostor, ...]
    seconds: float
    clauses: tuple[Result, ...] = ()
    """What was found of each part of the statement, if it has several."""

    @property
    def found(self) -> Found:
        """The name of the verdict."""
        match self.decided:
            case Decided():
                return self.decided.found
            case NotFinitelyCheckable():
                return Found.NOT_CHECKABLE
            case Failed():
                return Found.ERROR

    @property
    def is_not_run(self) -> bool:
        """Whether only a library of an extra is missing."""
        return _is_not_run(self.decided)

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the expected one, and every impostor was refuted."""
        told_apart = all(each.found is Found.REFUTED for each in self.impostors)
        return self.found is self.claim.expected and told_apart

    @property
    def scope(self) -> str:
        """What it was decided on, or why it was not."""
        return self.decided.scope if isinstance(self.decided, Decided) else self.decided.reason

    @property
    def evidence(self) -> str:
        """The grade of the evidence; nothing where nothing was decided."""
        found = self.decided.evidence if isinstance(self.decided, Decided) else None
        return found.value if found else ""

    @property
    def witness(self) -> dict[str, Json]:
        """The counterexample, in words too where the claim has them; empty if there is none."""
        found = self.decided.witness if isinstance(self.decided, Decided) else {}
        erratum = self.claim.erratum
        if erratum is None or not erratum.left:
            return found
        if "optimum" in found and "bound" in found:  # of a mechanism that is at hand
            left = _side(f"{erratum.left}, at least", str(found["optimum"]), "at least")
            right = _side(erratum.right, str(found["bound"]), "=")
            return {**found, "words": f"{left} <= {right} is false"}
        if "relation" not in found:
            return found
        bounds = ("=", "=") if found["relation"] == "=" else ("at least", "at most")
        left = _side(erratum.left, str(found["left"]), bounds[0])
        right = _side(erratum.right, str(found["right"]), bounds[1])
        return {**found, "words": f"{left} {found['relation']} {right} is false"}

    @property
    def cases(self) -> Cases | None:
        """How many cases are live, idle and skipped; None if the check failed."""
        return self.decided.cases if isinstance(self.decided, Decided) else None


def _side(words: str, value: str, bound: str) -> str:
    """A side of a comparison that is false; a number of many digits may be a certified bound.

    >>> _side("the rows", "7/2", "at least"), _side("its failure, at least", "1/2", "at least")
    ('the rows (= 7/2)', 'its failure (at least 1/2)')
    """
    plain = words.removesuffix(f", {bound}")
    is_bound = plain != words or (len(value) > LONGEST and NUMBER.fullmatch(value))
    return f"{plain} ({bound if is_bound else '='} {value})"


def claims(selection: Iterable[str] = ()) -> list[Claim]:
    """The claims whose id or paper is selected (none selected: all), in order of the files.

    Raises:
        ValueError: if a selected word is neither an id nor the tag of a paper with claims.
    """
    wanted = list(selection)
    known = {name: name.partition(".")[0] for name in inventory()}
    for word in wanted:
        if word not in {*known, *known.values()}:  # said before the claims are loaded
            others = hint(word, known if "." in word else dict.fromkeys(known.values()))
            others = others or hint(word, known) or f": see {LISTS}"
            raise ValueError(f"{word!r}: no claim has this id, and no paper this name{others}")
    _register_all()
    return [
        item
        for item in REGISTERED.values()
        if not wanted or any(_selects(word, item) for word in wanted)
    ]


def claim_of(identifier: ClaimId, form: Form) -> Claim:
    """The claim with this id and form.

    Raises:
        KeyError: if there is none.
    """
    _register_all()
    return REGISTERED[identifier, form]


def run_claim(item: Claim, size: Size) -> Result:
    """Check a claim and its impostors; a certificate counts only if the kernel accepts it.

    Whatever the check raises, but for an interruption, is the result `Failed`: the other claims
    of a run are decided all the same.
    """
    results = tuple(_checked(each, size) for each in item.checks)
    return results[0] if len(results) == 1 else together(item, results)


def together(item: Claim, results: tuple[Result, ...]) -> Result:
    """What was found of a claim, from what was found of each of its checks.

    It holds if all do; a wrong variant is refuted if each of those that are to refute it does.
    """
    decided = [each.decided for each in results if isinstance(each.decided, Decided)]
    failed = next((r.decided for r in results if not isinstance(r.decided, Decided)), None)
    impostors: dict[str, Impostor] = {}
    for each in (impostor for result in results for impostor in result.impostors):
        if each.name not in impostors or each.found is not Found.REFUTED:
            impostors[each.name] = each
    return Result(
        item,
        results[0].size,
        failed or all_of(decided),
        tuple(impostors.values()),
        sum(each.seconds for each in results),
        results,
    )


def _checked(item: Claim, size: Size) -> Result:
    """What is found by one check, of what it is about and of its wrong variants."""
    start = time.perf_counter()
    with remembering():  # what a claim and its impostors have in common
        decided = _decided(item, lambda: decided_once(item, size))
        wrong = {
            name: _decided(item, partial(_decide_variant, item, size, name))
            for name in item.impostors
            if not _is_not_run(decided)  # the same library is missing
        }
        bites = not isinstance(decided, Decided) or _bites(item, size, decided, wrong.values())
    if isinstance(decided, Decided) and not bites:
        toothless = Part(Undecided(Scope(item.scope.text(size)), TOOTHLESS_LAWS), "")
        decided = replace(decided, parts=(*decided.parts, toothless))
    impostors = tuple(_impostor(name, found) for name, found in wrong.items())
    return Result(item, size, decided, impostors, time.perf_counter() - start)


def _decide_variant(item: Claim, size: Size, name: str) -> Decided:
    """What is found of a wrong variant: at the case of its lock file, if that refutes it still.

    An edit that misfits fails here, as a check does.
    """
    variant = item.impostors[name]
    for case in _known_cases(item, size, [name]).values():
        found = decide(item, size, variant, case=case)
        if found.found is Found.REFUTED:
            return found
    return decide(item, size, variant)


def _known_cases(item: Claim, size: Size, names: Iterable[str]) -> dict[str, int]:
    """The numbers of the cases that refute wrong variants, as far as lock files have them."""
    teeth = item.impostors
    if not isinstance(teeth, Teeth) or size is not Size.TINY:
        return {}
    cases = {name: teeth.case(name) for name in names}
    return {name: case for name, case in cases.items() if case is not None}


def _decided(
    item: Claim, decision: Callable[[], Decided]
) -> Decided | NotFinitelyCheckable | Failed:
    if isinstance(item.check, NotFinitelyCheckable):
        return item.check
    try:
        return decision()
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # noqa: BLE001 - told in the result
        return Failed(_told(failure))


def _bites(item: Claim, size: Size, decided: Decided, wrong: Iterable[object]) -> bool:
    """Whether laws refute an impostor, where a claim that holds has some and audits laws.

    Where numbers refuted them all first, laws are audited alone: at the cases that refute first.
    """
    if decided.found is not Found.HOLDS or not (decided.audits_laws and item.impostors):
        return True
    first, then = _known_cases(item, size, item.impostors), dict.fromkeys(item.impostors)
    again = (
        _decided(item, partial(_laws_of_variant, item, size, name, case))
        for name, case in (*first.items(), *then.items())
    )
    found = chain(wrong, again)
    return any(isinstance(each, Decided) and each.refuted_by_laws for each in found)


def _laws_of_variant(item: Claim, size: Size, name: str, case: int | None) -> Decided:
    return decide(item, size, item.impostors[name], laws_only=True, case=case)


def _impostor(name: str, decided: Decided | NotFinitelyCheckable | Failed) -> Impostor:
    if isinstance(decided, Decided):
        return Impostor(name, decided.found, decided.witness)
    return Impostor(name, Found.ERROR, {"reason": decided.reason})


def _is_not_run(decided: Decided | NotFinitelyCheckable | Failed) -> bool:
    return isinstance(decided, Failed) and decided.reason.startswith(NOT_RUN)


def _told(failure: BaseException) -> str:
    """The exception and the innermost of our own lines that it passed, in one line."""
    if isinstance(failure, MissingExtraError):
        return f"{NOT_RUN}{failure}"
    words = " ".join(f"{type(failure).__name__}: {failure}".split())
    if len(words) > LONGEST_REASON:
        words = f"{words[:LONGEST_REASON]} ..."
    frames = traceback.extract_tb(failure.__traceback__)
    places = [(Path(frame.filename), frame.lineno) for frame in frames]
    file, line = [place for place in places if OURS.intersection(place[0].parents)][-1]
    return f"{words} ({file.relative_to(HOME).as_posix()}:{line})"


def _selects(word: str, item: Claim) -> bool:
    return word in (item.id, item.id.split(".", maxsplit=1)[0])


WRITTEN = re.compile(r'\b(?:claim|not_finitely_checkable)\(\s*"([^"]+)"')
"""How a claim is registered in a source; its id is written out."""


def ids_in_sources() -> frozenset[str]:
    """The ids of the registered claims, as they are written in the sources.

    To read these takes a tenth of a second, to import them several.
    """
    (folder,) = import_module(CLAIMS).__path__
    sources = (file.read_text("utf-8") for file in Path(folder).rglob("*.py"))
    return frozenset(name for text in sources for name in WRITTEN.findall(text))


@cache
def _register_all() -> None:
    """Import the modules of the claims."""
    package = import_module(CLAIMS)
    found = walk_packages(package.__path__, prefix=f"{CLAIMS}.")
    for name in sorted(module.name for module in found):
        import_module(name)
