"""From conjunctions to one axis."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from operator import lt, ne
from typing import Any, NamedTuple

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, samples, slack
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import databases
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Scattered, anywhere, private
from reference.data.adjacency import replace_one
from reference.data.concept import LabelledExample, all_functions, labelled_examples
from reference.data.database import Database
from reference.data.product_concept import Conjunction, Disjunction, on_axis
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.reductions.conjunction_learning import LearnerOnOneAxis

EXAMPLES = labelled_examples(2)

Build = Callable[..., Any]


class Case(NamedTuple):
    """A learner of joined concepts, a distribution P, the number of axes and the neutral point."""

    learner: Any
    fresh: Dist[Database[LabelledExample], Fraction]
    axes: int
    neutral: int


def placed(parts: Sequence[Database[Any]], neutral: int) -> Database[Any]:
    """One database on each axis."""
    rows = ((x, axis, y) for axis, part in enumerate(parts) for x, y in part)
    return tuple((on_axis(x, axis, len(parts), neutral), y) for x, axis, y in rows)


def share(h: Callable[[Any], int], rows: Database[Any]) -> Fraction:
    """That is labelled otherwise."""
    return Fraction(sum(h(x) != y for x, y in rows), len(rows))


@dataclass(frozen=True, slots=True, eq=False)
class FewestErrors:
    """The first of the concepts that label fewest rows otherwise."""

    every: Sequence[Any] = field(repr=False)

    def __call__(self, rows: Database[Any], _: Coins[Fraction], /) -> Any:
        """It."""
        return min(self.every, key=lambda h: share(h, rows))


@st.composite
def cases(draw: st.DrawFn, *sizes: tuple[int, int], arbitrary: bool = False) -> Case:
    """On so many axes, with so many rows on each, labelled by a concept or in any way.

    The learner finds a concept with the fewest errors, or always the same, or is arbitrary.  If it
    has to be, there are two databases of P.
    """
    axes, rows = draw(st.sampled_from(sizes))
    joined, neutral = draw(st.sampled_from([Conjunction, Disjunction])), draw(st.integers(0, 1))
    concepts = [h for h in all_functions(2) if h(neutral) == (joined is Conjunction)]
    every: list[Any] = [joined(parts) for parts in product(concepts, repeat=axes)]
    values = list(product(product((0, 1), repeat=axes), (0, 1)))
    fitting = st.just(FewestErrors(every))
    concept = draw(st.sampled_from(concepts))
    rightly = [(x, y) for x, y in EXAMPLES if concept(x) == y]
    labelled = draw(st.sampled_from([rightly, EXAMPLES]))
    fresh = st.lists(databases(labelled, rows), min_size=1 + arbitrary, max_size=2, unique=True)
    always: st.SearchStrategy[Any] = st.sampled_from(every).map(
        lambda h: Scattered((Dist.point(h),), 0)
    )
    learners = [always, private(values, every), fitting, anywhere(values, every)]
    learner = draw(draw(st.sampled_from(learners[-1:] if arbitrary else learners)))
    return Case(learner, draw(fresh.flatmap(distributions)), axes, neutral)


@property_of(
    LearnerOnOneAxis,
    {
        "what is found for the first axis": "parts[rho] => parts[0]",
        "another neutral point": "dimensions, neutral) => dimensions, 1 - neutral)",
    },
    case=cases((2, 1), (2, 2), (3, 1), (1, 2)),
)
def test_the_learner_is_wrong_on_few_axes_only(made: Build, case: Case) -> Fraction:
    """If it is wrong on a share alpha at most, then above alpha/beta on fewer than beta l axes.

    So for any b = beta l: with f, the chance of more than alpha, the learner of an axis is wrong
    above alpha l/b with f + (1 - f) (b - 1)/l at most, on a database of P.
    """
    learner, fresh, axes, neutral = case
    found = fresh.bind(lambda own: law_of(made(*case), own).map(lambda h: share(h, own)))
    drawn = samples([(own, fresh.probability(own)) for own in fresh], axes)
    joined = Dist.weighted((placed(parts, neutral), p) for parts, p in drawn)
    errors = joined.bind(lambda rows: law_of(learner, rows).map(lambda h: share(h, rows)))
    slacks: list[Fraction] = []
    for alpha, b in product(errors, range(1, axes + 1)):
        fails = errors.probability_that(partial(lt, alpha))
        wrong = found.probability_that(partial(lt, alpha * axes / b))
        most = fails + (1 - fails) * Fraction(b - 1, axes)
        slacks.append(at_most(wrong, most, f"to err on more than {alpha * axes / b}: the chance"))
    return min(slacks)


@property_of(
    LearnerOnOneAxis,
    {
        "the database on every axis": "axis == rho else => axis >= 0 else",
        "its first row again and again": "placed(own, axis => placed(own[:1] * len(own), axis",
    },
    case=cases((2, 2), (3, 1), arbitrary=True),
)
def test_it_is_as_private_as_the_learner(made: Build, case: Case) -> Fraction:
    """The privacy curve is at most that of A on databases that lie on the axes.

    Fresh samples of another size are refused.
    """
    rows = len(next(iter(case.fresh)))
    parts = product(product(EXAMPLES, repeat=rows), repeat=case.axes)
    seen = [placed(each, case.neutral) for each in parts]
    pairs = [(a, b) for a, b in combinations(seen, 2) if sum(map(ne, a, b)) == 1]
    others = (case._replace(fresh=Dist.point((EXAMPLES[0],) * (rows + k))) for k in (-1, 1))
    assert all(refused(law_of, made(*each), (EXAMPLES[1],) * rows) for each in others)
    built = curve_of(made(*case), replace_one(EXAMPLES, rows, ordered=True))
    return slack(built, curve_between(case.learner, pairs))


@property_of(
    LearnerOnOneAxis,
    {
        "one sample for all further axes": (
            "coins.draw(self.fresh) => "
            "(own if axis and axis - 1 != rho else coins.draw(self.fresh))"
        ),
        "the last axis": "placed(own, axis, self => placed(own, self.dimensions - 1, self",
    },
    case=cases((3, 1), (2, 1), arbitrary=True),
)
def test_an_axis_holds_the_database_and_each_other_one_a_sample(made: Build, case: Case) -> None:
    """Of P, independently; it returns what the learner finds for the axis, which is uniform."""
    learner, fresh, axes, neutral = case
    others = list(samples([(own, fresh.probability(own)) for own in fresh], axes - 1))

    def found(own: Database[LabelledExample], rho: int) -> Dist[Any, Fraction]:
        joined = ((placed((*o[:rho], own, *o[rho:]), neutral), p) for o, p in others)
        return Dist.weighted(joined).bind(partial(law_of, learner)).map(lambda h: h.parts[rho])

    for own in fresh:
        assert law_of(made(*case), own) == Dist.uniform(range(axes)).bind(partial(found, own))
