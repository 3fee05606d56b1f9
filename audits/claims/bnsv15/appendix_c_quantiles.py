"""Appendix C: quantiles from blocks between noisy ranks."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.noisy_blocks import LeakingRows, Recogniser, moved_row
from audits.claims.bnsv15.laws.quantile_cuts import (
    AllBetween,
    Map,
    all_cuts,
    cuts_between,
    cuts_of,
    harmless_noise,
    increasing,
    subtrees,
    values_needed,
    values_that_matter,
)
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles, values_moved
from reference.mechanisms.release.threshold_release import Point
from reference.probability.geometric import TwoSidedGeometric

THREE = Fraction(3)


@dataclass(frozen=True, slots=True)
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


def by_suffixes(made: Any, rows: Rows, coins: Any) -> tuple[Any, ...]:
    """With the noise of the suffixes of the digits of a cut, in place of the prefixes."""
    k, depth, edge = made.blocks, made.blocks.bit_length() - 1, made.bound or 0
    draw = TwoSidedGeometric(made.eps.exp(-1)).clamped(-edge, edge)
    noise = {s: coins.draw(draw) for n in range(depth + 1) for s in product((0, 1), repeat=n)}
    digits = [*product((0, 1), repeat=depth)]
    inner = (
        i * len(rows) // k + sum(noise[digits[i][n:]] for n in range(depth + 1))
        for i in range(1, k)
    )
    cuts = [0, *inner, len(rows)]
    ends = increasing(cuts, len(rows)) if made.monotone else cuts
    return tuple(coins.run(made.solver, rows[max(a, 0) : max(b, 0)]) for a, b in pairwise(ends))


CUT = "index * rows // self.blocks + path[-1]"
RANKS = "return NoisyRanks(self.blocks, self.eps,"
SUMS = "coins.run(Sums(self.eps.exp(-1), self.bound), length - len(path))"
WRONG[NoisyQuantiles] = {
    "noise of the suffixes": wrong(
        NoisyQuantiles,
        "turns = Fold( => return by_suffixes(self, rows, coins)\n        turns = Fold(",
        by_suffixes=by_suffixes,
    ),
    "noise of the leaves only": f"{CUT} => {CUT} - path[-2]",
    "the rows are not put in order": "rows = tuple(sorted(database)) => rows = database",
    "every value has the noise of the whole loss": f"{RANKS} => "
    "return NoisyRanks(self.blocks, self.eps * 2 * levels(self.blocks),",
    "half of the loss is promised": wrong(
        NoisyQuantiles,
        "self.eps.exp(values_moved(self.blocks)) => "
        "self.eps.exp(Fraction(values_moved(self.blocks), 2))",
        "moved * edits.exp_eps => moved * solver.exp_eps**2",
        Fraction=Fraction,
    ),
    "the delta of the solver is forgotten": "group_guarantee(solver, 4) => "
    "group_guarantee(Guarantee(solver.exp_eps, 0 * solver.delta), 4)",
    "the delta of the solver is counted once": "edits.delta + => solver.delta +",
    "too few values may be large": "(2 * self.blocks - 2) * => 3 *",
    "values may be larger": "rows // self.blocks - 1) => 4 * (rows // self.blocks - 1))",
    "cuts may meet": "rows // self.blocks - 1) => rows // self.blocks)",
    "one block costs what the solver does": "return edits => return solver",
    "no noise": f"{SUMS} => (0,) * (length - len(path))",
    "no noise for the leaves": f"{SUMS} => {SUMS[:-1]} - 1)\n        noise += noise[-1:] or (0,)",
    "half of the noise": f"{RANKS} => return NoisyRanks(self.blocks, self.eps * 2,",
}


@claim("BNSV15.ALG.QuantTree", over(n=sized((4,), (4, 8), (4, 8))), about=NoisyQuantiles)
def printed_quantiles(build: Build, n: int) -> Check:
    """The cut after i of k blocks is i n/k and the noise of all prefixes of the digits of i; it
    may lie before the cut before it.

    Cases: k = 4, at e^eps = 2 for each value, noise shown from -1 to 1, the least row of a block,
    rows in decreasing order; the sum over the seven values, cut by cut.
    """
    yield from _release(build, n, forward=False)


@claim(
    "BNSV15.ALG.QuantTree",
    over(n=sized((4,), (4, 8), (4, 8))),
    form=Form.CORRECTED,
    about=NoisyQuantiles,
)
def monotone_quantiles(build: Build, n: int) -> Check:
    """The same, every cut being the largest of those up to it, from 0 to n. With a loss of eps for
    a value and an (eps_A, delta_A)-private solver for an added or removed row this is promised for
    a replaced one: (v eps + 4 eps_A, (1 + e^eps_A + e^(2 eps_A) + e^(3 eps_A)) delta_A +
    tau)-privacy, where v = max(log k, 2 log k - 3) values move all cuts from one to another by
    one, tau = (2 k - 2) Pr[|Z| > c], 2 log k c < n/k; v = tau = 0 for one block.

    Cases: The law as in the printed form. tau by all noise of sizes up to c, for k = 2 and 4 and 1
    to 5 rows in a block, also where 2 log k divides n/k, and the nodes that some cut has; v by all
    ranges and the fewest nodes, for k up to 32. By no law could tau be seen to be too small if c
    were n/k: cuts go back only where several values are large. That what is promised is true is in
    the concrete form, and that four rows are enough, in BNSV15.AppC.priv.
    """
    yield from _release(build, n, forward=True)
    if n == 4:
        for k, rows in ((2, 6), (2, 8), (2, 10), (4, 4), (4, 12), (4, 16), (4, 20), (1, 4)):
            yield from _stray_is_counted(build, k, rows)
        for k in (2, 4, 8, 16, 32, 1):
            made = build(Least(), Domain.of_size(2), k, Epsilon(TWO, 2), True, None)
            found = made.guarantee_with(Guarantee.pure(Epsilon(THREE)), k).exp_eps
            yield eq(f"k = {k}: e^eps", found, 4 ** values_needed(k) * THREE**4)


def _stray_is_counted(build: Build, k: int, n: int) -> Iterator[Comparison]:
    """tau, and what is added for a solver, against the noise and the nodes that there are."""
    made = build(Least(), Domain.of_size(2), k, Epsilon(TWO**10, 2), True, None)
    values = values_that_matter(k)
    tail = TwoSidedGeometric(1 / TWO**20).at_least(harmless_noise(k, n) + 1) if values else 0
    leak = Fraction(1, 10**6)
    promised = made.guarantee_with(Guarantee(THREE, leak), n)
    stated = 2 * values * tail + (1 + 3 + 9 + 27) * leak
    yield eq(f"{k} blocks of {n} rows: delta", promised.delta, stated)


@claim(
    "BNSV15.ALG.QuantTree",
    over(replaced=sized(((5, 13),), ((5, 13),), ((5, 13), (1, 15)))),
    form=Form.CONCRETE,
    about=NoisyQuantiles,
    uses=("BNSV15.AppC.priv",),
)
def quantiles_are_private(build: Build, replaced: tuple[int, int]) -> Check:
    """16 rows in 8 blocks, at e^eps = 2^50, with a solver that recognises blocks at e^eps_A =
    2^60: the answers are (3 eps + 4 eps_A, 14 Pr[Z != 0])-private. With a solver that tells with
    probability 1/8 whether there is a certain row two blocks are as private as is promised for a
    (0, 1/8)-private solver.

    Cases: The promise is that of the mechanism. Noise is shown from -1 to 1. A row of the third
    block is replaced by one of the seventh, so that all blocks between have other rows unless four
    cuts move; the event that a solver, which is eps_A-private for an added or removed row
    (BNSV15.T4.6.nonbij), recognises each block: the loss is 269 bits of the 390 that are stated,
    419 with half of the noise. Then 2 blocks of 3 rows, a delta of 1/8 of the 1/2 stated.
    """
    yield _leak_is_paid_for(build)
    removed, before = replaced
    blocks, answers = 8, Epsilon(Fraction(2**60))
    first, second = moved_row(2 * blocks, removed, before)
    targets = tuple(first[i : i + 2] for i in range(0, len(first), 2))
    solver = Recogniser(targets, answers)
    made = build(solver, Domain.of_size(2), blocks, Epsilon(Fraction(2**25), 2), True, 1)
    stated = made.guarantee_with(Guarantee.pure(solver.eps), len(first))
    pair = ListedAdjacency((first, second), ((0, 1),))
    yield private(AllBetween(made.ranks, solver), pair, stated, name="8 blocks of 2 rows")


def _leak_is_paid_for(build: Build) -> Item:
    """Two blocks of three rows, and a solver without a loss but with a delta."""
    first, second = moved_row(6, 1, 5)
    leak = Fraction(1, 8)
    solver = LeakingRows(55, leak)
    made = build(solver, Domain.of_size(2), 2, Epsilon(Fraction(32), 2), True, 2)
    stated = made.guarantee_with(Guarantee(Fraction(1), leak), 6)
    pair = ListedAdjacency((first, second), ((0, 1),))
    return private(made, pair, stated, name="a solver that leaks")


def _edits(first: Sequence[int], second: Sequence[int], n: int, i: int, j: int) -> int:
    """How many rows come or go over all blocks."""
    rows = [*range(n)]
    rest = rows[:i] + rows[i + 1 :]
    other = [*rest[:j], n, *rest[j:]]
    both = zip(pairwise(first), pairwise(second), strict=True)
    return sum(len({*rows[a:b]} ^ {*other[max(c, 0) : max(d, 0)]}) for (a, b), (c, d) in both)


def _moves(noise: Rows, other: Rows) -> int:
    """By how much all values of the noise change."""
    return sum(abs(y - z) for y, z in zip(noise, other, strict=True))


def _ledger(move: Map, n: int, i: int, most: int, values: int) -> Iterator[Comparison]:
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
                yield le(f"moves, {where}", _moves(noise, other), values)
                seen.add(other)
                count += 1
        yield eq(f"images, row {i} goes, one comes after {j}", len(seen), count)


@claim(
    "BNSV15.AppC.priv",
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
def shifting_all_cuts_is_a_bijection(move: Map, n: int, i: int) -> Check:
    """There is a bijection between noise vectors, which changes 2 log k values by one at most,
    such that two blocks see one row more or less each: all cuts between the two rows move by one.

    Cases: k = 4, noise from -1 to 1 for which cuts increase strictly, so that no blocks overlap;
    8 rows, all rows that go, all places for one that comes.
    """
    yield from _ledger(move, n, i, 2, 4)


MOVED = "_moved(noise, blocks, n, removed, inserted, 2)"
WRONG[cuts_between] = {
    "all cuts between the rows, as printed": f"{MOVED} => {MOVED.replace('2', '1')}",
    "every cut by its own leaf": f"{MOVED} => {MOVED[:-1]}, leaves)",
    "the noise stays": f"{MOVED} => noise",
}


@claim(
    "BNSV15.AppC.priv",
    over(n=(8,), i=sized((0, 3, 7), range(8), range(8))),
    form=Form.CORRECTED,
    about=cuts_between,
    uses=("BNSV15.T4.6.map6",),
)
def shifting_cuts_between(move: Map, n: int, i: int) -> Check:
    """On noise for which cuts increase strictly: let all cuts between the two rows but the first
    move. That is injective, changes v = max(log k, 2 log k - 3) values by one at most, and over
    all blocks four rows come or go. So the answers lose v times the loss of a value, and 4 times
    that of the solver, but for the chance that cuts do not increase strictly.

    Cases: As in the printed form; ranges of cuts are unions of v subtrees, up to k = 32; and
    for k = 8 and 16, without noise, that this moves the cuts of the mechanism as it should, by at
    most v values.
    That it is paid for as the noise and the solver have it is in BNSV15.ALG.QuantTree, concrete.
    """
    yield from _ledger(move, n, i, 4, values_moved(4))
    for k in (2, 4, 8, 16, 32) if not i else ():
        sizes = [
            len(subtrees(a if a > 1 else 0, b, k))
            for a in range(1, k)
            for b in range(a + 1, k + 1)
        ]
        levels = k.bit_length() - 1
        yield le(f"k = {k}", max(sizes), max(levels, 2 * levels - 3))
    for k in (8, 16) if not i else ():
        yield from _shifts_just_these(move, k)


def _shifts_just_these(move: Map, k: int) -> Iterator[Comparison]:
    """The edits of blocks of two rows and the moves, without noise before the move."""
    n, still = 2 * k, (0,) * (2 * k - 1)
    for gone, come in product(range(n), repeat=2):
        noise = move(still, k, n, gone, come)
        cuts, other = cuts_of(still, k, n), cuts_of(noise, k, n)
        name = f"k = {k}, row {gone} goes, one comes after {come}"
        yield le(f"edits, {name}", _edits(cuts, other, n, gone, come), 4)
        yield le(f"moves, {name}", _moves(still, noise), values_moved(k))


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


ABOVE = "max((i for i, r in enumerate(points, start=1) if r <= threshold), default=0)"
WRONG[block_number] = {
    "the number of the block before": f"{ABOVE} => {ABOVE} - 1",
    "the number of blocks that begin above": f"{ABOVE} => sum(r > threshold for r in points)",
}


@claim(
    "BNSV15.AppC.util",
    over(case=sized(((4, 2, 1), (4, 4, 0), (6, 2, 1)), ((8, 2, 2), (8, 4, 1)), ((8, 4, 1),))),
    form=Form.CONCRETE,
    about=block_number,
)
def quantiles_answer_thresholds(number: Build, case: tuple[int, int, int]) -> Check:
    """If every cut is off by at most c rows, blocks are not empty and each r_i is an interior
    point of its block, answering t by i/k for the largest r_i <= t is off by at most n/k + c rows.

    Cases: n, k, c = case, distinct rows and pairs of equal ones, all such cuts, all interior
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
