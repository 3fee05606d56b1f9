"""Section 3: the release that public rows assist (Algorithm 3), its law and its privacy."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.pap_release import (
    Parameters,
    columns,
    kept,
    release_law,
    supports,
    table,
)
from reference.data.concept import Hypothesis, PointFunction, Values, intervals
from reference.data.named_classes import stumps
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.public_assisted_release import PAPRelease

Concepts = tuple[Hypothesis, ...]

RATE = Fraction(3, 4)
"""Not 1/2, so that it differs from what a correction takes away."""

CLASSES: tuple[tuple[str, int], ...] = (("thresholds", 3), ("points", 3), ("all", 2))
STUMPS = "stumps", 4
"""Their hypothesis is a product of laws of bits."""

PARTS = 5


def concepts_of(name: str, size: int) -> Concepts:
    """A class by its name."""
    if name == "thresholds":
        return intervals(size)
    if name == "stumps":
        return stumps(size.bit_length() - 1)
    if name == "points":
        return tuple(map(PointFunction, range(size)))
    return tuple(
        Values.indicator([x for x in range(size) if m >> x & 1], size) for m in range(1 << size)
    )


def made(
    build: Build,
    concepts: Concepts,
    size: int,
    public: Rows,
    *,
    eps: Epsilon[Any] | None = None,
    threshold: Fraction = HALF,
    count: int = 1,
    rate: Fraction = HALF,
) -> Any:
    """A release, at e^eps = 32 for a correction unless another loss is given."""
    loss = Epsilon(TWO, PARTS) if eps is None else eps
    return build(concepts, Domain.of_size(size), public, threshold, count, rate, loss)


def databases(size: int, most: int, least: int = 0) -> Iterator[Rows]:
    """Multisets of `least` to `most` rows."""
    for n in range(least, most + 1):
        yield from combinations_with_replacement(range(size), n)


RUN = "transcript = coins.run(self.inner, self.represented(database))  # 4"
OTHERWISE = f"{RUN} => self = replace(self, {{}})\n        {RUN}"
LOSSES = "coins.run(self.inner, => coins.run(replace(self.inner, {}),"
MEANS = "g = {h: 2 * a.value - 1 for h, a in zip(self.cover, transcript, strict=True)}"
ANSWERS = "return tuple(g[h] for h in projections(self.listed, self.public))"
POINTS, ROWS = "representative_domain(self.cover,", "tuple(map(self.representative, database))"
PROMISE = "return self.inner.guarantee"
changed = partial(wrong, PAPRelease, replace=replace)

WRONG[PAPRelease] = {
    "the public rows are added to the private ones": "self.represented(database) => "
    "self.represented((*database, *self.public))",
    "weights on all points": f"{POINTS} self.domain.size) => range(self.domain.size)",
    "points are told apart by all concepts": f"{POINTS} => representative_domain(self.listed,",
    "the cover is chosen by private rows, too": changed(
        OTHERWISE.format("public=(*self.public, *database)")
    ),
    "the concept of a pattern is chosen by the private rows": changed(
        f"{RUN} => known = self.listed\n"
        "        largest = sorted(known, key=lambda h: -sum(map(h, database)))\n"
        f"        self = replace(self, concepts=tuple(largest))\n        {RUN}",
        f"{ANSWERS} => chosen = zip(self.listed, projections(self.listed, self.public))\n"
        "        said = {h: g[k] for h, k in chosen}\n"
        "        return tuple(map(said.__getitem__, known))",
    ),
    "every concept is asked": changed(OTHERWISE.format("public=tuple(self.domain.values)")),
    "the public rows are asked instead": "self.represented(database) => "
    "self.represented(self.public)",
    "fractions are answered": "2 * a.value - 1 => a.value",
    "2 a is answered": "2 * a.value - 1 => 2 * a.value",
    "only the cover is answered": f"{ANSWERS} => return tuple(g.values())",
    "the projection is the next in the cover": f"{ANSWERS} => "
    "after = dict(zip(self.cover, (*self.cover[1:], self.cover[0])))\n"
    "        return tuple(g[after[h]] for h in projections(self.listed, self.public))",
    "noisy answers are not clamped": wrong(
        PAPRelease, MultiplicativeWeights=wrong(MultiplicativeWeights, "(0, n)) => (-n, 2 * n))")
    ),
    "no noise": f"{RUN}\n        {MEANS} => n = max(1, len(database))\n"
    "        g = {h: Fraction(2 * sum(map(h, database)), n) - 1 for h in self.cover}",
    "half of the noise in the tests": changed(LOSSES.format("test_eps=self.inner.test_eps * 2")),
    "too little noise in the answers": changed(
        LOSSES.format("answer_eps=self.inner.answer_eps * 5")
    ),
    "one correction more": changed(LOSSES.format("count=self.inner.count + 1")),
    "4/5 of the loss is promised": f"{PROMISE} => full = self.inner.guarantee\n"
    "        part = self.eps.exp(Fraction(4 * self.count, 5))\n"
    "        nothing = full.exp_eps == self.eps.exp(0)\n"
    "        return full if nothing else Guarantee(part, full.delta)",
    "the median of the database": f"{ROWS} => "
    "(sorted(database)[len(database) // 2],) * len(database)",
    "counted from the least row": f"{ROWS} => "
    "tuple(self.representative(x - min(database)) for x in database)",
    "all rows by the least point of the database": f"{ROWS} => "
    "tuple(self.representative(min(x, min(database) + 1)) for x in database)",
    "every row by the first point": f"{ROWS} => (0,) * len(database)",
}


@claim(
    "BCMNUW20.A2",
    over(
        case=sized(CLASSES[:1], CLASSES, CLASSES),
        most=sized((1,), (2,), (2,)),
        count=sized((1,), (1, 2), (1, 2)),
    ),
    about=PAPRelease,
)
def interface(build: Build, case: tuple[str, int], most: int, count: int) -> Check:
    """A PAP algorithm takes private rows x, public rows w and a class H, and outputs a number in
    [-1, 1] for each h in H; it may look at x and at w.

    Cases: All multisets of up to two private and two public rows (one of each at the smallest
    size); thresholds on three points, and other classes at larger sizes. An answer of -1 and one
    of 1 occur, and without clamping larger ones do. The law on (0, 0) and (1, 1) differs with the
    public rows 0 and 1, and that on (0, 0) with the public row 0 and without.
    """
    name, size = case
    concepts = concepts_of(name, size)
    least, largest = Fraction(1), Fraction(-1)
    for public in databases(size, most):
        release = made(build, concepts, size, public, count=count)
        for rows in databases(size, most):
            for g in law(release, rows):
                yield eq(f"{public}, {rows}: answers", len(g), len(concepts))
                yield le(f"{public}, {rows}: an answer", max(map(abs, g)), 1)
                least, largest = min(least, *g), max(largest, *g)
    yield eq("the least answer", least, -1)
    yield eq("the largest answer", largest, 1)
    both, one, none = (made(build, concepts, size, w, count=count) for w in ((0, 1), (0,), ()))
    yield lt("rows are looked at", 0, _distance(both, (0, 0), both, (1, 1)))
    yield lt("public rows are looked at", 0, _distance(one, (0, 0), none, (0, 0)))


def _distance(first: Any, rows: Rows, second: Any, others: Rows) -> Fraction:
    """The total variation distance of two laws."""
    p, q = law(first, rows), law(second, others)
    every = {*p, *q}
    gaps = (abs(p.probability(y) - q.probability(y)) for y in every)
    return sum(gaps, Fraction(0)) / 2


@claim(
    "BCMNUW20.A3",
    over(
        case=sized(
            (("thresholds", 3), STUMPS),
            (*CLASSES, STUMPS, ("thresholds", 4)),
            (*CLASSES, STUMPS, ("thresholds", 4), ("points", 4), ("all", 3)),
        ),
        count=sized((1, 3), (1, 2, 3), (1, 2, 3)),
    ),
    about=PAPRelease,
)
def law_of_the_release(build: Build, case: tuple[str, int], count: int) -> Check:
    """Algorithm 3: a cover with one concept for each combination of values on the public rows,
    representatives of the private rows, multiplicative weights on them, and G(h) = G~(Project(h)).

    Cases: All sets of public rows (the cover depends on the set), private rows at the ends and
    between them, the rate 3/4; thresholds, and stumps, whose weights are a product; the law of
    multiplicative weights with geometric noise is that of a second computation, by series.
    """
    name, size = case
    concepts = concepts_of(name, size)
    known, numbers = table(concepts, size), Parameters(HALF, count, RATE, HALF)
    for public in supports(size):
        release = made(build, concepts, size, (*public, *public[:1]), count=count, rate=RATE)
        for rows in ((0, size - 1), tuple(range(1, size - 1))):
            wanted = release_law(known, size, public, rows, numbers)
            found = law(release, rows)
            for g in {*wanted, *found}:
                words = f"{public}, {rows}: {', '.join(map(str, g))}"
                yield eq(words, found.probability(g), wanted.get(g, Fraction(0)))


SILENT: Concepts = (
    *(Values.indicator((0, 2 + i), 6) for i in range(4)),
    Values.indicator((1,), 6),
)
"""Four concepts whose tests are to be silent, before one that is to be corrected."""

MOVED = ListedAdjacency(((0, 0, 1), (0, 1, 1)), ((0, 1),))
"""A row that is replaced moves the counts of all of them."""


def with_silent_tests(build: Build, every: Epsilon[Any]) -> Any:
    """The release for them, all points public."""
    return made(build, SILENT, 6, tuple(range(6)), eps=every, threshold=Fraction(1))


def four_silent_tests(build: Build, every: Epsilon[Any]) -> Item:
    """It keeps its promise."""
    release = with_silent_tests(build, every)
    return private(release, MOVED, release.guarantee, name="four silent tests")


def _promise(
    concepts: Concepts, size: int, public: Rows, every: Epsilon[Any], count: int
) -> RationalFunction:
    """e^(c' eps), c' at most c and the kept concepts, or 1 if these tell no two points apart."""
    known = table(concepts, size)
    cover = tuple(known[k] for k in sorted(set(kept(known, public))))
    told = len(set(columns(cover, size))) > 1
    found: RationalFunction = every.exp(min(count, len(cover)) if told else 0)
    return found


def _promises(
    build: Build, concepts: Concepts, size: int, public: Rows, every: Epsilon[Any]
) -> Iterator[Comparison]:
    """What is promised for up to four corrections, against concepts that are told apart."""
    for count in range(5):
        stated = made(build, concepts, size, public, eps=every, count=count).guarantee
        wanted = _promise(concepts, size, public, every, count)
        yield eq(f"{public}: the promise, c = {count}", stated.exp_eps, wanted)
        yield eq(f"{public}: its delta, c = {count}", stated.delta, every.exp(0) - every.exp(0))


for identifier, statement in (
    (
        "BCMNUW20.T10.s2",
        "For every w Algorithm 3 is (eps, delta)-private in the private rows, as PMW is.",
    ),
    ("BCMNUW20.T10.priv", "Algorithm 3 is (eps, delta)-private for every public data set."),
):
    not_finitely_checkable(
        identifier,
        statement=statement,
        reason="about any (eps, delta)-private algorithm in the place of PMW, which is cited; "
        "the concrete form decides it for the one that is built here",
    )


@claim(
    "BCMNUW20.T10.s2",
    over(
        case=sized((("thresholds", 3), STUMPS), (("thresholds", 3), STUMPS), (*CLASSES, STUMPS)),
        rows=sized((2,), (1, 2, 3), (1, 2, 3, 4)),
    ),
    form=Form.CONCRETE,
    about=PAPRelease,
)
@claim(
    "BCMNUW20.T10.priv",
    over(
        case=sized(
            (("thresholds", 3), STUMPS), (("thresholds", 4), STUMPS), (("thresholds", 5), STUMPS)
        ),
        rows=sized((2,), (1, 2, 3), (1, 2, 3, 4)),
    ),
    form=Form.CONCRETE,
    about=PAPRelease,
)
def private_for_every_public_set(build: Build, case: tuple[str, int], rows: int) -> Check:
    """For every choice of public rows the release is (c eps, 0)-private for one replaced private
    row, c the number of corrections, at most the concepts of the cover, and eps the loss of one;
    (0, 0)-private if no two points are told apart by the cover.

    Cases: Thresholds for all sets of public rows, stumps of two attributes for some; all private
    rows, every eps, one correction; the promise for c = 0, ..., 4; two corrections where all
    points are public, at e^eps = 32, where one too few does not show (see BCMNUW20.A1). Then a
    class of five concepts on six points whose public rows are all points: four tests that are
    silent and one that fires, where r^4 of r^5 is too little, r = e^(eps/5).
    """
    (name, size), every = case, Epsilon[RationalFunction].indeterminate(PARTS)
    concepts = concepts_of(name, size)
    yield four_silent_tests(build, every)
    for public in _public_sets(name, size):
        yield from _promises(build, concepts, size, public, every)
        release = made(build, concepts, size, public, eps=every)
        kept_to = release.guarantee
        yield private(release, release.universe(rows), kept_to, name=f"public rows {public}")
    if name == "thresholds" and rows == 2:
        twice = made(build, concepts, size, tuple(range(size)), count=2)
        yield private(twice, twice.universe(rows), twice.guarantee, name="two corrections")


def _public_sets(name: str, size: int) -> Iterator[Rows]:
    """All sets of points; for stumps those of at most one point, and all points."""
    for public in supports(size):
        if name != "stumps" or len(public) in {0, 1, size}:
            yield public


@claim(
    "BCMNUW20.D8",
    over(case=sized(CLASSES[:1], CLASSES, CLASSES), rows=(1, 2)),
    form=Form.CONCRETE,
    about=PAPRelease,
)
def private_in_the_private_rows_only(build: Build, case: tuple[str, int], rows: int) -> Check:
    """For all public rows w the algorithm is (c eps, 0)-private in the private rows; changing w
    is not private for any eps: an outcome becomes impossible.

    Cases: All multisets of up to two public rows and the set of all points, every eps, one
    correction; four silent tests before a correction. From the public rows (0) to (0, 1) outcomes
    become possible in which concepts that agree at 0 are answered differently.
    """
    name, size = case
    every, concepts = Epsilon[RationalFunction].indeterminate(PARTS), concepts_of(name, size)
    yield four_silent_tests(build, every)
    for public in (*databases(size, 2), tuple(range(size))):
        release = made(build, concepts, size, public, eps=every)
        promise = release.guarantee
        yield from _promises(build, concepts, size, public, every)
        yield private(release, release.universe(rows), promise, name=f"public rows {public}")
    one, two = (made(build, concepts, size, w) for w in ((0,), (0, 1)))
    for database in databases(size, rows, rows):
        here, there = law(one, database), law(two, database)
        new = sum((there.probability(g) for g in there if not here.probability(g)), Fraction(0))
        yield lt(f"{database}: outcomes of (0, 1) that (0) has not", 0, new)


@claim(
    "BCMNUW20.T10.s1",
    over(case=sized(CLASSES[:1], CLASSES, CLASSES), rows=(1, 2)),
    about=PAPRelease,
)
def cover_of_the_public_rows(build: Build, case: tuple[str, int], rows: int) -> Check:
    """The cover depends on the public rows only: whatever the private rows are, concepts that
    agree on the public rows are answered alike, and private rows with the same representatives
    have the same law.

    Cases: All sets of public rows, all private rows; each outcome of each law.
    """
    name, size = case
    concepts = concepts_of(name, size)
    known = table(concepts, size)
    for public in supports(size):
        release = made(build, concepts, size, public)
        chosen = kept(known, public)
        stands = columns(tuple(known[k] for k in sorted(set(chosen))), size)
        for database in databases(size, rows, rows):
            found = law(release, database)
            apart = sum(
                (
                    found.probability(g)
                    for g in found
                    if any(g[i] != g[k] for i, k in enumerate(chosen))
                ),
                Fraction(0),
            )
            yield eq(f"{public}, {database}: other answers", apart, 0)
            alike = law(release, tuple(stands[x] for x in database))
            distance = max(
                abs(found.probability(g) - alike.probability(g)) for g in {*found, *alike}
            )
            yield eq(f"{public}, {database}: representatives", distance, 0)
