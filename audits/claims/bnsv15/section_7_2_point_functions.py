"""Section 7.2: pure private learners of points need uncountably many hypotheses."""

from itertools import count

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.programmes import Examples, learning
from audits.claims.bnsv15.laws.point_learners import price_of_missing
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem, Score
from reference.data.concept import PointFunction, Values, all_functions, points
from reference.lower_bounds.countable_hypotheses import disjoint_sequence, finite_part, missed_part
from reference.lower_bounds.learning_packing import packing_bound

Columns = tuple[tuple[int, ...], ...]
"""The values of all hypotheses at each point."""


WRONG[points] = {
    "thresholds": "PointFunction(j) => Values.indicator(range(j + 1), size)",
    "0 at the point and 1 elsewhere": "PointFunction(j) => "
    "Values.indicator({*range(size)} - {j}, size)",
}


@claim("BNSV15.D7.point", over(box(size=range(1, 7))), about=points)
def point_functions(build: Build, size: int) -> Check:
    """c_x(y) = 1 if y = x, and 0 otherwise; one function for each point.

    Cases: Every point and every value.
    """
    concepts = build(size)
    yield eq("|POINT_X|", len(concepts), size)
    for x, y in product(range(size), repeat=2):
        yield eq(f"c_{x}({y})", concepts[x](y), int(x == y))


def classes(most: int) -> list[Columns]:
    """Classes of k <= most functions on 2^k + k + 2 points, by their values at each point.

    The values at 2^k + 1 points, again and again; for three functions in the order of the values.
    """
    found: list[Columns] = []
    for k in range(1, most + 1):
        values = [*product((0, 1), repeat=k)]
        size = 2**k + 1
        first: Iterable[Columns] = (
            product(values, repeat=size) if k < 3 else combinations_with_replacement(values, size)
        )
        found += ((*columns, *columns[: k + 1]) for columns in first)
    return found


def functions(columns: Columns) -> tuple[Values, ...]:
    """The different functions of a class."""
    return tuple(dict.fromkeys(map(Values, zip(*columns, strict=True))))


CLASSES = over(columns=sized(classes(2), classes(3), classes(3)))


def good_for(hypotheses: Iterable[Values], x: int, y: int) -> frozenset[Values]:
    """Those that agree with c_x on more than half of {x, y}: that is 1 at x and 0 at y."""
    return frozenset(h for h in hypotheses if h(x) == 1 and h(y) == 0)


WRONG[disjoint_sequence] = {
    "avoids the last good set only": "avoided += good => avoided = [*good]",
    "avoids the first good set only": "avoided += good => avoided = [*found[0].good]",
    "whatever was good before": "avoided += good => avoided = []",
    "the same two points again": (
        "in range(steps) => in range(1)",
        "return tuple(found) => return tuple(found) * steps",
    ),
    "one step short": "in range(steps) => in range(steps - 1)",
    "the last step again": (
        "in range(steps) => in range(steps - 1)",
        "return tuple(found) => return (*found, found[-1])",
    ),
    "one pair on which all agree": (
        "avoided: list[H] = [] => avoided = [*hypotheses]",
        "in range(steps) => in range(1)",
        "agreement(h, x, y) >= GOOD => False",
    ),
    "agreement 1/2 is good": (
        ">= GOOD => >= Fraction(1, 2)",
        "columns[x] == columns[y]), None) => columns[x] == columns[y]), (0, 1))",
    ),
}


@claim("BNSV15.ALG.DisjointSeq", CLASSES, about=disjoint_sequence)
def colliding_points_are_found(build: Build, columns: Columns) -> Check:
    """Each distribution is uniform on two points on which every hypothesis that was good before
    has equal values, so that it agrees with the point function with probability exactly 1/2.

    Cases: Classes of k = 1 and 2 functions with all values at 2^k + 1 points, which are repeated
    at k + 1 more; k + 2 steps.
    """
    size, chosen = len(columns), functions(columns)
    before = set[Values]()
    steps = build(chosen, size, len(columns[0]) + 2)
    yield eq(f"{columns}: steps", len(steps), len(columns[0]) + 2)
    for step in steps:
        masses, concept = step.masses(size), PointFunction(step.point)
        yield eq(f"{columns}: points", sum(mass == Fraction(1, 2) for mass in masses), 2)
        for h in sorted(before, key=str):
            agrees = sum((m for z, m in enumerate(masses) if h(z) == concept(z)), Fraction(0))
            yield eq(f"{columns}: {h} and {concept}", agrees, Fraction(1, 2))
        before |= good_for(chosen, step.point, step.other)


