"""Learning with mistakes: an adversary asks for labels, a learner predicts."""

from dataclasses import dataclass, field
from functools import cache
from itertools import count, product
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from proofs_tests.properties.games.played import Game, game_about, played
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from reference.data.concept import Values
from reference.data.dimensions import littlestone_dimension, mistake_tree
from reference.data.mistake_game import Examples, StandardOptimal, forced, mistakes, threshold_tree

POINTS = range(3)
Class = frozenset[tuple[int, ...]]
CLASSES = st.frozensets(st.sampled_from([*product((0, 1), repeat=len(POINTS))]), min_size=1)


def sides(concepts: Class, point: int) -> tuple[Class, Class]:
    """Those with either label."""
    zero, one = (frozenset(c for c in concepts if c[point] == y) for y in (0, 1))
    return zero, one


@cache
def value(concepts: Class) -> int:
    """The most mistakes that can be forced, move by move, at points with more than one label."""
    points = range(len(next(iter(concepts), ())))
    asked = (kept for kept in (sides(concepts, x) for x in points) if all(kept))
    forced_at = (
        min(max((y != p) + value(kept[y]) for y in (0, 1)) for p in (0, 1)) for kept in asked
    )
    return max(forced_at, default=0 if concepts else -1)


def as_concepts(tables: Class) -> tuple[Values, ...]:
    """In order."""
    return tuple(map(Values, sorted(tables)))


@game_about(
    (StandardOptimal, littlestone_dimension),
    {
        "without concepts, all of them": "(c, examples)] => (c, examples)] or self.concepts",
        "ties are ones": "one > zero => one >= zero",
        "the last example is forgotten": "(c, examples) => (c, examples[:-1])",
        "the majority": "littlestone_dimension(left, self.size) if left else -1 => len(left)",
        "no more than one": {littlestone_dimension: ">= 1 << deepest => >= 1 + 9 * deepest"},
    },
)
class AgainstTheOptimalLearner(Game):
    """An adversary of Hypothesis: it asks any point, and gives any label that a concept has."""

    moves = 6

    @initialize(concepts=CLASSES)
    def begin(self, concepts: Class) -> None:
        """No example."""
        self.concepts = self.left = concepts
        optimal, self.dimension = self.made
        self.learner = optimal(as_concepts(concepts), len(POINTS))
        self.examples: Examples = ()
        self.made_so_far = 0

    @rule(point=st.sampled_from(POINTS), label=st.sampled_from([0, 1, None]))
    def ask(self, point: int, label: int | None) -> None:
        """The label is this one, or not the predicted one, if a concept has it."""
        predicted = self.learner(self.examples, point)
        label = 1 - predicted if label is None else label
        if not sides(self.left, point)[label]:
            label = 1 - label
        self.made_so_far += predicted != label
        self.examples = (*self.examples, (point, label))
        self.left = sides(self.left, point)[label]

    @invariant()
    def every_mistake_costs_a_dimension(self) -> None:
        """As the label is predicted of which more can be forced, 0 if they are equal.

        So it is if no concept is left.
        """
        for x in POINTS:
            zero, one = map(value, sides(self.left, x))
            assert self.learner(self.examples, x) == int(one > zero)
            assert self.learner((*self.examples, (x, 0), (x, 1)), x) == 0
        assert self.dimension(as_concepts(self.left), len(POINTS)) == value(self.left)
        assert self.made_so_far + value(self.left) <= value(self.concepts)
        assert mistakes(self.learner, self.examples) == self.made_so_far


def thresholds(depth: int) -> Class:
    """All of 2^depth - 1 points."""
    size = 2**depth - 1
    return frozenset((1,) * ones + (0,) * (size - ones) for ones in range(size + 1))


BESIDE: Class = frozenset(
    [
        *((*bits, 0, *(0,) * 8) for bits in product((0, 1), repeat=3)),
        *((0, 0, 0, 1, *(int(x == one) for x in range(8))) for one in range(8)),
    ]
)
"""All functions on three points beside as many point functions, of which few can be forced."""


@dataclass
class Stubborn:
    """A learner whose predictions are fixed; it remembers what it was asked."""

    predicted: tuple[int, ...]
    asked: list[tuple[Examples, int]] = field(default_factory=list)

    def __call__(self, examples: Examples, point: int, /) -> int:
        """The next prediction."""
        self.asked.append((examples, point))
        return self.predicted[len(examples)]


@property_of(
    (mistake_tree, threshold_tree, forced),
    {
        "the first point that splits": {
            mistake_tree: "and min(_depth(zeros, size), _depth(ones, size)) >= depth - 1 => "
        },
        "the last point among equals": {
            mistake_tree: "None\n    for x in range(size) => None\n    for x in range(size)[::-1]"
        },
        "the last point that splits evenly": {mistake_tree: "max(deepest, 1 + => max(0, 1 +"},
        "zero goes up": {threshold_tree: "if answer else -step => if not answer else -step"},
        "one level fewer": {threshold_tree: lambda depth: threshold_tree(max(depth - 1, 0))},
        "no concept has a tree": {mistake_tree: "if not tables => if False"},
        "another point is asked": "learner(examples, tree.point) => learner(examples, 0)",
    },
    chosen=CLASSES | st.integers(0, 4) | st.just(BESIDE),
)
def test_every_learner_is_wrong_at_every_node(made: Any, chosen: Class | int) -> None:
    """As often as can be forced; a concept labels what it is asked: of a class, or a threshold.

    The learner is asked each point after the examples before it.  The tree of
    a class asks the first point where as many mistakes can be forced.  No concept is refused.
    """
    of_class, of_thresholds, forced_by = made
    assert refused(of_class, (), len(POINTS))
    concepts = thresholds(chosen) if isinstance(chosen, int) else chosen
    trees = [of_class(as_concepts(concepts), len(next(iter(concepts))))]
    trees += [of_thresholds(chosen)] if isinstance(chosen, int) else []
    most = value(concepts)
    for tree, predicted in product(trees, product((0, 1), repeat=most + 1)):
        learner = Stubborn(predicted)
        examples = forced_by(tree, learner)
        assert learner.asked == [(examples[:i], x) for i, (x, _) in enumerate(examples)]
        assert [1 - y for _, y in examples] == [*predicted[:most]]
        left = concepts
        for later, (point, label) in zip(reversed(range(most)), examples, strict=True):
            if tree is trees[0]:
                assert point == next(
                    x for x in count() if min(map(value, sides(left, x))) >= later
                )
            left = sides(left, point)[label]
        assert left


@property_of(
    mistakes,
    {
        "after the examples in another order": "examples[:i] => examples[:i][::-1]",
        "after the example itself": "examples[:i] => examples[: i + 1]",
        "after all examples but the last": "examples[:i] => examples[: min(i, len(examples) - 2)]",
    },
    labelled=st.lists(
        st.tuples(st.sampled_from(POINTS), st.integers(0, 1)), min_size=1, max_size=5
    ).map(tuple),
    predicted=st.tuples(*[st.integers(0, 1)] * 5),
)
def test_a_mistake_is_counted_after_the_examples_before_it(
    made: Any, labelled: Examples, predicted: tuple[int, ...]
) -> None:
    """The learner is asked each point after what came before, in order."""
    learner = Stubborn(predicted)
    wrong_at = [i for i, (_, y) in enumerate(labelled) if y != predicted[i]]
    assert made(learner, labelled) == len(wrong_at)
    assert learner.asked == [(labelled[:i], x) for i, (x, _) in enumerate(labelled)]


test_no_more_mistakes_than_the_dimension = played(AgainstTheOptimalLearner)
