"""Section 3.1: how much the probability of a path changes with one row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from audits.claims.klmns20.exactly import (
    Rows,
    at,
    for_all_eps,
    plus,
    replaced,
    up_to,
)
from audits.claims.klmns20.path_laws import (
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
from audits.claims.klmns20.paths import added
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Expected, Form, Kind, Size, claim
from audits.verdict import Verdict
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree

TWO, ZERO = Fraction(2), Fraction(0)


@claim(
    "KLMNS20.C3.5",
    kind=Kind.INEQUALITY,
    source=at("Claim 3.5", "3.1"),
    statement="S' = S + {x}, a strong path (Pr_S > delta): "
    "Pr_S[path] <= e^(3 eps log n) Pr_S'[extensions], if t >= (2/eps) ln(1/delta), "
    "delta <= eps/(4n), n >= 2.",
    scope_is_fair="a = e^eps = 4, t = 6, delta = 4^-3 <= ln(4)/(4n) up to n = 22; "
    "e^(3 eps log2 n) = n^6.  Paths with branching nodes occur.",
    uses=("KLMNS20.DER.FWD",),
)
def strong_paths(size: Size) -> Verdict:
    """All strong paths, rows added."""
    a, t, delta = Fraction(4), 6, Fraction(1, 64)
    most = size.pick(8, 9, 12)

    def items(rows: Rows, x: int) -> Iterator[Comparison]:
        new = path_law(plus(rows, x), 2, t, a)
        for path, mass in path_law(rows, 2, t, a).items():
            if mass > delta:
                bound = Fraction(len(rows)) ** 6 * extended(path, new, ZERO)
                yield le(f"S'={rows}, x={x}, {path}", mass, bound)

    low_log = (ln(4) / (4 * most)).enclosure()[0]
    return decide(
        "strong paths",
        f"|X| = 4, 7 <= n' <= {most}, t = 6, a = 4, delta = 1/64",
        [
            le("delta <= eps/(4n)", delta, low_log),
            *(item for rows, x in added(4, most, 7) for item in items(rows, x)),
        ],
    )


@claim(
    "KLMNS20.E1",
    kind=Kind.INEQUALITY,
    source=at("inequality (1)", "3.1"),
    statement="Pr_S'[extensions] >= (1 - delta) prod over the k branching nodes of "
    "a^w(next) / (a^(w(next)+1) + a^(w(other)+1)) = (1 - delta) a^-k Pr_S[path], delta = a^-t.",
    scope_is_fair="All paths; k up to 3.",
)
def inequality_one(size: Size) -> Verdict:
    """Both sides."""
    most, a = size.pick(3, 4, 6), TWO

    def items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
        new = path_law(plus(rows, x), 3, t, a)
        for path, mass in path_law(rows, 3, t, a).items():
            product = 1 - a**-t
            for after, other in branchings(rows, 3, path):
                product *= a**after / (a ** (after + 1) + a ** (other + 1))
            name = f"S'={rows}, x={x}, t={t}, {path}"
            k = len(branchings(rows, 3, path))
            yield eq(f"{name}, product", product, (1 - a**-t) * mass * a**-k)
            yield le(name, product, extended(path, new, ZERO))

    return decide(
        "inequality (1)",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2, a = 2",
        (item for rows, x in added(8, most) for t in (1, 2) for item in items(rows, x, t)),
    )


@claim(
    "KLMNS20.TXT.TERM",
    kind=Kind.INEQUALITY,
    source=at("proof of Claim 3.5", "3.1"),
    statement="If w(next) > w(other) + L, delta = a^-L, the term "
    "a^w(next) / (a^(w(next)+1) + a^(w(other)+1)) is at least 1 - delta.",
    expected=Expected.REFUTED,
    scope_is_fair="All weights of the scope; every such term is below 1/a.",
)
def terms_as_printed(size: Size) -> Verdict:
    """The terms."""
    del size
    a = TWO
    return decide(
        "terms of inequality (1)",
        "a = 2, L <= 4",
        (
            le(f"next={v}, other={u}, L={gap}", 1 - a**-gap, 1 / (a * (1 + a ** (u - v))))
            for gap in range(1, 5)
            for u in range(1, 5)
            for v in range(u + gap + 1, u + gap + 4)
        ),
    )


@claim(
    "KLMNS20.TXT.TERM",
    form=Form.CORRECTED,
    kind=Kind.INEQUALITY,
    source=at("proof of Claim 3.5", "3.1"),
    statement="If x goes below next, the factor of S' is at least that of S; if it goes below "
    "other and w(next) >= w(other) + 1 + L, it is at least 1/(1 + a^-L) >= 1 - a^-L.",
    scope_is_fair="All weights up to 40 and L up to 12 at full size.",
)
def terms(size: Size) -> Verdict:
    """Both cases."""
    most = size.pick(12, 24, 40)

    def factor(v: int, u: int, a: Fraction) -> Fraction:
        return 1 / (1 + a ** (u - v))

    def items(a: Fraction) -> Iterator[Comparison]:
        for v in range(1, most + 1):
            for u in range(1, most + 1):
                name = f"a={a}, next={v}, other={u}"
                yield le(f"{name}, below next", factor(v, u, a), factor(v + 1, u, a))
                for gap in range(1, min(12, v - u - 1) + 1):
                    bound = 1 / (1 + a**-gap)
                    yield le(f"{name}, L={gap}, below other", bound, factor(v, u + 1, a))
                    yield le(f"a={a}, L={gap}", 1 - a**-gap, bound)

    return decide(
        "factors of S'",
        f"weights up to {most}, a = 2 and 3/2",
        (item for a in (TWO, Fraction(3, 2)) for item in items(a)),
    )


@claim(
    "KLMNS20.TXT.NEWNODE",
    kind=Kind.INEQUALITY,
    source=at("proof of Claim 3.5", "3.1"),
    statement="On a path of S at most one node branches for S' only; its other child has weight "
    "1, and the step along the path has probability at least 1/(1 + a^-t) >= 1 - delta.",
    scope_is_fair="Such nodes occur; t >= (1/eps) ln(1/delta), delta = a^-t.",
)
def new_branching_nodes(size: Size) -> Verdict:
    """Nodes that branch for S' only."""
    most, a = size.pick(3, 4, 6), TWO

    def items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
        old, new = WeightedTree.of(3, rows), WeightedTree.of(3, plus(rows, x))
        for path in path_law(rows, 3, t, a):
            fresh = [
                node
                for node in (path.ancestor(level) for level in range(1, path.level + 1))
                if new.weight(node.sibling) and not old.weight(node.sibling)
            ]
            name = f"S'={rows}, x={x}, t={t}, {path}"
            yield le(f"{name}, number", len(fresh), 1)
            for node in fresh:
                yield eq(f"{name}, weight", new.weight(node.sibling), 1)
                step = 1 / (1 + a ** (1 - new.weight(node)))
                yield le(f"{name}, step", 1 / (1 + a**-t), step)
        yield le(f"t={t}", 1 - a**-t, 1 / (1 + a**-t))

    return decide(
        "new branching nodes",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2, a = 2",
        (item for rows, x in added(8, most) for t in (1, 2) for item in items(rows, x, t)),
    )


