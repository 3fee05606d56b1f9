"""Section 4.2.1: the release of thresholds from interior points, and its accuracy."""

from itertools import accumulate

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.noisy_blocks import (
    HALF_NOISE,
    NOISE_MATTERS,
    AllRecognised,
    Instance,
    Recogniser,
    without_noise,
)
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.release.threshold_release import (
    NoisyCuts,
    Steps,
    ThresholdRelease,
    moved_down,
)
from reference.mechanisms.stream.binary_tree import failure_probability
from reference.probability.geometric import TwoSidedGeometric

THREE = Fraction(3)


@dataclass(frozen=True, slots=True)
class Least:
    """The least row, or bottom: an interior point without noise, which shows the blocks."""

    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Bottom:
        del coins
        return min(database, default=Bottom.BOTTOM)


def _ends(start: int, length: int, n: int, floor: int | None) -> Iterator[tuple[int, Fraction]]:
    """The ends of a block, at e^eps = 2: clamped, or not below a floor."""
    low = start if floor is None else floor
    noise = TwoSidedGeometric(1 / TWO)
    chances = noise.clamped(low - start - length, n - start - length)
    for z in chances:
        yield start + length + z, chances.probability(z)


@dataclass(frozen=True, slots=True)
class LeastWith:
    """The least row of a block that has a certain one, else bottom."""

    row: int
    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Bottom:
        del coins
        return min(database) if self.row in database else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class AnyPoint:
    """One of so many points, whatever the rows are."""

    points: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int:
        del database
        return coins.draw(Dist.uniform(range(self.points)))


def _fourth_block(build: Build) -> Iterator[Item]:
    """The law of a release with four blocks of one of five rows: where the last row is."""
    rows, blocks, cuts = (2, 3, 0, 4, 1), 4, NoisyCuts(1, Epsilon(TWO))
    release = build(LeastWith(4), Domain.of_size(5), blocks, cuts, Epsilon(THREE))
    found, wanted = law(release, rows), defaultdict[Steps, Fraction](Fraction)
    for path, mass in _paths(len(rows), 1, blocks, None):
        points = tuple(a for a, b in pairwise(path) if a < b == len(rows))
        for counts, shown in _counted(points, len(rows)).items():
            wanted[Steps(points, (*counts, len(rows)))] += mass * shown
    for steps, mass in wanted.items():
        yield eq(f"the last of five rows: {steps}", found.probability(steps), mass)


def _four_points(build: Build) -> Iterator[Item]:
    """The law of the counts of one row below up to four points."""
    blocks, row = 4, 1
    cuts = without_noise(1, Epsilon(TWO))
    release = build(AnyPoint(blocks), Domain.of_size(blocks), blocks, cuts, Epsilon(THREE))
    found, wanted = law(release, (row,)), defaultdict[Steps, Fraction](Fraction)
    for answers in product(range(blocks), repeat=blocks):
        points = tuple(sorted({*answers}))
        for counts, shown in _counted(tuple(int(row < p) for p in points), 1).items():
            wanted[Steps(points, (*counts, 1))] += shown / blocks**blocks
    for steps, mass in wanted.items():
        yield eq(f"one row: {steps}", found.probability(steps), mass)


def _paths(n: int, length: int, blocks: int, floor: int | None) -> list[tuple[Rows, Fraction]]:
    """All cuts, from 0 on, and how probable they are."""
    paths: list[tuple[Rows, Fraction]] = [((0,), Fraction(1))]
    for _ in range(blocks):
        paths = [
            ((*path, end), mass * chance)
            for path, mass in paths
            for end, chance in _ends(path[-1], length, n, floor)
        ]
    return paths


def _answers(rows: Rows, length: int, blocks: int, floor: int | None) -> dict[Rows, Fraction]:
    """The law of the sets of least rows, over all ends of all blocks."""
    found: dict[Rows, Fraction] = defaultdict(Fraction)
    for path, mass in _paths(len(rows), length, blocks, floor):
        seen = (rows[max(a, 0) : max(b, 0)] for a, b in pairwise(path))
        found[tuple(sorted({min(d) for d in seen if d}))] += mass
    return found


