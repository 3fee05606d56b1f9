"""The paper's algorithms and constructions, each against an independent computation of its law."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, prod

from audits.claims.bbkn13.exactly import (
    at,
)
from audits.claims.bbkn13.toys import FunctionOnly
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Expected, Form, Kind, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    PointFunction,
    Values,
    all_functions,
    empirical_errors,
    error,
    intervals,
    is_consistent,
    labelled_examples,
    points,
)
from reference.data.domain import Domain
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    affine_lines,
    as_hypotheses,
    covering,
    lines_of_binary_space,
    projective_lines,
    steiner_dual,
)
from reference.data.representation import representation_value
from reference.data.star import Star
from reference.data.switching_points import (
    dominating_intervals,
    switching_intervals,
    switching_points,
)
from reference.lower_bounds.learning_packing import (
    equal_columns,
    hard_distribution,
    interval_packing,
    point_packing,
)
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.function_family import (
    Member,
    affine_family,
    field_product,
    random_functions,
)
from reference.mechanisms.learning.noisy_point_learner import (
    IndependentNoise,
    NoisyPointLearner,
)
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.star_subsampling import StarSubsampling
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner, noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.probability.law import law

TWO = Epsilon(Fraction(2), 2)
"""e^(eps/2) = 2."""

ALPHA = Fraction(2, 5)

Example = tuple[int, int]


def same_law(
    name: str, found: Dist[object, Fraction], wanted: dict[object, Fraction]
) -> list[Comparison]:
    """An equation for each outcome of either law."""
    outcomes = dict.fromkeys([*found, *wanted])
    return [eq(f"{name}: {y}", found.probability(y), wanted.get(y, Fraction(0))) for y in outcomes]


def exponential(candidates: list[object], errors: list[int], base: int) -> dict[object, Fraction]:
    """Pr proportional to base^-errors, by fractions."""
    weights = [Fraction(1, base**k) for k in errors]
    chances: dict[object, Fraction] = {}
    for c, w in zip(candidates, weights, strict=True):
        chances[c] = chances.get(c, Fraction(0)) + w / sum(weights)
    return chances


def _any(value: object) -> object:
    return value


@claim(
    "BBKN13.A.EXPMECH",
    kind=Kind.MECHANISM,
    source=at("in the text", "3"),
    statement="h has probability s^(-m_h) / sum over the list of s^(-m_g), s = e^(eps/2).",
    scope_is_fair="A list with a repeated hypothesis, all databases, and m = 0.",
)
def exponential_learner_follows_the_formula(size: Size) -> Verdict:
    """The law against fractions, with multiplicity."""
    t, items = 2, []
    tables = [*all_functions(t), Values((0, 0))]
    learner = ExponentialLearner(tuple(tables), t, TWO)
    for m in range(size.pick(3, 4, 5)):
        for d in replace_one(labelled_examples(t), m).databases():
            errors = [sum(h.values[x] != y for x, y in d) for h in tables]
            wanted = exponential(list(tables), errors, 2)
            items += same_law(f"{d}", law(learner, d).map(_any), wanted)
    return decide("EXPMECH", f"T={t}, s=2", items)


@claim(
    "BBKN13.A.OCCAM",
    kind=Kind.MECHANISM,
    source=at("Theorem 3.2", "3"),
    statement="The learner over a class that alpha/2-represents C is the exponential learner.",
    scope_is_fair="The dual affine plane: 9 hypotheses, 12 points, value 1/3.",
)
def occam_learner_over_a_representing_class(size: Size) -> Verdict:
    """The class represents with value 1/3, and the law follows the formula."""
    t = 12
    sets = steiner_dual(affine_lines(3), t)
    hypotheses = as_hypotheses(sets, t)
    items = [
        eq(f"value at {c}", representation_value(hypotheses, c, t), Fraction(1, 3))
        for c in points(t)[: size.pick(3, 12, 12)]
    ]
    learner = ExponentialLearner(hypotheses, t, TWO)
    for d in (((0, 1),), ((3, 0), (5, 1)), ((1, 1), (1, 1), (2, 0))):
        errors = [sum(int(x in s) != y for x, y in d) for s in sets]
        items += same_law(
            f"{d}", law(learner, d).map(_any), exponential(list(hypotheses), errors, 2)
        )
    return decide("Occam learner", "dual AG(2,3)", items)


@claim(
    "BBKN13.A.L3.4",
    kind=Kind.MECHANISM,
    source=at("Lemma 3.4", "3"),
    statement="The learner of points is the exponential learner over POINT.",
    scope_is_fair="All databases, degenerate ones included.",
)
def point_learner_is_exponential(size: Size) -> Verdict:
    """The efficient learner against scores counted by hand."""
    t, items = 3, []
    learner = PointLearner(Domain.of_size(t), TWO)
    for m in range(size.pick(3, 4, 5)):
        for d in replace_one(labelled_examples(t), m).databases():
            errors = [sum(int(x == j) != y for x, y in d) for j in range(t)]
            items += same_law(
                f"{d}", law(learner, d).map(_any), exponential(list(points(t)), errors, 2)
            )
    return decide("point learner", f"T={t}", items)


def _sampler(t: int, most: int, count: str) -> list[Comparison]:
    items = []
    learner = PointLearner(Domain.of_size(t), TWO, count)
    for m in range(most + 1):
        for d in replace_one(labelled_examples(t), m).databases():
            gains, positives, unseen = learner.scores(d)
            errors = [empirical_errors(c, d) for c in points(t)]
            whole = sum((Fraction(1, 2**k) for k in errors), Fraction(0))
            seen = sum((Fraction(1, 2 ** (positives - g)) for g in gains.values()), Fraction(0))
            items.append(le(f"weight of the unseen points, {d}", 0, unseen))
            items.append(eq(f"total weight, {d}", seen + Fraction(unseen, 2**positives), whole))
    return items


@claim(
    "BBKN13.A.L3.4.SAMPLER",
    kind=Kind.MECHANISM,
    source=at("proof of Lemma 3.4", "3"),
    statement="The sampler's weights (2^d - m for the unseen points) add up to P and are >= 0.",
    expected=Expected.REFUTED,
    scope_is_fair="All databases, with repeated points and m up to T.",
)
def printed_sampler_has_the_right_weights(size: Size) -> Verdict:
    """Total weight against the sum over all concepts."""
    t = size.pick(3, 4, 4)
    return decide("printed sampler", f"T={t}", _sampler(t, size.pick(3, 4, 5), "printed"))


@claim(
    "BBKN13.A.L3.4.SAMPLER",
    form=Form.CORRECTED,
    kind=Kind.MECHANISM,
    source=at("proof of Lemma 3.4", "3"),
    statement="With 2^d - |X| for the unseen points the weights add up to P and are >= 0.",
    scope_is_fair="All databases, with repeated points and m up to T.",
)
def corrected_sampler_has_the_right_weights(size: Size) -> Verdict:
    """Total weight against the sum over all concepts."""
    t = size.pick(3, 4, 4)
    return decide("corrected sampler", f"T={t}", _sampler(t, size.pick(3, 4, 5), "distinct"))


@claim(
    "BBKN13.A.PACK",
    kind=Kind.CONSTRUCTION,
    source=at("proof of Theorem 3.6", "3.1"),
    statement="On the packing database of h every other concept errs, and h does not.",
    scope_is_fair="POINT and INTERVAL, every concept, m >= 2.",
)
def packing_databases_single_out_their_concept(size: Size) -> Verdict:
    """The unique concept without errors."""
    items, m = [], 2
    for t in range(2, size.pick(4, 6, 9)):
        for c in points(t):
            d = point_packing(c.point, m)
            items += [eq(f"{c}, {g}", is_consistent(g, d), g == c) for g in points(t)]
        for e in intervals(t):
            d = interval_packing(t, e.end, m)
            items += [eq(f"{e}, {g}", is_consistent(g, d), g == e) for g in intervals(t)]
    return decide("packing databases", "POINT and INTERVAL", items)


def _hard(mass: Fraction, alpha: Fraction, t: int) -> list[Comparison]:
    return [
        lt(f"c_{i}, {c}", alpha, error(PointFunction(i), c, hard_distribution(t, i, mass)))
        for i in range(1, t)
        for c in points(t)
        if c.point != i
    ]


@claim(
    "BBKN13.A.L39.DIST",
    kind=Kind.CONSTRUCTION,
    source=at("proof of Lemma 3.9", "3.1"),
    statement="With mass alpha on the rare point every wrong concept has error > alpha.",
    expected=Expected.REFUTED,
    scope_is_fair="alpha = 1/4, every target and every other point function.",
)
def printed_hard_distribution(size: Size) -> Verdict:
    """Errors under D_i with a = alpha."""
    t = size.pick(3, 4, 8)
    return decide(
        "hard distribution, a = alpha", f"T={t}", _hard(Fraction(1, 4), Fraction(1, 4), t)
    )


@claim(
    "BBKN13.A.L39.DIST",
    form=Form.CORRECTED,
    kind=Kind.CONSTRUCTION,
    source=at("proof of Lemma 3.9", "3.1"),
    statement="With mass a > alpha on the rare point every wrong concept has error > alpha.",
    scope_is_fair="a = alpha + 1/1000 and a = 1/2; every target.",
)
def corrected_hard_distribution(size: Size) -> Verdict:
    """Errors under D_i with a > alpha."""
    t, alpha = size.pick(3, 4, 8), Fraction(1, 4)
    items = _hard(alpha + Fraction(1, 1000), alpha, t) + _hard(Fraction(1, 2), alpha, t)
    return decide("hard distribution, a > alpha", f"T={t}", items)


@claim(
    "BBKN13.A.L310.COLUMNS",
    kind=Kind.CONSTRUCTION,
    source=at("proof of Lemma 3.10", "3.1"),
    statement="Fewer than log2 T hypotheses have two equal columns; the adversary finds them.",
    scope_is_fair="All classes of up to k functions with 2^k < T.",
)
def small_classes_have_equal_columns(size: Size) -> Verdict:
    """Two equal columns whenever there are more points than patterns."""
    t, k = size.pick((3, 1), (5, 2), (5, 2))
    functions = list(all_functions(t))
    items = []
    for chosen in combinations_with_replacement(functions, k):
        pair = equal_columns(chosen, t)
        items.append(eq("found", pair is not None, 1))
        if pair is not None:
            same = all(h(pair[0]) == h(pair[1]) for h in chosen)
            items.append(eq(f"{list(map(str, chosen))}", same and pair[0] != pair[1], 1))
    return decide("equal columns", f"T={t}, {k} hypotheses", items)


@claim(
    "BBKN13.A.PG2",
    kind=Kind.CONSTRUCTION,
    source=at("in the text", "4.1"),
    statement="q^2+q+1 points and lines, q+1 points on a line and lines through a point, two "
    "lines meet in one point.",
    scope_is_fair="Prime orders.",
)
def projective_planes_are_planes(size: Size) -> Verdict:
    """The axioms, by counting."""
    items = []
    for q in size.pick((2, 3), (2, 3, 5), (2, 3, 5, 7)):
        lines = projective_lines(q)
        n = q * q + q + 1
        items.append(eq(f"lines, q={q}", len(set(lines)), n))
        items += [eq("points on a line", len(line), q + 1) for line in lines]
        items += [eq("lines through a point", sum(p in s for s in lines), q + 1) for p in range(n)]
        items += [eq("meet", len(a & b), 1) for a in lines for b in lines if a != b]
    return decide("projective planes", "prime orders", items)


def _sparse_rate(q: int, alpha: Fraction) -> Fraction:
    return min(Fraction(1), 4 / (alpha * (q + 1)))


@claim(
    "BBKN13.A.PG2.SPARSE",
    kind=Kind.CONSTRUCTION,
    source=at("in the text", "4.1"),
    statement="There are projective planes with exactly 2T = 2^(d+1) points to start from.",
    expected=Expected.REFUTED,
    scope_is_fair="q^2 + q + 1 for every order q.",
)
def planes_have_a_power_of_two_points(size: Size) -> Verdict:
    """q^2 + q + 1 is odd."""
    items = [
        eq(f"order {q} has an even number of points", (q * q + q + 1) % 2, 0)
        for q in range(2, size.pick(8, 30, 100))
    ]
    return decide("planes with 2^(d+1) points", "orders q", items)


@claim(
    "BBKN13.A.PG2.SPARSE",
    form=Form.CONCRETE,
    kind=Kind.CONSTRUCTION,
    source=at("in the text", "4.1"),
    statement=(
        "Lines kept with rate pi = min(1, 4/(alpha (q+1))): at most 4 (q^2+q+1)/(alpha (q+1)) "
        "are expected, and a point lies on at most 1/alpha of them with probability <= 4 alpha/9."
    ),
    scope_is_fair="Rates below 1, exact binomial probabilities.",
)
def sparse_lines_cover(size: Size) -> Verdict:
    """Expectation and Chebyshev's bound against the exact probability."""
    items = []
    for q in size.pick((13, 17), (13, 17, 31), (13, 17, 31, 101)):
        for alpha in (Fraction(1, 2), Fraction(1, 3)):
            rate = _sparse_rate(q, alpha)
            few = sum(
                (
                    comb(q + 1, k) * rate**k * (1 - rate) ** (q + 1 - k)
                    for k in range(alpha.denominator // alpha.numerator + 1)
                ),
                Fraction(0),
            )
            items.append(lt(f"rate, q={q}", rate, 1))
            items.append(le(f"q={q}, alpha={alpha}", few, 4 * alpha / 9))
            lines = q * q + q + 1
            items.append(le("expected", rate * lines, 4 * (q + 1) / alpha))
    return decide("sparse planes", "prime orders, alpha = 1/2, 1/3", items)


@claim(
    "BBKN13.A.L41",
    kind=Kind.CONSTRUCTION,
    source=at("proof of Lemma 4.1", "4.1"),
    statement="p = d (1 + floor(1/alpha)), k = ceil(8 e p^2 / d), sets of about 4 p T / k points.",
    scope_is_fair="d >= 16; k is the least integer >= 8 e p^2 / d by rational bounds of e.",
)
def random_subset_class_sizes(size: Size) -> Verdict:
    """The integer sizes against their definitions."""
    items = []
    for d in (16, 17, 20, 24)[: size.pick(2, 4, 4)]:
        for alpha in (Fraction(9, 10), Fraction(1, 2), Fraction(2, 5)):
            found = RandomSubsetClass(d, alpha)
            p = d * (1 + int(1 / alpha))
            items.append(eq(f"p, d={d}", found.needed, p))
            items.append(le("k is enough", exp_low(1) * 8 * p * p / d, found.sets))
            items.append(lt("k is the least", found.sets - 1, exp_low(1) * 8 * p * p / d))
            items.append(le("set size", 4 * p * 2**d, found.points_per_set * found.sets))
    return decide("random subset class", "d = 16..24", items)


@claim(
    "BBKN13.A.PACKCLASS",
    form=Form.CONCRETE,
    kind=Kind.CONSTRUCTION,
    source=at("derived (Lemma 4.1)", "4.1"),
    statement="Duals of the lines of PG(3,2) and AG(2,3): w sets through each of T points, two "
    "points share at most one set.",
    scope_is_fair="15 sets for 32 points and 9 sets for 12 points.",
)
def packing_duals_cover(size: Size) -> Verdict:
    """Covering numbers of every point."""
    del size
    items = []
    for name, blocks, t, k in (
        ("PG(3,2)", lines_of_binary_space(4), 32, 15),
        ("AG(2,3)", affine_lines(3), 12, 9),
    ):
        sets = steiner_dual(blocks, t)
        items.append(eq(f"{name}: sets", len(sets), k))
        for j in range(t):
            through, shared = covering(sets, j)
            items += [eq(f"{name}, {j}", through, 3), le("shared", shared, 1)]
    return decide("packing classes", "duals of PG(3,2) and AG(2,3)", items)


@claim(
    "BBKN13.A.T42",
    kind=Kind.MECHANISM,
    source=at("Theorem 4.2", "4.1"),
    statement="The improper learner chooses among 15 sets for 32 points by empirical error.",
    scope_is_fair="A class with fewer hypotheses than points.",
)
def improper_learner_over_a_small_class(size: Size) -> Verdict:
    """The law on some databases against the formula."""
    del size
    t = 32
    sets = steiner_dual(lines_of_binary_space(4), t)
    hypotheses = as_hypotheses(sets, t)
    learner = ExponentialLearner(hypotheses, t, TWO)
    items = [lt("hypotheses", len(hypotheses), t)]
    for d in (((0, 1),), ((31, 1), (2, 0)), ((5, 0), (7, 1), (7, 1))):
        errors = [sum(int(x in s) != y for x, y in d) for s in sets]
        items += same_law(
            f"{d}", law(learner, d).map(_any), exponential(list(hypotheses), errors, 2)
        )
    return decide("improper learner", "dual PG(3,2)", items)


def noisy_law(centre: tuple[int, ...], mu: Fraction) -> dict[object, Fraction]:
    """Independent flips of a centre, by products."""
    return {
        Values(h): prod(
            (mu if a != b else 1 - mu for a, b in zip(h, centre, strict=True)), start=Fraction(1)
        )
        for h in product((0, 1), repeat=len(centre))
    }


def a1_law(
    rows: tuple[Example | Star, ...], t: int, mu: Fraction, rule: str
) -> dict[object, Fraction]:
    """The law of A1, from the concepts that are consistent."""
    examples = [row for row in rows if not isinstance(row, Star)]
    fitting = [j for j in range(t) if all(int(x == j) == y for x, y in examples)]
    zero = all(y == 0 for _, y in examples)
    if not fitting and not (zero and rule == "two-cases"):
        return {Bottom.BOTTOM: Fraction(1)}
    centre = tuple(0 if zero else int(x == fitting[0]) for x in range(t))
    return noisy_law(centre, mu)


def a2_law(
    rows: tuple[Example | Star, ...], t: int, alpha: Fraction, rule: str = "literal"
) -> dict[object, Fraction]:
    """The law of A2, as a sum over all subsets."""
    total: dict[object, Fraction] = {Bottom.BOTTOM: alpha / 8}
    p = alpha / 4
    for kept in product((False, True), repeat=len(rows)):
        chance = prod((p if k else 1 - p for k in kept), start=1 - alpha / 8)
        part = tuple(row for row, k in zip(rows, kept, strict=True) if k)
        for y, q in a1_law(part, t, alpha / 8, rule).items():
            total[y] = total.get(y, Fraction(0)) + chance * q
    return total


def _a1(size: Size, rule: str) -> Verdict:
    t, m, items = 2, size.pick(2, 3, 4), []
    learner = NoisyPointLearner(t, ALPHA / 8, rule)
    for d in learner.universe(m).databases():
        items += same_law(f"{d}", law(learner, d).map(_any), a1_law(d, t, ALPHA / 8, rule))
    return decide(f"A1, {rule} rule", f"T={t}, m={m}", items)


@claim(
    "BBKN13.A.A1",
    kind=Kind.MECHANISM,
    source=at("Algorithm A1", "4.2"),
    statement="A1: bottom if no point function is consistent, else c with flips of rate alpha/8.",
    scope_is_fair="All databases of examples and stars; consistency by trying all concepts.",
)
def a1_follows_its_steps(size: Size) -> Verdict:
    """The law against products of flips."""
    return _a1(size, "literal")


@claim(
    "BBKN13.A.A1",
    form=Form.CORRECTED,
    kind=Kind.MECHANISM,
    source=at("Algorithm A1", "4.2"),
    statement="A1 with the parenthesis' two cases: all points labelled 0 gives the zero function.",
    scope_is_fair="T = 2, m >= 2, so that all points labelled 0 occurs.",
)
def a1_in_two_cases(size: Size) -> Verdict:
    """The law against products of flips."""
    return _a1(size, "two-cases")


@claim(
    "BBKN13.A.A2",
    kind=Kind.MECHANISM,
    source=at("Algorithm A2", "4.2"),
    statement="A2: bottom with alpha/8, else A1 on a subsample of rate alpha/4.",
    scope_is_fair="All databases of examples and stars, alpha = 2/5.",
)
def a2_follows_its_steps(size: Size) -> Verdict:
    """The law against the sum over all subsets."""
    t, m, items = 2, size.pick(2, 3, 4), []
    learner = noisy_learner(t, ALPHA)
    for d in learner.universe(m).databases():
        items += same_law(f"{d}", law(learner, d).map(_any), a2_law(d, t, ALPHA))
    return decide("A2", f"T={t}, m={m}, alpha=2/5", items)


def starred(
    rows: tuple[Example | Star, ...], q: Fraction
) -> list[tuple[Fraction, tuple[Example | Star, ...]]]:
    """All ways to put stars, with their probabilities."""
    ways = []
    for kept in product((False, True), repeat=len(rows)):
        chance = prod((q if k else 1 - q for k in kept), start=Fraction(1))
        ways.append(
            (chance, tuple(row if k else Star.STAR for row, k in zip(rows, kept, strict=True)))
        )
    return ways


def a3_law(rows: tuple[Example | Star, ...], t: int, exp_eps: Fraction) -> dict[object, Fraction]:
    """The law of A2 with alpha = 2/5 after star subsampling with E = 4."""
    q = (exp_eps - 1) / (3 + 3 * exp_eps / 4)
    total: dict[object, Fraction] = {}
    for chance, with_stars in starred(rows, q):
        for y, p in a2_law(with_stars, t, ALPHA).items():
            total[y] = total.get(y, Fraction(0)) + chance * p
    return total


def starred_learner(
    root: Fraction, t: int = 2
) -> StarSubsampling[Example, Values | Bottom, Fraction]:
    """A3 for alpha = 2/5."""
    return StarSubsampling(
        noisy_learner(t, ALPHA), Epsilon(root, 2), Fraction(4), labelled_examples(t)
    )


def _a3(size: Size) -> list[Comparison]:
    items = []
    for root in (Fraction(5, 4), Fraction(3, 2)):
        learner = starred_learner(root)
        for d in learner.universe(size.pick(1, 2, 3)).databases():
            items += same_law(f"{d}", law(learner, d).map(_any), a3_law(d, 2, root**2))
    return items


@claim(
    "BBKN13.A.L44",
    kind=Kind.MECHANISM,
    source=at("Lemma 4.4", "4.2"),
    statement="Each entry is kept with f = (R-1)/(E+R-R/E-1), else a star; then A is run.",
    scope_is_fair="A2 as A, with E = 4; all ways to put stars.",
)
def star_subsampling_follows_its_steps(size: Size) -> Verdict:
    """The law against the sum over all ways to put stars."""
    return decide("star subsampling", "A2, T=2", _a3(size))


@claim(
    "BBKN13.A.A3",
    kind=Kind.MECHANISM,
    source=at("proof of Claim 4.5", "4.2"),
    statement="A3 keeps each record with (R-1)/(3 + 3R/4) and runs A2.",
    scope_is_fair="Two values of R below e.",
)
def a3_follows_its_steps(size: Size) -> Verdict:
    """Keeping rate and law."""
    items = [
        eq(f"s={s}", starred_learner(s).keeping, (s**2 - 1) / (3 + 3 * s**2 / 4))
        for s in (Fraction(5, 4), Fraction(3, 2))
    ]
    return decide("A3", "T=2, alpha=2/5", items + _a3(size))


def boosted(root: Fraction, on_bottom: str) -> BoostedLearner[Fraction]:
    """Two runs of A3 on one record each."""
    return BoostedLearner(starred_learner(root), 2, 1, 2, Epsilon(root, 2), on_bottom)


def boosted_law(
    rows: tuple[Example, ...], root: Fraction, on_bottom: str
) -> dict[object, Fraction]:
    """The law of two runs on one record each and a choice by the third."""
    total: dict[object, Fraction] = {}
    first = a3_law(rows[:1], 2, root**2)
    second = a3_law(rows[1:2], 2, root**2)
    x, y = rows[2]
    for (g, p), (h, q) in product(first.items(), second.items()):
        found = [f for f in (g, h) if on_bottom == "keep" or f is not Bottom.BOTTOM]
        wrong = [int(not isinstance(f, Values) or f.values[x] != y) for f in found]
        weights = [root**-k for k in wrong]
        if not found:
            total[Bottom.BOTTOM] = total.get(Bottom.BOTTOM, Fraction(0)) + p * q
        for f, w in zip(found, weights, strict=True):
            total[f] = total.get(f, Fraction(0)) + p * q * w / sum(weights)
    return total


def _boost(size: Size, on_bottom: str) -> Verdict:
    root, items = Fraction(3, 2), []
    learner = boosted(root, on_bottom)
    databases = list(learner.universe(3).databases())
    for d in databases[:: size.pick(9, 1, 1)]:
        wanted = boosted_law(d, root, on_bottom)
        items += same_law(f"{d}", law(learner, d).map(_any), wanted)
    return decide(f"boosting, {on_bottom} bottoms", "T=2, N=2, one record each, s=3/2", items)


@claim(
    "BBKN13.A.BOOST",
    kind=Kind.MECHANISM,
    source=at("proof of Claim 4.5", "4.2"),
    statement="N runs on disjoint blocks, then h_i with probability proportional to s^(-m_i).",
    scope_is_fair="Failed runs count as hypotheses that err on every record.",
)
def boosting_keeps_bottoms(size: Size) -> Verdict:
    """The law by products of the runs' laws."""
    return _boost(size, "keep")


@claim(
    "BBKN13.A.BOOST",
    form=Form.CONCRETE,
    kind=Kind.MECHANISM,
    source=at("proof of Claim 4.5", "4.2"),
    statement="The same with failed runs left out; bottom if every run fails.",
    scope_is_fair="Both runs fail with positive probability.",
)
def boosting_drops_bottoms(size: Size) -> Verdict:
    """The law by products of the runs' laws."""
    return _boost(size, "drop")


@claim(
    "BBKN13.A.HQ",
    kind=Kind.CONSTRUCTION,
    source=at("Definition 4.6", "4.2.1"),
    statement="The exact law of H^q is that of the zero function with flips of rate q.",
    scope_is_fair="All functions, q = 1/10 and 1/3.",
)
def random_function_is_noise_around_zero(size: Size) -> Verdict:
    """Two implementations, one law."""
    t, items = size.pick(3, 4, 5), []
    for q in (Fraction(1, 10), Fraction(1, 3)):
        noise = law(IndependentNoise(q), Values((0,) * t))
        family = random_functions(t, q)
        total = sum(m.weight for m in family)
        items += [
            eq(f"{m.function}", noise.probability(m.function), Fraction(m.weight, total))
            for m in family
        ]
    return decide("biased random function", f"T={t}", items)


def a4_law(rows: tuple[Example | Star, ...], degree: int, ones: int) -> dict[object, Fraction]:
    """The law of A4 over the affine family: uniform on the keys that fit."""
    t = 1 << degree
    examples = [row for row in rows if not isinstance(row, Star)]
    fitting = [j for j in range(t) if all(int(x == j) == y for x, y in examples)]
    if not fitting:
        return {Bottom.BOTTOM: Fraction(1)}
    family = affine_family(degree, ones)
    if any(y for _, y in examples):
        family = tuple(
            m for m in family if field_product(m.key // t, fitting[0], degree) ^ (m.key % t) < ones
        )
    return {m: Fraction(1, len(family)) for m in family}


@claim(
    "BBKN13.A.A4",
    kind=Kind.MECHANISM,
    source=at("in the text", "4.2.1"),
    statement="A4: a uniform function of the family, with f(j) = 1 if a positive example has j.",
    scope_is_fair="The affine family over GF(4) with bias 1/4; all databases.",
)
def a4_follows_its_steps(size: Size) -> Verdict:
    """The law on keys against the field arithmetic."""
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(affine_family(2, 1), 4)
    items = []
    for d in replace_one(labelled_examples(4), size.pick(1, 2, 3)).databases():
        items += same_law(f"{d}", law(learner, d).map(_any), a4_law(d, 2, 1))
    return decide("A4", "GF(4), bias 1/4", items)


def affine_learner(degree: int, ones: int) -> SubsampledLearner[Member | Bottom, Fraction]:
    """A5 over the affine family of bias alpha/4 = ones / 2^degree."""
    q = Fraction(ones, 1 << degree)
    base: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(
        affine_family(degree, ones), 1 << degree
    )
    return SubsampledLearner(base, 1 << degree, q, q / 2)


@claim(
    "BBKN13.A.A5",
    kind=Kind.MECHANISM,
    source=at("in the text", "4.2.1"),
    statement="A5: bottom with alpha/8, else A4 on a subsample of rate alpha/4.",
    scope_is_fair="alpha = 1, the affine family over GF(4); all databases of one or two rows.",
)
def a5_follows_its_steps(size: Size) -> Verdict:
    """The law against the sum over subsets."""
    learner, q, items = affine_learner(2, 1), Fraction(1, 4), []
    for d in learner.universe(size.pick(1, 2, 2)).databases():
        wanted: dict[object, Fraction] = {Bottom.BOTTOM: q / 2}
        for kept in product((False, True), repeat=len(d)):
            chance = prod((q if k else 1 - q for k in kept), start=1 - q / 2)
            part = tuple(row for row, k in zip(d, kept, strict=True) if k)
            for y, p in a4_law(part, 2, 1).items():
                wanted[y] = wanted.get(y, Fraction(0)) + chance * p
        items += same_law(f"{d}", law(learner, d).map(_any), wanted)
    return decide("A5", "GF(4), bias 1/4", items)


@claim(
    "BBKN13.A.A6",
    kind=Kind.MECHANISM,
    source=at("Theorem 4.8", "4.2.1"),
    statement="A6 selects among runs of star-subsampled A5, as Claim 4.5 does with A2.",
    scope_is_fair="Two runs on one record each, T = 2; the selection record decides between them.",
)
def a6_follows_its_steps(size: Size) -> Verdict:
    """The law from the runs' laws and the selection weights."""
    root, items = Fraction(3, 2), []
    base = affine_functions_learner(root)
    learner = BoostedLearner(base, 2, 1, 2, Epsilon(root, 2))
    databases = list(learner.universe(3).databases())
    for d in databases[:: size.pick(9, 3, 1)]:
        runs = [law(base, d[i : i + 1]) for i in range(2)]
        wanted: dict[object, Fraction] = {}
        x, y = d[2]
        for g, h in product(*runs):
            p = runs[0].probability(g) * runs[1].probability(h)
            found = [f for f in (g, h) if isinstance(f, Values)]
            weights = [root ** -int(f.values[x] != y) for f in found]
            for f, w in zip(found, weights, strict=True):
                wanted[f] = wanted.get(f, Fraction(0)) + p * w / sum(weights)
            if not found:
                wanted[Bottom.BOTTOM] = wanted.get(Bottom.BOTTOM, Fraction(0)) + p
        items += same_law(f"{d}", law(learner, d).map(_any), wanted)
    return decide("A6", "T=2, bias 1/2 over GF(2)", items)


def affine_functions_learner(
    root: Fraction,
) -> StarSubsampling[Example, Values | Bottom, Fraction]:
    """Star-subsampled A5 whose output is the function, not the key."""
    return StarSubsampling(
        FunctionOnly(affine_learner(1, 1)), Epsilon(root, 2), Fraction(4), labelled_examples(2)
    )


@claim(
    "BBKN13.A.AFFINE",
    form=Form.CONCRETE,
    kind=Kind.CONSTRUCTION,
    source=at("derived (Definition 4.7)", "4.2.1"),
    statement="f_{u,v}(x) = 1[u x + v in K] over GF(2^d) is pairwise independent with bias q.",
    scope_is_fair="All pairs of points, all four values, several |K|.",
)
def affine_family_is_pairwise_independent(size: Size) -> Verdict:
    """Joint counts of two values over all keys."""
    items = []
    for degree in range(1, size.pick(3, 4, 5)):
        for ones in range(1, 1 << degree):
            family, t = affine_family(degree, ones), 1 << degree
            share = {1: Fraction(ones, t), 0: 1 - Fraction(ones, t)}
            for x, z in product(range(t), repeat=2):
                if x == z:
                    continue
                for a, b in product((0, 1), repeat=2):
                    hits = sum(m.function(x) == a and m.function(z) == b for m in family)
                    items.append(
                        eq(f"d={degree}, |K|={ones}", Fraction(hits, t * t), share[a] * share[b])
                    )
    return decide("affine family", "all pairs of points", items)


@claim(
    "BBKN13.A.SWITCH",
    kind=Kind.CONSTRUCTION,
    source=at("Definition 5.3", "5.1"),
    statement="The switching points with their types rebuild the function.",
    scope_is_fair="All functions.",
)
def switching_points_rebuild_the_function(size: Size) -> Verdict:
    """Walk over the points and change the value at each switching point."""
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            types = {s.at: s.decreasing for s in switching_points(h)}
            value, rebuilt = 0, []
            for x in range(t):
                if x in types:
                    value = 0 if types[x] else 1
                rebuilt.append(value)
            items.append(eq(f"{h}", Values(tuple(rebuilt)) == h, 1))
    return decide("switching points", "all functions", items)


@claim(
    "BBKN13.A.T54.FIX",
    kind=Kind.CONSTRUCTION,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="For every target there is a legal pair of switching points; the chosen interval is "
    "in SWITCH(h).",
    scope_is_fair="All functions and targets; ties give two pairs.",
)
def fixing_interval_exists(size: Size) -> Verdict:
    """One or two candidates, all in SWITCH(h)."""
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            for j in range(t + 1):
                found = dominating_intervals(h, j)
                items.append(lt("one at least", 0, len(found)))
                items.append(le("two at most", len(found), 2))
                inside = set(found) <= set(switching_intervals(h))
                items.append(eq(f"{h}, {j}", inside, 1))
    return decide("dominating intervals", "all functions", items)
