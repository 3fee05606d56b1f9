"""From private learners to protocols with one message."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, samples
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions
from proofs_tests.strategies.laws import masses
from proofs_tests.strategies.mechanisms import pure
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, Values, all_functions, error, labelled_examples
from reference.data.database import Database
from reference.exact.interval import exp
from reference.reductions.protocol_from_learner import ProtocolFromLearner, draws_needed

EXAMPLES = labelled_examples(2)
OUTCOMES: tuple[Values | Bottom, ...] = (*all_functions(2), Bottom.BOTTOM)
LEARNERS = sized(st.integers(0, 2), lambda rows: pure(EXAMPLES, rows, OUTCOMES))
"""A number of examples, and a pure mechanism on so many that may return any function or bottom."""


@property_of(
    (ProtocolFromLearner, draws_needed),
    {
        "as for neighbours": "exp_eps**rows => exp_eps",
        "as if it never failed": "**rows / (1 - failure_probability) => **rows",
        "a bit more": "ceil_log2(self.messages) => ceil_log2(self.messages + 1)",
        "another base": "(self.base,) * self.rows => ((0, 0),) * self.rows",
        "bottom ends it": (
            "if h is not Bottom.BOTTOM: => if h is Bottom.BOTTOM: return 0\n            else:"
        ),
    },
    learner=LEARNERS,
    base=st.sampled_from(EXAMPLES),
    accuracy=st.sampled_from([Fraction(1, 2), Fraction(0)]) | PROBABILITIES,
    concept=functions(2),
    law=masses(2),
    miss=st.sampled_from([Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)]),
    numbers=st.tuples(st.integers(0, 1), st.sampled_from((3, 5, 0))),
)
def test_one_database_covers_all(
    made: Any,
    learner: Any,
    base: LabelledExample,
    accuracy: Fraction,
    concept: Values,
    law: tuple[Fraction, ...],
    miss: Fraction,
    numbers: tuple[int, int],
) -> Fraction:
    """Of so many draws one is good, but with probability g; e^(eps n) ln(1/g)/(1 - b) suffice.

    Bob answers as the first good one does, and 0 without one.
    """
    (protocol, needed), (rows, mechanism), (spare, most) = made, learner, numbers
    largest: Any = curve_of(mechanism, replace_one(EXAMPLES, rows, ordered=True)).max_ratio
    ratio = largest + spare

    def good(database: Database[LabelledExample]) -> dict[Values, Fraction]:
        found = law_of(mechanism, database)
        hypotheses = [h for h in found if isinstance(h, Values)]
        return {h: found.probability(h) for h in hypotheses if error(concept, h, law) <= accuracy}

    drawn = samples(enumerate(law), rows)
    success = sum(p * sum(good(tuple((x, concept(x)) for x in xs)).values()) for xs, p in drawn)
    draws, each = needed(ratio, rows, miss, 1 - success), success / ratio**rows
    assert exp((draws - 1) * each).certainly_less(1 / miss)
    assert refused(needed, ratio, rows, Fraction(1), 1 - success)
    assert refused(needed, ratio, rows, miss, -success)
    taken = good((base,) * rows)
    some, few = sum(taken.values(), Fraction(0)), min(draws, most)
    built = protocol(mechanism, rows, base, few, accuracy)
    assert (built.messages, built.bits) == (few + 1, few.bit_length())
    for x in range(2):
        ones = sum(q for h, q in taken.items() if h(x))
        said = law_of(built, (concept, law, x)).probability(1)
        assert said == ones / some * (1 - (1 - some) ** few)
    least = min(sum(good((row,) * rows).values(), Fraction(0)) for row in EXAMPLES)
    return at_most((1 - least) ** draws, miss, f"of {draws} draws the chance that none is good")
