"""Section 5: from a release with public rows to a learner with as many of them (Lemma 17)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import (
    BothCounted,
    Counts,
    HalvesCounted,
    OnBothSamples,
    PublicMean,
    Sources,
    TellingCounts,
    Uneven,
    alone,
    every_public,
    excess,
    label_failure,
    learnt_from_counts,
    mean,
    pushed,
    release_failure,
    sign,
    sources,
    spread,
)
from reference.data.concept import all_functions, intervals, labelled_examples
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.reductions.learner_from_assisted_release import LearnerFromAssistedRelease
from reference.reductions.learner_from_release import (
    LabelledAnswers,
    Transcript,
    fitting_concept,
    padded_by_label,
)

EVERY, TWO_EPS = Epsilon.indeterminate(), Epsilon(Fraction(2))
SURE = Epsilon(Fraction(4096))
"""A loss for which a count is nearly always exact."""


def _halves(build: Build, source: Sources, padding: int) -> tuple[Sources, Sources]:
    """D' and D''."""
    return (
        pushed(source, lambda z: build((z,), padding)[0][0]),
        pushed(source, lambda z: build((z,), padding)[1][0]),
    )


ONES, ZEROS = "x if y else padding for", "padding if y else x for"
BOTH = "return ones, zeros"
DROPPED = (
    f"{ONES} x, y in database => x for x, y in database if y",
    f"{ZEROS} x, y in database => x for x, y in database if not y",
)
FILLED = (
    f"{BOTH} => filled = [(half or (padding,)) * len(database) for half in (ones, zeros)]\n"
    "    return tuple(rows[: len(database)] for rows in filled)"
)
WRONG[padded_by_label] = {
    "points of all labels": (f"{ONES} => x for", f"{ZEROS} => x for"),
    "the same padding for both labels": f"{BOTH} => return ones, ones",
    "labels exchanged": f"{BOTH} => return zeros, ones",
    "only the ones are padded": f"{ZEROS} => x for",
    "another padding for the zeros": f"{ZEROS} => (0 if padding else 1) if y else x for",
    "the other label is dropped, not padded": DROPPED,
    "sorted by label, the first repeated": (*DROPPED, FILLED),
    "padded with the point of the first row": "ones = tuple( => "
    "padding = database[0][0] if database else padding\n    ones = tuple(",
}


@claim(
    "BCMNUW20.L17.pad-identity",
    over(source=sized(sources(3, 2) + sources(3, 4)[::5], sources(3, 4), sources(3, 5))),
    form=Form.CONCRETE,
    about=padded_by_label,
)
def correlation_with_the_label(build: Build, source: Sources) -> Check:
    """E_D[y h(x)] = E_D'[h] - E_D''[h] + h(x0) E_D[y], D' the law of x if y = 1 and of x0 if not,
    D'' that with the labels exchanged.

    Cases: Distributions on three points with two labels (small: all with masses that are multiples
    of 1/4), all functions h, every x0.
    """
    for p in range(3):
        ones, zeros = _halves(build, source, p)
        labels = sum((mass * sign(y) for (_, y), mass in source), ZERO)
        for h in all_functions(3):
            both = sum((mass * sign(y) * sign(h(x)) for (x, y), mass in source), ZERO)
            padded = mean(h, ones) - mean(h, zeros) + sign(h(p)) * labels
            yield eq(f"h = {h}, x0 = {p}", both, padded)


def _moved(first: Rows, second: Rows) -> int:
    """At how many places they differ; more than any number of places if they are not as long."""
    return differing(first, second) if len(first) == len(second) else 1000


