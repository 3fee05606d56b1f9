"""Learning with mistakes: an adversary asks for labels, a learner predicts."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from audits.ledger.edits import wrong
from proofs_tests.properties.games.played import Game, game_about
from reference.data.concept import Values
from reference.data.dimensions import MistakeTree, littlestone_dimension, mistake_tree
from reference.data.mistake_game import (
    Examples,
    StandardOptimal,
    forced,
    mistakes,
    threshold_tree,
)

POINTS = range(3)
TABLES = list(product((0, 1), repeat=len(POINTS)))
CLASSES = st.integers(1, 255).map(
    lambda chosen: frozenset(t for i, t in enumerate(TABLES) if chosen >> i & 1)
)

Class = frozenset[tuple[int, ...]]


def agreeing(concepts: Class, point: int, label: int) -> Class:
    """Those with this label."""
    return frozenset(c for c in concepts if c[point] == label)


@cache
def value(concepts: Class, left: frozenset[int] = frozenset(POINTS)) -> int:
    """The most mistakes that can be forced, move by move: no point is asked twice."""

    def after(point: int, prediction: int) -> int:
        kept = {y: agreeing(concepts, point, y) for y in (0, 1)}
        return max((y != prediction) + value(kept[y], left - {point}) for y in (0, 1) if kept[y])

    return max((min(after(x, p) for p in (0, 1)) for x in left), default=0)


def as_concepts(tables: Class) -> tuple[Values, ...]:
    """In order."""
    return tuple(map(Values, sorted(tables)))


@game_about(
    StandardOptimal,
    {
        "the smaller dimension": wrong(StandardOptimal, "one > zero => one < zero"),
        "ties are ones": wrong(StandardOptimal, "one > zero => one >= zero"),
        "the last example is forgotten": wrong(
            StandardOptimal, "is_consistent(c, examples) => is_consistent(c, examples[:-1])"
        ),
        "the majority": wrong(
            StandardOptimal,
            "littlestone_dimension(left, self.size) if left else -1 => len(left)",
        ),
    },
)
class AgainstTheOptimalLearner(Game):
    """An adversary of Hypothesis: it asks any point, and gives any label that a concept has."""

    moves = 6
    runs = 20

    @initialize(concepts=CLASSES)
    def begin(self, concepts: Class) -> None:
        """No example."""
        self.concepts = self.left = concepts
        self.learner = self.made(as_concepts(concepts), len(POINTS))
        self.examples: Examples = ()
        self.made_so_far = 0

    @rule(point=st.sampled_from(POINTS), concept=st.integers(0, 7))
    def ask(self, point: int, concept: int) -> None:
        """The label is that of a concept that agrees with all examples."""
        label = sorted(self.left)[concept % len(self.left)][point]
        self.answer(point, label)

    @rule(point=st.sampled_from(POINTS))
    def contradict(self, point: int) -> None:
        """The label is another one than was predicted, if a concept has it."""
        label = 1 - self.learner(self.examples, point)
        self.answer(point, label if agreeing(self.left, point, label) else 1 - label)

    def answer(self, point: int, label: int) -> None:
        """One more example."""
        self.made_so_far += self.learner(self.examples, point) != label
        self.examples = (*self.examples, (point, label))
        self.left = agreeing(self.left, point, label)

    @invariant()
    def the_prediction_has_the_greater_value(self) -> None:
        """At every point; 0 if they are equal."""
        for x in POINTS:
            kept = [agreeing(self.left, x, y) for y in (0, 1)]
            zero, one = (value(each) if each else -1 for each in kept)
            assert self.learner(self.examples, x) == int(one > zero)

    @invariant()
    def every_mistake_costs_a_dimension(self) -> None:
        """Mistakes, and those that can still be forced, are at most those of the class."""
        assert self.made_so_far + value(self.left) <= value(self.concepts)
        assert mistakes(self.learner, self.examples) == self.made_so_far


@game_about(
    mistake_tree,
    {
        "the first point that splits": wrong(
            mistake_tree, "and min(_depth(zeros, size), _depth(ones, size)) >= depth - 1 => "
        ),
        "a shallow tree": wrong(mistake_tree, "1 + min(_depth => 1 + 0 * min(_depth"),
        "turned round": wrong(
            mistake_tree,
            "MistakeTree(x, _cut(zeros, size, depth - 1), _cut(ones, size, depth - 1))"
            " => MistakeTree(x, _cut(ones, size, depth - 1), _cut(zeros, size, depth - 1))",
        ),
    },
)
class AgainstTheTree(Game):
    """A learner of Hypothesis: it predicts anything, and is wrong each time."""

    moves = 5
    runs = 20

    @initialize(concepts=CLASSES)
    def begin(self, concepts: Class) -> None:
        """At the root."""
        self.concepts = self.left = concepts
        self.node: MistakeTree | None = self.made(as_concepts(concepts), len(POINTS))
        self.root = self.node
        self.predictions: tuple[int, ...] = ()
        self.examples: Examples = ()

    @precondition(lambda self: self.node is not None)
    @rule(prediction=st.integers(0, 1))
    def predict(self, prediction: int) -> None:
        """The label is the other one, and the adversary goes on below it."""
        assert self.node is not None
        label = 1 - prediction
        self.predictions = (*self.predictions, prediction)
        self.examples = (*self.examples, (self.node.point, label))
        self.left = agreeing(self.left, self.node.point, label)
        self.node = self.node.one if label else self.node.zero

    @rule()
    def wait(self) -> None:
        """Nothing is left to predict, or not now."""

    @invariant()
    def a_concept_labels_the_examples(self) -> None:
        """However deep; and what can still be forced is as deep as the tree below."""
        assert self.left
        assert len(self.examples) + depth(self.node) == value(self.concepts)

    @precondition(lambda self: self.node is None)
    @invariant()
    def the_whole_game_is_these_moves(self) -> None:
        """Against a learner who predicts the same."""

        def learner(seen: Examples, point: int) -> int:
            del point
            return self.predictions[len(seen)]

        assert forced(self.root, learner) == self.examples
        assert mistakes(learner, self.examples) == len(self.examples)


def depth(tree: MistakeTree | None) -> int:
    """Of a complete tree."""
    if tree is None:
        return 0
    below = {depth(tree.zero), depth(tree.one)}
    assert len(below) == 1, "not complete"
    return 1 + below.pop()


@game_about(
    littlestone_dimension,
    {
        "the larger side": wrong(littlestone_dimension, "1 + min(_depth => 1 + max(_depth"),
        "no more than one": wrong(littlestone_dimension, ">= 1 << deepest => >= 1 + 9 * deepest"),
    },
)
class Dimension(Game):
    """A class loses a concept a move."""

    moves = 6
    runs = 10

    @initialize(concepts=CLASSES)
    def begin(self, concepts: Class) -> None:
        """A class."""
        self.concepts = concepts

    @rule(index=st.integers(0, 7))
    def lose(self, index: int) -> None:
        """One of several concepts."""
        if len(self.concepts) > 1:
            self.concepts -= {sorted(self.concepts)[index % len(self.concepts)]}

    @invariant()
    def it_is_the_value_of_the_game(self) -> None:
        """In which no point is asked twice."""
        assert self.made(as_concepts(self.concepts), len(POINTS)) == value(self.concepts)


@game_about(
    threshold_tree,
    {
        "one level fewer": wrong(
            threshold_tree, "len(answers) == depth => len(answers) == max(depth - 1, 1)"
        ),
        "zero goes up": wrong(
            threshold_tree, "step if answer else -step => -step if answer else step"
        ),
        "a step of a third": wrong(threshold_tree, "step /= 2 => step /= 3"),
    },
)
class Bisection(Game):
    """Thresholds of 2^depth - 1 points: each node asks the middle of what is left."""

    moves = 6
    runs = 15

    @initialize(depth=st.integers(0, 4))
    def begin(self, depth: int) -> None:
        """Every threshold is left: how many points are ones."""
        self.node: MistakeTree | None = self.made(depth)
        self.low, self.high = 0, 2**depth - 1

    @rule(label=st.integers(0, 1))
    def answer(self, label: int) -> None:
        """The first points are ones, and the asked one is the first of the upper half."""
        if self.low < self.high:
            middle = (self.low + self.high) // 2
            assert self.node is not None
            assert self.node.point == middle
            self.low, self.high = (middle + 1, self.high) if label else (self.low, middle)
            self.node = self.node.one if label else self.node.zero

    @invariant()
    def a_leaf_is_one_threshold(self) -> None:
        """And nothing else is."""
        assert (self.node is None) == (self.low == self.high)


@pytest.mark.parametrize(
    "game",
    [AgainstTheOptimalLearner, AgainstTheTree, Dimension, Bisection],
    ids=lambda game: str(game.__name__),
)
def test_mistakes_are_those_of_the_dimension(game: type[Game]) -> None:
    """No more against the optimal learner, no fewer against the tree."""
    game.play()