def _counted(below: Rows, n: int) -> dict[Rows, Fraction]:
    """The law of the noisy counts, at e^eps = 3, for the numbers of rows below each point.

    The count of the v-th point is that of the b points up to it and the count of the (v - b)-th;
    b is the largest power of two that divides v.
    """
    noise = TwoSidedGeometric(1 / THREE)
    found: dict[Rows, Fraction] = {(0,): Fraction(1)}
    for v, total in enumerate(below, start=1):
        before = v & (v - 1)
        true = total - (below[before - 1] if before else 0)
        shown = noise.clamped(-true, n - true)
        found = {
            (*counts, counts[before] + true + z): mass * shown.probability(z)
            for counts, mass in found.items()
            for z in shown
        }
    return {counts[1:]: mass for counts, mass in found.items()}


def _released(build: Build, rows: Rows, floor: int | None, blocks: int = 2) -> Iterator[Item]:
    """The law of a release with blocks of one row, against that of its steps."""
    cuts = NoisyCuts(1, Epsilon(TWO), floor is None, None if floor is None else -floor)
    release = build(Least(), Domain.of_size(3), blocks, cuts, Epsilon(THREE))
    found, n = law(release, rows), len(rows)
    for points, mass in _answers(tuple(sorted(rows)), 1, blocks, floor).items():
        below = tuple(sum(x < p for x in rows) for p in points)
        for counts, shown in _counted(below, n).items():
            name = f"{points}, {counts}"
            yield eq(name, found.probability(Steps(points, (*counts, n))), mass * shown)


UNORDERED = 2, 0, 1
"""Rows that show three blocks, and up to three points."""


def with_cuts(build: Build) -> Build:
    """The release with other cuts."""
    return given(ThresholdRelease, cuts=lambda it: build(it.length, it.eps, it.clamped, it.margin))


WRONG_MOVES = {
    "rows never stay at a representative": "(points, x) => (points, x - 1)",
    "rows move up": "bisect_right(points, x) => min(len(points), bisect_right(points, x) + 1)",
}
WRONG[moved_down] = WRONG_MOVES

