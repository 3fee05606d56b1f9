"""The game of the Littlestone dimension: an adversary asks, a learner predicts, a mistake counts.

A learner predicts the value at a point from the labelled examples so far.  An adversary with a
mistake tree asks what the node asks and answers the opposite of the prediction; since the leaf is
realised by a concept, the examples are labelled by one.  The standard optimal algorithm predicts
the value for which more mistakes could still be forced:

1. V = concepts that agree with all examples so far
2. predict y with the larger L(V with y at x); 0 if they are equal

On any sequence that a concept labels it makes at most L(H) mistakes.

The tree for thresholds h_t(x) = 1 iff x <= t over [0, 1] has any depth: the node reached by the
answers s asks at the point 0.s1, binary, and the leaf s is realised by t = 0.s1.

Notation: H concepts, V those left, L Littlestone dimension, s answers so far, t threshold.
Source: BCMNUW20, section 5; Littlestone.
Guarantees: exact; no randomness.
Deviations: values are 0 and 1 where the paper has -1 and +1.
Degenerate inputs: examples that no concept labels leave no concept: the prediction is 0; depth 0
    is a leaf.

>>> from reference.data.concept import intervals
>>> tree = threshold_tree(2)
>>> forced(tree, lambda examples, x: 1)
((1, 0), (0, 0))
>>> optimal = StandardOptimal(intervals(3), 3)
>>> examples = forced(tree, optimal)
>>> examples, mistakes(optimal, examples)
(((1, 1), (2, 1)), 2)
>>> dyadic((1, 0)), [str(dyadic(s)) for s in ((), (0,), (1,))]
(Fraction(5, 8), ['1/2', '1/4', '3/4'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from reference.data.concept import Hypothesis, LabelledExample, is_consistent
from reference.data.dimensions import MistakeTree, littlestone_dimension

Examples = tuple[LabelledExample, ...]


class Learner(Protocol):
    """Predicts the value at a point after some labelled examples."""

    def __call__(self, examples: Examples, point: int, /) -> int:
        """0 or 1."""


@dataclass(frozen=True)
class StandardOptimal:
    """The learner that keeps the Littlestone dimension of what is left small."""

    concepts: Sequence[Hypothesis]
    size: int

    def __call__(self, examples: Examples, point: int, /) -> int:
        left = [c for c in self.concepts if is_consistent(c, examples)]  # 1
        zero, one = (self._depth([c for c in left if c(point) == y]) for y in (0, 1))
        return int(one > zero)  # 2

    def _depth(self, left: Sequence[Hypothesis]) -> int:
        return littlestone_dimension(left, self.size) if left else -1


def forced(tree: MistakeTree | None, learner: Learner) -> Examples:
    """The examples of the adversary: each answer is a mistake of the learner."""
    examples: Examples = ()
    while tree is not None:
        answer = 1 - learner(examples, tree.point)
        examples = (*examples, (tree.point, answer))
        tree = tree.one if answer else tree.zero
    return examples


def mistakes(learner: Learner, examples: Examples) -> int:
    """How many of the examples the learner predicts otherwise, in order."""
    return sum(learner(examples[:i], x) != y for i, (x, y) in enumerate(examples))


def dyadic(answers: Sequence[int]) -> Fraction:
    """0.s1 in binary: what the node s asks, and the threshold of the leaf s."""
    point, step = Fraction(1, 2), Fraction(1, 4)
    for answer in answers:
        point += step if answer else -step
        step /= 2
    return point


def threshold_tree(depth: int) -> MistakeTree | None:
    """The complete tree of this depth for `intervals` on 2^depth - 1 points.

    The dyadic point k/2^depth is point k - 1.

    Raises:
        ValueError: for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"depth {depth}: at least 0")
    return _below((), depth)


def _below(answers: tuple[int, ...], depth: int) -> MistakeTree | None:
    """The tree under a node."""
    if len(answers) == depth:
        return None
    place = dyadic(answers) * (1 << depth)
    return MistakeTree(
        place.numerator - 1, _below((*answers, 0), depth), _below((*answers, 1), depth)
    )
