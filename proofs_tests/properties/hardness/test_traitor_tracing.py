"""One-time pads, malformed ciphertexts, and arbitrary pirates against arbitrary codes."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors import traitor_tracing as impostors
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import ListedCode, codes, pirates, words
from proofs_tests.strategies.mechanisms import Listed
from reference.hardness.traitor_tracing import (
    Ciphertext,
    Hand,
    Key,
    OneTimePads,
    PrivateKeyScheme,
    Table,
    TracingGame,
    View,
    best_decoder,
    broadcast,
    generate,
    is_available,
    reads,
)
from reference.lower_bounds.fingerprinting_code import Matrix, Verdict, Word
from reference.probability.dist import Dist

Pirate = Listed[View, Word]
Game = Callable[[ListedCode, PrivateKeyScheme, Pirate], Any]

PADS = OneTimePads(2)
TABLES = st.tuples(*[st.sampled_from(words(2))] * 3)
"""The keys of three users for two slots."""

COALITIONS = st.lists(st.integers(1, 3), max_size=3, unique=True)
TEAMS = st.sampled_from([(), (1,), (2,), (1, 2), (2, 1)])


def hand_of(team: Sequence[int], tables: Sequence[Table]) -> Hand:
    """The keys of a coalition."""
    return tuple(Key(user, tables[user - 1]) for user in team)


def plus(bits: Sequence[int], pads: Sequence[int]) -> Word:
    """The sums mod 2."""
    return tuple((b + p) % 2 for b, p in zip(bits, pads, strict=True))


@property_of(OneTimePads, impostors.WRONG_PADS, slots=st.integers(1, 3), number=st.integers(0, 7))
def test_pads_hide_and_are_undone(
    build: Callable[[int], OneTimePads], slots: int, number: int
) -> None:
    """What is encrypted, a bit in each slot, is read; and what is sent is uniform."""
    scheme, bits = build(slots), words(3)[number][:slots]
    keys = scheme.keys()

    def sent(table: Table) -> Word:
        return tuple(scheme.encrypt(table, b, j) for j, b in enumerate(bits))

    for table in keys:
        read = tuple(scheme.decrypt(table, c, j) for j, c in enumerate(sent(table)))
        assert read == bits
    assert keys.map(sent) == Dist.uniform(words(slots))


@property_of(
    (broadcast, reads),
    {
        "the first part": (broadcast, impostors.first_part),
        "the part of the next user": (broadcast, impostors.next_part),
        "the pad of the next slot": (broadcast, impostors.next_slot),
        "the key of user 1": (impostors.first_table, reads),
        "the last user is sent another bit": (impostors.flipped, reads),
    },
    tables=TABLES,
    bit=st.integers(0, 1),
    slot=st.integers(0, 1),
)
def test_every_user_reads_what_is_broadcast(
    parts: tuple[impostors.Send, impostors.Read], tables: tuple[Table, ...], bit: int, slot: int
) -> None:
    """And a part is the bit plus the user's pad of the slot."""
    send, read = parts
    sent = send(PADS, tables, bit, slot)
    assert sent == plus([bit] * 3, [table[slot] for table in tables])
    assert [read(PADS, key, sent, slot) for key in hand_of((1, 2, 3), tables)] == [bit] * 3


@property_of(
    generate,
    {
        "keys are not given": "held[user] if user in held else coins => coins",
        "one user fewer": "range(1, users + 1) => range(1, users)",
        "users from 0": "range(1, users + 1) => range(users)",
        "in reverse order": "(*tables, table) => (table, *tables)",
        "one key for all": "else coins => else tables[0] if tables else coins",
    },
    tables=TABLES,
    team=COALITIONS,
)
def test_other_keys_are_independent(
    make: Callable[..., tuple[Table, ...]], tables: tuple[Table, ...], team: list[int]
) -> None:
    """The keys of a coalition are as given, and all others uniform."""
    scheme = OneTimePads(1)
    given = [table[:1] for table in tables]
    hand = hand_of(team, given)
    found = law_of(lambda held, coins: make(scheme, 3, coins, held), hand)
    ways = product(*([t] if u in team else words(1) for u, t in enumerate(given, 1)))
    assert found == Dist.uniform(ways)


@property_of(
    is_available,
    {
        "as printed": impostors.printed_rule,
        "the first key decides": impostors.first_key_decides,
        "only where all read 1": impostors.ones_only,
        "only ciphertexts with equal parts": impostors.honest_only,
        "whatever is answered": impostors.always,
        "an empty hand may answer": impostors.empty_hand,
        "the first key and the last": impostors.first_and_last_key,
    },
    tables=TABLES,
    team=COALITIONS | st.just([1, 2, 3]),
    sent=st.tuples(*[st.sampled_from(words(3))] * 2),
    answers=st.sampled_from(words(2)),
)
def test_availability_by_definition(
    rule: impostors.Rule,
    tables: tuple[Table, ...],
    team: list[int],
    sent: tuple[Ciphertext, ...],
    answers: Word,
) -> None:
    """If all keys read b, and for no key any b does, the answer is b."""
    kept = True
    for j, (c, answer) in enumerate(zip(sent, answers, strict=True)):
        total = sum((c[user - 1] + tables[user - 1][j]) % 2 for user in team)
        kept &= (total > 0 or answer == 0) and (total < len(team) or answer == 1)
    assert rule(PADS, View(hand_of(team, tables), sent), answers) == kept


