"""Section 5.1: hypotheses with few switching points give a proper learner (Theorem 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from audits.claims.bbkn13.exactly import binomial_range
from audits.claims.bbkn13.impostors.few_switches import (
    AGAIN,
    BY_TARGET,
    LAWS,
    TOO_FEW_RUNS,
    mistaken,
)
from audits.claims.bbkn13.impostors.learners import OneRowRepeated, prefers_errors
from audits.claims.bbkn13.laws.few_switches import (
    EVEN,
    BarelyPromised,
    OnBlocks,
    Reduction,
    by_hand,
    improper,
    with_few_switches,
)
from audits.claims.bbkn13.laws.functions import interval_databases, on_points
from audits.claims.bbkn13.laws.samples import (
    Loose,
    has_error_at_most,
    labelled_by,
    listed,
)
from audits.claims.vocabulary import chance, eq, exp_high, exp_low, high, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    accurate,
    blind,
    claim,
    not_finitely_checkable,
    optimal,
    over,
    private,
    sized,
    step,
    twice_eps,
)
from audits.ledger.forms import Item
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    LabelledExample,
    Values,
    empirical_errors,
    intervals,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.switching_points import switching_intervals
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.law import law
from reference.reductions.few_switches import (
    FewSwitchesLearner,
    FewSwitchesReduction,
    choice_rows,
    few_switches,
    switch_runs,
)

Learner = Callable[[Any, int, Any], Mechanism[Database[LabelledExample], Any, Any]]
"""From hypotheses, the number of points and eps."""

CHOICES: dict[str, Learner] = {
    "no eps": lambda chosen, t, eps: ExponentialLearner(chosen, t, Epsilon(eps.root**0, 2)),
    "prefers errors": prefers_errors(ExponentialLearner),
    "blind": blind(ExponentialLearner, lambda d: d[:1]),
}

HALF, TWO, EVERY = Fraction(1, 2), Epsilon(Fraction(2), 2), Epsilon.indeterminate(2)
NOTHING, ONE = Fraction(0), Fraction(1)
NO_ROWS: ListedAdjacency[Database[LabelledExample]] = ListedAdjacency(((),), ())


def _parts(number: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(k, number) for k in range(number + 1))


def _failure(beta: Fraction) -> Iterator[Comparison]:
    yield lt("0 < beta", 0, beta)
    yield le("beta <= 1", beta, 1)


def _hoeffding(alpha: Fraction, beta: Fraction, n: int) -> Iterator[Comparison]:
    yield le("ln(2/beta')/(2 alpha'^2) <= s", high(ln(2 / beta) / (2 * alpha**2)), n)


def _odds(alpha: Fraction, beta: Fraction, root: Fraction, z: int, n: int) -> Iterator[Comparison]:
    least = ln((1 - beta) * z / beta) / (alpha * ln(root))
    yield le("2 ln(z (1-beta')/beta')/(alpha' eps) <= s", high(least), n)


def _error(alpha: Fraction) -> Iterator[Comparison]:
    yield le("4 alpha' <= 1", 4 * alpha, 1)


@claim("BBKN13.T5.4.const", Form.PRINTED)
def constants_agree() -> Iterator[Comparison]:
    """12/beta = 2/beta', (6-beta)/beta = (1-beta')/beta', 8/alpha^2 = 1/(2 alpha'^2), 8/alpha =
    2/alpha', for alpha' = alpha/4, beta' = beta/6.

    Fair: Identities of rational functions: alpha = beta = 1/r, all r >= 1.
    """
    alpha = beta = 1 / RationalFunction.r()
    a, b = alpha / 4, beta / 6
    yield eq("12/beta", 12 / beta, 2 / b)
    yield eq("(6-beta)/beta", (6 - beta) / beta, (1 - b) / b)
    yield eq("8/alpha^2", 8 / alpha**2, 1 / (2 * a**2))
    yield eq("8/alpha", 8 / alpha, 2 / a)


@claim(
    "BBKN13.A.T54",
    Form.PRINTED,
    over(z=(1, 2, 3), runs=sized((2,), (2, 3), (2, 3))),
    about=FewSwitchesReduction,
    impostors=LAWS | {"twice the eps": twice_eps(FewSwitchesReduction)},
)
def switch_reduction_follows_its_steps(
    reduction: Reduction, z: int, runs: int
) -> Iterator[Comparison]:
    """Runs of A', the first hypothesis with at most z switching points, then a choice in SWITCH(h)
    with probabilities proportional to e^(-eps m_c / 2).

    Fair: The law by hand, for every sequence of examples on two points; A' is the exponential
    learner over a list in which one occurs again and again; z = 1 always fails.
    """
    found = reduction(improper(TWO), runs, 1, z, 2, TWO)
    for d in replace_one(labelled_examples(2), runs + 1, ordered=True).databases():
        right, ours = by_hand(d, runs, z, 2), law(found, d)
        for y in dict.fromkeys([*ours, *right]):
            yield eq(f"{y} on {d}", ours.probability(y), right.get(y, NOTHING))


@claim(
    "BBKN13.T5.4.priv",
    Form.PRINTED,
    over(z=(2, 3), rows=sized((3,), (3, 4), (3, 4))),
    about=FewSwitchesReduction,
    impostors=AGAIN | {"twice the eps": twice_eps(FewSwitchesReduction)},
)
def switch_reduction_is_private(
    reduction: Callable[..., Any], z: int, rows: int
) -> Iterator[Item]:
    """The reduction is eps-private if A' is.

    Fair: A' is the exponential learner over a list in which one occurs again and again, two runs
    on one example each; every eps at once.
    """
    found = reduction(improper(EVERY), 2, 1, z, 2, EVERY)
    universe = replace_one(labelled_examples(2), rows, ordered=True)
    yield private(found, universe, Guarantee.pure(EVERY))


@claim(
    "BBKN13.T5.4.samples",
    Form.PRINTED,
    over(inverse=sized(range(1, 16), range(1, 64), range(1, 256))),
    about=few_switches,
    impostors=TOO_FEW_RUNS
    | {"the choice sees a block of A' too": mistaken("again", few_switches)},
)
def blocks_are_disjoint(reduction: Reduction, inverse: int) -> Iterator[Comparison]:
    """ceil(log2(1/beta')) runs of n' examples and a choice of s others: 2^runs >= 6/beta > 2^(runs
    - 1), each block matters for the output, and the choice depends on its own alone.

    Fair: beta = 1/inverse; n' = 2; the block of each run that decides is changed in turn.
    """
    beta = Fraction(1, inverse)
    found = reduction(improper(TWO), 1, 3, 2, beta, TWO)
    runs = found.runs
    yield le("enough runs", 6 * inverse, 2**runs)
    yield lt("no more", 2 ** (runs - 1), 6 * inverse)
    if inverse > 2:
        return
    base: Database[LabelledExample] = ((0, 1),) * (runs + 1)
    for i in {0, runs}:
        other = (*base[:i], (0, 0), *base[i + 1 :])
        yield lt(f"block {i}", 0, law(found, base).total_variation(law(found, other)))
    idle = reduction(BarelyPromised(beta / 6), 1, 3, 3, beta, TWO)
    other = (*base[: runs - 1], (0, 0), *base[runs:])
    yield eq("the choice", law(idle, base).total_variation(law(idle, other)), 0)


@claim(
    "BBKN13.T5.4.step3",
    Form.PRINTED,
    over(beta=sized((ONE, HALF), (ONE, HALF, Fraction(1, 3)), (ONE, HALF, Fraction(1, 10)))),
    about=few_switches,
    impostors=TOO_FEW_RUNS,
    given=_failure,
)
def repetitions_find_few_switches(reduction: Reduction, beta: Fraction) -> Iterator[Item]:
    """Step 3 finds no hypothesis with at most z switching points with probability <= beta', and
    one of error > alpha' with probability <= 2 beta', in all 3 beta'; A' finds at most z with
    probability >= 1/2, and fails with probability <= beta'.

    Fair: A' that keeps its promises with nothing to spare, z = 3; without examples the choice is
    uniform, and the good hypothesis gives c_1 with probability 1/3.
    """
    found = reduction(BarelyPromised(beta / 6), 0, 3, 3, beta, TWO)
    yield accurate(found, NO_ROWS, lambda _, y: y is not Bottom.BOTTOM, beta / 6)
    chosen = law(found, ())
    nothing, good = chosen.probability(Bottom.BOTTOM), 3 * chosen.probability(intervals(3)[1])
    yield chance("error above alpha'", 1 - nothing - good, beta / 3)
    yield chance("in all", 1 - good, beta / 2)


@claim(
    "BBKN13.T5.4.hoeff",
    Form.PRINTED,
    over(
        alpha=(Fraction(1, 10), Fraction(1, 8)),
        beta=(Fraction(1, 24), Fraction(1, 12)),
        n=(100, 125, 160, 200),
        p=sized(_parts(6), _parts(11), _parts(21)),
    ),
    given=_hoeffding,
)
def empirical_error_is_close(
    alpha: Fraction, beta: Fraction, n: int, p: Fraction
) -> Iterator[Comparison]:
    """s >= ln(2/beta')/(2 alpha'^2): the empirical error deviates by >= alpha' from the error p
    with probability <= beta'.

    Fair: Exact binomials; Hoeffding's bound loses a factor of about 4 at p = 1/2.
    """
    above, below = -int(-(n * (p + alpha)) // 1), int(n * (p - alpha) // 1)
    bad = binomial_range(n, p, above, n) + binomial_range(n, p, 0, below)
    yield chance("", bad, beta)


@claim(
    "BBKN13.T5.4.em",
    Form.PRINTED,
    over(
        alpha=(Fraction(1, 10), Fraction(1, 20)),
        beta=(Fraction(1, 12), Fraction(1, 60)),
        root=(Fraction(3, 2), Fraction(2)),
        z=(3,),
        n=sized((51, 87, 128), (51, 87, 101, 128, 256), (51, 87, 101, 128, 256, 400)),
    ),
    about=ExponentialLearner,
    impostors=CHOICES,
    given=_odds,
)
def odds_of_a_good_interval(
    learner: Learner, alpha: Fraction, beta: Fraction, root: Fraction, z: int, n: int
) -> Iterator[Item]:
    """s >= 2 ln(z (1-beta')/beta')/(alpha' eps), and h has at most z switching points and
    empirical error <= 2 alpha': the choice has empirical error > 3 alpha' with probability <=
    beta', as e^(alpha' s eps/2)/z >= (1-beta')/beta'.

    Fair: The best interval errs 2 alpha' s times, both others just above 3 alpha' s times;
    e^(eps/2) = root.
    """
    h = Values((1, 0, 0))
    best, least = int(2 * alpha * n), int(3 * alpha * n) + 1
    d = ((0, 1),) * (least - best) + ((1, 1),) * best + ((2, 0),) * (n - least)
    chosen = learner(switching_intervals(h), 3, Epsilon(root, 2))
    yield eq("switching points", len(switching_intervals(h)), z)
    yield accurate(chosen, ListedAdjacency((d,), ()), _errs_at_most(3 * alpha * n), beta)


def _errs_at_most(most: Fraction | int) -> Callable[[Database[LabelledExample], Any], bool]:
    return lambda d, c: empirical_errors(c, d) <= most


@claim(
    "BBKN13.T5.4.em",
    Form.CONCRETE,
    over(on_points(3), n=sized((2, 3), (2, 3), (2, 3, 4))),
    about=ExponentialLearner,
    impostors=CHOICES,
)
def exponential_mechanism_finds_a_good_interval(
    learner: Learner, h: Values, n: int
) -> Iterator[Item]:
    """h errs k2 <= k3 times: the choice in SWITCH(h) errs more than k3 times with probability <=
    (z - 1)/(z - 1 + e^(eps (k3 + 1 - k2)/2)), z = |SWITCH(h)|, on databases labelled by an
    interval.

    Fair: All such databases and thresholds, every eps at once.
    """
    chosen = switching_intervals(h)
    others, found = len(chosen) - 1, learner(chosen, 3, EVERY)
    for k2 in range(n):
        databases = [d for d in interval_databases(3, n) if empirical_errors(h, d) == k2]
        for k3 in range(k2, n if databases else 0):
            power = EVERY.exp(Fraction(k3 + 1 - k2, 2))
            universe = ListedAdjacency(tuple(databases), ())
            name = f"k2 = {k2}, k3 = {k3}"
            yield accurate(
                found, universe, _errs_at_most(k3), others / (others + power), name=name
            )


def blumer_rows(alpha: Fraction, beta: Fraction, constant: int) -> int:
    """K ((1/alpha') log2(1/beta') + (1/alpha') log2(1/alpha')), rounded up."""
    return ((ln(1 / beta) + ln(1 / alpha)) * constant / (ln(2) * alpha)).ceil()


@claim(
    "BBKN13.T5.4.uc",
    Form.PRINTED,
    over(constant=sized((1, 8), (1, 8), (1, 8, 20))),
    about=blumer_rows,
    impostors={"half as many rows": lambda *p: blumer_rows(*p) // 2},
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.1, proof of Theorem 5.4, after Blumer et al.",
        "Pr[|error - empirical error| >= alpha'] for a concept of error 1/2",
        "beta'",
    ),
)
def uniform_convergence_in_one_over_alpha(
    rows: Callable[[Fraction, Fraction, int], int], constant: int
) -> Iterator[Comparison]:
    """K ((1/alpha') log2(1/beta') + (1/alpha') log2(1/alpha')) samples, for some constant K, make
    |error - empirical error| < alpha' but with probability beta'.

    Fair: Error 1/2, alpha' = 1/(50 K), beta' = 1/10: the deviation is of order 1/sqrt(n), so each
    K fails at a small alpha'. The left side is rounded down, to 40 digits.
    """
    alpha, beta = Fraction(1, 50 * constant), Fraction(1, 10)
    n = rows(alpha, beta, constant)
    ways = total = 1
    for k in range(int(n * (HALF - alpha))):
        ways = ways * (n - k) // (k + 1)
        total += ways
    yield chance(f"n = {n}", Fraction((total << 41) >> n, 1 << 40), beta)


@dataclass(frozen=True)
class Errors:
    """How many rows are 1."""

    def __call__(self, sample: Database[int], coins: object, /) -> int:
        """Their number."""
        return sum(sample)


@claim(
    "BBKN13.T5.4.uc",
    Form.CORRECTED,
    over(
        alpha=(Fraction(1, 8), Fraction(1, 20), Fraction(1, 40)),
        n=sized((8, 40, 120), (8, 40, 120, 400), (8, 40, 120, 400)),
    ),
    about=OnSample,
    impostors={"one row again and again": OneRowRepeated},
    given=_error,
)
def one_sided_convergence(sampled: Callable[..., Any], alpha: Fraction, n: int) -> Iterator[Item]:
    """A concept of error >= 4 alpha' has empirical error <= 3 alpha' on s examples with
    probability <= exp(-alpha' s/8), so 8 ln(z/beta')/alpha' examples suffice for z concepts
    together.

    Fair: The errors on a sample, at error 4 alpha' and larger ones.
    """
    errors = dict.fromkeys((4 * alpha, max(4 * alpha, HALF)))
    rates = tuple((((1, p), (0, 1 - p))) for p in errors)
    found, failure = sampled(Errors(), n), exp_low(-alpha * n / 8)
    yield accurate(found, ListedAdjacency(rates, ()), lambda _, k: k > 3 * alpha * n, failure)


@claim(
    "BBKN13.T5.4.total",
    Form.PRINTED,
    over(alpha=(Fraction(49, 100),), beta=(HALF, Fraction(3, 4))),
    about=few_switches,
    impostors=BY_TARGET,
    given=_failure,
)
def failures_of_the_reduction_add_up(
    reduction: Reduction, alpha: Fraction, beta: Fraction
) -> Iterator[Item]:
    """The reduction outputs an interval of error > alpha with probability <= 6 beta' = beta: 3
    beta' for step 3, and beta' each for the empirical error of the hypothesis, the choice, and the
    error of what is chosen; A' has error > alpha' = alpha/4 with probability <= beta' = beta/6.

    Fair: The whole reduction on a distribution, with its true numbers of runs and examples: beta =
    1/2 with A' that keeps its promises with nothing to spare, 3/4 with the exponential learner of
    intervals on two points. K (...) of print is read as 8 ln(z/beta')/alpha'.
    """
    learner = FewSwitchesLearner(Domain.of_size(2), alpha, beta, TWO)
    a, b, z, s = alpha / 4, beta / 6, learner.switches, learner.choice
    yield step("BBKN13.T5.4.step3", Form.PRINTED, beta=beta)
    yield step("BBKN13.T5.4.hoeff", Form.PRINTED, alpha=a, beta=b, n=s)
    yield step("BBKN13.T5.4.em", Form.PRINTED, alpha=a, beta=b, root=TWO.root, z=z, n=s)
    yield step("BBKN13.T5.4.uc", Form.CORRECTED, alpha=a)
    yield le("z exp(-alpha' s/8) <= beta'", z * exp_high(-a * s / 8), b)
    base: Loose = BarelyPromised(b)
    block, size, distribution = 0, 3, EVEN
    if beta > HALF:
        base, block, size = learner.reduction.base, learner.block, 2
        distribution = labelled_by(intervals(2)[1], (HALF, HALF))
        good = has_error_at_most(a)
        yield accurate(OnSample(base, block), listed([distribution]), good, b, name="A'")
    whole = OnBlocks(reduction(base, block, z, size, beta, TWO), s)
    yield accurate(whole, listed([distribution]), has_error_at_most(alpha), beta)


not_finitely_checkable(
    "BBKN13.T5.4",
    statement="Private learners of INTERVAL with o(d) samples do not output few switching points "
    "with probability 1/2 on every distribution.",
    reason="asymptotic; the concrete form has the reduction and its number of examples",
)


@claim(
    "BBKN13.T5.4",
    Form.CONCRETE,
    over(d=sized((1, 3), (1, 2, 3, 8), (1, 2, 3, 8, 16))),
    about=few_switches,
    impostors={"chooses by the last block of a run again": mistaken("again", few_switches)},
    uses=("BBKN13.T5.4.priv",),
)
def few_switches_need_samples(reduction: Reduction, d: int) -> Iterator[Item]:
    """From an eps-private A' with error <= alpha/4 but with probability beta/6, on n' examples,
    and <= z switching points with probability 1/2, the reduction is a proper eps-private learner
    with k n' + s examples; so 1 - beta <= e^(eps m)/(e^(eps m) + 2^d), m = k n' + s, and there is
    no such A' with n' = 10, z = 16 for d >= m + 4. Directly: a private learner whose hypotheses
    have at most z switching points succeeds with probability <= z e^(eps m)/(e^(eps m) + 2^d).

    Fair: alpha = 2/5, beta = 1/2, e^eps = 4 for the exponential learner as A'; alpha = 1/4, beta =
    1/10, e^eps = 2 for n' = 10; all learners with z = 3 and one example, e^eps = 2.
    """
    alpha, beta = Fraction(2, 5), HALF
    learner = FewSwitchesLearner(Domain.of_size(2**d), alpha, beta, TWO)
    yield step("BBKN13.T5.4.total", Form.PRINTED, beta=beta)
    yield step("BBKN13.L5.2", Form.CONCRETE, alpha=alpha)
    yield le("1 - beta", 1 - beta, packing_bound(TWO.exp(), learner.rows, 2**d + 1))
    if d == 1:
        eps = Epsilon(Fraction(8), 2)
        small = reduction(improper(eps), 1, 2, 2, ONE, eps)
        universe = replace_one(labelled_examples(2), small.runs + 1, ordered=True)
        yield private(small, universe, Guarantee.pure(eps), name="the reduction")
    eps, failing = Epsilon(Fraction(2)), Fraction(1, 10)
    m = switch_runs(failing) * 10 + choice_rows(Fraction(1, 4), failing, eps, 16)
    yield lt(f"n' = 10, m = {m}", packing_bound(Fraction(2), m, 2 ** (m + 3 + d) + 1), 1 - failing)
    if d == 3:
        problem = with_few_switches(2**d, 3, alpha)
        yield optimal(problem, Fraction(2), 3 * packing_bound(Fraction(2), 1, 2**d + 1))
