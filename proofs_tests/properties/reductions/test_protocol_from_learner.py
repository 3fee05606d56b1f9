"""From private learners to protocols with one message, and back."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import assume
from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import listed, mechanisms, private, sequences
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import functions, masses, public_coins
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Values, all_functions, labelled_examples
from reference.data.database import Database
from reference.exact.interval import exp
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.reductions.learner_from_protocol import LearnerFromProtocol, PublicCoin
from reference.reductions.protocol_from_learner import ProtocolFromLearner, draws_needed

Made = type[ProtocolFromLearner[Values, Fraction]]
Found = Values | Bottom
Learner = Mechanism[Database[tuple[int, int]], Found, Fraction]
Masses = tuple[Fraction, ...]
Needed = Callable[[Fraction, int, Fraction, Fraction], int]

EXAMPLES = labelled_examples(2)
"""On two points."""

OUTCOMES: tuple[Found, ...] = (*all_functions(2), Bottom.BOTTOM)
ANY = wrong(ProtocolFromLearner, "> self.accuracy => > 1")

ROWS = st.integers(0, 1)


def apart(concept: Values, found: Found, masses: Masses) -> Fraction:
    """The error, more than any other for bottom."""
    if isinstance(found, Bottom):
        return Fraction(2)
    both = zip(concept.values, found.values, masses, strict=True)
    return sum((p for c, h, p in both if c != h), Fraction(0))


@property_of(
    ProtocolFromLearner,
    {
        "error below a": "> self.accuracy => >= self.accuracy",
        "a draw more": "range(self.draws) => range(self.draws + 1)",
        "a row more": "* self.rows) => * (self.rows + 1))",
        "no message for none": "self.draws + 1 => self.draws",
        "1 for none": "return 0 => return 1",
        "bottom ends it": (
            "if h is not Bottom.BOTTOM: => if h is Bottom.BOTTOM: return 0\n            else:"
        ),
    },
    learner=ROWS.flatmap(lambda n: st.tuples(st.just(n), mechanisms(EXAMPLES, n, OUTCOMES))),
    base=st.sampled_from(EXAMPLES),
    draws=st.integers(0, 4),
    accuracy=st.sampled_from([Fraction(0), Fraction(1, 2)]) | PROBABILITIES,
    concept=functions(2),
    law=masses(2),
)
def test_the_first_good_draw_answers(
    made: Made,
    learner: tuple[int, Learner],
    base: tuple[int, int],
    draws: int,
    accuracy: Fraction,
    concept: Values,
    law: Masses,
) -> None:
    """It is one as of a draw that is known to be good, unless all draws are bad."""
    rows, base_learner = learner
    protocol = made(base_learner, rows, base, draws, accuracy)
    drawn = law_of(base_learner, (base,) * rows)
    good = {h: drawn.probability(h) for h in drawn if apart(concept, h, law) <= accuracy}
    some = sum(good.values(), Fraction(0))
    for x in (0, 1):
        ones = sum(
            (p for h, p in good.items() if isinstance(h, Values) and h.values[x]), Fraction(0)
        )
        wanted = ones / some * (1 - (1 - some) ** draws) if some else Fraction(0)
        assert law_of(protocol, (concept, law, x)).probability(1) == wanted
    assert protocol.messages == draws + 1
    assert protocol.bits == draws.bit_length()


def covered(
    parts: tuple[Made, Needed],
    learner: Learner,
    exp_eps: Fraction,
    rows: int,
    meeting: tuple[Values, Masses],
    miss: Fraction,
) -> Fraction:
    """What is left of a + g, the error that is promised for a = 1/2."""
    (made, needed), (concept, law), half = parts, meeting, Fraction(1, 2)

    def chance(database: Database[tuple[int, int]]) -> Fraction:
        found = law_of(learner, database)
        return found.probability_that(lambda h: apart(concept, h, law) <= half)

    success = sum(
        (p * chance(tuple((x, concept(x)) for x in xs)) for xs, p in samples(law, rows)),
        Fraction(0),
    )
    assume(success)
    draws = needed(exp_eps, rows, miss, 1 - success)
    step = success / exp_eps**rows
    assert not exp(draws * step).certainly_less(1 / miss)
    assert exp((draws - 1) * step).certainly_less(1 / miss)
    none = (1 - chance(((0, 0),) * rows)) ** draws
    assert none <= miss
    if draws > 8:
        return miss - none
    protocol = made(learner, rows, (0, 0), draws, half)
    wrong = sum(
        (
            p * law_of(protocol, (concept, law, x)).probability(1 - concept(x))
            for x, p in enumerate(law)
        ),
        Fraction(0),
    )
    return half + miss - wrong


@property_of(
    (ProtocolFromLearner, draws_needed),
    {
        "as for neighbours": "exp_eps**rows => exp_eps",
        "always accurate": " / (1 - failure_probability)) => )",
        "ln(1/g), rounded down": ".ceil() => .floor()",
        "any hypothesis is good": (ANY, draws_needed),
    },
    learner=st.integers(0, 2).flatmap(
        lambda n: st.tuples(
            st.just(n),
            private(EXAMPLES, OUTCOMES)
            | listed(sequences(EXAMPLES, n), OUTCOMES, everywhere=True),
        )
    ),
    meeting=st.tuples(functions(2), masses(2)),
    miss=st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(1, 10)]),
)
def test_one_database_covers_all(
    parts: tuple[Made, Needed],
    learner: tuple[int, Learner],
    meeting: tuple[Values, Masses],
    miss: Fraction,
) -> Fraction:
    """Draws on it have a good one but with probability g; Bob is wrong with at most a + g."""
    rows, base = learner
    ratio = curve_of(base, replace_one(EXAMPLES, rows, ordered=True)).max_ratio
    assert isinstance(ratio, Fraction)
    return covered(parts, base, ratio, rows, meeting, miss)


@property_of(
    (ProtocolFromLearner, draws_needed),
    {
        "no privacy": "exp_eps**rows => 1",
    },
    protocol=st.tuples(functions(2), functions(2)).flatmap(
        lambda concepts: st.tuples(st.just(concepts[0]), public_coins(concepts, 2))
    ),
    law=masses(2),
    root=st.sampled_from([Fraction(3, 2), Fraction(2)]),
)
def test_there_and_back(
    parts: tuple[Made, Needed],
    protocol: tuple[Values, PublicCoin],
    law: Masses,
    root: Fraction,
) -> Fraction:
    """A protocol from the learner from a protocol, by what the learner promises."""
    concept, coin = protocol
    learner = LearnerFromProtocol(coin, 2, 1, Epsilon(root, 2))
    exp_eps = learner.guarantee.exp_eps
    return covered(parts, learner, exp_eps, 1, (concept, law), Fraction(1, 2))
