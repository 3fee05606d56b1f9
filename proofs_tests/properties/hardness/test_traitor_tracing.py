"""One-time pads, malformed ciphertexts, and arbitrary pirates against arbitrary codes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import ListedCode, coalitions, codes, escaped, words
from proofs_tests.strategies.mechanisms import Listed, listed
from reference.hardness.traitor_tracing import (
    Hand,
    Key,
    OneTimePads,
    TracingGame,
    View,
    best_decoder,
    broadcast,
    generate,
    reads,
)
from reference.lower_bounds.fingerprinting_code import BestPirate, Word, best_pirate
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Best = Callable[..., BestPirate[View]]


@property_of(
    (OneTimePads, broadcast, reads, generate),
    {
        "one pad for all slots": (
            "Dist.uniform(product((0, 1), repeat=self.slots)) => "
            "Dist.uniform([(bit,) * self.slots for bit in (0, 1)])"
        ),
        "the bit and the pad": "bit ^ table => bit & table",
        "the part of the next user": "[key.user - 1] => [key.user % len(sent)]",
        "the key of user 1": "encrypt(table, bit, slot) for => encrypt(tables[0], bit, slot) for",
        "the last key again": "else coins => else tables[-1] if tables else coins",
    },
    bits=st.lists(st.integers(0, 1), min_size=1, max_size=2),
)
def test_every_user_reads_what_is_broadcast(made: tuple[Any, ...], bits: list[int]) -> None:
    """A bit in each slot; and what is sent to two users is uniform."""
    pads, send, read, keys = made
    scheme, slots = pads(len(bits)), range(len(bits))
    sent = {
        tables: tuple(send(scheme, tables, bits[j], j) for j in slots)
        for tables in product(scheme.keys(), repeat=2)
    }
    for tables, parts in sent.items():
        for key in (Key(1, tables[0]), Key(2, tables[1])):
            assert [read(scheme, key, parts[j], j) for j in slots] == bits
    both = scheme.keys().product(scheme.keys())
    assert law_of(lambda _, coins: keys(scheme, 2, coins), ()) == both
    assert both.map(sent.__getitem__) == Dist.uniform(product(words(2), repeat=len(bits)))


class Game(NamedTuple):
    """A code, the keys of a coalition, and its pirate."""

    code: ListedCode
    hand: Hand
    pirate: Listed[View, Word]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A code, the keys of a coalition, and a pirate."""
    users, width, alike = draw(st.sampled_from([(2, 2, 0), (3, 1, 2), (3, 1, 0)]))
    team = draw(st.sampled_from([t for t in coalitions(users) if len(t) >= width]))
    hand = tuple(Key(user, draw(st.sampled_from(words(width)))) for user in team)
    views = [View(hand, sent) for sent in product(words(users), repeat=width)]
    return Game(draw(codes(users, width, alike)), hand, draw(listed(views, words(width))))


@property_of(
    (TracingGame, best_decoder),
    {
        "user 1 is accused": "self.code.trace(book, word) => 1",
        "always available": "is_available(self.scheme, view, word) => True",
        "the first key reads": "read_by(scheme, v), book => read_by(scheme, v)[:1], book",
    },
    game=games(),
)
def test_no_pirate_does_better_than_against_the_code(
    made: tuple[Any, Best], game: Game
) -> Fraction:
    """The best available one escapes as often as the best that sees C_S, no other more often."""

    def escapes(decoder: Mechanism[View, Word, Fraction]) -> Fraction:
        return escaped(law_of(tracing(code, scheme, decoder), hand), team)

    (code, hand, pirate), (tracing, best_of) = game, made
    team = tuple(key.user for key in hand)
    scheme = OneTimePads(len(next(iter(pirate.laws)).sent))
    best, most = best_of(code, scheme, hand), best_pirate(code, team).chance
    assert best.chance == most
    assert escapes(best) == most
    return at_most(escapes(pirate), most, "how often the pirate escapes")
