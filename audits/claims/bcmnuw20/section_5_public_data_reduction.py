"""Section 5: from a learner with public rows to one without (Lemma 18, as cited)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import (
    Sampled,
    Sources,
    alone,
    binomial,
    err,
    excess,
    sources,
    spread,
)
from audits.claims.bcmnuw20.laws.mixtures import (
    BOTH,
    SPOILT,
    Counting,
    FittingFamily,
    Scattered,
    Telling,
    Told,
    Uneven,
    all_public_ones,
    failure,
    promising,
)
from reference.data.concept import Values, all_functions, labelled_examples
from reference.mechanisms.release.random_subset import RandomSubset
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase, mixed

EVERY = Epsilon.indeterminate()
EMPTY = ((-1, -1),)
"""The failure output, where all that is given is shown."""


def sample_of(size: int) -> Rows:
    """Distinct examples, none at the base point."""
    return tuple((x, x % 2) for x in range(1, size + 1))


def law_of_mixed(sample: Rows, n: int, m: int, theta: Fraction, base: Rows) -> dict[Any, Fraction]:
    """The law of (x, w), or failure, as a sum over the places of the private examples."""
    masses: dict[Any, Fraction] = {}
    each = Fraction(1, len(base))
    for mask in product((0, 1), repeat=n):
        real = sum(mask)
        chance = theta**real * (1 - theta) ** (n - real)
        if real > len(sample):
            masses[EMPTY] = masses.get(EMPTY, Fraction(0)) + chance
            continue
        for filled in product(base, repeat=n - real + m):
            rest, w = iter(filled[: n - real]), filled[n - real :]
            unused = iter(sample)
            x = tuple(next(unused) if place else next(rest) for place in mask)
            weight = chance * each ** len(filled)
            masses[x, w] = masses.get((x, w), Fraction(0)) + weight
    return masses


PUBLIC = "public = tuple(coins.draw(base) for _ in range(self.public_rows))"
KEPT = "_promise(self.learner, self.base, self.public_rows)"
OF_THE_FIRST = "self.learner(self.base[:1] * self.public_rows).guarantee"
PROMISE = f"return {KEPT} => kept = {KEPT}\n        return Guarantee({{}}, {{}})"
WRONG[MixedWithBase] = {
    "theta and 1 - theta exchanged": "bernoulli(self.share) => bernoulli(1 - self.share)",
    "half of theta": "bernoulli(self.share) => bernoulli(self.share / 2)",
    "one coin for all places": (
        "used = 0 => used, shared = 0, coins.draw(real)",
        "if not coins.draw(real): => if not shared:",
    ),
    "the last example again if there is none left": "            else:\n => "
    "            elif database:\n                rows.append(database[-1])\n            else:\n",
    "the first example for every place": "rows.append(database[used]) => rows.append(database[0])",
    "private rows as public ones": f"{PUBLIC} => "
    "public = (database * self.public_rows)[: self.public_rows]",
    "copies of one public row": f"{PUBLIC} => public = (coins.draw(base),) * self.public_rows",
    "public rows have label 1": f"{PUBLIC} => public = self.base[-1:] * self.public_rows",
    "promises no delta": PROMISE.format("kept.exp_eps", "kept.delta - kept.delta"),
    "promises half of the delta": PROMISE.format("kept.exp_eps", "kept.delta / 2"),
    "promises half of e^eps - 1": PROMISE.format("(1 + kept.exp_eps) / 2", "kept.delta"),
    "promises what A does for the first public rows": f"{KEPT} => {OF_THE_FIRST}",
    "amplified loss promised for the next unused example": f"{KEPT} => "
    f"amplified({KEPT}, self.share)",
}


@claim(
    "BCMNUW20.ALG.PublicDataReduction",
    over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4)), m=(1, 2), size=(0, 1, 2)),
    about=MixedWithBase,
)
def rows_that_say_nothing(build: Build, n: int, m: int, size: int) -> Check:
    """Without public data: w of D0^m, D0 a point with a uniform label; each private row of D0 with
    probability 1 - theta, and else the next unused example of S; if there is none the output is a
    failure; A on (x, w).

    Cases: A that shows all it is given; examples of S that differ, none at the base; theta = 1/4.
    The law as a sum over the places of the private examples. (The text cites the reduction of [1];
    it does not describe it.)
    """
    sample = sample_of(size)
    found = law(build(Told, n, m, QUARTER, BOTH, EMPTY), sample)
    expected = law_of_mixed(sample, n, m, QUARTER, BOTH)
    for outcome, p in expected.items():
        yield eq(f"{outcome}", found.probability(outcome), p)
    yield eq("all", sum(expected.values(), Fraction(0)), 1)


WRONG[mixed] = {
    "not mixed": "tuple(masses.items()) => distribution",
    "theta and 1 - theta exchanged": given(mixed, share=lambda theta: 1 - theta),
    "the base has one label": given(mixed, base=lambda base: base[:1]),
}


@claim(
    "BCMNUW20.L18.mix-identity",
    over(
        source=sized(sources(2, 3), sources(2, 4), sources(2, 6)),
        theta=(QUARTER, HALF, Fraction(1, 100)),
    ),
    form=Form.CONCRETE,
    about=mixed,
)
def excess_of_a_mixture(build: Build, source: Sources, theta: Fraction) -> Check:
    """For D' = (1 - theta) D0 + theta D, D0 a point with a uniform label: err_D'(h) = (1 -
    theta)/2 + theta err_D(h), so that the excess error under D is that under D', over theta.

    Cases: Distributions on two points with two labels, all functions h, and all classes of them.
    """
    both = build(BOTH, source, theta)
    every = tuple(all_functions(2))
    for h in every:
        yield eq(f"{h}", err(h, both), (1 - theta) / 2 + theta * err(h, source))
        for size in range(len(every)):
            concepts = (h, *every[:size])
            name = f"excess of {h}, {size} more"
            yield eq(name, excess(h, concepts, both), theta * excess(h, concepts, source))


@claim(
    "BCMNUW20.ALG.PointMassMix",
    over(source=sized(sources(2, 2), sources(2, 3), sources(2, 4)), theta=(QUARTER, HALF)),
    form=Form.CONCRETE,
    about=MixedWithBase,
)
def mixed_with_a_point(build: Build, source: Sources, theta: Fraction) -> Check:
    """With a point mass at z0 = (x0, y0) for D0, w is (z0, ..., z0), fixed, and x is of D'^n; if
    some h* with least error under D has h*(x0) = y0, then the excess error under D is at most that
    under D', over theta; if all concepts are y0 at x0 it is equal.

    Cases: Distributions on two points, n = 2 and m = 2, S of D^2; A that shows all it is given;
    all classes of functions with and without a best one that is 1 at x0 = 0.
    """
    z0 = (0, 1)
    found = law(Sampled(build(Told, 2, 2, theta, (z0,), EMPTY), 2), source)
    both = dict(mixed((z0,), source, theta))
    for first, second in product(both, repeat=2):
        expected = both[first] * both[second]
        outcome = ((first, second), (z0, z0))
        yield eq(f"{first}, {second}", found.probability(outcome), expected)
    every = tuple(all_functions(2))
    for concepts in (every, every[:3], every[2:], (every[0], every[3])):
        least = min(err(h, source) for h in concepts)
        if not any(h(0) for h in concepts if err(h, source) == least):
            continue
        for h in concepts:
            under = theta * excess(h, concepts, source)
            name = f"excess of {h} of {len(concepts)}"
            if all(c(0) for c in concepts):
                yield eq(name, under, excess(h, concepts, tuple(both.items())))
            else:
                yield le(name, under, excess(h, concepts, tuple(both.items())))


def share_for(m: int) -> Fraction:
    """theta = 1/(100 m)."""
    return Fraction(1, 100 * m)


WRONG[share_for] = {
    "theta = 1/m": "100 * m) => m)",
    "theta = 1/(10 m)": "100 * m) => 10 * m)",
    "theta = 1/(99 m)": "100 * m) => 99 * m)",
    "theta = 1/100": "100 * m) => 100)",
}


@claim(
    "BCMNUW20.L18.pubprob",
    over(m=sized((1, 2, 3, 10, 100), (1, 2, 3, 10, 100, 1000), (1, 2, 3, 10, 100, 1000))),
    form=Form.CONCRETE,
    about=share_for,
)
def public_rows_of_the_base(share: Build, m: int) -> Check:
    """All m public rows of D' are of D0 with probability (1 - theta)^m >= 1 - m theta, which is at
    least 0.99 for theta = 1/(100 m).

    Cases: The probability that of m rows none is of D, by the recurrence for binomials; for m = 1
    the bound is attained.
    """
    theta = share(m)
    none = binomial(m, theta)[0]
    yield eq("(1 - theta)^m", none, (1 - theta) ** m)
    yield le("1 - m theta", 1 - m * theta, none)
    yield le("0.99", Fraction(99, 100), none)


CONCEPTS = (Values((0, 0, 1)), Values((0, 1, 0)), Values((1, 1, 1)))
TASKS = (
    spread(((1, 1), (2, 0)), (HALF, HALF)),
    spread(((1, 1), (2, 1), (2, 0)), (HALF, QUARTER, QUARTER)),
    spread(((0, 1), (1, 0), (2, 1)), (QUARTER, HALF, QUARTER)),
)


@cache
def _bounds(spoilt: Any, size: int, n: int, m: int) -> list[tuple[Sources, Fraction, Fraction]]:
    """Distributions, alpha, and bounds below 1 that do not depend on the reduction."""
    theta, found = QUARTER, []
    family = FittingFamily(CONCEPTS, spoilt)
    for source in TASKS if (n, m) == (2, 1) else TASKS[:1]:
        both = mixed(BOTH, source, theta)
        used_up = sum(binomial(n, theta)[size + 1 :], Fraction(0))
        for alpha in sorted({excess(h, CONCEPTS, both) for h in CONCEPTS}):
            bound = failure(family, CONCEPTS, both, (n, m), alpha) / (1 - theta) ** m + used_up
            if bound < 1:
                found.append((source, alpha, bound))
    return found


def _accuracy(build: Build, size: int, spoilt: Any, n: int = 2, m: int = 1) -> Iterator[Item]:
    theta = QUARTER
    family = FittingFamily(CONCEPTS, spoilt)
    for source, alpha, bound in _bounds(spoilt, size, n, m):
        made = build(family, n, m, theta, BOTH, CONCEPTS[2])
        yield accurate(
            Sampled(made, size),
            alone(source),
            _within(alpha / theta),
            bound,
            name=f"alpha = {alpha}, D = {source}",
        )


MORE_ROWS = ((1, 2), (3, 1), (2, 2), (1, 3), (3, 2))
"""Numbers of private and public rows besides n = 2, m = 1."""


def _within(most: Fraction) -> Callable[[Sources, Any], bool]:
    return lambda source, h: excess(h, CONCEPTS, source) <= most


def _privacy(build: Build, n: int, size: int, theta: Fraction) -> Iterator[Item]:
    """On sequences of bits, since labels are all that is counted."""
    universe = replace_one(labelled_examples(1), size, ordered=True)
    for base in (((0, 0),), BOTH):
        made = build(Counting(EVERY), n, 1, theta, base, -1)
        name = f"n = {n}, {size} examples, theta = {theta}, {len(base)} labels"
        yield private(made, universe, made.guarantee, name=name)
        one = EVERY.exp(0)
        yield private(made, universe, Guarantee(EVERY.exp(), one - one), name=f"{name}, eps")


def _promises(build: Build) -> Iterator[Item]:
    """With a delta, and with promises that depend on the public rows."""
    zero = EVERY.exp(0) - EVERY.exp(0)
    delta = zero + Fraction(1, 10)
    for size in (1, 2):
        universe = replace_one(labelled_examples(1), size, ordered=True)
        made = build(Telling(EVERY, delta), 2, 1, Fraction(3, 4), BOTH, -1)
        yield private(made, universe, made.guarantee, name=f"telling, {size} examples")
        stated = Guarantee(EVERY.exp(), delta)
        yield private(made, universe, stated, name=f"telling, {size} examples, delta")
    universe = replace_one(labelled_examples(1), 1, ordered=True)
    for base, common in ((BOTH, False), (BOTH[:1], True), (BOTH[1:], True)):
        for m in (1, 2):
            found = promising(build, Uneven(EVERY), 2, m, Fraction(3, 4), base, -1)
            name = f"uneven, base {base}, m = {m}"
            yield true(f"{name}: promised if the same for all w", (found is not None) == common)
            if found is not None:
                yield private(found[0], universe, found[1], name=name)


@claim(
    "BCMNUW20.L18R",
    over(
        part=sized(
            ("privacy", *SPOILT, *MORE_ROWS[:2], *range(3)),
            ("privacy", *SPOILT, *MORE_ROWS, *range(40)),
            ("privacy", *SPOILT, *MORE_ROWS, *range(200)),
        )
    ),
    form=Form.CONCRETE,
    about=MixedWithBase,
    uses=("BCMNUW20.L18.mix-identity", "BCMNUW20.L18.pubprob"),
)
def learner_without_public_rows(build: Build, part: object) -> Check:
    """From an (eps, delta)-private learner with n private and m public rows one without public
    rows that is (eps, delta)-private in the sample S, since for fixed places and w an example is
    one row of A's input at most; its excess error on D is above alpha/theta with probability at
    most Pr[excess of A on D' above alpha]/(1 - theta)^m + Pr[Bin(n, theta) > #S].

    Cases: Privacy for every eps: noisy counts of labels, every ordered sample of labels, D0 with
    one label and with two; counts that are exact with probability delta = 1/10, and say so; what
    is promised if A promises more for some w than for others: nothing, unless all public rows of
    D0 agree. Accuracy: three points, n = 2, m = 1, theta = 1/4, #S = 1 and 2, three
    distributions, every alpha with a bound below 1: learners with fewest errors that sometimes
    return the worst concept instead - if all public rows are of D0, where the bound is attained
    (#S = 2); if no private row is; or with a probability that differs from sample to sample, by
    number (0, 1, ...). For other (n, m), of a pair, one distribution and #S = n: a learner that is
    spoilt if all public rows are (0, 1), where the bound is attained.
    """
    if part == "privacy":
        for n, size, theta in ((2, 1, HALF), (2, 2, QUARTER), (3, 2, QUARTER), (3, 3, QUARTER)):
            yield from _privacy(build, n, size, theta)
        yield from _promises(build)
        return
    if isinstance(part, tuple):
        n, m = part
        yield from _accuracy(build, n, all_public_ones, n, m)
        return
    spoilt = SPOILT[part] if isinstance(part, str) else Scattered(int(str(part)))
    for size in (1, 2):
        yield from _accuracy(build, size, spoilt)


AMPLIFIED = f"return amplified({KEPT}, self.share)"
WRONG[MixedInPlace] = {
    "promises no delta": f"{AMPLIFIED} => kept = amplified({KEPT}, self.share)\n"
    "        return Guarantee(kept.exp_eps, kept.delta - kept.delta)",
    "promises half of the delta": f"{AMPLIFIED} => kept = amplified({KEPT}, self.share)\n"
    "        return Guarantee(kept.exp_eps, kept.delta / 2)",
    "promises what A does for the first public rows": f"{KEPT} => {OF_THE_FIRST}",
    "public rows are the first one of the base": f"{PUBLIC} => "
    "public = self.base[:1] * self.public_rows",
    "the next unused example": (
        "rows = tuple(row if => unused = iter(database)\n        rows = tuple(next(unused) if",
        "for row in database) => for _ in database)",
    ),
    "a larger share": "bernoulli(self.share) => bernoulli((1 + self.share) / 2)",
    "promises the loss for half of theta": f"{KEPT}, self.share => {KEPT}, self.share / 2",
}


IN_PLACE = over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4)), theta=(QUARTER, HALF))


@claim(
    "BCMNUW20.ALG.PublicDataReduction",
    IN_PLACE,
    form=Form.CONCRETE,
    about=MixedInPlace,
    clause="what A is given",
)
def examples_at_their_places(build: Build, n: int, theta: Fraction) -> Check:
    """Let the sample have n examples: example i comes to place i, with probability theta, or
    nowhere, and public rows are of D0^m.

    Cases: The law of (x, w), as a sum over the places, m = 2.
    """
    sample, each = sample_of(n), Fraction(1, 2)
    found = law(build(Told, n, 2, theta, BOTH), sample)
    total = Fraction(0)
    for x in product(*((row, *BOTH) for row in sample)):
        p = Fraction(1)
        for row in x:
            p *= (1 - theta) * each if row in BOTH else theta
        for w in product(BOTH, repeat=2):
            yield eq(f"{x}, {w}", found.probability((x, w)), p * each**2)
            total += p * each**2
    yield eq("all", total, 1)


@claim(
    "BCMNUW20.ALG.PublicDataReduction",
    IN_PLACE,
    form=Form.CONCRETE,
    about=MixedInPlace,
    clause="the loss",
)
def amplified_by_the_share(build: Build, n: int, theta: Fraction) -> Check:
    """Then what is lost is ln(1 + theta (e^eps - 1)), and no less; for "the next unused example"
    that is false from n = 2 on.

    Cases: Every eps; noisy counts of labels, every ordered sample of n labels, D0 one example, at
    which the loss is attained, and two.
    """
    universe = replace_one(labelled_examples(1), n, ordered=True)
    for base in (((0, 0),), BOTH):
        made = build(Counting(EVERY), n, 1, theta, base)
        yield eq("promised e^eps'", made.guarantee.exp_eps, 1 + theta * (EVERY.exp() - 1))
        yield private(made, universe, made.guarantee, name=f"{len(base)} labels")
    made = build(Counting(EVERY), n, 1, theta, ((0, 0),))
    zeros = ((0, 0),) * (n - 1)
    one, none = (law(made, ((0, y), *zeros)).probability(n) for y in (1, 0))
    yield eq("attained", one, (1 + theta * (EVERY.exp() - 1)) * none)


@claim(
    "BCMNUW20.ALG.PublicDataReduction",
    over(n=(1, 2, 3), theta=(QUARTER, HALF)),
    form=Form.CONCRETE,
    about=MixedInPlace,
    clause="the delta",
)
def delta_by_the_share(build: Build, n: int, theta: Fraction) -> Check:
    """Of the delta, theta delta is lost for n examples, with e^eps' = 1 + theta (e^eps - 1).

    Cases: Every eps; counts that are exact with probability delta = 1/10, and say so. For n = 4
    no sufficient test succeeds.
    """
    r = EVERY.exp()
    universe = replace_one(labelled_examples(1), n, ordered=True)
    made = build(Telling(EVERY, r - r + Fraction(1, 10)), n, 1, theta, ((0, 0),))
    yield private(made, universe, made.guarantee, name="as promised")
    stated = Guarantee(1 + theta * (r - 1), r - r + theta / 10)
    yield private(made, universe, stated, name="theta delta")


@claim(
    "BCMNUW20.ALG.PublicDataReduction",
    IN_PLACE,
    form=Form.CONCRETE,
    about=MixedInPlace,
    clause="no promise",
)
def nothing_is_promised(build: Build, n: int, theta: Fraction) -> Check:
    """For the n examples nothing is promised if A promises more for some w than for others.

    Cases: m = 2.
    """
    found = promising(build, Uneven(EVERY), n, 2, theta, BOTH)
    yield true("uneven: nothing is promised", found is None)
    if found is not None:
        universe = replace_one(labelled_examples(1), n, ordered=True)
        yield private(found[0], universe, found[1], name="uneven")


@claim(
    "BCMNUW20.L18",
    over(constant=(Fraction(1), Fraction(1, 1000))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 5, Lemma 18 (missing: delta is small against 1/n, as in the cited work)",
        "the constant divided by alpha",
        "the public examples",
        same_as="BCMNUW20.T15",
    ),
)
def public_examples_for_thresholds_as_printed(constant: Fraction) -> Check:
    """Every learner with public data for a class of infinite Littlestone dimension needs at least
    a constant divided by alpha public examples, alpha the excess error.

    Cases: The threshold with the fewest errors on k = 30 of n = 60 examples, chosen at random: (0,
    1/2)-private.  Let the points of one label stand in their order before those of the other: the
    error of a threshold is the mass of an interval, so all are within 2 d of their errors and the
    best one within 4 d = alpha = 3/4, where d is the distance in the inequality of Dvoretzky,
    Kiefer and Wolfowitz with the constant of Massart.
    """
    k, n, alpha, beta = 30, 60, Fraction(3, 4), Fraction(1, 4)
    subset = RandomSubset(Domain.of_size(2), n, k)
    yield private(subset, replace_one(range(2), n), subset.guarantee)
    yield le("failure", 2 * exp_high(-2 * k * (alpha / 4) ** 2), beta)
    yield le("public examples", constant / alpha, 0)
