"""The loop of a worker: JSON requests on standard input, JSON answers on standard output."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from audits.conformance.tape import Exhausted
from audits.conformance.uniform import UnboundedDrawError


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
        except Exception as failure:  # noqa: BLE001  # whatever a library raises is its answer
            answer = {"error": f"{type(failure).__name__}: {failure}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def outcome(call: Callable[[], Any]) -> Hashable:
    """What a library returns, as a plain Python value; an exception is an outcome too.

    Raises:
        UnboundedDrawError: if the law of the library cannot be exhausted in this way.
    """
    try:
        value = call()
    except UnboundedDrawError:
        raise
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
        "weights": [[outcome, str(p)] for outcome, p in found.weights.items()],
        "unexplored": str(Fraction(found.unexplored)),
        "branches": found.branches,
    }
