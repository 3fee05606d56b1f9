"""The law of the exponential mechanism, written out by fractions; laws that are equal."""

from audits.claims.prelude import *


def exponential_law(
    candidates: Sequence[Hashable], errors: Sequence[int], base: Fraction | int
) -> dict[Hashable, Fraction]:
    """Pr proportional to base^-errors; candidates that are listed twice count twice."""
    weights = [ONE / base**k for k in errors]
    whole = sum(weights, Fraction(0))
    chances: dict[Hashable, Fraction] = {}
    for c, w in zip(candidates, weights, strict=True):
        chances[c] = chances.get(c, Fraction(0)) + w / whole
    return chances


def same_law(
    name: object,
    mechanism: Mechanism[Any, Any, Any],
    rows: Hashable,
    wanted: Mapping[Hashable, Fraction],
) -> Iterator[Comparison]:
    """An equation for each outcome of either law."""
    found = law(mechanism, rows)
    for y in dict.fromkeys([*found, *wanted]):
        yield eq(f"{name}, {rows}: {y}", found.probability(y), wanted.get(y, Fraction(0)))
