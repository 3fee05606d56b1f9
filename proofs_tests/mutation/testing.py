"""What tests say of a fault: the example of its module, and each file of tests that imports it.

Or the properties of its module, alone.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from proofs_tests.mutation.faults import Fault
from proofs_tests.mutation.judging import By, Verdict
from proofs_tests.mutation.kept import Kept, Record, Sources, imported
from proofs_tests.mutation.planting import Living, plant
from proofs_tests.mutation.processes import OUT_OF_TIME, heard, limited, spread
from proofs_tests.mutation.tracing import FOLDER, HOME, KEPT

PROPERTIES = "proofs_tests/properties"

TESTS = (*(f"proofs_tests/{name}" for name in ("laws", "units", "vectors")), PROPERTIES)

WATCHING = (
    "units/audits/inputs/test_streams",
    "units/audits/commands/test_every_number",
    "conformance/test_streams_published",
    "conformance/test_streams_attacked",
    "conformance/test_streams_sly",
)
"""Tests of commands, which follow the code of others: so they run `reference/probability`."""

OPTIONS = ("-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:cov")

PROFILE = "unshrunk"
"""Of Hypothesis: which example refutes is of no interest."""

MOST_FILES = 24
"""Of tests for one module."""

MOST_SECONDS = 90
"""That all of them take without a fault."""

PATIENCE = 20
"""Seconds that the tests have, and threefold what they usually take."""

LONGEST = 300
"""Seconds that a file of tests may take, to be asked."""


def tests_of(file: str) -> list[str]:
    """The module itself, for its example; its own tests; others that import it, the near first.

    Not more than so many: what is at the bottom is imported by all.
    """
    own = Path("proofs_tests/units") / Path(file).with_name(f"test_{Path(file).name}")
    first = [own.as_posix(), *properties_of(file)]
    found = [test for test in _files() if file in imported(test, HOME)]
    found.sort(key=lambda test: (test not in first, Path(test).parent != own.parent, test))
    watching = [f"proofs_tests/{name}.py" for name in WATCHING]
    return [file, *found[: MOST_FILES - 1], *(watching if "/probability/" in file else ())]


def properties_of(file: str) -> list[str]:
    """The properties of a module of the reference, in the module of the same name; or none."""
    inside = Path(file).relative_to(FOLDER)
    place = Path(PROPERTIES) / inside.with_name(f"test_{inside.name}")
    return [place.as_posix()] if (HOME / place).exists() else []


@cache
def _files() -> list[str]:
    found = (file for folder in TESTS for file in (HOME / folder).rglob("test_*.py"))
    return sorted(file.relative_to(HOME).as_posix() for file in found)


class Suite:
    """Files of tests that pass, and how long they take.

    Args:
        tests_of: those of a module.
    """

    def __init__(self, tests_of: Callable[[str], list[str]]) -> None:
        self.name, self._of = tests_of.__name__, tests_of
        self._kept = Kept(KEPT / "tests.jsonl")
        self._sources = Sources(HOME)
        self._reference = self._sources.files(FOLDER)

    def measure(self, files: Iterable[str], jobs: int) -> None:
        """Run the tests of these modules, if it is not known whether they pass and how long."""
        tests = {test for file in files for test in self._of(file) if not self._known(test)}
        new = sorted(tests)
        for place, (failing, seconds) in spread(_measured, new, jobs):
            test = new[place]
            digest = self._digest(test)
            record = {"digest": digest, "failing": failing, "seconds": seconds}
            self._kept.add(test, record)

    def _known(self, test: str) -> Record | None:
        record = self._kept.get(test)
        return record if record and record["digest"] == self._digest(test) else None

    def _digest(self, test: str) -> str:
        return self._sources.digest([*self._reference, test])

    def digest(self, fault: Fault) -> str:
        """Another one, if the tests of a module are changed, or the reference."""
        return self._sources.digest([*self._reference, *self._of(fault.file)])

    def verdict(self, fault: Fault, living: Living) -> Verdict:
        """What the tests say of a fault."""
        tests, total = list[str](), 0.0
        for test in self._of(fault.file):
            known, room = self._known(test), MOST_SECONDS - total
            if known and not known["failing"] and (not tests or known["seconds"] <= room):
                tests.append(test)
                total += known["seconds"]

        if not tests:
            return Verdict(By.NOBODY)

        def speak() -> Iterator[object]:
            plant(fault, HOME, living)
            yield from _failing(tests, PATIENCE + 3 * total)

        said, killed = heard(speak)
        if killed in OUT_OF_TIME:
            return Verdict(By.TIME, " ".join(tests[:2]))
        failing = said[-1][0] if len(said) > 1 else "a process that dies"
        return Verdict(By.TESTS, failing) if failing else Verdict(By.NOBODY)


def _measured(test: str) -> tuple[str, float]:
    """Which test fails without a fault, if one does, and how long they take."""
    said, killed = heard(lambda: _failing([test], LONGEST))
    if killed or len(said) < 2:
        return "a process that dies", LONGEST
    failing, seconds = said[-1]
    return str(failing), float(seconds)


def _failing(tests: list[str], seconds: float) -> Iterator[object]:
    """Nothing much, then the test that fails first, or nothing, and the seconds that it took."""
    yield []
    limited(seconds)
    os.environ["HYPOTHESIS_PROFILE"] = PROFILE
    if "hypothesis" in sys.modules:  # else pytest imports it, and asks that nobody has before
        from hypothesis import settings

        settings.load_profile(PROFILE)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    watch = _Watch()
    os.chdir(HOME)
    status = pytest.main([*OPTIONS, *tests], plugins=[watch])
    passed = status in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
    yield ["" if passed else watch.failed or "the collection of the tests", sum(os.times()[:2])]


class _Watch:
    """The first test that fails."""

    failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each part of a test."""
        if report.failed and not self.failed:
            self.failed = re.sub(r"\s+", " ", report.nodeid)
