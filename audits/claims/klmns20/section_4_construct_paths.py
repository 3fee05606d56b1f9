"""Section 4: ConstructPaths, its queries f_d, and the index d* at which one of them is large."""

from itertools import takewhile

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import fallen
from audits.claims.klmns20.laws.stopping import CROSSING, one_unlike
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.calibration import HeavyPathsPlan, calibrate_heavy_paths
from reference.mechanisms.interior_point.construct_paths import ConstructPaths

BYTE = Domain.of_size(256)
SPREAD = drawn(
    "rows",
    lambda size: (
        tuple((step * i * i) % 256 for i in range(n))
        for n in range(1, size.pick(20, 60, 200))
        for step in (0, 1, 37)
    ),
    "c i^2 modulo 256 for i < n, c = 0, 1, 37",
)


SECOND_ORDER = "(fixed + second_order).certainly"
NEEDED = "10 * trim + 3 * trim * (databases - 1) + 1"
WRONG[calibrate_heavy_paths] = {
    "c = k": "-(-large // 2) => large",
    "the threshold of section 2.1": "\n        threshold, => \n"
    "        (8 / loss * ln(8 / (one * loss * one))).ceil(),",
    "lambda = 32": (
        "\n        trim, => \n        trim // 2,",
        "-(-large // 2) => -(-large // 2) // 2",
    ),
    "twice the eps": "\n        root, => \n        root**2,",
    "hands out twice the eps": wrong(
        calibrate_heavy_paths,
        HeavyPathsPlan=wrong(HeavyPathsPlan, "Epsilon(self.root, => Epsilon(self.root**2,"),
    ),
    "leaves out 2K eps' (e^(2 eps') - 1)": f"{SECOND_ORDER} => fixed.certainly",
    "half of the rows": f"{NEEDED} => ({NEEDED}) // 2",
    "spends half of eps": given(calibrate_heavy_paths, eps=lambda eps: eps / 2),
}


@claim(
    "KLMNS20.D.PARAM4",
    over(exponent=(4, 16, 64), eps=(TENTH, ONE), rows=(10**4, 10**7)),
    about=calibrate_heavy_paths,
)
def coupled_parameters(calibrate: Build, exponent: int, eps: Fraction, rows: int) -> Check:
    """k = (lambda/eps) ln(log*|X| / delta), t = 2k, threshold c = k/2, so that t = 4c, and
    h = 10t.

    Cases: The integers that the calibration derives: c = k/2 rounded up.
    """
    plan = calibrate(eps, Fraction(1, 2**20), Domain.of_size(2**exponent), rows)
    one, k = 4 * ln(plan.root), Fraction(plan.trim, 2)
    yield le("k", high(64 / one * ln(sizes(plan.domain) / plan.delta)), k)
    yield le("k/2 <= c", k, 2 * plan.cutoff)
    yield lt("c < k/2 + 1", 2 * plan.cutoff, k + 2)
    yield eq("h", plan.mechanism.halt, 10 * plan.trim)


RIGHT, OUTPUTS = "int(weights[1] > weights[0])", "tuple(self._outputs(tuple(sorted(database))))"
WRONG[ConstructPaths] = {
    "along lighter children": f"{RIGHT} => int(weights[1] < weights[0])",
    "to the right if there is a row": f"{RIGHT} => 1",
    "trims a row less": given(ConstructPaths, trim=lambda t: t - 1),
    "goes on with h rows": given(ConstructPaths, halt=lambda h: h - 1),
    "halts with a row more": given(ConstructPaths, halt=lambda h: h + 1),
    "halts at 100t rows": given(ConstructPaths, halt=lambda h: 10 * h),
    "halts at 32 points": given(ConstructPaths, base=lambda points: max(32, points)),
    "puts out the last one only": f"{OUTPUTS} => {OUTPUTS}[-1:]",
    "never puts it out": given(ConstructPaths, emit_last=False),
}


