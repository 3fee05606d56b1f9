"""Arbitrary mechanisms and digests for queries about keys, as pirates."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from operator import itemgetter
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, furthest, law_of, slack
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import words
from proofs_tests.strategies.mechanisms import Listed, listed, sequences
from reference.data.adjacency import replace_one
from reference.hardness.key_queries import (
    Decoded,
    DigestDecoder,
    MechanismPirate,
    Queries,
    queries,
)
from reference.hardness.traitor_tracing import Ciphertext, Hand, Key, OneTimePads, View
from reference.lower_bounds.fingerprinting_code import Matrix
from reference.lower_bounds.fingerprinting_experiment import Answers
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Sent = tuple[Ciphertext, ...]

HALF = Fraction(1, 2)
SCHEME = OneTimePads(2)
KEYS = [Key(1, (0, 0)), Key(1, (1, 1)), Key(2, (0, 1))]
SENT = st.tuples(*[st.sampled_from(words(2))] * 2)
ANSWERS = [*product((HALF, HALF / 2, Fraction(1)), repeat=2)]
VALUES = st.sampled_from([Fraction(n, 100) for n in (50, 0, 51, 49, 100)])


def is_off(means: Sequence[Fraction], error: Fraction, answers: Sequence[Fraction | int]) -> bool:
    """Whether some answer is, by so much; a bit is off by 1 if all keys read the other one."""
    return furthest(answers, means) >= error


def by_readings(
    said: Listed[Matrix, Answers], asked: Queries
) -> Mechanism[Hand, Answers, Fraction]:
    """A mechanism for queries about keys that answers by what each key reads, in order."""
    return lambda hand, coins: said(tuple(tuple(q(key) for q in asked) for key in hand), coins)


@property_of(
    (queries, MechanismPirate),
    {
        "the slot of the first": "each, slot) for => each, 0) for",
        "in the order given": "Dist.uniform(permutations(view.hand)) => Dist.point(view.hand)",
        "rounded at zero": "rounded(answers)  # 3 => tuple(int(a > 0) for a in answers)",
        "the keys are read": (
            "return rounded(answers) => asked = queries(self.scheme, view.sent)"
            "; return tuple(int(all(map(q, order))) for q in asked)"
        ),
    },
    examples=20,
    said=listed(product(words(2), repeat=2), ANSWERS),
    sent=SENT,
)
def test_pirates_are_available_and_private(
    made: Any, said: Listed[Matrix, Answers], sent: Sent
) -> Fraction:
    """Unavailable at most as often as some answer is off by 1/2; as private as the mechanism.

    And whatever the order of the keys is.
    """
    (ask, pirate), mechanism = made, partial(by_readings, said)
    asked = ask(SCHEME, sent)
    decoded = Decoded(pirate(SCHEME, mechanism), sent)
    universe = replace_one(KEYS[1:], 2, ordered=True)
    least: Fraction = slack(curve_of(decoded, universe), curve_of(mechanism(asked), universe))
    for hand in universe.databases():
        readings = [
            tuple((c[k.user - 1] + k.table[slot]) % 2 for slot, c in enumerate(sent)) for k in hand
        ]
        assert readings == [tuple(q(key) for q in asked) for key in hand]
        answers = Dist.uniform(permutations(readings)).bind(said.laws.__getitem__)
        found = law_of(decoded, hand)
        assert found == law_of(decoded, hand[::-1])
        means = [Fraction(sum(column), 2) for column in zip(*readings, strict=True)]
        far = answers.probability_that(partial(is_off, means, HALF))
        unavailable = found.probability_that(partial(is_off, means, Fraction(1)))
        least = min(least, at_most(unavailable, far, f"for {hand} how often it is unavailable"))
    return least


@property_of(
    MechanismPirate,
    {
        "forwards or backwards": "permutations(view.hand) => (view.hand, view.hand[::-1])",
        "round and round": (
            "permutations(view.hand) => view.hand[i:] + view.hand[:i] for i in (0, 1, 2)"
        ),
    },
    hand=st.permutations(KEYS).map(tuple),
    sent=SENT,
)
def test_the_order_of_the_keys_is_uniform(made: Any, hand: Hand, sent: Sent) -> None:
    """The mechanism has all of them; here it says of any two which is the first."""

    def order(seen: Hand) -> tuple[int, ...]:
        return tuple(int(seen.index(a) < seen.index(b)) for a, b in combinations(KEYS, 2))

    pirate = made(SCHEME, lambda _: lambda seen, __: tuple(map(Fraction, order(seen))))
    assert law_of(pirate, View(hand, sent)) == Dist.uniform(map(order, permutations(KEYS)))


@property_of(
    DigestDecoder,
    {
        "the digest is drawn again": "(y, q) => (coins.run(self.digest, view.hand), q)",
        "the data again": "self.evaluate(y, q) => self.evaluate(y, q) if not q.slot else "
        "Fraction(sum(map(q, view.hand)), len(view.hand))",
        "the keys in order": "self.digest, view.hand => self.digest, tuple(sorted(view.hand))",
        "the first query only": "for q in asked) => for q in asked[:1] * len(asked))",
    },
    digest=listed(sequences(KEYS, 1), range(3))
    | listed(sequences(KEYS, 1), range(3), everywhere=True),
    values=st.lists(VALUES, min_size=24, max_size=24),
    sent=SENT,
    order=st.permutations(KEYS).map(tuple),
)
def test_decoders_are_as_private_as_the_digest(
    made: Any, digest: Listed[Hand, int], values: list[Fraction], sent: Sent, order: Hand
) -> Fraction:
    """To each query alone it says whether what the digest answers is above 1/2.

    The digest has the keys as they are given.
    """
    whole = made(SCHEME, lambda hand, _: hand, lambda y, _: Fraction(y == order))
    assert law_of(whole, View(order, sent)) == Dist.point((1,) * len(sent))

    def value(slot: int, c: Ciphertext, y: int) -> Fraction:
        return values[8 * y + 4 * slot + 2 * c[0] + c[1]]

    decoded = Decoded(made(SCHEME, digest, lambda y, q: value(q.slot, q.sent, y)), sent)
    for (hand, law), (slot, c) in product(digest.laws.items(), enumerate(sent)):
        answer = law.map(partial(value, slot, c))
        assert law_of(decoded, hand).map(itemgetter(slot)) == answer.map(lambda a: int(a > HALF))
    universe = replace_one(KEYS, 1)
    return slack(curve_of(decoded, universe), curve_of(digest, universe))
