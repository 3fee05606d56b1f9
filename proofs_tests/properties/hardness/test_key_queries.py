"""Arbitrary mechanisms and digests for queries about keys, as pirates."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from hypothesis import strategies as st

from audits.claims.vt14.impostors import traitor_tracing as impostors
from audits.claims.vt14.laws.traitor_tracing import unanimous_kept
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import ByReadings, all_keys_of, answering, words
from proofs_tests.strategies.mechanisms import Listed, listed, sequences
from reference.data.adjacency import replace_one
from reference.hardness.key_queries import (
    Decoded,
    Decrypts,
    DigestDecoder,
    MechanismPirate,
    queries,
)
from reference.hardness.traitor_tracing import Ciphertext, Hand, Key, OneTimePads, View
from reference.lower_bounds.fingerprinting_code import Word
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Sent = tuple[Ciphertext, ...]
Pirate = Mechanism[View, Word, Fraction]
Build = Callable[[OneTimePads, ByReadings], Pirate]

SENT = st.lists(st.sampled_from(words(2)), min_size=1, max_size=2).map(tuple)
"""One ciphertext or two, for two users."""


def read(key: Key, sent: Sent) -> Word:
    """Sums mod 2."""
    return tuple((c[key.user - 1] + key.table[slot]) % 2 for slot, c in enumerate(sent))


@property_of(
    queries,
    {
        "the slot of the first": "each, slot) for => each, 0) for",
        "the part of user 1": wrong(queries, reads=lambda s, k, c, j: s.decrypt(k.table, c[0], j)),
        "in reverse order": lambda scheme, sent: queries(scheme, sent[::-1]),
    },
    sent=SENT,
    key=st.sampled_from(all_keys_of(2, 2)),
)
def test_queries_are_readings(
    ask: Callable[[OneTimePads, Sent], tuple[Decrypts, ...]], sent: Sent, key: Key
) -> None:
    """The query of a ciphertext is the bit that a key reads, its part plus the pad of its slot."""
    assert tuple(q(key) for q in ask(OneTimePads(2), sent)) == read(key, sent)


WRONG = {
    "the key of the row number": impostors.ByRowNumber,
    "rounded at zero": impostors.RoundedAtZero,
    "the first key": impostors.TheFirstKey,
    "always 0": impostors.AlwaysZero,
    "a half is rounded up": wrong(
        MechanismPirate, rounded=lambda answers: tuple(int(2 * a >= 1) for a in answers)
    ),
    "in the order given": "Dist.uniform(permutations(view.hand)) => Dist.point(view.hand)",
}
HANDS = st.lists(st.sampled_from(all_keys_of(2, 2)), min_size=1, max_size=2).map(tuple)


def asked() -> st.SearchStrategy[tuple[Hand, Sent, ByReadings]]:
    """Keys, what is sent, and a mechanism for so many keys and queries."""
    return st.tuples(HANDS, SENT).flatmap(
        lambda drawn: st.tuples(
            st.just(drawn[0]), st.just(drawn[1]), answering(len(drawn[0]), len(drawn[1]))
        )
    )


@property_of(MechanismPirate, WRONG, case=asked())
def test_law_of_the_rounded_answers(build: Build, case: tuple[Hand, Sent, ByReadings]) -> None:
    """It is that of the answers above 1/2, all orders of the keys equally likely."""
    hand, sent, mechanism = case
    orders = Dist.uniform(tuple(read(key, sent) for key in order) for order in permutations(hand))
    answers = orders.bind(lambda readings: mechanism.laws[readings])
    found = law_of(Decoded(build(OneTimePads(2), mechanism), sent), hand)
    assert found == answers.map(lambda all_: tuple(int(a > Fraction(1, 2)) for a in all_))


@property_of(
    MechanismPirate,
    {name: WRONG[name] for name in ("the key of the row number", "rounded at zero", "always 0")},
    case=asked(),
)
def test_pirates_are_available_unless_an_answer_is_far(
    build: Build, case: tuple[Hand, Sent, ByReadings]
) -> Fraction:
    """A pirate is unavailable at most as often as some answer is off by 1/2."""
    hand, sent, mechanism = case
    readings = [read(key, sent) for key in hand]
    means = [Fraction(sum(column), len(hand)) for column in zip(*readings, strict=True)]
    orders = [*permutations(readings)]
    far = sum(
        (
            mechanism.laws[order].probability_that(
                lambda answers: any(
                    abs(a - mean) >= Fraction(1, 2) for a, mean in zip(answers, means, strict=True)
                )
            )
            for order in orders
        ),
        Fraction(0),
    ) / len(orders)
    found = law_of(Decoded(build(OneTimePads(2), mechanism), sent), hand)
    return far - found.probability_that(lambda word: not unanimous_kept(sent, hand, word))


@property_of(
    MechanismPirate,
    {
        "the first key": impostors.TheFirstKey,
        "the pads of the keys": (
            "return rounded(answers) => return tuple(key.table[0] for key in order)"
        ),
    },
    mechanism=answering(2, 1),
    sent=st.sampled_from(words(2)),
)
def test_pirates_are_as_private_as_the_mechanism(
    build: Build, mechanism: ByReadings, sent: Ciphertext
) -> Fraction:
    """The privacy curve in the keys is at most that of the mechanism for the queries."""
    scheme, universe = OneTimePads(1), replace_one(all_keys_of(2, 1), 2, ordered=True)
    base = mechanism(queries(scheme, (sent,)))
    found = curve_of(Decoded(build(scheme, mechanism), (sent,)), universe)
    return slack(found, curve_of(base, universe))


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Any answer to a query from a digest 0, 1 or 2."""

    values: tuple[Fraction, ...]

    def __call__(self, digest: int, query: Decrypts, /) -> Fraction:
        """A value for each slot and ciphertext."""
        return self.at(digest, query.slot, query.sent)

    def at(self, digest: int, slot: int, sent: Ciphertext) -> Fraction:
        """That value."""
        return self.values[8 * digest + 4 * slot + 2 * sent[0] + sent[1]]