@claim(
    "BCMNUW20.S.composition-pad",
    over(size=(2, 3), n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=padded_by_label,
)
def padding_keeps_neighbours(build: Build, size: int, n: int) -> Check:
    """If one example is replaced then one row at most of either padded sample is, of all at the
    same place, and the number of labels 1 changes by at most one; both padded samples and the
    number do change for some. So an eps-private release on both and a count lose 2 eps + eps_c.

    Cases: All pairs of neighbouring sequences of n examples, every padding. Every eps: noisy
    counts of thresholds on both samples, n <= 2, on two points.
    """
    universe = replace_one(labelled_examples(size), n, ordered=True)
    every = [*universe.databases()]
    for p in range(size):
        all_three = False
        for i, j in universe.index_pairs():
            (a1, a0), (b1, b0) = (build(every[k], p) for k in (i, j))
            ones = abs(sum(y for _, y in every[i]) - sum(y for _, y in every[j]))
            moves = _moved(a1, b1), _moved(a0, b0), ones
            all_three = all_three or moves == (1, 1, 1)
            yield le(f"{every[i]}, {every[j]}, x0 = {p}", max(moves), 1)
        yield eq(f"all three, x0 = {p}", int(all_three), 1)
        if size == 2 and n <= 2:
            told = HalvesCounted(build, p, NoisyCounts(intervals(2), Domain.of_size(2), EVERY))
            yield private(told, universe, told.guarantee, name=f"x0 = {p}")


def counts(size: int, eps: Epsilon[Any]) -> Counts:
    """Noisy counts of the thresholds."""
    return Counts(intervals(size), Domain.of_size(size), eps)


def with_the_same_coins(made: Any, told: Any, database: Rows, coins: Any) -> Transcript:
    """Both runs of noisy counts have the same noise."""
    family, n = made.release, len(database)
    if not hasattr(family, "domain"):
        return coins.run(told, database)
    said, halves = [], padded_by_label(database, made.padding)
    for h in family.concepts:
        flat = len({h(x) for x in family.domain}) == 1
        z = 0 if flat else coins.run(NoisyInteger(family.eps.exp(-1), (-n, n)), 0)
        noisy = (min(max(sum(map(h, half)) + z, 0), n) for half in halves)
        said.append([Fraction(a, n) for a in noisy])
    k = coins.run(NoisyInteger(made.count_eps.exp(-1), (0, n)), sum(y for _, y in database))
    ones, zeros = zip(*said, strict=True)
    return Transcript(ones, zeros, k)


def choosing(edit: str) -> Any:
    """The concept is chosen otherwise."""
    changed = wrong(fitting_concept, edit)
    return wrong(LearnerFromAssistedRelease, fitting_concept=changed)


def telling(*edits: str) -> Any:
    """Both runs and the count on the private examples are others."""
    return wrong(LearnerFromAssistedRelease, LabelledAnswers=wrong(LabelledAnswers, *edits))


def padding_public_rows(name: str) -> Any:
    """Public rows are padded otherwise."""
    return wrong(LearnerFromAssistedRelease, padded_by_label=WRONG[padded_by_label][name])


LEAST, RUN_OF_ONES = "errors.index(min(errors))", "coins.run(for_ones, ones)"
LOSSES = "[first.guarantee, second.guarantee, Guarantee.pure(self.count_eps)]"
COMPOSED = f"return composed_guarantee(\n            {LOSSES}\n        )"
PROMISES = (
    f"{COMPOSED} => full = composed_guarantee({LOSSES})\n        return Guarantee({{}}, {{}})"
)
CHOICE = "return fitting_concept(self.concepts,"

WRONG[LearnerFromAssistedRelease] = {
    "K/n for 2K/n - 1": choosing(
        "k + rows * (b0[i] - b1[i]) + (rows - 2 * k) * c(padding) => "
        "2 * rows * (b0[i] - b1[i]) + (1 - 2 * c(padding)) * k"
    ),
    "no constant": choosing("(rows - 2 * k) * c(padding) => 0 * c(padding)"),
    "G1 + G2": choosing("(b0[i] - b1[i]) => (1 - b0[i] - b1[i])"),
    "labels exchanged": wrong(
        LearnerFromAssistedRelease,
        LabelledAnswers=wrong(LabelledAnswers, f"{BOTH} => return zeros, ones"),
        padded_by_label=WRONG[padded_by_label]["labels exchanged"],
    ),
    "public rows are not padded": padding_public_rows("points of all labels"),
    "public rows: the same padding for both labels": padding_public_rows(
        "the same padding for both labels"
    ),
    "public rows: only the ones are padded": padding_public_rows("only the ones are padded"),
    "public rows padded with another point": padding_public_rows("another padding for the zeros"),
    "public rows: labels exchanged": padding_public_rows("labels exchanged"),
    "the other label is dropped, not padded": telling(
        *DROPPED,
        "b1, b0 = coins.run(for_ones, ones), coins.run(for_zeros, zeros) => b1, b0 = (\n"
        "            coins.run(run, half) if half else ()\n"
        "            for run, half in ((for_ones, ones), (for_zeros, zeros))\n        )",
    ),
    "K without noise": telling(
        "coins.run(noisy, sum(y for _, y in database)) => sum(y for _, y in database)"
    ),
    "both runs with the same coins": wrong(
        LearnerFromAssistedRelease,
        "return coins.run(told, database) => return same(self, told, database, coins)",
        same=with_the_same_coins,
    ),
    "asks twice about the ones": telling(
        f"{RUN_OF_ONES} => tuple(map(max, {RUN_OF_ONES}, {RUN_OF_ONES}))"
    ),
    "twice the eps for K": "LabelledAnswers(runs, self.padding, self.count_eps) => "
    "LabelledAnswers(runs, self.padding, self.count_eps * 2)",
    "promises the loss of one run": PROMISES.format(
        "full.exp_eps / self.count_eps.exp(2)", "full.delta"
    ),
    "promises nothing for K": f"{LOSSES} => [first.guarantee, second.guarantee]",
    "promises no delta": PROMISES.format("full.exp_eps", "full.delta * 0"),
    "promises delta once": PROMISES.format("full.exp_eps", "full.delta / 2"),
    "promises the loss of the first run twice": f"{LOSSES} => "
    "[first.guarantee, first.guarantee, Guarantee.pure(self.count_eps)]",
    "promises the loss of the second run twice": f"{LOSSES} => "
    "[second.guarantee, second.guarantee, Guarantee.pure(self.count_eps)]",
    "the last of equally good concepts": choosing(
        f"{LEAST} => max(i for i, e in enumerate(errors) if e == min(errors))"
    ),
    "ties go to the private sample": f"{CHOICE} => order = sorted(\n"
    "            range(len(self.concepts)),\n"
    "            key=lambda i: sum(self.concepts[i](x) != y for x, y in database),\n"
    "        )\n"
    "        ones, zeros = ([answers[i] for i in order] for answers in told[:2])\n"
    "        told = Transcript(ones, zeros, told.labels_one)\n"
    "        return fitting_concept([self.concepts[i] for i in order],",
}
"""Of promises for K and one run: two counts lose 2 eps a run."""


@claim(
    "BCMNUW20.ALG.QR2Learner.pad",
    over(n=sized((1, 2), (1, 2), (1, 2, 3)), padding=(0, 1)),
    form=Form.CORRECTED,
    about=LearnerFromAssistedRelease,
)
def padded_learner(build: Build, n: int, padding: int) -> Check:
    """Padded rows, public ones too: G1 = A(pi1(x), pi1(w)) and G2 = A(pi0(x), pi0(w)) with
    independent coins, K the noisy number of labels 1, clamped; the first h is returned with least
    (1 - [G1(h) - G2(h) + h(x0) (2K/n - 1)])/2.

    Cases: Thresholds, all labelled databases of n rows. A = noisy counts: the law of h from the
    probabilities of all counts, on three points for n = 1 and two for more, e^eps = 2. A = means
    of the public rows: the concept that they give by the identity E[y h] = Pr[y = 1] E[h | y = 1]
    - Pr[y = 0] E[h | y = 0], if K is exact, on x = w.
    """
    size = 3 if n == 1 else 2
    concepts, points = intervals(size), tuple(range(size))
    for d in replace_one(labelled_examples(size), n).databases():
        found = law(build(counts(size, TWO_EPS), (), concepts, padding, TWO_EPS), d)
        expected = learnt_from_counts(concepts, points, padding, d, TWO_EPS.exp(-1))
        for h in concepts:
            yield eq(f"{d}: {h}", found.probability(h), expected[h])
        shown = law(build(PublicMean(concepts), d, concepts, padding, SURE), d)
        fewest = min(sum(h(x) != y for x, y in d) for h in concepts)
        best = next(h for h in concepts if sum(h(x) != y for x, y in d) == fewest)
        yield le(f"{d}, public: {best}", 1 - Fraction(1, 2000), shown.probability(best))


@claim(
    "BCMNUW20.L17R",
    over(part=("privacy", "every error", "samples"), n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CORRECTED,
    about=LearnerFromAssistedRelease,
    uses=("BCMNUW20.L17.pad-identity", "BCMNUW20.S.composition-pad"),
)
def learner_from_assisted_release(build: Build, part: str, n: int) -> Check:
    """From an (eps, delta)-private release of H, off by more than alpha with probability at most
    beta on n private and m public rows, a (2 eps + eps_c, 2 delta)-private proper learner on n
    private and the same m public examples, with excess error above 2 alpha + alpha_c with
    probability at most 2 beta + beta_c, where |2K/n - 1 - E[y]| > alpha_c with probability at most
    beta_c. Neither the accuracy nor n needs a factor 1/(alpha^2 beta).

    Cases: Thresholds. Privacy for every eps and every w of one row on three points: what is seen,
    and the concept, against what the learner promises, b^-5 for b = e^-eps, attained; and a
    release that loses 2 eps and delta if its public row is not at 0, and eps if it is: 3 eps +
    eps_c and delta, whichever run has more. Every error:
    releases that are off by alpha in both directions in opposite ways, on all distributions that n
    rows can have, as x and as w; d errors of K are alpha_c = 2d/n. Samples: all distributions on
    two points with masses that are multiples of 1/n, means of n public rows, and noisy counts
    taken together with them; beta and beta_c from their laws. And alpha_c = 1/4, alpha = beta = 0,
    2n examples of the point 0 with a label that is 1/8 of the time another one.
    """
    if part == "privacy":
        yield from _private(build, n)
    elif part == "every error":
        yield from _every_error(build, n)
    else:
        yield from _on_samples(build, n)
        yield from _on_noisy_labels(build, n)


def _private(build: Build, n: int) -> Iterator[Item]:
    """What is seen on one row, the concept on more; for every public row."""
    size = 3 if n == 1 else 2
    concepts, examples = intervals(size), labelled_examples(size)
    release = BothCounted(concepts, Domain.of_size(size), EVERY)
    universe = replace_one(examples, n)
    for w in every_public(examples, 1):
        made = build(release, w, concepts, 0, EVERY)
        named = f"w = {w[0]}"
        if n <= 2:
            told = made.transcript
            yield private(told, universe, told.guarantee, name=f"transcript, {named}")
        yield private(made, universe, made.guarantee, name=named)
        losses = 2 * (size - 1) + 1
        yield eq(f"promised, {named}", made.guarantee.exp_eps, EVERY.exp(losses))
        if size == 3:
            one, zero = (law(made.transcript, ((2, y),)) for y in (1, 0))
            ratios = {one.probability(t) / zero.probability(t) for t in set(one) & set(zero)}
            yield eq(f"attained, {named}", int(EVERY.exp(losses) in ratios), 1)
    if n == 1:
        yield from _uneven_runs(build)


def _uneven_runs(build: Build) -> Iterator[Item]:
    """One run loses 2 eps and delta, the other eps, by where the padded public row is."""
    concepts, examples = intervals(2), labelled_examples(2)
    nothing = EVERY.exp(0) - EVERY.exp(0)
    release = Uneven(concepts, Domain.of_size(2), EVERY, nothing + Fraction(1, 10))
    universe = replace_one(examples, 1)
    for x, y in examples:
        made = build(release, ((x, y),), concepts, 0, EVERY)
        promised = Guarantee(EVERY.exp(3 + x), nothing + Fraction(x, 10))
        named = f"uneven runs, w = {(x, y)}"
        yield eq(f"{named}: e^eps", made.guarantee.exp_eps, promised.exp_eps)
        yield eq(f"{named}: delta", made.guarantee.delta, promised.delta)
        yield private(made.transcript, universe, made.guarantee, name=named)


def _every_error(build: Build, n: int) -> Iterator[Item]:
    """x = w: exact means of the padded rows, off by alpha in opposite directions."""
    concepts, alpha = intervals(2), Fraction(1, 4 * n)
    noise = Epsilon(Fraction(64))
    for d in replace_one(labelled_examples(2), n).databases():
        source = spread(dict.fromkeys(d), [Fraction(d.count(z), n) for z in dict.fromkeys(d)])
        ones, zeros = padded_by_label(d, 0)
        for signs in product((-1, 1), repeat=len(concepts)):
            off = tuple(alpha * s for s in signs)
            against = zeros if ones != zeros else None
            release = PublicMean(concepts, off, against)
            found = law(build(release, d, concepts, 0, noise), d)
            for wrong in range(n):
                g = noise.exp(-1)
                most = 2 * alpha + Fraction(2 * wrong, n)
                failing = sum(
                    (found.probability(h) for h in concepts if excess(h, concepts, source) > most),
                    ZERO,
                )
                noisy = 2 * g ** (wrong + 1) / (1 + g)
                yield chance(f"{d}, {signs}, d = {wrong}", failing, noisy)


def _on_samples(build: Build, n: int) -> Iterator[Item]:
    """Both samples drawn from a distribution."""
    concepts, domain = intervals(2), Domain.of_size(2)
    kinds: tuple[tuple[str, Any, int, int], ...] = (
        ("public means", PublicMean(concepts), n, n),
        ("both", BothCounted(concepts, domain, SURE), 1, n),
    )
    for source in sources(2, n):
        ones, zeros = _halves(padded_by_label, source, 0)
        label = sum((p for (_, y), p in source if y), ZERO)
        for name, release, rows, public_rows in kinds:
            for alpha, count in ((ZERO, ZERO), (QUARTER, ZERO)):
                beta = [
                    release_failure(release, concepts, half, (rows, public_rows), alpha)
                    for half in (ones, zeros)
                ]
                missed = label_failure(label, rows, SURE.exp(-1), count)
                bound = sum(beta, missed)
                if bound >= 1:
                    continue
                learners = OnBothSamples(_family(build, release), rows, public_rows)
                yield accurate(
                    learners,
                    alone(source),
                    _within(2 * alpha + count),
                    bound,
                    name=f"{name}, alpha = {alpha}, D = {source}",
                )


def _on_noisy_labels(build: Build, n: int) -> Iterator[Item]:
    """Labels of the point 0 alone, seldom the other one: K is off by alpha_c > 0, not more."""
    concepts, count = intervals(2), QUARTER
    for label in (0, 1):
        source = spread(((0, label), (0, 1 - label)), (Fraction(7, 8), Fraction(1, 8)))
        ones = sum((p for (_, y), p in source if y), ZERO)
        rows = 2 * n
        missed = label_failure(ones, rows, SURE.exp(-1), count)
        learners = OnBothSamples(_family(build, PublicMean(concepts)), rows, 1)
        yield accurate(
            learners,
            alone(source),
            _within(count),
            missed,
            name=f"alpha_c = {count}, D = {source}",
        )


def _family(build: Build, release: Any) -> Callable[[Rows], Any]:
    """From public rows to the learner of thresholds on two points."""
    return lambda w: build(release, w, intervals(2), 0, SURE)


def _within(most: Fraction) -> Callable[[Sources, Any], bool]:
    return lambda source, h: excess(h, intervals(2), source) <= most


@claim(
    "BCMNUW20.TXT.puretoapprox",
    over(n=sized((1,), (1, 2), (1, 2)), delta=(Fraction(1, 10), Fraction(1, 100))),
    about=LearnerFromAssistedRelease,
)
def approximate_privacy(build: Build, n: int, delta: Fraction) -> Check:
    """The reduction works for (eps, delta)-private releases, too: what it sees is (2 eps + eps_c,
    2 delta)-private, by composition of two runs and the count.

    Cases: Every eps; the padded reduction. Noisy counts of thresholds on two points, which with
    probability delta are exact and say so: 2 delta - delta^2 is needed whatever eps is.
    """
    concepts, examples = intervals(2), labelled_examples(2)
    zero = EVERY.exp(0) - EVERY.exp(0)
    release = TellingCounts(concepts, Domain.of_size(2), EVERY, zero + delta)
    made = build(release, (), concepts, 0, EVERY)
    told, universe = made.transcript, replace_one(examples, n)
    yield eq("promised e^eps", told.guarantee.exp_eps, EVERY.exp(3))
    yield private(told, universe, told.guarantee, name="what is seen")
    yield private(told, universe, Guarantee(EVERY.exp(3), zero + 2 * delta), name="2 delta")
