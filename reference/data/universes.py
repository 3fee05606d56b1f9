"""Universes of mechanisms: databases of so many rows, and who is whose neighbour.

A mechanism that says `universe = replaced_rows` has a method `universe(rows)`, which is what it is
audited on by default; it can be called on other databases, too.

>>> from dataclasses import dataclass
>>> @dataclass
... class Mechanism:
...     domain: Domain[int]
...     universe = replaced_rows
>>> list(Mechanism(Domain.of_size(2)).universe(2).databases())
[(0, 0), (0, 1), (1, 1)]
"""

from collections.abc import Hashable
from typing import Protocol, TypeVar

from reference.data.adjacency import (
    ListedAdjacency,
    RowAdjacency,
    add_remove_one,
    all_answers,
    one_answer,
    replace_one,
)
from reference.data.concept import LabelledExample, labelled_examples
from reference.data.domain import Domain
from reference.data.graphs import Graph, edge_neighbours

Row = TypeVar("Row", bound=Hashable)


class OnDomain(Protocol[Row]):
    """A mechanism on rows of a domain."""

    @property
    def domain(self) -> Domain[Row]:
        """The values that a row may take."""


class OfSize(Protocol):
    """A mechanism on labelled examples of 0, ..., size - 1."""

    @property
    def size(self) -> int:
        """The number of points."""


class OfBits(Protocol):
    """A mechanism on labelled vectors of bits."""

    @property
    def bits(self) -> int:
        """The number of bits."""


class OnAnswers(Protocol):
    """A mechanism on vectors of answers."""

    @property
    def answers(self) -> Domain[int]:
        """The answers on which it is audited by default."""


def replaced_rows(mechanism: OnDomain[Row], rows: int) -> RowAdjacency[Row]:
    """The databases of `rows` rows, one row replaced."""
    return replace_one(mechanism.domain, rows)


def added_rows(mechanism: OnDomain[Row], rows: int) -> RowAdjacency[Row]:
    """The databases of at most `rows` rows, one row added or removed."""
    return add_remove_one(mechanism.domain, rows)


def replaced_examples_in_order(mechanism: OfSize, rows: int) -> RowAdjacency[LabelledExample]:
    """The sequences of `rows` labelled examples, one example replaced."""
    return replace_one(labelled_examples(mechanism.size), rows, ordered=True)


MOST_BITS = 6
"""Of a vector, where all labelled ones are listed."""


def replaced_labelled_vectors(mechanism: OfBits, rows: int) -> RowAdjacency[LabelledExample]:
    """The databases of `rows` labelled vectors of bits, as integers, one of them replaced.

    Raises:
        ValueError: for more than MOST_BITS bits.
    """
    if mechanism.bits > MOST_BITS:
        raise ValueError(
            f"bits {mechanism.bits}: all labelled vectors are listed for at most {MOST_BITS} bits"
        )
    return replace_one(labelled_examples(1 << mechanism.bits), rows)


def replaced_bits(mechanism: object, rows: int) -> RowAdjacency[int]:
    """The databases of `rows` bits, one bit replaced."""
    del mechanism
    return replace_one((0, 1), rows)


def changed_answers(mechanism: OnAnswers, rows: int) -> RowAdjacency[int]:
    """The vectors of `rows` answers, every one changed by at most one.

    Args:
        mechanism: with a `Domain` of integers, `answers`.
        rows: the number of answers, >= 0.

    Raises:
        ValueError: for rows < 0.
        TypeError: for rows that are no int.
    """
    return all_answers(mechanism.answers, rows)


def one_changed_answer(mechanism: OnAnswers, rows: int) -> RowAdjacency[int]:
    """The vectors of `rows` answers, one of which changes by one.

    Args:
        mechanism: with a `Domain` of integers, `answers`.
        rows: the number of answers, >= 0.

    Raises:
        ValueError: for rows < 0.
        TypeError: for rows that are no int.
    """
    return one_answer(mechanism.answers, rows)


def changed_edges(mechanism: object, vertices: int) -> ListedAdjacency[Graph]:
    """The graphs on so many vertices, one edge changed."""
    del mechanism
    return edge_neighbours(vertices)
