"""Section 3.1, Claim 3.5: how much the probability of a path changes with one row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from audits.claims.klmns20.exactly import Rows, plus, replaced
from audits.claims.klmns20.impostors.paths import (
    WRONG_PATHS,
    fair,
    stopping_late,
)
from audits.claims.klmns20.laws.paths import (
    Paths,
    balanced_steps,
    branchings,
    embedding,
    extended,
    extends,
    path_law,
    remove_factor,
    replace_factor,
    stray,
)
from audits.claims.klmns20.laws.tree_log import instances
from audits.claims.vocabulary import chance, eq, high, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, above, box, claim, over, sized
from audits.ledger.scopes import added, multisets
from reference.exact.interval import exp, ln, log2
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.named_databases import balanced, caterpillar
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree

TWO, ZERO, ONE = Fraction(2), Fraction(0), Fraction(1)
R = RationalFunction.r()


@claim(
    "KLMNS20.C3.5",
    Form.PRINTED,
    over(box(n=range(1, 5), t=range(1, 4), a=above(1))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Claim 3.5; that delta <= eps/(4n) is said in the last line of its proof only",
        "Pr_S[pi], at delta = e^(-eps t)",
        "e^(3 eps log n) Pr_S'[Pi']",
    ),
)
def strong_paths_as_printed(n: int, t: int, a: Fraction) -> Iterator[Comparison]:
    """S' = S + {x}, a strong path (Pr_S > delta), t = (1/eps) ln(1/delta): Pr_S[path] <= e^(3 eps
    log2 n) Pr_S'[extensions].

    Fair: All databases of n rows over 4 points and rows to add, a = e^eps, delta = a^-t.
    """
    bound = high(exp(3 * ln(a) * log2(n)))
    for rows, x in product(combinations_with_replacement(range(4), n), range(4)):
        new = path_law(plus(rows, x), 2, t, a)
        for path, mass in path_law(rows, 2, t, a).items():
            if mass > a**-t:
                yield chance(f"{rows} + {x}, {path}", mass, bound * extended(path, new, ZERO))


def _weak_trim(t: int, a: Fraction) -> Iterator[Comparison]:
    yield le("e^(-eps t) <= e^eps - 1", a**-t, a - 1)


@claim(
    "KLMNS20.C3.5",
    Form.CORRECTED,
    over(added(4, sized(8, 9, 12)), instances("t a", (1, TWO), (2, Fraction(3, 2)), (6, TWO**2))),
    about=path_law,
    impostors=WRONG_PATHS,
    uses=("KLMNS20.DER.FWD",),
    given=_weak_trim,
)
def strong_paths(paths: Paths, rows: Rows, x: int, t: int, a: Fraction) -> Iterator[Comparison]:
    """S' = S + {x}, e^(-eps t) <= e^eps - 1, as t >= (1/eps) ln(1/delta) and delta <= eps imply:
    Pr_S[path] <= e^eps Pr_S'[extensions], for every path, strong or weak, and every n.

    Fair: Stronger than printed, as e^eps <= e^(3 eps log n) for n >= 2.
    """
    new = paths(plus(rows, x), 2, t, a)
    for path, mass in paths(rows, 2, t, a).items():
        yield chance(path, mass, a * extended(path, new, ZERO))


@claim(
    "KLMNS20.E1",
    Form.PRINTED,
    over(added(8, sized(3, 4, 6)), t=(1, 2)),
    about=path_law,
    impostors=WRONG_PATHS,
)
def inequality_one(paths: Paths, rows: Rows, x: int, t: int) -> Iterator[Comparison]:
    """Pr_S'[extensions] >= (1 - delta) prod over the k branching nodes of a^w(next) /
    (a^(w(next)+1) + a^(w(other)+1)) = (1 - delta) a^-k Pr_S[path], delta = a^-t.

    Fair: All paths; k up to 3; a = 2.
    """
    a = TWO
    new = paths(plus(rows, x), 3, t, a)
    for path, mass in paths(rows, 3, t, a).items():
        steps = branchings(rows, 3, path)
        product = 1 - a**-t
        for after, other in steps:
            product *= a**after / (a ** (after + 1) + a ** (other + 1))
        yield eq(f"{path}, product", product, (1 - a**-t) * mass * a ** -len(steps))
        yield le(path, product, extended(path, new, ZERO))


@claim(
    "KLMNS20.TXT.TERM",
    Form.PRINTED,
    over(gap=range(1, 5), other=range(1, 5), more=range(1, 4)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Claim 3.5, below inequality (1)",
        "1 - delta",
        "the term",
    ),
)
def terms_as_printed(gap: int, other: int, more: int) -> Iterator[Comparison]:
    """If w(next) > w(other) + L, delta = a^-L, the term a^w(next) / (a^(w(next)+1) +
    a^(w(other)+1)) is at least 1 - delta.

    Fair: a = 2, w(next) = w(other) + L + more; every such term is below 1/a.
    """
    after, a = other + gap + more, TWO
    yield le(f"next = {after}", 1 - a**-gap, a**after / (a ** (after + 1) + a ** (other + 1)))


def _factor(after: int, other: int, a: Fraction) -> Fraction:
    """The probability of the step to `after`."""
    return 1 / (1 + a ** (other - after))


@claim(
    "KLMNS20.TXT.TERM",
    Form.CORRECTED,
    over(
        after=sized(range(1, 13), range(1, 25), range(1, 41)),
        other=sized(range(1, 13), range(1, 25), range(1, 41)),
        a=(TWO, Fraction(3, 2)),
    ),
)
def terms(after: int, other: int, a: Fraction) -> Iterator[Comparison]:
    """If x goes below next, the factor of S' is at least that of S; if it goes below other and
    w(next) >= w(other) + 1 + L, it is at least 1/(1 + a^-L) >= 1 - a^-L.

    Fair: L up to 12.
    """
    factor = _factor(after, other, a)
    yield le("below next", factor, _factor(after + 1, other, a))
    for gap in range(1, min(12, after - other - 1) + 1):
        bound = 1 / (1 + a**-gap)
        yield le(f"L = {gap}, below other", bound, _factor(after, other + 1, a))
        yield le(f"L = {gap}", 1 - a**-gap, bound)


@claim(
    "KLMNS20.TXT.NEWNODE",
    Form.PRINTED,
    over(added(8, sized(3, 4, 6)), t=(1, 2)),
    about=path_law,
    impostors={"goes on to the last row": stopping_late},
)
def new_branching_nodes(paths: Paths, rows: Rows, x: int, t: int) -> Iterator[Comparison]:
    """On a path of S at most one node branches for S' only; its other child has weight 1, and the
    step along the path has probability at least 1/(1 + a^-t) >= 1 - delta.

    Fair: Such nodes occur; t >= (1/eps) ln(1/delta), delta = a^-t; a = 2.
    """
    a = TWO
    old, new = WeightedTree.of(3, rows), WeightedTree.of(3, plus(rows, x))
    for path in paths(rows, 3, t, a):
        fresh = [
            node
            for node in (path.ancestor(level) for level in range(1, path.level + 1))
            if new.weight(node.sibling) and not old.weight(node.sibling)
        ]
        yield le(f"{path}, number", len(fresh), 1)
        for node in fresh:
            yield eq(f"{path}, weight", new.weight(node.sibling), 1)
            yield le(f"{path}, step", 1 / (1 + a**-t), 1 / (1 + a ** (1 - new.weight(node))))
    yield le("1 - delta", 1 - a**-t, 1 / (1 + a**-t))


@claim(
    "KLMNS20.TXT.STRONGGAP",
    Form.PRINTED,
    over(multisets(8, sized(4, 5, 6)), gap=range(1, 5)),
    about=path_law,
    impostors={"tosses a fair coin at every branching node": fair},
)
def strong_paths_prefer_heavy_children(paths: Paths, rows: Rows, gap: int) -> Iterator[Comparison]:
    """On a strong path, w(next) > w(other) - (1/eps) ln(1/delta) at each branching node.

    Fair: delta = a^-gap, a = 2, t = 1; strong paths with branching nodes occur.
    """
    for path, mass in paths(rows, 3, 1, TWO).items():
        if mass > TWO**-gap:
            for after, other in branchings(rows, 3, path):
                yield lt(path, other, after + gap)


def _balanced(trim: int, gap: int, after: int) -> Iterator[int]:
    """w(other), if from w > trim a step to w(next) has |w(next) - w(other)| <= gap."""
    for other in range(max(1, after - gap), after + gap + 1):
        if after + other > trim:
            yield other


@claim(
    "KLMNS20.TXT.THIRD",
    Form.PRINTED,
    over(gap=range(1, 5), after=range(1, 11)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Claim 3.5, on balanced steps",
        "a third of the weight",
        "what the step loses",
    ),
)
def a_third_as_printed(gap: int, after: int) -> Iterator[Comparison]:
    """A balanced step (|w(next) - w(other)| <= L) from a node of weight w > t = 2L loses at least
    a third of w.

    Fair: Every w(other).
    """
    for other in _balanced(2 * gap, gap, after):
        yield le(f"other = {other}", Fraction(after + other, 3), other)


GAPS = sized(range(1, 8), range(1, 12), range(1, 21))


@claim("KLMNS20.TXT.THIRD", Form.CORRECTED, over(gap=GAPS, tenths=range(1, 51)))
def a_quarter(gap: int, tenths: int) -> Iterator[Comparison]:
    """It loses more than a quarter of w, and w(other) >= w(next)/3; from w > 3L it loses at least
    a third of w.

    Fair: Every w(other); w(next) = gap tenths / 10, rounded up: up to 5 L.
    """
    after = -(-gap * tenths // 10)
    for other in _balanced(2 * gap, gap, after):
        yield lt(f"other = {other}, quarter", Fraction(after + other, 4), other)
        yield le(f"other = {other}, third of next", Fraction(after, 3), other)
        if after + other > 3 * gap:
            yield le(f"other = {other}, third", Fraction(after + other, 3), other)


@cache
def _most_balanced_steps(weight: int, trim: int, gap: int) -> int:
    """The most steps with w(next) - w(other) <= gap on a way down from a weight."""
    if weight <= trim:
        return 0
    return max(
        _most_balanced_steps(after, trim, gap) + (2 * after - weight <= gap)
        for after in range(1, weight)
    )


CHAINS = over(
    gap=(1, 2, 3, 5, 8), gaps=(2, 3), n=sized(range(1, 98), range(1, 290), range(1, 290))
)


@claim("KLMNS20.TXT.BAL", Form.PRINTED, CHAINS)
def balanced_steps_as_printed(gap: int, gaps: int, n: int) -> Iterator[Comparison]:
    """A path has at most 2 log2 n balanced steps (t >= 2L).

    Fair: All chains of weights, by dynamic programming; t = L gaps. The number is DER.J, about
    log2(n/t): half of what is allowed.
    """
    yield le("", 2 ** _most_balanced_steps(n, gap * gaps, gap), n * n)


@claim(
    "KLMNS20.DER.J",
    Form.CONCRETE,
    CHAINS,
    about=balanced_steps,
    impostors={"every step counts": lambda n, t, _: balanced_steps(n, t, 0)},
)
def number_of_balanced_steps(
    steps: Callable[[int, int, int], int], gap: int, gaps: int, n: int
) -> Iterator[Comparison]:
    """The largest number of steps with w(next) - w(other) <= L from nodes of weight > t is J = 1 +
    floor(log2((n - L)/(t + 1 - L))) for n > t, and 0 otherwise.

    Fair: Equality, by dynamic programming over all chains of weights; t = L gaps.
    """
    yield eq("", _most_balanced_steps(n, gap * gaps, gap), steps(n, gap * gaps, gap))


@claim(
    "KLMNS20.DER.FWD",
    Form.CONCRETE,
    over(added(8, sized(2, 3, 4)), t=(1, 2)),
    about=path_law,
    impostors=WRONG_PATHS,
)
def adding_a_row(paths: Paths, rows: Rows, x: int, t: int) -> Iterator[Comparison]:
    """S' = S + {x}: Pr_S[path] <= max(e^eps, 1 + e^(-eps t)) Pr_S'[extensions], for every path and
    every eps; more exactly e^eps if x leaves the path at a branching node, 1 + e^(-eps t) if it
    leaves it elsewhere, 1 if it does not leave it.

    Fair: All three cases occur.
    """
    tree = WeightedTree.of(3, rows)
    new = paths(plus(rows, x), 3, t, R)
    for path, mass in paths(rows, 3, t, R).items():
        shared = 3 - (Node(3, x).position ^ (path.position << (3 - path.level))).bit_length()
        factor = R / R
        if shared < path.level:
            other = path.ancestor(shared + 1).sibling
            factor = R if tree.weight(other) else 1 + R**-t
        yield le(path, mass, factor * extended(path, new, R - R))


VALUES = (
    *(Fraction(1), Fraction(4, 3), Fraction(8, 5), Fraction(16, 9)),
    *(Fraction(2), Fraction(20, 9), Fraction(12, 5), Fraction(8, 3)),
)
"""V(n, 1, 2) for n = 1 to 8, by hand."""


@claim(
    "KLMNS20.DER.REV",
    Form.CONCRETE,
    over(n=sized(range(1, 5), range(1, 6), range(1, 7))),
    about=path_law,
    impostors=WRONG_PATHS,
)
def removing_a_row(paths: Paths, n: int) -> Iterator[Comparison]:
    """S' = S + {x}, 0 < L < t + 1: Pr_S'[extensions] <= e^(eps J) (1 + e^(-eps L))^(n-1)
    Pr_S[path] for every eps; at a = 2, at most V(n, t, a) Pr_S[path], and V(n, 1, 2) = 1, 4/3,
    8/5, 16/9, 2, 20/9, 12/5, 8/3 for n = 1 to 8.

    Fair: All databases of n rows over 8 points and rows to add, t = L = 1, every eps up to n = 3;
    V is attained for n <= 4.
    """
    most, worst = remove_factor(n, 1, TWO), ZERO
    yield eq("V", most, VALUES[n - 1])
    factor = R ** balanced_steps(n, 1, 1) * (1 + 1 / R) ** (n - 1)
    for rows, x in product(combinations_with_replacement(range(8), n), range(8)):
        new = paths(plus(rows, x), 3, 1, TWO)
        for path, mass in paths(rows, 3, 1, TWO).items():
            worst = max(worst, extended(path, new, ZERO) / mass)
        if n <= 3:
            later = paths(plus(rows, x), 3, 1, R)
            for path, mass in paths(rows, 3, 1, R).items():
                yield le(f"{rows} + {x}, {path}", extended(path, later, R - R), factor * mass)
    yield eq("largest ratio", worst, most)


@claim(
    "KLMNS20.DER.REP",
    Form.CONCRETE,
    over(multisets(8, sized(3, 3, 4)), t_and_a=((1, TWO), (2, Fraction(3, 2)))),
    about=path_law,
    impostors=WRONG_PATHS,
    uses=("KLMNS20.DER.FWD", "KLMNS20.DER.REV", "KLMNS20.DER.STRAY"),
)
def replacing_a_row(
    paths: Paths, rows: Rows, t_and_a: tuple[int, Fraction]
) -> Iterator[Comparison]:
    """A = A0 + {x}, A' = A0 + {x'}, grouped by the paths of A0: each group loses at most the
    factor V(|A0|, t, a) max(a, 1 + a^-t); the embeddings of a group are neighbours of one size;
    what is outside all groups has probability at most 1/(1 + a^t).

    Fair: All A0, x and x' of the scope.
    """
    t, a = t_and_a
    laws = [paths(plus(rows, x), 3, t, a) for x in range(8)]
    groups = paths(rows, 3, t, a)
    factor = replace_factor(len(rows) + 1, t, a)
    for x, mine in enumerate(laws):
        grouped = sum((extended(path, mine, ZERO) for path in groups), ZERO)
        yield chance(f"x = {x}, outside", 1 - grouped, stray(t, a))
    for path in groups:
        masses = [extended(path, mine, ZERO) for mine in laws]
        yield chance(path, max(masses), factor * min(masses))
        ends = {
            embedding(plus(rows, x), 3, p, t)
            for x, mine in enumerate(laws)
            for p in mine
            if extends(p, path)
        }
        most_replaced = max((replaced(d, e) for d in ends for e in ends), default=0)
        yield le(f"{path}, embeddings", most_replaced, 1)


@claim(
    "KLMNS20.CON.BAL",
    Form.CONCRETE,
    over(m=sized(range(1, 5), range(1, 6), range(1, 8))),
    about=balanced,
    impostors={"has no 0": lambda m: tuple(range(1, 2**m)), "is unbalanced": lambda m: (0,) * m},
)
def balanced_ratio(build: Callable[[int], Rows], m: int) -> Iterator[Comparison]:
    """One copy of each of 2^m points, t = 1, and one more 0: the path to 0 becomes (2a/(1+a))^m
    times as likely, for every eps.

    Fair: The ratio grows without bound with m: what removing a row costs is not constant.
    """
    rows, leaf = build(m), Node(m, 0)
    before, after = path_law(rows, m, 1, R), path_law(plus(rows, 0), m, 1, R)
    grown = (2 * R / (1 + R)) ** m * before.get(leaf, R - R)
    yield eq("", extended(leaf, after, R - R), grown)


@claim(
    "KLMNS20.CON.CAT",
    Form.CONCRETE,
    over(n=sized(range(2, 7), range(2, 10), range(2, 13)), j=range(1, 12)),
    about=caterpillar,
    impostors={"has its rows side by side": lambda n, j: (*[0] * (n - j), *range(1, j + 1))},
    given=lambda n, j: [lt("j < n", j, n)],
)
def caterpillar_falls(build: Callable[[int, int], Rows], n: int, j: int) -> Iterator[Comparison]:
    """In the caterpillar of n rows and j levels one row falls off the path to 0 at each of the
    first j levels.

    Fair: From n rows down to n - j: kept and fallen at each branching node.
    """
    found = branchings(build(n, j), j + 2, Node(j + 2, 0))
    yield eq("branching nodes", len(found), j)
    for i, (kept, fallen) in enumerate(found):
        yield eq(f"kept at {i}", kept, n - 1 - i)
        yield eq(f"fallen at {i}", fallen, 1)
