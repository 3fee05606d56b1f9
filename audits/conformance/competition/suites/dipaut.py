"""DiPAut (Chadha, Sistla, Viswanathan, Bhusal, CCS 2023, arXiv 2309.06615): several registers.

DiPAut decides whether an automaton is (d eps)-private for some d and every eps > 0, for every
number of real answers, and computes such a d, its weight.  Here a loss is shown for the same
answers: `exactly` if no smaller number will do, for any eps, and `at most` if that is not known;
nobody says of a weight whether a smaller one would do.  Where a weight is recorded it is what is
claimed, and a greater loss would not be the truth; from k = 3 on the bound of k-Min-Max is less
than its weight.  A stream tells more than an automaton where this has no way to go on: on which
side of its registers the answer is.  Verdicts, weights and seconds are those of `reports/*.csv` in
the authors' repository, bhusalb/DiPAut: seconds of the whole process, which is never below 0.22.
Of its `examples` there is no record but the folder that they are in.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.competition.entry import (
    Entry,
    Inexpressible,
    Recipe,
    Recorded,
    Truth,
    recipe,
)
from audits.conformance.competition.programs.automata import Published, place, way
from audits.conformance.competition.programs.online import (
    Boxes,
    Disclosed,
    Extremes,
    Lowered,
    NumericRange,
    Sparse,
    TwoRanges,
)
from audits.conformance.competition.streaming import EveryNumber

SUITE = "DiPAut"
ITS, REPORTS = "its verdict", "reports/simple_examples_result.csv"
HOLDS, REFUTED = Truth.HOLDS, Truth.REFUTED

SIMPLE: tuple[tuple[str, Recipe, int, str | None, float, str], ...] = (
    ("svt", recipe(Sparse), 4, "5/4", 0.238, ""),
    ("numeric_sparse", recipe(Sparse, numeric=True), 4, "7/4", 0.249, ""),
    ("num_range_1", recipe(NumericRange), 4, None, 0.234, ""),
    ("num_range_2", recipe(NumericRange, fresh=True), 4, "5/4", 0.231, ""),
    ("two_range_1", recipe(TwoRanges), 4, None, 0.239, "leaking pair"),
    ("two_range_2", recipe(TwoRanges, again=True), 4, "2", 0.277, ""),
    ("leaking_cycle", recipe(Lowered), 6, None, 0.231, "leaking cycle"),
    ("disclosing_cycle", recipe(Disclosed), 4, None, 0.237, "disclosing cycle"),
)
"""The program, parts of eps, the weight if it is private, seconds, and why it is not."""

RANGES = {1: 0.227, 2: 0.225, 4: 0.234, 8: 0.392, 16: 1.737, 20: 3.469, 40: 35.894}
"""Seconds by m."""

WIDEST = {60: 156.80, 80: 506.33}
"""Seconds of those with more registers than the kernel reads."""

WEIGHT = Fraction(1)
"""That of all members of the two families that grow."""

EXTREMES = {
    2: 0.22,
    3: 0.22,
    4: 0.223,
    5: 0.223,
    8: 0.228,
    16: 0.241,
    20: 0.248,
    40: 0.282,
    100: 0.409,
    200: 0.643,
}
"""Seconds by k."""


def automaton(*places: object) -> Recipe:
    """A published automaton."""
    return recipe(Published, places=places)


IN = way(2, above="l", below="r")
EXAMPLES = {
    "25": automaton(
        place("1/3", way(1, sets="l")),
        place("1/3", way(2, sets="r"), mean=10),
        place("1/6", IN, way(above="lr"), way(below="lr")),
    ),
    "26": automaton(
        place("1/3", way(1, sets="l")),
        place("1/3", way(2, below="l"), mean=10),
        place("1/6", way(3, sets="r")),
        place("1/6", way(4, above="l")),
        place("1/6", way(4, above="lr")),
    ),
    "27": automaton(
        place("1/2", way(1, sets="l")),
        place("1/2", way(2, sets="r"), mean=10),
        place("1/6", IN, way(above="lr"), way(below="lr")),
    ),
    "28_1": automaton(
        place("1/2", way(1, sets="l")),
        place("1/2", way(2, below="l", sets="r"), mean=10),
        place("1/6", way(above="l", below="r")),
    ),
    "28_2": automaton(
        place("1/2", way(1, sets="l")),
        place("1/2", way(2, above="l", sets="r"), mean=10),
        place("1/6", way(above="l", below="r")),
    ),
    "28_3": automaton(
        place("1/2", way(1, sets="l")),
        place("1/2", way(2, sets="r"), mean=10),
        place("1/6", way(3, above="l", below="r")),
        place("1/6", way(2, below="l", sets="r")),
    ),
}
"""Those of two registers in the folder `well_formed`."""


def entries() -> Iterator[Entry]:
    """The simple examples, those of two registers, and the two that grow."""
    for name, program, parts, weight, seconds, remark in SIMPLE:
        claim = None if weight is None else Fraction(weight)
        question = EveryNumber(program, parts, claim)
        truth = REFUTED if claim is None else HOLDS
        recorded = Recorded(seconds, REPORTS, remark, claim)
        yield Entry(SUITE, name, question, truth, ITS, recorded)
    for name, program in EXAMPLES.items():
        recorded = Recorded(None, "examples/well_formed")
        yield Entry(SUITE, f"example {name}", EveryNumber(program, 6), HOLDS, ITS, recorded)
    for m, seconds in RANGES.items():
        question = EveryNumber(recipe(Boxes, m=m), 4 * m, WEIGHT)
        yield Entry(SUITE, f"m-Range, m = {m}", question, HOLDS, ITS, _grown("m_range", seconds))
    for k, seconds in EXTREMES.items():
        question = EveryNumber(recipe(Extremes, k=k), 4 * k, WEIGHT)
        recorded = _grown("k_min_max", seconds)
        yield Entry(SUITE, f"k-Min-Max, k = {k}", question, HOLDS, ITS, recorded)


def _grown(family: str, seconds: float) -> Recorded:
    return Recorded(seconds, f"reports/{family}_examples_result.csv", bound=WEIGHT)


def inexpressible() -> Iterator[Inexpressible]:
    """The largest ranges."""
    for m, seconds in WIDEST.items():
        reason = f"{2 * m} registers: more than the kernel reads"
        recorded = _grown("m_range", seconds)
        yield Inexpressible(SUITE, f"m-Range, m = {m}", f"Boxes(m={m})", reason, recorded)