@claim(
    "KLMNS20.TXT.STRONGGAP",
    kind=Kind.INEQUALITY,
    source=at("proof of Claim 3.5", "3.1"),
    statement="On a strong path, w(next) > w(other) - (1/eps) ln(1/delta) at each branching node.",
    scope_is_fair="delta = a^-L, L = 1 to 4; strong paths with branching nodes occur.",
)
def strong_paths_prefer_heavy_children(size: Size) -> Verdict:
    """Gaps on strong paths."""
    most, a = size.pick(4, 5, 6), TWO

    def items(rows: Rows) -> Iterator[Comparison]:
        for path, mass in path_law(rows, 3, 1, a).items():
            for gap in range(1, 5):
                if mass > a**-gap:
                    for after, other in branchings(rows, 3, path):
                        yield lt(f"S'={rows}, {path}, L={gap}", other - gap, after)

    return decide(
        "gaps on strong paths",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, a = 2",
        (item for rows in up_to(8, most, 1) for item in items(rows)),
    )


def _balanced(most: int, trim: int, gap: int) -> Iterator[tuple[int, int]]:
    """(w(next), w(other)) of steps from w > trim with |w(next) - w(other)| <= gap."""
    for after in range(1, most + 1):
        for other in range(max(1, after - gap), after + gap + 1):
            if after + other > trim:
                yield after, other


@claim(
    "KLMNS20.TXT.THIRD",
    kind=Kind.INEQUALITY,
    source=at("proof of Claim 3.5", "3.1"),
    statement="A balanced step (|w(next) - w(other)| <= L) from a node of weight w > t = 2L loses "
    "at least a third of w.",
    expected=Expected.REFUTED,
    scope_is_fair="All weights of the scope.",
)
def a_third_as_printed(size: Size) -> Verdict:
    """Look for the smallest loss."""
    del size
    return decide(
        "loss of a balanced step",
        "L <= 4, weights up to 10",
        (
            le(f"L={gap}, next={v}, other={u}", Fraction(v + u, 3), u)
            for gap in range(1, 5)
            for v, u in _balanced(10, 2 * gap, gap)
        ),
    )


