"""Section 2: databases and neighbours, and what the paper leaves unsaid."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.mechanisms import BUILDS, mechanism
from audits.claims.klmns20.words import *
from reference.exact.field import number, of_r
from reference.exact.integers import log_star
from reference.mechanisms.interior_point.path_embedding import levels_of

UNORDERED: tuple[Rows, ...] = ((5, 0, 3, 3, 7, 1), (2, 2, 1, 0, 7, 6, 4))


def _of_rounded_root(eps: Epsilon[Any]) -> Epsilon[Any]:
    """The root, if it is a number, rounded up to an integer."""
    root = number(eps.root)
    return eps if root is None else Epsilon(Fraction(ceil(root)), eps.parts)


WRONG[mechanism] = {
    "sees the first row only": blind(mechanism, lambda rows: rows[:1] * len(rows)),
    "rounds e^(eps/4)": given(mechanism, eps=_of_rounded_root),
}


@claim("KLMNS20.CONV.DB", over(name=tuple(BUILDS), rows=UNORDERED), about=mechanism)
def databases_are_multisets(build: Build, name: str, rows: Rows) -> Check:
    """No mechanism of the paper depends on the order of the rows; a database of n rows over X is
    one of C(|X| + n - 1, n) multisets.

    Cases: Rows in disorder, from the left and from the right; every multiset of up to 4 rows over
    8 points is listed and counted.
    """
    found, other = (law(build(name, eps_at(2)), db) for db in (rows, rows[::-1]))
    for y in sorted(found.support, key=str):
        yield eq(f"{y}", found.probability(y), other.probability(y))
    for points, n in product(range(1, 9), range(5)):
        listed = set(replace_one(range(points), n).databases())
        yield eq(f"|X| = {points}, n = {n}", len(listed), comb(points + n - 1, n))


@claim(
    "KLMNS20.CONV.DOMAIN",
    over(m=range(1, 4)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 4, Algorithm 4, step 6: i in [log |X|], for i in {0, ..., log |X|}",
        "the number of levels that occur in D",
        "log2 |X|",
    ),
)
def levels_are_log_many(m: int) -> Check:
    """The embedding D is a database over [log |X|], a set of log2|X| values.

    Where: m is log2 |X|.

    Cases: |X| = 2^m, t = 1; the root has level 0 and the leaves have level log |X| (step 5b of
    Algorithm 1), and a row may fall off at either.
    """
    yield le("", len(set(_levels(m))), m)


def _levels(m: int) -> Rows:
    """The embedding of 0, 0, 1, 2, 4, ..., 2^(m-1) by the path to 0, t = 1."""
    return embedding((0, 0, *(2**i for i in range(m))), m, Node(m, 0), 1)


WRONG[levels_of] = {
    "leaves out the root": "depth(domain).bit_length() => (depth(domain) - 1).bit_length()",
    "has twice the points": "2 ** depth(domain) => 2 * 2 ** depth(domain)",
}


@claim(
    "KLMNS20.CONV.DOMAIN",
    over(m=sized(range(1, 20), range(1, 40), range(1, 80))),
    form=Form.CORRECTED,
    about=levels_of,
)
def levels_are_one_more(domains: Build, m: int) -> Check:
    """The embedding is a database over 0, ..., log2|X|, of which every value occurs; the next
    domain has that many points, rounded up to a power of two.

    Where: m is log2 |X|.

    Cases: |X| = 2^m, t = 1: one row falls off at each level.
    """
    yield from same("levels", _levels(m), range(m + 1))
    size = domains(Domain.of_size(2**m)).size
    yield le("levels against points", m + 1, size)
    yield lt("points", size, 2 * (m + 1))


NAMED = {0: 0, 1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 16: 4, 17: 5}
"""log*(2^k), by hand."""


WRONG[log_star] = {
    "rounds every logarithm down": "ceil_log2(value) => floor_log2(value)",
    "counts until a value is below 1": "value > 1 => value >= 1",
}


@claim("KLMNS20.CONV.LOG", over(k=sized(range(50), range(500), range(5000))), about=log_star)
def log_star_values(count: Build, k: int) -> Check:
    """log*(x) is how often log2 is applied to x to reach a value <= 1: log*(2) = 1, log*(4) = 2,
    log*(8) = log*(16) = 3, log*(32) = log*(2^16) = 4, log*(2^17) = 5.

    Where: k is the exponent of x = 2^k, or of x = 2^k + 1.

    Cases: Powers of two, and the numbers after them, whose logarithm is rounded up since log*
    grows at integers only.
    """
    if k in NAMED:
        yield eq(f"log*(2^{k})", count(2**k), NAMED[k])
    if k:
        yield eq(f"log*(2^{k}), again", count(2**k), 1 + count(k))
        yield eq(f"log*(2^{k} + 1)", count(2**k + 1), 1 + count(k + 1))


def stopping_point(trim: int, halt: int, eps: Epsilon[Any], *, last: bool) -> StoppingPoint[Any]:
    """StoppingPoint over 8 points with cutoff 1."""
    return StoppingPoint(EIGHT, trim, 1, halt, eps, emit_last=last)


@claim(
    "KLMNS20.CONV.NB",
    over(added(3, 2)),
    refuted=Erratum(
        Grade.WORDING,
        "Definition 2.1 (an entry differs), Section 3.1 (S' = S + {x'}): two relations, one name",
        "the rows of S'",
        "the rows of S",
    ),
)
def one_relation_as_printed(rows: Rows, x: int) -> Check:
    """Two databases are neighbouring if they differ in a single entry; S and S + {x'} are
    neighbouring.

    Cases: All databases of at most two rows over 3 points, and each row that can be added.
    """
    yield eq("", len(plus(rows, x)), len(rows))


WRONG[stopping_point] = {
    "spends twice the eps": twice_eps(stopping_point),
    "compares without noise": wrong(
        stopping_point,
        StoppingPoint=wrong(
            StoppingPoint,
            "coins.run(AboveThreshold(self.cutoff, self.eps), answers) => "
            "next((i for i, f in enumerate(answers) if f >= 2), Bottom.BOTTOM)",
        ),
    ),
}


@claim(
    "KLMNS20.CONV.NB",
    over(most=sized((5,), (6,), (6,))),
    form=Form.CORRECTED,
    about=stopping_point,
    uses=("KLMNS20.L4.5",),
)
def stopping_point_for_replaced_rows(build: Build, most: int) -> Check:
    """Neighbours differ in a replaced row (Definition 2.1, section 4) or in an added one (section
    3.1). It matters: for a replaced row, where the number of queries depends on sizes only,
    StoppingPoint with two queries is eps/2-private on small universes; for an added row it is
    not (eps, 99/100)-private for any eps, with t = 4c and h = 10t as printed.

    Cases: |X| = 8, t = 1, c = 1, h = 2, the last database asked for too, the queries differ
    between neighbours; e^(eps/4) = 8 and 40 and 41 equal rows for t = 4, h = 40, where one
    database has a query and the other none.
    """
    eps = eps_at(2)
    mechanism = build(1, 2, eps, last=True)
    for n in range(3, most + 1):
        yield private(mechanism, replace_one(range(8), n), pure(Fraction(4)), name=f"{n}")
    printed = build(4, 40, eps_at(8), last=False)
    few, many = (these([(0,) * n]) for n in (40, 41))
    yield accurate(printed, few, lambda _, d: d != 1, Fraction(0), name="never on 40 rows")
    yield accurate(printed, many, lambda _, d: d == 1, Fraction(1, 100), name="on 41 rows")


SMALL_DATABASES: tuple[Rows, ...] = ((), (0,), (0, 3, 3, 7), (0, 1, 2, 5, 6, 7))


@claim(
    "KLMNS20.CONV.EPS",
    over(
        name=tuple(BUILDS),
        rows=SMALL_DATABASES,
        root=(Fraction(6, 5), Fraction(3, 2), Fraction(8, 5)),
    ),
    form=Form.CONCRETE,
    about=mechanism,
)
def laws_are_rational(build: Build, name: str, rows: Rows, root: Fraction) -> Check:
    """All mechanisms are rational in s = e^(eps/4), with integer thresholds and sizes: the law as
    a function of r, at r = s, is the law with e^(eps/4) = s.

    Cases: The two are computed in different fields.
    """
    every = law(build(name, Epsilon.indeterminate(4)), rows)
    found = law(build(name, Epsilon(root, parts=4)), rows)
    yield eq("total", sum((of_r(found.probability(y)) for y in found), RationalFunction(0)), 1)
    for y in sorted(every.support, key=str):
        yield eq(f"{y}", of_r(found.probability(y)), of_r(every.probability(y)).at(root))


not_finitely_checkable(
    "KLMNS20.CONV.ACC",
    statement="Accuracy is the failure probability, the score, or the empirical error.",
    reason="A convention: it names quantities and states nothing about them.",
)


@claim("KLMNS20.CONV.DEGEN", over(t=(0, 1, 2)), form=Form.CONCRETE, about=LevelToPoint)
def degenerate_cases(build: Build, t: int) -> Check:
    """Bottom is passed on; levels beyond the last become the last; a leaf is its only candidate;
    candidates that coincide are one; trimming 2t or fewer rows leaves none; the embedding has
    max(0, n' - t) rows; the base case has at least 4 points.

    Cases: Each convention is met at least once.
    """
    eps, tree, sixteen = eps_at(2), WeightedTree.of(3, (1, 1, 5)), Domain.of_size(16)
    few = tuple(range(2 * t))
    yield eq("2t rows", law(TreeLog(EIGHT, t, 1, eps), few).probability(BOTTOM), 1)
    yield eq("2t rows, trimmed", len(trimmed(few, t)), 0)
    rows = (*few, 3, 3, 9)
    last = law(build(sixteen, t, 1, 4, eps), rows)
    beyond = law(build(sixteen, t, 1, 6, eps), rows)
    for y in (*range(16), BOTTOM):
        yield eq(f"level 6 as level 4, {y}", beyond.probability(y), last.probability(y))
    for level, candidates in enumerate((4, 4, 2, 1)):
        yield eq(f"level {level}", len(tree.candidates(Node(level, 0))), candidates)
    yield eq("embedded", len(embedding((1, 1, 5), 3, Node(3, 1), t)), 3 - t)
    yield eq("embedding of one row", len(embedding((1,), 3, Node(0, 0), t)), max(0, 1 - t))
    for base in (1, 2, 3):
        yield true(f"base {base} is refused", _refused(base))


def _refused(base: int) -> bool:
    try:
        TreeLog(EIGHT, 1, 1, eps_at(2), base)
    except ValueError:
        return True
    return False
