"""From few switching points to an interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    HALVES,
    blended,
    examples,
    functions,
    learners,
    replaced,
    softmin,
)
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed
from reference.data.bottom import Bottom
from reference.data.concept import (
    IntervalFunction,
    LabelledExample,
    Values,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.interval import exp
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.reductions.few_switches import (
    FewSwitchesLearner,
    FewSwitchesReduction,
    choice_rows,
    few_switches,
    switch_runs,
)

SIZE = 3
EXAMPLES = labelled_examples(SIZE)

Examples = Database[LabelledExample]
Base = Mechanism[Examples, Values, Fraction]
Interval = IntervalFunction | Bottom


def ends(h: Values) -> list[int]:
    """Where a run of equal values begins or ends."""
    return [0, *accumulate(len(list(run)) for _, run in groupby(h.values))]


def chosen(h: Values, rows: Examples, root: Fraction) -> Dist[Interval, Fraction]:
    """One of these ends, root^-(errors) times as likely."""
    wrongly = [(end, sum((x < end) != bool(y) for x, y in rows)) for end in ends(h)]
    return softmin([(IntervalFunction(end), errors) for end, errors in wrongly], root)


@dataclass(frozen=True)
class Case:
    """A learner A', its blocks, and a database."""

    base: Base
    runs: int
    block: int
    switches: int
    eps: Epsilon[Fraction]
    database: Examples

    def built(self, made: type[FewSwitchesReduction[Fraction]]) -> FewSwitchesReduction[Fraction]:
        """The reduction."""
        return made(self.base, self.runs, self.block, self.switches, SIZE, self.eps)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """One or two runs of no to three examples, and one or two for the choice."""
    runs, block = draw(st.sampled_from([(2, 3), (2, 1), (1, 1), (2, 0)]))
    others = st.lists(functions(SIZE), min_size=1, max_size=2, unique=True)
    outcomes = list(dict.fromkeys([*draw(others), Values((0, 1, 0))]))
    database = draw(examples(SIZE, runs * block + 2, least=runs * block + 1))
    switches = draw(st.sampled_from((2, 3, 4)))
    base = draw(learners(SIZE, block, outcomes))
    return Case(base, runs, block, switches, draw(HALVES), database)


@property_of(
    FewSwitchesReduction,
    {
        "fewer than z": "len(c) <= self.switches => len(c) < self.switches",
        "the last one": "in range(self.runs) => in reversed(range(self.runs))",
        "all runs on one block": "[i * self.block : (i + 1) * self.block] => [: self.block]",
        "fewer examples for the runs": "[: self.runs * => [: self.runs +",
        "blocks of one example more": "(i + 1) * self.block] => (i + 1) * self.block + 1]",
        "the choice by all examples": "database[self.runs * self.block :]) => database)",
        "the choice by one example less": "* self.block :] => * self.block + 1 :]",
        "one run less": "self.base, self.runs, => self.base, max(self.runs - 1, 1),",
        "twice the eps": "self.size, self.eps) => self.size, self.eps * 2)",
        "the choice among all intervals": "Learner(chosen, => Learner(tuple(intervals(3)),",
    },
    case=cases(),
)
def test_the_first_hypothesis_with_few_switches_is_sharpened(
    made: type[FewSwitchesReduction[Fraction]], case: Case
) -> None:
    """Block by block: the law of what fits, times the probability that nothing fitted before."""
    database, k, n = case.database, case.runs, case.block
    left: Fraction = Fraction(1)
    parts: list[tuple[Fraction, Dist[Interval, Fraction]]] = []
    for i in range(k):
        found = law_of(case.base, database[i * n : i * n + n])
        fits = [h for h in found if len(ends(h)) <= case.switches]
        rest = database[k * n :]
        parts += [(left * found.probability(h), chosen(h, rest, case.eps.root)) for h in fits]
        left *= 1 - sum(found.probability(h) for h in fits)
    nothing: Dist[Interval, Fraction] = Dist.point(Bottom.BOTTOM)
    expected = blended([*parts, (left, nothing)])
    assert law_of(case.built(made), database) == expected


@property_of(
    FewSwitchesReduction,
    {
        "the choice by all examples": "database[self.runs * self.block :]) => database)",
        "twice the eps": "self.size, self.eps) => self.size, self.eps * 2)",
    },
    case=cases(),
    place=st.integers(0, 7),
)
def test_it_loses_what_a_run_or_the_choice_loses(
    made: type[FewSwitchesReduction[Fraction]], case: Case, place: int
) -> Fraction:
    """A replaced example: as much as A' on its block, or eps."""
    place %= len(case.database)
    pairs = replaced(case.database, place, EXAMPLES)
    promised = curve_of_guarantee(case.eps.exp(), Fraction(0))
    if place < case.runs * case.block:
        start = place - place % case.block
        block = slice(start, start + case.block)
        promised = curve_between(case.base, [(a[block], b[block]) for a, b in pairs])
    return slack(curve_between(case.built(made), pairs), promised)


ROOTS = st.sampled_from([Fraction(3), Fraction(3, 2), Fraction(21, 20), Fraction(20)])
ALPHAS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 5), Fraction(1, 20)])
BETAS = st.sampled_from([Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 7)])
LOSSES = st.builds(Epsilon, ROOTS, st.just(2))