Digest = Listed[Hand, int]
Decoder = Callable[[OneTimePads, Digest, Evaluated], Pirate]

SOME_KEYS = [Key(1, (0, 0)), Key(1, (1, 1)), Key(2, (0, 1))]
DIGESTS = listed(sequences(SOME_KEYS, 1), range(3))
EVALUATED = st.tuples(
    *[st.sampled_from([Fraction(n, 100) for n in (50, 0, 51, 49, 100)])] * 24
).map(Evaluated)
WRONG_DIGESTS = {
    "the digest is drawn again": impostors.DigestRedrawn,
    "the data again": impostors.DataReopened,
}
TWO_SENT = st.tuples(*[st.sampled_from(words(2))] * 2)


@property_of(
    DigestDecoder,
    WRONG_DIGESTS
    | {
        "a half is rounded up": wrong(
            DigestDecoder, rounded=lambda answers: tuple(int(2 * a >= 1) for a in answers)
        ),
        "the first query only": "for q in asked) => for q in asked[:1] * len(asked))",
    },
    digest=DIGESTS,
    evaluate=EVALUATED,
    sent=TWO_SENT,
    key=st.sampled_from(SOME_KEYS),
)
def test_law_of_what_a_digest_answers(
    build: Decoder, digest: Digest, evaluate: Evaluated, sent: Sent, key: Key
) -> None:
    """One digest answers all queries, each by whether its value is above 1/2."""

    def word(y: int) -> Word:
        return tuple(int(evaluate.at(y, j, c) > Fraction(1, 2)) for j, c in enumerate(sent))

    found = law_of(Decoded(build(OneTimePads(2), digest, evaluate), sent), (key,))
    assert found == digest.laws[key,].map(word)


@property_of(
    DigestDecoder,
    WRONG_DIGESTS,
    digest=DIGESTS | listed(sequences(SOME_KEYS, 1), range(3), everywhere=True),
    evaluate=EVALUATED,
    sent=TWO_SENT,
)
def test_decoders_are_as_private_as_the_digest(
    build: Decoder, digest: Digest, evaluate: Evaluated, sent: Sent
) -> Fraction:
    """The privacy curve is at most that of the digest, for any number of ciphertexts."""
    universe = replace_one(SOME_KEYS, 1)
    found = curve_of(Decoded(build(OneTimePads(2), digest, evaluate), sent), universe)
    return slack(found, curve_of(digest, universe))
