"""Wrong variants of communication complexity, and of the protocol for product distributions."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.communication import Rule
from reference.data.concept import Hypothesis, Values
from reference.data.one_way_protocol import (
    OneWayProtocol,
    Pairs,
    best_average,
    partitions,
    sensible_protocols,
)

Average = Callable[..., Fraction]


def _two_way(concepts: Sequence[Hypothesis], size: int, messages: int, mu: Pairs) -> Fraction:
    """Bob's point decides what Alice sends about."""
    return Fraction(1) if messages > 1 else best_average(concepts, size, messages, mu)


def _point_by_point(
    concepts: Sequence[Hypothesis], _size: int, messages: int, mu: Pairs
) -> Fraction:
    """Bob answers with one value for all points."""
    best = Fraction(0)
    for sent in partitions(len(concepts), messages):
        total = Fraction(0)
        for m in set(sent):
            mass = [Fraction(0), Fraction(0)]
            for (i, x), p in mu.items():
                if sent[i] == m:
                    mass[concepts[i](x)] += p
            total += max(mass)
        best = max(best, total)
    return best


WRONG_AVERAGES: Mapping[str, Average] = {
    "one message more": lambda c, n, m, mu: best_average(c, n, m + 1, mu),
    "2^m messages": lambda c, n, m, mu: best_average(c, n, 1 << m, mu),
    "one message": lambda c, n, _, mu: best_average(c, n, 1, mu),
    "Bob's point decides the message": _two_way,
    "Bob does not look at his point": _point_by_point,
    "uniform pairs, whatever mu": lambda c, n, m, mu: best_average(
        c, n, m, dict.fromkeys(mu, Fraction(1, len(mu)))
    ),
}


def _one_message_more(
    concepts: Sequence[Hypothesis], size: int, messages: int
) -> Iterator[OneWayProtocol]:
    return sensible_protocols(concepts, size, messages + 1)


def _zero_if_unsure(
    concepts: Sequence[Hypothesis], size: int, messages: int
) -> Iterator[OneWayProtocol]:
    """Bob's answer is 0 where the concepts of a message differ."""
    for p in sensible_protocols(concepts, size, messages):
        cells = [
            [c for c, m in zip(concepts, p.messages, strict=True) if m == k]
            for k in range(len(p.answers))
        ]
        if all(
            a(x) == min(c(x) for c in cell)
            for a, cell in zip(p.answers, cells, strict=True)
            for x in range(size)
        ):
            yield p


def _neighbours_only(
    concepts: Sequence[Hypothesis], size: int, messages: int
) -> Iterator[OneWayProtocol]:
    """The concepts of a message follow each other, and Bob answers with one of them."""
    for p in sensible_protocols(concepts, size, messages):
        if all(a <= b for a, b in zip(p.messages, p.messages[1:], strict=False)) and all(
            answer in {Values.of(c, size) for c in concepts} for answer in p.answers
        ):
            yield p


WRONG_PROTOCOL_LISTS: Mapping[str, Rule] = {
    "one message more": _one_message_more,
    "Bob answers 0 if unsure": _zero_if_unsure,
    "runs of concepts, answered by concepts": _neighbours_only,
    "one message": lambda c, n, _: sensible_protocols(c, n, 1),
}


@dataclass(frozen=True, slots=True)
class WrongProductProtocol:
    """The protocol from a sample, with one thing wrong."""

    concepts: tuple[Any, ...]
    masses: tuple[Fraction, ...]
    bits: int
    how: str

    def __call__(self, pair: tuple[Hypothesis, int], coins: Coins[Fraction], /) -> Any:
        """What Bob returns."""
        concept, point = pair
        weights = self.masses
        if self.how == "points drawn given the concept":
            ones = [p * concept(x) for x, p in enumerate(self.masses)]
            weights = tuple(p / sum(ones) for p in ones) if sum(ones) else self.masses
        if self.how == "uniform points":
            weights = (Fraction(1, len(self.masses)),) * len(self.masses)
        drawn = Dist.weighted((x, p) for x, p in enumerate(weights) if p)
        if self.how == "one point, again and again":
            points = (coins.draw(drawn),) * self.bits
        else:
            count = self.bits - (self.how == "one bit fewer") + (self.how == "one bit more")
            points = tuple(coins.draw(drawn) for _ in range(max(0, count)))
        sent = [(x, concept(x)) for x in points]
        fits = [h for h in self.concepts if all(h(x) == y for x, y in sent)]
        if self.how == "the last concept":
            return fits[-1](point)
        if self.how == "Bob knows the concept":
            return concept(point)
        if self.how == "1 - the value":
            return 1 - fits[0](point)
        return fits[0](point)


def product_protocol(how: str) -> Callable[..., Any]:
    """A wrong one."""
    return lambda concepts, masses, bits: WrongProductProtocol(concepts, masses, bits, how)


WRONG_PRODUCT_PROTOCOLS: dict[str, Callable[..., Any]] = {
    how: product_protocol(how)
    for how in (
        "points drawn given the concept",
        "one point, again and again",
        "one bit fewer",
        "one bit more",
        "the last concept",
        "Bob knows the concept",
        "1 - the value",
    )
}
