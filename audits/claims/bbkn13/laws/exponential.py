"""The law of the exponential mechanism, written out by fractions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from audits.claims.vocabulary import eq
from audits.engines.comparisons import Comparison
from reference.probability.dist import Dist


def exponential_law(
    candidates: Sequence[Hashable], errors: Sequence[int], base: Any
) -> dict[Hashable, Any]:
    """Pr proportional to base^-errors; candidates that are listed twice count twice."""
    weights = [1 / Fraction(base) ** k if isinstance(base, int) else base**-k for k in errors]
    whole = sum(weights[1:], weights[0])
    chances: dict[Hashable, Any] = {}
    for c, w in zip(candidates, weights, strict=True):
        chances[c] = chances[c] + w / whole if c in chances else w / whole
    return chances


def same_law(
    name: str, found: Dist[Any, Any], wanted: Mapping[Hashable, Any]
) -> Iterator[Comparison]:
    """An equation for each outcome of either law."""
    for y in dict.fromkeys([*found, *wanted]):
        yield eq(f"{name}: {y}", found.probability(y), wanted.get(y, Fraction(0)))
