"""Sections 2 and 2.1: conventions, and what privacy means."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.learners import PrintedSampler
from audits.claims.bbkn13.words import *
from audits.engines.privacy.point import tight_delta
from audits.evidence.table import LawTable, tabulate
from reference.data.adjacency import label_only
from reference.data.concept import is_consistent
from reference.mechanisms.learning.boosted_learner import repetitions
from reference.reductions.few_switches import switch_runs

not_finitely_checkable(
    "BBKN13.CONV.O",
    statement="O, Omega and negl hide constants and speak of all large arguments.",
    reason="a convention about limits; the concrete forms of the claims state the constants",
)
not_finitely_checkable(
    "BBKN13.CONV.artefact",
    statement="Primes, stars and signs that the electronic text lost are restored.",
    reason="about the text, not about mathematics; every claim states its restored form",
)


WRONG[within] = {
    "bottom is no failure": "return False => return True",
    "always error <= alpha": "wrong < alpha if strict else wrong <= alpha => wrong <= alpha",
}
WRONG[point_learner] = {
    "gives up where no concept is consistent": listed("gives up where no concept is consistent"),
    "twice the eps": twice_eps(point_learner),
    "four times the eps": twice_eps(twice_eps(point_learner)),
    "sees no examples": blind(point_learner, zeros),
    "reads half of its examples": blind(point_learner, lambda d: d[::2]),
    "prefers errors": listed("prefers errors"),
    "always a worst point": listed("a worst hypothesis"),
    "no noise": listed("no noise"),
    "counts the examples, not the points": PrintedSampler,
}
WRONG[listed_points] = {
    "twice the eps": twice_eps(listed_points),
    "four times the eps": twice_eps(twice_eps(listed_points)),
    **{
        name: listed(name)
        for name in ("prefers errors", "no noise", "gives up where no concept is consistent")
    },
}


@claim("BBKN13.CONV.bot", over(m=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))), about=within)
def bottom_is_inaccurate(accepts: Build, m: int) -> Check:
    """Bottom counts as inaccurate: failure = Pr[bottom] + Pr[function of error > alpha].

    Cases: A2 on T = 2, alpha = 2/5, grid 1/4; it returns bottom with positive probability always.
    """
    alpha = TWO_FIFTHS
    learner = noisy_learner(2, alpha)
    for task in on_grid(points(2), 2, 4).databases():
        found = law(OnSample(learner, m), task)
        nothing = found.probability(BOTTOM)
        bad = [h for h in found if not isinstance(h, Bottom) and error_on(task, h) > alpha]
        wrong = sum((found.probability(h) for h in bad), Fraction(0))
        yield eq(f"{task}", failure_on(learner, m, task, accepts(alpha)), nothing + wrong)
        yield lt("bottom", 0, nothing)


def rounded_up(alpha: Fraction) -> int:
    """ceil(2 ln 4 / alpha)."""
    return (ln(4) * 2 / alpha).ceil()


WRONG[rounded_up] = {
    "rounds down": ".ceil() => .floor()",
    "binary logarithm": "(ln(4) * 2 / alpha).ceil() => int(4 / alpha)",
}


@claim("BBKN13.CONV.rounding", over(twentieths=range(1, 20)), form=Form.CONCRETE, about=rounded_up)
def sizes_are_rounded_up(size: Build, twentieths: int) -> Check:
    """n = ceil(2 ln 4 / alpha) is computed exactly: n - 1 < 2 ln 4 / alpha <= n, by rational
    bounds of e, and (1 - alpha/2)^n <= 1/4.

    Cases: The least integer, neither more nor less; alpha = k/20.
    """
    alpha = Fraction(twentieths, 20)
    n = size(alpha)
    yield le("4 <= e^(n alpha/2)", 4, exp_low(n * alpha / 2))
    yield lt("e^((n-1) alpha/2) < 4", exp_high((n - 1) * alpha / 2), 4)
    yield le("(1-alpha/2)^n", (1 - alpha / 2) ** n, QUARTER)


def sequences(t: int, m: int) -> RowAdjacency[LabelledExample]:
    """Databases of m labelled examples of t points, as vectors."""
    return replace_one(labelled_examples(t), m, ordered=True)


WRONG[sequences] = {
    "forgets the order": ", ordered=True => ",
    "only labels change": wrong(sequences, "replace_one => label_only", label_only=label_only),
}


@claim("BBKN13.CONV.db", over(t=(1, 2, 3), m=ranges(0, 3, 4, 5)), about=sequences)
def databases_are_sequences(universe: Build, t: int, m: int) -> Check:
    """A database of m labelled examples over T points is one of (2T)^m sequences.

    Cases: Every sequence is listed and counted; no rows included.
    """
    yield eq("number", len(set(universe(t, m).databases())), (2 * t) ** m)


@claim("BBKN13.CONV.neigh", over(t=(1, 2), m=sized((1, 2), (1, 2, 3), (1, 2, 3))), about=sequences)
def neighbours_differ_in_one_entry(universe: Build, t: int, m: int) -> Check:
    """Neighbours are the pairs of equally long databases that differ in exactly one entry.

    Cases: For every database the set of its neighbours, against all databases at distance 1.
    """
    chosen = universe(t, m)
    databases = [*chosen.databases()]
    near: dict[int, list[int]] = {i: [] for i in range(len(databases))}
    for i, j in chosen.index_pairs():
        near[i].append(j)
        near[j].append(i)
    for i, a in enumerate(databases):
        wanted = (j for j, b in enumerate(databases) if differing(a, b) == 1)
        yield eq(f"{a}", code(near[i]), code(wanted))


@claim(
    "BBKN13.CONV.worstcase",
    over(t=sized((2, 3), (2, 3), (2, 3, 4)), m=(1, 2)),
    about=point_learner,
)
def privacy_ranges_over_inconsistent_databases(build: Build, t: int, m: int) -> Check:
    """Privacy ranges over all databases, among them some that no concept is consistent with: for
    m = 2 the 2T + T(T-1) sequences with two labels of a point or two positive points, and for T =
    2 the two with both points labelled 0.

    Cases: Such databases are neighbours of consistent ones; every eps.
    """
    universe = sequences(t, m)
    unfit = sum(not any(is_consistent(c, d) for c in points(t)) for d in universe.databases())
    if m == 2:
        yield eq("inconsistent", unfit, 2 * t + t * (t - 1) + 2 * (t == 2))
    learner = build(t, EVERY)
    yield private(learner, universe, Guarantee(EVERY.exp(), EVERY.exp(0) - EVERY.exp(0)))


def counts(beta: Fraction) -> tuple[int, int]:
    """Runs of Theorem 5.4, and of Claim 4.5."""
    return switch_runs(beta), repetitions(beta)


WRONG[counts] = {
    "natural logarithm": "switch_runs(beta) => ln(6 / beta).ceil()",
    "binary logarithm": "repetitions(beta) => (ln(5 / beta) / ln(2)).ceil()",
}


@claim("BBKN13.CONV.log", over(k=ranges(1, 20, 100, 1000)), about=counts)
def logarithms_have_their_bases(runs: Build, k: int) -> Check:
    """Theorem 5.4 repeats ceil(log2(6/beta)) times, Claim 4.5 ceil(log_{5/4}(5/beta)) times.

    Cases: beta = 1/k; each count is the least one that suffices.
    """
    beta = Fraction(1, k)
    first, second = runs(beta)
    yield le("2^-k", Fraction(1, 2**first), beta / 6)
    yield lt("beta/6", beta / 6, Fraction(2, 2**first))
    yield le("(4/5)^N", Fraction(4, 5) ** second, beta / 5)
    yield lt("beta/5", beta / 5, Fraction(4, 5) ** (second - 1))


Table = LawTable[tuple[LabelledExample, ...], PointFunction, Fraction]


def worst_event(table: Table, exp_eps: Fraction) -> Fraction:
    """The largest Pr[A(D) in S] - e^eps Pr[A(D') in S], as the engine finds it."""
    found = tight_delta(table, exp_eps)
    return found.value if found else Fraction(0)


def worst_outcome(table: Table, exp_eps: Fraction) -> Fraction:
    """The same over single outcomes."""
    laws = table.laws()
    pairs = [p for i, j in table.universe.index_pairs() for p in ((i, j), (j, i))]
    return max(
        laws[a].probability(y) - exp_eps * laws[b].probability(y)
        for a, b in pairs
        for y in range(len(table.outcomes))
    )


WRONG[worst_event] = {"asks for single outcomes only": worst_outcome}


@claim(
    "BBKN13.D2.1",
    over(
        root=(Fraction(3, 2), TWO, Fraction(3)),
        power=(1, 2, 3),
        m=sized((1, 2), (1, 2), (1, 2, 3)),
    ),
    about=worst_event,
)
def privacy_over_events_is_pointwise(excess: Build, root: Fraction, power: int, m: int) -> Check:
    """A is eps-private iff Pr[A(D) in S] <= e^eps Pr[A(D') in S] for every set S of outputs, iff
    the same for every single output.

    Cases: The worst event over all sets S, at e^eps below and above the true ratio; POINT, T = 3.
    """
    learner, x = ExponentialLearner(points(3), 3, Epsilon(root, 2)), root**power
    table = tabulate(learner, learner.universe(m))
    laws = [law(learner, d) for d in table.databases]
    pairs = [p for i, j in table.universe.index_pairs() for p in ((i, j), (j, i))]
    worst = max(
        sum((laws[a].probability(h) - x * laws[b].probability(h) for h in event), Fraction(0))
        for a, b in pairs
        for n in range(4)
        for event in combinations(points(3), n)
    )
    pointwise = all(
        laws[a].probability(h) <= x * laws[b].probability(h) for a, b in pairs for h in points(3)
    )
    yield eq("worst event", excess(table, x), worst)
    yield true("iff", pointwise == (worst == 0))


@claim(
    "BBKN13.TXT.group",
    over(t=(2, 3), m=sized((1, 2), (1, 2), (1, 2, 3))),
    about=listed_points,
    uses=("BBKN13.L3.4.priv",),
)
def group_privacy(build: Build, t: int, m: int) -> Check:
    """Pr[A(D) in S] <= e^(k eps) Pr[A(D') in S] for databases at distance k, so with k = m for any
    two databases of size m.

    Cases: The exponential learner, every eps, all pairs of sequences of examples.
    """
    databases = [*sequences(t, m).databases()]
    learner, nothing = build(t, EVERY), EVERY.exp(0) - EVERY.exp(0)
    for k in range(1, m + 1):
        apart = ListedAdjacency(
            tuple(databases),
            tuple(
                (i, j)
                for (i, a), (j, b) in combinations(enumerate(databases), 2)
                if differing(a, b) == k
            ),
            f"distance {k}",
        )
        yield private(learner, apart, Guarantee(EVERY.exp(k), nothing), name=f"distance {k}")
