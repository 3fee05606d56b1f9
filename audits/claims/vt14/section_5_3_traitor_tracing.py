"""Section 5.3: traitor-tracing schemes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any

from audits.claims.vocabulary import eq, true
from audits.claims.vt14.impostors.traitor_tracing import (
    WRONG_PADS,
    AccusesUser1,
    AnswersReversed,
    OneBitForAll,
    Read,
    Rule,
    Send,
    always,
    empty_hand,
    first_key_decides,
    first_part,
    first_table,
    flipped,
    honest_only,
    next_part,
    next_slot,
    ones_only,
    printed_rule,
)
from audits.claims.vt14.laws.fingerprinting import (
    Size,
    framed_by_listing,
    printed_columns,
    printed_trace,
)
from audits.claims.vt14.laws.traitor_tracing import (
    PADS,
    CopiesTheOther,
    Honest,
    hand_of,
    hands,
    is_traced,
)
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    accurate,
    claim,
    over,
    sized,
)
from audits.ledger.forms import Item
from reference.hardness.traitor_tracing import (
    OneTimePads,
    TracingGame,
    View,
    best_decoder,
    broadcast,
    generate,
    is_available,
    reads,
)
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import Coalition, Verdict, Word
from reference.probability.law import law

TWO_PADS = OneTimePads(2)
Scheme = Callable[[int], OneTimePads]
Game = Callable[..., Any]


def _views(users: int = 2) -> Iterator[View]:
    """Two slots, keys of nobody, of user 1, of user 2 and of both, and all ciphertexts."""
    sent = [*product(product((0, 1), repeat=users), repeat=2)]
    for tables in (((0, 0), (0, 0)), ((0, 1), (1, 1))):
        for team in ((), (1,), (2,), (1, 2)):
            for each in sent:
                yield View(hand_of(team, tables), each)


@claim(
    "VT14.D5.TTS",
    Form.PRINTED,
    over(bits=((0, 0), (0, 1), (1, 0), (1, 1))),
    about=printed_rule,
    refuted=Erratum(
        Grade.WORDING,
        '5.3, requirement 2: "outputs a_1, ..., a_d such that if Dec_(k_i)(c_i) is the same b_j '
        'for all i in S then a_j = b_j": c_j is meant for c_i, and a_1, ..., a_k',
        "whether a pirate with one key that answers what it reads is available",
        "true",
    ),
)
def one_key_is_a_pirate_as_printed(build: Rule, bits: Word) -> Iterator[Comparison]:
    """A pirate, given keys k_i, i in S, and ciphertexts c_1, ..., c_k, answers a_j = b_j whenever
    Dec_(k_i)(c_i) is the same b_j for all i in S; one with a single key may answer what it reads.

    Fair: User 1 of two, and c_1, c_2 encryptions of any two bits; the condition as printed, read
    for every j.
    """
    tables = ((0, 1), (1, 1))
    sent = tuple(broadcast(TWO_PADS, tables, bit, j) for j, bit in enumerate(bits))
    yield true("available", build(TWO_PADS, View(hand_of((1,), tables), sent), bits))


@claim(
    "VT14.D5.TTS",
    Form.CORRECTED,
    over(),
    about=is_available,
    impostors={
        "as printed": printed_rule,
        "the first key decides": first_key_decides,
        "only where all read 1": ones_only,
        "only ciphertexts with equal parts": honest_only,
        "whatever is answered": always,
        "an empty hand may answer": empty_hand,
    },
)
def available_pirates(build: Rule) -> Iterator[Comparison]:
    """A pirate is given k_i, i in S, and c_1, ..., c_k, which may be malformed, and answers a_1,
    ..., a_k; it is available if whenever Dec_(k_i)(c_j) is the same b_j for all i in S, a_j = b_j.

    Fair: Requirement 2, with one-time pads; two users, two slots, all ciphertexts and answers; for
    an empty S each b_j is 0, and 1, so that nothing is available.  The readings as sums mod 2.
    (That a tracer finds a user of S is TXT.tts-trace, with bounds; requirement 1 has no scheme in
    the notes.)
    """
    for view in _views():
        for answers in product((0, 1), repeat=2):
            good = True
            for j, sent in enumerate(view.sent):
                read = [(sent[key.user - 1] + key.table[j]) % 2 for key in view.hand]
                good &= all(answers[j] == b for b in (0, 1) if read == [b] * len(read))
            yield true(f"{view}, {answers}", build(TWO_PADS, view, answers) == good)


@claim(
    "VT14.ALG.TTS.OTP",
    Form.CONCRETE,
    over(slots=(1, 2, 3)),
    about=OneTimePads,
    impostors=WRONG_PADS,
)
def one_time_pads(build: Scheme, slots: int) -> Iterator[Comparison]:
    """With a pad for each slot, decryption is right, and whatever bits are encrypted, one in each
    slot, the ciphertexts are uniform: they tell nothing.

    Fair: All sequences of bits, up to three slots; the joint law of all ciphertexts.
    """
    scheme = build(slots)
    keys = scheme.keys()
    for bits in product((0, 1), repeat=slots):
        for table in keys:
            sent = [scheme.encrypt(table, bit, j) for j, bit in enumerate(bits)]
            back = [scheme.decrypt(table, c, j) for j, c in enumerate(sent)]
            yield true(f"{bits}, {table}", tuple(back) == bits)
        found = keys.map(partial(_encrypted, scheme, bits))
        for sent_bits in product((0, 1), repeat=slots):
            yield eq(f"{bits}", found.probability(sent_bits), Fraction(1, 2**slots))


def _encrypted(scheme: OneTimePads, bits: Word, table: Word) -> Word:
    return tuple(scheme.encrypt(table, bit, j) for j, bit in enumerate(bits))


@claim(
    "VT14.TXT.tts-correct",
    Form.PRINTED,
    over(users=(1, 2, 3)),
    about=lambda: (broadcast, reads),
    impostors={
        "Dec reads the first part": lambda: (broadcast, first_part),
        "Dec reads the part of the next user": lambda: (broadcast, next_part),
        "Dec uses the pad of the next slot": lambda: (broadcast, next_slot),
        "Enc uses the key of user 1": lambda: (first_table, reads),
        "the last user is sent another bit": lambda: (flipped, reads),
    },
)
def decryption_is_correct(
    build: Callable[[], tuple[Send, Read]], users: int
) -> Iterator[Comparison]:
    """Dec_(k_i)(Enc_bk(b)) = b for every user i and every bit b.

    Fair: All keys of up to three users with two slots.
    """
    send, read = build()
    for tables in product(TWO_PADS.keys(), repeat=users):
        for bit, slot in product((0, 1), repeat=2):
            sent = send(TWO_PADS, tables, bit, slot)
            found = [read(TWO_PADS, key, sent, slot) for key in hand_of(range_of(users), tables)]
            yield eq(f"{tables}, b = {bit}, slot {slot}", sum(b == bit for b in found), users)


def range_of(users: int) -> Coalition:
    """All users."""
    return tuple(range(1, users + 1))


@claim(
    "VT14.ALG.TTS",
    Form.PRINTED,
    over(code=((2, 1), (3, 1)), pirate=("honest", "copies")),
    about=TracingGame,
    impostors={
        "one bit for all users": OneBitForAll,
        "the answers reversed": AnswersReversed,
        "user 1 is always accused": AccusesUser1,
    },
)
def broadcast_and_trace(build: Game, code: Size, pirate: str) -> Iterator[Comparison]:
    """Keys are independent, tk = bk = (k_1, ..., k_n); the tracer draws a matrix C of a
    fingerprinting code, sends c^(j) with c^(j)_i = Enc0_(k_i)(C_ij), and outputs the user whom the
    code accuses of the answers.

    Fair: Codes of Boneh and Shaw, (n, B) = code; user 2 is missing.  One pirate answers what its
    first key reads, one copies what user 2 is sent, unread, where its keys differ.  The law of the
    verdict from all orders of columns and all pads of user 2.
    """
    n, block = code
    width = (n + 1) * block
    scheme = OneTimePads(width)
    team = tuple(user for user in range_of(n) if user != 2)
    hand = hand_of(team, tuple(table[:width] for table in PADS))
    player = Honest(scheme) if pirate == "honest" else CopiesTheOther(scheme, 2)
    found = law(build(BonehShawCode(n, block), scheme, player), hand)
    expected: dict[Verdict, Fraction] = {}
    orders = {*_orders(n, block)}
    for order in orders:
        for pads in product((0, 1), repeat=width):
            word: Word = ()
            for b, pad in zip(order, pads, strict=True):
                first, read = int(b >= team[0]), {int(b >= user) for user in team}
                copied = (int(b >= 2) + pad) % 2
                word = (*word, copied if pirate == "copies" and len(read) > 1 else first)
            verdict = Verdict(True, printed_trace(n, order, word))
            old = expected.get(verdict, Fraction(0))
            expected[verdict] = old + Fraction(1, len(orders) * 2**width)
    for verdict, weight in expected.items():
        yield eq(f"{verdict}", found.probability(verdict), weight)
    keys = law(lambda _, coins: generate(TWO_PADS, n, coins), ())
    for tables in product(product((0, 1), repeat=2), repeat=n):
        yield eq(f"keys {tables}", keys.probability(tables), Fraction(1, 4**n))


def _orders(n: int, block: int) -> Iterator[tuple[int, ...]]:
    yield from permutations(b for b, _ in printed_columns(n, block))


TRACED: tuple[tuple[int, int, Coalition], ...] = (2, 1, (2,)), (2, 1, (1,)), (3, 1, (1, 3))
"""Users, columns of a block, and coalitions."""


@claim(
    "VT14.TXT.tts-trace",
    Form.PRINTED,
    over(case=sized(TRACED, (*TRACED, (3, 1, (2, 3))), (*TRACED, (3, 1, (2, 3)), (3, 1, (1, 2))))),
    about=lambda: (TracingGame, OneTimePads),
    impostors={
        "one pad for all slots": lambda: (TracingGame, WRONG_PADS["one pad for all slots"]),
        "nothing is hidden": lambda: (TracingGame, WRONG_PADS["no pads"]),
        "pads that are biased": lambda: (TracingGame, WRONG_PADS["pads that are biased"]),
        "the first slot for all": lambda: (TracingGame, WRONG_PADS["the first slot for all"]),
        "one bit for all users": lambda: (OneBitForAll, OneTimePads),
        "user 1 is always accused": lambda: (AccusesUser1, OneTimePads),
    },
    uses=("VT14.TXT.bs-secure",),
)
def pirates_are_traced(
    build: Callable[[], tuple[Game, Scheme]], case: tuple[int, int, Coalition]
) -> Iterator[Item]:
    """Pirates learn nothing of what other users are sent: the word depends on C_S only, it is
    feasible, and so the tracer names a user of S but for the error of the code.

    Fair: (n, B, S) = case; one-time pads, and the best of all available pirates, whatever they
    compute, for given keys of S: they do as well as the best against the code, which errs with
    1/2 for three users and S = {1, 3}.  Where nothing is hidden they have user 2 accused always.
    One that answers what its first key reads is always traced.
    """
    n, block, team = case
    code, width = BonehShawCode(n, block), (n + 1) * block
    game, scheme = build()
    pads = scheme(width)
    (zero, *_) = pads.keys()
    tables = tuple(t[:width] for t in PADS) if scheme is OneTimePads else (zero,) * n
    hand = hand_of(team, tables)
    best, bound = best_decoder(code, pads, hand), framed_by_listing(code, team)
    yield eq("the best", best.chance, bound)
    honest = game(code, pads, Honest(pads))
    yield accurate(honest, hands(hand), is_traced, Fraction(0), name="honest")
    yield accurate(game(code, pads, best), hands(hand), is_traced, bound, name="the best")
