"""Hypothesis profiles, by name: `HYPOTHESIS_PROFILE=nightly make tests`."""

import gc
import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from audits.evidence import table
from audits.inputs import rows
from proofs_tests.nightly import NIGHTLY
from proofs_tests.properties.stated import KNOWN, Property
from reference.probability import law, retraced

SLACK = "least slack"

THRESHOLD = gc.get_threshold()
"""How many young objects the garbage collector lets gather."""

SLOW_IS_FINE = [HealthCheck.too_slow]
"""Exact arithmetic is slow to generate, and that is no defect of a strategy."""

os.environ.pop("PYTHONUNBUFFERED", None)  # what tests start has streams as everybody has them

settings.register_profile(
    "dev",
    max_examples=50,
    deadline=None,
    suppress_health_check=SLOW_IS_FINE,
    # Not `explain`: to try other values for each part of an example takes minutes.
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True)
settings.register_profile(
    "unshrunk",
    settings.get_profile("ci"),
    phases=[Phase.explicit, Phase.generate, Phase.target],
    report_multiple_bugs=False,
)
settings.register_profile(
    "nightly",
    settings.get_profile("dev"),
    max_examples=5000,
    database=DirectoryBasedExampleDatabase("build/examples"),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing that is loaded while tests are collected is garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave what is marked `slow` to the nightly profile: something shorter asks the same."""
    for item in items:
        if item.get_closest_marker("slow") and not NIGHTLY:
            item.add_marker(pytest.mark.skip(reason="slow: HYPOTHESIS_PROFILE=nightly"))


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Hand on the least slack that a property has seen."""
    known: object = getattr(getattr(item, "obj", None), KNOWN, None)
    if isinstance(known, Property):
        item.user_properties += [
            (SLACK, f"{known.name}: {least.slack} {kind} at {least.instance}")
            for kind, least in known.nearest.items()
        ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """At night, print the least slack of each bound."""
    if not NIGHTLY:
        return
    terminalreporter.section("least slack of each bound")
    for report in terminalreporter.getreports(""):  # those of setup and teardown
        for name, text in getattr(report, "user_properties", []):
            if name == SLACK and report.when == "teardown":
                terminalreporter.line(text)


@pytest.fixture(scope="module", autouse=True)
def _aged() -> None:
    """Hide what other modules left behind.

    Mechanisms of tests are watched (`reference.probability.purity`), and looking at every object
    of a process that has run thousands of tests would take most of the time; and so would looking
    at the young ones, if somebody let more of them grow old together.
    """
    assert gc.get_threshold() == THRESHOLD
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def laws_computed_twice() -> Iterator[None]:
    """Compute the laws of mechanisms of tests again once and by one more process.

    Sixteen processes and more, a thousand calls, and ninety streams on numbers are for those that
    may be impure.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(law, "COMPARED", 1)
        patch.setattr(table, "ENOUGH_CALLS", 0)
        patch.setattr(rows, "ENOUGH_CALLS", 0)
        patch.setattr(retraced, "STREAMS", 9)
        yield