@claim("KLMNS20.A2", over(SPREAD), about=ConstructPaths)
def outputs_of_construct_paths(build: Build, rows: Rows) -> Check:
    """The d-th output of ConstructPaths has n - 3t(d-1) rows over 2^m_d points, m_(d+1) =
    ceil(log2(m_d + 1)); S_(d+1) are the levels at which the trimmed rows of S_d fall off the
    heaviest path, but for the t largest; it stops at h rows or C points.

    Cases: |X| = 256, t = 1, h = 3: three outputs, of 256, 16 and 8 points; S_d by bits of rows.
    """
    outputs, points = build(BYTE, 1, 3)(rows), (256, 16, 8)
    yield eq("outputs", len(outputs), sum(len(rows) - 3 * d > 3 for d in range(3)))
    expected = chain(rows, 8, 1, 3)
    for d, (output, (depth, database)) in enumerate(zip(outputs, expected, strict=False)):
        yield eq(f"d={d + 1}, rows", len(output.database), len(rows) - 3 * d)
        yield eq(f"d={d + 1}, points", output.domain.size, points[d])
        yield eq(f"d={d + 1}, depth", 2**depth, points[d])
        yield from same(f"d={d + 1}, S_d", output.database, database)


@claim(
    "KLMNS20.A2.E",
    over(multisets(8, sized(4, 5, 6), least=0)),
    form=Form.CORRECTED,
    about=ConstructPaths,
)
def last_output(build: Build, rows: Rows) -> Check:
    """Putting out the database on which it halts, too, adds one output and changes none.

    Cases: t = 1, h = 2: databases with and without any printed output.
    """
    printed, more = build(EIGHT, 1, 2)(rows), build(EIGHT, 1, 2, emit_last=True)(rows)
    yield true("the others", more[:-1] == printed)
    yield eq("one more", len(more), len(printed) + 1)
    *_, (depth, last) = chain(rows, 3, 1, 2)
    yield from same("the last", more[-1].database, last)
    yield eq("its points", more[-1].domain.size, 2**depth)


@claim("KLMNS20.D.FD", over(SPREAD), about=ConstructPaths)
def queries(build: Build, rows: Rows) -> Check:
    """f_d(S) is the largest number of equal rows in the d-th database of ConstructPaths; S_1 = S.

    Cases: Runs in the sorted databases that bits of the rows give; |X| = 256, t = 1, h = 3, so
    that up to four queries are asked.
    """
    found = tuple(
        max(map(output.database.count, output.database), default=0)
        for output in build(BYTE, 1, 3, emit_last=True)(rows)
    )
    yield from same("f", found, multiplicities(rows, 8, 1, 3))
    yield eq("f_1", found[0], most_frequent(tuple(sorted(rows))))


def stopping_index(f: Rows, k: int) -> int:
    """d*(S): the least d, counted from 1, with f_d >= k."""
    return next(d for d, largest in enumerate(f, 1) if largest >= k)


WRONG[stopping_index] = {
    "counts from 0": "enumerate(f, 1) => enumerate(f)",
    "the last d": "next(d for => max(d for",
    "more than k": ("enumerate(f, 1) => enumerate((*f, k + 1), 1)", ">= k) => > k)"),
}


@claim(
    "KLMNS20.D.DSTAR",
    over(exponent=(3, 12, 24), k=(1, 2), step=(0, 1, 37)),
    about=stopping_index,
    uses=("KLMNS20.TXT.DSTAREX",),
)
def smallest_index(found: Build, exponent: int, k: int, step: int) -> Check:
    """d*(S) is the smallest d with f_d(S) >= k, which exists for n = Omega(t log*|X|).

    Cases: Lemma 4.4 says that n is so large: n as in KLMNS20.TXT.DSTAREX, n rows c i^2 modulo |X|.
    The f_d of ConstructPaths, and what they are by bits of the rows.
    """
    domain, trim = Domain.of_size(2**exponent), 2 * k
    n = 10 * trim + 3 * trim * (sizes(domain) - 2) + 1
    rows = squares(domain.size, n, step)
    outputs = ConstructPaths(domain, trim, 10 * trim)(rows)
    d = found(tuple(most_frequent(output.database) for output in outputs), k)
    by_bits = multiplicities(rows, exponent, trim, 10 * trim)
    yield le("1 <= d", 1, d)
    yield le("k against f_d", k, by_bits[max(d, 1) - 1])
    for before in range(d - 1):
        yield lt(f"f_{before + 1} against k", by_bits[before], k)


