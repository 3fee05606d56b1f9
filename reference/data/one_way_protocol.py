"""One-way communication: Alice has a concept, Bob a point, and one message tells Bob the value.

A deterministic protocol is a message for each concept and a function for each message; it is
right on (c, x) if Bob's function gives x the value c(x).  With a public coin the two draw a
deterministic protocol together.  So the best public-coin protocol against all pairs, and the worst
distribution of pairs against all deterministic protocols, are the two sides of a matrix game: its
value is the success that so many messages reach.

Bob loses nothing if he answers, for each message, with the more probable value at each point; and
on a point where the concepts of a message agree, only their value makes sense.

Notation: c concept, x point, m message, mu distribution of pairs (c, x).
Source: VT14, section 9.2 (Kremer, Nisan and Ron; Yao's principle).
Guarantees: VT14.D9.CC, VT14.TXT.yao, VT14.TXT.knr.
Deviations: messages are numbers 0, 1, ...; a message of b bits is one of 2^b.
Degenerate inputs: one message says nothing.

>>> from reference.data.concept import Values
>>> xor = (Values((0, 1)), Values((1, 0)))
>>> constant = OneWayProtocol((0, 0), (Values((0, 1)),))
>>> [constant.is_right(i, x, xor) for i in range(2) for x in range(2)]
[True, True, False, False]
>>> best_average(xor, 2, 1, uniform(xor, 2)), best_average(xor, 2, 2, uniform(xor, 2))
(Fraction(1, 2), Fraction(1, 1))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from reference.data.concept import Hypothesis, Values
from reference.exact.integers import ceil_log2

Pairs = Mapping[tuple[int, int], Fraction]
"""A distribution of pairs: the number of a concept, and a point."""


@dataclass(frozen=True, slots=True)
class OneWayProtocol:
    """A deterministic protocol.

    Raises:
        ValueError: for a message without an answer.
    """

    messages: tuple[int, ...]
    """What Alice sends, by the number of her concept."""

    answers: tuple[Values, ...]
    """Bob's function, by message."""

    def __post_init__(self) -> None:
        if not all(0 <= m < len(self.answers) for m in self.messages):
            raise ValueError(f"messages {self.messages}: below {len(self.answers)}, from 0")

    @property
    def bits(self) -> int:
        """The length of a message."""
        return ceil_log2(len(self.answers))

    def answer(self, number: int, point: int) -> int:
        """Bob's value at a point, if Alice has the concept with this number."""
        return self.answers[self.messages[number]](point)

    def is_right(self, number: int, point: int, concepts: Sequence[Hypothesis]) -> bool:
        """Whether that is the value of the concept."""
        return self.answer(number, point) == concepts[number](point)


def uniform(concepts: Sequence[Hypothesis], size: int) -> Pairs:
    """All pairs alike."""
    each = Fraction(1, len(concepts) * size)
    return dict.fromkeys(product(range(len(concepts)), range(size)), each)


def average_success(
    protocol: OneWayProtocol, concepts: Sequence[Hypothesis], mu: Pairs
) -> Fraction:
    """The probability that Bob is right, over a pair."""
    return sum(
        (mass for (i, x), mass in mu.items() if protocol.is_right(i, x, concepts)), Fraction(0)
    )


def partitions(concepts: int, messages: int) -> Iterator[tuple[int, ...]]:
    """Every way to send at most so many messages, up to their names: the first of each is new."""

    def grow(sent: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(sent) == concepts:
            yield sent
            return
        for m in range(min(max(sent, default=-1) + 2, messages)):
            yield from grow((*sent, m))

    return grow(())


def sensible_protocols(
    concepts: Sequence[Hypothesis], size: int, messages: int
) -> Iterator[OneWayProtocol]:
    """Deterministic protocols, of which one is as good as any other at every pair.

    Messages up to their names; where the concepts of a message agree, Bob gives their value.
    """
    for sent in partitions(len(concepts), messages):
        options = []
        for m in range(max(sent) + 1):
            cell = [c for c, message in zip(concepts, sent, strict=True) if message == m]
            values = (sorted({c(x) for c in cell}) for x in range(size))
            options.append([Values(each) for each in product(*values)])
        for answers in product(*options):
            yield OneWayProtocol(sent, answers)


def best_average(concepts: Sequence[Hypothesis], size: int, messages: int, mu: Pairs) -> Fraction:
    """The best success with so many messages on pairs from mu, over all protocols."""
    return max(
        _split_success(sent, concepts, size, mu) for sent in partitions(len(concepts), messages)
    )


def bits_needed(
    concepts: Sequence[Hypothesis], size: int, mu: Pairs, failure_probability: Fraction
) -> int:
    """CC_mu: the least length of a message with which Bob is right but with this probability.

    As many messages as concepts are enough, so there is one.

    Raises:
        ValueError: unless 0 <= failure_probability <= 1, and the masses are >= 0 and add up to 1.
    """
    if not 0 <= failure_probability <= 1:
        raise ValueError(f"failure_probability {failure_probability}: it lies in [0, 1]")
    total = sum(mu.values(), Fraction(0))
    if total != 1 or min(mu.values()) < 0:
        raise ValueError(f"mu adds up to {total}: masses are at least 0 and add up to 1")
    bits = 0
    while best_average(concepts, size, 1 << bits, mu) < 1 - failure_probability:
        bits += 1
    return bits


def right_or_wrong(
    concepts: Sequence[Hypothesis], size: int, messages: int
) -> tuple[tuple[OneWayProtocol, ...], tuple[tuple[int, ...], ...]]:
    """The matrix game: protocols, and for each its error at each pair, concepts first."""
    protocols = tuple(sensible_protocols(concepts, size, messages))
    pairs = [*product(range(len(concepts)), range(size))]
    return protocols, tuple(
        tuple(int(not p.is_right(i, x, concepts)) for i, x in pairs) for p in protocols
    )


def _split_success(
    sent: tuple[int, ...], concepts: Sequence[Hypothesis], size: int, mu: Pairs
) -> Fraction:
    """The success of the best answers to these messages."""
    total = Fraction(0)
    for m in set(sent):
        for x in range(size):
            mass = [Fraction(0), Fraction(0)]
            for i, c in enumerate(concepts):
                if sent[i] == m:
                    mass[c(x)] += mu.get((i, x), Fraction(0))
            total += max(mass)
    return total
