"""The loop of a worker: JSON requests on standard input, JSON answers on standard output."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from audits.conformance.exhaustion import Exhausted, Limits
from reference.probability.purity import OutsideSourceError

FINE = Limits(target=Fraction(1, 2**60), further=0, seconds=600)
"""Laws of libraries are audited with an allowance of 10^-12."""


def serve(calls: Mapping[str, Callable[..., object]]) -> None:
    """Answer requests until the input ends; what the library prints goes to standard error.

    The call "ready" is always there.
    """
    known: Mapping[str, Callable[..., object]] = {"ready": lambda: True, **calls}
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, object]
        try:
            answer = {"value": known[request["call"]](**request["arguments"])}
        except (Exception, OutsideSourceError) as failure:  # noqa: BLE001  # a library's answer
            answer = {"error": f"{type(failure).__name__}: {failure}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def outcome(call: Callable[[], Any]) -> Hashable:
    """What a library returns, as a plain Python value; an exception is an outcome too."""
    try:
        value = call()
    except Exception as failure:  # noqa: BLE001  # whatever a library raises is observable
        return f"raises {type(failure).__name__}"
    found: Hashable = value.item() if hasattr(value, "item") else value
    return found


def histogram(samples: Iterable[Hashable]) -> list[list[Any]]:
    """Samples as pairs of an outcome and its count."""
    return [[outcome, count] for outcome, count in Counter(samples).items()]


def law_json(found: Exhausted[Any]) -> dict[str, object]:
    """An exhausted tape as JSON: outcomes with their probabilities p/q."""
    return {
        "weights": [[outcome, str(p)] for outcome, p in found.pairs()],
        "unexplored": str(found.unexplored),
        "branches": found.branches,
    }
