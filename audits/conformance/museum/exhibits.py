"""The exhibits, and what is found in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from audits.conformance.budget import Budget
from audits.conformance.finding import Finding, Outcome
from audits.conformance.library import adapter
from audits.conformance.museum.biased_division import exact_loss
from audits.rendering.decimals import about


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A bug, the releases that have it and one that does not."""

    name: str
    library: str
    case: str
    affected: tuple[str, ...]
    fixed: str | None
    """None: it is open in the newest release known here."""

    remark: str = ""

    @property
    def exact(self) -> str:
        """The exact loss, where the bug has a model that the samples of the release fit."""
        if self.library != "opendp":
            return ""
        losses = ", ".join(f"{about(exact_loss(t)[0])} at scale {t}" for t in (3, 5))
        return f"exact e^eps by the model of the bug: {losses}"


EXHIBITS = (
    Exhibit(
        "integer Laplace noise from a division that loses a factor",
        "opendp", "laplace", ("0.10.0", "0.14.1"), "0.14.2",
    ),
    Exhibit(
        "the same bug as a privacy loss",
        "opendp", "loss", ("0.14.1",), "0.14.2",
    ),
    Exhibit(
        "linear regression: the diagonal's sensitivity takes the lower bound twice",
        "diffprivlib", "regression", ("0.6.6",), None,
    ),
    Exhibit(
        "NaN passes the clipping of mean, sum, var, std, median",
        "diffprivlib", "strange-numbers", ("0.6.6",), None,
    ),
    Exhibit(
        "integers beyond 2^53 pass through a float",
        "diffprivlib", "geometric", ("0.6.6",), None,
    ),
    Exhibit(
        "RDP accountant with REPLACE_ONE leaves out a factor 2",
        "dp-accounting", "gaussian", ("0.4.3", "0.6.0"), None,
    ),
    Exhibit(
        "asymmetric pair of laws with symmetric=True",
        "dp-accounting", "two-laws", ("0.6.0",), None, "documented default: a trap, not a defect",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Visit:
    """An exhibit seen on one release."""

    exhibit: Exhibit
    version: str
    findings: tuple[Finding, ...]

    @property
    def refuted(self) -> tuple[Finding, ...]:
        """What was refuted."""
        return tuple(f for f in self.findings if f.outcome is Outcome.REFUTED)

    @property
    def as_expected(self) -> bool:
        """Whether an affected release is refuted, and a fixed one is not."""
        return bool(self.refuted) is (self.version != self.exhibit.fixed)


def visits(budget: Budget) -> Iterator[Visit]:
    """Every exhibit on every release of it, the environments made where missing.

    Raises:
        WorkerError: if a release cannot be installed.
    """
    for exhibit in EXHIBITS:
        for version in (*exhibit.affected, *([exhibit.fixed] if exhibit.fixed else [])):
            library = adapter(exhibit.library).at(version)
            library.environment.prepare()
            yield Visit(exhibit, version, tuple(library.findings(budget, exhibit.case)))
