"""Streams with continuous noise have the law of their discrete twins: sums, values and maxima.

Privacy alone says little of a stream that puts out less than it should.  Its automaton has the
centres and the rates of the numbers that it releases; with noise on the integers at the same rates
they have a law, which is that of the mechanism with geometric noise.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.continuous_accuracy import beyond, crossing
from audits.claims.standard_mechanisms.every_eps import R, every
from audits.claims.standard_mechanisms.every_unit import every_unit
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.probability.runs import Run, runs
from reference.probability.tracing import trace

Numbers = Mapping[tuple[int, ...], RationalFunction]
"""The law of the released numbers."""

UNIT = every(1).exp(0)
EPS = Epsilon.continuous(parts=1)


def clamped(ratio: RationalFunction, centre: int, low: int, high: int) -> list[RationalFunction]:
    """The law of centre + geometric noise, clamped to [low, high]."""
    noise = TwoSidedGeometric(ratio)
    inner = [noise.probability(abs(y - centre)) for y in range(low + 1, high)]
    return [noise.at_least(centre - low), *inner, noise.at_least(high - centre)]


def on_integers(stream: object, answers: Rows, ranges: Sequence[tuple[int, int]]) -> Numbers:
    """The law of the released numbers with noise on the integers, each clamped to its range.

    Nothing, unless there are as many as ranges, each with Laplace noise of its own.
    """
    [run] = runs(trace(stream), answers)
    drawn = [[name for name, a in form.items() if name and a == 1] for form in run.released]
    own = {tuple(names) for names in drawn if len(names) == 1}
    if not len(ranges) == len(drawn) == len(own):
        return {}
    masses = []
    for form, (name,), (low, high) in zip(run.released, drawn, ranges, strict=True):
        kind, rate = run.draws[int(name[1:])]
        if kind != "laplace" or rate.denominator != 1:
            return {}
        listed = clamped(R**-rate.numerator, int(form.get("", 0)), low, high)
        masses.append([*zip(range(low, high + 1), listed, strict=True)])
    return {
        tuple(y for y, _ in each): prod((p for _, p in each), start=UNIT)
        for each in product(*masses)
    }


def same_laws(found: Numbers, expected: Numbers) -> Iterator[Comparison]:
    """Outcome by outcome."""
    yield true("a number with noise of its own for each", bool(found))
    for y in found:
        yield eq(str(y), found[y], expected[y])


SEVERAL = ((), (1,), *product((-1, 1), repeat=2), (1, -1, 1), (1, 0, 1, 1))


@claim("CORE.continuous-partial-sum-law", over(answers=SEVERAL), about=ContinuousPartialSum)
def total_in_law(build: Build, answers: Rows) -> Check:
    """The noisy total, its noise on the integers, has the law of the partial sum.

    Cases: No answer, and up to four, some of which cancel; every eps; the total is clamped to
    [-2, 2], as the partial sum with that reach is.
    """
    found = on_integers(build(EPS), answers, [(-2, 2)])
    discrete = law(PartialSum(every(1), reach=2), answers)
    yield from same_laws(found, {(y,): discrete.probability(y) for y in range(-2, 3)})


@claim(
    "CORE.continuous-smart-sum-law",
    over(block=(1, 2, 3), answers=((1, 1, 1, 1), (1, -1, 0, 1, 1))),
    about=ContinuousSmartSum,
)
def blocks_in_law(build: Build, block: int, answers: Rows) -> Check:
    """The numbers of smart sum, their noise on the integers, have the law of the discrete one.

    Cases: Blocks of one, two and three answers; four or five answers, so that a second block has
    begun, and for two ended; every eps; every number is clamped to [-1, 1].
    """
    found = on_integers(build(block, EPS), answers, [(-1, 1)] * len(answers))
    discrete = law(SmartSum(block, every(1), reach=1), answers)
    outcomes = product((-1, 0, 1), repeat=len(answers))
    yield from same_laws(found, {y: discrete.probability(y) for y in outcomes})


@claim(
    "CORE.continuous-tree-counter-law",
    over(bits=(*product((0, 1), repeat=3), (1, 1))),
    about=ContinuousTreeCounter,
)
def nodes_in_law(build: Build, bits: Rows) -> Check:
    """The nodes of the tree, their noise on the integers, add up to the prefixes of the binary
    tree counter: the first is node 1, the second node 2, the third is their sum with node 3.

    Cases: Horizon 3, streams of two bits or three; every eps; a node of so many bits is clamped to
    one below 0 and one above their number.
    """
    ranges = [(-1, 2), (-1, 3), (-1, 2)][: len(bits)]
    discrete = law(BinaryTreeCounter(3, every(1), reach=1), bits)
    expected: dict[tuple[int, ...], RationalFunction] = {}
    for y in product(*(range(low, high + 1) for low, high in ranges)):
        prefixes = tuple(y[t] + (y[t - 1] if t == 2 else 0) for t in range(len(bits)))
        expected[y] = discrete.probability(prefixes)
    yield from same_laws(on_integers(build(3, EPS), bits, ranges), expected)


@claim("CORE.continuous-numeric-sparse-law", over(c=(1, 2)), about=ContinuousNumericSparse)
def values_of_their_own(build: Build, c: int) -> Check:
    """With the threshold 0, p(h) = Pr[nu - rho >= h], nu and rho of scales 4 and 2 over 8 eps/9c:
    on the answer -1 a value is released with probability p(1), one at most -1 with p(1)/2, one
    above 1 with p(1) e^(-2 eps/9c)/2; of two answers -1 two values above 1 are released with the
    square of that for c = 2, since the threshold is fresh.

    Cases: r = e^(eps/36c); the numbers are integrals of products of tails, by hand.
    """
    made = build(0, c, every_unit(36 * c), share=Fraction(8, 9), cuts=(-1, 1))
    above, high = crossing(16, 8, 1), crossing(16, 8, 1) * beyond(4, 2)
    one: dict[tuple[object, ...], Any] = {(BOTTOM,): 1 - above, (0,): above / 2, (2,): high}
    for output, p in one.items():
        yield eq(str(output), law(made, (-1,)).probability(output), p)
    twice = law(made, (-1, -1))
    if c == 1:
        yield eq("it stops", twice.probability((2,)), high)
    else:
        yield eq("twice", twice.probability((2, 2)), high * high)


def known(run: Run) -> dict[str, dict[str, Fraction]]:
    """What the foretold numbers are, by the draws."""
    found = {}
    for form in run.equations:
        [name] = [name for name in form if name.startswith("p")]
        found[name] = {n: -a / form[name] for n, a in form.items() if n != name}
    return found


def differences(run: Run) -> set[tuple[frozenset[tuple[str, Fraction]], bool]]:
    """The guards without what is foretold; those that always hold are left out."""
    found = set()
    for guard, strict in zip(run.guards, run.strict, strict=True):
        total: dict[str, Fraction] = {}
        for name, a in guard.items():
            for n, b in known(run).get(name, {name: Fraction(1)}).items():
                total[n] = total.get(n, Fraction(0)) + a * b
        found.add((frozenset((n, a) for n, a in total.items() if a), strict))
    return found


def lead(answers: Rows, i: int, j: int) -> frozenset[tuple[str, Fraction]]:
    """Noisy answer i less noisy answer j."""
    constant = Fraction(answers[i] - answers[j])
    return frozenset(
        {(f"x{i}", Fraction(1)), (f"x{j}", Fraction(-1))}
        | ({("", constant)} if constant else set())
    )


HALVES = Epsilon.continuous(parts=2)
FORESEEN = over(answers=((0, 1), (1, 1), (1, 0, -1), (0, 2, 1, 1)))


@claim("CORE.foreseen-max-law", FORESEEN, about=ForeseenMax)
def one_run_for_each_winner(build: Build, answers: Rows) -> Check:
    """Of noisy max with foresight there is one run for each winner, and it says that every answer
    before the winner is below it, and none after it is above it, with noise of scale 2/eps.

    Cases: Two to four answers, equal ones among them; the guards of all runs without what is
    foretold, against the differences as written.
    """
    n = len(answers)
    listed = [*runs(trace(build(HALVES)), answers)]
    winners = [run.symbols[1 : n + 1] for run in listed]
    wanted = [tuple(str(int(i == j)) for j in range(n)) for i in range(n)]
    yield true("one run for each", sorted(winners) == sorted(wanted))
    for run in listed:
        yield true(f"{run.symbols}: noise", run.draws == (("laplace", HALF),) * n)
        if "1" not in run.symbols:
            continue
        i = run.symbols.index("1") - 1
        said = {(lead(answers, i, j), j < i) for j in range(n) if j != i}
        yield true(f"{run.symbols}: says", differences(run) == said)


@claim("CORE.foreseen-gap-law", FORESEEN, about=ForeseenGap)
def one_run_for_each_pair(build: Build, answers: Rows) -> Check:
    """Of noisy max with gap and foresight there is one run for each winner and runner-up: the
    winner is not below the runner-up, no other answer above it; the lead is released.

    Cases: As for the maximum.
    """
    n = len(answers)
    listed = [*runs(trace(build(HALVES)), answers)]
    pairs = {(run.symbols.index("1") - 1, run.symbols.index("2") - 1) for run in listed}
    wanted = {(i, j) for i in range(n) for j in range(n) if i != j}
    yield true("one run for each", len(listed) == len(wanted) and pairs == wanted)
    for run in listed:
        i, j = run.symbols.index("1") - 1, run.symbols.index("2") - 1
        said = {(lead(answers, j, k), False) for k in range(n) if k not in {i, j}}
        said |= {(lead(answers, i, j), False)}
        yield true(f"{run.symbols}: noise", run.draws == (("laplace", HALF),) * n)
        yield true(f"{run.symbols}: says", differences(run) == said)
        out = [dict(form) for form in run.released]
        yield true(f"{run.symbols}: lead", out == [{"p0": Fraction(1), "p1": Fraction(-1)}])
