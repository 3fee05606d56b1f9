"""The paper's definitions, each implementation against an independent computation."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from audits.claims.bbkn13.exactly import (
    at,
    failure,
    inaccurate,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.point import tight_delta
from audits.engines.privacy import audit_privacy
from audits.ledger import Expected, Form, Kind, Size, claim, not_finitely_checkable
from audits.table import tabulate
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    IntervalFunction,
    PointFunction,
    Values,
    all_functions,
    disagreements,
    empirical_errors,
    grid_distributions,
    intervals,
    labelled_examples,
    points,
    vc_dimension,
)
from reference.data.matrix_game import proves
from reference.data.representation import (
    is_minimal,
    losses,
    representation_game,
    representation_value,
)
from reference.data.switching_points import (
    bad_ends,
    dirty_points,
    is_dyck_word,
    mismatches,
    noise_word,
    switching_intervals,
    switching_points,
)
from reference.hardness.generated_points import generated_points
from reference.lower_bounds.learning_packing import is_good_sample
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.function_family import random_functions
from reference.mechanisms.learning.independent_noise_learner import noisy_learner_in_two_parts
from reference.mechanisms.release.exponential_sanitiser import frequency, largest_error
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


@claim(
    "BBKN13.D2.1",
    kind=Kind.DEFINITION,
    source=at("Definition 2.1", "2.1"),
    statement="Pr[A(D) in S] <= e^eps Pr[A(D') in S] for every set S of outputs.",
    scope_is_fair="The worst event over all sets S against the pointwise ratios, at several r.",
)
def privacy_over_events_is_pointwise(size: Size) -> Verdict:
    """The greatest excess over all events is 0 exactly if no outcome's ratio exceeds e^eps."""
    items = []
    for root in (Fraction(3, 2), Fraction(2), Fraction(3)):
        learner = ExponentialLearner(points(3), 3, Epsilon(root, 2))
        table = tabulate(learner, learner.universe(size.pick(1, 2, 3)))
        for x in (root, root**2, root**3):
            worst = tight_delta(table, x)
            ratio = max(
                law(learner, a).probability(h) / law(learner, b).probability(h)
                for i, j in table.universe.index_pairs()
                for a, b in product((table.databases[i], table.databases[j]), repeat=2)
                for h in points(3)
            )
            assert worst is not None
            items.append(eq(f"s={root}, x={x}", int(worst.value == 0), int(ratio <= x)))
    return decide("events and outcomes", "EXPMECH over POINT, T=3", items)


@claim(
    "BBKN13.D2.2",
    kind=Kind.DEFINITION,
    source=at("Definition 2.2", "2.2"),
    statement="The failure of a learner: Pr over sample and coins of error_D(c, h) > alpha.",
    scope_is_fair="Failure strictly between 0 and 1; compared with a sum over multisets.",
)
def failure_is_over_sample_and_coins(size: Size) -> Verdict:
    """Sequences of examples against multinomial weights of their multisets."""
    t, m, alpha = 3, size.pick(2, 3, 4), Fraction(1, 4)
    learner = ExponentialLearner(points(t), t, Epsilon(Fraction(2), 2))
    items = []
    for masses in grid_distributions(t, 4):
        for c in points(t):
            bad = inaccurate(c, masses, alpha)
            total = Fraction(0)
            for d in replace_one(range(t), m).databases():
                ways, left = 1, m
                for x in range(t):
                    ways *= comb(left, d.count(x))
                    left -= d.count(x)
                chance = prod((masses[x] for x in d), start=Fraction(ways))
                found = law(learner, tuple((x, c(x)) for x in d))
                total += chance * sum((found.probability(h) for h in found if bad(h)), Fraction(0))
            items.append(eq(f"{c}, {masses}", failure(learner, c, masses, m, bad), total))
    return decide("failure probability", f"T={t}, m={m}, grid 1/4", items)


