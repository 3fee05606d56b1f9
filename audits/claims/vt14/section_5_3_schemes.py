"""Section 5.3: what traitor-tracing schemes are, and one-time pads."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.traitor_tracing import (
    WRONG_PADS,
    Read,
    Rule,
    Send,
    always,
    empty_hand,
    first_and_last_key,
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
from audits.claims.vt14.laws.fingerprinting import forced_bits
from audits.claims.vt14.laws.traitor_tracing import hand_of
from reference.hardness.traitor_tracing import (
    OneTimePads,
    View,
    broadcast,
    is_available,
    probe,
    reads,
)
from reference.lower_bounds.fingerprinting_code import Word

TWO_PADS = OneTimePads(2)
Scheme = Callable[[int], OneTimePads]
Game = Callable[..., Any]


def _views() -> Iterator[View]:
    """Keys of nobody, of user 1, of user 2 and of both, two slots; of three users, one slot."""
    sent = [*product(product((0, 1), repeat=2), repeat=2)]
    for tables in (((0, 0), (0, 0)), ((0, 1), (1, 1))):
        for team in ((), (1,), (2,), (1, 2)):
            for each in sent:
                yield View(hand_of(team, tables), each)
    for parts in product((0, 1), repeat=3):
        yield View(hand_of((1, 2, 3), ((0,), (1,), (0,))), (parts,))


@claim(
    "VT14.D5.TTS",
    over(answers=((0, 0), (0, 1), (1, 0), (1, 1))),
    about=printed_rule,
    refuted=Erratum(
        Grade.WORDING,
        '5.3, requirement 2: "outputs a_1, ..., a_d such that if Dec_(k_i)(c_i) is the same b_j '
        'for all i in S then a_j = b_j": c_j is meant for c_i, and a_1, ..., a_k',
        "whether the answers are feasible for C and S",
        "true",
    ),
)
def pirates_as_printed(build: Rule, answers: Word) -> Check:
    """A pirate, given keys k_i, i in S, and ciphertexts c_1, ..., c_k, outputs a_1, ..., a_d such
    that if Dec_(k_i)(c_i) is the same b_j for all i in S then a_j = b_j; and so the answers w are
    feasible for C and S, where c_j encrypts C_ij for user i.

    Fair: d = k = 2 and two users; the condition as printed, read for every j; all C, S = {1, 2}.
    (That w is feasible is what the correctness of the tracing scheme uses.)
    """
    tables = ((0, 1), (1, 1))
    for words in product(product((0, 1), repeat=2), repeat=2):
        view = View(hand_of((1, 2), tables), probe(TWO_PADS, tables, words))
        if build(TWO_PADS, view, answers):
            yield true(f"C = {words}, w = {answers}", answers in {*forced_bits(words)})


@claim(
    "VT14.D5.TTS",
    over(),
    form=Form.CORRECTED,
    about=is_available,
    impostors={
        "as printed": printed_rule,
        "the first key decides": first_key_decides,
        "only where all read 1": ones_only,
        "only ciphertexts with equal parts": honest_only,
        "whatever is answered": always,
        "an empty hand may answer": empty_hand,
        "the first key and the last": first_and_last_key,
    },
)
def available_pirates(build: Rule) -> Check:
    """A pirate is given k_i, i in S, and c_1, ..., c_k, which may be malformed, and answers a_1,
    ..., a_k; it is available if whenever Dec_(k_i)(c_j) is the same b_j for all i in S, a_j = b_j.

    Fair: Requirement 2, with one-time pads; two users, two slots, three users, one slot, all
    ciphertexts and answers; for an empty S each b_j is 0, and 1, so that nothing is available.
    The readings as sums mod 2.  (That a tracer finds a user of S is TXT.tts-trace, with bounds;
    requirement 1 has no scheme in the notes.)
    """
    for view in _views():
        scheme = OneTimePads(len(view.sent))
        for answers in product((0, 1), repeat=scheme.slots):
            good = True
            for j, sent in enumerate(view.sent):
                read = [(sent[key.user - 1] + key.table[j]) % 2 for key in view.hand]
                good &= all(answers[j] == b for b in (0, 1) if read == [b] * len(read))
            yield true(f"{view}, {answers}", build(scheme, view, answers) == good)


@claim(
    "VT14.ALG.TTS.OTP",
    over(slots=(1, 2, 3)),
    form=Form.CONCRETE,
    about=OneTimePads,
    impostors=WRONG_PADS,
)
def one_time_pads(build: Scheme, slots: int) -> Check:
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
def decryption_is_correct(build: Callable[[], tuple[Send, Read]], users: int) -> Check:
    """Dec_(k_i)(Enc_bk(b)) = b for every user i and every bit b.

    Fair: All keys of up to three users with two slots.
    """
    send, read = build()
    everybody = tuple(range(1, users + 1))
    for tables in product(TWO_PADS.keys(), repeat=users):
        for bit, slot in product((0, 1), repeat=2):
            sent = send(TWO_PADS, tables, bit, slot)
            found = [read(TWO_PADS, key, sent, slot) for key in hand_of(everybody, tables)]
            yield eq(f"{tables}, b = {bit}, slot {slot}", sum(b == bit for b in found), users)
