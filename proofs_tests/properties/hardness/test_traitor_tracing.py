"""One-time pads, malformed ciphertexts, and arbitrary pirates against arbitrary codes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.impostors import traitor_tracing as impostors
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import ListedCode, codes, pirates, words
from proofs_tests.strategies.codes import allowed, coalitions
from proofs_tests.strategies.mechanisms import Listed
from reference.hardness.traitor_tracing import (
    Hand,
    Key,
    OneTimePads,
    TracingGame,
    View,
    best_decoder,
    broadcast,
    reads,
)
from reference.lower_bounds.fingerprinting_code import BestPirate, Verdict, Word, best_pirate
from reference.probability.dist import Dist

Game = tuple[ListedCode, Hand, Listed[View, Word]]
Best = Callable[..., BestPirate[View]]


@property_of(
    (OneTimePads, broadcast, reads),
    {
        "one pad for all slots": (impostors.OnePad, broadcast, reads),
        "the bit and the pad": (impostors.Masked, broadcast, reads),
        "the part of the next user": (OneTimePads, broadcast, impostors.next_part),
        "the key of user 1": (OneTimePads, impostors.first_table, reads),
    },
    bits=st.lists(st.integers(0, 1), min_size=1, max_size=2),
)
def test_every_user_reads_what_is_broadcast(made: tuple[Any, ...], bits: list[int]) -> None:
    """A bit in each slot; and what is sent to two users is uniform."""
    pads, send, read = made
    scheme, slots = pads(len(bits)), range(len(bits))
    sent = {
        tables: tuple(send(scheme, tables, bits[j], j) for j in slots)
        for tables in product(scheme.keys(), repeat=2)
    }
    for tables, parts in sent.items():
        for key in (Key(1, tables[0]), Key(2, tables[1])):
            assert [read(scheme, key, parts[j], j) for j in slots] == bits
    both = scheme.keys().product(scheme.keys())
    assert both.map(sent.__getitem__) == Dist.uniform(product(words(2), repeat=len(bits)))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A code, the keys of a coalition, and a pirate."""
    users, width = draw(st.sampled_from([(2, 2), (3, 1), (2, 1)]))
    team = draw(st.sampled_from([team for team in coalitions(users) if team or width == 1]))
    hand = tuple(Key(user, draw(st.sampled_from(words(width)))) for user in team)
    return draw(codes(users, width)), hand, draw(pirates(hand, users, width))


@property_of(
    (OneTimePads, TracingGame, best_decoder),
    {
        "the first slot for all": (impostors.FirstSlot, TracingGame, best_decoder),
        "the answers reversed": (OneTimePads, impostors.AnswersReversed, best_decoder),
        "all keys are asked": (OneTimePads, impostors.AllKeysAsked, best_decoder),
        "the first key reads": "read_by(scheme, v), book => read_by(scheme, v)[:1], book",
    },
    game=games(),
)
def test_no_pirate_does_better_than_against_the_code(
    made: tuple[Any, Any, Best], game: Game
) -> Fraction:
    """User i reads row i of the matrix, so that an answer is available if it is feasible.

    The best available pirate escapes as often as the best that sees C_S, and no other more often.
    """

    def escapes(verdicts: Dist[Verdict, Fraction]) -> Fraction:
        return verdicts.probability_that(lambda v: v.feasible and v.accused not in team)

    (code, hand, pirate), (pads, tracing, best_of) = game, made
    held, team, found = dict(hand), tuple(key.user for key in hand), []
    scheme = pads(len(next(iter(pirate.laws)).sent))
    tables = [
        [held[user]] if user in held else words(scheme.slots) for user in range(1, code.users + 1)
    ]
    for book, drawn in product(code.law, product(*tables)):
        columns = zip(zip(*book.words, strict=True), zip(*drawn, strict=True), strict=True)
        sent = tuple(tuple((b + p) % 2 for b, p in zip(*each, strict=True)) for each in columns)
        feasible = allowed(tuple(book.words[user - 1] for user in team))
        law = pirate.laws[View(hand, sent)]
        for word in law:
            verdict = Verdict(word in feasible, code.accused[book.words, word])
            found.append((verdict, code.law.probability(book) * law.probability(word)))
    judged = law_of(tracing(code, scheme, pirate), hand)
    assert judged == Dist.weighted(found)
    best = best_of(code, scheme, hand)
    assert best.chance == best_pirate(code, team).chance
    if team:
        assert best.chance == escapes(law_of(TracingGame(code, scheme, best), hand))
    return best.chance - escapes(judged)
