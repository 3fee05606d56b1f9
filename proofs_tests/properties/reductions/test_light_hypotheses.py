"""From light hypotheses to a point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

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
from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, PointFunction, Values, labelled_examples
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.interval import exp, ln
from reference.mechanisms.learning.confident_learner import ConfidentPointLearner
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.reductions.light_hypotheses import (
    LightHypothesesReduction,
    LightPointLearner,
    candidates,
    light_runs,
)

SIZE = 3
EXAMPLES = labelled_examples(SIZE)

Examples = Database[LabelledExample]
Point = PointFunction | Bottom
Reduction = LightHypothesesReduction[Fraction]


@dataclass(frozen=True)
class Case:
    """A learner A', its blocks, and a database."""

    base: Mechanism[Examples, Values | Bottom, Fraction]
    runs: int
    block: int
    weight: int
    eps: Epsilon[Fraction]
    padding: int | None
    database: Examples

    def built(self, made: type[Reduction]) -> Reduction:
        """The reduction."""
        how = ("fail", 2) if self.padding is None else ("pad", self.padding)
        return made(self.base, self.runs, self.block, self.weight, SIZE, self.eps, *how)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """One to three runs of no to two examples, and two for the choice."""
    runs, block = draw(st.sampled_from([(2, 1), (1, 1), (2, 0), (3, 1), (2, 2)]))
    others = st.lists(functions(SIZE), min_size=1, max_size=2, unique=True)
    outputs: list[Values | Bottom] = [*draw(others)]
    outputs.append(draw(st.just(Values((0, 0, 0))) | st.just(Bottom.BOTTOM)))
    base = draw(learners(SIZE, block, list(dict.fromkeys(outputs))))
    weight, padding = draw(st.sampled_from((3, 2, 1))), draw(st.sampled_from((None, 0, 1, 2, 5)))
    database = draw(examples(SIZE, runs * block + 2))
    return Case(base, runs, block, weight, draw(HALVES), padding, database)


@property_of(
    LightHypothesesReduction,
    {
        "weight z is kept": "h.weight < => h.weight <=",
        "padding if nothing is kept": "if not kept: => if False:",
        "a point for zero": "(kept, padding)  # 4 => (kept, padding) or candidates(kept, 1)",
        "the first run alone": "candidates(kept, => candidates(kept[:1],",
        "padding always": 'if self.on_empty == "pad" else 0 => if True else 0',
        "a pad less": "candidates(kept, padding) => candidates(kept, padding - 1)",
        "all runs on one block": "[i * self.block : (i + 1) * self.block] => [: self.block]",
        "the choice by all examples": "database[self.runs * self.block :] => database",
        "the choice by one example less": "* self.block :] => * self.block + 1 :]",
        "twice the eps": "self.size, self.eps) => self.size, self.eps * 2)",
        "zeros for ones": "if value} => if not value}",
    },
    case=cases(),
)
def test_a_point_of_what_is_kept_is_chosen(made: type[Reduction], case: Case) -> None:
    """Run after run: which points are candidates, None as long as nothing is kept."""
    database, start = case.database, case.runs * case.block
    states: dict[frozenset[int] | None, Fraction] = {None: Fraction(1)}
    for i in range(case.runs):
        found = law_of(case.base, database[i * case.block : (i + 1) * case.block])
        after: dict[frozenset[int] | None, Fraction] = {}
        for ones, chance in states.items():
            for h in found:
                new = ones
                if h != Bottom.BOTTOM and str(h).count("1") < case.weight:
                    new = (ones or frozenset()) | {j for j in range(SIZE) if str(h)[j] == "1"}
                after[new] = after.get(new, Fraction(0)) + chance * found.probability(h)
        states = after
    parts: list[tuple[Fraction, Dist[Point, Fraction]]] = []
    for ones, chance in states.items():
        padded = set() if ones is None else ones | {*range(min(case.padding or 0, SIZE))}
        scores: list[tuple[Point, int]] = [
            (PointFunction(j), sum((x == j) != bool(y) for x, y in database[start:]))
            for j in padded
        ]
        parts.append((chance, softmin(scores or [(Bottom.BOTTOM, 0)], case.eps.root)))
    assert law_of(case.built(made), database) == blended(parts)


