"""From protocols with one message to private learners."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import functions, masses, public_coins
from reference.data.concept import Values, empirical_errors, error
from reference.data.database import Database
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.reductions.learner_from_protocol import (
    LearnerFromProtocol,
    PublicCoin,
    coins_needed,
)

Made = type[LearnerFromProtocol[Fraction]]
Class = tuple[Values, ...]

EXAMPLES = tuple(product((0, 1), repeat=2))
"""On two points."""

PROTOCOLS = st.tuples(functions(2), functions(2)).flatmap(
    lambda concepts: st.tuples(st.just(concepts), public_coins(concepts, 2))
)
"""Two concepts on two points, and a public coin for them."""

COINS = PROTOCOLS.map(lambda found: found[1])
TOSSES = st.integers(1, 2)
ROOTS = st.sampled_from([Fraction(2), Fraction(3, 2), Fraction(64)])
"""Values of e^(eps/2)."""

NO_EXAMPLE = wrong(LearnerFromProtocol, "self.eps), database) => self.eps), ())")
FIRST_MESSAGE = wrong(LearnerFromProtocol, "in each.answers => in each.answers[:1]")


def mistaken(coin: PublicCoin, concepts: Class) -> Fraction:
    """The probability of a wrong answer, on the worst pair."""
    return max(
        sum((p for each, p in coin if each.answers[each.messages[i]](x) != c(x)), Fraction(0))
        for (i, c), x in product(enumerate(concepts), (0, 1))
    )


@property_of(
    LearnerFromProtocol,
    {
        "one toss, again and again": "tuple(coins.draw(coin) for _ in range(self.tosses)) "
        "=> (coins.draw(coin),) * self.tosses",
        "a toss more": "range(self.tosses) => range(self.tosses + 1)",
        "the first message alone": FIRST_MESSAGE,
        "different functions": "= self.hypotheses(drawn) => = tuple({*self.hypotheses(drawn)})",
        "no example counts": NO_EXAMPLE,
    },
    coin=COINS,
    tosses=TOSSES,
    root=ROOTS,
    database=st.lists(st.sampled_from(EXAMPLES), max_size=2).map(tuple),
)
def test_every_message_of_every_toss_is_weighed(
    made: Made, coin: PublicCoin, tosses: int, root: Fraction, database: Database[tuple[int, int]]
) -> None:
    """By r^(-errors), r = e^(eps/2): a sum over all tosses."""
    wanted: dict[Values, Fraction] = {}
    for drawn in product(coin, repeat=tosses):
        found = [h for each, _ in drawn for h in each.answers]
        weights = [prod(1 / root for x, y in database if h(x) != y) for h in found]
        for h, w in zip(found, weights, strict=True):
            share = prod((p for _, p in drawn), start=Fraction(w, sum(weights)))
            wanted[h] = wanted.get(h, Fraction(0)) + share
    law = law_of(made(coin, 2, tosses, Epsilon(root, 2)), database)
    assert {h: law.probability(h) for h in law} == wanted


@property_of(
    LearnerFromProtocol,
    {
        "errors cost twice as much": "self.size, self.eps) => self.size, self.eps * 2)",
        "examples of fewer points": "labelled_examples(self.size) => labelled_examples(1)",
    },
    coin=COINS,
    tosses=TOSSES,
    root=ROOTS,
    rows=st.just(2) | st.integers(0, 2),
)
def test_no_more_is_lost_than_is_promised(
    made: Made, coin: PublicCoin, tosses: int, root: Fraction, rows: int
) -> Fraction:
    """At most e^eps for a replaced example, whatever the protocol."""
    learner = made(coin, 2, tosses, Epsilon(root, 2))
    universe = learner.universe(rows)
    assert [*universe.databases()] == [*combinations_with_replacement(EXAMPLES, rows)]
    promised = learner.guarantee
    assert promised == Guarantee(root**2, Fraction(0))
    found = curve_of(learner, universe)
    return slack(found, curve_of_guarantee(root**2, Fraction(0)))


@property_of(
    (LearnerFromProtocol, coins_needed),
    {
        "the first message alone": (FIRST_MESSAGE, coins_needed),
        "log2(1/b)": "(2 / => (1 /",
        "log2(1/b) + 2": "(2 / => (4 /",
    },
    protocol=PROTOCOLS,
    point=masses(2),
    failure=PROBABILITIES.filter(bool),
)
def test_some_coin_has_a_good_function(
    parts: tuple[Made, Callable[[Fraction], int]],
    protocol: tuple[Class, PublicCoin],
    point: tuple[Fraction, ...],
    failure: Fraction,
) -> Fraction:
    """Of error at most twice that of the protocol, but with probability b/2."""
    (made, needed), (concepts, coin) = parts, protocol
    tosses, most = needed(failure), 2 * mistaken(coin, concepts)
    assert 2**tosses * failure >= 2 > 2 ** (tosses - 1) * failure
    learner = made(coin, 2, tosses, Epsilon(Fraction(1)))
    bad = [
        sum(
            p
            for each, p in coin
            if all(error(c, h, point) > most for h in learner.hypotheses((each,)))
        )
        for c in concepts
    ]
    return failure / 2 - max(bad) ** tosses


@property_of(
    LearnerFromProtocol,
    {"no example counts": NO_EXAMPLE, "the first message alone": FIRST_MESSAGE},
    protocol=PROTOCOLS,
    tosses=TOSSES,
    root=st.just(Fraction(64)) | ROOTS,
    sample=st.lists(st.integers(0, 1), min_size=1, max_size=2),
)
def test_errors_are_few(
    made: Made, protocol: tuple[Class, PublicCoin], tosses: int, root: Fraction, sample: list[int]
) -> Fraction:
    """Those of the protocol and t more with probability at most 2^-k + k m r^-t, r = e^(eps/2)."""
    concepts, coin = protocol
    most = 2 * mistaken(coin, concepts) * len(sample)
    messages = tosses * max(len(each.answers) for each, _ in coin)
    slacks = []
    for c in concepts:
        database = tuple((x, c(x)) for x in sample)
        law = law_of(made(coin, 2, tosses, Epsilon(root, 2)), database)
        for t in range(1, len(sample) + 1):
            beyond = [h for h in law if empirical_errors(h, database) >= most + t]
            failure = sum((law.probability(h) for h in beyond), Fraction(0))
            slacks.append(Fraction(1, 2**tosses) + messages / root**t - failure)
    return min(slacks)
