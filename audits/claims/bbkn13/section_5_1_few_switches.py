"""Section 5.1: hypotheses with few switching points give a proper learner (Theorem 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.bbkn13.impostors.few_switches import (
    AGAIN,
    BY_TARGET,
    LAWS,
    TOO_FEW_RUNS,
    mistaken,
)
from audits.claims.bbkn13.laws.few_switches import (
    EVEN,
    BarelyPromised,
    OnBlocks,
    Reduction,
    by_hand,
    improper,
    with_few_switches,
)
from audits.claims.bbkn13.laws.samples import (
    Loose,
    examples,
    tasks,
    within,
)
from audits.claims.vocabulary import eq, exp_high, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Form,
    accurate,
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
from reference.data.adjacency import replace_one
from reference.data.concept import (
    LabelledExample,
    intervals,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law
from reference.reductions.few_switches import (
    FewSwitchesLearner,
    FewSwitchesReduction,
    choice_rows,
    few_switches,
    switch_runs,
)

HALF, TWO, EVERY = Fraction(1, 2), Epsilon(Fraction(2), 2), Epsilon.indeterminate(2)
NOTHING, ONE = Fraction(0), Fraction(1)


def _failure(beta: Fraction) -> Iterator[Comparison]:
    yield lt("0 < beta", 0, beta)
    yield le("beta <= 1", beta, 1)


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
        distribution = examples(intervals(2)[1], (HALF, HALF))
        good = within(a)
        yield accurate(OnSample(base, block), tasks([distribution]), good, b, name="A'")
    whole = OnBlocks(reduction(base, block, z, size, beta, TWO), s)
    yield accurate(whole, tasks([distribution]), within(alpha), beta)


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
