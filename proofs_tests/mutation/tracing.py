"""Which statements of the reference a claim runs, and for how long: found once, and kept.

What is kept of a claim is found again if its check is changed, what its check imports from
`audits.claims`, or a file of the reference of which it runs a statement.
"""

import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from audits.ledger import Claim, Found, Size, claims
from audits.ledger.deciding import decide
from proofs_tests.mutation.faults import Fault
from proofs_tests.mutation.kept import Kept, Record, Sources, imported, reached
from proofs_tests.mutation.planting import Living, Probes, functions
from proofs_tests.mutation.processes import apart, spread

HOME = Path(__file__).parents[2]
FOLDER = "reference"
KEPT = HOME / "build" / "mutation"

GUARANTEES = re.compile(r"^Guarantees:(.*?)^\w+:", re.MULTILINE | re.DOTALL)

STEP = re.compile(r'\bstep\(\s*"([^"]+)"')

LONGEST = 600
"""Seconds that a claim may take while it is traced."""


@dataclass(frozen=True, slots=True)
class Traced:
    """What a claim runs."""

    name: str
    seconds: float
    """Of processor time."""

    lines: Mapping[str, frozenset[int]]
    """Where statements begin, by file; nothing for a claim that is surprised without a fault."""

    digest: str
    """Of the sources of all this."""

    def runs(self, fault: Fault) -> bool:
        """Whether it runs the statement that has the fault."""
        return fault.statement in self.lines.get(fault.file, ())


def spelled(item: Claim) -> str:
    """The name of a claim: one id may have several forms."""
    return f"{item.id} ({item.form.value}{', ' * bool(item.clause)}{item.clause})"


def decidable() -> dict[str, Claim]:
    """The claims with a check, by their names."""
    decided = (item for item in claims() if item.expected in {Found.HOLDS, Found.REFUTED})
    return {spelled(check): check for item in decided for check in item.checks}


def surprised(item: Claim) -> bool:
    """Whether the verdict of a claim is not the expected one, or its check raises."""
    try:
        return decide(item, Size.TINY).found is not item.expected
    except Exception:  # noqa: BLE001 - a fault may raise anything
        return True


@dataclass
class Traces:
    """What the claims run, as far as it is known."""

    items: Mapping[str, Claim]
    jobs: int
    folder: Path = KEPT
    sources: Sources = field(default_factory=lambda: Sources(HOME))
    known: dict[str, Traced] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kept = Kept(self.folder / "traces.jsonl")
        for name, item in self.items.items():
            record = self._kept.get(name)
            if record is not None and record["digest"] == self._digest(item, record["lines"]):
                self.known[name] = _told(name, record)

    def trace(self, names: Iterable[str], until: float | None = None) -> Iterator[str]:
        """Find out what these claims run, if it is not known; each is named when it is.

        None is begun after `until`, a time of the monotonic clock.
        """
        items = [self.items[name] for name in names if name not in self.known]
        if not items:
            return
        self.probes  # noqa: B018 - made once, before the copies
        for place, record in spread(self._traced, items, self.jobs, until):
            item = items[place]
            name = spelled(item)
            record["digest"] = self._digest(item, record["lines"])
            self._kept.add(name, record)
            self.known[name] = _told(name, record)
            yield name

    def judges(self, fault: Fault, named: Iterable[str]) -> list[Traced]:
        """The known claims that run the statement of a fault, those first that should notice it.

        A claim that is named there is asked before others that take a tenth of its time.
        """
        near = frozenset(named)
        found = (each for each in self.known.values() if each.runs(fault))
        return sorted(found, key=lambda each: each.seconds / (10 if each.name in near else 1))

    @cached_property
    def living(self) -> Living:
        """The functions of the reference."""
        return functions(HOME, FOLDER)

    @cached_property
    def probes(self) -> Probes:
        """The probes in all of them."""
        return Probes(self.sources.files(FOLDER), HOME, self.living)

    def _traced(self, item: Claim) -> Record:
        found: Record | None = apart(lambda: self._run(item), LONGEST)
        return found or {"seconds": LONGEST, "lines": {}, "lost": True}

    def _run(self, item: Claim) -> dict[str, Any]:
        noted = self.probes.set()
        start = time.process_time()
        lost = surprised(item)
        seconds = time.process_time() - start
        return {"seconds": seconds, "lines": self.probes.lines(noted), "lost": lost}

    def _digest(self, item: Claim, lines: Iterable[str]) -> str:
        own = reached(module_of(item), self.sources.root)
        claims = sorted(file for file in own if file.startswith("audits/claims/"))
        return self.sources.digest([*claims, *sorted(lines)])


def _told(name: str, record: Record) -> Traced:
    lines = {file: frozenset(each) for file, each in record["lines"].items() if not record["lost"]}
    return Traced(name, record["seconds"], lines, record["digest"])


def module_of(item: Claim) -> str:
    """The file of the check of a claim, from the root of the repository."""
    return f"{item.check.__module__.replace('.', '/')}.py"


def near(file: str, items: Mapping[str, Claim]) -> list[str]:
    """The claims that the Guarantees of a module name, then those whose module imports it."""
    guarantees = GUARANTEES.search((HOME / file).read_text("utf-8"))
    ids = set(re.findall(r"[\w.'-]*\w", guarantees.group(1))) if guarantees else set()
    named = [name for name, item in items.items() if item.id in ids]
    others = [name for name, item in items.items() if item.id not in ids]
    return named + [name for name in others if file in imported(module_of(items[name]), HOME)]


def far(file: str, items: Mapping[str, Claim]) -> list[str]:
    """The claims that may run a module, as theirs imports it, through others too.

    Or theirs has a step that uses such a claim.
    """
    ids = set[str]()
    while True:
        found = [
            name
            for name, item in items.items()
            if file in reached(module_of(item), HOME)
            or not ids.isdisjoint(_steps(module_of(item)))
        ]
        if ids == (ids := {items[name].id for name in found}):
            return found


@cache
def _steps(file: str) -> frozenset[str]:
    """The ids of the claims that the chains of a module use."""
    return frozenset(STEP.findall((HOME / file).read_text("utf-8")))