def missing(s: int, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction], z: int) -> list[bool]:
    """Which steps of the proof do not go through with s examples, or with nothing to spare."""
    odds = (6 - beta) * z / beta
    steep = eps.exp() ** (s * alpha.numerator)
    return [
        exp(s * alpha**2 / 8).certainly_less(12 / beta),
        odds ** (8 * alpha.denominator) >= steep,
        exp(s * alpha / 32).certainly_less(6 * z / beta),
    ]


@property_of(
    choice_rows,
    {
        "12 / (2 beta)": "ln(12 / beta) => ln(6 / beta)",
        "alpha for its square": "8 / alpha**2 => 8 / alpha",
        "7 - beta": "6 - beta => 7 - beta",
        "eps/2": "* eps.parts => * 1",
        "16 for 32": "* 32 => * 16",
        "without z": "6 * switches / beta => 6 / beta",
        "the least of the three": "return max => return min",
    },
    alpha=ALPHAS,
    beta=BETAS,
    eps=LOSSES,
    switches=st.sampled_from([2, 3, 100]),
)
def test_so_many_examples_serve_all_three_steps(
    made: Callable[..., int],
    alpha: Fraction,
    beta: Fraction,
    eps: Epsilon[Fraction],
    switches: int,
) -> None:
    """2 e^(-s alpha^2/8), z e^(-s alpha/32) <= beta/6; z (6 - beta) e^(-s eps alpha/8) <= beta."""
    s = made(alpha, beta, eps, switches)
    assert not any(missing(s, alpha, beta, eps, switches))
    assert any(missing(s - 1, alpha, beta, eps, switches))


def doublings(failure: Fraction) -> int:
    """The least k with 2^-k at most a sixth of the failure."""
    return next(k for k in range(99) if 2**k * failure >= 6)


@property_of(
    few_switches,
    {
        "log2(3/beta) runs": wrong(
            few_switches,
            switch_runs=wrong(switch_runs, "ceil_log2(6 / => ceil_log2(3 /"),
        ),
        "a run more": "(failure_probability) => (failure_probability / 2)",
        "one run": "(base, runs, => (base, 1,",
        "block and switches exchanged": (
            "block, switches, size, eps) => switches, block, size, eps)"
        ),
    },
    law=distributions([Values((1, 0, 0)), Values((1, 0, 1)), Values((0, 1, 0))]),
    failure=BETAS,
    eps=HALVES,
)
def test_all_runs_fail_rarely(
    made: Callable[..., FewSwitchesReduction[Fraction]],
    law: Dist[Values, Fraction],
    failure: Fraction,
    eps: Epsilon[Fraction],
) -> Fraction | None:
    """If A' has at most z switching points half of the time: bottom with beta/6 at most."""
    few = law.probability(Values((1, 0, 0)))
    laws: dict[Examples, Dist[Values, Fraction]] = {(): law}
    base = Listed(laws)
    found = made(base, 0, 3, SIZE, failure, eps)
    assert found == FewSwitchesReduction(base, doublings(failure), 0, 3, SIZE, eps)
    bottom = law_of(found, ()).probability(Bottom.BOTTOM)
    return failure / 6 - bottom if few >= Fraction(1, 2) else None


@property_of(
    FewSwitchesLearner,
    {
        "an example less for a run": "* 4 / shown).ceil() => * 4 / shown).ceil() - 1",
        "e^-eps": "Fraction(-1, 2) => -1",
        "without the size": "6 * self.domain.size / => 6 /",
        "two switching points": "switches: ClassVar[int] = 3 => switches: ClassVar[int] = 2",
        "one run": "return switch_runs(self.beta) * => return",
        "another size": "for c in intervals(size) => for c in intervals(size - 1)",
        "half of beta": "size, self.beta, self.eps) => size, self.beta / 2, self.eps)",
        "twice the eps": "(tables, size, self.eps) => (tables, size, self.eps * 2)",
    },
    size=st.integers(1, 2),
    alpha=ALPHAS,
    beta=BETAS.filter(lambda b: b > Fraction(1, 7)),
    eps=LOSSES,
    database=examples(1, 2, least=1),
)
def test_the_learner_has_the_numbers_of_the_theorem(
    made: type[FewSwitchesLearner],
    size: int,
    alpha: Fraction,
    beta: Fraction,
    eps: Epsilon[Fraction],
    database: Examples,
) -> None:
    """The least block with T e^(-n alpha (1 - e^(-eps/2))/4) <= beta/6, and intervals as A'."""
    found = made(Domain.of_size(size), alpha, beta, eps)
    rate, most = alpha * (1 - 1 / eps.root) / 4, 6 * size / beta
    assert not exp(found.block * rate).certainly_less(most)
    assert exp((found.block - 1) * rate).certainly_less(most)
    assert not any(missing(found.choice, alpha, beta, eps, 3))
    assert any(missing(found.choice - 1, alpha, beta, eps, 3))
    assert found.rows == doublings(beta) * found.block + found.choice
    assert (found.reduction.runs, found.reduction.block) == (doublings(beta), found.block)
    assert found.universe(2).database_count == (2 * size) ** 2
    tables = [Values(tuple(int(x < end) for x in range(size))) for end in range(size + 1)]
    first = softmin([(h, sum(h(x) != y for x, y in database)) for h in tables], eps.root)
    parts = [(first.probability(h), chosen(h, (), eps.root)) for h in tables]
    assert law_of(found, database) == blended(parts)
