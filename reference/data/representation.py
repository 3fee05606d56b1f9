"""Representing a concept class by a hypothesis class, decided exactly.

H alpha-represents C if for every c in C and every distribution on the points some h in H has
error at most alpha.  For one concept this is a matrix game: the column player chooses a point x,
the row player a hypothesis, and the loss is 1 where h(x) != c(x).  So H alpha-represents C iff
the value of the game is at most alpha for every c in C.  H is alpha-minimal for C if it
alpha-represents C and no proper subset does; removing more hypotheses never lowers the value, so
removing single ones decides.

>>> from reference.data.concept import points
>>> representation_value(points(3)[1:], points(3)[0], 3)
Fraction(1, 1)
>>> is_minimal(points(3), points(3), 3, Fraction(9, 10))
True
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from reference.data.concept import Hypothesis
from reference.data.matrix_game import Game, solve_game


def losses(
    hypotheses: Iterable[Hypothesis], concept: Hypothesis, size: int
) -> tuple[tuple[int, ...], ...]:
    """For each hypothesis, on which of the `size` points it differs from the concept."""
    return tuple(tuple(int(h(x) != concept(x)) for x in range(size)) for h in hypotheses)


def representation_game(hypotheses: Iterable[Hypothesis], concept: Hypothesis, size: int) -> Game:
    """The game with its worst distribution (columns) and best mixture of hypotheses (rows)."""
    return solve_game(losses(hypotheses, concept, size))


def representation_value(
    hypotheses: Iterable[Hypothesis], concept: Hypothesis, size: int
) -> Fraction:
    """The least alpha for which the hypotheses alpha-represent the one concept.

    An empty class represents nothing: the value is 1.
    """
    known = tuple(hypotheses)
    return representation_game(known, concept, size).value if known else Fraction(1)


def is_represented(
    hypotheses: Sequence[Hypothesis], concepts: Iterable[Hypothesis], size: int, alpha: Fraction
) -> bool:
    """Whether the hypotheses alpha-represent the concepts."""
    return all(representation_value(hypotheses, c, size) <= alpha for c in concepts)


def is_minimal(
    hypotheses: Sequence[Hypothesis], concepts: Sequence[Hypothesis], size: int, alpha: Fraction
) -> bool:
    """Whether the hypotheses alpha-represent the concepts and no proper subset does."""
    return is_represented(hypotheses, concepts, size, alpha) and not any(
        is_represented((*hypotheses[:i], *hypotheses[i + 1 :]), concepts, size, alpha)
        for i in range(len(hypotheses))
    )