@claim(
    "KLMNS20.D.DSTAR",
    over(root=(Fraction(5, 4), TWO)),
    form=Form.CORRECTED,
    about=StoppingPoint,
    uses=("KLMNS20.DER.FSENS1", "KLMNS20.T4.2"),
)
def stopping_index_or_infinity(build: Build, root: Fraction) -> Check:
    """d*(S) is the smallest d with f_d(S) >= k, and infinite if there is none.  Lemma 4.5 needs no
    delta there: StoppingPoint is (eps, 0)-close on S and its neighbours.

    Cases: Lemmas 4.3 and 4.5 speak of all n, and this is how their d < d*(S) is read; no error in
    print.  k = 5. 3 equal rows over 2^128 points and 2 with another one: five queries, f_d = 3 and
    2; 9 rows over 16 points: f = 3, 2, 2 and 4, 3, 1.
    """
    for depth, trim, cutoff, pair in ((128, 0, 1, one_unlike(3)), (4, 1, 3, CROSSING)):
        for rows in pair:
            yield lt("f against k", max(multiplicities(rows, depth, trim, 0)), 5)
        mechanism = build(Domain.of_size(2**depth), trim, cutoff, 0, eps_at(root))
        pure = Guarantee(root**4, Fraction(0))
        yield private(mechanism, neighbours(pair), pure, name=f"2^{depth} points")


@claim(
    "KLMNS20.TXT.DSTAREX",
    over(exponent=(3, 5, 8, 12, 24), k=(1, 2, 5), step=(0, 1, 37)),
    about=ConstructPaths,
)
def some_query_is_large(build: Build, exponent: int, k: int, step: int) -> Check:
    """For n = Omega(t log*|X|), t = 2k, some f_d reaches k.

    Cases: With K domains down to C = 4 points and h = 10t, n = h + 3t(K - 2) + 1 is enough: all
    the databases but the last are put out.  n rows c i^2 modulo |X|, c = 0, 1, 37.
    """
    domain, trim = Domain.of_size(2**exponent), 2 * k
    n = 10 * trim + 3 * trim * (sizes(domain) - 2) + 1
    rows = squares(domain.size, n, step)
    outputs = build(domain, trim, 10 * trim)(rows)
    yield le("k", k, max((most_frequent(output.database) for output in outputs), default=0))


@claim(
    "KLMNS20.TXT.DSTAREX",
    over(m=sized(range(3, 20), range(3, 60), range(3, 100)), k=(1, 2)),
    form=Form.CORRECTED,
    about=ConstructPaths,
)
def stopping_index_for_four(build: Build, m: int, k: int) -> Check:
    """With C = 4 the last printed output is over 8 points; if it has more than 10t = 20k rows,
    some element of it occurs more than k times.  With C = 128 and h = 10t that is false: 41
    distinct rows over 256 points, k = 2.

    Cases: |X| = 2^m, m >= 3, on rows c i^2 modulo |X|, c = 37, as many as all databases need.
    """
    domain, trim = Domain.of_size(2**m), 2 * k
    n = 10 * trim + 3 * trim * (sizes(domain) - 2) + 1
    outputs = build(domain, trim, 10 * trim)(squares(domain.size, n))
    yield eq("points of the last", min((each.domain.size for each in outputs), default=0), 8)
    yield lt("k", k, most_frequent(outputs[-1].database))
    large = build(BYTE, 4, 40, base=128)(tuple(range(41)))
    yield lt("C = 128", max(most_frequent(output.database) for output in large), 2)