@claim(
    "BBKN13.D2.3",
    kind=Kind.DEFINITION,
    source=at("Definition 2.3", "2.2"),
    statement="VCDIM is the size of a largest set on which the class takes all 2^k patterns.",
    scope_is_fair="All classes of functions on 2 or 3 points, all subsets of points.",
)
def vc_dimension_is_the_largest_shattered_set(size: Size) -> Verdict:
    """Point-by-point growth against all subsets."""
    t = size.pick(2, 3, 3)
    functions = list(all_functions(t))
    items = []
    for k in range(1, len(functions) + 1):
        for chosen in combinations(functions, k):
            largest = max(
                len(s)
                for n in range(t + 1)
                for s in combinations(range(t), n)
                if len({tuple(h(x) for x in s) for h in chosen}) == 2**n
            )
            items.append(eq(",".join(map(str, chosen)), vc_dimension(chosen, t), largest))
    return decide("VC dimension", f"all classes on T={t} points", items)


@claim(
    "BBKN13.D2.5",
    kind=Kind.DEFINITION,
    source=at("Definition 2.5", "2.3"),
    statement="A private learner is eps-private on all databases, for every eps > 0.",
    scope_is_fair="All labelled databases, consistent or not; all eps at once.",
)
def private_learner_is_private_everywhere(size: Size) -> Verdict:
    """All eps, all databases, for the learner of intervals."""
    t, m = size.pick((2, 2), (3, 3), (4, 3))
    learner = ExponentialLearner(intervals(t), t, Epsilon.indeterminate(2))
    return audit_privacy(learner, learner.universe(m), learner.guarantee, "learner over INTERVAL")


@claim(
    "BBKN13.D3.1",
    kind=Kind.DEFINITION,
    source=at("Definition 3.1", "3"),
    statement="H alpha-represents C iff the value of the matrix game is at most alpha for each c.",
    scope_is_fair="Value with strategies of both players; grid distributions never exceed it.",
)
def representation_is_a_matrix_game(size: Size) -> Verdict:
    """Both guarantees equal the value, and no grid distribution does better than it."""
    t, items = size.pick(2, 3, 3), []
    functions = list(all_functions(t))
    for k in range(1, 4):
        for chosen in combinations(functions, k):
            for c in points(t):
                game = representation_game(chosen, c, t)
                items.append(eq("strategies", int(proves(losses(chosen, c, t), game)), 1))
                worst = max(
                    min(sum(m[x] for x in disagreements(h, c, t)) for h in chosen)
                    for m in grid_distributions(t, 6)
                )
                items.append(le(f"{c}, {list(map(str, chosen))}", Fraction(worst), game.value))
    return decide("representation value", f"classes of <= 3 functions, T={t}", items)


@claim(
    "BBKN13.D3.3",
    kind=Kind.DEFINITION,
    source=at("Definition 3.3", "3"),
    statement="POINT consists of the T functions that are 1 at exactly one point.",
    scope_is_fair="All 2^T functions are filtered by weight 1.",
)
def point_functions_have_weight_one(size: Size) -> Verdict:
    """Membership of every function."""
    items = []
    for t in range(1, size.pick(6, 9, 12)):
        tables = {Values.of(c, t) for c in points(t)}
        items += [eq(f"{h}", int(h in tables), int(h.weight == 1)) for h in all_functions(t)]
    return decide("POINT", "all functions", items)


@claim(
    "BBKN13.D3.5",
    kind=Kind.DEFINITION,
    source=at("Definition 3.5", "3.1"),
    statement="H is alpha-minimal iff it alpha-represents C and no proper subset does.",
    scope_is_fair="Single deletions against all proper subsets, for minimal and other classes.",
)
def minimality_needs_single_deletions_only(size: Size) -> Verdict:
    """Both tests on all classes of up to 4 functions."""
    t, items = 2, []
    functions = list(all_functions(t))
    found = set()
    for k in range(1, size.pick(4, 5, 5)):
        for chosen in combinations(functions, k):
            for alpha in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
                fits = [
                    all(representation_value(s, c, t) <= alpha for c in points(t))
                    for n in range(k + 1)
                    for s in combinations(chosen, n)
                ]
                by_subsets = fits[-1] and not any(fits[:-1])
                minimal = is_minimal(chosen, points(t), t, alpha)
                found.add(minimal)
                items.append(eq(f"{list(map(str, chosen))}, {alpha}", minimal, int(by_subsets)))
    items.append(eq("both answers occur", len(found), 2))
    return decide("minimality", "T=2", items)


