"""From protocols with one message to private learners."""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import blended, softmin
from proofs_tests.strategies.mechanisms import multisets
from proofs_tests.strategies.protocols import functions, public_coins
from reference.data.concept import empirical_errors, labelled_examples
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.reductions.learner_from_protocol import LearnerFromProtocol, coins_needed

EXAMPLES = labelled_examples(2)
PROTOCOLS = st.tuples(functions(2), functions(2)).flatmap(
    lambda concepts: st.tuples(st.just(concepts), public_coins(concepts, 2))
)
"""Two concepts on two points, and a public coin for them."""

ROOTS = st.sampled_from([Fraction(64), Fraction(2), Fraction(3, 2)])
"""Values of e^(eps/2)."""


@property_of(
    LearnerFromProtocol,
    {
        "one toss, again and again": "tuple(coins.draw(coin) for _ in range(self.tosses)) "
        "=> (coins.draw(coin),) * self.tosses",
        "different functions": "= self.hypotheses(drawn) => = tuple({*self.hypotheses(drawn)})",
        "errors cost twice as much": "self.size, self.eps) => self.size, self.eps * 2)",
    },
    protocol=PROTOCOLS,
    tosses=st.integers(1, 2),
    root=ROOTS,
    database=st.lists(st.sampled_from(EXAMPLES), max_size=2).map(tuple),
)
def test_every_message_of_every_toss_is_weighed(
    made: Any, protocol: Any, tosses: int, root: Fraction, database: Any
) -> Fraction:
    """By r^(-errors), r = e^(eps/2); at most e^eps is lost for a replaced example."""
    learner = made(protocol[1], 2, tosses, Epsilon(root, 2))
    wanted = []
    for drawn in product(protocol[1], repeat=tosses):
        found = [h for each, _ in drawn for h in each.answers]
        weighed = softmin([(h, empirical_errors(h, database)) for h in found], root)
        wanted.append((prod([p for _, p in drawn]), weighed))
    assert law_of(learner, database) == blended(wanted)
    universe = learner.universe(len(database))
    assert [*universe.databases()] == multisets(EXAMPLES, len(database))
    assert learner.guarantee == Guarantee(root**2, Fraction(0))
    return slack(curve_of(learner, universe), curve_of_guarantee(root**2, Fraction(0)))


@property_of(
    (LearnerFromProtocol, coins_needed),
    {
        "the first message alone": "in each.answers => in each.answers[:1]",
        "no example counts": "self.eps), database) => self.eps), ())",
        "log2(1/b)": "(2 / => (1 /",
    },
    protocol=PROTOCOLS,
    failure=st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 4), Fraction(1, 3)]),
    root=ROOTS,
    sample=st.lists(st.integers(0, 1), min_size=1, max_size=2),
)
def test_errors_are_few(
    made: Any, protocol: Any, failure: Fraction, root: Fraction, sample: list[int]
) -> Fraction:
    """Twice those of the protocol and t more with probability at most b/2 + k l r^-t.

    k is the least number of coins that are all bad with at most b/2, l the number of messages.
    """
    (learner, needed), (concepts, coin) = made, protocol
    tosses, rows = needed(failure), len(sample)
    assert 2**tosses * failure >= 2 > 2 ** (tosses - 1) * failure
    mistaken = max(
        sum(p for each, p in coin if each.answers[each.messages[i]](x) != c(x))
        for (i, c), x in product(enumerate(concepts), (0, 1))
    )
    messages = tosses * max(len(each.answers) for each, _ in coin)
    slacks: list[Fraction] = []
    for c in concepts:
        database = tuple((x, c(x)) for x in sample)
        law = law_of(learner(coin, 2, tosses, Epsilon(root, 2)), database)
        for t in range(1, rows + 1):
            beyond = [h for h in law if empirical_errors(h, database) >= 2 * mistaken * rows + t]
            slacks.append(failure / 2 + messages / root**t - sum(map(law.probability, beyond)))
    return min(slacks)
