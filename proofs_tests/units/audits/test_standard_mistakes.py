"""Two mistakes that can be made in any standard mechanism have a claim each that refutes them."""

from __future__ import annotations

import pytest

from audits.asked.registry import mechanisms
from audits.ledger import Found, claims
from reference.source import Paper

CLAIMS = {
    "above-threshold": ("CORE.above-threshold", "CORE.above-threshold.accuracy"),
    "binary-tree-counter": ("CORE.binary-tree-counter", "CORE.binary-tree-error"),
    "choosing-frequent-value": (
        "CORE.choosing-mechanism-loss",
        "CORE.choosing-frequent-value.accuracy",
    ),
    "choosing-mechanism": ("BNSV15.L3.6", "BNSV15.L3.7"),
    "clamped-geometric-count": (
        "CORE.clamped-geometric-mechanism",
        "CORE.clamped-geometric-count.accuracy",
    ),
    "exponential-frequent-value": (
        "CORE.exponential-mechanism",
        "CORE.exponential-frequent-value.accuracy",
    ),
    "exponential-interior-point": (
        "CORE.exponential-interior-point",
        "CORE.exponential-interior-point.accuracy",
    ),
    "exponential-mechanism": (
        "CORE.exponential-mechanism.sensitivity",
        "CORE.exponential-mechanism.sensitivity",
    ),
    "exponential-noisy-max": (
        "CORE.exponential-noisy-max.sensitivity",
        "CORE.exponential-noisy-max.sensitivity",
    ),
    "exponential-noisy-max-frequent-value": (
        "CORE.exponential-noisy-max",
        "CORE.exponential-noisy-max-frequent-value.accuracy",
    ),
    "geometric-count": ("CORE.geometric-mechanism", "CORE.geometric-count.accuracy"),
    "geometric-mechanism": ("VT14.P1.1.4", "CORE.geometric-mechanism.accuracy"),
    "laplace-cells": ("CORE.laplace-cells", "CORE.laplace-cells.accuracy"),
    "laplace-histogram-cells": (
        "CORE.laplace-histogram-cells",
        "CORE.laplace-histogram-cells.accuracy",
    ),
    "laplace-threshold-test": (
        "CORE.laplace-threshold-test",
        "CORE.laplace-threshold-test.accuracy",
    ),
    "noisy-histogram-1": ("CORE.noisy-histogram-1", "CORE.noisy-histogram-1.accuracy"),
    "noisy-histogram-2": ("CORE.noisy-histogram-2", "CORE.noisy-histogram-2.accuracy"),
    "noisy-max-1": ("CORE.noisy-max-1", "CORE.noisy-max-1.accuracy"),
    "noisy-max-2": ("CORE.noisy-max-2", "CORE.noisy-max-2.accuracy"),
    "noisy-max-3": ("CORE.noisy-max-3", "CORE.noisy-max-3.accuracy"),
    "noisy-max-4": ("CORE.noisy-max-4", "CORE.noisy-max-4.accuracy"),
    "noisy-max-frequent-value": (
        "CORE.report-noisy-max",
        "CORE.noisy-max-frequent-value.accuracy",
    ),
    "one-sided-noisy-max-frequent-value": (
        "CORE.report-one-sided-noisy-max",
        "CORE.one-sided-noisy-max-frequent-value.accuracy",
    ),
    "partial-sum": ("CORE.partial-sum", "CORE.partial-sum.accuracy"),
    "permute-and-flip": ("CORE.permute-and-flip.sensitivity", "CORE.permute-and-flip.sensitivity"),
    "permute-and-flip-frequent-value": (
        "CORE.permute-and-flip",
        "CORE.permute-and-flip-frequent-value.accuracy",
    ),
    "randomized-response": ("CORE.randomized-response", "CORE.randomized-response.accuracy"),
    "report-noisy-max": ("CORE.report-noisy-max.sensitivity", "CORE.report-noisy-max.sensitivity"),
    "smart-sum": ("CORE.smart-sum", "CORE.smart-sum.accuracy"),
    "sparse": ("CORE.sparse-vector-2", "CORE.sparse.accuracy"),
    "sparse-vector-1": ("CORE.sparse-vector-1", "CORE.sparse-vector-1.accuracy"),
    "sparse-vector-2": ("CORE.sparse-vector-2", "CORE.sparse.accuracy"),
    "sparse-vector-3": ("CORE.sparse-vector-3", "CORE.sparse-vector-3.accuracy"),
    "sparse-vector-4": ("CORE.sparse-vector-4", "CORE.sparse-vector-4.accuracy"),
    "sparse-vector-5": ("CORE.sparse-vector-5", "CORE.sparse-vector-5.accuracy"),
    "sparse-vector-6": ("CORE.sparse-vector-6", "CORE.sparse-vector-6.accuracy"),
    "stable-histogram": ("CORE.stable-histogram", "CORE.stable-histogram.accuracy"),
    "truncated-answer-count": (
        "CORE.truncated-geometric-answer",
        "CORE.truncated-answer-count.accuracy",
    ),
    "truncated-noise-count": (
        "CORE.truncated-geometric-noise",
        "CORE.truncated-noise-count.accuracy",
    ),
}
"""For each standard mechanism of the command line: a claim of privacy and one of accuracy."""

CONTINUOUS = (
    "adaptive-sparse-vector",
    "continuous-above-threshold",
    *(f"continuous-noisy-max-{variant}" for variant in range(1, 5)),
    *(f"continuous-sparse-vector-{variant}" for variant in range(1, 7)),
    "gap-noisy-max",
    "gap-sparse-vector",
    "numeric-sparse-vector",
)
CLAIMS |= {name: (f"CORE.{name}", f"CORE.{name}.accuracy") for name in CONTINUOUS}

EAGER, BLIND = "twice the eps", "sees zeros, whatever the rows"
"""The mistakes, as the claims name them."""


def mistakes(identifier: str) -> set[str]:
    """What the forms of a claim that hold refute."""
    held = (item for item in claims([identifier]) if item.expected is Found.HOLDS)
    return {name for item in held for name in item.impostors}


@pytest.mark.parametrize("name", CLAIMS)
def test_twice_the_eps_and_blindness_are_refuted(name: str) -> None:
    """Running the ledger shows that the claims really refute what they name."""
    privacy, accuracy = CLAIMS[name]
    assert name in mechanisms()
    assert EAGER in mistakes(privacy)
    assert BLIND in mistakes(accuracy)


def test_every_standard_mechanism_is_listed() -> None:
    """Those whose source is no paper of ours, at least."""
    folklore = {name for name, kind in mechanisms().items() if _source(kind) is Paper.FOLKLORE}
    assert sorted(folklore - set(CLAIMS)) == []


def _source(kind: type) -> Paper:
    paper = vars(kind)["source"].paper
    assert isinstance(paper, Paper)
    return paper