@claim(
    "KLMNS20.TXT.THIRD",
    form=Form.CORRECTED,
    kind=Kind.INEQUALITY,
    source=at("proof of Claim 3.5", "3.1"),
    statement="It loses more than a quarter of w, and w(other) >= w(next)/3; from w > 3L it loses "
    "at least a third of w.",
    scope_is_fair="All weights of the scope.",
)
def a_quarter(size: Size) -> Verdict:
    """All three bounds."""
    gaps = range(1, size.pick(8, 12, 21))

    def items(gap: int) -> Iterator[Comparison]:
        for v, u in _balanced(5 * gap, 2 * gap, gap):
            name = f"L={gap}, next={v}, other={u}"
            yield lt(f"{name}, quarter", Fraction(v + u, 4), u)
            yield le(f"{name}, third of next", Fraction(v, 3), u)
            if v + u > 3 * gap:
                yield le(f"{name}, third", Fraction(v + u, 3), u)

    return decide(
        "loss of a balanced step",
        f"L <= {gaps[-1]}, weights up to 5L",
        (item for gap in gaps for item in items(gap)),
    )


@cache
def _most_balanced_steps(weight: int, trim: int, gap: int) -> int:
    """The most steps with w(next) - w(other) <= gap on a way down from a weight."""
    if weight <= trim:
        return 0
    return max(
        _most_balanced_steps(after, trim, gap) + (2 * after - weight <= gap)
        for after in range(1, weight)
    )


CHAINS = tuple(
    (n, t, gap)
    for gap in (1, 2, 3, 5, 8)
    for t in (2 * gap, 3 * gap)
    for n in (t + 1, 2 * t, 4 * t, 8 * t, 100)
)


@claim(
    "KLMNS20.TXT.BAL",
    kind=Kind.COMBINATORIAL,
    source=at("proof of Claim 3.5", "3.1"),
    statement="A path has at most 2 log2 n balanced steps (t >= 2L).",
    scope_is_fair="All chains of weights, by dynamic programming.",
)
def balanced_steps_as_printed(size: Size) -> Verdict:
    """2^(number of steps) against n^2."""
    chosen = CHAINS[:: size.pick(3, 1, 1)]
    return decide(
        "balanced steps",
        "L in 1, 2, 3, 5, 8; t = 2L, 3L; n <= 192",
        (
            le(f"n={n}, t={t}, L={gap}", 2 ** _most_balanced_steps(n, t, gap), n * n)
            for n, t, gap in chosen
        ),
    )


@claim(
    "KLMNS20.DER.J",
    form=Form.CONCRETE,
    kind=Kind.COMBINATORIAL,
    source=at("derived (Claim 3.5)", "3.1"),
    statement="The largest number of steps with w(next) - w(other) <= L from nodes of weight > t "
    "is J = 1 + floor(log2((n - L)/(t + 1 - L))) for n > t, and 0 otherwise.",
    scope_is_fair="Equality, by dynamic programming over all chains of weights.",
)
def number_of_balanced_steps(size: Size) -> Verdict:
    """The formula against dynamic programming."""
    chosen = CHAINS[:: size.pick(3, 1, 1)]
    return decide(
        "number of balanced steps",
        "L in 1, 2, 3, 5, 8; t = 2L, 3L; n <= 192",
        (
            eq(
                f"n={n}, t={t}, L={gap}",
                _most_balanced_steps(n, t, gap),
                balanced_steps(n, t, gap),
            )
            for n, t, gap in chosen
        ),
    )


@claim(
    "KLMNS20.DER.FWD",
    form=Form.CONCRETE,
    kind=Kind.INEQUALITY,
    source=at("derived (Claim 3.5)", "3.1"),
    statement="S' = S + {x}: Pr_S[path] <= max(e^eps, 1 + e^(-eps t)) Pr_S'[extensions], for "
    "every path and every eps; more exactly e^eps if x leaves the path at a branching node, "
    "1 + e^(-eps t) if it leaves it elsewhere, 1 if it does not leave it.",
    scope_is_fair="All three cases occur.",
)
def adding_a_row(size: Size) -> Verdict:
    """Polynomial inequalities, one for each path."""
    most, r = size.pick(2, 3, 4), RationalFunction.r()

    def items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        new = path_law(plus(rows, x), 3, t, r)
        for path, mass in path_law(rows, 3, t, r).items():
            shared = 3 - (Node(3, x).position ^ (path.position << (3 - path.level))).bit_length()
            factor = r / r
            if shared < path.level:
                other = path.ancestor(shared + 1).sibling
                factor = r if tree.weight(other) else 1 + r**-t
            right = factor * extended(path, new, r - r)
            yield le(f"S'={rows}, x={x}, t={t}, {path}", mass, right)

    return for_all_eps(
        "adding a row",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2",
        (item for rows, x in added(8, most) for t in (1, 2) for item in items(rows, x, t)),
    )


