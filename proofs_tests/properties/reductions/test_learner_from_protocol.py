"""From protocols with one message to private learners."""

from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, samples, slack
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions, softmin
from proofs_tests.strategies.mechanisms import multisets
from reference.data.concept import (
    Hypothesis,
    LabelledExample,
    Values,
    empirical_errors,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.one_way_protocol import OneWayProtocol
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.reductions.learner_from_protocol import LearnerFromProtocol, coins_needed

EXAMPLES = labelled_examples(2)
ROOTS = st.sampled_from([Fraction(64), Fraction(2), Fraction(3, 2)])
"""Values of e^(eps/2)."""

Coin = tuple[tuple[OneWayProtocol, Fraction], ...]


class Case(NamedTuple):
    """Two concepts on two points, and a public coin for them."""

    concepts: tuple[Values, ...]
    coin: Coin


def arbitrary(messages: int, concepts: tuple[Values, ...]) -> st.SearchStrategy[OneWayProtocol]:
    """A protocol with so many messages, for two concepts."""
    sent = st.tuples(*[st.integers(0, messages - 1)] * 2)
    answers = st.tuples(*[st.sampled_from(concepts) | functions(2)] * messages)
    return st.builds(OneWayProtocol, sent, answers)


def public_coins(concepts: tuple[Values, ...]) -> st.SearchStrategy[Coin]:
    """One or two protocols, without errors or arbitrary, with any probabilities."""
    without_errors = st.just(OneWayProtocol((0, 1), concepts))
    others = arbitrary(1, concepts) | arbitrary(2, concepts)
    weighted = st.tuples(without_errors | others, st.integers(1, 4))
    return st.lists(weighted, min_size=1, max_size=2).map(
        lambda found: tuple((p, Fraction(w, sum(v for _, v in found))) for p, w in found)
    )


CASES = st.tuples(functions(2), functions(2)).flatmap(
    lambda concepts: st.builds(Case, st.just(concepts), public_coins(concepts))
)


@property_of(
    LearnerFromProtocol,
    {
        "one toss, again and again": "tuple(coins.draw(coin) for _ in range(self.tosses)) "
        "=> (coins.draw(coin),) * self.tosses",
        "protocols that are never drawn": "default=-1) <= 0 => default=-1) < 0",
        "different functions": "= self.hypotheses(drawn) => = tuple({*self.hypotheses(drawn)})",
    },
    case=CASES,
    tosses=st.sampled_from((2, 1)),
    root=ROOTS,
    database=st.lists(st.sampled_from(EXAMPLES), max_size=2).map(tuple),
)
def test_every_message_of_every_toss_is_weighed(
    made: Any, case: Case, tosses: int, root: Fraction, database: Database[LabelledExample]
) -> None:
    """By r^(-errors), r = e^(eps/2).  Every protocol of the coin is drawn at times."""
    assert refused(made, (*case[1], (case[1][0][0], Fraction(0))), 2, tosses, Epsilon(root, 2))

    def weighed(drawn: tuple[OneWayProtocol, ...]) -> Dist[Hypothesis, Fraction]:
        found = [h for each in drawn for h in each.answers]
        return softmin([(h, empirical_errors(h, database)) for h in found], root)

    learner = made(case[1], 2, tosses, Epsilon(root, 2))
    assert law_of(learner, database) == Dist.weighted(samples(case[1], tosses)).bind(weighed)


@property_of(
    LearnerFromProtocol,
    {"errors cost twice as much": "self.size, self.eps) => self.size, self.eps * 2)"},
    case=CASES,
    tosses=st.sampled_from((2, 1)),
    root=ROOTS,
    rows=st.sampled_from((2, 1, 0)),
)
def test_it_loses_eps_for_a_replaced_example(
    made: Any, case: Case, tosses: int, root: Fraction, rows: int
) -> Fraction:
    """At most, whatever protocols there are, as it promises."""
    learner = made(case[1], 2, tosses, Epsilon(root, 2))
    universe = learner.universe(rows)
    assert [*universe.databases()] == multisets(EXAMPLES, rows)
    assert learner.guarantee == Guarantee(root**2, Fraction(0))
    return slack(curve_of(learner, universe), curve_of_guarantee(root**2, Fraction(0)))


@property_of(
    (LearnerFromProtocol, coins_needed),
    {
        "the first message alone": "in each.answers => in each.answers[:1]",
        "no example counts": "self.eps), database) => self.eps), ())",
        "log2(1/b)": "(2 / => (1 /",
    },
    case=CASES,
    failure=st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 4), Fraction(1, 3)]),
    root=st.sampled_from([Fraction(64), Fraction(8)]),
    sample=st.lists(st.integers(0, 1), min_size=1, max_size=2),
)
def test_errors_are_few(
    made: Any, case: Case, failure: Fraction, root: Fraction, sample: list[int]
) -> Fraction:
    """Twice those of the protocol and t more with probability at most b/2 + k l r^-t.

    k is the least number of coins that are all bad with at most b/2, l the number of messages.
    """
    (learner, needed), (concepts, coin) = made, case
    tosses, rows = needed(failure), len(sample)
    assert all(refused(needed, Fraction(often)) for often in (0, 1 + failure))
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
            slacks.append(
                at_most(
                    sum(map(law.probability, beyond), Fraction(0)),
                    failure / 2 + messages / root**t,
                    f"for c = {c} to have {2 * mistaken * rows + t} errors or more: the chance",
                )
            )
    return min(slacks)
