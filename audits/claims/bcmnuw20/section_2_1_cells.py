"""Section 2.1: representatives of thresholds and of halfspaces, one for each cell."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.dimensions import Line, cells, sauer
from reference.data.concept import IntervalFunction
from reference.data.named_classes import Grid, Halfspace
from reference.data.public_cover import representatives

CUTS = Parts(cut=IntervalFunction, points=representatives)
EACH = "first.setdefault(tuple(h(x) for h in concepts), x)"
WRONG[CUTS] = {
    "x < t": CUTS.but(cut=given(IntervalFunction, end=lambda end: end - 1)),
    "one threshold left out": CUTS.but(points="for h in concepts => for h in concepts[1:]"),
    "every point itself": CUTS.but(points=f"{EACH} => x"),
    "by the first": CUTS.but(
        points=f"{EACH} => first.setdefault(concepts[0](x), x) if len(concepts) > 1 else x"
    ),
}


@claim("BCMNUW20.TXT.rep-thresholds", over(thresholds=range(1, 9)), about=CUTS)
def one_for_each_interval(parts: Parts, thresholds: int) -> Check:
    """M thresholds h_t(x) = 1 iff x <= t, t_1 < ... < t_M, have M + 1 representatives, one in each
    of the intervals up to t_1, (t_1, t_2], ..., above t_M.

    Cases: t_i = 2 i among the points 1, ..., 2 M + 1: between two thresholds lies one point more.
    """
    size = 2 * thresholds + 1
    cuts = [parts.cut(2 * i) for i in range(1, thresholds + 1)]  # at point x - 1, x < 2 i + 1
    kept = parts.points(cuts, size)
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
def one_for_each_cell(rule: Build, lines: tuple[Line, ...]) -> Check:
    """A representative domain of halfspaces has exactly one point for each cell of the arrangement
    of their hyperplanes.

    Cases: The plane, at the points with coordinates -6, ..., 6: more points have as many
    representatives or more.  Cells are open, counted by crossings; equal lines count once.
    """
    concepts = [Halfspace(normal, offset, PLANE) for normal, offset in lines]
    found = len(set(rule(concepts, PLANE.size)))
    yield eq(lines, found, cells([*{_line(each): each for each in lines}.values()]))


def _line(line: Line) -> Line:
    """The same line, the first coordinate of its normal that is not 0 positive."""
    (a, b), c = line
    return line if (a, b) > (0, 0) else ((-a, -b), -c)


def of_halfspaces(lines: tuple[Line, ...]) -> tuple[int, ...]:
    """The representatives of the points of the plane."""
    concepts = [Halfspace(normal, offset, PLANE) for normal, offset in lines]
    return representatives(concepts, PLANE.size)


WRONG[of_halfspaces] = {
    "every point itself": "representatives(concepts, PLANE.size) => tuple(range(PLANE.size))",
    "one halfspace left out": "in lines] => in lines[1:]]",
    "open halfspaces": "offset, PLANE) => offset + 1, PLANE)",
}


@claim(
    "BCMNUW20.TXT.rep-halfspaces",
    over(lines=(*GENERAL, *DEGENERATE)),
    form=Form.CORRECTED,
    about=of_halfspaces,
)
def one_for_each_combination(rule: Build, lines: tuple[Line, ...]) -> Check:
    """A representative domain of halfspaces has one point for each combination of sides that some
    point has; for different lines of which no three meet in a point, as many as there are open
    cells, at most 1 + M + M (M - 1)/2.

    Cases: The points of a grid of the plane; the cells are counted by crossings, and the grid has
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