@claim("BNSV15.C7.4", CLASSES, about=disjoint_sequence, uses=("BNSV15.ALG.DisjointSeq",))
def good_sets_are_disjoint(build: Build, columns: Columns) -> Check:
    """There are infinitely many points with distributions such that no hypothesis of the finite
    class is good for two of them.

    Cases: k + 2 different points among 2^k + k + 2, for k functions with all values at 2^k + 1 of
    them; an infinite domain has enough for any number of steps. What is good does not depend on
    the probability that is asked for, as long as it is above 1/2.
    """
    size, chosen = len(columns), functions(columns)
    steps = build(chosen, size, len(columns[0]) + 2)
    yield eq(f"{columns}: steps", len(steps), len(columns[0]) + 2)
    yield eq(f"{columns}: different points", len({s.point for s in steps}), len(steps))
    for step in steps:
        own = good_for(chosen, step.point, step.other)
        yield true(f"{columns}: good for {step.point}", frozenset(step.good) == own)
    for h in chosen:
        number = sum(h in good_for(chosen, s.point, s.other) for s in steps)
        yield le(f"{columns}: {h} is good for", number, 1)


not_finitely_checkable(
    "BNSV15.ALG.FiniteHyp",
    statement="There is a finite set of hypotheses of which M on the database of equal examples "
    "returns one with at least a certain probability.",
    reason="the probability is not in the text; the corrected form has one that is enough",
)


@dataclass(frozen=True, slots=True)
class Geometric:
    """Hypothesis k = 0, 1, ... with probability (1 - g) g^k."""

    ratio: Fraction

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return ((k, (1 - self.ratio) * self.ratio**k) for k in count())

    @override
    def __str__(self) -> str:
        return f"geometric with ratio {self.ratio}"


KEPT_ALL = "return tuple(kept)"
WRONG[finite_part] = {
    "one hypothesis too few": f"{KEPT_ALL} => return tuple(kept[:-1])",
    "one hypothesis too many": f"{KEPT_ALL} => return (*kept, len(kept))",
    "all but a third": given(finite_part, missed=THIRD),
    "less than what may be missed": "if rest <= missed => if rest < missed",
    "the first in the place of others": f"{KEPT_ALL} => "
    "return (*kept[:1] * (len(kept) - 1), *kept[-1:])",
}


@claim(
    "BNSV15.ALG.FiniteHyp",
    over(
        law=[Geometric(Fraction(g)) for g in ("1/2", "1/3", "9/10")],
        r=(Fraction(2), Fraction(9, 8), Fraction(3)),
        rows=(1, 2, 5),
    ),
    form=Form.CORRECTED,
    about=finite_part,
)
def a_finite_part_is_found(find: Build, law: Geometric, r: Fraction, rows: int) -> Check:
    """The shortest beginning of the enumeration that M misses with probability at most
    e^(-eps n)/3 on one database: on every other it is missed with probability at most 1/3.

    Cases: Infinitely many hypotheses; the least k with g^k <= r^(-n)/3, also where they are
    equal (g = 1/3, r = 3).
    """
    kept = find(law, missed_part(r, rows))
    rest = law.ratio ** len(kept)
    yield le("missed on one database", rest, r**-rows / 3)
    yield le("missed on another", r**rows * rest, THIRD)
    yield lt("with one hypothesis less", r**-rows / 3, rest / law.ratio)
    yield true("in the order of the enumeration", kept == (*range(len(kept)),))


def outside_the_finite_part(
    kept: tuple[Values, ...], size: int, rows: int, price: Fraction
) -> Problem[Examples, Any]:
    """Learn all hard points of the sequence, less this times what is missed on one database.

    The learner may return any function; the database is n copies of the example (0, 1).
    """
    hypotheses = [*all_functions(size)]
    steps = disjoint_sequence(kept, size, len(kept) + 1)
    targets = [(PointFunction(s.point), s.masses(size)) for s in steps]
    problem = learning(hypotheses, targets, size, rows, THIRD)
    start = [*problem.universe.databases()].index(((0, 1),) * rows)
    outside = tuple(i for i, h in enumerate(problem.outcomes) if h not in kept)
    scores = [Score(s.name, (*s.terms, (start, outside, -price))) for s in problem.scores]
    return replace(
        problem, name=f"{problem.name}, outside of {len(kept)} at {price}", scores=tuple(scores)
    )


KEPT = (
    *(((Values((0, 0, 0)),), 3), ((Values((1, 0, 0)),), 3), ((Values((1, 0, 1)),), 3)),
    ((Values((1, 0, 0, 0, 0)), Values((0, 1, 0, 0, 0))), 5),
)
"""H' and the number of points, 2^|H'| + 1."""

not_finitely_checkable(
    "BNSV15.T7.2",
    statement="There is no eps-private accurate PAC learner of points over an infinite domain "
    "that uses a countable class of hypotheses.",
    reason="infinitely many points and hypotheses; the corrected form has the inequality for "
    "every finite part, with all learners of finitely many functions",
)


