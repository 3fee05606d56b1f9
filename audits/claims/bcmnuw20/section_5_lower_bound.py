"""Section 5: public rows that a release needs (Theorem 15), and what is cited beside it."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import (
    BothCounted,
    Sampled,
    TellingCounts,
    alone,
    binomial,
    excess,
    label_failure,
    pushed,
    release_failure,
)
from audits.claims.bcmnuw20.laws.mixtures import BOTH, Spotting
from reference.data.concept import grid_distributions, intervals, labelled_examples
from reference.mechanisms.release.random_subset import RandomSubset
from reference.reductions.learner_from_assisted_release import LearnerFromAssistedRelease
from reference.reductions.learner_from_release import padded_by_label
from reference.reductions.learner_without_public_rows import MixedWithBase, mixed

EVERY, SURE = Epsilon.indeterminate(), Epsilon(Fraction(4096))
CONCEPTS = intervals(2)
CONSTANTS = (Fraction(1), Fraction(1, 1000))


def learner_of(learner: Build, release: Any, count: Epsilon[Any]) -> Callable[[Rows], Any]:
    """From public rows to a learner of thresholds on two points."""
    return lambda public: learner(release, public, CONCEPTS, 0, count)


def chained(learning: str = "", mixing: str = "") -> Build:
    """From a release, m, n, theta and the eps of a count, both reductions one after the other.

    Args:
        learning: a wrong variant of the first one, by its name; nothing: the right one.
        mixing: of the second one.
    """

    def built(release: Any, n: int, m: int, theta: Fraction, count: Epsilon[Any]) -> Any:
        right = LearnerFromAssistedRelease
        family = learner_of(WRONG[right][learning] if learning else right, release, count)
        mix: Build = WRONG[MixedWithBase][mixing] if mixing else MixedWithBase
        return mix(family, n, m, theta, BOTH, CONCEPTS[0])

    return built


CHAIN = chained()
WRONG[CHAIN] = {
    name: chained(learning=name)
    for name in (
        "labels exchanged",
        "no constant",
        "K without noise",
        "asks twice about the ones",
        "promises the loss of one run",
    )
} | {
    name: chained(mixing=name)
    for name in (
        "promises no delta",
        "private rows as public ones",
        "the last example again if there is none left",
        "amplified loss promised for the next unused example",
    )
}


@claim(
    "BCMNUW20.T15",
    over(part=("privacy", "accuracy", "constants"), m=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=CHAIN,
    uses=("BCMNUW20.L17R", "BCMNUW20.L18R"),
)
def learner_from_release_without_public_rows(build: Build, part: str, m: int) -> Check:
    """From an (eps, delta)-private release with m public rows both reductions make a (2 eps +
    eps_c, 2 delta)-private learner without public rows, with excess error above (2 alpha +
    alpha_c)/theta with probability at most (2 beta + beta_c)/(1 - theta)^m + Pr[Bin(n, theta)
    > #S], beta and beta_c for D'. With excess error 3 alpha before the second (alpha_c =
    alpha), theta = 1/(100 m) and m < 1/(4800 alpha) it has excess error below 1/16, (1 -
    theta)^m >= 0.99, and for #S >= n/(10 m) the sample is used up with probability at most
    e^(-13 n theta); it fails with probability below 1/16 if beta = beta_c = 1/50. So if no
    such learner exists, as is cited for infinite Littlestone dimension and #S small enough,
    then m >= 1/(4800 alpha).

    Cases: Thresholds on two points, noisy private counts taken together with public ones;
    privacy for every eps, n = 1 and 2, one example, theta = 9/10; counts that are exact with
    probability delta = 1/10, n = m = 1. Accuracy: D at (1, 1), n = 3, theta = 3/5, m <= 2,
    alpha = 0, alpha_c = 2/5; a release with exact answers, but wrong ones with probability 1/4
    if no public row is 1. Constants: alpha at one unit in 10^9 below 1/(4800 m), and at
    1/(4800 m); binomial tails for n = 100 m to 1000 m. What is cited is not checked.
    """
    if part == "privacy":
        yield from _privacy(build, m)
    elif part == "accuracy":
        yield from _accuracy(build, min(m, 2))
    else:
        yield from _constants(m)


def _privacy(build: Build, m: int) -> Iterator[Item]:
    release = BothCounted(CONCEPTS, Domain.of_size(2), EVERY)
    for n, size in ((1, 1), (2, 1)) if m == 1 else ((1, 1),):
        made = build(release, n, m, Fraction(9, 10), EVERY)
        universe = replace_one(labelled_examples(2), size, ordered=True)
        name = f"n = {n}, {size} examples"
        yield eq(f"promised, {name}", made.guarantee.exp_eps, EVERY.exp(3))
        yield private(made, universe, made.guarantee, name=name)
    if m == 1:
        delta = EVERY.exp(0) * Fraction(1, 10)
        told = TellingCounts(CONCEPTS, Domain.of_size(2), EVERY, delta)
        made = build(told, 1, 1, Fraction(9, 10), EVERY)
        universe = replace_one(labelled_examples(2), 1, ordered=True)
        yield eq("promised delta", made.guarantee.delta, 2 * delta)
        yield private(made, universe, made.guarantee, name="telling")


def _accuracy(build: Build, m: int) -> Iterator[Item]:
    n, theta, count = 3, Fraction(3, 5), Fraction(2, 5)
    source = (((1, 1), Fraction(1)),)
    both = mixed(BOTH, source, theta)
    release = Spotting(theta).wired
    halves = (
        pushed(both, lambda z: padded_by_label((z,), 0)[0][0]),
        pushed(both, lambda z: padded_by_label((z,), 0)[1][0]),
    )
    beta = sum(release_failure(release, CONCEPTS, half, (n, m), ZERO) for half in halves)
    label = sum((p for (_, y), p in both if y), ZERO)
    missed = label_failure(label, n, SURE.exp(-1), count)
    for size in (2, 3):
        used_up = sum(binomial(n, theta)[size + 1 :], ZERO)
        bound = (beta + missed) / (1 - theta) ** m + used_up
        if bound >= 1:
            continue
        yield accurate(
            Sampled(build(release, n, m, theta, SURE), size),
            alone(source),
            lambda given, h: excess(h, CONCEPTS, given) <= count / theta,
            bound,
            name=f"{size} examples",
        )


def _constants(m: int) -> Iterator[Comparison]:
    theta = Fraction(1, 100 * m)
    alpha = Fraction(1, 4800 * m) - Fraction(1, 10**9)
    yield lt("excess error", 3 * alpha / theta, Fraction(1, 16))
    yield eq("at alpha = 1/(4800 m)", 3 * Fraction(1, 4800 * m) / theta, Fraction(1, 16))
    yield le("(1 - theta)^m", Fraction(99, 100), (1 - theta) ** m)
    for hundreds in (1, 2, 5, 10):
        n = 100 * m * hundreds
        size = -(-n // (10 * m))
        terms = (comb(n, k) * (100 * m - 1) ** (n - k) for k in range(size + 1))
        tail = 1 - Fraction(sum(terms), (100 * m) ** n)
        yield le(f"Pr[Bin({n}, theta) > {size}]", tail, 1 / exp_low(13 * n * theta))
        failing = Fraction(3, 50) / (1 - theta) ** m + tail
        yield le(f"failure, n = {n}", failing, Fraction(1, 16))


def far(masses: Sequence[Fraction], rows: int, distance: Fraction) -> Fraction:
    """Pr[some initial segment has a share of independent rows further from its mass than that]."""
    failing = ZERO
    for counts in product(range(rows + 1), repeat=len(masses)):
        if sum(counts) == rows:
            shares = [
                Fraction(sum(counts[:i]), rows) - sum(masses[:i]) for i in range(len(counts))
            ]
            if max(map(abs, shares)) > distance:
                ways = prod(comb(sum(counts[: i + 1]), k) for i, k in enumerate(counts))
                failing += ways * prod(p**k for p, k in zip(masses, counts, strict=True))
    return failing


@claim(
    "BCMNUW20.T15",
    over(case=((Fraction(3, 4), 8), (Fraction(1, 100), 41600)), constant=CONSTANTS),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 5, Theorem 15 (missing: delta is small against 1/n): k of n rows, chosen at "
        "random, are (0, k/n)-private, and no public row is needed",
        "the constant divided by alpha",
        "the public rows",
    ),
)
def public_rows_for_thresholds_as_printed(case: tuple[Fraction, int], constant: Fraction) -> Check:
    """Every release with public data for a class of infinite Littlestone dimension needs at least
    a constant divided by alpha public rows, however many private ones there are.

    Cases: The shares among k of n = 2k rows, chosen at random: (0, 1/2)-private, and within alpha
    (of values -1 and +1) for all thresholds with probability 3/4, for whatever distribution on a
    line, by the inequality of Dvoretzky, Kiefer and Wolfowitz with the constant of Massart.
    (alpha, k) = case; for k = 8 the exact failure on four points is no larger.
    """
    alpha, size = case
    k, n, beta = size, 2 * size, Fraction(1, 4)
    bound = 2 * exp_high(-2 * k * (alpha / 2) ** 2)
    yield le("on a line", bound, beta)
    if k == 8:
        subset = RandomSubset(Domain.of_size(2), n, k)
        yield private(subset, replace_one(range(2), n), subset.guarantee)
        for masses in grid_distributions(4, 4):
            yield chance(f"{[str(p) for p in masses]}", far(masses, k, alpha / 2), bound)
    yield le("public rows", constant / alpha, 0)


not_finitely_checkable(
    "BCMNUW20.TXT.ldim-nonprivate",
    statement="A class of infinite Littlestone dimension is not privately learnable.",
    reason="cited; about infinite classes: every finite class is learnable, and the bound grows "
    "with the iterated logarithm of the dimension, out of reach of an enumeration",
)

not_finitely_checkable(
    "BCMNUW20.TXT.impossible",
    statement="From private rows alone the thresholds over the reals cannot be released.",
    reason="about an infinite domain and all mechanisms: for every finite domain there is a "
    "release, with enough rows, and how many it needs grows with log* of the domain at least",
)

not_finitely_checkable(
    "BCMNUW20.TXT.tight",
    statement="The number of public rows depends on alpha as it must: o(1/alpha) will not do.",
    reason="asymptotic: compares an upper bound, up to a logarithm, with Omega(1/alpha), which "
    "itself is about infinite classes",
)
