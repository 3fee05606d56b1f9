"""Section 5.1: switching points, and the intervals that they give."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.functions import functions, interval_databases
from audits.claims.bbkn13.words import *
from reference.data.switching_points import (
    dominating_intervals,
    switching_intervals,
    switching_points,
)

FUNCTIONS = over(functions(sized(6, 8, 11)))


WRONG[switching_points] = {
    "the ends are left out": "(1 - values[0], *values, 1 - values[-1]) => "
    "(values[0], *values, values[-1])",
    "both ends have one type for one value": "after == 0 => (after == 0) != (j == len(values))",
}
WRONG[switching_intervals] = {
    "decreasing switching points only": "(hypothesis)) => (hypothesis) if s.decreasing)",
    "without the ends of the domain": "(hypothesis)) => (hypothesis)[1:-1])",
}
WRONG[dominating_intervals] = {
    "takes the other end": "j.at if j.decreasing else k.at => k.at if j.decreasing else j.at",
    "only pairs around the target": "j.at <= target <= k.at => j.at < target < k.at",
}
WRONG[empirical_errors] = {
    "an example that occurs again does not count": "in database) => in set(database))",
    "counts what h labels rightly": "!= y => == y",
}


@claim("BBKN13.D5.3", FUNCTIONS, about=switching_points)
def switching_points_follow_the_cases(switches: Build, h: Values) -> Check:
    """j is a switching point iff h(j) != h(j-1), decreasing iff h(j-1) = 1; both ends always are,
    the first increasing iff h = 1 there, the last increasing iff h = 0 there.

    Cases: The cases of the definition are spelled out separately.
    """
    t = len(h.values)
    cases = [(0, h(0) == 0), (t, h(t - 1) == 1)]
    cases += [(j, h(j - 1) == 1) for j in range(1, t) if h(j) != h(j - 1)]
    found = code(2 * s.at + s.decreasing for s in switches(h))
    yield eq("as sets", found, code(2 * j + falls for j, falls in cases))


@claim("BBKN13.A.SWITCH", FUNCTIONS, about=switching_points)
def switching_points_rebuild_the_function(switches: Build, h: Values) -> Check:
    """The switching points with their types rebuild the function, from either end.

    Cases: Read from the left and from the right.
    """
    t, types = len(h.values), {s.at: s.decreasing for s in switches(h)}
    value, rebuilt = 0, []
    for x in range(t):
        value = 1 - types[x] if x in types else value
        rebuilt.append(value)
    backwards = []
    for x in range(t, 0, -1):
        value = int(types[x]) if x in types else value
        backwards.append(value)
    wanted = code(x for x in range(t) if h(x))
    yield eq("from the left", code(x for x in range(t) if rebuilt[x]), wanted)
    yield eq("from the right", code(x for x in range(t) if backwards[t - 1 - x]), wanted)


@claim("BBKN13.D5.3.alt", FUNCTIONS, about=switching_points)
def switching_points_alternate(switches: Build, h: Values) -> Check:
    """Switching points alternate; there are 2 to T + 1; c_j has one decreasing, namely j.

    Cases: A function is an interval iff it has one decreasing switching point.
    """
    found, t = switches(h), len(h.values)
    yield eq("alike", sum(a.decreasing == b.decreasing for a, b in pairwise(found)), 0)
    yield le("at least two", 2, len(found))
    yield le("at most all", len(found), t + 1)
    falls = [s.at for s in found if s.decreasing]
    ends = [c.end for c in intervals(t) if Values.of(c, t) == h]
    yield eq("an interval", len(falls) == 1, len(ends))
    if ends:
        yield eq("its end", code(falls), code(ends))


@claim("BBKN13.D.SWITCH", FUNCTIONS, about=switching_intervals)
def switch_contains_the_switching_points(switch: Build, h: Values) -> Check:
    """SWITCH(h) contains c_j exactly for the switching points j of h.

    Cases: The switching points are read off h with a value before and one after it.
    """
    padded = (1 - h(0), *h.values, 1 - h.values[-1])
    wanted = code(j for j, (a, b) in enumerate(pairwise(padded)) if a != b)
    yield eq("as sets", code(c.end for c in switch(h)), wanted)


@claim("BBKN13.A.T54.FIX", over(functions(sized(5, 7, 9))), about=dominating_intervals)
def fixing_interval_exists(chosen: Build, h: Values) -> Check:
    """For every target t the interval chosen from h ends where the run of zeros before t begins,
    or where the run of ones from t on ends; there is one such interval at least.

    Cases: Every target; one that is an inner switching point has two pairs.
    """
    t = len(h.values)
    for j in range(t + 1):
        zeros = next((x + 1 for x in range(j - 1, -1, -1) if h(x)), 0)
        ones = next((x for x in range(j, t) if not h(x)), t)
        beside = [h(x) for x in (j - 1, j) if 0 <= x < t]
        found = chosen(h, j)
        yield eq(f"t = {j}", code(c.end for c in found), code((zeros, ones)[v] for v in beside))
        yield le(f"t = {j}, one at least", 1, len(found))
        yield eq(f"t = {j}, in SWITCH(h)", set(found) <= set(switching_intervals(h)), 1)


@claim("BBKN13.T5.4.dom", over(functions(sized(5, 7, 9))), about=dominating_intervals)
def fixed_interval_dominates(chosen: Build, h: Values) -> Check:
    """The interval chosen from h errs, with respect to c_t, only where h errs; so its error is at
    most that of h under every distribution.

    Cases: Every target and legal pair of switching points.
    """
    t = len(h.values)
    for c in intervals(t):
        wrong = disagreements(h, c, t)
        for g in chosen(h, c.end):
            errors = disagreements(g, c, t)
            yield eq(f"{c}, {g}", code(errors), code(errors & wrong))


SMALL_DATABASES = over(t=(1, 2, 3), m=sized((1, 2), (1, 2, 3), (1, 2, 3)))


@claim("BBKN13.R5.5", SMALL_DATABASES, about=switching_intervals)
def some_switching_interval_is_as_good_on_samples(switch: Build, t: int, m: int) -> Check:
    """On databases consistent with an interval, as all are here, some concept of SWITCH(h) errs
    no more often than h.

    Cases: All functions h and all such databases.
    """
    for d in interval_databases(t, m):
        yield from _as_good(switch, t, d)


def _as_good(
    switch: Callable[[Values], tuple[IntervalFunction, ...]],
    t: int,
    database: Database[LabelledExample],
) -> Iterator[Comparison]:
    for h in all_functions(t):
        best = min((empirical_errors(c, database) for c in switch(h)), default=t + 1)
        yield le(f"h = {h} on {database}", best, empirical_errors(h, database))


@claim(
    "BBKN13.D.emp",
    over(t=(1, 2), m=sized((0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4))),
    about=empirical_errors,
)
def empirical_errors_are_counted(counted: Build, t: int, m: int) -> Check:
    """m times the empirical error of h on D is #{i : h(x_i) != y_i}.

    Cases: Point by point; h and its complement err m times in all.
    """
    for d in replace_one(labelled_examples(t), m, ordered=True).databases():
        for h in all_functions(t):
            other = Values(tuple(1 - v for v in h.values))
            by_point = sum(d.count((x, 1 - h(x))) for x in range(t))
            yield eq(f"{h} on {d}", counted(h, d), by_point)
            yield eq(f"{h} and its complement on {d}", counted(h, d) + counted(other, d), m)
