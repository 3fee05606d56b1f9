"""A run of the tool: faults, who judges them in which order, and what is kept of it."""

import gc
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from proofs_tests.mutation.faults import Fault
from proofs_tests.mutation.judging import By, Verdict, verdict
from proofs_tests.mutation.kept import Kept
from proofs_tests.mutation.planting import check_that_it_lives
from proofs_tests.mutation.processes import spread
from proofs_tests.mutation.testing import Suite, properties_of, tests_of
from proofs_tests.mutation.tracing import HOME, KEPT, Traced, Traces, decidable, far, near


@dataclass(frozen=True, slots=True)
class Options:
    """How much is done."""

    jobs: int
    minutes: float | None
    """After which nothing is begun any more."""

    each: float
    """Seconds that the claims may take that are decided for one fault."""

    tests: bool
    """Whether tests judge what no claim notices."""

    properties: bool
    """Whether nothing judges but the properties of the module that has the fault."""


class Run:
    """Faults and who judges them."""

    def __init__(self, chosen: Sequence[Fault], options: Options) -> None:
        self._chosen, self._options = chosen, options
        self._until = None if options.minutes is None else time.monotonic() + 60 * options.minutes
        self._items = decidable()
        self._traces = Traces(self._items, options.jobs, KEPT)
        self._kept = Kept(KEPT / "verdicts.jsonl")
        self._near = {
            file: near(file, self._items) for file in dict.fromkeys(fault.file for fault in chosen)
        }
        for fault in chosen:
            check_that_it_lives(fault, HOME, self._traces.living)
        gc.freeze()

    def verdicts(self) -> Iterator[tuple[Fault, Verdict]]:
        """What is said of each fault, as it comes; of none for which there was no time.

        First by the claims of which it is known what they run, then by those near its module,
        then by all that may run it.
        """
        if self._options.properties:
            for fault, (by, who) in self._tests_of(self._chosen, Suite(properties_of)).items():
                yield fault, Verdict(by, who)
            return
        rest, asked = dict[Fault, Verdict](), set[str]()
        may_run = dict[str, list[str]]()
        for claims in (may_run, self._near, may_run):
            files = {fault.file for fault in rest}
            self._trace([name for file in files for name in claims[file]])
            yield from self._claims([*rest] if asked else self._chosen, rest, but=asked)
            asked = {*self._traces.known}
            may_run |= {file: far(file, self._items) for file in {each.file for each in rest}}
        tested = self._tests_of([*rest], Suite(tests_of)) if self._options.tests else {}
        for fault, said in rest.items():
            by, who = tested.get(fault, (said.by, said.who))
            untraced = len({*may_run[fault.file]} - self._traces.known.keys())
            yield fault, Verdict(by, who, said.left + untraced)

    def _claims(
        self, chosen: Sequence[Fault], rest: dict[Fault, Verdict], but: set[str]
    ) -> Iterator[tuple[Fault, Verdict]]:
        """What the known claims notice that are not in a set; the other faults are the rest."""

        def judge(fault: Fault) -> tuple[str, str, int]:
            judges = [each for each in self._judges(fault) if each.name not in but]
            most = self._options.each
            said = verdict(fault, judges, self._items, self._traces.living, HOME, most)
            return said.by.value, said.who, said.left

        def told() -> Iterator[tuple[Fault, Verdict]]:
            new = []
            for fault in chosen:
                if (said := self._known(fault)) is None:
                    new.append(fault)
                else:
                    yield fault, said
            for place, (by, who, left) in spread(judge, new, self._options.jobs, self._until):
                fault = new[place]
                before = rest[fault].left if fault in rest else 0
                said = Verdict(By(by), who, left + before)
                record = {"by": by, "who": who, "left": said.left}
                self._kept.add(fault.name, {**record, "digest": self._digest(fault, who)})
                yield fault, said

        for fault, said in told():
            rest.pop(fault, None)
            if said.by is By.NOBODY:
                rest[fault] = said
            else:
                yield fault, said

    def _judges(self, fault: Fault) -> list[Traced]:
        return self._traces.judges(fault, self._near[fault.file])

    def _known(self, fault: Fault) -> Verdict | None:
        """The claims' verdict on a fault that is kept, if it was found from the same sources."""
        record = self._kept.get(fault.name)
        if record is None or record["digest"] != self._digest(fault, record["who"]):
            return None
        return Verdict(By(record["by"]), record["who"], record["left"])

    def _digest(self, fault: Fault, who: str) -> str:
        """Of the sources of the claim that noticed it; of all that did not, if none did."""
        if who:
            return self._traces.known[who].digest if who in self._traces.known else ""
        judges = sorted(f"{each.name} {each.digest}" for each in self._judges(fault))
        return sha256(f"{self._options.each} {judges}".encode()).hexdigest()

    def _tests_of(self, chosen: Sequence[Fault], suite: Suite) -> dict[Fault, tuple[By, str]]:
        """Whether tests notice faults, and which; not of those for which there was no time."""
        suite.measure({fault.file for fault in chosen}, self._options.jobs)
        kept = Kept(KEPT / f"{suite.name}.jsonl")
        found = dict[Fault, tuple[By, str]]()
        new = []
        for fault in chosen:
            record = kept.get(fault.name)
            if record is not None and record["digest"] == suite.digest(fault):
                found[fault] = By(record["by"]), record["who"]
            else:
                new.append(fault)

        def judge(fault: Fault) -> tuple[str, str]:
            said = suite.verdict(fault, self._traces.living)
            return said.by.value, said.who

        for place, (by, who) in spread(judge, new, self._options.jobs, self._until):
            fault = new[place]
            kept.add(fault.name, {"by": by, "who": who, "digest": suite.digest(fault)})
            found[fault] = By(by), who
        return found

    def _trace(self, names: Sequence[str]) -> None:
        """Find out what these claims run, in half of the time that is left."""
        now = time.monotonic()
        until = None if self._until is None else (now + self._until) / 2
        new = [name for name in dict.fromkeys(names) if name not in self._traces.known]
        for number, name in enumerate(self._traces.trace(new, until), start=1):
            sys.stderr.write(f"traced {number}/{len(new)} {name}\n")
