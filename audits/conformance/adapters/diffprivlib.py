"""diffprivlib: exact laws of its mechanisms, by their random source.

Its relation: two values whose difference is at most the sensitivity.  What its tools and models
do with whole arrays is in `diffprivlib_tools`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from audits.conformance.adapter import Adapter, Run
from audits.conformance.adapters import diffprivlib_tools
from audits.conformance.adapters.diffprivlib_tools import PIECES, VALUES
from audits.conformance.covered import Rest
from audits.conformance.environments import Environment
from audits.conformance.exact_law import Claimed, decide, neighbours, step_dist
from audits.conformance.finding import Finding
from audits.rendering.decimals import about
from reference.probability.dist import Dist

ENVIRONMENT = Environment(
    "diffprivlib", "0.6.6", "diffprivlib", "diffprivlib", ("scikit-learn==1.5.2",)
)

GREATEST = 2**60 + 128


def geometric(run: Run) -> Iterator[Finding]:
    """The geometric mechanism, over losses, sensitivities and magnitudes."""
    for eps, sensitivity, value in (
        (1, 1, 0),
        (2, 3, 0),
        (Fraction(1, 2), 1, 0),
        (1, 1, GREATEST),
    ):
        name = f"Geometric(epsilon={float(eps):g}, sensitivity={sensitivity})"
        place = "" if not value else ", values beyond 2^53"
        values = (value, value + sensitivity)
        yield _by_steps(
            run, "Geometric", name + place, Fraction(eps), {"sensitivity": sensitivity}, values
        )


def geometric_truncated(run: Run) -> Iterator[Finding]:
    """Answers clamped to a range; bounds that are equal."""
    for upper in (4, 0):
        name = f"GeometricTruncated(epsilon=1, lower=0, upper={upper})"
        bounds = {"lower": 0, "upper": upper}
        yield _by_steps(run, "GeometricTruncated", name, Fraction(1), bounds, range(5))


def _by_steps(
    run: Run, kind: str, name: str, eps: Fraction, more: dict[str, Any], values: Sequence[int]
) -> Finding:
    claimed = Claimed(eps, allowance=run.allowance)
    subject = run.subject(name, VALUES, str(claimed))
    parameters = {"epsilon": float(eps), **more}
    laws = {
        v: step_dist(run.steps("steps", name=kind, parameters=parameters, value=v), PIECES)
        for v in values
    }
    return decide(
        subject,
        claimed,
        neighbours(*values),
        laws,
        started=run.started,
        note=_ends(laws[values[0]]),
    )


def _ends(law: Dist[Any, Fraction]) -> str:
    """The end atoms of a law on integers, and what it raises."""
    numbers = [x for x in law if isinstance(x, int)]
    ends = (min(numbers), max(numbers))
    atoms = ", ".join(str(law.probability(x)) for x in ends)
    texts = [f"support [{ends[0]}, {ends[1]}], end atoms {atoms}"]
    texts += [f"{x} with p = {law.probability(x)}" for x in law if isinstance(x, str)]
    return "; ".join(texts)


def selection(run: Run) -> Iterator[Finding]:
    """Randomized response, the exponential mechanism, permute-and-flip: by the tape."""
    scores = "every utility changes by at most 1 (all answers)"
    utilities = ([0, 1, 2], [1, 0, 1], [0, 1, 2])
    for eps in (Fraction(1), Fraction(1, 4)):
        labels = {"value0": "no", "value1": "yes"}
        yield _by_tape(
            run, "Binary", eps, "one value (replace-one)", [(labels, v) for v in ("no", "yes")]
        )
        for kind in ("Exponential", "PermuteAndFlip"):
            given = [({"utility": u, "sensitivity": 1}, None) for u in utilities[:2]]
            yield _by_tape(run, kind, eps, scores, given)


def _by_tape(
    run: Run, kind: str, eps: Fraction, relation: str, inputs: Sequence[tuple[dict[str, Any], Any]]
) -> Finding:
    claimed = Claimed(eps, allowance=run.allowance)
    subject = run.subject(f"{kind}(epsilon={float(eps):g})", relation, str(claimed))
    laws: dict[str, Dist[Hashable, Fraction]] = {}
    for place, (more, value) in enumerate(inputs):
        parameters = {"epsilon": float(eps), **more}
        found = run.worker.ask("law", name=kind, parameters=parameters, value=value)
        left = Fraction(found["unexplored"])
        masses = [(_key(x), Fraction(p)) for x, p in found["weights"]]
        rest = [(Rest(place), left)] if left else []
        laws[str(more["utility"] if value is None else value)] = Dist.weighted(chain(masses, rest))
    raised = {
        x: law.probability(x) for law in laws.values() for x in law if str(x).startswith("raises")
    }
    note = "; ".join(f"{x} with p = {about(p)}" for x, p in raised.items())
    return decide(subject, claimed, neighbours(*laws), laws, started=run.started, note=note)


def _key(outcome: Any) -> Hashable:
    return tuple(outcome) if isinstance(outcome, list) else outcome


ADAPTER = Adapter(
    "diffprivlib",
    ENVIRONMENT,
    {
        "geometric": geometric,
        "geometric-truncated": geometric_truncated,
        "selection": selection,
        **diffprivlib_tools.CASES,
    },
)