@claim(
    "BBKN13.D.set-hyp",
    kind=Kind.DEFINITION,
    source=at("in the text", "4.1"),
    statement="A set of points stands for its indicator function.",
    scope_is_fair="All subsets of up to 5 points; different sets give different functions.",
)
def sets_are_indicators(size: Size) -> Verdict:
    """Value at every point, and injectivity."""
    t = size.pick(4, 5, 8)
    subsets = [frozenset(s) for n in range(t + 1) for s in combinations(range(t), n)]
    items = [
        eq(f"{sorted(s)} at {x}", Values.indicator(s, t)(x), int(x in s))
        for s in subsets
        for x in range(t)
    ]
    items.append(eq("different", len({Values.indicator(s, t) for s in subsets}), 2**t))
    return decide("sets as hypotheses", f"T={t}", items)


@claim(
    "BBKN13.D4.6",
    kind=Kind.DEFINITION,
    source=at("Definition 4.6", "4.2.1"),
    statement="The random function has independent values, each 1 with probability q.",
    scope_is_fair="Joint law of all values against the product, for q between 0 and 1.",
)
def random_function_has_independent_values(size: Size) -> Verdict:
    """Weights against the product formula."""
    t, items = size.pick(3, 4, 6), []
    for q in (Fraction(1, 16), Fraction(1, 10), Fraction(1, 3)):
        family = random_functions(t, q)
        total = sum(m.weight for m in family)
        for m in family:
            chance = prod((q if v else 1 - q for v in m.function.values), start=Fraction(1))
            items.append(eq(f"{m.function}, q={q}", Fraction(m.weight, total), chance))
    return decide("biased random function", f"T={t}", items)


not_finitely_checkable(
    "BBKN13.D4.7",
    kind=Kind.DEFINITION,
    source=at("Definition 4.7", "4.2.1"),
    statement="No small circuit tells a pseudorandom function of bias q from a random one.",
    reason="speaks of all polynomial-size circuits and all large d; A.AFFINE is a finite stand-in",
)


@claim(
    "BBKN13.D4.10",
    kind=Kind.DEFINITION,
    source=at("Definition 4.10", "4.3"),
    statement="weight(h) is the number of points on which h is 1.",
    scope_is_fair="All functions; the numbers of each weight are binomial coefficients.",
)
def weights_are_counted(size: Size) -> Verdict:
    """Weight as distance from the zero function, and its distribution."""
    t = size.pick(6, 8, 12)
    zero = Values((0,) * t)
    items = [eq(f"{h}", h.weight, len(disagreements(h, zero, t))) for h in all_functions(t)]
    items += [
        eq(f"weight {w}", sum(h.weight == w for h in all_functions(t)), comb(t, w))
        for w in range(t + 1)
    ]
    return decide("weight", f"T={t}", items)


@claim(
    "BBKN13.D5.1",
    kind=Kind.DEFINITION,
    source=at("Definition 5.1", "5"),
    statement="INTERVAL consists of the T + 1 functions that never rise: c_j(x) = 1 iff x < j.",
    scope_is_fair="All 2^T functions are filtered by never rising.",
)
def intervals_never_rise(size: Size) -> Verdict:
    """Membership of every function."""
    items = []
    for t in range(1, size.pick(6, 9, 12)):
        tables = {Values.of(c, t) for c in intervals(t)}
        for h in all_functions(t):
            falls = all(a >= b for a, b in zip(h.values, h.values[1:], strict=False))
            items.append(eq(f"{h}", int(h in tables), int(falls)))
    return decide("INTERVAL", "all functions", items)


