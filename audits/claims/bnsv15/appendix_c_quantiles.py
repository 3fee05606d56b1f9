"""Appendix C: quantiles from blocks between noisy ranks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any

from audits.claims.bnsv15.impostors.noisy_quantiles import OtherNoise, whole_loss
from audits.claims.bnsv15.laws.quantile_cuts import Map, all_cuts, cuts_between, subtrees, unmoved
from audits.claims.vocabulary import eq, le
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    accurate,
    claim,
    not_finitely_checkable,
    over,
    private,
    sized,
)
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles, cuts_of
from reference.mechanisms.release.threshold_release import Point
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law

Rows = tuple[int, ...]
Build = Callable[..., Any]
TWO = Fraction(2)


@dataclass(frozen=True)
class Least:
    """The least row, or bottom: it shows where a block begins."""

    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Bottom:
        del coins
        return min(database, default=Bottom.BOTTOM)


def _release(build: Build, n: int, *, forward: bool) -> Iterator[Comparison]:
    """The law for four blocks with noise from -1 to 1, against the sum over all noise."""
    k, rows = 4, tuple(range(n))
    found = law(build(Least(), Domain.of_size(n), k, Epsilon(TWO), forward, 1), rows[::-1])
    chances = TwoSidedGeometric(1 / TWO).clamped(-1, 1)
    table: dict[tuple[int | Bottom, ...], Fraction] = defaultdict(Fraction)
    for top, low, high, *last in product((-1, 0, 1), repeat=7):
        mass = Fraction(1)
        for z in (top, low, high, *last):
            mass *= chances.probability(z)
        paths = [low + last[0], low + last[1], high + last[2], high + last[3]]
        cuts = [0, *(i * n // k + top + paths[i] for i in range(1, k)), n]
        if forward:
            cuts = [max(min(max(c, 0), n) for c in cuts[: i + 1]) for i in range(k + 1)]
        seen = [rows[max(a, 0) : max(b, 0)] for a, b in pairwise(cuts)]
        table[tuple(min(d, default=Bottom.BOTTOM) for d in seen)] += mass
    yield eq("outcomes", len(found), len(table))
    for outcome, mass in table.items():
        yield eq(outcome, found.probability(outcome), mass)


WRONG: dict[str, Build] = {
    "noise of the suffixes": OtherNoise,
    "noise of the leaves only": partial(OtherNoise, leaves=True),
    "the rows are not put in order": partial(OtherNoise, ordered=False),
    "every value has the noise of the whole loss": whole_loss,
}


@claim(
    "BNSV15.ALG.QuantTree",
    Form.PRINTED,
    over(n=sized((4,), (4, 8), (4, 8))),
    about=NoisyQuantiles,
    impostors=WRONG,
)
def printed_quantiles(build: Build, n: int) -> Iterator[Comparison]:
    """The cut after i of k blocks is i n/k and the noise of all prefixes of the digits of i; it
    may lie before the cut before it.

    Fair: k = 4, at e^eps = 2 for each value, noise shown from -1 to 1, the least row of a block,
    rows in decreasing order; the sum over the seven values, cut by cut.
    """
    yield from _release(build, n, forward=False)


@claim(
    "BNSV15.ALG.QuantTree",
    Form.CORRECTED,
    over(n=sized((4,), (4, 8), (4, 8))),
    about=NoisyQuantiles,
    impostors=WRONG,
)
def monotone_quantiles(build: Build, n: int) -> Iterator[Item]:
    """The same, every cut being the largest of those up to it, from 0 to n. With a loss of eps for
    a value and an eps_A-private solver it is (2 log k eps + 4 eps_A, tau)-private, tau = (2 k - 1)
    Pr[|Z| > c], 2 log k c < n/k.

    Fair: As in the printed form; then the law of two blocks of two and of four rows over two
    points, c = 0 and 1; and that values of loss eps/log k lose 2 eps, for k up to 32.
    """
    yield from _release(build, n, forward=True)
    if n == 4:
        yield from _quantiles_are_private(build)


def _quantiles_are_private(build: Build) -> Iterator[Item]:
    """Two blocks, by law; more, what is promised."""
    points, root, answers = Domain.of_size(2), Fraction(8), Epsilon(TWO, 2)
    solver = ExponentialInteriorPoint(points, answers)
    for n, c in ((4, 0), (8, 1)):
        value, tail = Epsilon(root**2), TwoSidedGeometric(root**-2).at_least(c + 1)
        stated = Guarantee(value.exp(2) * answers.exp(4), 3 * 2 * tail)
        made = build(solver, points, 2, value, True, c + 1)
        yield private(made, replace_one(points, n), stated, name=f"two blocks of {n} rows")
        right = NoisyQuantiles(solver, points, 2, value)
        promised = right.guarantee_with(Guarantee.pure(answers), n)
        yield eq(f"{n} rows: e^eps", promised.exp_eps, stated.exp_eps)
        yield eq(f"{n} rows: delta", promised.delta, stated.delta)
    for levels in (2, 3, 4, 5):
        eps = Epsilon(TWO, levels)
        right = NoisyQuantiles(solver, points, 2**levels, eps / levels)
        promised = right.guarantee_with(Guarantee.pure(answers), 2**levels)
        yield eq(f"k = {2**levels}", promised.exp_eps, eps.exp(2) * answers.exp(4))


def _edits(first: Sequence[int], second: Sequence[int], n: int, i: int, j: int) -> int:
    """How many rows come or go over all blocks."""
    rows = [*range(n)]
    rest = rows[:i] + rows[i + 1 :]
    other = [*rest[:j], n, *rest[j:]]
    both = zip(pairwise(first), pairwise(second), strict=True)
    return sum(len({*rows[a:b]} ^ {*other[max(c, 0) : max(d, 0)]}) for (a, b), (c, d) in both)


def _ledger(move: Map, n: int, i: int, most: int) -> Iterator[Comparison]:
    """Edits, moves and images of a map for k = 4, on noise from -1 to 1 with increasing cuts."""
    k = 4
    for j in range(n):
        seen, count = set(), 0
        for noise in product((-1, 0, 1), repeat=2 * k - 1):
            cuts = cuts_of(noise, k, n)
            if all(a < b for a, b in pairwise(cuts)):
                other = move(noise, k, n, i, j)
                where = f"row {i} goes, one comes after {j}: {noise}"
                after = cuts_of(other, k, n)
                yield le(f"edits, {where}", _edits(cuts, after, n, i, j), most)
                moved = sum(abs(y - z) for y, z in zip(noise, other, strict=True))
                yield le(f"moves, {where}", moved, 4)
                seen.add(other)
                count += 1
        yield eq(f"images, row {i} goes, one comes after {j}", len(seen), count)


@claim(
    "BNSV15.AppC.priv",
    Form.PRINTED,
    over(n=(8,), i=range(8)),
    about=all_cuts,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Appendix C, Privacy (Then there is a bijection between noise vectors): two noise vectors "
        "have one image",
        "different images",
        "noise vectors",
        same_as="BNSV15.T4.6.nonbij",
    ),
)
def shifting_all_cuts_is_a_bijection(move: Map, n: int, i: int) -> Iterator[Comparison]:
    """There is a bijection between noise vectors, which changes 2 log k values by one at most,
    such that two blocks see one row more or less each: all cuts between the two rows move by one.

    Fair: k = 4, noise from -1 to 1 for which cuts increase strictly, so that no blocks overlap;
    8 rows, all rows that go, all places for one that comes.
    """
    yield from _ledger(move, n, i, 2)


@claim(
    "BNSV15.AppC.priv",
    Form.CORRECTED,
    over(n=(8,), i=sized((0, 3, 7), range(8), range(8))),
    about=cuts_between,
    impostors={"all cuts between the rows, as printed": all_cuts, "the noise stays": unmoved},
    uses=("BNSV15.T4.6.map6",),
)
def shifting_cuts_between(move: Map, n: int, i: int) -> Iterator[Comparison]:
    """On noise for which cuts increase strictly: let all cuts between the two rows but the first
    move. That is injective, changes 2 log k values by one at most, and over all blocks four rows
    come or go. So the answers lose 2 log k times the loss of a value, and 4 times that of the
    solver, but for the chance that cuts do not increase strictly.

    Fair: As in the printed form; ranges of cuts are unions of 2 log k subtrees, up to k = 32; and
    for k = 8 and 16, without noise, that this moves the cuts of the mechanism as it should.
    That it is paid for as the noise and the solver have it is in BNSV15.ALG.QuantTree, corrected.
    """
    yield from _ledger(move, n, i, 4)
    for k in (2, 4, 8, 16, 32) if not i else ():
        sizes = [len(subtrees(a, b, k)) for a in range(1, k) for b in range(a + 1, k + 1)]
        yield le(f"k = {k}", max(sizes), 2 * (k.bit_length() - 1))
    for k in (8, 16) if not i else ():
        yield from _shifts_just_these(move, k)


def _shifts_just_these(move: Map, k: int) -> Iterator[Comparison]:
    """The edits of blocks of two rows, without noise before the move."""
    n, still = 2 * k, (0,) * (2 * k - 1)
    for gone, come in product(range(n), repeat=2):
        cuts, other = cuts_of(still, k, n), cuts_of(move(still, k, n, gone, come), k, n)
        name = f"k = {k}, row {gone} goes, one comes after {come}"
        yield le(f"edits, {name}", _edits(cuts, other, n, gone, come), 4)


not_finitely_checkable(
    "BNSV15.AppC.util",
    statement="With probability 1 - beta all noise values are small and all runs of the solver "
    "succeed; then every quantile is accurate to alpha.",
    reason="The number of rows and the sizes of the events are not in the text at hand; what "
    "follows from the two events is decided in the concrete form.",
)


def block_number(points: Sequence[int], threshold: int) -> int:
    """i, for the largest i-th answer that is at most the threshold."""
    return max((i for i, r in enumerate(points, start=1) if r <= threshold), default=0)


@claim(
    "BNSV15.AppC.util",
    Form.CONCRETE,
    over(case=sized(((4, 2, 1), (4, 4, 0), (6, 2, 1)), ((8, 2, 2), (8, 4, 1)), ((8, 4, 1),))),
    about=block_number,
    impostors={
        "the number of the block before": lambda points, t: block_number(points, t) - 1,
        "the number of blocks that begin above": lambda points, t: sum(r > t for r in points),
    },
)
def quantiles_answer_thresholds(
    number: Callable[[Sequence[int], int], int], case: tuple[int, int, int]
) -> Iterator[Item]:
    """If every cut is off by at most c rows, blocks are not empty and each r_i is an interior
    point of its block, answering t by i/k for the largest r_i <= t is off by at most n/k + c rows.

    Fair: n, k, c = case, distinct rows and pairs of equal ones, all such cuts, all interior
    points, all thresholds; once the law of two quantiles of four rows, c = 0.
    """
    n, k, c = case
    for rows in (tuple(range(n)), tuple(x // 2 for x in range(n))):
        worst = Fraction(0)
        for moves in product(range(-c, c + 1), repeat=k - 1):
            inner = [i * n // k + z for i, z in enumerate(moves, start=1)]
            cuts = [0, *inner, n]
            if any(a >= b for a, b in pairwise(cuts)):
                continue
            inside = [range(rows[a], rows[b - 1] + 1) for a, b in pairwise(cuts)]
            for points, t in product(product(*inside), range(rows[-1] + 1)):
                answer = Fraction(number(points, t) * n, k)
                worst = max(worst, abs(answer - sum(x <= t for x in rows)))
        yield le(rows, worst, Fraction(n, k) + c)
    if case == (4, 2, 1):
        yield _accurate(number)


def _accurate(number: Callable[[Sequence[int], int], int]) -> Item:
    """Two quantiles of four rows over three points, at a large eps: answers off by two rows."""
    points, n, root, noise = Domain.of_size(3), 4, Fraction(64), Fraction(64)
    solver = ExponentialInteriorPoint(points, Epsilon(root, 2))
    quantiles = NoisyQuantiles(solver, points, 2, Epsilon(noise), bound=1)

    def good(rows: Rows, answers: tuple[Point, ...]) -> bool:
        found = [y for y in answers if not isinstance(y, Bottom)]
        errors = (number(found, t) * n // 2 - sum(x <= t for x in rows) for t in points)
        return all(abs(error) <= n // 2 for error in errors)

    still = TwoSidedGeometric(1 / noise).probability(0) ** 2
    failure = 1 - still + 2 * Fraction(2, 2 + root**2)
    return accurate(quantiles, replace_one(points, n), good, failure)
