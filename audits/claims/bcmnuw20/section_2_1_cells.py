"""Section 2.1: representatives of thresholds and of halfspaces, one for each cell."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.impostors.dimensions import (
    Signed,
    each_itself,
    representatives_of_the_first,
)
from audits.claims.bcmnuw20.laws.dimensions import Line, cells, sauer
from reference.data.concept import Hypothesis, IntervalFunction
from reference.data.named_classes import Grid, Halfspace
from reference.data.public_cover import representatives

Map = Callable[[Sequence[Hypothesis], int], tuple[int, ...]]


@claim(
    "BCMNUW20.TXT.rep-thresholds",
    over(thresholds=range(1, 9)),
    about=lambda: (IntervalFunction, representatives),
    impostors={
        "x < t": lambda: (lambda end: IntervalFunction(end - 1), representatives),
        "one threshold left out": lambda: (
            IntervalFunction,
            lambda h, size: representatives(h[1:], size),
        ),
        "every point itself": lambda: (IntervalFunction, each_itself),
        "by the first": lambda: (
            IntervalFunction,
            lambda h, size: (
                representatives_of_the_first(h, size) if len(h) > 1 else each_itself(h, size)
            ),
        ),
    },
)
def one_for_each_interval(
    rules: Callable[[], tuple[Callable[[int], Hypothesis], Map]], thresholds: int
) -> Check:
    """M thresholds h_t(x) = 1 iff x <= t, t_1 < ... < t_M, have M + 1 representatives, one in each
    of the intervals up to t_1, (t_1, t_2], ..., above t_M.

    Fair: t_i = 2 i among the points 1, ..., 2 M + 1: between two thresholds lies one point more.
    """
    build, rule = rules()
    size = 2 * thresholds + 1
    kept = rule([build(2 * i) for i in range(1, thresholds + 1)], size)  # point x - 1, x < 2 i + 1
    yield eq("number", len(set(kept)), thresholds + 1)
    for x in range(1, size + 1):
        interval = {z for z in range(1, size + 1) if (z + 1) // 2 == (x + 1) // 2}
        yield true(f"{x} stays in its interval", kept[x - 1] + 1 in interval)


GENERAL: tuple[tuple[Line, ...], ...] = (
    (((1, 0), 0),),
    (((1, 0), 0), ((0, 1), 0)),
    (((1, 0), -1), ((1, 0), 2)),
    (((1, 0), 0), ((0, 1), 0), ((1, 1), 3)),
    (((1, 0), 0), ((1, 0), 2), ((0, 1), 1)),
    (((1, 0), -2), ((0, 1), -2), ((1, 1), 0), ((1, -1), 2)),
)
"""Different lines, no three of them through a point."""

DEGENERATE: tuple[tuple[Line, ...], ...] = (
    (((1, 0), 0), ((-1, 0), 0)),
    (((1, 0), 0), ((-1, 1), 0), ((0, -1), 0)),
)
"""Both sides of one line; three lines through a point."""

PLANE = Grid(2, 6)


@claim(
    "BCMNUW20.TXT.rep-halfspaces",
    over(lines=(*GENERAL, *DEGENERATE)),
    about=representatives,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "section 2.1, after Definition 2: for closed halfspaces needs different lines in general "
        "position; points on the lines have combinations of values of their own otherwise",
        "the representatives of x >= 0 and x <= 0",
        "the cells of the arrangement",
    ),
)
def one_for_each_cell(rule: Map, lines: tuple[Line, ...]) -> Check:
    """A representative domain of halfspaces has exactly one point for each cell of the arrangement
    of their hyperplanes.

    Fair: The plane, at the points with coordinates -6, ..., 6: more points have as many
    representatives or more.  Cells are open, counted by crossings; equal lines count once.
    """
    concepts = [Halfspace(normal, offset, PLANE) for normal, offset in lines]
    found = len(set(rule(concepts, PLANE.size)))
    yield eq(lines, found, cells([*{_line(each): each for each in lines}.values()]))


def _line(line: Line) -> Line:
    """The same line, the first coordinate of its normal that is not 0 positive."""
    (a, b), c = line
    return line if (a, b) > (0, 0) else ((-a, -b), -c)


@claim(
    "BCMNUW20.TXT.rep-halfspaces",
    over(lines=(*GENERAL, *DEGENERATE)),
    form=Form.CORRECTED,
    about=lambda lines: representatives(
        [Halfspace(normal, offset, PLANE) for normal, offset in lines], PLANE.size
    ),
    impostors={
        "every point itself": lambda lines: each_itself(lines, PLANE.size),
        "one halfspace left out": lambda lines: representatives(
            [Halfspace(normal, offset, PLANE) for normal, offset in lines[1:]], PLANE.size
        ),
        "open halfspaces": lambda lines: representatives(
            [Signed(a, b, PLANE, lambda x, y: x > y) for a, b in lines], PLANE.size
        ),
    },
)
def one_for_each_combination(
    rule: Callable[[tuple[Line, ...]], tuple[int, ...]], lines: tuple[Line, ...]
) -> Check:
    """A representative domain of halfspaces has one point for each combination of sides that some
    point has; for different lines of which no three meet in a point, as many as there are open
    cells, at most 1 + M + M (M - 1)/2.

    Fair: The points of a grid of the plane; the cells are counted by crossings, and the grid has
    points in all of them.
    """
    kept = rule(lines)
    sides = {}
    for x in range(PLANE.size):
        u, v = PLANE.coordinates(x)
        sides[x] = tuple(a * u + b * v >= c for (a, b), c in lines)
    yield eq("number", len(set(kept)), len(set(sides.values())))
    yield true("sides are kept", all(sides[x] == sides[s] for x, s in enumerate(kept)))
    if lines in GENERAL:
        yield eq("cells", len(set(kept)), cells(lines))
        yield le("in general", len(set(kept)), sauer(len(lines), 2))
