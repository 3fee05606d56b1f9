"""Section 5.3: traitor-tracing schemes, and mechanisms for key queries (Theorem 5.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any

from audits.claims.vocabulary import chance, eq, true
from audits.claims.vt14.impostors.traitor_tracing import (
    WRONG_PADS,
    AccusesUser1,
    AlwaysZero,
    AnswersReversed,
    ByRowNumber,
    FreshRuns,
    OneBitForAll,
    Read,
    RoundedAtZero,
    Rule,
    Send,
    TheFirstKey,
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
    AccusedBy,
    NearlyHalfOff,
    RoundedNoise,
    Size,
    SplitMeans,
    framed_by_listing,
    one_missing_of,
    printed_columns,
    printed_trace,
)
from audits.claims.vt14.laws.traitor_tracing import (
    PADS,
    AccusedOfKeys,
    ByReadings,
    CopiesTheOther,
    CountNoise,
    FirstRow,
    Honest,
    OffBy,
    hand_of,
    hands,
    keys_of,
)
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    accurate,
    claim,
    not_finitely_checkable,
    over,
    private,
    sized,
)
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.hardness.key_queries import Decoded, MechanismPirate
from reference.hardness.traitor_tracing import (
    Hand,
    Key,
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
from reference.lower_bounds.fingerprinting_experiment import Experiment
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

EVERY = Epsilon.indeterminate(2)
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

    Fair: Requirement 2, with one-time pads; two users, two slots, all ciphertexts and answers; all
    of nobody read 0, and 1, so that an empty S is never available.  The readings as sums mod 2.
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
    yield accurate(honest, hands(hand), _is_caught, Fraction(0), name="honest")
    yield accurate(game(code, pads, best), hands(hand), _is_caught, bound, name="the best")


def _is_caught(hand: Hand, verdict: Verdict) -> bool:
    """Whether the pirate was available, and one of its users is accused."""
    return verdict.feasible and verdict.accused in {key.user for key in hand}


SENT = ((0, 1), (1, 1))
"""Two ciphertexts for two users."""

Pirate = Callable[..., Any]
WRONG_PIRATES: dict[str, Pirate] = {
    "a fresh run for each ciphertext": FreshRuns,
    "the key of the row number": ByRowNumber,
    "rounded at zero": RoundedAtZero,
    "the first key": TheFirstKey,
    "always 0": AlwaysZero,
}


@claim(
    "VT14.ALG.DP2Pirate",
    Form.PRINTED,
    over(rows=(1, 2)),
    about=MechanismPirate,
    impostors=WRONG_PIRATES,
)
def mechanisms_are_pirates(build: Pirate, rows: int) -> Iterator[Item]:
    """The database of M has the keys of the pirates as rows; the query of a ciphertext is the
    fraction of keys that decrypt it to 1.  The box runs M with the queries of c_1, ..., c_k and
    rounds.  Errors below 1/2 make it available, and it is as private in the keys as M.

    Fair: All keys of two users for two slots, in any order; answers that are off by 0, 1/4, -1/4
    and 49/100; the first row only, which shows the random order; noise of eps in all, every eps.
    """
    universe = replace_one(keys_of(2, 2), rows, ordered=True)
    for shift in (Fraction(0), Fraction(1, 4), Fraction(-1, 4), Fraction(49, 100)):
        off = Decoded(build(TWO_PADS, OffBy(shift)), SENT)
        yield accurate(off, universe, _available, Fraction(0), name=f"off by {shift}")
    first = Decoded(build(TWO_PADS, FirstRow()), SENT)
    for hand in [*universe.databases()][:: 7 if rows > 1 else 1]:
        found = law(first, hand)
        for word in product((0, 1), repeat=2):
            same = [_reads(key) == word for key in hand]
            yield eq(f"order, {hand}", found.probability(word), Fraction(sum(same), rows))
    noisy = Decoded(build(TWO_PADS, CountNoise(EVERY)), SENT)
    yield private(noisy, universe, Guarantee.pure(EVERY))


def _reads(key: Key) -> Word:
    """By sums mod 2."""
    return tuple((sent[key.user - 1] + key.table[j]) % 2 for j, sent in enumerate(SENT))


def _available(hand: Hand, word: Word) -> bool:
    return all(
        len(read := {sent[key.user - 1] ^ key.table[j] for key in hand}) > 1 or bit in read
        for j, (sent, bit) in enumerate(zip(SENT, word, strict=True))
    )


@claim(
    "VT14.T5.3.1",
    Form.CONCRETE,
    over(case=sized(((3, False), (2, True)), ((2, True), (3, True)), ((2, True), (3, True)))),
    about=MechanismPirate,
    impostors={
        name: WRONG_PIRATES[name]
        for name in ("a fresh run for each ciphertext", "the first key", "rounded at zero")
    },
    uses=("VT14.T5.2.2", "VT14.TXT.tts-trace"),
)
def private_mechanisms_are_not_traced(build: Pirate, case: tuple[int, bool]) -> Iterator[Item]:
    """A private mechanism for the k queries of a traitor-tracing scheme, with error below 1/2, is
    a pirate: it is available, so one of its n users is accused but for the error; and who is
    accused is as private as M in the user who is missing, who is hardly ever accused.

    Fair: What the proof does, without running times: (users, whether with noise) = case; one-time
    pads, so that no pirate has more success than one against the code, and codes of Boneh and
    Shaw with an error of 0 and 1/2.  M is off by 49/100, up or down, or rounds up as many means as
    a best pirate would: who is accused is as in the experiment of Theorem 5.2.2.  Or M adds noise,
    e^eps = 2 for each of the k queries, in n - 1 of which, at most, two of n users read different
    bits.  Pads of all users are given for the privacy; those of the missing user are drawn for
    the error.
    """
    users, noise = case
    width = users + 1
    code, scheme = BonehShawCode(users, 1), OneTimePads(width)
    tables = tuple(table[:width] for table in PADS[:users])
    team, missing = ((1,), 2) if users == 2 else ((1, 3), 2)
    hand, error = hand_of(team, tables), framed_by_listing(code, team)
    for name, means in (
        ("up or down", NearlyHalfOff(Fraction(49, 100))),
        ("split", SplitMeans(1)),
    ):
        game = TracingGame(code, scheme, build(scheme, ByReadings(means)))
        if name == "split":
            yield accurate(game, hands(hand), _is_caught, error)
        for i in range_of(users):
            by_keys = law(AccusedOfKeys(game, tables), i)
            by_rows = law(AccusedBy(Experiment(code, means)), i)
            for u in range_of(users):
                told = f"{name}, {i} missing, {u} accused"
                yield eq(told, by_keys.probability(u), by_rows.probability(u))
    if noise:
        release = RoundedNoise(width, Epsilon(Fraction(2), width))
        noisy = TracingGame(code, scheme, build(scheme, ByReadings(release)))
        kept = Guarantee(Fraction(2) ** (users - 1), Fraction(0))
        yield private(AccusedOfKeys(noisy, tables), one_missing_of(users), kept)
        found = law(noisy, hand)
        g = found.probability_that(lambda verdict: not verdict.feasible)
        named = found.map(lambda verdict: verdict.accused)
        yield chance("accused while missing", named.probability(missing), error + g)


not_finitely_checkable(
    "VT14.T5.3.1",
    statement="If a traitor-tracing scheme for alternative 2 exists, then any (1, "
    "1/(10n))-private mechanism for k efficiently computable counting queries with error alpha < "
    "1/2 on n rows must run in time at least s(d), the least time of successful pirates; by 5.1 "
    "(d for k there) time exponential in d for some k = n^(2 + o(1)), if there are exponentially "
    "strong one-way functions.",
    reason="about running times; that the mechanism is a pirate is decided in the concrete form",
)
