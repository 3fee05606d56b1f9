"""A run of the tool: faults, who judges them in which order, and what is kept of it."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofs_tests.mutation.faults import Fault
from proofs_tests.mutation.judging import By, Verdict, verdict
from proofs_tests.mutation.kept import Kept, Sources
from proofs_tests.mutation.processes import spread
from proofs_tests.mutation.testing import Suite
from proofs_tests.mutation.tracing import FOLDER, HOME, KEPT, Traces, decidable, near


@dataclass(frozen=True, slots=True)
class Options:
    """How much is done."""

    jobs: int
    minutes: float | None
    """After which nothing is begun any more."""

    each: float
    """Seconds that the claims may take that are decided for one fault, and the tests."""

    tests: bool
    """Whether tests judge what no claim notices."""


class Run:
    """Faults and who judges them."""

    def __init__(self, chosen: Sequence[Fault], options: Options) -> None:
        self._chosen, self._options = chosen, options
        self._until = None if options.minutes is None else time.monotonic() + 60 * options.minutes
        self._items = decidable()
        self._traces = Traces(self._items, options.jobs)
        self._kept = Kept(KEPT / "verdicts.jsonl")
        self._near = {
            file: near(file, [*self._items.values()])
            for file in dict.fromkeys(fault.file for fault in chosen)
        }
        sources = Sources(HOME)
        tree = sources.digest(sources.files(FOLDER, "audits", "proofs_tests"))
        self._tree = f"{tree} {options.each} {options.tests}"
        self._traces.living  # noqa: B018 - found before what exists is frozen
        gc.freeze()

    @property
    def untraced(self) -> int:
        """Of how many claims it is not known what they run."""
        return len(self._items) - len(self._traces.known)

    def verdicts(self) -> Iterator[tuple[Fault, Verdict]]:
        """What is said of each fault, as it comes; of none for which there was no time."""
        self._trace([name for names in self._near.values() for name in names], self._until)
        new = []
        for fault in self._chosen:
            if (known := self._known(fault)) is None:
                new.append(fault)
            else:
                yield fault, known
        rest = dict[Fault, Verdict]()
        yield from self._claims(new, rest, but=set())
        if rest and self.untraced:
            asked = {*self._traces.known}
            now = time.monotonic()
            half = None if self._until is None else now + (self._until - now) / 2
            self._trace([*self._items], half)
            yield from self._claims([*rest], rest, but=asked)
        tested = self._tests_of([*rest]) if self._options.tests else {}
        for fault, said in rest.items():
            last = Verdict(*tested[fault], left=said.left) if fault in tested else said
            final = not self.untraced and (fault in tested or not self._options.tests)
            yield fault, self._keep(fault, last) if final else last

    def _claims(
        self, chosen: Sequence[Fault], rest: dict[Fault, Verdict], but: set[str]
    ) -> Iterator[tuple[Fault, Verdict]]:
        """What the known claims notice that are not in a set; the other faults are the rest."""

        def judge(fault: Fault) -> tuple[str, str, int]:
            judges = self._traces.judges(fault, self._near[fault.file])
            judges = [each for each in judges if each.name not in but]
            most = self._options.each
            said = verdict(fault, judges, self._items, self._traces.living, HOME, most)
            return said.by.value, said.who, said.left

        for place, (by, who, left) in spread(judge, chosen, self._options.jobs, self._until):
            fault = chosen[place]
            before = rest.pop(fault).left if fault in rest else 0
            said = Verdict(By(by), who, left + before)
            if said.by is By.NOBODY:
                rest[fault] = said
            else:
                yield fault, self._keep(fault, said)

    def _tests_of(self, chosen: Sequence[Fault]) -> dict[Fault, tuple[By, str]]:
        """Whether tests notice faults, and which; not of those for which there was no time."""
        suite = Suite()
        suite.measure({fault.file for fault in chosen}, self._options.jobs)

        def judge(fault: Fault) -> tuple[str, str]:
            said = suite.verdict(fault, self._traces.living, self._options.each)
            return said.by.value, said.who

        judged = spread(judge, chosen, self._options.jobs, self._until)
        return {chosen[place]: (By(by), who) for place, (by, who) in judged}

    def _trace(self, names: Sequence[str], until: float | None) -> None:
        new = [name for name in dict.fromkeys(names) if name not in self._traces.known]
        for number, name in enumerate(self._traces.trace(new, until), start=1):
            sys.stderr.write(f"traced {number}/{len(new)} {name}\n")

    def _keep(self, fault: Fault, said: Verdict) -> Verdict:
        traced = self._traces.known.get(said.who)
        digest = traced.digest if traced else self._tree
        record = {"by": said.by.value, "who": said.who, "left": said.left, "digest": digest}
        self._kept.add(fault.name, record)
        return said

    def _known(self, fault: Fault) -> Verdict | None:
        """What is kept of a fault, if it was found from the same sources."""
        record = self._kept.get(fault.name)
        if record is None:
            return None
        traced = self._traces.known.get(record["who"])
        if record["digest"] != (traced.digest if traced else self._tree):
            return None
        return Verdict(By(record["by"]), record["who"], record["left"])
