"""DP-Sniper (Bichsel, Steffen, Bogunovic, Vechev, S&P 2021): its mechanisms, at eps = 1/10.

DP-Sniper finds lower bounds of the loss.  Here the claim eps (or the one stated) is decided, for
every eps where it can be, on its patterns of neighbours.  Seconds are those of its logs, logistic
regression, search and final estimate; its lower bound of the loss at eps = 1/10 is repeated from
there, and, of the same logs, what StatDP said and how long it took.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.competition.entry import (
    Entry,
    Inexpressible,
    Private,
    PrivateInNumbers,
    Question,
    Recipe,
    Recorded,
    Truth,
    recipe,
)
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.noises import Kind
from audits.conformance.competition.programs.responses import CappedGeometric, FlippedBits
from audits.conformance.competition.programs.sparse_vectors import Released, SparseVector
from audits.conformance.competition.programs.sums import CountedCopies, NoisyCounts
from audits.conformance.competition.suites.neighbours import around, pair, patterns
from reference.data.adjacency import one_answer

SUITE = "DP-Sniper"
LOGS = "eval_sp2021/reference-results"
HOLDS, REFUTED = Truth.HOLDS, Truth.REFUTED
TENTH = Fraction(1, 10)


def entries() -> Iterator[Entry]:
    """What is decided."""
    yield from _noise_and_maxima()
    yield from _sparse_vectors()
    yield from _in_numbers()


def _entry(*stated: str, question: Question, truth: Truth, seconds: float | None = None) -> Entry:
    """Stated are the name, the ground of the truth, and the bound that was found."""
    name, ground, bound = stated
    record = Recorded(seconds, LOGS, f"found at least {bound}")
    return Entry(SUITE, name, question, truth, ground, record)


def _noise_and_maxima() -> Iterator[Entry]:
    cuts, five, ten = (0, 1), around(patterns(5)), pair((0,) * 10, (1,) * 10)
    one = pair((0,), (1,))
    laplace = Private(recipe(NoisyCounts, scale=1, cuts=cuts), one, 1)
    few = Private(recipe(NoisyCounts, scale=1, cuts=cuts), around(patterns(5)[:2]), 1)
    tight = Private(recipe(NoisyCounts, scale=TENTH**2, cuts=(0,)), one, 1, at=TENTH)
    max1 = Private(recipe(NoisyMax, scale=2), five, 2)
    max2 = Private(recipe(NoisyMax, scale=2, noise=Kind.EXPONENTIAL), five, 2)
    max3 = Private(recipe(NoisyMax, scale=2, cuts=cuts), five, 2)
    max4 = Private(recipe(NoisyMax, scale=2, noise=Kind.EXPONENTIAL, cuts=cuts), five, 2)
    sums = recipe(NoisyCounts, scale=1, cuts=(0,))
    yield _entry(
        "Laplace",
        "a theorem",
        ".0968; StatDP: .099, 408 s",
        question=laplace,
        truth=HOLDS,
        seconds=22,
    )
    yield _entry("NoisyHist1", "a theorem", ".0978", question=few, truth=HOLDS)
    yield _entry("NoisyHist2", "the loss is 1/eps", "4.602", question=tight, truth=REFUTED)
    yield _entry("RNM1", "a theorem", ".0923", question=max1, truth=HOLDS)
    yield _entry("RNM2", "a theorem", ".0975", question=max2, truth=HOLDS)
    yield _entry("RNM3", "the loss is 5 eps/2", ".2478", question=max3, truth=REFUTED)
    yield _entry("RNM4", "no finite loss", ".3463", question=max4, truth=REFUTED)
    copies = recipe(CountedCopies, copies=20, cut=0)
    ground = "20 independent noises, each with the loss eps = 1/200 exactly"
    for claim, truth in ((20, HOLDS), (Fraction(199, 10), REFUTED)):
        question = Private(copies, one, 10, claim=claim)
        yield _entry(
            f"LaplaceParallel, {claim} eps",
            ground,
            ".0350; StatDP: .060, 5715 s",
            question=question,
            truth=truth,
        )
    ground = "the loss is 10 eps exactly"
    for claim, truth in ((10, HOLDS), (Fraction(99, 10), REFUTED)):
        question = Private(sums, ten, 10, claim=claim)
        yield _entry(
            f"PrefixSum, {claim} eps",
            ground,
            ".5040, MLP .5774; StatDP: .344",
            question=question,
            truth=truth,
        )


def _sparse_vectors() -> Iterator[Entry]:
    ten, half = around(patterns(10)), Fraction(1, 2)
    value, fresh = Released.VALUE, Released.FRESH

    def svt(threshold: int, queries: int | Fraction | None, **more: object) -> Recipe:
        return recipe(SparseVector, threshold=threshold, queries=queries, **more)

    one = Private(svt(2, 4, stop=1, level=half), ten, 8)
    two = Private(svt(2, 4, stop=1, level=1, redrawn=2), ten, 4)
    three = Private(svt(2, 2, stop=1, level=1, released=value, cuts=(0, 1)), ten, 2)
    four = Private(svt(4, Fraction(4, 3), stop=1, level=1), ten, 4)
    five = Private(svt(2, None, level=1), ten, 2)
    six = Private(svt(2, 2, level=1), around(patterns(10)[4:5]), 2, at=TENTH)
    last = svt(3, 12, stop=2, level=1, released=fresh, fresh=6, cuts=(0, 1))
    numeric = Private(last, around(patterns(5)), 12)
    both = Private(svt(2, 4, stop=2, level=1, released=value, cuts=(0, 1)), ten, 4)
    yield _entry(
        "SVT1",
        "a theorem",
        ".0858; StatDP: .216, which is too much, 749 s",
        question=one,
        truth=HOLDS,
        seconds=126,
    )
    yield _entry(
        "SVT2", "a theorem", ".0859; StatDP: .187, which is too much", question=two, truth=HOLDS
    )
    yield _entry(
        "SVT3",
        "the loss is 5 eps at least",
        ".1716; StatDP: 1.21, 6264 s",
        question=three,
        truth=REFUTED,
    )
    yield _entry(
        "SVT4",
        ".172471, numerically",
        ".1687; StatDP: .191, which is too much",
        question=four,
        truth=REFUTED,
    )
    yield _entry("SVT5", "no finite loss", "1.7612", question=five, truth=REFUTED)
    yield _entry("SVT6", ".420032, numerically", ".2720", question=six, truth=REFUTED)
    parallel = (
        "SVT34Parallel, its part SVT3",
        "refuted for c = 1 too",
        ".2610; StatDP: 1.78, 27959 s",
    )
    yield _entry(*parallel, question=both, truth=REFUTED, seconds=364)
    yield _entry("NumericalSVT, n = 5", "a theorem", ".0343", question=numeric, truth=HOLDS)


def _in_numbers() -> Iterator[Entry]:
    """Probabilities that are numbers, each decided at its loss and just below it."""
    below = Fraction(999_999, 1_000_000)
    counts = one_answer(range(6), 1)
    capped = CappedGeometric(5, Fraction(8, 9))
    noisy = FlippedBits(Fraction(39, 80), Fraction(41, 80))
    once = FlippedBits(Fraction(19, 40), Fraction(21, 40))
    bits = pair((0, 0, 0, 1, 1, 1), (1, 1, 1, 0, 0, 0))
    for name, program, universe, loss, bound, words in (
        (
            "TruncatedGeometric",
            capped,
            counts,
            Fraction(9, 8),
            ".1156; StatDP: .161, which is too much",
            "9/8",
        ),
        (
            "RAPPOR",
            noisy,
            bits,
            Fraction(41, 39) ** 6,
            ".2930, MLP .3008, which is too much; StatDP: .519, too",
            "(41/39)^6",
        ),
        (
            "OneTimeRAPPOR",
            once,
            bits,
            Fraction(21, 19) ** 6,
            ".5978; StatDP: 1.26, which is too much",
            "(21/19)^6",
        ),
    ):
        for claim, truth in ((loss, HOLDS), (loss * below, REFUTED)):
            question = PrivateInNumbers(program, universe, claim, _kind(program))
            tight = name if truth is HOLDS else f"{name}, a millionth less"
            ground = f"e^eps is {words} exactly"
            yield _entry(tight, ground, bound, question=question, truth=truth)


def _kind(program: CappedGeometric | FlippedBits[Fraction]) -> str:
    if isinstance(program, CappedGeometric):
        return f"CappedGeometric(most={program.most}, ratio={program.ratio})"
    return f"FlippedBits(zero={program.zero}, one={program.one}), the 6 bits that differ"


def inexpressible() -> Iterator[Inexpressible]:
    """What is not decided, and why."""
    floats = "64-bit arithmetic of a floating-point sampler: no continuous noise"
    for name, program, reason, found in (
        ("floating point Laplace", "Laplace of a library, its bits", floats, "found .252"),
        ("LaplaceFixed", "the snapping mechanism", floats, "found at least .0979"),
    ):
        yield Inexpressible(SUITE, name, program, reason, Recorded(None, LOGS, found))