@claim(
    "KLMNS20.DER.REV",
    form=Form.CONCRETE,
    kind=Kind.INEQUALITY,
    source=at("derived (Lemma 3.6)", "3.1"),
    statement="S' = S + {x}, 0 < L < t + 1: Pr_S'[extensions] <= e^(eps J) (1 + e^(-eps L))^(n-1) "
    "Pr_S[path] for every eps; at a = 2, at most V(n, t, a) Pr_S[path], and V(n, 1, 2) = "
    "1, 4/3, 8/5, 16/9, 2, 20/9, 12/5, 8/3 for n = 1 to 8.",
    scope_is_fair="V is attained for n <= 4 and m = 3.",
)
def removing_a_row(size: Size) -> Verdict:
    """Polynomial inequalities with L = 1, and V at a = 2."""
    most, r = size.pick(2, 3, 4), RationalFunction.r()
    numbers = size.pick(4, 5, 6)
    values = [Fraction(1), Fraction(4, 3), Fraction(8, 5), Fraction(16, 9), Fraction(2)]
    values += [Fraction(20, 9), Fraction(12, 5), Fraction(8, 3)]

    def symbolic(rows: Rows, x: int) -> Iterator[Comparison]:
        new, n = path_law(plus(rows, x), 3, 1, r), len(rows)
        factor = r ** balanced_steps(n, 1, 1) * (1 + 1 / r) ** (n - 1)
        for path, mass in path_law(rows, 3, 1, r).items():
            yield le(f"S'={rows}, x={x}, {path}", extended(path, new, r - r), factor * mass)

    def ratio(n: int) -> Fraction:
        worst = ZERO
        for rows, x in added(8, n, n):
            new = path_law(plus(rows, x), 3, 1, TWO)
            for path, mass in path_law(rows, 3, 1, TWO).items():
                worst = max(worst, extended(path, new, ZERO) / mass)
        return worst

    return for_all_eps(
        "removing a row",
        f"|X| = 8, 1 <= n' <= {most} (at a = 2: {numbers}), t = 1, L = 1",
        [
            *(eq(f"V({n},1,2)", remove_factor(n, 1, TWO), v) for n, v in enumerate(values, 1)),
            *(
                eq(f"largest ratio, n'={n}", ratio(n), remove_factor(n, 1, TWO))
                for n in range(1, numbers + 1)
            ),
            *(item for rows, x in added(8, most) for item in symbolic(rows, x)),
        ],
    )


@claim(
    "KLMNS20.DER.REP",
    form=Form.CONCRETE,
    kind=Kind.INEQUALITY,
    source=at("derived (Lemma 3.6)", "3.1"),
    statement="A = A0 + {x}, A' = A0 + {x'}, grouped by the paths of A0: each group loses at most "
    "the factor V(|A0|, t, a) max(a, 1 + a^-t); the embeddings of a group are neighbours of "
    "one size; what is outside all groups has probability at most 1/(1 + a^t).",
    scope_is_fair="All A0, x and x' of the scope.",
    uses=("KLMNS20.DER.FWD", "KLMNS20.DER.REV", "KLMNS20.DER.STRAY"),
)
def replacing_a_row(size: Size) -> Verdict:
    """All groups."""
    most = size.pick(3, 3, 4)

    def items(rows: Rows, t: int, a: Fraction) -> Iterator[Comparison]:
        laws = [path_law(plus(rows, x), 3, t, a) for x in range(8)]
        groups = path_law(rows, 3, t, a)
        factor = replace_factor(len(rows) + 1, t, a)
        name = f"A0={rows}, t={t}"
        for x, mine in enumerate(laws):
            grouped = sum((extended(path, mine, ZERO) for path in groups), ZERO)
            yield le(f"{name}, x={x}, outside", 1 - grouped, stray(t, a))
        for path in groups:
            masses = [extended(path, mine, ZERO) for mine in laws]
            yield le(f"{name}, {path}", max(masses), factor * min(masses))
            ends = {
                embedding(plus(rows, x), 3, p, t)
                for x, mine in enumerate(laws)
                for p in mine
                if extends(p, path)
            }
            most_replaced = max(replaced(d, e) for d in ends for e in ends)
            yield le(f"{name}, {path}, embeddings", most_replaced, 1)

    return decide(
        "replacing a row",
        f"|X| = 8, 1 <= |A0| <= {most}, (t, a) = (1, 2) and (2, 3/2)",
        (
            item
            for rows in up_to(8, most, 1)
            for t, a in ((1, TWO), (2, Fraction(3, 2)))
            for item in items(rows, t, a)
        ),
    )
