"""One-way protocols."""

from fractions import Fraction

import pytest

from reference.data.concept import Values
from reference.data.named_classes import UpperThreshold, upper_thresholds
from reference.data.one_way_protocol import (
    OneWayProtocol,
    average_success,
    best_average,
    bits_needed,
    partitions,
    right_or_wrong,
    sensible_protocols,
    uniform,
)


def test_partitions_are_counted_by_stirling_numbers() -> None:
    """Four concepts: 1, 1 + 7, 1 + 7 + 6, and all 15."""
    assert [sum(1 for _ in partitions(4, m)) for m in (1, 2, 3, 4)] == [1, 8, 14, 15]


def test_the_best_sensible_protocol_has_the_best_average() -> None:
    """On all pairs of a threshold of three and a point."""
    concepts = upper_thresholds(3)
    mu = uniform(concepts, 3)
    found = max(average_success(p, concepts, mu) for p in sensible_protocols(concepts, 3, 2))
    assert found == best_average(concepts, 3, 2, mu) == Fraction(5, 6)


def test_errors_are_what_is_not_right() -> None:
    """Concepts first, then points."""
    concepts = (Values((0, 1)), Values((1, 1)))
    protocols, wrong = right_or_wrong(concepts, 2, 1)
    assert [p.answers for p in protocols] == [(Values((0, 1)),), (Values((1, 1)),)]
    assert wrong == ((0, 0, 1, 0), (1, 0, 0, 0))


def test_as_many_messages_as_concepts_are_enough() -> None:
    """Five thresholds of four points take three bits to be always right, and two bits are less."""
    concepts = upper_thresholds(4)
    mu = uniform(concepts, 4)
    assert bits_needed(concepts, 4, mu, Fraction(0)) == 3
    assert bits_needed(concepts, 4, mu, Fraction(1)) == 0
    with pytest.raises(ValueError, match="failure_probability"):
        bits_needed(concepts, 4, mu, Fraction(2))


def test_a_message_has_an_answer() -> None:
    """Message 1 needs a second function."""
    with pytest.raises(ValueError, match="messages"):
        OneWayProtocol((0, 1), (Values((0,)),))
    assert OneWayProtocol((0,), (Values((1,)), Values((0,)), Values((0,)))).bits == 2


def test_upper_thresholds() -> None:
    """By name, and none for a negative number of points."""
    assert str(UpperThreshold(2)) == "[2,...)"
    with pytest.raises(ValueError, match="size"):
        upper_thresholds(-1)


def test_a_distribution_adds_up_to_1() -> None:
    """With less there would be no length that is enough."""
    concepts = upper_thresholds(2)
    half = {pair: mass / 2 for pair, mass in uniform(concepts, 2).items()}
    with pytest.raises(ValueError, match="mu adds up to 1/2"):
        bits_needed(concepts, 2, half, Fraction(0))
