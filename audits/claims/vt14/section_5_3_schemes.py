"""Section 5.3: what traitor-tracing schemes are, and one-time pads."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import forced_bits
from audits.claims.vt14.laws.traitor_tracing import hand_of
from reference.hardness.traitor_tracing import (
    OneTimePads,
    PrivateKeyScheme,
    View,
    broadcast,
    is_available,
    probe,
    reads,
)
from reference.lower_bounds.fingerprinting_code import Word

TWO_PADS = OneTimePads(2)


def _views() -> Iterator[View]:
    """Keys of nobody, of user 1, of user 2 and of both, two slots; of three users, one slot."""
    sent = [*product(product((0, 1), repeat=2), repeat=2)]
    for tables in (((0, 0), (0, 0)), ((0, 1), (1, 1))):
        for team in ((), (1,), (2,), (1, 2)):
            for each in sent:
                yield View(hand_of(team, tables), each)
    for parts in product((0, 1), repeat=3):
        yield View(hand_of((1, 2, 3), ((0,), (1,), (0,))), (parts,))


def printed_rule(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """As printed: if Dec_(k_i)(c_i), the i-th ciphertext, is the same b for all i, all a_j = b."""
    bits = {
        reads(scheme, key, view.sent[key.user - 1], key.user - 1)
        for key in view.hand
        if key.user <= len(view.sent)
    }
    return len(bits) != 1 or set(answers) == bits


AVAILABLE, READ = "keeps_marks(read_by(scheme, view), answers)", "read_by(scheme, view)"
WRONG[is_available] = {
    "as printed": printed_rule,
    "the first key decides": f"{READ} => {READ}[:1]",
    "only where all read 1": f"{AVAILABLE} => "
    f"all(a or not all(row[j] for row in {READ}) for j, a in enumerate(answers))",
    "only ciphertexts with equal parts": f"{AVAILABLE} => all(len({{*sent}}) > 1 "
    f"or answers[j] in {{row[j] for row in {READ}}} for j, sent in enumerate(view.sent))",
    "whatever is answered": f"{AVAILABLE} => True",
    "an empty hand may answer": f"{AVAILABLE} => not view.hand or {AVAILABLE}",
    "the first key and the last": f"{READ} => "
    "read_by(scheme, View((*view.hand[:1], *view.hand[-1:]), view.sent))",
}


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
def pirates_as_printed(build: Build, answers: Word) -> Check:
    """A pirate, given keys k_i, i in S, and ciphertexts c_1, ..., c_k, outputs a_1, ..., a_d such
    that if Dec_(k_i)(c_i) is the same b_j for all i in S then a_j = b_j; and so the answers w are
    feasible for C and S, where c_j encrypts C_ij for user i.

    Cases: d = k = 2 and two users; the condition as printed, read for every j; all C, S = {1, 2}.
    (That w is feasible is what the correctness of the tracing scheme uses.)
    """
    tables = ((0, 1), (1, 1))
    for words in product(product((0, 1), repeat=2), repeat=2):
        view = View(hand_of((1, 2), tables), probe(TWO_PADS, tables, words))
        if build(TWO_PADS, view, answers):
            yield true(f"C = {words}, w = {answers}", answers in {*forced_bits(words)})


@claim("VT14.D5.TTS", over(), form=Form.CORRECTED, about=is_available)
def available_pirates(build: Build) -> Check:
    """A pirate is given k_i, i in S, and c_1, ..., c_k, which may be malformed, and answers a_1,
    ..., a_k; it is available if whenever Dec_(k_i)(c_j) is the same b_j for all i in S, a_j = b_j.

    Cases: Requirement 2, with one-time pads; two users, two slots, three users, one slot, all
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


TABLES = "Dist.uniform(product((0, 1), repeat=self.slots))"
OTHER_PADS: dict[str, Any] = {
    "no pads": f"{TABLES} => Dist.uniform([(0,) * self.slots])",
    "one pad for all slots": f"{TABLES} => Dist.uniform([(bit,) * self.slots for bit in (0, 1)])",
    "pads that are biased": f"{TABLES} => Dist.weighted("
    "(table, Fraction(2 ** sum(table))) for table in product((0, 1), repeat=self.slots))",
    "the first slot for all": (
        "bit ^ table[slot] => bit ^ table[0]",
        "sent ^ table[slot] => sent ^ table[0]",
    ),
    "the bit and the pad": "bit ^ table[slot] => bit & table[slot]",
    "plain text": ("bit ^ table[slot] => bit", "sent ^ table[slot] => sent"),
}
WRONG[OneTimePads] = OTHER_PADS


@claim("VT14.ALG.TTS.OTP", over(slots=(1, 2, 3)), form=Form.CONCRETE, about=OneTimePads)
def one_time_pads(build: Build, slots: int) -> Check:
    """With a pad for each slot, decryption is right, and whatever bits are encrypted, one in each
    slot, the ciphertexts are uniform: they tell nothing.

    Cases: All sequences of bits, up to three slots; the joint law of all ciphertexts.
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


ENC_DEC = Parts(send=broadcast, read=reads)
PART = "sent[key.user - 1], slot"
WRONG[ENC_DEC] = {
    "Dec reads the first part": ENC_DEC.but(read=f"{PART} => sent[0], slot"),
    "Dec reads the part of the next user": ENC_DEC.but(
        read=f"{PART} => sent[key.user % len(sent)], slot"
    ),
    "Dec uses the pad of the next slot": ENC_DEC.but(
        read=f"{PART} => sent[key.user - 1], (slot + 1) % scheme.slots"
    ),
    "Enc uses the key of user 1": ENC_DEC.but(
        send="scheme.encrypt(table, bit => scheme.encrypt(tables[0], bit"
    ),
    "the last user is sent another bit": ENC_DEC.but(
        send="scheme.encrypt(table, bit, slot) for table in tables => "
        "scheme.encrypt(table, bit ^ (i == len(tables)), slot) "
        "for i, table in enumerate(tables, 1)"
    ),
}


@claim("VT14.TXT.tts-correct", over(users=(1, 2, 3)), about=ENC_DEC)
def decryption_is_correct(parts: Parts, users: int) -> Check:
    """Dec_(k_i)(Enc_bk(b)) = b for every user i and every bit b.

    Cases: All keys of up to three users with two slots.
    """
    everybody = tuple(range(1, users + 1))
    for tables in product(TWO_PADS.keys(), repeat=users):
        for bit, slot in product((0, 1), repeat=2):
            sent = parts.send(TWO_PADS, tables, bit, slot)
            found = [parts.read(TWO_PADS, key, sent, slot) for key in hand_of(everybody, tables)]
            yield eq(f"{tables}, b = {bit}, slot {slot}", sum(b == bit for b in found), users)
