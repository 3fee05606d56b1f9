"""From conjunctions to one axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from operator import ne
from typing import TypeVar

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, laws_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import databases, samples
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import listed, private
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.adjacency import replace_one
from reference.data.concept import LabelledExample, all_functions, labelled_examples
from reference.data.database import Database
from reference.data.product_concept import Conjunction, Disjunction, ProductExample
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.reductions.conjunction_learning import LearnerOnOneAxis

EXAMPLES = labelled_examples(2)

Examples = Database[LabelledExample]
Joined = Conjunction | Disjunction

KINDS: list[type[Joined]] = [Conjunction, Disjunction]

X = TypeVar("X")


@dataclass(frozen=True)
class Case:
    """A learner of joined concepts, and what it is run on."""

    axes: int
    rows: int
    neutral: int
    learner: Mechanism[Database[ProductExample], Joined, Fraction]
    fresh: Dist[Examples, Fraction]

    def built(self, made: type[LearnerOnOneAxis[Fraction]]) -> LearnerOnOneAxis[Fraction]:
        """The learner on one axis."""
        return made(self.learner, self.fresh, self.axes, self.neutral)

    def placed(self, parts: tuple[Examples, ...]) -> Database[ProductExample]:
        """One database on each axis."""
        rows: list[ProductExample] = []
        for axis, part in enumerate(parts):
            for x, y in part:
                point = [self.neutral] * self.axes
                point[axis] = x
                rows.append((tuple(point), y))
        return tuple(rows)

    def inputs(self) -> list[Database[ProductExample]]:
        """All that the learner may see."""
        own = list(product(EXAMPLES, repeat=self.rows))
        return [self.placed(parts) for parts in product(own, repeat=self.axes)]


@dataclass(frozen=True, eq=False)
class Fitting:
    """The first joined concept with the fewest errors."""

    outcomes: tuple[Joined, ...]

    def __call__(self, rows: Database[ProductExample], coins: Coins[Fraction], /) -> Joined:
        """It needs no coins."""
        return min(self.outcomes, key=lambda c: sum(c(x) != y for x, y in rows))


@st.composite
def cases(draw: st.DrawFn, *sizes: tuple[int, int], accurate: bool = False) -> Case:
    """So many axes of so many examples; concepts that agree at the neutral point.

    Half of the learners are accurate if that is asked for, the others are arbitrary.
    """
    joined = draw(st.sampled_from(KINDS))
    neutral = draw(st.sampled_from((0, 1)))
    axes, rows = draw(st.sampled_from(sizes))
    concepts = [h for h in all_functions(2) if h(neutral) == int(joined is Conjunction)]
    every = [joined(parts) for parts in product(concepts, repeat=axes)]
    outcomes = draw(st.sampled_from((every, [joined((c,) * axes) for c in concepts])))
    accurate = accurate and draw(st.booleans())
    values = [(1 - neutral, 0), (1 - neutral, 1)] if accurate else EXAMPLES
    seen = st.lists(databases(values, rows), min_size=1, max_size=2, unique=True)
    fresh = draw(seen.flatmap(lambda found: distributions(found, everywhere=True)))
    fitting = Fitting(tuple(every))
    bare = Case(axes, rows, neutral, fitting, fresh)
    inputs = bare.inputs()
    if accurate:
        return bare
    learners = [private(sorted({row for found in inputs for row in found}), outcomes)]
    if len(inputs) <= 16:
        learners.append(listed(inputs, outcomes))
    return replace(bare, learner=draw(st.one_of(learners)))


@property_of(
    LearnerOnOneAxis,
    {
        "always the first axis": "(range(self.dimensions)) => (range(1))",
        "a half of the axes": "range(self.dimensions)) => range(self.dimensions // 2 or 1))",
        "what is found for the first axis": "parts[rho] => parts[0]",
        "the database on every axis": "axis == rho else => axis <= rho else",
        "the database on the others": "if axis == rho => if axis != rho",
        "another neutral point": "dimensions, neutral) => dimensions, 1)",
        "axes from the last": "examples += placed( => examples[:0] = placed(",
        "the axis itself, exchanged": "placed(own, axis, => placed(own, rho,",
    },
    case=cases((1, 1), (2, 1), (3, 1), (2, 2)),
)
def test_no_axis_differs_from_another(made: type[LearnerOnOneAxis[Fraction]], case: Case) -> None:
    """On a database of P: what the learner finds for a random one of l databases of P."""
    support = list(case.fresh)
    source = tuple((d, case.fresh.probability(d)) for d in support)
    parts = samples(source, case.axes)
    whole = laws_of(case.learner, [case.placed(s) for s, _ in parts])
    expected: dict[object, Fraction] = {}
    for (s, chance), law in zip(parts, whole, strict=True):
        for joined, one in product(law, range(case.axes)):
            pair = s[one], joined.parts[one]
            share = chance * law.probability(joined) / case.axes
            expected[pair] = expected.get(pair, 0) + share
    found = {
        (own, part): chance * law.probability(part)
        for (own, chance), law in zip(source, laws_of(case.built(made), support), strict=True)
        for part in law
    }
    assert found == expected


@property_of(
    LearnerOnOneAxis,
    {
        "the database on no axis": "axis == rho => axis < 0",
        "what is found for another axis": "parts[rho] => parts[rho - 1]",
    },
    case=cases((2, 1), (1, 2), (2, 2), accurate=True),
    alpha=st.just(Fraction(0)) | PROBABILITIES,
    beta=PROBABILITIES.filter(bool),
)
def test_its_failures_are_those_of_the_learner_and_of_bad_axes(
    made: type[LearnerOnOneAxis[Fraction]], case: Case, alpha: Fraction, beta: Fraction
) -> Fraction:
    """A share above alpha/beta is wrong with probability f + (1 - f) b/l at most, b < beta l.

    f is the probability that of what the learner sees a share above alpha is wrong.
    """
    source = tuple((d, case.fresh.probability(d)) for d in case.fresh)
    fails = found = Fraction(0)
    for parts, chance in samples(source, case.axes):
        seen = case.placed(parts)
        fails += chance * law_of(case.learner, seen).probability_that(errs(seen, alpha))
    for own, chance in source:
        found += chance * law_of(case.built(made), own).probability_that(errs(own, alpha / beta))
    bad = Fraction(ceil(beta * case.axes) - 1, case.axes)
    return fails + (1 - fails) * bad - found


def errs(rows: Sequence[tuple[X, int]], most: Fraction) -> Callable[[Callable[[X], int]], bool]:
    """Whether a larger share of the rows is labelled otherwise."""
    return lambda h: sum(h(x) != y for x, y in rows) > most * len(rows)


@property_of(
    LearnerOnOneAxis,
    {
        "the database on every axis": "axis == rho else => axis >= 0 else",
        "the first example again": "in database) => in database[:1] * len(database))",
    },
    case=cases((2, 1), (1, 2)),
)
def test_it_is_as_private_as_the_learner(
    made: type[LearnerOnOneAxis[Fraction]], case: Case
) -> Fraction:
    """The privacy curve is at most that of A on databases that lie on the axes."""
    seen = case.inputs()
    pairs = [(a, b) for a, b in combinations(seen, 2) if sum(map(ne, a, b)) == 1]
    built = curve_of(case.built(made), replace_one(EXAMPLES, case.rows, ordered=True))
    return slack(built, curve_between(case.learner, pairs))
