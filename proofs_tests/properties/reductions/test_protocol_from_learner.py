"""From private learners to protocols with one message."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import listed, private, sequences
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import functions, masses
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Values, all_functions, error, labelled_examples
from reference.exact.interval import exp
from reference.reductions.protocol_from_learner import ProtocolFromLearner, draws_needed

EXAMPLES = labelled_examples(2)
OUTCOMES: tuple[Values | Bottom, ...] = (*all_functions(2), Bottom.BOTTOM)
LEARNERS = st.integers(0, 2).flatmap(
    lambda rows: st.tuples(
        st.just(rows),
        private(EXAMPLES, OUTCOMES) | listed(sequences(EXAMPLES, rows), OUTCOMES, everywhere=True),
    )
)
"""A number of examples, and a pure mechanism on so many that may return any function or bottom."""


@property_of(
    (ProtocolFromLearner, draws_needed),
    {
        "as for neighbours": "exp_eps**rows => exp_eps",
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
    miss=st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(1, 10)]),
)
def test_one_database_covers_all(
    made: Any, learner: Any, base: Any, accuracy: Fraction, concept: Any, law: Any, miss: Fraction
) -> Fraction:
    """Draws on it have a good one but with probability g; Bob is wrong with at most a + g.

    The first good draw answers: it is one as of a draw that is known to be good.
    """
    (protocol, needed), (rows, mechanism) = made, learner
    ratio: Any = curve_of(mechanism, replace_one(EXAMPLES, rows, ordered=True)).max_ratio

    def good(database: Any) -> dict[Values, Fraction]:
        found = law_of(mechanism, database)
        hypotheses = [h for h in found if isinstance(h, Values)]
        return {h: found.probability(h) for h in hypotheses if error(concept, h, law) <= accuracy}

    success = sum(
        p * sum(good(tuple((x, concept(x)) for x in xs)).values()) for xs, p in samples(law, rows)
    )
    draws, each = needed(ratio, rows, miss, 1 - success), success / ratio**rows
    assert not exp(draws * each).certainly_less(1 / miss)
    assert exp((draws - 1) * each).certainly_less(1 / miss)
    taken = good((base,) * rows)
    some, few = sum(taken.values(), Fraction(0)), min(draws, 5)
    built = protocol(mechanism, rows, base, few, accuracy)
    assert (built.messages, built.bits) == (few + 1, few.bit_length())
    wrong = Fraction(0)
    for x, p in enumerate(law):
        said = law_of(built, (concept, law, x))
        ones = sum(q for h, q in taken.items() if h(x))
        assert said.probability(1) == ones / some * (1 - (1 - some) ** few)
        wrong += p * said.probability(1 - concept(x))
    left: Fraction = miss - (1 - some) ** draws
    return left if draws > few else min(left, accuracy + miss - wrong)