NEXT_CUT = "self.cuts(start, len(self.database), coins)"
COUNTER = "TreeCounter(universe, {}, self.reach)"
STILL = f"{NEXT_CUT} => min(start + self.cuts.length, len(self.database)) if {{}} else {NEXT_CUT}"
NODE = COUNTER.format("self.node")
WRONG[ThresholdRelease] = WRONG_MOVES | {
    "no noise in the cuts": with_cuts(without_noise),
    "half of the noise in the cuts": with_cuts(wrong(NoisyCuts, *HALF_NOISE)),
    "noise of four times the size in the cuts": given(
        ThresholdRelease, cuts=lambda cuts: replace(cuts, eps=cuts.eps / 4)
    ),
    "no noise in the cuts from the third block on": STILL.format("len(state[1]) >= 2"),
    "no noise in the cuts from the fourth block on": STILL.format("len(state[1]) >= 3"),
    "half of the blocks": given(ThresholdRelease, blocks=lambda blocks: blocks // 2),
    "the third block is all rows": "self.database[max(start, 0) : max(end, 0)] => "
    "self.database[max(start, 0) : max(end, 0)] if len(state[1]) < 2 else self.database",
    "the rows are not put in order": "Cut(tuple(sorted(database)), => Cut(database,",
    "no noise in the counts": f"coins.run({NODE}, moved) => "
    "tuple(sum(i <= p for i in moved) for p in range(len(points) + 1))",
    "half of the noise in the counts of three points": f"{NODE} => "
    + COUNTER.format("self.node * (2 if len(points) >= 3 else 1)"),
    "a quarter of the noise in the counts of four points": f"{NODE} => "
    + COUNTER.format("self.node * (4 if len(points) >= 4 else 1)"),
    "half of the loss is promised": wrong(
        ThresholdRelease,
        "noise.exp(2) * edits.exp_eps * self.node.exp(nodes) => "
        "noise.exp(1) * solver.exp_eps**2 * self.node.exp(Fraction(nodes, 2))",
        Fraction=Fraction,
    ),
}


@claim("BNSV15.ALG.Thresh", over(multisets(3, sized(2, 3, 3), least=0)), about=ThresholdRelease)
def steps_of_the_release(build: Build, rows: Rows) -> Check:
    """The release cuts the sorted rows after t_l = t_(l-1) + g + Z_l, where cuts may go back,
    takes a point of each block, counts the rows below each of these points, with the noise of the
    tree counter, and answers t by the count for the largest of them that is at most t.

    Cases: Two blocks of one row at e^eps = 2, the least row as the point, so that blocks show;
    cuts not below -2, counts shown from 0 to n. The sum is over all cuts and all noise in the
    counts. Once three blocks of three rows that are not in order.
    """
    yield from _released(build, rows, -2)
    if not rows:
        yield from _released(build, UNORDERED, -2, 3)


@claim(
    "BNSV15.ALG.Thresh",
    over(multisets(3, sized(2, 3, 3), least=0)),
    form=Form.CORRECTED,
    about=ThresholdRelease,
)
def steps_with_clamped_lengths(build: Build, rows: Rows) -> Check:
    """The same with blocks of max(0, g + Z_l) rows. With an eps-private solver (2 eps + 4 eps +
    eps_A, tau)-privacy is promised for a replaced row, tau = Pr[some g + Z_l < 1].

    Cases: As in the printed form; once four blocks of five rows, a point only of the block with
    the last row; and once four points that do not depend on one row. The promise, for two blocks,
    against the formula: that it is true is in the concrete form.
    """
    yield from _released(build, rows, None)
    if not rows:
        yield from _released(build, UNORDERED, None, 3)
        yield from _fourth_block(build)
        yield from _four_points(build)
        every = Epsilon[RationalFunction].indeterminate()
        for length in (2, 3):
            right = ThresholdRelease(
                Least(), Domain.of_size(3), 2, NoisyCuts(length, every), every
            )
            e, promised = every.exp(), right.guarantee_with(Guarantee.pure(every))
            short = e**-length / (1 + 1 / e)
            yield eq(f"g = {length}: its e^eps", promised.exp_eps, e ** (2 + 4 + 3))
            yield eq(f"g = {length}: its delta", promised.delta, 1 - (1 - short) ** 2)


@claim(
    "BNSV15.ALG.Thresh",
    over(found=(NOISE_MATTERS,)),
    form=Form.CONCRETE,
    about=ThresholdRelease,
    uses=("BNSV15.T4.6.map6",),
)
def release_is_private(build: Build, found: Instance) -> Check:
    """With clamped lengths, noise of loss eps, an eps_A-private solver for an added or removed
    row and counts of loss eps_C for k + 1 points, the release is (2 eps + 4 eps_A + eps_C,
    tau)-private for a replaced row, tau = Pr[some g + Z_l < 1].

    Cases: The answers on 5 blocks of 2 of 12 rows, at e^eps = 2^40 and e^eps_A = 2^30, a node of
    the counts at 9/4; a row of the first block is replaced by one of the fourth, so that all to
    there have other rows unless two values move; the event that a solver, which is eps_A-private
    (BNSV15.T4.6.nonbij), recognises each block: the loss is 140 bits of the 206 that are stated,
    220 with half of the noise, 240 without. Then every eps and the whole release, for two blocks
    of two rows over three points, where only the noise in the counts matters.
    """
    node, solver = Epsilon(Fraction(3, 2), 2), Recogniser(found.targets, Epsilon(TWO**30))
    cuts = NoisyCuts(found.length, Epsilon(TWO**40))
    made = build(solver, Domain.of_size(2), len(found.targets), cuts, node)
    stated = made.guarantee_with(Guarantee.pure(solver.eps))
    recognised = AllRecognised(made.cuts, solver)
    yield private(recognised, found.pair, stated, name=str(found))
    every = Epsilon[RationalFunction].indeterminate(2)
    few, cuts_of_two = ExponentialInteriorPoint(Domain.of_size(3), every), NoisyCuts(2, every)
    release = build(few, Domain.of_size(3), 2, cuts_of_two, every)
    e, short = every.exp(), every.exp(-2) / (1 + every.exp(-1))
    all_eps = Guarantee(e ** (2 + 4 + 3), 1 - (1 - short) ** 2)
    yield private(release, replace_one(range(3), 2), all_eps, name="two blocks of two rows")


def _points(blocks: tuple[Rows, ...], points: int) -> Iterator[Rows]:
    """All choices of an interior point of each block, and of any point of an empty one."""
    inside = [range(d[0], d[-1] + 1) if d else range(points) for d in blocks]
    yield from product(*inside)


@claim(
    "BNSV15.T4.6.interp",
    over(
        sizes=sized(((2, 2), (3, 3), (2, 0, 2)), ((2, 2, 2), (3, 3)), ((2, 2, 2), (3, 3), (4, 4)))
    ),
    about=moved_down,
    given=lambda sizes: [le("a block", 1, len(sizes)), le("a row", 1, max(sizes, default=0))],
)
def error_of_representatives(moved: Build, sizes: tuple[int, ...]) -> Check:
    """If every block has at most s rows, counting rows at the largest representative below them is
    off by at most 2 s, for every threshold; indeed by the sum of two blocks that follow each
    other, less two rows.

    Cases: All databases over 5 points, all interior points of all blocks, all thresholds; any
    point for an empty block, which makes three blocks of which one is empty. 2 s - 2 is attained.
    """
    points, worst = 5, 0
    ends = [0, *accumulate(sizes)]
    for rows in replace_one(range(points), ends[-1]).databases():
        blocks = tuple(rows[a:b] for a, b in pairwise(ends))
        for chosen in _points(blocks, points):
            distinct = sorted({*chosen})
            counted = moved(distinct, rows)
            for t in range(points):
                index = sum(r <= t for r in distinct)
                answer = sum(i <= index for i in counted)
                worst = max(worst, abs(answer - sum(x <= t for x in rows)))
    yield le(f"sizes {sizes}", worst, 2 * max(sizes) - 2)


@dataclass(frozen=True, slots=True)
class Shortest:
    """Whether all rows are in blocks, and the size of the shortest that the end does not cut."""

    cuts: NoisyCuts[Fraction]
    blocks: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[bool, int]:
        n, ends = len(database), [0]
        for _ in range(self.blocks):
            ends.append(self.cuts(ends[-1], n, coins))
        whole = [b - a for a, b in pairwise(ends) if b < n]
        return ends[-1] == n, min(whole, default=n)


WRONG[NoisyCuts] = {
    "blocks of half the length": given(NoisyCuts, length=lambda g: g // 2),
    "blocks that are shorter by one": given(NoisyCuts, length=lambda g: g - 1),
    "noise at e^eps = 3/2": given(NoisyCuts, eps=Epsilon(Fraction(3, 2))),
}


@claim("BNSV15.T4.6.util", over(half=(1, 2), k=(2, 4)), about=NoisyCuts)
def blocks_are_long(build: Build, half: int, k: int) -> Check:
    """If all Z_l >= -g/2, g = alpha n/3 and k = 6/alpha, which fails with probability k Pr[Z <
    -g/2] at most, all rows are in blocks, and every block has alpha n/6 rows or more. (k and g as
    restored. That the last blocks may be empty is said in step 3 of the algorithm: meant are those
    that the end of the database does not cut off.)

    Cases: The cuts of the release, n = k g/2, as follows from these; g = 2 half, e^eps = 8.
    """
    eps = Epsilon(Fraction(8))
    failure = k * TwoSidedGeometric(eps.exp(-1)).at_most(-half - 1)
    yield accurate(
        Shortest(build(2 * half, eps), k),
        ListedAdjacency(((0,) * (k * half),), ()),
        lambda _, found: found[0] and found[1] >= half,
        failure,
    )


@claim(
    "BNSV15.T4.6.util",
    over(case=(1,)),
    form=Form.CORRECTED,
    about=ThresholdRelease,
    uses=("BNSV15.T4.6.interp",),
)
def release_is_accurate(build: Build, case: int) -> Check:
    """If -d <= Z_l <= u for all l, g - d >= m and k (g - d) >= n, all rows are in blocks; all that
    are not cut off by the end have m rows or more, and every answer is off by at most 2 (g + u) -
    2 rows and the error of the counts. Each of this fails with the probability of the noise, of
    the solver on m rows, and of the counts.

    Cases: n = 4 rows over three points in 2 blocks of 2 rows, d = u = 0, m = 2, so that answers
    may be off by 2 rows; eps is large, for the bound to be small.
    """
    del case
    n, points, blocks, length = 4, 3, 2, 2
    noise, root, node = Epsilon(Fraction(5), 4), Fraction(64), Fraction(1024)
    domain = Domain.of_size(points)
    solver = ExponentialInteriorPoint(domain, Epsilon(root, 2))
    release = build(solver, domain, blocks, NoisyCuts(length, noise), Epsilon(node))
    strayed = 1 - TwoSidedGeometric(noise.exp(-1)).probability(0)
    failing = (points - 1) / (points - 1 + root**2)
    failure = blocks * strayed + blocks * failing + failure_probability(blocks, 0, 1 / node)

    def good(rows: Rows, steps: Steps) -> bool:
        return all(abs(steps(t) - sum(x <= t for x in rows)) <= 2 for t in domain)

    yield accurate(release, replace_one(range(points), n), good, failure)