@claim(
    "BBKN13.D5.3",
    kind=Kind.DEFINITION,
    source=at("Definition 5.3", "5.1"),
    statement="j is a switching point iff h(j) != h(j-1); both ends always are, with the types "
    "that the definition lists.",
    scope_is_fair="All functions; the definition's cases are spelled out separately.",
)
def switching_points_follow_the_cases(size: Size) -> Verdict:
    """The four cases of the definition against virtual values beyond the ends."""
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            cases = [(0, h(0) == 0)]
            cases += [(j, h(j - 1) == 1) for j in range(1, t) if h(j) != h(j - 1)]
            cases.append((t, h(t - 1) == 1))
            found = [(s.at, s.decreasing) for s in switching_points(h)]
            items.append(eq(f"{h}", int(found == cases), 1))
    return decide("switching points", "all functions", items)


@claim(
    "BBKN13.D.SWITCH",
    kind=Kind.DEFINITION,
    source=at("in the text", "5.1"),
    statement="SWITCH(h) contains c_j exactly for the switching points j of h.",
    scope_is_fair="All functions and all intervals.",
)
def switch_contains_the_switching_points(size: Size) -> Verdict:
    """Membership of every interval."""
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            padded = (1 - h(0), *h.values, 1 - h(t - 1))
            for j in range(t + 1):
                inside = IntervalFunction(j) in switching_intervals(h)
                items.append(eq(f"{h}, {j}", int(inside), int(padded[j] != padded[j + 1])))
    return decide("SWITCH(h)", "all functions", items)


@claim(
    "BBKN13.D.emp",
    kind=Kind.DEFINITION,
    source=at("footnote 8", "5.1"),
    statement="The empirical error counts the examples that h labels differently, over m.",
    scope_is_fair="All databases; h against its complement gives m in all.",
)
def empirical_errors_are_counted(size: Size) -> Verdict:
    """H and its complement err on complementary examples."""
    t, m, items = 2, size.pick(2, 3, 4), []
    for d in replace_one(labelled_examples(t), m, ordered=True).databases():
        for h in all_functions(t):
            other = Values(tuple(1 - v for v in h.values))
            both = empirical_errors(h, d) + empirical_errors(other, d)
            items.append(eq(f"{h} on {d}", both, m))
            items.append(
                eq(
                    "by point",
                    empirical_errors(h, d),
                    sum(d.count((x, 1 - h(x))) for x in range(t)),
                )
            )
    return decide("empirical error", f"T={t}, m={m}", items)


@claim(
    "BBKN13.D5.6",
    kind=Kind.DEFINITION,
    source=at("Definition 5.6", "5.2"),
    statement="The outer learner fails where the inner one does, else adds independent flips.",
    scope_is_fair="Law of the outer learner against inner law times flip probabilities.",
)
def outer_learner_is_inner_plus_flips(size: Size) -> Verdict:
    """The law of the output as a mixture of products."""
    t, mu, items = 2, Fraction(1, 10), []
    outer = noisy_learner_in_two_parts(t, Fraction(1, 10), Fraction(1, 20), mu, allow_zero=True)
    for d in outer.universe(size.pick(1, 2, 3)).databases():
        inner, whole = law(outer.inner, d), law(outer, d)
        for h in all_functions(t):
            mixed = sum(
                (
                    inner.probability(c)
                    * mu ** len(disagreements(c, h, t))
                    * (1 - mu) ** (t - len(disagreements(c, h, t)))
                    for c in inner
                    if isinstance(c, Values)
                ),
                Fraction(0),
            )
            items.append(eq(f"{h} on {d}", whole.probability(h), mixed))
    return decide("independent noise learner", f"T={t}, mu=1/10", items)


@claim(
    "BBKN13.D.mismatch",
    kind=Kind.DEFINITION,
    source=at("proof of Theorem 5.8", "5.2"),
    statement="mismatch(t, h) = #{x < t : h(x) = 0} + #{x >= t : h(x) = 1}.",
    scope_is_fair="All functions and ends.",
)
def mismatches_are_counted_on_both_sides(size: Size) -> Verdict:
    """The two counts against the number of disagreements."""
    t = size.pick(5, 7, 10)
    return decide(
        "mismatches",
        f"T={t}",
        (
            eq(f"{h}, {j}", mismatches(h, j), h.values[:j].count(0) + h.values[j:].count(1))
            for h in all_functions(t)
            for j in range(t + 1)
        ),
    )


