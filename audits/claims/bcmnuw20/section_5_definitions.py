"""Section 5: learners with public rows (Definition 16), label classes, fixed public rows."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import (
    BothCounted,
    Concepts,
    OnBothSamples,
    OnPairs,
    Sources,
    clamped_noise,
    err,
    every_public,
    excess,
    sign,
    sources,
)
from reference.data.concept import Values, all_functions, intervals, labelled_examples
from reference.data.dimensions import vc_dimension
from reference.data.labelled_class import label_class
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.public_rows import Hardwired
from reference.reductions.learner_from_assisted_release import LearnerFromAssistedRelease

EVERY, TWO_EPS = Epsilon.indeterminate(), Epsilon(Fraction(2))


def thresholds_learner(size: int, eps: Epsilon[Any]) -> Callable[[Rows], Any]:
    """A learner with public rows, of thresholds, which uses both kinds of rows."""
    concepts = intervals(size)
    release = BothCounted(concepts, Domain.of_size(size), eps)
    return lambda public: LearnerFromAssistedRelease(release, public, concepts, 0, eps)


PRIVATE = "private = coins.run(SampledRows(self.rows), source)"
PUBLIC = "public = coins.run(SampledRows(self.public_rows), source)"
WRONG[OnBothSamples] = {
    "public rows are private ones, too": f"{PUBLIC}\n        {PRIVATE} => {PRIVATE}\n"
    "        public = private[: self.public_rows]",
    "copies of one private row": f"{PRIVATE} => "
    "private = coins.run(SampledRows(1), source) * self.rows",
    "public rows of another distribution": f"{PUBLIC} => "
    "flat = tuple((row, Fraction(1, len(source))) for row, _ in source)\n"
    "        public = coins.run(SampledRows(self.public_rows), flat)",
    "one public row more": given(OnBothSamples, public_rows=lambda m: m + 1),
}


@claim(
    "BCMNUW20.D16",
    over(source=sized(sources(2, 3)[::3], sources(2, 3), sources(2, 4)), rows=((1, 1), (2, 1))),
    about=OnBothSamples,
)
def learners_with_public_rows(build: Build, source: Sources, rows: tuple[int, int]) -> Check:
    """An (alpha, beta, eps, delta) learner with n private and m public examples: for every D, on
    independent samples x of D^n and w of D^m, its hypothesis has err_D(h) <= inf err_D + alpha
    with probability at least 1 - beta, over the samples and its coins, where err_D(h) = Pr[h(x)
    != y] = (1 - E[y h(x)])/2; and it is (eps, delta)-private in x for every w. It is proper if its
    hypotheses are in H.

    Cases: A proper learner of thresholds on two points that uses both samples, e^eps = 2, for
    every alpha: its failure as a sum over all pairs of sequences; (n, m) = rows. Its privacy, for
    every w and every eps, is audited in BCMNUW20.L17R.
    """
    n, m = rows
    concepts, learner = intervals(2), thresholds_learner(2, TWO_EPS)
    found = law(build(learner, n, m), source)
    summed: dict[Any, Fraction] = dict.fromkeys(concepts, Fraction(0))
    for w, x in product(product(source, repeat=m), product(source, repeat=n)):
        chance = Fraction(1)
        for _, p in (*w, *x):
            chance *= p
        there = law(learner(tuple(z for z, _ in w)), tuple(z for z, _ in x))
        for h in concepts:
            summed[h] += chance * there.probability(h)
    yield true("proper", set(found) <= set(concepts))
    for h in concepts:
        twisted = sum((p * sign(y) * sign(h(x)) for (x, y), p in source), Fraction(0))
        yield eq(f"error of {h}", err(h, source), (1 - twisted) / 2)
    for alpha in {excess(h, concepts, source) for h in concepts}:
        bad = {h for h in concepts if excess(h, concepts, source) > alpha}
        failing = sum((summed[h] for h in bad), Fraction(0))
        yield eq(f"alpha = {alpha}", found.probability_that(bad.__contains__), failing)


def _classes(size: int) -> Iterator[tuple[Values, ...]]:
    """Every class on so many points."""
    every = tuple(all_functions(size))
    for count in range(1, len(every) + 1):
        yield from combinations(every, count)


RIGHT_LABEL = "int(h(x) == y)"
WRONG[label_class] = {
    "the label is ignored": f"{RIGHT_LABEL} => h(x)",
    "1 tells an error": f"{RIGHT_LABEL} => int(h(x) != y)",
    "concepts and their negatives": (
        f"{RIGHT_LABEL} => int(h(x) == y) ^ flip",
        "for h in concepts => for h in concepts for flip in (0, 1)",
    ),
    "only examples with label h(0)": f"{RIGHT_LABEL} => int(h(x) == y == h(0))",
}


@claim(
    "BCMNUW20.D.label",
    over(size=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=label_class,
)
def label_classes(build: Build, size: int) -> Check:
    """The label class of H has the functions (x, y) -> y h(x), and (1 - y h(x))/2 is 1 iff h(x) !=
    y: the error of h is (1 - E[y h(x)])/2.

    Cases: All functions on so many points, one class; values -1 and +1 on either side. (The text
    that we have does not name the class; it is that of the reduction it cites.)
    """
    concepts = tuple(all_functions(size))
    for h, labelled in zip(concepts, build(concepts, size), strict=True):
        for x, y in labelled_examples(size):
            said = sign(labelled(2 * x + y))
            yield eq(f"{h} at ({x}, {y})", said, sign(y) * sign(h(x)))
            yield eq(f"error of {h} at ({x}, {y})", Fraction(1 - said, 2), int(h(x) != y))


def _shattered(concepts: Concepts, size: int) -> int:
    """The VC dimension, from all sets of points."""
    sets = [t for k in range(size + 1) for t in combinations(range(size), k)]
    return max(
        len(t) for t in sets if len({tuple(h(x) for x in t) for h in concepts}) == 1 << len(t)
    )


@claim(
    "BCMNUW20.TXT.VClabel", over(size=sized((1, 2, 3), (1, 2, 3), (1, 2, 3))), about=label_class
)
def label_class_has_the_same_dimension(build: Build, size: int) -> Check:
    """VC(H^label) = VC(H): a set of examples that is shattered has no point twice, and on one
    label for each point the functions are those of H, some of them negated.

    Cases: All classes on up to three points, 273 in all; dimensions from all sets of points.
    """
    for concepts in _classes(size):
        name = " ".join(map(str, concepts))
        labelled = build(concepts, size)
        yield eq(name, vc_dimension(labelled, 2 * size), _shattered(concepts, size))


CLASSES: tuple[tuple[int, Concepts], ...] = (
    (3, intervals(3)),
    (2, tuple(all_functions(2))),
    (2, (Values((0, 0)), Values((1, 1)), Values((0, 1)))),
    (4, intervals(4)),
)
"""Numbers of points, and concepts; two, two, one and three of them are not constant."""


NOISY, CLAMPED = "a = coins.run(noisy, sum(map(h, database)))", "(0, n))"
WRONG[NoisyCounts] = {
    "one noise for all concepts": (
        "(0, n)) => (-n, n))",
        "answers: list[Fraction] = [] => answers, common = [], coins.run(noisy, 0)",
        f"{NOISY} => a = min(max(sum(map(h, database)) + common, 0), n)",
    ),
    "the second concept is exact": f"{NOISY} => a = sum(map(h, database))\n"
    "                if h is not self.concepts[1]:\n"
    "                    a = coins.run(noisy, a)",
    "constant concepts get noise": "if self._is_constant(h):  # 1 => if False:",
    "a fraction, not a mean of signs": (
        "Fraction(2 * a, n) - 1 => Fraction(a, n)",
        "2 * h(self.domain.values[0]) - 1 => h(self.domain.values[0])",
    ),
    "clamped to 1..n": f"{CLAMPED} => (1, n))",
    "twice the eps for each count": "self.eps.exp(-1) => self.eps.exp(-2)",
    "promises one count less": "self.eps, self.counted => self.eps, self.counted - 1",
    "promises two counts at most": "self.eps, self.counted => self.eps, min(2, self.counted)",
}


@claim(
    "BCMNUW20.ALG.GeomCounts",
    over(kind=(0, 1, 2, 3), n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=NoisyCounts,
)
def noisy_counts(build: Build, kind: int, n: int) -> Check:
    """For each concept that is not constant, G(h) = 2 a/n - 1, a = clamp(#{h(x_i) = 1} + Z, 0, n),
    Z two-sided geometric of ratio e^-eps, independently; constant ones are answered exactly. It is
    k eps-private for k concepts that are not constant, and no less.

    Cases: Every eps. Thresholds on three and four points, all functions on two points, and a class
    with two constants, all databases of n rows; each probability is the product of those of the
    counts. The loss is attained: a row at which all concepts change.
    """
    size, concepts = CLASSES[kind]
    mechanism = build(concepts, Domain.of_size(size), EVERY)
    universe, g = replace_one(range(size), n), EVERY.exp(-1)
    varying = [len({h(x) for x in range(size)}) > 1 for h in concepts]
    for d in universe.databases():
        found = law(mechanism, d)
        counts = [sum(map(h, d)) for h in concepts]
        ranges = [range(n + 1) if v else (a,) for a, v in zip(counts, varying, strict=True)]
        for outcome in product(*ranges):
            chance = EVERY.exp(0)
            for y, a, v in zip(outcome, counts, varying, strict=True):
                chance = chance * clamped_noise(a, n, g)[y] if v else chance
            said = tuple(Fraction(2 * y, n) - 1 for y in outcome)
            yield eq(f"{d}: {outcome}", found.probability(said), chance)
    yield private(mechanism, universe, mechanism.guarantee)


def pairs_algorithm(
    concepts: Concepts, size: int, eps: Epsilon[Any], delta: Fraction = Fraction(0)
) -> OnPairs:
    """Noisy counts of private rows, or exact ones with probability delta, and of public rows."""
    told = eps.exp(0) * delta if delta else None
    family = BothCounted(concepts, Domain.of_size(size), eps, told)
    return OnPairs(family, family(()).guarantee)


RUN, KEPT = "coins.delegate(self.algorithm, (database, self.public))", "self.algorithm.guarantee"
WRONG[Hardwired] = {
    "private rows as public ones": "(database, self.public) => "
    "(database, database[: len(self.public)])",
    "shows the first row": f"{RUN} => "
    "coins.run(self.algorithm, (database, self.public)), database[0]",
    "runs twice": f"{RUN} => tuple("
    "coins.run(self.algorithm, (database, self.public)) for _ in range(2))",
    "forgets the public rows": "(database, self.public) => (database, ())",
    "promises no delta": f"{KEPT} => Guarantee({KEPT}.exp_eps, {KEPT}.delta * 0)",
    "promises half of the delta": f"{KEPT} => Guarantee({KEPT}.exp_eps, {KEPT}.delta / 2)",
    "promises the loss of one count less": wrong(
        Hardwired, f"{KEPT} => one_count", one_count=Guarantee.pure(EVERY)
    ),
    "promises half of e^eps - 1": f"{KEPT} => Guarantee((1 + {KEPT}.exp_eps) / 2, {KEPT}.delta)",
}


@claim(
    "BCMNUW20.ALG.Hardwire",
    over(m=(1, 2), n=sized((1,), (1, 2), (1, 2, 3)), delta=(Fraction(0), Fraction(1, 10))),
    about=Hardwired,
)
def public_rows_fixed(build: Build, m: int, n: int, delta: Fraction) -> Check:
    """An algorithm with public rows w becomes one on private rows alone: x -> A(x, w), with the
    law that A has on (x, w), private as A is in x.

    Cases: Every eps; noisy counts of private rows and exact ones of public rows, thresholds on two
    points, every x and every w; with probability delta the private counts are exact, and say so.
    """
    concepts = intervals(2)
    algorithm = pairs_algorithm(concepts, 2, EVERY, delta)
    universe = replace_one(range(2), n)
    for w in every_public(range(2), m):
        wired = build(algorithm, w)
        for x in universe.databases():
            both, alone = law(algorithm, (x, w)), law(wired, x)
            for y in sorted(both):
                yield eq(f"A({x}, {w}) = {y}", alone.probability(y), both.probability(y))
        yield private(wired, universe, wired.guarantee, name=f"w = {w}")


@claim(
    "BCMNUW20.TXT.hardwire",
    over(m=(0, 1, 2), n=sized((1,), (1, 2), (1, 2, 3)), delta=(Fraction(0), Fraction(1, 10))),
    about=Hardwired,
)
def fixed_public_rows_keep_privacy(build: Build, m: int, n: int, delta: Fraction) -> Check:
    """An algorithm assisted by public data "can obviously be viewed as a differentially private
    algorithm operating on the private data set (by hardwiring the public data set)": for each w,
    A(., w) is (eps, delta)-private.

    Cases: Every eps, and every w; noisy counts of private rows and exact ones of public rows, for
    thresholds on three points: two are not constant, and 2 eps are lost; with probability delta
    the private counts are exact, and say so. The text says nothing of accuracy here; what the
    proof of Lemma 17 needs of it is decided in BCMNUW20.ALG.QR2Learner.split.
    """
    concepts = intervals(3)
    algorithm = pairs_algorithm(concepts, 3, EVERY, delta)
    universe = replace_one(range(3), n)
    for w in every_public(range(3), m):
        wired = build(algorithm, w)
        yield private(wired, universe, wired.guarantee, name=f"w = {w}")
