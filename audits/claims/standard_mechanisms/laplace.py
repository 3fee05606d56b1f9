"""Laplace noise, compared with integers: privacy for every eps, tightness, and accuracy."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import *
from audits.claims.standard_mechanisms.noise import COUNTED, FAR, FEW
from reference.mechanisms.noise.laplace_mechanism import (
    LaplaceCells,
    LaplaceHistogramCells,
    LaplaceThresholdTest,
)
from reference.mechanisms.noise.laplace_noise import LaplaceNoise

LAPLACE = "LaplaceNoise(self.eps.exp()))"
SIGNED = "half * self.base**-value if value >= 0 else 1 - half * self.base**value"
CELL = "coins.draw(cell_of(counts[x], self.cuts, noise))"

ExponentialNoise = wrong(LaplaceNoise, f"{SIGNED} => self.base ** -max(value, 0)")
WRONG[LaplaceCells] = usual_of_rows(LaplaceCells) | {
    "noise is never negative": wrong(LaplaceCells, LaplaceNoise=ExponentialNoise),
    "negative counts are drawn again": f"{LAPLACE}) => "
    f"{LAPLACE}.condition(lambda cell: cell > 0))",
    "cuts are one too high": given(LaplaceCells, cuts=lambda cuts: tuple(c + 1 for c in cuts)),
    "counts beyond the cuts are moved there": "sum(database) => min(sum(database), self.cuts[-1])",
}
WRONG[LaplaceThresholdTest] = usual_of_rows(LaplaceThresholdTest) | {
    "no noise below the threshold": "release(bernoulli(passes)) => "
    "draw(bernoulli(passes)) and count >= self.threshold",
    "the threshold is one too high": given(LaplaceThresholdTest, threshold=lambda t: t + 1),
}
WRONG[LaplaceHistogramCells] = usual(LaplaceHistogramCells) | {
    "no noise on values that do not occur": f"{CELL} => "
    f"{CELL} if counts[x] else sum(cut <= 0 for cut in self.cuts)"
}


@claim("BNSV15.T2.1", FEW, form=Form.CONCRETE, about=LaplaceCells)
@claim("CORE.laplace-cells", FEW, about=LaplaceCells)
def laplace_cells(build: Build, rows: int) -> Check:
    """The cell between integer cuts that a count plus Lap(1/eps) is in: eps-private.

    Cases: Every database of so many bits, and for added or removed rows. A cut at every count
    shows the whole loss.
    """
    yield from either_way(build(tuple(range(rows + 1)), every(1)), (0, 1), rows, pure(R))


@claim("CORE.laplace-cells-is-tight", over(cell=(0,), parts=(1,)), about=LaplaceCells)
@claim(
    "CORE.laplace-threshold-test-is-tight",
    over(cell=(False,), parts=(1,)),
    about=LaplaceThresholdTest,
)
@claim(
    "CORE.laplace-histogram-cells-is-tight",
    over(cell=((3, 0),), parts=(2,)),
    about=LaplaceHistogramCells,
)
def laplace_noise_is_tight(build: Build, cell: object, parts: int) -> Check:
    """The loss eps is attained: no smaller one holds for any eps > 0.

    Cases: Two rows 0, 0 against 0, 1; cuts 0, 1, 2 or the threshold 0; all eps.
    """
    cuts = (0, 1, 2)
    shown = {int: (cuts,), bool: (0,), tuple: (Domain.of_size(2), cuts)}[type(cell)]
    yield attained(build(*shown, every(parts)), (0, 0), (0, 1), lambda y: y == cell, R**parts)


@claim("CORE.laplace-cells.accuracy", FAR, about=LaplaceCells)
def laplace_cells_are_close(build: Build, rows: int, k: int) -> Check:
    """All cuts up to a - k, a the count, and none from a + k on are at most the noisy count, but
    with probability e^(-k eps): the cell is one of those within k.

    Cases: Every database of so many bits; equality on each of them with cuts at all integers from
    -k to n + k. With cuts from 1 to n - 1, counts lie beyond them.
    """
    for cuts in (range(-k, rows + k + 1), range(1, rows)):

        def good(database: Rows, y: int, cuts: range = cuts) -> bool:
            count = sum(database)
            return sum(c <= count - k for c in cuts) <= y <= sum(c < count + k for c in cuts)

        cells = build(tuple(cuts), every(1))
        yield accurate(cells, bits(rows), good, R**-k, name=f"cuts from {cuts[0]} to {cuts[-1]}")


@claim("CORE.laplace-threshold-test", COUNTED, about=LaplaceThresholdTest)
def laplace_threshold_test(build: Build, rows: int) -> Check:
    """Whether a count plus Lap(1/eps) is at least an integer is (eps, 0)-private.

    Cases: Every database of so many bits, on both sides of the threshold; rows may be added too.
    """
    yield from either_way(build(rows // 2, every(1)), (0, 1), rows, pure(R))


@claim("CORE.laplace-threshold-test.accuracy", FAR, about=LaplaceThresholdTest)
def laplace_threshold_test_is_right(build: Build, rows: int, k: int) -> Check:
    """A count that is at least T + k passes, one that is at most T - k fails, but with probability
    e^(-k eps) / 2.

    Cases: Every database of n + 2k bits, T = k; equality at T + k and T - k.
    """

    def good(database: Rows, passes: bool) -> bool:
        return abs(sum(database) - k) < k or passes == (sum(database) > k)

    yield accurate(build(k, every(1)), bits(rows + 2 * k), good, HALF * R**-k)


@claim(
    "CORE.laplace-histogram-cells",
    over(k=sized((2,), (3,), (3,)), rows=sized((2,), (2,), (3,))),
    about=LaplaceHistogramCells,
)
def laplace_histogram_cells(build: Build, k: int, rows: int) -> Check:
    """Cells of a histogram with Lap(2/eps) on each count are (eps, 0)-private for replaced rows,
    (eps/2, 0)-private for added or removed ones.

    Cases: A replaced row changes two counts, and the scope has such pairs.
    """
    cells = build(Domain.of_size(k), tuple(range(rows + 1)), every(2))
    yield private(cells, replace_one(range(k), rows), pure(R**2))
    yield private(cells, add_remove_one(range(k), rows), pure(R), name="added or removed")


@claim(
    "CORE.laplace-histogram-cells.accuracy",
    over(k=(1, 2), rows=sized((2,), (3,), (4,))),
    about=LaplaceHistogramCells,
)
def laplace_histogram_cells_are_close(build: Build, k: int, rows: int) -> Check:
    """With a cut at every integer, all |X| cells are among the k below or the k above their
    counts but with probability 1 - (1 - e^(-k eps/2))^|X|.

    Cases: Every database over two values; equality on each of them.
    """
    cells = build(Domain.of_size(2), tuple(range(-k, rows + k + 1)), every(2))

    def good(database: Rows, found: Rows) -> bool:
        counts = Counter(database)
        return all(-k < cell - k - counts[x] <= k for x, cell in enumerate(found))

    yield accurate(cells, replace_one((0, 1), rows), good, 1 - (1 - R**-k) ** 2)