@property_of(
    LightHypothesesReduction,
    {
        "the choice by all examples": "database[self.runs * self.block :] => database",
        "twice the eps": "self.size, self.eps) => self.size, self.eps * 2)",
    },
    case=cases(),
    place=st.integers(0, 7),
)
def test_it_loses_what_a_run_or_the_choice_loses(
    made: type[Reduction], case: Case, place: int
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


@property_of(
    candidates,
    {
        "zeros for ones": "if value} => if not value}",
        "of one hypothesis alone": "for h in kept for j => for h in kept[:1] for j",
        "two pads less": "range(padding) => range(padding - 2)",
        "a candidate more": "range(padding) => range(padding + 1)",
    },
    kept=st.lists(functions(SIZE), min_size=1, max_size=3),
    target=st.integers(0, SIZE - 1),
    source=distributions(range(SIZE)),
    padding=st.integers(0, SIZE),
)
def test_some_candidate_errs_little(
    made: Callable[..., tuple[PointFunction, ...]],
    kept: list[Values],
    target: int,
    source: Dist[int, Fraction],
    padding: int,
) -> Fraction:
    """At most as much as any h != 0 that is kept, or as h = 0 and 1/padding if that is less.

    The candidates are the ones of what is kept and the pads, each of them once.
    """
    found = made(kept, padding)
    meant = [j for j in range(SIZE) if j < padding or any(h(j) for h in kept)]
    assert sorted(c.point for c in found) == meant
    errors = [error(c, target, source) for c in found]
    least = min(errors, default=Fraction(1))
    bounds = [error(h, target, source) for h in kept if h.weight]
    if padding and not all(h.weight for h in kept):
        zero = source.probability(target)
        bounds.append(zero + Fraction(1, padding) * (padding < SIZE))
        bounds += [Fraction(0)] * (padding == SIZE)
    return min(bounds, default=least) - least


def error(h: Callable[[int], int], target: int, source: Dist[int, Fraction]) -> Fraction:
    """The mass of the points on which h and the target differ."""
    return source.probability_that(lambda x: h(x) != (x == target))


BETAS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 7), Fraction(27, 32)])


@property_of(
    light_runs,
    {
        "beta": "left > failure_probability / 2 => left > failure_probability",
        "halves": "Fraction(3, 4) => Fraction(1, 2)",
        "one more": "return count => return count + 1",
        "at least": "left > => left >=",
    },
    beta=BETAS,
)
def test_enough_runs(made: Callable[[Fraction], int], beta: Fraction) -> None:
    """The least k with k ln(4/3) >= ln(2/beta)."""
    k = made(beta)
    assert enough(k, beta)
    assert not enough(k - 1, beta)


def enough(k: int, beta: Fraction) -> bool:
    """Whether (3/4)^k <= beta/2."""
    return beta / 2 >= Fraction(3, 4) ** k


@property_of(
    LightPointLearner,
    {
        "alpha for A'": "self.alpha / 4 => self.alpha / 3",
        "1/2 for 1/4": "Fraction(1, 4), self.eps => Fraction(1, 2), self.eps",
        "weight z": "(self.weight - 1) => self.weight",
        "without the pads": " + found.padding => ",
        "all points": "most = min => most = max",
        "beta for the choice": "self.beta / 2) => self.beta)",
        "one run": "return self.reduction.runs * => return",
        "a pad less": "-int(-4 // alpha) => -int(-4 // alpha) - 1",
        "no pads": '"pad", padding => "fail", padding',
        "runs for half of beta": "light_runs(beta) => light_runs(beta / 2)",
    },
    size=st.sampled_from((2, 64)),
    weight=st.integers(2, 3),
    alpha=st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 7)]),
    beta=BETAS,
    root=st.sampled_from([Fraction(3, 2), Fraction(21, 20)]),
)
def test_the_learner_has_the_numbers_of_the_theorem(
    made: type[LightPointLearner],
    size: int,
    weight: int,
    alpha: Fraction,
    beta: Fraction,
    root: Fraction,
) -> None:
    """As few runs, pads and examples as serve; Claim 4.5's learner for alpha/4 and 1/4 as A'."""
    eps, domain = Epsilon(root, 2), Domain.of_size(size)
    found = made(domain, weight, alpha, beta, eps)
    k = next(k for k in range(99) if enough(k, beta))
    pads = next(p for p in range(99) if p * alpha >= 4)
    base = ConfidentPointLearner(domain, alpha / 4, Fraction(1, 4), eps)
    n = base.sizes.rows
    assert found.reduction == LightHypothesesReduction(base, k, n, weight, size, eps, "pad", pads)
    assert found.rows == k * n + found.choice
    assert found.universe(1).database_count == 2 * size
    most = min(k * (weight - 1) + pads, size)
    rare = [
        exp(-alpha * m / 96) + (exp(-alpha * m / 32) + exp(ln(root**2) * -alpha * m / 16)) * most
        for m in (found.choice - 1, found.choice)
    ]
    assert not rare[0].certainly_at_most(beta / 2)
    assert rare[1].certainly_at_most(beta / 2)
