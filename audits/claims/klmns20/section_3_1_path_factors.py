"""Section 3.1: the exact factors by which the probability of a path changes with one row."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import extended, replace_factor
from audits.claims.klmns20.section_3_1_path_probabilities import CHAINS, most_balanced_steps
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.named_databases import balanced, caterpillar

WRONG[balanced_steps] = {"every step counts": given(balanced_steps, gap=0)}


@claim("KLMNS20.DER.J", CHAINS, form=Form.CONCRETE, about=balanced_steps)
def number_of_balanced_steps(steps: Build, gap: int, gaps: int, n: int) -> Check:
    """The largest number of steps with w(next) - w(other) <= L from nodes of weight > t is J = 1 +
    floor(log2((n - L)/(t + 1 - L))) for n > t, and 0 otherwise.

    Where: gap is L, gaps is t/L, and n is the weight of the root.

    Cases: Equality, by dynamic programming over all chains of weights; t = L gaps.
    """
    yield eq("", most_balanced_steps(n, gap * gaps, gap), steps(n, gap * gaps, gap))


@claim(
    "KLMNS20.DER.FWD", over(added(8, sized(2, 3, 4)), t=(1, 2)), form=Form.CONCRETE, about=path_law
)
def adding_a_row(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """S' = S + {x}: Pr_S[path] <= max(e^eps, 1 + e^(-eps t)) Pr_S'[extensions], for every path and
    every eps; more exactly e^eps if x leaves the path at a branching node, 1 + e^(-eps t) if it
    leaves it elsewhere, 1 if it does not leave it.

    Cases: All three cases occur.
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


@claim(
    "KLMNS20.DER.REV",
    over(n=sized(range(1, 5), range(1, 6), range(1, 7))),
    form=Form.CONCRETE,
    about=path_law,
)
def removing_a_row(paths: Build, n: int) -> Check:
    """S' = S + {x}, 0 < L < t + 1: Pr_S'[extensions] <= e^(eps J) (1 + e^(-eps L))^(n-1)
    Pr_S[path] for every eps; at a = 2, at most V(n, t, a) Pr_S[path], for t = 1 with equality.

    Cases: All databases of n rows over 8 points and rows to add, t = L = 1, every eps up to n = 3.
    """
    most, worst = remove_factor(n, 1, TWO), ZERO
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
    over(multisets(8, sized(3, 3, 4)), t_and_a=((1, TWO), (2, Fraction(3, 2)))),
    form=Form.CONCRETE,
    about=path_law,
    uses=("KLMNS20.DER.FWD", "KLMNS20.DER.REV", "KLMNS20.DER.STRAY"),
)
def replacing_a_row(paths: Build, rows: Rows, t_and_a: tuple[int, Fraction]) -> Check:
    """A = A0 + {x}, A' = A0 + {x'}, grouped by the paths of A0: each group loses at most the
    factor V(|A0|, t, a) max(a, 1 + a^-t); the embeddings of a group are neighbours of one size;
    what is outside all groups has probability at most 1/(1 + a^t).

    Cases: All A0, x and x' of the scope.
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


WRONG[balanced] = {
    "has no 0": "range(2**depth) for => range(1, 2**depth) for",
    "is unbalanced": "tuple(x for x in => tuple(0 for x in",
}


@claim(
    "KLMNS20.CON.BAL",
    over(m=sized(range(1, 5), range(1, 6), range(1, 8))),
    form=Form.CONCRETE,
    about=balanced,
)
def balanced_ratio(build: Build, m: int) -> Check:
    """One copy of each of 2^m points, t = 1, and one more 0: the path to 0 becomes (2a/(1+a))^m
    times as likely, for every eps.

    Cases: The ratio grows without bound with m: what removing a row costs is not constant.
    """
    rows, leaf = build(m), Node(m, 0)
    yield from same("rows", rows, range(2**m))
    before, after = path_law(rows, m, 1, R), path_law(plus(rows, 0), m, 1, R)
    grown = (2 * R / (1 + R)) ** m * before.get(leaf, R - R)
    yield eq("", extended(leaf, after, R - R), grown)


WRONG[caterpillar] = {
    "has its rows side by side": "sorted(2 ** (top - 1 - level) for level in range(levels)) => "
    "range(1, levels + 1)"
}


@claim(
    "KLMNS20.CON.CAT",
    over(n=sized(range(2, 7), range(2, 10), range(2, 13)), j=range(1, 12)),
    form=Form.CONCRETE,
    about=caterpillar,
    given=lambda n, j: [lt("j < n", j, n)],
)
def caterpillar_falls(build: Build, n: int, j: int) -> Check:
    """In the caterpillar of n rows and j levels one row falls off the path to 0 at each of the
    first j levels.

    Cases: From n rows down to n - j: kept and fallen at each branching node.
    """
    rows, leaf = build(n, j), Node(j + 2, 0)
    found = branchings(rows, j + 2, leaf)
    yield eq("branching nodes", len(found), j)
    yield from same("levels", embedding(rows, j + 2, leaf, 0)[:j], range(j))
    for i, (kept, fallen) in enumerate(found):
        yield eq(f"kept at {i}", kept, n - 1 - i)
        yield eq(f"fallen at {i}", fallen, 1)
