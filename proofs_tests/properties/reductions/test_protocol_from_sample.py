"""From learning without privacy to protocols, for a point that is independent of the concept."""

from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of, samples
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions
from proofs_tests.strategies.laws import masses
from reference.data.concept import Values, error
from reference.reductions.protocol_from_sample import ProtocolFromSample

SIZE = 3


@property_of(
    ProtocolFromSample,
    {
        "one point, again and again": "tuple(coins.draw(drawn) for _ in range(self.bits)) "
        "=> (coins.draw(drawn),) * self.bits",
        "the first concept always": "for x, y in sample) => for x, y in sample[:0])",
        "the last concept": "in self.concepts => in self.concepts[::-1]",
        "Alice knows the point": "# 1 => + (point,)",
    },
    concepts=st.lists(functions(SIZE), min_size=2, max_size=3),
    law=masses(SIZE),
    bits=st.sampled_from((3, 2, 1, 0)),
    point=st.integers(0, SIZE - 1),
)
def test_a_class_of_few_is_learnt(
    made: type[ProtocolFromSample[Values]],
    concepts: list[Values],
    law: tuple[Fraction, ...],
    bits: int,
    point: int,
) -> Fraction:
    """Expected error: at most a + (1 - a) sum of (1 - a_h)^n over the h of errors a_h > a.

    Bob has the first concept that agrees with Alice's on the points of a sample.
    """
    protocol, c, answer = made(tuple(concepts), law, bits), concepts[-1], Fraction(0)
    assert refused(made, tuple(concepts), (law[0] + 2, law[1] - 2, law[2]), bits)
    for xs, chance in samples(enumerate(law), bits):
        answer += chance * next(h for h in concepts if all(h(x) == c(x) for x in xs))(point)
    assert law_of(protocol, (c, point)).probability(1) == answer
    slacks = []
    for c in {*concepts}:
        wrong = [law_of(protocol, (c, x)).probability(1 - c(x)) for x in range(SIZE)]
        expected = sum((p * q for p, q in zip(law, wrong, strict=True)), Fraction(0))
        errors = [error(c, h, law) for h in {*concepts}]
        for a in errors:
            missed = sum(((1 - e) ** bits for e in errors if e > a), Fraction(0))
            most = a + (1 - a) * missed
            slacks.append(at_most(expected, most, f"for c = {c} and a = {a} the error"))
    return min(slacks)
