"""StatDP (Ding, Wang, Wang, Zhang, Kifer, CCS 2018): eleven tasks around the all-ones vector.

StatDP samples at eps 0.2, 0.7 and 1.5; here it is every eps, and one eps where a program holds at
some eps only.  Its post-processing of outputs is left out: more is seen of them.  What it keeps of
a histogram is one count, which is looked at alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.competition.entry import Entry, Private, Recipe, Recorded, Truth, recipe
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.noises import Kind
from audits.conformance.competition.programs.sparse_vectors import Released, SparseVector
from audits.conformance.competition.programs.sums import NoisyCounts
from audits.conformance.competition.suites.neighbours import around, patterns

SUITE = "StatDP"
NOT_FOUND = Recorded(None, "none", "the paper's times were not retrieved")
LEVEL = Fraction(1, 2)
HOLDS, REFUTED = Truth.HOLDS, Truth.REFUTED


def entries() -> Iterator[Entry]:
    """The tasks on five answers."""
    cuts, one_sided = (0, 1), Kind.EXPONENTIAL
    every, few = around(patterns(5)), around((((1,), (0,)), ((1,), (2,))))
    value = Released.VALUE
    tasks: tuple[tuple[str, Recipe, int, Truth, str], ...] = (
        ("noisy_max_v1a", recipe(NoisyMax, scale=2), 2, HOLDS, "a theorem"),
        ("noisy_max_v1b", recipe(NoisyMax, scale=2, cuts=cuts), 2, REFUTED, "5 eps/2"),
        ("noisy_max_v2a", recipe(NoisyMax, scale=2, noise=one_sided), 2, HOLDS, "a theorem"),
        (
            *("noisy_max_v2b", recipe(NoisyMax, scale=2, noise=one_sided, cuts=cuts)),
            *(2, REFUTED, "no finite loss"),
        ),
        ("SVT", _svt(2, 4, 1), 8, HOLDS, "a theorem"),
        ("iSVT1", _svt(2, None), 4, REFUTED, "no finite loss"),
        ("iSVT2", _svt(2, 2), 4, REFUTED, "1.419940 at eps = 0.7, numerically"),
        ("iSVT3", _svt(4, Fraction(4, 3), 1), 8, REFUTED, "1.074974 at eps = 0.7, numerically"),
        (
            *(
                "iSVT4",
                recipe(
                    SparseVector,
                    threshold=2,
                    queries=2,
                    stop=1,
                    level=LEVEL,
                    released=value,
                    cuts=cuts,
                ),
            ),
            *(4, REFUTED, "grows with n"),
        ),
    )
    for name, program, parts, truth, ground in tasks:
        yield Entry(SUITE, name, Private(program, every, parts), truth, ground, NOT_FOUND)
    counts = Private(recipe(NoisyCounts, scale=1, cuts=cuts), few, 1)
    yield Entry(SUITE, "histogram", counts, HOLDS, "a theorem", NOT_FOUND)
    for at, truth in ((Fraction(1, 2), REFUTED), (Fraction(3, 2), HOLDS)):
        program = recipe(NoisyCounts, scale=at * at, cuts=cuts)
        question = Private(program, few, (at * at).numerator, at=at)
        ground = "scale eps by mistake: the loss is 1/eps"
        yield Entry(SUITE, f"histogram_eps, eps = {at}", question, truth, ground, NOT_FOUND)


def _svt(threshold: int, queries: int | Fraction | None, stop: int | None = None) -> Recipe:
    return recipe(SparseVector, threshold=threshold, queries=queries, stop=stop, level=LEVEL)