FINITE = Parts(missed=missed_part, price=price_of_missing)
"""What is missed on one database, and the price of it on others, of r = e^eps and n."""

PART, PRICE = "exp_eps**-rows / 3", "exp_eps**rows"
WRONG[FINITE] = {
    "a constant": FINITE.but(missed=f"{PART} => exp_eps**0 / 3"),
    "as for neighbours": FINITE.but(missed=f"{PART} => exp_eps**-1 / 3"),
    "2 e^(-eps n)/3": FINITE.but(missed=f"{PART} => 2 * exp_eps**-rows / 3"),
    "3 e^(-eps n)/5": FINITE.but(missed=f"{PART} => 3 * exp_eps**-rows / 5"),
    "e^(-2 eps n)/3": FINITE.but(missed=f"{PART} => exp_eps ** (-2 * rows) / 3"),
    "nothing is missed": FINITE.but(missed=f"{PART} => 0 * exp_eps"),
    "4/5 of the price": FINITE.but(price=f"{PRICE} => {PRICE} * Fraction(4, 5)"),
    "5/4 of the price": FINITE.but(price=f"{PRICE} => {PRICE} * Fraction(5, 4)"),
    "the price of a neighbour": FINITE.but(price=f"{PRICE} => exp_eps"),
    "the price for twice the eps": FINITE.but(price=f"{PRICE} => exp_eps ** (2 * rows)"),
}


@claim(
    "BNSV15.T7.2",
    over(kept=KEPT, rows=(1, 2), r=(Fraction(2), Fraction(5))),
    form=Form.CORRECTED,
    about=FINITE,
    uses=("BNSV15.C7.4", "BNSV15.ALG.FiniteHyp"),
)
def finite_parts_are_not_enough(
    parts: Parts, kept: tuple[tuple[Values, ...], int], rows: int, r: Fraction
) -> Check:
    """Let H' be missed with probability at most tau by an eps-private learner on n copies of the
    example (0, 1). On one of the first |H'| + 1 distributions of Claim 7.4, whatever hypotheses it
    returns, it has error at most 1/3 with probability at most e^(eps n) tau; for tau = e^(-eps
    n)/3 this is 1/3, less than 2/3, so it is no (1/3, 1/3)-accurate learner. A constant tau would
    not do.

    Cases: All eps-private learners with all functions on 2^k + 1 points, for one and two functions
    in H'; where each of these is good for one point, 9/10 of e^(eps n) would not do. The
    arithmetic is for every eps.
    """
    every = RationalFunction.r()
    yield eq("success, every eps", every**rows * parts.missed(every, rows), THIRD)
    functions_kept, size = kept
    if size == 3 or rows == 1:
        paid = parts.price(r, rows)
        yield exactly(outside_the_finite_part(functions_kept, size, rows, paid), r, Fraction(0))
        if all(map(any, (h.values for h in functions_kept))):
            less = outside_the_finite_part(functions_kept, size, rows, paid * Fraction(9, 10))
            yield lt("with 9/10 of the price", 0, solve(less, r).lower)


PROPER = ((3, 1), (4, 1), (6, 1), (3, 2), (4, 2))
"""The number of points, and of examples."""


@claim(
    "BNSV15.T7.2",
    over(case=sized(PROPER, PROPER, (*PROPER, (6, 2))), r=(Fraction(2), Fraction(3, 2))),
    form=Form.CONCRETE,
    about=packing_bound,
)
def best_learners_of_points_of_a_cycle(bound: Build, case: tuple[int, int], r: Fraction) -> Check:
    """On a cycle of d points, P_x uniform on x and x + 1 and error at most 1/3, the best
    eps-private proper learner of n examples succeeds with probability r^n/(r^n + d - 1); the best
    one with any hypotheses, d = 4 and n = 1, with r/(r + 1): two good sets are disjoint.

    Cases: All learners, (d, n) = case.
    """
    d, rows = case
    targets = [
        (c, tuple(Fraction(int(z in (x, (x + 1) % d)), 2) for z in range(d)))
        for x, c in enumerate(points(d))
    ]
    yield exactly(learning(points(d), targets, d, rows, THIRD), r, bound(r, rows, d))
    if case == (4, 1):
        any_function = learning([*all_functions(d)], targets, d, rows, THIRD)
        yield exactly(any_function, r, bound(r, rows, 2))


not_finitely_checkable(
    "BNSV15.R7.3",
    statement="An algorithm uses hypotheses with finite descriptions, so no algorithm learns "
    "points over the natural numbers with pure privacy.",
    reason="about all algorithms and an infinite domain; it follows from Theorem 7.2 and the fact "
    "that there are countably many finite descriptions",
)