@st.composite
def games(draw: st.DrawFn) -> tuple[ListedCode, Hand, Pirate]:
    """A code for two users, the keys of some of them, and a pirate."""
    width = draw(st.integers(1, 2))
    tables = draw(st.tuples(*[st.sampled_from(words(width))] * 2))
    hand = hand_of(draw(TEAMS), tables)
    return draw(codes(2, width)), hand, draw(pirates(hand, 2, width))


@property_of(
    TracingGame,
    {
        "one bit for all users": impostors.OneBitForAll,
        "the first slot for all": "encrypt(t, b, slot) => encrypt(t, b, 0)",
        "new keys for all": "code.users, coins, hand) => code.users, coins)",
        "the answers reversed": impostors.AnswersReversed,
        "user 1 is always accused": impostors.AccusesUser1,
        "the bit of all users is asked for": impostors.AllKeysAsked,
        "all pirates are available": impostors.NeverUnavailable,
    },
    game=games(),
)
def test_law_of_the_verdict(build: Game, game: tuple[ListedCode, Hand, Pirate]) -> None:
    """User i reads row i of the matrix, so that an answer is available if it is feasible."""
    code, hand, pirate = game
    expected: defaultdict[Verdict, Fraction] = defaultdict(Fraction)
    width = len(next(iter(code.law)).words[0])
    held = dict(hand)
    ways = [[held[u]] if u in held else words(width) for u in (1, 2)]
    for book, tables in product(code.law, product(*ways)):
        columns = zip(zip(*book.words, strict=True), zip(*tables, strict=True), strict=True)
        law = pirate.laws[View(hand, tuple(plus(*column) for column in columns))]
        chance = code.law.probability(book) / len([*product(*ways)])
        for word in law:
            marks = [{book.words[u - 1][j] for u in held} for j in range(width)]
            kept = all(bit in mark for bit, mark in zip(word, marks, strict=True))
            accused = code.accused[book.words, word]
            expected[Verdict(kept, accused)] += chance * law.probability(word)
    found = law_of(build(code, OneTimePads(width), pirate), hand)
    assert {v: found.probability(v) for v in found} == expected


def most_framed(code: ListedCode, team: Sequence[int]) -> Fraction:
    """How often a coalition that sees its rows alone makes a feasible word that is not traced."""
    chances: defaultdict[Matrix, defaultdict[Word, Fraction]]
    chances = defaultdict(lambda: defaultdict(Fraction))
    for book in code.law:
        seen = tuple(book.words[user - 1] for user in team)
        for word in product(*({*column} for column in zip(*seen, strict=True))):
            missed = code.accused[book.words, word] not in team
            chances[seen][word] += missed * code.law.probability(book)
    return sum((max(each.values()) for each in chances.values()), Fraction(0))


def escapes(game: Any, hand: Hand) -> Fraction:  # noqa: ANN401
    """How often a pirate is available and nobody of its coalition is accused."""
    team = [key.user for key in hand]
    return law_of(game, hand).probability_that(lambda v: v.feasible and v.accused not in team)


@property_of(
    OneTimePads,
    {
        name: impostors.WRONG_PADS[name]
        for name in impostors.WRONG_PADS
        if name != "the bit and the pad"
    },
    code=codes(3, 2) | codes(3, 2, alike=2),
    keys=st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
def test_pirates_do_as_well_as_against_the_code(
    pads: Callable[[int], OneTimePads], code: ListedCode, keys: tuple[int, int]
) -> None:
    """The best of all pirates that are available escapes as often as the best that sees C_S."""
    scheme = pads(2)
    tables = sorted(scheme.keys())
    hand = tuple(Key(user, tables[i % len(tables)]) for user, i in enumerate(keys, 1))
    best = best_decoder(code, scheme, hand)
    assert best.chance == most_framed(code, (1, 2))
    assert escapes(TracingGame(code, scheme, best), hand) == best.chance


@property_of(
    TracingGame,
    {
        "the bit of all users is asked for": impostors.AllKeysAsked,
        "all pirates are available": impostors.NeverUnavailable,
    },
    code=codes(3, 1),
    hand_and_pirate=st.tuples(st.sampled_from([(1, 2), (1, 3), (3, 2), (3,), ()]), TABLES).flatmap(
        lambda drawn: st.tuples(
            st.just(hand_of(drawn[0], [table[:1] for table in drawn[1]])),
            pirates(hand_of(drawn[0], [table[:1] for table in drawn[1]]), 3, 1),
        )
    ),
)
def test_no_pirate_escapes_more_often(
    build: Game, code: ListedCode, hand_and_pirate: tuple[Hand, Pirate]
) -> Fraction:
    """An arbitrary pirate escapes at most as often as the best against the code."""
    hand, pirate = hand_and_pirate
    bound = most_framed(code, [key.user for key in hand]) if hand else Fraction(0)
    return bound - escapes(build(code, OneTimePads(1), pirate), hand)
