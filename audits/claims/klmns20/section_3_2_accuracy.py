"""Section 3.2: the accuracy of TreeLog, and the constants of Theorem 1.2."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.tree_log import fitting, fourth_root
from audits.claims.klmns20.words import *

S = Fraction(8, 5)
TREES = over(multisets(8, sized(4, 5, 6)), t=range(3))


@claim("KLMNS20.D.SCORE", over(multisets(6, sized(4, 5, 6), least=0), y=range(6)), about=score)
def scores(found: Build, rows: Rows, y: int) -> Check:
    """y has score Delta if at least Delta rows are <= y and at least Delta are >= y; interior
    means Delta = 1.

    Cases: The largest Delta, found from the sorted rows.
    """
    ordered = [(rows[delta - 1], rows[len(rows) - delta]) for delta in range(1, len(rows) + 1)]
    yield eq("", found(rows, y), sum(first <= y <= last for first, last in ordered))


not_finitely_checkable(
    "KLMNS20.L3.8",
    statement="For n >= O((log*|X|/eps) log(1/delta)), TreeLog finds an interior point of score "
    "Omega((1/eps) log(1/delta)) with probability at least 1 - O(delta log*|X|).",
    reason="The constants in O, Omega and in t = Theta((1/eps) log(1/delta)) are not given. The "
    "concrete form has them; with the threshold and the loss of Lemma 2.4 it would need "
    "ln(n/(eps delta)) = O(ln(1/delta)), which is not said.",
)


def accuracy_hypotheses(
    n: int, t: int, T: int, a: Fraction, N: int, delta: Fraction
) -> Iterator[Comparison]:
    """What Lemma 3.8 needs of n rows over N points, trim t, threshold T and e^eps = a.

    With beta = delta; a node that is to be chosen weighs t + 1 or more.
    """
    eps, count = ln(a), calls((N - 1).bit_length())
    loss = (2 / eps * ln(4 / delta)).ceil()
    yield le(
        "T + (4/eps) ln(1/(2 delta)) <= t + 1", high(T + 4 / eps * ln(1 / (2 * delta))), t + 1
    )
    yield le("ceil((2/eps) ln(4/delta)) <= t", loss, t)
    least = 3 * t * (count - 1) + 2 * (1 + loss)
    yield le("n >= 3t(c-1) + 2(1 + ceil((2/eps) ln(4/delta)))", least, n)


def _threshold(a: Fraction, delta: Fraction) -> int:
    """(8/eps) ln(4/(eps delta^2)), rounded up."""
    return (8 / ln(a) * ln(4 / (ln(a) * delta * delta))).ceil()


def _as_in_lemma_2_4(points: int, delta: Fraction) -> tuple[object, ...]:
    """(n, t, T, a, N, delta) with the threshold and the loss of the choosing mechanism."""
    return (*fitting(S, points, delta), _threshold(S**4, delta), S**4, points, delta)


def _least(points: int, delta: Fraction) -> tuple[object, ...]:
    """The least T at which a choice is (eps, delta)-private, then the least t and n."""
    eps, count = 4 * ln(S), calls((points - 1).bit_length())
    margin, loss = (4 / eps * ln(1 / (2 * delta))).ceil(), (2 / eps * ln(4 / delta)).ceil()
    t = max(2 * margin, loss)
    return (3 * t * (count - 1) + 2 * (1 + loss), t, 1 + margin, S**4, points, delta)


@claim(
    "KLMNS20.L3.8",
    over(
        instances(
            "n t T a N delta",
            *(_as_in_lemma_2_4(2**m, Fraction(1, d)) for m, d in ((2, 8), (4, 10))),
            *(_least(2**m, Fraction(1, 16)) for m in (3, 4)),
            more=(_as_in_lemma_2_4(2**8, Fraction(1, 16)), _least(2**8, Fraction(1, 100))),
        )
    ),
    form=Form.CONCRETE,
    about=TreeLog,
    uses=("KLMNS20.DER.NREQ", "KLMNS20.DER.TRANSLATE"),
    given=accuracy_hypotheses,
)
def tree_log_is_accurate(
    build: Build, n: int, t: int, T: int, a: Fraction, N: int, delta: Fraction
) -> Check:
    """With c calls over N points, A = ceil((2/eps) ln(4/delta)) <= t, n >= 3t(c-1) + 2(1 + A), and
    a threshold T with T + (4/eps) ln(1/(2 delta)) <= t + 1, TreeLog finds a point of score t + 1 -
    A or more with probability at least 1 - (2c - 1) delta; for c = 1, where nothing is trimmed, of
    score ceil(n/2) - A.

    Cases: The mechanism itself at e^eps = (8/5)^4, on equal, halved, falling and spread rows: with
    T = (8/eps) ln(4/(eps delta^2)) and t = (16/eps) ln(4n/(eps delta^2)), as Lemma 2.4 has them,
    where it fails less often by far, as t leaves (8/eps) ln n above T for candidates that it does
    not have; and with the least T that is private, and the least t for it.
    """
    count, loss = calls((N - 1).bit_length()), (2 / ln(a) * ln(4 / delta)).ceil()
    least = (t + 1 if count > 1 else -(-n // 2)) - loss
    tree_log = build(Domain.of_size(N), t, T, Epsilon(fourth_root(a), 4))
    good = partial(is_interior_point, at_least=least)
    yield accurate(tree_log, these(telling(N, n)), good, (2 * count - 1) * delta)


def _failure(n: int, count: int, t: int, T: int, s: Fraction) -> Fraction:
    """The bound of DER.NREQ."""
    base, last = s ** (n - 3 * t * (count - 1) + 1 & ~1), s ** (2 * t + 2)
    return 3 / (3 + base) + (count - 1) * (s ** (T - t - 1) / 2 + 3 / (3 + last))


@claim(
    "KLMNS20.DER.NREQ",
    over(
        instances(
            "points n depth t T s",
            (tuple(range(8)), 5, 3, 1, 1, TWO),
            ((0, 3, 4, 7), 9, 3, 2, 1, Fraction(3, 2)),
            ((0, 7, 15), 14, 4, 2, 1, TWO),
            more=((tuple(range(8)), 8, 3, 2, 1, TWO),),
        )
    ),
    form=Form.CONCRETE,
    about=TreeLog,
    uses=("KLMNS20.DER.TPARAM", "KLMNS20.DER.TRANSLATE", "KLMNS20.TXT.BASE"),
)
def rows_that_suffice(
    build: Build, points: Rows, n: int, depth: int, t: int, T: int, s: Fraction
) -> Check:
    """With N calls on n > 3t(N-1) rows and a threshold T <= t + 1, s = e^(eps/4), C = 4: no
    interior point with probability at most 3/(3 + s^(2 ceil(n'/2))) + (N-1) (s^(T-t-1)/2 + 3/(3 +
    s^(2t+2))), n' = n - 3t(N-1); which is at most (2(N-1) + 1) beta for the n of
    KLMNS20.L3.8, n >= 3t(N-1) + 2(1 + ceil((2/eps) ln(C/beta))).

    Cases: All databases with rows from the points; the bound is below 1.
    """
    failure = _failure(n, calls(depth), t, T, s)
    mechanism = build(Domain.of_size(2**depth), t, T, Epsilon(s, 4))
    yield accurate(mechanism, replace_one(points, n), is_interior_point, failure)
    for beta in (Fraction(1, 8), Fraction(1, 1000)):
        rows, trim = fitting(s, 2**depth, beta)
        most = _failure(rows, calls(depth), trim, _threshold(s**4, beta), s)
        yield le(f"beta = {beta}, n = {rows}", most, (2 * calls(depth) - 1) * beta)


STEPS = Parts(embed=embedding, candidates=WeightedTree.candidates)
"""How rows are embedded, and what the candidates of a node are."""

WRONG[STEPS] = {
    "embeds all rows": STEPS.but(embed="last, trim) => last, 0)"),
    "forgets the inner ends": STEPS.but(candidates=WeightedTree.ends),
}


@claim(
    "KLMNS20.DER.TRANSLATE",
    over(
        instances(
            "m rows t", *((2, 4, 1), (3, 4, 1), (3, 5, 2)), more=((3, 6, 1), (3, 6, 3), (4, 5, 1))
        )
    ),
    form=Form.CONCRETE,
    about=STEPS,
    uses=("KLMNS20.TXT.SCORELIFT",),
)
def translation_of_levels(steps: Any, m: int, rows: int, t: int) -> Check:
    """For every level l with min D <= l <= max D: (i) the path reaches level l, and its node there
    weighs at least t + #{z in D: z >= l}; (ii) every node of level l that covers a row has a
    candidate between the extremes of S'; (iii) which therefore has score at least t + 1 in S.

    Cases: All databases of so many rows over 2^m points, all paths and levels; (iii) is (ii) and
    KLMNS20.TXT.SCORELIFT.
    """
    for database in replace_one(range(2**m), rows).databases():
        yield from translation(database, m, t, steps)


def translation(rows: Rows, depth: int, trim: int, steps: Parts = STEPS) -> Iterator[Comparison]:
    """The three statements for all paths of a trimmed database and all levels between two of D."""
    tree = WeightedTree.of(depth, rows)
    for last in path_law(rows, depth, trim, TWO):
        levels = steps.embed(rows, depth, last, trim)
        for level in range(levels[0], levels[-1] + 1) if levels else ():
            name = f"S' = {rows}, {last}, l = {level}"
            yield le(f"{name}, reached", level, last.level)
            after, passed = sum(z >= level for z in levels), last.ancestor(min(level, last.level))
            yield le(f"{name}, weight", trim + after, tree.weight(passed))
            for v in tree.weights(level):
                best = max(score(rows, y) for y in steps.candidates(tree, v))
                yield le(f"{name}, {v}", 1, best)


@claim(
    "KLMNS20.TXT.DBSHRINK",
    over(n=sized(range(12), range(24), range(48)), t=(1, 2)),
    about=embedding,
)
def rows_of_the_calls(embed: Build, n: int, t: int) -> Check:
    """The i-th recursive call is on n - 3ti rows.

    Where: t is how many rows are trimmed at each end, and at which weight a path ends.

    Cases: Three calls over 256 points; n from 0 beyond 3t.
    """
    rows, depth = squares(256, n), 8
    for i in range(1, 4):
        rest = trimmed(rows, t)
        last = next(iter(path_law(rest, depth, t, TWO)))
        rows, depth = embed(rest, depth, last, t), depth.bit_length()
        yield eq(f"call {i}", len(rows), max(0, n - 3 * t * i))


@claim(
    "KLMNS20.TXT.BASE",
    over(n=sized(range(1, 5), range(1, 7), range(1, 9))),
    about=ExponentialInteriorPoint,
    uses=("KLMNS20.L2.2",),
)
def base_case_is_accurate(build: Build, n: int) -> Check:
    """In the base case OPT >= ceil(n/2), and for every integer A the score is ceil(n/2) - A or
    less with probability at most 3 b^-A/(1 + 3 b^-A) <= C b^-A, b = e^(eps/2), C = 4: with beta =
    C b^-A, it is ceil(n/2) - (2/eps) ln(C/beta) or more with probability 1 - beta.

    Cases: All databases of n rows over 4 points, b = 4; attained for one row.
    """
    b, universe, half = Fraction(4), replace_one(range(4), n), -(-n // 2)
    mechanism = build(Domain.of_size(4), Epsilon(TWO, 4))
    for rows in universe.databases():
        yield le(f"S = {rows}, OPT", half, max(score(rows, y) for y in range(4)))
    for a in range(1, half + 1):
        good = partial(is_interior_point, at_least=half - a + 1)
        yield accurate(mechanism, universe, good, 3 / (3 + b**a), name=f"A = {a}")


@claim(
    "KLMNS20.TXT.SCORELIFT", over(multisets(6, sized(5, 6, 7), least=0), t=range(3)), about=trimmed
)
def score_in_the_untrimmed_database(trim: Build, rows: Rows, t: int) -> Check:
    """An interior point of the trimmed database has score at least t + 1 in the database.

    Cases: All points; attained. Skipped are databases that are trimmed away.
    """
    for y in range(6):
        if is_interior_point(trim(rows, t), y):
            yield le(f"y = {y}", t + 1, score(rows, y))


@claim("KLMNS20.TXT.PATHTHRU", TREES, about=path_law)
def paths_through_heavy_nodes(paths: Build, rows: Rows, t: int) -> Check:
    """If a node covers all rows and there are more than t, every path that is long enough passes
    through it.

    Cases: All nodes that cover all rows, the root excepted.
    """
    tree = WeightedTree.of(3, rows)
    for last in paths(rows, 3, t, TWO) if len(rows) > t else ():
        for level in range(1, last.level + 1):
            heavy, *others = tree.weights(level)
            if not others:
                passed = last.ancestor(level).position
                yield eq(f"{last}, l = {level}", passed, heavy.position)


@claim(
    "KLMNS20.TXT.SMALLN",
    over(multisets(8, sized(4, 5, 6), least=0), t=(1, 2)),
    form=Form.CONCRETE,
    about=TreeLog,
    given=lambda rows, t: [le("n <= 3t", len(rows), 3 * t)],
)
def small_databases(build: Build, rows: Rows, t: int) -> Check:
    """TreeLog answers bottom with probability 1 on at most 2t rows; on at most 3t rows the
    embedding is empty, and the level uniform if the next call is the base case.

    Where: n is the number of rows, and t how many are trimmed at each end.

    Cases: |X| = 8, where the next call is the base case: a mixture of four levels with equal
    parts.
    """
    bottom = law(build(EIGHT, t, 1, Epsilon(TWO, 4)), rows).probability(BOTTOM)
    yield eq("bottom", int(bottom == 1), int(len(rows) <= 2 * t))
    rest = trimmed(rows, t)
    for last in path_law(rest, 3, t, TWO):
        yield eq(f"{last}, rows of D", len(embedding(rest, 3, last, t)), 0)
    level = law(ExponentialInteriorPoint(Domain.of_size(4), Epsilon(TWO, 4)), ())
    for y in range(4):
        yield eq(f"level {y} of an empty D", level.probability(y), QUARTER)