@claim(
    "KLMNS20.DER.PIGEON",
    over(multisets(8, sized(5, 6, 8))),
    form=Form.CONCRETE,
    about=ConstructPaths,
)
def last_multiplicity(build: Build, rows: Rows) -> Check:
    """With the last database put out too, and C = 4, f_last >= ceil(n_last / 4).

    Cases: t = 1, h = 0; the last database is over 4 points; attained.
    """
    last = build(EIGHT, 1, 0, emit_last=True)(rows)[-1].database
    yield le("f_last", -(-len(last) // 4), most_frequent(last))


def _next_query(rows: Rows, trim: int) -> int:
    """f_d, from the trimmed S_(d-1)."""
    return most_frequent(fallen(rows, 3, trim)[0])


def _steps(rows: Rows, trim: int) -> Iterator[tuple[int, int]]:
    """(w(v), w(other)) down the heaviest path, ties to the left; w(other) = w(v) at a leaf."""
    tree, node = WeightedTree.of(3, rows), Node(0, 0)
    while not tree.is_leaf(node) and tree.weight(node) > trim:
        left, right = node.children
        heavy = right if tree.weight(right) > tree.weight(left) else left
        yield tree.weight(node), tree.weight(heavy.sibling)
        node = heavy
    if tree.is_leaf(node):
        yield tree.weight(node), tree.weight(node)


def _recorded_falls(rows: Rows, trim: int) -> int:
    """The largest of min(w(other), w(v) - t)."""
    return max((min(other, w - trim) for w, other in _steps(rows, trim)), default=0)


def _whole_falls(rows: Rows, trim: int) -> int:
    """The largest w(other), where the path goes on."""
    return max((other for w, other in _steps(rows, trim) if other < w), default=0)


@claim(
    "KLMNS20.TXT.FDFALL",
    over(multisets(8, 4, 3)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, proof of Lemma 4.5, 'Equivalently, f_d(S) is determined by ...'",
        "f_d(S)",
        "f_d of another database with a heaviest fall of the same weight",
    ),
)
def heaviest_fall_as_printed(rows: Rows) -> Check:
    """f_d(S), d >= 2, is determined by the weight of the heaviest node that falls off the path of
    S_(d-1): equal weights, equal f_d.

    Cases: All trimmed databases over 8 points, t = 1, each against those of as many rows that are
    listed before.
    """
    listed = combinations_with_replacement(range(8), len(rows))
    for other in takewhile(lambda other: other != rows, listed):
        if _whole_falls(other, 1) == _whole_falls(rows, 1):
            yield eq(f"{other}", _next_query(rows, 1), _next_query(other, 1))


WRONG[_recorded_falls] = {"whole falls": _whole_falls}


@claim(
    "KLMNS20.TXT.FDFALL",
    over(multisets(8, sized(4, 5, 7), least=0), t=range(4)),
    form=Form.CORRECTED,
    about=_recorded_falls,
)
def heaviest_fall(falls: Build, rows: Rows, t: int) -> Check:
    """f_d is the heaviest recorded fall: min(w(other), w(v) - t) at a node v of the path, w - t at
    a leaf.

    Cases: Cut falls, and paths that end in leaves, occur.
    """
    yield eq("", _next_query(rows, t), max(0, falls(rows, t)))


@claim("KLMNS20.TXT.MULTINT", over(multisets(6, sized(4, 5, 7))), about=score)
def multiplicity_is_a_score(depth_of: Build, rows: Rows) -> Check:
    """An element of multiplicity mu is an interior point of score at least mu.

    Cases: All elements; attained by the least and the greatest.
    """
    for x in set(rows):
        yield le(f"x={x}", rows.count(x), depth_of(rows, x))
    yield eq("the least", rows.count(rows[0]), depth_of(rows, rows[0]))
