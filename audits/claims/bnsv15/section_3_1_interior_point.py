"""Section 3.1: the interior point problem."""

from audits.claims.prelude import *
from reference.mechanisms.interior_point.interior_points import is_interior_point

WRONG[is_interior_point] = {
    "at most the greatest row": "score(database, answer) >= at_least => answer <= max(database)"
}


@claim("BNSV15.D3.1", over(multisets(6, sized(3, 4, 5))), about=is_interior_point)
def interior_point(is_good: Build, rows: Rows) -> Check:
    """A solves the interior point problem with error beta if min D <= A(D) <= max D with
    probability >= 1 - beta for every D; an interior point need not be a row.

    Cases: Every database and every point; bottom is no point.
    """
    for y in range(-1, 9):
        yield eq(f"{y}", is_good(rows, y), int(y in range(rows[0], rows[-1] + 1)))
    yield eq("bottom", is_good(rows, Bottom.BOTTOM), 0)