@claim(
    "BBKN13.D.dirty",
    kind=Kind.DEFINITION,
    source=at("proof of Theorem 5.8", "5.2"),
    statement="Dirty points differ from the target; k is bad iff mismatch(k) <= mismatch(j).",
    scope_is_fair="All functions and targets, by the definitions' own sums.",
)
def dirty_points_and_bad_ends(size: Size) -> Verdict:
    """Dirty points, bad ends and the noise word from the values alone."""
    t, items = size.pick(5, 6, 8), []
    for h in all_functions(t):
        for j in range(t + 1):
            dirty = [int(h(x) != int(x < j)) for x in range(t)]
            items.append(eq("dirty", len(dirty_points(h, j)), sum(dirty)))
            items.append(eq("word", int(noise_word(h, j) == tuple(dirty[j:])), 1))
            bad = [
                k
                for k in range(t + 1)
                if k != j
                and h.values[:k].count(0) + h.values[k:].count(1)
                <= h.values[:j].count(0) + h.values[j:].count(1)
            ]
            items.append(eq(f"{h}, {j}", int(list(bad_ends(h, j)) == bad), 1))
    return decide("dirty points and bad ends", f"T={t}", items)


@claim(
    "BBKN13.D.dyck",
    kind=Kind.DEFINITION,
    source=at("proof of Theorem 5.8", "5.2"),
    statement="There are C_n = binom(2n, n)/(n + 1) Dyck words of length 2n.",
    scope_is_fair="All words of length up to 12.",
)
def dyck_words_are_catalan(size: Size) -> Verdict:
    """Count the words."""
    return decide(
        "Dyck words",
        "all words",
        (
            eq(
                f"n={n}",
                sum(is_dyck_word(w) for w in product((0, 1), repeat=2 * n)),
                Fraction(comb(2 * n, n), n + 1),
            )
            for n in range(size.pick(6, 7, 9))
        ),
    )


not_finitely_checkable(
    "BBKN13.D.prg",
    kind=Kind.DEFINITION,
    source=at("in the text", "6"),
    statement="No efficient test tells the outputs of a pseudorandom generator from random ones.",
    reason="speaks of all efficient tests and all large d; the claims of section 6 use tables",
)


@claim(
    "BBKN13.D.hatPOINT",
    kind=Kind.DEFINITION,
    source=at("in the text", "6"),
    statement="hatPOINT consists of the c_{G(z)}, a subset of POINT of at most 2^ell concepts.",
    scope_is_fair="All tables {0,1} -> {0..3} (full: {0,1}^2 -> {0..7}).",
)
def generated_points_are_the_image(size: Size) -> Verdict:
    """Membership of every point, for every table."""
    inputs, outputs = size.pick((2, 4), (4, 4), (4, 8))
    items = []
    for g in product(range(outputs), repeat=inputs):
        chosen = generated_points(g)
        items.append(le("size", len(chosen), inputs))
        items += [
            eq(f"{g}, {j}", int(PointFunction(j) in chosen), int(j in g)) for j in range(outputs)
        ]
    return decide("hatPOINT", f"{outputs}^{inputs} tables", items)


@claim(
    "BBKN13.D.Q",
    kind=Kind.DEFINITION,
    source=at("in the text", "7"),
    statement="Q_c(D) is the fraction of rows on which c is 1.",
    scope_is_fair="All databases and points.",
)
def counting_queries_count(size: Size) -> Verdict:
    """Frequencies by concepts."""
    t, m = 3, size.pick(3, 4, 5)
    return decide(
        "counting queries",
        f"T={t}, m={m}",
        (
            eq(f"{d}, {c}", frequency(d, c.point) * m, sum(c(x) for x in d))
            for d in replace_one(range(t), m).databases()
            for c in points(t)
        ),
    )


