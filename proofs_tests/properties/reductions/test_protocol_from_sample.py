"""From learning without privacy to protocols, for a point that is independent of the concept."""

from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.protocols import functions, masses
from reference.data.concept import Values
from reference.reductions.protocol_from_sample import ProtocolFromSample

Made = type[ProtocolFromSample[Values]]
Class = tuple[Values, ...]
Masses = tuple[Fraction, ...]

SIZE = 3

CLASSES = st.lists(functions(SIZE), min_size=1, max_size=4).map(tuple)
BITS = st.integers(0, 3)


def chance_of_points(law: Masses, seen: frozenset[int], bits: int) -> Fraction:
    """Of drawing these points and no others: by inclusion and exclusion."""
    subsets = [t for k in range(len(seen) + 1) for t in combinations(sorted(seen), k)]
    return sum(
        (
            (-1) ** (len(seen) - len(t)) * sum((law[x] for x in t), Fraction(0)) ** bits
            for t in subsets
        ),
        Fraction(0),
    )


@property_of(
    ProtocolFromSample,
    {
        "one point, again and again": "tuple(coins.draw(drawn) for _ in range(self.bits)) "
        "=> (coins.draw(drawn),) * self.bits",
        "a bit more": "range(self.bits) => range(self.bits + 1)",
        "uniform points": "((x, p) for => ((x, Fraction(1)) for",
        "the last concept": "in self.concepts => in self.concepts[::-1]",
        "one value is enough": "if all( => if not sample or any(",
        "Bob knows the concept": "strict=True)))(point) => strict=True))) and concept(point)",
    },
    concepts=CLASSES,
    law=masses(SIZE),
    bits=BITS,
)
def test_the_points_that_are_seen_decide(
    made: Made, concepts: Class, law: Masses, bits: int
) -> None:
    """Bob has the first concept with their values."""
    protocol = made(concepts, law, bits)
    every = [frozenset(t) for k in range(SIZE + 1) for t in combinations(range(SIZE), k)]
    for c in concepts:
        first = {s: next(h for h in concepts if not any(h(x) ^ c(x) for x in s)) for s in every}
        for x in range(SIZE):
            ones = [chance_of_points(law, s, bits) for s in every if first[s](x)]
            assert law_of(protocol, (c, x)).probability(1) == sum(ones)


@property_of(
    ProtocolFromSample,
    {
        "the first concept, whatever its values": "all(h(x) == y for x, y in sample) => True",
        "a bit less": "range(self.bits) => range(self.bits - 1)",
        "1 - the value": "strict=True)))(point) => strict=True)))(point) ^ 1",
    },
    concepts=CLASSES,
    law=masses(SIZE),
    bits=BITS,
)
def test_errors_are_those_of_a_class_of_few(
    made: Made, concepts: Class, law: Masses, bits: int
) -> Fraction:
    """Expected: at most a + (1 - a) times sum of (1 - a_h)^n over the h of errors a_h > a."""
    protocol = made(concepts, law, bits)
    slacks = []
    for c in concepts:
        wrongs = [law_of(protocol, (c, x)).probability(1 - c(x)) for x in range(SIZE)]
        error = sum((p * q for p, q in zip(law, wrongs, strict=True)), Fraction(0))
        errors = [
            sum((p for x, p in enumerate(law) if h(x) != c(x)), Fraction(0)) for h in {*concepts}
        ]
        for a in errors:
            missed = sum(((1 - e) ** bits for e in errors if e > a), Fraction(0))
            slacks.append(a + (1 - a) * missed - error)
    return min(slacks)


@property_of(
    ProtocolFromSample,
    {
        "Alice knows the point": "# 1 => + (point,)",
    },
    concepts=CLASSES,
    law=masses(SIZE),
    bits=BITS,
)
def test_values_where_nothing_is_drawn_are_not_sent(
    made: Made, concepts: Class, law: Masses, bits: int
) -> None:
    """Concepts that agree on all points of positive mass are answered alike."""
    protocol = made(concepts, law, bits)
    for c, other in combinations(concepts, 2):
        if all(c(x) == other(x) for x in range(SIZE) if law[x] and bits):
            for x in range(SIZE):
                assert law_of(protocol, (c, x)) == law_of(protocol, (other, x))
