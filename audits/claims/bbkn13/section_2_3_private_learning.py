"""Section 2.3: private learning."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.data.concept import is_consistent
from reference.reductions.dnf_to_cnf import Term, clauses, conjunction_holds, disjunction_holds

WRONG[listed_intervals] = {
    "twice the eps": twice_eps(listed_intervals),
    "four times the eps": twice_eps(twice_eps(listed_intervals)),
    "sees no examples": blind(listed_intervals, zeros),
    "prefers errors": listed("prefers errors", intervals),
    "no noise": listed("no noise", intervals),
}
WRONG[clauses] = {
    "one clause of all literals": "tuple(product(*terms)) => (sum(terms, ()),)",
    "pairs literals in order": "product(*terms) => zip(*terms)",
    "takes the first literals only": "*terms => *(t[:1] for t in terms)",
}


@claim("BBKN13.D2.5", over(t=(2, 3)), about=listed_intervals)
def private_learner_is_private_and_learns(build: Build, t: int) -> Check:
    """A private PAC learner is eps-private on all databases for every eps > 0, and an
    (alpha, beta)-PAC learner from polynomially many examples.

    Cases: The exponential learner over INTERVAL: all eps at once on all databases of 3 examples;
    alpha = beta = 1/2 at the number of examples of Lemma 3.4 for e^eps = 4, two-point
    distributions.
    """
    yield private(build(t, EVERY), replace_one(labelled_examples(t), 3), PURE)
    m = rows_for_proper(t + 1, Fraction(4), HALF, HALF)
    chosen = tasks(
        examples(c, two_points(t, 0, t - 1, mass))
        for c in intervals(t)
        for mass in (Fraction(1, 5), TWO_FIFTHS, Fraction(3, 5))
    )
    yield accurate(OnSample(build(t, TWO_EPS), m), chosen, within(HALF), HALF)


@claim("BBKN13.R2.6", over(t_and_m=((2, 2), (2, 3), (3, 2))), about=point_learner)
def utility_ranges_over_fewer_databases(build: Build, t_and_m: tuple[int, int]) -> Check:
    """Privacy must hold for every pair of neighbours, consistent with a concept or not; the
    utility is about samples labelled by a concept, which are fewer than the (2T)^m databases (m >=
    2).

    Cases: POINT; the samples counted as databases that fit a concept and as what concepts label. A
    learner that is careless where no concept is consistent is not private.
    """
    t, m = t_and_m
    databases = [*replace_one(labelled_examples(t), m, ordered=True).databases()]
    fitting = sum(any(is_consistent(c, d) for c in points(t)) for d in databases)
    drawn = {tuple((x, c(x)) for x in s) for c in points(t) for s in product(range(t), repeat=m)}
    yield eq("consistent databases", fitting, len(drawn))
    yield eq("all databases", len(databases), (2 * t) ** m)
    yield lt("fewer", fitting, len(databases))
    yield private(build(t, EVERY), replace_one(labelled_examples(t), 2), PURE)


@claim(
    "BBKN13.O2.7",
    over(n=sized((2,), (2, 3), (2, 3)), k=(1, 2, 3)),
    about=clauses,
    uses=("BBKN13.A.VALIANT",),
)
def terms_become_clauses(rewrite: Build, n: int, k: int) -> Check:
    """Every k-term DNF is a k-CNF (the part of the observation that is finite).

    Cases: All k terms of literals of n variables; the number of literals of a clause is k at most,
    and the formulas are equal.  Nothing is claimed about hardness.
    """
    for terms in product(_terms(n, 2 if k == 3 else 2 * n), repeat=k):
        found = rewrite(terms)
        yield le("literals", max(map(len, found)), k)
        inputs = [*product((False, True), repeat=n)]
        same = all(disjunction_holds(terms, x) == conjunction_holds(found, x) for x in inputs)
        yield true(f"{terms}", same)


def disjunctions(n: int, k: int) -> tuple[Values, ...]:
    """Every function of n bits that is a k-term DNF, once, as a table of 2^n values."""
    inputs = [*product((False, True), repeat=n)]
    tables = (
        Values(tuple(int(disjunction_holds(terms, x)) for x in inputs))
        for terms in combinations_with_replacement([*_terms(n, 2 * n)], k)
    )
    return tuple(dict.fromkeys(tables))


def two_terms(n: int, eps: Epsilon[Any]) -> Learner:
    """The exponential learner over the 2-term DNF of n variables."""
    return ExponentialLearner(disjunctions(n, 2), 2**n, eps)


TERMS = over(n=sized((1,), (1, 2), (1, 2)))


def _learned(build: Build, n: int) -> Iterator[Item]:
    concepts, t = disjunctions(n, 2), 2**n
    yield private(build(n, EVERY), replace_one(labelled_examples(t), 2), PURE)
    m = rows_for_proper(len(concepts), TWO_EPS.exp(), HALF, HALF)
    even = tasks(examples(c, two_points(t, 0, t - 1, HALF)) for c in concepts)
    learner = build(n, TWO_EPS)
    yield accurate(OnSample(learner, m), even, within(QUARTER), HALF)


@claim(
    "BBKN13.O2.7.proper",
    TERMS,
    refuted=Erratum(
        Grade.WORDING,
        'Observation 2.7, "no proper private learner can learn k-term DNF", for no efficient one; '
        'and "cannot be properly PAC learned", for not efficiently',
        "beta = 1/2, which every proper private learner exceeds on some distribution",
        "the failure of a proper private learner",
    ),
)
def proper_learning_as_printed(n: int) -> Check:
    """Unless RP = NP, no proper private learner can learn k-term DNF.

    Cases: k = 2; the exponential learner over all 2-term DNF of n variables, on the number of
    examples of Lemma 3.4, for one distribution of each concept.  By Theorem 3.2 it is a learner
    for every n, on a number of examples that is polynomial in n.
    """
    yield from _learned(two_terms, n)
    concepts, t = disjunctions(n, 2), 2**n
    m = rows_for_proper(len(concepts), TWO_EPS.exp(), HALF, HALF)
    task = examples(concepts[0], two_points(t, 0, t - 1, HALF))
    yield lt("beta", HALF, failure_on(two_terms(n, TWO_EPS), m, task, within(HALF)))


WRONG[two_terms] = {
    "twice the eps": twice_eps(two_terms),
    "prefers errors": lambda n, eps: WRONG[ExponentialLearner]["prefers errors"](
        disjunctions(n, 2), 2**n, eps
    ),
}


@claim("BBKN13.O2.7.proper", TERMS, form=Form.CORRECTED, about=two_terms)
def proper_learning_of_terms(build: Build, n: int) -> Check:
    """The exponential learner over the k-term DNF learns them properly and privately, though not
    efficiently: there are at most 4^(kn) of them, so their logarithm is polynomial in n.

    Cases: k = 2; privacy on all databases of two examples, every eps; two points with half of the
    mass each, beta = 1/2.
    """
    yield from _learned(build, n)
    yield le("k-term DNF", len(disjunctions(n, 2)), 4 ** (2 * n))


@claim("BBKN13.A.VALIANT", over(n=sized((2,), (2, 3), (2, 3))), about=clauses)
def disjunctions_are_conjunctions(rewrite: Build, n: int) -> Check:
    """A k-term DNF equals the conjunction of all clauses with a literal of each term.

    Cases: All pairs of consistent or inconsistent non-empty terms, all inputs; the inputs of the
    disjunction are found by hand, too.
    """
    inputs = [*enumerate(product((False, True), repeat=n))]
    true_on = {
        v: {i for i, x in inputs if x[abs(v) - 1] is (v > 0)} for v in range(-n, n + 1) if v
    }
    for pair in product(_terms(n, 2 * n), repeat=2):
        left = code(i for i, x in inputs if disjunction_holds(pair, x))
        by_hand = set[int]().union(
            *(set.intersection(*(true_on[v] for v in term)) for term in pair)
        )
        yield eq(f"{pair} by hand", left, code(by_hand))
        right = code(i for i, x in inputs if conjunction_holds(rewrite(pair), x))
        yield eq(f"{pair}", left, right)


def _terms(n: int, most: int) -> list[Term]:
    """Terms of 1 to `most` different literals of n variables."""
    literals = [s * v for v in range(1, n + 1) for s in (1, -1)]
    kept = product((False, True), repeat=2 * n)
    terms = [tuple(x for x, k in zip(literals, each, strict=True) if k) for each in kept]
    return [t for t in terms if 0 < len(t) <= most]