@claim(
    "BBKN13.D.sanitizer",
    kind=Kind.DEFINITION,
    source=at("in the text", "7"),
    statement="A synthetic database is useful iff it answers every counting query within alpha.",
    scope_is_fair="Useful and useless outputs both occur.",
)
def synthetic_databases_answer_queries(size: Size) -> Verdict:
    """Synthetic output against the answers that are read from it."""
    t, m, alpha, items = 3, size.pick(3, 4, 5), Fraction(1, 3), []
    for d in replace_one(range(t), m).databases():
        for e in replace_one(range(t), 2).databases():
            answers = [frequency(e, x) for x in range(t)]
            items.append(
                eq(f"{d}, {e}", is_useful_answer(answers, d, alpha), largest_error(d, e) < alpha)
            )
    return decide("useful outputs", f"T={t}, m={m}, alpha=1/3", items)


def _answers(steps: int, size: int) -> list[tuple[Fraction, ...]]:
    return [
        tuple(Fraction(a, steps) for a in vector)
        for vector in product(range(steps + 1), repeat=size)
    ]


@claim(
    "BBKN13.D.useful-i",
    kind=Kind.DEFINITION,
    source=at("proof of Theorem 7.2", "7"),
    statement="The proof's conditions on two answers characterise usefulness for D_i.",
    expected=Expected.REFUTED,
    scope_is_fair="Answers on a grid, m = 12, alpha = 1/6, so that 3 alpha m = 6 copies.",
)
def two_answers_characterise_usefulness(size: Size) -> Verdict:
    """The two predicates on all grid vectors."""
    t, m, alpha = 3, 12, Fraction(1, 6)
    items = [
        eq(
            f"answers {tuple(map(str, answers))}, i={i}",
            is_useful_as_printed(answers, i, alpha),
            is_useful_answer(answers, packing_database(i, m, 6), alpha),
        )
        for answers in _answers(size.pick(6, 12, 24), t)
        for i in range(t)
    ]
    return decide("printed usefulness", f"T={t}, m={m}, alpha=1/6", items)


@claim(
    "BBKN13.D.useful-i",
    form=Form.CORRECTED,
    kind=Kind.DEFINITION,
    source=at("proof of Theorem 7.2", "7"),
    statement=(
        "An output that is useful for D_i and answers within [0, 1] satisfies the proof's two "
        "conditions; the converse needs the other answers to be below alpha."
    ),
    scope_is_fair="Answers on a grid in [0, 1]; useful answers occur for every i.",
)
def usefulness_implies_the_two_conditions(size: Size) -> Verdict:
    """Both directions on all grid vectors."""
    t, m, alpha = 3, 12, Fraction(1, 6)
    items, useful = [], dict.fromkeys(range(t), 0)
    for answers in _answers(size.pick(12, 24, 24), t):
        for i in range(t):
            full = is_useful_answer(answers, packing_database(i, m, 6), alpha)
            printed = is_useful_as_printed(answers, i, alpha)
            others = all(answers[x] < alpha for x in range(t) if x not in {0, i})
            useful[i] += full
            items.append(le(f"{answers}, {i}", full, printed))
            items.append(le(f"converse, {answers}, {i}", printed and others, full))
    items += [lt(f"some are useful for D_{i}", 0, count) for i, count in useful.items()]
    return decide("usefulness and its conditions", f"T={t}, m={m}, alpha=1/6", items)


@claim(
    "BBKN13.D.good-i",
    kind=Kind.DEFINITION,
    source=at("proof of Lemma 3.9", "3.1"),
    statement="A sample is good for D_i iff at most 2 alpha m of its rows equal i.",
    scope_is_fair="All samples over two points; both kinds occur.",
)
def good_samples_have_few_rare_points(size: Size) -> Verdict:
    """The integer threshold floor(2 alpha m)."""
    m, alpha = size.pick(4, 6, 10), Fraction(1, 5)
    items = [
        eq(f"{s}", int(is_good_sample(s, 1, alpha)), int(sum(s) <= 2 * m // 5))
        for s in product((0, 1), repeat=m)
    ]
    return decide("good samples", f"m={m}, alpha=1/5", items)
