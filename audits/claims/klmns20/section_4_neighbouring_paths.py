"""Section 4: the heaviest paths of neighbouring databases (Lemma 4.3, and Lemma 4.5 on d*)."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *
from audits.ledger import Size
from audits.ledger.quantifiers import Sized, at
from reference.mechanisms.interior_point.construct_paths import (
    ConstructPaths,
    heaviest_ends,
    multiplicity,
)
from reference.mechanisms.interior_point.named_databases import (
    diverging_paths,
    jumping_multiplicity,
)
from reference.probability.coins import SeededBits

Case = tuple[int, int, int]
"""(m, n', t)."""

Pair = tuple[Rows, Rows]

SMALL: tuple[Case, ...] = ((3, 6, 2), (2, 8, 2), (3, 5, 3))
MIDDLE: tuple[Case, ...] = (*SMALL, (4, 6, 2), (3, 7, 4), (2, 10, 4), (2, 12, 4))
LARGE: tuple[Case, ...] = (*MIDDLE, (3, 8, 3), (3, 9, 3), (2, 14, 5), (2, 17, 5))
TRIMS = sized(SMALL, MIDDLE, LARGE)

HALVES: tuple[Case, ...] = ((3, 6, 4), (2, 10, 6), (3, 7, 4), (4, 6, 4), (3, 8, 4), (2, 14, 6))
"""Cases with t = 2k, k >= 2, in which embeddings have multiplicities below k."""


@cache
def heaviest_embeddings(rows: Rows, depth: int, trim: int) -> tuple[Rows, ...]:
    """The embeddings of a trimmed database by its heaviest paths, over all ways to break ties."""
    ends = heaviest_ends(WeightedTree.of(depth, rows), trim)
    return tuple({embedding(rows, depth, end, trim) for end in ends})


def trimmed_databases(cases: Sized[tuple[Case, ...]] | tuple[Case, ...], less: int) -> Quantifier:
    """`depth`, `trim` and `rows`: all trimmed databases, but for `less` of their n' rows."""
    return Quantifier(
        ("depth", "trim", "rows"),
        lambda size: (
            (depth, trim, rows)
            for depth, n, trim in at(cases, size)
            for rows in databases(2**depth, n - less)
        ),
        lambda size: (
            f"all databases of n' rows{' but one' * less} over 2^m points, "
            f"(m, n', t) = {', '.join(map(str, at(cases, size)))}"
        ),
    )


def _neighbours(
    embedded: Build, depth: int, trim: int, rest: Rows
) -> Iterator[tuple[str, Rows, Rows]]:
    """Embeddings of databases that complete the rest by one row each, over all ties."""
    found = [embedded(plus(rest, x), depth, trim) for x in range(2**depth)]
    for (x, first), (y, second) in permutations(enumerate(found), 2):
        yield from ((f"+{x}, +{y}, {d}, {e}", d, e) for d, e in product(first, second))


EMBEDDED = "embedding(rows, depth, end, trim)"
WRONG[heaviest_embeddings] = {
    "by any path": wrong(
        heaviest_embeddings,
        "heaviest_ends(WeightedTree.of(depth, rows), trim) => path_law(rows, depth, trim, ONE)",
        path_law=path_law,
    ),
    "leaves nothing out": f"{EMBEDDED} => embedding(rows, depth, end, 0)",
    "leaves out what falls off first": f"{EMBEDDED} => embedding(rows, depth, end, 0)[trim:]",
}


@claim(
    "KLMNS20.L4.3",
    over(trimmed_databases(sized(HALVES[:2], HALVES[:3], HALVES), 1)),
    about=heaviest_embeddings,
    uses=("KLMNS20.DER.L43T",),
)
def embeddings_stay_neighbours(embedded: Build, depth: int, trim: int, rows: Rows) -> Check:
    """t >= 2k: for all d < d*(S), S_d and S'_d are neighbours, for a replaced row. In one step: if
    all multiplicities of D(S) are below k, D(S) and D(S') are neighbours or equal, however ties
    are broken.

    Cases: k = t/2, two rows and more; embeddings that differ, and ties, occur.
    """
    for name, d, e in _neighbours(embedded, depth, trim, rows):
        if multiplicity(d) < max(1, trim // 2):
            yield le(name, replaced(d, e), 1)


def _beside_the_path() -> Pair:
    """One row falls off at each level from 1 on; a row moves over to the four largest ones.

    Of the second database one row is left in the right half after trimming.
    """
    half = 2**49
    steps = [half - 2 ** (49 - level) for level in range(45)]
    rows = (*range(1, 5), *(x for x in steps if x), half - 1, *range(half, half + 4))
    return plus(rows, 0), plus(rows, half + 4)


def _replacements(size: Size) -> Iterator[Pair]:
    """Two pairs, and what one other row makes of the first database."""
    first, second = diverging_paths()
    yield first, second
    yield _beside_the_path()
    bits = SeededBits(0)
    for i in range(size.pick(120, 1200, 12000)):
        row, top = i % len(first), 3 + i % 41
        yield first, plus((*first[:row], *first[row + 1 :]), bits.bits(top))


@claim(
    "KLMNS20.L4.3",
    over(
        drawn("pair", _replacements, "neighbours of databases of 53 and 54 rows over 2^50 points")
    ),
    form=Form.CONCRETE,
    about=ConstructPaths,
)
def databases_stay_neighbours(build: Build, pair: Pair) -> Check:
    """The same for all levels: t = 4, h = 10t, k = 2.  For every d < d*(S), S_d and S'_d differ in
    one row at most.

    Cases: d*(S) = 3: two databases of each pair are compared, and the second ones differ.
    """
    paths = build(Domain.of_size(2**50), 4, 40, emit_last=True)
    outputs = [paths(rows) for rows in pair]
    for d, (first, second) in enumerate(zip(*outputs, strict=True), 1):
        if most_frequent(first.database) >= 2:
            break
        yield le(f"d={d}", replaced(first.database, second.database), 1)


@claim(
    "KLMNS20.DER.L43T",
    over(trimmed_databases(TRIMS, 1)),
    form=Form.CONCRETE,
    about=heaviest_embeddings,
)
def trim_of_k_is_enough(embedded: Build, depth: int, trim: int, rows: Rows) -> Check:
    """t >= k is enough, and t = k - 1 is not: k = 3, t = 2, (0,0,0,0,2,2) and (0,0,0,2,2,3) over 8
    points embed to (1,1,3,3) and (1,1,1,2).

    Cases: All neighbours with multiplicities below t, and the pair named.
    """
    first, second = embedded((0, 0, 0, 0, 2, 2), 3, 2), embedded((0, 0, 0, 2, 2, 3), 3, 2)
    yield true("first embedding", first == ((1, 1, 3, 3),))
    yield true("second embedding", (1, 1, 1, 2) in second)
    for name, d, e in _neighbours(embedded, depth, trim, rows):
        if multiplicity(d) < trim:
            yield le(name, replaced(d, e), 1)


WRONG[diverging_paths] = {
    "the fourth row one more": "(*low, *(middle + x for x in second) => "
    "(0, 1, 2, 4, 10, *(middle + x for x in second)"
}


@claim("KLMNS20.CON.L43", form=Form.CONCRETE, about=diverging_paths)
def diverging_pair(build: Build) -> Check:
    """Two neighbours of 53 rows over 2^43 points (t = 4, h = 40, k = 2), with all multiplicities
    of the first two databases below k.

    Cases: One pair; the databases by bits of the rows.
    """
    first, second = build()
    yield eq("rows", len(first), 53)
    yield eq("rows that differ", minus(first, second), 1)
    for name, rows in (("S", first), ("S'", second)):
        found = [database for _, database in chain(rows, 43, 4, 40)]
        yield eq(f"{name}, databases", len(found), 3)
        yield le(f"{name}, f_1 and f_2", max(map(most_frequent, found[:2])), 1)


@claim("KLMNS20.CON.L43.DEF", form=Form.CONCRETE, about=diverging_paths)
def heaviest_paths_part(build: Build) -> Check:
    """k = 2, t = 4, h = 40: two neighbours of 53 rows over 2^43 points with f_1 = f_2 = 1 whose
    heaviest paths end in different nodes, (41, 2^40) and (41, 2^40 + 1); S_2 = S'_2 = (0, ...,
    40).

    Cases: The side claim of the printed proof, that one path is a prefix of the other, is false
    here; the lemma's conclusion is true.
    """
    pair, paths = build(), ConstructPaths(Domain.of_size(2**43), 4, 40)
    yield eq("rows that differ", minus(*pair), 1)
    for name, rows, position in zip(("S", "S'"), pair, (2**40, 2**40 + 1), strict=True):
        output, following = paths(rows)
        assert output.last is not None
        yield eq(f"path of {name}, level", output.last.level, 41)
        yield eq(f"path of {name}, position", output.last.position, position)
        yield from same(f"{name}_2", following.database, range(41))


def _gaps(rows: Rows, depth: int, trim: int, twice: int) -> Iterator[tuple[str, bool, int]]:
    """Gaps along heaviest paths whose embedding has multiplicities below half of a number.

    Each with whether the next node is the last.
    """
    tree = WeightedTree.of(depth, rows)
    for last in heaviest_ends(tree, trim):
        if 2 * multiplicity(embedding(rows, depth, last, trim)) < twice:
            for level in range(1, last.level + 1):
                node = last.ancestor(level)
                gap = tree.weight(node) - tree.weight(node.sibling)
                yield str(node), level == last.level, gap


def _inner_gaps(rows: Rows, depth: int, trim: int) -> Iterator[tuple[str, int]]:
    """Gaps at the steps whose next node is not the last, t = 2k."""
    return ((name, gap) for name, final, gap in _gaps(rows, depth, trim, trim) if not final)


GAPS: tuple[Case, ...] = ((3, 6, 4), (3, 7, 4), (2, 10, 6))


@claim(
    "KLMNS20.TXT.DETGAP",
    over(trimmed_databases(GAPS[:2], 0)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, proof of Lemma 4.3, on the weight of the child that Step 4c proceeds to",
        "t - k",
        "w(next) - w(other), where next is the last node",
    ),
)
def gaps_as_printed(depth: int, trim: int, rows: Rows) -> Check:
    """If the embedding has multiplicities below k, w(next) - w(other) >= t - k at every node of
    the heaviest path.

    Cases: t = 2k; the last step included.
    """
    for name, _, gap in _gaps(rows, depth, trim, trim):
        yield le(name, trim // 2, gap)


WRONG[_inner_gaps] = {
    "the last step, too": " if not final => ",
    "multiplicities below t": "trim, trim) => trim, 2 * trim)",
}


@claim(
    "KLMNS20.TXT.DETGAP",
    over(trimmed_databases(sized(GAPS, GAPS, (*GAPS, (4, 7, 4))), 0)),
    form=Form.CORRECTED,
    about=_inner_gaps,
)
def gaps(found: Build, depth: int, trim: int, rows: Rows) -> Check:
    """At every step whose next node is not the last, the gap is at least t - k + 2.

    Cases: t = 2k; steps before the last occur; attained.
    """
    for name, gap in found(rows, depth, trim):
        yield le(name, trim - trim // 2 + 2, gap)


ALL_TRIMS = sized(*(((2, 4, 0), (2, 6, 0), (3, 5, 1), *cases) for cases in (SMALL, MIDDLE, LARGE)))


@claim(
    "KLMNS20.DER.FSENS1",
    over(trimmed_databases(ALL_TRIMS, 1)),
    form=Form.CONCRETE,
    about=heaviest_embeddings,
)
def one_step_sensitivity(embedded: Build, depth: int, trim: int, rows: Rows) -> Check:
    """For neighbours S, S' (a replaced row) the largest multiplicities of D(S) and D(S') differ by
    at most 1, for every t and however ties are broken.

    Cases: All neighbours; t = 0 included.
    """
    largest = cache(multiplicity)
    for name, d, e in _neighbours(embedded, depth, trim, rows):
        yield le(name, largest(d) - largest(e), 1)


WRONG[jumping_multiplicity] = {
    "the third row one more": "(*shared, 158) => (*shared[:2], 80, *shared[3:], 158)"
}


@claim("KLMNS20.TXT.SENSGLOBAL", form=Form.CONCRETE, about=jumping_multiplicity)
def queries_may_jump(build: Build) -> Check:
    """f_3 is not of sensitivity 1: |f_3(S) - f_3(S')| = 2 for a pair of neighbours of 14 rows over
    2^8 points, t = 1, h = 0.

    Cases: So AboveThreshold's privacy is used for the queries up to d* only.
    """
    first, second = build()
    paths = ConstructPaths(Domain.of_size(256), 1, 0)
    jump = paths.largest_multiplicities(second)[2] - paths.largest_multiplicities(first)[2]
    yield eq("f_3(S') - f_3(S)", jump, 2)
    yield eq("rows that differ", minus(first, second), 1)


@claim("KLMNS20.CON.F3", form=Form.CONCRETE, about=jumping_multiplicity)
def jumping_pair(build: Build) -> Check:
    """Two neighbours of 14 rows over 2^8 points (t = 1, h = 0): f is 2, 3, 2 on one and 1, 3, 4 on
    the other.

    Cases: One pair; the databases by bits of the rows.
    """
    pair = build()
    yield eq("rows that differ", minus(*pair), 1)
    for name, rows, expected in zip(("f", "f'"), pair, ((2, 3, 2), (1, 3, 4)), strict=True):
        yield eq(f"{name}, rows", len(rows), 14)
        yield from same(name, multiplicities(rows, 8, 1, 0)[:3], expected)


@cache
def _recorded(weight: int, t: int) -> int:
    """The largest fall recorded along a heaviest path below a node of this weight."""
    if weight <= t:
        return 0
    splits = [(heavy, weight - heavy) for heavy in range(-(-weight // 2), weight)]
    falls = [min(other, weight - t) for _, other in splits]
    return max(weight - t, *falls, *(_recorded(heavy, t) for heavy, _ in splits), 0)


WRONG[_recorded] = {"all that is left": lambda weight, _: weight}


@claim(
    "KLMNS20.TXT.AFTERFALL",
    over(k=sized(range(3, 9), range(3, 13), range(3, 17)), z=range(1, 20)),
    about=_recorded,
    given=lambda k, z: [lt("t against w(v)", 2 * k, 2 * z + 2)],
)
def later_falls_as_printed(falls: Build, k: int, z: int) -> Check:
    """After heaviest paths part at a node of weight > t = 2k, with children of weights z and at
    most z + 2, what falls off at one node later is less than z.

    Cases: k >= 3, as for every large lambda; for k = 1 and 2 see the corrected form.
    """
    yield lt("", falls(z + 2, 2 * k), z)


def _later(z: int, t: int) -> int:
    """The bound on falls recorded after the paths part, z the lighter child's weight there."""
    return max((z + 2) // 2, z + 2 - t)


WRONG[_later] = {"half of z": ("(z + 2) // 2 => z // 2", "z + 2 - t => z - t")}


@claim(
    "KLMNS20.TXT.AFTERFALL",
    over(z=sized(range(1, 9), range(1, 11), range(1, 13)), t=range(2, 7)),
    form=Form.CORRECTED,
    about=_later,
)
def later_falls(bound: Build, z: int, t: int) -> Check:
    """For every k and z >= 1 and t >= 2 it is at most max(floor((z + 2)/2), z + 2 - t) <= z.

    Cases: Both cases of the maximum occur; equality for z = 1, 2.
    """
    yield le("bound", bound(z, t), z)
    yield le("falls", _recorded(z + 2, t), bound(z, t))
