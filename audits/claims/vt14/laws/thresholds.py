"""All learners at once: thresholds under hard distributions, and shattered points."""

from math import factorial

from audits.claims.prelude import *
from audits.engines.optimum.problem import over_distributions

Labels = tuple[int, ...]
Examples = Database[tuple[int, int]]
Hard = Callable[[int, int], tuple[Fraction, ...]]


def threshold(size: int, start: int) -> Labels:
    """The values of the threshold."""
    return tuple(int(x >= start) for x in range(size))


def proper_learning(size: int, rows: int, hard: Hard) -> Problem[Examples, Labels]:
    """Find a threshold of error below 1/2, for each one under its hard distribution."""
    family = (
        (f"start {t}", _sampling(threshold(size, t), p), _below_half(threshold(size, t), p))
        for t in range(1, size)
        for p in (hard(size, t),)
    )
    return over_distributions(
        f"proper learning of thresholds on {size} points, {rows} examples, hard pairs",
        replace_one(labelled_examples(size), rows),
        [threshold(size, t) for t in range(size + 1)],
        family,
    )


def _sampling(target: Labels, p: tuple[Fraction, ...]) -> Callable[[Examples], Fraction]:
    def probability(database: Examples) -> Fraction:
        if any(target[x] != y for x, y in database):
            return Fraction(0)
        counts = [sum(x == z for x, _ in database) for z in range(len(p))]
        ways = factorial(len(database)) // prod(map(factorial, counts))
        return ways * prod((q**k for q, k in zip(p, counts, strict=True)), start=Fraction(1))

    return probability


def _below_half(target: Labels, p: tuple[Fraction, ...]) -> Callable[[Examples, Labels], bool]:
    def good(_: Examples, h: Labels) -> bool:
        off = sum((q for q, a, b in zip(p, target, h, strict=True) if a != b), Fraction(0))
        return off < Fraction(1, 2)

    return good


def shattered_learning(points: int, rows: int) -> Problem[Examples, Labels]:
    """Predict a fresh example of any function on some points, all alike, without privacy."""
    functions = [*product((0, 1), repeat=points)]
    samples = [
        tuple((x, y) for x, y in zip(chosen, labels, strict=True))
        for chosen in combinations_with_replacement(range(points), rows)
        for labels in product((0, 1), repeat=rows)
        if len({*zip(chosen, labels, strict=True)}) == len({*chosen})
    ]
    even = (Fraction(1, points),) * points
    scores: list[Score] = []
    for c in functions:
        chance = _sampling(c, even)
        terms = tuple(
            (i, tuple(k for k, h in enumerate(functions) if h[x] == c[x]), p / points)
            for i, sample in enumerate(samples)
            for p in (chance(sample),)
            if p
            for x in range(points)
        )
        scores.append(Score("".join(map(str, c)), terms))
    return Problem(
        f"prediction on {points} shattered points, {rows} examples, without privacy",
        these(samples),
        (*functions,),
        (*scores,),
    )


def bayes_error(points: int, rows: int) -> Fraction:
    """The error of the best guess, given the sample, over uniform labels and a fresh point."""
    wrong = Fraction(0)
    for chosen in product(range(points), repeat=rows):
        for fresh in range(points):
            for seen in product((0, 1), repeat=rows):
                labels = [
                    f
                    for f in product((0, 1), repeat=points)
                    if all(f[x] == y for x, y in zip(chosen, seen, strict=True))
                ]
                ones = sum(f[fresh] for f in labels)
                wrong += min(ones, len(labels) - ones)
    return wrong / Fraction(points ** (rows + 1) << points)
